//! Checkpoint: a game as it stood some plies ago, and the rule after how many plies one is kept, so
//! that takebacks and the repetition history replay a few moves and not the whole game. Not here:
//! where it is stored (`records`), and takebacks (`features::takeback`).

use adoube_rules::GameSnapshot;

use super::{CapturedPieces, GameRecord};

/// Plies from one checkpoint to the next.
const EVERY: u32 = 16;

/// Plies back to the oldest checkpoint. A takeback of more plies replays the whole game.
const REACH: u32 = 8 * EVERY;

/// A game at some ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// Plies on the board.
    pub plies: u32,
    /// The game's revision.
    pub revision: u64,
    /// The position and its repetition history.
    pub state: GameSnapshot,
    /// Captured pieces.
    pub taken: CapturedPieces,
}

impl Checkpoint {
    /// The checkpoint to store after a move, if one is due at this ply. If the game returns to a
    /// ply after a takeback, the new checkpoint replaces the old one.
    pub fn of(record: &GameRecord) -> Option<Self> {
        let kept = record.keeps_checkpoints() && record.plies.is_multiple_of(EVERY);
        kept.then(|| Self {
            plies: record.plies,
            revision: record.revision,
            state: record.state.clone(),
            taken: record.taken.clone(),
        })
    }

    /// The ply of the checkpoint that this one makes superfluous.
    pub fn outlived(&self) -> Option<u32> {
        self.plies.checked_sub(REACH).filter(|plies| *plies > 0)
    }

    /// Plies at which a game at `plies` may have checkpoints, including those left by moves that
    /// were taken back.
    pub fn around(plies: u32) -> impl Iterator<Item = u32> {
        let nearest = plies / EVERY * EVERY;
        let first = nearest.saturating_sub(REACH).max(EVERY);
        (first..=nearest.saturating_add(REACH)).step_by(EVERY as usize)
    }

    /// The ply of the last checkpoint before `plies`, from which the last move can be made again;
    /// `None` if that is the start position.
    pub fn before(plies: u32) -> Option<u32> {
        let last = plies.checked_sub(1)? / EVERY * EVERY;
        (last > 0).then_some(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_around_a_ply_are_those_that_may_be_kept() {
        assert_eq!(Checkpoint::around(5).collect::<Vec<_>>(), [16, 32, 48, 64, 80, 96, 112, 128]);
        let late: Vec<u32> = Checkpoint::around(1000).collect();
        assert_eq!((late.first(), late.last(), late.len()), (Some(&864), Some(&1120), 17));
    }

    #[test]
    fn one_makes_another_needless_that_is_out_of_reach() {
        let variant = adoube_rules::Variant::Chess;
        let state = adoube_rules::Game::new(adoube_rules::Position::start(variant)).snapshot();
        for (plies, outlived) in
            [(16, None), (128, None), (144, Some(16)), (160, Some(32)), (1280, Some(1152))]
        {
            let checkpoint =
                Checkpoint { plies, revision: 0, state: state.clone(), taken: CapturedPieces::default() };
            assert_eq!(checkpoint.outlived(), outlived, "{plies}");
        }
    }

    #[test]
    fn the_nearest_one_leaves_a_move_to_make() {
        let table = [
            (0, None),
            (1, None),
            (16, None),
            (17, Some(16)),
            (32, Some(16)),
            (33, Some(32)),
            (40, Some(32)),
        ];
        for (plies, before) in table {
            assert_eq!(Checkpoint::before(plies), before, "{plies}");
        }
    }
}
