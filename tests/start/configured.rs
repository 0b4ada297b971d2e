//! Tests of configurations as operators have them: unreadable files, secrets in files,
//! `config check` and `config show`, and exit statuses. Not here: each key (tests of `config`).

use std::{
    fs,
    os::unix::fs::symlink,
    path::Path,
    process::{Command, Output},
};

use adoube_testing::TEST_TIMEOUT;
use serde_json::Value;

use crate::{
    Running, adoube, folder,
    running::{ends_at, started},
};

/// The program's exit code, and what it says on standard error.
fn end(command: &mut Command) -> (Option<i32>, String) {
    let Output { status, stderr, .. } = command.output().expect("the program runs");
    (status.code(), String::from_utf8_lossy(&stderr).into_owned())
}

fn program(here: &Path, arguments: &[&str]) -> Command {
    let mut command = adoube(here);
    command.args(arguments);
    command
}

#[test]
fn a_file_that_is_there_and_cannot_be_read_ends_the_program() {
    for (make, said) in [
        ((|file| fs::create_dir(file)) as fn(&Path) -> std::io::Result<()>, "config.toml cannot be read"),
        (|file| symlink("nowhere", file), "config.toml is a link to a file that is not there"),
        (|file| fs::write(file, b"[web]\n# \xff\n"), "config.toml, line 2: the file is not UTF-8"),
        (|file| fs::write(file, "[web\n"), "config.toml, line 1, column "),
        (|file| fs::write(file, "#".repeat(2 * 1024 * 1024)), "config.toml is larger than"),
    ] {
        let here = folder();
        make(&here.path().join("config.toml")).expect("something is there");
        for arguments in [&[][..], &["--config", "config.toml"], &["config", "check"], &["store", "check"]] {
            let (code, told) = end(&mut program(here.path(), arguments));
            assert_eq!(code, Some(78), "{told}");
            assert!(told.starts_with("adoube: ") && told.contains(said), "{said}: {told}");
        }
        assert!(!here.path().join("data").exists(), "nothing was begun");
    }
}

#[test]
fn check_says_that_all_is_well_or_everything_that_is_wrong() {
    let here = folder();
    let check = || end(&mut program(here.path(), &["config", "check"]));
    assert_eq!(check(), (Some(0), String::new()));
    fs::write(here.path().join("config.toml"), "[web]\nport = 99999\n[data]\npath = 5\n").expect("a file");
    let (code, said) = check();
    assert_eq!(code, Some(78));
    assert!(said.contains("config.toml, line 2: web.port") && said.contains("line 4: data.path"), "{said}");
    assert!(!here.path().join("data").exists(), "nothing was begun");
}

#[test]
fn what_is_shown_says_where_it_comes_from_and_hides_secrets() {
    let here = folder();
    fs::write(here.path().join("token"), "hunter2\n").expect("a file");
    fs::write(here.path().join("config.toml"), "[web]\nport = 8500\n").expect("a file");
    let mut command = program(here.path(), &["config", "show"]);
    command.env("ADOUBE_DISCORD__TOKEN_FILE", "token").env("ADOUBE_PORT", "tcp://10.0.0.1:8424");
    let Output { status, stdout, stderr } = command.output().expect("the program runs");
    let (stdout, stderr) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success(), "{stderr}");
    assert!(stderr.contains("ADOUBE_PORT is no setting"), "{stderr}");
    assert!(stdout.contains("port = 8500 # config.toml, line 2"), "{stdout}");
    assert!(stdout.contains("token = \"(hidden)\" # file token of"), "{stdout}");
    assert!(!stdout.contains("hunter2"), "{stdout}");
    assert!(stdout.parse::<toml::Table>().is_ok(), "{stdout}");
}

#[test]
fn a_service_of_this_name_in_a_cluster_does_not_keep_it_from_starting() {
    let here = folder();
    let mut command = adoube(here.path());
    command.envs([("ADOUBE_PORT", "tcp://10.0.0.1:8424"), ("ADOUBE_SERVICE_HOST", "10.0.0.1")]);
    command.envs([("ADOUBE_PORT_8424_TCP", "tcp://10.0.0.1:8424"), ("ADOUBE_WEB__PORT", "0")]);
    assert!(Running::start(command).1.contains("adoube is ready"));
}

#[test]
fn it_ends_with_a_number_that_says_whether_a_restart_may_help() {
    let here = folder();
    let mut command = adoube(here.path());
    command.env("ADOUBE_WEB__PORT", "0");
    let running = Running::start(command);
    let in_use = |format: &str| end(program(here.path(), &[]).env("ADOUBE_LOG__FORMAT", format));
    let (code, said) = in_use("text");
    assert_eq!(code, Some(75), "{said}");
    assert!(said.lines().last().is_some_and(|line| line.starts_with("adoube: another adoube")), "{said}");
    let (code, said) = in_use("json");
    assert_eq!(code, Some(75), "{said}");
    for line in said.lines() {
        assert!(serde_json::from_str::<Value>(line).is_ok(), "{line}");
    }
    let last: Value = said.lines().last().and_then(|line| serde_json::from_str(line).ok()).expect("a line");
    assert_eq!(last["level"], "ERROR", "{said}");
    assert!(
        last["fields"]["message"].as_str().is_some_and(|said| said.starts_with("another adoube")),
        "{said}"
    );
    drop(running);
    for (arguments, code) in [
        (&["--prot"][..], 64),
        (&["stor"], 64),
        (&["--version"], 0),
        (&["help"], 0),
        (&["--config", "elsewhere.toml"], 78),
        (&["store", "salvage"], 64),
    ] {
        assert_eq!(end(&mut program(here.path(), arguments)).0, Some(code), "{arguments:?}");
    }
    let nothing =
        |arguments: &[&str]| end(adoube_testing::adoube!().current_dir(here.path()).args(arguments)).0;
    assert_eq!(nothing(&["--data", "nowhere", "store", "check"]), Some(65));
    assert_eq!(nothing(&["--data", "new", "store", "import", "nothing.jsonl"]), Some(74));
    let unreachable = &["store", "check", "--url", "postgres://u@127.0.0.1:1/d"];
    assert_eq!(nothing(unreachable), Some(75));
    // Also where the configuration is what is wrong, in the format that can be read of it.
    fs::write(here.path().join("config.toml"), "[log]\nformat = \"json\"\n[web]\nport = 99999\n")
        .expect("a file");
    let (code, said) = end(&mut program(here.path(), &[]));
    let line: Value = serde_json::from_str(&said).expect("one line of JSON");
    assert_eq!((code, line["level"].as_str()), (Some(78), Some("ERROR")), "{said}");
}

#[test]
fn the_log_names_moderators_whom_nobody_is_yet() {
    let here = folder();
    fs::write(here.path().join("config.toml"), "[web]\nmoderators = [\"Ada\"]\n").expect("a file");
    let mut command = adoube(here.path());
    command.stderr(fs::File::create(here.path().join("log")).expect("a file"));
    let (mut child, said) = started(command);
    said.recv_timeout(TEST_TIMEOUT).expect("it is ready");
    assert!(ends_at("TERM", &mut child, &said).success());
    let log = fs::read_to_string(here.path().join("log")).expect("a log");
    assert!(log.contains("nobody has this name yet") && log.contains("name=\"ada\""), "{log}");
}

#[test]
fn the_version_says_what_was_built_in() {
    let output = adoube_testing::adoube!().arg("--version").output().expect("the program runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let matrix = if cfg!(feature = "matrix") { ", with Matrix\n" } else { ", without Matrix\n" };
    assert!(said.starts_with("adoube 0.") && said.ends_with(matrix), "{said}");
}
