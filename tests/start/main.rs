//! Tests of the started program: valid and invalid configurations, a folder in use, backup and
//! restore, a chess program as host of the engine; and whether a running program does as it was
//! configured. Not here: what people do there.

#[expect(dead_code)]
#[path = "../crash/bot.rs"]
mod bot;
mod configured;
mod listening;
mod log_lost;
mod logged;
#[expect(dead_code)]
#[path = "../crash/person.rs"]
mod person;
#[path = "../shared/pgn.rs"]
mod pgn;
mod proxied;
mod refusing;
mod running;
#[expect(dead_code)]
#[path = "../crash/seen.rs"]
mod seen;
mod waiting;

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, Command, Output, Stdio},
    sync::mpsc,
    thread,
};

use adoube_testing::TEST_TIMEOUT;
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// The program in a folder of its own, with its data in `data` there, on any port.
fn adoube(folder: &Path) -> Command {
    let mut command = adoube_testing::adoube!();
    command.current_dir(folder).args(["--data", "data"]).stdin(Stdio::null());
    command
}

/// What it says when it does not start.
fn complaint(mut command: Command) -> String {
    complaint_of(&mut command)
}

fn complaint_of(command: &mut Command) -> String {
    let Output { status, stderr, .. } = command.output().expect("the program runs");
    let text = String::from_utf8_lossy(&stderr).into_owned();
    assert!(!status.success(), "it should not start: {text}");
    assert!(text.contains("adoube: "), "{text}");
    text
}

/// A bot that runs until it is dropped.
struct Running(Child, String);

impl Running {
    fn start(mut command: Command) -> Self {
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("its output is piped");
        BufReader::new(stdout).read_line(&mut line).expect("it says something");
        Self(child, line)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_wrong_key_is_named_with_its_section() {
    let here = folder();
    for (text, named) in [
        ("[web]\nprot = 1\n", ["prot", "web"]),
        ("[wbe]\nport = 1\n", ["wbe", "only data, store"]),
        ("[web]\nport = \"many\"\n", ["port", "web"]),
        ("[log]\nformat = \"xml\"\n", ["log.format", "\"xml\": it is one of \"text\", \"json\""]),
        ("[log]\nlevel = \"loud\"\n", ["log.level", "\"loud\""]),
        (
            "[discord]\nthreads = \"often\"\n",
            ["discord.threads", "\"often\": it is one of \"busy\", \"always\", \"never\""],
        ),
        (
            "[discord]\nmessages = \"some\"\n",
            ["discord.messages", "\"some\": it is one of \"mentions\", \"all\", \"none\""],
        ),
        ("[discord]\ntokn = \"x\"\n", ["tokn", "discord"]),
        ("[discord]\nshards = \"4\"\n", ["discord.shards", "0-3/16"]),
        ("[discord]\nguilds = [\"my server\"]\n", ["discord.guilds[0]", "my server"]),
        ("[discord]\nguilds = [1, 0]\n", ["discord.guilds[1]", "a whole number of at least 1"]),
        ("[discord]\ninteractions = \"nowhere\"\n", ["discord.interactions", "address"]),
    ] {
        fs::write(here.path().join("config.toml"), text).expect("a file");
        let said = complaint(adoube(here.path()));
        for word in named {
            assert!(said.contains(word), "{text:?}: {said}");
        }
    }
}

#[test]
fn a_wrong_environment_variable_is_named() {
    let here = folder();
    let mut command = adoube(here.path());
    command.env("ADOUBE_WEB__PROT", "1");
    assert!(complaint(command).contains("prot"));
    let mut command = adoube(here.path());
    command.env("ADOUBE_DISCORD__GUILDS", "1,here");
    assert!(complaint(command).contains("discord.guilds[1]"));
}

#[test]
fn a_named_file_must_exist_and_a_filter_must_be_one() {
    let here = folder();
    let mut command = adoube(here.path());
    command.args(["--config", "elsewhere.toml"]);
    assert!(complaint(command).contains("elsewhere.toml"));
    let mut command = adoube(here.path());
    command.env("ADOUBE_LOG__LEVEL", "adoube=loud");
    let said = complaint(command);
    assert!(
        said.contains("log.level cannot be \"adoube=loud\": it is one of error, warn, info, debug, trace"),
        "{said}"
    );
    let mut command = adoube(here.path());
    command.env("ADOUBE_LOG__FORMAT", "xml");
    assert!(complaint(command).contains("\"xml\": it is one of \"text\", \"json\""));
}

#[cfg(feature = "matrix")]
#[test]
fn words_that_matrix_cannot_be_set_to_are_named_with_those_it_can() {
    let here = folder();
    for (text, named) in [
        ("language = \"fr\"", ["matrix.language", "\"fr\": it is one of \"en\", \"de\""]),
        ("threads = \"often\"", ["matrix.threads", "\"often\": it is one of"]),
    ] {
        fs::write(here.path().join("config.toml"), format!("[matrix]\n{text}\n")).expect("a file");
        let said = complaint(adoube(here.path()));
        assert!(named.iter().all(|word| said.contains(word)), "{text}: {said}");
    }
}

#[cfg(feature = "matrix")]
#[test]
fn an_account_on_matrix_is_named_before_anything_is_done_with_it() {
    let here = folder();
    for (settings, words) in [
        ("", "Matrix needs an account"),
        ("user = \"adoube\"", "Matrix needs a homeserver"),
        ("user = \"@adoube:example.org\"", "Matrix needs a passphrase"),
        ("user = \"@adoube:example.org\"\naccess_token = \"syt_hunter2\"", "Matrix needs a passphrase"),
        ("user = \"@adoube:example.org\"\nacces_token = \"syt_hunter2\"", "acces_token"),
    ] {
        fs::write(here.path().join("config.toml"), format!("[matrix]\n{settings}\n")).expect("a file");
        let mut command = adoube(here.path());
        command.args(["matrix", "reset-identity", "--yes"]);
        let said = complaint(command);
        assert!(said.contains(words) && !said.contains("hunter2"), "{settings}: {said}");
    }
    assert!(!here.path().join("data").exists(), "nothing was begun");
}

#[test]
fn the_environment_wins() {
    let here = folder();
    fs::write(here.path().join("config.toml"), "[web]\nport = 1\n").expect("a file");
    let mut command = adoube(here.path());
    command.env("ADOUBE_WEB__PORT", "0");
    let first = Running::start(command);
    assert!(first.1.contains("http://127.0.0.1:") && !first.1.contains(":1 "), "{}", first.1);
}

#[test]
fn a_second_program_on_the_same_folder_is_told_why_it_cannot_start() {
    let here = folder();
    let mut command = adoube(here.path());
    command.env("ADOUBE_WEB__PORT", "0");
    let _first = Running::start(command);
    let said = complaint(adoube(here.path()));
    assert!(said.contains("another adoube is running on this data folder"), "{said}");
    for command in ["import", "compact"] {
        let mut other = adoube(here.path());
        other.args(["store", command]);
        assert!(complaint(other).contains("another adoube is running"));
    }
    let (is_whole, said) = ran(here.path(), &["--data", "data", "store", "check"]);
    assert!(is_whole, "records are checked beside the program: {said}");
}

#[test]
fn with_a_calendar_before_the_newest_records_it_starts_only_where_that_is_accepted() {
    let here = folder();
    // The bot was last there at the beginning of 2100.
    let alive =
        "{\"table\":\"meta\",\"key\":\"alive/\",\"version\":1,\"value\":{\"format\":1,\"at\":4102444800000}}";
    let export = format!("{{\"adoube\":\"store\",\"format\":2}}\n{alive}\n{{\"end\":1}}\n");
    fs::write(here.path().join("backup.jsonl"), export).expect("a file");
    let (is_done, said) = ran(here.path(), &["--data", "data", "store", "import", "backup.jsonl"]);
    assert!(is_done, "{said}");
    for command in [&["chat", "serve"][..], &[]] {
        let mut program = adoube(here.path());
        program.args(command);
        let said = complaint(program);
        assert!(said.contains("2100-01-01 00:00:00 UTC") && said.contains("--accept-calendar"), "{said}");
    }
    assert!(ran(here.path(), &["--data", "data", "--accept-calendar", "chat", "serve"]).0);
    let (starts, said) = ran(here.path(), &["--data", "data", "chat", "serve"]);
    assert!(starts, "the records are of today by now: {said}");
}

#[test]
fn what_is_exported_can_be_imported_and_is_the_same() {
    let here = folder();
    let mut command = adoube(here.path());
    command.env("ADOUBE_WEB__PORT", "0");
    let bot = Running::start(command);
    // Once it answers, the key for its cookies is in the store.
    let address = bot.1.split_whitespace().find(|word| word.starts_with("http://")).expect("an address");
    ureq::get(address).call().expect("the page");
    drop(bot);
    let run = |arguments: &[&str]| {
        let mut command = adoube_testing::adoube!();
        let output = command.current_dir(here.path()).args(arguments).output().expect("the program runs");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    };
    run(&["--data", "data", "store", "export", "first.jsonl"]);
    run(&["--data", "copy", "store", "import", "first.jsonl"]);
    run(&["--data", "copy", "store", "export", "second.jsonl"]);
    let read = |name: &str| fs::read_to_string(here.path().join(name)).expect("a file");
    assert!(read("first.jsonl").lines().count() > 1);
    assert_eq!(read("first.jsonl"), read("second.jsonl"));
    let mut again = adoube(here.path());
    again.args(["store", "import", "first.jsonl"]);
    assert!(complaint(again).contains("not empty"));
}

#[test]
fn files_that_are_written_anew_hold_the_same() {
    let here = folder();
    let run = |arguments: &[&str]| ran(here.path(), arguments);
    import_rows(here.path(), 3000, 2000);
    assert!(run(&["--data", "data", "store", "export", "before.jsonl"]).0);
    let (is_done, said) = run(&["--data", "data", "store", "compact"]);
    assert!(is_done && said.contains(" MB") && said.contains("3000 rows are there"), "{said}");
    assert_eq!(names(&here.path().join("data")), ["lock", "sled", "witness"]);
    assert!(run(&["--data", "data", "store", "export", "after.jsonl"]).0);
    let read = |name: &str| fs::read(here.path().join(name)).expect("a file");
    assert!(read("before.jsonl") == read("after.jsonl"));
    let (is_whole, said) = run(&["--data", "data", "store", "check"]);
    assert!(is_whole && said.contains("3000 rows checked, all of them whole"), "{said}");
    assert!(run(&["--data", "dta", "store", "compact"]).1.contains("there are no records in dta"));
    let mut of_a_database = adoube_testing::adoube!();
    of_a_database.current_dir(here.path()).env("ADOUBE_STORE__URL", "postgres://nobody@127.0.0.1:1/nothing");
    let said = complaint_of(of_a_database.args(["store", "compact"]));
    assert!(said.contains("VACUUM"), "{said}");
}

/// Runs the program in a folder: whether it ended well, and what it said.
fn ran(here: &Path, arguments: &[&str]) -> (bool, String) {
    let mut command = adoube_testing::adoube!();
    let output = command.current_dir(here).args(arguments).output().expect("the program runs");
    (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Brings so many rows into a new data folder there, each of so many words.
fn import_rows(here: &Path, rows: u32, words: usize) {
    let row = |number: u32| {
        let text = format!("{number:04} ").repeat(words);
        format!("{{\"table\":\"game\",\"key\":\"web:{number:04}/\",\"version\":3,\"value\":\"{text}\"}}\n")
    };
    let all: String = (0..rows).map(row).collect();
    let export = format!("{{\"adoube\":\"store\",\"format\":2}}\n{all}{{\"end\":{rows}}}\n");
    fs::write(here.join("backup.jsonl"), export).expect("a file");
    assert!(ran(here, &["--data", "data", "store", "import", "backup.jsonl"]).0);
}

/// The names in a folder, hidden ones too.
fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<_> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn an_export_that_cannot_be_made_leaves_the_last_one_as_it_was() {
    let here = folder();
    fs::write(here.path().join("backup.jsonl"), "the last backup").expect("a file");
    let export = |data: &str| {
        let mut command = adoube_testing::adoube!();
        command.current_dir(here.path()).args(["--data", data, "store", "export", "backup.jsonl"]);
        let said = complaint(command);
        let kept = fs::read_to_string(here.path().join("backup.jsonl")).expect("a file");
        assert_eq!(kept, "the last backup", "{said}");
        said
    };
    assert!(export("dta").contains("there are no records in dta"));
    assert_eq!(names(here.path()), ["backup.jsonl"]);

    let mut command = adoube(here.path());
    command.env("ADOUBE_WEB__PORT", "0");
    let bot = Running::start(command);
    // A program that cannot be asked, such as an older one.
    fs::remove_file(here.path().join("data/export.socket")).expect("the socket of a running program");
    assert!(export("data").contains("cannot be asked for its records"));
    drop(bot);
    fs::write(here.path().join("data/sled/conf"), "segment_size: many\nnonsense and more").expect("a file");
    assert!(export("data").contains("damaged"));
    assert_eq!(names(here.path()), ["backup.jsonl", "data"]);
}

#[test]
fn what_damage_leaves_is_named_salvaged_and_imported_anew() {
    let here = folder();
    let run = |arguments: &[&str]| ran(here.path(), arguments);
    import_rows(here.path(), 500, 40);
    let (is_whole, said) = run(&["--data", "data", "store", "check"]);
    assert!(is_whole && said.contains("500 rows checked, all of them whole"), "{said}");
    assert!(run(&["--data", "dta", "store", "check"]).1.contains("there are no records in dta"));

    // One letter of each form of one value.
    let log = here.path().join("data/sled/db");
    let mut bytes = fs::read(&log).expect("sled's log");
    let value = "0250 ".repeat(40);
    for at in 0..bytes.len() - value.len() {
        if bytes[at] == b'0' && bytes[at..].starts_with(value.as_bytes()) {
            bytes[at + 7] ^= 1;
        }
    }
    fs::write(&log, &bytes).expect("a file can be written");
    let (is_whole, said) = run(&["--data", "data", "store", "check"]);
    assert!(!is_whole && said.contains("lost: game web:0250/") && said.contains("499 of 500 rows"), "{said}");
    let (is_written, said) = run(&["--data", "data", "store", "salvage", "whole.jsonl"]);
    assert!(is_written && said.contains("lost: game web:0250/"), "{said}");
    assert!(fs::read(&log).expect("sled's log") == bytes, "salvaging changes nothing");
    assert!(run(&["--data", "new", "store", "import", "whole.jsonl"]).0);
    let (is_whole, said) = run(&["--data", "new", "store", "check"]);
    assert!(is_whole && said.contains("499 rows"), "{said}");
}

#[cfg(unix)]
#[test]
fn records_and_exports_are_their_owners_alone_whatever_the_mask() {
    use std::os::unix::fs::PermissionsExt as _;

    fn check(path: &Path) {
        let mode = fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
        assert_eq!(mode, if path.is_dir() { 0o700 } else { 0o600 }, "{}: {mode:o}", path.display());
        if path.is_dir() {
            for name in names(path) {
                check(&path.join(name));
            }
        }
    }

    let here = folder();
    let run = |rest: &str| {
        let program = env!("CARGO_BIN_EXE_adoube");
        let mut shell = Command::new("sh");
        adoube_testing::program::forget_settings(&mut shell);
        shell.current_dir(here.path()).env("ADOUBE_WEB__PORT", "0").stdin(Stdio::null());
        shell.args(["-c", &format!("umask 000; exec '{program}' --data over/data {rest}")]);
        shell
    };
    drop(Running::start(run("")));
    check(&here.path().join("over/data"));
    // Only what is ours is closed.
    let open = |path: &str, mode| {
        let path = here.path().join(path);
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("the mode can be set");
    };
    open("over", 0o755);
    // An older program made it like this.
    for path in ["over/data", "over/data/sled", "over/data/sled/blobs"] {
        open(path, 0o755);
    }
    open("over/data/sled/db", 0o666);
    open("over/data/lock", 0o644);
    assert!(run("store export backup.jsonl").status().expect("the program runs").success());
    check(&here.path().join("over/data"));
    check(&here.path().join("backup.jsonl"));
    let parent = fs::metadata(here.path().join("over")).expect("it is there").permissions().mode();
    assert_eq!(parent & 0o777, 0o755);
}

#[cfg(not(feature = "matrix"))]
#[test]
fn settings_for_a_part_that_was_left_out_name_the_part() {
    let here = folder();
    fs::write(here.path().join("config.toml"), "[matrix]\n").expect("a file");
    assert!(complaint(adoube(here.path())).contains("--features matrix"));
    fs::remove_file(here.path().join("config.toml")).expect("a file");
    let mut command = adoube(here.path());
    command.env("ADOUBE_MATRIX__USER", "@adoube:example.org");
    assert!(complaint(command).contains("--features matrix"));
}

/// A program that never answers is ended after a minute, so that the test fails instead of waiting.
#[test]
fn a_chess_program_that_asks_is_answered_while_it_waits() {
    let mut program = adoube_testing::adoube!()
        .args(["engine", "uci"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut asked, answers) = (program.stdin.take().unwrap(), program.stdout.take().unwrap());
    let mut program = Running(program, String::new());
    let (tell, told) = mpsc::channel();
    thread::spawn(move || {
        BufReader::new(answers).lines().map_while(Result::ok).try_for_each(|line| tell.send(line))
    });
    let mut ask = |lines: &str, last: &str| {
        asked.write_all(lines.as_bytes()).expect("the program listens");
        let line = || told.recv_timeout(TEST_TIMEOUT).expect("it answers");
        std::iter::repeat_with(line).find(|line| line.starts_with(last)).unwrap()
    };
    ask("uci\n", "uciok");
    ask("isready\n", "readyok");
    let first = ask("position startpos moves e2e4\ngo movetime 20\n", "bestmove ");
    let second = ask("position startpos moves e2e4 e7e5 g1f3\ngo nodes 500\n", "bestmove ");
    assert!(!first.contains("0000") && !second.contains("0000"), "{first}, {second}");
    asked.write_all(b"go infinite\nquit\n").expect("the program listens");
    let end = program.0.wait().expect("it can be waited for");
    assert!(end.success(), "{end}");
}
