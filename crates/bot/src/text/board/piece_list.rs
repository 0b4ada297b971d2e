//! Shared parts of lists of piece types: whether a type needs an explanation, its movement in one
//! clause, and the groups of types. Not here: the whole help on a piece (`piece_help`).

use adoube_rules::PieceType;

use crate::{core::command::PieceGroup, text::Localizer};

/// Types of chess and of the classic array, which need no explanation.
const FAMILIAR: [&str; 8] = ["K", "Q", "R", "B", "N", "C", "M", "P"];

/// Whether one of these types needs an explanation.
pub(crate) fn has_unfamiliar(mut kinds: impl Iterator<Item = PieceType>) -> bool {
    kinds.any(|kind| !FAMILIAR.contains(&kind.code()))
}

/// "Leaps three squares along a file or rank and one at a right angle."
pub(crate) fn in_short(speaker: Localizer<'_>, kind: PieceType) -> String {
    let about = speaker.attribute(&format!("piece-{}", kind.key()), "about").unwrap_or_default();
    let first = about.split_once(". ").map_or(about.as_str(), |(first, _)| first);
    // The first clause; exceptions after it are in the piece's own help.
    let clause = first.split([';', ':']).next().unwrap_or(first).trim_end_matches('.');
    format!("{clause}.")
}

/// The name of a group.
pub(crate) fn group_name(speaker: Localizer<'_>, group: PieceGroup) -> String {
    speaker.fixed_sentence(&format!("group-{}", group.key()))
}

/// The types of a group; King and Pawn, which stand in every array, belong to the classic one.
pub(crate) fn members(group: PieceGroup) -> impl Iterator<Item = PieceType> {
    PieceType::all().filter(move |kind| PieceGroup::of(*kind).unwrap_or(PieceGroup::Classic) == group)
}
