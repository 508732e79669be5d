//! How often is the diagnosis right? `accuracy [--robust] DIR…`
//!
//! A directory with `truth.jsonl` holds labelled incidents, one with folders that hold `truth.json`
//! holds recordings of a real server. Without `--robust` it prints one line per case, who is taken for
//! whom, totals, and whether the true percentiles lie in the printed intervals; with it, what becomes
//! of each incident when data is missing, cut or renamed.

mod disturb;
mod incidents;
mod intervals;
mod recordings;
mod robust;
mod score;
mod truth;

use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use tailwalk_core::analysis::analyze;
use tailwalk_core::measure::model::Model;
use tailwalk_core::note::Notes;
use tailwalk_core::read::Reader;
use tailwalk_core::series::SeriesSet;
use tailwalk_core::{Options, Report};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Series that can be asked, and changed before they are asked.
struct Data {
    set: SeriesSet,
    notes: Notes,
    model: Model,
}

impl Data {
    fn read(files: &[PathBuf]) -> Result<Data> {
        let mut reader = Reader::new();
        for file in files {
            let bytes = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
            reader.start_file(&file.to_string_lossy());
            reader.push(&bytes)?;
            reader.end_file()?;
        }
        let (set, notes) = reader.finish()?;
        Ok(Data::of(set, notes))
    }

    fn of(set: SeriesSet, mut notes: Notes) -> Data {
        let model = Model::build(&set, &mut notes);
        Data { set, notes, model }
    }

    fn analyze(&self, options: &Options) -> tailwalk_core::error::Result<Report> {
        analyze(&self.set, &self.model, &self.notes, options)
    }
}

/// Options with a given focus window, in seconds.
fn within(window: (f64, f64)) -> Options {
    Options { from_ms: Some(window.0 * 1000.0), to_ms: Some(window.1 * 1000.0), ..Options::default() }
}

/// The folders of `directory` with a `truth.json`, by name.
fn recording_folders(directory: &Path) -> Result<Vec<PathBuf>> {
    let entries =
        std::fs::read_dir(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let mut folders: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    folders.retain(|folder| folder.join("truth.json").is_file());
    folders.sort();
    Ok(folders)
}

fn main() -> Result<()> {
    let (flags, directories): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    let robust = flags.iter().any(|flag| flag == "--robust");
    if directories.is_empty() || flags.iter().any(|flag| flag != "--robust") {
        return Err("usage: accuracy [--robust] DIR…".into());
    }
    let mut out = std::io::stdout().lock();
    for directory in directories.iter().map(Path::new) {
        let folders = recording_folders(directory)?;
        if directory.join("truth.jsonl").is_file() {
            let incidents = incidents::load(directory)?;
            if robust {
                robust::run(&incidents, &mut out)?;
            } else {
                writeln!(out, "# Incidents\n")?;
                score::print(&incidents::judge(&incidents), &mut out)?;
                writeln!(out, "# Incidents: true percentiles and the printed intervals\n")?;
                intervals::of_incidents(&incidents, &mut out)?;
            }
        } else if folders.is_empty() {
            return Err(
                format!("{}: neither truth.jsonl nor folders with truth.json", directory.display()).into()
            );
        } else if !robust {
            let recordings = recordings::load(&folders)?;
            writeln!(out, "# Recordings of a real server\n")?;
            score::print(&recordings::judge(&recordings), &mut out)?;
            writeln!(out, "# Recordings, pages of /metrics without times\n")?;
            score::print(&recordings::judge_pages(&recordings), &mut out)?;
            writeln!(out, "# Recordings: the client's TTFT and the printed intervals\n")?;
            intervals::of_recordings(&recordings, &mut out)?;
        }
    }
    Ok(())
}
