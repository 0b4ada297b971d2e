//! The picture of a board notice: the scene from the viewer's side, with its marks and strip.

use adoube_render::{Cards, Mark, Scene};
use adoube_rules::{Move, PieceType, Position, Side, Square, Variant, View};

use crate::wording::shown_name;
use crate::{
    Picture, Viewer,
    game::{Ending, LastMove, Taken},
    notice::BoardNotice,
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

/// The picture, with the marks every board has and those that `mark` adds.
pub(super) fn picture(
    speaker: Speaker<'_>,
    board: &BoardNotice,
    position: &Position,
    side: Side,
    mark: impl FnOnce(Scene) -> Scene,
) -> Picture {
    let scene = Scene::of(position, side)
        .with_names(shown_name(&board.seats.white.name), shown_name(&board.seats.black.name))
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

/// Pieces of a side that were taken; in Schachen those that have not come back.
pub(super) fn taken<'a>(taken: &'a Taken, position: &'a Position, side: Side) -> &'a [PieceType] {
    if position.variant() == Variant::Schachen { position.taken(side) } else { taken.of(side) }
}

/// What both sides hold beside their pieces on the board: what they have taken, and their cards.
pub(super) fn with_holdings(scene: Scene, so_far: &Taken, position: &Position) -> Scene {
    Side::BOTH.into_iter().fold(scene, |scene, side| {
        let scene = scene.with_captured(side, taken(so_far, position, side.other()).iter().copied());
        match position.variant() {
            Variant::Schachen => scene.with_cards(side, cards(position, side)),
            Variant::Chess | Variant::Chess960 | Variant::Grand => scene,
        }
    })
}

/// The cards of a side as far as the position knows them.
pub(super) fn cards(position: &Position, side: Side) -> Cards {
    let hand = position.view(adoube_rules::Viewer::Player(side)).hand(side);
    let stack = stack_size(position, side);
    if hand.unknown() > 0 {
        return Cards::hidden(hand.len() as u16, stack);
    }
    Cards::known(hand.known().iter().copied(), stack)
}

pub(super) fn stack_size(position: &Position, side: Side) -> u16 {
    position.view(adoube_rules::Viewer::Spectator).stack_size(side) as u16
}

/// Marks the last move as [`Scene::with_last_move`] does. A notice keeps what it did, not the position before it, so
/// that its effects are not asked again.
pub(super) fn last_move(scene: Scene, last: &LastMove) -> Scene {
    let stands = |square: &Square| last.arrived.contains(square) || *square == last.stands_on;
    let beyond = last.captured.iter().map(|(square, _)| *square).filter(|square| !stands(square));
    scene
        .with_marks(Mark::LastMove, [last.from, last.stands_on])
        .with_marks(Mark::LastMove, last.arrived.iter().copied())
        .with_marks(Mark::AlsoCaptured, beyond)
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

/// The result as it is shown.
pub(super) fn result(ending: &Ending) -> String {
    ending.result().replace("1/2-1/2", "½–½").replace('-', "–")
}

fn note(speaker: Speaker<'_>, board: &BoardNotice, position: &Position) -> String {
    match &board.ending {
        Some(ending) => result(ending),
        None => speaker.say("note-move", &[("number", u32::from(position.move_number()).into())]),
    }
}
