//! Names of metrics → what they mean.
//!
//! Rows, not code: [`SIGNALS`] says what can be known, [`ENGINES`] says who calls it how. This module
//! knows no series and computes nothing.
//!
//! | question | answer |
//! |---|---|
//! | what does this series say? | [`resolve`] |
//! | is this GPU value a sentinel? | [`is_blank`] |

mod engines;
mod names;
mod row;
mod signals;

pub use engines::{ENGINES, Engine, EngineId, Exporter, Vantage, is_blank};
pub use names::{Hit, Meaning, Part, WITHOUT_TOTAL, finish_reason, resolve};
pub use row::{Guard, Row, Usage};
pub use signals::{Combine, Kind, SIGNALS, Signal, SignalRow};
