//! The verdict: one cause with its proof, the rejected neighbours, what is missing, what to do.

use crate::catalog::family_of;
use crate::format::quantity_text;
use crate::measure::facts::{Fact, Facts, Scope};
use crate::report::{Advice, Confidence, Evidence, Finding, Missing, Rejected, Severity, Verdict};
use crate::text::{Language, Text};
use crate::walk::advice::ADVICE;
use crate::walk::causes::{Cause, cause, kind_of};
use crate::walk::condition::{Answer, Case, Condition};
use crate::walk::diagnose::{Diagnosis, Found, Outcome, State};
use crate::walk::evidence::{evidence, headline, place};
use crate::walk::limits;
use crate::walk::missing::{MissingRow, missing};
use crate::walk::thresholds::Thresholds;

/// A tenth, by which two growths of the same few minutes differ without any reason.
const CLOSE: f64 = 0.9;

const REJECTED: Text =
    Text::new("Not {cause}: {label} is {value}{wanted}.", "不是“{cause}”：{label}为 {value}{wanted}。");
const REJECTED_BLIND: Text = Text::new(
    "{cause} cannot be ruled out: {label} is not in the data.",
    "不能排除“{cause}”：数据中没有{label}。",
);
const REJECTED_ALONE: Text = Text::new(
    "{cause} cannot be ruled out: there is nothing to compare {label} with.",
    "不能排除“{cause}”：{label}没有可比较的值。",
);
const REJECTED_CALM: Text = Text::new(
    "Not {cause}: no latency is above its reference or threshold.",
    "不是“{cause}”：没有延迟超出参考值或阈值。",
);
const REJECTED_PLAIN: Text =
    Text::new("Not {cause}: its signature is not there.", "不是“{cause}”：未出现其特征。");
const NEEDS_LEAST: Text = Text::new(", it would need at least {limit}", "，至少应为 {limit}");
const NEEDS_BELOW: Text = Text::new(", it would need less than {limit}", "，应低于 {limit}");
const CHANGED: Text = Text::new("×{change} of the reference", "×{change}（相对参考窗口）");
const GREW_LESS: Text =
    Text::new(", which has grown less than {label} (×{change})", "，增幅小于{label}（{change} 倍）");
const CLEARED: Text =
    Text::new("{cause} is there too, but {root} explains it.", "也出现“{cause}”，但可由“{root}”解释。");
const SURE: Text = Text::new(
    "every number the rule asks for is there ({count} requests in the focus window), and there is a reference",
    "规则所需的数字齐全（分析窗口 {count} 个请求），且有参考窗口",
);
const UNDECIDED: Text = Text::new("{cause} cannot be ruled out", "不能排除“{cause}”");
const UNCOMPARED_TITLE: Text = Text::new("Nothing stands out", "未见异常");
const UNCOMPARED: Text = Text::new(
    "Nothing changed in this data, and there is no other time to compare with: mean TTFT {ttft_mean}, P99 {ttft_p99}. It is so always, or wrong from the first sample on.",
    "数据中没有变化，也没有其他时段可比较：TTFT 均值 {ttft_mean}，P99 {ttft_p99}。要么一贯如此，要么从首个样本起就有问题。",
);
const LIKELY_FEW: Text =
    Text::new("only {count} requests in the focus window", "分析窗口仅有 {count} 个请求");
const LIKELY_NO_REFERENCE: Text =
    Text::new("there is no reference: the verdict stands on fixed limits", "没有参考窗口：结论依据固定界限");
const DOUBTFUL_REFERENCE: Text = Text::new(
    "the reference that was given shares the trouble: see the doubts",
    "指定的参考窗口本身包含异常：参见数据疑点",
);
const SINCE_START: Text = Text::new(
    "there is one scrape only: a fault of the last minutes is diluted by everything before it",
    "只有一次抓取：最近几分钟的故障会被此前的数据稀释",
);
const PARTLY_TITLE: Text =
    Text::new("No latency stands out, but not all was checked", "延迟未见异常，但并未全部检查");
const PARTLY: Text = Text::new(
    "No latency stands out (mean TTFT {ttft_mean}), but the queue or the KV cache is not in the data: that is not a clean bill of health.",
    "延迟未见异常（TTFT 均值 {ttft_mean}），但数据中缺少排队或 KV 缓存信息：不能据此认定健康。",
);
const CALM_TITLE: Text = Text::new("No cause stands out since the start", "自启动以来未见明确原因");
const CALM_SINCE_START: Text = Text::new(
    "Since the start no cause stands out: mean TTFT {ttft_mean}. One scrape cannot show what changed lately: take a second one.",
    "自启动以来未见明确原因：TTFT 均值 {ttft_mean}。单次抓取无法看出最近的变化：请再抓取一次。",
);
const LIKELY_MISSING: Text = Text::new("{count} pieces of evidence are missing", "缺少 {count} 项证据");
const NOT_READ: Text = Text::new(
    "{label}: {engine} exports {family}, which is not in the data",
    "{label}：{engine} 导出 {family}，但数据中没有",
);
const NOT_EXPORTED: Text = Text::new("{label}: {engine} does not export it", "{label}：{engine} 不导出");
const HINT: Text = Text::new("the deciding evidence is missing", "缺少决定性证据");

/// All sentences of this module, for the test of languages.
pub const TEXTS: &[Text] = &[
    REJECTED,
    REJECTED_BLIND,
    REJECTED_CALM,
    REJECTED_ALONE,
    UNDECIDED,
    UNCOMPARED_TITLE,
    UNCOMPARED,
    REJECTED_PLAIN,
    NEEDS_LEAST,
    NEEDS_BELOW,
    CHANGED,
    GREW_LESS,
    CLEARED,
    SURE,
    LIKELY_FEW,
    LIKELY_NO_REFERENCE,
    LIKELY_MISSING,
    HINT,
    NOT_READ,
    NOT_EXPORTED,
    DOUBTFUL_REFERENCE,
    SINCE_START,
    CALM_SINCE_START,
    CALM_TITLE,
    PARTLY_TITLE,
    PARTLY,
];

/// Whether release `a` is newer than `b`, by its numbers.
fn is_newer(a: &str, b: &str) -> bool {
    let numbers = |text: &str| -> Vec<u32> { text.split('.').filter_map(|part| part.parse().ok()).collect() };
    numbers(a) > numbers(b)
}

/// Most neighbours that are listed as ruled out: the ones a reader asks for first.
const MOST_REJECTED: usize = 5;

/// Everything the conclusion is made from.
pub struct Conclusion<'a> {
    /// The facts.
    pub facts: &'a Facts,
    /// The thresholds in force.
    pub thresholds: &'a Thresholds,
    /// The answers of the rules.
    pub diagnosis: &'a Diagnosis,
    /// Language of the sentences.
    pub language: Language,
}

impl Conclusion<'_> {
    /// The finding that the verdict stands on: the first in the order of the walk that nothing explains
    /// away, but one that hurts before one that does not.
    fn root(&self) -> Option<&Found> {
        let open = || self.diagnosis.found.iter().filter(|finding| finding.cleared_by.is_none());
        open().find(|finding| finding.severity >= Severity::Watch).or_else(|| open().next())
    }

    /// The cause of the verdict: of the root, else "none" or "cannot tell".
    fn cause(&self) -> &'static Cause {
        match (self.root(), self.diagnosis.harm) {
            (Some(found), _) => cause(found.rule.cause),
            (None, None) => cause("cannot_tell"),
            (None, Some(harm)) if harm >= Severity::Warn => cause("cannot_tell"),
            // Without TTFT the symptom itself is not seen: that nothing else hurts is no proof of health.
            (None, Some(_)) if self.facts.fleet.now(Fact::TtftMean).is_none() => cause("cannot_tell"),
            // A server that does not answer may be down or only unseen.
            (None, Some(_)) if self.away() => cause("cannot_tell"),
            (None, Some(_)) => cause("none"),
        }
    }

    /// Whether a server does not answer at the end of the data.
    fn away(&self) -> bool {
        self.facts.fleet.now(Fact::AwayTime).is_some_and(|away| away >= limits::STUCK.value)
    }

    /// Whether the layers that delay most first tokens could be looked at: queue, KV cache.
    fn checked(&self) -> bool {
        let known = |fact| self.facts.fleet.now(fact).is_some();
        (known(Fact::QueueMean) || known(Fact::WaitingMean))
            && (known(Fact::KvMax) || known(Fact::Preemptions))
    }

    /// All findings in words.
    pub fn findings(&self) -> Vec<Finding> {
        self.diagnosis.found.iter().map(|found| self.finding(found)).collect()
    }

    fn finding(&self, found: &Found) -> Finding {
        let row = cause(found.rule.cause);
        let scope = self.scope(&found.replicas);
        Finding {
            cause: row.id.to_string(),
            layer: row.layer.to_string(),
            title: row.title.template(self.language).to_string(),
            severity: found.severity,
            confidence: self.confidence(Some(found)).0,
            headline: headline(
                row.headline,
                scope,
                &place(self.facts, &found.replicas, self.language),
                self.language,
            ),
            cleared_by: found.cleared_by.map(str::to_string),
            replicas: self.ids(&found.replicas),
            evidence: self.proof(found),
        }
    }

    /// The verdict.
    pub fn verdict(&self) -> Verdict {
        let root = self.root();
        let row = self.cause();
        let replicas: &[usize] = root.map_or(&[], |found| &found.replicas);
        let scope = self.scope(replicas);
        let (confidence, confidence_reason) = self.confidence(root);
        let severity = match (root, row.id) {
            (Some(found), _) => found.severity,
            (None, "cannot_tell") => {
                self.diagnosis.harm.filter(|harm| *harm >= Severity::Warn).unwrap_or(Severity::Unknown)
            }
            // What was not checked is not healthy.
            (None, _) if !self.checked() => Severity::Unknown,
            // Since the start: a fault of the last minutes is diluted, so a high P99 is not waved through.
            (None, _) if self.facts.since_start => {
                let p99 = self.facts.fleet.now(Fact::TtftP99);
                p99.and_then(|p99| self.thresholds.severity(Fact::TtftP99, p99)).unwrap_or(Severity::Unknown)
            }
            (None, _) => Severity::Ok,
        };
        let (title, sentence) = self.words(row);
        let stands_out = self.facts.stands_out && !matches!(row.id, "none" | "low_traffic");
        Verdict {
            layer: row.layer.to_string(),
            cause: kind_of(row.id).to_string(),
            kind: row.id.to_string(),
            title: title.template(self.language).to_string(),
            severity,
            confidence,
            confidence_reason,
            headline: headline(sentence, scope, &place(self.facts, replicas, self.language), self.language),
            onset_ms: self.facts.onset_ms.filter(|_| stands_out),
            recovery_ms: self.facts.recovery_ms.filter(|_| stands_out),
            replicas: self.ids(replicas),
            chain: self.chain(row),
            evidence: match root {
                Some(found) => self.proof(found),
                None => self.calm_proof(),
            },
            rejected: self.rejected(row),
            missing: self.missing(root),
            refuted_by: row.refuted_by.template(self.language).to_string(),
            advice: row.advice.iter().filter_map(|id| self.advice(id)).collect(),
        }
    }

    fn scope(&self, replicas: &[usize]) -> &Scope {
        replicas.first().and_then(|at| self.facts.replicas.get(*at)).unwrap_or(&self.facts.fleet)
    }

    fn ids(&self, replicas: &[usize]) -> Vec<String> {
        replicas.iter().filter_map(|at| self.facts.replicas.get(*at)).map(|scope| scope.id.clone()).collect()
    }

    fn proof(&self, found: &Found) -> Vec<Evidence> {
        let scope = self.scope(&found.replicas);
        let known = found.rule.proof.iter().filter(|fact| scope.now(**fact).is_some());
        known.map(|fact| evidence(*fact, self.facts, scope, self.language)).collect()
    }

    fn calm_proof(&self) -> Vec<Evidence> {
        let facts = [Fact::TtftMean, Fact::QueueMean, Fact::KvMax, Fact::PreemptionsPerRequest];
        let known = facts.iter().filter(|fact| self.facts.fleet.now(**fact).is_some());
        known.map(|fact| evidence(*fact, self.facts, &self.facts.fleet, self.language)).collect()
    }

    /// The layers of the chain that the data shows: a link without any sign is left out.
    fn chain(&self, row: &Cause) -> Vec<String> {
        let fleet = &self.facts.fleet;
        let shown = |layer: &&&str| match **layer {
            "preemption" => fleet.now(Fact::Preemptions).is_none_or(|count| count > 0.0),
            "queue" => {
                fleet.now(Fact::QueueBlame).is_none_or(|blame| blame >= limits::PART_NOTABLE.value / 4.0)
            }
            _ => true,
        };
        row.chain.iter().filter(shown).map(|layer| (*layer).to_string()).collect()
    }

    fn rejected(&self, row: &Cause) -> Vec<Rejected> {
        let mut list = Vec::new();
        for id in row.rivals {
            let rival = cause(id);
            let explained = self.diagnosis.found.iter().find(|found| found.rule.cause == *id);
            let sentence = if let Some(found) = explained {
                if found.cleared_by.is_none() {
                    continue;
                }
                let root = row.title.template(self.language);
                CLEARED.fill(self.language, &[("cause", rival.title.template(self.language)), ("root", root)])
            } else {
                let mut outcomes = self.diagnosis.outcomes.iter().filter(|outcome| outcome.rule.cause == *id);
                let Some(outcome) = outcomes.next_back() else { continue };
                self.rejection(rival, outcome)
            };
            list.push(Rejected {
                cause: rival.id.to_string(),
                layer: rival.layer.to_string(),
                title: rival.title.template(self.language).to_string(),
                sentence,
            });
            if list.len() == MOST_REJECTED {
                break;
            }
        }
        list
    }

    fn rejection(&self, rival: &Cause, outcome: &Outcome) -> String {
        let title = rival.title.template(self.language);
        match &outcome.state {
            State::Blind(facts) => {
                let label = facts.first().map_or("", |fact| fact.row().label.template(self.language));
                let seen = facts.first().is_some_and(|fact| self.facts.fleet.now(*fact).is_some());
                (if seen { REJECTED_ALONE } else { REJECTED_BLIND })
                    .fill(self.language, &[("cause", title), ("label", label)])
            }
            State::Silent(at) => match outcome.rule.all.get(*at) {
                Some(Condition::Harm) => REJECTED_CALM.fill(self.language, &[("cause", title)]),
                Some(condition) => self.failed(title, condition),
                None => REJECTED_PLAIN.fill(self.language, &[("cause", title)]),
            },
            State::Fired => REJECTED_PLAIN.fill(self.language, &[("cause", title)]),
        }
    }

    /// The number by which a condition failed.
    fn failed(&self, title: &str, condition: &Condition) -> String {
        let scope = &self.facts.fleet;
        let case = Case { facts: self.facts, scope, thresholds: self.thresholds };
        let condition = match condition {
            Condition::Any(parts) => parts.iter().find(|part| part.ask(&case) == Answer::No),
            Condition::IfKnown(inner) => Some(*inner),
            other => Some(other),
        };
        let plain = || REJECTED_PLAIN.fill(self.language, &[("cause", title)]);
        let Some(condition) = condition else { return plain() };
        let Some(fact) = condition.fact() else { return plain() };
        let number = |value: f64| quantity_text(Some(value), fact.row().unit, self.language);
        let ratio = |change: f64| format!("{:.*}", if change < 10.0 { 2 } else { 0 }, change);
        let changed = |change: f64| CHANGED.fill(self.language, &[("change", &ratio(change))]);
        let (value, wanted) = match condition {
            Condition::AtLeast(fact, limit) => {
                let Some(value) = scope.now(*fact) else { return plain() };
                (number(value), NEEDS_LEAST.fill(self.language, &[("limit", &number(limit.value))]))
            }
            Condition::Below(fact, limit) => {
                let Some(value) = scope.now(*fact) else { return plain() };
                (number(value), NEEDS_BELOW.fill(self.language, &[("limit", &number(limit.value))]))
            }
            Condition::Rose(fact, limit) => {
                let Some(change) = scope.change(*fact) else { return plain() };
                let limit = format!("×{}", limit.value);
                (changed(change), NEEDS_LEAST.fill(self.language, &[("limit", &limit)]))
            }
            Condition::NotRisen(fact, limit) | Condition::Fell(fact, limit) => {
                let Some(change) = scope.change(*fact) else { return plain() };
                let limit = format!("×{}", limit.value);
                (changed(change), NEEDS_BELOW.fill(self.language, &[("limit", &limit)]))
            }
            Condition::Outgrows(more, less) => {
                let Some((grown, other)) = more.read(scope).zip(less.read(scope)) else { return plain() };
                let label = less.fact().row().label.template(self.language);
                (
                    changed(grown),
                    GREW_LESS.fill(self.language, &[("label", label), ("change", &ratio(other))]),
                )
            }
            _ => match scope.now(fact) {
                Some(value) => (number(value), String::new()),
                None => return plain(),
            },
        };
        let label = fact.row().label.template(self.language);
        let values = [("cause", title), ("label", label), ("value", &value), ("wanted", &wanted)];
        REJECTED.fill(self.language, &values)
    }

    /// What would strengthen or decide: the facts that blind rules lack when nothing is proven, else
    /// the proof facts that the root's own rule has not, and the rungs that nobody could colour.
    fn missing(&self, root: Option<&Found>) -> Vec<Missing> {
        let mut facts: Vec<Fact> = Vec::new();
        if let Some(found) = root {
            let scope = self.scope(&found.replicas);
            facts.extend(found.rule.proof.iter().filter(|fact| scope.now(**fact).is_none()));
        } else if self.cause().id == "cannot_tell" {
            for outcome in &self.diagnosis.outcomes {
                if let State::Blind(unknown) = &outcome.state {
                    facts.extend(unknown);
                }
            }
        }
        let rungs = [
            Fact::TtftMean,
            Fact::QueueMean,
            Fact::PrefillMean,
            Fact::KvMax,
            Fact::Preemptions,
            Fact::GpuClock,
            Fact::ItlMean,
            Fact::SlowFactor,
            Fact::ApiCpu,
        ];
        facts.extend(rungs.iter().filter(|fact| self.facts.fleet.now(**fact).is_none()));
        let mut list: Vec<Missing> = Vec::new();
        for fact in facts {
            // With a reference at hand it is not a reference that is missing.
            let compared = self.facts.fleet.reference.is_some();
            let asked = |row: &&MissingRow| {
                (row.id != "reference" || !compared) && list.iter().all(|known| known.what != row.id)
            };
            let Some(row) = missing(fact).filter(asked) else { continue };
            let sentence =
                self.of_engine(fact, row).unwrap_or_else(|| row.text.template(self.language).to_string());
            list.push(Missing { what: row.id.to_string(), sentence });
        }
        list
    }

    /// What an engine other than vLLM has instead of the families that the row names.
    fn of_engine(&self, fact: Fact, row: &MissingRow) -> Option<String> {
        let engine = self.facts.engine;
        let own = row.text.template(Language::En).contains("vllm:");
        if !own || matches!(engine, "" | "vLLM") {
            return None;
        }
        let label = fact.row().label.template(self.language);
        let values = [("label", label), ("engine", engine)];
        Some(match fact.row().recipe.signal().and_then(|signal| family_of(engine, signal)) {
            Some(family) => NOT_READ.fill(self.language, &[&values[..], &[("family", family)]].concat()),
            None => NOT_EXPORTED.fill(self.language, &values),
        })
    }

    fn advice(&self, id: &str) -> Option<Advice> {
        let row = ADVICE.iter().find(|row| row.id == id)?;
        // A flag that every release that fits is too old for is no advice.
        let too_old =
            self.facts.before.is_some_and(|before| !row.since.is_empty() && !is_newer(before, row.since));
        if too_old {
            return None;
        }
        Some(Advice {
            sentence: row.text.template(self.language).to_string(),
            flag: (!row.flag.is_empty()).then(|| row.flag.to_string()),
            source: row.source.to_string(),
        })
    }

    /// From sample counts, the presence of a reference and completeness.
    fn confidence(&self, root: Option<&Found>) -> (Confidence, String) {
        let fill =
            |text: Text, count: f64| text.fill(self.language, &[("count", &format!("{}", count.round()))]);
        if root.is_none() && self.cause().id == "cannot_tell" {
            return (Confidence::Low, HINT.template(self.language).to_string());
        }
        let scope = root.map_or(&self.facts.fleet, |found| self.scope(&found.replicas));
        let count = scope.now(Fact::FirstTokens).unwrap_or(0.0);
        let lacking = root
            .map_or(0, |found| found.rule.proof.iter().filter(|fact| scope.now(**fact).is_none()).count());
        let counted = root.is_none_or(|found| {
            !matches!(
                found.rule.cause,
                "stuck" | "never_schedulable" | "server_down" | "restart_cold_start" | "metrics_gap"
            )
        });
        if counted && count < 30.0 {
            return (Confidence::Low, fill(LIKELY_FEW, count));
        }
        if lacking > 0 {
            return (Confidence::Medium, fill(LIKELY_MISSING, lacking as f64));
        }
        if root.is_none() && !self.checked() {
            return (Confidence::Low, HINT.template(self.language).to_string());
        }
        if self.facts.since_start {
            return (Confidence::Low, SINCE_START.template(self.language).to_string());
        }
        if self.facts.fleet.reference.is_none() {
            return (Confidence::Medium, LIKELY_NO_REFERENCE.template(self.language).to_string());
        }
        if self.facts.doubtful_reference {
            return (Confidence::Low, DOUBTFUL_REFERENCE.template(self.language).to_string());
        }
        if let Some(rival) = self.undecided() {
            let values = [("cause", rival.title.template(self.language))];
            return (Confidence::Medium, UNDECIDED.fill(self.language, &values));
        }
        (Confidence::High, fill(SURE, count))
    }

    /// A look-alike of the verdict whose rule lacks a fact while all that is known of it holds, or that only
    /// a narrow comparison of two growths speaks against.
    fn undecided(&self) -> Option<&'static Cause> {
        let open = |id: &str| {
            let mut outcomes = self.diagnosis.outcomes.iter().filter(|outcome| outcome.rule.cause == id);
            let found = self.diagnosis.found.iter().any(|found| found.rule.cause == id);
            !found
                && outcomes.any(|outcome| self.is_narrow(outcome) || matches!(outcome.state, State::Blind(_)))
        };
        self.cause().rivals.iter().find(|id| open(id)).map(|id| cause(id))
    }

    /// Whether a rule fails by nothing but one growth that is less than a tenth below another.
    fn is_narrow(&self, outcome: &Outcome) -> bool {
        let scope = &self.facts.fleet;
        let case = Case { facts: self.facts, scope, thresholds: self.thresholds };
        let State::Silent(at) = outcome.state else { return false };
        let (Some(failed), Some(later)) = (outcome.rule.all.get(at), outcome.rule.all.get(at + 1..)) else {
            return false;
        };
        let plain = if let Condition::IfKnown(inner) = failed { inner } else { failed };
        let Condition::Outgrows(more, less) = plain else { return false };
        let close = more.read(scope).zip(less.read(scope)).is_some_and(|(more, less)| more >= CLOSE * less);
        close && later.iter().all(|condition| condition.ask(&case) == Answer::Yes)
    }

    /// Title and headline of the verdict. Where nothing stands out, "healthy" is only said when the main layers
    /// were looked at, when it is not an average since the start, and when TTFT keeps its lowest threshold or
    /// there is another time to compare it with.
    fn words(&self, row: &Cause) -> (Text, Text) {
        let passed = self.diagnosis.harm.is_some_and(|harm| harm >= Severity::Watch);
        if row.id != "none" {
            (row.title, row.headline)
        } else if !self.checked() {
            (PARTLY_TITLE, PARTLY)
        } else if self.facts.since_start {
            (CALM_TITLE, CALM_SINCE_START)
        } else if passed && self.facts.fleet.reference.is_none() {
            (UNCOMPARED_TITLE, UNCOMPARED)
        } else {
            (row.title, row.headline)
        }
    }
}
