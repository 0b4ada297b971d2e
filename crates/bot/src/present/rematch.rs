//! Writes buttons and text for a finished game: rematch, replay, export; and refusals about them.
//! Not here: the board (`board`), and a rematch offered (`challenge`).

use super::help;
use crate::{
    ControlRow, Menu, MenuOption, PersonId, Viewer,
    command::{AnyWordChoice as _, ButtonId, FORMATS, GameOverButton},
    game::{GameId, Seats},
    notice::{BoardNotice, RematchRefusal},
    text::{
        Localizer, display_name,
        message::{Button, ButtonStyle},
    },
};

/// Maximum of buttons in a row.
const IN_A_ROW: usize = 5;

/// The controls of a finished game: a rematch for its players, views for everybody. Only what the
/// game has is offered: a game without moves has no replay.
pub(super) fn rows(speaker: Localizer<'_>, board: &BoardNotice, viewer: &Viewer) -> Vec<ControlRow> {
    let mut row = rematch_rows(speaker, &board.game, &board.seats, board.by_lot, viewer);
    if board.last.is_some() {
        row.push(button(
            speaker,
            &board.game,
            GameOverButton::Replay,
            "button-replay",
            ButtonStyle::Secondary,
        ));
        row.push(steps(speaker, &board.game));
    }
    row.push(button(speaker, &board.game, GameOverButton::Export, "button-export", ButtonStyle::Secondary));
    if board.last.is_some() {
        row.push(button(
            speaker,
            &board.game,
            GameOverButton::Analyse,
            "button-analyse",
            ButtonStyle::Secondary,
        ));
    }
    row.chunks(IN_A_ROW).map(|row| ControlRow::Buttons(row.to_vec())).collect()
}

/// The button for a replay by steps.
pub(super) fn steps(speaker: Localizer<'_>, game: &GameId) -> Button {
    button(speaker, game, GameOverButton::Steps, "button-step", ButtonStyle::Secondary)
}

/// The rematch buttons, for the players, or in a message for everybody.
pub(super) fn rematch_rows(
    speaker: Localizer<'_>,
    game: &GameId,
    seats: &Seats,
    by_lot: bool,
    viewer: &Viewer,
) -> Vec<Button> {
    let played = |person: &PersonId| seats.side_of(person).is_some();
    if !viewer.person.as_ref().is_none_or(played) {
        return Vec::new();
    }
    let mut row =
        vec![button(speaker, game, GameOverButton::Rematch, "button-rematch", ButtonStyle::Primary)];
    if by_lot {
        row.push(button(speaker, game, GameOverButton::NewArray, "button-new-array", ButtonStyle::Secondary));
    }
    row
}

/// The menu of other export formats; `ending` is the present file's extension.
pub(super) fn other_forms(speaker: Localizer<'_>, game: &GameId, ending: &str) -> ControlRow {
    let option =
        |word: &str| MenuOption { value: word.to_owned(), label: help::word_label(speaker, &FORMATS, word) };
    let options = FORMATS.words().into_iter().filter(|word| *word != ending).map(option).collect();
    let label = speaker.fixed_sentence("export-otherwise");
    ControlRow::Menu(Menu { id: id(game, GameOverButton::Export), label, options, is_of_people: false })
}

/// The sentence for a refusal about a finished game.
pub(super) fn refusal(speaker: Localizer<'_>, refusal: &RematchRefusal) -> String {
    let named = |key: &str, name: &str| speaker.sentence(key, &[("name", display_name(name).into())]);
    match refusal {
        RematchRefusal::StillRunning => speaker.fixed_sentence("refused-still-running"),
        RematchRefusal::NothingToRepeat => speaker.fixed_sentence("refused-nothing-to-repeat"),
        RematchRefusal::NotTheirs { seats } => {
            let (white, black) = (speaker.seat(&seats.white), speaker.seat(&seats.black));
            speaker.sentence("refused-rematch-of-others", &[("white", white.into()), ("black", black.into())])
        }
        RematchRefusal::Asked { opponent } => named("refused-rematch-asked", &opponent.name),
        RematchRefusal::OpponentElsewhere { opponent } => named("refused-rematch-elsewhere", &opponent.name),
        RematchRefusal::NoOtherArray => speaker.fixed_sentence("refused-no-other-array"),
    }
}

fn button(
    speaker: Localizer<'_>,
    game: &GameId,
    target: GameOverButton,
    key: &str,
    style: ButtonStyle,
) -> Button {
    Button { id: id(game, target), label: speaker.fixed_sentence(key), style }
}

fn id(game: &GameId, target: GameOverButton) -> String {
    ButtonId::After { game: game.clone(), target }.to_string()
}
