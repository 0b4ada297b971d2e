//! Weights of what is counted in positions, and squares of the pieces that everybody knows, found from games of the engine
//! against itself (`play`), whose positions are kept (`row`): those that say best what looking ahead has found and how the game ended (`fit`). Not here: what
//! types are worth on the whole (`values`), and how weights are used (`evaluation`).

mod fit;
mod play;
mod row;
mod sample;
#[cfg(test)]
mod tests;

use adoube_rules::Variant;

pub use self::fit::{Fitted, fit};
pub use self::play::play;
pub use self::row::{NotARow, Row};
pub use crate::network::learning::Told;
use crate::network::{Network, learning::Learning, lessons::Teacher};

/// When a network learns what from positions of games.
#[derive(Clone, Copy, Debug)]
pub struct Schedule<'a> {
    /// A network as it is kept in a file, to go on from; from nothing if there is none.
    pub known: Option<&'a [u8]>,
    /// Times that it goes through positions near those of the games, to learn what is counted there by hand.
    pub near: usize,
    /// Times that it then goes through those of the games, to learn what they say.
    pub games: usize,
}

/// Learns a network; `tell` hears after each time of going through all. The network as it is kept in a file; none for a game
/// without a board, and if what is to be gone on from is no network for the game.
pub fn learn(
    variant: Variant,
    rows: &[Row],
    schedule: Schedule<'_>,
    tell: &mut dyn FnMut(Told),
) -> Option<Vec<u8>> {
    let known = match schedule.known {
        Some(bytes) => Some(Network::read(variant, bytes)?),
        None => None,
    };
    let mut learning = Learning::new(Teacher::of(variant)?, 1, known.as_ref());
    learning.learn(rows, schedule.near, schedule.games, tell);
    Some(learning.network().to_bytes())
}
