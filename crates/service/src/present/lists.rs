//! Lists of games.

use super::words;
use crate::{
    Block, Message, Person,
    notice::GameLine,
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

fn line(speaker: Speaker<'_>, game: &GameLine) -> String {
    let state = match &game.ending {
        Some(ending) => ending.result().replace("1/2-1/2", "½–½").replace('-', "–"),
        None => speaker.say("games-running", &[("moves", game.plies.div_ceil(2).into())]),
    };
    speaker.say(
        "games-line",
        &[
            ("game", game.id.to_string().into()),
            ("white", shown_name(&game.seats.white.name).into()),
            ("black", shown_name(&game.seats.black.name).into()),
            ("variant", speaker.variant(game.variant).into()),
            ("state", state.into()),
        ],
    )
}
