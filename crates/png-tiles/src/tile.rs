//! A cell as what its lines look like in any picture: its first line as it is, of all others the difference to the line
//! above, as bits of the theme's code, with the sums that checksums are put together from.

use std::sync::Arc;

use crate::bits::BitString;
use crate::code::{DeflateCode, MAX_ROW_BYTES};
use crate::matcher::RowMatcher;

/// A cell made ready.
#[derive(Debug)]
pub struct EncodedTile {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// The entries of its first line.
    pub(crate) first_row: Box<[u8]>,
    /// Of each line after the first one what lies between the zeros at both ends; empty where nothing differs in any line.
    row_deltas: Arc<[RowDelta]>,
    words: Arc<[u64]>,
}

/// What of a line differs from the line above.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RowDelta {
    /// Where in the line it begins.
    pub(crate) start: u16,
    /// How many bytes it has; none where the line is like the one above.
    pub(crate) length: u16,
    /// How many bits they take.
    pub(crate) bits: u32,
    /// The word at which they begin.
    first_word: u32,
    /// The sum of its bytes.
    pub(crate) sum: u32,
    /// The sum of its bytes, each times how many there are from it to the last one.
    pub(crate) weighted_sum: u32,
    /// Equal middles have equal marks.
    pub(crate) hash: u32,
}

impl EncodedTile {
    /// A cell of that width, row by row, whose parts are bytes of entries.
    /// Nothing when the pixels are no such rows, or these are longer than [`LONGEST_LINE`].
    pub fn encode(pixels: &[u8], width: usize, code: &DeflateCode) -> Option<Self> {
        if pixels.is_empty() || width > MAX_ROW_BYTES || !pixels.len().is_multiple_of(width) {
            return None;
        }
        let height = pixels.len() / width;
        let mut parser = RowMatcher::new(code);
        let mut string = BitString::with_word_capacity(pixels.len() / 16);
        let mut difference = vec![0; width];
        let mut middles = vec![RowDelta::default(); height.saturating_sub(1)];
        let rows = pixels.chunks_exact(width).zip(pixels.chunks_exact(width).skip(1));
        for ((above, line), middle) in rows.zip(&mut middles) {
            if above == line {
                continue;
            }
            for ((difference, above), pixel) in difference.iter_mut().zip(above).zip(line) {
                *difference = pixel.wrapping_sub(*above);
            }
            *middle = encode_row(&difference, &mut parser, &mut string);
        }
        if middles.iter().all(|middle| middle.length == 0) {
            middles.clear();
        }
        Some(Self {
            width,
            height,
            first_row: pixels[..width].into(),
            row_deltas: middles.into(),
            words: string.into_words().into(),
        })
    }

    /// The same cell with every entry larger by so much, which makes no other difference.
    pub fn shifted(&self, by: u8) -> Self {
        let first = self.first_row.iter().map(|entry| entry.wrapping_add(by)).collect();
        let (middles, words) = (Arc::clone(&self.row_deltas), Arc::clone(&self.words));
        Self { first_row: first, row_deltas: middles, words, ..*self }
    }

    /// The differences of a line, counted from 0, to the one above.
    #[inline]
    pub(crate) fn row_delta(&self, line: usize) -> Option<&RowDelta> {
        self.row_deltas.get(line.checked_sub(1)?).filter(|middle| middle.length > 0)
    }

    /// Whether all lines are alike.
    pub(crate) fn has_equal_rows(&self) -> bool {
        self.row_deltas.is_empty()
    }

    /// The bits of a middle.
    #[inline]
    pub(crate) fn words(&self, middle: &RowDelta) -> &[u64] {
        let start = middle.first_word as usize;
        &self.words[start..start + middle.bits.div_ceil(u64::BITS) as usize]
    }

    /// How much memory it takes, in bytes.
    pub fn memory_bytes(&self) -> usize {
        size_of::<Self>()
            + self.first_row.len()
            + size_of_val(self.row_deltas.as_ref())
            + size_of_val(self.words.as_ref())
    }

    /// The entries of its first line.
    pub fn first_row(&self) -> &[u8] {
        &self.first_row
    }

    /// Whether both are kept but once.
    pub fn shares_bits_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.words, &other.words)
    }
}

/// Appends what lies between the zeros at both ends.
fn encode_row(difference: &[u8], parser: &mut RowMatcher<'_>, string: &mut BitString) -> RowDelta {
    let filled = |byte: &u8| *byte != 0;
    let start = difference.iter().position(filled).unwrap_or(0);
    let end = difference.iter().rposition(filled).map_or(start, |last| last + 1);
    let bytes = &difference[start..end];
    string.align();
    let at = string.len();
    parser.write_row(bytes, string);
    let bits = (string.len() - at) as u32;
    let (mut sum, mut weighted, mut mark) = (0_u32, 0_u32, 0_u32);
    for byte in bytes {
        sum += u32::from(*byte);
        weighted += sum;
        mark = (mark ^ u32::from(*byte)).wrapping_mul(0x0100_0193).rotate_left(5);
    }
    RowDelta {
        start: start as u16,
        length: bytes.len() as u16,
        bits,
        first_word: (at / u64::BITS as usize) as u32,
        sum,
        weighted_sum: weighted,
        hash: mark,
    }
}
