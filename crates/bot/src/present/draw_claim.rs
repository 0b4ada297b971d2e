//! Presents draw claims with an intended move: the choice between claim and move, and refusals. Not
//! here: the question about a claim without a move (`offer`).

use adoube_rules::{Move, Position, notation};

use crate::{
    ControlRow,
    command::BoardButton,
    notice::{BoardNotice, ClaimCount, ClaimRefusal},
    text::{
        Localizer,
        buttons::board_button,
        message::ButtonStyle,
        sentence_parts::{alternatives, quoted},
    },
};

/// The question whether to claim with the move, with buttons for claim, move and back.
pub(super) fn step(
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
pub(super) fn question(
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

/// Why no draw can be claimed in the position, by its occurrences and the plies without progress.
pub(super) fn none_standing(
    speaker: Localizer<'_>,
    (repetitions, plies): (u32, u32),
    with_move: bool,
) -> String {
    let counts = [("repetitions", repetitions.into()), ("moves", (plies / 2).into())];
    let why = speaker.sentence("refused-no-claim", &counts);
    if with_move { format!("{why} {}", speaker.fixed_sentence("refused-no-claim-yet")) } else { why }
}

/// The sentence for a refused claim with an intended move.
pub(super) fn refused(speaker: Localizer<'_>, refusal: &ClaimRefusal) -> String {
    match refusal {
        ClaimRefusal::NoClaimWith { san, repetitions, plies, made } => {
            let args = [
                ("san", speaker.notation(san).into()),
                ("repetitions", (*repetitions).into()),
                ("moves", (*plies / 2).into()),
            ];
            let why = speaker.sentence("refused-no-claim-with", &args);
            if !made {
                return why;
            }
            format!("{why} {}", speaker.sentence("claim-move-made", &[("san", speaker.notation(san).into())]))
        }
        ClaimRefusal::EndsGame { san } => {
            speaker.sentence("refused-claim-needless", &[("san", speaker.notation(san).into())])
        }
        ClaimRefusal::Unclear { text, moves } => {
            let moves: Vec<String> = moves.iter().map(|san| speaker.notation(san)).collect();
            let moves = alternatives(speaker, &moves);
            speaker.sentence("refused-plan-several-moves", &[("text", quoted(text)), ("moves", moves.into())])
        }
    }
}
