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
/// The typical step is as large as steps get.
const FULL_STEPS: Condition = AtLeast(F::StepTop, &l::TOP_STEPS);
/// Work explains the steps.
const NOT_SLOW: Condition = Below(F::SlowFactor, &l::SLOW);

/// A first token waits for steps: it cannot be late by much more than steps are.
const ITL_EXPLAINS_TTFT: Condition = Check("itl_explains_ttft", |case: &Case| {
    let (ttft, itl) = (case.scope.change(F::TtftMean), case.scope.change(F::ItlMean)?);
    Some(ttft.is_none_or(|ttft| ttft <= 2.0 * itl))
});

/// A queue that is the main part of the harm.
const QUEUE_MAIN: Condition =
    Any(&[AtLeast(F::QueueBlame, &l::QUEUE_MAIN), AtLeast(F::QueueShare, &l::QUEUE_MAIN)]);

const MORE_WORK_CLEARS: &[&str] = &[
    "kv_exhaustion",
    "preemption_thrash",
    "surge_admission",
    "token_budget",
    "sequence_cap",
    "prefill_decode_interference",
    "long_prompt_mix",
    "long_outputs_mix",
    "batch_growth",
    "client_side",
];
/// What follows when the engine stands still.
const LONGER_PROMPTS_CLEARS: &[&str] = &[
    "surge_admission",
    "token_budget",
    "sequence_cap",
    "prefill_decode_interference",
    "batch_growth",
    "long_outputs_mix",
    "client_side",
];
const STUCK_CLEARS: &[&str] = &[
    "client_side",
    "traffic_drop",
    "surge_admission",
    "token_budget",
    "sequence_cap",
    "kv_exhaustion",
    "frontend_cpu",
    "gpu_slow_hidden",
    "low_traffic",
    "stuck",
];
/// What follows when a server goes away.
const RESTART_CLEARS: &[&str] = &[
    "metrics_gap",
    "client_side",
    "traffic_drop",
    "surge_admission",
    "sequence_cap",
    "kv_exhaustion",
    "prefix_cache_collapse",
    "gpu_slow_hidden",
    "frontend_cpu",
    "dp_skew",
    "replica_imbalance",
    "bad_replica",
    "long_prompt_mix",
    "long_outputs_mix",
    "token_budget",
    "prefill_decode_interference",
    "batch_growth",
    "gpu_throttle",
];
/// What follows when requests are held up in front of the engine.
const FRONT_END_CLEARS: &[&str] = &[
    "surge_admission",
    "token_budget",
    "sequence_cap",
    "long_prompt_mix",
    "prefill_decode_interference",
    "batch_growth",
    "client_side",
    "replica_imbalance",
    "gpu_slow_hidden",
    "frontend_cpu",
];
/// What follows when requests wait for something other than capacity.
const DEFERRED_CLEARS: &[&str] =
    &["surge_admission", "token_budget", "sequence_cap", "long_prompt_mix", "deferred"];
/// What follows when one replica gets more than its share.
const SKEW_CLEARS: &[&str] = &[
    "gpu_slow_hidden",
    "surge_admission",
    "token_budget",
    "sequence_cap",
    "kv_exhaustion",
    "prefill_decode_interference",
    "batch_growth",
    "long_prompt_mix",
    "long_outputs_mix",
    "preemption_thrash",
    "replica_imbalance",
];
const SLOWER_CLEARS: &[&str] = &[
    "kv_exhaustion",
    "preemption_thrash",
    "surge_admission",
    "token_budget",
    "sequence_cap",
    "prefill_decode_interference",
    "long_outputs_mix",
    "batch_growth",
    "client_side",
    "gpu_slow_hidden",
];

/// A list without its last entry: a rule that narrows another clears what that one clears, and it.
const fn but_itself(clears: &'static [&'static str]) -> &'static [&'static str] {
    match clears {
        [rest @ .., _] => rest,
        [] => clears,
    }
}

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
        id: "never_schedulable",
        cause: "never_schedulable",
        reach: Reach::Each,
        all: &[
            AtLeast(F::BlockedTime, &l::STUCK),
            Outgrows(Value(F::BlockedTime), Value(F::StuckTime)),
            // Blocks that nobody gives back are a fault of the engine.
            IfKnown(&Below(F::KvMean, &l::KV_FULL)),
            IfKnown(&Below(F::DeferredShare, &l::DEFERRED)),
        ],
        clears: STUCK_CLEARS,
        proof: &[F::BlockedTime, F::WaitingMax, F::KvMean, F::FirstTokens],
        source: "never-schedulable request: waiting > 0, running 0, no progress, KV cache free",
    },
    Rule {
        id: "stuck",
        cause: "stuck",
        reach: Reach::Each,
        all: &[AtLeast(F::StuckTime, &l::STUCK)],
        clears: but_itself(STUCK_CLEARS),
        proof: &[F::StuckTime, F::RunningMax, F::WaitingMax, F::FirstTokens],
        source: "hang class: running or waiting > 0 with no progress",
    },
    Rule {
        id: "server_down",
        cause: "server_down",
        reach: Reach::Each,
        all: &[
            AtLeast(F::AwayTime, &l::STUCK),
            // Scrapes can fail on their own: an idle GPU or busier peers say that the server is gone.
            Any(&[Below(F::AwayBusy, &l::GPU_IDLE), AtLeast(F::PeerLoad, &l::DEMAND_UP)]),
        ],
        clears: RESTART_CLEARS,
        proof: &[F::AwayTime, F::AwayBusy, F::PeerLoad],
        source: "up = 0 to the end, no samples, while peers carry the load",
    },
    Rule {
        id: "restart",
        cause: "restart_cold_start",
        reach: Reach::Each,
        all: &[AtLeast(F::Restarts, &l::RESTARTED)],
        clears: RESTART_CLEARS,
        proof: &[F::Restarts, F::GapTime, F::DownTime],
        source: "process start time moved, counters began again",
    },
    Rule {
        id: "metrics_gap",
        cause: "metrics_gap",
        reach: Reach::Fleet,
        all: &[
            AtLeast(F::GapShare, &l::GAPS),
            Below(F::Restarts, &l::RESTARTED),
            IfKnown(&Below(F::AwayTime, &l::STUCK)),
            IfKnown(&NoHarm),
        ],
        clears: &["traffic_drop", "client_side"],
        proof: &[F::GapTime, F::Restarts, F::TtftMean],
        source: "scrapes missing while counters continue",
    },
    Rule {
        id: "multimodal_preprocessing",
        cause: "multimodal_preprocessing",
        reach: Reach::Fleet,
        all: &[
            AtLeast(F::MmRise, &l::MISS_UP),
            AtLeast(F::ResidualBlame, &l::RESIDUAL_MAIN),
            AtLeast(F::ResidualSteps, &l::RESIDUAL_STEPS),
            IfKnown(&Below(F::WaitingTime, &l::WAITING_TIME)),
            Harm,
        ],
        clears: FRONT_END_CLEARS,
        proof: &[F::ResidualMean, F::MmMisses, F::MmHitRatio, F::ApiCpu],
        source: "decision table: residual up with multimodal cache hits down",
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
        clears: but_itself(FRONT_END_CLEARS),
        proof: &[F::ResidualMean, F::QueueMean, F::PrefillMean, F::ApiCpu],
        source: "decision table: residual share high, queue and prefill normal, API CPU high",
    },
    Rule {
        id: "lora_slots",
        cause: "lora_slots",
        reach: Reach::Fleet,
        all: &[
            AtLeast(F::LoraSlots, &l::SLOTS_FULL),
            AtLeast(F::LoraWaiting, &l::KEPT_OUT),
            IfKnown(&AtLeast(F::DeferredShare, &l::DEFERRED)),
            QUEUE_MAIN,
            Harm,
        ],
        clears: DEFERRED_CLEARS,
        proof: &[F::LoraSlots, F::LoraWaiting, F::QueueMean, F::DeferredMean],
        source: "decision table: lora_requests_info at max_lora, KV low",
    },
    Rule {
        id: "kv_transfer",
        cause: "kv_transfer",
        reach: Reach::Fleet,
        all: &[
            Any(&[
                AtLeast(F::KvFetchShare, &l::DEFERRED),
                Rose(F::KvTransferMean, &l::HARM_WARN),
                AtLeast(F::KvTransferFailures, &l::FAILED),
            ]),
            IfKnown(&AtLeast(F::DeferredShare, &l::DEFERRED)),
            QUEUE_MAIN,
            IfKnown(&KV_HAS_ROOM),
            Harm,
        ],
        clears: DEFERRED_CLEARS,
        proof: &[F::QueueMean, F::KvTransferMean, F::KvFetchShare, F::KvTransferFailures],
        source: "decision table: kv_fetch_by_stage, NIXL failures; transfer time lies in the queue time",
    },
    Rule {
        id: "deferred",
        cause: "deferred",
        reach: Reach::Fleet,
        all: &[AtLeast(F::DeferredShare, &l::DEFERRED), AtLeast(F::WaitingTime, &l::WAITING_TIME), Harm],
        clears: but_itself(DEFERRED_CLEARS),
        proof: &[F::DeferredMean, F::WaitingMean, F::QueueMean, F::LoraWaiting],
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
            "tp_straggler",
            "gpu_slow_hidden",
            "dp_skew",
            "replica_imbalance",
            "surge_admission",
            "token_budget",
            "sequence_cap",
            "prefill_decode_interference",
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
        id: "dp_skew",
        cause: "dp_skew",
        reach: Reach::Minority,
        all: &[
            AtLeast(F::RankShare, &l::SHARE_HIGH),
            IfKnown(&Rose(F::RankShare, &l::SHARE_UP)),
            IfKnown(&Any(&[NOT_SLOW, Outgrows(Of(F::RankShare), Value(F::SlowFactor))])),
            Harm,
        ],
        clears: SKEW_CLEARS,
        proof: &[F::RankShare, F::TtftMean, F::WaitingMean, F::RunningMean],
        source: "decision table: skew of data-parallel ranks; label engine of one server",
    },
    Rule {
        id: "replica_imbalance",
        cause: "replica_imbalance",
        reach: Reach::Minority,
        all: &[
            Any(&[AtLeast(F::ShareRise, &l::SHARE_UP), AtLeast(F::FairShare, &l::SHARE_HIGH)]),
            AtLeast(F::FairShare, &l::SHARE_UP),
            // A batch larger than the reference ever saw lies beyond its line.
            IfKnown(&Any(&[NOT_SLOW, Outgrows(Value(F::ShareRise), Value(F::SlowFactor))])),
            // Peers calm, or at least worse by less than this one is worse than they.
            IfKnown(&Any(&[
                Below(F::PeerRise, &l::PEERS_CALM),
                Outgrows(Value(F::PeerTtft), Value(F::PeerRise)),
            ])),
            Harm,
        ],
        clears: but_itself(SKEW_CLEARS),
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
            "token_budget",
            "prefill_decode_interference",
            "tp_straggler",
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
        id: "tp_straggler",
        cause: "tp_straggler",
        reach: Reach::Fleet,
        all: &[
            Below(F::GpuSpread, &l::ODD_GPU),
            IfKnown(&Fell(F::GpuSpread, &l::CLOCK_DOWN)),
            IfKnown(&Rose(F::ItlMean, &l::SLOW_SEEN)),
            IfKnown(&Any(&[
                AtLeast(F::SlowFactor, &l::SLOW_SEEN),
                Outgrows(Of(F::ItlMean), Value(F::DemandRise)),
            ])),
            Harm,
        ],
        clears: SLOWER_CLEARS,
        proof: &[F::GpuSpread, F::SlowFactor, F::ItlMean, F::GpuClock],
        source: "decision table: as throttle, but one GPU of the group; the others wait",
    },
    Rule {
        id: "speculation_not_paying",
        cause: "speculation_not_paying",
        reach: Reach::Fleet,
        all: &[
            Below(F::SpecGain, &l::SPEC_WEAK),
            Fell(F::SpecGain, &l::SPEC_DOWN),
            Rose(F::TokenTime, &l::HARM_WATCH),
            Harm,
        ],
        clears: &[
            "gpu_slow_hidden",
            "preemption_thrash",
            "kv_exhaustion",
            "token_budget",
            "sequence_cap",
            "prefill_decode_interference",
            "batch_growth",
            "client_side",
        ],
        proof: &[F::SpecGain, F::SpecAcceptance, F::TokenTime, F::RunningMean],
        source: "decision table: accepted ÷ drafted falls, tokens per round < 1.5",
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
        clears: but_itself(SLOWER_CLEARS),
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
            "token_budget",
            "sequence_cap",
            "prefill_decode_interference",
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
            "token_budget",
            "sequence_cap",
            "prefill_decode_interference",
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
            AtLeast(F::PrefillBlame, &l::PART_NOTABLE),
            Harm,
        ],
        clears: LONGER_PROMPTS_CLEARS,
        proof: &[F::PromptLength, F::ComputedLength, F::PrefillMean, F::PrefillPrice],
        source: "decision table: uncached tokens per request up, price flat",
    },
    Rule {
        id: "long_prompts_ahead",
        cause: "long_prompt_mix",
        reach: Reach::Fleet,
        all: &[
            Rose(F::PromptLength, &l::WORK_UP),
            IfKnown(&Rose(F::ComputedLength, &l::WORK_UP)),
            IfKnown(&Outgrows(Of(F::PromptLength), Of(F::Arrivals))),
            // The others wait behind them, and for nothing else.
            AtLeast(F::QueueBlame, &l::QUEUE_MAIN),
            KV_HAS_ROOM,
            Harm,
        ],
        clears: LONGER_PROMPTS_CLEARS,
        proof: &[F::PromptLength, F::ComputedLength, F::QueueMean, F::KvWaiting],
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
        clears: &[
            "token_budget",
            "sequence_cap",
            "prefill_decode_interference",
            "batch_growth",
            "client_side",
        ],
        proof: &[F::QueueMean, F::Arrivals, F::RunningFloor, F::KvWaiting],
        source: "decision table: arrivals up, queue share of TTFT, running at a plateau, KV < 0.9",
    },
    Rule {
        id: "token_budget",
        cause: "token_budget",
        reach: Reach::Fleet,
        all: &[
            QUEUE_MAIN,
            AtLeast(F::WaitingTime, &l::WAITING_TIME),
            // Of four reasons to wait (batch, blocks, deferral, budget) it is the one that is left: prefill takes
            // longer, the batch is not at its top, the cache has room. Short prompts show it in the steps
            // themselves; a long one is counted whole in the step that ends it.
            Any(&[Rose(F::PrefillMean, &l::HARM_WATCH), FULL_STEPS]),
            Any(&[Below(F::RunningLevel, &l::PLATEAU), FULL_STEPS]),
            Any(&[KV_HAS_ROOM, FULL_STEPS]),
            IfKnown(&KV_HAS_ROOM),
            Harm,
        ],
        clears: &["sequence_cap", "prefill_decode_interference", "batch_growth", "client_side"],
        proof: &[F::QueueMean, F::PrefillMean, F::RunningLevel, F::StepTokens],
        source: "decision table: steps full, waiting > 0, prefill long at its usual price, running below its cap",
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
        id: "prefill_decode_interference",
        cause: "prefill_decode_interference",
        reach: Reach::Fleet,
        all: &[
            Rose(F::ItlMean, &l::HARM_WATCH),
            // A slower machine or a larger batch moves the typical token too.
            NotRisen(F::ItlP50, &l::HARM_WATCH),
            AtLeast(F::ItlTail, &l::TAIL),
            Rose(F::ItlTail, &l::HARM_WATCH),
            Rose(F::ComputedDemand, &l::WORK_UP),
            ITL_EXPLAINS_TTFT,
            IfKnown(&Below(F::WaitingTime, &l::WAITING_TIME)),
            Harm,
        ],
        clears: &["batch_growth"],
        proof: &[F::ItlTail, F::ItlP50, F::ItlMean, F::ComputedDemand],
        source: "decision table: ITL P95 ÷ P50 over 2 to 3 in step with prefill tokens per second",
    },
    Rule {
        id: "batch_growth",
        cause: "batch_growth",
        reach: Reach::Fleet,
        all: &[
            Rose(F::ItlMean, &l::HARM_WATCH),
            Rose(F::RunningMean, &l::OUTPUT_UP),
            Rose(F::GenerationRate, &l::DEMAND_UP),
            ITL_EXPLAINS_TTFT,
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
        id: "outside_engine",
        cause: "outside_engine",
        reach: Reach::Fleet,
        all: &[Rose(F::GatewayTtft, &l::HARM_WARN), AtLeast(F::OutsideShare, &l::QUEUE_MAIN), NoHarm],
        clears: &["traffic_drop", "low_traffic"],
        proof: &[F::GatewayTtft, F::TtftMean, F::OutsideShare],
        source: "decision table: all shares normal, client slow",
    },
    Rule {
        id: "traffic_drop",
        cause: "traffic_drop",
        reach: Reach::Fleet,
        all: &[Fell(F::Arrivals, &l::TRAFFIC_DOWN), IfKnown(&Below(F::AwayTime, &l::STUCK)), NoHarm],
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
            [
                "sawtooth",
                "itl_explains_ttft",
                "itl_explains_ttft",
                "abort_share_above_reference",
                "not_recounted_by_v0"
            ]
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
