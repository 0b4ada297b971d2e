//! Writes the lines of text beside a board: its title, the last move, and its status (who is to
//! move or how the game ended, an offered draw, Jokers, touched pieces, cards).

use adoube_rules::{Position, Side};

use super::{card_counts, joker_text, move_description, touch_status};
use crate::{
    core::{
        game::{LastMove, OfferKind},
        notice::{BoardEvent, BoardNotice},
    },
    text::Localizer,
};

/// "Ada (White) – Bob (Black), Grand Chess, game ID k7f2mq"
pub(crate) fn title(speaker: Localizer<'_>, board: &BoardNotice) -> String {
    let name = |side| speaker.seat(board.seats.of(side));
    let mut variant = speaker.variant(board.variant);
    if board.touches.is_some() {
        variant = speaker.sentence("variant-touch-move", &[("variant", variant.into())]);
    }
    speaker.sentence(
        "board-title",
        &[
            ("white", name(Side::White).into()),
            ("black", name(Side::Black).into()),
            ("variant", variant.into()),
            ("game", board.game.to_string().into()),
        ],
    )
}

/// "Ada played 1. e4: Pawn e2 to e4."
pub(crate) fn moved(speaker: Localizer<'_>, board: &BoardNotice, last: &LastMove) -> String {
    speaker.sentence(
        "board-moved",
        &[
            ("name", speaker.seat(board.seats.of(last.piece.side)).into()),
            ("number", last.number.into()),
            ("black", u8::from(last.piece.side == Side::Black).into()),
            ("san", speaker.notation(&last.san).into()),
            ("words", move_description::last_move(speaker, last).into()),
        ],
    )
}

/// The side to move or the end of the game, and cards.
pub(crate) fn status(speaker: Localizer<'_>, board: &BoardNotice, position: &Position) -> Option<String> {
    let cards = card_counts::counts(speaker, position);
    if let Some(ending) = &board.ending {
        // The headline has said how a game ended without a move.
        let is_told = matches!(board.event, BoardEvent::Ended { .. });
        let ending = (!is_told).then(|| move_description::ending(speaker, ending, &board.seats));
        let sentences: Vec<String> = [ending, cards].into_iter().flatten().collect();
        return (!sentences.is_empty()).then(|| sentences.join(" "));
    }
    let side = position.side_to_move();
    let args = [("name", speaker.seat(board.seats.of(side)).into()), ("side", speaker.side(side).into())];
    let mut text =
        speaker.sentence(if position.in_check() { "status-in-check" } else { "status-to-move" }, &args);
    if let Some(offer) = board.offer.filter(|offer| offer.kind == OfferKind::Draw) {
        let name = speaker.seat(board.seats.of(offer.by));
        text.push(' ');
        text.push_str(&speaker.sentence("status-draw-offered", &[("name", name.into())]));
    }
    let jokers = joker_text::jokers(speaker, position);
    for more in jokers.into_iter().chain(touch_status::status(speaker, board, position)).chain(cards) {
        text.push(' ');
        text.push_str(&more);
    }
    Some(text)
}
