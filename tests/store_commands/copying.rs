//! Tests of `adoube store copy` between folders: interrupted anywhere, of a running program, and
//! what is refused. Not here: databases (`database`).

use std::{
    fs,
    path::Path,
    process::{Child, Stdio},
};

use crate::{
    halfway::Halfway,
    running::{Running, folder, names, output, refused, run},
};

/// Lines of an export: rows of every table, some at the limits, and answers. No program knows such keys.
pub(crate) fn export_of(each: usize) -> String {
    const TABLES: [&str; 13] = [
        "channel", "deadline", "discord", "event", "game", "index", "matrix", "message", "meta", "outbox",
        "person", "setting", "web",
    ];
    let mut rows = Vec::new();
    for table in TABLES {
        for number in 0..each {
            let text = "x".repeat(number % 700);
            rows.push(format!(
                r#"{{"table":"{table}","key":"x{number:05}/","version":{},"value":"{text}"}}"#,
                number + 1
            ));
        }
        let (key, value) = ("z".repeat(512), "v".repeat(64 * 1024 - 2));
        rows.push(format!(r#"{{"table":"{table}","key":"{key}","version":1,"value":"{value}"}}"#));
    }
    for number in 0..each {
        rows.push(format!(
            r#"{{"event":"web:{number:05}","at":{},"answer":{{"format":2,"reply":"posted"}}}}"#,
            1000 - number % 7
        ));
    }
    format!("{{\"adoube\":\"store\",\"format\":2}}\n{}\n{{\"end\":{}}}\n", rows.join("\n"), rows.len())
}

/// Fills a folder.
pub(crate) fn filled(here: &Path, data: &str, export: &str) {
    fs::write(here.join("origin.jsonl"), export).expect("a file");
    run(here, &["--data", data, "store", "import", "origin.jsonl"]);
}

pub(crate) fn exported(here: &Path, data: &str) -> String {
    run(here, &["--data", data, "store", "export", "exported.jsonl"]);
    fs::read_to_string(here.join("exported.jsonl")).expect("a file")
}

fn copying(here: &Path) -> Child {
    let mut command = adoube_testing::adoube!();
    command.current_dir(here).args(["store", "copy", "data", "copy"]).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

#[test]
fn a_copy_that_is_killed_anywhere_goes_on() {
    let here = folder();
    let export = export_of(200);
    let lines = export.lines().count();
    filled(here.path(), "data", &export);
    let mut refusals = 0;
    // In the first walk, and in the second.
    for (walk, told) in
        [(0, 0), (0, 1), (0, 2), (0, 257), (0, 258), (0, 700), (0, 2000), (0, lines - 1), (1, 0), (1, 900)]
    {
        let halfway = Halfway::hold(&here.path().join("data"));
        let mut copy = copying(here.path());
        let mut asker = halfway.wait();
        for _ in 0..walk {
            asker.tell(&export, lines);
        }
        asker.tell(&export, told);
        copy.kill().expect("it can be killed");
        copy.wait().expect("it ends");
        drop((asker, halfway));
        let (is_done, said) = output(here.path(), &["--data", "copy", "store", "export", "half.jsonl"]);
        assert!(!is_done && !here.path().join("half.jsonl").exists(), "{said}");
        refusals += usize::from(said.contains("these records are being copied here from "));
    }
    assert!(refusals > 4, "{refusals}");
    let said = refused(here.path(), &["--data", "copy", "store", "check"]);
    assert!(said.contains("is not finished, so these are not all records"), "{said}");
    // The bot does not start there, and says what to do.
    let (is_done, said) = output(here.path(), &["--data", "copy"]);
    assert!(!is_done && said.contains("`adoube store copy` from there to here once more goes on"), "{said}");
    filled(here.path(), "other", &export_of(1));
    let said = refused(here.path(), &["store", "copy", "other", "copy"]);
    assert!(
        said.contains("a copy from ") && said.contains("/data was begun there and is not finished"),
        "{said}"
    );
    let said = run(here.path(), &["store", "copy", "data", "copy"]);
    assert!(said.contains(&format!("{} rows copied and compared: both are the same", lines - 2)), "{said}");
    assert!(exported(here.path(), "copy") == export);
    // It is whole, and taken.
    let said = refused(here.path(), &["store", "copy", "data", "copy"]);
    assert!(said.contains("there are records where the copy is to go"), "{said}");
    assert!(run(here.path(), &["--data", "copy", "store", "check"]).contains("all of them whole"));
}

#[test]
fn a_source_that_vanishes_is_told_and_the_copy_goes_on_later() {
    let here = folder();
    let export = export_of(60);
    filled(here.path(), "data", &export);
    for told in [0, 1, 300] {
        let halfway = Halfway::hold(&here.path().join("data"));
        let copy = copying(here.path());
        halfway.wait().tell(&export, told);
        drop(halfway);
        let output = copy.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains("it has stopped before the end"), "{told}: {said}");
    }
    run(here.path(), &["store", "copy", "data", "copy"]);
    assert!(exported(here.path(), "copy") == export);
}

#[test]
fn ctrl_c_ends_a_copy_with_a_word_about_it() {
    let here = folder();
    let export = export_of(300);
    filled(here.path(), "data", &export);
    let halfway = Halfway::hold(&here.path().join("data"));
    let copy = copying(here.path());
    let mut asker = halfway.wait();
    asker.tell(&export, 1000);
    adoube_testing::program::signal(copy.id(), "INT");
    drop((asker, halfway));
    let output = copy.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr);
    // It may hear of the one or the other first.
    assert!(
        said.contains("the same command once more goes on") || said.contains("stopped before the end"),
        "{said}"
    );
    assert!(!output.status.success());
    run(here.path(), &["store", "copy", "data", "copy"]);
    assert!(exported(here.path(), "copy") == export);
}

#[test]
fn a_running_program_is_copied_as_it_is() {
    let here = folder();
    filled(here.path(), "data", &export_of(5));
    let bot = Running::start(here.path(), "data");
    bot.write(20);
    let said = run(here.path(), &["store", "copy", "data", "copy"]);
    assert!(
        said.contains("data may be in use: what is written there from now on is not in the copy"),
        "{said}"
    );
    bot.write(20);
    bot.stop();
    let copy = exported(here.path(), "copy");
    assert!(copy.contains("\"meta\"") && copy != exported(here.path(), "data"));
    // And a program runs on the copy.
    let other = Running::start(here.path(), "copy");
    other.write(3);
    let said = refused(here.path(), &["store", "copy", "data", "copy"]);
    assert!(said.contains("another adoube is running"), "{said}");
    other.stop();
}

#[test]
fn what_cannot_be_copied_is_said_and_leaves_nothing() {
    let here = folder();
    let said = refused(here.path(), &["store", "copy", "nowhere", "copy"]);
    assert!(said.contains("there are no records in nowhere"), "{said}");
    assert_eq!(names(here.path()), [""; 0]);
    filled(here.path(), "data", &export_of(1));
    let said = refused(here.path(), &["store", "copy", "data", "./data"]);
    assert!(said.contains("both places of the copy are the same one"), "{said}");
    for place in ["postgres://ada:tops3cret@", "postgres://ada:tops3cret@127.0.0.1:1/chess"] {
        for (from, to) in [("data", place), (place, "copy")] {
            let said = refused(here.path(), &["store", "copy", from, to]);
            assert!(!said.contains("tops3cret"), "{said}");
        }
    }
    let said = refused(here.path(), &["store", "export", "--url", "data"]);
    assert!(said.contains("postgres://user@host/database"), "{said}");
    // Nothing of nothing is something.
    fs::create_dir(here.path().join("empty")).expect("a folder");
    filled(here.path(), "none", "{\"adoube\":\"store\",\"format\":2}\n{\"end\":0}\n");
    assert!(run(here.path(), &["store", "copy", "none", "empty"]).contains("0 rows copied and compared"));
    drop(Running::start(here.path(), "empty"));
}
