//! Puts the clock of a game into words, for boards and for `/clock`. Moments carry timestamp marks.

use adoube_rules::Side;

use crate::{
    Block, Message,
    game::Seats,
    notice::{ClockNotice, ClockStop, ClockView},
    text::Localizer,
    timestamp_marks::in_words,
};

/// "Deadline: in 2 days 3 h (Mon 4 Jan, 14:00 UTC). Reserve: 4 days." `None` if no side is to move.
pub(super) fn line(speaker: Localizer<'_>, clock: &ClockView, seats: &Seats) -> Option<String> {
    let side = clock.side?;
    let mut sentences: Vec<String> = stop(speaker, clock, seats, side).into_iter().collect();
    if let Some(deadline) = clock.deadline {
        let deadline = speaker.instant(deadline, clock.said_at);
        sentences.push(speaker.sentence("clock-deadline", &[("deadline", deadline.into())]));
    } else {
        let left = speaker.span(clock.left);
        sentences.push(speaker.sentence("clock-left", &[("left", left.into())]));
    }
    sentences.extend(reserve(speaker, clock, side));
    Some(sentences.join(" "))
}

/// Why the clock stands still, and until when.
fn stop(speaker: Localizer<'_>, clock: &ClockView, seats: &Seats, side: Side) -> Option<String> {
    let stop = clock.stop?;
    let (key, key_until, until) = match stop {
        ClockStop::Vacation { until } => ("clock-vacation", "clock-vacation-until", until),
        ClockStop::Pause { until } => ("clock-pause", "clock-pause-until", until),
        ClockStop::Outage => return Some(speaker.fixed_sentence("clock-outage")),
        ClockStop::NoPlace => return Some(speaker.fixed_sentence("clock-no-place")),
        ClockStop::Computer => return Some(speaker.fixed_sentence("clock-computer")),
    };
    let mut args = vec![("name", speaker.seat(seats.of(side)).into())];
    let Some(until) = until else { return Some(speaker.sentence(key, &args)) };
    args.push(("until", speaker.instant(until, clock.said_at).into()));
    Some(speaker.sentence(key_until, &args))
}

/// The same without timestamp marks.
pub(super) fn stop_in_words(speaker: Localizer<'_>, clock: &ClockView, seats: &Seats) -> Option<String> {
    Some(in_words(&stop(speaker, clock, seats, clock.side?)?).into_owned())
}

/// "Reserve: 4 days."; `None` without a reserve.
fn reserve(speaker: Localizer<'_>, clock: &ClockView, side: Side) -> Option<String> {
    if clock.pace.reserve() == 0 {
        return None;
    }
    Some(match clock.reserves.of(side) {
        0 => speaker.fixed_sentence("clock-reserve-used"),
        left => speaker.sentence("clock-reserve", &[("reserve", speaker.span(left).into())]),
    })
}

/// Both clocks, for one person.
pub(super) fn both(speaker: Localizer<'_>, notice: &ClockNotice) -> Message {
    let Some(clock) = &notice.clock else { return Message::from_text(speaker.fixed_sentence("clock-none")) };
    let of = |side: Side| {
        let free = clock.pace.per_move();
        let left = if clock.side == Some(side) { clock.left } else { free + clock.reserves.of(side) };
        let args = [
            ("name", speaker.seat(notice.seats.of(side)).into()),
            ("side", speaker.side(side).into()),
            ("left", speaker.span(left).into()),
            ("reserve", speaker.span(clock.reserves.of(side)).into()),
        ];
        match (clock.side == Some(side), clock.pace.reserve() > 0 && free > 0) {
            (true, true) => speaker.sentence("clock-of-mover-reserve", &args),
            (true, false) => speaker.sentence("clock-of-mover", &args),
            (false, true) => speaker.sentence("clock-of-other-reserve", &args),
            (false, false) => speaker.sentence("clock-of-other", &args),
        }
    };
    let pace = speaker.pace_with_time_out(clock.pace, clock.time_out);
    let blocks = [Block::Text(pace), Block::List(Side::BOTH.map(of).to_vec())].into_iter();
    let line = line(speaker, clock, &notice.seats).map(Block::Text);
    Message { blocks: blocks.chain(line).collect(), ..Message::default() }
}
