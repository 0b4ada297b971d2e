//! Tests of the computer opponent at the chat door: it plays under an input clock, too, and as the
//! configuration says, from a file and from the environment. Not here: how it plays (tests of the
//! crates).

use std::fs;

use serde_json::{Value, json};

use crate::program::Program;

/// What makes runs repeat themselves.
const FIXED: [&str; 5] = ["--memory", "--clock", "input", "--seed", "7"];

/// The program with this under `[computer]` in its file, and these variables in its environment.
fn set_up(computer: &str, environment: &[(&str, &str)]) -> Program {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("config.toml");
    fs::write(&file, format!("[computer]\n{computer}\n")).expect("a file");
    let mut command = adoube_testing::adoube!();
    command.arg("--config").arg(&file).envs(environment.iter().copied());
    let mut program = Program::of(command, &FIXED);
    // The file has been read.
    program.ask(json!({"do": "clock"}));
    program
}

fn says(program: &mut Program, channel: &str, line: &str) -> Value {
    program.event(channel, "Ada", &json!({"command": line}), &json!({}))
}

/// The words of what was said to everybody.
fn told(program: &mut Program) -> Vec<String> {
    let taken = program.take("test", &json!({}));
    taken.iter().map(|delivery| delivery["message"]["text"].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn it_moves_where_time_stands_still_and_the_same_again() {
    let played = || {
        let mut program = Program::start(&[]);
        says(&mut program, "test:here", "play computer 2 chess white");
        for line in ["move e2e4", "move g1f3"] {
            says(&mut program, "test:here", line);
        }
        // Whoever keeps the time finds nothing that was missed.
        program.ask(json!({"do": "clock", "to": {"days": 2}}));
        let told = told(&mut program);
        program.end();
        told
    };
    let told = played();
    assert_eq!(told.len(), 5, "the beginning, and two moves of each: {told:?}");
    assert!(told[4].contains("played 2…"), "{told:?}");
    assert_eq!(played(), told);
}

#[test]
fn its_level_is_what_the_configuration_says() {
    for (file, environment, level) in [
        ("", &[][..], 3),
        ("level = 7", &[], 7),
        ("", &[("ADOUBE_COMPUTER__LEVEL", "9")], 9),
        ("level = 7", &[("ADOUBE_COMPUTER__LEVEL", "1")], 1),
    ] {
        let mut program = set_up(file, environment);
        says(&mut program, "test:here", "play computer chess white");
        let told = told(&mut program);
        assert!(told[0].contains(&format!("Computer level {level}")), "{file} {environment:?}: {told:?}");
        program.end();
    }
}

#[test]
fn it_is_off_where_the_configuration_says_so() {
    for (file, environment) in
        [("enabled = false", &[][..]), ("enabled = true", &[("ADOUBE_COMPUTER__ENABLED", "false")])]
    {
        let mut program = set_up(file, environment);
        let answer = says(&mut program, "test:here", "play computer chess white");
        let text = answer["message"]["text"].as_str().unwrap_or_default();
        assert!(text.starts_with("The computer does not play here"), "{file} {environment:?}: {answer}");
        assert!(told(&mut program).is_empty());
        program.end();
    }
}

/// So many games in which the computer begins at its best, at once: more than it may have threads.
fn crowd(program: &mut Program, games: usize) {
    for game in 0..games {
        let person = json!({"id": "test:ada", "name": "Ada"});
        let event = json!({
            "id": game, "do": "event", "event": format!("crowd-{game}"), "channel": format!("test:{game}"),
            "person": person, "command": "play computer 10 chess black", "show": {}, "async": true,
        });
        program.send(&event.to_string());
    }
    // Each is pending, and then answered.
    for _ in 0..2 * games {
        program.read();
    }
}

#[test]
fn it_thinks_on_as_many_threads_as_the_configuration_says() {
    for (file, environment, threads) in [
        ("threads = 1", &[][..], 1),
        ("threads = 3", &[], 3),
        ("threads = 1", &[("ADOUBE_COMPUTER__THREADS", "2")], 2),
    ] {
        let mut program = set_up(file, environment);
        crowd(&mut program, 6);
        let Some(names) = program.threads() else {
            println!("skipped: the system does not tell the names of threads");
            return;
        };
        let mut thinking: Vec<String> =
            names.into_iter().filter(|name| name.starts_with("thinking-")).collect();
        thinking.sort();
        let expected: Vec<String> = (1..=threads).map(|number| format!("thinking-{number}")).collect();
        assert_eq!(thinking, expected, "{file} {environment:?}");
        assert_eq!(told(&mut program).len(), 12, "each game has begun, and it has moved");
        program.end();
    }
}
