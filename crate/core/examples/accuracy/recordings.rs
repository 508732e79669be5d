//! Recordings of a real server: a folder each, with `truth.json` and the same time in several formats.

use crate::robust::Subject;
use crate::score::Judged;
use crate::truth::{Truth, stretch, words};
use crate::{Data, Result, within};
use serde_json::Value;
use std::path::{Path, PathBuf};
use tailwalk_core::Options;

/// The same recording as it may be exported: a name and the files.
const INPUTS: &[(&str, &[&str])] = &[
    ("5s", &["query_range-vllm.json.gz", "query_range-process_http.json.gz", "query_range-node.json.gz"]),
    ("raw", &["raw_samples.json.gz"]),
    (
        "15s",
        &["query_range-vllm-15s.json.gz", "query_range-process_http.json.gz", "query_range-node.json.gz"],
    ),
];

/// One recording.
pub struct Recording {
    /// Name of the folder.
    pub name: String,
    /// What was injected.
    pub truth: Truth,
    /// The whole `truth.json`.
    pub facts: Value,
    /// Each input with its name.
    pub inputs: Vec<(&'static str, Data)>,
    /// Pages of `/metrics` without times: one from the middle, and one each from start, middle and end.
    pub pages: Vec<(&'static str, Data)>,
}

impl Recording {
    /// To be disturbed: the first input.
    pub fn subject(&self) -> Option<Subject<'_>> {
        let (_, data) = self.inputs.first()?;
        Some(Subject { name: &self.name, truth: &self.truth, data })
    }

    /// The windows of `truth.json` that hold client percentiles: name, from and to in Unix seconds.
    pub fn windows(&self) -> impl Iterator<Item = (&str, (f64, f64))> {
        let windows = self.facts["windows"].as_object().into_iter().flatten();
        windows.filter_map(|(name, edges)| Some((name.as_str(), stretch(&edges[0], &edges[1])?)))
    }
}

/// Reads the recordings in `folders`.
pub fn load(folders: &[PathBuf]) -> Result<Vec<Recording>> {
    folders.iter().map(|folder| read(folder)).collect()
}

fn read(folder: &Path) -> Result<Recording> {
    let facts: Value = serde_json::from_slice(&std::fs::read(folder.join("truth.json"))?)?;
    // The folder of the single slow request is a question of too few samples: in our words layer "none".
    let layer = match facts["cause_layer"].as_str().unwrap_or_default() {
        "low_traffic" => "none",
        other => other,
    };
    let mut chain = words(&facts["chain"]);
    chain.push(layer.to_string());
    let truth = Truth {
        wanted: layer.to_string(),
        accept_layers: vec![layer.to_string()],
        chain,
        calm: layer == "none",
        fault: stretch(&facts["fault_from"], &facts["fault_to"]),
        recorded: stretch(&facts["started"], &facts["ended"]).unwrap_or_default(),
        affected: facts["affected_instance"].as_str().map(str::to_string).into_iter().collect(),
        ..Truth::default()
    };
    let mut inputs = Vec::new();
    for (name, files) in INPUTS {
        let files: Vec<PathBuf> = files.iter().map(|file| folder.join(file)).collect();
        inputs.push((*name, Data::read(&files)?));
    }
    let all = pages(folder, &["start", "fault", "end"])?;
    let middle = pages(folder, &["fault"])?;
    let pages = [("one page", middle), ("pages", all)]
        .into_iter()
        .filter(|(_, files)| !files.is_empty())
        .map(|(name, files)| Ok((name, Data::read(&files)?)))
        .collect::<Result<_>>()?;
    let name = folder.file_name().map(|name| name.to_string_lossy().to_string()).unwrap_or_default();
    Ok(Recording { name, truth, facts, inputs, pages })
}

/// The pages of some moments, one for each server; a server that was down left an empty one.
fn pages(folder: &Path, moments: &[&str]) -> Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    tailwalk_core::sort::sort(&mut files);
    let of = |moment: &str| {
        let begins = format!("metrics-{moment}");
        let named = |file: &&PathBuf| {
            file.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&begins))
        };
        let filled = |file: &&PathBuf| file.metadata().is_ok_and(|meta| meta.len() > 0);
        files.iter().filter(named).filter(filled).cloned().collect::<Vec<_>>()
    };
    Ok(moments.iter().flat_map(|moment| of(moment)).collect())
}

/// Asks about the pages: a fault in them is diluted by the time around it, so "healthy" is no surprise,
/// but a wrong cause is.
pub fn judge_pages(recordings: &[Recording]) -> Vec<Judged> {
    let all =
        recordings.iter().flat_map(|recording| recording.pages.iter().map(move |page| (recording, page)));
    let ask = |(recording, (input, data)): (&Recording, &(&str, Data))| {
        let name = format!("{} {input}", recording.name);
        Judged::new(&name, &recording.truth, data.analyze(&Options::default()))
    };
    all.map(ask).collect()
}

/// Asks about every recording: each input as a whole, the first also with the windows `during` (the same
/// truth) and `before` (nothing is wrong yet).
pub fn judge(recordings: &[Recording]) -> Vec<Judged> {
    recordings.iter().flat_map(judge_one).collect()
}

fn judge_one(recording: &Recording) -> Vec<Judged> {
    let name = |input: &str| format!("{} {input}", recording.name);
    let mut judged: Vec<Judged> = recording
        .inputs
        .iter()
        .map(|(input, data)| Judged::new(&name(input), &recording.truth, data.analyze(&Options::default())))
        .collect();
    let healthy = Truth { recorded: recording.truth.recorded, ..Truth::healthy() };
    let Some((_, data)) = recording.inputs.first() else { return judged };
    for (window, edges) in recording.windows() {
        let truth = match window {
            "before" => &healthy,
            "during" => &recording.truth,
            _ => continue,
        };
        judged.push(Judged::new(&name(window), truth, data.analyze(&within(edges))));
    }
    judged
}
