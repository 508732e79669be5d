//! Labelled incidents: `truth.jsonl` and one file of samples each.

use crate::robust::Subject;
use crate::score::Judged;
use crate::truth::{Truth, stretch, words};
use crate::{Data, Result};
use serde_json::Value;
use std::path::Path;
use tailwalk_core::Options;

/// One incident.
pub struct Incident {
    /// File number, situation and strength.
    pub name: String,
    /// What was injected.
    pub truth: Truth,
    /// True percentiles of each phase.
    pub phases: Value,
    /// What was scraped.
    pub data: Data,
}

impl Incident {
    /// To be disturbed.
    pub fn subject(&self) -> Subject<'_> {
        Subject { name: &self.name, truth: &self.truth, data: &self.data }
    }
}

/// Reads all incidents of a directory.
pub fn load(directory: &Path) -> Result<Vec<Incident>> {
    let text = std::fs::read_to_string(directory.join("truth.jsonl"))?;
    text.lines().filter(|line| !line.trim().is_empty()).map(|line| read(directory, line)).collect()
}

fn read(directory: &Path, line: &str) -> Result<Incident> {
    let row: Value = serde_json::from_str(line)?;
    let text = |key: &str| row[key].as_str().unwrap_or_default().to_string();
    let file = text("file");
    let wanted = text("cause");
    let mut chain = words(&row["chain"]);
    chain.extend(words(&row["accept_layers"]));
    let affected = row["affected"].as_array().map_or(&[][..], Vec::as_slice);
    let truth = Truth {
        accept: words(&row["accept"]),
        chain,
        calm: row["fault_from"].is_null() || wanted == "traffic_drop",
        fault: stretch(&row["fault_from"], &row["fault_to"]),
        recorded: stretch(&row["recorded_from"], &row["recorded_to"]).unwrap_or_default(),
        affected: match row["cause_layer"].as_str() {
            Some("replica") => {
                affected.iter().filter_map(|target| Some(target["instance"].as_str()?.to_string())).collect()
            }
            _ => Vec::new(),
        },
        wanted,
        ..Truth::default()
    };
    let number = file.split('.').next().unwrap_or_default();
    let name = format!("{number} {} {}", text("scenario"), text("severity"));
    Ok(Incident { name, truth, phases: row["phases"].clone(), data: Data::read(&[directory.join(&file)])? })
}

/// Asks about every incident.
pub fn judge(incidents: &[Incident]) -> Vec<Judged> {
    let ask = |one: &Incident| Judged::new(&one.name, &one.truth, one.data.analyze(&Options::default()));
    incidents.iter().map(ask).collect()
}
