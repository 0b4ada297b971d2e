//! Builds the picture of a board message: the scene from the viewer's side, with its marks and the
//! lead in material.

use adoube_engine::piece_values::material_imbalance;
use adoube_render::{Mark, Scene};
use adoube_rules::{PieceType, Position, Side, Variant};

use super::{piece_worth, scene_description};
use crate::{
    Picture,
    core::notice::BoardNotice,
    text::{
        Localizer,
        scenes::{last_move, result, with_holdings},
    },
};

/// The picture with the marks of every board, and those that `mark` adds.
pub(crate) fn picture(
    speaker: Localizer<'_>,
    board: &BoardNotice,
    position: &Position,
    side: Side,
    mark: impl FnOnce(Scene) -> Scene,
) -> Picture {
    let scene = Scene::of(position, side)
        .with_names(speaker.seat(&board.seats.white), speaker.seat(&board.seats.black))
        .with_note(note(speaker, board, position))
        .with_letters(speaker.letters());
    let mut scene = with_lead(with_holdings(scene, &board.taken, position), position);
    if board.ending.is_some() {
        scene = scene.with_to_move(None);
    }
    if let Some(last) = &board.last {
        scene = last_move(scene, last);
    }
    let scene = mark(touched(scene, board));
    let alt = scene_description::of_game(speaker, board, position, &scene);
    Picture { scene, alt }
}

/// Adds the material lead, where all pieces are known.
fn with_lead(scene: Scene, position: &Position) -> Scene {
    match lead(position) {
        0 => scene,
        lead if lead > 0 => scene.with_lead(Side::White, lead.unsigned_abs()),
        lead => scene.with_lead(Side::Black, lead.unsigned_abs()),
    }
}

/// White's material lead in pawns; 0 in a game with cards, in which the opponent's are hidden.
fn lead(position: &Position) -> i16 {
    if position.variant().has_cards() {
        return 0;
    }
    let hundredths: i32 = match position.variant() {
        // New pieces have no commonly known values.
        Variant::Grand => piece_worth::VALUES.material_balance(position),
        _ => material_imbalance(position).map(|(kind, more)| usual_worth(kind) * i32::from(more) * 100).sum(),
    };
    // A Bishop for a Knight is no lead.
    i16::try_from((hundredths + hundredths.signum() * 50) / 100).unwrap_or_default()
}

/// The usual value of a chess piece, in pawns.
fn usual_worth(kind: PieceType) -> i32 {
    match kind {
        PieceType::PAWN => 1,
        PieceType::KNIGHT | PieceType::BISHOP => 3,
        PieceType::ROOK => 5,
        PieceType::QUEEN => 9,
        _ => 0,
    }
}

/// Marks touched pieces, and the square of an open promotion.
fn touched(scene: Scene, board: &BoardNotice) -> Scene {
    let Some(touches) = &board.touches else { return scene };
    let scene = scene.with_marks(Mark::Touched, touches.squares.iter().copied());
    match touches.promoting {
        Some(promoting) => {
            scene.with_marks(Mark::Picked, [promoting.from]).with_marks(Mark::Target, [promoting.to])
        }
        None => scene,
    }
}

fn note(speaker: Localizer<'_>, board: &BoardNotice, position: &Position) -> String {
    match &board.ending {
        Some(ending) => result(ending),
        None => speaker.sentence("note-move", &[("number", u32::from(position.move_number()).into())]),
    }
}
