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
//! The first two carry the diagnosis; the last two explain the numbers of other tools beside it. Above
//! it stands what knows series and signals:
//!
//! | module | what it does |
//! |---|---|
//! | [`model`] | sorts series into replicas, servers and GPUs |
//! | [`meter`] | reads increases and gauges of one window |
//! | [`bins`], [`events`], [`timeline`] | go over the times once |
//! | [`change`], [`windows`] | find the focus and the reference window |
//! | [`compute`], [`features`], [`price`], [`derive`] | compute the [`facts`], the only thing the walk sees |
//! | [`breakdown`], [`charts`] | percentiles and lines for the report |

pub mod bins;
pub mod bounds;
pub mod breakdown;
pub mod change;
pub mod charts;
pub mod compute;
pub mod derive;
pub mod events;
pub mod facts;
pub mod features;
pub mod increase;
pub mod meter;
pub mod model;
pub mod notes;
pub mod price;
pub mod prometheus;
pub mod quantile;
pub mod timeline;
pub mod windows;
