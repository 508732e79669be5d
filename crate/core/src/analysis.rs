//! One analysis from end to end: windows → facts → walk → report.

mod checks;
mod examined;
mod gather;
mod pictures;
mod tables;
mod timeline;
mod what_if;

use crate::error::{Error, ErrorCode, Result};
use crate::measure::baseline::Baseline;
use crate::measure::charts::charts;
use crate::measure::facts::{Fact, Facts};
use crate::measure::windows::{Scene, Windows, choose_windows};
use crate::note::Notes;
use crate::options::{Hints, Options};
use crate::report::{self, Report};
use crate::walk::diagnose::diagnose;
use crate::walk::stages::ladder;
use crate::walk::thresholds::Thresholds;
use crate::walk::verdict::Conclusion;
use checks::check_times;
use checks::check_windows;
use checks::no_engine;
use examined::engine;
use examined::report_notes;
use examined::report_windows;
use examined::settings;
use examined::sources;
use gather::gather;
use pictures::add_sparks;
use pictures::report_charts;
use tables::breakdown;
use tables::replicas;
use tables::thin_percentiles;
use tables::waterfall;

/// Name and version of the program, as reports carry it.
pub const GENERATOR: &str = concat!("tailwalk ", env!("CARGO_PKG_VERSION"));

/// The whole answer; `good` is another capture to compare with.
///
/// Errors: options that contradict each other or the data, and data without any inference engine.
pub fn analyze(scene: &Scene, good: Option<&Scene>, read: &Notes, options: &Options) -> Result<Report> {
    let bad = |detail: String| Error::new(ErrorCode::BadOptions, "", detail);
    let model = scene.meter.model;
    let thresholds = Thresholds::with(&options.thresholds).map_err(bad)?;
    let hints = options.hints.resolve().map_err(bad)?;
    for scene in std::iter::once(scene).chain(good) {
        check_times(scene.meter.set, scene.meter.model)?;
        if scene.meter.model.replicas.is_empty() {
            return Err(no_engine(scene.meter.set, scene.meter.model));
        }
    }
    check_windows(model, good.map(|good| good.meter.model), options)?;
    if model.replicas.is_empty() {
        return Err(no_engine(scene.meter.set, model));
    }
    let language = options.language;
    let windows = choose_windows(scene, good, options);
    let baseline = baseline(scene, good, &windows);
    let mut notes = read.clone();
    let facts = gather(scene, &windows, &baseline, &hints, language, &mut notes);
    let known = Hints { max_num_seqs: facts.fleet.now(Fact::MaxSequences), ..hints };
    let diagnosis = diagnose(&facts, &thresholds);
    let conclusion = Conclusion { facts: &facts, thresholds: &thresholds, diagnosis: &diagnosis, language };
    let verdict = conclusion.verdict();
    let mut ladder = ladder(&facts, &thresholds, &diagnosis, &verdict.layer, language);
    let lines = charts(scene);
    add_sparks(&mut ladder, scene, &lines);
    let breakdown = breakdown(scene, &windows, &baseline, &thresholds, language, &mut notes);
    thin_percentiles(&mut ladder, &breakdown, language);
    let replicas = replicas(scene, &windows, &thresholds, language);
    let focus = windows.focus;
    let target = thresholds.of(Fact::TtftP99).map(|row| row.watch);
    Ok(Report {
        schema: report::SCHEMA,
        generator: GENERATOR.to_string(),
        language,
        window: report_windows(scene, &windows, &baseline, language),
        engine: engine(model, language),
        counterfactuals: what_if::counterfactuals(scene, focus, &facts, &verdict, &replicas, language),
        contributions: target
            .map_or_else(Vec::new, |target| what_if::contributions(scene, focus, target, language)),
        replicas,
        settings: settings(&facts, language),
        findings: conclusion.findings(),
        verdict,
        ladder,
        breakdown,
        waterfall: waterfall(&facts, language),
        timeline: timeline::timeline(scene, &windows, &baseline, &known, language),
        charts: report_charts(scene, &lines, &thresholds, language),
        notes: report_notes(&notes, language),
        sources: sources(scene.meter.set),
        unknown_families: model.unknown.clone(),
    })
}

/// The facts alone, for tests and for whoever argues with a verdict.
pub fn facts(scene: &Scene, good: Option<&Scene>, options: &Options) -> (Windows, Facts) {
    let windows = choose_windows(scene, good, options);
    let hints = options.hints.resolve().unwrap_or_default();
    let baseline = baseline(scene, good, &windows);
    let facts = gather(scene, &windows, &baseline, &hints, options.language, &mut Notes::default());
    (windows, facts)
}

fn baseline<'a>(scene: &Scene<'a>, good: Option<&Scene<'a>>, windows: &'a Windows) -> Baseline<'a> {
    Baseline { scene: *good.unwrap_or(scene), spans: &windows.reference, is_own: good.is_none() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sentence_has_both_languages() {
        let rows = tables::BREAKDOWN.iter().map(|(_, text)| text);
        let rows = rows.chain(pictures::CHART_TITLES.iter().chain(pictures::ROLES).map(|(_, text)| text));
        let rows = rows.chain(timeline::TEXTS.iter().copied().flatten()).chain(what_if::TEXTS);
        for text in
            rows.chain(checks::TEXTS).chain(tables::TEXTS).chain(pictures::TEXTS).chain(examined::TEXTS)
        {
            text.check().unwrap();
        }
    }
}
