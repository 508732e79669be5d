//! The ladder: five rungs that everybody knows, with the neighbours folded under them.

use crate::measure::facts::{Basis, Fact, Facts};
use crate::report::{Severity, Stage};
use crate::text::{Language, Text};
use crate::walk::condition::Case;
use crate::walk::diagnose::Diagnosis;
use crate::walk::evidence::{evidence, quantity};
use crate::walk::harm;
use crate::walk::limits;
use crate::walk::thresholds::Thresholds;

/// One row of [`STAGES`].
#[derive(Debug)]
pub struct StageRow {
    /// Stable id.
    pub id: &'static str,
    /// The rung it is folded under; empty for the rungs.
    pub under: &'static str,
    /// Name in words.
    pub title: Text,
    /// Layers of causes that stand here.
    pub layers: &'static [&'static str],
    /// The numbers of this rung, the first known one is shown large.
    pub numbers: &'static [Fact],
    /// How it gets its colour.
    pub judge: Judge,
}

/// How a stage gets its colour when no finding stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// What users feel of TTFT.
    Harm,
    /// This part's share of what TTFT has gained.
    Blame(Fact),
    /// A fixed threshold.
    Threshold(Fact),
    /// Slower than the reference at the same batch.
    Slow,
    /// A hint when more requests arrive while users feel something; fine when requests are known.
    Demand,
    /// Only findings that stand on fixed limits colour it; fine when the fact is known.
    Known(Fact),
    /// Only findings that compare with the reference colour it; fine when the fact is known.
    Compared(Fact),
}

/// All stages, in the order of the ladder.
pub static STAGES: &[StageRow] = &[
    StageRow {
        id: "ttft",
        under: "",
        title: Text::new("TTFT", "首 token 延迟（TTFT）"),
        layers: &["none", "unknown"],
        numbers: &[Fact::TtftP99, Fact::TtftMean],
        judge: Judge::Harm,
    },
    StageRow {
        id: "monitoring",
        under: "ttft",
        title: Text::new("Data quality", "数据质量"),
        layers: &["monitoring"],
        numbers: &[Fact::GapShare, Fact::GapTime],
        judge: Judge::Known(Fact::GapTime),
    },
    StageRow {
        id: "restart",
        under: "ttft",
        title: Text::new("Restarts", "重启"),
        layers: &["restart"],
        numbers: &[Fact::Restarts],
        judge: Judge::Known(Fact::Restarts),
    },
    StageRow {
        id: "demand",
        under: "ttft",
        title: Text::new("Demand", "流量"),
        layers: &["traffic"],
        numbers: &[Fact::Arrivals, Fact::FirstTokens],
        judge: Judge::Demand,
    },
    StageRow {
        id: "front_end",
        under: "ttft",
        title: Text::new("Front end", "前端（API 与分词）"),
        layers: &["api_server"],
        numbers: &[Fact::ResidualMean, Fact::ApiCpu],
        judge: Judge::Blame(Fact::ResidualBlame),
    },
    StageRow {
        id: "replicas",
        under: "ttft",
        title: Text::new("Replicas", "副本"),
        layers: &["replica"],
        numbers: &[],
        judge: Judge::Compared(Fact::FirstTokens),
    },
    StageRow {
        id: "client",
        under: "ttft",
        title: Text::new("Clients", "客户端"),
        layers: &["client"],
        numbers: &[Fact::AbortShare],
        judge: Judge::Compared(Fact::AbortShare),
    },
    StageRow {
        id: "queue",
        under: "",
        title: Text::new("Queue", "排队"),
        layers: &["queue"],
        numbers: &[Fact::QueueMean, Fact::WaitingMean],
        judge: Judge::Blame(Fact::QueueBlame),
    },
    StageRow {
        id: "deferred",
        under: "queue",
        title: Text::new("Deferred", "被推迟"),
        layers: &["deferred"],
        numbers: &[Fact::DeferredMean],
        judge: Judge::Known(Fact::DeferredMean),
    },
    StageRow {
        id: "prefill",
        under: "queue",
        title: Text::new("Prefill", "Prefill"),
        layers: &["prefill"],
        numbers: &[Fact::PrefillMean, Fact::ComputedLength],
        judge: Judge::Blame(Fact::PrefillBlame),
    },
    StageRow {
        id: "kv_cache",
        under: "",
        title: Text::new("KV cache", "KV 缓存"),
        layers: &["kv_cache"],
        numbers: &[Fact::KvMax],
        judge: Judge::Threshold(Fact::KvMax),
    },
    StageRow {
        id: "prefix_cache",
        under: "kv_cache",
        title: Text::new("Prefix cache", "前缀缓存"),
        layers: &["prefix_cache"],
        numbers: &[Fact::HitRatio],
        judge: Judge::Compared(Fact::HitRatio),
    },
    StageRow {
        id: "preemption",
        under: "",
        title: Text::new("Preemption", "抢占"),
        layers: &["preemption"],
        numbers: &[Fact::PreemptionsPerRequest, Fact::Preemptions],
        judge: Judge::Threshold(Fact::PreemptionsPerRequest),
    },
    StageRow {
        id: "gpu",
        under: "",
        title: Text::new("GPU", "GPU"),
        layers: &["gpu_compute"],
        numbers: &[Fact::GpuClock, Fact::SlowFactor, Fact::ItlMean],
        judge: Judge::Slow,
    },
    StageRow {
        id: "decode",
        under: "gpu",
        title: Text::new("Decode", "Decode"),
        layers: &["decode_load"],
        numbers: &[Fact::ItlMean, Fact::RunningMean],
        judge: Judge::Compared(Fact::ItlMean),
    },
    StageRow {
        id: "engine",
        under: "gpu",
        title: Text::new("Engine progress", "引擎进展"),
        layers: &["engine"],
        numbers: &[Fact::StuckTime],
        judge: Judge::Known(Fact::StuckTime),
    },
];

const NO_DATA: Text = Text::new("no data: {what} is not in what was read", "无数据：读入的内容中没有{what}");
const UNJUDGED: Text = Text::new(
    "{sentence}; not judged: what it should be cannot be told",
    "{sentence}；无从得知应有值，未作判断",
);
const NOTHING: Text = Text::new("nothing stands out", "未见异常");

/// The ladder for a diagnosis; `root` is the layer of the verdict.
pub fn ladder(
    facts: &Facts,
    thresholds: &Thresholds,
    diagnosis: &Diagnosis,
    root: &str,
    language: Language,
) -> Vec<Stage> {
    STAGES.iter().map(|row| stage(row, facts, thresholds, diagnosis, root, language)).collect()
}

fn stage(
    row: &StageRow,
    facts: &Facts,
    thresholds: &Thresholds,
    diagnosis: &Diagnosis,
    root: &str,
    language: Language,
) -> Stage {
    let case = Case { facts, scope: &facts.fleet, thresholds };
    let standing = diagnosis
        .found
        .iter()
        .filter(|finding| row.layers.contains(&crate::walk::causes::cause(finding.rule.cause).layer));
    let loud = standing.clone().filter(|finding| finding.cleared_by.is_none()).map(|f| f.severity).max();
    // A finding that another one explains is a link of the chain: visible, but not the culprit.
    let quiet = standing.clone().map(|finding| finding.severity.min(Severity::Warn)).max();
    let (judged, mut basis) = judge(row.judge, &case, diagnosis);
    let found = loud.or(quiet).filter(|found| *found > judged);
    // A finding is as bad as what it does to the latencies.
    if found.is_some()
        && let Some((_, felt)) = harm::judge(&case)
    {
        basis = felt;
    }
    let severity = found.unwrap_or(judged);
    let known: Vec<Fact> =
        row.numbers.iter().copied().filter(|fact| facts.fleet.now(*fact).is_some()).collect();
    let mut proofs: Vec<_> =
        known.iter().map(|fact| evidence(*fact, facts, &facts.fleet, language)).collect();
    if let (true, Some(finding)) =
        (proofs.is_empty(), standing.clone().max_by_key(|f| f.cleared_by.is_none()))
    {
        // What the fleet's numbers do not show stands in those of the replica that was found.
        let scope = finding.replicas.first().and_then(|at| facts.replicas.get(*at)).unwrap_or(&facts.fleet);
        let known = finding.rule.proof.iter().filter(|fact| scope.now(**fact).is_some());
        proofs = known.map(|fact| evidence(*fact, facts, scope, language)).collect();
    }
    let number = match proofs.first() {
        Some(proof) => proof.focus.clone(),
        None => quantity(row.numbers.first().copied().unwrap_or(Fact::FirstTokens), None, language),
    };
    let sentence = match (severity, proofs.first()) {
        (Severity::Unknown, Some(proof)) => UNJUDGED.fill(language, &[("sentence", &proof.sentence)]),
        (Severity::Unknown, None) => {
            let what = row.numbers.first().map_or(row.title, |fact| fact.row().label);
            NO_DATA.fill(language, &[("what", what.template(language))])
        }
        (_, Some(proof)) => proof.sentence.clone(),
        (_, None) => NOTHING.template(language).to_string(),
    };
    Stage {
        stage: row.id.to_string(),
        under: (!row.under.is_empty()).then(|| row.under.to_string()),
        title: row.title.template(language).to_string(),
        severity,
        root: row.layers.contains(&root) && root != "none" && root != "unknown",
        basis: basis.id().to_string(),
        number,
        sentence,
        evidence: proofs,
        spark_xs: Vec::new(),
        spark_ys: Vec::new(),
    }
}

fn judge(judge: Judge, case: &Case, diagnosis: &Diagnosis) -> (Severity, Basis) {
    let scope = case.scope;
    let felt = diagnosis.harm.unwrap_or(Severity::Unknown);
    let (own, basis) = match harm::judge(case) {
        Some((severity, basis)) => (Some(severity), basis),
        None if scope.reference.is_some() => (None, case.facts.baseline),
        None => (None, Basis::Threshold),
    };
    match judge {
        Judge::Harm => {
            let severity = own.or_else(|| {
                let count = scope.now(Fact::FirstTokens)?;
                (count > 0.0).then_some(Severity::Ok)
            });
            (severity.unwrap_or(Severity::Unknown), basis)
        }
        Judge::Blame(fact) => match scope.now(fact) {
            None => (Severity::Unknown, Basis::None),
            Some(_) if felt <= Severity::Ok => (Severity::Ok, basis),
            Some(blame) if blame >= limits::QUEUE_MAIN.value => (felt, basis),
            Some(blame) if blame >= limits::PART_NOTABLE.value => (felt.min(Severity::Watch), basis),
            Some(_) => (Severity::Ok, basis),
        },
        Judge::Threshold(fact) => {
            let severity = case.thresholds.held(scope, fact);
            (severity.unwrap_or(Severity::Unknown), Basis::Threshold)
        }
        Judge::Slow => match scope.now(Fact::SlowFactor) {
            // Only a finding makes it more than a hint: preemption and waiting lengthen steps too.
            Some(factor) if factor >= limits::SLOW.value => (Severity::Watch, case.facts.baseline),
            Some(_) => (Severity::Ok, case.facts.baseline),
            None => (Severity::Unknown, Basis::None),
        },
        Judge::Demand => {
            let more = scope.change(Fact::Arrivals).is_some_and(|change| change >= limits::DEMAND_UP.value);
            let severity = match scope.now(Fact::FirstTokens) {
                None => Severity::Unknown,
                Some(_) if more && felt > Severity::Ok => Severity::Watch,
                Some(_) => Severity::Ok,
            };
            (severity, if scope.reference.is_some() { case.facts.baseline } else { Basis::Threshold })
        }
        Judge::Known(fact) | Judge::Compared(fact) => {
            let severity = if scope.now(fact).is_some() { Severity::Ok } else { Severity::Unknown };
            let compared = matches!(judge, Judge::Compared(_)) && scope.reference.is_some();
            (severity, if compared { case.facts.baseline } else { Basis::Threshold })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::walk::causes::LAYERS;

    #[test]
    fn every_layer_stands_on_exactly_one_stage_and_neighbours_hang_under_a_rung() {
        for layer in LAYERS {
            assert_eq!(STAGES.iter().filter(|row| row.layers.contains(layer)).count(), 1, "{layer}");
        }
        let rungs: Vec<&str> = STAGES.iter().filter(|row| row.under.is_empty()).map(|row| row.id).collect();
        assert_eq!(rungs, ["ttft", "queue", "kv_cache", "preemption", "gpu"]);
        for row in STAGES {
            assert!(row.under.is_empty() || rungs.contains(&row.under), "{}", row.id);
            row.title.check().unwrap();
        }
        NO_DATA.check().unwrap();
        UNJUDGED.check().unwrap();
        NOTHING.check().unwrap();
    }
}
