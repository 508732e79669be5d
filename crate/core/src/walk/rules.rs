//! Rules: which facts prove which cause. Rows in the order of the walk.
//!
//! A rule fires when all its conditions hold, is blind when some cannot be known and the others hold,
//! and is silent otherwise; the first condition that fails is the number that rejects it.

use crate::measure::facts::Fact as F;
use crate::walk::condition::{Case, Condition, Growth};
use crate::walk::limits as l;
use Condition::{Any, AtLeast, Below, Check, Fell, Harm, IfKnown, NoHarm, NotRisen, Outgrows, Rose};
use Growth::{Of, Value};

/// To which scopes a rule is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// All replicas together.
    Fleet,
    /// Each replica on its own; the finding names those for which it fires.
    Each,
    /// As `Each`, but only while fewer than half (of two: one) fire: it is about the odd one out.
    Minority,
}

/// One row of [`RULES`].
#[derive(Debug)]
pub struct Rule {
    /// Stable id.
    pub id: &'static str,
    /// The cause it proves.
    pub cause: &'static str,
    /// Which scopes are asked.
    pub reach: Reach,
    /// All must hold; the most telling one first.
    pub all: &'static [Condition],
    /// Causes that it explains away when it fires.
    pub clears: &'static [&'static str],
    /// The two to four facts that prove it.
    pub proof: &'static [F],
    /// Where the signature comes from.
    pub source: &'static str,
}

/// KV blocks are not what is waited for.
const KV_HAS_ROOM: Condition = AtLeast(F::KvRoom, &l::KV_ROOM);
/// Work explains the steps.
const NOT_SLOW: Condition = Below(F::SlowFactor, &l::SLOW);

/// A queue that is the main part of the harm.
const QUEUE_MAIN: Condition =
    Any(&[AtLeast(F::QueueBlame, &l::QUEUE_MAIN), AtLeast(F::QueueShare, &l::QUEUE_MAIN)]);

const MORE_WORK_CLEARS: &[&str] = &[
    "kv_exhaustion",
    "preemption_thrash",
    "surge_admission",
    "sequence_cap",
    "long_prompt_mix",
    "long_outputs_mix",
    "batch_growth",
    "client_side",
];
const SLOWER_CLEARS: &[&str] = &[
    "kv_exhaustion",
    "preemption_thrash",
    "surge_admission",
    "sequence_cap",
    "long_outputs_mix",
    "batch_growth",
    "client_side",
];

/// All rules.
pub static RULES: &[Rule] = &[
    Rule {
        id: "several_processes",
        cause: "several_processes",
        reach: Reach::Fleet,
        all: &[Check("sawtooth", |case: &Case| Some(case.facts.sawtooth))],
        clears: &["restart_cold_start", "stuck", "client_side", "traffic_drop", "metrics_gap"],
        proof: &[F::Restarts],
        source: "one target, several processes: saw-tooth counters",
    },
    Rule {
        id: "stuck",
        cause: "stuck",
        reach: Reach::Each,
        all: &[AtLeast(F::StuckTime, &l::STUCK)],
        clears: &[
            "client_side",
            "traffic_drop",
            "surge_admission",
            "sequence_cap",
            "kv_exhaustion",
            "frontend_cpu",
            "gpu_slow_hidden",
            "low_traffic",
        ],
        proof: &[F::StuckTime, F::RunningMax, F::WaitingMax, F::FirstTokens],
        source: "hang class: running or waiting > 0 with no progress",
    },
    Rule {
        id: "restart",
        cause: "restart_cold_start",
        reach: Reach::Each,
        all: &[AtLeast(F::Restarts, &l::RESTARTED)],
        clears: &[
            "metrics_gap",
            "client_side",
            "traffic_drop",
            "surge_admission",
            "sequence_cap",
            "kv_exhaustion",
            "prefix_cache_collapse",
            "gpu_slow_hidden",
            "frontend_cpu",
            "replica_imbalance",
            "bad_replica",
            "long_prompt_mix",
            "long_outputs_mix",
            "batch_growth",
            "gpu_throttle",
        ],
        proof: &[F::Restarts, F::GapTime, F::DownTime],
        source: "process start time moved, counters began again",
    },
    Rule {
        id: "metrics_gap",
        cause: "metrics_gap",
        reach: Reach::Fleet,
        all: &[AtLeast(F::GapShare, &l::GAPS), Below(F::Restarts, &l::RESTARTED), IfKnown(&NoHarm)],
        clears: &["traffic_drop", "client_side"],
        proof: &[F::GapTime, F::Restarts, F::TtftMean],
        source: "scrapes missing while counters continue",
    },
    Rule {
        id: "frontend_cpu",
        cause: "frontend_cpu",
        reach: Reach::Fleet,
        all: &[
            AtLeast(F::ResidualBlame, &l::RESIDUAL_MAIN),
            AtLeast(F::ResidualSteps, &l::RESIDUAL_STEPS),
            // While a queue builds, its wait is in TTFT but not yet in the queue histogram.
            IfKnown(&Below(F::WaitingTime, &l::WAITING_TIME)),
            Harm,
        ],
        clears: &[
            "surge_admission",
            "sequence_cap",
            "long_prompt_mix",
            "batch_growth",
            "client_side",
            "replica_imbalance",
            "gpu_slow_hidden",
        ],
        proof: &[F::ResidualMean, F::QueueMean, F::PrefillMean, F::ApiCpu],
        source: "decision table: residual share high, queue and prefill normal, API CPU high",
    },
    Rule {
        id: "deferred",
        cause: "deferred",
        reach: Reach::Fleet,
        all: &[AtLeast(F::DeferredShare, &l::DEFERRED), AtLeast(F::WaitingTime, &l::WAITING_TIME), Harm],
        clears: &["surge_admission", "sequence_cap", "long_prompt_mix"],
        proof: &[F::DeferredMean, F::WaitingMean, F::QueueMean, F::KvMax],
        source: "decision table: waiting by reason = deferred, KV low",
    },
    Rule {
        id: "bad_replica",
        cause: "bad_replica",
        reach: Reach::Minority,
        all: &[
            AtLeast(F::PeerItl, &l::PEER),
            Any(&[AtLeast(F::PeerSlow, &l::PEER), AtLeast(F::PeerItl, &l::PEER_WORSE)]),
            IfKnown(&AtLeast(F::SlowFactor, &l::PEER)),
            IfKnown(&Below(F::ShareRise, &l::SHARE_UP)),
            IfKnown(&Below(F::PeerRise, &l::PEERS_CALM)),
            Harm,
        ],
        clears: &[
            "gpu_throttle",
            "gpu_slow_hidden",
            "replica_imbalance",
            "surge_admission",
            "sequence_cap",
            "batch_growth",
            "kv_exhaustion",
            "long_outputs_mix",
            "long_prompt_mix",
            "client_side",
        ],
        proof: &[F::ItlMean, F::PeerItl, F::SlowFactor, F::ShareRise],
        source: "slower at the same batch, peers as before",
    },
    Rule {
        id: "replica_imbalance",
        cause: "replica_imbalance",
        reach: Reach::Minority,
        all: &[
            Any(&[AtLeast(F::ShareRise, &l::SHARE_UP), AtLeast(F::FairShare, &l::SHARE_HIGH)]),
            AtLeast(F::FairShare, &l::SHARE_UP),
            IfKnown(&NOT_SLOW),
            // Peers calm, or at least worse by less than this one is worse than they.
            IfKnown(&Any(&[
                Below(F::PeerRise, &l::PEERS_CALM),
                Outgrows(Value(F::PeerTtft), Value(F::PeerRise)),
            ])),
            Harm,
        ],
        clears: &[
            "gpu_slow_hidden",
            "surge_admission",
            "sequence_cap",
            "kv_exhaustion",
            "batch_growth",
            "long_prompt_mix",
            "long_outputs_mix",
            "preemption_thrash",
        ],
        proof: &[F::FairShare, F::TtftMean, F::PeerTtft, F::WaitingMean],
        source: "decision table: max ÷ median of requests, share of slow requests from one series",
    },
    Rule {
        id: "prefix_cache_collapse",
        cause: "prefix_cache_collapse",
        reach: Reach::Fleet,
        all: &[
            AtLeast(F::MissRise, &l::MISS_UP),
            Rose(F::ComputedLength, &l::WORK_UP),
            Outgrows(Value(F::MissRise), Of(F::PromptLength)),
            IfKnown(&Outgrows(Value(F::MissRise), Of(F::Arrivals))),
            IfKnown(&Outgrows(Of(F::ComputedLength), Of(F::OutputLength))),
            Harm,
        ],
        clears: MORE_WORK_CLEARS,
        proof: &[F::HitRatio, F::ComputedLength, F::PromptLength, F::PrefillMean],
        source: "decision table: hit ratio falls, prompt length flat, uncached tokens up",
    },
    Rule {
        id: "gpu_throttle",
        cause: "gpu_throttle",
        reach: Reach::Fleet,
        all: &[
            Any(&[
                Fell(F::GpuClock, &l::CLOCK_DOWN),
                AtLeast(F::PowerViolation, &l::VIOLATION),
                AtLeast(F::ThermalViolation, &l::VIOLATION),
            ]),
            Rose(F::ItlMean, &l::SLOW_SEEN),
            Any(&[AtLeast(F::SlowFactor, &l::SLOW_SEEN), Outgrows(Of(F::ItlMean), Value(F::DemandRise))]),
        ],
        clears: &[
            "kv_exhaustion",
            "preemption_thrash",
            "surge_admission",
            "sequence_cap",
            "long_outputs_mix",
            "batch_growth",
            "client_side",
            "gpu_slow_hidden",
            "traffic_drop",
        ],
        proof: &[F::GpuClock, F::SlowFactor, F::ItlMean, F::GpuTemp],
        source: "decision table: clocks down, time per token up at the same load",
    },
    Rule {
        id: "gpu_slow_hidden",
        cause: "gpu_slow_hidden",
        reach: Reach::Fleet,
        all: &[
            Rose(F::ItlMean, &l::SLOW),
            // At the same demand nothing but a slower machine makes every token later.
            Any(&[AtLeast(F::SlowFactor, &l::SLOW), Below(F::DemandRise, &l::DEMAND_UP)]),
            IfKnown(&Outgrows(Of(F::ItlMean), Value(F::DemandRise))),
            // Work × price: where the work per request grew more than the price, the work is the root.
            IfKnown(&Outgrows(Value(F::SlowFactor), Of(F::ComputedLength))),
            // Preemptions make tokens late too; then the price itself must show it.
            Any(&[
                IfKnown(&Below(F::PreemptionsPerRequest, &l::PREEMPTED_OFTEN)),
                AtLeast(F::SlowFactor, &l::SLOW),
            ]),
            Harm,
        ],
        clears: SLOWER_CLEARS,
        proof: &[F::SlowFactor, F::ItlMean, F::ItlExpected, F::DemandRise],
        source: "work × price: work per request flat, price up",
    },
    Rule {
        id: "preemption_thrash",
        cause: "preemption_thrash",
        reach: Reach::Fleet,
        // A request is preempted only when no block is left: the fill level need not be asked.
        all: &[AtLeast(F::RecomputeTax, &l::THRASH), Harm],
        clears: &[
            "kv_exhaustion",
            "surge_admission",
            "sequence_cap",
            "long_prompt_mix",
            "long_outputs_mix",
            "batch_growth",
            "client_side",
        ],
        proof: &[F::PreemptionsPerRequest, F::RecomputeTax, F::KvMax, F::ItlMean],
        source: "decision table: preemptions per request up, recomputed tokens up",
    },
    Rule {
        id: "kv_exhaustion",
        cause: "kv_exhaustion",
        reach: Reach::Fleet,
        all: &[
            // A request is preempted only when no block is left, also between two scrapes.
            Any(&[AtLeast(F::KvMax, &l::KV_FULL), AtLeast(F::PreemptionsPerRequest, &l::PREEMPTED_OFTEN)]),
            Any(&[
                AtLeast(F::KvWaiting, &l::KV_FULL),
                Below(F::KvRoom, &l::KV_ROOM),
                AtLeast(F::PreemptionsPerRequest, &l::PREEMPTED_OFTEN),
            ]),
            Any(&[
                AtLeast(F::QueueBlame, &l::PART_NOTABLE),
                AtLeast(F::PreemptionsPerRequest, &l::PREEMPTED),
                AtLeast(F::QueueShare, &l::QUEUE_MAIN),
            ]),
            Harm,
        ],
        clears: &[
            "surge_admission",
            "sequence_cap",
            "long_prompt_mix",
            "long_outputs_mix",
            "batch_growth",
            "client_side",
        ],
        proof: &[F::KvWaiting, F::QueueMean, F::PreemptionsPerRequest, F::RunningMean],
        source: "decision table: KV ≥ 0.9 and waiting or preempted",
    },
    Rule {
        id: "long_prompt_mix",
        cause: "long_prompt_mix",
        reach: Reach::Fleet,
        all: &[
            Rose(F::PromptLength, &l::WORK_UP),
            IfKnown(&Rose(F::ComputedLength, &l::WORK_UP)),
            IfKnown(&Outgrows(Of(F::PromptLength), Of(F::Arrivals))),
            // The long ones are late themselves, or the others wait behind them.
            Any(&[AtLeast(F::PrefillBlame, &l::PART_NOTABLE), AtLeast(F::QueueBlame, &l::QUEUE_MAIN)]),
            Harm,
        ],
        clears: &["surge_admission", "sequence_cap", "batch_growth", "long_outputs_mix", "client_side"],
        proof: &[F::PromptLength, F::ComputedLength, F::PrefillMean, F::PrefillPrice],
        source: "decision table: uncached tokens per request up, price flat",
    },
    Rule {
        id: "long_outputs_mix",
        cause: "long_outputs_mix",
        reach: Reach::Fleet,
        all: &[
            Rose(F::OutputLength, &l::OUTPUT_UP),
            Rose(F::RunningMean, &l::OUTPUT_UP),
            IfKnown(&Outgrows(Of(F::OutputLength), Of(F::Arrivals))),
            IfKnown(&Below(F::QueueBlame, &l::QUEUE_MAIN)),
            Harm,
        ],
        clears: &["batch_growth", "client_side", "surge_admission", "sequence_cap"],
        proof: &[F::OutputLength, F::RunningMean, F::ItlMean, F::E2eMean],
        source: "decision table: generated tokens per request up, running up",
    },
    Rule {
        id: "surge_admission",
        cause: "surge_admission",
        reach: Reach::Fleet,
        all: &[QUEUE_MAIN, Rose(F::Arrivals, &l::DEMAND_UP), IfKnown(&KV_HAS_ROOM), Harm],
        clears: &["sequence_cap", "batch_growth", "client_side"],
        proof: &[F::QueueMean, F::Arrivals, F::RunningFloor, F::KvWaiting],
        source: "decision table: arrivals up, queue share of TTFT, running at a plateau, KV < 0.9",
    },
    Rule {
        id: "sequence_cap",
        cause: "sequence_cap",
        reach: Reach::Fleet,
        all: &[
            QUEUE_MAIN,
            AtLeast(F::RunningFloor, &l::PLATEAU),
            AtLeast(F::WaitingTime, &l::WAITING_TIME),
            IfKnown(&KV_HAS_ROOM),
            Harm,
        ],
        clears: &["batch_growth", "client_side"],
        proof: &[F::QueueMean, F::RunningMax, F::RunningFloor, F::KvWaiting],
        source: "decision table: running flat-tops, KV has room",
    },
    Rule {
        id: "batch_growth",
        cause: "batch_growth",
        reach: Reach::Fleet,
        all: &[
            Rose(F::ItlMean, &l::HARM_WATCH),
            Rose(F::RunningMean, &l::OUTPUT_UP),
            Rose(F::GenerationRate, &l::DEMAND_UP),
            Check("itl_explains_ttft", |case: &Case| {
                // A first token waits for steps: it cannot be late by much more than steps are.
                let (ttft, itl) = (case.scope.change(F::TtftMean), case.scope.change(F::ItlMean)?);
                Some(ttft.is_none_or(|ttft| ttft <= 2.0 * itl))
            }),
            IfKnown(&NOT_SLOW),
            IfKnown(&Below(F::PreemptionsPerRequest, &l::PREEMPTED)),
            // What is left when neither a queue nor more work per request explains it.
            IfKnown(&Below(F::QueueBlame, &l::QUEUE_MAIN)),
            IfKnown(&Below(F::WaitingTime, &l::WAITING_TIME)),
            IfKnown(&Any(&[
                NotRisen(F::ComputedLength, &l::WORK_UP),
                Outgrows(Of(F::Arrivals), Of(F::ComputedLength)),
            ])),
            IfKnown(&Any(&[
                NotRisen(F::OutputLength, &l::OUTPUT_UP),
                Outgrows(Of(F::Arrivals), Of(F::OutputLength)),
            ])),
            Harm,
        ],
        clears: &[],
        proof: &[F::ItlMean, F::RunningMean, F::GenerationRate, F::SlowFactor],
        source: "decision table: ITL up with running up, tokens/s up",
    },
    Rule {
        id: "bad_replica_too",
        cause: "bad_replica",
        reach: Reach::Minority,
        all: &[
            AtLeast(F::PeerItl, &l::PEER),
            AtLeast(F::PeerSlow, &l::PEER_WORSE),
            AtLeast(F::SlowFactor, &l::PEER),
            Harm,
        ],
        clears: &[],
        proof: &[F::ItlMean, F::PeerItl, F::SlowFactor],
        source: "slower at the same batch than peers that are themselves not as before: a second fault",
    },
    Rule {
        id: "client_side",
        cause: "client_side",
        reach: Reach::Fleet,
        all: &[
            AtLeast(F::AbortShare, &l::ABORTS),
            Check("abort_share_above_reference", |case: &Case| {
                let now = case.scope.now(F::AbortShare)?;
                Some(now >= case.scope.then(F::AbortShare).unwrap_or(0.0) + l::ABORTS.value)
            }),
            Check("not_recounted_by_v0", |case: &Case| {
                Some(!case.facts.v0 || case.scope.now(F::Preemptions).unwrap_or(0.0) == 0.0)
            }),
            IfKnown(&NotRisen(F::TtftMean, &l::HARM_WATCH)),
        ],
        clears: &["traffic_drop"],
        proof: &[F::AbortShare, F::FirstTokens, F::Finished, F::TtftMean],
        source: "aborted requests leave no e2e, queue or success sample, but a first token",
    },
    Rule {
        id: "traffic_drop",
        cause: "traffic_drop",
        reach: Reach::Fleet,
        all: &[Fell(F::Arrivals, &l::TRAFFIC_DOWN), NoHarm],
        clears: &["low_traffic"],
        proof: &[F::Arrivals, F::TtftMean, F::RunningMean],
        source: "throughput falls because traffic falls: running falls with it",
    },
    Rule {
        id: "low_traffic",
        cause: "low_traffic",
        reach: Reach::Fleet,
        all: &[Below(F::FirstTokens, &l::FEW_REQUESTS), Below(F::RunningMean, &l::IDLE), NoHarm],
        clears: &[],
        proof: &[F::FirstTokens, F::RunningMean, F::TtftMean],
        source: "a P99 needs 368 requests",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::walk::causes::CAUSES;

    #[test]
    fn rules_name_known_causes_and_carry_their_proof() {
        for (at, rule) in RULES.iter().enumerate() {
            assert!(RULES[..at].iter().all(|other| other.id != rule.id), "{} twice", rule.id);
            for id in rule.clears.iter().chain([&rule.cause]) {
                assert!(CAUSES.iter().any(|cause| cause.id == *id), "{}: {id}", rule.id);
            }
            assert!(!rule.clears.contains(&rule.cause), "{} clears itself", rule.id);
            assert!((1..=4).contains(&rule.proof.len()) && !rule.source.is_empty(), "{}", rule.id);
        }
    }

    #[test]
    fn questions_outside_the_closed_set_are_few() {
        let checks: Vec<&str> = RULES
            .iter()
            .flat_map(|rule| rule.all)
            .filter_map(|condition| if let Check(name, _) = condition { Some(*name) } else { None })
            .collect();
        assert_eq!(
            checks,
            ["sawtooth", "itl_explains_ttft", "abort_share_above_reference", "not_recounted_by_v0"]
        );
    }

    #[test]
    fn a_rule_clears_only_what_comes_after_it() {
        for (at, rule) in RULES.iter().enumerate() {
            for cleared in rule.clears {
                let later = RULES[at + 1..].iter().any(|other| other.cause == *cleared);
                assert!(later, "{} clears {cleared}, which no later rule proves", rule.id);
            }
        }
    }
}
