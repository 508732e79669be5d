//! Metric files → columns.
//!
//! The lowest crate of Tailwalk: [`read`] turns bytes in any known format into a
//! [`series::SeriesSet`] with [`note::Notes`], or says in one [`error::Error`] why not. It is a crate of
//! its own because it is compiled for speed, while everything above it is compiled for size: reading
//! touches every byte, the rest only what was asked for.
//!
//! | module | what it holds |
//! |---|---|
//! | [`text`] | sentences in two languages |
//! | [`error`], [`note`] | nothing could be done; done, with a doubt |
//! | [`series`] | columns |
//! | [`json`] | small JSON texts as a tree |
//! | [`sort`] | sorting, compiled once |
//! | [`mod@read`] | formats, parsers, merging |

#![warn(missing_docs)]

pub mod error;
pub mod json;
pub mod note;
pub mod read;
pub mod series;
pub mod sort;
pub mod text;

pub use error::{Error, ErrorCode};
