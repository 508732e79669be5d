//! The report for a ticket: GitHub-flavoured Markdown to paste without editing.
//!
//! Every string of the report is escaped, as labels and file names in it are written by strangers:
//! they draw no table, open no link, load no image, call no person and end no fence.

use super::outline::{Block, Outline, outline};
use super::{Style, words};
use crate::report::Report;
use crate::text::Language;

/// Columns of a bar: what a ticket shows without a scroll bar.
const BAR_COLUMNS: usize = 60;

/// The report as Markdown; the width and the colour do not matter.
pub fn write(report: &Report, _style: Style) -> String {
    let outline = outline(report, BAR_COLUMNS);
    let language = report.language;
    let mut out = String::new();
    write_head(&mut out, &outline, language);
    write_ladder(&mut out, &outline, language);
    for section in &outline.sections {
        out.push_str(&format!("\n### {}\n", escape(&section.title)));
        for block in &section.blocks {
            out.push('\n');
            write_block(&mut out, block, language);
        }
    }
    out.push_str(&format!("\n---\n\n{}\n", escape_start(&outline.footer)));
    out
}

fn write_head(out: &mut String, outline: &Outline, language: Language) {
    let word = words::severity(outline.severity).template(language).to_ascii_uppercase();
    let title = words::TITLE.fill(language, &[("severity", &word), ("title", &outline.title)]);
    out.push_str(&format!("## {}\n\n**{}**\n\n", escape(&title), escape(outline.headline.trim())));
    let lines = [&outline.path].into_iter().chain(&outline.when).chain([&outline.confidence]);
    for line in lines.filter(|line| !line.is_empty()) {
        out.push_str(&format!("- {}\n", escape_start(line)));
    }
}

fn write_ladder(out: &mut String, outline: &Outline, language: Language) {
    let word = |text: crate::text::Text| text.template(language).to_string();
    out.push_str(&format!("\n### {}\n\n", word(words::LADDER)));
    let head = [words::LAYER, words::SEVERITY, words::NUMBER].map(word);
    let rows: Vec<Vec<String>> = outline
        .ladder
        .iter()
        .map(|rung| {
            let (bold, mark) = match rung.root {
                true => ("**", format!(" ← {}", word(words::ROOT))),
                false => ("", String::new()),
            };
            let below = if rung.neighbour { "└ " } else { "" };
            vec![
                format!("{below}{bold}{}{bold}{mark}", escape(&rung.title)),
                format!("{bold}{}{bold}", word(words::severity(rung.severity))),
                escape(&rung.number),
            ]
        })
        .collect();
    write_table(out, &head, &rows);
    if !outline.folded.is_empty() {
        out.push('\n');
    }
    for (_, names) in &outline.folded {
        out.push_str(&format!("- {}\n", escape_start(names)));
    }
}

fn write_block(out: &mut String, block: &Block, language: Language) {
    match block {
        Block::Items(items) => {
            for item in items {
                out.push_str(&format!("- {}\n", escape_start(item)));
            }
        }
        Block::Steps(steps) => {
            for (index, step) in steps.iter().enumerate() {
                out.push_str(&format!("{}. {}\n", index + 1, escape_start(&step.sentence)));
                if let Some(flag) = &step.flag {
                    let label = words::FLAG.fill(language, &[("flag", &code_span(flag))]);
                    out.push_str(&format!("   - {label}\n"));
                }
                out.push_str(&format!("   - {}\n", escape_start(&step.source)));
            }
        }
        Block::Table(head, rows) => {
            let head: Vec<String> = head.iter().map(|text| escape(text)).collect();
            let rows: Vec<Vec<String>> =
                rows.iter().map(|row| row.iter().map(|text| escape(text)).collect()).collect();
            write_table(out, &head, &rows);
        }
        Block::Bars(legend, bars) => {
            let mut lines = Vec::new();
            for bar in bars {
                lines.extend([bar.sentence.as_str(), bar.drawing.as_str()]);
            }
            lines.push(legend);
            lines.retain(|line| !line.is_empty());
            write_fence(out, "text", &lines.join("\n"));
        }
        Block::Queries(queries) => {
            for (index, query) in queries.iter().enumerate() {
                let gap = if index > 0 { "\n" } else { "" };
                out.push_str(&format!("{gap}{}\n\n", escape_start(&query.label)));
                write_fence(out, "promql", &query.promql);
            }
        }
    }
}

/// Cells must be escaped already.
fn write_table(out: &mut String, head: &[String], rows: &[Vec<String>]) {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    out.push_str(&line(head));
    out.push_str(&line(&vec!["---".to_string(); head.len()]));
    for row in rows {
        out.push_str(&line(row));
    }
}

/// A fence longer than any run of backticks in `text`.
fn write_fence(out: &mut String, language: &str, text: &str) {
    let fence = "`".repeat(longest_run(text, '`').max(2) + 1);
    out.push_str(&format!("{fence}{language}\n{text}\n{fence}\n"));
}

/// `text` as code within a line, with delimiters longer than any run of backticks in it.
fn code_span(text: &str) -> String {
    let delimiter = "`".repeat(longest_run(text, '`') + 1);
    let blank = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{delimiter}{blank}{text}{blank}{delimiter}")
}

fn longest_run(text: &str, letter: char) -> usize {
    text.split(|other| other != letter).map(str::len).max().unwrap_or(0)
}

/// [`escape`] for text that begins a line or a list item: also what would begin a quote, a heading,
/// a list or a rule.
fn escape_start(text: &str) -> String {
    let text = text.trim();
    let marker = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let digits = text.len() - marker.len();
    let mut letters = marker.chars();
    let (first, second) = (letters.next(), letters.next());
    let ends = |letter: Option<char>| letter.is_none_or(|letter| letter == ' ' || Some(letter) == first);
    let acts = match first {
        Some('>' | '=') => digits == 0,
        Some('#' | '+' | '-') => digits == 0 && ends(second),
        Some('.' | ')') => digits > 0 && ends(second),
        _ => false,
    };
    match acts {
        true => format!("{}\\{}", &text[..digits], escape(marker)),
        false => escape(text),
    }
}

/// `text` so that Markdown shows exactly it, within a line or a table cell.
///
/// - Escaped: `\ ` * [ ] < | ~ $`, `&` before a letter, `_` unless inside of a word.
/// - `@` before a name goes into a code span: a backslash does not keep hosts from notifying people.
fn escape(text: &str) -> String {
    let text = text.trim();
    let is_word = |letter: Option<char>| {
        letter.is_some_and(|letter| letter.is_ascii_alphanumeric() || !letter.is_ascii())
    };
    let mut out = String::with_capacity(text.len() + 8);
    let mut before = None;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let after = letters.peek().copied();
        match letter {
            '@' if !is_word(before) && is_word(after) => out.push('`'),
            '&' if is_word(after) || after == Some('#') => out.push('\\'),
            '_' if !(is_word(before) && is_word(after)) => out.push('\\'),
            '\\' | '`' | '*' | '[' | ']' | '<' | '|' | '~' | '$' => out.push('\\'),
            _ => {}
        }
        out.push(letter);
        if letter == '@' && !is_word(before) && is_word(after) {
            out.push('`');
        }
        before = Some(letter);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        let rows = [
            ("kv_cache_usage 98 % (×2.4)", "kv_cache_usage 98 % (×2.4)"),
            ("a|b`c`*d*", "a\\|b\\`c\\`\\*d\\*"),
            ("<img src=x>", "\\<img src=x>"),
            ("![x](http://e) [y]", "!\\[x\\](http://e) \\[y\\]"),
            ("_a_ b_c __d", "\\_a\\_ b_c \\_\\_d"),
            ("&lt; a & b &#60;", "\\&lt; a & b \\&#60;"),
            ("~~x~~ $y$", "\\~\\~x\\~\\~ \\$y\\$"),
            ("a@b @all", "a@b `@`all"),
            ("\\|", "\\\\\\|"),
            ("  ", ""),
        ];
        for (text, expected) in rows {
            assert_eq!(escape(text), expected);
        }
    }

    #[test]
    fn a_line_begins_with_what_it_says() {
        let rows = [
            ("> 10 s", "\\> 10 s"),
            ("# a #1", "\\# a #1"),
            ("## a", "\\## a"),
            ("#1", "#1"),
            ("- a - b", "\\- a - b"),
            ("---", "\\---"),
            ("-1.84 s", "-1.84 s"),
            ("==", "\\=="),
            ("12. a 1.5", "12\\. a 1.5"),
            ("3) a", "3\\) a"),
            ("1.84 s", "1.84 s"),
            ("`x", "\\`x"),
            ("7", "7"),
            ("", ""),
        ];
        for (text, expected) in rows {
            assert_eq!(escape_start(text), expected);
        }
    }

    #[test]
    fn code_ends_where_it_should() {
        assert_eq!(code_span("--max-num-seqs"), "`--max-num-seqs`");
        assert_eq!(code_span("a``b"), "```a``b```");
        assert_eq!(code_span("`x"), "`` `x ``");
        let mut out = String::new();
        write_fence(&mut out, "promql", "a{b=\"```\"}");
        assert_eq!(out, "````promql\na{b=\"```\"}\n````\n");
    }
}
