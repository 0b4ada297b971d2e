//! Enum `Power`: the special behaviours a piece type can have beyond its movement, their words in the catalogue, and which
//! of them capture otherwise, capture off the target square or have side effects.

/// A power of a piece type, as the catalogue names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Power {
    Royal,
    Pawn,
    Archer,
    Block,
    Edgehog,
    Advancer,
    Withdrawer,
    Windmill,
    Diplomat,
    Coordinator,
    Immobilizer,
    Chameleon,
    Joker,
}

impl Power {
    pub(crate) const ALL: [Self; 13] = [
        Self::Royal,
        Self::Pawn,
        Self::Archer,
        Self::Block,
        Self::Edgehog,
        Self::Advancer,
        Self::Withdrawer,
        Self::Windmill,
        Self::Diplomat,
        Self::Coordinator,
        Self::Immobilizer,
        Self::Chameleon,
        Self::Joker,
    ];

    /// The power with a word of the catalogue.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|power| power.word() == word)
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Royal => "royal",
            Self::Pawn => "pawn",
            Self::Archer => "archer",
            Self::Block => "block",
            Self::Edgehog => "edgehog",
            Self::Advancer => "advancer",
            Self::Withdrawer => "withdrawer",
            Self::Windmill => "windmill",
            Self::Diplomat => "diplomat",
            Self::Coordinator => "coordinator",
            Self::Immobilizer => "immobilizer",
            Self::Chameleon => "chameleon",
            Self::Joker => "joker",
        }
    }
}

impl Power {
    /// Whether a piece with the power captures otherwise than by the capturing parts of its
    /// movement.
    pub(crate) const fn has_special_capture(self) -> bool {
        !matches!(self, Self::Royal | Self::Pawn | Self::Block | Self::Immobilizer)
    }

    /// Whether moves can capture a piece off their target.
    pub(crate) const fn captures_off_target(self) -> bool {
        matches!(
            self,
            Self::Pawn
                | Self::Archer
                | Self::Advancer
                | Self::Withdrawer
                | Self::Coordinator
                | Self::Chameleon
                | Self::Joker
        )
    }

    /// Whether moves can do more than put the piece on its target and capture there. En passant
    /// does not count: its target shows it.
    pub(crate) const fn has_side_effects(self) -> bool {
        !matches!(self, Self::Pawn) && (self.captures_off_target() || matches!(self, Self::Diplomat))
    }
}
