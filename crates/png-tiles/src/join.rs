//! Cells made ready, put together line by line to the one block of a deflate stream. What is the same in a line further
//! left, in an equal cell, becomes a match. Nothing is compressed or added up here: that was done once for each cell.

use crate::adler::AdlerSums;
use crate::bits::BitString;
use crate::code::{DeflateCode, MAX_ROW_BYTES};
use crate::deflate_symbols::MATCH_LENGTHS;
use crate::png_file::{FILTER_NONE, FILTER_UP, PngError, write_png};
use crate::tile::{EncodedTile, RowDelta};

/// A zlib stream without a dictionary, compressed as fast as can be.
const ZLIB_HEADER: [u8; 2] = [0x78, 0x01];

/// A cell at its place.
#[derive(Clone, Copy, Debug)]
pub struct TilePlacement<'a> {
    /// Columns left of it.
    pub x: usize,
    /// Rows above it.
    pub y: usize,
    /// The cell.
    pub tile: &'a EncodedTile,
}

impl TilePlacement<'_> {
    fn bottom(&self) -> usize {
        self.y + self.tile.height
    }

    fn right(&self) -> usize {
        self.x + self.tile.width
    }
}

/// What is around the parts.
#[derive(Clone, Copy, Debug)]
pub struct TileSheet {
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
    /// The entry of all that no part covers.
    pub background: u8,
}

/// A picture put together.
#[derive(Debug)]
pub struct JoinedImage {
    size: (usize, usize),
    pub(crate) bits: BitString,
    /// Of the rows with their filter bytes.
    adler: u32,
}

impl JoinedImage {
    /// The picture as a PNG file with a palette of red, green and blue.
    ///
    /// # Errors
    /// As for [`write_png`].
    pub fn into_png(self, palette: &[[u8; 3]]) -> Result<Vec<u8>, PngError> {
        let Self { size, bits, adler: checksum } = self;
        write_png(size, palette, bits.len() / 8, |data| {
            data.extend(ZLIB_HEADER);
            bits.append_to(data);
            data.extend(checksum.to_be_bytes());
            Ok(())
        })
    }
}

/// The picture as a deflate stream, and the checksum of what it holds. Nothing when the parts do not lie side by side in
/// rows: that is for a compressor.
pub fn join_tiles(
    code: &DeflateCode,
    sheet: TileSheet,
    mut parts: Vec<TilePlacement<'_>>,
) -> Option<JoinedImage> {
    if sheet.width > MAX_ROW_BYTES {
        return None;
    }
    parts.sort_unstable_by_key(|part| part.x);
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
    let edges = row_edges(&parts, sheet.height);
    for (top, bottom) in edges.iter().zip(edges.iter().skip(1)) {
        row.clear();
        row.extend(parts.iter().filter(|part| part.y <= *top && *top < part.bottom()));
        if !is_tile_row(&row, *top, sheet) {
            return None;
        }
        stream.write_unfiltered_row(*top, &row);
        (top + 1..*bottom).for_each(|y| stream.write_up_filtered_row(y, &row));
    }
    stream.out.push(code.end_of_block());
    Some(JoinedImage { size: (sheet.width, sheet.height), bits: stream.out, adler: stream.adler.checksum() })
}

/// Where rows of parts begin or end, from top to bottom.
fn row_edges(parts: &[TilePlacement<'_>], height: usize) -> Vec<usize> {
    let mut edges: Vec<usize> = parts.iter().flat_map(|part| [part.y, part.bottom()]).collect();
    edges.extend([0, height]);
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Whether parts lie side by side on the sheet, and all begin there; which does not matter where all lines are alike.
fn is_tile_row(row: &[TilePlacement<'_>], top: usize, sheet: TileSheet) -> bool {
    let apart = row.iter().zip(row.iter().skip(1)).all(|(left, right)| left.right() <= right.x);
    let inside = |part: &TilePlacement<'_>| part.right() <= sheet.width && part.bottom() <= sheet.height;
    apart && row.iter().all(|part| inside(part) && (part.y == top || part.tile.has_equal_rows()))
}

struct DeflateStream<'a> {
    code: &'a DeflateCode,
    out: BitString,
    adler: AdlerSums,
    sheet: TileSheet,
    /// Room for a line.
    row_pixels: Vec<u8>,
    /// The middles of the line so far.
    row_hits: Vec<RowHit<'a>>,
}

/// A middle at its place.
#[derive(Clone, Copy)]
struct RowHit<'a> {
    start: usize,
    end: usize,
    row_delta: &'a RowDelta,
    tile: &'a EncodedTile,
}

impl RowHit<'_> {
    /// Whether both are the same bytes: no other bytes have the same bits.
    #[inline]
    fn equals(&self, other: &Self) -> bool {
        self.row_delta.hash == other.row_delta.hash
            && self.row_delta.bits == other.row_delta.bits
            && self.tile.words(self.row_delta) == other.tile.words(other.row_delta)
    }
}

/// A match that may become longer.
#[derive(Clone, Copy)]
struct PendingMatch {
    length: usize,
    distance: usize,
    /// Which of the middles its end is taken from.
    source: usize,
}

impl<'a> DeflateStream<'a> {
    /// A line as it is.
    fn write_unfiltered_row(&mut self, top: usize, row: &[TilePlacement<'_>]) {
        self.row_pixels.fill(self.sheet.background);
        for part in row {
            self.row_pixels[part.x..part.right()].copy_from_slice(&part.tile.first_row);
        }
        // This filter is nothing in a sum.
        self.out.push(self.code.literal(FILTER_NONE));
        self.adler.add(&self.row_pixels, top * (self.sheet.width + 1) + 1);
        // Squares of a colour are two apart.
        let period = row.get(row.len() / 2).map_or(0, |part| 2 * part.tile.width);
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

    /// So many equal pixels.
    fn write_run(&mut self, pixel: u8, count: usize) {
        let literal = self.code.literal(pixel);
        self.out.push(literal);
        if count > *MATCH_LENGTHS.start() {
            self.code.write_match(count - 1, 1, &mut self.out);
        } else {
            (1..count).for_each(|_| self.out.push(literal));
        }
    }

    /// A line as the difference to the one above.
    fn write_up_filtered_row(&mut self, y: usize, row: &[TilePlacement<'a>]) {
        self.out.push(self.code.literal(FILTER_UP));
        let start = y * (self.sheet.width + 1);
        self.adler.add_byte(FILTER_UP, start);
        self.row_hits.clear();
        let mut pending: Option<PendingMatch> = None;
        let mut cursor = 0;
        for part in row {
            let Some(middle) = part.tile.row_delta(y - part.y) else { continue };
            let at = part.x + usize::from(middle.start);
            let now = RowHit {
                start: at,
                end: at + usize::from(middle.length),
                row_delta: middle,
                tile: part.tile,
            };
            self.adler.add_row_delta(middle, start + 1 + now.end);
            let gap = at - cursor;
            cursor = now.end;
            match &mut pending {
                Some(known) if self.extends(*known, &now) => {
                    known.length += now.end - at + gap;
                    known.source += 1;
                }
                _ => {
                    self.finish_match(pending.take(), gap);
                    pending = self.find_match(&now);
                    if pending.is_none() {
                        self.out.append(now.tile.words(middle), middle.bits);
                    }
                }
            }
            self.row_hits.push(now);
        }
        self.finish_match(pending, self.sheet.width - cursor);
    }

    /// Whether what comes after a match comes after its source, too.
    #[inline]
    fn extends(&self, known: PendingMatch, now: &RowHit<'_>) -> bool {
        let next = self.row_hits.get(known.source + 1);
        next.is_some_and(|next| now.start - next.start == known.distance && next.equals(now))
    }

    /// The nearest equal middle, when a match with it is cheaper.
    #[inline]
    fn find_match(&self, now: &RowHit<'_>) -> Option<PendingMatch> {
        let length = now.end - now.start;
        if length < *MATCH_LENGTHS.start() {
            return None;
        }
        let source = self.row_hits.iter().rposition(|seen| seen.equals(now))?;
        let distance = now.start - self.row_hits[source].start;
        let cheaper = self.code.match_bit_count(length, distance) < now.row_delta.bits;
        cheaper.then_some(PendingMatch { length, distance, source })
    }

    /// Writes a match, and zeros up to the next middle or the end of the line, which the match may reach over.
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
        let put = |parts: &[(usize, usize, &EncodedTile)], sheet| {
            let parts =
                parts.iter().map(|(x, y, lines)| TilePlacement { x: *x, y: *y, tile: lines }).collect();
            join_tiles(&code, sheet, parts).is_some()
        };
        assert!(put(&[], sheet));
        assert!(put(&[(0, 0, &striped), (4, 0, &plain), (16, 0, &striped)], sheet));
        assert!(put(&[(0, 0, &plain), (9, 3, &low)], sheet), "every line of a plain part is its first one");
        assert!(!put(&[(0, 0, &striped), (9, 3, &low)], sheet), "a row begins in the middle of a part");
        assert!(!put(&[(0, 0, &plain), (3, 0, &plain)], sheet), "one lies on the other");
        assert!(!put(&[(17, 0, &plain)], sheet) && !put(&[(0, 1, &plain)], sheet), "beyond the edge");
        assert!(!put(&[], TileSheet { width: MAX_ROW_BYTES + 1, ..sheet }));
    }
}
