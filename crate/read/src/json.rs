//! Small JSON texts as a tree: options, words of columns, remarks of an API.
//!
//! serde_json reads them too, but it makes its parser anew for each target type, and its errors bring a
//! table for printing floats: 15 KB of the gzipped wasm, for texts of a few hundred bytes.

use serde::de::value::{Error, MapDeserializer, SeqDeserializer};
use serde::de::{Deserialize, Deserializer, IntoDeserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use std::str::Chars;

/// A tree may be this deep, so that no input overflows the stack; serde_json has the same limit.
const DEEPEST: u32 = 128;

/// Below 2^53 every whole number is exact.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` and `false`.
    Bool(bool),
    /// A number; finite.
    Number(f64),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object, in the order of the text. Names may repeat.
    Fields(Vec<(String, Json)>),
}

impl Json {
    /// Reads a whole text. The error is the byte where it is no JSON.
    pub fn parse(text: &str) -> Result<Json, usize> {
        let mut parser = Parser { text, at: 0 };
        let value = parser.value(DEEPEST).filter(|_| parser.peek().is_none());
        value.ok_or(parser.at)
    }

    /// The field called `name` of an object; the last one, when there are several.
    pub fn get(&self, name: &str) -> Option<&Json> {
        let Json::Fields(fields) = self else { return None };
        fields.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// The text of a string.
    pub fn text(&self) -> Option<&str> {
        if let Json::Text(text) = self { Some(text) } else { None }
    }

    /// A number that can be an index: whole, not negative, and exact.
    pub fn index(&self) -> Option<usize> {
        match self {
            Json::Number(number) if number.fract() == 0.0 && (0.0..EXACT).contains(number) => {
                Some(*number as usize)
            }
            _ => None,
        }
    }

    /// Reads a plain struct; the error says what does not fit.
    pub fn read<'de, T: Deserialize<'de>>(&'de self) -> Result<T, String> {
        T::deserialize(self).map_err(|error| error.to_string())
    }

    fn unfit<'de, V: Visitor<'de>>(&self, wanted: &V) -> Error {
        let found = match self {
            Json::Null => Unexpected::Other("null"),
            Json::Bool(value) => Unexpected::Bool(*value),
            Json::Number(number) => Unexpected::Float(*number),
            Json::Text(text) => Unexpected::Str(text),
            Json::List(_) => Unexpected::Seq,
            Json::Fields(_) => Unexpected::Map,
        };
        serde::de::Error::invalid_type(found, wanted)
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    /// The next byte that is not blank.
    fn peek(&mut self) -> Option<u8> {
        let rest = self.text.get(self.at..)?;
        self.at = self.text.len() - rest.trim_start_matches([' ', '\n', '\r', '\t']).len();
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        let found = self.peek()? == byte;
        self.at += usize::from(found);
        found.then_some(())
    }

    fn word(&mut self, word: &str, value: Json) -> Option<Json> {
        let found = self.text.get(self.at..)?.starts_with(word);
        self.at += if found { word.len() } else { 0 };
        found.then_some(value)
    }

    fn value(&mut self, deepest: u32) -> Option<Json> {
        let deeper = deepest.checked_sub(1)?;
        match self.peek()? {
            b'n' => self.word("null", Json::Null),
            b't' => self.word("true", Json::Bool(true)),
            b'f' => self.word("false", Json::Bool(false)),
            b'"' => self.string().map(Json::Text),
            b'[' => self.items(b']', |parser| parser.value(deeper)).map(Json::List),
            b'{' => {
                let field = |parser: &mut Parser<'a>| {
                    parser.peek().filter(|byte| *byte == b'"')?;
                    let name = parser.string()?;
                    parser.take(b':')?;
                    Some((name, parser.value(deeper)?))
                };
                self.items(b'}', field).map(Json::Fields)
            }
            b'-' | b'0'..=b'9' => self.number(),
            _ => None,
        }
    }

    fn items<T>(&mut self, end: u8, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        self.at += 1;
        let mut items = Vec::new();
        while self.take(end).is_none() {
            if !items.is_empty() {
                self.take(b',')?;
            }
            items.push(item(self)?);
        }
        Some(items)
    }

    fn number(&mut self) -> Option<Json> {
        let rest = self.text.get(self.at..)?;
        let other = |letter: char| !matches!(letter, '0'..='9' | '+' | '-' | '.' | 'e' | 'E');
        let length = rest.find(other).unwrap_or(rest.len());
        let number = rest[..length].parse().ok().filter(|number: &f64| number.is_finite())?;
        self.at += length;
        Some(Json::Number(number))
    }

    fn string(&mut self) -> Option<String> {
        let inside = self.text.get(self.at + 1..)?;
        let mut end = 0;
        loop {
            match inside.as_bytes().get(end)? {
                b'"' => break,
                b'\\' => end += 2,
                _ => end += 1,
            }
        }
        let text = unescape(&inside[..end])?;
        self.at += end + 2;
        Some(text)
    }
}

/// The text of a JSON string, given what is between its quotes; `None` when JSON forbids it.
pub(crate) fn unescape(inside: &str) -> Option<String> {
    let mut text = String::with_capacity(inside.len());
    let mut letters = inside.chars();
    while let Some(letter) = letters.next() {
        text.push(match letter {
            '\\' => match letters.next()? {
                plain @ ('"' | '\\' | '/') => plain,
                'b' => '\u{8}',
                'f' => '\u{c}',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'u' => unescape_unicode(&mut letters)?,
                _ => return None,
            },
            '\0'..='\u{1f}' => return None,
            _ => letter,
        });
    }
    Some(text)
}

/// The letter after `\u`: four digits, or two times four for a surrogate pair.
fn unescape_unicode(letters: &mut Chars) -> Option<char> {
    let unit = |letters: &mut Chars| -> Option<u16> {
        (0..4).try_fold(0, |unit, _| Some(unit << 4 | letters.next()?.to_digit(16)? as u16))
    };
    let first = unit(letters)?;
    let second = match first {
        0xD800..=0xDBFF if letters.next() == Some('\\') && letters.next() == Some('u') => unit(letters),
        _ => None,
    };
    char::decode_utf16([first].into_iter().chain(second)).next()?.ok()
}

impl<'de> Deserializer<'de> for &'de Json {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Json::Null => visitor.visit_unit(),
            Json::Bool(value) => visitor.visit_bool(*value),
            Json::Number(number) => visitor.visit_f64(*number),
            Json::Text(text) => visitor.visit_borrowed_str(text),
            Json::List(items) => visitor.visit_seq(SeqDeserializer::new(items.iter())),
            Json::Fields(_) => self.deserialize_map(visitor),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Json::Fields(fields) = self else { return Err(self.unfit(&visitor)) };
        visitor.visit_map(MapDeserializer::new(fields.iter().map(|(name, value)| (name.as_str(), value))))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if *self == Json::Null { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self {
            Json::Text(text) => visitor.visit_enum(text.as_str().into_deserializer()),
            _ => Err(self.unfit(&visitor)),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de> for &'de Json {
    type Deserializer = &'de Json;

    fn into_deserializer(self) -> &'de Json {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What serde_json reads, this reads as the same; what it refuses, this refuses.
    #[test]
    fn agrees_with_serde_json() {
        let deep = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        let texts = [
            "null",
            " true ",
            "[false, 1,-2.5e3 , \"\", []]",
            r#"{"a": {"b": [1, {"c": null}]}, "d": "x"}"#,
            r#""\u00e9\ud83d\ude00\n\t\"\\\/\b\f\r é😀""#,
            "{}",
            "",
            "[",
            "[1,",
            "[1 2]",
            "[,1]",
            "{\"a\"}",
            "{\"a\":}",
            "{a:1}",
            "{\"a\":1} x",
            "nul",
            "\"\n\"",
            r#""\q""#,
            r#""\u12""#,
            r#""\u+123""#,
            r#""\ud83d""#,
            r#""\ud83d\u0041""#,
            r#""\ude00""#,
            "\"open",
            "1e999",
            "-",
            "NaN",
            &deep(100),
            &deep(200),
        ];
        for text in texts {
            let ours = Json::parse(text).ok().map(|json| plain(&json));
            let theirs: Option<serde_json::Value> = serde_json::from_str(text).ok();
            let theirs = theirs.map(|value| plain(&Json::deserialize_from(&value)));
            assert_eq!(ours, theirs, "{text}");
        }
    }

    fn plain(json: &Json) -> String {
        format!("{json:?}")
    }

    impl Json {
        fn deserialize_from(value: &serde_json::Value) -> Json {
            use serde_json::Value;
            match value {
                Value::Null => Json::Null,
                Value::Bool(value) => Json::Bool(*value),
                Value::Number(number) => Json::Number(number.as_f64().unwrap_or(f64::NAN)),
                Value::String(text) => Json::Text(text.clone()),
                Value::Array(items) => Json::List(items.iter().map(Json::deserialize_from).collect()),
                Value::Object(fields) => {
                    let field =
                        |(name, value): (&String, &Value)| (name.clone(), Json::deserialize_from(value));
                    Json::Fields(fields.iter().map(field).collect())
                }
            }
        }
    }

    #[test]
    fn the_place_of_the_flaw_is_told() {
        assert_eq!(Json::parse("[1, 2, x]"), Err(7));
        assert_eq!(Json::parse("[1] 2"), Err(4));
    }

    #[test]
    fn of_repeated_fields_the_last_counts() {
        let json = Json::parse(r#"{"a":1,"a":2}"#).unwrap();
        assert_eq!(json.get("a").and_then(Json::index), Some(2));
        assert_eq!(json.get("b"), None);
        for text in ["-1", "1.5", "1e300", "\"1\""] {
            assert_eq!(Json::parse(text).unwrap().index(), None, "{text}");
        }
    }
}
