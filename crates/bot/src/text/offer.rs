//! Writes an offer to the opponent, of a draw, a takeback or a pause, and that it was declined. Not
//! here: the question before a player ends a game (`features::end_game`).

use adoube_rules::Side;
use fluent_bundle::FluentValue;

use crate::{
    ControlRow, Message, MessageSeries, Viewer,
    core::{
        command::BoardButton,
        game::{GameId, OfferKind, Seat, Seats},
    },
    text::{Localizer, buttons::board_button, message::ButtonStyle},
};

/// An offer, with the answers for viewers who can give them.
pub(crate) fn offered(
    speaker: Localizer<'_>,
    (game, revision): (&GameId, u64),
    seats: &Seats,
    by: Side,
    kind: OfferKind,
    viewer: &Viewer,
) -> Message {
    let other = seats.of(by.other());
    let say = |key: &str, name: &'static str, value: FluentValue<'_>| {
        let names = [speaker.seat(seats.of(by)), speaker.seat(other)];
        let [name_of, other] = names.map(FluentValue::from);
        speaker.sentence(key, &[("name", name_of), ("other", other), (name, value)])
    };
    let (text, yes, no) = match kind {
        OfferKind::Draw if matches!(other, Seat::Computer { .. }) => (
            say("offer-draw-to-computer", "plies", 0.into()),
            BoardButton::AcceptDraw,
            BoardButton::DeclineDraw,
        ),
        OfferKind::Draw => {
            (say("offer-draw", "plies", 0.into()), BoardButton::AcceptDraw, BoardButton::DeclineDraw)
        }
        OfferKind::Takeback { plies } => {
            let text = say("offer-takeback", "plies", plies.into());
            (text, BoardButton::AcceptTakeback, BoardButton::DeclineTakeback)
        }
        OfferKind::Pause { millis } => {
            let text = say("offer-pause", "span", speaker.span(millis).into());
            (text, BoardButton::AcceptPause, BoardButton::DeclinePause)
        }
    };
    let row = vec![
        board_button(game, revision, yes, speaker.fixed_sentence("button-accept"), ButtonStyle::Primary),
        board_button(game, revision, no, speaker.fixed_sentence("button-decline"), ButtonStyle::Secondary),
    ];
    let answers =
        other.person().is_some_and(|other| viewer.person.as_ref().is_none_or(|person| *person == other.id));
    Message {
        rows: if answers { vec![ControlRow::Buttons(row)] } else { Vec::new() },
        mention: other.person().map(|other| other.id.clone()),
        series: Some(series(game)),
        ..Message::from_text(text)
    }
}

/// An offer that was declined.
pub(crate) fn declined(
    speaker: Localizer<'_>,
    game: &GameId,
    seats: &Seats,
    by: Side,
    kind: OfferKind,
) -> Message {
    let key = match kind {
        OfferKind::Draw => "offer-draw-declined",
        OfferKind::Takeback { .. } => "offer-takeback-declined",
        OfferKind::Pause { .. } => "offer-pause-declined",
    };
    let text = speaker.sentence(key, &[("name", speaker.seat(seats.of(by)).into())]);
    Message { series: Some(series(game)), ..Message::from_text(text) }
}

/// The series of a game's offers, whose buttons replace one another, not those of the board.
fn series(game: &GameId) -> MessageSeries {
    MessageSeries(format!("offer:{game}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, MessageAccess, Person, PersonId, text::Translations};

    #[test]
    fn nobody_is_called_to_answer_for_the_computer() {
        let wording =
            Translations::new(&crate::Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
        let ada = Person { id: PersonId("web:ada".to_owned()), name: "Ada".to_owned() };
        let game = GameId::parse("k7f2mq").unwrap_or_else(|| panic!("an id"));
        let seats = Seats { white: Seat::Computer { level: 3 }, black: ada.clone().into() };
        let table = [
            (Side::Black, Language::EN, "Ada offers a draw. Computer level 3 thinks about it.", None),
            (Side::White, Language::of("de"), "Computer Stufe 3", Some(ada.id)),
        ];
        for (by, language, said, called) in table {
            let viewer = Viewer {
                person: None,
                language,
                hearing: MessageAccess::Called,
                taste: crate::ReadingPreferences::default(),
            };
            let speaker = Localizer::new(&wording, language);
            let message = offered(speaker, (&game, 3), &seats, by, OfferKind::Draw, &viewer);
            assert!(format!("{:?}", message.blocks).contains(said), "{:?}", message.blocks);
            assert_eq!(
                (message.mention.as_ref(), message.rows.is_empty()),
                (called.as_ref(), called.is_none())
            );
        }
    }
}
