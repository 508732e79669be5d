//! Generations of vLLM: no metric states the version, so it is inferred from the names that are there.
//!
//! What is present counts. What is absent counts only when the scrape is whole, because panels,
//! relabelling rules and recording rules show a choice of families.

use super::lives::{LIVES, Life};
use super::version::Version;

/// Which engine core: V1 is the default since 0.8.0, V0 left with 0.11.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Core {
    /// The first engine.
    V0,
    /// The rewritten engine.
    V1,
}

/// What is known about the release behind a set of names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generation {
    /// For the reader: `V1 ≥ 0.20.0, < 0.30.0`; just `V1` when nothing narrows it.
    pub label: String,
    /// Which engine core.
    pub engine: Core,
    /// The oldest release it can be.
    pub since: Option<&'static str>,
    /// The first release that it cannot be any more.
    pub before: Option<&'static str>,
    /// The families that decided.
    pub because: Vec<&'static str>,
}

impl Generation {
    /// Whether any release from `first` to `last`, both included, is possible.
    pub fn may_be_within(&self, first: Option<&str>, last: Option<&str>) -> bool {
        let too_new = last.zip(self.since).is_some_and(|(last, since)| Version(since) > Version(last));
        let too_old = first.zip(self.before).is_some_and(|(first, before)| Version(before) <= Version(first));
        !(too_new || too_old)
    }

    /// Whether only releases from `first` to `last`, both included, are possible.
    ///
    /// `before` may be the release right after `last`, which this cannot know: then it says no.
    pub fn must_be_within(&self, first: Option<&str>, last: Option<&str>) -> bool {
        let from = first.is_none_or(|first| self.since.is_some_and(|since| Version(since) >= Version(first)));
        let to = last.is_none_or(|last| self.before.is_some_and(|before| Version(before) <= Version(last)));
        from && to
    }
}

/// V1 has the label `engine` since this release; V0 never had it.
const ENGINE_LABEL_SINCE: &str = "0.8.3";

/// The finite default bounds of TTFT were 16 up to here and are 22 from here on.
const LONG_BOUNDS_SINCE: &str = "0.8.4";
const SHORT_BOUNDS: usize = 16;
const LONG_BOUNDS: usize = 22;

const TTFT: &str = "vllm:time_to_first_token_seconds";
const OLD_KV_USAGE: &str = "vllm:gpu_cache_usage_perc";

/// Nobody asks for this one, so its presence tells an unfiltered scrape.
const WHOLE_SCRAPE: &str = "vllm:request_params_n";

/// Infers the generation behind one server's names.
///
/// - `present` tells whether a canonical family is there, `ttft_bounds` is the number of finite TTFT
///   bounds, `has_engine_label` whether any vLLM series carries `engine`.
/// - Ask per server where releases may be mixed: the union of two releases is no release. If the
///   names contradict each other, what is older gives way.
/// - V1 by the label or by a name that only V1 has; else V0 by a name that only V0 has, by the old
///   KV-usage name, or because a whole scrape shows nothing of V1; else V1, the default since 0.8.0.
/// - Absent gauges and histograms bound it from above when the scrape is whole. Counters do not: Ray
///   creates them at their first increment.
/// - Other bounds than the two default sets say nothing: they can be set since 0.32.0.
pub fn infer_generation(
    present: &dyn Fn(&str) -> bool,
    ttft_bounds: Option<usize>,
    has_engine_label: bool,
) -> Generation {
    let shown: Vec<&Life> = LIVES.iter().filter(|life| present(life.family)).collect();
    let only_v1 = shown.iter().find(|life| life.v0.is_none());
    let only_v0 = shown.iter().find(|life| life.v1.is_none());
    let (engine, decided_by) = match (only_v1, only_v0) {
        (Some(life), _) => (Core::V1, Some(life.family)),
        (None, _) if has_engine_label => (Core::V1, None),
        (None, Some(life)) => (Core::V0, Some(life.family)),
        (None, None) if present(OLD_KV_USAGE) => (Core::V0, Some(OLD_KV_USAGE)),
        (None, None) if present(WHOLE_SCRAPE) => (Core::V0, Some(WHOLE_SCRAPE)),
        (None, None) => (Core::V1, None),
    };

    let mut since: Option<(Version<'static>, &'static str)> = None;
    let mut later = |candidate: (Version<'static>, &'static str)| {
        if since.is_none_or(|known| candidate.0 > known.0) {
            since = Some(candidate);
        }
    };
    shown
        .iter()
        .filter_map(|life| Some((Version(life.span(engine)?.since), life.family)))
        .for_each(&mut later);
    if ttft_bounds == Some(LONG_BOUNDS) {
        later((Version(LONG_BOUNDS_SINCE), TTFT));
    }
    if has_engine_label && engine == Core::V1 {
        later((Version(ENGINE_LABEL_SINCE), TTFT));
    }

    let gone = |life: &&Life| Some((Version(life.span(engine)?.gone?), life.family));
    let mut before: Vec<(Version<'static>, &'static str)> = shown.iter().filter_map(gone).collect();
    if ttft_bounds == Some(SHORT_BOUNDS) {
        before.push((Version(LONG_BOUNDS_SINCE), TTFT));
    }
    if present(WHOLE_SCRAPE) {
        let absent = LIVES.iter().filter(|life| life.expected && !present(life.family));
        let tells = absent.filter(|life| !is_counter(life.family) && life.hidden.is_none());
        before.extend(tells.filter_map(|life| Some((Version(life.span(engine)?.since), life.family))));
    }
    before.retain(|candidate| since.is_none_or(|known| candidate.0 > known.0));
    let before = before.into_iter().min();

    let mut because: Vec<&'static str> = Vec::new();
    for family in [decided_by, since.map(|known| known.1), before.map(|known| known.1)].into_iter().flatten()
    {
        if !because.contains(&family) {
            because.push(family);
        }
    }
    let (since, before) = (since.map(|known| known.0.0), before.map(|known| known.0.0));
    Generation { label: label(engine, since, before), engine, since, before, because }
}

/// The families that a server of this generation shows by default and the walk reads.
///
/// - Only what every possible release has: nothing newer than `since`, nothing that may be hidden.
/// - Without `since` nothing is expected.
pub fn expected(generation: &Generation) -> impl Iterator<Item = &'static str> + use<> {
    let (engine, since, before) = (generation.engine, generation.since, generation.before);
    LIVES.iter().filter(|life| life.expected).filter_map(move |life| {
        let span = life.span(engine)?;
        let born = Version(span.since) <= Version(since?);
        let ends = [life.hidden, span.gone.filter(|_| engine == Core::V1)];
        let shown =
            ends.iter().flatten().all(|end| before.is_some_and(|before| Version(before) <= Version(end)));
        (born && shown).then_some(life.family)
    })
}

fn is_counter(family: &str) -> bool {
    family.ends_with("_total") && family != "vllm:iteration_tokens_total"
}

fn label(engine: Core, since: Option<&str>, before: Option<&str>) -> String {
    let engine = match engine {
        Core::V0 => "V0",
        Core::V1 => "V1",
    };
    match (since, before) {
        (Some(since), Some(before)) => format!("{engine} ≥ {since}, < {before}"),
        (Some(since), None) => format!("{engine} ≥ {since}"),
        (None, Some(before)) => format!("{engine} < {before}"),
        (None, None) => engine.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn infer(families: &[&str], ttft_bounds: Option<usize>, has_engine_label: bool) -> Generation {
        let present = |family: &str| families.iter().any(|known| family.strip_prefix("vllm:") == Some(known));
        infer_generation(&present, ttft_bounds, has_engine_label)
    }

    fn check(families: &str, ttft_bounds: usize, has_engine_label: bool, expected: &str) {
        let families: Vec<&str> = families.split_whitespace().collect();
        let found = infer(&families, Some(ttft_bounds), has_engine_label);
        assert_eq!(found.label, expected, "{families:?}");
    }

    #[test]
    fn milestones() {
        let base = "time_to_first_token_seconds num_requests_running";
        check("", 0, false, "V1");
        check(base, 22, true, "V1 ≥ 0.8.4");
        check(base, 16, true, "V1 ≥ 0.8.3, < 0.8.4");
        check(base, 9, true, "V1 ≥ 0.8.3");
        for (family, since) in [
            ("kv_cache_usage_perc", "0.9.2"),
            ("inter_token_latency_seconds", "0.10.2"),
            ("request_time_per_output_token_seconds", "0.11.0"),
            ("external_prefix_cache_queries_total", "0.11.1"),
            ("request_prefill_kv_computed_tokens", "0.13.0"),
            ("prompt_tokens_by_source_total", "0.16.0"),
            ("num_requests_waiting_by_reason", "0.20.0"),
            ("request_num_preemptions", "0.30.0"),
            ("admission_rejections_total", "0.32.0"),
            ("kv_offload_config_info", "0.33.0"),
        ] {
            check(&format!("{base} {family}"), 22, true, &format!("V1 ≥ {since}"));
        }
    }

    #[test]
    fn the_old_core() {
        let old = "time_to_first_token_seconds gpu_cache_usage_perc time_per_output_token_seconds";
        check(old, 22, false, "V0 ≥ 0.8.4, < 0.11.1");
        check(&format!("{old} num_requests_swapped"), 16, false, "V0 ≥ 0.3.1, < 0.8.4");
        check(&format!("{old} tokens_total"), 16, false, "V0 ≥ 0.6.4, < 0.8.0");
        check(old, 22, true, "V1 ≥ 0.8.4, < 0.12.0");
    }

    #[test]
    fn what_is_gone_bounds_from_above() {
        check("gpu_cache_usage_perc kv_cache_usage_perc", 22, true, "V1 ≥ 0.9.2, < 0.12.0");
        check(
            "prompt_tokens_recomputed_total prompt_tokens_by_source_total",
            22,
            true,
            "V1 ≥ 0.16.0, < 0.20.0",
        );
    }

    #[test]
    fn absence_counts_only_in_a_whole_scrape() {
        let chosen = "time_to_first_token_seconds num_requests_waiting_by_reason";
        check(chosen, 22, true, "V1 ≥ 0.20.0");
        check(&format!("{chosen} request_params_n"), 22, true, "V1 ≥ 0.20.0, < 0.30.0");
    }

    #[test]
    fn contradictions_give_way_to_the_newer_name() {
        check("gpu_cache_usage_perc request_num_preemptions", 16, true, "V1 ≥ 0.30.0");
    }

    #[test]
    fn says_which_names_decided() {
        let found = infer(&["gpu_cache_usage_perc", "kv_cache_usage_perc"], Some(22), true);
        assert_eq!(found.because, ["vllm:kv_cache_usage_perc", "vllm:gpu_cache_usage_perc"]);
    }

    #[test]
    fn ranges() {
        let found = infer(&["gpu_cache_usage_perc", "kv_cache_usage_perc"], None, true);
        assert!(found.may_be_within(Some("0.8.0"), Some("0.9.2")));
        assert!(found.may_be_within(Some("0.11.2"), None));
        assert!(!found.may_be_within(Some("0.12.0"), None));
        assert!(!found.may_be_within(None, Some("0.9.1")));
        assert!(found.must_be_within(Some("0.9.2"), Some("0.12.0")));
        assert!(!found.must_be_within(Some("0.10.0"), None));
        assert!(found.must_be_within(None, None));
    }

    #[test]
    fn expects_what_every_possible_release_shows() {
        let expects = |generation: &Generation, family: &str| {
            expected(generation).any(|name| name.strip_prefix("vllm:") == Some(family))
        };
        let new = infer(&["request_num_preemptions"], Some(22), true);
        assert!(expects(&new, "num_requests_waiting_by_reason"));
        assert!(!expects(&new, "gpu_cache_usage_perc"));
        assert!(!expects(&new, "time_per_output_token_seconds"));
        assert!(!expects(&new, "admission_rejections_total"));
        let between = infer(&["gpu_prefix_cache_hits_total", "request_params_n"], Some(22), true);
        assert_eq!(between.label, "V1 ≥ 0.8.4, < 0.9.2");
        assert!(expects(&between, "gpu_cache_usage_perc"));
        assert!(!expects(&between, "kv_cache_usage_perc"));
        assert_eq!(expected(&infer(&[], None, false)).count(), 0);
    }
}
