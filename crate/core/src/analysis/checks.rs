//! What is refused before anything is computed.

use crate::error::{Error, ErrorCode, Result};
use crate::format::window_text;
use crate::measure::model::Model;
use crate::options::Options;
use crate::read::has_seconds;
use crate::series::{Clock, SeriesSet};
use crate::text::Text;

const EDGE_IS_NO_TIME: Text = Text::new("a window edge is not a time", "窗口边界不是时间");

const WINDOWS_NEED_TIMES: Text = Text::new(
    "windows need samples with times; these files carry one moment or none",
    "窗口需要带时间的样本；这些文件只有一个时刻或没有时间",
);

const ENDS_BEFORE: Text =
    Text::new("the window ends before it begins: {detail}", "窗口的结束早于开始：{detail}");

const OUTSIDE: Text = Text::new(
    "the window lies outside the data (window | data): {detail}",
    "窗口在数据之外（窗口 | 数据）：{detail}",
);

const INSIDE: Text = Text::new(
    "the reference lies inside the window under examination (reference | window): {detail}",
    "参考窗口位于分析窗口之内（参考 | 分析）：{detail}",
);

const SECONDS_BELONG: Text = Text::new(
    "They look like {detail}, but this format has seconds: divide them.",
    "它们看起来是 {detail}，而此格式使用秒：请换算。",
);

const MILLISECONDS_BELONG: Text = Text::new(
    "They look like {detail}, but milliseconds or seconds belong there: divide them.",
    "它们看起来是 {detail}，而此处应为毫秒或秒：请换算。",
);

/// Refuses times that are a thousand times too large (the reader refuses larger ones): every rate and duration would be wrong, and
/// with them the verdict. As they stand they lie after the year 5000.
pub fn check_times(set: &SeriesSet, model: &Model) -> Result<()> {
    const TOO_LATE_MS: f64 = 1e14;
    if model.clock != Clock::Wall || model.span.1 < TOO_LATE_MS {
        return Ok(());
    }
    let file = set.files.iter().find(|_| set.files.len() == 1).map_or("", |file| file.name.as_str());
    let seconds = set.files.first().is_some_and(|file| has_seconds(file.format));
    let unit = if seconds { "ms" } else { "µs" };
    let belongs = if seconds { SECONDS_BELONG } else { MILLISECONDS_BELONG };
    Err(Error::new(ErrorCode::BadTimes, file, unit).hint(belongs))
}

pub fn check_windows(model: &Model, good: Option<&Model>, options: &Options) -> Result<()> {
    let bad = |hint: Text, detail: String| Err(Error::new(ErrorCode::BadOptions, "", detail).hint(hint));
    let words = |from, to| window_text(Some(from), Some(to), options.language);
    let given = [options.from_ms, options.to_ms]
        .into_iter()
        .flatten()
        .chain(options.reference_ms.into_iter().flat_map(|(from, to)| [from, to]));
    if given.clone().any(|time| !time.is_finite()) {
        return bad(EDGE_IS_NO_TIME, String::new());
    }
    let timeless = |model: &Model| model.clock == Clock::Ordinal || model.single;
    let compared = good.unwrap_or(model);
    let is_given = options.from_ms.is_some() || options.to_ms.is_some();
    if is_given && timeless(model) || options.reference_ms.is_some() && timeless(compared) {
        return bad(WINDOWS_NEED_TIMES, String::new());
    }
    let focus = (options.from_ms.unwrap_or(model.span.0), options.to_ms.unwrap_or(model.span.1));
    let own = is_given.then_some((focus, model.span));
    let reference = options.reference_ms.map(|window| (window, compared.span));
    for ((from, to), (first, last)) in own.into_iter().chain(reference) {
        if from >= to {
            return bad(ENDS_BEFORE, words(from, to));
        }
        if to <= first || from >= last {
            return bad(OUTSIDE, format!("{} | {}", words(from, to), words(first, last)));
        }
    }
    // With no time of its own, a reference has nothing to say.
    let inside = |(from, to): &(f64, f64)| is_given && good.is_none() && *from >= focus.0 && *to <= focus.1;
    match options.reference_ms.filter(inside) {
        Some((from, to)) => bad(INSIDE, format!("{} | {}", words(from, to), words(focus.0, focus.1))),
        None => Ok(()),
    }
}

/// What was read instead of an engine.
pub fn no_engine(set: &SeriesSet, model: &Model) -> Error {
    let file = set.files.first().map_or("", |file| file.name.as_str());
    let mut seen: Vec<&str> = model.families.to_vec();
    seen.extend(model.unknown.iter().map(String::as_str));
    seen.retain(|family| !family.is_empty());
    let named: Vec<&str> = seen.iter().take(5).copied().collect();
    let more = seen.len().saturating_sub(named.len());
    let detail = match (named.is_empty(), more) {
        (true, _) => String::new(),
        (false, 0) => format!("It holds {}.", named.join(", ")),
        (false, more) => format!("It holds {} and {more} more families.", named.join(", ")),
    };
    Error::new(ErrorCode::NoEngine, file, detail)
}

/// All sentences of this module, for the test of languages.
#[cfg(test)]
pub const TEXTS: &[Text] =
    &[EDGE_IS_NO_TIME, WINDOWS_NEED_TIMES, ENDS_BEFORE, OUTSIDE, INSIDE, SECONDS_BELONG, MILLISECONDS_BELONG];
