//! What can be done with a game that is over, under its last board and under its record; and why not. Not here: the board
//! (`board`), and what is said of a rematch that somebody asks for (`challenge`).

use super::help;
use crate::{
    Menu, MenuOption, PersonId, Row, Viewer,
    command::{AfterTarget, Component, FORMATS, WordSet as _},
    game::{GameId, Seats},
    message::{Button, ButtonStyle},
    notice::{AfterRefusal, BoardNotice},
    wording::{Speaker, shown_name},
};

/// Buttons side by side at most.
const IN_A_ROW: usize = 5;

/// The controls of a game that is over: whoever played can play again, everybody can look at it. Nothing is offered that
/// there is not: a game without moves has nothing to watch.
pub(super) fn rows(speaker: Speaker<'_>, board: &BoardNotice, viewer: &Viewer) -> Vec<Row> {
    let mut row = again(speaker, &board.game, &board.seats, board.by_lot, viewer);
    if board.last.is_some() {
        row.push(button(speaker, &board.game, AfterTarget::Replay, "button-replay", ButtonStyle::Secondary));
        row.push(steps(speaker, &board.game));
    }
    row.push(button(speaker, &board.game, AfterTarget::Export, "button-export", ButtonStyle::Secondary));
    if board.last.is_some() {
        row.push(button(
            speaker,
            &board.game,
            AfterTarget::Analyse,
            "button-analyse",
            ButtonStyle::Secondary,
        ));
    }
    row.chunks(IN_A_ROW).map(|row| Row::Buttons(row.to_vec())).collect()
}

/// The button to go through a game.
pub(super) fn steps(speaker: Speaker<'_>, game: &GameId) -> Button {
    button(speaker, game, AfterTarget::Steps, "button-step", ButtonStyle::Secondary)
}

/// The buttons for another game, for those who played this one, or for somebody among all who see the same message.
pub(super) fn again(
    speaker: Speaker<'_>,
    game: &GameId,
    seats: &Seats,
    by_lot: bool,
    viewer: &Viewer,
) -> Vec<Button> {
    let played = |person: &PersonId| seats.side_of(person).is_some();
    if !viewer.person.as_ref().is_none_or(played) {
        return Vec::new();
    }
    let mut row = vec![button(speaker, game, AfterTarget::Rematch, "button-rematch", ButtonStyle::Primary)];
    if by_lot {
        row.push(button(speaker, game, AfterTarget::NewArray, "button-new-array", ButtonStyle::Secondary));
    }
    row
}

/// The other forms in which a record is handed out; `ending` is the file's that is handed out now.
pub(super) fn other_forms(speaker: Speaker<'_>, game: &GameId, ending: &str) -> Row {
    let option =
        |word: &str| MenuOption { value: word.to_owned(), label: help::word_label(speaker, &FORMATS, word) };
    let options = FORMATS.words().into_iter().filter(|word| *word != ending).map(option).collect();
    let label = speaker.plain("export-otherwise");
    Row::Menu(Menu { id: id(game, AfterTarget::Export), label, options, is_of_people: false })
}

/// Why not.
pub(super) fn refusal(speaker: Speaker<'_>, refusal: &AfterRefusal) -> String {
    let named = |key: &str, name: &str| speaker.say(key, &[("name", shown_name(name).into())]);
    match refusal {
        AfterRefusal::StillRunning => speaker.plain("refused-still-running"),
        AfterRefusal::NothingToRepeat => speaker.plain("refused-nothing-to-repeat"),
        AfterRefusal::NotTheirs { seats } => {
            let (white, black) = (speaker.seat(&seats.white), speaker.seat(&seats.black));
            speaker.say("refused-rematch-of-others", &[("white", white.into()), ("black", black.into())])
        }
        AfterRefusal::Asked { opponent } => named("refused-rematch-asked", &opponent.name),
        AfterRefusal::OpponentElsewhere { opponent } => named("refused-rematch-elsewhere", &opponent.name),
        AfterRefusal::NoOtherArray => speaker.plain("refused-no-other-array"),
    }
}

fn button(speaker: Speaker<'_>, game: &GameId, target: AfterTarget, key: &str, style: ButtonStyle) -> Button {
    Button { id: id(game, target), label: speaker.plain(key), style }
}

fn id(game: &GameId, target: AfterTarget) -> String {
    Component::After { game: game.clone(), target }.to_string()
}
