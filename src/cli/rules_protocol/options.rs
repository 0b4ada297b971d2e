//! Parses the options of a request for a start position made from a seed (arrangement of the
//! pieces, extra pieces, cards), and makes the position.

use adoube_rules::{
    ArrayError, ArrayKind, ArraySymmetry, CardDeal, DuplicateRule, ExtraPieces, GrandSetup, KingPlacement,
    PieceType, Position, PromotionMode, Variant,
};
use serde::Deserialize;
use serde_json::Value;

use super::error::RulesError;

/// The options of a request. A missing one has the default of the rules.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct SetupOptions {
    /// `classic`, `classic-random`, `classic-chosen`, `free-random` or `free-chosen`.
    setup: Option<ArrayKind>,
    /// The number of extra pieces; where they are chosen, the length of `chosen`.
    extra: Option<usize>,
    /// The codes of the chosen pieces.
    chosen: Vec<PieceType>,
    duplicates: bool,
    rotate: bool,
    promo: PromotionMode,
    lock: Option<u16>,
    seed: Option<u64>,
    /// Where the Kings of Schachen stand: `rotated` or `facing`.
    kings: KingPlacement,
    /// The number of a Chess960 array; without it the seed decides.
    number: Option<u16>,
}

/// Arrays of Chess960.
const ARRAYS_960: u64 = 960;
/// Moves during which locked types stay.
const DEFAULT_LOCK: u16 = 5;
/// The largest lock a position text can hold.
const MAX_LOCK: u16 = 9999;

impl SetupOptions {
    pub(super) fn read(options: Option<&Value>, seed: Option<&Value>) -> Result<Self, RulesError> {
        let mut read = match options {
            Some(value) if !value.is_object() => {
                return Err(RulesError::request("the field options is not an object".to_owned()));
            }
            Some(value) => {
                Self::deserialize(value).map_err(|error| RulesError::request(format!("options: {error}")))?
            }
            None => Self::default(),
        };
        if let Some(value) = seed {
            let number = value
                .as_u64()
                .ok_or_else(|| RulesError::request("the seed is not a whole number".to_owned()));
            read.seed = Some(number?);
        }
        Ok(read)
    }

    /// The start position of a game.
    pub(super) fn start(&self, game: Variant) -> Result<Position, RulesError> {
        let seed = self.seed.unwrap_or_default();
        match game {
            Variant::Chess => Ok(Position::start(game)),
            Variant::Chess960 => {
                let number = self.number.unwrap_or((seed % ARRAYS_960) as u16);
                Position::start_960(number)
                    .ok_or_else(|| RulesError::request(format!("options: there is no array {number}")))
            }
            Variant::Schachen => {
                let seed = self.seed.ok_or_else(|| {
                    RulesError::request(
                        "schachen needs a position, or a seed to shuffle its cards".to_owned(),
                    )
                })?;
                Ok(Position::start_schachen(&CardDeal::from_seed(seed), self.kings))
            }
            Variant::Grand => {
                self.grand()?.draw(seed).map_err(|error| RulesError::request(format!("options: {error}")))
            }
        }
    }

    fn grand(&self) -> Result<GrandSetup, RulesError> {
        let array = self.setup.unwrap_or(ArrayKind::Classic);
        let extra = match array {
            ArrayKind::ClassicChosen | ArrayKind::FreeChosen => ExtraPieces::Chosen(self.chosen.clone()),
            _ => ExtraPieces::Random(self.extra.unwrap_or_default()),
        };
        let lock = self.lock.unwrap_or(DEFAULT_LOCK);
        if lock > MAX_LOCK {
            return Err(RulesError::request(format!("options: the lock is above {MAX_LOCK}")));
        }
        if self.extra.is_some_and(|extra| !self.chosen.is_empty() && extra != self.chosen.len()) {
            return Err(RulesError::request(format!("options: {}", ArrayError::WrongExtra)));
        }
        Ok(GrandSetup {
            array,
            extra,
            duplicates: if self.duplicates { DuplicateRule::Allowed } else { DuplicateRule::Forbidden },
            symmetry: if self.rotate { ArraySymmetry::Rotated } else { ArraySymmetry::Mirrored },
            promotion: self.promo,
            lock,
        })
    }
}
