//! Runs the test programs of the workspace: those that wait for browsers, sockets and other
//! programs beside those that compute.

use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::process::{Command, Stdio};
use std::thread;

use super::background::BackgroundProgram;
use super::machine::{self, Machine};
use super::skipped_tests::SkippedTests;
use super::step_clock::StepClock;
use crate::command::{ProcessError, cargo, run};

/// Programs that wait for a browser, other programs and pauses of their own longer than they compute.
const WAITING: [&str; 5] = ["browser", "discord", "matrix", "failover", "bridge"];

/// Runs all tests and comparisons; failures are told when all have run.
pub(super) fn run_all(machine: &Machine, clock: &StepClock) -> Result<(), ProcessError> {
    run(&mut cargo("test --workspace --all-features --no-run --quiet"))?;
    let computing: Vec<String> =
        test_targets()?.into_iter().filter(|name| !WAITING.contains(&name.as_str())).collect();
    let mut skipped = SkippedTests::default();
    let mut faults = Vec::new();

    let mut waiting = named_tests(WAITING.iter().copied());
    waiting.args(["--", "--show-output"]);
    let mut kept = tempfile::tempfile().map_err(|error| ProcessError::start(&waiting, error))?;
    let background = BackgroundProgram::start(waiting, &kept)?;
    let mut tests = named_tests(computing.iter().map(String::as_str));
    tests.args(["--lib", "--bins"]);
    note(&mut faults, run_filtered(tests, &mut skipped));
    clock.tell_end("libraries and the programs that compute");
    let mut documented = cargo_test();
    documented.arg("--doc");
    note(&mut faults, run_filtered(documented, &mut skipped));
    note(&mut faults, compare_legal_moves(machine, clock));
    note(&mut faults, compare_records(machine, clock));
    note(&mut faults, background.finish());
    clock.tell_end(&WAITING.join(", "));
    let read = kept.seek(SeekFrom::Start(0)).and_then(|_| skipped.filter(BufReader::new(kept), io::stdout()));
    let is_well = read.and_then(|()| skipped.report(machine, io::stdout()));
    if !is_well.map_err(|error| ProcessError::Tests(format!("cannot read what tests printed: {error}")))? {
        faults.push("tests were left out though this machine has what they need".to_owned());
    }
    if faults.is_empty() { Ok(()) } else { Err(ProcessError::Tests(faults.join("\n"))) }
}

fn note(faults: &mut Vec<String>, result: Result<(), ProcessError>) {
    faults.extend(result.err().map(|error| error.to_string()));
}

/// The names of the workspace's test programs.
fn test_targets() -> Result<Vec<String>, ProcessError> {
    let mut command = cargo("metadata --no-deps --format-version 1");
    let output = command.output().map_err(|error| ProcessError::start(&command, error))?;
    ProcessError::check(&command, output.status)?;
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| ProcessError::start(&command, io::Error::other(error)))?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let targets = packages.flat_map(|package| package["targets"].as_array().into_iter().flatten());
    let is_test = |target: &&serde_json::Value| target["kind"][0] == "test";
    let names = targets.filter(is_test).filter_map(|target| target["name"].as_str());
    let names: Vec<String> = names.map(str::to_owned).collect();
    if names.is_empty() {
        return Err(ProcessError::Missing("a cargo whose metadata names the test programs".to_owned()));
    }
    Ok(names)
}

fn cargo_test() -> Command {
    with_threads(cargo("test --workspace --all-features --no-fail-fast"))
}

/// With two test threads for each processor, unless the environment says another number: most tests wait for sockets, disks
/// and other programs.
pub(super) fn with_threads(mut command: Command) -> Command {
    let threads = 2 * thread::available_parallelism().map_or(1, usize::from);
    if std::env::var_os("RUST_TEST_THREADS").is_none_or(|chosen| chosen.is_empty()) {
        command.env("RUST_TEST_THREADS", threads.to_string());
    }
    command
}

fn named_tests<'a>(names: impl Iterator<Item = &'a str>) -> Command {
    let mut command = cargo_test();
    for name in names {
        command.args(["--test", name]);
    }
    command
}

/// Runs tests and prints what is worth reading of their output.
fn run_filtered(mut command: Command, skipped: &mut SkippedTests) -> Result<(), ProcessError> {
    command.args(["--", "--show-output"]).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|error| ProcessError::start(&command, error))?;
    let read = child.stdout.take().map(|output| skipped.filter(BufReader::new(output), io::stdout()));
    let status = child.wait().map_err(|error| ProcessError::start(&command, error))?;
    read.transpose().map_err(|error| ProcessError::start(&command, error))?;
    ProcessError::check(&command, status)
}

/// Holds legal moves against Fairy-Stockfish's.
fn compare_legal_moves(machine: &Machine, clock: &StepClock) -> Result<(), ProcessError> {
    clock.announce("legal moves against Fairy-Stockfish");
    let script = ["tests/peers/fairy_stockfish.py", "--positions", "2000"];
    compare(machine, "import pyffish", &script, "the comparison needs python3 and pyffish")
}

/// Records of random games, read by python-chess, pgn-extract, chess.js and Fairy-Stockfish.
fn compare_records(machine: &Machine, clock: &StepClock) -> Result<(), ProcessError> {
    clock.announce("records against other readers of PGN");
    let script = ["tests/peers/records.py"];
    compare(machine, "import chess, pyffish", &script, "the records need python3, python-chess and pyffish")
}

fn compare(machine: &Machine, imports: &str, script: &[&str], needs: &str) -> Result<(), ProcessError> {
    if machine::succeeds(machine::python().args(["-c", imports])) {
        return run(machine::python().args(script));
    }
    if machine.is_fault("python-chess") {
        return Err(ProcessError::Missing(format!("{needs}, which could be had")));
    }
    let mut output = io::stdout();
    writeln!(output, "left out: {needs}").map_err(|error| ProcessError::Tests(error.to_string()))
}
