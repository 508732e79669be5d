//! Prints the answer for some files: `verdict [--json|--facts] [--from MS --to MS] FILE…`.

use std::io::Write;
use tailwalk_core::measure::facts::FACTS;
use tailwalk_core::render::Style;
use tailwalk_core::{Builder, Options};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = Builder::new();
    let mut options = Options::default();
    let mut kind = "text";
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|text| text.parse::<f64>().ok());
        match argument.as_str() {
            "--json" => kind = "json",
            "--facts" => kind = "facts",
            "--from" => options.from_ms = number(),
            "--to" => options.to_ms = number(),
            path => {
                builder.start_file(path);
                builder.push(&std::fs::read(path)?)?;
                builder.end_file()?;
            }
        }
    }
    let dataset = builder.finish()?;
    let mut out = std::io::stdout().lock();
    if kind == "facts" {
        let facts = dataset.facts(&options);
        writeln!(out, "focus {:?} onset {:?}", facts.focus_ms, facts.onset_ms)?;
        for scope in std::iter::once(&facts.fleet).chain(&facts.replicas) {
            writeln!(out, "== {}", scope.label)?;
            for row in FACTS {
                let (now, then) = (scope.now(row.fact), scope.then(row.fact));
                if now.is_some() || then.is_some() {
                    writeln!(
                        out,
                        "{:30} {:>12.4?} {:>12.4?} {:>8.2?}",
                        row.id,
                        now,
                        then,
                        scope.change(row.fact)
                    )?;
                }
            }
        }
        return Ok(());
    }
    writeln!(out, "{}", dataset.export(kind, &options, Style { width: 120, color: false })?)?;
    Ok(())
}
