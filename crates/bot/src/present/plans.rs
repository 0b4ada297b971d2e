//! A player's plans in words, each with a button that removes it, and why something cannot be planned.

use super::{button, illegal_move, refusal::alternatives, refusal::quoted, words};
use crate::{
    Block, Message, Row,
    command::Target,
    game::{GameId, PlannedLine},
    message::{Button, ButtonStyle},
    notice::{PlanRefusal, PlansDone, PlansNotice},
    wording::Speaker,
};

/// Buttons side by side; Discord's limit.
const BUTTONS_IN_A_ROW: usize = 5;

/// The lines a player has planned.
pub(super) fn message(speaker: Speaker<'_>, notice: &PlansNotice) -> Message {
    if notice.lines.is_empty() {
        let key = if notice.done == PlansDone::Removed { "plans-gone" } else { "plans-none" };
        return words(speaker.plain(key));
    }
    let key = match (notice.done, notice.is_turn) {
        (_, true) => "plans-at-turn",
        (PlansDone::Added, false) => "plans-added",
        (PlansDone::Listed | PlansDone::Removed, false) => "plans-listed",
    };
    Message {
        blocks: vec![
            Block::Text(speaker.plain(key)),
            Block::List(numbered(speaker, &notice.lines, notice.is_turn)),
        ],
        rows: rows(speaker, (&notice.game, notice.revision), &notice.lines),
        ..Message::default()
    }
}

/// "1. if Nf6 then Bb5"
pub(super) fn numbered(speaker: Speaker<'_>, lines: &[PlannedLine], is_turn: bool) -> Vec<String> {
    let line = |(place, line)| format!("{}. {}", place + 1, in_words(speaker, line, is_turn));
    lines.iter().enumerate().map(line).collect()
}

/// A button for each line, which removes it.
pub(super) fn rows(
    speaker: Speaker<'_>,
    (game, revision): (&GameId, u64),
    lines: &[PlannedLine],
) -> Vec<Row> {
    let remove = |(place, line): (usize, &PlannedLine)| {
        let label = speaker.say("button-unplan", &[("number", (place + 1).into())]);
        button(game, revision, Target::Unplan(line.mark()), label, ButtonStyle::Secondary)
    };
    let buttons: Vec<Button> = lines.iter().enumerate().map(remove).collect();
    buttons.chunks(BUTTONS_IN_A_ROW).map(|row| Row::Buttons(row.to_vec())).collect()
}

/// "if Nf6 then Bb5, if a6 then Ba4"; at the planner's turn it begins with their own move. What is read here can be typed.
fn in_words(speaker: Speaker<'_>, line: &PlannedLine, begins_with_own: bool) -> String {
    let (own, rest) = line.0.split_at(usize::from(begins_with_own).min(line.0.len()));
    let own = own.iter().map(|planned| speaker.notation(&planned.san));
    let pairs = rest.chunks(2).map(|pair| match pair {
        [condition, reply] => speaker.say(
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

/// Why something cannot be planned.
pub(super) fn refused(speaker: Speaker<'_>, refusal: &PlanRefusal) -> String {
    match refusal {
        PlanRefusal::Cards => speaker.plain("refused-plan-cards"),
        PlanRefusal::TouchMove => speaker.plain("refused-plan-touch-move"),
        PlanRefusal::YourTurn => speaker.plain("refused-plan-your-turn"),
        PlanRefusal::Overheard => speaker.plain("refused-plan-overheard"),
        PlanRefusal::CommandOverheard => speaker.plain("refused-plan-command-overheard"),
        PlanRefusal::WordsOverheard => speaker.plain("refused-plan-words-overheard"),
        PlanRefusal::Unclear { after, text, moves } => {
            let moves: Vec<String> = moves.iter().map(|san| speaker.notation(san)).collect();
            let moves = alternatives(speaker, &moves);
            let args = [("text", quoted(text)), ("moves", moves.into())];
            there(speaker, after, speaker.say("refused-plan-several-moves", &args))
        }
        PlanRefusal::Illegal { after, text, reason } => {
            there(speaker, after, illegal_move::sentence(speaker, text, reason))
        }
        PlanRefusal::NotAMove { after, text } => {
            there(speaker, after, speaker.say("refused-plan-not-a-move", &[("text", quoted(text))]))
        }
        PlanRefusal::Over { after } => {
            speaker.say("refused-plan-over", &[("moves", moves(speaker, after).into())])
        }
        PlanRefusal::NoReply { after } if after.is_empty() => speaker.plain("plans-none"),
        PlanRefusal::NoReply { after } => {
            speaker.say("refused-plan-no-reply", &[("moves", moves(speaker, after).into())])
        }
        PlanRefusal::TooLong { most } => speaker.say("refused-plan-long", &[("most", (*most).into())]),
        PlanRefusal::TooMany { most } => speaker.say("refused-plan-many", &[("most", (*most).into())]),
    }
}

/// "After Nf6: “Bb5” is not possible: …"
fn there(speaker: Speaker<'_>, after: &[String], sentence: String) -> String {
    if after.is_empty() {
        return sentence;
    }
    speaker
        .say("refused-plan-there", &[("moves", moves(speaker, after).into()), ("sentence", sentence.into())])
}

/// "Nf6 Bb5 a6"
fn moves(speaker: Speaker<'_>, sans: &[String]) -> String {
    let moves: Vec<String> = sans.iter().map(|san| speaker.notation(san)).collect();
    moves.join(" ")
}
