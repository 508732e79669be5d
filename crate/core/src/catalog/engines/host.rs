//! Around the engine: process, HTTP middleware, container, scraper.
//!
//! - `process_*` is written by every Prometheus client (exporters, Prometheus itself): only series of
//!   the engine's own target speak about the engine. It vanishes with several API server processes.
//! - `http_request_duration_seconds` has three coarse buckets but a `handler`; the `highr` twin is
//!   fine and mixes all handlers.

use crate::catalog::row::{Row, counter, gauge, histogram, ignored, table};
use crate::catalog::signals::Kind;
use crate::catalog::signals::Signal::*;

#[rustfmt::skip]
pub(super) const PROCESS: &[Row] = &table("process_", [
    counter("process_cpu_seconds_total", ProcessCpu),
    gauge("process_resident_memory_bytes", ProcessMemory),
    gauge("process_start_time_seconds", ProcessStart),
]);

#[rustfmt::skip]
pub(super) const HTTP: &[Row] = &table("http_", [
    histogram("http_request_duration_highr_seconds", HttpDuration).rank(1),
    histogram("http_request_duration_seconds", HttpDuration),
    ignored("http_request_size_bytes", Kind::Histogram),
    counter("http_requests_total", HttpRequests),
    ignored("http_response_size_bytes", Kind::Histogram),
]);

#[rustfmt::skip]
pub(super) const CONTAINER: &[Row] = &table("container_", [
    counter("container_cpu_cfs_periods_total", CpuPeriods),
    counter("container_cpu_cfs_throttled_periods_total", CpuThrottledPeriods),
    ignored("container_cpu_cfs_throttled_seconds_total", Kind::Counter),
    ignored("container_cpu_usage_seconds_total", Kind::Counter),
    ignored("container_memory_working_set_bytes", Kind::Gauge),
]);

pub(super) const SCRAPE: &[Row] = &table("scrape_", [gauge("scrape_duration_seconds", ScrapeDuration)]);

pub(super) const TARGET: &[Row] = &table("", [gauge("up", Up)]);
