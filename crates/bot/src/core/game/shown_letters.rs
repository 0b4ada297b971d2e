//! Which piece letters each player of a Grand Chess game has typed, those of this project or those
//! of other programs, so that an ambiguous letter is read as before. Not here: their effect on a
//! typed move (`notation::TypedLetters`), and letters that a person has chosen (`preferences`).

use adoube_rules::{PieceDialect, Side, notation::TypedLetters};

use super::PerSide;

/// Dialects of both players; `None` if unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShownLetters(pub PerSide<Option<PieceDialect>>);

impl ShownLetters {
    /// The letters that a move of this side may use.
    pub fn of(self, side: Side) -> TypedLetters {
        self.0.of(side).map_or(TypedLetters::Undecided, TypedLetters::Usually)
    }

    /// Records the dialect of a typed move. A player who types both dialects has no reliable habit.
    pub fn note(&mut self, side: Side, shown: Option<PieceDialect>) {
        let Some(shown) = shown else { return };
        let known = self.0.of_mut(side);
        *known = Some(shown).filter(|_| known.is_none_or(|known| known == shown));
    }

    /// Whether no dialect is known.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use PieceDialect::{FairyStockfish, Own};

    #[test]
    fn a_habit_is_each_players_own_and_lasts_while_it_is_kept_to() {
        let mut letters = ShownLetters::default();
        for (shown, white) in [
            (None, TypedLetters::Undecided),
            (Some(FairyStockfish), TypedLetters::Usually(FairyStockfish)),
            (None, TypedLetters::Usually(FairyStockfish)),
            (Some(Own), TypedLetters::Undecided),
            (Some(Own), TypedLetters::Usually(Own)),
        ] {
            letters.note(Side::White, shown);
            assert_eq!([letters.of(Side::White), letters.of(Side::Black)], [white, TypedLetters::Undecided]);
        }
    }
}
