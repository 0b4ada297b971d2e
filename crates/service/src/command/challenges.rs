//! Challenges: who plays whom, and what is agreed first. Not here: set-ups of Grand Chess (`setup`), and what becomes of
//! a challenge (`flow`).

use adoube_rules::{Kings, PromotionMode, Side, Variant};

use super::{Choice, Command, HelpGroup, Needs, Opt, OptionKind, Spec};

/// What a challenge asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Invitation {
    /// The person as typed; `None` for anybody.
    pub opponent: Option<String>,
    /// Which game, if that was said.
    pub kind: Option<Variant>,
    /// The challenger's side; `None` when it is drawn by lot.
    pub colour: Option<Side>,
    /// How Pawns promote in Grand Chess.
    pub promotion: Option<PromotionMode>,
    /// Where the Kings of Schachen stand.
    pub kings: Option<Kings>,
    /// Whether touched pieces bind.
    pub touch_move: bool,
}

/// A side, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColourWord {
    /// This one.
    Side(Side),
    /// Whichever is drawn by lot.
    Lot,
}

impl ColourWord {
    /// The side meant; `None` when it is drawn by lot.
    pub fn side(self) -> Option<Side> {
        match self {
            ColourWord::Side(side) => Some(side),
            ColourWord::Lot => None,
        }
    }
}

/// The games.
pub static VARIANTS: Choice<Variant> = Choice {
    key: "variant",
    words: &[
        (Variant::Grand.key(), Variant::Grand),
        (Variant::Chess.key(), Variant::Chess),
        (Variant::Chess960.key(), Variant::Chess960),
        (Variant::Schachen.key(), Variant::Schachen),
    ],
};

/// The sides.
pub static COLOURS: Choice<ColourWord> = Choice {
    key: "colour",
    words: &[
        ("white", ColourWord::Side(Side::White)),
        ("black", ColourWord::Side(Side::Black)),
        ("random", ColourWord::Lot),
    ],
};

/// How Pawns promote in Grand Chess.
static PROMOTIONS: Choice<PromotionMode> = Choice {
    key: "promotion",
    words: &[
        (PromotionMode::Captured.key(), PromotionMode::Captured),
        (PromotionMode::Initial.key(), PromotionMode::Initial),
        (PromotionMode::All.key(), PromotionMode::All),
    ],
};

/// Where the Kings of Schachen stand.
static KING_PLACES: Choice<Kings> =
    Choice { key: "kings", words: &[("facing", Kings::Facing), ("rotated", Kings::Rotated)] };

/// Whether touched pieces bind.
static TOUCHES: Choice<bool> =
    Choice { key: "touch-move", words: &[("touch-move", true), ("no-touch-move", false)] };

/// Whom to play.
pub static OPPONENT: Opt<String> = Opt::text("opponent", OptionKind::Person);
/// Which game.
pub static VARIANT: Opt<Variant> = Opt::choice("variant", &VARIANTS);
/// Which side.
pub static COLOUR: Opt<ColourWord> = Opt::choice("colour", &COLOURS);
/// How Pawns promote.
pub static PROMOTION: Opt<PromotionMode> = Opt::choice("promotion", &PROMOTIONS);
/// Whether touched pieces bind.
pub static TOUCH_MOVE: Opt<bool> = Opt::switch("touch-move", &TOUCHES);
/// Where the Kings of Schachen stand.
pub static KINGS: Opt<Kings> = Opt::choice("kings", &KING_PLACES);

/// Challenge one person, or anybody in the channel.
pub static PLAY: Spec = Spec {
    name: "play",
    group: HelpGroup::Begin,
    options: &[OPPONENT.spec, VARIANT.spec, COLOUR.spec, PROMOTION.spec, KINGS.spec, TOUCH_MOVE.spec],
    needs: Needs::Nothing,
    read: |given| {
        Ok(Command::Play(Invitation {
            opponent: given.value(&OPPONENT),
            kind: given.value(&VARIANT),
            colour: given.value(&COLOUR).and_then(ColourWord::side),
            promotion: given.value(&PROMOTION),
            kings: given.value(&KINGS),
            touch_move: given.value(&TOUCH_MOVE).unwrap_or_default(),
        }))
    },
};

/// Take up a challenge.
pub static ACCEPT: Spec = Spec {
    name: "accept",
    group: HelpGroup::Begin,
    options: &[],
    needs: Needs::Nothing,
    read: |_| Ok(Command::Accept),
};

/// Refuse it.
pub static DECLINE: Spec = Spec {
    name: "decline",
    group: HelpGroup::SetUp,
    options: &[],
    needs: Needs::Nothing,
    read: |_| Ok(Command::Decline),
};

/// Take back one's own challenge.
pub static WITHDRAW: Spec = Spec {
    name: "withdraw",
    group: HelpGroup::SetUp,
    options: &[],
    needs: Needs::Nothing,
    read: |_| Ok(Command::Withdraw),
};
