//! Errors: nothing could be done, and one sentence says why.

use crate::text::{Language, Text};
use std::fmt;

/// The result of everything that can fail.
pub type Result<T> = std::result::Result<T, Error>;

/// What went wrong; `id()` is stable and crosses the border as `Error.code`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorCode {
    /// No bytes at all, or only blanks.
    Empty,
    /// An HTML page, most often a login or error page of a proxy.
    Html,
    /// Bytes of no known format, or a binary.
    UnknownFormat,
    /// JSON, but of no known shape, or broken before any sample was read.
    BadJson,
    /// A compressed stream that is cut short or damaged before any sample was read.
    BadCompression,
    /// The Prometheus API answered `status: error`.
    ApiError,
    /// Read without complaint, but there is not one sample in it.
    NoSamples,
    /// Samples, but none of an engine that Tailwalk knows.
    NoEngine,
    /// Times in a smaller unit than the format has.
    BadTimes,
    /// The options contradict each other or the data.
    BadOptions,
    /// Larger than this build can hold.
    TooLarge,
}

impl ErrorCode {
    /// All codes, for tables and tests.
    pub const ALL: &'static [ErrorCode] = &[
        ErrorCode::Empty,
        ErrorCode::Html,
        ErrorCode::UnknownFormat,
        ErrorCode::BadJson,
        ErrorCode::BadCompression,
        ErrorCode::ApiError,
        ErrorCode::NoSamples,
        ErrorCode::NoEngine,
        ErrorCode::BadTimes,
        ErrorCode::BadOptions,
        ErrorCode::TooLarge,
    ];

    /// Stable id, snake case.
    pub fn id(self) -> &'static str {
        match self {
            ErrorCode::Empty => "empty",
            ErrorCode::Html => "html",
            ErrorCode::UnknownFormat => "unknown_format",
            ErrorCode::BadJson => "bad_json",
            ErrorCode::BadCompression => "bad_compression",
            ErrorCode::ApiError => "api_error",
            ErrorCode::NoSamples => "no_samples",
            ErrorCode::NoEngine => "no_engine",
            ErrorCode::BadTimes => "bad_times",
            ErrorCode::BadOptions => "bad_options",
            ErrorCode::TooLarge => "too_large",
        }
    }

    /// The sentence; may use `{file}` and `{detail}`.
    pub fn text(self) -> Text {
        match self {
            ErrorCode::Empty => Text::new(
                "{file} is empty: the server answered without metrics, or the export wrote nothing. {detail}",
                "{file} 是空的：服务器没有返回指标，或导出没有写入内容。{detail}",
            ),
            ErrorCode::Html => Text::new(
                "{file} is a web page, not metrics: most often a login or error page of a proxy. Fetch /metrics or the Prometheus API with the right address and credentials. {detail}",
                "{file} 是网页而不是指标：通常是代理的登录页或错误页。请用正确的地址和凭据抓取 /metrics 或 Prometheus API。{detail}",
            ),
            ErrorCode::UnknownFormat => Text::new(
                "{file} is in no format that Tailwalk reads: it takes Prometheus API JSON, exposition text and OpenMetrics, plain or gzipped. {detail}",
                "无法识别 {file} 的格式：Tailwalk 读取 Prometheus API JSON、文本格式和 OpenMetrics，可经 gzip 压缩。{detail}",
            ),
            ErrorCode::BadJson => Text::new(
                "{file} is JSON, but not an answer of the Prometheus query API. {detail}",
                "{file} 是 JSON，但不是 Prometheus 查询 API 的应答。{detail}",
            ),
            ErrorCode::BadCompression => Text::new(
                "{file} is a damaged or truncated gzip file. {detail}",
                "{file} 是损坏或被截断的 gzip 文件。{detail}",
            ),
            ErrorCode::ApiError => Text::new(
                "{file} is an error answer of Prometheus: {detail}",
                "{file} 是 Prometheus 的错误应答：{detail}",
            ),
            ErrorCode::NoSamples => {
                Text::new("{file} holds not one sample. {detail}", "{file} 中没有任何样本。{detail}")
            }
            ErrorCode::NoEngine => Text::new(
                "{file} holds no metrics of an inference engine that Tailwalk knows. {detail}",
                "{file} 中没有 Tailwalk 认识的推理引擎的指标。{detail}",
            ),
            ErrorCode::BadTimes => Text::new(
                "The times of {file} lie after the year 5000. {detail}",
                "{file} 的时间晚于公元 5000 年。{detail}",
            ),
            ErrorCode::BadOptions => {
                Text::new("These options cannot be used: {detail}", "选项无法使用：{detail}")
            }
            ErrorCode::TooLarge => Text::new(
                "{file} is too large to be held in memory here. {detail}",
                "{file} 太大，无法在此处载入内存。{detail}",
            ),
        }
    }
}

/// Nothing could be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// What kind.
    pub code: ErrorCode,
    /// The file it is about, as the user named it; may be empty.
    pub file: String,
    /// One more clause with the particulars, may be empty. In no language: names, numbers, excerpts.
    pub detail: String,
    /// A sentence about this very case: what the input looks like, what to do instead. When it has a
    /// `{detail}` of its own, the detail stands there and not in the sentence of the code.
    pub hint: Option<Text>,
}

impl Error {
    /// An error about `file` with a detail.
    pub fn new(code: ErrorCode, file: impl Into<String>, detail: impl Into<String>) -> Error {
        Error { code, file: file.into(), detail: detail.into(), hint: None }
    }

    /// The same error with a sentence about this very case.
    pub fn hint(mut self, hint: Text) -> Error {
        self.hint = Some(hint);
        self
    }

    /// The finished sentence.
    pub fn sentence(&self, language: Language) -> String {
        let file = if self.file.is_empty() {
            match language {
                Language::En => "The input",
                Language::Zh => "输入",
            }
        } else {
            self.file.as_str()
        };
        let hint = self.hint.map(|hint| hint.fill(language, &[("file", file), ("detail", &self.detail)]));
        let in_hint = self.hint.is_some_and(|hint| Text::placeholders(hint.en).contains(&"detail"));
        let detail = if in_hint { "" } else { self.detail.as_str() };
        let text = self.code.text().fill(language, &[("file", file), ("detail", detail)]);
        match hint {
            Some(hint) => {
                format!("{}{}{hint}", text.trim_end(), if language == Language::En { " " } else { "" })
            }
            None => text.trim_end().to_string(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence(Language::En))
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_follows_and_may_hold_the_detail() {
        let error = Error::new(ErrorCode::NoSamples, "a.json", "7");
        assert_eq!(error.sentence(Language::En), "a.json holds not one sample. 7");
        let error = error.hint(Text::new("It ends after {detail} bytes.", "在 {detail} 字节后结束。"));
        assert_eq!(error.sentence(Language::En), "a.json holds not one sample. It ends after 7 bytes.");
        assert_eq!(error.sentence(Language::Zh), "a.json 中没有任何样本。在 7 字节后结束。");
    }

    #[test]
    fn every_code_has_a_sentence_in_both_languages_and_an_id_of_its_own() {
        let mut ids: Vec<&str> = ErrorCode::ALL.iter().map(|code| code.id()).collect();
        crate::sort::sort(&mut ids);
        ids.dedup();
        assert_eq!(ids.len(), ErrorCode::ALL.len());
        for code in ErrorCode::ALL {
            code.text().check().unwrap();
        }
    }
}
