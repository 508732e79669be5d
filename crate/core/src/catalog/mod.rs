//! Names of metrics → what they mean.
//!
//! Rows, not code: [`SIGNALS`] says what can be known, the engine tables say who calls it how.
//! This module knows no series and computes nothing.

mod signals;

pub use signals::{Combine, Kind, SIGNALS, Signal, SignalRow};
