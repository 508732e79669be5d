//! A page of terminal text: paragraphs, flows and tables that keep to a width.

use super::Style;
use super::wrap::{Matter, columns, wrap};
use crate::report::Severity;

/// How a piece of text is coloured. Colour never carries meaning of its own: the word is there too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// As the terminal has it.
    Plain,
    /// Headings and the root cause.
    Bold,
    /// What is read last.
    Dim,
    /// The colour of a severity.
    Of(Severity),
}

impl Ink {
    fn code(self) -> &'static str {
        match self {
            Ink::Plain => "",
            Ink::Bold => "1",
            Ink::Dim => "2",
            Ink::Of(Severity::Ok) => "32",
            Ink::Of(Severity::Watch) => "36",
            Ink::Of(Severity::Warn) => "33",
            Ink::Of(Severity::Critical) => "1;31",
            // Not green and not grey: unknown must not look healthy or unimportant.
            Ink::Of(Severity::Unknown) => "35",
        }
    }
}

/// A piece of text with its colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// One line of text.
    pub text: String,
    /// Its colour.
    pub ink: Ink,
}

impl Cell {
    /// Text in the colour of the terminal.
    pub fn plain(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), ink: Ink::Plain }
    }

    /// Text in `ink`.
    pub fn inked(text: impl Into<String>, ink: Ink) -> Cell {
        Cell { text: text.into(), ink }
    }
}

/// Blanks between two columns of a table.
const GAP: usize = 2;
/// A column of words narrower than this is not read but spelled.
const NARROWEST_COLUMN: usize = 12;

/// Text that is being laid out.
pub struct Page {
    out: String,
    width: usize,
    color: bool,
}

impl Page {
    /// An empty page.
    pub fn new(style: Style) -> Page {
        let width = style.width.max(Style::NARROWEST) as usize;
        Page { out: String::new(), width, color: style.color }
    }

    /// Columns of the page.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The finished text.
    pub fn finish(self) -> String {
        self.out
    }

    /// An empty line.
    pub fn blank(&mut self) {
        self.out.push('\n');
    }

    /// `text` behind `prefix`; further lines are indented by as many columns.
    pub fn paragraph(&mut self, prefix: &str, text: &str, ink: Ink) {
        self.wrapped(prefix, text, ink, Matter::Prose);
    }

    /// PromQL, broken only where it may be.
    pub fn code(&mut self, prefix: &str, text: &str) {
        self.wrapped(prefix, text, Ink::Plain, Matter::Code);
    }

    fn wrapped(&mut self, prefix: &str, text: &str, ink: Ink, matter: Matter) {
        let indent = columns(prefix);
        let room = self.width.saturating_sub(indent);
        for (index, line) in wrap(text, room, matter).iter().enumerate() {
            match index {
                0 => self.out.push_str(prefix),
                _ => self.out.push_str(&" ".repeat(indent)),
            }
            self.paint(line, ink);
            self.end_line();
        }
    }

    /// Cells side by side with `gap` between them; breaks come between cells where possible.
    pub fn flow(&mut self, indent: usize, cells: &[Cell], gap: &str) {
        let room = self.width.saturating_sub(indent);
        let mut used = 0;
        for cell in cells.iter().filter(|cell| !cell.text.is_empty()) {
            let length = columns(&cell.text);
            if used > 0 && used + columns(gap) + length > room {
                self.end_line();
                used = 0;
            }
            match used {
                0 => self.out.push_str(&" ".repeat(indent)),
                _ => self.out.push_str(gap),
            }
            used += if used > 0 { columns(gap) } else { 0 };
            let lines = wrap(&cell.text, room, Matter::Prose);
            for (index, line) in lines.iter().enumerate() {
                if index > 0 {
                    self.end_line();
                    self.out.push_str(&" ".repeat(indent));
                    used = 0;
                }
                self.paint(line, cell.ink);
                used += columns(line);
            }
        }
        self.end_line();
    }

    /// Columns of a table of `rows` that nothing has to be wrapped in.
    pub fn table_columns(&self, rows: &[Vec<Cell>]) -> usize {
        let widths = column_widths(rows.iter());
        widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1)
    }

    /// Rows of cells under each other, under `head` when it is not empty.
    ///
    /// - Too wide: the column `flexible` is wrapped, down to [`NARROWEST_COLUMN`].
    /// - Still too wide: every row becomes a record, its first cell as a title and below it each
    ///   cell behind the head of its column.
    pub fn table(&mut self, indent: usize, head: &[String], rows: &[Vec<Cell>], flexible: usize) {
        let head_row: Vec<Cell> = head.iter().map(|text| Cell::inked(text, Ink::Dim)).collect();
        let all = || std::iter::once(&head_row).chain(rows).filter(|row| !row.is_empty());
        let mut widths = column_widths(all());
        let room = self.width.saturating_sub(indent + GAP * widths.len().saturating_sub(1));
        let too_much = widths.iter().sum::<usize>().saturating_sub(room);
        if let Some(width) = widths.get_mut(flexible)
            && too_much > 0
        {
            if *width < too_much + NARROWEST_COLUMN {
                return self.records(indent, head, rows);
            }
            *width -= too_much;
        }
        for row in all() {
            self.table_row(indent, row, &widths);
        }
    }

    fn table_row(&mut self, indent: usize, row: &[Cell], widths: &[usize]) {
        let wrapped: Vec<Vec<String>> =
            row.iter().zip(widths).map(|(cell, width)| wrap(&cell.text, *width, Matter::Prose)).collect();
        let height = wrapped.iter().map(Vec::len).max().unwrap_or(0);
        for index in 0..height {
            let mut owed = indent;
            for ((cell, width), lines) in row.iter().zip(widths).zip(&wrapped) {
                let line = lines.get(index).map_or("", String::as_str);
                if !line.is_empty() {
                    self.out.push_str(&" ".repeat(owed));
                    owed = 0;
                    self.paint(line, cell.ink);
                }
                owed += width - columns(line).min(*width) + GAP;
            }
            self.end_line();
        }
    }

    fn records(&mut self, indent: usize, head: &[String], rows: &[Vec<Cell>]) {
        for row in rows {
            let Some((title, rest)) = row.split_first() else { continue };
            if head.is_empty() {
                self.flow(indent, row, " ");
                continue;
            }
            self.paragraph(&" ".repeat(indent), &title.text, Ink::Bold);
            let named =
                |(cell, name): (&Cell, &String)| Cell::inked(format!("{name} {}", cell.text), cell.ink);
            let cells: Vec<Cell> = rest.iter().zip(head.iter().skip(1)).map(named).collect();
            self.flow(indent + GAP, &cells, "   ");
        }
    }

    fn paint(&mut self, text: &str, ink: Ink) {
        if self.color && ink != Ink::Plain && !text.is_empty() {
            self.out.push_str(&format!("\u{1B}[{}m{text}\u{1B}[0m", ink.code()));
        } else {
            self.out.push_str(text);
        }
    }

    /// Ends the line without blanks at its end.
    fn end_line(&mut self) {
        self.out.truncate(self.out.trim_end_matches(' ').len());
        self.out.push('\n');
    }
}

fn column_widths<'a>(rows: impl Iterator<Item = &'a Vec<Cell>>) -> Vec<usize> {
    let mut widths = Vec::new();
    for row in rows {
        widths.resize(widths.len().max(row.len()), 0);
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = columns(&cell.text).max(*width);
        }
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Page {
        Page::new(Style { width: 40, color: false })
    }

    fn rows(texts: &[&[&str]]) -> Vec<Vec<Cell>> {
        texts.iter().map(|row| row.iter().map(|text| Cell::plain(*text)).collect()).collect()
    }

    fn check_table(head: &[&str], texts: &[&[&str]], expected: &str) {
        let mut page = page();
        let head: Vec<String> = head.iter().map(ToString::to_string).collect();
        page.table(2, &head, &rows(texts), 0);
        assert_eq!(page.finish(), expected);
    }

    #[test]
    fn a_table_that_fits() {
        check_table(
            &["signal", "mean"],
            &[&["缓存", "1 s"], &["ttft", ""]],
            "  signal  mean\n  缓存    1 s\n  ttft\n",
        );
    }

    #[test]
    fn a_long_first_column_is_wrapped() {
        check_table(
            &["", "focus"],
            &[&["preemptions per finished request", "0.31 (0.2–0.4)"]],
            "                          focus\n  preemptions per         0.31 (0.2–0.4)\n  finished request\n",
        );
    }

    #[test]
    fn a_table_that_cannot_fit_becomes_records() {
        check_table(
            &["signal", "P50", "P99"],
            &[&["TTFT", "241 ms (100–250)", "too few requests (40)"]],
            "  TTFT\n    P50 241 ms (100–250)\n    P99 too few requests (40)\n",
        );
    }

    #[test]
    fn colour_adds_no_columns_and_no_words() {
        let mut page = Page::new(Style { width: 40, color: true });
        page.flow(0, &[Cell::inked("critical", Ink::Of(Severity::Critical)), Cell::plain("x")], " ");
        assert_eq!(page.finish(), "\u{1B}[1;31mcritical\u{1B}[0m x\n");
    }

    #[test]
    fn a_flow_breaks_between_its_cells() {
        let mut page = page();
        let cells = ["since 2026-11-30 07:14:22 UTC", "compared with nothing"].map(Cell::plain);
        page.flow(2, &cells, " / ");
        assert_eq!(page.finish(), "  since 2026-11-30 07:14:22 UTC\n  compared with nothing\n");
    }
}
