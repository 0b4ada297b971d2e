//! Encodes a tile, a rectangle of pixels: the pixels of its first row, and for every further row
//! the difference to the row above as bits of a shared code, with the sums from which Adler-32 is
//! combined. An encoded tile has the same bits wherever it stands in an image.

use std::sync::Arc;

use crate::bits::BitString;
use crate::code::{DeflateCode, MAX_ROW_BYTES};
use crate::matcher::RowMatcher;

/// A rectangle of palette entries, compressed ahead.
///
/// ```
/// use adoube_png_tiles::{DeflateCode, EncodedTile, SymbolCounts, TilePlacement, TileSheet, join_tiles};
///
/// let code = DeflateCode::new(&SymbolCounts::estimate().code_lengths()).expect("a complete code");
/// // Two rows of two pixels; then the same tile in the next two colours.
/// let light = EncodedTile::encode(&[0, 1, 1, 0], 2, &code).expect("whole rows");
/// let dark = light.shifted(2);
/// let sheet = TileSheet { width: 4, height: 2, background: 0 };
/// let tiles = vec![
///     TilePlacement { x: 0, y: 0, tile: &light },
///     TilePlacement { x: 2, y: 0, tile: &dark },
/// ];
/// let image = join_tiles(&code, sheet, tiles).expect("the tiles lie side by side");
/// let palette = [[255, 255, 255], [160, 160, 160], [80, 80, 80], [0, 0, 0]];
/// let file = image.into_png(&palette)?;
/// assert!(file.starts_with(b"\x89PNG"));
/// # Ok::<(), adoube_png_tiles::PngError>(())
/// ```
#[derive(Debug)]
pub struct EncodedTile {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// The entries of the first row.
    pub(crate) first_row: Box<[u8]>,
    /// The delta of each row after the first; empty where all rows are equal.
    row_deltas: Arc<[RowDelta]>,
    words: Arc<[u64]>,
}

/// The difference of a row to the row above (filter type Up), without the zeros at both ends.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RowDelta {
    /// The column of the first byte that differs.
    pub(crate) start: u16,
    /// The number of bytes; 0 where the row equals the row above.
    pub(crate) length: u16,
    /// The number of bits they take.
    pub(crate) bits: u32,
    /// The index of the word in which the bits begin.
    first_word: u32,
    /// The sum of the bytes.
    pub(crate) sum: u32,
    /// The sum of the running sums: the second sum of Adler-32 within the row delta.
    pub(crate) weighted_sum: u32,
    /// A hash of the bytes, for quick comparison.
    pub(crate) hash: u32,
}

impl EncodedTile {
    /// Encodes a tile of `width` columns, given row by row. `None` when the pixels are no whole rows, or the rows are longer
    /// than [`MAX_ROW_BYTES`].
    pub fn encode(pixels: &[u8], width: usize, code: &DeflateCode) -> Option<Self> {
        if pixels.is_empty() || width > MAX_ROW_BYTES || !pixels.len().is_multiple_of(width) {
            return None;
        }
        let height = pixels.len() / width;
        let mut matcher = RowMatcher::new(code);
        let mut string = BitString::with_word_capacity(pixels.len() / 16);
        let mut difference = vec![0; width];
        let mut row_deltas = vec![RowDelta::default(); height.saturating_sub(1)];
        let rows = pixels.chunks_exact(width).zip(pixels.chunks_exact(width).skip(1));
        for ((above, row), delta) in rows.zip(&mut row_deltas) {
            if above == row {
                continue;
            }
            for ((difference, above), pixel) in difference.iter_mut().zip(above).zip(row) {
                *difference = pixel.wrapping_sub(*above);
            }
            *delta = encode_row(&difference, &mut matcher, &mut string);
        }
        if row_deltas.iter().all(|delta| delta.length == 0) {
            row_deltas.clear();
        }
        Some(Self {
            width,
            height,
            first_row: pixels[..width].into(),
            row_deltas: row_deltas.into(),
            words: string.into_words().into(),
        })
    }

    /// The same tile with `by` added to every entry (modulo 256). Differences stay, so the bits are shared and not copied.
    #[must_use]
    pub fn shifted(&self, by: u8) -> Self {
        let first_row = self.first_row.iter().map(|entry| entry.wrapping_add(by)).collect();
        let (row_deltas, words) = (Arc::clone(&self.row_deltas), Arc::clone(&self.words));
        Self { first_row, row_deltas, words, ..*self }
    }

    /// The delta of a row, counted from 0; `None` where it equals the row above.
    #[inline]
    pub(crate) fn row_delta(&self, row: usize) -> Option<&RowDelta> {
        self.row_deltas.get(row.checked_sub(1)?).filter(|delta| delta.length > 0)
    }

    /// Whether all rows are equal.
    pub(crate) fn has_equal_rows(&self) -> bool {
        self.row_deltas.is_empty()
    }

    /// The words that hold the bits of a row delta.
    #[inline]
    pub(crate) fn words(&self, delta: &RowDelta) -> &[u64] {
        let start = delta.first_word as usize;
        &self.words[start..start + delta.bits.div_ceil(u64::BITS) as usize]
    }

    /// The memory a tile takes, in bytes, shared bits included.
    pub fn memory_bytes(&self) -> usize {
        size_of::<Self>()
            + self.first_row.len()
            + size_of_val(self.row_deltas.as_ref())
            + size_of_val(self.words.as_ref())
    }

    /// The entries of the first row.
    pub fn first_row(&self) -> &[u8] {
        &self.first_row
    }

    /// Whether both tiles share their bits in memory, as one is the other one [shifted](Self::shifted).
    pub fn shares_bits_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.words, &other.words)
    }
}

/// Appends the bits of a row delta, given the differences of the whole row.
fn encode_row(difference: &[u8], matcher: &mut RowMatcher<'_>, string: &mut BitString) -> RowDelta {
    let filled = |byte: &u8| *byte != 0;
    let start = difference.iter().position(filled).unwrap_or(0);
    let end = difference.iter().rposition(filled).map_or(start, |last| last + 1);
    let bytes = &difference[start..end];
    string.align();
    let at = string.len();
    matcher.write_row(bytes, string);
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
