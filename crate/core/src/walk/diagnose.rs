//! Putting the rules to the facts: which fire, which are blind, which clear which.

use crate::measure::facts::{Fact, Facts, Scope};
use crate::report::Severity;
use crate::walk::condition::{Answer, Case, Condition};
use crate::walk::harm;
use crate::walk::rules::{RULES, Reach, Rule};
use crate::walk::thresholds::Thresholds;

/// Few requests say that little is asked of a server only over a time in which a used one gets some: a minute is
/// one scrape at Prometheus' default interval.
const FEWEST_SECONDS: f64 = 60.0;

/// What became of one rule.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The rule.
    pub rule: &'static Rule,
    /// Indices of the replicas for which it fired; empty for the fleet.
    pub replicas: Vec<usize>,
    /// Fired, blind or silent.
    pub state: State,
}

/// Fired, blind or silent.
#[derive(Clone, Debug, PartialEq)]
pub enum State {
    /// All conditions hold.
    Fired,
    /// All that can be known hold; these facts are missing.
    Blind(Vec<Fact>),
    /// This condition does not hold (index into the rule's conditions).
    Silent(usize),
}

/// A fired rule as a finding.
#[derive(Clone, Debug)]
pub struct Found {
    /// The rule.
    pub rule: &'static Rule,
    /// Replicas concerned; empty for all.
    pub replicas: Vec<usize>,
    /// How bad.
    pub severity: Severity,
    /// The cause that explains it away.
    pub cleared_by: Option<&'static str>,
}

/// The whole diagnosis.
#[derive(Clone, Debug, Default)]
pub struct Diagnosis {
    /// Outcome of every rule, in the order of the walk.
    pub outcomes: Vec<Outcome>,
    /// Fired rules: the root first, then the independent ones, then the cleared ones.
    pub found: Vec<Found>,
    /// Harm of the fleet; `None` when no latency is known.
    pub harm: Option<Severity>,
}

/// Asks every rule and orders the answers.
pub fn diagnose(facts: &Facts, thresholds: &Thresholds) -> Diagnosis {
    let outcomes: Vec<Outcome> = RULES.iter().map(|rule| ask(rule, facts, thresholds)).collect();
    let mut found: Vec<Found> = outcomes
        .iter()
        .filter(|outcome| outcome.state == State::Fired)
        .map(|outcome| Found {
            rule: outcome.rule,
            replicas: outcome.replicas.clone(),
            severity: severity_of(outcome, facts, thresholds),
            cleared_by: None,
        })
        .collect();
    // One finding per cause: the first rule that proves it.
    let mut seen = Vec::new();
    found.retain(|finding| {
        !seen.contains(&finding.rule.cause) && {
            seen.push(finding.rule.cause);
            true
        }
    });
    // Along the walk: what is itself explained away explains nothing.
    for at in 0..found.len() {
        let (before, rest) = found.split_at_mut(at);
        let cause = rest[0].rule.cause;
        let open = before.iter().filter(|other| other.cleared_by.is_none());
        rest[0].cleared_by =
            open.into_iter().find(|other| other.rule.clears.contains(&cause)).map(|other| other.rule.cause);
    }
    let (open, cleared): (Vec<Found>, Vec<Found>) =
        found.into_iter().partition(|finding| finding.cleared_by.is_none());
    let found = open.into_iter().chain(cleared).collect();
    let case = Case { facts, scope: &facts.fleet, thresholds };
    let worst_replica =
        facts.replicas.iter().filter_map(|scope| harm::severity(&Case { scope, ..case })).max();
    let harm = harm::severity(&case).max(worst_replica);
    Diagnosis { outcomes, found, harm }
}

fn ask(rule: &'static Rule, facts: &Facts, thresholds: &Thresholds) -> Outcome {
    let scopes: Vec<(Option<usize>, &Scope)> = match rule.reach {
        Reach::Fleet => vec![(None, &facts.fleet)],
        Reach::Each if facts.replicas.is_empty() => vec![(None, &facts.fleet)],
        Reach::Each | Reach::Minority => {
            facts.replicas.iter().enumerate().map(|(at, scope)| (Some(at), scope)).collect()
        }
    };
    let answers: Vec<(Option<usize>, State)> =
        scopes.iter().map(|(at, scope)| (*at, weigh(rule.all, &Case { facts, scope, thresholds }))).collect();
    let fired: Vec<Option<usize>> =
        answers.iter().filter(|(_, state)| *state == State::Fired).map(|(at, _)| *at).collect();
    let minority = rule.reach != Reach::Minority || 2 * fired.len() <= facts.replicas.len();
    if !fired.is_empty() && minority {
        let replicas = fired.into_iter().flatten().collect();
        return Outcome { rule, replicas, state: State::Fired };
    }
    // The scope that came closest speaks for the others: blind before silent, late before early.
    let closest = answers.into_iter().map(|(_, state)| state).max_by_key(|state| match state {
        State::Fired => usize::MAX - 1,
        State::Blind(_) => usize::MAX,
        State::Silent(at) => *at,
    });
    let state = match closest {
        Some(State::Fired) | None => State::Silent(0),
        Some(state) => state,
    };
    Outcome { rule, replicas: Vec::new(), state }
}

fn weigh(conditions: &[Condition], case: &Case) -> State {
    let mut missing = Vec::new();
    for (at, condition) in conditions.iter().enumerate() {
        match condition.ask(case) {
            Answer::Yes => {}
            Answer::No => return State::Silent(at),
            Answer::Unknown(facts) => missing.extend(facts),
        }
    }
    if missing.is_empty() {
        return State::Fired;
    }
    let mut once: Vec<Fact> = Vec::new();
    missing.into_iter().for_each(|fact| {
        if !once.contains(&fact) {
            once.push(fact)
        }
    });
    State::Blind(once)
}

/// How bad a finding is: what its scope feels, with a floor or a ceiling where feeling is not the
/// measure.
fn severity_of(outcome: &Outcome, facts: &Facts, thresholds: &Thresholds) -> Severity {
    let case = Case { facts, scope: &facts.fleet, thresholds };
    let fleet = harm::severity(&case).unwrap_or(Severity::Unknown);
    let own = outcome.replicas.iter().filter_map(|at| facts.replicas.get(*at));
    let felt =
        own.filter_map(|scope| harm::severity(&Case { scope, ..case })).max().unwrap_or(fleet).max(fleet);
    match outcome.rule.cause {
        // No latency is observed while nothing comes out.
        "stuck" | "never_schedulable" => Severity::Critical,
        "restart_cold_start" | "server_down" => felt.max(Severity::Warn),
        "several_processes" | "metrics_gap" => Severity::Watch,
        "client_side" | "outside_engine" => Severity::Warn,
        // A page of few requests since the start does not show how the server does now.
        "low_traffic"
            if facts.since_start
                || facts.fleet.now(Fact::Observed).is_none_or(|seen| seen < FEWEST_SECONDS) =>
        {
            Severity::Unknown
        }
        "traffic_drop" | "low_traffic" => Severity::Ok,
        _ => felt.max(Severity::Watch),
    }
}
