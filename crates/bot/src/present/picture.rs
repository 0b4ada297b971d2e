//! Builds the picture of a board message: the scene from the viewer's side, with its marks and the
//! lead in material.

use adoube_engine::piece_values::material_imbalance;
use adoube_render::{Mark, Scene};
use adoube_rules::{Move, PieceType, Position, PositionView, Side, Variant};

use super::scene_description;
use crate::{
    Picture, Viewer,
    game::PublicView,
    notice::BoardNotice,
    text::{
        Localizer,
        board::{
            piece_worth,
            scenes::{last_move, result, with_holdings},
        },
    },
};

/// The position of a notice. `None` if its text cannot be read, which is logged; the words are
/// shown all the same.
pub(super) fn position(board: &BoardNotice) -> Option<Position> {
    let read = match board.ending {
        // A finished game has no hidden cards.
        Some(_) => Position::parse(board.variant, &board.position),
        None => PositionView::parse(board.variant, &board.position).map(|view| view.position().clone()),
    };
    read.inspect_err(|error| tracing::error!(%error, game = %board.game, "a stored position cannot be read"))
        .ok()
}

/// The side from which a viewer sees the board: a player's own, White's for other viewers, and for
/// a message to the whole channel the one of `PublicView`.
pub(super) fn side(board: &BoardNotice, viewer: &Viewer) -> Side {
    match &viewer.person {
        Some(person) => board.seats.side_of(person).unwrap_or(Side::White),
        None => for_all(board),
    }
}

/// The side for a message to the whole channel: of the person to move, or of the only person who
/// plays. In a finished game no side is to move.
fn for_all(board: &BoardNotice) -> Side {
    if board.view == PublicView::White {
        return Side::White;
    }
    let is_person = |side: &Side| board.seats.of(*side).person().is_some();
    let mover = match &board.last {
        Some(last) if board.ending.is_none() => last.piece.side.other(),
        _ => Side::White,
    };
    if is_person(&mover) { mover } else { mover.other() }
}

/// Whether this viewer wants to see which pieces may move, and is to move.
pub(super) fn wants_hints(board: &BoardNotice, position: &Position, viewer: &Viewer) -> bool {
    let own = viewer.person.as_ref().and_then(|person| board.seats.side_of(person));
    viewer.taste.hints && board.ending.is_none() && own == Some(position.side_to_move())
}

/// The picture with the marks of every board, and those that `mark` adds.
pub(super) fn picture(
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

/// The legal moves that the touched pieces leave.
pub(super) fn moves_left(board: &BoardNotice, position: &Position) -> Vec<Move> {
    let legal = position.legal_moves();
    match &board.touches {
        Some(touches) => touches.ruling(position, &legal).moves,
        None => legal,
    }
}

fn note(speaker: Localizer<'_>, board: &BoardNotice, position: &Position) -> String {
    match &board.ending {
        Some(ending) => result(ending),
        None => speaker.sentence("note-move", &[("number", u32::from(position.move_number()).into())]),
    }
}
