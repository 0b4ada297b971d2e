//! Architecture of the evaluation network: sizes of its layers, output buckets and quantisation factors.

/// Numbers into which each side's view of a board is added up.
pub const HIDDEN_SIZE: usize = 256;
/// Networks for the last step, by how many pieces are left.
pub const OUTPUT_BUCKETS: usize = 4;
/// What a number counts as 1, and at most; what a weight of the last step counts as 1.
pub const QA: i16 = 255;
pub const QB: i16 = 256;
/// What a sum of numbers squared by weights counts as 1.
pub const OUTPUT_SCALE: i32 = QA as i32 * QA as i32 * QB as i32;
/// No weight of the last step is more than this, so that a number by a weight fits in two bytes, and what a side sees in four.
pub const MAX_OUTPUT_WEIGHT: i16 = 127;
const _: () =
    assert!(HIDDEN_SIZE as i64 * (QA as i64 * QA as i64 * MAX_OUTPUT_WEIGHT as i64) <= i32::MAX as i64);

/// Hidden layer of one side, or one row of weights into or out of it.
pub type AccumulatorHalf = [i16; HIDDEN_SIZE];
