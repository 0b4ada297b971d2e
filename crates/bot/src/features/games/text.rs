//! Writes lists of games: of a person, of a channel, and those in which the reader is to move.

use adoube_rules::Side;

use crate::{
    Block, ChannelItem, Message, Person, PersonId, Viewer,
    core::{
        game::{EndReason, GameEnding},
        notice::{DueGame, DueGamesNotice, GameListEntry},
    },
    text::{Localizer, display_name, scenes},
};

/// A person's or a channel's games.
pub(crate) fn games(
    speaker: Localizer<'_>,
    (of, games): (Option<&Person>, &[GameListEntry]),
    (more, partial): (bool, bool),
    viewer: &Viewer,
) -> Message {
    let title = match of {
        Some(person) => speaker.sentence("games-of", &[("name", display_name(&person.name).into())]),
        None => speaker.fixed_sentence("games-here"),
    };
    if games.is_empty() {
        let none = if partial { "games-none-here" } else { "games-none" };
        return Message::from_text(speaker.sentence(none, &[("title", title.into())]));
    }
    let mut blocks = vec![Block::Text(title)];
    let reader = viewer.person.as_ref().filter(|person| of.is_some_and(|of| of.id == **person));
    // The reader's own running games come first.
    let own_side = |game: &GameListEntry| game.seats.side_of(reader?).filter(|_| game.ending.is_none());
    let (own, others): (Vec<&GameListEntry>, Vec<&GameListEntry>) =
        games.iter().partition(|game| own_side(game).is_some());
    if let Some(reader) = reader.filter(|_| !own.is_empty()) {
        let turns = own.iter().filter(|game| is_turn(game, reader)).count() as u64;
        blocks.push(Block::Text(speaker.sentence("games-turns", &[("count", turns.into())])));
        let item = |game: &&GameListEntry| Some(own_line(speaker, game, own_side(game)?));
        blocks.push(Block::Channels(own.iter().filter_map(item).collect()));
    }
    if !others.is_empty() {
        blocks.push(Block::List(others.into_iter().map(|game| line(speaker, game)).collect()));
    }
    if more {
        blocks.push(Block::Text(speaker.fixed_sentence("games-more")));
    }
    if partial {
        blocks.push(Block::Text(speaker.fixed_sentence("games-partial")));
    }
    Message { blocks, ..Message::default() }
}

fn is_turn(game: &GameListEntry, person: &PersonId) -> bool {
    game.to_move.is_some() && game.to_move == game.seats.side_of(person)
}

/// "k7f2mq: your turn against Bob, Chess, 3 moves, here"
fn own_line(speaker: Localizer<'_>, game: &GameListEntry, side: Side) -> ChannelItem {
    let key = if game.to_move == Some(side) { "games-your-turn" } else { "games-their-turn" };
    let args = [
        ("game", game.id.to_string().into()),
        ("name", speaker.seat(game.seats.of(side.other())).into()),
        ("variant", speaker.variant(game.variant).into()),
        ("moves", game.plies.div_ceil(2).into()),
    ];
    let line = speaker.sentence(key, &args);
    let line =
        if game.has_place { line } else { speaker.sentence("games-no-place", &[("line", line.into())]) };
    let text = match &game.elsewhere {
        Some(_) => line,
        None => speaker.sentence("games-playing-here", &[("line", line.into())]),
    };
    ChannelItem { text, channel: game.elsewhere.clone() }
}

/// The games in which the reader is to move, the most urgent first.
pub(crate) fn due_games(speaker: Localizer<'_>, due: &DueGamesNotice) -> Message {
    if due.games.is_empty() {
        let none = if due.partial { "games-partial" } else { "games-due-none" };
        return Message::from_text(speaker.fixed_sentence(none));
    }
    let count = (due.games.len() + due.more) as u64;
    let item = |game: &DueGame| {
        let elsewhere = (game.channel != due.here).then(|| game.channel.clone());
        let line = due_line(speaker, game, due.said_at);
        let text = match &elsewhere {
            Some(_) => line,
            None => speaker.sentence("games-playing-here", &[("line", line.into())]),
        };
        ChannelItem { text, channel: elsewhere }
    };
    let mut blocks = vec![
        Block::Text(speaker.sentence("games-due", &[("count", count.into())])),
        Block::Channels(due.games.iter().map(item).collect()),
    ];
    if due.more > 0 {
        blocks.push(Block::Text(speaker.sentence("games-due-more", &[("count", (due.more as u64).into())])));
    }
    if due.partial {
        blocks.push(Block::Text(speaker.fixed_sentence("games-partial")));
    }
    Message { blocks, ..Message::default() }
}

/// "k7f2mq: against Bob, Chess; your time ends: in 2 days 3 h (Mon 4 Jan, 14:00 UTC)"
fn due_line(speaker: Localizer<'_>, game: &DueGame, now: u64) -> String {
    let args = [
        ("game", game.game.to_string().into()),
        ("name", speaker.seat(&game.opponent).into()),
        ("variant", speaker.variant(game.variant).into()),
    ];
    let line = speaker.sentence("games-due-line", &args);
    let Some(deadline) = game.deadline else { return line };
    let args = [("line", line.into()), ("instant", speaker.instant(deadline, now).into())];
    speaker.sentence("games-due-until", &args)
}

/// "1–0, Ada won"
fn ended(speaker: Localizer<'_>, ending: &GameEnding, game: &GameListEntry) -> String {
    let result = ("result", scenes::result(ending).into());
    match (ending.winner, &ending.reason) {
        (Some(winner), _) => {
            let name = speaker.seat(game.seats.of(winner));
            speaker.sentence("games-won", &[result, ("name", name.into())])
        }
        (None, EndReason::Aborted) => speaker.fixed_sentence("games-aborted"),
        (None, EndReason::NotStarted | EndReason::Abandoned) => speaker.fixed_sentence("games-no-result"),
        (None, _) => speaker.sentence("games-drawn", &[result]),
    }
}

/// "running, 3 moves, Ada is to move"
fn running(speaker: Localizer<'_>, game: &GameListEntry) -> String {
    let state = speaker.sentence("games-running", &[("moves", game.plies.div_ceil(2).into())]);
    let Some(side) = game.to_move else { return state };
    let name = speaker.seat(game.seats.of(side));
    speaker.sentence("games-to-move", &[("state", state.into()), ("name", name.into())])
}

fn line(speaker: Localizer<'_>, game: &GameListEntry) -> String {
    let state = match &game.ending {
        Some(ending) => ended(speaker, ending, game),
        None => running(speaker, game),
    };
    speaker.sentence(
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
