//! What is left when both sides take on one square, one after the other. Not here: what pieces are worth (whoever asks).

use super::{BoardSearch, SearchMove};
use crate::board_position::{PositionState, SideToMove};
use crate::padded_board::{PaddedBoard, PaddedSquare, PieceCode};
use crate::{PieceType, powers};

/// Takings on one square that are looked at.
const MAX_EXCHANGES: usize = 32;

/// What each type is worth, by its row, in whatever unit.
pub type ExchangeValues = [i32; PieceType::COUNT];

impl BoardSearch {
    /// What the side to move has won in the end by a legal move when both sides go on taking on its target, each with its
    /// cheapest piece and as long as it pays. Pieces that take otherwise than by going there are left out.
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
        // Whoever castles towards a Rook may leave its square empty: there is nothing to take.
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

/// Where the cheapest piece stands with which the side to move takes what stands on `target`.
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

/// Takes what stands on `target`; what is at risk there now.
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
