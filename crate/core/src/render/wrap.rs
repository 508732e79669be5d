//! How wide text is in a terminal, and where a line may break.

/// Columns of one character: 2 for East Asian wide and full-width ones and emoji, 0 for combining
/// marks, else 1.
///
/// Characters of ambiguous width (`×`, `–`, `█`) count as 1: terminals draw them so by default.
pub fn letter_columns(letter: char) -> usize {
    match letter as u32 {
        0x0300..=0x036F | 0x1AB0..=0x1AFF | 0x1DC0..=0x1DFF | 0x20D0..=0x20FF => 0,
        0xFE00..=0xFE0F | 0xFE20..=0xFE2F => 0,
        0x1100..=0x115F | 0x2E80..=0x303E | 0x3041..=0xA4CF | 0xA960..=0xA97F => 2,
        0xAC00..=0xD7A3 | 0xF900..=0xFAFF | 0xFE10..=0xFE19 | 0xFE30..=0xFE6F => 2,
        0xFF01..=0xFF60 | 0xFFE0..=0xFFE6 => 2,
        0x1F300..=0x1F64F | 0x1F680..=0x1F6FF | 0x1F900..=0x1F9FF | 0x20000..=0x3FFFD => 2,
        _ => 1,
    }
}

/// Columns of `text`.
pub fn columns(text: &str) -> usize {
    text.chars().map(letter_columns).sum()
}

/// What is wrapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matter {
    /// Sentences: breaks at blanks and between wide characters.
    Prose,
    /// PromQL: breaks also after `,` `(` `{` outside of quotes, and at blanks only outside of them.
    Code,
}

/// `text` in lines of at most `width` columns.
///
/// - A number keeps its unit: `241 ms` is not torn apart.
/// - Chinese punctuation does not begin a line and an opening bracket does not end one.
/// - A piece longer than a line is cut where the line ends.
/// - Blanks at a break are dropped; the empty text is one empty line.
pub fn wrap(text: &str, width: usize, matter: Matter) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0;
    for piece in pieces(text, matter) {
        let gap = usize::from(piece.after_blank && used > 0);
        let length = columns(&piece.text);
        if used > 0 && used + gap + length > width {
            lines.push(std::mem::take(&mut line));
            used = 0;
        } else {
            line.push_str(&" ".repeat(gap));
            used += gap;
        }
        for letter in piece.text.chars() {
            let wide = letter_columns(letter);
            if used > 0 && used + wide > width {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            line.push(letter);
            used += wide;
        }
    }
    lines.push(line);
    lines
}

struct Piece {
    text: String,
    after_blank: bool,
}

fn pieces(text: &str, matter: Matter) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::new();
    let mut current = Piece { text: String::new(), after_blank: false };
    let mut quote = None;
    let mut letters = text.chars().peekable();
    let mut escaped = false;
    while let Some(letter) = letters.next() {
        if letter == ' ' && quote.is_none() {
            if is_number_before_unit(&current.text, letters.clone()) {
                current.text.push(' ');
                continue;
            }
            close(&mut out, &mut current, true);
            continue;
        }
        if matter == Matter::Prose && may_break_between(current.text.chars().next_back(), letter) {
            close(&mut out, &mut current, false);
        }
        current.text.push(letter);
        if matter == Matter::Code {
            match quote {
                Some(open) if letter == open && !escaped => quote = None,
                None if matches!(letter, '"' | '\'' | '`') => quote = Some(letter),
                None if matches!(letter, ',' | '(' | '{') => close(&mut out, &mut current, false),
                _ => {}
            }
            escaped = letter == '\\' && !escaped;
        }
    }
    close(&mut out, &mut current, false);
    out
}

/// Ends the current piece; the next one begins after a blank when `blank`.
fn close(out: &mut Vec<Piece>, current: &mut Piece, blank: bool) {
    let next = Piece { text: String::new(), after_blank: blank };
    if current.text.is_empty() {
        current.after_blank |= blank;
    } else {
        out.push(std::mem::replace(current, next));
    }
}

/// Unit symbols have at most three letters (`GiB`, `min`); longer words are words.
fn is_number_before_unit(before: &str, after: impl Iterator<Item = char>) -> bool {
    before.ends_with(|letter: char| letter.is_ascii_digit())
        && (1..=3).contains(
            &after
                .take(4)
                .take_while(|letter| letter.is_ascii_alphabetic() || "%°µ".contains(*letter))
                .count(),
        )
}

fn may_break_between(before: Option<char>, after: char) -> bool {
    const NOT_FIRST: &str = "，。、；：？！）》」』】〉”’％,.;:?!)]}%";
    const NOT_LAST: &str = "（《「『【〈“‘([{";
    let Some(before) = before else { return false };
    (letter_columns(before) == 2 || letter_columns(after) == 2)
        && !NOT_FIRST.contains(after)
        && !NOT_LAST.contains(before)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, width: usize, matter: Matter, expected: &[&str]) {
        let lines = wrap(text, width, matter);
        assert_eq!(lines, expected);
        for line in &lines {
            assert!(columns(line) <= width.max(2), "{line:?} is wider than {width}");
        }
    }

    #[test]
    fn sentences() {
        check("", 10, Matter::Prose, &[""]);
        check("one two three", 8, Matter::Prose, &["one two", "three"]);
        check("one  two", 20, Matter::Prose, &["one two"]);
        check("it took 241 ms then", 10, Matter::Prose, &["it took", "241 ms", "then"]);
        check("abcdefghijkl mn", 5, Matter::Prose, &["abcde", "fghij", "kl mn"]);
        check("x abcdefgh", 5, Matter::Prose, &["x", "abcde", "fgh"]);
    }

    #[test]
    fn chinese_counts_double_and_keeps_its_punctuation() {
        check("缓存已满，请求等待", 8, Matter::Prose, &["缓存已", "满，请求", "等待"]);
        check("等待（排队）时间", 6, Matter::Prose, &["等待", "（排", "队）时", "间"]);
        check("P99 为 241 ms。", 9, Matter::Prose, &["P99 为", "241 ms。"]);
        check("KV缓存满了", 4, Matter::Prose, &["KV缓", "存满", "了"]);
    }

    #[test]
    fn promql_breaks_outside_of_quotes_only() {
        check(
            "sum(rate(a{pod=\"x, y\",b=\"c\"}[5m])) by (le)",
            16,
            Matter::Code,
            &["sum(rate(a{", "pod=\"x, y\",", "b=\"c\"}[5m])) by", "(le)"],
        );
        check("a{b=\"c\\\", d\"}", 9, Matter::Code, &["a{", "b=\"c\\\", d", "\"}"]);
    }
}
