//! Advice: what to do, with the flag, the versions that have it, and the source.

use crate::text::Text;

/// One row of [`ADVICE`].
#[derive(Debug)]
pub struct AdviceRow {
    /// Stable id, snake case.
    pub id: &'static str,
    /// What to do and when not to.
    pub text: Text,
    /// Flag or field, empty when there is none.
    pub flag: &'static str,
    /// First vLLM release that has the flag; empty when it always had it.
    pub since: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

macro_rules! advice {
    ($($id:literal, $flag:literal, $since:literal, $en:literal, $zh:literal, $source:literal;)*) => {
        /// All advice.
        pub static ADVICE: &[AdviceRow] = &[$(AdviceRow {
            id: $id, flag: $flag, since: $since, text: Text::new($en, $zh), source: $source,
        },)*];
    };
}

advice! {
    "collect_evidence", "", "",
        "Collect what is listed as missing, then ask again.", "补齐列出的缺失证据后再分析。", "diagnosis needs it";
    "look_upstream", "", "",
        "Look in front of the engine: gateway limits, authentication, load balancer, client releases.",
        "检查引擎之前的环节：网关限流、鉴权、负载均衡、客户端发布。", "requests that never arrive leave no trace in the engine";
    "scale_out", "", "",
        "Add replicas; scale on num_requests_waiting or queue time, never on GPU utilisation.",
        "增加副本；按 num_requests_waiting 或排队时间扩缩容，不要按 GPU 利用率。", "HPA/KEDA practice for vLLM";
    "raise_max_num_seqs", "--max-num-seqs", "",
        "Raise --max-num-seqs, if inter-token latency has slack and the KV cache has room.",
        "若 token 间延迟和 KV 缓存仍有余量，可提高 --max-num-seqs。", "vLLM optimization guide";
    "bound_queue", "--max-num-queued-reqs", "0.32.0",
        "Bound the damage: --max-num-queued-reqs or --max-num-queued-tokens refuse early instead of letting everybody wait.",
        "限制影响：用 --max-num-queued-reqs 或 --max-num-queued-tokens 提前拒绝，避免所有请求一起等待。", "vLLM admission control";
    "more_kv", "--gpu-memory-utilization", "",
        "Give the KV cache more memory: raise --gpu-memory-utilization (needs a restart and free memory), more tensor parallelism, or more replicas.",
        "为 KV 缓存提供更多显存：提高 --gpu-memory-utilization（需重启且有空闲显存）、增加张量并行或副本。", "vLLM optimization guide";
    "fp8_kv", "--kv-cache-dtype", "",
        "Halve the size of a block with --kv-cache-dtype fp8, after checking quality.",
        "确认质量后用 --kv-cache-dtype fp8 将缓存块减半。", "vLLM quantized KV cache";
    "lower_concurrency", "--max-num-seqs", "",
        "Lower --max-num-seqs or --max-model-len so that what is admitted also fits to its end.",
        "降低 --max-num-seqs 或 --max-model-len，使已接纳的请求能完整放下。", "vLLM optimization guide: preemption";
    "reserve_isl", "--scheduler-reserve-full-isl", "0.20.0",
        "Keep --scheduler-reserve-full-isl on, so that a prompt is admitted only when it fits whole.",
        "保持 --scheduler-reserve-full-isl 开启，仅在能完整放下时接纳提示。", "vLLM scheduler options";
    "stable_prefix", "", "",
        "Find what changed at the start of the prompts (template, timestamp, tool order, tenant id) and move changing parts to the end.",
        "找出提示开头的变化（模板、时间戳、工具顺序、租户 ID），把易变部分移到末尾。", "prefix caching matches from the first token";
    "sticky_routing", "", "",
        "Route by prefix or session, so that a conversation meets its own cache.", "按前缀或会话路由，使同一会话命中自己的缓存。", "prefix-aware routing reports: hit ratio 63 to 83 %";
    "enable_prefix_caching", "--enable-prefix-caching", "",
        "Check that --enable-prefix-caching is still on after the last roll-out.", "确认最近一次发布后 --enable-prefix-caching 仍然开启。", "vLLM prefix caching";
    "route_by_length", "", "",
        "Route long prompts to a pool of their own.", "将长提示路由到独立的资源池。", "DistServe 2401.09670";
    "long_prefill_threshold", "--long-prefill-token-threshold", "0.8.0",
        "Set --long-prefill-token-threshold so that short prompts overtake long ones.", "设置 --long-prefill-token-threshold，使短提示先于长提示。", "vLLM chunked prefill";
    "raise_batched_tokens", "--max-num-batched-tokens", "",
        "Raise --max-num-batched-tokens for TTFT, lower it for inter-token latency.", "提高 --max-num-batched-tokens 有利于 TTFT，降低则有利于 token 间延迟。", "vLLM optimization guide; Sarathi-Serve 2308.16369";
    "split_prefill", "", "",
        "Separate prefill from decode (P/D disaggregation) when long prompts are here to stay.", "若长提示将长期存在，考虑 prefill 与 decode 分离部署。", "DistServe 2401.09670";
    "cap_output", "", "",
        "Cap max_tokens per tenant or give long answers a pool of their own.", "按租户限制 max_tokens，或为长回答设置独立资源池。", "Little's law";
    "cap_batch", "--max-num-seqs", "",
        "Cap the batch with --max-num-seqs when inter-token latency matters more than throughput.", "若 token 间延迟比吞吐更重要，用 --max-num-seqs 限制批量。", "vLLM optimization guide";
    "check_throttle_reasons", "DCGM_FI_DEV_CLOCK_THROTTLE_REASONS", "",
        "Read the throttle reasons (nvidia-smi -q -d PERFORMANCE, or DCGM_FI_DEV_CLOCK_THROTTLE_REASONS: 0x4 power cap, 0x8 hardware slowdown, 0x20 and 0x40 heat, 0x80 power brake).",
        "查看降频原因（nvidia-smi -q -d PERFORMANCE，或 DCGM_FI_DEV_CLOCK_THROTTLE_REASONS：0x4 功耗上限，0x8 硬件降速，0x20 与 0x40 过热，0x80 供电制动）。", "DCGM field constants";
    "cool_or_power", "", "",
        "Heat: fans, air flow, neighbours in the chassis. Power: the limit set by nvidia-smi -pl or the rack.", "过热：检查风扇、风道与同机箱负载。功耗：检查 nvidia-smi -pl 或机柜设置的上限。", "Tailwalk docs/causes.md";
    "drain_node", "", "",
        "Cordon and drain the node, then test the device alone.", "隔离并排空该节点，再单独测试设备。", "Tailwalk docs/causes.md";
    "add_dcgm", "DCGM_FI_DEV_SM_CLOCK", "",
        "Scrape dcgm-exporter with clocks, power, temperature and throttle reasons: it would say whether the device is throttled.",
        "采集 dcgm-exporter 的频率、功耗、温度与降频原因，即可判断设备是否降频。", "dcgm-exporter defaults lack throttle reasons";
    "check_neighbours", "", "",
        "Look for another tenant on the device or its host (MPS, MIG, CPU pinning, noisy neighbours).", "检查设备或主机上是否有其他租户（MPS、MIG、CPU 绑核、邻居干扰）。", "Tailwalk docs/causes.md";
    "api_server_count", "--api-server-count", "0.9.0",
        "Start more API server processes with --api-server-count.", "用 --api-server-count 启动更多 API 服务进程。", "vLLM serve options";
    "cpu_limits", "", "",
        "Raise the container's CPU request and limit; look at CFS throttling.", "提高容器的 CPU request 与 limit，并查看 CFS 限流。", "Tailwalk docs/causes.md";
    "fast_tokenizer", "--renderer-num-workers", "0.17.0",
        "Use a fast tokenizer and more renderer workers; send huge tokenize or embedding jobs elsewhere.", "使用快速分词器与更多 renderer worker；将大型分词任务移走。", "Tailwalk docs/causes.md";
    "mm_cache", "--mm-processor-cache-gb", "0.10.0",
        "Enlarge the processor cache with --mm-processor-cache-gb; send the same image under the same URL or id.", "用 --mm-processor-cache-gb 扩大预处理缓存；同一图片使用相同的 URL 或 id。", "vLLM multimodal processing";
    "mm_limit", "--limit-mm-per-prompt", "",
        "Limit items per prompt with --limit-mm-per-prompt and their size before they arrive.", "用 --limit-mm-per-prompt 限制每个提示的项数，并在送达前缩小尺寸。", "vLLM multimodal inputs";
    "find_odd_gpu", "", "",
        "Find the GPU that stands apart on the GPU dashboard, then look at its XID, PCIe replays and NVLink errors.", "在 GPU 面板找出异常的那块卡，再查看 XID、PCIe 重放与 NVLink 错误。", "decision table: straggler";
    "balance_ranks", "--data-parallel-size", "0.9.0",
        "Look at how requests reach the ranks: pinned X-data-parallel-rank headers, sessions, or one API server per rank.", "检查请求如何分配到各 rank：固定的 X-data-parallel-rank 请求头、会话亲和、每 rank 一个 API 服务。", "vLLM data-parallel deployment";
    "less_speculation", "--speculative-config", "",
        "Draft fewer tokens (num_speculative_tokens in --speculative-config) or turn speculation off under load.", "减少草稿 token（--speculative-config 的 num_speculative_tokens），或在高负载下关闭投机解码。", "vLLM RFC 4565";
    "lora_slots", "--max-loras", "",
        "Raise --max-loras and --max-cpu-loras, or route by adapter.", "提高 --max-loras 与 --max-cpu-loras，或按 adapter 路由。", "vLLM LoRA";
    "check_transfer", "", "",
        "Check KV transfer (NIXL, LMCache): failures and transfer time.", "检查 KV 传输（NIXL、LMCache）的失败与耗时。", "Tailwalk docs/causes.md";
    "fix_routing", "", "",
        "Check the balancer: session affinity, long-lived connections, stale endpoints, weights.", "检查负载均衡：会话亲和、长连接、过期端点、权重。", "Tailwalk docs/causes.md";
    "token_aware", "", "",
        "Balance by waiting requests or by tokens instead of by connections.", "按等待请求数或 token 数而非连接数均衡。", "Tailwalk docs/causes.md";
    "drain_replica", "", "",
        "Take the replica out of rotation and compare.", "将该副本摘除后对比。", "Tailwalk docs/causes.md";
    "readiness", "", "",
        "Gate readiness on a warm-up request and persist the compile cache, so that cold replicas get no traffic.", "就绪探针先经过预热请求，并持久化编译缓存，避免冷副本接流量。", "cold-start reports: 31 s, with a kept cache 2.9 s";
    "look_at_logs", "", "",
        "Read the last lines of the previous container: kubectl logs --previous; OOM kills and probe failures are in kubectl describe pod.", "查看上一个容器的日志（kubectl logs --previous），OOM 与探针失败见 kubectl describe pod。", "Kubernetes practice";
    "restart_engine", "", "",
        "Take a stack dump (py-spy dump) for the report, then restart the engine; make the liveness probe depend on token progress.", "先用 py-spy dump 留存堆栈，再重启引擎；存活探针应检查 token 进展。", "reports of hanging engines";
    "never_fits", "--max-model-len", "",
        "Cancel the oldest waiting request, then lower --max-model-len so that the longest one fits into the KV cache.", "取消等待最久的请求，再降低 --max-model-len，使最长请求能放进 KV 缓存。", "never-schedulable request";
    "client_timeouts", "", "",
        "Compare client and proxy time-outs with end-to-end latency; abandoned work is thrown away.", "对比客户端与代理的超时与端到端延迟；被放弃的工作全部浪费。", "Tailwalk docs/causes.md";
    "check_scrapes", "", "",
        "Look at scrape_duration_seconds, up and the targets page; a scrape must take less than its time-out, and that less than the interval.", "查看 scrape_duration_seconds、up 与 targets 页面；抓取耗时须小于超时，超时须小于间隔。", "Prometheus scrape settings";
    "scrape_each", "", "",
        "Scrape every process under its own address (PodMonitor), not a Service name.", "为每个进程使用独立地址抓取（PodMonitor），不要抓取 Service 名称。", "requirements: several processes behind one target";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_ids_of_their_own_both_languages_and_a_source() {
        for (at, row) in ADVICE.iter().enumerate() {
            assert!(ADVICE[..at].iter().all(|other| other.id != row.id), "{} twice", row.id);
            row.text.check().unwrap();
            assert!(!row.source.is_empty());
        }
    }
}
