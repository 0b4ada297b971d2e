//! Search for a mate in two that begins with a check, against every reply and drop.
//!
//! Not here: the search of other turns (`root_search`, `determinization`).

use adoube_rules::{CardDrop, GridMove, GridSearch};

use super::table::NodeBudget;

/// Whether the side to move, which is in check, is mated by the opponent's next turn whichever turn
/// it plays.
pub(super) fn is_mated_in_one(grid: &mut GridSearch, budget: &mut NodeBudget) -> bool {
    let (mut has_any, mut is_mated) = (false, true);
    for_each_turn(grid, |grid| {
        has_any = true;
        is_mated = budget.count_node() && has_mate_in_one(grid);
        is_mated
    });
    has_any && is_mated
}

fn has_mate_in_one(grid: &mut GridSearch) -> bool {
    let (mut move_buffer, mut mates) = (Vec::new(), false);
    for_each_turn(grid, |grid| {
        mates = grid.in_check() && !grid.has_legal_move(&mut move_buffer);
        !mates
    });
    mates
}

/// Calls `go_on` after each possible turn, until it returns false.
fn for_each_turn(grid: &mut GridSearch, mut go_on: impl FnMut(&mut GridSearch) -> bool) {
    let (mut moves, mut drops): (Vec<GridMove>, Vec<CardDrop>) = (Vec::new(), Vec::new());
    grid.generate_moves(false, &mut moves);
    for made in moves {
        grid.make_step(made);
        grid.generate_drops(&mut drops);
        let goes_on = std::iter::once(None).chain(drops.iter().copied().map(Some)).all(|drop| {
            grid.make_drop(drop);
            let goes_on = go_on(grid);
            grid.unmake_drop();
            goes_on
        });
        grid.unmake_step();
        if !goes_on {
            return;
        }
    }
}
