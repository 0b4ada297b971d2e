//! Writes the advice that stands with the first board of a game: how to move here, and what
//! touch-move means. Not here: the terms (`text`).

use crate::{
    PersonId, Viewer,
    core::notice::{BoardEvent, BoardNotice},
    text::Localizer,
};

/// "Type your move, such as e4, or choose below." Only on the first board, for its players.
pub(crate) fn advice(speaker: Localizer<'_>, board: &BoardNotice, viewer: &Viewer) -> Option<String> {
    let plays = |person: &PersonId| board.seats.side_of(person).is_some();
    if board.event != BoardEvent::Started || !viewer.person.as_ref().is_none_or(plays) {
        return None;
    }
    // With hidden cards a typed turn could leak them in the channel.
    let way = match board.commitment {
        Some(_) => speaker.fixed_sentence("begin-with-cards"),
        None => speaker.sentence("begin", &[viewer.may_just_say()]),
    };
    let bound = board.touches.as_ref().map(|_| speaker.fixed_sentence("begin-touch-move"));
    Some([way].into_iter().chain(bound).collect::<Vec<_>>().join(" "))
}
