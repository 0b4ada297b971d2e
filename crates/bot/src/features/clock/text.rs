//! Puts both clocks of a game into words, for `/clock`. Not here: the line about the side to move (`clock_line`).

use adoube_rules::Side;

use crate::{
    Block, Message,
    core::notice::ClockNotice,
    text::{Localizer, clock_line},
};

/// Both clocks, for one person.
pub(crate) fn both(speaker: Localizer<'_>, notice: &ClockNotice) -> Message {
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
    let line = clock_line::line(speaker, clock, &notice.seats).map(Block::Text);
    Message { blocks: blocks.chain(line).collect(), ..Message::default() }
}
