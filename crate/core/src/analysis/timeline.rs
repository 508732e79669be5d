//! The timeline of the report: what bound the requests, and which layer changed when.

use crate::format::{change_text, quantity_text, window_text};
use crate::measure::baseline::Baseline;
use crate::measure::binding::{Limit, limits};
use crate::measure::layers::LayerChange;
use crate::measure::windows::{Scene, Windows};
use crate::options::Hints;
use crate::report::{Change, Timeline, WindowOrigin};
use crate::series::Clock;
use crate::text::{Language, Text};
use crate::unit::Unit;

const LIMITS: [Text; 8] = [
    Text::new("unknown", "未知"),
    Text::new("nothing", "无限制"),
    Text::new("batch size", "批次上限"),
    Text::new("token budget", "token 预算"),
    Text::new("KV cache", "KV 缓存"),
    Text::new("LoRA or KV transfer", "LoRA 或 KV 传输"),
    Text::new("front end", "前端 CPU"),
    Text::new("step time", "步耗时"),
];
const SHARE: Text = Text::new("{limit} {share}", "{limit} {share}");
const ROSE: Text = Text::new("{label} {change} from {from} on", "{label} 自 {from} 起 {change}");
const ROSE_UNTIL: Text = Text::new("{label} {change}, {window}", "{label} {change}，{window}");

/// All sentences of this module, for the test of languages.
#[cfg(test)]
pub const TEXTS: &[&[Text]] = &[&LIMITS, &[SHARE, ROSE, ROSE_UNTIL]];

/// Limits over the whole data, and the changes that belong to the focus: begun before its end and at most
/// its length ahead of it, and not over when it begins. Without a clock there is no time to speak of.
pub fn timeline(
    scene: &Scene,
    windows: &Windows,
    baseline: &Baseline,
    hints: &Hints,
    language: Language,
) -> Timeline {
    if scene.meter.model.clock != Clock::Wall {
        return Timeline { edges: Vec::new(), limits: Vec::new(), text: String::new(), changes: Vec::new() };
    }
    let usual = if baseline.is_own { baseline.marks() } else { Vec::new() };
    let all = limits(scene, hints, &usual);
    let focus = windows.focus;
    let inside: Vec<Limit> = all
        .edges
        .windows(2)
        .zip(&all.limits)
        .filter(|(pair, _)| pair[1] > focus.from && pair[0] < focus.to)
        .map(|(_, limit)| *limit)
        .collect();
    let stands_out = matches!(windows.origin, WindowOrigin::Found | WindowOrigin::Given);
    let near = |change: &&LayerChange| {
        let early = focus.from - (focus.to - focus.from);
        let within = change.from >= early && change.from < focus.to;
        stands_out && within && change.to.is_none_or(|to| to > focus.from)
    };
    Timeline {
        edges: all.edges,
        limits: all.limits.iter().map(|limit| limit.id().to_string()).collect(),
        text: shares(&inside, language),
        changes: scene.timeline.changes.iter().filter(near).map(|row| change(row, language)).collect(),
    }
}

/// What bound the requests of the focus, the most frequent first.
fn shares(inside: &[Limit], language: Language) -> String {
    let count = |limit: Limit| inside.iter().filter(|other| **other == limit).count();
    let mut counts: Vec<(usize, Limit)> = Limit::ALL.into_iter().map(|limit| (count(limit), limit)).collect();
    counts.retain(|(count, _)| *count > 0);
    crate::sort::sort_by(&mut counts, |(a, _), (b, _)| b.cmp(a));
    let part = |(count, limit): &(usize, Limit)| {
        let share = quantity_text(Some(*count as f64 / inside.len() as f64), Unit::Ratio, language);
        let limit = LIMITS[*limit as usize].template(language);
        SHARE.fill(language, &[("limit", limit), ("share", &share)])
    };
    counts.iter().map(part).collect::<Vec<_>>().join(if language == Language::Zh { "，" } else { ", " })
}

fn change(row: &LayerChange, language: Language) -> Change {
    let label = row.fact.row().label.template(language);
    let from = quantity_text(Some(row.from), Unit::TimeMs, language);
    let change = change_text(Some(row.factor), language);
    let values = [("label", label), ("change", change.as_str()), ("from", from.as_str())];
    let sentence = match row.to {
        Some(to) => {
            let window = window_text(Some(row.from), Some(to), language);
            ROSE_UNTIL.fill(language, &[&values[..], &[("window", window.as_str())]].concat())
        }
        None => ROSE.fill(language, &values),
    };
    Change {
        stage: row.stage.to_string(),
        fact: row.fact.id().to_string(),
        from_ms: row.from,
        to_ms: row.to,
        factor: row.factor,
        sentence,
    }
}
