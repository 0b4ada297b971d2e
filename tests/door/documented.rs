//! Test that the game in `docs/protocols/chat-door.md` is answered as it says, line by line.
//! `UPDATE_DOCUMENTED=1` writes its answers anew.

use std::{env, fs, path::Path};

use crate::program::{Program, requests};

/// In front of a request, and of an answer.
const ASKED: &str = "> ";
const ANSWERED: &str = "< ";

#[test]
fn the_game_in_the_documentation_is_answered_as_it_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/protocols/chat-door.md");
    let text = fs::read_to_string(&path).expect("the documentation");
    let (before, game) = text.split_once("```text\n").expect("the game is in a block of its own");
    let (game, after) = game.split_once("```").expect("the block ends");
    let mut program = Program::start(&[]);
    let mut played = String::new();
    for request in game.lines().filter_map(|line| line.strip_prefix(ASKED)) {
        let parsed = serde_json::from_str(request).expect("a request is JSON");
        assert!(requests().is_valid(&parsed), "{request}");
        program.send(request);
        let answer = program.read();
        played.extend([ASKED, request, "\n", ANSWERED, &answer, "\n"]);
    }
    program.end();
    if env::var_os("UPDATE_DOCUMENTED").is_some() {
        fs::write(&path, format!("{before}```text\n{played}```{after}"))
            .expect("the documentation is written");
        return;
    }
    for (said, is) in game.lines().zip(played.lines()) {
        assert_eq!(said, is);
    }
    assert_eq!(game.lines().count(), played.lines().count());
    assert!(played.contains("Checkmate") && played.lines().count() > 20, "a game was played to its end");
}
