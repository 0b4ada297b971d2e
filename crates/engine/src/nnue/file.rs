//! Reads and writes the file of a network: `i16` numbers in little-endian order, without a head.

use adoube_rules::Variant;

use super::EvalNetwork;
use super::architecture::{AccumulatorHalf, HIDDEN_SIZE, MAX_OUTPUT_WEIGHT, OUTPUT_BUCKETS};
use super::input_map::InputMap;

/// Step in which output biases are stored, so that they fit in an `i16`.
pub const BIAS_SCALE: i32 = 1 << 10;

impl EvalNetwork {
    /// Reads a network for the board of a variant: input weights, input bias, output weights and
    /// output biases. `None` if the bytes are no network for it.
    pub fn read(variant: Variant, bytes: &[u8]) -> Option<Self> {
        let inputs = InputMap::new(variant)?;
        let (pairs, []) = bytes.as_chunks::<2>() else { return None };
        let mut numbers = pairs.iter().map(|pair| i16::from_le_bytes(*pair));
        let mut row = || -> Option<AccumulatorHalf> {
            let mut row = [0; HIDDEN_SIZE];
            for number in &mut row {
                *number = numbers.next()?;
            }
            Some(row)
        };
        let input_weights = (0..inputs.count()).map(|_| row()).collect::<Option<Vec<_>>>()?;
        let input_bias = row()?;
        let mut output_weights = [[[0; HIDDEN_SIZE]; 2]; OUTPUT_BUCKETS];
        for weights in output_weights.iter_mut().flatten() {
            *weights = row()?;
        }
        if output_weights
            .as_flattened()
            .as_flattened()
            .iter()
            .any(|weight| weight.unsigned_abs() > MAX_OUTPUT_WEIGHT.unsigned_abs())
        {
            return None;
        }
        let mut output_bias = [0; OUTPUT_BUCKETS];
        for sum in &mut output_bias {
            *sum = i32::from(numbers.next()?) * BIAS_SCALE;
        }
        numbers.next().is_none().then_some(Self {
            input_map: inputs,
            input_weights,
            input_bias,
            output_weights,
            output_bias,
        })
    }

    /// Writes the network as [`read`](Self::read) reads it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let input_weights = self
            .input_weights
            .iter()
            .chain([&self.input_bias])
            .chain(self.output_weights.iter().flatten())
            .flatten()
            .copied();
        let output_bias = self.output_bias.iter().map(|sum| (sum / BIAS_SCALE) as i16);
        input_weights.chain(output_bias).flat_map(i16::to_le_bytes).collect()
    }
}
