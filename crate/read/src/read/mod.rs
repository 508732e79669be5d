//! Bytes in any known format → [`SeriesSet`] and [`Notes`].
//!
//! The formats are the rows of [`FORMATS`]; they are recognised from bytes, never from names. Bytes may
//! come in chunks of any size, and the result does not depend on the size. Nothing of the input is
//! kept but the samples and one unfinished line or token.
//!
//! # What is read of hand-made and damaged text
//!
//! Metrics text is read as Prometheus 3.14 reads it, and in addition:
//!
//! - line ends of Windows, a byte order mark, UTF-16, indentation, blanks at the end of a line;
//! - text format and OpenMetrics mixed: exemplars and times in seconds anywhere, no `# EOF` or several;
//! - `__name__` among the labels instead of a name before the braces (`promtool tsdb dump`).
//!
//! A line that is no metric is skipped and counted, and the first is shown in a note; it never costs
//! another line. So a line break inside quotes ends the line, where Prometheus would read on.
//!
//! Nothing is dropped without a note, and nothing becomes an error while there are samples.

mod columns;
mod decode;
mod exposition;
mod formats;
mod gzip;
mod input;
mod json;
mod merge;
pub mod notes;
mod number;
mod replicas;
mod settle;
mod store;

pub use formats::{FORMATS, FormatRow, has_seconds};

use crate::error::{Error, ErrorCode, Result};
use crate::note::{Note, Notes};
use crate::series::{Clock, FileInfo, Series, SeriesSet};
use input::Input;
use replicas::Source;
use store::{Context, Draft, Store, Timing};

/// Takes files chunk by chunk and Grafana columns, and makes one set of series.
///
/// ```
/// let mut reader = tailwalk_read::read::Reader::new();
/// reader.start_file("metrics.txt");
/// reader.push(b"vllm:num_requests_wai")?;
/// reader.push(b"ting{engine=\"0\"} 7\n")?;
/// reader.end_file()?;
/// let (set, notes) = reader.finish()?;
/// assert_eq!(set.series[0].values[..], [7.0]);
/// assert_eq!(notes.iter().count(), 0);
/// # Ok::<(), tailwalk_read::Error>(())
/// ```
#[derive(Default)]
pub struct Reader {
    store: Store,
    series: Vec<Series>,
    sources: Vec<Source>,
    notes: Notes,
    current: Option<Box<Input>>,
}

impl Reader {
    /// A reader that has read nothing.
    pub fn new() -> Reader {
        Reader::default()
    }

    /// Begins a file; `name` is what the user is told.
    ///
    /// - A file that was begun and not ended is left out, with a note.
    pub fn start_file(&mut self, name: &str) {
        self.abandon();
        self.current = Some(Box::new(Input::new(name)));
    }

    /// Takes the next bytes of the file.
    ///
    /// - An error concerns this file only; [`Reader::end_file`] gives the same error again.
    /// - Without [`Reader::start_file`] the file has no name.
    pub fn push(&mut self, bytes: &[u8]) -> Result<()> {
        let input = self.current.get_or_insert_with(|| Box::new(Input::new("")));
        input.push(&mut self.store, bytes)
    }

    /// Ends the file.
    ///
    /// - An error concerns this file only: what was read of others stays, and others may follow.
    pub fn end_file(&mut self) -> Result<()> {
        let input = self.current.take().unwrap_or_else(|| Box::new(Input::new("")));
        let (result, context, bytes) = input.end(&mut self.store);
        self.accept(result?, context, bytes);
        Ok(())
    }

    /// Takes the columns of a Grafana panel.
    ///
    /// - `words_json` is an array of strings; `layout` names them by number and says which part of `times`
    ///   (ms) and `values` belongs to which series: per series `name, query, kind, windowMs, start,
    ///   timesStart, length, labels`, then as many pairs `label, value`. No query is `u32::MAX`; kinds are
    ///   0 raw, 1 rate, 2 increase. Words cross once, however many series carry them: of thousands of series
    ///   as JSON the labels alone took longer to read than the samples.
    /// - Series may share their times.
    /// - A NaN is a gap.
    pub fn columns(&mut self, words_json: &str, layout: &[u32], times: &[f64], values: &[f64]) -> Result<()> {
        let (result, context) = columns::read(&mut self.store, words_json, layout, times, values);
        let bytes = size_of_val(times) + size_of_val(values);
        self.accept(result?, context, bytes as u64);
        Ok(())
    }

    /// Ends the reading: decides what the times mean, tells replicas apart, merges equal series.
    ///
    /// - When some input has times and some has none, the latter is left out with a note.
    /// - [`Clock::Ordinal`] when no input has times.
    pub fn finish(mut self) -> Result<(SeriesSet, Notes)> {
        self.abandon();
        if self.series.is_empty() {
            return Err(Error::new(ErrorCode::NoSamples, "", ""));
        }
        let has_wall = self.sources.iter().any(|source| source.timing == Timing::Wall);
        if has_wall {
            self.leave_out_untimed();
        }
        let Store { mut symbols, mut times, types, .. } = self.store;
        replicas::arrange(&mut self.series, &self.sources, &mut symbols, &mut times, &mut self.notes);
        let files: Vec<FileInfo> = self.sources.into_iter().map(|source| source.info).collect();
        let series = merge::merge(self.series, &files, &mut times, &mut self.notes);
        let clock = if has_wall { Clock::Wall } else { Clock::Ordinal };
        Ok((SeriesSet { symbols, series, clock, files, types }, self.notes))
    }

    fn accept(&mut self, draft: Draft, context: Context, bytes: u64) {
        let file = self.sources.len() as u32;
        let info = FileInfo {
            name: context.file,
            format: draft.format,
            bytes,
            series: draft.series.len() as u64,
            samples: draft.samples,
        };
        let anonymous = [formats::TEXT, formats::OPENMETRICS].contains(&draft.format);
        self.sources.push(Source { info, timing: draft.timing, anonymous });
        self.series.extend(draft.series.into_iter().map(|series| Series { file, ..series }));
        self.notes.extend(context.notes);
    }

    fn abandon(&mut self) {
        if let Some(input) = self.current.take() {
            self.notes.add(Note::new(&notes::ABANDONED, input.context.file.as_str(), ""));
        }
    }

    fn leave_out_untimed(&mut self) {
        for source in self.sources.iter().filter(|source| source.timing != Timing::Wall) {
            self.notes.add(Note::new(&notes::UNTIMED_LEFT_OUT, source.info.name.as_str(), ""));
        }
        let sources = &self.sources;
        let timed =
            |file: u32| sources.get(file as usize).is_some_and(|source| source.timing == Timing::Wall);
        self.series.retain(|series| timed(series.file));
    }
}
