//! Default bucket bounds of vLLM's histograms: what they can resolve before anybody changes them.
//!
//! Since 0.32.0 `--custom-histogram-buckets` lets every server choose its own; the bounds that count
//! are always those of the data.

/// The default finite bounds of one family.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Since 0.8.4.
    pub bounds: &'static [f64],
    /// How many of them there were before 0.8.4, when the long tail was cut off.
    pub short: usize,
}

/// TTFT: dense below 0.1 s.
const TTFT: Grid = Grid {
    bounds: &[
        0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0, 20.0,
        40.0, 80.0, 160.0, 640.0, 2560.0,
    ],
    short: 16,
};

/// Gaps between tokens.
const TOKEN: Grid = Grid {
    bounds: &[
        0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0, 20.0, 40.0,
        80.0,
    ],
    short: 13,
};

/// Whole requests and their phases: nothing below 0.3 s can be told apart.
const REQUEST: Grid = Grid {
    bounds: &[
        0.3, 0.5, 0.8, 1.0, 1.5, 2.0, 2.5, 5.0, 10.0, 15.0, 20.0, 30.0, 40.0, 50.0, 60.0, 120.0, 240.0,
        480.0, 960.0, 1920.0, 7680.0,
    ],
    short: 15,
};

/// The default bounds of a canonical family of vLLM that is measured in seconds.
///
/// `None` for others: token histograms are 1, 2, 5 × 10^k up to the model length of the server.
pub fn default_bounds(family: &str) -> Option<Grid> {
    match family {
        "vllm:time_to_first_token_seconds" => Some(TTFT),
        "vllm:inter_token_latency_seconds"
        | "vllm:time_per_output_token_seconds"
        | "vllm:request_time_per_output_token_seconds" => Some(TOKEN),
        "vllm:e2e_request_latency_seconds"
        | "vllm:request_queue_time_seconds"
        | "vllm:request_prefill_time_seconds"
        | "vllm:request_decode_time_seconds"
        | "vllm:request_inference_time_seconds"
        | "vllm:time_in_queue_requests" => Some(REQUEST),
        _ => None,
    }
}
