//! Cells made ready, put together line by line to the one block of a deflate stream. What is the same in a line further
//! left, in an equal cell, becomes a match. Nothing is compressed or added up here: that was done once for each cell.

use crate::adler::Sums;
use crate::bits::BitString;
use crate::code::{Code, LONGEST_LINE};
use crate::deflate_symbols::MATCH;
use crate::png_file::{FILTER_NONE, FILTER_UP, PngError, write_png};
use crate::tile::{Lines, Middle};

/// A zlib stream without a dictionary, compressed as fast as can be.
const ZLIB: [u8; 2] = [0x78, 0x01];

/// A cell at its place.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// Columns left of it.
    pub x: usize,
    /// Rows above it.
    pub y: usize,
    /// The cell.
    pub lines: &'a Lines,
}

impl Part<'_> {
    fn bottom(&self) -> usize {
        self.y + self.lines.height
    }

    fn right(&self) -> usize {
        self.x + self.lines.width
    }
}

/// What is around the parts.
#[derive(Clone, Copy, Debug)]
pub struct Sheet {
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
    checksum: u32,
}

impl JoinedImage {
    /// The picture as a PNG file with a palette of red, green and blue.
    ///
    /// # Errors
    /// As for [`write_png`].
    pub fn into_png(self, palette: &[[u8; 3]]) -> Result<Vec<u8>, PngError> {
        let Self { size, bits, checksum } = self;
        write_png(size, palette, bits.len() / 8, |data| {
            data.extend(ZLIB);
            bits.write(data);
            data.extend(checksum.to_be_bytes());
            Ok(())
        })
    }
}

/// The picture as a deflate stream, and the checksum of what it holds. Nothing when the parts do not lie side by side in
/// rows: that is for a compressor.
pub fn stream(code: &Code, sheet: Sheet, mut parts: Vec<Part<'_>>) -> Option<JoinedImage> {
    if sheet.width > LONGEST_LINE {
        return None;
    }
    parts.sort_unstable_by_key(|part| part.x);
    let mut stream = Stream {
        code,
        out: BitString::with_room(sheet.height * 8),
        sums: Sums::new(sheet.height * (sheet.width + 1)),
        sheet,
        pixels: vec![sheet.background; sheet.width],
        seen: Vec::with_capacity(32),
    };
    code.put_header(&mut stream.out);
    let mut row = Vec::with_capacity(32);
    let edges = edges(&parts, sheet.height);
    for (top, bottom) in edges.iter().zip(edges.iter().skip(1)) {
        row.clear();
        row.extend(parts.iter().filter(|part| part.y <= *top && *top < part.bottom()));
        if !is_row(&row, *top, sheet) {
            return None;
        }
        stream.first_line(*top, &row);
        (top + 1..*bottom).for_each(|y| stream.line(y, &row));
    }
    stream.out.push(code.end());
    Some(JoinedImage {
        size: (sheet.width, sheet.height),
        bits: stream.out,
        checksum: stream.sums.checksum(),
    })
}

/// Where rows of parts begin or end, from top to bottom.
fn edges(parts: &[Part<'_>], height: usize) -> Vec<usize> {
    let mut edges: Vec<usize> = parts.iter().flat_map(|part| [part.y, part.bottom()]).collect();
    edges.extend([0, height]);
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Whether parts lie side by side on the sheet, and all begin there; which does not matter where all lines are alike.
fn is_row(row: &[Part<'_>], top: usize, sheet: Sheet) -> bool {
    let apart = row.iter().zip(row.iter().skip(1)).all(|(left, right)| left.right() <= right.x);
    let inside = |part: &Part<'_>| part.right() <= sheet.width && part.bottom() <= sheet.height;
    apart && row.iter().all(|part| inside(part) && (part.y == top || part.lines.is_plain()))
}

struct Stream<'a> {
    code: &'a Code,
    out: BitString,
    sums: Sums,
    sheet: Sheet,
    /// Room for a line.
    pixels: Vec<u8>,
    /// The middles of the line so far.
    seen: Vec<Seen<'a>>,
}

/// A middle at its place.
#[derive(Clone, Copy)]
struct Seen<'a> {
    start: usize,
    end: usize,
    middle: &'a Middle,
    lines: &'a Lines,
}

impl Seen<'_> {
    /// Whether both are the same bytes: no other bytes have the same bits.
    #[inline]
    fn equals(&self, other: &Self) -> bool {
        self.middle.mark == other.middle.mark
            && self.middle.bits == other.middle.bits
            && self.lines.words(self.middle) == other.lines.words(other.middle)
    }
}

/// A match that may become longer.
#[derive(Clone, Copy)]
struct Match {
    length: usize,
    distance: usize,
    /// Which of the middles its end is taken from.
    source: usize,
}

impl<'a> Stream<'a> {
    /// A line as it is.
    fn first_line(&mut self, top: usize, row: &[Part<'_>]) {
        self.pixels.fill(self.sheet.background);
        for part in row {
            self.pixels[part.x..part.right()].copy_from_slice(&part.lines.first);
        }
        // This filter is nothing in a sum.
        self.out.push(self.code.literal(FILTER_NONE));
        self.sums.add(&self.pixels, top * (self.sheet.width + 1) + 1);
        // Squares of a colour are two apart.
        let period = row.get(row.len() / 2).map_or(0, |part| 2 * part.lines.width);
        let mut at = 0;
        while at < self.pixels.len() {
            let rest = &self.pixels[at..];
            let run = rest.iter().take_while(|pixel| **pixel == rest[0]).count();
            let again = at
                .checked_sub(period)
                .filter(|_| period > 0)
                .map_or(0, |left| self.pixels[left..].iter().zip(rest).take_while(|(a, b)| a == b).count());
            at += if again > run.max(*MATCH.start()) {
                self.code.put_match(again, period, &mut self.out);
                again
            } else {
                self.run(rest[0], run);
                run
            };
        }
    }

    /// So many equal pixels.
    fn run(&mut self, pixel: u8, count: usize) {
        let literal = self.code.literal(pixel);
        self.out.push(literal);
        if count > *MATCH.start() {
            self.code.put_match(count - 1, 1, &mut self.out);
        } else {
            (1..count).for_each(|_| self.out.push(literal));
        }
    }

    /// A line as the difference to the one above.
    fn line(&mut self, y: usize, row: &[Part<'a>]) {
        self.out.push(self.code.literal(FILTER_UP));
        let start = y * (self.sheet.width + 1);
        self.sums.add_byte(FILTER_UP, start);
        self.seen.clear();
        let mut pending: Option<Match> = None;
        let mut cursor = 0;
        for part in row {
            let Some(middle) = part.lines.middle(y - part.y) else { continue };
            let at = part.x + usize::from(middle.start);
            let now = Seen { start: at, end: at + usize::from(middle.length), middle, lines: part.lines };
            self.sums.add_middle(middle, start + 1 + now.end);
            let gap = at - cursor;
            cursor = now.end;
            match &mut pending {
                Some(known) if self.goes_on(*known, &now) => {
                    known.length += now.end - at + gap;
                    known.source += 1;
                }
                _ => {
                    self.close(pending.take(), gap);
                    pending = self.same_further_left(&now);
                    if pending.is_none() {
                        self.out.append(now.lines.words(middle), middle.bits);
                    }
                }
            }
            self.seen.push(now);
        }
        self.close(pending, self.sheet.width - cursor);
    }

    /// Whether what comes after a match comes after its source, too.
    #[inline]
    fn goes_on(&self, known: Match, now: &Seen<'_>) -> bool {
        let next = self.seen.get(known.source + 1);
        next.is_some_and(|next| now.start - next.start == known.distance && next.equals(now))
    }

    /// The nearest equal middle, when a match with it is cheaper.
    #[inline]
    fn same_further_left(&self, now: &Seen<'_>) -> Option<Match> {
        let length = now.end - now.start;
        if length < *MATCH.start() {
            return None;
        }
        let source = self.seen.iter().rposition(|seen| seen.equals(now))?;
        let distance = now.start - self.seen[source].start;
        let cheaper = self.code.match_cost(length, distance) < now.middle.bits;
        cheaper.then_some(Match { length, distance, source })
    }

    /// Writes a match, and zeros up to the next middle or the end of the line, which the match may reach over.
    #[inline]
    fn close(&mut self, pending: Option<Match>, gap: usize) {
        let mut gap = gap;
        if let Some(Match { mut length, distance, source }) = pending {
            let zeros = self.seen.get(source + 1).map_or(0, |next| next.start - self.seen[source].end);
            if zeros >= gap {
                length += gap;
                gap = 0;
            }
            self.code.put_match(length, distance, &mut self.out);
        }
        self.out.push(self.code.gap(gap));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbol_counts::SymbolCounts;

    #[test]
    fn what_does_not_lie_in_rows_is_left_to_a_compressor() {
        let code = Code::new(&SymbolCounts::estimate().lengths()).unwrap();
        let sheet = Sheet { width: 20, height: 8, background: 1 };
        let striped: Vec<u8> = (0..4 * 8).collect();
        let (plain, striped) =
            (Lines::of(&[7; 32], 4, &code).unwrap(), Lines::of(&striped, 4, &code).unwrap());
        let low = Lines::of(&[9; 8], 4, &code).unwrap();
        let put = |parts: &[(usize, usize, &Lines)], sheet| {
            let parts = parts.iter().map(|(x, y, lines)| Part { x: *x, y: *y, lines }).collect();
            stream(&code, sheet, parts).is_some()
        };
        assert!(put(&[], sheet));
        assert!(put(&[(0, 0, &striped), (4, 0, &plain), (16, 0, &striped)], sheet));
        assert!(put(&[(0, 0, &plain), (9, 3, &low)], sheet), "every line of a plain part is its first one");
        assert!(!put(&[(0, 0, &striped), (9, 3, &low)], sheet), "a row begins in the middle of a part");
        assert!(!put(&[(0, 0, &plain), (3, 0, &plain)], sheet), "one lies on the other");
        assert!(!put(&[(17, 0, &plain)], sheet) && !put(&[(0, 1, &plain)], sheet), "beyond the edge");
        assert!(!put(&[], Sheet { width: LONGEST_LINE + 1, ..sheet }));
    }
}
