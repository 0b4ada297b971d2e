//! Writes about touched pieces, which bind the player to move them: which they are, what they
//! demand of the player, and the headline of a board posted for them. Not here: the answer to a
//! player who is bound (`features::touch_move`).

use adoube_rules::{Move, Piece, Position, Square, TouchDemand};

use super::{board_state, placed_pieces};
use crate::{
    core::{
        game::{PendingPromotion, TouchCause, TouchState},
        notice::{BoardEvent, BoardNotice},
    },
    text::{Localizer, SentenceArg},
};

/// The touched pieces and their demand; `None` without touched pieces.
pub(crate) fn status(speaker: Localizer<'_>, board: &BoardNotice, position: &Position) -> Option<String> {
    let touches = board.touches.as_ref().filter(|_| board.ending.is_none())?;
    let mut sentences = Vec::new();
    // For a single piece the demand alone is enough.
    if touches.squares.len() > 1 {
        let those = touches.squares.iter().filter_map(|square| Some((*square, position.piece_at(*square)?)));
        sentences
            .push(speaker.sentence("touch-touched", &[touched_pieces(speaker, &those.collect::<Vec<_>>())]));
    }
    sentences.extend(demand(speaker, board, position));
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// The present demand and its reason; `None` without touched pieces.
pub(crate) fn demand(speaker: Localizer<'_>, board: &BoardNotice, position: &Position) -> Option<String> {
    let touches = board.touches.as_ref()?;
    if let Some(promoting) = touches.promoting {
        return Some(speaker.sentence("touch-promoting", &promotion(speaker, position, promoting)));
    }
    if touches.squares.is_empty() {
        return None;
    }
    let legal = position.legal_moves();
    let ruling = touches.ruling(position, &legal);
    let at = |square: Square| placed_pieces::piece_on(speaker, position, square);
    let say = |key: &str, piece: Square, victim: Square| {
        speaker.sentence(key, &[("piece", at(piece).into()), ("victim", at(victim).into())])
    };
    let first = |square: Square| touches.squares.first() == Some(&square);
    Some(match ruling.demand {
        TouchDemand::Nothing if ruling.moves.len() < legal.len() => {
            speaker.fixed_sentence("touch-no-castling")
        }
        TouchDemand::Nothing => speaker.fixed_sentence("touch-free"),
        TouchDemand::Castle { rook } => say("touch-castle", rook, rook),
        TouchDemand::Move { piece } => say(move_key(touches, position, piece), piece, piece),
        TouchDemand::CaptureWith { piece, victim } => say("touch-capture-with", piece, victim),
        TouchDemand::Capture { victim } if first(victim) => say("touch-capture-first", victim, victim),
        TouchDemand::Capture { victim } => say("touch-capture-next", victim, victim),
    })
}

/// The key of the reason why this piece must move.
fn move_key(touches: &TouchState, position: &Position, piece: Square) -> &'static str {
    use adoube_rules::PieceType as T;
    let own_of = |square: &Square, kind| {
        position
            .piece_at(*square)
            .is_some_and(|piece| piece.kind == kind && piece.side == position.side_to_move())
    };
    let place = touches.squares.iter().position(|square| *square == piece).unwrap_or_default();
    let after = &touches.squares[place..];
    // In variants without castling, King and Rook are ordinary pieces.
    let castles = position.variant().has_castling();
    let later = |kind| castles && after.iter().skip(1).any(|square| own_of(square, kind));
    if own_of(&piece, T::KING) && later(T::ROOK) {
        return "touch-move-king";
    }
    if own_of(&piece, T::ROOK) && later(T::KING) {
        return "touch-move-rook";
    }
    if place == 0 { "touch-move-first" } else { "touch-move-next" }
}

/// Whether the touched pieces leave fewer than all legal moves.
pub(crate) fn is_bound(board: &BoardNotice, position: &Position) -> bool {
    board_state::moves_left(board, position).len() < position.legal_moves().len()
}

/// The headline of a board posted for a touch event; `None` for other events.
pub(crate) fn headline(speaker: Localizer<'_>, board: &BoardNotice, position: &Position) -> Option<String> {
    let (mover, other) = (position.side_to_move(), position.side_to_move().other());
    let name = |side| ("name", speaker.seat(board.seats.of(side)).into());
    Some(match &board.event {
        BoardEvent::Touched { pieces: touched, how } => {
            let key = match how {
                TouchCause::Try => "touch-by-try",
                TouchCause::Name | TouchCause::Pick => "touch-by-hand",
            };
            speaker.sentence(key, &[name(mover), touched_pieces(speaker, touched)])
        }
        BoardEvent::Released { pieces: released } => speaker.sentence(
            "touch-released",
            &[
                name(other),
                touched_pieces(speaker, released),
                ("other", speaker.seat(board.seats.of(mover)).into()),
            ],
        ),
        BoardEvent::Promoting(promoting) => {
            let [piece, to] = promotion(speaker, position, *promoting);
            speaker.sentence("touch-pawn-moved", &[name(mover), piece, to])
        }
        _ => return None,
    })
}

fn promotion(
    speaker: Localizer<'_>,
    position: &Position,
    promoting: PendingPromotion,
) -> [SentenceArg<'static>; 2] {
    let piece = placed_pieces::piece_on(speaker, position, promoting.from);
    [("piece", piece.into()), ("to", promoting.to.to_string().into())]
}

/// The Rooks that may still be touched after the King, to castle with them.
pub(crate) fn rooks_to_castle(board: &BoardNotice, position: &Position, left: &[Move]) -> Vec<Square> {
    let touched = board.touches.as_ref().map(|touches| touches.squares.as_slice()).unwrap_or_default();
    let castlings = left.iter().filter(|made| touched.contains(&made.from));
    let rooks = castlings.filter_map(|made| position.castling_rook(made));
    rooks.filter(|rook| !touched.contains(rook)).collect()
}

/// "King e1 and Rook h1", as the argument `pieces`.
pub(crate) fn touched_pieces(speaker: Localizer<'_>, pieces: &[(Square, Piece)]) -> SentenceArg<'static> {
    ("pieces", placed_pieces::list(speaker, pieces).into())
}
