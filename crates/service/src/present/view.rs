//! The picture of a board notice: the scene from the viewer's side, with its marks and strip.

use adoube_render::{Mark, Scene};
use adoube_rules::{Position, Side, Square};

use crate::wording::shown_name;
use crate::{Picture, Viewer, notice::BoardNotice, wording::Speaker};

use super::position_in_words;

/// The position of a notice. `None` when its text cannot be read, which is logged: the words are shown all the same.
pub(super) fn position(board: &BoardNotice) -> Option<Position> {
    Position::parse(board.variant, &board.position)
        .inspect_err(|error| tracing::error!(%error, game = %board.game, "a stored position cannot be read"))
        .ok()
}

/// The side from which a viewer sees this board: their own, or White's.
pub(super) fn side(board: &BoardNotice, viewer: &Viewer) -> Side {
    viewer.person.as_ref().and_then(|person| board.seats.side_of(person)).unwrap_or(Side::White)
}

/// The picture, with marks of the caller's choice over those every board has.
pub(super) fn picture(
    speaker: Speaker<'_>,
    board: &BoardNotice,
    position: &Position,
    side: Side,
    marks: &[(Mark, Square)],
) -> Picture {
    let to_move = board.ending.is_none().then(|| position.side_to_move());
    let mut scene = Scene::new(position.region(), position.pieces(), side)
        .with_names(shown_name(&board.seats.white.name), shown_name(&board.seats.black.name))
        .with_captured(Side::White, board.taken.black.iter().copied())
        .with_captured(Side::Black, board.taken.white.iter().copied())
        .with_to_move(to_move)
        .with_note(note(speaker, board, position))
        .with_outlined_ranks(position_in_words::promotion_ranks(position.variant()));
    scene = standing_marks(scene, board, position);
    for (mark, square) in marks {
        scene = scene.with_marks(*mark, [*square]);
    }
    let alt = position_in_words::alt(speaker, board, position, side);
    Picture { scene, alt }
}

/// What every board shows: the last move, check, pieces that are locked or frozen.
fn standing_marks(scene: Scene, board: &BoardNotice, position: &Position) -> Scene {
    let mut scene = scene;
    if let Some(last) = &board.last {
        scene = scene.with_marks(Mark::LastMove, [last.from, last.stands_on]);
        let beyond = last.captured.iter().map(|(square, _)| *square).filter(|square| *square != last.to);
        scene = scene.with_marks(Mark::AlsoCaptured, beyond);
    }
    if position.in_check() {
        scene = scene.with_marks(Mark::Check, position.king(position.side_to_move()));
    }
    let squares = || position.pieces().map(|(square, _)| square);
    scene
        .with_marks(Mark::Locked, squares().filter(|square| position.locked(*square).is_some()))
        .with_marks(Mark::Frozen, squares().filter(|square| position.frozen_by(*square).is_some()))
}

fn note(speaker: Speaker<'_>, board: &BoardNotice, position: &Position) -> String {
    match &board.ending {
        Some(ending) => ending.result().replace("1/2-1/2", "½–½").replace('-', "–"),
        None => speaker.say("note-move", &[("number", u32::from(position.move_number()).into())]),
    }
}
