//! Presents a player's conditional moves as a message, each with a button that removes it; and puts
//! refusals about them into sentences.

use crate::{
    Block, ControlRow, Message,
    core::{
        command::BoardButton,
        game::{ConditionalLine, GameId},
        notice::{ConditionalMovesChange, ConditionalMovesNotice, ConditionalMovesRefusal},
    },
    text::{
        Localizer,
        board::illegal_move,
        buttons::board_button,
        message::{Button, ButtonStyle},
        sentence_parts::{alternatives, quoted},
    },
};

/// Maximum of buttons in a row; Discord's limit.
const BUTTONS_IN_A_ROW: usize = 5;

/// The planned lines of a player.
pub(crate) fn message(speaker: Localizer<'_>, notice: &ConditionalMovesNotice) -> Message {
    if notice.lines.is_empty() {
        let key = if notice.done == ConditionalMovesChange::Removed { "plans-gone" } else { "plans-none" };
        return Message::from_text(speaker.fixed_sentence(key));
    }
    let key = match (notice.done, notice.is_turn) {
        (_, true) => "plans-at-turn",
        (ConditionalMovesChange::Added, false) => "plans-added",
        (ConditionalMovesChange::Listed | ConditionalMovesChange::Removed, false) => "plans-listed",
    };
    Message {
        blocks: vec![
            Block::Text(speaker.fixed_sentence(key)),
            Block::List(numbered(speaker, &notice.lines, notice.is_turn)),
        ],
        rows: rows(speaker, (&notice.game, notice.revision), &notice.lines),
        ..Message::default()
    }
}

/// "1. if Nf6 then Bb5"
pub(crate) fn numbered(speaker: Localizer<'_>, lines: &[ConditionalLine], is_turn: bool) -> Vec<String> {
    let line = |(place, line)| format!("{}. {}", place + 1, in_words(speaker, line, is_turn));
    lines.iter().enumerate().map(line).collect()
}

/// A button for each line, which removes it.
pub(crate) fn rows(
    speaker: Localizer<'_>,
    (game, revision): (&GameId, u64),
    lines: &[ConditionalLine],
) -> Vec<ControlRow> {
    let remove = |(place, line): (usize, &ConditionalLine)| {
        let label = speaker.sentence("button-unplan", &[("number", (place + 1).into())]);
        board_button(game, revision, BoardButton::Unplan(line.mark()), label, ButtonStyle::Secondary)
    };
    let buttons: Vec<Button> = lines.iter().enumerate().map(remove).collect();
    buttons.chunks(BUTTONS_IN_A_ROW).map(|row| ControlRow::Buttons(row.to_vec())).collect()
}

/// "if Nf6 then Bb5, if a6 then Ba4"; when the planner is to move it begins with their own move.
/// The text can also be typed.
fn in_words(speaker: Localizer<'_>, line: &ConditionalLine, begins_with_own: bool) -> String {
    let (own, rest) = line.0.split_at(usize::from(begins_with_own).min(line.0.len()));
    let own = own.iter().map(|planned| speaker.notation(&planned.san));
    let pairs = rest.chunks(2).map(|pair| match pair {
        [condition, reply] => speaker.sentence(
            "plans-pair",
            &[
                ("condition", speaker.notation(&condition.san).into()),
                ("reply", speaker.notation(&reply.san).into()),
            ],
        ),
        _ => String::new(),
    });
    own.chain(pairs).collect::<Vec<_>>().join(", ")
}

/// The sentence for a refused conditional move.
pub(crate) fn refused(speaker: Localizer<'_>, refusal: &ConditionalMovesRefusal) -> String {
    match refusal {
        ConditionalMovesRefusal::Cards => speaker.fixed_sentence("refused-plan-cards"),
        ConditionalMovesRefusal::TouchMove => speaker.fixed_sentence("refused-plan-touch-move"),
        ConditionalMovesRefusal::YourTurn => speaker.fixed_sentence("refused-plan-your-turn"),
        ConditionalMovesRefusal::Overheard => speaker.fixed_sentence("refused-plan-overheard"),
        ConditionalMovesRefusal::CommandOverheard => speaker.fixed_sentence("refused-plan-command-overheard"),
        ConditionalMovesRefusal::WordsOverheard => speaker.fixed_sentence("refused-plan-words-overheard"),
        ConditionalMovesRefusal::Unclear { after, text, moves } => {
            let moves: Vec<String> = moves.iter().map(|san| speaker.notation(san)).collect();
            let moves = alternatives(speaker, &moves);
            let args = [("text", quoted(text)), ("moves", moves.into())];
            there(speaker, after, speaker.sentence("refused-plan-several-moves", &args))
        }
        ConditionalMovesRefusal::Illegal { after, text, reason } => {
            there(speaker, after, illegal_move::sentence(speaker, text, reason))
        }
        ConditionalMovesRefusal::NotAMove { after, text } => {
            there(speaker, after, speaker.sentence("refused-plan-not-a-move", &[("text", quoted(text))]))
        }
        ConditionalMovesRefusal::Over { after } => {
            speaker.sentence("refused-plan-over", &[("moves", moves(speaker, after).into())])
        }
        ConditionalMovesRefusal::NoReply { after } if after.is_empty() => {
            speaker.fixed_sentence("plans-none")
        }
        ConditionalMovesRefusal::NoReply { after } => {
            speaker.sentence("refused-plan-no-reply", &[("moves", moves(speaker, after).into())])
        }
        ConditionalMovesRefusal::TooLong { most } => {
            speaker.sentence("refused-plan-long", &[("most", (*most).into())])
        }
        ConditionalMovesRefusal::TooMany { most } => {
            speaker.sentence("refused-plan-many", &[("most", (*most).into())])
        }
    }
}

/// "After Nf6: “Bb5” is not possible: …"
fn there(speaker: Localizer<'_>, after: &[String], sentence: String) -> String {
    if after.is_empty() {
        return sentence;
    }
    speaker.sentence(
        "refused-plan-there",
        &[("moves", moves(speaker, after).into()), ("sentence", sentence.into())],
    )
}

/// "Nf6 Bb5 a6"
fn moves(speaker: Localizer<'_>, sans: &[String]) -> String {
    let moves: Vec<String> = sans.iter().map(|san| speaker.notation(san)).collect();
    moves.join(" ")
}
