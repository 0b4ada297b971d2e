//! Lists of games.

use super::words;
use crate::{
    Block, Message, Person,
    game::{EndReason, Ending},
    notice::GameLine,
    scenes,
    wording::{Speaker, shown_name},
};

/// A person's or a channel's games, newest first.
pub(super) fn games(speaker: Speaker<'_>, of: Option<&Person>, games: &[GameLine], more: bool) -> Message {
    let title = match of {
        Some(person) => speaker.say("games-of", &[("name", shown_name(&person.name).into())]),
        None => speaker.plain("games-here"),
    };
    if games.is_empty() {
        return words(speaker.say("games-none", &[("title", title.into())]));
    }
    let mut blocks =
        vec![Block::Text(title), Block::List(games.iter().map(|game| line(speaker, game)).collect())];
    if more {
        blocks.push(Block::Text(speaker.plain("games-more")));
    }
    Message { blocks, ..Message::default() }
}

/// "1–0, Ada won"
fn ended(speaker: Speaker<'_>, ending: &Ending, game: &GameLine) -> String {
    let result = ("result", scenes::result(ending).into());
    match (ending.winner, &ending.reason) {
        (Some(winner), _) => {
            let name = speaker.seat(game.seats.of(winner));
            speaker.say("games-won", &[result, ("name", name.into())])
        }
        (None, EndReason::Aborted) => speaker.plain("games-aborted"),
        (None, _) => speaker.say("games-drawn", &[result]),
    }
}

fn line(speaker: Speaker<'_>, game: &GameLine) -> String {
    let state = match &game.ending {
        Some(ending) => ended(speaker, ending, game),
        None => speaker.say("games-running", &[("moves", game.plies.div_ceil(2).into())]),
    };
    speaker.say(
        "games-line",
        &[
            ("game", game.id.to_string().into()),
            ("white", speaker.seat(&game.seats.white).into()),
            ("black", speaker.seat(&game.seats.black).into()),
            ("variant", speaker.variant(game.variant).into()),
            ("state", state.into()),
        ],
    )
}
