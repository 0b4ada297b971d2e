//! Builds scenes, the data of pictures, from a game record: captured pieces and cards beside the
//! board, the last move, and every board of a game for its animation. Not here: the text beside a
//! picture (`features`), and drawing (`adoube-render`).

use std::collections::BTreeMap;

use adoube_render::{Mark, Scene, SideCards};
use adoube_rules::{PieceType, Position, Side, Square, notation};

use crate::core::{
    game::{CapturedPieces, GameEnding, LastMove, last_move::effects_of},
    notice::ReplayNotice,
};

/// Captured pieces of a side; in variants where they come back, those that have not.
pub(crate) fn taken<'a>(taken: &'a CapturedPieces, position: &'a Position, side: Side) -> &'a [PieceType] {
    if position.variant().brings_captured_back() { position.taken(side) } else { taken.of(side) }
}

/// Adds what both sides hold beside the board: captured pieces and cards.
pub(crate) fn with_holdings(scene: Scene, so_far: &CapturedPieces, position: &Position) -> Scene {
    Side::BOTH.into_iter().fold(scene, |scene, side| {
        let scene = scene.with_captured(side, taken(so_far, position, side.other()).iter().copied());
        if !position.variant().has_cards() {
            return scene;
        }
        scene.with_cards(side, cards(position, side))
    })
}

/// The cards of a side, as far as the position knows them.
pub(crate) fn cards(position: &Position, side: Side) -> SideCards {
    let hand = position.view(adoube_rules::PositionViewer::Player(side)).hand(side);
    let stack = stack_size(position, side);
    if hand.unknown_count() > 0 {
        return SideCards::hidden(hand.len() as u16, stack);
    }
    SideCards::face_up(hand.known_cards().iter().copied(), stack)
}

pub(crate) fn stack_size(position: &Position, side: Side) -> u16 {
    position.view(adoube_rules::PositionViewer::Spectator).stack_size(side) as u16
}

/// Marks the last move as [`Scene::with_last_move`] does. A notice holds the move's effects, not
/// the position before it, so they are not computed again.
pub(crate) fn last_move(scene: Scene, last: &LastMove) -> Scene {
    let stands = |square: &Square| last.arrived.contains(square) || *square == last.stands_on;
    let beyond = last.captured.iter().map(|(square, _)| *square).filter(|square| !stands(square));
    scene
        .with_marks(Mark::LastMove, [last.from, last.stands_on])
        .with_marks(Mark::LastMove, last.arrived.iter().copied())
        .with_marks(Mark::AlsoCaptured, beyond)
}

/// The result in the form people read.
pub(crate) fn result(ending: &GameEnding) -> String {
    ending.result().replace("1/2-1/2", "½–½").replace('-', "–")
}

/// The boards from the first to the last, for the animation. It stops at a move that cannot be
/// played, which no record has.
pub(crate) fn replay(
    replay: &ReplayNotice,
    viewer: Side,
    [white, black]: &[String; 2],
    letters: &BTreeMap<PieceType, String>,
) -> Vec<Scene> {
    let last = &replay.board;
    let Ok(mut position) = Position::parse(last.variant, &replay.start) else { return Vec::new() };
    let mut taken = CapturedPieces::default();
    let dressed = |position: &Position, taken: &CapturedPieces| {
        let scene = Scene::of(position, viewer).with_names(white, black).with_letters(letters.clone());
        with_holdings(scene, taken, position)
    };
    let mut scenes = vec![dressed(&position, &taken)];
    for ply in &replay.plies {
        let Ok(chosen) = notation::parse_lan(&position, &ply.lan) else { break };
        let done = effects_of(&position, &chosen);
        taken.note(&done.captured);
        position = position.apply(&chosen);
        let dots = if done.piece.side == Side::White { "." } else { "…" };
        let scene = dressed(&position, &taken).with_note(format!("{}{dots} {}", done.number, ply.san));
        scenes.push(last_move(scene, &done));
    }
    let ended = last.ending.as_ref().zip(scenes.last().cloned());
    scenes.extend(ended.map(|(ending, scene)| scene.with_to_move(None).with_note(result(ending))));
    scenes
}
