//! Facts in words: quantities, evidence, and the headline with its numbers filled in.

use crate::format::change_text;
use crate::measure::facts::{Fact, Facts, Scope};
use crate::report::{Evidence, Quantity};
use crate::text::{Language, Text};
use crate::unit::Unit;
use crate::walk::promql::promql;

const WAS: Text = Text::new(" (was {value})", "（此前 {value}）");
const COMPARED: Text =
    Text::new("{label}: {now}, reference {then} ({change})", "{label}：{now}，参考窗口 {then}（{change}）");
const ALONE: Text = Text::new("{label}: {now}", "{label}：{now}");
const EVERYWHERE: Text = Text::new("The server", "服务器");
const EDGES: Text = Text::new("cannot be told (window edges)", "无法得知（窗口边缘）");
const SEVERAL: Text = Text::new("{first} and {count} more", "{first} 及另外 {count} 个");

/// A value of a fact with its unit and text. What is left of TTFT cannot be below zero: then the parts are
/// those of other requests, and it cannot be told.
pub fn quantity(fact: Fact, value: Option<f64>, language: Language) -> Quantity {
    if fact == Fact::ResidualMean && value.is_some_and(|rest| rest < 0.0) {
        return Quantity { value: None, unit: fact.row().unit, text: EDGES.template(language).to_string() };
    }
    Quantity::new(value, fact.row().unit, language)
}

/// A fact of one scope as evidence.
pub fn evidence(fact: Fact, facts: &Facts, scope: &Scope, language: Language) -> Evidence {
    let row = fact.row();
    let label = row.label.template(language).to_string();
    let focus = quantity(fact, scope.now(fact), language);
    let reference = scope.then(fact).map(|value| quantity(fact, Some(value), language));
    let told = focus.value.is_some() && reference.as_ref().is_none_or(|then| then.value.is_some());
    let change = scope.change(fact).filter(|_| row.unit != Unit::Factor && told);
    let change_words = change_text(change, language);
    let mut values = vec![("label", label.as_str()), ("now", focus.text.as_str())];
    let sentence = match (&reference, change) {
        (Some(then), Some(_)) => {
            values.push(("then", then.text.as_str()));
            values.push(("change", change_words.as_str()));
            COMPARED.fill(language, &values)
        }
        _ => ALONE.fill(language, &values),
    };
    Evidence {
        fact: row.id.to_string(),
        label: label.clone(),
        sentence,
        focus,
        reference,
        change,
        replica: (scope.id != facts.fleet.id).then(|| scope.id.clone()),
        promql: promql(row.recipe, facts, scope),
    }
}

/// Parts of a headline that are left out with their number, by the word behind the fact: `{kv_max.up_to}`.
pub const PHRASES: &[(&str, Text)] = &[
    ("up_to", Text::new(" (usage up to {value})", "（使用率最高 {value}）")),
    ("is", Text::new(" ({value})", "（{value}）")),
    ("cache_at", Text::new(", KV cache at {value}", "，KV 缓存 {value}")),
    ("unscraped", Text::new(", {value} without scrapes", "，{value} 没有抓取数据")),
];

/// Fills a headline: `{fact}`, `{fact.was}`, `{fact.change}`, `{where}`, and a fact in one of [`PHRASES`], which is
/// left out where the fact is unknown or zero.
pub fn headline(text: Text, scope: &Scope, place: &str, language: Language) -> String {
    let names = Text::placeholders(text.template(language));
    let values: Vec<(&str, String)> =
        names.into_iter().map(|name| (name, headline_value(name, scope, place, language))).collect();
    let borrowed: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    text.fill(language, &borrowed)
}

fn headline_value(name: &str, scope: &Scope, place: &str, language: Language) -> String {
    if name == "where" {
        return place.to_string();
    }
    let (id, part) = name.split_once('.').unwrap_or((name, ""));
    let Some(fact) = Fact::find(id) else { return format!("{{{name}}}") };
    match part {
        "was" => match scope.then(fact) {
            Some(value) => WAS.fill(language, &[("value", &quantity(fact, Some(value), language).text)]),
            None => String::new(),
        },
        "change" => change_text(scope.change(fact), language),
        _ if !part.is_empty() => {
            let phrase = PHRASES.iter().find(|(name, _)| *name == part);
            let value = scope.now(fact).filter(|value| *value > 0.0);
            phrase.zip(value).map_or(String::new(), |((_, phrase), value)| {
                phrase.fill(language, &[("value", &quantity(fact, Some(value), language).text)])
            })
        }
        _ => quantity(fact, scope.now(fact), language).text,
    }
}

/// The replicas of a finding in words.
pub fn place(facts: &Facts, replicas: &[usize], language: Language) -> String {
    let labels: Vec<&str> =
        replicas.iter().filter_map(|at| facts.replicas.get(*at)).map(|scope| scope.label.as_str()).collect();
    match labels.as_slice() {
        [] if facts.replicas.is_empty() && facts.fleet.label != "all" => facts.fleet.label.clone(),
        [] => EVERYWHERE.template(language).to_string(),
        [one] => (*one).to_string(),
        [first, rest @ ..] => SEVERAL.fill(language, &[("first", first), ("count", &rest.len().to_string())]),
    }
}

/// All sentences of this module, for the test of languages.
pub const TEXTS: &[Text] = &[WAS, COMPARED, ALONE, EDGES, EVERYWHERE, SEVERAL];
