//! Writes text and buttons for spectators: who plays, and that they follow the game. Not here: the
//! board and its buttons (`board`).

use adoube_rules::{PieceType, Variant};

use super::{button, legend, words};
use crate::{
    ControlRow, Message,
    command::BoardButton,
    game::{GameId, Seats},
    text::{
        Localizer,
        message::{Button, ButtonStyle},
        sentence_parts::seat_names,
    },
};

/// The welcome for a spectator.
pub(super) fn welcome(
    speaker: Localizer<'_>,
    variant: Variant,
    seats: &Seats,
    kinds: &[PieceType],
    game: Option<&GameId>,
) -> Message {
    let [white, black] = seat_names(speaker, seats);
    let unfamiliar = legend::is_needed(kinds.iter().copied());
    let args = [
        white,
        black,
        ("variant", speaker.variant(variant).into()),
        ("unfamiliar", u8::from(unfamiliar).into()),
    ];
    Message { rows: row_to_follow(speaker, game), ..words(speaker.sentence("watching", &args)) }
}

/// Confirmation that a spectator follows a game or no longer follows it, with a button to undo.
pub(super) fn following(speaker: Localizer<'_>, game: &GameId, seats: &Seats, follows: bool) -> Message {
    let key = if follows { "following" } else { "following-no-more" };
    let rows = vec![ControlRow::Buttons(vec![button_to_follow(speaker, game, !follows)])];
    Message { rows, ..words(speaker.sentence(key, &seat_names(speaker, seats))) }
}

/// The button to follow a game or to stop following it.
pub(super) fn button_to_follow(speaker: Localizer<'_>, game: &GameId, follow: bool) -> Button {
    let (target, key) = if follow {
        (BoardButton::Follow, "button-follow")
    } else {
        (BoardButton::Unfollow, "button-unfollow")
    };
    // The button does not depend on the revision.
    button(game, 0, target, speaker.fixed_sentence(key), ButtonStyle::Secondary)
}

/// The button to follow a game, if there is one to follow.
pub(super) fn row_to_follow(speaker: Localizer<'_>, game: Option<&GameId>) -> Vec<ControlRow> {
    game.map(|game| ControlRow::Buttons(vec![button_to_follow(speaker, game, true)])).into_iter().collect()
}
