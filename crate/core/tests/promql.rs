//! The PromQL that stands beside each proof of a verdict on a real recording, and the number it gives.
//!
//! The expressions were put to a real Prometheus with the same samples; rates differ by its
//! extrapolation. To update: `UPDATE=1 cargo test -p tailwalk-core --test promql`.

mod committed;

use flate2::read::GzDecoder;
use std::fmt::Write;
use tailwalk_core::{Builder, Options};

const COMMITTED: &str = "tests/golden/promql.txt";
const UPDATE: &str = "UPDATE=1 cargo test -p tailwalk-core --test promql";
const RECORDINGS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/panel/recordings");

/// The answer of Prometheus to the query for every series, which is one part of the recording.
fn answer_of(packed: &[u8]) -> String {
    let recording: serde_json::Value = serde_json::from_reader(GzDecoder::new(packed)).unwrap();
    recording["raw"]["A"]["answer"].to_string()
}

#[test]
fn every_proof_says_how_to_recompute_it() {
    let mut files: Vec<_> = std::fs::read_dir(RECORDINGS).unwrap().map(|file| file.unwrap().path()).collect();
    tailwalk_core::sort::sort(&mut files);
    let mut page = String::new();
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let mut builder = Builder::new();
        builder.start_file(&name);
        builder.push(answer_of(&std::fs::read(&file).unwrap()).as_bytes()).unwrap();
        builder.end_file().unwrap();
        let verdict = builder.finish().unwrap().analyze(&Options::default()).unwrap().verdict;
        writeln!(page, "{name}: {}", verdict.cause).unwrap();
        for proof in verdict.evidence {
            let expression = proof.promql.unwrap_or_else(|| "not one expression".to_string());
            writeln!(page, "  {} {}\n    {expression}", proof.fact, proof.focus.text).unwrap();
        }
    }
    committed::check(COMMITTED, &page, UPDATE);
}
