//! A dataset: read once, asked often.
//!
//! STUB of the tool branch: same signatures, a canned answer. The founder's version replaces it.

use crate::error::{Error, ErrorCode, Result};
use crate::note::Notes;
use crate::options::Options;
use crate::render::Style;
use crate::report::*;
use crate::series::{FileInfo, SeriesSet};
use crate::text::Language;

/// Takes bytes, file by file and chunk by chunk, and makes a [`Dataset`].
#[derive(Default)]
pub struct Builder {
    files: Vec<FileInfo>,
    html: bool,
}

impl Builder {
    /// Empty.
    pub fn new() -> Builder {
        Builder::default()
    }
    /// Begins a file.
    pub fn start_file(&mut self, name: &str) {
        self.files.push(FileInfo { name: name.into(), format: "stub", ..FileInfo::default() });
    }
    /// More bytes of it.
    pub fn push(&mut self, chunk: &[u8]) -> Result<()> {
        let file = self.files.last_mut().ok_or_else(|| Error::new(ErrorCode::Empty, "", ""))?;
        self.html = file.bytes == 0 && chunk.starts_with(b"<");
        file.bytes += chunk.len() as u64;
        file.samples += chunk.iter().filter(|byte| **byte == b'\n').count() as u64;
        Ok(())
    }
    /// Ends it.
    pub fn end_file(&mut self) -> Result<()> {
        let file = self.files.last().ok_or_else(|| Error::new(ErrorCode::Empty, "", ""))?;
        match (file.bytes, self.html) {
            (0, _) => Err(Error::new(ErrorCode::Empty, file.name.clone(), "")),
            (_, true) => Err(Error::new(ErrorCode::Html, file.name.clone(), "")),
            _ => Ok(()),
        }
    }
    /// Columns of data frames.
    pub fn columns(&mut self, directory: &str, times: &[f64], values: &[f64]) -> Result<()> {
        if times.len() != values.len() || !directory.starts_with('[') {
            return Err(Error::new(ErrorCode::BadJson, "", "columns"));
        }
        self.files.push(FileInfo {
            name: "columns".into(),
            format: "columns",
            bytes: 0,
            series: 1,
            samples: values.len() as u64,
        });
        Ok(())
    }
    /// Done.
    pub fn finish(self) -> Result<Dataset> {
        if self.files.is_empty() {
            return Err(Error::new(ErrorCode::NoSamples, "", ""));
        }
        Ok(Dataset { set: SeriesSet { files: self.files, ..SeriesSet::default() }, notes: Notes::default() })
    }
}

/// What was read, prepared for questions.
pub struct Dataset {
    /// The samples.
    pub set: SeriesSet,
    /// Doubts that arose while reading.
    pub notes: Notes,
}

fn words(language: Language, en: &str, zh: &str) -> String {
    match language {
        Language::En => en.into(),
        Language::Zh => zh.into(),
    }
}

impl Dataset {
    /// The whole answer under `options`.
    pub fn analyze(&self, options: &Options) -> Result<Report> {
        let l = options.language;
        Ok(Report {
            schema: SCHEMA,
            generator: concat!("tailwalk ", env!("CARGO_PKG_VERSION")).into(),
            language: l,
            window: Windows {
                focus: Window {
                    from_ms: options.from_ms,
                    to_ms: options.to_ms,
                    seconds: None,
                    origin: WindowOrigin::Whole,
                    text: String::new(),
                },
                reference: None,
            },
            engine: Engine {
                name: "vLLM".into(),
                generation: "V1".into(),
                since: None,
                sentence: String::new(),
                models: vec![],
            },
            replicas: vec![],
            verdict: Verdict {
                layer: "kv_cache".into(),
                cause: "kv_exhausted".into(),
                title: words(l, "KV cache exhausted", "KV 缓存耗尽"),
                severity: Severity::Critical,
                confidence: Confidence::Low,
                confidence_reason: String::new(),
                headline: words(l, "STUB: requests wait for KV blocks.", "占位：请求在等待 KV 块。"),
                onset_ms: None,
                recovery_ms: None,
                replicas: vec![],
                chain: vec![],
                evidence: vec![],
                rejected: vec![],
                missing: vec![],
                refuted_by: String::new(),
                advice: vec![],
            },
            findings: vec![],
            ladder: vec![],
            breakdown: vec![],
            waterfall: vec![],
            charts: vec![],
            notes: vec![],
            sources: self
                .set
                .files
                .iter()
                .map(|file| Source {
                    name: file.name.clone(),
                    format: file.format.into(),
                    bytes: file.bytes as f64,
                    series: file.series as f64,
                    samples: file.samples as f64,
                })
                .collect(),
            unknown_families: vec![],
        })
    }

    /// A report as text.
    pub fn export(&self, kind: &str, options: &Options, style: Style) -> Result<String> {
        let report = self.analyze(options)?;
        crate::render::export(&report, kind, style).ok_or_else(|| Error::new(ErrorCode::BadOptions, "", kind))
    }
}

/// The tables behind the product.
pub fn describe(language: Language) -> String {
    format!("{{\"language\":\"{}\"}}", language.tag())
}
