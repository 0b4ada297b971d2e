//! Which piece letters of Grand Chess each player has shown to type. Not here: what follows for a typed move
//! (`notation::TypedLetters`), and letters a person has chosen (`preferences`).

use adoube_rules::{PieceDialect, Side, notation::TypedLetters};

use super::PerSide;

/// The dialects of both players; none while it is unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShownLetters(pub PerSide<Option<PieceDialect>>);

impl ShownLetters {
    /// Which letters a move of that side may be in.
    pub fn of(self, side: Side) -> TypedLetters {
        self.0.of(side).map_or(TypedLetters::Undecided, TypedLetters::Usually)
    }

    /// Notes the dialect that a typed move shows. A player who types both dialects has no habit that could be relied on.
    pub fn note(&mut self, side: Side, shown: Option<PieceDialect>) {
        let Some(shown) = shown else { return };
        let known = self.0.of_mut(side);
        *known = Some(shown).filter(|_| known.is_none_or(|known| known == shown));
    }

    /// Whether nobody has shown anything.
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
