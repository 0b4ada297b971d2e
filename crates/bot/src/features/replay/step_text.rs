//! Presents one step of a replay: its board, its number, the move, and the buttons back and forth.
//! Not here: the whole game at once (`text`).

use std::convert::identity;

use adoube_rules::Position;

use crate::{
    Block, ControlRow, Message, Viewer,
    core::{
        command::{ButtonId, GameOverButton},
        notice::ReplayStepNotice,
    },
    text::{
        Localizer,
        board::{board_lines, board_state, picture},
        message::{Button, ButtonStyle},
    },
};

/// The board at a step.
pub(crate) fn message(speaker: Localizer<'_>, step: &ReplayStepNotice, viewer: &Viewer) -> Message {
    let shown = &step.board;
    let mut blocks = vec![Block::Text(board_lines::title(speaker, shown)), Block::Text(place(speaker, step))];
    let rows = vec![ControlRow::Buttons(ways(speaker, step))];
    let Some(position) = position(step) else { return Message { blocks, rows, ..Message::default() } };
    blocks.extend(board_lines::status(speaker, shown, &position).map(Block::Text));
    let side = board_state::side(shown, viewer);
    let picture = Some(picture::picture(speaker, shown, &position, side, identity));
    Message { blocks, picture, rows, ..Message::default() }
}

/// The position, with all cards where they are shown.
pub(crate) fn position(step: &ReplayStepNotice) -> Option<Position> {
    if !step.is_open {
        return board_state::position(&step.board);
    }
    let (board, read) = (&step.board, Position::parse(step.board.variant, &step.board.position));
    read.inspect_err(|error| tracing::error!(%error, game = %board.game, "a step cannot be read")).ok()
}

/// "Step 3 of 40. Ada played 2. Nf3: Knight g1 to f3."
fn place(speaker: Localizer<'_>, step: &ReplayStepNotice) -> String {
    let place = speaker.sentence("step-place", &[("step", step.ply.into()), ("steps", step.plies.into())]);
    let made = match &step.board.last {
        Some(last) => board_lines::moved(speaker, &step.board, last),
        None => speaker.fixed_sentence("step-start"),
    };
    format!("{place} {made}")
}

/// The four navigation buttons. All of them are always there, so that none changes its place
/// between steps.
fn ways(speaker: Localizer<'_>, step: &ReplayStepNotice) -> Vec<Button> {
    let way = |target: GameOverButton, key: &str, style| Button {
        id: ButtonId::After { game: step.board.game.clone(), target }.to_string(),
        label: speaker.fixed_sentence(key),
        style,
    };
    vec![
        way(GameOverButton::First, "button-step-first", ButtonStyle::Secondary),
        way(GameOverButton::Step(step.ply.saturating_sub(1)), "button-step-back", ButtonStyle::Secondary),
        way(GameOverButton::Step(step.ply.saturating_add(1)), "button-step-on", ButtonStyle::Primary),
        way(GameOverButton::Last, "button-step-last", ButtonStyle::Secondary),
    ]
}
