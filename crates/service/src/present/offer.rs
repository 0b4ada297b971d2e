//! Offers and questions: draws, takebacks, and "are you sure".

use adoube_rules::Side;

use super::{button, words};
use crate::{
    Message, Row, Series, Viewer,
    command::{ConfirmedEnd, Target},
    game::{GameId, OfferKind, Seats},
    message::ButtonStyle,
    notice::ClaimCount,
    wording::{Speaker, shown_name},
};

/// An offer, with its answers where whoever sees it can give them.
pub(super) fn made(
    speaker: Speaker<'_>,
    (game, turn): (&GameId, u64),
    seats: &Seats,
    by: Side,
    kind: OfferKind,
    viewer: &Viewer,
) -> Message {
    let other = seats.of(by.other());
    let args = |plies: u32| {
        [
            ("name", shown_name(&seats.of(by).name).into()),
            ("other", shown_name(&other.name).into()),
            ("plies", plies.into()),
        ]
    };
    let (text, yes, no) = match kind {
        OfferKind::Draw => (speaker.say("offer-draw", &args(0)), Target::AcceptDraw, Target::DeclineDraw),
        OfferKind::Takeback { plies } => {
            (speaker.say("offer-takeback", &args(plies)), Target::AcceptTakeback, Target::DeclineTakeback)
        }
    };
    let row = vec![
        button(game, turn, yes, speaker.plain("button-accept"), ButtonStyle::Primary),
        button(game, turn, no, speaker.plain("button-decline"), ButtonStyle::Secondary),
    ];
    let answers = viewer.person.as_ref().is_none_or(|person| *person == other.id);
    Message {
        rows: if answers { vec![Row::Buttons(row)] } else { Vec::new() },
        mention: Some(other.id.clone()),
        series: Some(series(game)),
        ..words(text)
    }
}

/// An offer that was declined.
pub(super) fn declined(
    speaker: Speaker<'_>,
    game: &GameId,
    seats: &Seats,
    by: Side,
    kind: OfferKind,
) -> Message {
    let key = match kind {
        OfferKind::Draw => "offer-draw-declined",
        OfferKind::Takeback { .. } => "offer-takeback-declined",
    };
    let text = speaker.say(key, &[("name", shown_name(&seats.of(by).name).into())]);
    Message { series: Some(series(game)), ..words(text) }
}

/// Offers of a game replace one another's buttons, and leave the board's alone.
fn series(game: &GameId) -> Series {
    Series(format!("offer:{game}"))
}

/// A question before a game ends.
pub(super) fn confirm(
    speaker: Speaker<'_>,
    (game, turn): (&GameId, u64),
    end: ConfirmedEnd,
    claim: Option<ClaimCount>,
    asked: Option<Side>,
) -> Message {
    let text = match claim {
        Some(ClaimCount::Repetition(count)) => {
            speaker.say("confirm-claim-repetition", &[("count", count.into())])
        }
        Some(ClaimCount::Plies(plies)) => {
            speaker.say("confirm-claim-moves", &[("moves", (plies / 2).into())])
        }
        None => speaker.plain(&format!("confirm-{}", end.key())),
    };
    let label = speaker.plain(&format!("button-confirm-{}", end.key()));
    let row = vec![
        button(game, turn, Target::Confirm(end, asked), label, ButtonStyle::Danger),
        button(game, turn, Target::Cancel, speaker.plain("button-cancel"), ButtonStyle::Secondary),
    ];
    Message { rows: vec![Row::Buttons(row)], ..words(text) }
}

/// The question is answered.
pub(super) fn settled(speaker: Speaker<'_>, end: Option<ConfirmedEnd>) -> String {
    match end {
        Some(end) => speaker.plain(&format!("settled-{}", end.key())),
        None => speaker.plain("settled-cancelled"),
    }
}
