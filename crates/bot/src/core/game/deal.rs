//! The dealt cards of a game of Schachen: their order, and the commitment (SHA-256) that proves
//! afterwards that the order was fixed at the start. Not here: how they are shuffled
//! (`adoube-rules`), and drops of cards (`gameplay::turn::drop`).
//!
//! # The sealed text
//!
//! ```text
//! schachen k7f2mq white:QNPRRBBNPPP black:PNBRQRBNPPP nonce:00112233…
//! ```
//!
//! One line without an end of line: the game's id, each side's cards from the top of the stack (the
//! first three are the first hand), and 32 random bytes in hexadecimal digits, without which the
//! cards could be guessed. The bot posts its SHA-256 when the game begins and the text itself when
//! the game has ended.

use std::{fmt, fmt::Write as _};

use adoube_rules::{CardDeal, KingPlacement, Position};
use sha2::{Digest, Sha256};

use super::GameId;

/// Random bytes that make the sealed text impossible to guess.
pub const NONCE_BYTES: usize = 32;

/// The sealed cards of a game. The value holds all cards; `Debug` prints none.
#[derive(Clone, PartialEq, Eq)]
pub struct SealedDeal {
    /// Cards of both sides, as the rules write them.
    pub(crate) cards: String,
    /// Where the Kings stand.
    pub(crate) kings: KingPlacement,
    /// The random bytes, in hexadecimal digits.
    pub(crate) nonce: String,
    /// The SHA-256 of the sealed text, in hexadecimal digits.
    pub(crate) commitment: String,
}

impl SealedDeal {
    /// Seals the cards of a game.
    pub fn seal(game: &GameId, deal: &CardDeal, kings: KingPlacement, nonce: [u8; NONCE_BYTES]) -> Self {
        let mut sealed =
            Self { cards: deal.text(), kings, nonce: hexadecimal(&nonce), commitment: String::new() };
        sealed.commitment = fingerprint(&sealed.text(game));
        sealed
    }

    /// The sealed text. It reveals all cards.
    pub fn text(&self, game: &GameId) -> String {
        let (white, black) = self.cards.split_once('/').unwrap_or((&self.cards, ""));
        format!("schachen {game} white:{white} black:{black} nonce:{}", self.nonce)
    }

    /// The SHA-256 posted when the game began.
    pub fn commitment(&self) -> &str {
        &self.commitment
    }

    /// Whether the sealed text matches the posted hash.
    pub fn fits(&self, game: &GameId) -> bool {
        fingerprint(&self.text(game)) == self.commitment
    }

    /// The start position with all cards; `None` if they cannot be read.
    pub fn start(&self) -> Option<Position> {
        self.cards.parse::<CardDeal>().ok().map(|deal| Position::start_schachen(&deal, self.kings))
    }
}

impl fmt::Debug for SealedDeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SealedDeal").field("commitment", &self.commitment).finish_non_exhaustive()
    }
}

/// Public information about the cards of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealCommitment {
    /// The SHA-256 that was posted when the game began.
    pub sha256: String,
    /// The sealed text, once the game is over.
    pub text: Option<String>,
}

fn fingerprint(text: &str) -> String {
    hexadecimal(&Sha256::digest(text))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed() -> (GameId, SealedDeal) {
        let game = GameId::parse("k7f2mq").expect("an id");
        let deal: CardDeal = "QNPRRBBNPPP/PNBRQRBNPPP".parse().expect("a deal");
        let sealed = SealedDeal::seal(&game, &deal, KingPlacement::Facing, [0xa5; NONCE_BYTES]);
        (game, sealed)
    }

    #[test]
    fn the_sealed_text_never_changes() {
        // Anybody can check it with other programs: `printf %s "$text" | sha256sum` prints this
        // hash.
        let (game, sealed) = sealed();
        let nonce = "a5".repeat(NONCE_BYTES);
        assert_eq!(
            sealed.text(&game),
            format!("schachen k7f2mq white:QNPRRBBNPPP black:PNBRQRBNPPP nonce:{nonce}")
        );
        assert_eq!(sealed.commitment(), "ccf04e7cdfb64aebfaace4b1a45463d1eceff383901fa1c5142933d539172899");
        assert!(sealed.fits(&game));
    }

    #[test]
    fn another_card_nonce_or_game_does_not_fit() {
        let (game, sealed) = sealed();
        let other = GameId::parse("k7f2mr").expect("an id");
        assert!(!sealed.fits(&other));
        let swapped = SealedDeal { cards: "NQPRRBBNPPP/PNBRQRBNPPP".to_owned(), ..sealed.clone() };
        assert!(!swapped.fits(&game));
        let fresh = SealedDeal { nonce: "a6".repeat(NONCE_BYTES), ..sealed };
        assert!(!fresh.fits(&game));
    }

    #[test]
    fn a_log_prints_no_cards() {
        let (_, sealed) = sealed();
        let printed = format!("{sealed:?}");
        assert!(!printed.contains("QNP") && !printed.contains("a5a5"), "{printed}");
    }
}
