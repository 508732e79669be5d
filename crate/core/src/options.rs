//! What the user may choose. Every field has a sensible default.

mod command;

use crate::text::Language;
use serde::Deserialize;

/// Options of one analysis.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Options {
    /// Language of all sentences.
    pub language: Language,
    /// Start of the focus window in ms since the epoch; found by itself when absent.
    pub from_ms: Option<f64>,
    /// End of the focus window in ms since the epoch; found by itself when absent.
    pub to_ms: Option<f64>,
    /// Start and end of the reference window in ms; found by itself when absent.
    pub reference_ms: Option<(f64, f64)>,
    /// Latency targets and other thresholds, by id of `walk::thresholds`.
    pub thresholds: Vec<ThresholdChoice>,
    /// What the metrics cannot say.
    pub hints: Hints,
}

/// One threshold set by the user.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ThresholdChoice {
    /// Id of the threshold.
    pub id: String,
    /// From here on `warn`.
    pub warn: Option<f64>,
    /// From here on `critical`.
    pub critical: Option<f64>,
}

/// Settings of the server that no metric states.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Hints {
    /// What vLLM was started with: a command line, an `args` list or a `--config` file. The fields below go before it.
    pub vllm_args: Option<String>,
    /// `--max-num-seqs`: most requests in a batch.
    pub max_num_seqs: Option<f64>,
    /// `--max-num-batched-tokens`: most tokens in a step.
    pub max_num_batched_tokens: Option<f64>,
    /// `--max-model-len`: most tokens of a request, prompt and answer.
    pub max_model_len: Option<f64>,
    /// `--tensor-parallel-size`.
    pub tensor_parallel_size: Option<f64>,
    /// `--pipeline-parallel-size`.
    pub pipeline_parallel_size: Option<f64>,
    /// `--data-parallel-size`.
    pub data_parallel_size: Option<f64>,
    /// `--max-loras`: most adapters in a batch.
    pub max_loras: Option<f64>,
}
