//! The walk: facts → findings → ladder → verdict. Never sees a series.
//!
//! | module | what it holds |
//! |---|---|
//! | [`limits`], [`thresholds`] | every number that is compared with, its reason and source |
//! | [`causes`], [`rules`], [`advice`] | what can be said, when, and what to do |
//! | [`condition`], [`diagnose`] | how rules are put to the facts and clear each other |
//! | [`harm`] | whether anybody feels it |
//! | [`promql`] | how a user recomputes a fact |

pub mod advice;
pub mod causes;
pub mod condition;
pub mod diagnose;
pub mod harm;
pub mod limits;
pub mod promql;
pub mod rules;
pub mod thresholds;
