//! The facts of the fleet and of each replica, and the doubts about them.

use crate::catalog::Signal;
use crate::format::{count_text, quantity_text, window_text};
use crate::measure::baseline::{Baseline, all_facts};
use crate::measure::compute::{Members, finish_lag};
use crate::measure::derive::{compare_peers, derive_facts};
use crate::measure::facts::{Basis, Fact, FactSet, Facts, Scope};
use crate::measure::meter::Span;
use crate::measure::notes;
use crate::measure::price::{Marked, price};
use crate::measure::recent::recent_facts;
use crate::measure::settings::add_settings;
use crate::measure::windows::{BRIEF_SECONDS, Reason, Scene, Windows};
use crate::note::{Note, Notes};
use crate::options::Hints;
use crate::report::WindowOrigin;
use crate::series::Clock;
use crate::text::Language;
use crate::unit::Unit;
use crate::walk::thresholds::THRESHOLDS;

/// Facts of the fleet and of each replica in both windows.
pub fn gather(
    scene: &Scene,
    windows: &Windows,
    baseline: &Baseline,
    hints: &Hints,
    language: Language,
    notes: &mut Notes,
) -> Facts {
    let meter = scene.meter;
    let model = meter.model;
    let fleet = Members::fleet(scene);
    let mut fleet = Scope {
        id: "all".into(),
        label: "all".into(),
        focus: all_facts(meter, &fleet, windows.focus),
        reference: baseline.facts(&Members::fleet(&baseline.scene)),
        recent: recent_facts(scene, &fleet, windows.focus),
        ..Scope::default()
    };
    let mut replicas: Vec<Scope> = Vec::new();
    for (at, replica) in model.replicas.iter().enumerate() {
        let counterpart = baseline.counterpart(scene, at);
        let reference = counterpart.and_then(|at| baseline.facts(&Members::some(&baseline.scene, &[at])));
        let mut own = Scope {
            id: replica.id.clone(),
            label: replica.label.clone(),
            selector: replica.selector.clone(),
            focus: all_facts(meter, &Members::some(scene, &[at]), windows.focus),
            // One that the reference does not have is compared with nothing, not with a gap.
            reference: reference.or_else(|| fleet.reference.as_ref().map(|_| FactSet::default())),
            recent: None,
        };
        if let Some(counterpart) = counterpart {
            add_price(scene, windows, baseline, (at, counterpart), &mut own);
        }
        replicas.push(own);
    }
    fleet_price(&mut fleet, &replicas);
    add_settings(meter, hints, &mut fleet, &mut replicas);
    if let [only] = replicas.as_slice() {
        fleet.label = only.label.clone();
        replicas.clear();
    }
    derive_facts(&mut fleet);
    replicas.iter_mut().for_each(derive_facts);
    compare_peers(&mut replicas);
    let doubt =
        reference_doubt(scene, windows, language).or_else(|| late_reference(&fleet, windows, language));
    let doubtful_reference = doubt.is_some();
    doubt.into_iter().for_each(|doubt| notes.add(doubt));
    data_notes(scene, windows, &fleet, &replicas, language, notes);
    let found = windows.origin == WindowOrigin::Found;
    let clocked = model.clock == Clock::Wall;
    let over = windows.focus.to < model.span.1 - 2.0 * model.step;
    Facts {
        doubtful_reference,
        sawtooth: sawtooth(&fleet, &replicas),
        fleet,
        replicas,
        names: model.names.clone(),
        engine: model.engine_name,
        baseline: match windows.reference_origin {
            WindowOrigin::File => Basis::File,
            WindowOrigin::Seasonal => Basis::Seasonal,
            _ => Basis::Reference,
        },
        stands_out: found || windows.origin == WindowOrigin::Given,
        brief: found && windows.focus.seconds() < BRIEF_SECONDS,
        since_start: windows.focus.since_start,
        clocked,
        step_seconds: model.step / 1000.0,
        focus_ms: (clocked && !windows.focus.since_start).then_some((windows.focus.from, windows.focus.to)),
        onset_ms: windows.onset,
        recovery_ms: (found && over).then_some(windows.focus.to),
        v0: model.is_v0(),
        before: model.generation.as_ref().and_then(|generation| generation.before),
    }
}

/// A counter that falls in one of ten scrapes or more is not restarting, it is several counters.
fn sawtooth(fleet: &Scope, replicas: &[Scope]) -> bool {
    let falls =
        |scope: &Scope| scope.now(Fact::Restarts).unwrap_or(0.0) + scope.then(Fact::Restarts).unwrap_or(0.0);
    let worst =
        replicas.iter().map(falls).fold(if replicas.is_empty() { falls(fleet) } else { 0.0 }, f64::max);
    worst >= 4.0
}

/// The price of the focus against the reference, each with the index of the replica there.
fn add_price(
    scene: &Scene,
    windows: &Windows,
    baseline: &Baseline,
    (own, other): (usize, usize),
    scope: &mut Scope,
) {
    let lead = Span::new(windows.onset.unwrap_or(windows.focus.from), windows.focus.from);
    let [focus, lead] = [windows.focus, lead].map(|span| scene.timeline.grid.marks(&[span]));
    let focus = Marked { bins: scene.timeline.replica(own), marks: &focus };
    let reference = Marked { bins: baseline.scene.timeline.replica(other), marks: &baseline.marks() };
    if let Some(price) = price(focus, &lead, reference) {
        scope.focus.set(Fact::SlowFactor, Some(price.factor));
        scope.focus.set(Fact::ItlExpected, Some(price.expected));
    }
}

/// The fleet is as slow as its middle replica: one slow replica is not a slow fleet. Of two, the faster.
fn fleet_price(fleet: &mut Scope, replicas: &[Scope]) {
    for fact in [Fact::SlowFactor, Fact::ItlExpected] {
        let mut values: Vec<f64> = replicas.iter().filter_map(|scope| scope.now(fact)).collect();
        crate::sort::sort_numbers(&mut values);
        let middle = values.len().saturating_sub(1) / 2;
        fleet.focus.set(fact, values.get(middle).copied());
    }
}

/// What is wrong with a reference that the user gave.
fn reference_doubt(scene: &Scene, windows: &Windows, language: Language) -> Option<Note> {
    let given = windows.reference_origin == WindowOrigin::Given;
    let reference = *windows.reference.first().filter(|_| given)?;
    let length = |seconds: f64| quantity_text(Some(seconds), Unit::Seconds, language);
    let shared = reference.shared_seconds(windows.focus);
    if shared > 0.0 {
        return Some(Note::new(&notes::REFERENCE_OVERLAPS, "", length(shared)));
    }
    let (found, _) = scene.timeline.found.filter(|(_, reason)| *reason != Reason::Demand)?;
    let shared = reference.shared_seconds(found);
    let words = window_text(Some(found.from), Some(found.to), language);
    (shared > 0.0).then(|| Note::new(&notes::REFERENCE_ABNORMAL, words, length(shared)))
}

/// From this part of the focus' mean TTFT on a reference is as late: a tenth is within what chance makes of it.
const AS_LATE: f64 = 0.9;

/// A reference that somebody gave, beyond the limit of lateness by itself and as late as the focus.
fn late_reference(fleet: &Scope, windows: &Windows, language: Language) -> Option<Note> {
    if !matches!(windows.reference_origin, WindowOrigin::Given | WindowOrigin::File) {
        return None;
    }
    let limit = THRESHOLDS.iter().find(|row| row.fact == Fact::TtftP99)?.warn;
    let (now, then) = (fleet.now(Fact::TtftMean)?, fleet.then(Fact::TtftMean)?);
    let is_late = fleet.then(Fact::TtftP99)? >= limit && then >= AS_LATE * now;
    is_late.then(|| Note::new(&notes::REFERENCE_LATE, "", quantity_text(Some(then), Unit::Seconds, language)))
}

fn data_notes(
    scene: &Scene,
    windows: &Windows,
    fleet: &Scope,
    replicas: &[Scope],
    language: Language,
    notes: &mut Notes,
) {
    let model = scene.meter.model;
    let seconds = |value: f64| format!("{}", value.round());
    if windows.focus.since_start {
        notes.add(Note::new(&notes::ONE_SCRAPE, "", ""));
    } else if model.clock == Clock::Ordinal {
        notes.add(Note::new(&notes::NO_CLOCK, "", ""));
    } else if windows.reference.is_empty() {
        notes.add(Note::new(&notes::NO_REFERENCE, "", ""));
    }
    let scopes = || replicas.iter().chain(replicas.is_empty().then_some(fleet));
    for scope in scopes() {
        let falls = scope.now(Fact::Restarts).unwrap_or(0.0);
        if falls > 0.0 {
            let kind = if falls >= 4.0 { &notes::SAWTOOTH } else { &notes::RESETS };
            notes.add(Note::new(kind, scope.label.clone(), seconds(falls)));
        }
        let gap = scope.now(Fact::GapTime).unwrap_or(0.0);
        if gap > 0.0 {
            notes.add(Note::new(&notes::GAPS, scope.label.clone(), seconds(gap)));
        }
    }
    for replica in &model.replicas {
        let count = replica.columns.impossible();
        if count > 0 {
            let count = count_text(count as f64, language);
            notes.add(Note::new(&notes::IMPOSSIBLE_VALUES, replica.label.clone(), count));
        }
    }
    if !model.has(Signal::Ttft) {
        notes.add(Note::new(&notes::NO_TTFT, "", ""));
    }
    let count = fleet.now(Fact::FirstTokens);
    if let Some(count) = count.filter(|count| *count > 0.0 && *count < 368.0) {
        notes.add(Note::new(&notes::FEW_REQUESTS, seconds(count), "368"));
    }
    if count.is_some_and(|count| count > 100.0) && fleet.now(Fact::TtftMean).is_some_and(|mean| mean < 0.0005)
    {
        let mean = quantity_text(fleet.now(Fact::TtftMean), Unit::Seconds, Language::En);
        notes.add(Note::new(&notes::TTFT_IMPLAUSIBLE, seconds(count.unwrap_or(0.0)), mean));
    }
    let lag = finish_lag(scene.meter, &Members::fleet(scene), windows.focus) / 1000.0;
    if lag >= 1.0 {
        notes.add(Note::new(&notes::LAGGED, "", seconds(lag)));
    }
    if fleet.now(Fact::HitRatio).is_some_and(|ratio| ratio > 1.001) {
        notes.add(Note::new(&notes::HITS_OVER_QUERIES, "", ""));
    }
}
