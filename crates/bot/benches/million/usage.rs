//! Reads the memory and processor time that a process uses from Linux; nothing elsewhere.

use std::fs;

/// Megabytes of memory: now, and at most so far.
pub fn memory(process: &str) -> (u64, u64) {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let of = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
        line.trim().trim_end_matches("kB").trim().parse().unwrap_or(0) / 1000
    };
    (of("VmRSS:"), of("VmHWM:"))
}

/// Seconds of processor time so far, of all threads.
pub fn processor() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = |place: usize| after_name.split_whitespace().nth(place)?.parse::<f64>().ok();
    // Times are told in hundredths of a second.
    (ticks(11).unwrap_or(0.0) + ticks(12).unwrap_or(0.0)) / 100.0
}
