//! Who names metrics: one file per engine or exporter, one table each, all listed in [`ENGINES`].
//!
//! To add an engine: write its file with a sorted table of rows, give it an [`EngineId`], add one
//! line to [`ENGINES`], and put its researched names under `tests/catalogue`.

mod dynamo;
mod gpu;
mod host;
mod llm_d;
mod nim;
mod sglang;
mod tensorrt_llm;
mod tgi;
mod triton;
mod vllm;

use super::row::Row;
use super::signals::Signal;

pub use gpu::is_blank;

/// Who names a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EngineId {
    /// vLLM, whoever rewrote its prefix.
    Vllm,
    /// SGLang.
    Sglang,
    /// Hugging Face Text Generation Inference.
    Tgi,
    /// TensorRT-LLM's own server, `trtllm-serve`.
    TensorRtLlm,
    /// Triton Inference Server, with or without the TensorRT-LLM backend.
    Triton,
    /// NVIDIA NIM for LLMs: vLLM's names without a prefix.
    Nim,
    /// NVIDIA Dynamo's frontend and components.
    Dynamo,
    /// The llm-d router (endpoint picker).
    LlmD,
    /// A GPU exporter.
    Gpu(Exporter),
    /// The process collector of any Prometheus client; vLLM's own only on the engine's target.
    Process,
    /// The HTTP middleware in front of vLLM's API (`prometheus_fastapi_instrumentator`).
    Http,
    /// cAdvisor in the kubelet.
    Container,
    /// node_exporter.
    Node,
    /// Prometheus' own series about a target.
    Prometheus,
    /// LMCache.
    LmCache,
}

/// Which GPU exporter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Exporter {
    /// NVIDIA dcgm-exporter.
    Dcgm,
    /// utkuozdemir/nvidia_gpu_exporter.
    NvidiaSmi,
    /// AMD device-metrics-exporter.
    Amd,
    /// Triton's own GPU metrics.
    Triton,
}

/// Where the numbers were taken: numbers of different vantages are never added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vantage {
    /// Inside an inference server.
    Server,
    /// In front of inference servers: times include routing and transport.
    Gateway,
    /// At a GPU.
    Hardware,
    /// Around the process: operating system, container, scraper.
    Host,
}

impl EngineId {
    /// The name a reader knows.
    pub fn name(self) -> &'static str {
        match self {
            EngineId::Vllm => "vLLM",
            EngineId::Sglang => "SGLang",
            EngineId::Tgi => "TGI",
            EngineId::TensorRtLlm => "TensorRT-LLM",
            EngineId::Triton => "Triton",
            EngineId::Nim => "NVIDIA NIM",
            EngineId::Dynamo => "NVIDIA Dynamo",
            EngineId::LlmD => "llm-d router",
            EngineId::Gpu(Exporter::Dcgm) => "dcgm-exporter",
            EngineId::Gpu(Exporter::NvidiaSmi) => "nvidia_gpu_exporter",
            EngineId::Gpu(Exporter::Amd) => "AMD device-metrics-exporter",
            EngineId::Gpu(Exporter::Triton) => "Triton (GPU)",
            EngineId::Process => "process collector",
            EngineId::Http => "HTTP middleware",
            EngineId::Container => "cAdvisor",
            EngineId::Node => "node_exporter",
            EngineId::Prometheus => "Prometheus",
            EngineId::LmCache => "LMCache",
        }
    }

    /// Where its numbers are taken.
    pub fn vantage(self) -> Vantage {
        match self {
            EngineId::Vllm
            | EngineId::Sglang
            | EngineId::Tgi
            | EngineId::TensorRtLlm
            | EngineId::Triton
            | EngineId::Nim => Vantage::Server,
            EngineId::Dynamo | EngineId::LlmD => Vantage::Gateway,
            EngineId::Gpu(_) => Vantage::Hardware,
            EngineId::Process
            | EngineId::Http
            | EngineId::Container
            | EngineId::Node
            | EngineId::Prometheus
            | EngineId::LmCache => Vantage::Host,
        }
    }
}

/// One engine or exporter and its table.
#[derive(Clone, Copy, Debug)]
pub struct Engine {
    /// Who.
    pub id: EngineId,
    /// Prefixes under which its names are met. The first is the canonical one, with which every
    /// family of `rows` begins; the others are rewritings of it.
    pub prefixes: &'static [&'static str],
    /// Its families, sorted by stem.
    pub rows: &'static [Row],
    /// What an unlisted name under the prefix is: `Some` names the whole group as known and unused.
    pub rest: Option<&'static str>,
}

/// The preferred family under which the engine called `name` exports `signal`.
pub fn family_of(name: &str, signal: Signal) -> Option<&'static str> {
    let rows = ENGINES.iter().filter(|engine| engine.id.name() == name).flat_map(|engine| engine.rows);
    rows.filter(|row| row.signals().any(|other| other == signal))
        .min_by_key(|row| row.rank)
        .map(|row| row.family)
}

impl Engine {
    /// `name` without the prefix, when this engine could have named it.
    pub fn stem<'a>(&self, name: &'a str) -> Option<&'a str> {
        self.prefixes.iter().find_map(|prefix| name.strip_prefix(prefix))
    }

    /// The row with this stem.
    pub fn row(&self, stem: &str) -> Option<&'static Row> {
        let found = self.rows.binary_search_by(|row| row.stem.cmp(stem)).ok()?;
        self.rows.get(found)
    }
}

const fn engine(id: EngineId, prefixes: &'static [&'static str], rows: &'static [Row]) -> Engine {
    Engine { id, prefixes, rows, rest: None }
}

const fn group(
    id: EngineId,
    prefixes: &'static [&'static str],
    rows: &'static [Row],
    rest: &'static str,
) -> Engine {
    Engine { id, prefixes, rows, rest: Some(rest) }
}

/// All of them, the most frequent first; those without a prefix last.
#[rustfmt::skip]
pub const ENGINES: &[Engine] = &[
    engine(EngineId::Vllm, vllm::PREFIXES, vllm::ROWS),
    engine(EngineId::Gpu(Exporter::Dcgm), &["DCGM_"], gpu::DCGM),
    engine(EngineId::Sglang, &["sglang:", "sglang_"], sglang::ROWS),
    engine(EngineId::TensorRtLlm, &["trtllm_", "trtllm:"], tensorrt_llm::ROWS),
    engine(EngineId::Tgi, &["tgi_"], tgi::ROWS),
    engine(EngineId::Gpu(Exporter::Triton), &["nv_gpu_"], gpu::TRITON),
    engine(EngineId::Triton, &["nv_"], triton::ROWS),
    group(EngineId::Dynamo, &["dynamo_"], dynamo::ROWS, "dynamo_*"),
    group(EngineId::LlmD, &["llm_d_epp_"], llm_d::ROWS, "llm_d_epp_*"),
    group(EngineId::LlmD, llm_d::OLD_PREFIXES, &[], "llm-d router, former names"),
    group(EngineId::LmCache, &["lmcache:", "lmcache_"], &[], "lmcache:*"),
    engine(EngineId::Gpu(Exporter::NvidiaSmi), &["nvidia_smi_"], gpu::NVIDIA_SMI),
    group(EngineId::Process, &["process_"], host::PROCESS, "process_*"),
    group(EngineId::Process, &["python_"], &[], "python_*"),
    engine(EngineId::Http, &["http_"], host::HTTP),
    group(EngineId::Node, &["node_"], &[], "node_*"),
    group(EngineId::Container, &["container_"], host::CONTAINER, "container_*"),
    group(EngineId::Prometheus, &["scrape_"], host::SCRAPE, "scrape_*"),
    engine(EngineId::Gpu(Exporter::Amd), &["gpu_"], gpu::AMD),
    engine(EngineId::Prometheus, &[""], host::TARGET),
    engine(EngineId::Nim, &[""], nim::ROWS),
];

#[cfg(test)]
mod tests {
    use super::super::row::{Guard, Usage};
    use super::super::signals::Kind;
    use super::*;
    use crate::unit::Unit;

    fn rows() -> impl Iterator<Item = (&'static Engine, &'static Row)> {
        ENGINES.iter().flat_map(|engine| engine.rows.iter().map(move |row| (engine, row)))
    }

    #[test]
    fn tables_are_sorted_by_stem_and_every_family_begins_with_the_canonical_prefix() {
        for engine in ENGINES {
            let prefix = engine.prefixes[0];
            let stems: Vec<&str> = engine.rows.iter().map(|row| row.stem).collect();
            for pair in stems.windows(2) {
                assert!(pair[0] < pair[1], "{} before {}", pair[0], pair[1]);
            }
            for (row, stem) in engine.rows.iter().zip(&stems) {
                let whole = format!("{prefix}{stem}");
                let total = format!("{whole}_total");
                let counter = row.kind == Kind::Counter && row.family == total;
                assert!(counter || row.family == whole && !stem.is_empty(), "{} {stem}", row.family);
            }
        }
    }

    #[test]
    fn a_row_is_counted_as_its_signal_is() {
        for (_, row) in rows() {
            for signal in row.signals() {
                assert_eq!(row.kind, signal.row().kind, "{} as {}", row.family, signal.id());
            }
        }
    }

    #[test]
    fn a_scale_other_than_one_belongs_to_a_signal_with_a_unit() {
        for (_, row) in rows().filter(|(_, row)| row.scale != 1.0) {
            assert!(row.scale.is_finite() && row.scale > 0.0, "{}", row.family);
            let units: Vec<Unit> = row.signals().map(|signal| signal.row().unit).collect();
            assert!(!units.is_empty() && !units.contains(&Unit::Count), "{}: {units:?}", row.family);
        }
    }

    #[test]
    fn a_deprecated_twin_stands_beside_a_preferred_name_of_the_same_engine() {
        for (engine, row) in rows().filter(|(_, row)| row.rank > 0) {
            let preferred = |signal: Signal| {
                engine.rows.iter().any(|other| other.rank == 0 && other.signals().any(|s| s == signal))
            };
            assert!(row.signals().all(preferred), "{}", row.family);
        }
    }

    #[test]
    fn splits_are_not_empty_and_router_guards_name_their_family() {
        for (_, row) in rows() {
            if let Usage::Split { label, cases } = row.usage {
                assert!(!label.is_empty() && !cases.is_empty(), "{}", row.family);
            }
            if let Guard::Router(selector) = row.guard {
                assert_eq!(selector.split('{').next(), Some(row.family));
            }
        }
    }

    #[test]
    fn every_signal_has_a_name_somewhere() {
        for signal in super::super::signals::SIGNALS {
            let named = rows().any(|(_, row)| row.signals().any(|s| s == signal.signal));
            assert!(named || signal.signal == Signal::GpuNvlinkBandwidth, "{}", signal.id);
        }
    }

    #[test]
    fn infos_are_labels_only() {
        for (_, row) in rows().filter(|(_, row)| row.kind == Kind::Info) {
            assert!(row.family.ends_with("_info"), "{}", row.family);
        }
    }
}
