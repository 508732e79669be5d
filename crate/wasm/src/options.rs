//! Options out of a JavaScript object.

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::fmt;
use tailwalk_core::Options;
use tailwalk_core::json::Json;
use wasm_bindgen::JsValue;

/// An object may be this deep: one that holds itself would have no end.
const DEEPEST: u32 = 16;

/// Reads options from what `JSON.stringify` could write.
///
/// - What is `null`, `undefined` or no finite number counts as not given.
/// - An unknown name is refused: serde-wasm-bindgen would ask an object only for names that it knows, so
///   the object becomes a tree first.
/// - The error comes with the tag of the language that the options ask for, as far as that can be read.
pub fn read(value: JsValue) -> Result<Options, (String, String)> {
    let tree = Tree { deepest: DEEPEST }.deserialize(serde_wasm_bindgen::Deserializer::from(value));
    let tree = tree.map_err(|error| (error.to_string(), String::new()))?;
    let language = || tree.get("language").and_then(Json::text).unwrap_or_default().to_string();
    tree.read().map_err(|failure| (failure, language()))
}

/// Makes a tree of plain data.
#[derive(Clone, Copy)]
struct Tree {
    deepest: u32,
}

impl Tree {
    fn deeper<E: Error>(self) -> Result<Tree, E> {
        let deepest = self.deepest.checked_sub(1).ok_or_else(|| E::custom("too deep"))?;
        Ok(Tree { deepest })
    }
}

impl<'de> DeserializeSeed<'de> for Tree {
    type Value = Json;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Tree {
    type Value = Json;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("plain data")
    }

    fn visit_unit<E: Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value as f64))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Json, E> {
        Ok(if value.is_finite() { Json::Number(value) } else { Json::Null })
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_string()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self.deeper()?)? {
            list.push(item);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let mut fields = Vec::new();
        while let Some(name) = entries.next_key::<String>()? {
            match entries.next_value_seed(self.deeper()?)? {
                Json::Null => {}
                value => fields.push((name, value)),
            }
        }
        Ok(Json::Fields(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> Result<Json, serde::de::value::Error> {
        Tree { deepest: DEEPEST }.deserialize(&Json::parse(text).unwrap())
    }

    #[test]
    fn a_tree_is_what_json_would_be_without_its_nulls() {
        let given = tree(r#"{"language":"zh","fromMs":null,"referenceMs":[1,2.5],"hints":{"x":true}}"#);
        let kept = Json::parse(r#"{"language":"zh","referenceMs":[1,2.5],"hints":{"x":true}}"#);
        assert_eq!(given.unwrap(), kept.unwrap());
        assert_eq!(Tree { deepest: 1 }.visit_f64::<serde::de::value::Error>(f64::NAN), Ok(Json::Null));
    }

    #[test]
    fn what_has_no_end_is_refused() {
        let deep = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(tree(&deep(16)).is_ok());
        assert_eq!(tree(&deep(99)).unwrap_err().to_string(), "too deep");
    }
}
