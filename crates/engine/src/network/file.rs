//! A network as it is kept in a file: numbers of two bytes, the lower one first. Not here: what they mean (`Network`).

use adoube_rules::Variant;

use super::inputs::Inputs;
use super::{LARGEST, Network, Numbers, STAGES, WIDTH};

/// What is added in a stage is kept in so large steps, to fit in two bytes.
pub(super) const MORE: i32 = 1 << 10;

impl Network {
    /// Reads a network for that game; none if it is not one: the rows of all inputs, the first
    /// row, those of the last step by stage, and what is added in each stage.
    pub(crate) fn read(variant: Variant, bytes: &[u8]) -> Option<Self> {
        let inputs = Inputs::of_game(variant)?;
        let (pairs, []) = bytes.as_chunks::<2>() else { return None };
        let mut numbers = pairs.iter().map(|pair| i16::from_le_bytes(*pair));
        let mut row = || -> Option<Numbers> {
            let mut row = [0; WIDTH];
            for number in &mut row {
                *number = numbers.next()?;
            }
            Some(row)
        };
        let rows = (0..inputs.len()).map(|_| row()).collect::<Option<Vec<_>>>()?;
        let first = row()?;
        let mut last = [[[0; WIDTH]; 2]; STAGES];
        for weights in last.iter_mut().flatten() {
            *weights = row()?;
        }
        if last
            .as_flattened()
            .as_flattened()
            .iter()
            .any(|weight| weight.unsigned_abs() > LARGEST.unsigned_abs())
        {
            return None;
        }
        let mut more = [0; STAGES];
        for sum in &mut more {
            *sum = i32::from(numbers.next()?) * MORE;
        }
        numbers.next().is_none().then_some(Self { inputs, rows, first, last, more })
    }

    /// The same as [`read`](Self::read) reads it.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let rows = self.rows.iter().chain([&self.first]).chain(self.last.iter().flatten()).flatten().copied();
        let more = self.more.iter().map(|sum| (sum / MORE) as i16);
        rows.chain(more).flat_map(i16::to_le_bytes).collect()
    }
}
