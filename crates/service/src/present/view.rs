//! The picture of a board notice: the scene from the viewer's side, with its marks and strip.

use adoube_render::{Mark, Scene};
use adoube_rules::{Move, Position, Side, View};

use crate::{
    Picture, Viewer,
    notice::BoardNotice,
    scenes::{last_move, result, with_holdings},
    wording::Speaker,
};

use super::scene_in_words;

/// The position of a notice. `None` when its text cannot be read, which is logged: the words are shown all the same.
pub(super) fn position(board: &BoardNotice) -> Option<Position> {
    let read = match board.ending {
        // Everything is open then.
        Some(_) => Position::parse(board.variant, &board.position),
        None => View::parse(board.variant, &board.position).map(|view| view.position().clone()),
    };
    read.inspect_err(|error| tracing::error!(%error, game = %board.game, "a stored position cannot be read"))
        .ok()
}

/// The side from which a viewer sees this board: their own, or White's.
pub(super) fn side(board: &BoardNotice, viewer: &Viewer) -> Side {
    viewer.person.as_ref().and_then(|person| board.seats.side_of(person)).unwrap_or(Side::White)
}

/// Whether this viewer has chosen to see which pieces may move, and it is theirs to move.
pub(super) fn wants_hints(board: &BoardNotice, position: &Position, viewer: &Viewer) -> bool {
    let own = viewer.person.as_ref().and_then(|person| board.seats.side_of(person));
    viewer.taste.hints && board.ending.is_none() && own == Some(position.side_to_move())
}

/// The picture, with the marks every board has and those that `mark` adds.
pub(super) fn picture(
    speaker: Speaker<'_>,
    board: &BoardNotice,
    position: &Position,
    side: Side,
    mark: impl FnOnce(Scene) -> Scene,
) -> Picture {
    let scene = Scene::of(position, side)
        .with_names(speaker.seat(&board.seats.white), speaker.seat(&board.seats.black))
        .with_note(note(speaker, board, position))
        .with_letters(speaker.letters());
    let mut scene = with_holdings(scene, &board.taken, position);
    if board.ending.is_some() {
        scene = scene.with_to_move(None);
    }
    if let Some(last) = &board.last {
        scene = last_move(scene, last);
    }
    let scene = mark(touched(scene, board));
    let alt = scene_in_words::of_game(speaker, board, position, &scene);
    Picture { scene, alt }
}

/// Marks what was touched, and where a Pawn goes that is being promoted.
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

/// The moves that can be made: the legal ones, or those of them that the touched pieces leave.
pub(super) fn moves_left(board: &BoardNotice, position: &Position) -> Vec<Move> {
    let legal = position.legal_moves();
    match &board.touches {
        Some(touches) => touches.ruling(position, &legal).moves,
        None => legal,
    }
}

fn note(speaker: Speaker<'_>, board: &BoardNotice, position: &Position) -> String {
    match &board.ending {
        Some(ending) => result(ending),
        None => speaker.say("note-move", &[("number", u32::from(position.move_number()).into())]),
    }
}
