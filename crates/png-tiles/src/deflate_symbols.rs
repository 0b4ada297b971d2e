//! Table of the literal/length and distance symbols of deflate (RFC 1951, section 3.2.5): the
//! symbol of a match length or a distance, and its extra bits. Not here: their code words (`code`).

/// Number of literal/length symbols: 256 literals, the end of block, 29 lengths.
pub(crate) const LITERAL_LENGTH_SYMBOLS: usize = 286;
/// Number of distance symbols.
pub(crate) const DISTANCE_SYMBOLS: usize = 30;
/// The end-of-block symbol.
pub(crate) const END_OF_BLOCK: usize = 256;
/// The symbol of the shortest match length.
pub(crate) const FIRST_LENGTH_SYMBOL: usize = 257;
/// The match lengths of deflate, in bytes.
pub(crate) const MATCH_LENGTHS: std::ops::RangeInclusive<usize> = 3..=258;
/// The code length limit of deflate, in bits.
pub(crate) const MAX_CODE_LENGTH: u8 = 15;

/// The base length of each length symbol, and its number of extra bits.
pub(crate) const LENGTH_BASES: [(u16, u8); 29] = [
    (3, 0),
    (4, 0),
    (5, 0),
    (6, 0),
    (7, 0),
    (8, 0),
    (9, 0),
    (10, 0),
    (11, 1),
    (13, 1),
    (15, 1),
    (17, 1),
    (19, 2),
    (23, 2),
    (27, 2),
    (31, 2),
    (35, 3),
    (43, 3),
    (51, 3),
    (59, 3),
    (67, 4),
    (83, 4),
    (99, 4),
    (115, 4),
    (131, 5),
    (163, 5),
    (195, 5),
    (227, 5),
    (258, 0),
];

/// The length symbol of a match length, counted from [`FIRST_LENGTH_SYMBOL`].
pub(crate) fn length_symbol(length: usize) -> usize {
    LENGTH_BASES.partition_point(|(smallest, _)| usize::from(*smallest) <= length).saturating_sub(1)
}

/// The base distance of a distance symbol, and its number of extra bits.
pub(crate) fn distance_base(symbol: usize) -> (usize, u8) {
    if symbol < 4 {
        return (symbol + 1, 0);
    }
    let extra = symbol / 2 - 1;
    (((2 + symbol % 2) << extra) + 1, extra as u8)
}

/// The distance symbol of a distance.
pub(crate) fn distance_symbol(distance: usize) -> usize {
    let place = distance.saturating_sub(1);
    if place < 4 {
        return place;
    }
    let top = place.ilog2() as usize;
    2 * top + (place >> (top - 1) & 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_and_distance_lies_in_its_symbol() {
        for length in MATCH_LENGTHS {
            let (smallest, bits) = LENGTH_BASES[length_symbol(length)];
            assert!((0..1 << bits).contains(&(length - usize::from(smallest))), "{length}");
        }
        for distance in 1..=32_768 {
            let (smallest, bits) = distance_base(distance_symbol(distance));
            assert!(distance >= smallest && distance - smallest < 1 << bits, "{distance}");
        }
        assert_eq!(distance_symbol(32_768), DISTANCE_SYMBOLS - 1);
    }
}
