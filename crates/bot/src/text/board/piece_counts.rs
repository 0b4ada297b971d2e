//! Writes lists of pieces with a count for each kind. Not here: pieces named with their squares
//! (`placed_pieces`).

use adoube_rules::PieceType;

use crate::text::Localizer;

/// "2 Pawns", "Knight": each kind once, in order of first appearance.
pub(crate) fn names(speaker: Localizer<'_>, kinds: &[PieceType]) -> Vec<String> {
    by_kind(kinds).into_iter().map(|(kind, count)| speaker.counted(kind, count)).collect()
}

/// "2 Archers (AR)": the same with their letters.
pub(crate) fn names_with_letters(speaker: Localizer<'_>, kinds: &[PieceType]) -> Vec<String> {
    let name = |(kind, count)| format!("{} ({})", speaker.counted(kind, count), speaker.letter(kind));
    by_kind(kinds).into_iter().map(name).collect()
}

/// Each kind once, in order of first appearance, with its count.
pub(crate) fn by_kind(kinds: &[PieceType]) -> Vec<(PieceType, usize)> {
    let mut counted: Vec<(PieceType, usize)> = Vec::new();
    for kind in kinds {
        match counted.iter_mut().find(|(known, _)| known == kind) {
            Some((_, count)) => *count += 1,
            None => counted.push((*kind, 1)),
        }
    }
    counted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, text::Translations};

    #[test]
    fn several_of_a_kind_are_counted() {
        use adoube_rules::PieceType as T;
        let wording =
            Translations::new(&crate::Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
        let kinds = [T::PAWN, T::PAWN, T::ROOK, T::PAWN, T::ROOK, T::QUEEN];
        let said = |language| names(Localizer::new(&wording, language), &kinds).join(", ");
        assert_eq!(said(Language::EN), "3 Pawns, 2 Rooks, Queen");
        assert_eq!(said(Language::of("de")), "3 Bauern, 2 Türme, Dame");
        let lettered = names_with_letters(Localizer::new(&wording, Language::of("de")), &kinds[2..]);
        assert_eq!(lettered, ["2 Türme (T)", "Bauer (B)", "Dame (D)"]);
    }
}
