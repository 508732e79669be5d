//! Report → text, Markdown, JSON.
//!
//! One file per export, its row in [`EXPORTS`]. Nothing in here computes a number: every quantity
//! comes finished from the report, and what is drawn (bars, small lines) is drawn to scale from it.
//!
//! ```text
//! report → outline (sections, in the asked language, cleaned) → text | markdown
//!        → json (the report itself)
//! ```
//!
//! Labels and file names are written by strangers. `clean` takes control characters and what
//! reorders or hides text out of every string that enters the outline, and each writer escapes what
//! its own format would act upon.

mod clean;
mod drawing;
mod json;
mod layout;
mod markdown;
mod outline;
mod text;
mod words;
mod wrap;

pub use json::json_text;

use crate::report::Report;
use crate::text::Text;

/// How an export is to look; writers that have no choice ignore it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Columns of the terminal. Below [`Style::NARROWEST`] the text is as wide as that.
    pub width: u32,
    /// Whether to use ANSI colours; the same words are there without.
    pub color: bool,
}

impl Style {
    /// A window narrower than 40 columns holds no table; text is laid out for 40 then.
    pub const NARROWEST: u32 = 40;
}

impl Default for Style {
    /// 80 columns, no colour: what fits everywhere.
    fn default() -> Style {
        Style { width: 80, color: false }
    }
}

/// One row of [`EXPORTS`].
#[derive(Clone, Copy, Debug)]
pub struct ExportRow {
    /// Stable id, the `kind` of [`export`].
    pub id: &'static str,
    /// Name to print.
    pub name: &'static str,
    /// For downloads and the clipboard.
    pub media_type: &'static str,
    /// For file names, without a dot.
    pub extension: &'static str,
    /// What it is good for.
    pub text: Text,
    write: fn(&Report, Style) -> String,
}

/// Everything a report can be turned into.
pub const EXPORTS: &[ExportRow] = &[
    ExportRow {
        id: "text",
        name: "Text",
        media_type: "text/plain; charset=utf-8",
        extension: "txt",
        text: Text::new("For the terminal and plain mail", "用于终端和纯文本邮件"),
        write: text::write,
    },
    ExportRow {
        id: "markdown",
        name: "Markdown",
        media_type: "text/markdown; charset=utf-8",
        extension: "md",
        text: Text::new("To paste into a ticket", "可直接粘贴到工单"),
        write: markdown::write,
    },
    ExportRow {
        id: "json",
        name: "JSON",
        media_type: "application/json",
        extension: "json",
        text: Text::new("The whole report for programs, one line", "供程序使用的完整报告，单行"),
        write: json::write,
    },
];

/// `report` as the export called `kind`; `None` when there is no such export.
pub fn export(report: &Report, kind: &str, style: Style) -> Option<String> {
    let row = EXPORTS.iter().find(|row| row.id == kind)?;
    Some((row.write)(report, style))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_ids_and_extensions_of_their_own_and_both_languages() {
        for (index, row) in EXPORTS.iter().enumerate() {
            row.text.check().unwrap();
            for other in &EXPORTS[index + 1..] {
                assert_ne!(row.id, other.id);
                assert_ne!(row.extension, other.extension);
            }
        }
    }
}
