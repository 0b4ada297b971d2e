//! Tests of exports to standard output and imports from standard input, as in a pipe to another
//! program. Not here: files.

use std::{
    fs::File,
    io,
    path::Path,
    process::{Output, Stdio},
};

use crate::running::{Running, folder, names, run};

/// Runs a command with this standard input and output; what it wrote where.
fn piped(here: &Path, arguments: &[&str], input: Stdio, output: Stdio) -> Output {
    let mut command = adoube_testing::adoube!();
    let command = command.current_dir(here).args(arguments).stdin(input).stdout(output);
    command.stderr(Stdio::piped()).spawn().expect("the program runs").wait_with_output().expect("it ends")
}

#[test]
fn a_dash_is_standard_output_and_standard_input() {
    let here = folder();
    let bot = Running::start(here.path(), "data");
    bot.write(20);
    bot.stop();
    run(here.path(), &["--data", "data", "store", "export", "backup.jsonl"]);
    let expected = std::fs::read(here.path().join("backup.jsonl")).expect("a file");
    for arguments in [&["export"][..], &["export", "-"], &["salvage", "-"]] {
        let arguments = [&["--data", "data", "store"], arguments].concat();
        let output = piped(here.path(), &arguments, Stdio::null(), Stdio::piped());
        assert!(output.status.success(), "{arguments:?}");
        assert!(output.stdout == expected, "{arguments:?}: nothing else is on standard output");
        assert!(String::from_utf8_lossy(&output.stderr).contains("rows written"), "{arguments:?}");
    }
    for (copy, arguments) in [("one", &["import", "-"][..]), ("other", &["import"])] {
        let arguments = [&["--data", copy, "store"], arguments].concat();
        let input = File::open(here.path().join("backup.jsonl")).expect("a file");
        assert!(piped(here.path(), &arguments, input.into(), Stdio::null()).status.success());
        let again =
            piped(here.path(), &["--data", copy, "store", "export", "-"], Stdio::null(), Stdio::piped());
        assert!(again.stdout == expected, "{copy}");
    }
    // A file of that name can be had all the same.
    run(here.path(), &["--data", "data", "store", "export", "./-"]);
    assert_eq!(names(here.path()), ["-", "backup.jsonl", "data", "one", "other"]);
}

#[test]
fn who_reads_along_may_go() {
    let here = folder();
    let bot = Running::start(here.path(), "data");
    bot.write(20);
    bot.stop();
    for arguments in [["export", "-"], ["salvage", "-"]] {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let arguments = [&["--data", "data", "store"], arguments.as_slice()].concat();
        let output = piped(here.path(), &arguments, Stdio::null(), writer.into());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(74), "{said}");
        assert!(
            said.contains("Broken pipe") && !said.contains("panicked") && !said.contains("rows written"),
            "{said}"
        );
        let full = File::options().write(true).open("/dev/full").expect("a device");
        let output = piped(here.path(), &arguments, Stdio::null(), full.into());
        assert_eq!(output.status.code(), Some(74), "a disk that is full");
    }
}
