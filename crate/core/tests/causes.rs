//! `docs/causes.md` is what the tables of the walk say: causes, rules, limits, advice.
//!
//! To update it: `UPDATE=1 cargo test -p tailwalk-core --test causes`.

mod committed;

use std::fmt::Write;
use tailwalk_core::format::quantity_text;
use tailwalk_core::measure::facts::Fact;
use tailwalk_core::text::{Language, Text};
use tailwalk_core::unit::Unit;
use tailwalk_core::walk::advice::ADVICE;
use tailwalk_core::walk::causes::{CAUSES, Cause, KINDS, cause, kind_of};
use tailwalk_core::walk::condition::{Condition, Growth};
use tailwalk_core::walk::evidence::PHRASES;
use tailwalk_core::walk::limits::{LIMITS, Limit};
use tailwalk_core::walk::rules::{RULES, Reach, Rule};

const COMMITTED: &str = "docs/causes.md";
const UPDATE: &str = "UPDATE=1 cargo test -p tailwalk-core --test causes";

/// What the questions outside the closed set ask, by their name.
const CHECKS: &[(&str, &str)] = &[
    ("sawtooth", "counters fall again and again, as those of several processes behind one target do"),
    ("itl_explains_ttft", "mean TTFT has grown at most twice as much as mean inter-token latency, if known"),
    ("abort_share_above_reference", "that share is larger than in the reference window by as much"),
    ("not_recounted_by_v0", "it is not V0 after a preemption, which observes TTFT again"),
];

const INTRO: &str = "\
A verdict names one of these causes. The walk puts the rules to the facts in the order of this page. A rule fires when \
all its conditions hold; one that lacks a fact is *blind*, which is how *cannot tell* comes about. A finding explains \
away (*clears*) those that follow from it; the first one that nothing explains away is the verdict.

Facts are numbers of the focus window; *the reference* is the time that it is compared with. *A latency hurts* is \
defined in the last section but one. Every limit stands with its reason; the numbers are in `walk/limits.rs`.
";

const HARM: &str = "\
A latency hurts when mean TTFT, mean inter-token latency or mean end-to-end latency stands above its reference by more \
than chance and more than anybody feels, or when TTFT's P99 passes the fixed thresholds (`walk/harm.rs`, \
`walk/thresholds.rs`; users can set their own).
";

#[test]
fn the_committed_page_is_what_the_tables_say() {
    committed::check(COMMITTED, &page(), UPDATE);
}

#[test]
fn a_kind_is_a_known_cause_at_the_layer_of_the_other() {
    for (kind, of) in KINDS {
        assert_eq!(cause(kind).id, *kind);
        assert_eq!(cause(of).id, *of);
        assert_eq!(cause(kind).layer, cause(of).layer, "{kind}");
        assert_eq!(kind_of(of), *of, "a kind of a kind: {kind}");
    }
}

#[test]
fn every_question_outside_the_closed_set_is_put_in_words() {
    let mut asked: Vec<&str> = RULES.iter().flat_map(|rule| rule.all).filter_map(check_name).collect();
    asked.dedup();
    let worded: Vec<&str> = CHECKS.iter().map(|(name, _)| *name).collect();
    assert_eq!(asked, worded);
}

fn check_name(condition: &Condition) -> Option<&'static str> {
    match condition {
        Condition::Check(name, _) => Some(name),
        _ => None,
    }
}

/// Causes in the order in which the walk meets them; those without a rule last.
fn causes() -> Vec<&'static Cause> {
    let mut list: Vec<&Cause> = Vec::new();
    for row in RULES.iter().map(|rule| cause(rule.cause)).chain(CAUSES) {
        if !list.iter().any(|other| other.id == row.id) {
            list.push(row);
        }
    }
    list
}

fn page() -> String {
    let mut out =
        format!("<!-- Generated from crate/core/src/walk; do not edit. Update: {UPDATE} -->\n\n# Causes\n\n");
    out += INTRO;
    out += "\nA *kind* has a signature of its own, but a report calls it by its cause; `verdict.kind` names it.\n";
    out += "\n| cause | | id | kind of | layer |\n|---|---|---|---|---|\n";
    for row in causes() {
        let title = row.title.template(Language::En);
        let anchor = anchor(row);
        let _ = writeln!(
            out,
            "| [{title}](#{anchor}) | {} | `{}` | {} | `{}` |",
            row.title.template(Language::Zh),
            row.id,
            if kind_of(row.id) == row.id { String::new() } else { format!("`{}`", kind_of(row.id)) },
            row.layer
        );
    }
    causes().into_iter().for_each(|row| section(row, &mut out));
    let _ = write!(out, "\n## When a latency hurts\n\n{HARM}");
    limits(&mut out);
    out
}

/// As GitHub makes it of the heading.
fn anchor(row: &Cause) -> String {
    let kept = row.title.template(Language::En).to_lowercase().replace(' ', "-");
    kept.chars().filter(|letter| letter.is_alphanumeric() || *letter == '-' || *letter == '_').collect()
}

fn section(row: &Cause, out: &mut String) {
    let _ = write!(out, "\n## {}\n\n{}; `{}`, layer `{}`", row.title.en, row.title.zh, row.id, row.layer);
    if !row.chain.is_empty() {
        let _ = write!(out, ", chain {}", row.chain.join(" → "));
    }
    let _ = writeln!(out, "\n\n> {}", headline(&row.headline));
    RULES.iter().filter(|rule| rule.cause == row.id).for_each(|rule| rule_words(rule, out));
    if !row.rivals.is_empty() {
        let rivals: Vec<String> = row.rivals.iter().map(|id| link(id)).collect();
        let _ = writeln!(out, "\nTold from: {}.", rivals.join(", "));
    }
    let _ = writeln!(out, "\nRefuted by {}.", row.refuted_by.template(Language::En));
    if !row.advice.is_empty() {
        out.push_str("\nWhat to do:\n\n");
        row.advice.iter().for_each(|id| advice(id, out));
    }
}

/// The sentence of the verdict with the places of its numbers: `{ttft_mean.was}` is its reference value.
fn headline(text: &Text) -> String {
    let names = Text::placeholders(text.en);
    let place = |name: &str| match name.split_once('.') {
        Some((_, "was")) => " (was …)".to_string(),
        Some((_, part)) => {
            let phrase = PHRASES.iter().find(|(name, _)| *name == part);
            phrase.map_or("…".to_string(), |(_, text)| text.fill(Language::En, &[("value", "…")]))
        }
        _ => "…".to_string(),
    };
    let values: Vec<(&str, String)> = names.iter().map(|name| (*name, place(name))).collect();
    let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    text.fill(Language::En, &values)
}

fn link(id: &str) -> String {
    let row = cause(id);
    format!("[{}](#{})", row.title.template(Language::En), anchor(row))
}

fn rule_words(rule: &Rule, out: &mut String) {
    let reach = match rule.reach {
        Reach::Fleet => "asked of all replicas together",
        Reach::Each => "asked of each replica",
        Reach::Minority => "asked of each replica, and it must be the odd one out",
    };
    let _ = writeln!(out, "\nRule `{}`, {reach}. All of:\n", rule.id);
    for condition in rule.all {
        let _ = writeln!(out, "- {}", condition_words(condition));
        for limit in limits_of(condition) {
            let _ = writeln!(out, "  - *{}: {}*", limit.id, limit.why.template(Language::En));
        }
    }
    let proof: Vec<&str> = rule.proof.iter().map(|fact| label(*fact)).collect();
    let _ = writeln!(out, "\nProved by {}. Source: {}.", proof.join("; "), rule.source);
    if !rule.clears.is_empty() {
        let clears: Vec<String> = rule.clears.iter().map(|id| link(id)).collect();
        let _ = writeln!(out, "\nExplains away: {}.", clears.join(", "));
    }
}

fn label(fact: Fact) -> &'static str {
    fact.row().label.template(Language::En)
}

fn condition_words(condition: &Condition) -> String {
    match condition {
        Condition::AtLeast(fact, limit) => format!("{}: at least {}", label(*fact), amount(*fact, limit)),
        Condition::Below(fact, limit) => format!("{}: below {}", label(*fact), amount(*fact, limit)),
        Condition::Rose(fact, limit) => {
            format!("{}: at least ×{} of the reference", label(*fact), limit.value)
        }
        Condition::NotRisen(fact, limit) => {
            format!("{}: below ×{} of the reference", label(*fact), limit.value)
        }
        Condition::Fell(fact, limit) => {
            format!("{}: at most ×{} of the reference", label(*fact), limit.value)
        }
        Condition::Outgrows(more, less) => {
            format!("{}: grown at least as much as {}", growth(*more), growth(*less))
        }
        Condition::Harm => "a latency hurts".to_string(),
        Condition::NoHarm => "no latency hurts".to_string(),
        Condition::Any(conditions) => {
            conditions.iter().map(condition_words).collect::<Vec<_>>().join(", or ")
        }
        Condition::IfKnown(condition) => format!("if known: {}", condition_words(condition)),
        Condition::Check(name, _) => {
            CHECKS.iter().find(|(id, _)| id == name).map_or(*name, |(_, words)| *words).to_string()
        }
    }
}

fn growth(growth: Growth) -> &'static str {
    label(growth.fact())
}

/// The limit in the unit of the fact.
fn amount(fact: Fact, limit: &Limit) -> String {
    match fact.row().unit {
        Unit::Factor => format!("×{}", limit.value),
        unit => quantity_text(Some(limit.value), unit, Language::En),
    }
}

fn limits_of(condition: &Condition) -> Vec<&'static Limit> {
    match condition {
        Condition::AtLeast(_, limit)
        | Condition::Below(_, limit)
        | Condition::Rose(_, limit)
        | Condition::NotRisen(_, limit)
        | Condition::Fell(_, limit) => vec![limit],
        Condition::Any(conditions) => {
            let mut all: Vec<&Limit> = conditions.iter().flat_map(limits_of).collect();
            all.dedup_by_key(|limit| limit.id);
            all
        }
        Condition::IfKnown(condition) => limits_of(condition),
        Condition::Outgrows(..) | Condition::Harm | Condition::NoHarm | Condition::Check(..) => Vec::new(),
    }
}

fn advice(id: &str, out: &mut String) {
    let Some(row) = ADVICE.iter().find(|row| row.id == id) else { return };
    let mut about = Vec::new();
    if !row.flag.is_empty() {
        about.push(format!("`{}`", row.flag));
    }
    if !row.since.is_empty() {
        about.push(format!("since vLLM {}", row.since));
    }
    about.push(format!("source: {}", row.source));
    let _ = writeln!(out, "- {} ({})", row.text.template(Language::En), about.join(", "));
}

fn limits(out: &mut String) {
    out.push_str("\n## Limits\n\n| limit | value | why | source |\n|---|---|---|---|\n");
    for limit in LIMITS {
        let _ = writeln!(out, "| `{}` | {} | {} | {} |", limit.id, limit.value, limit.why.en, limit.source);
    }
}
