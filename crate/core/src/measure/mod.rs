//! Series → facts: resets, windows, quantile intervals, identities, baselines.
//!
//! The lowest layer is maths on slices that knows neither series nor names:
//!
//! | module | what it answers |
//! |---|---|
//! | [`increase`] | by how much did a counter grow between two scrapes? |
//! | [`bounds`] | between which two numbers does the true percentile lie? |
//! | [`quantile`] | what does Prometheus' `histogram_quantile` print? |
//! | [`prometheus`] | what do `rate`, `increase` and their kin print? |
//!
//! The first two carry the diagnosis; the last two explain the numbers of other tools beside it.

pub mod bounds;
pub mod increase;
pub mod prometheus;
pub mod quantile;
