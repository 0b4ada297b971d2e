//! Static exchange evaluation: the material balance when both sides keep capturing on one square.
//!
//! Not here: the values of pieces, which the caller passes.

use super::{BoardSearch, SearchMove};
use crate::board_position::{PositionState, SideToMove};
use crate::padded_board::{PaddedBoard, PaddedSquare, PieceCode};
use crate::{PieceType, powers};

/// Captures on one square at most.
const MAX_EXCHANGES: usize = 32;

/// The value of each type, by its row, in any unit.
pub type ExchangeValues = [i32; PieceType::COUNT];

impl BoardSearch {
    /// Static exchange evaluation: the material balance of a legal move for the side to move, when
    /// both sides keep capturing on its target, each with its least valuable piece and as long as
    /// it gains. Captures off the target are ignored.
    pub fn static_exchange(&self, made: SearchMove, worth: &ExchangeValues) -> i32 {
        let of = |code: PieceCode| code.kind().map_or(0, |kind| worth[kind.index()]);
        let turn = self.position.turn();
        let effects = turn.padded_effects(made.0);
        let mover = turn.side();
        let mut won: i32 =
            effects.vanished.iter().map(|&(_, code)| if code.side() == mover { 0 } else { of(code) }).sum();
        if effects.is_conversion(mover) {
            return 2 * won;
        }
        let mut board = self.position.board().clone();
        effects.apply(&mut board);
        let target = made.0.to;
        let placed = board.at(target);
        // Castling in Chess960 may leave the square of the Rook empty: there is nothing to capture.
        if !placed.is_piece() {
            return won;
        }
        if let Some(kind) = made.0.choice {
            won += worth[kind.index()] - worth[PieceType::PAWN.index()];
        }
        let mut balance = [0; MAX_EXCHANGES];
        balance[0] = won;
        let mut at_risk = of(placed);
        let mut state = self.position.state().passed();
        let mut last = 0;
        while last + 1 < MAX_EXCHANGES {
            let turn = SideToMove::new(&board, &state, turn.terms, turn.tables);
            let Some(from) = least_valuable_attacker(&turn, target, worth) else { break };
            last += 1;
            balance[last] = at_risk - balance[last - 1];
            at_risk = recapture(&mut board, from, target, of);
            state = PositionState { side: state.side.other(), ..state };
        }
        for place in (1..=last).rev() {
            balance[place - 1] = -balance[place].max(-balance[place - 1]);
        }
        balance[0]
    }
}

/// The cell of the least valuable piece of the side to move that captures on `target`.
fn least_valuable_attacker(
    turn: &SideToMove<'_>,
    target: PaddedSquare,
    worth: &ExchangeValues,
) -> Option<PaddedSquare> {
    let mut cheapest = None;
    for &from in turn.board.pieces(turn.side()) {
        let code = turn.board.at(from);
        let Some(price) = code.kind().map(|kind| worth[kind.index()]) else { continue };
        let is_cheaper = cheapest.is_none_or(|(least, _)| price < least);
        if is_cheaper && turn.could_reach(from, code, target) && captures_on(turn, code, from, target) {
            cheapest = Some((price, from));
        }
    }
    cheapest.map(|(_, from)| from)
}

fn captures_on(turn: &SideToMove<'_>, code: PieceCode, from: PaddedSquare, target: PaddedSquare) -> bool {
    let acting = turn.acting_as(code).filter(|_| !turn.is_immovable(from, code));
    acting.is_some_and(|acting| powers::captures_by_moving(turn, acting, from, target))
}

/// Captures on `target`. Returns the value of the capturing piece, which is at risk now.
fn recapture(
    board: &mut PaddedBoard,
    from: PaddedSquare,
    target: PaddedSquare,
    worth: impl Fn(PieceCode) -> i32,
) -> i32 {
    let taker = board.at(from);
    board.remove(from);
    board.remove(target);
    board.put(target, taker);
    worth(taker)
}
