//! Tests of a log that cannot be written: on a full disk, into a pipe that nobody reads any more or
//! that is full, closed. The program goes on and ends in order. Also of signals and colours, as a
//! service manager expects them. Not here: what is logged (`logged`).

use std::{
    fs::{self, File},
    io::Write,
    path::Path,
    process::{Command, Stdio},
    sync::mpsc,
};

use adoube_testing::TEST_TIMEOUT;

use crate::{
    adoube, folder,
    running::{ends_at, started},
};

/// As many bytes as a pipe holds.
const PIPE: usize = 64 * 1024;

/// Starts it with this standard error, asks for a page, has it log some lines, and ends it.
fn check(mut command: Command, stderr: Stdio, what: &str) {
    command.stderr(stderr);
    // One line at the start is a warning.
    command.env("ADOUBE_PORT", "tcp://10.0.0.1:8424").env("ADOUBE_LOG__LEVEL", "debug");
    let (mut child, said) = started(command);
    // Not piped any more: the reader is gone.
    drop(child.stderr.take());
    let origin = address(&said, what);
    for _ in 0..3 {
        assert_eq!(ureq::get(&origin).call().expect("the page").status().as_u16(), 200, "{what}");
        adoube_testing::program::signal(child.id(), "HUP");
    }
    let status = ends_at("TERM", &mut child, &said);
    assert_eq!(status.code(), Some(0), "{what}");
}

/// Where its web chat is.
fn address(said: &mpsc::Receiver<String>, what: &str) -> String {
    let line = said.recv_timeout(TEST_TIMEOUT).unwrap_or_else(|_| panic!("{what}: it does not start"));
    let address = line.split_whitespace().find(|word| word.starts_with("http://"));
    address.unwrap_or_else(|| panic!("{what}: no address in {line:?}")).to_owned()
}

#[test]
fn a_full_disk_does_not_end_it() {
    let here = folder();
    check(adoube(here.path()), File::create("/dev/full").expect("a device").into(), "a full disk");
}

#[test]
fn a_reader_that_is_gone_does_not_end_it() {
    let here = folder();
    check(adoube(here.path()), Stdio::piped(), "a reader that is gone");
}

#[test]
fn a_pipe_that_nobody_reads_does_not_block_it() {
    let here = folder();
    let (reader, mut writer) = std::io::pipe().expect("a pipe");
    writer.write_all(&vec![b'x'; PIPE]).expect("a pipe holds that");
    check(adoube(here.path()), writer.into(), "a full pipe");
    drop(reader);
}

#[test]
fn a_closed_standard_error_does_not_end_it() {
    let here = folder();
    check(shell(here.path(), "--data data 2>&-"), Stdio::null(), "closed");
}

/// The program by way of a shell, which closes some of its files.
fn shell(here: &Path, arguments: &str) -> Command {
    let mut shell = Command::new("sh");
    adoube_testing::program::forget_settings(&mut shell);
    let program = env!("CARGO_BIN_EXE_adoube");
    shell.current_dir(here).args(["-c", &format!("exec '{program}' {arguments}")]);
    shell
}

#[test]
fn errors_of_commands_are_told_where_they_can_be() {
    let here = folder();
    for (arguments, code) in [("store check", 65), ("--config nothing", 78), ("config check", 0)] {
        for lost in ["2>/dev/full", "2>&-", "2>/dev/full >/dev/full", "2>&- >&-"] {
            let mut shell = shell(here.path(), &format!("--data nowhere {arguments} {lost}"));
            let status = shell.status().expect("the program runs");
            assert_eq!(status.code(), Some(code), "{arguments} {lost}");
        }
    }
}

#[test]
fn signals_that_mean_nothing_to_it_do_not_end_it_and_a_file_gets_no_colours() {
    let here = folder();
    let mut command = adoube(here.path());
    command.env("TERM", "xterm-256color").env_remove("NO_COLOR");
    command.stderr(File::create(here.path().join("log")).expect("a file"));
    let (mut child, said) = started(command);
    let origin = address(&said, "signals");
    for signal in ["HUP", "USR1", "USR2"] {
        adoube_testing::program::signal(child.id(), signal);
        assert_eq!(ureq::get(&origin).call().expect("the page").status().as_u16(), 200, "{signal}");
    }
    assert!(ends_at("TERM", &mut child, &said).success());
    let log = fs::read_to_string(here.path().join("log")).expect("a log");
    assert!(log.contains("stopping") && !log.contains('\u{1b}'), "{log}");
}
