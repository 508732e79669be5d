//! The only door between `tailwalk-core` and JavaScript: convert, call, convert. No decisions.
//!
//! - Samples cross as bytes or flat `Float64Array`s, never through serde: measured, serde costs
//!   190 to 480 times as much.
//! - Options cross as an object, through serde-wasm-bindgen; directories as the JSON of their
//!   words, once each, and numbers.
//! - Reports cross as the text of their JSON export: `JSON.parse` makes objects faster than calls from here
//!   do, and the code that writes a report is there once.
//! - Failures are thrown as `Error` with a `code` of [`ErrorCode::id`] and a finished sentence.
//! - A panic is logged, remembered for [`last_panic`], and traps; the host then starts a new instance
//!   (`plugin/src/contract/engine.ts`).

mod options;
mod panic;

use js_sys::{Error as JsError, Reflect};
use tailwalk_core::render::Style;
use tailwalk_core::text::Language;
use tailwalk_core::{Builder, Error, ErrorCode};
use wasm_bindgen::prelude::*;

/// Runs once per instance, before anything else.
#[wasm_bindgen(start)]
pub fn start() {
    panic::install();
}

/// What the last panic said and where, for the error screen; `undefined` when there was none.
///
/// - May be called on an instance that has trapped: it reads one string and allocates a copy.
/// - A trap without a panic is the allocator's: out of memory.
#[wasm_bindgen(js_name = lastPanic)]
pub fn last_panic() -> Option<String> {
    panic::last()
}

/// The tables behind the product (signals, thresholds, causes, formats, exports) as JSON.
#[wasm_bindgen]
pub fn describe(language: &str) -> String {
    tailwalk_core::describe(language_of(language))
}

/// Takes files in chunks, and columns, and makes a [`Dataset`].
#[wasm_bindgen]
pub struct DatasetBuilder {
    builder: Builder,
    language: Language,
}

#[wasm_bindgen]
impl DatasetBuilder {
    /// An empty builder; failures speak `language` (`en`, `zh` …).
    #[wasm_bindgen(constructor)]
    pub fn new(language: &str) -> DatasetBuilder {
        DatasetBuilder { builder: Builder::new(), language: language_of(language) }
    }

    /// Begins a file under the name that the user knows it by.
    #[wasm_bindgen(js_name = startFile)]
    pub fn start_file(&mut self, name: &str) {
        self.builder.start_file(name);
    }

    /// The next bytes of the file.
    pub fn push(&mut self, chunk: &[u8]) -> Result<(), JsValue> {
        self.builder.push(chunk).map_err(|error| thrown(&error, self.language))
    }

    /// Ends the file.
    #[wasm_bindgen(js_name = endFile)]
    pub fn end_file(&mut self) -> Result<(), JsValue> {
        self.builder.end_file().map_err(|error| thrown(&error, self.language))
    }

    /// Series laid end to end: see [`tailwalk_core::read::Reader::columns`]. Times are in ms, a gap is NaN.
    pub fn columns(
        &mut self,
        words: &str,
        layout: &[u32],
        times: &[f64],
        values: &[f64],
    ) -> Result<(), JsValue> {
        self.builder.columns(words, layout, times, values).map_err(|error| thrown(&error, self.language))
    }

    /// What was read; the builder is used up.
    pub fn finish(self) -> Result<Dataset, JsValue> {
        let language = self.language;
        let dataset = self.builder.finish().map_err(|error| thrown(&error, language))?;
        Ok(Dataset { dataset })
    }
}

/// What was read, kept on this side until `free()`; asked as often as wanted.
#[wasm_bindgen]
pub struct Dataset {
    dataset: tailwalk_core::Dataset,
}

#[wasm_bindgen]
impl Dataset {
    /// One whole file.
    #[wasm_bindgen(js_name = fromBytes)]
    pub fn from_bytes(name: &str, bytes: &[u8], language: &str) -> Result<Dataset, JsValue> {
        let mut builder = DatasetBuilder::new(language);
        builder.start_file(name);
        builder.push(bytes)?;
        builder.end_file()?;
        builder.finish()
    }

    /// The frames of a query; see [`DatasetBuilder::columns`].
    #[wasm_bindgen(js_name = fromColumns)]
    pub fn from_columns(
        words: &str,
        layout: &[u32],
        times: &[f64],
        values: &[f64],
        language: &str,
    ) -> Result<Dataset, JsValue> {
        let mut builder = DatasetBuilder::new(language);
        builder.columns(words, layout, times, values)?;
        builder.finish()
    }

    /// From now on this is compared with `good`, which is used up.
    #[wasm_bindgen(js_name = compareWith)]
    pub fn compare_with(&mut self, good: Dataset) {
        self.dataset.compare_with(good.dataset);
    }

    /// The report under `options` (an object like `Options`) as `json`, `text` or `markdown`, `width`
    /// columns wide, with or without terminal colours.
    pub fn export(&self, kind: &str, options: JsValue, width: u32, color: bool) -> Result<String, JsValue> {
        let options = options::read(options).map_err(|(failure, tag)| {
            thrown(&Error::new(ErrorCode::BadOptions, "", failure), language_of(&tag))
        })?;
        self.dataset
            .export(kind, &options, Style { width, color })
            .map_err(|error| thrown(&error, options.language))
    }
}

/// The language of a tag; English when it is unknown.
fn language_of(tag: &str) -> Language {
    Language::parse(tag).unwrap_or_default()
}

/// The JavaScript `Error` of a core error.
fn thrown(error: &Error, language: Language) -> JsValue {
    let thrown = JsError::new(&error.sentence(language));
    // Setting a property of an object made one line above cannot fail.
    let _ = Reflect::set(&thrown, &"code".into(), &error.code.id().into());
    thrown.into()
}
