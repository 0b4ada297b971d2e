//! Runs the rule cases under `tests/vectors` through the code of `rules serve`, and some through
//! the program itself, and compares the answers.

mod cases;

use std::io::Write;
use std::process::Stdio;

use adoube::cli::rules_protocol::RulesServer;
use cases::{Case, read};

fn run(file: &str) {
    let cases: Vec<Case> = read(file);
    assert!(!cases.is_empty(), "{file} has no such cases");
    let referee = RulesServer::default();
    let disagreement = |case: &Case| case.disagrees(&referee.answer(&case.line()));
    let wrong: Vec<String> = cases.iter().filter_map(disagreement).collect();
    assert!(wrong.is_empty(), "{file}: {} of {} cases fail\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
fn chess() {
    run("chess");
}

#[test]
fn chess960() {
    run("chess960");
}

#[test]
fn grand_classic() {
    run("grand-classic");
}

#[test]
fn grand_pieces() {
    run("grand-pieces");
}

#[test]
fn grand_irregular() {
    run("grand-irregular");
}

#[test]
fn grand_joker() {
    run("grand-joker");
}

#[test]
fn grand_chameleon() {
    run("grand-chameleon");
}

#[test]
fn grand_multicapture() {
    run("grand-multicapture");
}

#[test]
fn grand_locks() {
    run("grand-locks");
}

#[test]
fn grand_promotion() {
    run("grand-promotion");
}

#[test]
fn grand_mates() {
    run("grand-mates");
}

#[test]
fn grand_setups() {
    run("grand-setups");
}

#[test]
fn schachen() {
    run("schachen");
}

#[test]
fn touch() {
    run("touch");
}

#[test]
fn sequences() {
    run("sequences");
}

#[test]
fn perft() {
    run("perft");
}

#[test]
fn errors() {
    run("errors");
}

#[test]
fn the_program_answers_as_its_library_does() {
    let cases: Vec<Case> = read("errors").into_iter().chain(read("chess")).collect();
    let mut program = adoube_testing::adoube!()
        .args(["rules", "serve"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = program.stdin.take().expect("its input is a pipe");
    let lines: Vec<Vec<u8>> = cases.iter().map(Case::line).collect();
    let sent = lines.clone();
    let writer = std::thread::spawn(move || {
        for line in sent {
            input.write_all(&line).and_then(|()| input.write_all(b"\n")).expect("the program reads");
        }
    });
    let output = program.wait_with_output().expect("the program ends");
    writer.join().expect("everything was sent");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("answers are UTF-8");
    let answers: Vec<&str> = text.lines().collect();
    assert_eq!(answers.len(), lines.len());
    let referee = RulesServer::default();
    for (line, given) in lines.iter().zip(answers) {
        assert_eq!(given, referee.answer(line));
    }
}
