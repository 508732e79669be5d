//! A dataset: read once, asked often.

use crate::analysis::analyze;
use crate::error::{Error, ErrorCode, Result};
use crate::measure::facts::Facts;
use crate::measure::meter::Meter;
use crate::measure::model::Model;
use crate::measure::timeline::Timeline;
use crate::measure::windows::Scene;
use crate::note::Notes;
use crate::options::Options;
use crate::read::Reader;
use crate::render::{Style, export};
use crate::report::Report;
use crate::series::SeriesSet;

/// Takes bytes, file by file and chunk by chunk, and makes a [`Dataset`].
#[derive(Default)]
pub struct Builder {
    reader: Reader,
}

impl Builder {
    /// An empty builder.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// Begins a file called `name`.
    pub fn start_file(&mut self, name: &str) {
        self.reader.start_file(name);
    }

    /// Takes the next bytes of the file, cut anywhere.
    pub fn push(&mut self, bytes: &[u8]) -> Result<()> {
        self.reader.push(bytes)
    }

    /// Ends the file. An error concerns this file only: others stay readable.
    pub fn end_file(&mut self) -> Result<()> {
        self.reader.end_file()
    }

    /// Takes query results laid flat: see [`Reader::columns`].
    pub fn columns(&mut self, words_json: &str, layout: &[u32], times: &[f64], values: &[f64]) -> Result<()> {
        self.reader.columns(words_json, layout, times, values)
    }

    /// Sorts everything into replicas, servers and GPUs, and goes over the times once.
    pub fn finish(self) -> Result<Dataset> {
        let (set, notes) = self.reader.finish()?;
        Ok(Dataset::new(set, notes))
    }
}

/// What was read, prepared for questions.
pub struct Dataset {
    set: SeriesSet,
    notes: Notes,
    model: Model,
    timeline: Timeline,
    good: Option<Box<Dataset>>,
}

impl Dataset {
    /// Prepares columns that are there already; `notes` are the doubts that came with them.
    pub fn new(set: SeriesSet, mut notes: Notes) -> Dataset {
        let model = Model::build(&set, &mut notes);
        let timeline = Timeline::of(Meter { set: &set, model: &model });
        Dataset { set, notes, model, timeline, good: None }
    }

    /// From now on this is compared with `good`, a capture of better times, instead of with a window of its
    /// own; [`Options::reference_ms`] then is a window of `good`.
    pub fn compare_with(&mut self, good: Dataset) {
        self.good = Some(Box::new(good));
    }

    fn scene(&self) -> Scene<'_> {
        Scene { meter: Meter { set: &self.set, model: &self.model }, timeline: &self.timeline }
    }

    fn good(&self) -> Option<Scene<'_>> {
        self.good.as_deref().map(Dataset::scene)
    }

    /// The whole answer under `options`.
    ///
    /// Errors: [`ErrorCode::BadOptions`], [`ErrorCode::NoEngine`].
    pub fn analyze(&self, options: &Options) -> Result<Report> {
        analyze(&self.scene(), self.good().as_ref(), &self.notes, options)
    }

    /// The facts that the walk sees under `options`.
    pub fn facts(&self, options: &Options) -> Facts {
        crate::analysis::facts(&self.scene(), self.good().as_ref(), options).1
    }

    /// The answer as `text`, `markdown` or `json` (see [`crate::render::EXPORTS`]).
    pub fn export(&self, kind: &str, options: &Options, style: Style) -> Result<String> {
        let report = self.analyze(options)?;
        export(&report, kind, style).ok_or_else(|| {
            let known: Vec<&str> = crate::render::EXPORTS.iter().map(|row| row.id).collect();
            Error::new(
                ErrorCode::BadOptions,
                "",
                format!("there is no export {kind}, only {}", known.join(", ")),
            )
        })
    }
}
