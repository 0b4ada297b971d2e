//! Builds buttons that several messages show: a button about the board of a game, and the ones to
//! follow a game. Not here: the buttons of a finished game (`game_over_buttons`), and their ids
//! (`core::command`).

use super::{
    Localizer,
    message::{Button, ButtonStyle, ControlRow},
};
use crate::core::{
    command::{BoardButton, ButtonId},
    game::GameId,
};

/// A button about a game's board at a revision.
pub(crate) fn board_button(
    game: &GameId,
    revision: u64,
    target: BoardButton,
    label: String,
    style: ButtonStyle,
) -> Button {
    let id = ButtonId::Turn { game: game.clone(), turn: revision, target }.to_string();
    Button { id, label, style }
}

/// The button to follow a game or to stop following it.
pub(crate) fn follow_button(speaker: Localizer<'_>, game: &GameId, follow: bool) -> Button {
    let (target, key) = if follow {
        (BoardButton::Follow, "button-follow")
    } else {
        (BoardButton::Unfollow, "button-unfollow")
    };
    // The button does not depend on the revision.
    board_button(game, 0, target, speaker.fixed_sentence(key), ButtonStyle::Secondary)
}

/// The button to follow a game, if there is one to follow.
pub(crate) fn follow_row(speaker: Localizer<'_>, game: Option<&GameId>) -> Vec<ControlRow> {
    game.map(|game| ControlRow::Buttons(vec![follow_button(speaker, game, true)])).into_iter().collect()
}
