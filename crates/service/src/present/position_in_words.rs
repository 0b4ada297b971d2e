//! A position in words: the text for those who cannot see the picture, and the board drawn in letters.

use std::collections::BTreeMap;

use adoube_rules::{Piece, PieceType, Position, Region, Side, Square};

use super::{moves_in_words, touch_in_words};
use crate::{notice::BoardNotice, wording::Speaker};

/// Everything the picture shows.
pub(super) fn alt(speaker: Speaker<'_>, board: &BoardNotice, position: &Position, side: Side) -> String {
    let head = speaker.say(
        "alt-head",
        &[("variant", speaker.variant(board.variant).into()), ("side", speaker.side(side).into())],
    );
    let mut sentences =
        vec![head, army(speaker, position, Side::White), army(speaker, position, Side::Black)];
    sentences.extend([Side::White, Side::Black].into_iter().filter_map(|side| taken(speaker, board, side)));
    sentences.push(state(speaker, board, position));
    sentences.extend(touch_in_words::status(speaker, board, position));
    sentences.extend(board.last.as_ref().map(|last| {
        speaker.say("alt-last-move", &[("move", moves_in_words::last_move(speaker, last).into())])
    }));
    sentences.join(" ")
}

/// Whose turn it is, or how the game ended.
fn state(speaker: Speaker<'_>, board: &BoardNotice, position: &Position) -> String {
    if let Some(ending) = &board.ending {
        return moves_in_words::ending(speaker, ending, &board.seats);
    }
    let key = if position.in_check() { "alt-to-move-in-check" } else { "alt-to-move" };
    speaker.say(key, &[("side", speaker.side(position.side_to_move()).into())])
}

/// "White: King e1, Rook a1 h1, Pawn a2 b2 …"
pub(super) fn army(speaker: Speaker<'_>, position: &Position, side: Side) -> String {
    let mut squares: BTreeMap<usize, (PieceType, Vec<Square>)> = BTreeMap::new();
    for (square, piece) in position.pieces().filter(|(_, piece)| piece.side == side) {
        squares.entry(piece.kind.index()).or_insert_with(|| (piece.kind, Vec::new())).1.push(square);
    }
    let groups: Vec<String> = squares
        .into_values()
        .map(|(kind, mut squares)| {
            squares.sort_unstable();
            let names: Vec<String> = squares.iter().map(Square::to_string).collect();
            format!("{} {}", speaker.kind(kind), names.join(" "))
        })
        .collect();
    speaker.say("alt-army", &[("side", speaker.side(side).into()), ("pieces", groups.join(", ").into())])
}

/// "Captured by White: Pawn, Knight." What the strip above the board shows.
fn taken(speaker: Speaker<'_>, board: &BoardNotice, by: Side) -> Option<String> {
    let mut kinds = board.taken.of(by.other()).to_vec();
    kinds.sort_unstable();
    let names: Vec<String> = kinds.into_iter().map(|kind| speaker.kind(kind)).collect();
    let args = [("side", speaker.side(by).into()), ("pieces", names.join(", ").into())];
    (!names.is_empty()).then(|| speaker.say("alt-captured", &args))
}

/// The board in letters, ranks from the top of the viewer's side: White's pieces in capitals, two letters at most.
pub(super) fn in_letters(position: &Position, side: Side) -> String {
    let Region::Board { files, ranks } = position.region() else { return String::new() };
    let (mut files, mut ranks): (Vec<i32>, Vec<i32>) =
        ((0..i32::from(files)).collect(), (1..=i32::from(ranks)).rev().collect());
    if side == Side::Black {
        files.reverse();
        ranks.reverse();
    }
    let mut lines: Vec<String> = ranks
        .iter()
        .map(|rank| {
            let row = files.iter().map(|file| cell(position.piece_at(Square { file: *file, rank: *rank })));
            format!("{rank:>2}  {}", row.collect::<Vec<_>>().join(" "))
        })
        .collect();
    let names = files.iter().map(|file| format!("{:<2}", file_name(*file)));
    lines.push(format!("    {}", names.collect::<Vec<_>>().join(" ")));
    lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
}

fn cell(piece: Option<Piece>) -> String {
    let code = match piece {
        None => "·".to_owned(),
        Some(Piece { side: Side::White, kind }) => kind.code().to_owned(),
        Some(Piece { side: Side::Black, kind }) => kind.code().to_lowercase(),
    };
    format!("{code:<2}")
}

fn file_name(file: i32) -> String {
    Square { file, rank: 1 }.to_string().trim_end_matches('1').to_owned()
}
