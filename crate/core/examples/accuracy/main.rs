//! How often is the diagnosis right? `accuracy [--robust] [--explain WORDS] DIR…`
//!
//! A directory with `truth.jsonl` holds labelled incidents, one with folders that hold `truth.json`
//! holds recordings of a real server. Without `--robust` it prints one line per case, who is taken for
//! whom, totals, and whether the true percentiles lie in the printed intervals; with it, what becomes
//! of each incident when data is missing, cut or renamed. `--explain` prints the facts and the state of
//! every rule of the cases whose line holds the words: `--explain '0009'`, with `--robust`
//! `--explain 'surge_admission moderate, without queue_time'`.

mod disturb;
mod explain;
mod incidents;
mod intervals;
mod recordings;
mod robust;
mod score;
mod truth;

use incidents::Incident;
use recordings::Recording;
use robust::Subject;
use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use tailwalk_core::analysis::analyze;
use tailwalk_core::measure::meter::Meter;
use tailwalk_core::measure::model::Model;
use tailwalk_core::measure::timeline::Timeline;
use tailwalk_core::measure::windows::Scene;
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
    timeline: Timeline,
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
        let timeline = Timeline::of(Meter { set: &set, model: &model });
        Data { set, notes, model, timeline }
    }

    fn scene(&self) -> Scene<'_> {
        Scene { meter: Meter { set: &self.set, model: &self.model }, timeline: &self.timeline }
    }

    fn analyze(&self, options: &Options) -> tailwalk_core::error::Result<Report> {
        analyze(&self.scene(), None, &self.notes, options)
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
    tailwalk_core::sort::sort(&mut folders);
    Ok(folders)
}

/// What is asked for on the command line.
#[derive(Default)]
struct Request {
    robust: bool,
    explain: Option<String>,
    directories: Vec<PathBuf>,
}

impl Request {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Request> {
        let mut request = Request::default();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--robust" => request.robust = true,
                "--explain" => request.explain = Some(words.next().ok_or(USAGE)?),
                flag if flag.starts_with("--") => return Err(USAGE.into()),
                directory => request.directories.push(directory.into()),
            }
        }
        if request.directories.is_empty() { Err(USAGE.into()) } else { Ok(request) }
    }
}

const USAGE: &str = "usage: accuracy [--robust] [--explain WORDS] DIR…";

fn main() -> Result<()> {
    let request = Request::read(std::env::args().skip(1))?;
    let mut out = std::io::stdout().lock();
    for directory in &request.directories {
        let folders = recording_folders(directory)?;
        if directory.join("truth.jsonl").is_file() {
            answer_incidents(&request, &incidents::load(directory)?, &mut out)?;
        } else if folders.is_empty() {
            return Err(
                format!("{}: neither truth.jsonl nor folders with truth.json", directory.display()).into()
            );
        } else {
            answer_recordings(&request, &recordings::load(&folders)?, &mut out)?;
        }
    }
    Ok(())
}

fn answer_incidents(request: &Request, incidents: &[Incident], out: &mut impl Write) -> Result<()> {
    let subjects: Vec<Subject> = incidents.iter().map(Incident::subject).collect();
    match (&request.explain, request.robust) {
        (Some(words), false) => {
            for one in incidents.iter().filter(|one| one.name.contains(words)) {
                explain::print(&one.name, &one.data, out)?;
            }
        }
        (Some(words), true) => robust::explain(&subjects, words, out)?,
        (None, true) => robust::run(&subjects, out)?,
        (None, false) => {
            writeln!(out, "# Incidents\n")?;
            score::print(&incidents::judge(incidents), out)?;
            writeln!(out, "# Incidents: true percentiles and the printed intervals\n")?;
            intervals::of_incidents(incidents, out)?;
        }
    }
    Ok(())
}

fn answer_recordings(request: &Request, recordings: &[Recording], out: &mut impl Write) -> Result<()> {
    if request.robust {
        let subjects: Vec<Subject> = recordings.iter().filter_map(Recording::subject).collect();
        match &request.explain {
            Some(words) => robust::explain(&subjects, words, out)?,
            None => robust::run(&subjects, out)?,
        }
        return Ok(());
    }
    if let Some(words) = &request.explain {
        for one in recordings {
            for (input, data) in one.inputs.iter().chain(&one.pages) {
                let name = format!("{} {input}", one.name);
                if name.contains(words) {
                    explain::print(&name, data, out)?;
                }
            }
        }
        return Ok(());
    }
    writeln!(out, "# Recordings of a real server\n")?;
    score::print(&recordings::judge(recordings), out)?;
    writeln!(out, "# Recordings, pages of /metrics without times\n")?;
    score::print(&recordings::judge_pages(recordings), out)?;
    writeln!(out, "# Recordings: the client's TTFT and the printed intervals\n")?;
    intervals::of_recordings(recordings, out)?;
    Ok(())
}
