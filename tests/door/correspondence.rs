//! Transcript tests of games that last months, through the chat door, in each language and between
//! two: reminders, vacations, a pause, more time, protection, an outage, and time that is up.
//! `UPDATE_TRANSCRIPTS=1` writes them anew, for a person to read. A line `~ 24 h` lets that many
//! hours pass, between `~ gone` and `~ back` the platform is out of reach; pictures of boards are
//! left out. Not here: conversations in which no time passes (`transcripts`).

use std::path::Path;

use adoube_testing::recording;
use serde_json::json;

use crate::{
    script::{self, Line},
    transcripts::Player,
};

/// What is said is taken after so many hours at the latest, as a chat would.
const STEP: u64 = 6;

fn pass(player: &mut Player, mut hours: u64) {
    while hours > 0 {
        let step = hours.min(STEP);
        player.program.ask(json!({"do": "clock", "to": {"hours": step}}));
        player.show_delivered();
        hours -= step;
    }
}

fn replay(text: &str) -> String {
    let mut player = Player::new(script::seats(text));
    player.in_all_languages = player.seats.iter().any(|(_, language)| *language != player.seats[0].1);
    for line in text.lines() {
        if let Some(hours) = line.strip_prefix("~ ").and_then(|rest| rest.strip_suffix(" h")) {
            player.written.text.extend(["\n", line, "\n"]);
            pass(&mut player, hours.parse().expect("a number of hours"));
        }
        if let Some(reach @ ("gone" | "back")) = line.strip_prefix("~ ") {
            player.written.text.extend(["\n", line, "\n"]);
            player.program.ask(json!({"do": reach, "platform": "test"}));
        }
        for (line, what) in script::lines(line) {
            player.written.copy(line);
            if let Line::Step(step) = what {
                player.play(step);
            }
        }
    }
    player.program.end();
    // Where every piece stands is told in other transcripts.
    let is_board = |line: &&str| line.trim_start().starts_with('<') && line.ends_with('>');
    player.written.text.lines().filter(|line| !is_board(line)).flat_map(|line| [line, "\n"]).collect()
}

#[test]
fn a_game_that_lasts_months_goes_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/door/correspondence");
    for file in script::files(&folder) {
        let played = replay(&script::text(&file));
        recording::check(&file, &played);
    }
}
