//! What one person is told of their vacation, their reminders and their protection; and every no about time. Not here: what
//! everybody is told (`time_told`).

use adoube_rules::Move;

use super::{button, words};
use crate::{
    Block, Message, Row,
    command::Target,
    game::Reminders,
    message::ButtonStyle,
    notice::{AwayDeed, PersonalNotice, TimeRefusal, VacationChange},
    wording::{Arg, Speaker},
};

/// What somebody is told.
pub(super) fn message(speaker: Speaker<'_>, notice: &PersonalNotice) -> Message {
    match *notice {
        PersonalNotice::Vacation { change, until, left, unstopped, more_at, said_at } => {
            let mut about = vacation(speaker, change, until, said_at);
            if until.is_some() && unstopped > 0 {
                about.push(' ');
                about.push_str(&speaker.say("vacation-not-stopped", &[("count", unstopped.into())]));
            }
            let blocks = vec![Block::Text(about), Block::Text(allowance(speaker, left, more_at, said_at))];
            Message { blocks, ..Message::default() }
        }
        PersonalNotice::Reminders { how, is_new } => {
            let key = match how {
                Reminders::Here => "reminders-here",
                Reminders::Private => "reminders-private",
                Reminders::Off => "reminders-off",
            };
            words(speaker.say(key, &[("new", u8::from(is_new).into())]))
        }
        PersonalNotice::Protection { on, is_new } => {
            let key = if on { "protection-on" } else { "protection-off" };
            words(speaker.say(key, &[("new", u8::from(is_new).into())]))
        }
    }
}

fn vacation(speaker: Speaker<'_>, change: VacationChange, until: Option<u64>, said_at: u64) -> String {
    match (change, until) {
        (VacationChange::Ended, _) => speaker.plain("vacation-ended"),
        (_, None) => speaker.plain("vacation-home"),
        (VacationChange::Began, Some(until)) => {
            speaker.say("vacation-began", &[("until", speaker.instant(until, said_at).into())])
        }
        (VacationChange::Nothing, Some(until)) => {
            speaker.say("vacation-away", &[("until", speaker.instant(until, said_at).into())])
        }
    }
}

/// What is left, and when there is more again.
fn allowance(speaker: Speaker<'_>, left: u64, more_at: Option<u64>, said_at: u64) -> String {
    let left = match left {
        0 => speaker.plain("vacation-none-left"),
        left => speaker.say("vacation-left", &[("span", speaker.span(left).into())]),
    };
    match more_at {
        Some(at) => format!("{left} {}", more(speaker, at, said_at)),
        None => left,
    }
}

fn more(speaker: Speaker<'_>, at: u64, said_at: u64) -> String {
    speaker.say("vacation-more", &[("until", speaker.instant(at, said_at).into())])
}

/// Why not.
pub(super) fn refusal(speaker: Speaker<'_>, refusal: &TimeRefusal) -> String {
    let say = |key: &str, args: &[Arg<'_>]| speaker.say(key, args);
    let span = |name: &'static str, millis: u64| (name, speaker.span(millis).into());
    let until = |at: u64, said_at: u64| ("until", speaker.instant(at, said_at).into());
    let seat = |seat| ("name", speaker.seat(seat).into());
    match refusal {
        TimeRefusal::NoClock => say("refused-no-clock", &[]),
        TimeRefusal::OwnTurn { opponent } => say("refused-own-clock", &[seat(opponent)]),
        TimeRefusal::MoreTimesUsed { most, of } => {
            say("refused-more-times-used", &[seat(of), ("most", (*most).into())])
        }
        TimeRefusal::PauseLength { least, most } => {
            say("refused-pause-length", &[span("least", *least), span("most", *most)])
        }
        TimeRefusal::PausesUsed { most } => say("refused-pauses-used", &[("most", (*most).into())]),
        TimeRefusal::Pausing { until: at, said_at } => say("refused-pausing", &[until(*at, *said_at)]),
        TimeRefusal::NotPausing => say("refused-not-pausing", &[]),
        TimeRefusal::ShortVacation => say("refused-short-vacation", &[]),
        TimeRefusal::LittleVacation { asked, left, more_at, said_at } => {
            let no = match left {
                0 => say("refused-no-vacation-left", &[span("asked", *asked)]),
                left => say("refused-little-vacation", &[span("asked", *asked), span("left", *left)]),
            };
            more_at.map_or_else(|| no.clone(), |at| format!("{no} {}", more(speaker, at, *said_at)))
        }
        TimeRefusal::NoVacation => say("refused-no-vacation", &[]),
        TimeRefusal::NotAway => say("refused-not-away", &[]),
        TimeRefusal::Away { deed, until: at, said_at, .. } => match deed {
            AwayDeed::Move(candidate) => {
                let written = speaker.notation(&candidate.san);
                say("refused-away-move", &[until(*at, *said_at), ("san", written.into())])
            }
            AwayDeed::Pick { kind } => {
                say("refused-away-pick", &[until(*at, *said_at), ("piece", speaker.kind(*kind).into())])
            }
        },
        TimeRefusal::ChoiceOf { chooser } => say("refused-choice-of", &[seat(chooser)]),
        TimeRefusal::ChoiceGone => say("refused-choice-gone", &[]),
        TimeRefusal::TurnGiven { late } => say("refused-turn-given", &[seat(late)]),
        TimeRefusal::GoesOn => say("refused-goes-on", &[]),
    }
}

/// What can be done about a no: somebody on vacation can make their move and end it.
pub(super) fn rows(speaker: Speaker<'_>, refusal: &TimeRefusal) -> Vec<Row> {
    let TimeRefusal::Away { game, revision, deed, .. } = refusal else { return Vec::new() };
    let (target, key) = match deed {
        AwayDeed::Move(candidate) => {
            let plain = Move::new(candidate.from, candidate.to);
            let made = candidate.promotion.map_or(plain, |kind| plain.promoting_to(kind));
            (Target::ReturnAndMove(made, candidate.drop), "button-return-move")
        }
        AwayDeed::Pick { kind } => (Target::ReturnAndPick(*kind), "button-return-pick"),
    };
    let button = |target, key: &str, style| self::button(game, *revision, target, speaker.plain(key), style);
    vec![Row::Buttons(vec![
        button(target, key, ButtonStyle::Primary),
        button(Target::Cancel, "button-stay-away", ButtonStyle::Secondary),
    ])]
}
