//! Writes lists of pieces with their squares, as they are read aloud. Not here: pieces without
//! squares (`piece_counts`).

use std::collections::BTreeMap;

use adoube_rules::{Piece, PieceType, Position, Square};

use crate::text::Localizer;

/// "King e1", "Rooks on a1 and h1": each kind once, in the order of the piece table, Pawns last.
pub(crate) fn names(
    speaker: Localizer<'_>,
    pieces: impl IntoIterator<Item = (Square, PieceType)>,
) -> Vec<String> {
    let mut kinds: BTreeMap<(bool, usize), (PieceType, Vec<Square>)> = BTreeMap::new();
    for (square, kind) in pieces {
        kinds.entry(place(kind)).or_insert_with(|| (kind, Vec::new())).1.push(square);
    }
    kinds.into_values().map(|(kind, squares)| kind_on(speaker, kind, squares)).collect()
}

/// "King e1; Rooks on a1 and h1".
pub(crate) fn text(speaker: Localizer<'_>, pieces: impl IntoIterator<Item = (Square, PieceType)>) -> String {
    names(speaker, pieces).join("; ")
}

/// Sort key of a kind: Pawns, which are many, come last.
pub(crate) fn place(kind: PieceType) -> (bool, usize) {
    (kind == PieceType::PAWN, kind.index())
}

fn kind_on(speaker: Localizer<'_>, kind: PieceType, mut on: Vec<Square>) -> String {
    on.sort_unstable();
    match on.as_slice() {
        [only] => format!("{} {only}", speaker.kind(kind)),
        several => {
            let args =
                [("pieces", speaker.several(kind).into()), ("squares", squares(speaker, several).into())];
            speaker.sentence("pieces-on-squares", &args)
        }
    }
}

/// "King e1 and Rook h1", in this order.
pub(crate) fn list(speaker: Localizer<'_>, pieces: &[(Square, Piece)]) -> String {
    let names: Vec<String> =
        pieces.iter().map(|(square, piece)| format!("{} {square}", speaker.kind(piece.kind))).collect();
    speaker.list(&names)
}

/// "Knight g1"; an empty square is given by name.
pub(crate) fn piece_on(speaker: Localizer<'_>, position: &Position, square: Square) -> String {
    match position.piece_at(square) {
        Some(piece) => format!("{} {square}", speaker.kind(piece.kind)),
        None => square.to_string(),
    }
}

/// "a1, b2 and c3".
pub(crate) fn squares(speaker: Localizer<'_>, squares: &[Square]) -> String {
    speaker.list(&squares.iter().map(Square::to_string).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, text::Translations};

    #[test]
    fn each_kind_is_named_once_with_its_squares() {
        use PieceType as T;
        let wording =
            Translations::new(&crate::Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
        let square = |name: &str| name.parse::<Square>().unwrap_or_else(|error| panic!("{error}"));
        let pieces = [
            ("h2", T::BISHOP),
            ("c2", T::PAWN),
            ("e1", T::KING),
            ("c2", T::BISHOP),
            ("b2", T::PAWN),
            ("a2", T::PAWN),
        ]
        .map(|(name, kind)| (square(name), kind));
        let said = |language| text(Localizer::new(&wording, language), pieces);
        assert_eq!(said(Language::EN), "King e1; Bishops on c2 and h2; Pawns on a2, b2 and c2");
        assert_eq!(said(Language::of("de")), "König e1; Läufer auf c2 und h2; Bauern auf a2, b2 und c2");
    }
}
