//! A server that behaves as told, scraped in the names of any engine: captures for tests, made of numbers
//! that can be checked by hand.

use tailwalk_core::catalog::{ENGINES, EngineId, Kind, Row, Signal, Usage};
use tailwalk_core::{Builder, Dataset};

/// What the server does at one moment. Seconds, tokens, requests.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    pub arrivals: f64,
    pub queue: f64,
    pub prefill: f64,
    pub rest: f64,
    pub itl: f64,
    pub prompt: f64,
    pub cached: f64,
    pub output: f64,
    pub running: f64,
    pub waiting: f64,
    pub kv: f64,
    pub preemptions: f64,
}

/// Nothing wrong: four requests a second, 110 ms to the first token.
pub const HEALTHY: Moment = Moment {
    arrivals: 4.0,
    queue: 0.002,
    prefill: 0.1,
    rest: 0.008,
    itl: 0.02,
    prompt: 800.0,
    cached: 300.0,
    output: 100.0,
    running: 8.0,
    waiting: 0.0,
    kv: 0.3,
    preemptions: 0.0,
};

impl Moment {
    fn ttft(&self) -> f64 {
        self.queue + self.prefill + self.rest
    }

    /// The value of a signal: of a histogram one observation, of a counter its rate, of a gauge itself.
    fn value(&self, signal: Signal) -> Option<f64> {
        let decode = self.itl * self.output;
        Some(match signal {
            Signal::Ttft => self.ttft(),
            Signal::QueueTime => self.queue,
            Signal::PrefillTime => self.prefill,
            Signal::DecodeTime => decode,
            Signal::InferenceTime => self.prefill + decode,
            Signal::E2e => self.ttft() + decode,
            Signal::Itl | Signal::Tpot => self.itl,
            Signal::RequestPromptTokens => self.prompt,
            Signal::RequestComputedTokens => self.prompt - self.cached,
            Signal::RequestGenerationTokens => self.output,
            Signal::Finished => self.arrivals,
            Signal::PromptTokens | Signal::PrefixQueries => self.arrivals * self.prompt,
            Signal::PrefixHits | Signal::PromptTokensCached => self.arrivals * self.cached,
            Signal::PrefixHitRate => self.cached / self.prompt,
            Signal::GenerationTokens => self.arrivals * self.output,
            Signal::Preemptions => self.arrivals * self.preemptions,
            Signal::Running => self.running,
            Signal::Waiting => self.waiting,
            Signal::KvUsage => self.kv,
            Signal::KvTokens => 100_000.0,
            Signal::RunningLimit => 16.0,
            _ => return None,
        })
    }

    /// Observations per second of a histogram.
    fn rate(&self, signal: Signal) -> f64 {
        if signal == Signal::Itl { self.arrivals * self.output } else { self.arrivals }
    }
}

/// How requests of one moment differ: a histogram with one value in it would have no spread.
const SPREAD: [f64; 5] = [0.6, 0.8, 1.0, 1.2, 1.4];
const SECONDS: [f64; 18] =
    [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 40.0, 80.0];
const TOKENS: [f64; 10] = [10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1e3, 2e3, 5e3, 1e4];

/// 2026-11-30 00:00 UTC.
pub const START_MS: f64 = 1_796_000_400_000.0 - 3600.0 * 1000.0 * 1.0;

/// Series laid end to end.
#[derive(Default)]
pub struct Capture {
    words: Vec<String>,
    layout: Vec<u32>,
    times: Vec<f64>,
    values: Vec<f64>,
}

impl Capture {
    /// What `engine` shows of `moments`, one for each scrape, `step` seconds apart. `labels` as JSON fields.
    pub fn add(&mut self, engine: EngineId, labels: &str, step: f64, moments: &[Moment]) {
        let table = ENGINES.iter().find(|row| row.id == engine && !row.rows.is_empty()).unwrap();
        for row in table.rows.iter().filter(|row| row.rank == 0) {
            let cases: Vec<(String, Signal)> = match row.usage {
                Usage::Signal(signal) => vec![(String::new(), signal)],
                Usage::Split { label, cases } => {
                    cases.iter().map(|(value, signal)| (format!(",{label:?}:{value:?}"), *signal)).collect()
                }
                Usage::Ignored => Vec::new(),
            };
            for (extra, signal) in cases.into_iter().filter(|(_, signal)| HEALTHY.value(*signal).is_some()) {
                self.add_row(row, signal, &format!("{labels}{extra}"), step, moments);
            }
        }
    }

    fn add_row(&mut self, row: &Row, signal: Signal, labels: &str, step: f64, moments: &[Moment]) {
        let value = |moment: &Moment| moment.value(signal).unwrap_or(f64::NAN) / row.scale;
        match row.kind {
            Kind::Gauge => self.push(row.family, labels, step, moments.iter().map(value).collect()),
            Kind::Counter => self.push(row.family, labels, step, count_up(moments, step, value)),
            _ => {
                let seconds = signal.row().unit == tailwalk_core::unit::Unit::Seconds;
                let bounds: &[f64] = if seconds { &SECONDS } else { &TOKENS };
                let rate = |moment: &Moment| moment.rate(signal);
                for bound in bounds.iter().copied().chain([f64::INFINITY]) {
                    let below = |moment: &Moment| {
                        let inside = SPREAD.iter().filter(|part| value(moment) * row.scale * **part <= bound);
                        rate(moment) * inside.count() as f64 / SPREAD.len() as f64
                    };
                    let le = if bound.is_finite() { (bound / row.scale).to_string() } else { "+Inf".into() };
                    let labels = format!("{labels},\"le\":\"{le}\"");
                    self.push(
                        &format!("{}_bucket", row.family),
                        &labels,
                        step,
                        count_up(moments, step, below),
                    );
                }
                let sum = |moment: &Moment| rate(moment) * value(moment);
                self.push(&format!("{}_sum", row.family), labels, step, count_up(moments, step, sum));
                self.push(&format!("{}_count", row.family), labels, step, count_up(moments, step, rate));
            }
        }
    }

    /// A constant whose labels carry the content.
    pub fn info(&mut self, name: &str, labels: &str, step: f64, scrapes: usize) {
        self.push(name, labels, step, vec![1.0; scrapes]);
    }

    fn push(&mut self, name: &str, labels: &str, step: f64, values: Vec<f64>) {
        let (start, length) = (self.times.len() as u32, values.len() as u32);
        let labels: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(&format!("{{{}}}", labels.trim_start_matches(','))).unwrap();
        let name = self.word(name);
        self.layout.extend([name, u32::MAX, 0, 0, start, start, length, labels.len() as u32]);
        for (label, value) in &labels {
            let pair = [self.word(label), self.word(value.as_str().unwrap())];
            self.layout.extend(pair);
        }
        self.times.extend((0..length).map(|at| START_MS + 1000.0 * step * f64::from(at)));
        self.values.extend(values);
    }

    fn word(&mut self, text: &str) -> u32 {
        self.words.push(text.to_string());
        self.words.len() as u32 - 1
    }

    /// Reads it as a query's result.
    pub fn read(&self) -> Dataset {
        let mut builder = Builder::new();
        let words = serde_json::to_string(&self.words).unwrap();
        builder.columns(&words, &self.layout, &self.times, &self.values).unwrap();
        builder.finish().unwrap()
    }
}

/// A counter that grows as each moment tells.
fn count_up(moments: &[Moment], step: f64, rate: impl Fn(&Moment) -> f64) -> Vec<f64> {
    let mut total = 100.0;
    let grown = moments.iter().map(|moment| {
        total += step * rate(moment);
        total
    });
    grown.collect()
}

/// A capture of one vLLM server.
pub fn capture(step: f64, moments: &[Moment]) -> Capture {
    let mut capture = Capture::default();
    capture.add(EngineId::Vllm, r#""instance":"a","model_name":"m""#, step, moments);
    capture
}

/// `before` for `n` scrapes, then `after` for `m`.
pub fn change(n: usize, before: Moment, m: usize, after: Moment) -> Vec<Moment> {
    let wobble = |at: usize, moment: Moment| {
        // Two percent to and fro, as nothing real is constant.
        let by = 1.0 + 0.02 * ((at % 5) as f64 - 2.0) / 2.0;
        Moment {
            prefill: moment.prefill * by,
            itl: moment.itl * by,
            arrivals: moment.arrivals / by,
            ..moment
        }
    };
    (0..n + m).map(|at| wobble(at, if at < n { before } else { after })).collect()
}
