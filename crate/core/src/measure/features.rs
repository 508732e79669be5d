//! Facts about what only some servers have: adapters, KV transfer, images, several engines or GPUs in one
//! server, a gateway in front. Each is absent where the data says nothing about it.

use crate::catalog::Signal;
use crate::measure::bounds::Buckets;
use crate::measure::change::median;
use crate::measure::compute::{Members, working_clock};
use crate::measure::facts::{Fact, FactSet};
use crate::measure::meter::{Meter, Span};
use crate::measure::model::{Column, Columns, Gpu};

/// Adds them to the other facts of the window, on which some of them stand.
pub fn feature_facts(meter: Meter, members: &Members, span: Span, facts: &mut FactSet) {
    facts.set(Fact::StepTop, step_top(meter, members, span));
    adapter_facts(meter, members, span, facts);
    transfer_facts(meter, members, span, facts);
    facts.set(Fact::MmMisses, image_misses(meter, members, span, facts));
    facts.set(Fact::RankShare, rank_share(meter, members, span));
    facts.set(Fact::GpuSpread, gpu_spread(meter, members, span));
    if members.replicas.len() == meter.model.replicas.len() {
        let gateway: Vec<_> = meter.model.gateway.histograms(Signal::Ttft).iter().collect();
        let outside = meter.mean(&gateway, span);
        facts.set(Fact::GatewayTtft, outside);
        let share = outside.zip(facts.get(Fact::TtftMean)).filter(|(whole, _)| *whole > 0.0);
        facts.set(Fact::OutsideShare, share.map(|(whole, inside)| (1.0 - inside / whole).max(0.0)));
    }
}

/// Share of the engine steps that are as large as steps get, on the replica where it is highest.
///
/// - "As large as steps get" is the bucket of the P99: the budget is in no metric, but nothing goes beyond it.
/// - Zero where decoding alone fills that bucket: then it shows the batch, not the budget.
/// - A prompt is counted whole in the step that ends it, so long ones scatter and only short ones pile up there.
fn step_top(meter: Meter, members: &Members, span: Span) -> Option<f64> {
    let drafts = members
        .counter(meter, Signal::SpecDraftTokens, span)
        .zip(members.counter(meter, Signal::SpecDrafts, span))
        .filter(|(_, rounds)| *rounds > 0.0)
        .map_or(0.0, |(tokens, rounds)| tokens / rounds);
    let of_replica = |columns: &&Columns| {
        let running = columns.plain(Signal::Running).first()?;
        let decoding = meter.gauge_stats(running, span)?.max * (1.0 + drafts);
        let histograms: Vec<_> = columns.histograms(Signal::IterationTokens).iter().collect();
        let grown = meter.histogram(&histograms, span)?;
        grown.buckets.iter().filter_map(|steps| top_share(steps, decoding)).reduce(f64::max)
    };
    members.replicas.iter().filter_map(of_replica).reduce(f64::max)
}

fn top_share(steps: &Buckets, decoding: f64) -> Option<f64> {
    let total = steps.total();
    let top = steps.counts().iter().position(|count| *count >= 0.99 * total).filter(|at| *at > 0)?;
    let (edge, below) = (*steps.bounds().get(top - 1)?, *steps.counts().get(top - 1)?);
    let share = if edge >= 2.0 * decoding { 1.0 - below / total } else { 0.0 };
    (total > 0.0).then_some(share)
}

/// What `lora_requests_info` says at one scrape.
struct Slots {
    used: f64,
    kept_out: f64,
}

/// Adapters that run against slots, and those that wait without a slot: means over the scrapes. Series of
/// earlier states stay in the scrape for ever, so of each the one with the newest value counts.
fn adapter_facts(meter: Meter, members: &Members, span: Span, facts: &mut FactSet) {
    let (mut used, mut kept_out, mut scrapes) = (0.0, 0.0, 0.0);
    for columns in &members.replicas {
        let states = columns.plain(Signal::LoraInfo);
        let slots: Vec<Option<Slots>> = states.iter().map(|column| slots(meter, column)).collect();
        let mut seen: Vec<(f64, f64, usize)> = Vec::new();
        for (at, column) in states.iter().enumerate() {
            let (times, values) = meter.samples(column);
            let to = times.partition_point(|time| *time <= span.to);
            let from = times.partition_point(|time| *time <= span.from).min(to);
            let from = if span.since_start { to.saturating_sub(1) } else { from };
            seen.extend(
                times[from..to].iter().zip(&values[from..to]).map(|(time, value)| (*time, *value, at)),
            );
        }
        crate::sort::sort_by(&mut seen, |a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        for scrape in seen.chunk_by(|a, b| a.0 == b.0) {
            let Some(now) = scrape.last().and_then(|(.., at)| slots[*at].as_ref()) else { continue };
            used += now.used;
            kept_out += now.kept_out;
            scrapes += 1.0;
        }
    }
    if scrapes > 0.0 {
        facts.set(Fact::LoraSlots, Some(used / scrapes));
        facts.set(Fact::LoraWaiting, Some(kept_out / scrapes));
    }
}

fn slots(meter: Meter, column: &Column) -> Option<Slots> {
    let label = |name| meter.set.series[column.series].label(&meter.set.symbols, name);
    let names = |name| label(name).unwrap_or("").split(',').map(str::trim).filter(|text| !text.is_empty());
    let most: f64 = label("max_lora")?.parse().ok().filter(|most| *most > 0.0)?;
    let running: Vec<&str> = names("running_lora_adapters").collect();
    let kept_out = names("waiting_lora_adapters").filter(|name| !running.contains(name)).count();
    Some(Slots { used: running.len() as f64 / most, kept_out: kept_out as f64 })
}

fn transfer_facts(meter: Meter, members: &Members, span: Span, facts: &mut FactSet) {
    let fetching = members.replicas.iter().flat_map(|columns| columns.plain(Signal::WaitingKvFetch));
    let fetching = fetching.filter_map(|column| meter.gauge_stats(column, span)).map(|stats| stats.mean);
    let waiting = facts.get(Fact::WaitingMean).filter(|mean| *mean > 0.0);
    let share = fetching.reduce(|a, b| a + b).zip(waiting).map(|(fetching, waiting)| fetching / waiting);
    facts.set(Fact::KvFetchShare, share);
    facts.set(Fact::KvTransferMean, meter.mean(&members.histograms(Signal::KvTransferTime), span));
    let failed = members.counter(meter, Signal::KvTransferFailures, span);
    let requests = facts.get(Fact::FirstTokens).filter(|count| *count > 0.0);
    facts.set(Fact::KvTransferFailures, failed.zip(requests).map(|(failed, requests)| failed / requests));
}

/// Images and the like that had to be processed, per request.
fn image_misses(meter: Meter, members: &Members, span: Span, facts: &FactSet) -> Option<f64> {
    let asked = members.counter(meter, Signal::MmCacheQueries, span)?;
    let hits = members.counter(meter, Signal::MmCacheHits, span)?;
    let requests = facts.get(Fact::FirstTokens).filter(|count| *count > 0.0)?;
    Some((asked - hits).max(0.0) / requests)
}

/// Share of one engine in the requests of its server ÷ its fair share; absent where it is alone there.
fn rank_share(meter: Meter, members: &Members, span: Span) -> Option<f64> {
    let [own] = members.replicas.as_slice() else { return None };
    let model = meter.model;
    let server = model.replicas.iter().find(|replica| std::ptr::eq(&replica.columns, *own))?.server;
    let ranks: Vec<_> = model.replicas.iter().filter(|replica| replica.server == server).collect();
    let count = |columns: &Columns| {
        let histograms: Vec<_> = columns.histograms(Signal::Ttft).iter().collect();
        meter.totals(&histograms, span).map_or(0.0, |(count, _)| count)
    };
    let all: f64 = ranks.iter().map(|replica| count(&replica.columns)).sum();
    (ranks.len() > 1 && all > 0.0).then(|| count(own) * ranks.len() as f64 / all)
}

/// The GPU of one server that is furthest behind the others there, in clock or in activity (power where
/// activity is not exported): its value ÷ the median of the others, the lowest over all servers.
///
/// Only of servers with one engine: data-parallel ranks may differ as their requests do.
fn gpu_spread(meter: Meter, members: &Members, span: Span) -> Option<f64> {
    let alone = |server: usize| meter.model.replicas.iter().filter(|one| one.server == server).count() == 1;
    let servers = (0..meter.model.servers.len()).filter(|server| alone(*server));
    let of_server = |server: usize| {
        let gpus: Vec<&Gpu> = members.gpus.iter().copied().filter(|gpu| gpu.server == Some(server)).collect();
        let group = working_group(meter, &gpus, span);
        let each = |signal| group.iter().filter_map(|gpu| mean(meter, gpu, signal, span)).collect::<Vec<_>>();
        let clock = behind_others(group.iter().filter_map(|gpu| working_clock(meter, gpu, span)).collect());
        let active = behind_others(each(Signal::GpuSmActive));
        let activity = active.or_else(|| behind_others(each(Signal::GpuPower)));
        clock.into_iter().chain(activity).reduce(f64::min)
    };
    servers.filter_map(of_server).reduce(f64::min)
}

fn mean(meter: Meter, gpu: &Gpu, signal: Signal, span: Span) -> Option<f64> {
    let column = gpu.columns.plain(signal).first()?;
    meter.gauge_stats(column, span).map(|stats| stats.mean)
}

/// The GPUs that take part: a node may hold others that idle. None where nothing tells.
fn working_group<'a>(meter: Meter, gpus: &[&'a Gpu], span: Span) -> Vec<&'a Gpu> {
    let highest = gpus.iter().filter_map(|gpu| mean(meter, gpu, Signal::GpuPower, span)).reduce(f64::max);
    let works = |gpu: &&&Gpu| match mean(meter, gpu, Signal::GpuBusy, span) {
        Some(busy) => busy >= 0.1,
        None => mean(meter, gpu, Signal::GpuPower, span)
            .zip(highest)
            .is_some_and(|(power, highest)| power >= highest / 2.0),
    };
    gpus.iter().filter(works).copied().collect()
}

/// The lowest value ÷ the median of the others.
fn behind_others(mut values: Vec<f64>) -> Option<f64> {
    crate::sort::sort_numbers(&mut values);
    let (lowest, others) = values.split_first().filter(|(_, others)| !others.is_empty())?;
    let middle = median(others.to_vec());
    (middle > 0.0).then(|| lowest / middle)
}
