//! The walk, facts in and verdict out: every file of `tests/scenarios` is one scenario, its expected
//! verdict written by hand (see `scenarios/text.rs` for the lines of a file).
//!
//! A folder is named after a rule. Its `fires*.txt` show the rule's signature, its `silent*.txt` the
//! neighbours that look like it. `verdicts` holds what no rule owns. `pending` holds scenarios that the
//! walk does not pass yet, each with the reason; they are not run.

#[path = "scenarios/text.rs"]
mod text;

use std::path::{Path, PathBuf};
use tailwalk_core::measure::facts::{Facts, Scope};
use tailwalk_core::text::Language;
use tailwalk_core::walk::condition::{Answer, Case};
use tailwalk_core::walk::diagnose::{State, diagnose};
use tailwalk_core::walk::rules::{RULES, Reach, Rule};
use tailwalk_core::walk::thresholds::Thresholds;
use tailwalk_core::walk::verdict::Conclusion;
use text::Scenario;

/// Folders that are not named after a rule.
const OTHER_FOLDERS: &[&str] = &["base", "pending", "verdicts"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/scenarios")
}

fn entries(directory: &Path) -> Vec<PathBuf> {
    let all = std::fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut paths: Vec<PathBuf> = all.map(|entry| entry.unwrap().path()).collect();
    tailwalk_core::sort::sort(&mut paths);
    paths
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Folder name and file of every scenario that is run.
fn scenarios() -> Vec<(String, PathBuf)> {
    let folders = entries(&root()).into_iter().filter(|folder| folder.is_dir());
    let run = folders.filter(|folder| !["base", "pending"].contains(&name(folder).as_str()));
    run.flat_map(|folder| entries(&folder).into_iter().map(move |file| (name(&folder), file))).collect()
}

fn read(path: &Path) -> Scenario {
    text::read(path, &root().join("base/server.txt")).unwrap_or_else(|error| panic!("{error}"))
}

/// The verdict and all other findings, in the words of a scenario; the confidence where it is asked for.
fn answer(scenario: &Scenario) -> Vec<String> {
    let thresholds = Thresholds::default();
    let diagnosis = diagnose(&scenario.facts, &thresholds);
    let conclusion = Conclusion {
        facts: &scenario.facts,
        thresholds: &thresholds,
        diagnosis: &diagnosis,
        language: Language::En,
    };
    let verdict = conclusion.verdict();
    let severity = format!("{:?}", verdict.severity).to_lowercase();
    let mut findings: Vec<String> = conclusion
        .findings()
        .iter()
        .filter(|finding| finding.cause != verdict.kind)
        .map(|finding| match &finding.cleared_by {
            Some(root) => format!("cleared {} by {root}", finding.cause),
            None => format!("also {}", finding.cause),
        })
        .collect();
    if scenario.expected.iter().any(|line| line.starts_with("confidence ")) {
        findings.push(format!("confidence {:?}", verdict.confidence).to_lowercase());
    }
    tailwalk_core::sort::sort(&mut findings);
    let mut words = vec!["expect".to_string(), verdict.kind.clone(), severity];
    words.extend(verdict.replicas);
    findings.insert(0, words.join(" "));
    findings
}

/// What is wrong with a scenario: its answer is not the expected one, or the rule of its folder does not
/// do what the file name says.
fn check(folder: &str, path: &Path) -> Result<(), String> {
    let scenario = read(path);
    let place = format!("{folder}/{}", name(path));
    let answer = answer(&scenario);
    if answer != scenario.expected {
        return Err(format!("{place}\n  expected {:?}\n  got      {answer:?}", scenario.expected));
    }
    if OTHER_FOLDERS.contains(&folder) {
        return Ok(());
    }
    let outcomes = diagnose(&scenario.facts, &Thresholds::default()).outcomes;
    let outcome = outcomes.iter().find(|outcome| outcome.rule.id == folder);
    let state = &outcome.ok_or_else(|| format!("{folder}: no rule is called so"))?.state;
    let name = name(path);
    match state {
        State::Fired if name.starts_with("fires") => Ok(()),
        State::Silent(_) if name.starts_with("silent") => Ok(()),
        other => Err(format!("{place}: the rule is {other:?}")),
    }
}

#[test]
fn every_scenario_leads_to_its_verdict() {
    let wrong: Vec<String> =
        scenarios().iter().filter_map(|(folder, path)| check(folder, path).err()).collect();
    assert!(wrong.is_empty(), "{} scenarios fail\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_rule_has_a_scenario_in_which_it_fires_and_one_in_which_it_is_silent() {
    let all = scenarios();
    let has = |rule: &str, word: &str| {
        all.iter().any(|(folder, path)| folder == rule && name(path).starts_with(word))
    };
    let lacking: Vec<String> = RULES
        .iter()
        .flat_map(|rule| ["fires", "silent"].map(|word| (rule.id, word)))
        .filter(|(rule, word)| !has(rule, word))
        .map(|(rule, word)| format!("{rule}/{word}*.txt"))
        .collect();
    assert!(lacking.is_empty(), "tests/scenarios lacks {}", lacking.join(", "));
}

/// Conditions that no scenario needs, by rule and number, and why.
const NEVER_DECIDE: &[(&str, usize, &str)] = &[
    ("preemption_thrash", 1, "more work lost than done is always felt"),
    ("batch_growth", 1, "follows from Little's law where tokens per second and token time both grew"),
    ("batch_growth", 5, "no signature is known that tells a grown batch from a few preemptions"),
    ("client_side", 0, "follows from condition 1"),
    ("token_budget", 4, "says no more than condition 5, but that it must be known"),
];

/// The numbers of the conditions that alone keep a rule from firing, in any scope of these facts.
fn deciding(rule: &Rule, facts: &Facts) -> Vec<usize> {
    let thresholds = Thresholds::default();
    let scopes: Vec<&Scope> = match rule.reach {
        Reach::Fleet => vec![&facts.fleet],
        Reach::Each if facts.replicas.is_empty() => vec![&facts.fleet],
        _ => facts.replicas.iter().collect(),
    };
    let alone = |scope: &Scope| {
        let case = Case { facts, scope, thresholds: &thresholds };
        let fails = |at: &usize| rule.all[*at].ask(&case) == Answer::No;
        let failing: Vec<usize> = (0..rule.all.len()).filter(fails).collect();
        <[usize; 1]>::try_from(failing).ok()
    };
    scopes.into_iter().filter_map(alone).flatten().collect()
}

#[test]
fn every_condition_decides_somewhere() {
    let all: Vec<Scenario> = scenarios().iter().map(|(_, path)| read(path)).collect();
    let mut wrong = Vec::new();
    for rule in RULES {
        let decided: Vec<usize> = all.iter().flat_map(|scenario| deciding(rule, &scenario.facts)).collect();
        for at in 0..rule.all.len() {
            let excused = NEVER_DECIDE.iter().any(|(id, number, _)| *id == rule.id && *number == at);
            let place = format!("{}, condition {at} ({:?})", rule.id, rule.all[at].fact());
            match (decided.contains(&at), excused) {
                (false, false) => wrong.push(format!("no scenario fails for {place} alone")),
                (true, true) => wrong.push(format!("NEVER_DECIDE excuses {place}, which decides")),
                _ => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_scenario_says_what_happens() {
    for (folder, path) in scenarios() {
        let text = std::fs::read_to_string(&path).unwrap();
        let is_sentence = text.starts_with("# ") && text.lines().next().is_some_and(|line| line.len() > 20);
        assert!(is_sentence, "{folder}/{} does not begin with a sentence", name(&path));
    }
}
