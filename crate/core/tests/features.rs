//! Facts that only some servers have, from series in to facts out: adapters, KV transfer, images, ranks,
//! groups of GPUs, a gateway, standstills and servers that go away.

use tailwalk_core::measure::facts::{Fact, Facts};
use tailwalk_core::options::Hints;
use tailwalk_core::{Builder, Options};

/// Scrapes every fifteen seconds; what is examined begins at the fourth and ends with the last.
const STEP: usize = 15;
const FIRST: usize = 3 * STEP;

/// One series: name with labels, then its values; `_` is a missed scrape.
fn matrix(lines: &str) -> String {
    let series: Vec<String> = lines.lines().filter(|line| !line.trim().is_empty()).map(series).collect();
    format!(r#"{{"status":"success","data":{{"resultType":"matrix","result":[{}]}}}}"#, series.join(","))
}

fn series(line: &str) -> String {
    let (name, values) = line.trim().split_once(' ').unwrap();
    let (name, labels) = name.split_once('{').unwrap_or((name, "}"));
    let labels = labels.trim_end_matches('}').replace('=', ":").replace(';', ",");
    let labels: String = labels
        .split('|')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (key, value) = pair.split_once(':').unwrap();
            format!(r#","{key}":"{value}""#)
        })
        .collect();
    let samples: Vec<String> = values
        .split_whitespace()
        .enumerate()
        .filter(|(_, value)| *value != "_")
        .map(|(at, value)| format!(r#"[{},"{value}"]"#, 1_700_000_000 + at * STEP))
        .collect();
    format!(r#"{{"metric":{{"__name__":"{name}"{labels}}},"values":[{}]}}"#, samples.join(","))
}

fn facts(lines: &str) -> Facts {
    facts_with(lines, Hints::default())
}

fn facts_with(lines: &str, hints: Hints) -> Facts {
    let mut builder = Builder::new();
    builder.start_file("matrix.json");
    builder.push(matrix(lines).as_bytes()).unwrap();
    builder.end_file().unwrap();
    let from = (1_700_000_000 + FIRST) as f64 * 1000.0;
    let options = Options { from_ms: Some(from), hints, ..Options::default() };
    builder.finish().unwrap().facts(&options)
}

/// Holds a fact of a scope (0 is the fleet, then the replicas) against its expected value.
fn check(lines: &str, scope: usize, expected: &[(Fact, Option<f64>)]) {
    let facts = facts(lines);
    let scopes: Vec<_> = std::iter::once(&facts.fleet).chain(&facts.replicas).collect();
    for (fact, value) in expected {
        let got = scopes[scope].now(*fact);
        let equal = match (got, value) {
            (Some(got), Some(value)) => (got - value).abs() < 1e-9,
            (got, value) => got.is_none() && value.is_none(),
        };
        assert!(equal, "{}: {got:?}, expected {value:?}", fact.id());
    }
}

const TTFT: &str = "
vllm:time_to_first_token_seconds_count{instance=a} 0 10 20 30 40 50 60
vllm:time_to_first_token_seconds_sum{instance=a} 0 1 2 3 4 5 6
";

#[test]
fn of_adapter_states_the_newest_counts() {
    let lines = format!(
        "{TTFT}
vllm:lora_requests_info{{instance=a|max_lora=2|running_lora_adapters=x;y|waiting_lora_adapters=y;z}} 1 1 1 1 1 5 6
vllm:lora_requests_info{{instance=a|max_lora=2|running_lora_adapters=x|waiting_lora_adapters=}} 2 2 2 2 4 4 4
"
    );
    // Of the three scrapes one shows one adapter in two slots, two show both taken and z kept out.
    check(&lines, 0, &[(Fact::LoraSlots, Some(2.5 / 3.0)), (Fact::LoraWaiting, Some(2.0 / 3.0))]);
    check(TTFT, 0, &[(Fact::LoraSlots, None), (Fact::LoraWaiting, None)]);
}

#[test]
fn transfers_and_images_are_counted_per_request() {
    let lines = format!(
        "{TTFT}
vllm:num_requests_waiting{{instance=a}} 0 0 0 4 4 4 4
vllm:num_requests_kv_fetch_by_stage{{instance=a|stage=load}} 0 0 0 2 2 2 2
vllm:num_requests_kv_fetch_by_stage{{instance=a|stage=wait}} 0 0 0 1 1 1 1
vllm:nixl_xfer_time_seconds_count{{instance=a}} 0 10 20 30 40 50 60
vllm:nixl_xfer_time_seconds_sum{{instance=a}} 0 1 2 3 8 13 18
vllm:nixl_num_failed_transfers_total{{instance=a}} 0 0 0 0 1 2 3
vllm:mm_cache_queries_total{{instance=a}} 0 0 0 0 20 40 60
vllm:mm_cache_hits_total{{instance=a}} 0 0 0 0 5 10 15
"
    );
    let expected = [
        (Fact::KvFetchShare, Some(0.75)),
        (Fact::KvTransferMean, Some(0.5)),
        (Fact::KvTransferFailures, Some(0.1)),
        (Fact::MmMisses, Some(1.5)),
    ];
    check(&lines, 0, &expected);
}

#[test]
fn ranks_share_what_their_own_server_gets() {
    let lines = "
vllm:time_to_first_token_seconds_count{instance=a|engine=0} 0 0 0 0 30 60 90
vllm:time_to_first_token_seconds_count{instance=a|engine=1} 0 0 0 0 10 20 30
vllm:time_to_first_token_seconds_count{instance=b|engine=0} 0 0 0 0 90 180 270
";
    check(lines, 1, &[(Fact::RankShare, Some(1.5))]);
    check(lines, 2, &[(Fact::RankShare, Some(0.5))]);
    check(lines, 3, &[(Fact::RankShare, None)]);
}

#[test]
fn a_gpu_is_held_against_the_others_that_work() {
    let gpus = |busy_of_third: &str| {
        format!(
            "{TTFT}
DCGM_FI_DEV_SM_CLOCK{{UUID=1}} 1400 1400 1400 1400 1400 1400 1400
DCGM_FI_DEV_SM_CLOCK{{UUID=2}} 1400 1400 1400 1400 1400 1400 1400
DCGM_FI_DEV_SM_CLOCK{{UUID=3}} 1400 1400 1400 1400 700 700 700
DCGM_FI_DEV_GPU_UTIL{{UUID=1}} 99 99 99 99 99 99 99
DCGM_FI_DEV_GPU_UTIL{{UUID=2}} 99 99 99 99 99 99 99
DCGM_FI_DEV_GPU_UTIL{{UUID=3}} {busy_of_third}
"
        )
    };
    check(&gpus("99 99 99 99 99 99 99"), 0, &[(Fact::GpuSpread, Some(0.5))]);
    check(&gpus("0 0 0 0 0 0 0"), 0, &[(Fact::GpuSpread, Some(1.0))]);
}

#[test]
fn a_gateway_sees_what_lies_in_front() {
    let lines = format!(
        "{TTFT}
dynamo_frontend_time_to_first_token_seconds_count{{model=m}} 0 10 20 30 40 50 60
dynamo_frontend_time_to_first_token_seconds_sum{{model=m}} 0 2 4 6 10 14 18
"
    );
    check(&lines, 0, &[(Fact::GatewayTtft, Some(0.4)), (Fact::OutsideShare, Some(0.75))]);
}

#[test]
fn a_standstill_with_and_without_a_batch() {
    let still = |running: &str| {
        format!(
            "
vllm:time_to_first_token_seconds_count{{instance=a}} 0 10 20 30 30 30 30
vllm:num_requests_running{{instance=a}} {running}
vllm:num_requests_waiting{{instance=a}} 1 1 1 1 2 3 4
"
        )
    };
    check(&still("3 3 3 0 0 0 0"), 0, &[(Fact::StuckTime, Some(45.0)), (Fact::BlockedTime, Some(45.0))]);
    check(&still("3 3 3 3 3 3 3"), 0, &[(Fact::StuckTime, Some(45.0)), (Fact::BlockedTime, Some(0.0))]);
}

#[test]
fn a_server_that_went_away_is_told_from_one_that_came_back() {
    let lines = "
up{instance=a} 1 1 1 1 1 1 1
up{instance=b} 1 1 1 1 0 0 0
vllm:time_to_first_token_seconds_count{instance=a} 0 10 20 30 40 50 60
vllm:time_to_first_token_seconds_count{instance=b} 0 10 20 30 _ _ _
";
    check(lines, 1, &[(Fact::AwayTime, Some(0.0))]);
    check(lines, 2, &[(Fact::AwayTime, Some(45.0)), (Fact::AwayBusy, None)]);
    let gpu = |busy: &str| format!("{lines}DCGM_FI_DEV_GPU_UTIL{{instance=b}} {busy}\n");
    check(&gpu("95 95 95 95 95 0 0"), 2, &[(Fact::AwayBusy, Some(0.0))]);
    check(&gpu("95 95 95 95 _ _ _"), 2, &[(Fact::AwayBusy, None)]);
    let back = |first: &str| {
        format!(
            "
up{{instance=a}} 0 0 0 0 1 1 1
vllm:time_to_first_token_seconds_count{{instance=a}} _ _ _ _ {first}
up{{instance=b}} 1 1 1 1 1 1 1
vllm:time_to_first_token_seconds_count{{instance=b}} 0 10 20 30 40 50 60
"
        )
    };
    check(&back("5 15 25"), 1, &[(Fact::Restarts, Some(1.0)), (Fact::AwayTime, Some(0.0))]);
    check(&back("5000 5010 5020"), 1, &[(Fact::Restarts, Some(0.0))]);
}

#[test]
fn steps_of_short_prompts_pile_up_at_the_budget() {
    let steps = |top: &str| {
        format!(
            "
vllm:num_requests_running{{instance=a}} 10 10 10 10 10 10 10
vllm:iteration_tokens_total_bucket{{instance=a|le=16}} 0 10 20 30 40 50 60
vllm:iteration_tokens_total_bucket{{instance=a|le=1024}} 0 10 20 30 40 50 60
vllm:iteration_tokens_total_bucket{{instance=a|le=2048}} {top}
vllm:iteration_tokens_total_bucket{{instance=a|le=+Inf}} {top}
vllm:iteration_tokens_total_count{{instance=a}} {top}
"
        )
    };
    check(&steps("0 40 80 120 160 200 240"), 0, &[(Fact::StepTop, Some(0.75))]);
    // Without any larger step the top is what decoding fills.
    check(&steps("0 10 20 30 40 50 60"), 0, &[(Fact::StepTop, None)]);
}

#[test]
fn requests_that_run_at_the_end_are_not_lost_also_where_the_gauge_begins_late() {
    let lines = "\
        vllm:time_to_first_token_seconds_count 0 0 0 0 10 20 30 40
        vllm:e2e_request_latency_seconds_count 0 0 0 0 5 11 18 25
        vllm:e2e_request_latency_seconds_sum 0 0 0 0 5 11 18 25
        vllm:num_requests_running _ _ _ _ 5 9 12 15";
    // 40 began, 25 ended, 10 more run than at first: 5 are gone.
    check(lines, 0, &[(Fact::AbortShare, Some(0.125))]);
}

#[test]
fn a_window_hardly_longer_than_a_request_says_nothing_of_lost_ones() {
    let lines = "\
        vllm:time_to_first_token_seconds_count 0 0 0 0 10 20 30 40
        vllm:e2e_request_latency_seconds_count 0 0 0 0 5 11 18 25
        vllm:e2e_request_latency_seconds_sum 0 0 0 0 150 330 540 750
        vllm:num_requests_running 0 0 0 0 0 0 0 0";
    check(lines, 0, &[(Fact::AbortShare, None)]);
}

#[test]
fn a_known_budget_that_the_mean_step_fills_counts_as_full_steps() {
    let lines = "\
        vllm:time_to_first_token_seconds_count 0 0 0 0 10 20 30 40
        vllm:iteration_tokens_total_bucket{le=1024.0} 0 0 0 0 2 4 6 8
        vllm:iteration_tokens_total_bucket{le=+Inf} 0 0 0 0 100 200 300 400
        vllm:iteration_tokens_total_count 0 0 0 0 100 200 300 400
        vllm:iteration_tokens_total_sum 0 0 0 0 195000 390000 585000 780000";
    let top = |hints: Hints| {
        let facts = facts_with(lines, hints);
        (facts.fleet.now(Fact::BudgetFill), facts.fleet.now(Fact::StepTop))
    };
    let given = Hints { max_num_batched_tokens: Some(2000.0), ..Hints::default() };
    assert_eq!(top(given), (Some(0.975), Some(0.975)));
    let larger = Hints { max_num_batched_tokens: Some(8000.0), ..Hints::default() };
    let (fill, steps) = top(larger);
    assert_eq!(fill, Some(0.24375));
    assert_eq!(steps, top(Hints::default()).1);
}
