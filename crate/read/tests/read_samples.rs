//! What each sample file is read as: format, series, samples, notes; or why not.

mod read_support;

use read_support::{read, sample, summary};

const SAMPLES: &[(&str, &str)] = &[
    (
        "datadog_query_timeseries.json",
        "error bad_json: datadog_query_timeseries.json is JSON, but not an answer of the Prometheus query API. It looks like a time series answer of Datadog. Export the raw samples instead: curl -G $PROM/api/v1/query --data-urlencode 'query={__name__=~\"(ray_)?vllm[:_].*|process_.*|up|DCGM_.*\"}[1h]'\n",
    ),
    (
        "federate.prom",
        "exposition_text: 52 series, 52 samples\n\
         wall, 52 series\n",
    ),
    (
        "formats_bundle.zip",
        "error unknown_format: formats_bundle.zip is in no format that Tailwalk reads: it takes Prometheus API JSON, exposition text and OpenMetrics, plain or gzipped. It is a zip archive: unpack it first.\n",
    ),
    (
        "grafana13_api_ds_query_response.json",
        "error bad_json: grafana13_api_ds_query_response.json is JSON, but not an answer of the Prometheus query API. It looks like an answer of Grafana's query API. Export the raw samples instead: curl -G $PROM/api/v1/query --data-urlencode 'query={__name__=~\"(ray_)?vllm[:_].*|process_.*|up|DCGM_.*\"}[1h]'\n",
    ),
    (
        "grafana13_inspect_data_joined.csv",
        "error unknown_format: grafana13_inspect_data_joined.csv is in no format that Tailwalk reads: it takes Prometheus API JSON, exposition text and OpenMetrics, plain or gzipped. It looks like a CSV export of Grafana. Export the raw samples instead: curl -G $PROM/api/v1/query --data-urlencode 'query={__name__=~\"(ray_)?vllm[:_].*|process_.*|up|DCGM_.*\"}[1h]'\n",
    ),
    (
        "grafana13_inspect_data_joined_excel_mode_utf16le.csv",
        "error unknown_format: grafana13_inspect_data_joined_excel_mode_utf16le.csv is in no format that Tailwalk reads: it takes Prometheus API JSON, exposition text and OpenMetrics, plain or gzipped. It looks like a CSV export of Grafana. Export the raw samples instead: curl -G $PROM/api/v1/query --data-urlencode 'query={__name__=~\"(ray_)?vllm[:_].*|process_.*|up|DCGM_.*\"}[1h]'\n",
    ),
    (
        "grafana_older_inspect_data_joined_excel_header.csv",
        "error unknown_format: grafana_older_inspect_data_joined_excel_header.csv is in no format that Tailwalk reads: it takes Prometheus API JSON, exposition text and OpenMetrics, plain or gzipped. It looks like a CSV export of Grafana. Export the raw samples instead: curl -G $PROM/api/v1/query --data-urlencode 'query={__name__=~\"(ray_)?vllm[:_].*|process_.*|up|DCGM_.*\"}[1h]'\n",
    ),
    (
        "openmetrics_1.0.txt",
        "openmetrics: 90 series, 90 samples\n\
         ordinal, 90 series\n",
    ),
    (
        "openmetrics_1.0_prometheus_client_0.26_underscored_names.txt",
        "openmetrics: 90 series, 90 samples\n\
         ordinal, 90 series\n",
    ),
    (
        "otlp_metrics_cut.json",
        "error bad_json: otlp_metrics_cut.json is JSON, but not an answer of the Prometheus query API. It looks like OTLP metrics of an OpenTelemetry exporter. Export the raw samples instead: curl -G $PROM/api/v1/query --data-urlencode 'query={__name__=~\"(ray_)?vllm[:_].*|process_.*|up|DCGM_.*\"}[1h]'\n",
    ),
    (
        "pandas_records.json",
        "error bad_json: pandas_records.json is JSON, but not an answer of the Prometheus query API. Its keys are: timestamp, 127.0.0.1:39481|+Inf, 127.0.0.1:39481|0.1, 127.0.0.1:39481|0.5, 127.0….\n",
    ),
    (
        "prom_api_empty.json",
        "error no_samples: prom_api_empty.json holds not one sample. The query matched no series: check the metric name, the labels and the time range.\n",
    ),
    (
        "prom_api_error.json",
        "error api_error: prom_api_error.json is an error answer of Prometheus: bad_data: invalid parameter \"query\": 1:64: parse error: unclosed left parenthesis\n",
    ),
    (
        "prom_api_metadata.json",
        "error bad_json: prom_api_metadata.json is JSON, but not an answer of the Prometheus query API. It looks like an answer of the Prometheus API, but not to a query. Export the raw samples instead: curl -G $PROM/api/v1/query --data-urlencode 'query={__name__=~\"(ray_)?vllm[:_].*|process_.*|up|DCGM_.*\"}[1h]'\n",
    ),
    (
        "prom_api_query_matrix_range_selector.json",
        "prometheus_api_matrix: 2 series, 12 samples\n\
         wall, 2 series\n",
    ),
    (
        "prom_api_query_native_histogram.json",
        "error no_samples: prom_api_query_native_histogram.json holds not one sample. All its series are native histograms, which are not read; ask for the classic _bucket series.\n",
    ),
    (
        "prom_api_query_range_gap_at_start.json",
        "prometheus_api_matrix: 1 series, 7 samples\n\
         wall, 1 series\n",
    ),
    (
        "prom_api_query_range_matrix.json.gz",
        "prometheus_api_matrix: 46 series, 598 samples\n\
         wall, 46 series\n",
    ),
    (
        "prom_api_query_range_nan_inf.json",
        "prometheus_api_matrix: 2 series, 6 samples\n\
         wall, 2 series\n",
    ),
    (
        "prom_api_query_scalar.json",
        "error no_samples: prom_api_query_scalar.json holds not one sample. The result is of type scalar: a single value without labels. Ask for the series themselves.\n",
    ),
    (
        "prom_api_query_vector.json",
        "prometheus_api_vector: 4 series, 4 samples\n\
         wall, 4 series\n",
    ),
    (
        "prom_api_series.json",
        "error bad_json: prom_api_series.json is JSON, but not an answer of the Prometheus query API. It looks like an answer of the Prometheus API, but not to a query. Export the raw samples instead: curl -G $PROM/api/v1/query --data-urlencode 'query={__name__=~\"(ray_)?vllm[:_].*|process_.*|up|DCGM_.*\"}[1h]'\n",
    ),
    (
        "prometheus_text_0.0.4.prom",
        "exposition_text: 90 series, 90 samples\n\
         ordinal, 90 series\n",
    ),
    (
        "prometheus_text_0.0.4.prom.zst",
        "error unknown_format: prometheus_text_0.0.4.prom.zst is in no format that Tailwalk reads: it takes Prometheus API JSON, exposition text and OpenMetrics, plain or gzipped. It is compressed with zstd: unpack it first (zstd -d).\n",
    ),
    (
        "promtool_query_instant.json",
        "promtool_json: 2 series, 2 samples\n\
         wall, 2 series\n",
    ),
    (
        "promtool_query_range.json",
        "promtool_json: 2 series, 14 samples\n\
         wall, 2 series\n",
    ),
    (
        "promtool_query_range.txt",
        "error unknown_format: promtool_query_range.txt is in no format that Tailwalk reads: it takes Prometheus API JSON, exposition text and OpenMetrics, plain or gzipped. It looks like the text output of promtool query: repeat the query with -o json.\n",
    ),
    (
        "promtool_tsdb_dump.txt",
        "promtool_dump: 2 series, 30 samples\n\
         wall, 2 series\n",
    ),
    (
        "promtool_tsdb_dump_openmetrics_constructed.txt",
        "openmetrics: 1 series, 2 samples\n\
         wall, 1 series\n",
    ),
    (
        "scrapes_concatenated_datecomment.prom",
        "exposition_text: 31 series, 93 samples\n\
         wall, 31 series\n\
         read.scrape_times x1: The times of the scrapes in scrapes_concatenated_datecomment.prom come from the dates written between them, the first at scrapes_concatenated_datecomment.prom:1: # scraped 2026-11-30T07:17:54Z\n\
         read.scrapes x1: scrapes_concatenated_datecomment.prom holds 3 scrapes one after the other\n",
    ),
    (
        "scrapes_concatenated_plain.prom",
        "exposition_text: 31 series, 93 samples\n\
         ordinal, 31 series\n\
         read.scrapes x1: scrapes_concatenated_plain.prom holds 3 scrapes one after the other\n",
    ),
    (
        "scrapes_concatenated_timestamps.prom",
        "exposition_text: 31 series, 93 samples\n\
         wall, 31 series\n",
    ),
    (
        "two_files.tar.gz",
        "error unknown_format: two_files.tar.gz is in no format that Tailwalk reads: it takes Prometheus API JSON, exposition text and OpenMetrics, plain or gzipped. It is a tar archive: unpack it first.\n",
    ),
    (
        "victoriametrics_export.jsonl",
        "error bad_json: victoriametrics_export.jsonl is JSON, but not an answer of the Prometheus query API. It looks like an export of VictoriaMetrics (/api/v1/export). Export the raw samples instead: curl -G $PROM/api/v1/query --data-urlencode 'query={__name__=~\"(ray_)?vllm[:_].*|process_.*|up|DCGM_.*\"}[1h]'\n",
    ),
    (
        "victoriametrics_federate.prom",
        "exposition_text: 2 series, 2 samples\n\
         wall, 2 series\n",
    ),
    (
        "victoriametrics_query_range.json",
        "prometheus_api_matrix: 2 series, 10 samples\n\
         wall, 2 series\n",
    ),
    (
        "vllm_0.32_metrics-fault-8101.txt",
        "exposition_text: 69 series, 69 samples\n\
         ordinal, 69 series\n",
    ),
    (
        "vllm_0.32_metrics-fault-8102.txt",
        "exposition_text: 69 series, 69 samples\n\
         ordinal, 69 series\n",
    ),
    (
        "vllm_0.32_metrics-start-8101.txt",
        "exposition_text: 69 series, 69 samples\n\
         ordinal, 69 series\n",
    ),
    (
        "vllm_bench_serve_result.json",
        "error bad_json: vllm_bench_serve_result.json is JSON, but not an answer of the Prometheus query API. It looks like a result of vllm bench. Export the raw samples instead: curl -G $PROM/api/v1/query --data-urlencode 'query={__name__=~\"(ray_)?vllm[:_].*|process_.*|up|DCGM_.*\"}[1h]'\n",
    ),
    (
        "vllm_engine.log",
        "error unknown_format: vllm_engine.log is in no format that Tailwalk reads: it takes Prometheus API JSON, exposition text and OpenMetrics, plain or gzipped. It looks like a log of vLLM, which holds averages over ten seconds. Export the raw samples instead: curl -G $PROM/api/v1/query --data-urlencode 'query={__name__=~\"(ray_)?vllm[:_].*|process_.*|up|DCGM_.*\"}[1h]'\n",
    ),
];

#[test]
fn every_sample_is_read_as_written_here() {
    let mut wrong = Vec::new();
    for (name, expected) in SAMPLES {
        let bytes = sample(name);
        for size in [1, 4096, usize::MAX] {
            let got = summary(&read(&[(name, &bytes)], size));
            if got != *expected {
                wrong.push(format!("(\n    {name:?},\n    {got:?},\n),"));
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_sample_has_an_expectation() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/samples");
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if entry.file_type().unwrap().is_dir() {
            continue;
        }
        let name = entry.file_name().into_string().unwrap();
        let known = SAMPLES.iter().any(|(sample, _)| *sample == name);
        assert!(known || name == "README.md", "{name} has no expectation");
    }
}
