//! The sections below the ladder, one function each.

use super::{Bar, Block, Query, Reader, Section, Step};
use crate::format::{change_text, count_text, quantity_text};
use crate::render::clean::clean;
use crate::render::{drawing, words};
use crate::report::{Breakdown, Evidence, Rejected, Source, Unit, Waterfall};
use crate::text::Text;

/// Printed where a cell does not apply; where it applies and is unknown the report says so in words.
const NOT_APPLICABLE: &str = "–";
/// How many unknown families are named: enough to recognise an exporter by.
const FAMILIES_NAMED: usize = 8;

/// All sections that have something to say.
///
/// Missing evidence comes first when there is no evidence: it is the answer then.
pub fn list(reader: &Reader, bar_columns: usize) -> Vec<Section> {
    let missing = || section(reader, words::MISSING, missing(reader));
    let (first, later) = match reader.report.verdict.evidence.is_empty() {
        true => (missing(), None),
        false => (None, missing()),
    };
    [
        section(reader, words::EVIDENCE, evidence(reader)),
        first,
        section(reader, words::ADVICE, advice(reader)),
        section(reader, words::WATERFALL, waterfall(reader, bar_columns)),
        section(reader, words::PERCENTILES, percentiles(reader)),
        section(reader, words::REPLICAS, replicas(reader)),
        section(reader, words::LADDER_SENTENCES, ladder_sentences(reader)),
        section(reader, words::REJECTED, rejected(reader)),
        later,
        section(reader, words::TRUST, trust(reader)),
        section(reader, words::RECHECK, queries(reader)),
        section(reader, words::FINDINGS, findings(reader)),
        section(reader, words::NOTES, notes(reader)),
        section(reader, words::EXAMINED, examined(reader)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn section(reader: &Reader, title: Text, mut blocks: Vec<Block>) -> Option<Section> {
    blocks.retain(|block| !block.is_empty());
    (!blocks.is_empty()).then(|| Section { title: reader.word(title), blocks })
}

impl Block {
    fn is_empty(&self) -> bool {
        match self {
            Block::Items(items) => items.is_empty(),
            Block::Steps(steps) => steps.is_empty(),
            Block::Table(_, rows) => rows.is_empty(),
            Block::Bars(_, bars) => bars.is_empty(),
            Block::Queries(queries) => queries.is_empty(),
        }
    }
}

fn evidence(reader: &Reader) -> Vec<Block> {
    let evidence = &reader.report.verdict.evidence;
    let compared = evidence.iter().any(|fact| fact.reference.is_some());
    let mut head = vec![String::new(), reader.word(words::FOCUS)];
    if compared {
        head.extend([reader.word(words::REFERENCE), reader.word(words::CHANGE)]);
    }
    let row = |fact: &Evidence| {
        let mut row = vec![evidence_label(reader, fact), clean(&fact.focus.text)];
        if compared {
            let reference = fact.reference.as_ref().map(|quantity| clean(&quantity.text));
            let change = fact.change.map(|change| change_text(Some(change), reader.language));
            row.extend([reference, change].map(|cell| cell.unwrap_or_else(|| NOT_APPLICABLE.to_string())));
        }
        row
    };
    // The sentence of a fact says what its row says: one of them is enough.
    vec![Block::Table(head, evidence.iter().map(row).collect())]
}

fn evidence_label(reader: &Reader, fact: &Evidence) -> String {
    reader.named(&fact.label, fact.replica.as_deref().map(|id| reader.replica_label(id)))
}

fn window_word(reader: &Reader, window: &str) -> String {
    words::window(window).map_or_else(|| clean(window), |word| reader.word(word))
}

fn waterfall(reader: &Reader, bar_columns: usize) -> Vec<Block> {
    let shown = of_all(&reader.report.waterfall, |waterfall| &waterfall.replica);
    let full = shown.iter().filter_map(|waterfall| waterfall.ttft.value).fold(0.0, f64::max);
    let bar = |waterfall: &&Waterfall| {
        let sum = reader.fill(
            words::WATERFALL_PARTS,
            &[
                ("ttft", &waterfall.ttft.text),
                ("queue", &waterfall.queue.text),
                ("prefill", &waterfall.prefill.text),
                ("residual", &waterfall.residual.text),
            ],
        );
        let name =
            reader.named(&window_word(reader, &waterfall.window), replica_of(reader, &waterfall.replica));
        Bar {
            sentence: reader.fill(words::CLAIM, &[("name", &name), ("sentence", &sum)]),
            drawing: drawing::bar(waterfall, full, bar_columns),
        }
    };
    let bars: Vec<Bar> = shown.iter().map(bar).collect();
    let legend = match bars.iter().all(|bar| bar.drawing.is_empty()) {
        true => String::new(),
        false => reader.word(words::WATERFALL_LEGEND),
    };
    let bars = Block::Bars(legend, bars);
    let mut caveats: Vec<String> = shown.iter().map(|waterfall| clean(&waterfall.caveat)).collect();
    caveats.retain(|caveat| !caveat.is_empty());
    caveats.dedup();
    vec![bars, Block::Items(caveats)]
}

fn percentiles(reader: &Reader) -> Vec<Block> {
    let shown = of_all(&reader.report.breakdown, |breakdown| &breakdown.replica);
    let targeted = shown.iter().any(|row| row.over_threshold.threshold.is_some());
    let mut head = vec![
        reader.word(words::SIGNAL),
        reader.word(words::REQUESTS),
        reader.word(words::MEAN),
        "P50".to_string(),
        "P90".to_string(),
        "P95".to_string(),
        "P99".to_string(),
    ];
    if targeted {
        head.push(reader.word(words::OVER));
    }
    let row = |row: &&Breakdown| {
        let window = window_word(reader, &row.window);
        let details = std::iter::once(window.as_str()).chain(replica_of(reader, &row.replica));
        let mut cells = vec![
            reader.named(&row.title, details),
            quantity_text(row.count, Unit::Count, reader.language),
            clean(&row.mean_text),
        ];
        cells.extend([&row.p50, &row.p90, &row.p95, &row.p99].map(|interval| clean(&interval.text)));
        if targeted {
            let share = &row.over_threshold;
            cells.push(share.threshold.map_or_else(|| NOT_APPLICABLE.to_string(), |_| clean(&share.text)));
        }
        cells
    };
    vec![Block::Table(head, shown.iter().map(row).collect())]
}

/// The rows for all replicas together; every row when there are none.
fn of_all<T>(rows: &[T], replica: impl Fn(&T) -> &str) -> Vec<&T> {
    let together: Vec<&T> = rows.iter().filter(|row| replica(row) == "all").collect();
    match together.is_empty() {
        true => rows.iter().collect(),
        false => together,
    }
}

/// Name of a replica; `None` for all of them together.
fn replica_of<'s>(reader: &'s Reader, id: &'s str) -> Option<&'s str> {
    (id != "all").then(|| reader.replica_label(id))
}

fn replicas(reader: &Reader) -> Vec<Block> {
    let replicas = &reader.report.replicas;
    if replicas.len() < 2 {
        return Vec::new();
    }
    let head = [
        words::REPLICA,
        words::REPLICA_REQUESTS,
        words::REPLICA_TTFT,
        words::REPLICA_SHARE,
        words::REPLICA_WITHOUT,
    ];
    let rows = replicas.iter().map(|replica| {
        let ttft =
            |row: &&Breakdown| row.signal == "ttft" && row.window == "focus" && row.replica == replica.id;
        let own = reader.report.breakdown.iter().find(ttft);
        let without = replica.p99_without.as_ref();
        vec![
            clean(&replica.label),
            quantity_text(replica.requests, Unit::Count, reader.language),
            own.map_or_else(|| NOT_APPLICABLE.to_string(), |row| clean(&row.p99.text)),
            quantity_text(replica.slow_share, Unit::Ratio, reader.language),
            without.map_or_else(|| NOT_APPLICABLE.to_string(), |interval| clean(&interval.text)),
        ]
    });
    vec![Block::Table(head.map(|word| reader.word(word)).to_vec(), rows.collect())]
}

fn ladder_sentences(reader: &Reader) -> Vec<Block> {
    let stages = reader.report.ladder.iter().filter(|stage| !stage.sentence.is_empty());
    let claim =
        |(name, sentence): (&str, &str)| reader.fill(words::CLAIM, &[("name", name), ("sentence", sentence)]);
    vec![Block::Items(stages.map(|stage| claim((&stage.title, &stage.sentence))).collect())]
}

fn rejected(reader: &Reader) -> Vec<Block> {
    // Most sentences name their cause: once is enough.
    let item = |row: &Rejected| match row.sentence.contains(&row.title) {
        true => clean(&row.sentence),
        false => reader.fill(words::CLAIM, &[("name", &row.title), ("sentence", &row.sentence)]),
    };
    vec![Block::Items(reader.report.verdict.rejected.iter().map(item).collect())]
}

/// Name of a cause in words; its id when it is no finding.
fn cause_title<'s>(reader: &'s Reader, id: &'s str) -> &'s str {
    reader.report.findings.iter().find(|finding| finding.cause == id).map_or(id, |finding| &finding.title)
}

fn missing(reader: &Reader) -> Vec<Block> {
    vec![Block::Items(reader.report.verdict.missing.iter().map(|row| clean(&row.sentence)).collect())]
}

fn advice(reader: &Reader) -> Vec<Block> {
    let steps = reader.report.verdict.advice.iter().map(|advice| Step {
        sentence: clean(&advice.sentence),
        // Most sentences name their flag: once is enough.
        flag: advice.flag.as_deref().filter(|flag| !advice.sentence.contains(flag)).map(clean),
        source: reader.fill(words::SOURCE, &[("source", &advice.source)]),
    });
    vec![Block::Steps(steps.collect())]
}

fn trust(reader: &Reader) -> Vec<Block> {
    let verdict = &reader.report.verdict;
    let mut items = Vec::new();
    if !verdict.confidence_reason.is_empty() {
        let values = [("confidence", reader.confidence_word()), ("reason", &verdict.confidence_reason)];
        items.push(reader.fill(words::CONFIDENCE_REASON, &values));
    }
    if !verdict.refuted_by.is_empty() {
        items.push(reader.fill(words::REFUTED_BY, &[("sentence", &verdict.refuted_by)]));
    }
    vec![Block::Items(items)]
}

fn queries(reader: &Reader) -> Vec<Block> {
    let query = |fact: &Evidence| {
        let promql = clean(fact.promql.as_deref()?);
        Some(Query { label: evidence_label(reader, fact), promql })
    };
    vec![Block::Queries(reader.report.verdict.evidence.iter().filter_map(query).collect())]
}

fn findings(reader: &Reader) -> Vec<Block> {
    let others = reader.report.findings.iter().filter(|finding| finding.cause != reader.report.verdict.kind);
    let item = |finding: &crate::report::Finding| {
        let sentence = reader.fill(
            words::FINDING,
            &[
                ("severity", words::severity(finding.severity).template(reader.language)),
                ("title", &finding.title),
                ("headline", &finding.headline),
            ],
        );
        match &finding.cleared_by {
            Some(id) => {
                let values = [("finding", sentence.as_str()), ("cause", cause_title(reader, id))];
                reader.fill(words::EXPLAINED, &values)
            }
            None => sentence,
        }
    };
    vec![Block::Items(others.map(item).collect())]
}

fn notes(reader: &Reader) -> Vec<Block> {
    let notes = reader.report.notes.iter().map(|note| {
        let weight =
            words::weight(&note.weight).map_or_else(|| note.weight.clone(), |word| reader.word(word));
        reader.fill(words::CLAIM, &[("name", &weight), ("sentence", &note.sentence)])
    });
    vec![Block::Items(notes.collect())]
}

fn examined(reader: &Reader) -> Vec<Block> {
    let report = reader.report;
    let windows = [
        (words::EXAMINED_FOCUS, Some(&report.window.focus)),
        (words::EXAMINED_REFERENCE, report.window.reference.as_ref()),
    ];
    let mut items = Vec::new();
    for (row, window) in windows {
        let Some(window) = window else { continue };
        let origin = words::origin(window.origin).template(reader.language);
        items.push(reader.fill(row, &[("window", &window.text), ("origin", origin)]));
    }
    let engine = format!("{} {}", report.engine.name, report.engine.generation);
    items.push(
        reader.fill(words::ENGINE, &[("engine", engine.trim()), ("sentence", &report.engine.sentence)]),
    );
    if !report.engine.models.is_empty() {
        let names = reader.names(report.engine.models.iter().map(String::as_str), usize::MAX);
        items.push(reader.fill(words::MODELS, &[("names", &names)]));
    }
    items.extend(report.sources.iter().map(|source| input(reader, source)));
    let families = &report.unknown_families;
    if !families.is_empty() {
        let names = reader.names(families.iter().map(String::as_str), FAMILIES_NAMED);
        let count = count_text(families.len() as f64, reader.language);
        items.push(reader.fill(words::UNKNOWN_FAMILIES, &[("count", &count), ("names", &names)]));
    }
    vec![Block::Items(items)]
}

fn input(reader: &Reader, source: &Source) -> String {
    reader.fill(
        words::INPUT,
        &[
            ("name", &source.name),
            ("format", &source.format),
            ("bytes", &quantity_text(Some(source.bytes), Unit::Bytes, reader.language)),
            ("series", &count_text(source.series, reader.language)),
            ("samples", &count_text(source.samples, reader.language)),
        ],
    )
}
