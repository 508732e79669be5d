//! Focus and reference: given by the user, or found.
//!
//! The search asks the signals that hurt first (TTFT, inter-token latency, waiting), then events
//! (standstill, restarts, gaps), then what changes without hurting (aborts, clocks, demand). The first
//! class that has something to show decides; inside a class the strongest stretch does.

use crate::catalog::Signal;
use crate::measure::bins::{Bins, Grid, gauge_bins, growth};
use crate::measure::change::{Side, Stretch, find_stretch, median, prominence};
use crate::measure::compute::{COLD_MS, gap_of, reference_column, restarts_of, stuck_of};
use crate::measure::meter::{Meter, Span};
use crate::measure::model::Columns;
use crate::options::Options;
use crate::report::WindowOrigin;
use crate::series::Clock;

/// A stretch must stand out by this many standard errors. Six, because about a dozen signals with
/// thousands of stretches each are searched: 3.5 σ would be the limit for one comparison, and bursts
/// make neighbouring bins alike.
pub const CLEAR_Z: f64 = 6.0;
/// A harmful change below a fifth is within the day-to-day noise of every serving system.
const HARM_RATIO: f64 = 1.2;
/// GPU clocks wander by a few percent on their own; boost steps are 15 MHz in about 1,500.
const CLOCK_RATIO: f64 = 0.95;
/// Fewer requests than this are single fates, not a state of the server.
const FEWEST_REQUESTS: f64 = 30.0;
/// Half the traffic is gone or it has doubled: below that it is the time of day.
const DEMAND_RATIO: f64 = 0.7;
/// Requests in the engine without any token for this long: longer than any step or prefill chunk.
pub const STUCK_SECONDS: f64 = 60.0;
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
    /// Scrapes are missing.
    Gap,
    /// Requests vanish without finishing.
    Aborts,
    /// GPU clocks fell.
    Clock,
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
    /// Compared with.
    pub reference: Option<Span>,
    /// How the focus came to be.
    pub origin: WindowOrigin,
    /// Why.
    pub reason: Reason,
}

/// What the search looks at: the fleet and each replica on one grid.
pub struct Scene<'a> {
    /// Access to the samples.
    pub meter: Meter<'a>,
    /// The grid.
    pub grid: Grid,
    /// All replicas together.
    pub fleet: Bins,
    /// Each replica.
    pub replicas: Vec<Bins>,
}

impl<'a> Scene<'a> {
    /// Bins of everything.
    pub fn new(meter: Meter<'a>) -> Scene<'a> {
        let grid = Grid::over(meter.model.span, meter.model.step);
        let columns: Vec<&Columns> = meter.model.replicas.iter().map(|replica| &replica.columns).collect();
        let fleet = Bins::of(meter, &columns, &grid);
        let replicas = match columns.len() {
            0 | 1 => Vec::new(),
            _ => columns.iter().map(|columns| Bins::of(meter, &[*columns], &grid)).collect(),
        };
        Scene { meter, grid, fleet, replicas }
    }

    /// The bins of replica `index`.
    pub fn replica(&self, index: usize) -> &Bins {
        self.replicas.get(index).unwrap_or(&self.fleet)
    }
}

/// Chooses focus and reference.
pub fn choose_windows(scene: &Scene, options: &Options) -> Windows {
    let model = scene.meter.model;
    let whole = Span::new(model.span.0, model.span.1);
    if model.single {
        let focus = Span { since_start: true, ..whole };
        return Windows { focus, reference: None, origin: WindowOrigin::SinceStart, reason: Reason::Nothing };
    }
    let given_reference = options.reference_ms.map(|(from, to)| Span::new(from, to));
    if options.from_ms.is_some() || options.to_ms.is_some() {
        let focus = Span::new(options.from_ms.unwrap_or(whole.from), options.to_ms.unwrap_or(whole.to));
        let reference = given_reference.or_else(|| rest_of(scene, focus));
        return Windows { focus, reference, origin: WindowOrigin::Given, reason: Reason::Given };
    }
    if model.clock == Clock::Ordinal || scene.grid.len() < 6 {
        let origin = WindowOrigin::Whole;
        return Windows { focus: whole, reference: given_reference, origin, reason: Reason::Nothing };
    }
    match find_focus(scene) {
        Some((focus, reason)) => {
            let reference = given_reference.or_else(|| rest_of(scene, focus));
            Windows { focus, reference, origin: WindowOrigin::Found, reason }
        }
        None => {
            let origin = WindowOrigin::Whole;
            Windows { focus: whole, reference: given_reference, origin, reason: Reason::Nothing }
        }
    }
}

/// The reference for a focus window: what came before it, else what came after, when enough of it
/// was seen.
///
/// A fifth of the length of the focus, three scrapes and twenty requests at least: with less, "how it
/// was before" would be one lucky moment. A time with a restart in it is no reference.
fn rest_of(scene: &Scene, focus: Span) -> Option<Span> {
    let model = scene.meter.model;
    let before = Span::new(model.span.0, focus.from);
    let after = Span::new(focus.to, model.span.1);
    let enough = |span: &Span| {
        let length = span.to - span.from;
        let requests: f64 = model
            .replicas
            .iter()
            .filter_map(|replica| {
                let column = reference_column(&replica.columns)?;
                scene.meter.increase(column, *span)
            })
            .sum();
        let settled = model.replicas.iter().all(|replica| restarts_of(scene.meter, &replica.columns, *span) == 0.0);
        length >= 3.0 * model.step && length >= (focus.to - focus.from) / 5.0 && requests >= 20.0 && settled
    };
    // A later time that is worse is no measure of "how it should be".
    let no_worse = |span: &Span| span.from < focus.from || latency(scene, *span) <= latency(scene, focus);
    [before, after].into_iter().find(|span| enough(span) && no_worse(span))
}

/// Mean TTFT of the fleet; infinite when unknown.
fn latency(scene: &Scene, span: Span) -> f64 {
    let histograms = crate::measure::compute::Members::fleet(scene.meter).histograms(Signal::Ttft);
    let totals = scene.meter.totals(&histograms, span);
    totals.and_then(|(count, sum)| Some(sum? / count)).filter(|mean| mean.is_finite()).unwrap_or(f64::INFINITY)
}

struct Candidate {
    stretch: Stretch,
    strength: f64,
}

fn find_focus(scene: &Scene) -> Option<(Span, Reason)> {
    stuck_focus(scene)
        .or_else(|| harm_focus(scene, true))
        .or_else(|| restart_focus(scene))
        .or_else(|| gap_focus(scene))
        .or_else(|| abort_focus(scene))
        .or_else(|| clock_focus(scene))
        .or_else(|| harm_focus(scene, false))
        .or_else(|| demand_focus(scene))
}

/// At least three bins and twenty seconds: shorter than that is one slow scrape.
fn shortest(scene: &Scene) -> usize {
    ((20_000.0 / scene.grid.width().max(1.0)).ceil() as usize).max(3)
}

fn span_of(scene: &Scene, stretch: Stretch) -> Span {
    Span::new(scene.grid.edges[stretch.from], scene.grid.edges[stretch.to])
}

/// Logarithms of positive values; everything else is a gap.
fn logs(values: &[f64]) -> Vec<f64> {
    values.iter().map(|value| if *value > 0.0 { libm::log(*value) } else { f64::NAN }).collect()
}

/// How far a mean of `count` observations can be trusted: fully from ten on.
fn weights(counts: &[f64]) -> Vec<f64> {
    counts.iter().map(|count| (count / 10.0).clamp(0.0, 1.0)).collect()
}

/// The latency that rose most clearly. With `onset` only stretches with a time before them count: what
/// is high from the first sample on may as well be a recovery that is over.
fn harm_focus(scene: &Scene, onset: bool) -> Option<(Span, Reason)> {
    let shortest = shortest(scene);
    let mut best: Option<Candidate> = None;
    let scopes = std::iter::once(&scene.fleet).chain(&scene.replicas);
    for (index, bins) in scopes.enumerate() {
        // A single replica must stand out more to be preferred over the fleet: there are more of them.
        let discount = if index == 0 { 1.0 } else { 0.7 };
        for latency in [&bins.ttft, &bins.itl] {
            let values = logs(&latency.means());
            let weights = weights(&latency.count.value);
            let Some(stretch) = find_stretch(&values, &weights, shortest, Side::Up) else { continue };
            let requests: f64 = bins.ttft.count.value[stretch.from..stretch.to].iter().sum();
            if requests < FEWEST_REQUESTS || !is_incident(scene, &values, &weights, &stretch) || onset && stretch.from < shortest {
                continue;
            }
            let strength = stretch.difference * stretch.z.min(30.0) * discount;
            if best.as_ref().is_none_or(|old| strength > old.strength) {
                best = Some(Candidate { stretch, strength });
            }
        }
    }
    best.map(|found| (span_of(scene, found.stretch), Reason::Harm))
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
    let seconds = stretch.len() as f64 * scene.grid.width() / 1000.0;
    seconds < 60.0 || stretch.len() * 10 < scene.grid.len()
}

fn stuck_focus(scene: &Scene) -> Option<(Span, Reason)> {
    let meter = scene.meter;
    let whole = Span::new(meter.model.span.0, meter.model.span.1);
    let stuck = meter.model.replicas.iter().filter(|r| stuck_of(meter, &r.columns, whole) >= STUCK_SECONDS);
    let mut from = f64::INFINITY;
    let mut to = f64::NEG_INFINITY;
    for replica in stuck {
        let bins = scene.grid.edges.windows(2);
        for pair in bins {
            // A bin belongs to the standstill when the standstill covers it and its neighbourhood.
            let around = Span::new(pair[0] - STUCK_SECONDS * 1000.0, pair[1] + STUCK_SECONDS * 1000.0);
            let still = still_in(meter, &replica.columns, Span::new(pair[0], pair[1]));
            if still && stuck_of(meter, &replica.columns, around) >= STUCK_SECONDS {
                from = from.min(pair[0]);
                to = to.max(pair[1]);
            }
        }
    }
    (from < to).then(|| (Span::new(from, to), Reason::Stuck))
}

fn still_in(meter: Meter, columns: &Columns, span: Span) -> bool {
    let growth = reference_column(columns).and_then(|column| meter.increase(column, span));
    let tokens = meter.counter(columns, Signal::GenerationTokens, span, &|_| true);
    growth == Some(0.0) && tokens.unwrap_or(0.0) == 0.0
}

fn restart_focus(scene: &Scene) -> Option<(Span, Reason)> {
    let meter = scene.meter;
    let whole = Span::new(meter.model.span.0, meter.model.span.1);
    let mut when: Option<(f64, f64)> = None;
    for replica in &meter.model.replicas {
        if restarts_of(meter, &replica.columns, whole) == 0.0 {
            continue;
        }
        let Some(column) = reference_column(&replica.columns) else { continue };
        let (times, values) = meter.samples(column);
        for index in 1..times.len() {
            if values[index] < values[index - 1] {
                let (from, to) = when.unwrap_or((f64::INFINITY, f64::NEG_INFINITY));
                when = Some((from.min(times[index - 1]), to.max(times[index])));
            }
        }
    }
    when.map(|(from, to)| (Span::new(from, (to + COLD_MS).min(whole.to)), Reason::Restart))
}

fn gap_focus(scene: &Scene) -> Option<(Span, Reason)> {
    let meter = scene.meter;
    let whole = Span::new(meter.model.span.0, meter.model.span.1);
    let worst = meter
        .model
        .replicas
        .iter()
        .map(|replica| (gap_of(meter, &replica.columns, whole), replica))
        .max_by(|a, b| a.0.total_cmp(&b.0))?;
    if worst.0 < GAP_SHARE * whole.seconds() {
        return None;
    }
    let (times, _) = meter.samples(reference_column(&worst.1.columns)?);
    let limit = 1.5 * meter.model.step;
    let first = times.windows(2).find(|pair| pair[1] - pair[0] > limit).map_or(whole.to, |pair| pair[0]);
    let last = times.windows(2).rev().find(|pair| pair[1] - pair[0] > limit).map_or(whole.to, |pair| pair[1]);
    let ends_early = times.last().is_some_and(|last| whole.to - last > limit);
    Some((Span::new(first, if ends_early { whole.to } else { last }), Reason::Gap))
}

fn abort_focus(scene: &Scene) -> Option<(Span, Reason)> {
    let bins = &scene.fleet;
    // Finishing lags behind the first token, so both are smoothed over five bins before they are
    // compared; a quarter of the requests must vanish.
    let started = smooth(&bins.ttft.count.value, 2);
    let ended = smooth(&bins.e2e.count.value, 2);
    if ended.iter().sum::<f64>() == 0.0 {
        return None;
    }
    let share: Vec<f64> = started
        .iter()
        .zip(&ended)
        .map(|(started, ended)| if *started > 0.0 { 1.0 - ended / started } else { f64::NAN })
        .collect();
    let stretch = find_stretch(&share, &weights(&started), shortest(scene), Side::Up)?;
    let clear = stretch.z >= CLEAR_Z && stretch.difference >= 0.15;
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
        let clocks = gauge_bins(scene.meter, &[&gpu.columns], Signal::GpuSmClock, &scene.grid, false);
        let known: Vec<f64> = clocks.iter().map(|clock| f64::from(u8::from(clock.is_finite()))).collect();
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

fn demand_focus(scene: &Scene) -> Option<(Span, Reason)> {
    let rates = scene.fleet.ttft.count.rates();
    let values = logs(&rates.iter().map(|rate| rate + 0.5 * typical(&rates) / 10.0).collect::<Vec<_>>());
    let ones = vec![1.0; values.len()];
    let down = find_stretch(&values, &ones, shortest(scene), Side::Down)
        .filter(|found| found.z >= CLEAR_Z && found.difference <= libm::log(DEMAND_RATIO));
    let output = logs(&scene.fleet.output.means());
    let longer = find_stretch(&output, &weights(&scene.fleet.output.count.value), shortest(scene), Side::Up)
        .filter(|found| found.z >= CLEAR_Z && found.difference >= libm::log(1.0 / DEMAND_RATIO));
    let found = longer.or(down).filter(|found| !is_short(scene, found))?;
    Some((span_of(scene, found), Reason::Demand))
}

fn typical(values: &[f64]) -> f64 {
    median(values.to_vec())
}

/// The increase of one counter of the fleet on the grid, for charts.
pub fn fleet_growth(scene: &Scene, signal: Signal) -> crate::measure::bins::Growth {
    let columns: Vec<&Columns> = scene.meter.model.replicas.iter().map(|replica| &replica.columns).collect();
    growth(scene.meter, &columns, signal, &scene.grid)
}
