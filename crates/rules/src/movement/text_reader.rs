//! Parser for movement texts, a dialect of Betza notation that the head of the catalogue file explains.

use std::iter::Peekable;
use std::str::Chars;

use super::{HopperLanding, MoveMode, MoveVector, MovementAtom, PathLeg, PathShape};

/// A leg without a limit goes as far as the board.
const UNLIMITED: u8 = u8::MAX;
/// Squares a leap may span at most: boards have that much padding, see `padded_board`.
const MAX_LEAP: i8 = 4;

/// Why a movement text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum MovementTextError {
    #[error("the movement is empty")]
    Empty,
    #[error("unexpected {0:?}")]
    Unexpected(char),
    #[error("the movement ends too early")]
    EndsEarly,
    #[error("a leap of more than {MAX_LEAP} squares")]
    TooFar,
    #[error("the modifiers {0:?} do not go together, or not with what follows")]
    Modifiers(String),
}

/// Reads a movement. `-` is the movement of a piece that moves by its power alone.
pub(crate) fn parse(text: &str) -> Result<Vec<MovementAtom>, MovementTextError> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let mut reader = MovementTextReader { rest: text.chars().peekable() };
    let mut atoms = Vec::new();
    while reader.skip_spaces() {
        atoms.extend(reader.term()?);
    }
    if atoms.is_empty() { Err(MovementTextError::Empty) } else { Ok(atoms) }
}

struct MovementTextReader<'a> {
    rest: Peekable<Chars<'a>>,
}

/// The lower-case letters before an atom: modes, hoppers and directions.
struct AtomModifiers {
    letters: String,
}

impl AtomModifiers {
    fn error(&self) -> MovementTextError {
        MovementTextError::Modifiers(self.letters.clone())
    }

    /// Splits the letters into mode, hopper and directions. Only few combinations are valid.
    fn read(&self) -> Result<(MoveMode, Option<HopperLanding>, String), MovementTextError> {
        let (directions, rest): (String, String) = self.letters.chars().partition(|c| "fbsv".contains(*c));
        let (mode, hop) = match rest.as_str() {
            "" => (MoveMode::Both, None),
            "m" => (MoveMode::QuietOnly, None),
            "c" => (MoveMode::CaptureOnly, None),
            "cp" => (MoveMode::CaptureOnly, Some(HopperLanding::OnNextPiece)),
            "g" => (MoveMode::Both, Some(HopperLanding::JustBehind { pieces: 1 })),
            "gg" => (MoveMode::Both, Some(HopperLanding::JustBehind { pieces: 2 })),
            _ => return Err(self.error()),
        };
        Ok((mode, hop, directions))
    }

    /// Keeps the legs that go in one of the directions; all without a direction letter.
    fn restrict(&self, directions: &str, legs: &mut Vec<PathLeg>) -> Result<(), MovementTextError> {
        let sideways = directions.contains(['s', 'v']);
        if sideways && legs.iter().any(|leg| leg.step.files != 0 && leg.step.ranks != 0) {
            return Err(self.error());
        }
        legs.retain(|PathLeg { step, .. }| {
            directions.is_empty()
                || directions.chars().any(|direction| match direction {
                    'f' => step.ranks > 0,
                    'b' => step.ranks < 0,
                    's' => step.ranks == 0,
                    _ => step.files == 0,
                })
        });
        Ok(())
    }
}

impl MovementTextReader<'_> {
    /// Skips spaces. Returns whether anything is left.
    fn skip_spaces(&mut self) -> bool {
        while self.rest.next_if_eq(&' ').is_some() {}
        self.rest.peek().is_some()
    }

    fn next(&mut self) -> Result<char, MovementTextError> {
        self.rest.next().ok_or(MovementTextError::EndsEarly)
    }

    fn term(&mut self) -> Result<Vec<MovementAtom>, MovementTextError> {
        let modifiers = self.modifiers();
        let (mode, hop, directions) = modifiers.read()?;
        let mut first = self.part()?;
        modifiers.restrict(&directions, &mut first)?;
        let bend = self.rest.next_if(|c| matches!(c, '>' | '*'));
        let shapes = match (hop, bend) {
            (None, None) => first.into_iter().map(PathShape::Straight).collect(),
            (None, Some(bend)) => bent(&first, &self.part()?, bend),
            (Some(hop), None) if first.iter().all(|leg| leg.limit == UNLIMITED) => {
                first.into_iter().map(|leg| PathShape::Over(leg.step, hop)).collect()
            }
            _ => return Err(modifiers.error()),
        };
        let shapes: Vec<_> = shapes;
        Ok(shapes.into_iter().map(|shape| MovementAtom { shape, mode }).collect())
    }

    fn modifiers(&mut self) -> AtomModifiers {
        let letters = std::iter::from_fn(|| self.rest.next_if(char::is_ascii_lowercase)).collect();
        AtomModifiers { letters }
    }

    /// An atom in all its directions, with its limit.
    fn part(&mut self) -> Result<Vec<PathLeg>, MovementTextError> {
        let mut legs = self.atom()?;
        let limit = self.rest.next_if(|c| ('2'..='9').contains(c)).and_then(|digit| digit.to_digit(10));
        if let Some(limit) = limit {
            for leg in &mut legs {
                if leg.limit != UNLIMITED {
                    return Err(MovementTextError::Modifiers(limit.to_string()));
                }
                leg.limit = limit as u8;
            }
        }
        Ok(legs)
    }

    fn atom(&mut self) -> Result<Vec<PathLeg>, MovementTextError> {
        let letter = self.next()?;
        Ok(match letter {
            '(' => self.leap()?,
            'K' => legs(&[(1, 0), (1, 1)], 1),
            'Q' => legs(&[(1, 0), (1, 1)], UNLIMITED),
            'R' => legs(&[(1, 0)], UNLIMITED),
            'B' => legs(&[(1, 1)], UNLIMITED),
            _ => {
                let leap = simple_leap(letter).ok_or(MovementTextError::Unexpected(letter))?;
                let slider = self.rest.next_if_eq(&letter).is_some();
                legs(&[leap], if slider { UNLIMITED } else { 1 })
            }
        })
    }

    /// `(3,1)` in all directions, or `(±1,+2)` with its signs.
    fn leap(&mut self) -> Result<Vec<PathLeg>, MovementTextError> {
        let (files, file_sign) = self.number(',')?;
        let (ranks, rank_sign) = self.number(')')?;
        if files.max(ranks) > MAX_LEAP || files.max(ranks) == 0 {
            return Err(MovementTextError::TooFar);
        }
        let (Some(file_signs), Some(rank_signs)) = (file_sign, rank_sign) else {
            return match (file_sign, rank_sign) {
                (None, None) => Ok(legs(&[(files, ranks)], 1)),
                _ => Err(MovementTextError::Unexpected(')')),
            };
        };
        let mut steps = Vec::new();
        for file_sign in file_signs {
            steps.extend(
                rank_signs.iter().map(|rank_sign| MoveVector::new(files * file_sign, ranks * rank_sign)),
            );
        }
        Ok(steps.into_iter().map(|step| PathLeg { step, limit: 1 }).collect())
    }

    /// A one-digit number up to `end`, with the signs before it.
    fn number(&mut self, end: char) -> Result<(i8, Option<&'static [i8]>), MovementTextError> {
        let signs: Option<&[i8]> = match self.rest.next_if(|c| "±+-".contains(*c)) {
            Some('±') => Some(&[1, -1]),
            Some('+') => Some(&[1]),
            Some(_) => Some(&[-1]),
            None => None,
        };
        let digit = self.next()?;
        let number = digit.to_digit(10).ok_or(MovementTextError::Unexpected(digit))?;
        match self.next()? {
            found if found == end => Ok((number as i8, signs)),
            other => Err(MovementTextError::Unexpected(other)),
        }
    }
}

const fn simple_leap(letter: char) -> Option<(i8, i8)> {
    Some(match letter {
        'W' => (1, 0),
        'F' => (1, 1),
        'D' => (2, 0),
        'A' => (2, 2),
        'H' => (3, 0),
        'N' => (2, 1),
        _ => return None,
    })
}

fn legs(leaps: &[(i8, i8)], limit: u8) -> Vec<PathLeg> {
    let steps = leaps.iter().flat_map(|&(files, ranks)| MoveVector::new(files, ranks).symmetric());
    steps.map(|step| PathLeg { step, limit }).collect()
}

/// Every pair of legs a bend allows: `>` leads away from the start, `*` goes anywhere.
fn bent(first: &[PathLeg], second: &[PathLeg], bend: char) -> Vec<PathShape> {
    let mut shapes = Vec::new();
    for &before in first {
        let allowed = second.iter().filter(|after| bend == '*' || after.step.continues(before.step));
        shapes.extend(allowed.map(|&after| PathShape::Bent(before, after)));
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> usize {
        parse(text).expect(text).len()
    }

    #[test]
    fn a_movement_has_a_strand_for_every_direction() {
        let table = [
            ("-", 0),
            ("K", 8),
            ("KADN", 24),
            ("fmWfcF", 3),
            ("sRvW", 4),
            ("(3,1)R", 12),
            ("(±1,+2)(±2,-1)", 4),
            ("mQcpQ", 16),
            ("F>R", 8),
            ("W>F", 8),
            ("(3,2)>B", 8),
            ("W*D", 16),
            ("ggQ", 8),
        ];
        for (text, atoms) in table {
            assert_eq!(count(text), atoms, "{text}");
        }
    }

    #[test]
    fn signs_say_where_a_leap_goes() {
        let steps = |text: &str| {
            let straight = |atom: &MovementAtom| match atom.shape {
                PathShape::Straight(leg) => (leg.step.files, leg.step.ranks),
                other => panic!("{text}: {other:?}"),
            };
            let mut steps: Vec<_> = parse(text).expect(text).iter().map(straight).collect();
            steps.sort_unstable();
            steps
        };
        assert_eq!(steps("(±1,+2)(±2,-1)"), [(-2, -1), (-1, 2), (1, 2), (2, -1)]);
        assert_eq!(steps("(-3,+1)"), [(-3, 1)]);
        assert_eq!(steps("H"), [(-3, 0), (0, -3), (0, 3), (3, 0)]);
        assert_eq!((steps("fF"), steps("bF")), (vec![(-1, 1), (1, 1)], vec![(-1, -1), (1, -1)]));
        assert_eq!((steps("sW"), steps("vW")), (vec![(-1, 0), (1, 0)], vec![(0, -1), (0, 1)]));
    }

    #[test]
    fn a_limit_and_a_rider_are_kept() {
        let limit = |text| match parse(text).expect(text)[0].shape {
            PathShape::Straight(leg) => leg.limit,
            other => panic!("{other:?}"),
        };
        assert_eq!((limit("W"), limit("NN"), limit("mQ3"), limit("B2")), (1, UNLIMITED, 3, 2));
    }

    #[test]
    fn what_is_no_movement_is_an_error() {
        use MovementTextError as E;
        let modifiers = |letters: &str| E::Modifiers(letters.to_owned());
        let table = [
            ("", E::Empty),
            ("X", E::Unexpected('X')),
            ("KX", E::Unexpected('X')),
            ("m", E::EndsEarly),
            ("(3,1", E::EndsEarly),
            ("(3;1)", E::Unexpected(';')),
            ("(5,1)", E::TooFar),
            ("(0,0)", E::TooFar),
            ("(±1,2)", E::Unexpected(')')),
            ("zW", modifiers("z")),
            ("pR", modifiers("p")),
            ("mcW", modifiers("mc")),
            ("sB", modifiers("s")),
            ("gW", modifiers("g")),
            ("N3", modifiers("3")),
            ("W>", E::EndsEarly),
            ("W1", E::Unexpected('1')),
        ];
        for (text, error) in table {
            assert_eq!(parse(text), Err(error), "{text}");
        }
    }
}
