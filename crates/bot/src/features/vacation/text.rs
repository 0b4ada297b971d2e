//! Writes text for one person about their vacation, their reminders and their protection against
//! losing on time; and refusals of requests about clocks. Not here: text for everybody
//! (`features::clock`).

use adoube_rules::Move;

use crate::{
    Block, ControlRow, Message,
    core::{
        command::BoardButton,
        game::ReminderTarget,
        notice::{AbsenceNotice, ClockRefusal, VacationBlockedAction, VacationChange},
    },
    text::{Localizer, SentenceArg, buttons::board_button, message::ButtonStyle},
};

/// The message about a vacation, reminders, or protection from losing on time.
pub(crate) fn message(speaker: Localizer<'_>, notice: &AbsenceNotice) -> Message {
    match *notice {
        AbsenceNotice::Vacation { change, until, left, unstopped, more_at, said_at } => {
            let mut about = vacation(speaker, change, until, said_at);
            if until.is_some() && unstopped > 0 {
                about.push(' ');
                about.push_str(&speaker.sentence("vacation-not-stopped", &[("count", unstopped.into())]));
            }
            let blocks =
                vec![Block::Text(about), Block::Text(vacation_left(speaker, left, more_at, said_at))];
            Message { blocks, ..Message::default() }
        }
        AbsenceNotice::Reminders { how, is_new } => {
            let key = match how {
                ReminderTarget::Here => "reminders-here",
                ReminderTarget::Private => "reminders-private",
                ReminderTarget::Off => "reminders-off",
            };
            Message::from_text(speaker.sentence(key, &[("new", u8::from(is_new).into())]))
        }
        AbsenceNotice::Protection { on, is_new } => {
            let key = if on { "protection-on" } else { "protection-off" };
            Message::from_text(speaker.sentence(key, &[("new", u8::from(is_new).into())]))
        }
    }
}

fn vacation(speaker: Localizer<'_>, change: VacationChange, until: Option<u64>, said_at: u64) -> String {
    match (change, until) {
        (VacationChange::Ended, _) => speaker.fixed_sentence("vacation-ended"),
        (_, None) => speaker.fixed_sentence("vacation-home"),
        (VacationChange::Began, Some(until)) => {
            speaker.sentence("vacation-began", &[("until", speaker.instant(until, said_at).into())])
        }
        (VacationChange::Nothing, Some(until)) => {
            speaker.sentence("vacation-away", &[("until", speaker.instant(until, said_at).into())])
        }
    }
}

/// The rest of the budget, and when more becomes available.
fn vacation_left(speaker: Localizer<'_>, left: u64, more_at: Option<u64>, said_at: u64) -> String {
    let left = match left {
        0 => speaker.fixed_sentence("vacation-none-left"),
        left => speaker.sentence("vacation-left", &[("span", speaker.span(left).into())]),
    };
    match more_at {
        Some(at) => format!("{left} {}", more(speaker, at, said_at)),
        None => left,
    }
}

fn more(speaker: Localizer<'_>, at: u64, said_at: u64) -> String {
    speaker.sentence("vacation-more", &[("until", speaker.instant(at, said_at).into())])
}

/// The sentence for a refusal about time.
pub(crate) fn refusal(speaker: Localizer<'_>, refusal: &ClockRefusal) -> String {
    let say = |key: &str, args: &[SentenceArg<'_>]| speaker.sentence(key, args);
    let span = |name: &'static str, millis: u64| (name, speaker.span(millis).into());
    let until = |at: u64, said_at: u64| ("until", speaker.instant(at, said_at).into());
    let seat = |seat| ("name", speaker.seat(seat).into());
    match refusal {
        ClockRefusal::NoClock => say("refused-no-clock", &[]),
        ClockRefusal::OwnTurn { opponent } => say("refused-own-clock", &[seat(opponent)]),
        ClockRefusal::MoreTimesUsed { most, of } => {
            say("refused-more-times-used", &[seat(of), ("most", (*most).into())])
        }
        ClockRefusal::PauseLength { least, most } => {
            say("refused-pause-length", &[span("least", *least), span("most", *most)])
        }
        ClockRefusal::PausesUsed { most } => say("refused-pauses-used", &[("most", (*most).into())]),
        ClockRefusal::Pausing { until: at, said_at } => say("refused-pausing", &[until(*at, *said_at)]),
        ClockRefusal::NotPausing => say("refused-not-pausing", &[]),
        ClockRefusal::ShortVacation => say("refused-short-vacation", &[]),
        ClockRefusal::LittleVacation { asked, left, more_at, said_at } => {
            let no = match left {
                0 => say("refused-no-vacation-left", &[span("asked", *asked)]),
                left => say("refused-little-vacation", &[span("asked", *asked), span("left", *left)]),
            };
            more_at.map_or_else(|| no.clone(), |at| format!("{no} {}", more(speaker, at, *said_at)))
        }
        ClockRefusal::NoVacation => say("refused-no-vacation", &[]),
        ClockRefusal::NotAway => say("refused-not-away", &[]),
        ClockRefusal::Away { deed, until: at, said_at, .. } => match deed {
            VacationBlockedAction::Move(candidate) => {
                let written = speaker.notation(&candidate.san);
                say("refused-away-move", &[until(*at, *said_at), ("san", written.into())])
            }
            VacationBlockedAction::Pick { kind } => {
                say("refused-away-pick", &[until(*at, *said_at), ("piece", speaker.kind(*kind).into())])
            }
        },
        ClockRefusal::ChoiceOf { chooser } => say("refused-choice-of", &[seat(chooser)]),
        ClockRefusal::ChoiceGone => say("refused-choice-gone", &[]),
        ClockRefusal::TurnGiven { late } => say("refused-turn-given", &[seat(late)]),
        ClockRefusal::GoesOn => say("refused-goes-on", &[]),
    }
}

/// The buttons of a refusal: a player on vacation can end it with their move.
pub(crate) fn rows(speaker: Localizer<'_>, refusal: &ClockRefusal) -> Vec<ControlRow> {
    let ClockRefusal::Away { game, revision, deed, .. } = refusal else { return Vec::new() };
    let (target, key) = match deed {
        VacationBlockedAction::Move(candidate) => {
            let plain = Move::new(candidate.from, candidate.to);
            let made = candidate.promotion.map_or(plain, |kind| plain.promoting_to(kind));
            (BoardButton::ReturnAndMove(made, candidate.drop), "button-return-move")
        }
        VacationBlockedAction::Pick { kind } => (BoardButton::ReturnAndPick(*kind), "button-return-pick"),
    };
    let button =
        |target, key: &str, style| board_button(game, *revision, target, speaker.fixed_sentence(key), style);
    vec![ControlRow::Buttons(vec![
        button(target, key, ButtonStyle::Primary),
        button(BoardButton::Cancel, "button-stay-away", ButtonStyle::Secondary),
    ])]
}
