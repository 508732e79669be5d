//! What Tailwalk knows, as one JSON text made from the tables: help pages, option lists and docs are
//! derived from it, never written beside it.

use crate::analysis::GENERATOR;
use crate::catalog::{ENGINES, SIGNALS};
use crate::read::FORMATS;
use crate::render::{EXPORTS, json_text};
use crate::report::SCHEMA;
use crate::text::Language;
use crate::walk::advice::ADVICE;
use crate::walk::causes::CAUSES;
use crate::walk::limits::LIMITS;
use crate::walk::rules::RULES;
use crate::walk::stages::STAGES;
use crate::walk::thresholds::THRESHOLDS;
use serde_json::{Value, json};

/// All tables in one object: `formats`, `exports`, `signals`, `engines`, `thresholds`, `limits`,
/// `stages`, `causes`, `rules`, `advice`.
pub fn describe(language: Language) -> String {
    let rows = |rows: Vec<Value>| Value::Array(rows);
    let formats = FORMATS.iter().map(|row| {
        json!({
            "id": row.id,
            "name": row.name.template(language),
            "recognisedBy": row.recognised_by.template(language),
            "about": row.about.template(language),
        })
    });
    let exports = EXPORTS.iter().map(|row| {
        json!({
            "id": row.id, "name": row.name, "extension": row.extension, "mediaType": row.media_type,
            "about": row.text.template(language),
        })
    });
    let signals = SIGNALS.iter().map(|row| json!({ "id": row.id, "unit": row.unit, "meaning": row.meaning }));
    let engines = ENGINES.iter().map(|row| {
        let families: Vec<&str> = row.rows.iter().map(|row| row.family).collect();
        json!({ "name": row.id.name(), "prefixes": row.prefixes, "families": families })
    });
    let thresholds = THRESHOLDS.iter().map(|row| {
        json!({
            "id": row.id, "name": row.fact.row().label.template(language), "unit": row.fact.row().unit,
            "watch": row.watch, "warn": row.warn, "critical": row.critical,
            "why": row.why.template(language), "source": row.source,
        })
    });
    let limits = LIMITS.iter().map(|row| {
        json!({ "id": row.id, "value": row.value, "why": row.why.template(language), "source": row.source })
    });
    let stages = STAGES.iter().map(|row| {
        json!({ "id": row.id, "under": row.under, "title": row.title.template(language), "layers": row.layers })
    });
    let causes = CAUSES.iter().map(|row| {
        json!({
            "id": row.id, "layer": row.layer, "title": row.title.template(language), "chain": row.chain,
            "refutedBy": row.refuted_by.template(language), "rivals": row.rivals, "advice": row.advice,
        })
    });
    let rules = RULES.iter().map(|row| {
        let proof: Vec<&str> = row.proof.iter().map(|fact| fact.id()).collect();
        json!({ "id": row.id, "cause": row.cause, "clears": row.clears, "proof": proof, "source": row.source })
    });
    let advice = ADVICE.iter().map(|row| {
        json!({
            "id": row.id, "flag": row.flag, "since": row.since, "source": row.source,
            "text": row.text.template(language),
        })
    });
    json_text(&json!({
        "generator": GENERATOR,
        "schema": SCHEMA,
        "language": language.tag(),
        "formats": rows(formats.collect()),
        "exports": rows(exports.collect()),
        "signals": rows(signals.collect()),
        "engines": rows(engines.collect()),
        "thresholds": rows(thresholds.collect()),
        "limits": rows(limits.collect()),
        "stages": rows(stages.collect()),
        "causes": rows(causes.collect()),
        "rules": rows(rules.collect()),
        "advice": rows(advice.collect()),
    }))
}
