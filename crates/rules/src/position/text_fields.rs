//! Reads and writes the fields that the position texts (FEN and its kin) of all variants share: side to move, clocks, numbers.

use super::PositionFault;
use crate::Side;

/// Bytes of a position text at most. Real texts are far shorter, even with two-letter codes on
/// every square.
pub(crate) const MAX_TEXT: usize = 4096;
/// The largest halfmove clock, move number and lock a position text can hold; clocks stop there.
pub(crate) const MAX_NUMBER: u16 = 9999;
/// Characters of a text that an error quotes at most.
const MAX_QUOTE: usize = 40;

/// The part of a text that an error quotes.
pub(crate) fn quote(text: &str) -> String {
    text.chars().take(MAX_QUOTE).collect()
}

/// Splits a text behind its leading digits.
pub(crate) fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
}

/// Reads a number that consists of digits alone.
pub(crate) fn read_number(text: &str) -> Option<u16> {
    let (digits, rest) = digits(text);
    if digits.is_empty() || !rest.is_empty() { None } else { digits.parse().ok() }
}

/// The side to move.
pub(crate) fn read_side(text: &str) -> Result<Side, PositionFault> {
    match text {
        "w" => Ok(Side::White),
        "b" => Ok(Side::Black),
        _ => Err(PositionFault::Side(quote(text))),
    }
}

/// The letter of the side to move.
pub(crate) const fn side_letter(side: Side) -> char {
    match side {
        Side::White => 'w',
        Side::Black => 'b',
    }
}

/// The halfmove clock and the move number.
pub(crate) fn read_clocks(clock: &str, number: &str) -> Result<(u16, u16), Vec<PositionFault>> {
    let clock = in_range("the halfmove clock", clock, 0);
    let number = in_range("the move number", number, 1);
    match (clock, number) {
        (Ok(clock), Ok(number)) => Ok((clock, number)),
        (clock, number) => Err(clock.err().into_iter().chain(number.err()).collect()),
    }
}

fn in_range(field: &'static str, text: &str, least: u16) -> Result<u16, PositionFault> {
    let number = read_number(text).filter(|number| (least..=MAX_NUMBER).contains(number));
    number.ok_or_else(|| PositionFault::Number { field, value: quote(text), least, most: MAX_NUMBER })
}
