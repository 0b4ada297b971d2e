//! Draws a position as a text of letters, with a legend. Not here: the scene in sentences
//! (`scene_description`).

use std::collections::BTreeSet;

use adoube_rules::{Piece, PieceType, Position, Region, Side, Square};

use crate::text::Localizer;

/// The board in letters, from the viewer's side: White's pieces in capitals, with at most two
/// letters each.
pub(crate) fn in_letters(speaker: Localizer<'_>, position: &Position, side: Side) -> String {
    let (mut files, mut ranks) = axes(position);
    ranks.reverse();
    if side == Side::Black {
        files.reverse();
        ranks.reverse();
    }
    let file_names: Vec<String> = files.iter().map(|file| name(*file, Square::file_name)).collect();
    let rank_names: Vec<String> = ranks.iter().map(|rank| name(*rank, |rank| rank.to_string())).collect();
    let widest = |names: &[String]| names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(2);
    let (cell_width, margin) = (widest(&file_names), widest(&rank_names));
    let mut lines: Vec<String> = ranks
        .iter()
        .zip(&rank_names)
        .map(|(rank, name)| {
            let row = files.iter().map(|file| match (file, rank) {
                (Some(file), Some(rank)) => cell(speaker, position.piece_at(Square::new(*file, *rank))),
                _ => String::new(),
            });
            format!("{name:>margin$}  {}", padded(row, cell_width))
        })
        .collect();
    lines.push(format!("{:margin$}  {}", "", padded(file_names.into_iter(), cell_width)));
    lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
}

/// Numbers of files or ranks in order; `None` stands for empty ones that are omitted.
type LetterAxis = Vec<Option<i32>>;

/// The files and ranks to show. On a grid without edges those with pieces and their neighbours.
fn axes(position: &Position) -> (LetterAxis, LetterAxis) {
    match position.region() {
        Region::Board { files, ranks } => {
            let all = |numbers: std::ops::Range<i32>| numbers.map(Some).collect();
            (all(0..i32::from(files)), all(1..i32::from(ranks) + 1))
        }
        Region::Unbounded => {
            let squares = || position.pieces().map(|(square, _)| square);
            (around(squares().map(|square| square.file)), around(squares().map(|square| square.rank)))
        }
    }
}

fn around(numbers: impl Iterator<Item = i32>) -> LetterAxis {
    let shown: BTreeSet<i32> = numbers.flat_map(|number| [number - 1, number, number + 1]).collect();
    let mut axis: LetterAxis = Vec::new();
    for number in shown {
        if axis.last().copied().flatten().is_some_and(|last| last + 1 < number) {
            axis.push(None);
        }
        axis.push(Some(number));
    }
    axis
}

fn name(number: Option<i32>, say: impl Fn(i32) -> String) -> String {
    number.map_or_else(|| "…".to_owned(), say)
}

fn padded(cells: impl Iterator<Item = String>, width: usize) -> String {
    cells.map(|cell| format!("{cell:<width$}")).collect::<Vec<_>>().join(" ")
}

fn cell(speaker: Localizer<'_>, piece: Option<Piece>) -> String {
    match piece {
        None => "·".to_owned(),
        Some(Piece { side: Side::White, kind }) => speaker.letter(kind),
        Some(Piece { side: Side::Black, kind }) => speaker.letter(kind).to_lowercase(),
    }
}

/// The legend: "Capitals are White, small letters Black: K King, N Knight".
pub(crate) fn letters(speaker: Localizer<'_>, position: &Position) -> String {
    let kinds: BTreeSet<PieceType> = position.pieces().map(|(_, piece)| piece.kind).collect();
    let named: Vec<String> =
        kinds.into_iter().map(|kind| format!("{} {}", speaker.letter(kind), speaker.kind(kind))).collect();
    speaker.sentence("board-letters", &[("letters", named.join(", ").into())])
}

#[cfg(test)]
mod tests {
    use adoube_rules::Variant;

    use super::*;
    use crate::{Language, Locales, text::Translations};

    #[test]
    fn of_a_board_without_edges_what_is_empty_between_the_sides_is_left_out() {
        let text = "Nm2,Kn1,Pn2,Po2/Pn15,Ko16,Pp15 w hand:QNP/RRB stack:RB/- taken:-/- 0 1";
        let position = Position::parse(Variant::Schachen, text).unwrap_or_else(|error| panic!("{error}"));
        let wording = Translations::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
        let drawn = |side| in_letters(Localizer::new(&wording, Language::EN), &position, side);
        let white = [
            "17  ·  ·  ·  ·  ·  ·",
            "16  ·  ·  ·  k  ·  ·",
            "15  ·  ·  p  ·  p  ·",
            "14  ·  ·  ·  ·  ·  ·",
            " …",
            " 3  ·  ·  ·  ·  ·  ·",
            " 2  ·  N  P  P  ·  ·",
            " 1  ·  ·  K  ·  ·  ·",
            " 0  ·  ·  ·  ·  ·  ·",
            "    l  m  n  o  p  q",
        ];
        assert_eq!(drawn(Side::White), white.join("\n"));
        let black = drawn(Side::Black);
        assert!(black.starts_with(" 0  ·") && black.ends_with("q  p  o  n  m  l"), "{black}");
    }
}
