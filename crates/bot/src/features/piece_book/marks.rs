//! Lists the marks that a board can show, each on a small example board with its meaning, for the
//! piece book. Not here: their look (`adoube-render`).

use adoube_render::{BoardWindow, Mark, Scene};
use adoube_rules::{Piece, PieceType, Region, Side, Square};

use crate::{AltText, Picture, text::Localizer};

/// The marked square.
const MARKED: Square = Square::new(1, 2);
/// The shown squares.
const SHOWN: BoardWindow = BoardWindow { left: 0, right: 3, bottom: 1, top: 3 };

/// A mark with its meaning.
#[derive(Clone, Debug)]
pub struct BookMark {
    /// Its key in addresses.
    pub key: &'static str,
    /// A board with the mark.
    pub picture: Picture,
    /// Its meaning.
    pub meaning: String,
}

type BookMarkRow = (&'static str, Mark, &'static str, &'static str);

/// Key in addresses, mark, key of the meaning, and the piece that has it.
const ROWS: [BookMarkRow; 13] = [
    ("target", Mark::Target, "book-told-mark-target", ""),
    ("capture", Mark::CaptureTarget, "book-told-mark-capture", "black-N"),
    ("convert", Mark::ConversionTarget, "book-told-mark-convert", "black-N"),
    ("also", Mark::AlsoCaptured, "book-told-mark-also", "black-B"),
    ("picked", Mark::Picked, "book-told-mark-picked", "white-N"),
    ("movable", Mark::Movable, "book-told-mark-movable", "white-N"),
    ("last", Mark::LastMove, "book-told-mark-last", "white-N"),
    ("check", Mark::Check, "book-told-mark-check", "black-K"),
    ("locked", Mark::Locked, "book-told-mark-locked", "white-NR"),
    ("frozen", Mark::Frozen, "book-told-mark-frozen", "black-R"),
    ("touched", Mark::Touched, "book-told-mark-touched", "white-B"),
    ("passing", Mark::EnPassant, "book-told-mark-passing", ""),
    ("drop", Mark::Drop, "book-told-mark-drop", ""),
];

/// All marks.
pub(super) fn all(speaker: Localizer<'_>) -> Vec<BookMark> {
    ROWS.iter().map(|row| marked(speaker, *row)).collect()
}

fn marked(speaker: Localizer<'_>, (key, mark, meaning, piece): BookMarkRow) -> BookMark {
    let mut pieces: Vec<(Square, Piece)> =
        piece_called(piece).map(|piece| (MARKED, piece)).into_iter().collect();
    // A frozen piece needs the freezing one next to it.
    if mark == Mark::Frozen {
        pieces.extend(
            PieceType::from_code("IM").map(|kind| (MARKED.offset(1, 0), Piece::new(Side::White, kind))),
        );
    }
    let scene = Scene::new(Region::Board { files: 8, ranks: 8 }, pieces, Side::White);
    let meaning = speaker.fixed_sentence(meaning);
    BookMark {
        key,
        picture: Picture {
            scene: Scene { window: SHOWN, ..scene }.with_marks(mark, [MARKED]),
            alt: AltText::of(meaning.clone()),
        },
        meaning,
    }
}

/// `white-NR`
fn piece_called(name: &str) -> Option<Piece> {
    let (side, code) = name.split_once('-')?;
    let side = if side == "white" { Side::White } else { Side::Black };
    PieceType::from_code(code).map(|kind| Piece::new(side, kind))
}
