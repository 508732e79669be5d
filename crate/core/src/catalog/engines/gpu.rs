//! GPU exporters: NVIDIA dcgm-exporter, nvidia_gpu_exporter, AMD device-metrics-exporter, Triton.
//!
//! - Whether dcgm-exporter shows a family depends on its CSV: SM_ACTIVE, the violation counters, the
//!   clock event reasons and the power limits are off by default.
//! - Violation counters are nanoseconds; the help text said microseconds until December 2025.
//! - `DCGM_FI_DEV_XID_ERRORS` is the last code, sticky for days, not a count.
//! - `DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL` states no unit: known, not used.
//! - AMD's power reads 0 on partitions other than 0; the largest value is the right one.
//! - Values that mean "no value" are recognised by [`is_blank`].

use crate::catalog::row::{Row, counter, gauge, ignored, split, table};
use crate::catalog::signals::Kind;
use crate::catalog::signals::Signal::{self, *};

const PERCENT: f64 = 0.01;
const MEGAHERTZ: f64 = 1e6;
const NANOSECONDS: f64 = 1e-9;
const MEBIBYTES: f64 = 1_048_576.0;
const MEGABYTES: f64 = 1e6;

#[rustfmt::skip]
pub(super) const DCGM: &[Row] = &table("DCGM_", [
    ignored("DCGM_EXP_CLOCK_EVENTS_COUNT", Kind::Gauge),
    ignored("DCGM_EXP_XID_ERRORS_COUNT", Kind::Gauge),
    ignored("DCGM_FI_DEV_BOARD_LIMIT_VIOLATION", Kind::Counter),
    gauge("DCGM_FI_DEV_CLOCKS_EVENT_REASONS", GpuThrottleReasons),
    gauge("DCGM_FI_DEV_CLOCK_THROTTLE_REASONS", GpuThrottleReasons).rank(1),
    ignored("DCGM_FI_DEV_ECC_DBE_VOL_TOTAL", Kind::Counter),
    gauge("DCGM_FI_DEV_ENFORCED_POWER_LIMIT", GpuPowerLimit),
    gauge("DCGM_FI_DEV_FB_FREE", GpuMemoryFree).scale(MEBIBYTES),
    ignored("DCGM_FI_DEV_FB_RESERVED", Kind::Gauge),
    gauge("DCGM_FI_DEV_FB_USED", GpuMemoryUsed).scale(MEBIBYTES),
    gauge("DCGM_FI_DEV_GPU_TEMP", GpuTemp),
    gauge("DCGM_FI_DEV_GPU_UTIL", GpuBusy).scale(PERCENT),
    ignored("DCGM_FI_DEV_LOW_UTIL_VIOLATION", Kind::Counter),
    gauge("DCGM_FI_DEV_MEMORY_TEMP", GpuMemTemp),
    gauge("DCGM_FI_DEV_MEM_CLOCK", GpuMemClock).scale(MEGAHERTZ),
    ignored("DCGM_FI_DEV_MEM_COPY_UTIL", Kind::Gauge),
    ignored("DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL", Kind::Counter),
    ignored("DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL", Kind::Counter),
    ignored("DCGM_FI_DEV_NVLINK_REPLAY_ERROR_COUNT_TOTAL", Kind::Counter),
    counter("DCGM_FI_DEV_PCIE_REPLAY_COUNTER", GpuPcieReplay),
    gauge("DCGM_FI_DEV_POWER_MGMT_LIMIT", GpuPowerLimit).rank(1),
    gauge("DCGM_FI_DEV_POWER_USAGE", GpuPower),
    counter("DCGM_FI_DEV_POWER_VIOLATION", GpuPowerViolation).scale(NANOSECONDS),
    ignored("DCGM_FI_DEV_RELIABILITY_VIOLATION", Kind::Counter),
    ignored("DCGM_FI_DEV_ROW_REMAP_FAILURE", Kind::Gauge),
    gauge("DCGM_FI_DEV_SM_CLOCK", GpuSmClock).scale(MEGAHERTZ),
    ignored("DCGM_FI_DEV_SYNC_BOOST_VIOLATION", Kind::Counter),
    counter("DCGM_FI_DEV_THERMAL_VIOLATION", GpuThermalViolation).scale(NANOSECONDS),
    ignored("DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", Kind::Counter),
    gauge("DCGM_FI_DEV_XID_ERRORS", GpuXid),
    ignored("DCGM_FI_EXP_CLOCK_THROTTLE_REASONS_COUNT", Kind::Gauge),
    gauge("DCGM_FI_PROF_DRAM_ACTIVE", GpuDramActive),
    gauge("DCGM_FI_PROF_GR_ENGINE_ACTIVE", GpuGraphicsActive),
    ignored("DCGM_FI_PROF_PCIE_RX_BYTES", Kind::Gauge),
    ignored("DCGM_FI_PROF_PCIE_TX_BYTES", Kind::Gauge),
    gauge("DCGM_FI_PROF_PIPE_TENSOR_ACTIVE", GpuTensorActive),
    gauge("DCGM_FI_PROF_SM_ACTIVE", GpuSmActive),
    ignored("DCGM_FI_PROF_SM_OCCUPANCY", Kind::Gauge),
]);

#[rustfmt::skip]
pub(super) const NVIDIA_SMI: &[Row] = &table("nvidia_smi_", [
    gauge("nvidia_smi_clocks_current_sm_clock_hz", GpuSmClock),
    gauge("nvidia_smi_clocks_event_reasons_active", GpuThrottleReasons),
    counter("nvidia_smi_clocks_event_reasons_counters_hw_thermal_slowdown_seconds", GpuThermalViolation),
    counter("nvidia_smi_clocks_event_reasons_counters_sw_power_cap_seconds", GpuPowerViolation),
    ignored("nvidia_smi_clocks_event_reasons_hw_slowdown", Kind::Gauge),
    ignored("nvidia_smi_clocks_event_reasons_hw_thermal_slowdown", Kind::Gauge),
    ignored("nvidia_smi_clocks_event_reasons_sw_power_cap", Kind::Gauge),
    gauge("nvidia_smi_enforced_power_limit_watts", GpuPowerLimit),
    ignored("nvidia_smi_gpu_info", Kind::Info),
    gauge("nvidia_smi_memory_free_bytes", GpuMemoryFree),
    ignored("nvidia_smi_memory_total_bytes", Kind::Gauge),
    gauge("nvidia_smi_memory_used_bytes", GpuMemoryUsed),
    ignored("nvidia_smi_mig_sm_activity_ratio", Kind::Gauge),
    ignored("nvidia_smi_pcie_link_gen_current", Kind::Gauge),
    ignored("nvidia_smi_pcie_link_width_current", Kind::Gauge),
    ignored("nvidia_smi_pcie_throughput_rx_bytes_per_second", Kind::Gauge),
    ignored("nvidia_smi_power_draw_instant_watts", Kind::Gauge),
    gauge("nvidia_smi_power_draw_watts", GpuPower),
    ignored("nvidia_smi_pstate", Kind::Gauge),
    gauge("nvidia_smi_temperature_gpu", GpuTemp),
    gauge("nvidia_smi_temperature_memory", GpuMemTemp),
    gauge("nvidia_smi_utilization_gpu_ratio", GpuBusy),
    ignored("nvidia_smi_utilization_memory_ratio", Kind::Gauge),
    ignored("nvidia_smi_xid_errors_total", Kind::Counter),
    ignored("nvidia_smi_xid_last_timestamp_seconds", Kind::Gauge),
]);

#[rustfmt::skip]
pub(super) const AMD: &[Row] = &table("gpu_", [
    split("gpu_clock", Kind::Gauge, "clock_type", &[("memory", GpuMemClock), ("system", GpuSmClock)]).scale(MEGAHERTZ),
    gauge("gpu_free_vram", GpuMemoryFree).scale(MEGABYTES),
    gauge("gpu_gfx_activity", GpuBusy).scale(PERCENT),
    ignored("gpu_health", Kind::Gauge),
    gauge("gpu_junction_temperature", GpuTemp),
    gauge("gpu_memory_temperature", GpuMemTemp),
    gauge("gpu_package_power", GpuPower),
    gauge("gpu_power_usage", GpuPower).rank(1),
    ignored("gpu_process_cu_occupancy", Kind::Gauge),
    ignored("gpu_total_vram", Kind::Gauge),
    gauge("gpu_umc_activity", GpuDramActive).scale(PERCENT),
    gauge("gpu_used_vram", GpuMemoryUsed).scale(MEGABYTES),
    ignored("gpu_violation_ppt_residency_accumulated", Kind::Gauge),
    ignored("gpu_violation_ppt_residency_percentage", Kind::Gauge),
    ignored("gpu_violation_socket_thermal_residency_accumulated", Kind::Gauge),
]);

#[rustfmt::skip]
pub(super) const TRITON: &[Row] = &table("nv_gpu_", [
    gauge("nv_gpu_memory_used_bytes", GpuMemoryUsed),
    gauge("nv_gpu_utilization", GpuBusy),
]);

/// Whether a raw GPU sample, before scaling, means "no value" rather than a number.
///
/// - Counters: at or above 9.2e18. DCGM's blank 64-bit integers start at 0x7ffffffffffffff0 =
///   9223372036854775792; the value met in the wild is 9223372036854775794, "not supported".
///   A nanosecond counter passes 1e15 in twelve days, so no lower limit would do.
/// - Gauges: also from 1e15, which no clock, temperature, power or fill level reaches, and DCGM's
///   blank doubles, 140737488355328 (2^47) and the few codes above it.
/// - Codes and bit fields: only the integer blank.
/// - NaN is a gap, not blank.
pub fn is_blank(signal: Signal, raw: f64) -> bool {
    const BLANK_INTEGER: f64 = 9.2e18;
    const BLANK_DOUBLE: f64 = 140_737_488_355_328.0;
    const BLANK_DOUBLE_CODES: f64 = 16.0;
    const IMPOSSIBLE_GAUGE: f64 = 1e15;
    if raw >= BLANK_INTEGER {
        return true;
    }
    let measured = signal.row().kind == Kind::Gauge && !matches!(signal, GpuThrottleReasons | GpuXid);
    measured && (raw >= IMPOSSIBLE_GAUGE || (BLANK_DOUBLE..BLANK_DOUBLE + BLANK_DOUBLE_CODES).contains(&raw))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentinels_are_blank_and_large_true_values_are_not() {
        let cases = [
            (GpuMemTemp, 9_223_372_036_854_775_794.0, true),
            (GpuPowerViolation, 9_223_372_036_854_775_794.0, true),
            (GpuPowerViolation, 2e15, false),
            (GpuPower, 140_737_488_355_328.0, true),
            (GpuPower, 140_737_488_355_330.0, true),
            (GpuSmClock, 1980.0, false),
            (GpuMemoryUsed, 81_559.0, false),
            (GpuMemoryUsed, 288.0 * 1024.0 * 1024.0 * 1024.0, false),
            (GpuThrottleReasons, 2e15, false),
            (GpuTemp, f64::NAN, false),
        ];
        for (signal, raw, blank) in cases {
            assert_eq!(is_blank(signal, raw), blank, "{} {raw}", signal.id());
        }
    }
}
