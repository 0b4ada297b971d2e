//! Writes text and buttons for spectators: who plays, and that they follow the game. Not here: the
//! board and its buttons (`features::board`).

use adoube_rules::{PieceType, Variant};

use crate::{
    ControlRow, Message,
    core::game::{GameId, Seats},
    text::{
        Localizer,
        board::piece_list,
        buttons::{follow_button, follow_row},
        sentence_parts::seat_names,
    },
};

/// The welcome for a spectator.
pub(crate) fn welcome(
    speaker: Localizer<'_>,
    variant: Variant,
    seats: &Seats,
    kinds: &[PieceType],
    game: Option<&GameId>,
) -> Message {
    let [white, black] = seat_names(speaker, seats);
    let unfamiliar = piece_list::has_unfamiliar(kinds.iter().copied());
    let args = [
        white,
        black,
        ("variant", speaker.variant(variant).into()),
        ("unfamiliar", u8::from(unfamiliar).into()),
    ];
    Message { rows: follow_row(speaker, game), ..Message::from_text(speaker.sentence("watching", &args)) }
}

/// Confirmation that a spectator follows a game or no longer follows it, with a button to undo.
pub(crate) fn following(speaker: Localizer<'_>, game: &GameId, seats: &Seats, follows: bool) -> Message {
    let key = if follows { "following" } else { "following-no-more" };
    let rows = vec![ControlRow::Buttons(vec![follow_button(speaker, game, !follows)])];
    Message { rows, ..Message::from_text(speaker.sentence(key, &seat_names(speaker, seats))) }
}
