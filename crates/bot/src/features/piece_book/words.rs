//! Writes texts of the piece book (the reference of all pieces): traits, reach, origin and related
//! pieces of a piece. Also lists, for a test, the keys of the texts of its web pages. Not here: the
//! help about one piece (`piece_help`), and which pieces are related (`kinship`).

use adoube_rules::{PieceDemo, PieceType, Square};

use super::{RelatedPieces, kinship::PieceKinship, trial};
use crate::text::Localizer;

/// Special traits of a piece, in a word or two each.
pub(super) fn traits(speaker: Localizer<'_>, kind: PieceType, is_of_one_colour: bool) -> Vec<String> {
    let power = match kind.key() {
        "king" => Some("book-trait-royal"),
        "pawn" => Some("book-trait-promotes"),
        "archer" => Some("book-trait-afar"),
        "block" => Some("book-trait-safe"),
        "edgehog" => Some("book-trait-edge"),
        "advancer" | "withdrawer" | "coordinator" => Some("book-trait-distance"),
        "windmill" => Some("book-trait-round"),
        "diplomat" => Some("book-trait-converts"),
        "immobilizer" => Some("book-trait-freezes"),
        "chameleon" | "joker" => Some("book-trait-copies"),
        _ => None,
    };
    let locked = kind.is_lockable().then_some("book-trait-locked");
    let colour = is_of_one_colour.then_some("book-trait-colour");
    [power, locked, colour].into_iter().flatten().map(|key| speaker.fixed_sentence(key)).collect()
}

/// The smallest and largest number of squares it can move to on an empty board.
pub(super) fn reach(speaker: Localizer<'_>, kind: PieceType) -> Option<String> {
    if trial::needs_others(kind) {
        return None;
    }
    let empty = PieceDemo::new([]);
    let squares = (1..=10).flat_map(|rank| (0..10).map(move |file| Square::new(file, rank)));
    let counts: Vec<u64> =
        squares.filter_map(|from| empty.moves(kind, from)).map(|deeds| deeds.len() as u64).collect();
    let (least, most) = (counts.iter().min()?, counts.iter().max()?);
    Some(speaker.sentence("book-told-reach", &[("least", (*least).into()), ("most", (*most).into())]))
}

/// The origin of a piece, as far as the rules' sources tell.
pub(super) fn origin(speaker: Localizer<'_>, kind: PieceType) -> String {
    speaker.fixed_sentence(match kind {
        PieceType::KING
        | PieceType::QUEEN
        | PieceType::ROOK
        | PieceType::BISHOP
        | PieceType::KNIGHT
        | PieceType::PAWN => "book-told-from-chess",
        PieceType::CARDINAL | PieceType::MARSHAL => "book-told-from-grand",
        _ => "book-told-from-extra",
    })
}

/// Related pieces, if there are any.
pub(super) fn kin(speaker: Localizer<'_>, kinship: &PieceKinship, kind: PieceType) -> Vec<RelatedPieces> {
    let rows = [
        ("book-kin-same", kinship.twins(kind)),
        ("book-kin-parts", kinship.contained(kind)),
        ("book-kin-more", kinship.containing(kind)),
    ];
    let told = rows.into_iter().filter(|(_, kinds)| !kinds.is_empty());
    told.map(|(key, kinds)| RelatedPieces {
        title: speaker.fixed_sentence(key),
        codes: kinds.into_iter().map(PieceType::code).collect(),
    })
    .collect()
}

/// Keys of the book's pages, which a test compares with the locales.
#[cfg(test)]
pub(super) const PAGE: [&str; 36] = [
    "book-direction",
    "book-title",
    "book-told-intro",
    "book-search",
    "book-told-search",
    "book-found",
    "book-told-none",
    "book-letters",
    "book-groups",
    "book-all",
    "book-previous",
    "book-next",
    "book-skip",
    "book-chat",
    "book-languages",
    "book-called",
    "book-how",
    "book-example",
    "book-before",
    "book-after",
    "book-facts",
    "book-notation",
    "book-from",
    "book-kin",
    "book-try",
    "book-told-try",
    "book-told-others",
    "book-board",
    "book-tried",
    "book-cell-move",
    "book-cell-capture",
    "book-cell-both",
    "book-put",
    "book-put-enemy",
    "book-put-own",
    "book-clear",
];
