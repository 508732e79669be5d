//! Focus and reference: given by the user, or found.
//!
//! The search asks the signals that hurt first (TTFT, inter-token latency, waiting), then events
//! (standstill, restarts, gaps), then what changes without hurting (aborts, clocks, demand). The first
//! class that has something to show decides; inside a class the strongest stretch does.

use crate::catalog::Signal;
use crate::measure::baseline::earlier_days;
use crate::measure::bins::{Bins, MeanBins, gauge_bins, mean_bins};
use crate::measure::change::{Side, Stretch, find_stretch, median, prominence};
use crate::measure::compute::Members;
use crate::measure::events::{COLD_MS, reference_column};
use crate::measure::meter::{Meter, Span};
use crate::measure::timeline::Timeline;
use crate::options::Options;
use crate::report::WindowOrigin;
use crate::series::Clock;

/// A stretch must stand out by this many standard errors. Six, because about a dozen signals with
/// thousands of stretches each are searched: 3.5 σ would be the limit for one comparison, and bursts
/// make neighbouring bins alike.
pub const CLEAR_Z: f64 = 6.0;
/// A harmful change below a fifth is within the day-to-day noise of every serving system.
pub(super) const HARM_RATIO: f64 = 1.2;
/// Half above the rest, from which on operators warn (`harm_warn` of the walk); less is mild.
const WARN_RATIO: f64 = 1.5;
/// GPU clocks wander by a few percent on their own; boost steps are 15 MHz in about 1,500.
const CLOCK_RATIO: f64 = 0.95;
/// Fewer requests than this are single fates, not a state of the server.
const FEWEST_REQUESTS: f64 = 30.0;
/// One request in seven vanishing is not how it should be.
const LOST_SHARE: f64 = 0.15;
/// Half the traffic is gone or it has doubled: below that it is the time of day.
const DEMAND_RATIO: f64 = 0.7;
/// Requests in the engine without any token for this long: longer than any step or prefill chunk.
pub const STUCK_SECONDS: f64 = 60.0;
/// Alert rules wait one to five minutes; what is over before two is a burst, unless it is a threefold one.
pub const BRIEF_SECONDS: f64 = 120.0;
/// Share of time without scrapes from which on the monitoring itself is the finding: a lost scrape
/// now and then is below it at any common interval.
pub const GAP_SHARE: f64 = 0.05;

/// Why the focus window was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The user gave it.
    Given,
    /// A latency went up.
    Harm,
    /// The engine stood still.
    Stuck,
    /// A process began again.
    Restart,
    /// A server does not answer any more.
    Away,
    /// Scrapes are missing.
    Gap,
    /// Requests vanish without finishing.
    Aborts,
    /// GPU clocks fell.
    Clock,
    /// A gateway saw first tokens come later.
    Outside,
    /// Traffic fell or rose without harm.
    Demand,
    /// Nothing stands out.
    Nothing,
}

/// The chosen windows.
#[derive(Clone, Debug, PartialEq)]
pub struct Windows {
    /// Under examination.
    pub focus: Span,
    /// Compared with; several windows for the same time on earlier days, empty for nothing.
    pub reference: Vec<Span>,
    /// How the focus came to be.
    pub origin: WindowOrigin,
    /// How the reference came to be.
    pub reference_origin: WindowOrigin,
    /// Why.
    pub reason: Reason,
    /// When the first layer changed, ms; absent when the focus was not found.
    pub onset: Option<f64>,
}

/// What every question looks at.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// Access to the samples.
    pub meter: Meter<'a>,
    /// What depends on the data alone.
    pub timeline: &'a Timeline,
}

/// Chooses focus and reference; `good` is another capture that is to be compared with.
///
/// The nearest reference that the user named counts, else the same time on earlier days, else what is found.
pub fn choose_windows(scene: &Scene, good: Option<&Scene>, options: &Options) -> Windows {
    let model = scene.meter.model;
    let whole = Span::new(model.span.0, model.span.1);
    let (focus, origin, reason, onset) = if model.single {
        (Span { since_start: true, ..whole }, WindowOrigin::SinceStart, Reason::Nothing, None)
    } else if options.from_ms.is_some() || options.to_ms.is_some() {
        let focus = Span::new(options.from_ms.unwrap_or(whole.from), options.to_ms.unwrap_or(whole.to));
        (focus, WindowOrigin::Given, Reason::Given, None)
    } else if let Some((focus, reason)) = scene.timeline.found {
        let onset = scene.timeline.onset.unwrap_or(focus.from).min(focus.from);
        (focus, WindowOrigin::Found, reason, Some(onset))
    } else {
        (whole, WindowOrigin::Whole, Reason::Nothing, None)
    };
    let given = options.reference_ms.map(|(from, to)| Span::new(from, to));
    let (reference, reference_origin) = match (good, given) {
        (Some(good), given) => (vec![given.unwrap_or_else(|| all_of(good))], WindowOrigin::File),
        (None, Some(given)) => (vec![given], WindowOrigin::Given),
        _ if matches!(origin, WindowOrigin::SinceStart | WindowOrigin::Whole) => {
            (Vec::new(), WindowOrigin::Found)
        }
        _ => match earlier_days(scene, focus) {
            days if days.is_empty() => {
                let near = Span::new(onset.unwrap_or(focus.from), focus.to);
                let given = origin == WindowOrigin::Given;
                (rest_of(scene, near, given).into_iter().collect(), WindowOrigin::Found)
            }
            days => (days, WindowOrigin::Seasonal),
        },
    };
    Windows { focus, reference, origin, reason, reference_origin, onset }
}

/// All that a capture holds.
fn all_of(scene: &Scene) -> Span {
    let model = scene.meter.model;
    Span { since_start: model.single, ..Span::new(model.span.0, model.span.1) }
}

/// The reference for a focus window: what came before it, else what came after, when it is long enough
/// and settled.
///
/// A fifth of the length of the focus and three scrapes at least: with less, "how it was before" would be
/// one lucky moment.
fn rest_of(scene: &Scene, focus: Span, given: bool) -> Option<Span> {
    let model = scene.meter.model;
    let before = Span::new(model.span.0, focus.from);
    let after = Span::new(focus.to, model.span.1);
    let enough = |span: &Span| {
        let length = span.to - span.from;
        length >= 3.0 * model.step && length >= (focus.to - focus.from) / 5.0 && is_settled(scene, *span)
    };
    // A later time that is worse is no measure of "how it should be".
    let no_worse = |span: &Span| span.from < focus.from || latency(scene, *span) <= latency(scene, focus);
    // The user points at a window, and the data has a trouble that began before it: what came before
    // that trouble is the measure, and no time that is half as late again.
    let quiet = scene.timeline.found.map(|(found, _)| {
        Span::new(model.span.0, scene.timeline.onset.unwrap_or(found.from).min(found.from))
    });
    let quiet = quiet.filter(|span| given && span.to < focus.from);
    let calmer = |span: &Span| !given || latency(scene, *span) <= WARN_RATIO * latency(scene, focus);
    let rest = [before, after].into_iter().filter(|span| no_worse(span) && calmer(span));
    quiet.into_iter().chain(rest).find(enough)
}

/// Whether a time can be a reference: twenty requests were seen in it, and there is no restart in it and
/// none vanish.
pub fn is_settled(scene: &Scene, span: Span) -> bool {
    let replicas = scene.meter.model.replicas.iter();
    let counted = replicas.filter_map(|replica| {
        let column = reference_column(&replica.columns)?;
        scene.meter.increase(column, span)
    });
    let calm = scene.timeline.events.iter().all(|events| events.restarts_in(span) == 0.0);
    let finished = total(scene, Signal::E2e, span).or_else(|| total(scene, Signal::QueueTime, span));
    // Those that are still running at the end are not lost.
    let running = Members::fleet(scene).change(scene.meter, Signal::Running, span);
    let lost = total(scene, Signal::Ttft, span)
        .zip(finished)
        .map(|(first, done)| 1.0 - (done + running.max(0.0)) / first.max(1.0));
    counted.sum::<f64>() >= 20.0 && calm && lost.is_none_or(|lost| lost < LOST_SHARE)
}

/// Observations of a histogram of the fleet.
fn total(scene: &Scene, signal: Signal, span: Span) -> Option<f64> {
    scene.meter.totals(&Members::fleet(scene).histograms(signal), span).map(|(count, _)| count)
}

/// Mean TTFT of the fleet, else mean end-to-end latency; infinite when unknown.
fn latency(scene: &Scene, span: Span) -> f64 {
    let mean = |signal| scene.meter.mean(&Members::fleet(scene).histograms(signal), span);
    mean(Signal::Ttft).or_else(|| mean(Signal::E2e)).unwrap_or(f64::INFINITY)
}

/// Observations in all bins.
fn total_of(bins: &MeanBins) -> f64 {
    bins.count.value.iter().sum()
}

/// When the first layer changed that leads to the latency of `focus`: the cache fills and the batch grows
/// before anybody waits, and that time is no reference any more. At most the length of the focus before
/// it; earlier changes are another story.
pub fn find_onset(scene: &Scene, focus: Span) -> f64 {
    let fleet = &scene.timeline.fleet;
    let gauge =
        |values: &[f64], floor: f64| logs(&values.iter().map(|value| value + floor).collect::<Vec<_>>());
    // A floor of one request or one hundredth of the cache: below it a ratio means nothing.
    let layers = [
        logs(&fleet.itl.means()),
        gauge(&fleet.kv, 0.01),
        gauge(&fleet.running, 1.0),
        gauge(&fleet.waiting, 1.0),
    ];
    let leads = |layer: &Vec<f64>| {
        let span = span_of(scene, clear_rise(scene, layer)?);
        let near = span.to > focus.from && focus.from - span.from <= focus.to - focus.from;
        near.then_some(span.from)
    };
    let fleet_onset = layers.iter().filter_map(leads).fold(focus.from, f64::min);
    // A replica whose own steps are slower through all of the focus has been so since that began, however
    // long before: one of many hardly moves the fleet until its queue does.
    let holds = |bins: &Bins| {
        let (values, weights) = (logs(&bins.itl.means()), weights(&bins.itl.count.value));
        let stretch = find_stretch(&values, &weights, shortest(scene), Side::Up)?;
        let span = span_of(scene, stretch);
        let width = scene.timeline.grid.width();
        let whole = span.from <= focus.from && span.to >= focus.to - 2.0 * width;
        (whole && is_incident(scene, &values, &weights, &stretch) && stretch.from >= shortest(scene))
            .then_some(span.from)
    };
    scene.timeline.replicas.iter().filter_map(holds).fold(fleet_onset, f64::min)
}

/// Where logarithms stand clearly above the rest and by more than the usual wobble.
pub(super) fn clear_rise(scene: &Scene, values: &[f64]) -> Option<Stretch> {
    let stretch = find_stretch(values, &vec![1.0; values.len()], shortest(scene), Side::Up)?;
    (stretch.z >= CLEAR_Z && stretch.difference >= libm::log(HARM_RATIO)).then_some(stretch)
}

struct Candidate {
    stretch: Stretch,
    strength: f64,
}

/// The window that stands out by itself, and why; absent when nothing does, or when there are no times
/// or too few scrapes to tell.
pub fn find_focus(scene: &Scene) -> Option<(Span, Reason)> {
    if scene.meter.model.clock == Clock::Ordinal || scene.timeline.grid.len() < 6 {
        return None;
    }
    stuck_focus(scene)
        .or_else(|| harm_focus(scene, true).map(|harm| worse_of(scene, harm)))
        .or_else(|| restart_focus(scene))
        .or_else(|| away_focus(scene))
        .or_else(|| gap_focus(scene))
        .or_else(|| abort_focus(scene))
        .or_else(|| clock_focus(scene))
        .or_else(|| harm_focus(scene, false).map(|harm| unless_demand(scene, harm)))
        .or_else(|| gateway_focus(scene))
        .or_else(|| demand_focus(scene))
}

/// At least three bins and a minute, as alerts wait for a minute too: shorter than that is one burst, and
/// the answer would depend on the width of the bins.
pub(super) fn shortest(scene: &Scene) -> usize {
    ((60_000.0 / scene.timeline.grid.width().max(1.0)).ceil() as usize).max(3)
}

pub(super) fn span_of(scene: &Scene, stretch: Stretch) -> Span {
    Span::new(scene.timeline.grid.edges[stretch.from], scene.timeline.grid.edges[stretch.to])
}

/// Logarithms of positive values; everything else is a gap.
pub(super) fn logs(values: &[f64]) -> Vec<f64> {
    values.iter().map(|value| if *value > 0.0 { libm::log(*value) } else { f64::NAN }).collect()
}

/// How far a mean of `count` observations can be trusted: fully from ten on.
fn weights(counts: &[f64]) -> Vec<f64> {
    counts.iter().map(|count| (count / 10.0).clamp(0.0, 1.0)).collect()
}

/// The latency that rose most clearly. With `onset` only stretches with a time before them count: what
/// is high from the first sample on may as well be a recovery that is over.
///
/// With the log ratio to the rest.
fn harm_focus(scene: &Scene, onset: bool) -> Option<(Span, f64)> {
    let shortest = shortest(scene);
    let mut best: Option<Candidate> = None;
    let scopes = std::iter::once(&scene.timeline.fleet).chain(&scene.timeline.replicas);
    for (index, bins) in scopes.enumerate() {
        // A single replica must stand out more to be preferred over the fleet: there are more of them.
        let discount = if index == 0 { 1.0 } else { 0.7 };
        // Without TTFT the whole request is what is left to feel.
        let first = if total_of(&bins.ttft) > 0.0 { &bins.ttft } else { &bins.e2e };
        for latency in [first, &bins.itl] {
            let values = logs(&latency.means());
            let weights = weights(&latency.count.value);
            let Some(stretch) = find_stretch(&values, &weights, shortest, Side::Up) else { continue };
            let requests: f64 = first.count.value[stretch.from..stretch.to].iter().sum();
            if requests < FEWEST_REQUESTS
                || !is_incident(scene, &values, &weights, &stretch)
                || onset && stretch.from < shortest
            {
                continue;
            }
            let strength = stretch.difference * stretch.z.min(30.0) * discount;
            if best.as_ref().is_none_or(|old| strength > old.strength) {
                best = Some(Candidate { stretch, strength });
            }
        }
    }
    best.map(|found| (span_of(scene, found.stretch), found.stretch.difference))
}

/// Requests that vanish weigh more than a latency that is less than half above the rest.
fn worse_of(scene: &Scene, (span, difference): (Span, f64)) -> (Span, Reason) {
    mild(difference).then(|| abort_focus(scene)).flatten().unwrap_or((span, Reason::Harm))
}

/// What was a little slower from the first sample on, until the demand changed, was the busier time.
fn unless_demand(scene: &Scene, (span, difference): (Span, f64)) -> (Span, Reason) {
    mild(difference).then(|| demand_focus(scene)).flatten().unwrap_or((span, Reason::Harm))
}

fn mild(difference: f64) -> bool {
    difference < libm::log(WARN_RATIO)
}

/// Whether a stretch is an incident and not one burst among others.
///
/// - It must be clear (six standard errors) and at least a fifth above the rest.
/// - A short one (under a minute, or under a tenth of the data) must be twice the rest: short bursts
///   are normal traffic.
/// - A short one and one that is less than half above the rest must also be twice as prominent as the
///   next best stretch: what recurs is the normal state of this server.
fn is_incident(scene: &Scene, values: &[f64], weights: &[f64], stretch: &Stretch) -> bool {
    let short = is_short(scene, stretch);
    let ratio = libm::exp(stretch.difference);
    if stretch.z < CLEAR_Z || ratio < HARM_RATIO || short && ratio < 2.0 {
        return false;
    }
    let doubtful = short || ratio < 1.5;
    !doubtful || prominence(values, weights, stretch, Side::Up) >= 2.0
}

/// Under a minute, or under a tenth of the data.
fn is_short(scene: &Scene, stretch: &Stretch) -> bool {
    let seconds = stretch.len() as f64 * scene.timeline.grid.width() / 1000.0;
    seconds < 60.0 || stretch.len() * 10 < scene.timeline.grid.len()
}

fn stuck_focus(scene: &Scene) -> Option<(Span, Reason)> {
    let still = scene.timeline.events.iter().flat_map(|events| &events.still);
    let long = still.filter(|(from, to)| to - from >= STUCK_SECONDS * 1000.0);
    hull(long).map(|(from, to)| (Span::new(from, to), Reason::Stuck))
}

/// The stretch from the first beginning to the last end.
fn hull<'a>(stretches: impl Iterator<Item = &'a (f64, f64)>) -> Option<(f64, f64)> {
    stretches.copied().reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
}

fn restart_focus(scene: &Scene) -> Option<(Span, Reason)> {
    let (from, to) = hull(scene.timeline.events.iter().flat_map(|events| &events.restarts))?;
    Some((Span::new(from, (to + COLD_MS).min(scene.meter.model.span.1)), Reason::Restart))
}

fn away_focus(scene: &Scene) -> Option<(Span, Reason)> {
    let (from, to) = hull(scene.timeline.events.iter().filter_map(|events| events.away.as_ref()))?;
    let step = scene.meter.model.step;
    let long = to - from + step >= STUCK_SECONDS * 1000.0;
    long.then(|| (Span::new(from - step, to), Reason::Away))
}

/// From the first to the last gap of the replica that misses most.
fn gap_focus(scene: &Scene) -> Option<(Span, Reason)> {
    let span = scene.meter.model.span;
    let whole = Span::new(span.0, span.1);
    let worst = scene.timeline.events.iter().max_by(|a, b| a.gap_in(whole).total_cmp(&b.gap_in(whole)))?;
    if worst.gap_in(whole) < GAP_SHARE * whole.seconds() {
        return None;
    }
    let step = scene.meter.model.step;
    hull(worst.gaps.iter()).map(|(from, to)| (Span::new((from - step).max(span.0), to), Reason::Gap))
}

fn abort_focus(scene: &Scene) -> Option<(Span, Reason)> {
    let bins = &scene.timeline.fleet;
    // Finishing lags behind the first token, so both are smoothed over five bins before they are
    // compared; a quarter of the requests must vanish.
    let started = smooth(&bins.ttft.count.value, 2);
    let counts = [&bins.e2e.count, &bins.queue.count, &bins.finished];
    let ended = counts.iter().find(|count| count.value.iter().sum::<f64>() > 0.0)?;
    let ended = smooth(&ended.value, 2);
    let share: Vec<f64> = started
        .iter()
        .zip(&ended)
        .map(|(started, ended)| if *started > 0.0 { 1.0 - ended / started } else { f64::NAN })
        .collect();
    let stretch = find_stretch(&share, &weights(&started), shortest(scene), Side::Up)?;
    let requests: f64 = started[stretch.from..stretch.to].iter().sum();
    let clear = stretch.z >= CLEAR_Z && stretch.difference >= 0.15 && requests >= FEWEST_REQUESTS;
    clear.then(|| (span_of(scene, stretch), Reason::Aborts))
}

fn smooth(values: &[f64], reach: usize) -> Vec<f64> {
    (0..values.len())
        .map(|at| {
            let around = &values[at.saturating_sub(reach)..(at + reach + 1).min(values.len())];
            around.iter().sum::<f64>() / around.len() as f64
        })
        .collect()
}

fn clock_focus(scene: &Scene) -> Option<(Span, Reason)> {
    let shortest = shortest(scene);
    let mut best: Option<Candidate> = None;
    for gpu in &scene.meter.model.gpus {
        let clocks =
            gauge_bins(scene.meter, &[&gpu.columns], Signal::GpuSmClock, &scene.timeline.grid, false);
        // An idle GPU lowers its clocks by itself.
        let working = scene.timeline.fleet.running.iter().map(|running| *running > 0.0 || running.is_nan());
        let known: Vec<f64> = clocks
            .iter()
            .zip(working)
            .map(|(clock, working)| f64::from(u8::from(clock.is_finite() && working)))
            .collect();
        let Some(stretch) = find_stretch(&logs(&clocks), &known, shortest, Side::Down) else { continue };
        let strength = -stretch.difference;
        if stretch.z >= CLEAR_Z
            && stretch.difference <= libm::log(CLOCK_RATIO)
            && best.as_ref().is_none_or(|old| strength > old.strength)
        {
            best = Some(Candidate { stretch, strength });
        }
    }
    best.map(|found| (span_of(scene, found.stretch), Reason::Clock))
}

fn gateway_focus(scene: &Scene) -> Option<(Span, Reason)> {
    let bins = mean_bins(scene.meter, &[&scene.meter.model.gateway], Signal::Ttft, &scene.timeline.grid);
    let (values, weights) = (logs(&bins.means()), weights(&bins.count.value));
    let stretch = find_stretch(&values, &weights, shortest(scene), Side::Up)?;
    is_incident(scene, &values, &weights, &stretch).then(|| (span_of(scene, stretch), Reason::Outside))
}

fn demand_focus(scene: &Scene) -> Option<(Span, Reason)> {
    let rates = scene.timeline.fleet.ttft.count.rates();
    let values = logs(&rates.iter().map(|rate| rate + 0.5 * typical(&rates) / 10.0).collect::<Vec<_>>());
    let ones = vec![1.0; values.len()];
    let down = find_stretch(&values, &ones, shortest(scene), Side::Down).filter(|found| {
        found.z >= CLEAR_Z
            && found.difference <= libm::log(DEMAND_RATIO)
            && lacking(&scene.timeline.fleet.ttft.count.value, found) >= CLEAR_Z
    });
    let output = logs(&scene.timeline.fleet.output.means());
    let longer =
        find_stretch(&output, &weights(&scene.timeline.fleet.output.count.value), shortest(scene), Side::Up)
            .filter(|found| found.z >= CLEAR_Z && found.difference >= libm::log(1.0 / DEMAND_RATIO));
    let found = longer.or(down).filter(|found| !is_short(scene, found))?;
    Some((span_of(scene, found), Reason::Demand))
}

/// How many standard errors fewer requests came in `stretch` than at the rate of the rest, when requests
/// arrive independently of each other (Poisson): of six that were expected, none is chance.
fn lacking(counts: &[f64], stretch: &Stretch) -> f64 {
    let known = |range: &[f64]| {
        let finite = range.iter().filter(|count| count.is_finite());
        finite.fold((0.0, 0.0), |(sum, bins), count| (sum + count, bins + 1.0))
    };
    let (inside, bins) = known(&counts[stretch.from..stretch.to]);
    let (all, all_bins) = known(counts);
    let expected = (all - inside) / f64::max(all_bins - bins, 1.0) * bins;
    (expected - inside) / f64::max(expected, 1.0).sqrt()
}

fn typical(values: &[f64]) -> f64 {
    median(values.to_vec())
}
