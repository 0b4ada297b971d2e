//! Writes the state of Jokers (pieces that copy the opponent's last moved type): the type that each
//! side's Jokers copy, and a check they give.

use adoube_rules::{Piece, PieceType, Position, Side, Square};

use crate::text::Localizer;

/// What the Jokers on the board copy, and whether one of them gives check.
pub(crate) fn jokers(speaker: Localizer<'_>, position: &Position) -> Vec<String> {
    let has_joker =
        |side: Side| position.pieces().any(|(_, piece)| piece == Piece { side, kind: PieceType::JOKER });
    let to_move = position.side_to_move();
    let is_joker =
        |square: &Square| position.piece_at(*square).is_some_and(|piece| piece.kind == PieceType::JOKER);
    let check = position.checkers().into_iter().find(is_joker);
    let mut sentences = Vec::new();
    sentences.extend(has_joker(to_move).then(|| copies(speaker, position, to_move)));
    if let Some(square) = check {
        let copied = position.joker_copies(to_move.other()).map(|kind| speaker.kind(kind));
        let args = [("square", square.to_string().into()), ("copied", copied.unwrap_or_default().into())];
        sentences.push(speaker.sentence("joker-check", &args));
    } else if has_joker(to_move.other()) {
        sentences.push(copies(speaker, position, to_move.other()));
    }
    sentences
}

/// The type that the Jokers of a side copy next.
pub(crate) fn copies(speaker: Localizer<'_>, position: &Position, side: Side) -> String {
    let to_move = position.side_to_move();
    let joker = Piece { side, kind: PieceType::JOKER };
    let count = position.pieces().filter(|(_, piece)| *piece == joker).count() as u64;
    let copied = position.joker_copies(side).map(|kind| speaker.kind(kind));
    let key = match (side == to_move, &copied) {
        (false, _) => "joker-follows",
        (true, Some(_)) => "joker-copies",
        (true, None) => "joker-copies-nothing",
    };
    let args = [
        ("side", speaker.side(side).into()),
        ("count", count.into()),
        ("other", speaker.side(to_move).into()),
        ("copied", copied.unwrap_or_default().into()),
    ];
    speaker.sentence(key, &args)
}
