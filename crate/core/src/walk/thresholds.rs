//! Thresholds: from which value on a fact is watch, warn or critical, and why.
//!
//! Fixed thresholds colour the ladder where there is no reference; users may set their own.

use crate::measure::facts::{Fact, Scope};
use crate::options::ThresholdChoice;
use crate::report::Severity;
use crate::text::Text;
use crate::walk::limits::LEAVE;

/// One row of [`THRESHOLDS`].
#[derive(Clone, Copy, Debug)]
pub struct Threshold {
    /// Stable id, snake case.
    pub id: &'static str,
    /// The fact it judges.
    pub fact: Fact,
    /// From here on `watch`.
    pub watch: f64,
    /// From here on `warn`.
    pub warn: f64,
    /// From here on `critical`.
    pub critical: f64,
    /// Why these numbers.
    pub why: Text,
    /// Where they come from.
    pub source: &'static str,
}

/// All thresholds. Larger is always worse.
pub const THRESHOLDS: &[Threshold] = &[
    Threshold {
        id: "ttft_p99",
        fact: Fact::TtftP99,
        watch: 0.5,
        warn: 5.0,
        critical: 10.0,
        why: Text::new(
            "half a second is the usual target of a chat, five seconds is where users turn away; long prompts need their own target",
            "半秒是对话场景的常用目标，五秒时用户开始放弃；长提示需要单独设定目标",
        ),
        source: "operators' alert rules: P99 > 500 ms to look at, > 5 s to act on",
    },
    Threshold {
        id: "itl_p99",
        fact: Fact::ItlP99,
        watch: 0.2,
        warn: 1.0,
        critical: 5.0,
        why: Text::new(
            "a fifth of a second between tokens is slower than reading; a whole second looks like a hang",
            "token 间隔 0.2 秒已慢于阅读速度；整整一秒看起来像卡死",
        ),
        source: "reading speed of about five words a second",
    },
    Threshold {
        id: "queue_share",
        fact: Fact::QueueShare,
        watch: 0.2,
        warn: 0.5,
        critical: 0.9,
        why: Text::new(
            "a fifth of TTFT spent waiting is worth a look, half of it is the main part",
            "TTFT 的五分之一用于排队值得关注，一半则是主要部分",
        ),
        source: "decision table: queue share 20/50 %",
    },
    Threshold {
        id: "kv_max",
        fact: Fact::KvMax,
        watch: 0.9,
        warn: 2.0,
        critical: 3.0,
        why: Text::new(
            "a full KV cache alone is never a fault, so it never goes beyond watch by itself",
            "仅 KV 缓存占满从不构成故障，因此单独不会超过“关注”",
        ),
        source: "cached blocks count as free; 1.0 is normal at saturation",
    },
    Threshold {
        id: "preemptions_per_request",
        fact: Fact::PreemptionsPerRequest,
        watch: 0.01,
        warn: 0.05,
        critical: 1.0,
        why: Text::new(
            "one request in a hundred decides the P99, one in twenty the mean; one each is a storm",
            "百分之一决定 P99，二十分之一影响均值；每个请求一次即为风暴",
        ),
        source: "decision table: preemptions per request 1/5 %",
    },
    Threshold {
        id: "api_cpu",
        fact: Fact::ApiCpu,
        watch: 0.7,
        warn: 0.9,
        critical: 8.0,
        why: Text::new("one event loop has one core", "一个事件循环只有一个核心"),
        source: "decision table: API CPU 0.7/0.9 core",
    },
];

/// The table with the user's own choices on top. Who names a target means it: below it nothing is to be
/// watched, above it users are harmed.
#[derive(Clone, Debug)]
pub struct Thresholds {
    rows: Vec<Threshold>,
}

impl Default for Thresholds {
    fn default() -> Thresholds {
        Thresholds { rows: THRESHOLDS.to_vec() }
    }
}

impl Thresholds {
    /// The table with `choices` applied; an unknown id is an error that names the known ones.
    pub fn with(choices: &[ThresholdChoice]) -> Result<Thresholds, String> {
        let mut thresholds = Thresholds::default();
        for choice in choices {
            let Some(row) = thresholds.rows.iter_mut().find(|row| row.id == choice.id) else {
                let known: Vec<&str> = THRESHOLDS.iter().map(|row| row.id).collect();
                return Err(format!("no threshold is called {}; there are {}", choice.id, known.join(", ")));
            };
            if [choice.warn, choice.critical].into_iter().flatten().any(|value| !value.is_finite()) {
                return Err(format!("{}: a threshold is a finite number", row.id));
            }
            if let Some(warn) = choice.warn {
                row.warn = warn;
                row.watch = warn;
            }
            if let Some(critical) = choice.critical {
                row.critical = critical;
            }
            if row.critical < row.warn {
                return Err(format!("{}: critical {} is below warn {}", row.id, row.critical, row.warn));
            }
        }
        Ok(thresholds)
    }

    /// The row that judges `fact`.
    pub fn of(&self, fact: Fact) -> Option<&Threshold> {
        self.rows.iter().find(|row| row.fact == fact)
    }

    /// The severity of a fact in the focus window: one that was reached a moment earlier is left only
    /// [`LEAVE`] below its bound. `None` when no row judges the fact, or it is not known.
    pub fn held(&self, scope: &Scope, fact: Fact) -> Option<Severity> {
        let now = scope.now(fact)?;
        let recent = scope.recently(fact).and_then(|value| self.severity(fact, value));
        let held = self.severity(fact, now / LEAVE.value).min(recent);
        self.severity(fact, now).max(held)
    }

    /// The severity of a value; `None` when no row judges the fact.
    pub fn severity(&self, fact: Fact, value: f64) -> Option<Severity> {
        let row = self.of(fact)?;
        Some(if value >= row.critical {
            Severity::Critical
        } else if value >= row.warn {
            Severity::Warn
        } else if value >= row.watch {
            Severity::Watch
        } else {
            Severity::Ok
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_ascend_have_ids_of_their_own_and_reasons_in_both_languages() {
        let mut ids: Vec<&str> = THRESHOLDS.iter().map(|row| row.id).collect();
        crate::sort::sort(&mut ids);
        ids.dedup();
        assert_eq!(ids.len(), THRESHOLDS.len());
        for row in THRESHOLDS {
            assert!(row.watch <= row.warn && row.warn <= row.critical, "{}", row.id);
            row.why.check().unwrap();
        }
    }

    #[test]
    fn a_choice_replaces_and_an_unknown_id_is_refused_by_name() {
        let choice = |id: &str, warn| ThresholdChoice { id: id.into(), warn: Some(warn), critical: None };
        let own = Thresholds::with(&[choice("ttft_p99", 1.0)]).unwrap();
        assert_eq!(own.severity(Fact::TtftP99, 2.0), Some(Severity::Warn));
        assert!(Thresholds::with(&[choice("nope", 1.0)]).unwrap_err().contains("ttft_p99"));
        assert!(Thresholds::with(&[choice("ttft_p99", f64::NAN)]).unwrap_err().contains("finite"));
    }
}
