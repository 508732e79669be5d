//! The report for a terminal.
//!
//! The first twelve lines tell the story: what, how bad, since when, by which path, and the ladder.

use super::layout::{Cell, Ink, Page};
use super::outline::{Block, Outline, Rung, Section, outline};
use super::{Style, drawing, words};
use crate::report::{Report, Severity};
use crate::text::Language;

/// Columns of a bar: long enough to compare, short enough to see at once.
const BAR_COLUMNS: usize = 60;
/// Columns of the small line of a layer.
const SPARK_COLUMNS: usize = 24;
/// A small line shorter than this shows nothing.
const SHORTEST_SPARK: usize = 8;
const INDENT: &str = "  ";

/// The report as text of `style.width` columns.
pub fn write(report: &Report, style: Style) -> String {
    let mut page = Page::new(style);
    let outline = outline(report, BAR_COLUMNS.min(page.width() - 2 * INDENT.len()));
    let language = report.language;
    write_head(&mut page, &outline, language);
    write_ladder(&mut page, &outline, language);
    for section in &outline.sections {
        write_section(&mut page, section, language);
    }
    page.blank();
    page.paragraph("", &outline.footer, Ink::Dim);
    page.finish()
}

fn write_head(page: &mut Page, outline: &Outline, language: Language) {
    let ink = Ink::Of(outline.severity);
    let word = words::severity(outline.severity).template(language).to_ascii_uppercase();
    let shape = words::shape(outline.severity);
    let cells = [
        Cell::inked(format!("{shape} {word}"), ink),
        Cell::inked(&outline.title, Ink::Bold),
        Cell::plain(format!("[{}]", outline.confidence)),
    ];
    page.flow(0, &cells, INDENT);
    page.paragraph(INDENT, &outline.headline, Ink::Plain);
    let mut cells = vec![Cell::inked(&outline.path, Ink::Bold)];
    cells.extend(outline.when.iter().map(Cell::plain));
    page.flow(INDENT.len(), &cells, " / ");
    page.blank();
}

fn write_ladder(page: &mut Page, outline: &Outline, language: Language) {
    let mut rows: Vec<Vec<Cell>> = outline.ladder.iter().map(|rung| rung_cells(rung, language)).collect();
    let used = page.table_columns(&rows) + 2 * INDENT.len();
    let room = page.width().saturating_sub(used).min(SPARK_COLUMNS);
    if room >= SHORTEST_SPARK {
        for (row, rung) in rows.iter_mut().zip(&outline.ladder) {
            let spark = Cell::inked(drawing::spark(&rung.spark, room), Ink::Of(rung.severity));
            row.insert(SPARK_INDEX, spark);
        }
    }
    page.table(INDENT.len(), &[], &rows, TITLE_INDEX);
    for (severity, names) in &outline.folded {
        let prefix = format!("{INDENT}    {} ", words::shape(*severity));
        page.paragraph(&prefix, names, if *severity == Severity::Ok { Ink::Dim } else { Ink::Of(*severity) });
    }
}

/// Mark, severity, title, number, (small line,) root cause.
const TITLE_INDEX: usize = 2;
const SPARK_INDEX: usize = 4;

fn rung_cells(rung: &Rung, language: Language) -> Vec<Cell> {
    let word = words::severity(rung.severity).template(language);
    let title = if rung.neighbour { format!("- {}", rung.title) } else { rung.title.clone() };
    let (mark, ink, root) = match rung.root {
        true => ("=>", Ink::Bold, format!("<= {}", words::ROOT.template(language))),
        false => ("", Ink::Plain, String::new()),
    };
    vec![
        Cell::inked(mark, Ink::Bold),
        Cell::inked(format!("{} {word}", words::shape(rung.severity)), Ink::Of(rung.severity)),
        Cell::inked(title, ink),
        Cell::plain(&rung.number),
        Cell::inked(root, Ink::Bold),
    ]
}

fn write_section(page: &mut Page, section: &Section, language: Language) {
    page.blank();
    page.paragraph("", &section.title, Ink::Bold);
    for block in &section.blocks {
        write_block(page, block, language);
    }
}

fn write_block(page: &mut Page, block: &Block, language: Language) {
    match block {
        Block::Items(items) => {
            for item in items {
                page.paragraph("  - ", item, Ink::Plain);
            }
        }
        Block::Steps(steps) => {
            for (index, step) in steps.iter().enumerate() {
                page.paragraph(&format!("  {}. ", index + 1), &step.sentence, Ink::Plain);
                if let Some(flag) = &step.flag {
                    page.paragraph("     ", &words::FLAG.fill(language, &[("flag", flag)]), Ink::Bold);
                }
                page.paragraph("     ", &step.source, Ink::Dim);
            }
        }
        Block::Table(head, rows) => {
            let rows: Vec<Vec<Cell>> = rows.iter().map(|row| row.iter().map(Cell::plain).collect()).collect();
            page.table(INDENT.len(), head, &rows, 0);
        }
        Block::Bars(legend, bars) => {
            for bar in bars {
                page.paragraph(INDENT, &bar.sentence, Ink::Plain);
                if !bar.drawing.is_empty() {
                    page.paragraph("    ", &bar.drawing, Ink::Plain);
                }
            }
            if !legend.is_empty() {
                page.paragraph("    ", legend, Ink::Dim);
            }
        }
        Block::Queries(queries) => {
            for query in queries {
                page.paragraph(INDENT, &query.label, Ink::Dim);
                page.code("    ", &query.promql);
            }
        }
    }
}
