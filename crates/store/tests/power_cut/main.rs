//! Power-cut test of the sled store: every acknowledged batch is there, and no batch in part.
//!
//! A child process writes; a small library loaded into it (`shim.c`, built here with `cc`, the linker Rust itself needs)
//! journals every change of its files and every sync, and kills it at a random moment. From the journal the folder is
//! built as a power cut may have left it: what a sync covered is there, what none covered is kept, undone or torn at
//! random. The store must open and hold every acknowledged batch, whole; the next child goes on from there. That the
//! simulation would notice is shown by sled as it comes, which loses data in it.
//!
//! `ADOUBE_SEED` repeats or varies a run.
#![cfg(all(target_os = "linux", target_env = "gnu"))]

mod child;
mod disk;
mod journal;
mod rounds;

use std::{
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    process::{Command, Output},
    thread,
};

use adoube_testing::seeds;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;

use child::{Rounds, Watch};
use disk::{Disk, Mood};
use journal::Entry;

/// The seed of a run, unless another one is asked for.
const SEED: u64 = 20_260_401;
/// Power cuts of one store while little is written at a time.
const LIGHT_CUTS: u64 = 50;
/// The same with a new seed.
const NEW_CUTS: u64 = 15;
/// Power cuts while a store is written anew.
const COMPACT_CUTS: usize = 10;
/// Entries of the journal at its end in which the new files take the place of the old ones: each of them is a cut of its own.
const SWAP_ENTRIES: usize = 20;
/// Power cuts of one store while its log comes round to its beginning several times between two.
const HEAVY_CUTS: u64 = 5;

const MOODS: [Mood; 5] = [
    Mood { kept: 0, torn: 0 },
    Mood { kept: 0, torn: 100 },
    Mood { kept: 50, torn: 50 },
    Mood { kept: 90, torn: 50 },
    Mood { kept: 100, torn: 0 },
];

/// A place where programs run and lose their power.
struct Bench {
    work: TempDir,
    shim: PathBuf,
    disk: Disk,
    rng: ChaCha8Rng,
}

impl Bench {
    fn new(seed: u64) -> Self {
        let work = tempfile::tempdir().expect("a folder");
        let shim = build_shim(work.path());
        Self { work, shim, disk: Disk::new(), rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// Runs a child on the disk until its power is cut, so many journal entries later; what the disk holds then takes
    /// the place of what it held.
    fn cut(&mut self, name: &str, entries: u64) -> Rounds {
        let (output, journal) = self.run(name, entries);
        assert_eq!(output.status.signal(), Some(9), "the child ended by itself: {}", said(&output));
        let mood = MOODS[self.rng.random_range(0..MOODS.len())];
        self.disk = self.disk.after_power_cut(&journal, mood, &mut self.rng);
        child::told(&output)
    }

    /// Runs a child on the disk to its end, but at most so many journal entries.
    fn run(&mut self, name: &str, entries: u64) -> (Output, Vec<Entry>) {
        // The kernel resolves links in the paths the shim compares.
        let work = self.work.path().canonicalize().expect("the folder is there");
        let (folder, journal) = (work.join("disk"), work.join("journal"));
        self.disk.write(&folder);
        let _ = std::fs::remove_file(&journal);
        let watch = Watch { shim: &self.shim, folder: &folder, journal: &journal, entries };
        let output = child::run(name, &store_in(&folder), Some(&watch));
        (output, journal::read(&journal))
    }

    /// Runs a child that looks at a copy of the disk.
    fn look(&self, name: &str) -> Output {
        let folder = self.work.path().join("copy");
        self.disk.clone().write(&folder);
        child::run(name, &store_in(&folder), None)
    }
}

impl Drop for Bench {
    /// What a failure left stays to be looked at: nobody can have the same moments again.
    fn drop(&mut self) {
        if thread::panicking() {
            self.work.disable_cleanup(true);
            println!("the files are in {}", self.work.path().display());
        }
    }
}

fn store_in(folder: &Path) -> PathBuf {
    folder.join("data").join("store")
}

fn said(output: &Output) -> String {
    let (out, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    format!("{}\n{out}\n{error}", output.status)
}

fn build_shim(work: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/power_cut/shim.c");
    let shim = work.join("shim.so");
    let built = Command::new("cc")
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .args([&shim, &source])
        .arg("-ldl")
        .output()
        .expect("cc is missing: the power-cut test needs the C compiler that Rust links with (Debian: apt install gcc)");
    assert!(built.status.success(), "cc does not build the journal: {}", said(&built));
    shim
}

/// The promises of the stores of one run, and how they are kept.
#[derive(Default)]
struct Promises {
    rounds: Rounds,
    acknowledged: u64,
}

impl Promises {
    /// Lets a child write until the power is cut, and checks what is left.
    fn cut(&mut self, bench: &mut Bench, name: &str, entries: u64) {
        for (writer, round) in bench.cut(name, entries) {
            self.acknowledged += round - self.rounds.get(&writer).copied().unwrap_or(0);
            self.rounds.insert(writer, round);
        }
        let output = bench.look("check");
        assert!(output.status.success(), "{name} cut after {entries}: {}", said(&output));
        let found = child::told(&output);
        for (writer, round) in &self.rounds {
            let found = found.get(writer).copied().unwrap_or(0);
            assert!(
                found >= *round,
                "{name} cut after {entries}: writer {writer} has round {found} of {round}"
            );
        }
        self.rounds = found;
    }

    fn sum_up(&self, cuts: u64) {
        println!("{cuts} power cuts, {} batches acknowledged, none lost", self.acknowledged);
        assert!(self.acknowledged > 1000, "too little was written to show anything");
    }
}

#[test]
fn fifty_power_cuts_lose_nothing_acknowledged() {
    cut_lightly(seeds::seed(SEED), LIGHT_CUTS).sum_up(LIGHT_CUTS);
    for seed in seeds::fresh(1) {
        seeds::tell(seed);
        cut_lightly(seed, NEW_CUTS);
    }
}

fn cut_lightly(seed: u64, cuts: u64) -> Promises {
    let (mut bench, mut promises) = (Bench::new(seed), Promises::default());
    for cut in 0..cuts {
        // Some cuts hit the creation, or the opening after the last cut; most hit the work.
        let entries = if cut % 5 == 0 { 1..80 } else { 80..900 };
        let entries = bench.rng.random_range(entries);
        promises.cut(&mut bench, "write_light", entries);
    }
    promises
}

#[test]
fn cuts_at_each_step_of_the_creation_leave_a_store_that_opens() {
    for entries in (1..60).step_by(3) {
        let mut bench = Bench::new(seeds::seed(SEED) + entries);
        Promises::default().cut(&mut bench, "write_light", entries);
    }
}

#[test]
fn cuts_lose_nothing_while_the_log_is_cleaned_and_opened_anew() {
    let mut bench = Bench::new(seeds::seed(SEED));
    let mut promises = Promises::default();
    for _ in 0..HEAVY_CUTS {
        let entries = bench.rng.random_range(1500..3000);
        promises.cut(&mut bench, "write_heavy", entries);
    }
    promises.sum_up(HEAVY_CUTS);
}

#[test]
fn cuts_while_the_store_is_written_anew_change_nothing_in_it() {
    let mut bench = Bench::new(seeds::seed(SEED));
    let mut promises = Promises::default();
    promises.cut(&mut bench, "write_heavy", 3000);
    let (rounds, before) = (promises.rounds, bench.disk.clone());
    let (output, whole) = bench.run("compact", u64::from(u32::MAX));
    assert!(output.status.success(), "{}", said(&output));
    println!("{} entries: {}", whole.len(), said(&output));
    let swap = whole.len().saturating_sub(SWAP_ENTRIES);
    for entries in (1..swap).step_by(swap / COMPACT_CUTS).chain(swap..=whole.len()) {
        bench.disk = before.clone();
        let (output, journal) = bench.run("compact", entries as u64);
        // sled's own thread writes as well, so that another time there may be fewer entries.
        let is_cut = output.status.signal() == Some(9);
        assert!(is_cut || output.status.success(), "{}", said(&output));
        let mood = MOODS[bench.rng.random_range(0..MOODS.len())];
        bench.disk = bench.disk.after_power_cut(&journal, mood, &mut bench.rng);
        let output = bench.look("check");
        assert!(output.status.success(), "cut after {entries}: {}", said(&output));
        assert_eq!(child::told(&output), rounds, "cut after {entries}");
    }
}

#[test]
fn after_a_failed_sync_nothing_is_written_or_acknowledged() {
    let (output, _) = Bench::new(seeds::seed(SEED)).run("write_to_a_failing_disk", u64::from(u32::MAX));
    assert_eq!(child::told(&output), Rounds::from([(0, 1)]), "{}", said(&output));
}

#[test]
fn after_a_full_disk_it_goes_on_by_itself_with_everything_acknowledged() {
    let mut bench = Bench::new(seeds::seed(SEED));
    let (output, journal) = bench.run("write_to_a_full_disk", u64::from(u32::MAX));
    assert_eq!(child::told(&output), Rounds::from([(0, 1)]), "{}", said(&output));
    // Nothing was acknowledged that a power cut then takes away.
    let mood = Mood { kept: 0, torn: 50 };
    bench.disk = bench.disk.after_power_cut(&journal, mood, &mut bench.rng);
    let output = bench.look("check_after_a_full_disk");
    assert!(output.status.success(), "{}", said(&output));
}

#[test]
fn sled_as_shipped_loses_acknowledged_writes_here() {
    let lossy = (0..6)
        .filter(|seed| {
            let mut bench = Bench::new(*seed);
            let acknowledged = bench.cut("write_as_shipped", 150).get(&0).copied().unwrap_or(0);
            assert!(acknowledged > 0, "nothing was written");
            let output = bench.look("check_as_shipped");
            let found = child::told(&output).get(&0).copied();
            println!("seed {seed}: acknowledged {acknowledged}, found {found:?}, {}", output.status);
            found.is_none_or(|found| found < acknowledged)
        })
        .count();
    assert!(lossy > 0, "the simulation does not notice what is not synced");
}
