//! Samples the memory, threads, open files, tasks and disk use of the process while it runs, and
//! judges whether they grow. Not here: what it does meanwhile.

use std::{
    fmt, fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use tokio::runtime::Handle;

/// A shorter run says nothing about growth of memory, as caches fill up: sled's (64 MiB), pictures of the web chat (64 MiB) and
/// what they are put together from (16 MiB), and what the platforms in memory keep. At this pace they are full within the first
/// third of two hours.
const MEANINGFUL: Duration = Duration::from_secs(2 * 60 * 60);
/// What all of these and the program itself take at most, in KiB, however long it runs.
const CEILING: u64 = 640 * 1024;
/// By so much of itself resident memory moves while nothing grows: what is freed goes back to the system late or never, and
/// caches hold more or less than they count.
const NOISE: f64 = 0.05;
/// What memory takes for what comes to the records: sled keeps something for each of its pages, and games that are over are
/// kept for ever.
const FOR_RECORDS: f64 = 0.05;
/// Threads of a pool, sockets and tasks come and go by so many.
const COMING_AND_GOING: u64 = 24;
/// Fewer looks show nothing.
const LEAST_LOOKS: usize = 9;

/// What was taken at a moment.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    at: Duration,
    /// Resident memory.
    kibibytes: u64,
    threads: u64,
    /// Open file descriptors.
    files: u64,
    /// Tasks that are not over.
    tasks: u64,
    /// Bytes of the records on disk.
    disk: u64,
}

/// All that was seen.
pub struct Memory {
    begun: Instant,
    folder: PathBuf,
    samples: Vec<Sample>,
}

impl fmt::Display for Sample {
    fn fmt(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            form,
            "{:6} s: {:7.1} MiB, {} threads, {} files, {} tasks, {:.1} MiB on disk",
            self.at.as_secs(),
            self.kibibytes as f64 / 1024.0,
            self.threads,
            self.files,
            self.tasks,
            self.disk as f64 / f64::from(1 << 20)
        )
    }
}

impl Memory {
    pub fn of(folder: &Path) -> Self {
        Self { begun: Instant::now(), folder: folder.to_owned(), samples: Vec::new() }
    }

    /// Looks now.
    pub fn look(&mut self) -> Sample {
        let status = fs::read_to_string("/proc/self/status").expect("Linux tells of processes");
        let number = |key: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(key));
            line.and_then(|line| line.split_whitespace().next()?.parse().ok()).expect("a number")
        };
        let sample = Sample {
            at: self.begun.elapsed(),
            kibibytes: number("VmRSS:"),
            threads: number("Threads:"),
            files: fs::read_dir("/proc/self/fd").expect("Linux tells of files").count() as u64,
            tasks: Handle::current().metrics().num_alive_tasks() as u64,
            disk: size(&self.folder),
        };
        self.samples.push(sample);
        sample
    }
}

/// One of the figures of a sample.
type Figure = fn(&Sample) -> u64;

impl Memory {
    /// Nothing has grown from the second third of the run to the last one. The first one is for filling caches.
    pub fn judge(&self) {
        let peak = most(&self.samples, |sample| sample.kibibytes);
        assert!(peak < CEILING, "{peak} KiB of memory are taken");
        if self.samples.len() < LEAST_LOOKS {
            return;
        }
        let third = self.samples.len() / 3;
        let (middle, last) = (&self.samples[third..2 * third], &self.samples[2 * third..]);
        let counted: [(&str, Figure); 3] = [
            ("threads", |sample| sample.threads),
            ("open files", |sample| sample.files),
            ("tasks", |sample| sample.tasks),
        ];
        for (what, of) in counted {
            let (before, after) = (most(middle, of), most(last, of));
            assert!(after <= before + COMING_AND_GOING, "{what} grow from {before} to {after}");
        }
        let (grown, allowed) = growth(middle, last);
        println!(
            "memory grows by {grown:.0} KiB from the second third to the last; {allowed:.0} KiB are allowed"
        );
        if self.begun.elapsed() >= MEANINGFUL {
            assert!(grown <= allowed, "memory grows by {grown:.0} KiB, {allowed:.0} KiB are allowed");
        }
    }
}

/// By how many KiB memory has grown, and by how many it may have.
fn growth(before: &[Sample], after: &[Sample]) -> (f64, f64) {
    let memory = [before, after].map(|samples| median(samples, |sample| sample.kibibytes));
    let records = [before, after].map(|samples| median(samples, |sample| sample.disk / 1024));
    let allowed = memory[0] * NOISE + (records[1] - records[0]).max(0.0) * FOR_RECORDS;
    (memory[1] - memory[0], allowed)
}

fn most(samples: &[Sample], of: Figure) -> u64 {
    samples.iter().map(of).max().unwrap_or_default()
}

fn median(samples: &[Sample], of: Figure) -> f64 {
    let mut all: Vec<u64> = samples.iter().map(of).collect();
    all.sort_unstable();
    all.get(all.len() / 2).copied().unwrap_or_default() as f64
}

fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(about) if about.is_dir() => size(&entry.path()),
            // Files have room that is not written yet.
            Ok(about) => about.len(),
            Err(_) => 0,
        })
        .sum()
}
