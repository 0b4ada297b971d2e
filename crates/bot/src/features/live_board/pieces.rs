//! Lists the pieces of a live board with their state: locked, frozen, a Joker's copied piece.

use adoube_rules::{Piece, PieceType, Position, Square};

use super::{LivePiece, LivePieceState};
use crate::text::{Localizer, board::placed_pieces};

/// All pieces on the board, with their state if the position is at a turn.
pub(super) fn pieces(speaker: Localizer<'_>, position: &Position, at_turn: bool) -> Vec<LivePiece> {
    let one = |(square, on): (Square, Piece)| {
        let plain = piece(speaker, square, on);
        if !at_turn {
            return plain;
        }
        let holds = holds(speaker, position, square, on);
        let held = piece_state(position, square, on);
        LivePiece { holds: (!holds.is_empty()).then(|| holds.join("; ")), held, ..plain }
    };
    position.pieces().map(one).collect()
}

/// One piece without its state.
pub(crate) fn piece(speaker: Localizer<'_>, square: Square, piece: Piece) -> LivePiece {
    let args = [
        ("side", speaker.side(piece.side).into()),
        ("piece", speaker.kind(piece.kind).into()),
        ("square", square.to_string().into()),
    ];
    LivePiece {
        at: square.to_string(),
        kind: piece.kind.code(),
        side: piece.side.to_string(),
        says: speaker.sentence("live-piece", &args),
        holds: None,
        held: None,
    }
}

fn piece_state(position: &Position, square: Square, piece: Piece) -> Option<LivePieceState> {
    if position.locked_until(square).is_some() {
        return Some(LivePieceState::Locked);
    }
    if position.frozen_by(square).is_some() {
        return Some(LivePieceState::Frozen);
    }
    (piece.kind == PieceType::JOKER).then_some(LivePieceState::Copies)
}

/// A piece's state as parts of a sentence: what holds it, what it copies, what cannot happen to it.
fn holds(speaker: Localizer<'_>, position: &Position, square: Square, piece: Piece) -> Vec<String> {
    let mut holds = Vec::new();
    if let Some(number) = position.locked_until(square) {
        holds.push(speaker.sentence("live-holds-locked", &[("number", number.into())]));
    }
    if let Some(by) = position.frozen_by(square) {
        let by = placed_pieces::piece_on(speaker, position, by);
        holds.push(speaker.sentence("live-holds-frozen", &[("by", by.into())]));
    }
    if piece.kind == PieceType::JOKER {
        holds.push(copies(speaker, position, piece));
    }
    if position.is_untouchable(square) {
        holds.push(speaker.fixed_sentence("live-holds-untouchable"));
    }
    holds
}

/// The type a Joker copies in its next move.
fn copies(speaker: Localizer<'_>, position: &Position, joker: Piece) -> String {
    if joker.side != position.side_to_move() {
        return speaker.sentence("live-holds-follows", &[("other", speaker.side(joker.side.other()).into())]);
    }
    match position.joker_copies(joker.side) {
        Some(copied) => speaker.sentence("live-holds-copies", &[("copied", speaker.kind(copied).into())]),
        None => speaker.fixed_sentence("live-holds-copies-nothing"),
    }
}
