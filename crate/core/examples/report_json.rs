//! Prints the JSON report of each file, or its error, for the test that native and wasm agree to the
//! last byte: `report_json FILE…`

use std::io::Write;
use tailwalk_core::error::Result;
use tailwalk_core::render::Style;
use tailwalk_core::text::Language;
use tailwalk_core::{Builder, Options};

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    for name in std::env::args().skip(1) {
        let bytes = std::fs::read(&name)?;
        let text = report(&name, &bytes)
            .unwrap_or_else(|error| format!("{}: {}", error.code.id(), error.sentence(Language::En)));
        writeln!(out, "{name}\n{text}\u{0}")?;
    }
    Ok(())
}

fn report(name: &str, bytes: &[u8]) -> Result<String> {
    let mut builder = Builder::new();
    builder.start_file(name);
    builder.push(bytes)?;
    builder.end_file()?;
    builder.finish()?.export("json", &Options::default(), Style::default())
}
