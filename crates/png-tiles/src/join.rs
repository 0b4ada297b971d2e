//! Joins encoded tiles row by row into a deflate stream of one block. A row delta that occurs further left in the same row
//! becomes a match. Pixels are neither compressed nor added up here: encoding a tile did that once.
//!
//! Each row of tiles begins with a row of filter type None, whose pixels are written as runs and matches; all rows below
//! have filter type Up, so a tile contributes its row deltas wherever it stands, with runs of zeros between them.

use crate::adler::AdlerSums;
use crate::bits::BitString;
use crate::code::{DeflateCode, MAX_ROW_BYTES};
use crate::deflate_symbols::MATCH_LENGTHS;
use crate::png_file::{FILTER_NONE, FILTER_UP, PngError, write_png};
use crate::tile::{EncodedTile, RowDelta};

/// The zlib header (RFC 1950): window of 32 KiB, no dictionary, fastest algorithm.
const ZLIB_HEADER: [u8; 2] = [0x78, 0x01];

/// A tile and where it lies on the sheet.
#[derive(Clone, Copy, Debug)]
pub struct TilePlacement<'a> {
    /// Columns left of the tile.
    pub x: usize,
    /// Rows above the tile.
    pub y: usize,
    /// The tile, encoded in the code in which the image is joined.
    pub tile: &'a EncodedTile,
}

impl TilePlacement<'_> {
    fn bottom(&self) -> usize {
        self.y.saturating_add(self.tile.height)
    }

    fn right(&self) -> usize {
        self.x.saturating_add(self.tile.width)
    }
}

/// The area on which tiles are placed.
#[derive(Clone, Copy, Debug)]
pub struct TileSheet {
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
    /// The palette entry of pixels that no tile covers.
    pub background: u8,
}

/// An image joined from tiles: the deflate stream and the checksum of what it inflates to.
#[derive(Debug)]
pub struct JoinedImage {
    size: (usize, usize),
    pub(crate) bits: BitString,
    /// Adler-32 of the rows with their filter bytes.
    adler: u32,
}

impl JoinedImage {
    /// The image as a PNG file with a palette of red, green and blue.
    ///
    /// # Errors
    /// As for [`write_png`].
    pub fn into_png(self, palette: &[[u8; 3]]) -> Result<Vec<u8>, PngError> {
        let Self { size, bits, adler } = self;
        write_png(size, palette, bits.len() / 8, |data| {
            data.extend(ZLIB_HEADER);
            bits.append_to(data);
            data.extend(adler.to_be_bytes());
            Ok(())
        })
    }
}

/// Joins tiles into an image. `None` when the tiles do not lie side by side in rows, overlap or leave the sheet, and when
/// the sheet is wider than [`MAX_ROW_BYTES`] or higher than a PNG file can be: a general compressor can write these.
///
/// Every tile must have been encoded in `code`; bits of another code inflate to other pixels.
pub fn join_tiles(
    code: &DeflateCode,
    sheet: TileSheet,
    mut tiles: Vec<TilePlacement<'_>>,
) -> Option<JoinedImage> {
    if sheet.width > MAX_ROW_BYTES || sheet.height > usize::from(u16::MAX) {
        return None;
    }
    tiles.sort_unstable_by_key(|tile| tile.x);
    let mut stream = DeflateStream {
        code,
        out: BitString::with_word_capacity(sheet.height * 8),
        adler: AdlerSums::new(sheet.height * (sheet.width + 1)),
        sheet,
        row_pixels: vec![sheet.background; sheet.width],
        row_hits: Vec::with_capacity(32),
    };
    code.write_header(&mut stream.out);
    let mut row = Vec::with_capacity(32);
    let edges = row_edges(&tiles, sheet.height);
    for (top, bottom) in edges.iter().zip(edges.iter().skip(1)) {
        row.clear();
        row.extend(tiles.iter().filter(|tile| tile.y <= *top && *top < tile.bottom()));
        if !is_tile_row(&row, *top, sheet) {
            return None;
        }
        stream.write_unfiltered_row(*top, &row);
        (top + 1..*bottom).for_each(|y| stream.write_up_filtered_row(y, &row));
    }
    stream.out.push(code.end_of_block());
    Some(JoinedImage { size: (sheet.width, sheet.height), bits: stream.out, adler: stream.adler.checksum() })
}

/// The heights at which rows of tiles begin or end, from top to bottom.
fn row_edges(tiles: &[TilePlacement<'_>], height: usize) -> Vec<usize> {
    let mut edges: Vec<usize> = tiles.iter().flat_map(|tile| [tile.y, tile.bottom()]).collect();
    edges.extend([0, height]);
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Whether tiles lie side by side on the sheet and all begin at `top`. A tile with equal rows may begin above.
fn is_tile_row(row: &[TilePlacement<'_>], top: usize, sheet: TileSheet) -> bool {
    let apart = row.iter().zip(row.iter().skip(1)).all(|(left, right)| left.right() <= right.x);
    let inside = |tile: &TilePlacement<'_>| tile.right() <= sheet.width && tile.bottom() <= sheet.height;
    apart && row.iter().all(|tile| inside(tile) && (tile.y == top || tile.tile.has_equal_rows()))
}

/// The deflate block being written.
struct DeflateStream<'a> {
    code: &'a DeflateCode,
    out: BitString,
    adler: AdlerSums,
    sheet: TileSheet,
    /// The pixels of an unfiltered row.
    row_pixels: Vec<u8>,
    /// The row deltas of the present row so far, from left to right.
    row_hits: Vec<RowHit<'a>>,
}

/// A row delta and its columns on the sheet.
#[derive(Clone, Copy)]
struct RowHit<'a> {
    start: usize,
    end: usize,
    row_delta: &'a RowDelta,
    tile: &'a EncodedTile,
}

impl RowHit<'_> {
    /// Whether both row deltas are the same bytes. Equal bits mean equal bytes, as a prefix code is unique.
    #[inline]
    fn equals(&self, other: &Self) -> bool {
        self.row_delta.hash == other.row_delta.hash
            && self.row_delta.bits == other.row_delta.bits
            && self.tile.words(self.row_delta) == other.tile.words(other.row_delta)
    }
}

/// A match not yet written, as the next row deltas may extend it.
#[derive(Clone, Copy)]
struct PendingMatch {
    length: usize,
    distance: usize,
    /// The index of the row delta in which the source of the match ends.
    source: usize,
}

impl<'a> DeflateStream<'a> {
    /// Writes a row with filter type None.
    fn write_unfiltered_row(&mut self, top: usize, row: &[TilePlacement<'_>]) {
        self.row_pixels.fill(self.sheet.background);
        for tile in row {
            self.row_pixels[tile.x..tile.right()].copy_from_slice(&tile.tile.first_row);
        }
        // Filter type 0 adds nothing to the sums.
        self.out.push(self.code.literal(FILTER_NONE));
        self.adler.add(&self.row_pixels, top * (self.sheet.width + 1) + 1);
        // On a chequered board equal tiles are two apart.
        let period = row.get(row.len() / 2).map_or(0, |tile| 2 * tile.tile.width);
        let mut at = 0;
        while at < self.row_pixels.len() {
            let rest = &self.row_pixels[at..];
            let run = rest.iter().take_while(|pixel| **pixel == rest[0]).count();
            let again = at.checked_sub(period).filter(|_| period > 0).map_or(0, |left| {
                self.row_pixels[left..].iter().zip(rest).take_while(|(a, b)| a == b).count()
            });
            at += if again > run.max(*MATCH_LENGTHS.start()) {
                self.code.write_match(again, period, &mut self.out);
                again
            } else {
                self.write_run(rest[0], run);
                run
            };
        }
    }

    /// Writes a run of equal pixels.
    fn write_run(&mut self, pixel: u8, count: usize) {
        let literal = self.code.literal(pixel);
        self.out.push(literal);
        if count > *MATCH_LENGTHS.start() {
            self.code.write_match(count - 1, 1, &mut self.out);
        } else {
            (1..count).for_each(|_| self.out.push(literal));
        }
    }

    /// Writes a row with filter type Up: row deltas and runs of zeros between them.
    fn write_up_filtered_row(&mut self, y: usize, row: &[TilePlacement<'a>]) {
        self.out.push(self.code.literal(FILTER_UP));
        let start = y * (self.sheet.width + 1);
        self.adler.add_byte(FILTER_UP, start);
        self.row_hits.clear();
        let mut pending: Option<PendingMatch> = None;
        let mut cursor = 0;
        for tile in row {
            let Some(delta) = tile.tile.row_delta(y - tile.y) else { continue };
            let at = tile.x + usize::from(delta.start);
            let hit =
                RowHit { start: at, end: at + usize::from(delta.length), row_delta: delta, tile: tile.tile };
            self.adler.add_row_delta(delta, start + 1 + hit.end);
            let gap = at - cursor;
            cursor = hit.end;
            match &mut pending {
                Some(found) if self.extends(*found, &hit) => {
                    found.length += hit.end - at + gap;
                    found.source += 1;
                }
                _ => {
                    self.finish_match(pending.take(), gap);
                    pending = self.find_match(&hit);
                    if pending.is_none() {
                        self.out.append(hit.tile.words(delta), delta.bits);
                    }
                }
            }
            self.row_hits.push(hit);
        }
        self.finish_match(pending, self.sheet.width - cursor);
    }

    /// Whether the match goes on over this row delta, because an equal one follows its source at the same distance.
    #[inline]
    fn extends(&self, found: PendingMatch, hit: &RowHit<'_>) -> bool {
        let next = self.row_hits.get(found.source + 1);
        next.is_some_and(|next| hit.start - next.start == found.distance && next.equals(hit))
    }

    /// The nearest equal row delta to the left, when a match costs fewer bits than the row delta.
    #[inline]
    fn find_match(&self, hit: &RowHit<'_>) -> Option<PendingMatch> {
        let length = hit.end - hit.start;
        if length < *MATCH_LENGTHS.start() {
            return None;
        }
        let source = self.row_hits.iter().rposition(|earlier| earlier.equals(hit))?;
        let distance = hit.start - self.row_hits[source].start;
        let cheaper = self.code.match_bit_count(length, distance) < hit.row_delta.bits;
        cheaper.then_some(PendingMatch { length, distance, source })
    }

    /// Writes the pending match, and the run of zeros up to the next row delta or the end of the row. The match covers the
    /// run where its source is followed by as many zeros.
    #[inline]
    fn finish_match(&mut self, pending: Option<PendingMatch>, gap: usize) {
        let mut gap = gap;
        if let Some(PendingMatch { mut length, distance, source }) = pending {
            let zeros =
                self.row_hits.get(source + 1).map_or(0, |next| next.start - self.row_hits[source].end);
            if zeros >= gap {
                length += gap;
                gap = 0;
            }
            self.code.write_match(length, distance, &mut self.out);
        }
        self.out.push(self.code.zero_run(gap));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbol_counts::SymbolCounts;

    #[test]
    fn what_does_not_lie_in_rows_is_left_to_a_compressor() {
        let code = DeflateCode::new(&SymbolCounts::estimate().code_lengths()).unwrap();
        let sheet = TileSheet { width: 20, height: 8, background: 1 };
        let striped: Vec<u8> = (0..4 * 8).collect();
        let (plain, striped) = (
            EncodedTile::encode(&[7; 32], 4, &code).unwrap(),
            EncodedTile::encode(&striped, 4, &code).unwrap(),
        );
        let low = EncodedTile::encode(&[9; 8], 4, &code).unwrap();
        let put = |tiles: &[(usize, usize, &EncodedTile)], sheet| {
            let tiles = tiles.iter().map(|(x, y, tile)| TilePlacement { x: *x, y: *y, tile }).collect();
            join_tiles(&code, sheet, tiles).is_some()
        };
        assert!(put(&[], sheet));
        assert!(put(&[(0, 0, &striped), (4, 0, &plain), (16, 0, &striped)], sheet));
        assert!(put(&[(0, 0, &plain), (9, 3, &low)], sheet), "all rows of a plain tile are equal");
        assert!(
            !put(&[(0, 0, &striped), (9, 3, &low)], sheet),
            "a row of tiles begins in the middle of a tile"
        );
        assert!(!put(&[(0, 0, &plain), (3, 0, &plain)], sheet), "one lies on the other");
        assert!(!put(&[(17, 0, &plain)], sheet) && !put(&[(0, 1, &plain)], sheet), "beyond the edge");
        assert!(!put(&[], TileSheet { width: MAX_ROW_BYTES + 1, ..sheet }));
    }
}
