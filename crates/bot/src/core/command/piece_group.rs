//! Divides the piece types into groups for menus, which hold at most 25 entries. Not here: the
//! names of groups (`assets/locales`).

use adoube_rules::PieceType;

/// Piece types that move alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceGroup {
    /// Types of the classic array.
    Classic,
    /// Moves along lines and by single steps.
    Lines,
    /// Leaps like the Knight's, and wider ones.
    Knights,
    /// Leaps straight along a line.
    Straight,
    /// Leaps over other pieces.
    Hoppers,
    /// Moves with rules of their own.
    Special,
}

impl PieceGroup {
    /// Every group, in display order.
    pub const ALL: [PieceGroup; 6] = [
        PieceGroup::Classic,
        PieceGroup::Lines,
        PieceGroup::Knights,
        PieceGroup::Straight,
        PieceGroup::Hoppers,
        PieceGroup::Special,
    ];

    /// The word in button ids and locale keys.
    pub fn key(self) -> &'static str {
        match self {
            PieceGroup::Classic => "classic",
            PieceGroup::Lines => "lines",
            PieceGroup::Knights => "knights",
            PieceGroup::Straight => "straight",
            PieceGroup::Hoppers => "hoppers",
            PieceGroup::Special => "special",
        }
    }

    /// The group with this word.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|group| group.key() == key)
    }

    /// Whether the group has this type.
    pub fn has(self, kind: PieceType) -> bool {
        self.codes().split(' ').any(|code| code == kind.code())
    }

    /// The group of a type; `None` for King and Pawn.
    pub fn of(kind: PieceType) -> Option<Self> {
        Self::ALL.into_iter().find(|group| group.has(kind))
    }

    /// The codes of its types, separated by spaces.
    fn codes(self) -> &'static str {
        match self {
            PieceGroup::Classic => "Q R B N C M",
            PieceGroup::Lines => "GD CE AM SM VM FE DK WA ST DH RH BA DG EH DU GF TE",
            PieceGroup::Knights => "NR NF NW ND OX CA CF CW CG CR GI ZE ZF ZW ZB ZR ZG PE GN CZ BU BF CB TI",
            PieceGroup::Straight => "EL PH ME MA DA DR DW KI AL HE SH FR LI MG CH SQ",
            PieceGroup::Hoppers => "GR SC KA CN VA LE",
            PieceGroup::Special => "AR BL AD WI WM DI CO IM CM JO",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_that_can_be_chosen_is_in_one_group_that_fits_a_menu() {
        for kind in PieceType::all() {
            let groups = PieceGroup::ALL.into_iter().filter(|group| group.has(kind)).count();
            assert_eq!(groups, usize::from(!kind.is_king_or_pawn()), "{kind}");
        }
        for group in PieceGroup::ALL {
            let count = group.codes().split(' ').count();
            assert!(group.codes().split(' ').all(|code| PieceType::from_code(code).is_some()), "{group:?}");
            assert!((1..=25).contains(&count), "{group:?} has {count}");
            assert_eq!(PieceGroup::from_key(group.key()), Some(group));
        }
    }
}
