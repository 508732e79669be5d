//! What is said, in which order, in the language of the report; how it looks is up to the writers.
//!
//! Every string in an outline is on one line and has gone through [`clean`].

mod sections;

use super::clean::clean;
use super::words;
use crate::format::{count_text, quantity_text};
use crate::report::{Report, Severity, Stage, Unit};
use crate::text::{Language, Text};

/// How many replicas the head of the report names: it has one line for them, the rest have a table.
const REPLICAS_NAMED: usize = 3;

/// A report, ready to be written down.
pub struct Outline {
    /// How bad.
    pub severity: Severity,
    /// `KV cache exhausted`.
    pub title: String,
    /// `confidence: high`.
    pub confidence: String,
    /// One sentence.
    pub headline: String,
    /// Since when, compared with what.
    pub when: Vec<String>,
    /// From the root cause to the symptom and on which replicas; may be empty.
    pub path: String,
    /// The rungs, and under each the neighbours that are not folded.
    pub ladder: Vec<Rung>,
    /// One line for the neighbours that are fine, one for those nothing is known of.
    pub folded: Vec<(Severity, String)>,
    /// The rest; none is empty.
    pub sections: Vec<Section>,
    /// Who made it.
    pub footer: String,
}

/// One line of the ladder.
pub struct Rung {
    /// How bad.
    pub severity: Severity,
    /// Name in words.
    pub title: String,
    /// Its number.
    pub number: String,
    /// Whether the root cause stands here.
    pub root: bool,
    /// Whether it is folded out from under the rung above.
    pub neighbour: bool,
    /// A small line over time.
    pub spark: Vec<Option<f64>>,
}

/// A part under a heading.
pub struct Section {
    /// The heading.
    pub title: String,
    /// What stands under it.
    pub blocks: Vec<Block>,
}

/// A piece of a section.
pub enum Block {
    /// Sentences of equal rank.
    Items(Vec<String>),
    /// Things to do, in order.
    Steps(Vec<Step>),
    /// Rows under a head; the first column is words.
    Table(Vec<String>, Vec<Vec<String>>),
    /// Bars of one scale behind their legend, which is empty when nothing is drawn.
    Bars(String, Vec<Bar>),
    /// PromQL, each under what it computes.
    Queries(Vec<Query>),
}

/// One thing to do.
pub struct Step {
    /// What.
    pub sentence: String,
    /// The flag or field it turns on.
    pub flag: Option<String>,
    /// Where this comes from, with its label.
    pub source: String,
}

/// A bar and what it shows.
pub struct Bar {
    /// The sum in words.
    pub sentence: String,
    /// The bar; empty when a part is unknown.
    pub drawing: String,
}

/// A query and what it computes.
pub struct Query {
    /// What it computes.
    pub label: String,
    /// PromQL.
    pub promql: String,
}

/// `report` as an outline whose bars are at most `bar_columns` long.
pub fn outline(report: &Report, bar_columns: usize) -> Outline {
    let reader = Reader { report, language: report.language };
    let verdict = &report.verdict;
    Outline {
        severity: verdict.severity,
        title: clean(&verdict.title),
        confidence: reader.fill(words::CONFIDENCE, &[("confidence", reader.confidence_word())]),
        headline: clean(&verdict.headline),
        when: reader.when(),
        path: reader.path(),
        ladder: reader.ladder(),
        folded: reader.folded(),
        sections: sections::list(&reader, bar_columns),
        footer: reader.fill(words::GENERATOR, &[("generator", &report.generator)]),
    }
}

/// A report with its language at hand.
struct Reader<'a> {
    report: &'a Report,
    language: Language,
}

impl Reader<'_> {
    fn word(&self, text: Text) -> String {
        text.template(self.language).to_string()
    }

    /// The row with cleaned values.
    fn fill(&self, text: Text, values: &[(&str, &str)]) -> String {
        clean(&text.fill(self.language, values))
    }

    fn confidence_word(&self) -> &'static str {
        words::confidence(self.report.verdict.confidence).template(self.language)
    }

    /// The names, cleaned, as a list in the language of the report; those beyond `most` are counted.
    fn names<'s>(&self, names: impl IntoIterator<Item = &'s str>, most: usize) -> String {
        let separator = match self.language {
            Language::En => ", ",
            Language::Zh => "、",
        };
        let mut names = names.into_iter();
        let shown = names.by_ref().take(most).map(clean).collect::<Vec<_>>().join(separator);
        match names.count() {
            0 => shown,
            more => {
                let count = count_text(more as f64, self.language);
                self.fill(words::AND_MORE, &[("names", &shown), ("count", &count)])
            }
        }
    }

    /// `name (detail, detail)`, or the name alone.
    fn named<'s>(&self, name: &str, details: impl IntoIterator<Item = &'s str>) -> String {
        match self.names(details, usize::MAX).as_str() {
            "" => clean(name),
            details => self.fill(words::NAMED, &[("name", name), ("detail", details)]),
        }
    }

    /// Name of a layer in words; its id when the ladder does not have it.
    fn layer_title<'s>(&'s self, id: &'s str) -> &'s str {
        let stage = self.report.ladder.iter().find(|stage| stage.stage == id);
        let word = words::LAYERS.iter().find(|(layer, _)| *layer == id);
        stage
            .map(|stage| stage.title.as_str())
            .or(word.map(|(_, text)| text.template(self.language)))
            .unwrap_or(id)
    }

    /// Name of a replica; its id when the report does not have it.
    fn replica_label<'s>(&'s self, id: &'s str) -> &'s str {
        self.report.replicas.iter().find(|replica| replica.id == id).map_or(id, |replica| &replica.label)
    }

    fn when(&self) -> Vec<String> {
        let (verdict, window) = (&self.report.verdict, &self.report.window);
        let time = |ms| quantity_text(ms, Unit::TimeMs, self.language);
        let (onset, recovery) = (time(verdict.onset_ms), time(verdict.recovery_ms));
        let began = match (verdict.onset_ms, verdict.recovery_ms) {
            (Some(_), Some(_)) => self.fill(words::BETWEEN, &[("from", &onset), ("to", &recovery)]),
            (Some(_), None) => self.fill(words::SINCE, &[("from", &onset)]),
            (None, _) => clean(&window.focus.text),
        };
        let compared = match &window.reference {
            Some(reference) => self.fill(words::COMPARED, &[("window", &reference.text)]),
            None => self.word(words::COMPARED_WITH_NOTHING),
        };
        vec![began, compared]
    }

    fn path(&self) -> String {
        let verdict = &self.report.verdict;
        let chain: Vec<String> = verdict.chain.iter().map(|id| clean(self.layer_title(id))).collect();
        let chain = chain.join(" → ");
        if verdict.replicas.is_empty() {
            return chain;
        }
        let replicas = self.names(verdict.replicas.iter().map(|id| self.replica_label(id)), REPLICAS_NAMED);
        match chain.is_empty() {
            true => replicas,
            false => self.fill(words::PATH, &[("chain", &chain), ("replicas", &replicas)]),
        }
    }

    fn ladder(&self) -> Vec<Rung> {
        let stages = &self.report.ladder;
        let mut out = Vec::new();
        for rung in stages.iter().filter(|stage| stage.under.is_none()) {
            out.push(rung_of(rung));
            let below = |stage: &&Stage| stage.under.as_deref() == Some(rung.stage.as_str());
            out.extend(stages.iter().filter(below).filter(|stage| !is_folded(stage)).map(rung_of));
        }
        // A neighbour of a rung that is not there must not vanish with it.
        let has_rung = |id: &str| stages.iter().any(|stage| stage.under.is_none() && stage.stage == id);
        let lost = |stage: &&Stage| stage.under.as_deref().is_some_and(|under| !has_rung(under));
        out.extend(stages.iter().filter(lost).filter(|stage| !is_folded(stage)).map(rung_of));
        out
    }

    fn folded(&self) -> Vec<(Severity, String)> {
        let mut out = Vec::new();
        for (severity, row) in [(Severity::Ok, words::FOLDED_OK), (Severity::Unknown, words::FOLDED_UNKNOWN)]
        {
            let stages =
                self.report.ladder.iter().filter(|stage| is_folded(stage) && stage.severity == severity);
            let names = self.names(stages.map(|stage| stage.title.as_str()), usize::MAX);
            if !names.is_empty() {
                out.push((severity, self.fill(row, &[("names", &names)])));
            }
        }
        out
    }
}

/// Neighbours with nothing to show are named in one line; the five rungs always stand.
fn is_folded(stage: &Stage) -> bool {
    stage.under.is_some() && !stage.root && matches!(stage.severity, Severity::Ok | Severity::Unknown)
}

fn rung_of(stage: &Stage) -> Rung {
    Rung {
        severity: stage.severity,
        title: clean(&stage.title),
        number: clean(&stage.number.text),
        root: stage.root,
        neighbour: stage.under.is_some(),
        spark: stage.spark_ys.clone(),
    }
}
