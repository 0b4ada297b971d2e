//! Writes the question before a player ends a game, by resignation, claim or abort, and the reply to
//! its answer. Not here: offers to the opponent (`text::offer`), and how a game ended (`features::board`).

use adoube_rules::Side;

use crate::{
    ControlRow, Message,
    core::{
        command::{BoardButton, ConfirmableEnd},
        game::GameId,
        notice::ClaimCount,
    },
    text::{Localizer, buttons::board_button, message::ButtonStyle},
};

/// A question before a game ends.
pub(crate) fn confirm(
    speaker: Localizer<'_>,
    (game, revision): (&GameId, u64),
    end: ConfirmableEnd,
    claim: Option<ClaimCount>,
    asked: Option<Side>,
) -> Message {
    let text = match claim {
        Some(ClaimCount::Repetition(count)) => {
            speaker.sentence("confirm-claim-repetition", &[("count", count.into())])
        }
        Some(ClaimCount::Plies(plies)) => {
            speaker.sentence("confirm-claim-moves", &[("moves", (plies / 2).into())])
        }
        None => speaker.fixed_sentence(&format!("confirm-{}", end.key())),
    };
    let label = speaker.fixed_sentence(&format!("button-confirm-{}", end.key()));
    let row = vec![
        board_button(game, revision, BoardButton::Confirm(end, asked), label, ButtonStyle::Danger),
        board_button(
            game,
            revision,
            BoardButton::Cancel,
            speaker.fixed_sentence("button-cancel"),
            ButtonStyle::Secondary,
        ),
    ];
    Message { rows: vec![ControlRow::Buttons(row)], ..Message::from_text(text) }
}

/// The reply when a question was answered.
pub(crate) fn answered_question(speaker: Localizer<'_>, end: Option<ConfirmableEnd>) -> Message {
    Message::from_text(match end {
        Some(end) => speaker.fixed_sentence(&format!("settled-{}", end.key())),
        None => speaker.fixed_sentence("settled-cancelled"),
    })
}
