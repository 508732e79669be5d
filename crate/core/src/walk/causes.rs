//! Causes: everything a verdict can name. Ids are stable and never reused.

use crate::text::Text;

/// One row of [`CAUSES`].
#[derive(Debug)]
pub struct Cause {
    /// Stable id, snake case.
    pub id: &'static str,
    /// Layer at which it stands.
    pub layer: &'static str,
    /// Name in words.
    pub title: Text,
    /// Layers from the cause to the symptom.
    pub chain: &'static [&'static str],
    /// The sentence for five seconds. `{fact}` is a value of the focus window, `{fact.was}` the one of
    /// the reference in brackets or nothing, `{fact.change}` the factor, `{where}` the replicas.
    pub headline: Text,
    /// What observation would refute it.
    pub refuted_by: Text,
    /// Ids of the advice, most useful first.
    pub advice: &'static [&'static str],
    /// Causes that look alike, in the order in which a reader asks for them.
    pub rivals: &'static [&'static str],
}

/// The row of a cause.
pub fn cause(id: &str) -> &'static Cause {
    CAUSES.iter().find(|row| row.id == id).unwrap_or(&CAUSES[0])
}

/// Kinds of another cause: `(kind, cause)`. They have a signature, a sentence and advice of their own, and
/// are called by the cause where one word must do.
///
/// - One slow board of a group is a throttled or slow device that its group waits for.
/// - A server that is not back at the end of the data is a restart that is not over.
pub const KINDS: &[(&str, &str)] = &[
    ("never_schedulable", "stuck"),
    ("lora_slots", "deferred"),
    ("kv_transfer", "deferred"),
    ("multimodal_preprocessing", "frontend_cpu"),
    ("tp_straggler", "gpu_throttle"),
    ("dp_skew", "replica_imbalance"),
    ("server_down", "restart_cold_start"),
];

/// The cause that `id` is a kind of; itself when it is none.
pub fn kind_of(id: &str) -> &str {
    KINDS.iter().find(|(kind, _)| *kind == id).map_or(id, |(_, cause)| *cause)
}

macro_rules! causes {
    ($($id:literal, $layer:literal, $en:literal, $zh:literal,
       [$($chain:literal),*], $hen:literal, $hzh:literal, $ren:literal, $rzh:literal,
       [$($advice:literal),*], [$($rival:literal),*];)*) => {
        /// All causes; the first is "cannot tell".
        pub static CAUSES: &[Cause] = &[$(Cause {
            id: $id, layer: $layer, title: Text::new($en, $zh), chain: &[$($chain),*],
            headline: Text::new($hen, $hzh), refuted_by: Text::new($ren, $rzh),
            advice: &[$($advice),*], rivals: &[$($rival),*],
        },)*];
    };
}

causes! {
    "cannot_tell", "unknown", "Cannot tell", "无法判断", [],
        "Cannot tell from this data why the first token is late: the evidence that would decide is missing.",
        "仅凭这些数据无法判断首 token 为何变慢：缺少能够定论的证据。",
        "the missing evidence, once collected", "补齐缺失的证据",
        ["collect_evidence"], [];
    "none", "none", "Healthy", "健康", [],
        "Nothing is wrong: mean TTFT {ttft_mean}{ttft_mean.was}, no layer stands out.",
        "一切正常：TTFT 均值 {ttft_mean}{ttft_mean.was}，各层均无异常。",
        "a client that measures a late first token in this window while the server does not: then look outside the engine",
        "若客户端在此窗口测得首 token 变慢而服务端没有，请检查引擎之外",
        [], ["surge_admission", "kv_exhaustion", "gpu_slow_hidden", "frontend_cpu"];
    "low_traffic", "none", "Too little traffic for the question", "流量太小，无法回答", [],
        "Only {first_tokens} requests were seen: nothing stands out, but percentiles are close to single requests.",
        "只观察到 {first_tokens} 个请求：未见异常，但分位数接近单个请求的值。",
        "the same latencies with a few hundred requests", "在数百个请求下仍出现同样的延迟",
        [], [];
    "traffic_drop", "traffic", "Traffic fell", "流量下降", ["traffic"],
        "Traffic fell to {arrivals_per_second}{arrivals_per_second.was}; latency is no worse: the servers are fine.",
        "流量降至 {arrivals_per_second}{arrivals_per_second.was}；延迟没有变差：服务器正常。",
        "requests that are refused or time out before they reach the engine", "请求在到达引擎之前被拒绝或超时",
        ["look_upstream"], ["stuck", "client_side"];
    "surge_admission", "queue", "Demand surge", "流量激增", ["queue", "ttft"],
        "More requests arrive than the batch admits: they wait {queue_mean} on average{queue_mean.was}; arrivals {arrivals_per_second}{arrivals_per_second.was}{kv_max.cache_at}.",
        "到达的请求多于批次所能容纳：平均排队 {queue_mean}{queue_mean.was}；到达 {arrivals_per_second}{arrivals_per_second.was}{kv_max.cache_at}。",
        "arrivals as before while the queue grows", "排队增长而到达速率不变",
        ["scale_out", "raise_max_num_seqs", "bound_queue"], ["kv_exhaustion", "gpu_slow_hidden", "long_prompt_mix", "frontend_cpu"];
    "sequence_cap", "queue", "Sequence cap", "并发序列上限", ["queue", "ttft"],
        "Requests wait {queue_mean}{queue_mean.was} although the KV cache has room{kv_max.is}: the batch stands at its cap of about {running_max}.",
        "KV 缓存仍有空间{kv_max.is}，请求却排队 {queue_mean}{queue_mean.was}：批次停在约 {running_max} 的上限。",
        "a batch that goes on growing while requests wait", "有请求等待时批次仍继续增大",
        ["raise_max_num_seqs", "scale_out", "bound_queue"], ["kv_exhaustion", "gpu_slow_hidden", "long_prompt_mix", "frontend_cpu"];
    "kv_exhaustion", "kv_cache", "KV cache exhausted", "KV 缓存耗尽", ["kv_cache", "preemption", "queue", "ttft"],
        "Requests wait for KV-cache blocks{kv_max.up_to}: mean TTFT {ttft_mean}{ttft_mean.was}.",
        "请求在等待 KV 缓存块{kv_max.up_to}：TTFT 均值 {ttft_mean}{ttft_mean.was}。",
        "waiting requests while the KV cache is well below full", "KV 缓存远未占满时仍有请求等待",
        ["more_kv", "fp8_kv", "lower_concurrency", "scale_out"], ["surge_admission", "preemption_thrash", "gpu_slow_hidden", "frontend_cpu"];
    "preemption_thrash", "preemption", "Preemption storm", "抢占风暴", ["kv_cache", "preemption", "itl", "queue", "ttft"],
        "Running requests are thrown out again and again: {preemptions_per_request} preemptions per request, about {recompute_tax} as many tokens recomputed as useful; mean TTFT {ttft_mean}{ttft_mean.was}.",
        "运行中的请求被反复抢占：每请求 {preemptions_per_request} 次，重算的 token 约为有效 token 的 {recompute_tax}；TTFT 均值 {ttft_mean}{ttft_mean.was}。",
        "a preemption rate near zero in the same window", "同一窗口内抢占率接近零",
        ["lower_concurrency", "more_kv", "reserve_isl", "scale_out"], ["kv_exhaustion", "surge_admission", "gpu_slow_hidden"];
    "prefix_cache_collapse", "prefix_cache", "Prefix-cache hits dropped", "前缀缓存命中率骤降", ["prefix_cache", "prefill", "ttft"],
        "The prefix cache stopped helping: hit ratio {hit_ratio}{hit_ratio.was}, so each request computes {computed_length}{computed_length.was}; mean TTFT {ttft_mean}{ttft_mean.was}.",
        "前缀缓存失效：命中率 {hit_ratio}{hit_ratio.was}，每个请求需计算 {computed_length}{computed_length.was}；TTFT 均值 {ttft_mean}{ttft_mean.was}。",
        "a hit ratio that did not move, or prompts that grew as much as the work", "命中率未变，或提示长度与工作量同步增长",
        ["stable_prefix", "sticky_routing", "enable_prefix_caching"], ["long_prompt_mix", "gpu_slow_hidden", "surge_admission", "restart_cold_start"];
    "long_prompt_mix", "prefill", "Longer prompts", "提示变长", ["prefill", "queue", "ttft"],
        "Prompts grew: {computed_length} to compute per request{computed_length.was}, prefill takes {prefill_mean}{prefill_mean.was}.",
        "提示变长：每请求需计算 {computed_length}{computed_length.was}，prefill 耗时 {prefill_mean}{prefill_mean.was}。",
        "prompt lengths as before while prefill grows", "prefill 增长而提示长度不变",
        ["route_by_length", "long_prefill_threshold", "raise_batched_tokens", "split_prefill"], ["prefix_cache_collapse", "gpu_slow_hidden", "surge_admission", "kv_exhaustion"];
    "token_budget", "prefill", "Token budget of a step used up", "单步 token 预算用尽", ["prefill", "queue", "ttft"],
        "Requests wait {queue_mean}{queue_mean.was} although the batch is below its top ({running_level}) and the KV cache has room ({kv_max}): prefill ({prefill_mean}{prefill_mean.was}) uses up the token budget of the steps.",
        "批次未到峰值（{running_level}）且 KV 缓存有空间（{kv_max}），请求却排队 {queue_mean}{queue_mean.was}：prefill（{prefill_mean}{prefill_mean.was}）用尽了每步的 token 预算。",
        "a batch at its cap, or a prefill as short as before", "批次已达上限，或 prefill 与此前一样短",
        ["raise_batched_tokens", "scale_out", "split_prefill"], ["sequence_cap", "surge_admission", "long_prompt_mix", "kv_exhaustion"];
    "prefill_decode_interference", "prefill", "Prefill disturbs decode", "prefill 干扰 decode", ["prefill", "itl"],
        "Prefill shares steps with decode and holds it up: the slowest twentieth of tokens takes {itl_tail} the typical one{itl_tail.was}; mean inter-token latency {itl_mean}{itl_mean.was}.",
        "prefill 与 decode 共用引擎步而相互拖慢：最慢的二十分之一 token 耗时为典型值的 {itl_tail}{itl_tail.was}；token 间延迟均值 {itl_mean}{itl_mean.was}。",
        "a typical inter-token latency that rose as much as the tail", "典型 token 间延迟与尾部同步上升",
        ["raise_batched_tokens", "long_prefill_threshold", "split_prefill"], ["batch_growth", "gpu_slow_hidden", "long_prompt_mix", "token_budget"];
    "long_outputs_mix", "decode_load", "Longer answers", "回答变长", ["output_length", "decode", "e2e"],
        "Answers grew to {output_length} per request{output_length.was}: {running_mean} run at once{running_mean.was}, a token takes {itl_mean}{itl_mean.was}.",
        "回答变长至每请求 {output_length}{output_length.was}：同时运行 {running_mean}{running_mean.was}，每个 token 耗时 {itl_mean}{itl_mean.was}。",
        "answer lengths as before while the batch grows", "批次增大而回答长度不变",
        ["cap_output", "scale_out"], ["gpu_slow_hidden", "surge_admission", "kv_exhaustion"];
    "speculation_not_paying", "decode_load", "Speculation does not pay", "投机解码得不偿失", ["decode", "e2e"],
        "Speculation brings only {spec_gain} tokens per round{spec_gain.was}: a token takes {token_time}{token_time.was}.",
        "投机解码每轮仅产出 {spec_gain} 个 token{spec_gain.was}：每 token 耗时 {token_time}{token_time.was}。",
        "as many accepted tokens per round as before", "每轮接受的 token 数与此前相同",
        ["less_speculation"], ["gpu_slow_hidden", "batch_growth", "long_outputs_mix"];
    "batch_growth", "decode_load", "Larger batches", "批次变大", ["traffic", "decode", "itl"],
        "More requests run at once ({running_mean}{running_mean.was}), so each step takes longer: {itl_mean} per token{itl_mean.was}. Throughput grew with it; the hardware is not slower.",
        "同时运行的请求更多（{running_mean}{running_mean.was}），每步更慢：每 token {itl_mean}{itl_mean.was}。吞吐随之增长，硬件并未变慢。",
        "the same latency at the former batch size", "在原来的批量下延迟依旧",
        ["scale_out", "cap_batch"], ["gpu_slow_hidden", "long_outputs_mix"];
    "gpu_throttle", "gpu_compute", "GPU throttled", "GPU 降频", ["gpu_compute", "itl", "prefill", "queue", "ttft"],
        "The GPU is throttled: SM clock {gpu_clock}{gpu_clock.was}; a step takes {slow_factor} what this batch took before; a token takes {itl_mean}{itl_mean.was}.",
        "GPU 被降频：SM 频率 {gpu_clock}{gpu_clock.was}；同批量下单步耗时为之前的 {slow_factor}；每 token {itl_mean}{itl_mean.was}。",
        "clocks at their usual value while steps are slow", "单步变慢而频率正常",
        ["check_throttle_reasons", "cool_or_power", "drain_node"], ["gpu_slow_hidden", "batch_growth", "kv_exhaustion", "surge_admission"];
    "tp_straggler", "gpu_compute", "One slow GPU of a group", "张量并行组内单卡拖慢", ["gpu_compute", "itl", "prefill", "queue", "ttft"],
        "One GPU of a tensor-parallel group stands at {gpu_spread} of the others{gpu_spread.was} and they wait for it in every step: a token takes {itl_mean}{itl_mean.was}.",
        "张量并行组中有一块 GPU 仅为其他的 {gpu_spread}{gpu_spread.was}，其余每步都要等它：每 token {itl_mean}{itl_mean.was}。",
        "the same clock and activity on all GPUs of the server", "同一服务器各 GPU 的频率与活跃度一致",
        ["find_odd_gpu", "check_throttle_reasons", "drain_node"], ["gpu_throttle", "gpu_slow_hidden", "batch_growth"];
    "gpu_slow_hidden", "gpu_compute", "Slower per token, no GPU evidence", "单 token 变慢，无 GPU 证据", ["gpu_compute", "itl", "prefill", "queue", "ttft"],
        "Every engine step is slower at the same work: {slow_factor} of what the reference predicts for this batch; a token takes {itl_mean}{itl_mean.was}. The work did not grow; what slows the device is not in the metrics.",
        "同样的工作量下每步都更慢：为参考窗口推算值的 {slow_factor}；每 token {itl_mean}{itl_mean.was}。工作量没有增加，指标中看不出设备变慢的原因。",
        "a batch or a prompt mix that explains the longer steps", "批量或提示构成足以解释步耗时的增加",
        ["add_dcgm", "check_neighbours", "drain_node"], ["gpu_throttle", "tp_straggler", "batch_growth", "long_prompt_mix", "surge_admission"];
    "multimodal_preprocessing", "api_server", "Multimodal preprocessing", "多模态预处理", ["api_server", "ttft"],
        "Images and the like hold the front end up: {mm_misses} to process per request{mm_misses.was}; {residual_mean} of mean TTFT {ttft_mean} is neither queue nor prefill{residual_mean.was}.",
        "多模态输入拖慢了前端：每请求需处理 {mm_misses} 项{mm_misses.was}；TTFT 均值 {ttft_mean} 中有 {residual_mean} 既非排队也非 prefill{residual_mean.was}。",
        "as many items to process as before", "需处理的项数与此前相同",
        ["mm_cache", "mm_limit", "api_server_count", "cpu_limits"], ["frontend_cpu", "surge_admission", "gpu_slow_hidden"];
    "frontend_cpu", "api_server", "API server or tokenizer bound", "API 服务器或分词器受限", ["api_server", "ttft"],
        "The front end holds requests up: {residual_mean} of mean TTFT {ttft_mean} is neither queue nor prefill{residual_mean.was}; the engine itself is fine.",
        "前端拖慢了请求：TTFT 均值 {ttft_mean} 中有 {residual_mean} 既非排队也非 prefill{residual_mean.was}；引擎本身正常。",
        "an API server process with idle CPU and short event-loop delays, or long engine steps", "API 进程 CPU 空闲且事件循环无延迟，或引擎单步很长",
        ["api_server_count", "cpu_limits", "fast_tokenizer"], ["multimodal_preprocessing", "surge_admission", "gpu_slow_hidden", "long_prompt_mix", "kv_exhaustion"];
    "lora_slots", "deferred", "LoRA slots taken", "LoRA 槽位占满", ["deferred", "queue", "ttft"],
        "All LoRA slots are taken ({lora_slots}) and {lora_waiting} adapters wait for one: requests wait {queue_mean}{queue_mean.was}.",
        "LoRA 槽位已占满（{lora_slots}），有 {lora_waiting} 个 adapter 在等待：请求排队 {queue_mean}{queue_mean.was}。",
        "a free slot while adapters wait", "有 adapter 等待时仍有空闲槽位",
        ["lora_slots"], ["kv_transfer", "surge_admission", "kv_exhaustion"];
    "kv_transfer", "deferred", "KV transfer", "KV 传输", ["deferred", "queue", "ttft"],
        "Requests wait for KV blocks from elsewhere, not for capacity: they wait {queue_mean}{queue_mean.was}, a transfer takes {kv_transfer_mean}{kv_transfer_mean.was}.",
        "请求在等待来自别处的 KV 块，而非容量：排队 {queue_mean}{queue_mean.was}，单次传输 {kv_transfer_mean}{kv_transfer_mean.was}。",
        "transfers as fast as before and none under way while requests wait", "传输与此前一样快，且等待时没有传输在进行",
        ["check_transfer"], ["lora_slots", "surge_admission", "kv_exhaustion"];
    "deferred", "deferred", "Deferred requests (LoRA slots, KV transfer)", "请求被推迟（LoRA 槽位、KV 传输）", ["deferred", "queue", "ttft"],
        "Waiting requests are held back by LoRA slots or KV transfer, not by capacity: {deferred_mean} of {waiting_mean} waiting.",
        "等待的请求因 LoRA 槽位或 KV 传输而推迟，并非容量不足：{waiting_mean} 个等待中有 {deferred_mean} 个。",
        "waiting by reason = capacity", "等待原因为容量不足",
        ["lora_slots", "check_transfer"], ["lora_slots", "kv_transfer", "surge_admission", "kv_exhaustion"];
    "dp_skew", "replica", "Skewed data-parallel ranks", "数据并行 rank 不均", ["replica", "queue", "ttft"],
        "Inside one server {where} gets {rank_share} its fair share of the requests and is late (TTFT {ttft_mean}{ttft_mean.was}); the other ranks have room.",
        "同一服务器内 {where} 得到的请求为均分份额的 {rank_share}，因而变慢（TTFT {ttft_mean}{ttft_mean.was}）；其他 rank 仍有余量。",
        "even shares of the ranks", "各 rank 份额均匀",
        ["balance_ranks", "token_aware"], ["bad_replica", "surge_admission"];
    "replica_imbalance", "replica", "Skewed routing", "路由不均", ["replica", "queue", "ttft"],
        "{where} gets {fair_share} its fair share of the requests and is late (TTFT {ttft_mean}{ttft_mean.was}); the others have room.",
        "{where} 得到的请求为均分份额的 {fair_share}，因而变慢（TTFT {ttft_mean}{ttft_mean.was}）；其他副本仍有余量。",
        "even shares while this replica is slow", "份额均匀而该副本仍慢",
        ["fix_routing", "token_aware"], ["bad_replica", "surge_admission"];
    "bad_replica", "replica", "One bad replica", "单个副本异常", ["replica", "gpu_compute", "itl", "ttft"],
        "{where} is slower than its peers at the same work: a token takes {itl_mean}{itl_mean.was}, {peer_itl} the median of the others; TTFT {ttft_mean}{ttft_mean.was}. The fleet percentile hides it.",
        "{where} 在同样的工作量下比其他副本慢：每 token {itl_mean}{itl_mean.was}，为其他副本中位数的 {peer_itl}；TTFT {ttft_mean}{ttft_mean.was}。整体分位数掩盖了它。",
        "the same slowness on the other replicas", "其他副本同样变慢",
        ["drain_replica", "check_throttle_reasons", "check_neighbours"], ["replica_imbalance", "gpu_slow_hidden"];
    "server_down", "restart", "Server down", "服务器宕机", ["restart", "queue", "ttft"],
        "{where} has not answered for {away_time} and is not back at the end of the data.",
        "{where} 已 {away_time} 无应答，直到数据结束仍未恢复。",
        "tokens from it in this time", "此期间它仍有 token 产出",
        ["look_at_logs", "readiness"], ["metrics_gap", "stuck"];
    "restart_cold_start", "restart", "Restart", "重启", ["restart", "cold_start", "ttft"],
        "{where} restarted: counters began again{gap_time.unscraped}; caches are cold at first.",
        "{where} 重启：计数器归零{gap_time.unscraped}；刚启动时缓存为空。",
        "an unchanged process start time", "进程启动时间未变",
        ["readiness", "look_at_logs"], ["metrics_gap", "prefix_cache_collapse"];
    "never_schedulable", "engine", "A request that never fits", "永远无法调度的请求", ["engine", "no_progress"],
        "{where} runs nothing while requests wait, for {blocked_time}, with a KV cache that has room ({kv_mean}): the request at the head of the queue never fits.",
        "{where} 有请求等待却无请求运行，已 {blocked_time}，而 KV 缓存仍有空间（{kv_mean}）：队首请求永远放不下。",
        "a running request in this time", "此期间有请求在运行",
        ["never_fits", "restart_engine"], ["stuck", "kv_exhaustion", "traffic_drop"];
    "stuck", "engine", "Engine stuck", "引擎卡死", ["engine", "no_progress"],
        "{where} stands still: requests are in the engine, but for {stuck_time} no token came out.",
        "{where} 停滞：引擎中有请求，但 {stuck_time} 没有产出任何 token。",
        "a token counter that grows in this window", "此窗口内 token 计数器仍在增长",
        ["restart_engine", "look_at_logs"], ["never_schedulable", "traffic_drop", "metrics_gap"];
    "client_side", "client", "Clients give up", "客户端放弃请求", ["client"],
        "{abort_share} of the requests got a first token but never finished; the server is no slower: clients time out or close their streams.",
        "{abort_share} 的请求得到首 token 却未完成，而服务器并未变慢：客户端超时或关闭了连接。",
        "as many requests finished as began", "完成数与开始数一致",
        ["client_timeouts", "look_upstream"], ["traffic_drop", "stuck"];
    "outside_engine", "client", "Outside the engine", "引擎之外", ["client"],
        "The gateway sees a mean TTFT of {gateway_ttft}{gateway_ttft.was}, the engine one of {ttft_mean}: {outside_share} of it passes in front of the engine.",
        "网关看到的 TTFT 均值为 {gateway_ttft}{gateway_ttft.was}，引擎为 {ttft_mean}：其中 {outside_share} 耗在引擎之前。",
        "an engine that is as late as the gateway", "引擎与网关同样慢",
        ["look_upstream"], ["frontend_cpu", "surge_admission"];
    "metrics_gap", "monitoring", "Scrapes are missing", "抓取缺失", ["monitoring"],
        "The monitoring has gaps: {gap_time} without scrapes; counters went on without a reset and latency is no worse, so the servers worked.",
        "监控数据有缺口：{gap_time} 没有抓取；计数器连续且延迟没有变差，说明服务器正常。",
        "counters that began again after the gap", "缺口之后计数器归零",
        ["check_scrapes"], ["restart_cold_start", "stuck"];
    "several_processes", "monitoring", "Several processes behind one target", "一个抓取目标后有多个进程", ["monitoring"],
        "Counters fall again and again: several processes answer behind one target, so nothing can be concluded from their rates.",
        "计数器反复下降：一个抓取目标后有多个进程，其速率不能用于结论。",
        "one process start time per target", "每个目标只有一个进程启动时间",
        ["scrape_each"], ["restart_cold_start"];
}

/// All layers, as they stand in `verdict.layer`.
pub const LAYERS: &[&str] = &[
    "none",
    "traffic",
    "queue",
    "kv_cache",
    "preemption",
    "prefill",
    "prefix_cache",
    "decode_load",
    "gpu_compute",
    "api_server",
    "deferred",
    "replica",
    "restart",
    "engine",
    "client",
    "monitoring",
    "unknown",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::facts::Fact;
    use crate::walk::advice::ADVICE;

    #[test]
    fn rows_are_complete() {
        for (at, row) in CAUSES.iter().enumerate() {
            assert!(CAUSES[..at].iter().all(|other| other.id != row.id), "{} twice", row.id);
            assert!(LAYERS.contains(&row.layer), "{}: layer {}", row.id, row.layer);
            for text in [&row.title, &row.headline, &row.refuted_by] {
                text.check().unwrap();
            }
            for rival in row.rivals {
                assert!(CAUSES.iter().any(|other| other.id == *rival), "{}: rival {rival}", row.id);
            }
            for advice in row.advice {
                assert!(ADVICE.iter().any(|other| other.id == *advice), "{}: advice {advice}", row.id);
            }
            for name in Text::placeholders(row.headline.en) {
                let fact = name.split('.').next().unwrap();
                assert!(name == "where" || Fact::find(fact).is_some(), "{}: {{{name}}}", row.id);
            }
        }
    }
}
