//! Constants of the evaluation network's architecture: sizes of its layers, output buckets and
//! quantisation factors.

/// Neurons of the hidden layer, for each side's view.
pub const HIDDEN_SIZE: usize = 256;
/// Output buckets, chosen by how many pieces are left.
pub const OUTPUT_BUCKETS: usize = 4;
/// Quantisation of the hidden layer: what it counts as 1 and is clipped to.
pub const QA: i16 = 255;
/// Quantisation of output weights: what they count as 1.
pub const QB: i16 = 256;
/// Quantisation of the output: squared hidden neuron times weight.
pub const OUTPUT_SCALE: i32 = QA as i32 * QA as i32 * QB as i32;
/// Bound of output weights: a neuron times a weight fits in an `i16`, and the sum of one side in an
/// `i32`.
pub const MAX_OUTPUT_WEIGHT: i16 = 127;
const _: () =
    assert!(HIDDEN_SIZE as i64 * (QA as i64 * QA as i64 * MAX_OUTPUT_WEIGHT as i64) <= i32::MAX as i64);

/// Hidden layer of one side, or one row of weights into or out of it.
pub type AccumulatorHalf = [i16; HIDDEN_SIZE];
