//! A dataset: read once, asked often.

use crate::error::Result;
use crate::note::Notes;
use crate::options::Options;
use crate::report::Report;
use crate::series::SeriesSet;

/// Takes bytes, file by file and chunk by chunk, and makes a [`Dataset`].
#[derive(Default)]
pub struct Builder {}

/// What was read, prepared for questions.
pub struct Dataset {
    /// The samples.
    pub set: SeriesSet,
    /// Doubts that arose while reading.
    pub notes: Notes,
}

impl Dataset {
    /// The whole answer under `options`.
    pub fn analyze(&self, _options: &Options) -> Result<Report> {
        Err(crate::Error::new(crate::ErrorCode::BadOptions, "", "the walk is not built yet"))
    }
}
