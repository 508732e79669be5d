//! The end of a JSON file: what was read, or why nothing was.

use super::Json;
use crate::error::{Error, ErrorCode, Result};
use crate::read::formats;
use crate::read::notes;
use crate::read::store::{Context, Draft, Store, Timing, excerpt, shorten};
use crate::text::Text;

impl Json {
    /// The file is over.
    pub(in crate::read) fn end(mut self, store: &mut Store, context: &mut Context) -> Result<Draft> {
        let inside = !self.stack.is_empty() || self.passing.is_some() || !self.carry.is_empty();
        let cut = inside && !self.broken;
        if inside {
            if !self.values.is_empty() {
                self.end_item(store, context)?;
            }
            self.end_document();
        }
        if self.series.is_empty() {
            return Err(self.nothing(context, cut));
        }
        if cut {
            context.note(&notes::TRUNCATED, self.offset.to_string());
        } else if self.broken {
            context.note(&notes::BROKEN, self.offset.to_string());
        }
        context.note_seen(&notes::BAD_SAMPLES, &self.bad_samples);
        context.note_at(&notes::EMPTY_SERIES, 0, "", self.empty);
        context.note_at(&notes::NATIVE_HISTOGRAMS, 0, "", self.histograms);
        context.note_at(&notes::LOST_LABELS, 0, "", self.lost_labels);
        context.note_at(&notes::API_ERROR, 0, excerpt(self.first_api_error.as_bytes()), self.api_errors);
        context.note_repairs();
        let format = match self.result_type.as_str() {
            "vector" => formats::VECTOR,
            "" if self.bare => formats::PROMTOOL,
            _ => formats::MATRIX,
        };
        Ok(Draft { series: self.series, samples: context.samples, timing: Timing::Wall, format })
    }

    /// Why there is not one sample.
    fn nothing(&self, context: &Context, cut: bool) -> Error {
        if self.api_errors > 0 {
            return context.error(ErrorCode::ApiError, shorten(&self.first_api_error, 400));
        }
        let foreign = !self.saw_result && (!self.bare || !self.keys.is_empty());
        if foreign && let Some(hint) = formats::neighbour_by_keys(&self.keys) {
            return context.error(ErrorCode::BadJson, "").hint(hint);
        }
        if cut || self.broken {
            let hint = if cut { CUT } else { BROKEN };
            let read = self.offset + if cut { self.carry.len() as u64 } else { 0 };
            return context.error(ErrorCode::BadJson, read.to_string()).hint(hint);
        }
        if foreign && self.keys.is_empty() {
            return context.error(ErrorCode::BadJson, "").hint(NO_KEYS);
        }
        if foreign {
            return context.error(ErrorCode::BadJson, shorten(&self.keys.join(", "), 80)).hint(FOREIGN);
        }
        let error = |detail: &str| context.error(ErrorCode::NoSamples, detail);
        if self.bad_samples.count > 0 {
            return error(&self.bad_samples.excerpt).hint(BAD_SAMPLES);
        }
        if self.histograms > 0 {
            error("").hint(NATIVE)
        } else if matches!(self.result_type.as_str(), "scalar" | "string") {
            error(&self.result_type).hint(SCALAR)
        } else {
            error("").hint(NO_RESULT)
        }
    }
}

const CUT: Text = Text::new("It is cut short after {detail} bytes.", "它在 {detail} 字节后被截断。");
const BROKEN: Text = Text::new("It breaks at byte {detail}.", "它在第 {detail} 字节处损坏。");
const FOREIGN: Text = Text::new("Its keys are: {detail}.", "它的键为：{detail}。");
const BAD_SAMPLES: Text = Text::new(
    "Not one is valid; the first is {detail}. Its time must be in seconds, not in ms, µs or ns.",
    "没有一个有效；首个是 {detail}。其时间应以秒为单位，而不是 ms、µs 或 ns。",
);
const NO_KEYS: Text = Text::new("It has no keys.", "它没有任何键。");
const NATIVE: Text = Text::new(
    "All its series are native histograms, which are not read; ask for the classic _bucket series.",
    "其中全是原生直方图，未读取；请查询传统的 _bucket 序列。",
);
const SCALAR: Text = Text::new(
    "The result is of type {detail}: a single value without labels. Ask for the series themselves.",
    "结果类型为 {detail}：一个没有标签的值。请查询序列本身。",
);
const NO_RESULT: Text = Text::new(
    "The query matched no series: check the metric name, the labels and the time range.",
    "查询没有匹配任何序列：请检查指标名、标签和时间范围。",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_have_both_languages() {
        for hint in [CUT, BROKEN, FOREIGN, BAD_SAMPLES, NO_KEYS, NATIVE, SCALAR, NO_RESULT] {
            hint.check().unwrap();
        }
    }
}
