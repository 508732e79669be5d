//! The tables of `catalog` against the researched facts under `tests/catalogue`.

use serde_json::Value;
use std::collections::HashSet;
use tailwalk_core::catalog::{
    BUGS, Core, ENGINES, Engine, EngineId, Exporter, Kind, LIVES, Life, Meaning, Row, Signal, Usage,
    default_bounds, expected, infer_generation, resolve, translate,
};
use tailwalk_core::unit::Unit;

fn facts(file: &str) -> Value {
    let path = format!("{}/../../tests/catalogue/{file}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().unwrap()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap()
}

fn texts<'a>(value: &'a Value, key: &str) -> Vec<&'a str> {
    list(value, key).iter().map(|item| item.as_str().unwrap()).collect()
}

fn no_label<'a>(_: &str) -> Option<&'a str> {
    None
}

/// The name under which a scrape shows one series of the family.
fn series(family: &Value) -> String {
    let ending = if matches!(text(family, "type"), "histogram" | "summary") { "_sum" } else { "" };
    format!("{}{ending}", text(family, "name"))
}

fn rows() -> impl Iterator<Item = (&'static Engine, &'static Row)> {
    ENGINES.iter().flat_map(|engine| engine.rows.iter().map(move |row| (engine, row)))
}

fn row(family: &str) -> Option<&'static Row> {
    rows().map(|(_, row)| row).find(|row| row.family == family)
}

fn all_facts() -> Vec<Value> {
    ["vllm.json", "host.json", "engines.json"]
        .iter()
        .flat_map(|file| list(&facts(file), "families").to_vec())
        .collect()
}

/// The unit of the facts as a unit of ours and the factor to it.
fn unit(words: &str) -> Option<(Unit, f64)> {
    Some(match words {
        "seconds" | "unix seconds" | "seconds cumulative" => (Unit::Seconds, 1.0),
        "milliseconds" => (Unit::Seconds, 1e-3),
        "nanoseconds" => (Unit::Seconds, 1e-9),
        "timestamp" => (Unit::TimeMs, 1e3),
        "ratio" | "ratio 0..1" => (Unit::Ratio, 1.0),
        "percent" | "percent 0..100" => (Unit::Ratio, 0.01),
        "bool" | "info" | "requests" | "preemptions" | "items" | "drafts" | "transfers" | "count"
        | "periods" | "retries" | "bit mask" | "XID code" => (Unit::Count, 1.0),
        "tokens" => (Unit::Tokens, 1.0),
        "MHz" => (Unit::Hertz, 1e6),
        "hertz" => (Unit::Hertz, 1.0),
        "celsius" => (Unit::Celsius, 1.0),
        "watts" => (Unit::Watts, 1.0),
        "MiB" => (Unit::Bytes, 1_048_576.0),
        "MB" => (Unit::Bytes, 1e6),
        "bytes" => (Unit::Bytes, 1.0),
        _ => return None,
    })
}

/// The signals that a role of the facts can be.
fn signals(role: &str) -> &'static [Signal] {
    use Signal::*;
    match role {
        "ttft" => &[Ttft],
        "itl" => &[Itl],
        "tpot" => &[Tpot],
        "e2e" => &[E2e],
        "queue_time" => &[QueueTime],
        "prefill_time" => &[PrefillTime],
        "decode_time" => &[DecodeTime],
        "inference_time" => &[InferenceTime],
        "waiting" => &[Waiting, WaitingCapacity, WaitingDeferred, WaitingKvFetch, AdmissionRejections],
        "running" => &[Running],
        "swapped" => &[Swapped],
        "kv_usage" => &[KvUsage, CpuKvUsage],
        "preemptions" => &[Preemptions, RequestPreemptions],
        "prompt_tokens" => &[
            PromptTokens,
            RequestPromptTokens,
            RequestComputedTokens,
            PromptTokensComputed,
            PromptTokensLocalHit,
            PromptTokensTransferred,
        ],
        "generation_tokens" => &[GenerationTokens, RequestGenerationTokens],
        "request_success" => &[Finished],
        "prefix_cache_hits" => &[PrefixHits, PrefixHitRate, ExternalPrefixHits, PromptTokensCached],
        "prefix_cache_hit_rate" => &[PrefixHitRate],
        "prefix_cache_queries" => &[PrefixQueries, ExternalPrefixQueries],
        "iteration_tokens" => &[IterationTokens],
        "cache_config" => &[CacheConfig],
        "kv_capacity" => &[KvTokens],
        "running_limit" => &[RunningLimit],
        "kv_transfer" => &[KvTransferTime],
        "spec_decode_accepted_tokens" => &[SpecAcceptedTokens],
        "spec_decode_draft_tokens" => &[SpecDraftTokens],
        "spec_decode_drafts" => &[SpecDrafts],
        "gpu" => &[GpuBusy, GpuMemoryUsed],
        "gpu_busy" => &[GpuBusy, GpuGraphicsActive],
        "gpu_compute" => &[GpuSmActive, GpuTensorActive],
        "gpu_membw" => &[GpuDramActive],
        "gpu_memory" => &[GpuMemoryUsed, GpuMemoryFree],
        "gpu_clock" => &[GpuSmClock, GpuMemClock],
        "gpu_thermal" => &[GpuTemp, GpuMemTemp],
        "gpu_power" => &[GpuPower, GpuPowerLimit],
        "gpu_throttle" => &[GpuPowerViolation, GpuThermalViolation, GpuThrottleReasons],
        "gpu_error" => &[GpuXid],
        "gpu_pcie" => &[GpuPcieReplay],
        "node" => &[CpuPeriods, CpuThrottledPeriods],
        "process" => &[ProcessCpu, ProcessMemory, ProcessStart],
        "http" => &[HttpRequests, HttpDuration],
        "scrape" => &[Up, ScrapeDuration],
        _ => &[],
    }
}

#[test]
fn every_row_is_a_researched_family_of_a_compatible_type() {
    let facts = all_facts();
    let router = facts_of_the_router();
    let mut held = 0;
    for (engine, row) in rows() {
        let known = facts.iter().find(|fact| text(fact, "name") == row.family);
        let Some(fact) = known else {
            assert!(engine.id == EngineId::Vllm && router.contains(row.family), "{}", row.family);
            continue;
        };
        let compatible = match (row.kind, text(fact, "type")) {
            (Kind::Histogram, "histogram" | "summary") | (Kind::Gauge, "gauge" | "gauge|counter") => true,
            (Kind::Counter, "counter") => true,
            (Kind::Counter, "gauge") => text(fact, "unit").contains("cumulative"),
            (Kind::Info, "gauge") => matches!(text(fact, "unit"), "info" | "timestamp"),
            _ => false,
        };
        assert!(compatible, "{}: {:?} is a {}", row.family, row.kind, text(fact, "type"));
        if let Usage::Split { label, .. } = row.usage {
            let labels = fact["labels"].as_array().map(|labels| labels.iter().filter_map(Value::as_str));
            let named = labels.is_some_and(|mut labels| labels.any(|known| known == label));
            let told = fact["label"] == label || matches!(label, "streaming" | "clock_type");
            assert!(named || told, "{} has no label {label}", row.family);
        }
        held += 1;
    }
    assert!(held > 280, "{held}");
}

fn facts_of_the_router() -> HashSet<String> {
    let facts = facts("aliases.json");
    let mut names: HashSet<String> = texts(&facts, "router_only").into_iter().map(str::to_string).collect();
    // Newer than the survey; read in the router's own source.
    names.insert("vllm:routing_decisions_total".to_string());
    names
}

#[test]
fn every_signal_agrees_with_role_unit_and_scale_of_the_facts() {
    let facts = all_facts();
    let mut held = 0;
    for (_, row) in rows() {
        let named: Vec<&Value> = facts.iter().filter(|fact| text(fact, "name") == row.family).collect();
        for signal in row.signals().filter(|_| !named.is_empty()) {
            let allows = |role: &str| role == "other" || signals(role).contains(&signal);
            let fact = named.iter().find(|fact| allows(text(fact, "role")));
            let fact = fact.unwrap_or_else(|| panic!("{} is no {}", row.family, signal.id()));
            let (unit, scale) = unit(text(fact, "unit")).unwrap();
            assert_eq!(row.scale, scale, "{}", row.family);
            let alike = |wanted: Unit| match wanted {
                // A state and a target's health are shares of time once they are averaged.
                Unit::Ratio => matches!(unit, Unit::Ratio | Unit::Count),
                // A block count before 0.9.0 stands under the same name.
                wanted => wanted == unit,
            };
            assert!(alike(signal.row().unit), "{}: {unit:?}", row.family);
            held += 1;
        }
    }
    assert!(held > 150, "{held}");
}

#[test]
fn no_researched_family_is_unknown_under_any_prefix() {
    let mut asked = 0;
    for fact in &all_facts() {
        let name = series(fact);
        let spellings = match name.strip_prefix("vllm:") {
            Some(stem) => ["vllm:", "vllm_", "ray_vllm:", "ray_vllm_"].map(|p| format!("{p}{stem}")).to_vec(),
            None => vec![name],
        };
        for spelling in spellings {
            // Not GPU-specific and too short a name to claim for one exporter.
            if spelling == "pcie_bandwidth" {
                continue;
            }
            let meaning = resolve(&spelling, &no_label);
            assert_ne!(meaning, Meaning::Unknown, "{spelling}");
            asked += 1;
        }
    }
    assert!(asked > 800, "{asked}");
}

#[test]
fn every_living_family_of_a_role_the_walk_needs_is_used() {
    // Real, but another quantity than its role says, or a share of what another family says.
    let unused =
        ["vllm:request_max_num_generation_tokens", "vllm:spec_decode_num_accepted_tokens_per_pos_total"];
    let facts = facts("vllm.json");
    let mut held = 0;
    for fact in list(&facts, "families") {
        let name = text(fact, "name");
        if text(fact, "role") == "other" || !fact["removed"].is_null() || unused.contains(&name) {
            continue;
        }
        // V0 left with 0.11.1: only what V1 still has is living.
        if fact["v1"].is_null() {
            continue;
        }
        assert!(row(name).is_some_and(|row| row.signals().next().is_some()), "{name}");
        held += 1;
    }
    assert_eq!(held, 34);
}

#[test]
fn renamed_families_are_one_signal_and_the_new_name_is_preferred() {
    let facts = facts("aliases.json");
    for rename in list(&facts, "renames") {
        let (old, new) = (row(text(rename, "old")).unwrap(), row(text(rename, "new")).unwrap());
        assert!(old.signals().eq(new.signals()), "{}", old.family);
        assert!(old.rank > new.rank, "{}", old.family);
    }
    assert_eq!(list(&facts, "renames").len(), 5);
}

#[test]
fn the_router_is_told_apart() {
    let facts = facts("aliases.json");
    let of_the_router = |key: &str| (key == "server").then_some("10.0.0.7:8000");
    let of_an_engine = |key: &str| (key == "model_name").then_some("m");
    for name in texts(&facts, "router_shares") {
        assert!(matches!(resolve(name, &of_the_router), Meaning::Ignored(_)), "{name}");
        assert!(matches!(resolve(name, &of_an_engine), Meaning::Known(_)), "{name}");
    }
    for name in texts(&facts, "router_only") {
        let spelled = match row(name).map(|row| row.kind) {
            Some(Kind::Histogram) => format!("{name}_sum"),
            _ => name.to_string(),
        };
        assert!(matches!(resolve(&spelled, &of_the_router), Meaning::Ignored(_)), "{name}");
    }
}

#[test]
fn other_engines_mean_what_their_roles_say() {
    let facts = facts("engines.json");
    let mut known = 0;
    for fact in list(&facts, "families") {
        let wanted = fact["label"].as_str();
        let label = |key: &str| match (wanted, key) {
            (Some(wanted), key) if wanted == key => fact["value"].as_str(),
            (None, "streaming") => Some("true"),
            _ => None,
        };
        let Meaning::Known(hit) = resolve(&series(fact), &label) else { continue };
        assert!(signals(text(fact, "role")).contains(&hit.signal), "{}", text(fact, "name"));
        let engine = match text(fact, "engine") {
            "sglang" => EngineId::Sglang,
            "tgi" => EngineId::Tgi,
            "trtllm" => EngineId::TensorRtLlm,
            "triton" if hit.family.starts_with("nv_gpu_") => EngineId::Gpu(Exporter::Triton),
            "triton" => EngineId::Triton,
            "nim" => EngineId::Nim,
            "dynamo" => EngineId::Dynamo,
            "llm-d" => EngineId::LlmD,
            other => panic!("{other}"),
        };
        assert_eq!(hit.engine, engine, "{}", hit.family);
        known += 1;
    }
    assert_eq!(known, 68);
}

fn span(fact: &Value, core: Core, releases: &[&str]) -> Option<(String, Option<String>)> {
    let span = fact[if core == Core::V0 { "v0" } else { "v1" }].as_array()?;
    let (first, last) = (span[0].as_str()?, span[1].as_str()?);
    let after = releases.iter().position(|release| *release == last)? + 1;
    Some((first.to_string(), releases.get(after).map(|release| release.to_string())))
}

#[test]
fn lives_agree_with_the_source_of_73_releases() {
    let facts = facts("vllm.json");
    let releases = texts(&facts, "releases");
    assert_eq!(releases.len(), 73);
    for life in LIVES {
        let fact = list(&facts, "families").iter().find(|fact| text(fact, "name") == life.family);
        let fact = fact.unwrap_or_else(|| panic!("{}", life.family));
        for core in [Core::V0, Core::V1] {
            let ours = life.span(core).map(|span| (span.since.to_string(), span.gone.map(str::to_string)));
            assert_eq!(ours, span(fact, core, &releases), "{} {core:?}", life.family);
        }
        assert_eq!(life.hidden, fact["hidden"].as_str(), "{}", life.family);
        assert!(!(life.expected && fact["condition"].is_string()), "{}", life.family);
    }
}

/// What a server of `release` shows by default, as far as [`LIVES`] knows it.
fn shown(facts: &Value, release: usize, core: Core, releases: &[&str]) -> Vec<&'static str> {
    let index = |text: &str| releases.iter().position(|known| *known == text).unwrap();
    let shows = |life: &&Life| {
        let optional = list(facts, "families")
            .iter()
            .any(|fact| text(fact, "name") == life.family && fact["condition"].is_string());
        let hidden = life.hidden.is_some_and(|hidden| release >= index(hidden));
        let lives = life.span(core).is_some_and(|span| {
            release >= index(span.since) && span.gone.is_none_or(|gone| release < index(gone))
        });
        lives && !hidden && !optional
    };
    LIVES.iter().filter(shows).map(|life| life.family).collect()
}

#[test]
fn every_release_is_found_within_its_inferred_generation() {
    let facts = facts("vllm.json");
    let releases = texts(&facts, "releases");
    let index = |text: &str| releases.iter().position(|known| *known == text).unwrap();
    let mut widest = 0;
    let mut inferred = 0;
    for (release, name) in releases.iter().enumerate() {
        for core in [Core::V0, Core::V1] {
            let lives = if core == Core::V0 { release < index("0.11.1") } else { release >= index("0.8.0") };
            if !lives {
                continue;
            }
            let families = shown(&facts, release, core, &releases);
            let bounds = match (
                core,
                release >= index("0.8.4"),
                families.contains(&"vllm:time_to_first_token_seconds"),
            ) {
                (_, _, false) => None,
                (_, false, true) => Some(16),
                (_, true, true) => Some(22),
            };
            let label = core == Core::V1 && release >= index("0.8.3");
            let found = infer_generation(&|family| families.contains(&family), bounds, label);
            assert_eq!(found.engine, core, "{name}: {}", found.label);
            let since = found.since.map_or(0, index);
            let before = found.before.map_or(releases.len(), index);
            assert!(since <= release && release < before, "{name} {core:?}: {}", found.label);
            for family in expected(&found) {
                assert!(families.contains(&family), "{name} {core:?} does not show {family}");
            }
            if core == Core::V1 {
                widest = widest.max(before - since);
                assert!(expected(&found).count() > 15, "{name}: {}", found.label);
            }
            inferred += 1;
        }
    }
    assert!(widest <= 15, "a generation spans {widest} releases");
    assert_eq!(inferred, 87);
}

#[test]
fn bugs_agree_with_the_facts() {
    let facts = facts("vllm.json");
    for fact in list(&facts, "known_bugs") {
        let bug = BUGS.iter().find(|bug| bug.id == text(fact, "id")).unwrap();
        let engine = match text(fact, "engine") {
            "v0" => Some(Core::V0),
            "v1" => Some(Core::V1),
            _ => None,
        };
        let ours = (bug.engine, bug.first, bug.last);
        assert_eq!(ours, (engine, fact["from"].as_str(), fact["to"].as_str()), "{}", bug.id);
    }
    assert_eq!(BUGS.len(), list(&facts, "known_bugs").len() + 1);
}

#[test]
fn default_bounds_agree_with_the_source() {
    let facts = facts("vllm.json");
    let mut held = 0;
    for fact in list(&facts, "families") {
        let timed = text(fact, "unit") == "seconds" && text(fact, "role") != "other";
        let Some(bounds) = fact["bounds"].as_array().filter(|_| timed) else { continue };
        let grid = default_bounds(text(fact, "name")).unwrap();
        let theirs: Vec<f64> = bounds.iter().map(|bound| bound.as_f64().unwrap()).collect();
        assert_eq!(grid.bounds, theirs, "{}", text(fact, "name"));
        if let Some(short) = fact["short_bounds"].as_u64() {
            assert_eq!(grid.short as u64, short, "{}", text(fact, "name"));
        }
        held += 1;
    }
    assert_eq!(held, 10);
}

#[test]
fn names_from_articles_lead_to_the_real_ones() {
    let facts = facts("aliases.json");
    let mut translated = 0;
    for fact in list(&facts, "seed").iter().chain(list(&facts, "wild")) {
        let name = text(fact, "name");
        if fact["existed"] == true {
            let full = if name.contains(':') { name.to_string() } else { format!("vllm:{name}") };
            assert_ne!(resolve(&full, &no_label), Meaning::Unknown, "{name}");
            continue;
        }
        let found = translate(name).unwrap_or_else(|| panic!("{name}"));
        for real in texts(fact, "real") {
            assert!(found.real.contains(&real), "{name} should lead to {real}");
        }
        translated += 1;
    }
    assert_eq!(translated, 22);
}

#[test]
fn real_scrapes_hold_nothing_unknown() {
    let facts = facts("scrapes.json");
    for scrape in list(&facts, "scrapes") {
        let mut families = HashSet::new();
        for name in texts(scrape, "names") {
            match resolve(name, &no_label) {
                Meaning::Unknown => panic!("{}: {name}", text(scrape, "id")),
                Meaning::Known(hit) => families.insert(hit.family),
                Meaning::Ignored(family) => families.insert(family),
                Meaning::Created => false,
            };
        }
        let bounds = scrape["ttft_bounds"].as_u64().map(|bounds| bounds as usize);
        let label = scrape["engine_label"] == true;
        let found = infer_generation(&|family| families.contains(family), bounds, label);
        assert_eq!(found.label, text(scrape, "label"), "{}", text(scrape, "id"));
        let missing: Vec<&str> = expected(&found).filter(|family| !families.contains(family)).collect();
        assert_eq!(missing, [""; 0], "{}", text(scrape, "id"));
    }
    assert_eq!(list(&facts, "scrapes").len(), 2);
}
