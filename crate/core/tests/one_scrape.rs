//! The smallest input of all: one page of `/metrics`, so no grid, no rate and no reference.

use tailwalk_core::report::{Severity, WindowOrigin};
use tailwalk_core::{Builder, Options};

const PAGE: &str = "\
vllm:num_requests_running{engine=\"0\"} 3
vllm:num_requests_waiting{engine=\"0\"} 0
vllm:kv_cache_usage_perc{engine=\"0\"} 0.2
vllm:time_to_first_token_seconds_bucket{engine=\"0\",le=\"0.1\"} 900
vllm:time_to_first_token_seconds_bucket{engine=\"0\",le=\"+Inf\"} 1000
vllm:time_to_first_token_seconds_sum{engine=\"0\"} 80
vllm:time_to_first_token_seconds_count{engine=\"0\"} 1000
";

#[test]
fn a_page_of_few_requests_is_not_called_healthy() {
    let page = PAGE.replace("1000", "6").replace(" 900", " 5").replace(" 80", " 0.4").replace(" 3\n", " 0\n");
    let mut builder = Builder::new();
    builder.start_file("metrics.txt");
    builder.push(page.as_bytes()).unwrap();
    builder.end_file().unwrap();
    let report = builder.finish().unwrap().analyze(&Options::default()).unwrap();
    assert_eq!((report.verdict.cause.as_str(), report.verdict.severity), ("low_traffic", Severity::Unknown));
    assert!(report.verdict.headline.starts_with("Only 6 requests were seen"));
}

#[test]
fn a_page_is_read_as_everything_since_the_start() {
    let mut builder = Builder::new();
    builder.start_file("metrics.txt");
    builder.push(PAGE.as_bytes()).unwrap();
    builder.end_file().unwrap();
    let report = builder.finish().unwrap().analyze(&Options::default()).unwrap();
    assert_eq!(report.window.focus.origin, WindowOrigin::SinceStart);
    assert!(report.notes.iter().any(|note| note.id == "measure.one_scrape"));
    let ttft = report.breakdown.iter().find(|row| row.signal == "ttft").unwrap();
    assert_eq!((ttft.count, ttft.mean), (Some(1000.0), Some(0.08)));
}
