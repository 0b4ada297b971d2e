//! Tests of how the chat door ends: by a signal of the system, when nobody reads its answers, in
//! the middle of a line. Not here: the end of its input while requests wait (`limits`).

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, Command, Stdio},
    thread,
};

use serde_json::json;

use crate::program::Program;

/// The program without anybody who takes its answers.
fn alone() -> Child {
    adoube_testing::adoube!()
        .args(["chat", "serve", "--memory"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

#[test]
fn it_ends_well_when_the_system_asks_it_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = ["--data", folder.path().to_str().expect("a path")];
    let mut program = Program::with(&data);
    program.event("test:here", "Ada", &json!({"command": "play chess"}), &json!({}));
    program.send(r#"{"id":"waits","do":"outbox","platform":"other","wait":true,"async":true}"#);
    assert_eq!(program.read(), r#"{"id":"waits","pending":true}"#);
    if !program.ask_to_end() {
        println!("skipped: there is no kill");
        return;
    }
    let last = program.read();
    assert!(last.contains("not-waiting") && last.contains("waits"), "{last}");
    assert!(program.ends_well());
    let mut program = Program::with(&data);
    assert_eq!(program.take("test", &json!({})).len(), 1, "what was done is kept");
    program.end();
}

#[test]
fn it_ends_when_it_is_asked_to_though_nobody_takes_its_answers() {
    let mut child = alone();
    let mut input = child.stdin.take().expect("its input");
    let mut output = BufReader::with_capacity(16, child.stdout.take().expect("its output"));
    writeln!(input, r#"{{"do":"clock"}}"#).expect("it reads");
    output.read_line(&mut String::new()).expect("it answers");
    // More than the pipes and the program hold: it reads no more than it can say.
    let flood = thread::spawn(move || while writeln!(input, r#"{{"do":"commands"}}"#).is_ok() {});
    // The pipe is full of answers as soon as there are so many in it.
    let asked = Command::new("kill").arg(child.id().to_string()).status();
    let is_asked = asked.is_ok_and(|status| status.success());
    if !is_asked {
        println!("skipped: there is no kill");
        child.kill().expect("it runs");
    }
    assert_eq!(child.wait().expect("it ends").success(), is_asked);
    flood.join().expect("writing ends with the program");
}

#[test]
fn it_ends_when_its_answers_are_taken_no_more() {
    let mut child = alone();
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("its input");
    writeln!(input, r#"{{"do":"clock"}}"#).expect("it reads");
    assert!(child.wait().expect("it ends").success());
    drop(input);
}

#[test]
fn the_beginning_of_a_line_is_no_request() {
    let mut program = Program::start(&[]);
    let mut input = program.take_input();
    write!(input, "{{\"do\":\"clock\",\"to\":{{\"days\":1}}").expect("it reads");
    drop(input);
    let answer = program.read();
    assert!(answer.contains("bad-line"), "{answer}");
    assert!(program.ends_well());
}
