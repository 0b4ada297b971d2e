//! Builds a recorded game move by move as plain data, for pages that step through it. It holds what
//! every person with access to the game may know; while cards are hidden, the moves alone. Not
//! here: the animation (`features::replay`), and access to the game (`queries`).

use std::collections::BTreeMap;

use adoube_render::{BoardSurface, BoardWindow, Mark, Scene};
use adoube_rules::{PieceType, Position, Side, notation};
use serde::Serialize;

use crate::{
    Viewer,
    core::{
        game::{CapturedPieces, LastMove, last_move::effects_of},
        notice::ReplayNotice,
    },
    features::live_board::{
        LiveLastMove, LiveMarks, LivePiece, LivePieceType, LiveSeats, last, names, piece, seats, types,
    },
    text::{
        Localizer,
        board::{board_lines, board_state, move_description},
        game_terms, scenes,
    },
};

/// A game from its first position to its present one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RecordedGame {
    /// The game's id.
    pub game: String,
    /// The key of the variant.
    pub variant: &'static str,
    /// The title: "Ada (White) – Bob (Black), Chess, game ID k7f2mq".
    pub title: String,
    /// The agreed terms in one line; empty for defaults.
    pub terms: String,
    /// Whether the game is running.
    pub running: bool,
    /// The result, once there is one.
    pub result: Option<String>,
    /// The sentence on the game's end, once it has ended.
    pub ended: Option<String>,
    /// The side from which the viewer looks.
    pub viewpoint: String,
    /// The players with their final captures.
    pub seats: LiveSeats,
    /// The shown part of the first board.
    pub window: BoardWindow,
    /// Whether the board has no edges.
    pub endless: bool,
    /// Ranks of promotion zones, where they are marked.
    pub zones: Vec<i32>,
    /// The types of the game, by code.
    pub types: BTreeMap<&'static str, LivePieceType>,
    /// The pieces of the first position.
    pub start: Vec<LivePiece>,
    /// The moves.
    pub plies: Vec<RecordedPly>,
    /// Why there are no positions to step through, if so.
    pub unseen: Option<String>,
}

/// A move with its effects.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RecordedPly {
    /// Its number, notation and words.
    #[serde(flatten)]
    pub made: LiveLastMove,
    /// Its side.
    pub side: String,
    /// Squares that become empty, unless a piece arrives there.
    pub gone: Vec<String>,
    /// Pieces at their squares after the move.
    pub come: Vec<LivePiece>,
    /// Captured pieces, by code.
    pub took: Vec<&'static str>,
    /// Marks of the position after the move.
    pub marks: LiveMarks,
    /// The shown part of the board from this move on, if it changes.
    pub window: Option<BoardWindow>,
}

/// The recorded game for a viewer. The call replays the whole game, which takes up to some tenths
/// of a second: call it where no other work waits.
pub(crate) fn played(speaker: Localizer<'_>, replay: &ReplayNotice, viewer: &Viewer) -> RecordedGame {
    let board = &replay.board;
    let side = board_state::side(board, viewer);
    let mut game = outline(speaker, replay, viewer, side);
    let is_hidden = board.variant.has_cards() && board.ending.is_none();
    let start = Position::parse(board.variant, &replay.start).ok();
    if let Some(start) = start.filter(|_| !is_hidden) {
        begin_with(speaker, &mut game, &Scene::of(&start, side));
        step_through(speaker, &mut game, start, replay);
        return game;
    }
    // With hidden cards only the present public board can be shown.
    if let Some(now) = board_state::position(board) {
        begin_with(speaker, &mut game, &Scene::of(&now, side));
    }
    game.unseen = Some(speaker.fixed_sentence("played-unseen"));
    game.plies = replay.plies.iter().enumerate().map(|(ply, made)| unseen(speaker, ply, &made.san)).collect();
    game
}

/// Sets the shown part of the board and the first pieces.
fn begin_with(speaker: Localizer<'_>, game: &mut RecordedGame, scene: &Scene) {
    game.window = scene.window;
    game.endless = scene.surface == BoardSurface::Grid;
    game.zones.clone_from(&scene.outlined_ranks);
    game.start = placed(speaker, scene.pieces.iter().map(|(square, piece)| (*square, *piece)));
}

fn outline(speaker: Localizer<'_>, replay: &ReplayNotice, viewer: &Viewer, side: Side) -> RecordedGame {
    let board = &replay.board;
    let newest = board_state::position(board);
    let kinds = newest.iter().flat_map(Position::pieces).map(|(_, piece)| piece.kind);
    RecordedGame {
        game: board.game.to_string(),
        variant: board.variant.key(),
        title: board_lines::title(speaker, board),
        terms: board
            .agreed
            .as_ref()
            .map(|agreed| game_terms::in_one_line(speaker, agreed))
            .unwrap_or_default(),
        running: board.ending.is_none(),
        result: board.ending.as_ref().map(scenes::result),
        ended: board.ending.as_ref().map(|ending| move_description::ending(speaker, ending, &board.seats)),
        viewpoint: side.to_string(),
        seats: seats(speaker, &board.seats, viewer),
        window: BoardWindow { left: 0, right: 0, bottom: 1, top: 1 },
        endless: false,
        zones: Vec::new(),
        types: types(speaker, kinds),
        start: Vec::new(),
        plies: Vec::new(),
        unseen: None,
    }
}

/// Replays the game; it stops at a move that cannot be played, which no record has.
fn step_through(
    speaker: Localizer<'_>,
    game: &mut RecordedGame,
    mut position: Position,
    replay: &ReplayNotice,
) {
    let mut kinds: Vec<PieceType> = position.pieces().map(|(_, piece)| piece.kind).collect();
    let mut taken = CapturedPieces::default();
    let mut window = game.window;
    for (ply, kept) in replay.plies.iter().enumerate() {
        let Ok(chosen) = notation::parse_lan(&position, &kept.lan) else { break };
        let done = effects_of(&position, &chosen);
        let effects = position.effects(&chosen);
        position = position.apply(&chosen);
        let done = LastMove { check: position.in_check(), san: kept.san.clone(), ..done };
        taken.note(&done.captured);
        kinds.extend(effects.appeared.iter().map(|(_, piece)| piece.kind));
        let scene = scenes::last_move(Scene::of(&position, Side::White), &done);
        game.plies.push(RecordedPly {
            made: last(speaker, ply as u32 + 1, &done),
            side: done.piece.side.to_string(),
            gone: names(effects.vanished.iter().map(|(square, _)| *square)),
            come: placed(speaker, effects.appeared.iter().copied()),
            took: done.captured.iter().map(|(_, piece)| piece.kind.code()).collect(),
            marks: marks(&scene, &position),
            window: (scene.window != window).then_some(scene.window),
        });
        window = scene.window;
    }
    for side in Side::BOTH {
        let of = scenes::taken(&taken, &position, side.other());
        let seat = if side == Side::White { &mut game.seats.white } else { &mut game.seats.black };
        seat.captured = of.iter().map(|kind| kind.code()).collect();
    }
    kinds.extend(taken.white.iter().chain(&taken.black));
    game.types = types(speaker, kinds);
}

/// A ply with its notation alone.
fn unseen(speaker: Localizer<'_>, ply: usize, san: &str) -> RecordedPly {
    let side = if ply.is_multiple_of(2) { Side::White } else { Side::Black };
    let dots = if side == Side::White { "." } else { "…" };
    let written = format!("{}{dots} {}", ply / 2 + 1, speaker.notation(san));
    RecordedPly {
        made: LiveLastMove { ply: ply as u32 + 1, says: written.clone(), san: written },
        side: side.to_string(),
        gone: Vec::new(),
        come: Vec::new(),
        took: Vec::new(),
        marks: LiveMarks::default(),
        window: None,
    }
}

fn placed(
    speaker: Localizer<'_>,
    pieces: impl IntoIterator<Item = (adoube_rules::Square, adoube_rules::Piece)>,
) -> Vec<LivePiece> {
    pieces.into_iter().map(|(square, stands)| piece(speaker, square, stands)).collect()
}

fn marks(scene: &Scene, position: &Position) -> LiveMarks {
    let marked = |mark: Mark| {
        names(scene.marks.iter().filter(|(_, marks)| marks.contains(mark)).map(|(square, _)| square))
    };
    LiveMarks {
        last: marked(Mark::LastMove),
        also: marked(Mark::AlsoCaptured),
        check: marked(Mark::Check),
        checkers: names(position.checkers()),
        touched: Vec::new(),
    }
}
