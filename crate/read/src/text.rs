//! Sentences in two languages.
//!
//! Every sentence a user can see is one [`Text`] row: an English and a Chinese (zh-CN) template with
//! the same `{placeholders}`. Tables of rows test themselves with [`Text::check`].

use serde::{Deserialize, Serialize};

/// The language of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    En,
    /// Simplified Chinese.
    #[serde(rename = "zh")]
    Zh,
}

impl Language {
    /// Reads `en`, `zh`, `zh-CN`, `zh-Hans`, `zh_CN.UTF-8` …; anything else is `None`.
    pub fn parse(tag: &str) -> Option<Language> {
        let primary = tag.split(['-', '_', '.']).next().unwrap_or("");
        match primary.to_ascii_lowercase().as_str() {
            "en" => Some(Language::En),
            "zh" => Some(Language::Zh),
            _ => None,
        }
    }

    /// The tag written into reports: `en` or `zh`.
    pub fn tag(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Zh => "zh",
        }
    }
}

/// One sentence in every language. Placeholders are `{name}`; a literal brace cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    /// English template.
    pub en: &'static str,
    /// Chinese (zh-CN) template.
    pub zh: &'static str,
}

impl Text {
    /// A row from its two templates.
    pub const fn new(en: &'static str, zh: &'static str) -> Text {
        Text { en, zh }
    }

    /// The template in `language`, unfilled.
    pub fn template(&self, language: Language) -> &'static str {
        match language {
            Language::En => self.en,
            Language::Zh => self.zh,
        }
    }

    /// The sentence in `language` with its placeholders replaced.
    ///
    /// - A placeholder without a value stays visible as `{name}`: [`Text::check`] and the golden
    ///   reports find it.
    /// - Values are not scanned again, so a label value that contains `{x}` is harmless.
    pub fn fill(&self, language: Language, values: &[(&str, &str)]) -> String {
        let mut out = String::with_capacity(self.en.len() + 32);
        let mut rest = self.template(language);
        while let Some(open) = rest.find('{') {
            out.push_str(&rest[..open]);
            let Some(close) = rest[open..].find('}') else {
                rest = &rest[open..];
                break;
            };
            let name = &rest[open + 1..open + close];
            match values.iter().find(|(key, _)| *key == name) {
                Some((_, value)) => out.push_str(value),
                None => out.push_str(&rest[open..=open + close]),
            }
            rest = &rest[open + close + 1..];
        }
        out.push_str(rest);
        out
    }

    /// The names of the placeholders of one template, sorted, each once.
    pub fn placeholders(template: &str) -> Vec<&str> {
        let mut names: Vec<&str> = template
            .split('{')
            .skip(1)
            .filter_map(|part| part.split_once('}').map(|(name, _)| name))
            .collect();
        crate::sort::sort(&mut names);
        names.dedup();
        names
    }

    /// What is wrong with this row, if anything: a language is empty, or the placeholders differ.
    pub fn check(&self) -> Result<(), String> {
        if self.en.trim().is_empty() || self.zh.trim().is_empty() {
            return Err(format!("a language is missing: {self:?}"));
        }
        if Text::placeholders(self.en) != Text::placeholders(self.zh) {
            return Err(format!("placeholders differ: {self:?}"));
        }
        Ok(())
    }
}

/// `text` in double quotes as PromQL and JSON read it: backslash, quote and line end escaped.
pub fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for letter in text.chars() {
        match letter {
            '\\' => out.push_str("\\\\"),
            '"' => out.push_str("\\\""),
            '\n' => out.push_str("\\n"),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: Text = Text::new("{count} lines skipped, first {line}", "跳过 {count} 行，首行 {line}");

    #[test]
    fn fills_each_language() {
        let values = [("line", "7"), ("count", "2")];
        assert_eq!(ROW.fill(Language::En, &values), "2 lines skipped, first 7");
        assert_eq!(ROW.fill(Language::Zh, &values), "跳过 2 行，首行 7");
    }

    #[test]
    fn a_value_is_never_scanned_again_and_a_missing_one_stays_visible() {
        assert_eq!(ROW.fill(Language::En, &[("count", "{line}")]), "{line} lines skipped, first {line}");
    }

    #[test]
    fn check_finds_a_missing_language_and_a_different_placeholder() {
        assert!(ROW.check().is_ok());
        assert!(Text::new("a", " ").check().is_err());
        assert!(Text::new("{a}", "{b}").check().is_err());
    }

    #[test]
    fn quoting_escapes_what_would_end_the_string() {
        assert_eq!(quote("a\"b\\c\nd"), r#""a\"b\\c\nd""#);
    }

    #[test]
    fn language_tags() {
        assert_eq!(Language::parse("zh_CN.UTF-8"), Some(Language::Zh));
        assert_eq!(Language::parse("en-US"), Some(Language::En));
        assert_eq!(Language::parse("fr"), None);
    }
}
