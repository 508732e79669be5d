//! The facts of one scope in one window.

use crate::catalog::Signal;
use crate::measure::change::median;
use crate::measure::events::{COLD_MS, Events, reference_column};
use crate::measure::facts::{Fact, FactSet};
use crate::measure::features::feature_facts;
use crate::measure::meter::{GaugeStats, Meter, Span};
use crate::measure::model::{Column, Columns, Gpu, HistogramColumns, Server};
use crate::measure::windows::Scene;

/// The replicas of one scope with their servers and GPUs.
pub struct Members<'a> {
    /// Columns of each replica.
    pub replicas: Vec<&'a Columns>,
    /// Scraped processes.
    pub servers: Vec<&'a Server>,
    /// GPUs, joined ones for a replica, all for the fleet.
    pub gpus: Vec<&'a Gpu>,
    /// What happened to each replica.
    pub events: Vec<&'a Events>,
}

impl<'a> Members<'a> {
    /// All replicas together.
    pub fn fleet(scene: &Scene<'a>) -> Members<'a> {
        let model = scene.meter.model;
        Members {
            replicas: model.replicas.iter().map(|replica| &replica.columns).collect(),
            servers: model.servers.iter().collect(),
            gpus: model.gpus.iter().collect(),
            events: scene.timeline.events.iter().collect(),
        }
    }

    /// Some of the replicas.
    pub fn some(scene: &Scene<'a>, replicas: &[usize]) -> Members<'a> {
        let model = scene.meter.model;
        let mut servers: Vec<usize> = replicas.iter().map(|at| model.replicas[*at].server).collect();
        crate::sort::sort(&mut servers);
        servers.dedup();
        Members {
            replicas: replicas.iter().map(|at| &model.replicas[*at].columns).collect(),
            servers: servers.iter().map(|at| &model.servers[*at]).collect(),
            gpus: servers.iter().flat_map(|at| model.gpus_of(*at)).collect(),
            events: replicas.iter().filter_map(|at| scene.timeline.events.get(*at)).collect(),
        }
    }

    /// The histograms of a signal.
    pub fn histograms(&self, signal: Signal) -> Vec<&'a HistogramColumns> {
        self.replicas.iter().flat_map(|columns| columns.histograms(signal)).collect()
    }

    /// Increase of a counter, of all together; absent when nobody has it.
    pub fn counter(&self, meter: Meter, signal: Signal, span: Span) -> Option<f64> {
        let all = self.replicas.iter().filter_map(|columns| meter.counter(columns, signal, span, &|_| true));
        all.reduce(|a, b| a + b)
    }

    /// Change of a gauge from the beginning to the end of `span`, of all together.
    ///
    /// Where a window begins with the data, counters are counted from their first sample, and so is this.
    pub fn change(&self, meter: Meter, signal: Signal, span: Span) -> f64 {
        let first = |column: &Column| {
            meter.value_at(column, span.from).or_else(|| meter.samples(column).1.first().copied())
        };
        let columns = self.replicas.iter().flat_map(|columns| columns.plain(signal));
        columns.filter_map(|column| Some(meter.value_at(column, span.to)? - first(column)?)).sum()
    }
}

/// How much later than TTFT the finish-time signals of the same requests are observed: the mean decode
/// time, but never past the end of the data. Milliseconds.
pub fn finish_lag(meter: Meter, members: &Members, span: Span) -> f64 {
    if span.since_start {
        return 0.0;
    }
    let mean = meter.mean(&members.histograms(Signal::DecodeTime), span);
    let room = (meter.model.span.1 - span.to).max(0.0);
    // Survivors of an overload are the fast ones; half a window is as far as a shift still means "the
    // same requests".
    (mean.unwrap_or(0.0) * 1000.0).min(room).min((span.to - span.from) / 2.0)
}

/// All facts of `members` in `span`.
pub fn window_facts(meter: Meter, members: &Members, span: Span) -> FactSet {
    let mut facts = FactSet::default();
    let finish = span.shifted(finish_lag(meter, members, span));
    let seconds = observed_seconds(meter, members, span);
    facts.set(Fact::Observed, seconds);
    latency_facts(meter, members, span, finish, &mut facts);
    gauge_facts(meter, members, span, &mut facts);
    demand_facts(meter, members, span, seconds, &mut facts);
    cache_facts(meter, members, span, finish, &mut facts);
    preemption_facts(meter, members, span, &mut facts);
    process_facts(meter, members, span, seconds, &mut facts);
    gpu_facts(meter, members, span, &mut facts);
    continuity_facts(meter, members, span, &mut facts);
    feature_facts(meter, members, span, &mut facts);
    facts
}

/// Seconds between the first and the last scrape used; unknown without a clock or with one scrape.
fn observed_seconds(meter: Meter, members: &Members, span: Span) -> Option<f64> {
    if meter.model.clock == crate::series::Clock::Ordinal {
        return None;
    }
    if span.since_start {
        let start = members.servers.iter().filter_map(|server| {
            let column = server.columns.plain(Signal::ProcessStart).first()?;
            meter.value_at(column, span.to)
        });
        let oldest = start.fold(f64::INFINITY, f64::min);
        return Some(span.to / 1000.0 - oldest).filter(|age| age.is_finite() && *age > 0.0);
    }
    let columns = members.replicas.iter().filter_map(|columns| reference_column(columns));
    let covered = columns.filter_map(|column| {
        let (times, _) = meter.samples(column);
        let end = Meter::index_at(times, span.to)?;
        let start = Meter::index_at(times, span.from).unwrap_or(0);
        (end > start).then(|| (times[end] - times[start]) / 1000.0)
    });
    covered.reduce(f64::max)
}

fn latency_facts(meter: Meter, members: &Members, span: Span, finish: Span, facts: &mut FactSet) {
    let mean = |signal, span| meter.mean(&members.histograms(signal), span);
    let ttft = mean(Signal::Ttft, span);
    let queue = mean(Signal::QueueTime, finish);
    let prefill = mean(Signal::PrefillTime, finish);
    facts.set(Fact::TtftMean, ttft);
    facts.set(Fact::QueueMean, queue);
    facts.set(Fact::PrefillMean, prefill);
    facts.set(Fact::DecodeMean, mean(Signal::DecodeTime, finish));
    facts.set(Fact::E2eMean, mean(Signal::E2e, finish));
    facts.set(Fact::ItlMean, mean(Signal::Itl, span).or_else(|| mean(Signal::Tpot, finish)));
    facts.set(Fact::StepTokens, mean(Signal::IterationTokens, span));
    if let (Some(ttft), Some(queue), Some(prefill)) = (ttft, queue, prefill) {
        let residual = ttft - queue - prefill;
        facts.set(Fact::ResidualMean, Some(residual));
        if ttft > 0.0 {
            // Parts of other requests can exceed TTFT; shares are of what the parts add up to then.
            let whole = ttft.max(queue + prefill);
            facts.set(Fact::QueueShare, Some(queue / whole));
            facts.set(Fact::PrefillShare, Some(prefill / whole));
            facts.set(Fact::ResidualShare, Some(residual.max(0.0) / whole));
        }
    }
}

fn gauge_facts(meter: Meter, members: &Members, span: Span, facts: &mut FactSet) {
    let stats = |signal| -> Option<GaugeStats> {
        let all = members.replicas.iter().flat_map(|columns| columns.plain(signal));
        let stats = all.filter_map(|column| meter.gauge_stats(column, span));
        stats.reduce(|a, b| GaugeStats { mean: a.mean + b.mean, min: a.min + b.min, max: a.max + b.max })
    };
    let running = stats(Signal::Running);
    facts.set(Fact::RunningMean, running.map(|stats| stats.mean));
    facts.set(Fact::RunningMax, running.map(|stats| stats.max));
    let waiting = stats(Signal::Waiting);
    facts.set(Fact::WaitingMean, waiting.map(|stats| stats.mean));
    facts.set(Fact::WaitingMax, waiting.map(|stats| stats.max));
    let deferred = stats(Signal::WaitingDeferred).map(|stats| stats.mean);
    facts.set(Fact::DeferredMean, deferred);
    if let (Some(deferred), Some(waiting)) = (deferred, waiting)
        && waiting.mean > 0.0
    {
        facts.set(Fact::DeferredShare, Some(deferred / waiting.mean));
    }
    let kv = members.replicas.iter().flat_map(|columns| columns.plain(Signal::KvUsage));
    let kv = kv.filter_map(|column| meter.gauge_stats(column, span));
    let kv = kv.reduce(|a, b| GaugeStats {
        mean: a.mean.max(b.mean),
        min: a.min.max(b.min),
        max: a.max.max(b.max),
    });
    facts.set(Fact::KvMean, kv.map(|stats| stats.mean));
    facts.set(Fact::KvMax, kv.map(|stats| stats.max));
    waiting_facts(meter, members, span, facts);
}

/// What the batch and the KV cache look like while requests wait: which of them is the limit.
fn waiting_facts(meter: Meter, members: &Members, span: Span, facts: &mut FactSet) {
    let mut waited = 0.0;
    let mut kv_waited = 0.0;
    let mut kv_known = false;
    let (mut room, mut room_weight) = (0.0, 0.0);
    let mut longest = 0.0_f64;
    let mut floor: Option<(f64, f64)> = None;
    let mut level: Option<f64> = None;
    let mut full = 0.0_f64;
    let mut seen = false;
    for columns in &members.replicas {
        let kv = columns.plain(Signal::KvUsage);
        let usage = |time| kv.iter().filter_map(|column| meter.value_at(column, time)).reduce(f64::max);
        let Some(waiting) = columns.plain(Signal::Waiting).first() else { continue };
        let (times, values) = meter.samples(waiting);
        let start = times.partition_point(|at| *at <= span.from);
        let end = times.partition_point(|at| *at <= span.to);
        if start >= end {
            continue;
        }
        seen = true;
        let mut with = 0.0;
        let mut filled = 0.0;
        let mut lowest = f64::INFINITY;
        let mut highest = 0.0_f64;
        let (mut weight, mut ran) = (0.0, 0.0);
        for (time, value) in times[start..end].iter().zip(&values[start..end]) {
            let level = usage(*time);
            filled += f64::from(u8::from(level.is_some_and(|level| level >= 0.9)));
            if *value > 0.0 {
                with += 1.0;
                weight += value;
                waited += value;
                if let Some(level) = level {
                    kv_known = true;
                    kv_waited += level * value;
                }
                if let Some(running) =
                    columns.plain(Signal::Running).first().and_then(|c| meter.value_at(c, *time))
                {
                    lowest = lowest.min(running);
                    highest = highest.max(running);
                    ran += value * running;
                    if let Some(level) = level.filter(|level| *level > 0.0 && running > 0.0) {
                        room += value * (1.0 - level) * running / level;
                        room_weight += value;
                    }
                }
            }
        }
        let samples = (end - start) as f64;
        longest = longest.max(with / samples);
        full = full.max(filled / samples);
        if highest > 0.0 && floor.is_none_or(|(most, _)| weight > most) {
            floor = Some((weight, lowest / highest));
            let most = columns.plain(Signal::Running).first().and_then(|c| meter.gauge_stats(c, span));
            level = most.filter(|most| most.max > 0.0).map(|most| ran / weight / most.max);
        }
    }
    facts.set(Fact::WaitingTime, seen.then_some(longest));
    facts
        .set(Fact::KvFull, (seen && members.replicas.iter().any(|c| c.has(Signal::KvUsage))).then_some(full));
    facts.set(Fact::KvWaiting, (kv_known && waited > 0.0).then(|| kv_waited / waited));
    facts.set(Fact::KvRoom, (room_weight > 0.0).then(|| room / room_weight));
    facts.set(Fact::RunningFloor, floor.map(|(_, ratio)| ratio));
    facts.set(Fact::RunningLevel, level);
}

/// In a window that is hardly longer than a request, most that began in it end after it: of one of three lives a
/// third still runs at its end, and a gauge of them that is a scrape old makes that a loss.
const LIVES: f64 = 3.0;

fn demand_facts(meter: Meter, members: &Members, span: Span, seconds: Option<f64>, facts: &mut FactSet) {
    let count = |signal, span| meter.totals(&members.histograms(signal), span).map(|(count, _)| count);
    let first_tokens = count(Signal::Ttft, span);
    facts.set(Fact::FirstTokens, first_tokens);
    // What the client broke off is counted here by some releases, and is not finished.
    let gone = ["abort", "error"].map(|word| meter.set.symbols.find(word));
    let finished = count(Signal::E2e, span).or_else(|| count(Signal::QueueTime, span)).or_else(|| {
        let done = |column: &Column| column.tag.is_none() || !gone.contains(&column.tag);
        let all = members.replicas.iter().filter_map(|c| meter.counter(c, Signal::Finished, span, &done));
        all.reduce(|a, b| a + b)
    });
    facts.set(Fact::Finished, finished);
    let grown = |signal| if span.since_start { 0.0 } else { members.change(meter, signal, span) };
    let broken = |column: &Column| column.tag.is_some() && gone.contains(&column.tag);
    let aborted = members.replicas.iter().filter_map(|c| meter.counter(c, Signal::Finished, span, &broken));
    if members.replicas.iter().any(|columns| columns.has(Signal::Finished)) {
        facts.set(Fact::AbortedReported, Some(aborted.sum()));
    }
    let ends = meter.mean(&members.histograms(Signal::E2e), span);
    let short = seconds.zip(ends).is_some_and(|(seconds, mean)| seconds < LIVES * mean);
    if let (Some(first), Some(finished)) = (first_tokens, finished)
        && first > 0.0
        && !short
    {
        let vanished = first - finished - grown(Signal::Running);
        facts.set(Fact::AbortShare, Some((vanished / first).max(0.0)));
    }
    facts.set(Fact::Rejections, members.counter(meter, Signal::AdmissionRejections, span));
    let Some(seconds) = seconds.filter(|seconds| *seconds > 0.0) else { return };
    // Without first tokens: those that finished, and those that are there now and were not before.
    let begun = first_tokens.or_else(|| Some(finished? + grown(Signal::Running)));
    facts.set(Fact::Arrivals, begun.map(|begun| (begun + grown(Signal::Waiting)).max(0.0) / seconds));
    facts.set(Fact::FinishedRate, finished.map(|finished| finished / seconds));
    let rate = |signal| members.counter(meter, signal, span).map(|total| total / seconds);
    facts.set(Fact::PromptRate, rate(Signal::PromptTokens));
    facts.set(Fact::GenerationRate, rate(Signal::GenerationTokens));
    facts.set(Fact::StepsRate, count(Signal::IterationTokens, span).map(|steps| steps / seconds));
}

fn cache_facts(meter: Meter, members: &Members, span: Span, finish: Span, facts: &mut FactSet) {
    let counter = |signal, span| members.counter(meter, signal, span);
    let ratio = |part: Option<f64>, whole: Option<f64>| {
        part.zip(whole).filter(|(_, whole)| *whole > 0.0).map(|(part, whole)| part / whole)
    };
    let mean = |signal| meter.mean(&members.histograms(signal), finish);
    let hits = ratio(counter(Signal::PrefixHits, span), counter(Signal::PrefixQueries, span));
    let cached = || ratio(counter(Signal::PromptTokensCached, span), counter(Signal::PromptTokens, span));
    let hits = hits.or_else(cached).or_else(|| {
        let gauges = members.replicas.iter().flat_map(|columns| columns.plain(Signal::PrefixHitRate));
        let means = gauges.filter_map(|column| meter.gauge_stats(column, span)).map(|stats| stats.mean);
        // V0 writes −1 when the cache is off.
        means.filter(|mean| *mean >= 0.0).reduce(f64::max)
    });
    facts.set(Fact::HitRatio, hits);
    facts.set(
        Fact::MmHitRatio,
        ratio(counter(Signal::MmCacheHits, span), counter(Signal::MmCacheQueries, span)),
    );
    let prompt = mean(Signal::RequestPromptTokens)
        .or_else(|| ratio(counter(Signal::PromptTokens, span), facts.get(Fact::FirstTokens)));
    facts.set(Fact::PromptLength, prompt);
    facts.set(
        Fact::OutputLength,
        mean(Signal::RequestGenerationTokens)
            .or_else(|| ratio(counter(Signal::GenerationTokens, span), facts.get(Fact::Finished))),
    );
    let computed = mean(Signal::RequestComputedTokens)
        .or_else(|| ratio(counter(Signal::PromptTokensComputed, span), facts.get(Fact::FirstTokens)))
        .or_else(|| Some(prompt? * (1.0 - hits?)));
    // Replicas without prefix counters would make it less than nothing.
    let computed = computed.filter(|tokens| *tokens >= 0.0);
    facts.set(Fact::ComputedLength, computed);
    facts.set(Fact::PrefillPrice, ratio(facts.get(Fact::PrefillMean), computed));
    facts.set(Fact::TokenTime, ratio(facts.get(Fact::DecodeMean), facts.get(Fact::OutputLength)));
    let arrivals = facts.get(Fact::Arrivals);
    facts.set(Fact::ComputedDemand, arrivals.zip(computed.or(prompt)).map(|(rate, tokens)| rate * tokens));
    facts.set(
        Fact::OutputDemand,
        arrivals.zip(facts.get(Fact::OutputLength)).map(|(rate, tokens)| rate * tokens),
    );
    let (drafts, proposed) = (counter(Signal::SpecDrafts, span), counter(Signal::SpecDraftTokens, span));
    let accepted = counter(Signal::SpecAcceptedTokens, span);
    facts.set(Fact::SpecAcceptance, ratio(accepted, proposed));
    facts.set(Fact::SpecGain, ratio(accepted, drafts).map(|extra| 1.0 + extra));
}

fn preemption_facts(meter: Meter, members: &Members, span: Span, facts: &mut FactSet) {
    let Some(preemptions) = members.counter(meter, Signal::Preemptions, span) else { return };
    facts.set(Fact::Preemptions, Some(preemptions));
    // Finished requests, but at least those that began: in a storm few finish, and dividing by few
    // would exaggerate.
    let finished = facts.get(Fact::Finished).unwrap_or(0.0);
    let first = facts.get(Fact::FirstTokens).unwrap_or(0.0);
    let requests = if finished > 0.0 { finished } else { first };
    if requests <= 0.0 {
        return;
    }
    let each = preemptions / requests;
    facts.set(Fact::PreemptionsPerRequest, Some(each));
    // A victim is recomputed whole: its prompt and, on average, half of its answer.
    let prompt = facts.get(Fact::PromptLength);
    let output = facts.get(Fact::OutputLength);
    let computed = facts.get(Fact::ComputedLength).or(prompt);
    if let (Some(prompt), Some(output), Some(computed)) = (prompt, output, computed) {
        let useful = computed + output;
        if useful > 0.0 {
            facts.set(Fact::RecomputeTax, Some(each * (prompt + output / 2.0) / useful));
        }
    }
}

fn process_facts(meter: Meter, members: &Members, span: Span, seconds: Option<f64>, facts: &mut FactSet) {
    let Some(seconds) = seconds.filter(|seconds| *seconds > 0.0) else { return };
    let cpu = members.servers.iter().filter_map(|server| {
        meter.counter(&server.columns, Signal::ProcessCpu, span, &|_| true).map(|used| used / seconds)
    });
    facts.set(Fact::ApiCpu, cpu.reduce(f64::max));
    let throttled = members.servers.iter().filter_map(|server| {
        let part = meter.counter(&server.columns, Signal::CpuThrottledPeriods, span, &|_| true)?;
        let whole = meter.counter(&server.columns, Signal::CpuPeriods, span, &|_| true)?;
        (whole > 0.0).then(|| part / whole)
    });
    facts.set(Fact::CpuThrottled, throttled.reduce(f64::max));
}

/// Mean SM clock over the samples in which the GPU was busy for a tenth of the time or more; over all
/// samples when nothing tells.
pub fn working_clock(meter: Meter, gpu: &Gpu, span: Span) -> Option<f64> {
    let column = gpu.columns.plain(Signal::GpuSmClock).first()?;
    let busy = gpu.columns.plain(Signal::GpuBusy).first();
    let (times, values) = meter.samples(column);
    let start = times.partition_point(|at| *at <= span.from);
    let end = times.partition_point(|at| *at <= span.to).max(start);
    let working =
        |time: f64| busy.and_then(|busy| meter.value_at(busy, time)).is_none_or(|share| share >= 0.1);
    let inside = times[start..end].iter().zip(&values[start..end]);
    let clocks = inside.filter(|(time, _)| working(**time)).map(|(_, value)| value * column.scale);
    GaugeStats::of(clocks).map(|stats| stats.mean)
}

fn gpu_facts(meter: Meter, members: &Members, span: Span, facts: &mut FactSet) {
    let each = |signal, pick: fn(&GaugeStats) -> f64| -> Vec<f64> {
        let columns = members.gpus.iter().flat_map(|gpu| gpu.columns.plain(signal));
        columns.filter_map(|column| meter.gauge_stats(column, span)).map(|stats| pick(&stats)).collect()
    };
    // An idle GPU lowers its clocks by itself: only what it does while it works tells of throttling.
    let clocks: Vec<f64> = members.gpus.iter().filter_map(|gpu| working_clock(meter, gpu, span)).collect();
    let lowest = |values: Vec<f64>| values.into_iter().reduce(f64::min);
    let highest = |values: Vec<f64>| values.into_iter().reduce(f64::max);
    facts.set(Fact::GpuClock, lowest(clocks));
    facts.set(Fact::GpuMemClock, lowest(each(Signal::GpuMemClock, |stats| stats.mean)));
    facts.set(Fact::GpuTemp, highest(each(Signal::GpuTemp, |stats| stats.mean)));
    facts.set(Fact::GpuPower, highest(each(Signal::GpuPower, |stats| stats.mean)));
    facts.set(Fact::GpuPowerLimit, lowest(each(Signal::GpuPowerLimit, |stats| stats.mean)));
    facts.set(Fact::GpuBusy, highest(each(Signal::GpuBusy, |stats| stats.mean)));
    facts.set(Fact::GpuSmActive, highest(each(Signal::GpuSmActive, |stats| stats.mean)));
    facts.set(Fact::GpuDramActive, highest(each(Signal::GpuDramActive, |stats| stats.mean)));
    facts.set(Fact::GpuThrottleBits, highest(each(Signal::GpuThrottleReasons, |stats| stats.max)));
    let xid = each(Signal::GpuXid, |stats| f64::from(u8::from(stats.max != stats.min)));
    facts.set(Fact::XidChanged, (!xid.is_empty()).then(|| xid.iter().sum()));
    let share = |signal| {
        let columns = members.gpus.iter().flat_map(|gpu| gpu.columns.plain(signal));
        let shares = columns.filter_map(|column| {
            let seconds = span.seconds();
            meter
                .increase(column, span)
                .filter(|_| seconds > 0.0 && !span.since_start)
                .map(|used| used / seconds)
        });
        shares.reduce(f64::max)
    };
    facts.set(Fact::PowerViolation, share(Signal::GpuPowerViolation));
    facts.set(Fact::ThermalViolation, share(Signal::GpuThermalViolation));
}

/// Restarts, gaps and standstill.
fn continuity_facts(meter: Meter, members: &Members, span: Span, facts: &mut FactSet) {
    if span.since_start {
        return;
    }
    let each = |ask: fn(&Events, Span) -> f64| members.events.iter().map(move |events| ask(events, span));
    let restarts: f64 = each(Events::restarts_in).sum();
    facts.set(Fact::GapTime, Some(each(Events::gap_in).fold(0.0, f64::max)));
    facts.set(Fact::StuckTime, Some(each(Events::stuck_in).fold(0.0, f64::max)));
    facts.set(Fact::BlockedTime, Some(each(Events::blocked_in).fold(0.0, f64::max)));
    let step = meter.model.step;
    let away = members.events.iter().map(|events| events.away_in(span, step)).fold(0.0, f64::max);
    facts.set(Fact::AwayTime, Some(away));
    if let Some((from, to)) = members.events.iter().find_map(|events| events.away).filter(|_| away > 0.0) {
        let columns = members.gpus.iter().flat_map(|gpu| gpu.columns.plain(Signal::GpuBusy));
        // The middle value, as exporters show what was before for half a minute more.
        let busy = columns.filter_map(|column| {
            let inside = meter.gauge(column, Span::new(from, to)).iter().map(|value| value * column.scale);
            let inside: Vec<f64> = inside.filter(|value| value.is_finite()).collect();
            (!inside.is_empty()).then(|| median(inside))
        });
        facts.set(Fact::AwayBusy, busy.reduce(f64::max));
    }
    let started = members.servers.iter().filter(|server| started_in(meter, server, span)).count() as f64;
    facts.set(Fact::Restarts, Some(restarts.max(started)));
    let step = meter.model.step / 1000.0;
    let down =
        members.servers.iter().flat_map(|server| server.columns.plain(Signal::Up)).map(|column| {
            meter.gauge(column, span).iter().filter(|value| **value == 0.0).count() as f64 * step
        });
    facts.set(Fact::DownTime, down.reduce(f64::max));
}

/// Whether the process says that it started in `span` or shortly before: seen also when the scrapes
/// before the restart are not in the data.
fn started_in(meter: Meter, server: &Server, span: Span) -> bool {
    let column = server.columns.plain(Signal::ProcessStart).first();
    let start = column.and_then(|column| meter.value_at(column, span.to + 2.0 * meter.model.step));
    start.is_some_and(|seconds| {
        let at = seconds * 1000.0;
        at > span.from - COLD_MS && at <= span.to && at > meter.model.span.0
    })
}
