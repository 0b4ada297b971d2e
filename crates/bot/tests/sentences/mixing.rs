//! Chooses which values are put together into one sentence: all combinations where they are few,
//! every pair where they are more, and otherwise each value several times with others. Not here:
//! the values.

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::values::Value;

/// Variables whose values belong together, with everything they can be.
#[derive(Clone, Debug)]
pub struct Slot {
    pub names: Vec<String>,
    pub rows: Vec<Vec<Value>>,
}

impl Slot {
    /// The same with few values: the first, and the last.
    pub fn first(mut self) -> Self {
        if self.rows.len() > 2 {
            self.rows.drain(1..self.rows.len() - 1);
        }
        self
    }
}

/// The values of one sentence.
pub type Mix = Vec<(String, Value)>;

/// As many sentences as are made of all combinations.
const WHOLE: usize = 400;
/// As many pairs of two variables as are all tried.
const PAIRS: usize = 200;
/// How often each value is said where there are too many pairs.
const TIMES: usize = 2;

/// Every combination.
pub fn all(slots: &[Slot]) -> Vec<Mix> {
    let mut mixes: Vec<Vec<usize>> = vec![Vec::new()];
    for slot in slots {
        let longer = |mix: &Vec<usize>, row| mix.iter().copied().chain([row]).collect();
        mixes = mixes.iter().flat_map(|mix| (0..slot.rows.len()).map(move |row| longer(mix, row))).collect();
    }
    mixes.iter().map(|mix| of(slots, mix)).collect()
}

/// The combinations that matter.
pub fn enough(slots: &[Slot], seed: u64) -> Vec<Mix> {
    let size = slots.iter().fold(1_usize, |size, slot| size.saturating_mul(slot.rows.len()));
    if size <= WHOLE {
        return all(slots);
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut mixes = Vec::new();
    for (place, slot) in slots.iter().enumerate() {
        for (row, _) in slot.rows.iter().enumerate() {
            for _ in 0..TIMES {
                mixes.push(with(slots, &[(place, row)], &mut random));
            }
        }
        for (other, next) in slots.iter().enumerate().skip(place + 1) {
            if slot.rows.len() * next.rows.len() > PAIRS {
                continue;
            }
            let pairs = (0..slot.rows.len()).flat_map(|row| (0..next.rows.len()).map(move |at| (row, at)));
            mixes.extend(pairs.map(|(row, at)| with(slots, &[(place, row), (other, at)], &mut random)));
        }
    }
    mixes.iter().map(|mix| of(slots, mix)).collect()
}

/// These rows, and of the other slots any.
fn with(slots: &[Slot], fixed: &[(usize, usize)], random: &mut impl Rng) -> Vec<usize> {
    let mut mix: Vec<usize> = slots.iter().map(|slot| random.random_range(0..slot.rows.len())).collect();
    for (place, row) in fixed {
        mix[*place] = *row;
    }
    mix
}

fn of(slots: &[Slot], mix: &[usize]) -> Mix {
    let rows = slots.iter().zip(mix).map(|(slot, row)| (&slot.names, &slot.rows[*row]));
    rows.flat_map(|(names, row)| names.iter().cloned().zip(row.iter().cloned())).collect()
}

#[cfg(test)]
mod tests {
    use fluent_bundle::FluentValue;

    use super::*;

    fn slot(name: &str, size: u64) -> Slot {
        let row = |number: u64| vec![Value { value: FluentValue::from(number), several: false }];
        Slot { names: vec![name.to_owned()], rows: (0..size).map(row).collect() }
    }

    #[test]
    fn every_value_and_every_small_pair_is_there() {
        let mixes = enough(&[slot("piece", 81), slot("side", 2), slot("square", 9)], 1);
        assert!(mixes.len() < 2000, "{}", mixes.len());
        let has = |wanted: &[(usize, &str)]| {
            mixes.iter().any(|mix| wanted.iter().all(|(place, text)| mix[*place].1.text() == *text))
        };
        for piece in 0..81 {
            for side in ["0", "1"] {
                assert!(has(&[(0, &piece.to_string()), (1, side)]), "{piece} {side}");
            }
        }
        for square in 0..9 {
            assert!(has(&[(1, "1"), (2, &square.to_string())]), "{square}");
        }
        assert_eq!(all(&[slot("a", 2), slot("b", 3)]).len(), 6);
        assert_eq!(all(&[]).len(), 1);
    }
}
