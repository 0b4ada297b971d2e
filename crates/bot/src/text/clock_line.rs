//! Writes the clock of the side to move in one line, and why it stands still. Moments carry
//! timestamp marks. Not here: both clocks (`features::clock`).

use adoube_rules::Side;

use super::Localizer;
use crate::core::{
    game::Seats,
    notice::{ClockStop, ClockView},
    timestamp_marks::in_words,
};

/// "Deadline: in 2 days 3 h (Mon 4 Jan, 14:00 UTC). Reserve: 4 days." `None` if no side is to move.
pub(crate) fn line(speaker: Localizer<'_>, clock: &ClockView, seats: &Seats) -> Option<String> {
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

/// Why the clock stands still and until when, without timestamp marks.
pub(crate) fn stop_in_words(speaker: Localizer<'_>, clock: &ClockView, seats: &Seats) -> Option<String> {
    Some(in_words(&stop(speaker, clock, seats, clock.side?)?).into_owned())
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
