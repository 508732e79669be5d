//! The walk on engines other than vLLM: a fault that their metrics can show, its healthy look-alike, and
//! what they do not expose named as missing.

use crate::server::{Capture, HEALTHY, Moment, change};
use tailwalk_core::Options;
use tailwalk_core::catalog::EngineId;
use tailwalk_core::report::{Report, Severity};

fn ask(engine: EngineId, before: Moment, after: Moment) -> Report {
    let mut capture = Capture::default();
    capture.add(engine, r#""instance":"a""#, 15.0, &change(60, before, 30, after));
    capture.read().analyze(&Options::default()).unwrap()
}

/// `fault` leads to `cause`; `alike`, which shares a sign with it, to no alarm; what is missing is named.
fn check(engine: EngineId, fault: Moment, cause: &str, alike: Moment, missing: &[&str]) {
    let report = ask(engine, HEALTHY, fault);
    let name = engine.name();
    assert_eq!(report.engine.name, name);
    assert_eq!(report.verdict.cause, cause, "{name}: {}", report.verdict.headline);
    let named: Vec<&str> = report.verdict.missing.iter().map(|row| row.what.as_str()).collect();
    for what in missing {
        assert!(named.contains(what), "{name}: {what} is not among the missing {named:?}");
    }
    let calm = ask(engine, HEALTHY, alike).verdict;
    assert!(calm.severity <= Severity::Watch, "{name}, look-alike: {} {:?}", calm.cause, calm.severity);
}

/// Twice the requests in front of a flat batch.
const SURGE: Moment = Moment { arrivals: 8.0, queue: 2.0, running: 16.0, waiting: 16.0, ..HEALTHY };
/// No blocks left for those who wait.
const FULL: Moment = Moment { queue: 2.0, running: 12.0, waiting: 8.0, kv: 0.97, ..HEALTHY };
/// A cache full of finished prefixes: nobody waits.
const WARM: Moment = Moment { kv: 0.97, ..HEALTHY };
/// Twice the requests, served as they come.
const BUSY: Moment = Moment { arrivals: 8.0, running: 16.0, ..HEALTHY };

#[test]
fn sglang() {
    check(EngineId::Sglang, SURGE, "surge_admission", BUSY, &["queue_prefill"]);
    check(EngineId::Sglang, FULL, "kv_exhaustion", WARM, &["queue_prefill"]);
    // Its cache is known by counters of tokens, not by the gauge of the last batch alone.
    let cold = Moment { prefill: 0.3, cached: 0.0, ..HEALTHY };
    // Shorter prompts that share nothing: the ratio falls as well, but the work is the same.
    let shorter = Moment { prompt: 500.0, cached: 0.0, ..HEALTHY };
    check(EngineId::Sglang, cold, "prefix_cache_collapse", shorter, &[]);
}

#[test]
fn what_an_engine_says_about_its_limits_is_used() {
    let setting = |engine, fact: &str| {
        let settings = ask(engine, HEALTHY, HEALTHY).settings;
        settings.iter().find(|row| row.fact == fact).and_then(|row| row.value.value)
    };
    assert_eq!(setting(EngineId::Sglang, "kv_tokens"), Some(100_000.0));
    assert_eq!(setting(EngineId::Nim, "max_num_seqs"), Some(16.0));
    assert_eq!(setting(EngineId::Tgi, "max_num_seqs"), None);
}

#[test]
fn tgi() {
    // No TTFT, no KV usage: the queue shows in end-to-end latency.
    check(EngineId::Tgi, SURGE, "surge_admission", BUSY, &["ttft", "kv_usage", "preemptions"]);
}

#[test]
fn tensorrt_llm() {
    check(EngineId::TensorRtLlm, SURGE, "surge_admission", BUSY, &["preemptions"]);
    check(EngineId::TensorRtLlm, FULL, "kv_exhaustion", WARM, &["preemptions"]);
}

#[test]
fn triton() {
    // No queue time: the wait is known from the requests that wait and Little's law.
    check(EngineId::Triton, FULL, "kv_exhaustion", WARM, &["queue_prefill", "preemptions"]);
}

#[test]
fn nim() {
    check(EngineId::Nim, SURGE, "surge_admission", BUSY, &["queue_prefill", "preemptions"]);
}

#[test]
fn gateways_alone_show_the_symptom_and_ask_for_the_engines() {
    // Dynamo's frontend knows neither batch nor queue: what it sees is late, and why is elsewhere.
    check(EngineId::Dynamo, SURGE, "cannot_tell", BUSY, &["queue_prefill", "running_waiting"]);
    // The queue of llm-d's flow control stands before the engines.
    check(EngineId::LlmD, SURGE, "surge_admission", BUSY, &["kv_usage", "preemptions"]);
}

#[test]
fn a_gateway_beside_its_engines_is_not_counted_as_one_of_them() {
    let mut capture = Capture::default();
    let moments = change(60, HEALTHY, 30, SURGE);
    capture.add(EngineId::Vllm, r#""instance":"a""#, 15.0, &moments);
    capture.add(EngineId::Dynamo, r#""instance":"front""#, 15.0, &moments);
    let report = capture.read().analyze(&Options::default()).unwrap();
    assert_eq!((report.engine.name.as_str(), report.replicas.len()), ("vLLM", 1));
}
