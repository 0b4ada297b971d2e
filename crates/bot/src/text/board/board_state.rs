//! Derives what a board message shows from its notice: the position, the side from which a viewer
//! sees it, whether legal moves are hinted, and the moves that touched pieces leave. Not here: its
//! picture (`picture`).

use adoube_rules::{Move, Position, PositionView, Side};

use crate::{
    Viewer,
    core::{game::PublicView, notice::BoardNotice},
};

/// The position of a notice. `None` if its text cannot be read, which is logged; the words are
/// shown all the same.
pub(crate) fn position(board: &BoardNotice) -> Option<Position> {
    let read = match board.ending {
        // A finished game has no hidden cards.
        Some(_) => Position::parse(board.variant, &board.position),
        None => PositionView::parse(board.variant, &board.position).map(|view| view.position().clone()),
    };
    read.inspect_err(|error| tracing::error!(%error, game = %board.game, "a stored position cannot be read"))
        .ok()
}

/// The side from which a viewer sees the board: a player's own, White's for other viewers, and for
/// a message to the whole channel the one of `PublicView`.
pub(crate) fn side(board: &BoardNotice, viewer: &Viewer) -> Side {
    match &viewer.person {
        Some(person) => board.seats.side_of(person).unwrap_or(Side::White),
        None => for_all(board),
    }
}

/// The side for a message to the whole channel: of the person to move, or of the only person who
/// plays. In a finished game no side is to move.
fn for_all(board: &BoardNotice) -> Side {
    if board.view == PublicView::White {
        return Side::White;
    }
    let is_person = |side: &Side| board.seats.of(*side).person().is_some();
    let mover = match &board.last {
        Some(last) if board.ending.is_none() => last.piece.side.other(),
        _ => Side::White,
    };
    if is_person(&mover) { mover } else { mover.other() }
}

/// Whether this viewer wants to see which pieces may move, and is to move.
pub(crate) fn wants_hints(board: &BoardNotice, position: &Position, viewer: &Viewer) -> bool {
    let own = viewer.person.as_ref().and_then(|person| board.seats.side_of(person));
    viewer.taste.hints && board.ending.is_none() && own == Some(position.side_to_move())
}

/// The legal moves that the touched pieces leave.
pub(crate) fn moves_left(board: &BoardNotice, position: &Position) -> Vec<Move> {
    let legal = position.legal_moves();
    match &board.touches {
        Some(touches) => touches.ruling(position, &legal).moves,
        None => legal,
    }
}
