//! Chooses a legal action of the computer without a search, for a turn whose search failed
//! repeatedly, so that an engine bug loses no game for a player. Not here: how a missed turn is
//! handled (`turn_end`), the job that finds it (`scheduler`), and the search (`turn`).

use adoube_rules::Game;

use crate::{
    core::game::{GameRecord, Offer},
    features::computer::turn::{ComputerAction, seed},
    gameplay::{HandlerResult, restore_game},
};

/// A random legal action: declines an offer, picks a piece, or makes a move.
pub(crate) fn fallback_action(record: &GameRecord) -> HandlerResult<Option<ComputerAction>> {
    let Some((side, _)) = record.computer_to_act() else { return Ok(None) };
    let number = seed(&record.id, record.revision) as usize;
    if let Some(Offer { kind, .. }) = record.offer.filter(|offer| offer.by != side) {
        return Ok(Some(ComputerAction::Decline(kind)));
    }
    if record.chooser().is_some() {
        return Ok(one(&record.open_types(), number).map(ComputerAction::Pick));
    }
    Ok(one(&moves(&restore_game(record)?), number).map(ComputerAction::Move))
}

/// Legal moves; in Schachen without drops if possible.
fn moves(game: &Game) -> Vec<adoube_rules::Move> {
    let without = game.position().moves_without_drops();
    if without.is_empty() { game.legal_moves().to_vec() } else { without }
}

fn one<T: Copy>(among: &[T], number: usize) -> Option<T> {
    among.get(number.checked_rem(among.len())?).copied()
}
