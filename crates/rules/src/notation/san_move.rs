//! Splits a SAN move into its parts, so that it can be printed with the piece letters of any
//! language or in another dialect.

use std::{fmt, str::FromStr};

use crate::{CardDrop, CastlingSide, PieceDialect, PieceType, Square};

/// A move in standard notation, in its parts. `Display` prints the codes of the catalogue, as
/// records do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SanMove {
    /// The piece that moves, none for castling. Pawns are printed without a letter.
    pub piece: Option<PieceType>,
    /// The part that is equal in all languages: squares and signs (`bxd2`, `~e5`), or castling
    /// (`O-O`).
    pub body: String,
    /// The type a Pawn is promoted to.
    pub becomes: Option<PieceType>,
    /// The card that is dropped after it.
    pub drop: Option<CardDrop>,
    /// The check suffix.
    pub check: CheckSuffix,
}

/// The suffix for check and checkmate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckSuffix {
    /// No suffix.
    None,
    /// `+`
    Check,
    /// `#`
    Mate,
}

impl CheckSuffix {
    const fn sign(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Check => "+",
            Self::Mate => "#",
        }
    }
}

impl SanMove {
    /// The move with letters for its piece types.
    pub fn with_letters(&self, letter: impl Fn(PieceType) -> String) -> String {
        let mut text = self.piece.filter(|kind| *kind != PieceType::PAWN).map(&letter).unwrap_or_default();
        text.push_str(&self.body);
        if let Some(kind) = self.becomes {
            text.push('=');
            text.push_str(&letter(kind));
        }
        if let Some(CardDrop { card, square }) = self.drop {
            text.push('/');
            text.push_str(&letter(card));
            text.push('@');
            text.push_str(&square.to_string());
        }
        text.push_str(self.check.sign());
        text
    }
}

impl SanMove {
    /// The move in the letters of a dialect, for programs that use it.
    pub fn in_dialect(&self, dialect: PieceDialect) -> String {
        self.with_letters(|kind| dialect.code(kind).to_owned())
    }
}

impl fmt::Display for SanMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_dialect(PieceDialect::Own))
    }
}

/// The text is no SAN as this crate writes it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no move in standard notation")]
pub struct SanMoveError;

/// Splits a move that this crate wrote, such as those of records. Other spellings are not accepted.
impl FromStr for SanMove {
    type Err = SanMoveError;

    fn from_str(text: &str) -> Result<Self, SanMoveError> {
        let (text, check) = match (text.strip_suffix('+'), text.strip_suffix('#')) {
            (Some(text), _) => (text, CheckSuffix::Check),
            (_, Some(text)) => (text, CheckSuffix::Mate),
            _ => (text, CheckSuffix::None),
        };
        let (text, drop) = match text.split_once('/') {
            Some((text, drop)) => (text, Some(read_drop(drop)?)),
            None => (text, None),
        };
        let (text, becomes) = match text.split_once('=') {
            Some((text, code)) => (text, Some(PieceType::from_code(code).ok_or(SanMoveError)?)),
            None => (text, None),
        };
        if CastlingSide::from_san(text).is_some() {
            return Ok(Self { piece: None, body: text.to_owned(), becomes, drop, check });
        }
        // Squares are in lower case, codes in upper case.
        let letters = text.find(|c: char| !c.is_ascii_uppercase()).ok_or(SanMoveError)?;
        let (code, body) = text.split_at(letters);
        let piece = match code {
            "" => PieceType::PAWN,
            code => PieceType::from_code(code).ok_or(SanMoveError)?,
        };
        let is_of_squares = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '-' | '~');
        if !body.chars().all(is_of_squares) || !body.ends_with(|c: char| c.is_ascii_digit()) {
            return Err(SanMoveError);
        }
        Ok(Self { piece: Some(piece), body: body.to_owned(), becomes, drop, check })
    }
}

fn read_drop(text: &str) -> Result<CardDrop, SanMoveError> {
    let (code, square) = text.split_once('@').ok_or(SanMoveError)?;
    let card = PieceType::from_code(code).ok_or(SanMoveError)?;
    let square = square.parse::<Square>().map_err(|_| SanMoveError)?;
    Ok(CardDrop { card, square })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sans;
    use crate::test_games::{play_random_games, play_random_schachen};

    /// `N` as `<N>`, whatever else stands there.
    fn marked(text: &str) -> Option<String> {
        text.parse::<SanMove>().ok().map(|written| written.with_letters(|kind| format!("<{kind}>")))
    }

    #[test]
    fn only_pieces_are_printed_in_other_letters() {
        let table = [
            ("e4", "e4"),
            ("exd5", "exd5"),
            ("Nbxd2+", "<N>bxd2+"),
            ("R1a10", "<R>1a10"),
            ("NRe5xg9#", "<NR>e5xg9#"),
            ("DI~e5", "<DI>~e5"),
            ("e8=Q#", "e8=<Q>#"),
            ("bxa10=NR", "bxa10=<NR>"),
            ("O-O-O+", "O-O-O+"),
            ("n3/N@m1", "n3/<N>@m1"),
            ("Nm2ab-3/P@-b0+", "<N>m2ab-3/<P>@-b0+"),
            ("Rx-a1", "<R>x-a1"),
            ("m5=Q/R@aa4", "m5=<Q>/<R>@aa4"),
        ];
        for (text, wanted) in table {
            assert_eq!(marked(text).as_deref(), Some(wanted), "{text}");
        }
        for text in
            ["", "N", "Sf3", "NN", "?!", "e8=", "e8=D", "n3/m1", "n3/N@", "O-O-O-O", "e4 e5", "Nf3!", "é4"]
        {
            assert_eq!(marked(text), None, "{text}");
        }
    }

    #[test]
    fn a_dialect_changes_the_letters_of_two_pieces() {
        let table = [
            ("Mxd5+", "Cxd5+"),
            ("Cf1", "Af1"),
            ("a9=C", "a9=A"),
            ("bxa10=M#", "bxa10=C#"),
            ("CAd5", "CAd5"),
            ("Nf3", "Nf3"),
            ("c4", "c4"),
        ];
        for (own, theirs) in table {
            let written = own.parse::<SanMove>().unwrap_or_else(|error| panic!("{own}: {error}"));
            assert_eq!(written.in_dialect(PieceDialect::FairyStockfish), theirs);
            assert_eq!(written.in_dialect(PieceDialect::Own), own);
        }
    }

    #[test]
    fn every_move_that_is_written_can_be_taken_apart() {
        let check = |seed: u64, game: &crate::Game| {
            for text in sans(game.position(), game.legal_moves()) {
                let written =
                    text.parse::<SanMove>().unwrap_or_else(|error| panic!("{seed}: {text}: {error}"));
                assert_eq!(written.to_string(), text, "{seed}");
            }
        };
        assert!(play_random_games(0..12, check) + play_random_schachen(0..6, check) > 300);
    }
}
