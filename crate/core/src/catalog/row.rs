//! Rows: one metric family of one engine, and what it says.

use super::signals::{Kind, Signal};

/// One metric family of one engine. Tables of rows are sorted by [`Row::stem`]; a test holds that.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The family without the engine's prefix and, for counters, without `_total`: what is searched for.
    pub stem: &'static str,
    /// Canonical name, as a scrape in the text format shows it: counters end in `_total` where the
    /// engine says so, histograms carry no `_bucket`.
    pub family: &'static str,
    /// How the engine counts it. Summaries stand as histograms: their `_sum` and `_count` are alike.
    pub kind: Kind,
    /// What it says.
    pub usage: Usage,
    /// Factor to SI. It applies to values, sums and bucket bounds, never to counts.
    pub scale: f64,
    /// 0 = preferred. When one target shows a signal under several ranks, only the best one counts.
    pub rank: u8,
    /// Which series of the family speak for the engine.
    pub guard: Guard,
}

/// What a family says.
#[derive(Clone, Copy, Debug)]
pub enum Usage {
    /// The whole family is one signal.
    Signal(Signal),
    /// The value of one label decides. A value that is not listed, or a label that was aggregated
    /// away, is ignored: the total is another family.
    Split {
        /// The label.
        label: &'static str,
        /// Its values and their signals.
        cases: &'static [(&'static str, Signal)],
    },
    /// Known and real, but the walk has no use for it.
    Ignored,
}

/// Which series of a family speak for the engine.
#[derive(Clone, Copy, Debug)]
pub enum Guard {
    /// All.
    None,
    /// Not those of the production-stack router, which repeats the name with a label `server` and
    /// without `model_name` (its `services/metrics_service`). Holds the selector that shows them.
    Router(&'static str),
    /// Only tensor-parallel rank 0, unless a data-parallel rank tells the series apart: SGLang with
    /// `--enable-metrics-for-all-schedulers` repeats the same value once per rank.
    FirstRank,
}

impl Row {
    /// All signals that this family can be.
    pub fn signals(&self) -> impl Iterator<Item = Signal> {
        let (one, cases): (Option<Signal>, &'static [(&'static str, Signal)]) = match self.usage {
            Usage::Signal(signal) => (Some(signal), &[]),
            Usage::Split { cases, .. } => (None, cases),
            Usage::Ignored => (None, &[]),
        };
        one.into_iter().chain(cases.iter().map(|(_, signal)| *signal))
    }

    pub(super) const fn rank(mut self, rank: u8) -> Row {
        self.rank = rank;
        self
    }

    pub(super) const fn scale(mut self, scale: f64) -> Row {
        self.scale = scale;
        self
    }

    pub(super) const fn guard(mut self, guard: Guard) -> Row {
        self.guard = guard;
        self
    }
}

/// A table of rows whose families begin with `prefix`; fills in the stems while compiling.
pub(super) const fn table<const ROWS: usize>(prefix: &str, mut rows: [Row; ROWS]) -> [Row; ROWS] {
    let mut index = 0;
    while index < ROWS {
        rows[index].stem = stem(rows[index].family.split_at(prefix.len()).1, rows[index].kind);
        index += 1;
    }
    rows
}

const fn stem(name: &'static str, kind: Kind) -> &'static str {
    let total = b"_total";
    let bytes = name.as_bytes();
    if !matches!(kind, Kind::Counter) || bytes.len() < total.len() {
        return name;
    }
    let cut = bytes.len() - total.len();
    let mut index = 0;
    while index < total.len() {
        if bytes[cut + index] != total[index] {
            return name;
        }
        index += 1;
    }
    name.split_at(cut).0
}

const fn row(family: &'static str, kind: Kind, usage: Usage) -> Row {
    Row { stem: family, family, kind, usage, scale: 1.0, rank: 0, guard: Guard::None }
}

pub(super) const fn counter(family: &'static str, signal: Signal) -> Row {
    row(family, Kind::Counter, Usage::Signal(signal))
}

pub(super) const fn gauge(family: &'static str, signal: Signal) -> Row {
    row(family, Kind::Gauge, Usage::Signal(signal))
}

pub(super) const fn histogram(family: &'static str, signal: Signal) -> Row {
    row(family, Kind::Histogram, Usage::Signal(signal))
}

pub(super) const fn info(family: &'static str, signal: Signal) -> Row {
    row(family, Kind::Info, Usage::Signal(signal))
}

pub(super) const fn split(
    family: &'static str,
    kind: Kind,
    label: &'static str,
    cases: &'static [(&'static str, Signal)],
) -> Row {
    row(family, kind, Usage::Split { label, cases })
}

pub(super) const fn ignored(family: &'static str, kind: Kind) -> Row {
    row(family, kind, Usage::Ignored)
}
