//! A game gone through on one board: where in it, what was moved, and the way on and back. Not here: the game all at once
//! (`replay`).

use std::convert::identity;

use adoube_rules::Position;

use super::{board, view};
use crate::{
    Block, Message, Row, Viewer,
    command::{AfterTarget, Component},
    message::{Button, ButtonStyle},
    notice::StepNotice,
    wording::Speaker,
};

/// The board at this step.
pub(super) fn message(speaker: Speaker<'_>, step: &StepNotice, viewer: &Viewer) -> Message {
    let shown = &step.board;
    let mut blocks = vec![Block::Text(board::title(speaker, shown)), Block::Text(place(speaker, step))];
    let rows = vec![Row::Buttons(ways(speaker, step))];
    let Some(position) = position(step) else { return Message { blocks, rows, ..Message::default() } };
    blocks.extend(board::status(speaker, shown, &position).map(Block::Text));
    let side = view::side(shown, viewer);
    let picture = Some(view::picture(speaker, shown, &position, side, identity));
    Message { blocks, picture, rows, ..Message::default() }
}

/// The position, with all cards where they are open.
pub(super) fn position(step: &StepNotice) -> Option<Position> {
    if !step.is_open {
        return view::position(&step.board);
    }
    let (board, read) = (&step.board, Position::parse(step.board.variant, &step.board.position));
    read.inspect_err(|error| tracing::error!(%error, game = %board.game, "a step cannot be read")).ok()
}

/// "Step 3 of 40. Ada played 2. Nf3: Knight g1 to f3."
fn place(speaker: Speaker<'_>, step: &StepNotice) -> String {
    let place = speaker.say("step-place", &[("step", step.ply.into()), ("steps", step.plies.into())]);
    let made = match &step.board.last {
        Some(last) => board::moved(speaker, &step.board, last),
        None => speaker.plain("step-start"),
    };
    format!("{place} {made}")
}

/// Where to go from here. All four are always there, so that each stays where it is while somebody goes on.
fn ways(speaker: Speaker<'_>, step: &StepNotice) -> Vec<Button> {
    let way = |target: AfterTarget, key: &str, style| Button {
        id: Component::After { game: step.board.game.clone(), target }.to_string(),
        label: speaker.plain(key),
        style,
    };
    vec![
        way(AfterTarget::First, "button-step-first", ButtonStyle::Secondary),
        way(AfterTarget::Step(step.ply.saturating_sub(1)), "button-step-back", ButtonStyle::Secondary),
        way(AfterTarget::Step(step.ply.saturating_add(1)), "button-step-on", ButtonStyle::Primary),
        way(AfterTarget::Last, "button-step-last", ButtonStyle::Secondary),
    ]
}
