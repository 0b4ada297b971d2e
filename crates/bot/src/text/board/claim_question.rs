//! Writes the question whether to claim a draw with a move, and its buttons. Not here: the question
//! about a claim without a move, and refused claims (`features::end_game`).

use adoube_rules::{Move, Position, notation};

use crate::{
    core::{
        command::BoardButton,
        notice::{BoardNotice, ClaimCount},
    },
    text::{
        Localizer,
        buttons::board_button,
        message::{ButtonStyle, ControlRow},
    },
};

/// The question whether to claim with the move, with buttons for claim, move and back.
pub(crate) fn with_buttons(
    speaker: Localizer<'_>,
    board: &BoardNotice,
    position: &Position,
    chosen: &Move,
    count: ClaimCount,
) -> (String, Vec<ControlRow>) {
    let written = speaker.written(&notation::san_move(position, chosen));
    let said = || ("san", written.as_str().into());
    let button = |target, label, style| board_button(&board.game, board.revision, target, label, style);
    let row = vec![
        button(
            BoardButton::ClaimWith(*chosen),
            speaker.sentence("button-claim-with", &[said()]),
            ButtonStyle::Primary,
        ),
        button(
            BoardButton::Play(*chosen, None),
            speaker.sentence("button-just-play", &[said()]),
            ButtonStyle::Secondary,
        ),
        button(
            BoardButton::SquarePage(chosen.from, 0),
            speaker.fixed_sentence("button-back"),
            ButtonStyle::Secondary,
        ),
    ];
    (question(speaker, position, chosen, count), vec![ControlRow::Buttons(row)])
}

/// "With Ng8 the same position stands for the 3rd time. ..."
pub(crate) fn question(
    speaker: Localizer<'_>,
    position: &Position,
    chosen: &Move,
    count: ClaimCount,
) -> String {
    let said = ("san", speaker.written(&notation::san_move(position, chosen)).into());
    match count {
        ClaimCount::Repetition(count) => {
            speaker.sentence("pick-claim-repetition", &[said, ("count", count.into())])
        }
        ClaimCount::Plies(plies) => {
            speaker.sentence("pick-claim-moves", &[said, ("moves", (plies / 2).into())])
        }
    }
}
