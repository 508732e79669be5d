//! Names of metrics → what they mean.
//!
//! Rows, not code: [`SIGNALS`] says what can be known, [`ENGINES`] says who calls it how. This module
//! knows no series and computes nothing.
//!
//! | question | answer |
//! |---|---|
//! | what does this series say? | [`resolve`] |
//! | is this GPU value a sentinel? | [`is_blank`] |
//! | which release of vLLM is this? | [`infer_generation`] |
//! | what should it show but does not? | [`expected`] |
//! | what does it get wrong? | [`bugs_for`] |
//! | what is meant by a name that does not exist? | [`translate`], [`nearest`] |
//! | which bounds does a histogram have by default? | [`default_bounds`] |

mod aliases;
mod bugs;
mod engines;
mod generations;
mod grids;
mod lives;
mod names;
mod row;
mod signals;
mod version;

pub use aliases::{TRANSLATIONS, Translation, nearest, translate};
pub use bugs::{BUGS, Bug, bugs_for};
pub use engines::{ENGINES, Engine, EngineId, Exporter, Vantage, family_of, is_blank};
pub use generations::{Core, Generation, expected, infer_generation};
pub use grids::{Grid, default_bounds};
pub use lives::{LIVES, Life, Span};
pub use names::{Hit, Meaning, Part, WITHOUT_TOTAL, finish_reason, resolve};
pub use row::{Guard, Row, Usage};
pub use signals::{Combine, Kind, SIGNALS, Signal, SignalRow};
