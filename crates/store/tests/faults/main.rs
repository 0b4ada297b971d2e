//! Fault injection into the files of a sled store (flipped bits, lost and cut parts): after any
//! single fault either all acknowledged data is there, or the loss is reported. `ADOUBE_SEED`
//! chooses the faults, `ADOUBE_FAULTS` how many.
//!
//! Not here: what happens when the power goes (`power_cut`).

#[path = "../shared/folders.rs"]
mod folders;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::mpsc,
    thread,
};

use adoube_store::{
    Batch, CommitOutcome, ExportWriter, InspectionReport, Key, KeyRange, MemoryStore, ScanOrder, SledStore,
    Store, StoreError, Table, TransferError, import,
};
use adoube_testing::{TEST_TIMEOUT, seeds};
use folders::copy;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// Games in the store; each is written several times and has events.
const GAMES: u64 = 300;
/// Moves of a game.
const MOVES: u64 = 6;
/// Faults with a new seed.
const NEW_FAULTS: u64 = 40;

type Content = BTreeMap<(Table, Vec<u8>), (u64, Vec<u8>)>;

async fn fill(folder: &Path, games: std::ops::Range<u64>) {
    let store = SledStore::open(folder).expect("the store opens");
    for turn in 0..MOVES {
        for game in games.clone() {
            let text = format!(
                "{{\"game\":{game},\"turn\":{turn},\"text\":\"{}\"}}",
                "x".repeat((game % 300) as usize)
            );
            let batch = Batch::new()
                .put(Table::Game, Key::new().number(game), text.clone())
                .put(Table::Event, Key::new().number(game).number(turn), text)
                .put(Table::Outbox, Key::new().number(game).number(turn), "")
                .delete(Table::Outbox, Key::new().number(game).number(turn.wrapping_sub(1)));
            assert_eq!(store.commit(batch).await.expect("the store commits"), CommitOutcome::Applied);
        }
    }
    store.close().await.expect("the store closes");
}

async fn content(store: &dyn Store) -> Result<Content, StoreError> {
    let mut content = Content::new();
    for table in Table::ALL {
        let mut range = KeyRange::all();
        loop {
            let found = store.scan(table, range.clone(), ScanOrder::Ascending, 200).await?;
            let Some((last, _)) = found.last() else { break };
            range = range.after(last);
            content.extend(
                found.into_iter().map(|(key, record)| ((table, key), (record.version, record.value))),
            );
        }
    }
    Ok(content)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if fs::metadata(&path).expect("it is there").len() > 0 {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Damages a file of the folder, mostly the log, and says how.
fn damage(folder: &Path, rng: &mut ChaCha8Rng) -> String {
    let files = files(folder);
    let log = folder.join("sled/db");
    let path = if rng.random_ratio(2, 3) { log } else { files[rng.random_range(0..files.len())].clone() };
    let mut bytes = fs::read(&path).expect("a file");
    // Behind the last segment's messages there are only zeros, which say nothing.
    let used = bytes.iter().rposition(|byte| *byte != 0).map_or(1, |last| last + 1);
    let at = rng.random_range(0..used);
    let how = match rng.random_range(0..3) {
        0 => {
            bytes[at] ^= 1 << rng.random_range(0..8);
            "a flipped bit"
        }
        1 => {
            let start = at / 4096 * 4096;
            let end = bytes.len().min(start + 4096);
            bytes[start..end].fill(0);
            "a zeroed page"
        }
        _ => {
            bytes.truncate(at);
            "a cut"
        }
    };
    fs::write(&path, bytes).expect("a file can be written");
    format!("{how} at {at} of {used} in {}", path.strip_prefix(folder).expect("it is below").display())
}

fn inspected(folder: &Path) -> (Result<InspectionReport, StoreError>, Vec<u8>) {
    let mut text = Vec::new();
    let findings = (|| {
        let mut writer = ExportWriter::begin(&mut text)?;
        let findings = SledStore::inspect(folder, |row| writer.row(&row))?;
        writer.end()?;
        Ok::<_, TransferError>(findings)
    })();
    let findings = findings.map_err(|error| match error {
        TransferError::Store(error) => error,
        other => panic!("{other}"),
    });
    (findings, text)
}

/// What became of a fault.
#[derive(Debug, Default, Clone, Copy)]
struct Outcome {
    was_told_at_start: bool,
    was_told_by_check: bool,
    salvaged: usize,
}

fn outcome(folder: &Path, whole: &Content, how: &str) -> Outcome {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let before: Vec<_> = files(folder).iter().map(|path| fs::read(path).expect("a file")).collect();
    let (findings, text) = inspected(folder);
    let after: Vec<_> = files(folder).iter().map(|path| fs::read(path).expect("a file")).collect();
    assert!(before == after, "{how}: looking changed something");
    let salvaged = runtime.block_on(async {
        let store = MemoryStore::new();
        import(&store, text.as_slice()).await.expect("what is salvaged can be imported");
        content(&store).await.expect("the records can be read")
    });
    let is_told = findings.as_ref().map_or(true, |findings| !findings.is_whole());
    if salvaged != *whole {
        assert!(is_told, "{how}: check is silent about {} of {}", whole.len() - salvaged.len(), whole.len());
    }
    let read = runtime.block_on(async {
        let store = SledStore::open_existing(folder)?;
        let read = content(&store).await;
        let _ = store.close().await;
        read
    });
    assert!(is_told || read.is_ok(), "{how}: check calls it whole, and it does not open: {read:?}");
    if let Ok(read) = &read {
        let differs = whole.iter().filter(|(key, value)| read.get(key) != Some(value)).count();
        assert!(is_told || read == whole, "{how}: {differs} records are not as they were, in silence");
    }
    Outcome {
        was_told_at_start: read.is_err(),
        was_told_by_check: is_told,
        salvaged: whole.iter().filter(|(key, value)| salvaged.get(key) == Some(value)).count(),
    }
}

/// Runs what may be an endless loop.
fn in_time<T: Send + 'static>(what: &str, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = mpsc::channel();
    let working = thread::spawn(move || {
        let _ = sender.send(work());
    });
    match receiver.recv_timeout(TEST_TIMEOUT) {
        Ok(done) => done,
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("{what}: it takes for ever"),
        Err(mpsc::RecvTimeoutError::Disconnected) => {
            let panic = working.join().expect_err("it ended without an answer");
            std::panic::resume_unwind(panic)
        }
    }
}

/// A store with games in it, and what it holds.
fn store_with_games(folder: &Path, runtime: &tokio::runtime::Runtime) -> Content {
    runtime.block_on(async {
        fill(folder, 0..100).await;
        let copied = folder.with_extension("copy");
        copy(folder, &copied);
        content(&SledStore::open(copied).expect("the store opens")).await.expect("the records can be read")
    })
}

/// The log of a store, and how many bytes of it are in use.
fn log_of(folder: &Path) -> (PathBuf, Vec<u8>, usize) {
    let log = folder.join("sled/db");
    let bytes = fs::read(&log).expect("sled's log");
    let used = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    (log, bytes, used)
}

#[test]
fn a_missing_end_is_refused_with_the_number_of_writes_and_salvaged_up_to_there() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let work = tempfile::tempdir().expect("a folder");
    let folder = work.path().join("store");
    let whole = store_with_games(&folder, &runtime);
    let (log, mut bytes, used) = log_of(&folder);
    bytes.truncate(used - 20_000);
    fs::write(&log, bytes).expect("a file can be written");
    for _ in 0..2 {
        let error = SledStore::open(&folder).expect_err("writes are missing");
        assert!(matches!(error, StoreError::Missing { missing: 1..100, .. }), "{error}");
    }
    let (findings, text) = inspected(&folder);
    let findings = findings.expect("the rest can be read");
    assert!(findings.missing_writes > 0 && !findings.is_whole(), "{findings:?}");
    let salvaged = runtime.block_on(async {
        let store = MemoryStore::new();
        import(&store, text.as_slice()).await.expect("what is salvaged can be imported");
        content(&store).await.expect("the records can be read")
    });
    assert!(salvaged.len() > whole.len() - 200 && salvaged != whole);
}

#[test]
fn what_lies_behind_a_flipped_bit_is_not_overwritten_but_salvaged() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let work = tempfile::tempdir().expect("a folder");
    let folder = work.path().join("store");
    let whole = store_with_games(&folder, &runtime);
    let (log, whole_log, used) = log_of(&folder);
    // A bit in the middle of a record's text is that record's alone; of some texts another copy is in the log.
    // The newest texts come first, as those are of use.
    let texts =
        (used / 2..used - 10_000).rev().step_by(40).filter(|at| whole_log[*at..].starts_with(&[b'x'; 40]));
    let bytes = texts.map(|text| {
        let mut bytes = whole_log.clone();
        bytes[text + 20] ^= 4;
        fs::write(&log, &bytes).expect("a file can be written");
        bytes
    });
    let damaged = bytes.into_iter().find(|_| inspected(&folder).0.is_ok_and(|findings| !findings.is_whole()));
    let bytes = damaged.expect("a record that is in the log once");
    let error = SledStore::open(&folder).expect_err("sled would take the rest for nothing");
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
    assert!(fs::read(&log).expect("sled's log") == bytes, "nothing is overwritten");
    let (findings, text) = inspected(&folder);
    let salvaged = runtime.block_on(async {
        let store = MemoryStore::new();
        import(&store, text.as_slice()).await.expect("what is salvaged can be imported");
        content(&store).await.expect("the records can be read")
    });
    let lost: Vec<_> = whole.iter().filter(|(key, value)| salvaged.get(key) != Some(value)).collect();
    assert_eq!(lost.len(), 1, "{lost:?} are lost by one bit");
    let ((table, key), _) = lost[0];
    let name = format!("{table} {}", key.escape_ascii());
    assert!(findings.expect("the rest can be read").lost.contains(&name), "{name} is not named");
}

/// A power cut may undo the first sector of a segment that is being used again, and keep the rest.
#[test]
fn a_lost_head_of_a_segment_of_which_nothing_is_of_use_is_no_damage() {
    const SEGMENT: usize = 8 * 1024 * 1024;
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let work = tempfile::tempdir().expect("a folder");
    let folder = work.path().join("store");
    runtime.block_on(async {
        let store = SledStore::open(&folder).expect("the store opens");
        for round in 0..30_u8 {
            for key in 0..20 {
                let batch = Batch::new().put(Table::Game, Key::new().number(key), vec![round; 60_000]);
                assert_eq!(store.commit(batch).await.expect("the store commits"), CommitOutcome::Applied);
            }
        }
        store.close().await.expect("the store closes");
    });
    let (_, bytes, used) = log_of(&folder);
    for has_snapshot in [true, false] {
        let mut whole = 0;
        for segment in 0..used.div_ceil(SEGMENT) {
            let damaged = work.path().join(format!("{segment} {has_snapshot}"));
            copy(&folder, &damaged);
            let mut bytes = bytes.clone();
            bytes[segment * SEGMENT..][..512].fill(0);
            fs::write(damaged.join("sled/db"), bytes).expect("a file can be written");
            let snapshots =
                files(&damaged).into_iter().filter(|path| path.to_string_lossy().contains("snap."));
            for snapshot in snapshots.filter(|_| !has_snapshot) {
                fs::remove_file(snapshot).expect("a file can be removed");
            }
            let (findings, _) = inspected(&damaged);
            let is_whole = findings.is_ok_and(|findings| findings.is_whole());
            let opened = SledStore::open(&damaged).and_then(|store| runtime.block_on(content(&store)));
            let is_read = opened.is_ok_and(|content| {
                let as_written = |value: &[u8]| value.len() == 60_000 && value.iter().all(|byte| *byte == 29);
                content.len() == 20
                    && content.values().all(|(version, value)| *version == 30 && as_written(value))
            });
            assert_eq!(is_whole, is_read, "segment {segment}, snapshot: {has_snapshot}");
            whole += usize::from(is_whole);
        }
        assert!(whole > 0, "nothing of no use was in the log");
    }
}

#[test]
fn a_damaged_snapshot_is_put_aside_and_the_log_is_read() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let work = tempfile::tempdir().expect("a folder");
    let folder = work.path().join("store");
    let whole = store_with_games(&folder, &runtime);
    let snapshot = files(&folder).into_iter().find(|path| path.to_string_lossy().contains("snap."));
    let snapshot = snapshot.expect("sled made a snapshot");
    let mut bytes = fs::read(&snapshot).expect("a file");
    bytes[0] ^= 1;
    fs::write(&snapshot, bytes).expect("a file can be written");
    let read = runtime.block_on(async {
        let store = SledStore::open(&folder).expect("the log holds everything");
        content(&store).await.expect("the records can be read")
    });
    assert!(read == whole);
    assert!(files(&folder).iter().any(|path| path.to_string_lossy().contains("damaged-snap.")));
}

#[test]
fn no_single_fault_changes_records_in_silence() {
    try_faults(seeds::seed(20_260_401), seeds::number("ADOUBE_FAULTS", 200));
    for seed in seeds::fresh(1) {
        seeds::tell(seed);
        try_faults(seed, NEW_FAULTS);
    }
}

fn try_faults(seed: u64, faults: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let work = tempfile::tempdir().expect("a folder");
    let origin = work.path().join("origin");
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    // Opened several times, so that part of it is in a snapshot and part only in the log.
    runtime.block_on(async {
        fill(&origin, 0..GAMES / 2).await;
        fill(&origin, GAMES / 2..GAMES).await;
        fill(&origin, GAMES..GAMES + 20).await;
    });
    let (findings, _) = inspected(&origin);
    let findings = findings.expect("the store can be read");
    assert!(findings.is_whole(), "{findings:?}");
    let whole = runtime.block_on(async {
        let copied = work.path().join("whole");
        copy(&origin, &copied);
        content(&SledStore::open(copied).expect("the store opens")).await.expect("the records can be read")
    });
    assert!(whole.len() > 2000, "{} records", whole.len());
    let (mut at_start, mut by_check, mut lost) = (0, 0, 0);
    for fault in 0..faults {
        let folder = work.path().join("damaged");
        let _ = fs::remove_dir_all(&folder);
        copy(&origin, &folder);
        let how = format!("fault {fault}: {}", damage(&folder, &mut rng));
        let outcome = in_time(&how, {
            let (whole, how) = (whole.clone(), how.clone());
            move || outcome(&folder, &whole, &how)
        });
        at_start += u64::from(outcome.was_told_at_start);
        by_check += u64::from(outcome.was_told_by_check);
        lost += (whole.len() - outcome.salvaged) as u64;
    }
    println!(
        "{faults} faults: {at_start} told when opening or reading, {by_check} by a check; \
         on average {} of {} records could not be salvaged",
        lost / faults.max(1),
        whole.len()
    );
}
