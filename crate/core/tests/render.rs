//! Reports in, texts out: compared with `tests/golden/render`, and held to what every text promises.
//!
//! To update the golden files: `UPDATE=1 cargo test -p tailwalk-core --test render`; read the diff.

#[path = "render/samples.rs"]
mod samples;

use samples::{HOSTILE, cannot_tell, healthy, hostile, kv_exhausted};
use std::path::PathBuf;
use tailwalk_core::render::{EXPORTS, Style, export};
use tailwalk_core::report::Report;
use tailwalk_core::text::Language::{En, Zh};

fn print(report: &Report, kind: &str, width: u32) -> String {
    export(report, kind, Style { width, color: false }).unwrap()
}

/// Compares one export with its golden file.
fn check(file: &str, report: &Report, kind: &str, width: u32) {
    let printed = print(report, kind, width);
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/render").join(file);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &printed).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(
        printed == golden,
        "{file} differs from what is printed now:\n{printed}\nupdate with UPDATE=1 cargo test -p tailwalk-core --test render"
    );
}

#[test]
fn golden_files() {
    let kv = kv_exhausted(En);
    check("kv-80.txt", &kv, "text", 80);
    check("kv-120.txt", &kv, "text", 120);
    check("kv.md", &kv, "markdown", 80);
    check("kv.json", &kv, "json", 80);
    let kv_zh = kv_exhausted(Zh);
    check("kv-zh-80.txt", &kv_zh, "text", 80);
    check("kv-zh-120.txt", &kv_zh, "text", 120);
    check("kv-zh.md", &kv_zh, "markdown", 80);
    check("healthy-80.txt", &healthy(En), "text", 80);
    check("healthy.md", &healthy(En), "markdown", 80);
    check("cannot-tell-80.txt", &cannot_tell(En), "text", 80);
    check("cannot-tell.md", &cannot_tell(En), "markdown", 80);
    check("hostile-80.txt", &hostile(En), "text", 80);
    check("hostile.md", &hostile(En), "markdown", 80);
}

fn all_samples() -> Vec<(&'static str, Report)> {
    let mut out = Vec::new();
    for language in [En, Zh] {
        out.push(("kv", kv_exhausted(language)));
        out.push(("healthy", healthy(language)));
        out.push(("cannot tell", cannot_tell(language)));
        out.push(("hostile", hostile(language)));
    }
    out
}

/// Columns in a terminal, counted apart from the code under test: everything from U+1100 on that
/// these samples use and that is no symbol is wide.
fn columns(line: &str) -> usize {
    let narrow_symbols = 0x2000..0x2E80;
    let wide = |letter: char| {
        letter as u32 >= 0x1100 && !narrow_symbols.contains(&(letter as u32)) && letter != '\u{FFFD}'
    };
    line.chars().map(|letter| if wide(letter) { 2 } else { 1 }).sum()
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    for (name, report) in all_samples() {
        for width in [40, 41, 57, 80, 100, 120, 200] {
            for line in print(&report, "text", width).lines() {
                assert!(columns(line) <= width as usize, "{name} at {width}: {line:?}");
                assert_eq!(line, line.trim_end(), "{name} at {width}: blanks at the end");
            }
        }
        assert_eq!(print(&report, "text", 0), print(&report, "text", Style::NARROWEST), "{name}");
    }
}

#[test]
fn nothing_that_acts_on_a_terminal_gets_out() {
    for (name, report) in all_samples() {
        for row in EXPORTS {
            let printed = print(&report, row.id, 80);
            let acts = |letter: char| {
                (letter.is_control() && letter != '\n') || ('\u{202A}'..='\u{202E}').contains(&letter)
            };
            assert_eq!(printed.find(acts), None, "{name} as {}", row.id);
        }
    }
}

#[test]
fn every_placeholder_is_filled() {
    for (name, report) in all_samples() {
        if name == "hostile" {
            continue;
        }
        for kind in ["text", "markdown"] {
            let printed = print(&report, kind, 120);
            let open = printed.split('{').skip(1).find(|rest| {
                rest.split_once('}').is_some_and(|(inside, _)| {
                    inside.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')
                })
            });
            assert_eq!(open, None, "{name} as {kind}");
        }
    }
}

#[test]
fn a_placeholder_in_a_label_stays_what_it_is() {
    assert!(HOSTILE.contains("{title}"));
    assert!(print(&hostile(En), "markdown", 80).contains("{title}"));
}

#[test]
fn colour_changes_nothing_but_colour() {
    for (name, report) in all_samples() {
        let plain = print(&report, "text", 80);
        let coloured = export(&report, "text", Style { width: 80, color: true }).unwrap();
        assert_ne!(plain, coloured, "{name}");
        let mut stripped = String::new();
        for (index, part) in coloured.split('\u{1B}').enumerate() {
            let rest = part.split_once('m').map_or("", |(_, rest)| rest);
            stripped.push_str(if index == 0 { part } else { rest });
        }
        assert_eq!(stripped, plain, "{name}");
    }
}

#[test]
fn the_first_twelve_lines_tell_the_story() {
    for (language, words) in [
        (
            En,
            [
                "CRITICAL",
                "KV cache exhausted",
                "high",
                "2026-11-30 07:14:22",
                "compared with",
                "root cause",
                "99.7 %",
                "GPU",
            ],
        ),
        (Zh, ["严重", "KV 缓存耗尽", "高", "2026-11-30 07:14:22", "参考", "根因", "99.7 %", "GPU"]),
    ] {
        for width in [80, 120] {
            let printed = print(&kv_exhausted(language), "text", width);
            let top: Vec<&str> = printed.lines().take(12).collect();
            for word in words {
                assert!(top.iter().any(|line| line.contains(word)), "{word} is not in {top:#?}");
            }
        }
    }
}

#[test]
fn unknown_is_never_drawn_as_healthy() {
    let printed = print(&cannot_tell(En), "text", 80);
    let line = |title: &str| printed.lines().find(|line| line.contains(title)).unwrap_or_default();
    assert!(printed.starts_with("? UNKNOWN"), "{printed}");
    assert!(line("Preemption").contains("? unknown"), "{printed}");
    assert!(!printed.contains("+ ok"), "{printed}");
    assert!(!printed.contains("checked and fine"), "{printed}");
    let missing = printed.find("Missing evidence").unwrap();
    assert!(missing < printed.find("Percentiles").unwrap(), "what is missing is the answer here");
}

/// A line of Markdown without its code spans and without what a backslash makes plain.
fn without_code_and_escapes(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(letter) = rest.chars().next() {
        let ticks = rest.len() - rest.trim_start_matches('`').len();
        let after = &rest[ticks.max(letter.len_utf8())..];
        rest = match letter {
            '\\' => after.chars().next().map_or("", |escaped| &after[escaped.len_utf8()..]),
            '`' => {
                let end = (0..after.len()).find(|&at| {
                    after.is_char_boundary(at)
                        && !after[..at].ends_with('`')
                        && after[at..].len() - after[at..].trim_start_matches('`').len() == ticks
                });
                &after[end.unwrap_or_else(|| panic!("a code span is left open: {line}")) + ticks..]
            }
            letter => {
                out.push(letter);
                after
            }
        };
    }
    out
}

#[test]
fn markdown_stays_well_formed() {
    for (name, report) in all_samples() {
        let printed = print(&report, "markdown", 80);
        let mut fence: Option<&str> = None;
        let mut columns: Option<usize> = None;
        for line in printed.lines() {
            if let Some(open) = fence {
                fence = if line == open { None } else { Some(open) };
                continue;
            }
            let ticks = line.len() - line.trim_start_matches('`').len();
            if ticks >= 3 {
                fence = Some(&line[..ticks]);
                continue;
            }
            let acting = without_code_and_escapes(line);
            let bars = acting.matches('|').count();
            if line.starts_with('|') {
                assert_eq!(bars, columns.unwrap_or(bars), "{name}: {line}");
                columns = Some(bars);
            } else {
                assert_eq!(bars, 0, "{name}: {line}");
                columns = None;
            }
            assert!(!acting.contains(['<', '[', '~', '$']), "{name}: {line}");
            assert_eq!(acting.matches("**").count() % 2, 0, "{name}: {line}");
            assert!(line.len() == line.trim_start().len() || line.starts_with("   - "), "{name}: {line}");
        }
        assert_eq!(fence, None, "{name}: a fence is left open");
        assert_eq!(printed.lines().filter(|line| line.starts_with("## ")).count(), 1, "{name}");
    }
}

#[test]
fn json_is_one_line_and_the_whole_report() {
    for (name, report) in all_samples() {
        let printed = print(&report, "json", 80);
        assert_eq!(printed.matches('\n').count(), 1, "{name}");
        let read: serde_json::Value = serde_json::from_str(&printed).unwrap();
        let expected = serde_json::to_value(&report).unwrap();
        assert_eq!(read["verdict"]["title"], expected["verdict"]["title"], "{name}");
        assert_eq!(with_floats(&read), with_floats(&expected), "{name}");
    }
}

/// The value with every number to 13 digits: `5` and `5.0` are one number in JSON, and the reader of
/// serde_json may miss the last bit of a float (`number_text` is tested to the last bit beside it).
fn with_floats(value: &serde_json::Value) -> serde_json::Value {
    use serde_json::Value;
    match value {
        Value::Number(number) => Value::from(number.as_f64().map(|number| format!("{number:.12e}"))),
        Value::Array(list) => list.iter().map(with_floats).collect(),
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), with_floats(value))).collect(),
        other => other.clone(),
    }
}

#[test]
fn an_export_that_does_not_exist_is_none() {
    assert_eq!(export(&healthy(En), "pdf", Style::default()), None);
}
