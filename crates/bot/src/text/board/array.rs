//! Describes a start array in words and as a picture: its terms, its extra and locked pieces. Not
//! here: the panel that changes it (`features::setup`).

use adoube_render::{Mark, Scene};
use adoube_rules::{
    ArrayKind, ArraySymmetry, DuplicateRule, PieceType, Position, PromotionMode, Side, Square, Variant,
};

use super::{piece_counts, placed_pieces, scene_description};
use crate::{
    core::{
        command::ARRAYS,
        game::{ArrayTerms, GameTerms, RECOMMENDED_NEW, new_types},
    },
    text::{
        Localizer,
        alt_text::AltText,
        message::{Block, Picture},
    },
};

/// A stored start position.
pub(crate) fn start_position(variant: Variant, text: Option<&str>) -> Option<Position> {
    let parse = |text| Position::parse(variant, text);
    text.map(parse)?
        .inspect_err(|error| tracing::error!(%error, "a stored start position cannot be read"))
        .ok()
}

/// The terms of the array, one per line. `extra` are its extra pieces, empty while they are still
/// chosen.
pub(crate) fn lines(
    speaker: Localizer<'_>,
    terms: &GameTerms,
    extra: &[PieceType],
    most_named: usize,
) -> Vec<String> {
    let Some(array) = &terms.array else { return Vec::new() };
    let count = array.extra as u64;
    let key = format!("terms-array-{}", ARRAYS.word(&array.array));
    let mut lines = vec![speaker.sentence(&key, &[("count", count.into())])];
    if array.array != ArrayKind::Classic {
        lines.push(speaker.fixed_sentence(match array.duplicates {
            DuplicateRule::Allowed => "terms-duplicates-allowed",
            DuplicateRule::Forbidden => "terms-duplicates-forbidden",
        }));
        lines.push(speaker.fixed_sentence(match array.symmetry {
            ArraySymmetry::Mirrored => "terms-mirrored",
            ArraySymmetry::Rotated => "terms-rotated",
        }));
    }
    lines.extend(lock_line(speaker, array, terms.promotion, extra, most_named));
    lines
}

/// The locked pieces and the end of their lock; `None` where no piece can be locked. They are named
/// unless there are too many.
fn lock_line(
    speaker: Localizer<'_>,
    array: &ArrayTerms,
    promotion: Option<PromotionMode>,
    extra: &[PieceType],
    most_named: usize,
) -> Option<String> {
    let lockable: Vec<PieceType> = extra.iter().copied().filter(|kind| kind.is_lockable()).collect();
    let still_picked = extra.is_empty() && array.array != ArrayKind::Classic;
    if lockable.is_empty() && !still_picked && promotion != Some(PromotionMode::All) {
        return None;
    }
    if array.lock == 0 {
        return Some(speaker.fixed_sentence("terms-lock-none"));
    }
    let number = ("number", array.lock.saturating_add(1).into());
    let kinds = piece_counts::by_kind(&lockable);
    if kinds.is_empty() || kinds.len() > most_named {
        return Some(speaker.sentence("terms-lock-some", &[number]));
    }
    let names: Vec<String> = kinds.into_iter().map(|(kind, _)| speaker.kind(kind)).collect();
    Some(speaker.sentence("terms-lock", &[number, ("pieces", speaker.list(&names).into())]))
}

/// "Extra pieces: Archer (AR), 2 Camels (CA)", and a note if they are many.
pub(crate) fn extra_blocks(
    speaker: Localizer<'_>,
    terms: &GameTerms,
    start: Option<&Position>,
) -> Vec<Block> {
    let Some(array) = &terms.array else { return Vec::new() };
    let kinds = start.map(|start| array.extra_pieces(start)).unwrap_or_default();
    let mut blocks = Vec::new();
    if !kinds.is_empty() {
        let pieces = piece_counts::names_with_letters(speaker, &kinds).join(", ");
        blocks.push(Block::Text(speaker.sentence("terms-extra-pieces", &[("pieces", pieces.into())])));
    }
    let (new, key) = if array.is_chosen() {
        (array.extra, "setup-many-new-chosen")
    } else {
        (new_types(&kinds), "setup-many-new")
    };
    if new > RECOMMENDED_NEW {
        blocks.push(Block::Text(speaker.sentence(key, &[("count", (new as u64).into())])));
    }
    blocks
}

/// A start array, seen from White's side.
pub(crate) fn picture(speaker: Localizer<'_>, start: &Position) -> Picture {
    let scene = Scene::of(start, Side::White).with_to_move(None).with_note("");
    let [white, black] = armies(speaker, start);
    let args = [("white", white.into()), ("black", black.into())];
    let mut alt = AltText::of(speaker.sentence("panel-alt", &args));
    scene_description::add_marks(&mut alt, speaker, start, &scene);
    Picture { scene: named(speaker, scene), alt }
}

/// The board before the selection of extra pieces, with their squares marked.
pub(crate) fn picture_before(speaker: Localizer<'_>, array: &ArrayTerms) -> Picture {
    let classic = Position::start(Variant::Grand);
    let stands = |kind: PieceType| array.has_classic_pieces() || kind == PieceType::PAWN;
    let pieces: Vec<_> = classic.pieces().filter(|(_, piece)| stands(piece.kind)).collect();
    let is_home = |square: &Square| [1, 2, 9, 10].contains(&square.rank);
    let squares = Variant::Grand.region().squares().filter(is_home);
    let empty: Vec<Square> =
        squares.filter(|square| pieces.iter().all(|(taken, _)| taken != square)).collect();
    let [white, black] = armies(speaker, &classic);
    let squares = placed_pieces::squares(speaker, &empty);
    let args = [("white", white.into()), ("black", black.into()), ("squares", squares.into())];
    let key = if array.has_classic_pieces() { "panel-alt-before" } else { "panel-alt-before-free" };
    let scene = Scene::new(Variant::Grand.region(), pieces, Side::White).with_marks(Mark::Target, empty);
    Picture { scene: named(speaker, scene), alt: AltText::of(speaker.sentence(key, &args)) }
}

fn armies(speaker: Localizer<'_>, position: &Position) -> [String; 2] {
    let army = |side| scene_description::army(speaker, side, position.pieces());
    Side::BOTH.map(|side| army(side).unwrap_or_default())
}

fn named(speaker: Localizer<'_>, scene: Scene) -> Scene {
    scene.with_names(speaker.side(Side::White), speaker.side(Side::Black))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, Locales, text::Translations};

    #[test]
    fn locked_pieces_are_named_up_to_as_many_as_there_is_room_for() {
        let wording = Translations::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
        let locked: Vec<PieceType> = PieceType::all().filter(|kind| kind.is_lockable()).take(2).collect();
        let array = ArrayTerms { array: ArrayKind::FreeRandom, extra: 2, lock: 5, ..ArrayTerms::default() };
        let said = |most_named| {
            let speaker = Localizer::new(&wording, Language::EN);
            lock_line(speaker, &array, None, &locked, most_named).unwrap_or_default()
        };
        assert!(said(2).starts_with("Locked: ") && said(2).contains(" and "), "{}", said(2));
        assert!(said(1).starts_with("Locked pieces (/piece says which)"), "{}", said(1));
    }
}
