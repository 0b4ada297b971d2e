//! Deals and seals the cards of a game at its start. Not here: the sealed text (`core::game`),
//! shuffling (`adoube-rules`), and the check of the seal (`features::cards::verify`).

use adoube_rules::{CardDeal, KingPlacement, Position};
use rand::RngExt;

use super::HandlerRequest;
use crate::core::game::{GameId, NONCE_BYTES, SealedDeal};

impl HandlerRequest<'_> {
    /// Shuffles and seals both sides' cards; returns the start position and the seal.
    pub(crate) fn deal(&self, game: &GameId, kings: KingPlacement) -> (Position, Option<SealedDeal>) {
        let (entropy, nonce): ([u8; 32], [u8; NONCE_BYTES]) =
            self.context.with_rng(|rng| (rng.random(), rng.random()));
        let deal = CardDeal::shuffled(entropy);
        let sealed = SealedDeal::seal(game, &deal, kings, nonce);
        (Position::start_schachen(&deal, kings), Some(sealed))
    }
}
