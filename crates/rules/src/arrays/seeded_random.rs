//! Generator of seeded random numbers, the same in every version of the program, so that an array
//! can be drawn again.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// A stream of random numbers that a seed determines.
pub(crate) struct SeededRandom {
    stream: ChaCha20Rng,
}

impl SeededRandom {
    pub(crate) fn new(seed: u64) -> Self {
        Self { stream: ChaCha20Rng::from_seed(Sha256::digest(seed.to_be_bytes()).into()) }
    }

    /// A stream with entropy from the caller.
    pub(crate) fn from_entropy(entropy: [u8; 32]) -> Self {
        Self { stream: ChaCha20Rng::from_seed(entropy) }
    }

    /// A uniform number below `limit`; 0 if `limit` is 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        let limit = limit.max(1) as u64;
        // Rejection sampling: numbers beyond the last multiple of the limit would make small
        // results likelier.
        let usable = u64::MAX - u64::MAX % limit;
        loop {
            let number = self.stream.next_u64();
            if number < usable {
                return (number % limit) as usize;
            }
        }
    }

    /// Removes a random entry from a list.
    pub(crate) fn take<T>(&mut self, list: &mut Vec<T>) -> Option<T> {
        if list.is_empty() { None } else { Some(list.swap_remove(self.below(list.len()))) }
    }
}
