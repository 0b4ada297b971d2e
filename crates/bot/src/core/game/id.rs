//! Type of a game's id: six characters that can be read out and typed, drawn at random, parsed and
//! printed.

use std::fmt;

use rand::Rng;
use serde::{Deserialize, Serialize};

/// Digits and letters without those that look alike (0 o, 1 l i).
const ALPHABET: &[u8] = b"23456789abcdefghjkmnpqrstuvwxyz";
const LENGTH: usize = 6;

/// Id of a game, and of the challenge it came from: `k7f2mq`. About 900 million are possible.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GameId(String);

impl GameId {
    /// A random id. The caller checks that it is not taken.
    pub fn draw(rng: &mut impl Rng) -> Self {
        use rand::RngExt;
        Self((0..LENGTH).map(|_| char::from(ALPHABET[rng.random_range(0..ALPHABET.len())])).collect())
    }

    /// Reads an id as typed (`#K7F2MQ` too); `None` if it is malformed.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim_start_matches('#').to_ascii_lowercase();
        let well_formed = text.len() == LENGTH && text.bytes().all(|byte| ALPHABET.contains(&byte));
        well_formed.then_some(Self(text))
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for GameId {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).ok_or_else(|| format!("{text:?} is not a game's id"))
    }
}

impl From<GameId> for String {
    fn from(id: GameId) -> String {
        id.0
    }
}

#[cfg(test)]
mod tests {
    use super::GameId;
    use rand::SeedableRng;

    #[test]
    fn drawn_ids_read_back() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(7);
        for _ in 0..100 {
            let id = GameId::draw(&mut rng);
            assert_eq!(GameId::parse(&format!("#{}", id.to_string().to_uppercase())), Some(id));
        }
    }

    #[test]
    fn other_words_are_no_ids() {
        for text in ["", "abc", "abcdefg", "abcde0", "bob", "grand!"] {
            assert_eq!(GameId::parse(text), None, "{text}");
        }
    }
}
