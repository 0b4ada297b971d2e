//! Builds the buttons and menus of a finished game: rematch, replay, export, analysis. Not here:
//! what they do (`features`).

use super::{
    Localizer, command_words,
    message::{Button, ButtonStyle, ControlRow, Menu, MenuOption},
};
use crate::{
    PersonId, Viewer,
    core::{
        command::{AnyWordChoice as _, ButtonId, FORMATS, GameOverButton},
        game::{GameId, Seats},
        notice::BoardNotice,
    },
};

/// Maximum of buttons in a row.
const IN_A_ROW: usize = 5;

/// The controls of a finished game: a rematch for its players, views for everybody. Only what the
/// game has is offered: a game without moves has no replay.
pub(crate) fn rows(speaker: Localizer<'_>, board: &BoardNotice, viewer: &Viewer) -> Vec<ControlRow> {
    let mut row = rematch_buttons(speaker, &board.game, &board.seats, board.by_lot, viewer);
    if board.last.is_some() {
        row.push(button(
            speaker,
            &board.game,
            GameOverButton::Replay,
            "button-replay",
            ButtonStyle::Secondary,
        ));
        row.push(step_button(speaker, &board.game));
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
pub(crate) fn step_button(speaker: Localizer<'_>, game: &GameId) -> Button {
    button(speaker, game, GameOverButton::Steps, "button-step", ButtonStyle::Secondary)
}

/// The rematch buttons, for the players, or in a message for everybody.
pub(crate) fn rematch_buttons(
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
pub(crate) fn format_menu(speaker: Localizer<'_>, game: &GameId, ending: &str) -> ControlRow {
    let option = |word: &str| MenuOption {
        value: word.to_owned(),
        label: command_words::word_label(speaker, &FORMATS, word),
    };
    let options = FORMATS.words().into_iter().filter(|word| *word != ending).map(option).collect();
    let label = speaker.fixed_sentence("export-otherwise");
    ControlRow::Menu(Menu { id: id(game, GameOverButton::Export), label, options, is_of_people: false })
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
