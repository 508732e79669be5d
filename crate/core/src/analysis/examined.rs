//! What was examined: windows, engine, settings, notes, files.

use crate::format::window_text;
use crate::measure::baseline::Baseline;
use crate::measure::facts::Facts;
use crate::measure::meter::Span;
use crate::measure::model::Model;
use crate::measure::settings::SETTINGS;
use crate::measure::windows::{Scene, Windows};
use crate::note::{Notes, Weight};
use crate::report::{self, ReportNote, Setting, Source};
use crate::series::{Clock, SeriesSet};
use crate::text::{Language, Text};
use crate::walk::evidence::quantity;

const INFERRED: Text = Text::new("inferred from {count} metric families", "根据存在的 {count} 个指标推断");

const SINCE_START: Text = Text::new("since the process started", "自进程启动以来");

const BETWEEN_SCRAPES: Text = Text::new("between the first and the last scrape", "首次与末次抓取之间");

const EARLIER_DAYS: Text =
    Text::new("the same time on {count} earlier days (median)", "此前 {count} 天的同一时段（中位数）");

pub fn report_windows(
    scene: &Scene,
    windows: &Windows,
    baseline: &Baseline,
    language: Language,
) -> report::Windows {
    let window = |model: &Model, span: Span, origin| {
        let clocked = model.clock == Clock::Wall;
        let known = clocked && !span.since_start;
        let text = match (span.since_start, clocked) {
            (true, _) => SINCE_START.template(language).to_string(),
            (false, false) => BETWEEN_SCRAPES.template(language).to_string(),
            (false, true) => window_text(Some(span.from), Some(span.to), language),
        };
        report::Window {
            from_ms: known.then_some(span.from),
            to_ms: (known || clocked && span.since_start).then_some(span.to),
            seconds: known.then(|| span.seconds()),
            origin,
            text,
        }
    };
    let reference = match windows.reference.as_slice() {
        [] => None,
        [one] => Some(window(baseline.scene.meter.model, *one, windows.reference_origin)),
        days => Some(report::Window {
            from_ms: None,
            to_ms: None,
            seconds: Some(windows.focus.seconds()),
            origin: windows.reference_origin,
            text: EARLIER_DAYS.fill(language, &[("count", &days.len().to_string())]),
        }),
    };
    report::Windows { focus: window(scene.meter.model, windows.focus, windows.origin), reference }
}

pub fn engine(model: &Model, language: Language) -> report::Engine {
    let count = model.families.len().to_string();
    report::Engine {
        name: model.engine_name.to_string(),
        generation: model.generation.as_ref().map_or(String::new(), |generation| generation.label.clone()),
        since: model.generation.as_ref().and_then(|generation| generation.since).map(str::to_string),
        sentence: INFERRED.fill(language, &[("count", &count)]),
        models: model.models.clone(),
    }
}

/// What the server runs with, as far as it is known.
pub fn settings(facts: &Facts, language: Language) -> Vec<Setting> {
    let known = SETTINGS.into_iter().filter(|fact| facts.fleet.now(*fact).is_some());
    known
        .map(|fact| Setting {
            fact: fact.id().to_string(),
            label: fact.row().label.template(language).to_string(),
            value: quantity(fact, facts.fleet.now(fact), language),
        })
        .collect()
}

pub fn report_notes(notes: &Notes, language: Language) -> Vec<ReportNote> {
    let by_weight = [Weight::Serious, Weight::Doubt, Weight::Info].into_iter();
    by_weight
        .flat_map(|weight| notes.iter().filter(move |note| note.kind.weight == weight))
        .map(|note| ReportNote {
            id: note.kind.id.to_string(),
            weight: match note.kind.weight {
                Weight::Info => "info",
                Weight::Doubt => "doubt",
                Weight::Serious => "serious",
            }
            .to_string(),
            count: note.count as f64,
            sentence: note.sentence(language),
        })
        .collect()
}

pub fn sources(set: &SeriesSet) -> Vec<Source> {
    set.files
        .iter()
        .map(|file| Source {
            name: file.name.clone(),
            format: file.format.to_string(),
            bytes: file.bytes as f64,
            series: file.series as f64,
            samples: file.samples as f64,
        })
        .collect()
}

/// All sentences of this module, for the test of languages.
#[cfg(test)]
pub const TEXTS: &[Text] = &[INFERRED, SINCE_START, BETWEEN_SCRAPES, EARLIER_DAYS];
