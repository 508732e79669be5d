//! Reports as the walk would make them, written by hand: the exports are tested on these.

use tailwalk_core::format::{interval_text, quantity_text, range_text, window_text};
use tailwalk_core::report::*;
use tailwalk_core::text::Language;

/// 2026-11-30 07:14:22 UTC.
const ONSET_MS: f64 = 1_796_022_862_000.0;
const MINUTE_MS: f64 = 60_000.0;

/// The sentence in the language of the report.
fn say(language: Language, en: &str, zh: &str) -> String {
    match language {
        Language::En => en.to_string(),
        Language::Zh => zh.to_string(),
    }
}

fn quantity(value: Option<f64>, unit: Unit, language: Language) -> Quantity {
    Quantity { value, unit, text: quantity_text(value, unit, language) }
}

fn seconds(value: f64, language: Language) -> Quantity {
    quantity(Some(value), Unit::Seconds, language)
}

fn interval(low: f64, point: f64, high: f64, language: Language) -> Interval {
    let [low, point, high] = [low, point, high].map(|end| Some(end).filter(|end| end.is_finite()));
    Interval {
        low,
        point,
        high,
        text: interval_text(low, point, high, Unit::Seconds, None, language),
        few: false,
    }
}

fn few(low: f64, high: f64, requests: f64, language: Language) -> Interval {
    let text = interval_text(Some(low), None, Some(high), Unit::Seconds, Some(requests), language);
    Interval { low: Some(low), point: None, high: Some(high), text, few: true }
}

fn unknown_interval(language: Language) -> Interval {
    let text = interval_text(None, None, None, Unit::Seconds, None, language);
    Interval { low: None, point: None, high: None, text, few: false }
}

fn share(threshold: Option<f64>, low: f64, high: f64, language: Language) -> Share {
    let text = range_text(Some(low), Some(high), Unit::Ratio, language);
    Share { threshold, low: Some(low), high: Some(high), text }
}

fn window(from_ms: f64, to_ms: f64, origin: WindowOrigin, language: Language) -> Window {
    Window {
        from_ms: Some(from_ms),
        to_ms: Some(to_ms),
        seconds: Some((to_ms - from_ms) / 1000.0),
        origin,
        text: window_text(Some(from_ms), Some(to_ms), language),
    }
}

fn evidence(
    fact: &str,
    label: String,
    focus: Quantity,
    reference: Option<Quantity>,
    sentence: String,
) -> Evidence {
    let change = match (focus.value, reference.as_ref().and_then(|quantity| quantity.value)) {
        (Some(focus), Some(reference)) if reference != 0.0 => Some(focus / reference),
        _ => None,
    };
    Evidence { fact: fact.into(), label, focus, reference, change, replica: None, sentence, promql: None }
}

fn stage(id: &str, title: String, severity: Severity, number: Quantity, sentence: String) -> Stage {
    Stage {
        stage: id.into(),
        under: None,
        title,
        severity,
        root: false,
        basis: "threshold".into(),
        number,
        sentence,
        evidence: Vec::new(),
        spark_xs: Vec::new(),
        spark_ys: Vec::new(),
    }
}

fn under(rung: &str, stage: Stage) -> Stage {
    Stage { under: Some(rung.into()), ..stage }
}

/// A line that steps from `before` to `after` in the middle, with one gap.
fn with_spark(stage: Stage, before: f64, after: f64) -> Stage {
    let spark_ys: Vec<Option<f64>> = (0..48)
        .map(|index| match index {
            10 | 11 => None,
            index if index < 26 => Some(before),
            index => Some(before + (after - before) * f64::min(1.0, f64::from(index - 25) / 8.0)),
        })
        .collect();
    let spark_xs = (0..48).map(|index| ONSET_MS + f64::from(index - 26) * MINUTE_MS).collect();
    Stage { spark_xs, spark_ys, ..stage }
}

fn note(id: &str, weight: &str, sentence: String) -> ReportNote {
    ReportNote { id: id.into(), weight: weight.into(), count: 1.0, sentence }
}

fn source(name: &str) -> Source {
    Source {
        name: name.into(),
        format: "prometheus_api_matrix".into(),
        bytes: 1_503_238.0,
        series: 412.0,
        samples: 98_880.0,
    }
}

/// An empty report of a healthy server; the samples fill it.
fn empty(language: Language) -> Report {
    Report {
        schema: SCHEMA,
        generator: "tailwalk 0.1.0".into(),
        language,
        window: Windows {
            focus: window(ONSET_MS - 30.0 * MINUTE_MS, ONSET_MS, WindowOrigin::Whole, language),
            reference: None,
        },
        engine: Engine {
            name: "vLLM".into(),
            generation: "V1 0.32".into(),
            since: Some("0.30".into()),
            sentence: say(
                language,
                "Inferred from which metric families are there.",
                "根据出现的指标族推断。",
            ),
            models: vec!["llama-3-70b-instruct".into()],
        },
        replicas: Vec::new(),
        verdict: Verdict {
            layer: "none".into(),
            cause: "healthy".into(),
            kind: "healthy".into(),
            title: say(language, "No problem found", "未发现问题"),
            severity: Severity::Ok,
            confidence: Confidence::High,
            confidence_reason: String::new(),
            headline: String::new(),
            onset_ms: None,
            recovery_ms: None,
            replicas: Vec::new(),
            chain: Vec::new(),
            evidence: Vec::new(),
            rejected: Vec::new(),
            missing: Vec::new(),
            refuted_by: String::new(),
            advice: Vec::new(),
        },
        findings: Vec::new(),
        ladder: Vec::new(),
        breakdown: Vec::new(),
        waterfall: Vec::new(),
        charts: Vec::new(),
        notes: Vec::new(),
        sources: Vec::new(),
        unknown_families: Vec::new(),
    }
}

/// The KV cache is full on one of two replicas and requests wait for blocks.
pub fn kv_exhausted(language: Language) -> Report {
    let l = language;
    let mut report = empty(l);
    report.window = Windows {
        focus: window(ONSET_MS, ONSET_MS + 20.0 * MINUTE_MS, WindowOrigin::Found, l),
        reference: Some(window(ONSET_MS - 26.0 * MINUTE_MS, ONSET_MS - MINUTE_MS, WindowOrigin::Found, l)),
    };
    let replica = |id: &str, requests, slow_share, p99_without| Replica {
        id: format!("10.0.0.{id}:8000"),
        label: format!("vllm-{id}"),
        requests: Some(requests),
        slow_share: Some(slow_share),
        p99_without: Some(p99_without),
    };
    report.replicas = vec![
        replica("0", 1_204.0, 0.97, interval(0.25, 0.41, 0.5, l)),
        replica("1", 1_731.0, 0.03, interval(10.0, 10.0, f64::INFINITY, l)),
    ];
    report.ladder = kv_ladder(l);
    report.verdict = kv_verdict(l);
    report.findings = kv_findings(&report.verdict, l);
    report.breakdown = kv_breakdown(l);
    report.waterfall = kv_waterfall(l);
    report.charts = vec![Chart {
        id: "kv_usage".into(),
        title: say(l, "KV cache usage", "KV 缓存使用率"),
        unit: Unit::Ratio,
        stacked: false,
        xs: vec![ONSET_MS - MINUTE_MS, ONSET_MS, ONSET_MS + MINUTE_MS],
        lines: vec![ChartLine {
            label: "vllm-0".into(),
            replica: "10.0.0.0:8000".into(),
            role: "value".into(),
            ys: vec![Some(0.41), None, Some(0.997)],
        }],
        thresholds: vec![ChartThreshold { value: 0.9, severity: Severity::Warn }],
    }];
    report.notes = vec![
        note(
            "measure.finish_time",
            "doubt",
            say(
                l,
                "Queue and prefill are observed when a request finishes: requests that still wait are not in them.",
                "排队和预填充时间在请求结束时才被记录：仍在等待的请求不在其中。",
            ),
        ),
        note("read.gap", "info", say(l, "A gap of 2 min in one series.", "一条序列中有 2 min 的空缺。")),
    ];
    report.sources = vec![source("bad.json"), source("good.json")];
    report.unknown_families = (0..11).map(|index| format!("acme_exporter_metric_{index}")).collect();
    report
}

fn kv_ladder(l: Language) -> Vec<Stage> {
    use Severity::{Critical, Ok, Unknown, Warn};
    let ratio = |value| quantity(Some(value), Unit::Ratio, l);
    let no_data = |unit| quantity(None, unit, l);
    let ttft = Quantity { text: "P99 > 10 s".into(), ..seconds(10.0, l) };
    let kv = stage(
        "kv_cache",
        say(l, "KV cache", "KV 缓存"),
        Critical,
        ratio(0.997),
        say(
            l,
            "99.7 % of the blocks are held by live requests while 38 requests wait for capacity with 61 running; the running batch was 96 before.",
            "99.7 % 的块被活动请求占用，同时有 38 个请求等待容量，运行中 61 个；此前运行批次为 96 个。",
        ),
    );
    vec![
        with_spark(
            stage(
                "ttft",
                "TTFT".into(),
                Critical,
                ttft,
                say(l, "P99 is above 10 s; the target is 2 s.", "P99 超过 10 s；目标为 2 s。"),
            ),
            0.2,
            10.0,
        ),
        under(
            "ttft",
            stage(
                "api_server",
                say(l, "API server", "API 服务器"),
                Ok,
                seconds(0.021, l),
                say(l, "The residual is 21 ms, 0.2 % of TTFT.", "其余部分为 21 ms，占 TTFT 的 0.2 %。"),
            ),
        ),
        with_spark(
            stage(
                "queue",
                say(l, "Queue", "排队"),
                Critical,
                seconds(8.93, l),
                say(
                    l,
                    "Requests wait 8.93 s on average, 91 % of TTFT.",
                    "请求平均等待 8.93 s，占 TTFT 的 91 %。",
                ),
            ),
            0.01,
            8.93,
        ),
        under(
            "queue",
            stage(
                "deferred",
                say(l, "Deferred (LoRA, KV transfer)", "延迟调度（LoRA、KV 传输）"),
                Unknown,
                no_data(Unit::Count),
                say(
                    l,
                    "vllm:num_requests_waiting_by_reason is not in the data.",
                    "数据中没有 vllm:num_requests_waiting_by_reason。",
                ),
            ),
        ),
        with_spark(Stage { root: true, ..kv }, 0.41, 0.997),
        under(
            "kv_cache",
            stage(
                "prefix_cache",
                say(l, "Prefix cache", "前缀缓存"),
                Warn,
                ratio(0.38),
                say(l, "The hit rate fell from 52 % to 38 %.", "命中率从 52 % 降到 38 %。"),
            ),
        ),
        stage(
            "preemption",
            say(l, "Preemption", "抢占"),
            Warn,
            quantity(Some(0.07), Unit::Count, l),
            say(l, "7 preemptions per 100 finished requests.", "每 100 个完成的请求发生 7 次抢占。"),
        ),
        stage(
            "gpu",
            "GPU".into(),
            Unknown,
            no_data(Unit::Hertz),
            say(l, "No DCGM metrics: clocks and power are not known.", "没有 DCGM 指标：频率和功耗未知。"),
        ),
        under(
            "gpu",
            stage(
                "time_per_token",
                say(l, "Time per token", "每 token 用时"),
                Ok,
                quantity(Some(0.000_152), Unit::SecondsPerToken, l),
                say(l, "152 µs per computed token, as before.", "每个计算的 token 用时 152 µs，与此前相同。"),
            ),
        ),
    ]
}

fn kv_verdict(l: Language) -> Verdict {
    let usage = evidence(
        "kv_usage_max",
        say(l, "KV cache usage, highest", "KV 缓存使用率（最高）"),
        quantity(Some(0.997), Unit::Ratio, l),
        Some(quantity(Some(0.41), Unit::Ratio, l)),
        say(
            l,
            "The KV cache of vllm-0 is 99.7 % full, 41 % before.",
            "vllm-0 的 KV 缓存占用 99.7 %，此前为 41 %。",
        ),
    );
    let waiting = evidence(
        "waiting_capacity",
        say(l, "Requests that wait for capacity", "等待容量的请求"),
        quantity(Some(38.0), Unit::Count, l),
        Some(quantity(Some(0.0), Unit::Count, l)),
        say(
            l,
            "38 requests wait although the batch has room for 35 more.",
            "批次还能容纳 35 个请求，却有 38 个在等待。",
        ),
    );
    let queue = evidence(
        "queue_mean",
        say(l, "Queue time, mean", "排队时间（均值）"),
        seconds(8.93, l),
        Some(seconds(0.0102, l)),
        say(
            l,
            "Waiting grew from 10.2 ms to 8.93 s and is 91 % of TTFT.",
            "等待时间从 10.2 ms 增至 8.93 s，占 TTFT 的 91 %。",
        ),
    );
    Verdict {
        layer: "kv_cache".into(),
        cause: "kv_exhausted".into(),
        kind: "kv_exhausted".into(),
        title: say(l, "KV cache exhausted", "KV 缓存耗尽"),
        severity: Severity::Critical,
        confidence: Confidence::High,
        confidence_reason: say(
            l,
            "all three numbers of the rule are there and far from their thresholds.",
            "规则所需的三个数值齐全，且远离阈值。",
        ),
        headline: say(
            l,
            "Requests on vllm-0 wait for KV blocks: TTFT P99 rose from 241 ms to more than 10 s while 38 requests wait in front of a full cache.",
            "vllm-0 上的请求在等待 KV 块：缓存已满，38 个请求排队，TTFT P99 从 241 ms 升至 10 s 以上。",
        ),
        onset_ms: Some(ONSET_MS),
        replicas: vec!["10.0.0.0:8000".into()],
        chain: ["kv_cache", "queue", "ttft"].map(String::from).to_vec(),
        evidence: vec![
            Evidence {
                replica: Some("10.0.0.0:8000".into()),
                promql: Some("max by (instance) (vllm:kv_cache_usage_perc{model_name=\"llama-3-70b-instruct\"})".into()),
                ..usage
            },
            waiting,
            Evidence {
                promql: Some(
                    "sum(rate(vllm:request_queue_time_seconds_sum{model_name=\"llama-3-70b-instruct\"}[5m])) / sum(rate(vllm:request_queue_time_seconds_count{model_name=\"llama-3-70b-instruct\"}[5m]))"
                        .into(),
                ),
                ..queue
            },
        ],
        rejected: vec![
            Rejected {
                title: "Demand surge".into(),
                cause: "demand_surge".into(),
                layer: "queue".into(),
                sentence: say(l, "arrivals stayed at 3.2/s (3.1/s before).", "到达率保持在 3.2/s（此前 3.1/s）。"),
            },
            Rejected {
                title: "Demand surge".into(),
                cause: "slower_per_token".into(),
                layer: "gpu_compute".into(),
                sentence: say(l, "time per token is unchanged at 152 µs/token.", "每 token 用时未变，为 152 µs/token。"),
            },
        ],
        missing: vec![Missing {
            what: "waiting_deferred".into(),
            sentence: say(
                l,
                "Waiting by reason is missing: it would tell waiting for blocks from waiting for LoRA slots. vLLM 0.32 and later export it.",
                "缺少按原因划分的等待数：它能区分等待块与等待 LoRA 槽位。vLLM 0.32 及以后版本会导出。",
            ),
        }],
        refuted_by: say(
            l,
            "the queue stayed as long after the KV usage fell below 90 %.",
            "KV 使用率降到 90 % 以下后排队依旧。",
        ),
        advice: vec![
            Advice {
                sentence: say(
                    l,
                    "Store the KV cache in 8 bits: it holds twice as many tokens. Not when the model's quality at 8 bits was never checked.",
                    "用 8 位存储 KV 缓存：可容纳两倍的 token。若未验证过 8 位下的模型质量，请勿使用。",
                ),
                flag: Some("--kv-cache-dtype fp8".into()),
                source: "https://docs.vllm.ai/en/stable/features/quantization/quantized_kvcache".into(),
            },
            Advice {
                sentence: say(l, "Add a replica.", "增加一个副本。"),
                flag: None,
                source: "https://docs.vllm.ai/en/stable/configuration/optimization".into(),
            },
        ],
        ..empty(l).verdict
    }
}

fn kv_findings(verdict: &Verdict, l: Language) -> Vec<Finding> {
    let main = Finding {
        cause: verdict.cause.clone(),
        layer: verdict.layer.clone(),
        title: verdict.title.clone(),
        severity: verdict.severity,
        confidence: verdict.confidence,
        headline: verdict.headline.clone(),
        cleared_by: None,
        replicas: verdict.replicas.clone(),
        evidence: verdict.evidence.clone(),
    };
    let preemptions = Finding {
        cause: "preemption_storm".into(),
        layer: "preemption".into(),
        title: say(l, "Preemptions", "抢占"),
        severity: Severity::Warn,
        headline: say(
            l,
            "7 of 100 requests are thrown out and computed again.",
            "每 100 个请求有 7 个被抢占后重新计算。",
        ),
        cleared_by: Some(verdict.cause.clone()),
        evidence: Vec::new(),
        ..main.clone()
    };
    vec![main, preemptions]
}

fn kv_breakdown(l: Language) -> Vec<Breakdown> {
    let inf = f64::INFINITY;
    let row = |signal: &str, title: String, window: &str, count, mean, quantiles: [Interval; 4], over| {
        let [p50, p90, p95, p99] = quantiles;
        Breakdown {
            signal: signal.into(),
            title,
            replica: "all".into(),
            window: window.into(),
            count: Some(count),
            mean: Some(mean),
            mean_text: quantity_text(Some(mean), Unit::Seconds, l),
            p50,
            p90,
            p95,
            p99,
            over_threshold: over,
        }
    };
    let top = || interval(10.0, 10.0, inf, l);
    let ttft = row(
        "ttft",
        "TTFT".into(),
        "focus",
        2_935.0,
        9.84,
        [interval(7.5, 8.12, 10.0, l), top(), top(), top()],
        share(Some(2.0), 0.62, 0.7, l),
    );
    let of_replica =
        Breakdown { replica: "10.0.0.1:8000".into(), p99: interval(0.25, 0.41, 0.5, l), ..ttft.clone() };
    let of_other = Breakdown { replica: "10.0.0.0:8000".into(), ..ttft.clone() };
    vec![
        ttft,
        of_other,
        of_replica,
        row(
            "ttft",
            "TTFT".into(),
            "reference",
            40.0,
            0.191,
            [
                interval(0.1, 0.18, 0.25, l),
                interval(0.1, 0.229, 0.25, l),
                few(0.1, 0.25, 40.0, l),
                few(0.1, 0.25, 40.0, l),
            ],
            share(Some(2.0), 0.0, 0.0, l),
        ),
        row(
            "queue_time",
            say(l, "Queue time", "排队时间"),
            "focus",
            2_411.0,
            8.93,
            [
                interval(5.0, 7.4, 10.0, l),
                interval(10.0, 13.0, 15.0, l),
                interval(15.0, 17.0, 20.0, l),
                interval(30.0, 38.0, 40.0, l),
            ],
            Share { threshold: None, low: None, high: None, text: String::new() },
        ),
    ]
}

fn kv_waterfall(l: Language) -> Vec<Waterfall> {
    let row = |window: &str, parts: [f64; 4], caveat: String| {
        let [ttft, queue, prefill, residual] = parts.map(|part| seconds(part, l));
        Waterfall { replica: "all".into(), window: window.into(), ttft, queue, prefill, residual, caveat }
    };
    let caveat = say(
        l,
        "The parts come from finished requests, TTFT from started ones: while the queue grows the residual is off.",
        "各部分来自已完成的请求，TTFT 来自已开始的请求：排队增长时其余部分会有偏差。",
    );
    vec![
        row("focus", [9.84, 8.93, 1.1, -0.19], caveat),
        row("reference", [0.191, 0.0102, 0.161, 0.0198], String::new()),
    ]
}

/// Everything was checked and is fine.
pub fn healthy(language: Language) -> Report {
    let l = language;
    let mut report = empty(l);
    report.verdict.headline = say(
        l,
        "No layer is above its threshold in 30 min with 4,810 requests; TTFT P99 is 241 ms.",
        "30 min 内 4810 个请求，各层均未超过阈值；TTFT P99 为 241 ms。",
    );
    report.verdict.confidence_reason =
        say(l, "every layer but the GPU was checked.", "除 GPU 外各层均已检查。");
    report.verdict.refuted_by = say(
        l,
        "clients still see slow first tokens: look at the gateway then.",
        "客户端仍感到首 token 慢：此时请检查网关。",
    );
    let rungs = [
        ("ttft", "TTFT", Severity::Ok, seconds(0.241, l), "P99 241 ms is below the target 2 s."),
        ("queue", "Queue", Severity::Ok, seconds(0.0102, l), "Requests wait 10.2 ms on average."),
        (
            "kv_cache",
            "KV cache",
            Severity::Ok,
            quantity(Some(0.41), Unit::Ratio, l),
            "41 % full, nobody waits.",
        ),
        (
            "preemption",
            "Preemption",
            Severity::Ok,
            quantity(Some(0.0), Unit::Count, l),
            "None in the window.",
        ),
        (
            "gpu",
            "GPU",
            Severity::Watch,
            quantity(Some(1.71e9), Unit::Hertz, l),
            "The clock is 4 % below its highest.",
        ),
    ];
    report.ladder = rungs
        .into_iter()
        .map(|(id, title, severity, number, sentence)| {
            stage(id, title.into(), severity, number, sentence.into())
        })
        .collect();
    report.sources = vec![source("query_range.json")];
    report
}

/// One scrape without queue metrics: nothing can be concluded.
pub fn cannot_tell(language: Language) -> Report {
    let l = language;
    let mut report = empty(l);
    report.window.focus = Window {
        from_ms: None,
        to_ms: None,
        seconds: None,
        origin: WindowOrigin::SinceStart,
        text: window_text(None, None, l),
    };
    report.engine = Engine { generation: String::new(), since: None, models: Vec::new(), ..report.engine };
    report.verdict = Verdict {
        layer: "unknown".into(),
        cause: "cannot_tell".into(),
        title: "Cannot tell".into(),
        severity: Severity::Unknown,
        confidence: Confidence::Low,
        confidence_reason: "one scrape shows only what happened since the process started.".into(),
        headline: "TTFT is slow since the start (P99 > 10 s), but the data does not say where the time goes.".into(),
        missing: vec![
            Missing {
                what: "window".into(),
                sentence: "A second scrape, some minutes later: two scrapes show a window, one shows only the whole life of the process.".into(),
            },
            Missing {
                what: "queue_time".into(),
                sentence: "vllm:request_queue_time_seconds: it would tell waiting from computing.".into(),
            },
        ],
        ..report.verdict
    };
    let no_data = |id: &str, title: &str| {
        let sentence = format!("{title} is not in the data.");
        stage(id, title.into(), Severity::Unknown, quantity(None, Unit::Seconds, l), sentence)
    };
    let ttft = Quantity { text: "P99 > 10 s".into(), ..seconds(10.0, l) };
    report.ladder = vec![
        stage("ttft", "TTFT".into(), Severity::Warn, ttft, "P99 since the start is above 10 s.".into()),
        no_data("queue", "Queue"),
        no_data("kv_cache", "KV cache"),
        under("kv_cache", no_data("prefix_cache", "Prefix cache")),
        no_data("preemption", "Preemption"),
        no_data("gpu", "GPU"),
    ];
    report.breakdown = vec![Breakdown {
        signal: "ttft".into(),
        title: "TTFT".into(),
        replica: "pod-1".into(),
        window: "focus".into(),
        count: None,
        mean: None,
        mean_text: quantity_text(None, Unit::Seconds, l),
        p50: unknown_interval(l),
        p90: unknown_interval(l),
        p95: unknown_interval(l),
        p99: unknown_interval(l),
        over_threshold: Share { threshold: None, low: None, high: None, text: String::new() },
    }];
    report.waterfall = vec![Waterfall {
        replica: "all".into(),
        window: "focus".into(),
        ttft: seconds(12.1, l),
        queue: quantity(None, Unit::Seconds, l),
        prefill: quantity(None, Unit::Seconds, l),
        residual: quantity(None, Unit::Seconds, l),
        caveat: String::new(),
    }];
    report
}

/// What a stranger may write into a label or a file name.
pub const HOSTILE: &str = "a|b`c```<img src=x onerror=alert(1)>\u{1B}[2J\u{9B}31m\u{202E}gpj.exe\r\n| --- |\n# h\n![x](http://e.example/p.png) @all {title} $x$ &lt; **b** \\";

/// The KV report with [`HOSTILE`] in every place that a stranger can write to.
pub fn hostile(language: Language) -> Report {
    let mut report = kv_exhausted(language);
    report.engine.name = HOSTILE.into();
    report.engine.models = vec![HOSTILE.into(), "x".repeat(300)];
    for replica in &mut report.replicas {
        replica.label = format!("{HOSTILE} {}", replica.label);
    }
    report.sources.iter_mut().for_each(|source| source.name = HOSTILE.into());
    report.unknown_families = vec![HOSTILE.into()];
    report.notes.push(note("read.label", HOSTILE, format!("> bad label {HOSTILE}")));
    let verdict = &mut report.verdict;
    verdict.title = format!("KV cache exhausted on {HOSTILE}");
    verdict.headline = format!("{HOSTILE} waits.");
    verdict.chain.push(HOSTILE.into());
    verdict.replicas.extend([HOSTILE, HOSTILE, "d", "e"].map(String::from));
    for evidence in &mut verdict.evidence {
        evidence.label = format!("usage of {HOSTILE}");
        evidence.sentence = HOSTILE.into();
        evidence.promql = Some(format!("max(up{{pod=\"{HOSTILE}\"}})"));
    }
    verdict.advice.iter_mut().for_each(|advice| advice.flag = Some(HOSTILE.into()));
    for stage in &mut report.ladder {
        stage.title = format!("{} {HOSTILE}", stage.title);
        stage.number.text = HOSTILE.into();
    }
    for row in &mut report.breakdown {
        row.title = HOSTILE.into();
        row.p50.text = HOSTILE.into();
    }
    report
}
