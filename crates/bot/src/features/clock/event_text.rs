//! Writes the notices of clocks beside the boards, with the opponent's choice after a flag. Not here:
//! the clock line of a board (`text::clock_line`), reminders (`features::reminders`), and a person's
//! own absence (`features::vacation`).

use crate::{
    ControlRow, Message, MessageSeries, PersonId, Viewer,
    core::{
        command::BoardButton,
        notice::{ClockEvent, ClockEventNotice},
    },
    text::{Localizer, SentenceArg, buttons::board_button, message::ButtonStyle},
};

/// The message about a clock event.
pub(crate) fn clock_event(speaker: Localizer<'_>, notice: &ClockEventNotice, viewer: &Viewer) -> Message {
    let mut text = sentence(speaker, notice);
    if let Some(until) = deadline(notice) {
        let until = speaker.instant(until, notice.said_at);
        text.push(' ');
        text.push_str(&speaker.sentence("time-deadline", &[("until", until.into())]));
    }
    // A vacation does not change the choice of an earlier message.
    let is_choice = !matches!(notice.event, ClockEvent::AwayBegan { .. } | ClockEvent::AwayEnded);
    Message {
        mention: called(notice).cloned(),
        rows: rows(speaker, notice, viewer),
        // An earlier choice is made or outdated, so its buttons go.
        series: is_choice.then(|| MessageSeries(format!("time:{}", notice.game))),
        ..Message::from_text(text)
    }
}

/// The deadline after the event, if it is new and known.
fn deadline(notice: &ClockEventNotice) -> Option<u64> {
    let of_clock = || {
        let clock = notice.clock.as_ref().filter(|clock| clock.stop.is_none())?;
        clock.deadline
    };
    match notice.event {
        ClockEvent::Protected { until } => Some(until),
        ClockEvent::MoreTime { .. }
        | ClockEvent::OneMoreTurn { .. }
        | ClockEvent::Resumed { .. }
        | ClockEvent::AwayEnded
        | ClockEvent::PlaceFound => of_clock(),
        _ => None,
    }
}

fn sentence(speaker: Localizer<'_>, notice: &ClockEventNotice) -> String {
    let ClockEventNotice { seats, side, said_at, .. } = notice;
    let name = |side| speaker.seat(seats.of(side));
    let instant = |at: u64| ("until", speaker.instant(at, *said_at).into());
    let span = |millis: u64| ("span", speaker.span(millis).into());
    let of = |side| ("name", name(side).into());
    let given = |millis| [of(side.other()), ("other", name(*side).into()), span(millis)];
    let say = |key: &str, args: &[SentenceArg<'_>]| speaker.sentence(key, args);
    match &notice.event {
        ClockEvent::Protected { .. } => say("time-protected", &[of(*side)]),
        ClockEvent::Asked { until, one_more } => {
            let key = if *one_more { "time-asked" } else { "time-asked-again" };
            let turn = notice.clock.as_ref().map_or(0, |clock| clock.pace.fresh_turn());
            say(key, &[("late", name(*side).into()), of(side.other()), span(turn), instant(*until)])
        }
        ClockEvent::PickedByLot { kind } => {
            say("time-picked", &[of(*side), ("piece", speaker.kind(*kind).into())])
        }
        ClockEvent::MoreTime { millis } => say("time-more", &given(*millis)),
        ClockEvent::OneMoreTurn { millis } => say("time-one-more-turn", &given(*millis)),
        ClockEvent::PauseBegan { until } => say("time-paused", &[instant(*until)]),
        ClockEvent::Resumed { by: None } => say("time-resumed", &[]),
        ClockEvent::Resumed { by: Some(by) } => say("time-resumed-by", &[of(*by)]),
        ClockEvent::AwayBegan { until } => say("time-away-began", &[of(*side), instant(*until)]),
        ClockEvent::AwayEnded => say("time-away-ended", &[of(*side)]),
        ClockEvent::PlaceLost => say(
            "time-place-lost",
            &[("white", speaker.seat(&seats.white).into()), ("black", speaker.seat(&seats.black).into())],
        ),
        ClockEvent::PlaceFound => say("time-place-found", &[]),
        ClockEvent::IdleAsked { ends_at } => say("time-idle", &[of(*side), instant(*ends_at)]),
        ClockEvent::PlayedOn { by } => say("time-played-on", &[of(*by)]),
    }
}

/// The person to notify: the one who has to choose or act.
fn called(notice: &ClockEventNotice) -> Option<&PersonId> {
    let side = match notice.event {
        ClockEvent::Asked { .. } => notice.side.other(),
        ClockEvent::Protected { .. }
        | ClockEvent::OneMoreTurn { .. }
        | ClockEvent::PickedByLot { .. }
        | ClockEvent::IdleAsked { .. } => notice.side,
        ClockEvent::MoreTime { .. }
        | ClockEvent::PauseBegan { .. }
        | ClockEvent::Resumed { .. }
        | ClockEvent::AwayBegan { .. }
        | ClockEvent::AwayEnded
        | ClockEvent::PlaceLost
        | ClockEvent::PlaceFound
        | ClockEvent::PlayedOn { .. } => return None,
    };
    Some(&notice.seats.of(side).person()?.id)
}

/// The buttons for viewers who can use them; all of them in a message for everybody.
fn rows(speaker: Localizer<'_>, notice: &ClockEventNotice, viewer: &Viewer) -> Vec<ControlRow> {
    let button = |target, key: &str, style| {
        board_button(&notice.game, notice.revision, target, speaker.fixed_sentence(key), style)
    };
    let plays = |person: &PersonId| notice.seats.side_of(person);
    let buttons = match notice.event {
        ClockEvent::Asked { one_more, .. } => {
            let chooses = |person| plays(person) == Some(notice.side.other());
            if !viewer.person.as_ref().is_none_or(chooses) {
                return Vec::new();
            }
            let win = button(BoardButton::TakeWin, "button-take-win", ButtonStyle::Primary);
            let turn = button(BoardButton::OneMoreTurn, "button-one-more-turn", ButtonStyle::Secondary);
            [win].into_iter().chain(one_more.then_some(turn)).collect()
        }
        ClockEvent::IdleAsked { .. } => {
            if viewer.person.as_ref().is_some_and(|person| plays(person).is_none()) {
                return Vec::new();
            }
            vec![button(BoardButton::PlayOn, "button-play-on", ButtonStyle::Primary)]
        }
        _ => return Vec::new(),
    };
    vec![ControlRow::Buttons(buttons)]
}

#[cfg(test)]
mod tests {
    use adoube_rules::{Side, Variant};

    use super::*;
    use crate::{
        Language, Locales, MessageAccess, Person,
        core::game::{GameId, Seats},
        text::Translations,
    };

    const HOUR: u64 = 3_600_000;

    fn person(name: &str) -> Person {
        Person { id: PersonId(format!("web:{name}")), name: name.to_owned() }
    }

    #[test]
    fn what_to_do_when_time_is_up_is_offered_to_the_opponent_alone() {
        let wording = Translations::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
        let notice = |event| ClockEventNotice {
            game: GameId::parse("k7f2mq").unwrap_or_else(|| panic!("an id")),
            revision: 3,
            variant: Variant::Chess,
            seats: Seats { white: person("Ada").into(), black: person("Bob").into() },
            side: Side::White,
            event,
            clock: None,
            said_at: 0,
        };
        let offered = |event: &ClockEvent, name: Option<&str>| -> String {
            let viewer = Viewer {
                person: name.map(|name| person(name).id),
                language: Language::EN,
                hearing: MessageAccess::Everything,
                taste: crate::ReadingPreferences::default(),
            };
            let message =
                clock_event(Localizer::new(&wording, Language::EN), &notice(event.clone()), &viewer);
            let labels = message.rows.into_iter().flat_map(|row| match row {
                ControlRow::Buttons(buttons) => buttons.into_iter().map(|button| button.label).collect(),
                ControlRow::Menu(menu) => vec![menu.label],
            });
            labels.collect::<Vec<_>>().join(", ")
        };
        let (first, again) = ("Take the win, One more turn", "Take the win");
        let play_on = "Play on";
        let readers = [None, Some("Ada"), Some("Bob"), Some("Eve")];
        for (event, wanted) in [
            (ClockEvent::Asked { until: HOUR, one_more: true }, [first, "", first, ""]),
            (ClockEvent::Asked { until: HOUR, one_more: false }, [again, "", again, ""]),
            (ClockEvent::IdleAsked { ends_at: HOUR }, [play_on, play_on, play_on, ""]),
            (ClockEvent::Protected { until: HOUR }, [""; 4]),
        ] {
            assert_eq!(readers.map(|name| offered(&event, name)), wanted, "{event:?}");
        }
    }
}
