//! Charts and the sparklines of the ladder.

use crate::measure::charts::Lines;
use crate::measure::facts::Fact;
use crate::measure::windows::Scene;
use crate::report::{self, Chart, ChartLine, ChartThreshold, Stage};
use crate::text::{Language, Text};
use crate::unit::Unit;
use crate::walk::thresholds::Thresholds;

/// Names of the charts.
pub const CHART_TITLES: &[(&str, Text)] = &[
    ("waterfall", Text::new("Mean TTFT: queue + prefill + rest", "TTFT 均值：排队 + prefill + 其余")),
    ("ttft", Text::new("TTFT", "TTFT")),
    ("itl", Text::new("Inter-token latency, mean", "token 间延迟均值")),
    ("waiting", Text::new("Requests waiting", "等待请求")),
    ("running", Text::new("Requests running", "运行请求")),
    ("kv_usage", Text::new("KV-cache usage", "KV 缓存使用率")),
    ("preemptions", Text::new("Preemptions", "抢占")),
    ("arrivals", Text::new("First tokens", "首 token 速率")),
    ("hit_ratio", Text::new("Prefix-cache hit ratio", "前缀缓存命中率")),
    ("generated", Text::new("Tokens generated", "生成 token")),
];

const ALL_REPLICAS: Text = Text::new("all", "全部");

/// Names of the lines.
pub const ROLES: &[(&str, Text)] = &[
    ("queue", Text::new("queue", "排队")),
    ("prefill", Text::new("prefill", "prefill")),
    ("residual", Text::new("rest (front end)", "其余（前端）")),
    ("mean", Text::new("mean", "均值")),
    ("p99", Text::new("P99", "P99")),
    ("value", ALL_REPLICAS),
];

pub fn report_charts(
    scene: &Scene,
    all: &[Lines],
    thresholds: &Thresholds,
    language: Language,
) -> Vec<Chart> {
    let xs = scene.timeline.grid.middles();
    let word = |table: &[(&str, Text)], id: &str| {
        table.iter().find(|(name, _)| *name == id).map_or(id, |(_, text)| text.template(language)).to_string()
    };
    let chart = |lines: &Lines| {
        let judged = match lines.id {
            "ttft" => thresholds.of(Fact::TtftP99),
            "kv_usage" => thresholds.of(Fact::KvMax),
            _ => None,
        };
        let levels = judged.map(|row| {
            [
                (row.watch, report::Severity::Watch),
                (row.warn, report::Severity::Warn),
                (row.critical, report::Severity::Critical),
            ]
        });
        let inside = |value: f64| lines.unit != Unit::Ratio || value <= 1.0;
        Chart {
            id: lines.id.to_string(),
            title: word(CHART_TITLES, lines.id),
            unit: lines.unit,
            stacked: lines.stacked,
            xs: xs.clone(),
            lines: lines
                .lines
                .iter()
                .map(|line| {
                    let replica = line.replica.map(|at| &scene.meter.model.replicas[at]);
                    ChartLine {
                        label: replica
                            .map_or_else(|| word(ROLES, line.role), |replica| replica.label.clone()),
                        replica: replica.map_or_else(|| "all".to_string(), |replica| replica.id.clone()),
                        role: line.role.to_string(),
                        ys: line.values.iter().map(|value| value.is_finite().then_some(*value)).collect(),
                    }
                })
                .collect(),
            thresholds: levels
                .into_iter()
                .flatten()
                .filter(|(value, _)| inside(*value))
                .map(|(value, severity)| ChartThreshold { value, severity })
                .collect(),
        }
    };
    all.iter().map(chart).collect()
}

/// The small line of a rung: the chart that shows its number.
pub fn add_sparks(ladder: &mut [Stage], scene: &Scene, charts: &[Lines]) {
    const SPARKS: &[(&str, &str)] = &[
        ("ttft", "ttft"),
        ("queue", "waiting"),
        ("kv_cache", "kv_usage"),
        ("preemption", "preemptions"),
        ("gpu", "itl"),
        ("demand", "arrivals"),
        ("prefix_cache", "hit_ratio"),
        ("decode", "running"),
    ];
    let xs = scene.timeline.grid.middles();
    for stage in ladder {
        let chart = SPARKS.iter().find(|(id, _)| *id == stage.stage).map(|(_, chart)| *chart);
        let line = charts.iter().find(|lines| Some(lines.id) == chart).and_then(|lines| lines.lines.first());
        if let Some(line) = line {
            stage.spark_xs = xs.clone();
            stage.spark_ys = line.values.iter().map(|value| value.is_finite().then_some(*value)).collect();
        }
    }
}

/// All sentences of this module, for the test of languages.
#[cfg(test)]
pub const TEXTS: &[Text] = &[ALL_REPLICAS];
