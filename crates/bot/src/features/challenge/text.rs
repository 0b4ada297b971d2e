//! Presents challenges as messages: the rules chosen, the buttons to answer, and what became of
//! them.

use adoube_rules::{Side, Variant};

use crate::{
    Block, ControlRow, Message, MessageSeries, Person, PersonId, ThreadRequest, Viewer,
    core::{
        command::ButtonId,
        game::{Challenge, GameId, GameRecord, Seats},
    },
    text::{
        Localizer,
        board::{array, piece_menu},
        display_name, game_terms,
        message::{Button, ButtonStyle},
    },
};

/// The question for a game, with a line about each, for people who have not played yet.
pub(crate) fn which_game(speaker: Localizer<'_>) -> Message {
    let lines = Variant::ALL.map(|variant| {
        let args = [
            ("variant", speaker.variant(variant).into()),
            ("about", game_terms::about(speaker, variant).into()),
        ];
        speaker.sentence("game-about", &args)
    });
    let play = |variant: Variant| Button {
        id: ButtonId::Play(variant).to_string(),
        label: speaker.variant(variant),
        style: ButtonStyle::Secondary,
    };
    let computer = Button {
        id: ButtonId::Computer(Variant::Chess).to_string(),
        label: speaker.fixed_sentence("button-computer"),
        style: ButtonStyle::Secondary,
    };
    let text = Block::Text(speaker.fixed_sentence("which-game"));
    let more = Block::Text(speaker.fixed_sentence("which-game-at-once"));
    Message {
        blocks: vec![text, Block::List(lines.to_vec()), more],
        rows: vec![ControlRow::Buttons(Variant::ALL.map(play).to_vec()), ControlRow::Buttons(vec![computer])],
        ..Message::default()
    }
}

/// An open challenge.
pub(crate) fn open(speaker: Localizer<'_>, challenge: &Challenge, viewer: &Viewer) -> Message {
    let headline = headline(speaker, challenge);
    let start = array::start_position(challenge.terms.variant, challenge.start.as_deref());
    let array = challenge.terms.array.as_ref();
    let extra = array.zip(start.as_ref()).map(|(array, start)| array.extra_pieces(start));
    let extra = extra.unwrap_or_default();
    let mut blocks =
        vec![Block::Text(headline), Block::List(game_terms::lines(speaker, &challenge.terms, &extra))];
    if challenge.assumed {
        blocks.push(Block::Text(speaker.fixed_sentence("challenge-assumed")));
    }
    blocks.extend(array::extra_blocks(speaker, &challenge.terms, start.as_ref()));
    let help = piece_menu::help_menus(speaker, &extra);
    Message {
        blocks,
        picture: start.as_ref().map(|start| array::picture(speaker, start)),
        rows: buttons(speaker, challenge, viewer).into_iter().chain(help).collect(),
        mention: challenge.opponent.as_ref().map(|opponent| opponent.id.clone()),
        open_seat: challenge.opponent.is_none().then(|| challenge.challenger.id.clone()),
        series: Some(series(&challenge.id)),
        ..Message::default()
    }
}

/// The headline: a challenge, or an offer of a rematch.
pub(crate) fn headline(speaker: Localizer<'_>, challenge: &Challenge) -> String {
    let name = display_name(&challenge.challenger.name);
    match (&challenge.opponent, &challenge.rematch) {
        (Some(opponent), Some(game)) => {
            let opponent = display_name(&opponent.name);
            let args =
                [("name", name.into()), ("opponent", opponent.into()), ("game", game.to_string().into())];
            speaker.sentence("challenge-rematch", &args)
        }
        (Some(opponent), None) => speaker.sentence(
            "challenge-to-one",
            &[("name", name.into()), ("opponent", display_name(&opponent.name).into())],
        ),
        (None, _) => speaker.sentence("challenge-to-anybody", &[("name", name.into())]),
    }
}

/// A challenge that was declined or withdrawn.
pub(crate) fn closed(speaker: Localizer<'_>, challenge: &Challenge, by: &Person) -> Message {
    let declined = challenge.opponent.as_ref().is_some_and(|opponent| opponent.id == by.id);
    let key = match (by.id == challenge.challenger.id, declined) {
        (true, _) => "challenge-withdrawn",
        (false, true) => "challenge-declined",
        (false, false) => "challenge-removed",
    };
    let args = [
        ("name", display_name(&by.name).into()),
        ("challenger", display_name(&challenge.challenger.name).into()),
    ];
    Message { series: Some(series(&challenge.id)), ..Message::from_text(speaker.sentence(key, &args)) }
}

/// An expired challenge. It notifies nobody: there is nothing to do.
pub(crate) fn expired(speaker: Localizer<'_>, challenge: &Challenge) -> Message {
    over(speaker, challenge, "challenge-expired")
}

/// A challenge without room in the channel to which it was relocated.
pub(crate) fn left_behind(speaker: Localizer<'_>, challenge: &Challenge) -> Message {
    over(speaker, challenge, "challenge-left-behind")
}

fn over(speaker: Localizer<'_>, challenge: &Challenge, key: &str) -> Message {
    let args = [("challenger", display_name(&challenge.challenger.name).into())];
    Message { series: Some(series(&challenge.id)), ..Message::from_text(speaker.sentence(key, &args)) }
}

/// An accepted challenge whose game is played in a thread.
pub(crate) fn accepted(speaker: Localizer<'_>, game: &GameRecord) -> Message {
    let (white, black) = (speaker.seat(&game.seats.white), speaker.seat(&game.seats.black));
    let args =
        [("white", white.into()), ("black", black.into()), ("variant", speaker.variant(game.variant).into())];
    let players = game.seats.people().map(|person| person.id.clone()).collect();
    let called = begins(game).and_then(|side| Some(game.seats.of(side).person()?.id.clone()));
    let thread = ThreadRequest { title: speaker.sentence("thread-title", &args), players, called };
    Message {
        thread: Some(thread),
        series: Some(series(&game.id)),
        ..Message::from_text(speaker.sentence("thread-opened", &args))
    }
}

/// The side that acts first: chooses a piece, or moves.
fn begins(game: &GameRecord) -> Option<Side> {
    if game.choosing.is_some() {
        return game.chooser();
    }
    let view = game.state.view(adoube_rules::PositionViewer::Spectator).ok()?;
    Some(view.position().side_to_move())
}

/// A challenge that failed because its game had no channel.
pub(crate) fn without_thread(speaker: Localizer<'_>, game: &GameId, seats: &Seats) -> Message {
    let (white, black) = (speaker.seat(&seats.white), speaker.seat(&seats.black));
    let args = [("white", white.into()), ("black", black.into())];
    Message { series: Some(series(game)), ..Message::from_text(speaker.sentence("thread-refused", &args)) }
}

/// The message that closes the thread of a game.
pub(crate) fn closing(game: &GameId) -> Message {
    Message { closes_thread: true, series: Some(series(game)), ..Message::default() }
}

/// The series of challenge and first board, so that accepting removes the buttons.
fn series(game: &GameId) -> MessageSeries {
    MessageSeries(format!("game:{game}"))
}

/// The buttons this viewer can use; all of them in a message for everybody.
pub(crate) fn buttons(speaker: Localizer<'_>, challenge: &Challenge, viewer: &Viewer) -> Option<ControlRow> {
    let button = |component: ButtonId, key: &str, style| Button {
        id: component.to_string(),
        label: speaker.fixed_sentence(key),
        style,
    };
    let id = || challenge.id.clone();
    let allows = |may: &dyn Fn(&PersonId) -> bool| viewer.person.as_ref().is_none_or(may);
    let is_opponent =
        |person: &PersonId| challenge.opponent.as_ref().is_some_and(|opponent| opponent.id == *person);
    let mut row = Vec::new();
    if allows(&|person| challenge.is_open_to(person)) {
        row.push(button(ButtonId::Accept(id()), "button-accept", ButtonStyle::Primary));
    }
    if challenge.opponent.is_some() && allows(&is_opponent) {
        row.push(button(ButtonId::Decline(id()), "button-decline", ButtonStyle::Secondary));
    }
    if allows(&|person| challenge.challenger.id == *person) {
        row.push(button(ButtonId::Withdraw(id()), "button-withdraw", ButtonStyle::Secondary));
    }
    (!row.is_empty()).then_some(ControlRow::Buttons(row))
}
