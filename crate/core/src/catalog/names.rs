//! Names as they are met → what they mean.

use super::engines::{ENGINES, Engine, EngineId};
use super::row::{Guard, Row, Usage};
use super::signals::{Kind, Signal};

/// Which column of a family a series is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The value of a counter, gauge or info.
    Value,
    /// One bucket of a histogram; the caller reads `le`.
    Bucket,
    /// The sum of a histogram.
    Sum,
    /// The count of a histogram.
    Count,
}

/// A series that says something the walk can use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// What it says.
    pub signal: Signal,
    /// Which column.
    pub part: Part,
    /// Who named it.
    pub engine: EngineId,
    /// Canonical family, for example `vllm:time_to_first_token_seconds`.
    pub family: &'static str,
    /// Factor to SI for values, sums and bucket bounds; counts are never scaled.
    pub scale: f64,
    /// 0 = preferred. When one target shows a signal under several ranks, only the best rank counts:
    /// a deprecated twin is 1, and [`WITHOUT_TOTAL`] is added for a counter without its `_total`.
    pub rank: u8,
}

/// Added to the rank of a counter met without its `_total`: Ray exports every counter a second time
/// as a gauge of that name, and pipelines that strip the suffix leave nothing else. 4 keeps it behind
/// every deprecated twin.
pub const WITHOUT_TOTAL: u8 = 4;

/// What a series means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Meaning {
    /// Something the walk can use.
    Known(Hit),
    /// A family that is known and real but not used; the text names it to the reader.
    Ignored(&'static str),
    /// A creation time (`*_created`) that the Prometheus client adds.
    Created,
    /// Nobody's that is known here.
    Unknown,
}

enum Spelling {
    Value { total_missing: bool },
    Part(Part),
    Created,
}

/// What the series called `name` with these labels means.
///
/// - Prefixes `vllm:`, `vllm_`, `ray_vllm:` and `ray_vllm_` are one engine; likewise for others.
/// - Counters are found with and without `_total` (see [`Hit::rank`]) and with a doubled one.
/// - `label` is asked only where a label decides: a family split by reason, source or stage, a
///   production-stack router that repeats an engine's name, a rank that repeats a value.
/// - A histogram's bare name (a native histogram, a finished quantile) is ignored: it has no part.
/// - Does not allocate; a few prefix tests and one or two binary searches per call.
pub fn resolve<'a>(name: &str, label: &dyn Fn(&str) -> Option<&'a str>) -> Meaning {
    for engine in ENGINES {
        let Some(stem) = engine.stem(name) else { continue };
        if let Some((row, spelling)) = find(engine, stem) {
            return read(engine.id, row, spelling, label);
        }
        if engine.id == EngineId::Vllm && stem.ends_with("_created") {
            return Meaning::Created;
        }
        if let Some(rest) = engine.rest {
            return Meaning::Ignored(rest);
        }
    }
    Meaning::Unknown
}

/// The reason a request finished for, under either spelling of the label.
pub fn finish_reason<'a>(label: &dyn Fn(&str) -> Option<&'a str>) -> Option<&'a str> {
    label("finished_reason").or_else(|| label("finish_reason"))
}

/// Most series of a scrape are parts of histograms, so endings are tried before the bare name.
fn find(engine: &Engine, stem: &str) -> Option<(&'static Row, Spelling)> {
    ending(engine, stem).or_else(|| {
        let row = engine.row(stem)?;
        let total_missing = row.kind == Kind::Counter && row.family.ends_with("_total");
        Some((row, Spelling::Value { total_missing }))
    })
}

fn ending(engine: &Engine, stem: &str) -> Option<(&'static Row, Spelling)> {
    let (head, tail) = stem.rsplit_once('_')?;
    let of_kind = |head: &str, kind: Kind| engine.row(head).filter(|row| row.kind == kind);
    let undoubled = |head: &str| of_kind(head.strip_suffix("_total")?, Kind::Counter);
    match tail {
        "bucket" => of_kind(head, Kind::Histogram).map(|row| (row, Spelling::Part(Part::Bucket))),
        "sum" => of_kind(head, Kind::Histogram).map(|row| (row, Spelling::Part(Part::Sum))),
        "count" => of_kind(head, Kind::Histogram).map(|row| (row, Spelling::Part(Part::Count))),
        "total" => of_kind(head, Kind::Counter)
            .or_else(|| undoubled(head))
            .map(|row| (row, Spelling::Value { total_missing: false })),
        "created" => engine.row(head).or_else(|| undoubled(head)).map(|row| (row, Spelling::Created)),
        _ => None,
    }
}

fn read<'a>(
    engine: EngineId,
    row: &'static Row,
    spelling: Spelling,
    label: &dyn Fn(&str) -> Option<&'a str>,
) -> Meaning {
    let (part, rank) = match spelling {
        Spelling::Created => return Meaning::Created,
        Spelling::Value { .. } if row.kind == Kind::Histogram => return Meaning::Ignored(row.family),
        Spelling::Value { total_missing: true } => (Part::Value, row.rank + WITHOUT_TOTAL),
        Spelling::Value { total_missing: false } => (Part::Value, row.rank),
        Spelling::Part(part) => (part, row.rank),
    };
    match row.guard {
        Guard::Router(selector) if label("server").is_some() && label("model_name").is_none() => {
            return Meaning::Ignored(selector);
        }
        Guard::FirstRank if label("tp_rank").is_some_and(|r| r != "0") && label("dp_rank").is_none() => {
            return Meaning::Ignored(row.family);
        }
        _ => {}
    }
    let signal = match row.usage {
        Usage::Signal(signal) => Some(signal),
        Usage::Split { label: key, cases } => label(key)
            .and_then(|value| cases.iter().find(|(case, _)| *case == value))
            .map(|(_, signal)| *signal),
        Usage::Ignored => None,
    };
    match signal {
        Some(signal) => {
            Meaning::Known(Hit { signal, part, engine, family: row.family, scale: row.scale, rank })
        }
        None => Meaning::Ignored(row.family),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `name{key="value",…}` → `Known signal part family scale rank`, `Ignored family`, `Created`, `Unknown`.
    fn check(series: &str, expected: &str) {
        let (name, labels) = series.split_once('{').unwrap_or((series, ""));
        let pairs: Vec<(&str, &str)> = labels
            .trim_end_matches('}')
            .split(',')
            .filter_map(|pair| pair.split_once('='))
            .map(|(key, value)| (key, value.trim_matches('"')))
            .collect();
        let label = |key: &str| pairs.iter().find(|(k, _)| *k == key).map(|(_, value)| *value);
        let answer = match resolve(name, &label) {
            Meaning::Known(hit) => {
                let part = format!("{:?}", hit.part).to_lowercase();
                format!("{} {part} {} x{} rank {}", hit.signal.id(), hit.family, hit.scale, hit.rank)
            }
            Meaning::Ignored(family) => format!("ignored {family}"),
            Meaning::Created => "created".to_string(),
            Meaning::Unknown => "unknown".to_string(),
        };
        assert_eq!(answer, expected, "{series}");
    }

    #[test]
    fn prefixes_are_one_engine() {
        for prefix in ["vllm:", "vllm_", "ray_vllm:", "ray_vllm_"] {
            check(
                &format!("{prefix}time_to_first_token_seconds_bucket{{le=\"0.1\"}}"),
                "ttft bucket vllm:time_to_first_token_seconds x1 rank 0",
            );
        }
        check("vllm_omni:time_to_first_token_seconds_bucket", "unknown");
        check("xvllm:num_requests_running", "unknown");
        check("vllm:", "unknown");
        check("", "unknown");
        check("_", "unknown");
    }

    #[test]
    fn histograms_have_three_parts_and_a_bare_name_has_none() {
        check("vllm:e2e_request_latency_seconds_sum", "e2e sum vllm:e2e_request_latency_seconds x1 rank 0");
        check(
            "vllm:e2e_request_latency_seconds_count",
            "e2e count vllm:e2e_request_latency_seconds x1 rank 0",
        );
        check("vllm:e2e_request_latency_seconds", "ignored vllm:e2e_request_latency_seconds");
        check("vllm:num_requests_running_bucket", "unknown");
    }

    #[test]
    fn iteration_tokens_total_is_a_histogram() {
        check(
            "vllm:iteration_tokens_total_count",
            "iteration_tokens count vllm:iteration_tokens_total x1 rank 0",
        );
        check("vllm:iteration_tokens_total", "ignored vllm:iteration_tokens_total");
        check("vllm:iteration_tokens_total_created", "created");
    }

    #[test]
    fn counters_are_found_with_and_without_total_and_the_twin_stands_behind() {
        check("vllm:prompt_tokens_total", "prompt_tokens value vllm:prompt_tokens_total x1 rank 0");
        check("ray_vllm_prompt_tokens", "prompt_tokens value vllm:prompt_tokens_total x1 rank 4");
        check("vllm:prompt_tokens_total_total", "prompt_tokens value vllm:prompt_tokens_total x1 rank 0");
        check("vllm:gpu_prefix_cache_hits", "prefix_hits value vllm:gpu_prefix_cache_hits_total x1 rank 5");
        check("vllm:kv_offload_total_bytes_total", "ignored vllm:kv_offload_total_bytes_total");
        check("vllm:kv_offload_total_bytes", "ignored vllm:kv_offload_total_bytes_total");
    }

    #[test]
    fn creation_times_are_no_data() {
        for name in [
            "vllm:prompt_tokens_created",
            "vllm:prompt_tokens_total_created",
            "vllm:request_prompt_tokens_created",
            "vllm_a_family_of_tomorrow_created",
            "http_requests_created",
            "http_request_duration_seconds_created",
        ] {
            check(name, "created");
        }
        check("kube_pod_created", "unknown");
    }

    #[test]
    fn deprecated_twins_rank_behind_their_successors() {
        check("vllm:kv_cache_usage_perc", "kv_usage value vllm:kv_cache_usage_perc x1 rank 0");
        check("vllm:gpu_cache_usage_perc", "kv_usage value vllm:gpu_cache_usage_perc x1 rank 1");
        check("vllm:inter_token_latency_seconds_sum", "itl sum vllm:inter_token_latency_seconds x1 rank 0");
        check(
            "vllm:time_per_output_token_seconds_sum",
            "itl sum vllm:time_per_output_token_seconds x1 rank 1",
        );
        check(
            "vllm:request_time_per_output_token_seconds_sum",
            "tpot sum vllm:request_time_per_output_token_seconds x1 rank 0",
        );
        check("vllm:time_in_queue_requests_count", "queue_time count vllm:time_in_queue_requests x1 rank 1");
    }

    #[test]
    fn labels_split_families() {
        let total = "vllm:prompt_tokens_by_source_total";
        for (source, signal) in [
            ("local_compute", "prompt_tokens_computed"),
            ("local_cache_hit", "prompt_tokens_local_hit"),
            ("external_kv_transfer", "prompt_tokens_transferred"),
        ] {
            check(&format!("{total}{{source=\"{source}\"}}"), &format!("{signal} value {total} x1 rank 0"));
        }
        let reason = "vllm:num_requests_waiting_by_reason";
        check(
            &format!("{reason}{{reason=\"capacity\"}}"),
            &format!("waiting_capacity value {reason} x1 rank 0"),
        );
        check(
            &format!("{reason}{{reason=\"deferred\"}}"),
            &format!("waiting_deferred value {reason} x1 rank 0"),
        );
        check(&format!("{reason}{{reason=\"tomorrow\"}}"), &format!("ignored {reason}"));
        check(reason, &format!("ignored {reason}"));
        check("vllm:engine_sleep_state{sleep_state=\"awake\"}", "ignored vllm:engine_sleep_state");
        check(
            "vllm:engine_sleep_state{sleep_state=\"discard_all\"}",
            "engine_sleep value vllm:engine_sleep_state x1 rank 0",
        );
    }

    #[test]
    fn the_router_is_not_the_engine() {
        check(
            "vllm:num_requests_waiting{engine=\"0\",model_name=\"m\"}",
            "waiting value vllm:num_requests_waiting x1 rank 0",
        );
        check(
            "vllm:num_requests_waiting{server=\"10.0.0.7:8000\"}",
            "ignored vllm:num_requests_waiting{server!=\"\"}",
        );
        check(
            "vllm:num_requests_waiting{server=\"a\",model_name=\"m\"}",
            "waiting value vllm:num_requests_waiting x1 rank 0",
        );
        check("vllm:num_requests_waiting", "waiting value vllm:num_requests_waiting x1 rank 0");
        check(
            "vllm:gpu_prefix_cache_hits_total{server=\"a\"}",
            "ignored vllm:gpu_prefix_cache_hits_total{server!=\"\"}",
        );
        check("vllm:request_latency_seconds_bucket{server=\"a\"}", "ignored vllm:request_latency_seconds");
        check("vllm:healthy_pods_total", "ignored vllm:healthy_pods_total");
    }

    #[test]
    fn recording_rules_are_nobody_s_metric() {
        check("vllm:request_success:rate5m", "unknown");
        check("vllm:gpu_cache_usage:avg", "unknown");
        check("instance:vllm_num_requests_running:sum", "unknown");
    }

    #[test]
    fn gpu_exporters_scale_to_si() {
        check("DCGM_FI_DEV_SM_CLOCK", "gpu_sm_clock value DCGM_FI_DEV_SM_CLOCK x1000000 rank 0");
        check("DCGM_FI_DEV_GPU_UTIL", "gpu_busy value DCGM_FI_DEV_GPU_UTIL x0.01 rank 0");
        check("DCGM_FI_DEV_FB_USED", "gpu_memory_used value DCGM_FI_DEV_FB_USED x1048576 rank 0");
        check(
            "DCGM_FI_DEV_POWER_VIOLATION",
            "gpu_power_violation value DCGM_FI_DEV_POWER_VIOLATION x0.000000001 rank 0",
        );
        check("DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL", "ignored DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL");
        check(
            "nvidia_smi_clocks_event_reasons_counters_sw_power_cap_seconds",
            "gpu_power_violation value nvidia_smi_clocks_event_reasons_counters_sw_power_cap_seconds x1 rank 0",
        );
        check("gpu_clock{clock_type=\"system\"}", "gpu_sm_clock value gpu_clock x1000000 rank 0");
        check("gpu_clock{clock_type=\"video\"}", "ignored gpu_clock");
        check("nv_gpu_utilization", "gpu_busy value nv_gpu_utilization x1 rank 0");
    }

    #[test]
    fn surroundings() {
        check("process_start_time_seconds", "process_start value process_start_time_seconds x1 rank 0");
        check("process_open_fds", "ignored process_*");
        check("python_gc_collections_total", "ignored python_*");
        check(
            "http_requests_total{handler=\"/v1/completions\"}",
            "http_requests value http_requests_total x1 rank 0",
        );
        check(
            "http_request_duration_highr_seconds_bucket",
            "http_duration bucket http_request_duration_highr_seconds x1 rank 1",
        );
        check("http_request_size_bytes_sum", "ignored http_request_size_bytes");
        check(
            "container_cpu_cfs_throttled_periods_total",
            "cpu_throttled_periods value container_cpu_cfs_throttled_periods_total x1 rank 0",
        );
        check("up", "up value up x1 rank 0");
        check("scrape_duration_seconds", "scrape_duration value scrape_duration_seconds x1 rank 0");
        check("scrape_samples_scraped", "ignored scrape_*");
        check("node_load1", "ignored node_*");
        check("go_goroutines", "unknown");
    }

    #[test]
    fn other_engines() {
        check(
            "sglang:time_to_first_token_seconds_bucket",
            "ttft bucket sglang:time_to_first_token_seconds x1 rank 0",
        );
        check("sglang_num_queue_reqs{tp_rank=\"0\"}", "waiting value sglang:num_queue_reqs x1 rank 0");
        check("sglang:num_queue_reqs{tp_rank=\"3\"}", "ignored sglang:num_queue_reqs");
        check(
            "sglang:num_queue_reqs{tp_rank=\"4\",dp_rank=\"1\"}",
            "waiting value sglang:num_queue_reqs x1 rank 0",
        );
        check(
            "sglang:kv_transfer_latency_ms_sum",
            "kv_transfer_time sum sglang:kv_transfer_latency_ms x0.001 rank 0",
        );
        check("tgi_request_queue_duration_sum", "queue_time sum tgi_request_queue_duration x1 rank 0");
        check("tgi_request_success", "finished value tgi_request_success x1 rank 0");
        check("tgi_request_success_total", "finished value tgi_request_success x1 rank 0");
        check("trtllm:kv_cache_utilization", "kv_usage value trtllm_kv_cache_utilization x1 rank 0");
        check(
            "nv_trt_llm_request_metrics{request_type=\"waiting\"}",
            "waiting value nv_trt_llm_request_metrics x1 rank 0",
        );
        check("dynamo_frontend_queued_requests", "ignored dynamo_frontend_queued_requests");
        check("dynamo_something_new", "ignored dynamo_*");
        check(
            "llm_d_epp_request_ttft_seconds_bucket{streaming=\"true\"}",
            "ttft bucket llm_d_epp_request_ttft_seconds x1 rank 0",
        );
        check(
            "llm_d_epp_request_ttft_seconds_bucket{streaming=\"false\"}",
            "ignored llm_d_epp_request_ttft_seconds",
        );
        check("inference_pool_average_queue_size", "ignored llm-d router, former names");
        check("time_to_first_token_seconds_bucket", "ttft bucket time_to_first_token_seconds x1 rank 0");
        check("gpu_cache_usage_perc", "kv_usage value gpu_cache_usage_perc x1 rank 0");
    }

    #[test]
    fn both_spellings_of_the_finish_reason() {
        let old = |key: &str| (key == "finish_reason").then_some("stop");
        let new = |key: &str| (key == "finished_reason").then_some("abort");
        assert_eq!(finish_reason(&old), Some("stop"));
        assert_eq!(finish_reason(&new), Some("abort"));
        assert_eq!(finish_reason(&|_| None), None);
    }
}
