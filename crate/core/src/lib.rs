//! Why is the first token late?
//!
//! Tailwalk reads the Prometheus metrics of vLLM, breaks latency into honest percentiles and walks
//! the layers TTFT → queue → KV cache → preemption → GPU, with their neighbours, to one cause.
//!
//! This crate is pure: no I/O, no clock, no randomness, no JavaScript. Bytes, options and times are
//! arguments; the answer is a [`report::Report`] of plain data. The stations, in the order in which
//! the data passes them:
//!
//! | module | what it does |
//! |---|---|
//! | [`read`] | bytes in any known format → [`series::SeriesSet`] and notes |
//! | [`catalog`] | names of metrics → what they mean |
//! | [`measure`] | series → facts of the focus and the reference window |
//! | [`walk`] | facts → findings, ladder, verdict |
//! | [`render`] | report → text, Markdown, JSON |
//!
//! `ARCHITECTURE.md` says who may use whom; `tests/imports.test.mjs` holds it.

#![warn(missing_docs)]

pub mod analysis;
pub mod catalog;
pub mod dataset;
pub mod describe;
pub mod format;
pub mod measure;
pub mod options;
pub mod render;
pub mod report;
pub mod unit;
pub mod walk;

// Everything below the catalogue lives in a crate of its own, compiled for speed.
pub use tailwalk_read::{error, json, note, read, series, sort, text};

pub use dataset::{Builder, Dataset};
pub use describe::describe;
pub use error::{Error, ErrorCode};
pub use options::Options;
pub use report::Report;
