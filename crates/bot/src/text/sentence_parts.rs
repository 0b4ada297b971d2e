//! Writes parts of sentences that many messages share: quoted text of people, names of people and
//! seats, and a choice of alternatives. Not here: sides, pieces and moves (`localizer`).

use fluent_bundle::FluentValue;

use super::{Localizer, SentenceArg, display_name, shown_handle};
use crate::{Person, core::game::Seats};

/// Typed text in a form that may be repeated in a sentence.
pub(crate) fn quoted<'a>(text: &str) -> FluentValue<'a> {
    display_name(text).into()
}

/// "Nbd2 or Nfd2"
pub(crate) fn alternatives(speaker: Localizer<'_>, items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => {
            speaker.sentence("list-or", &[("first", first.join(", ").into()), ("last", last.as_str().into())])
        }
    }
}

/// The shown name of a person, as the argument `name`.
pub(crate) fn person_name(person: &Person) -> SentenceArg<'static> {
    ("name", display_name(&person.name).into())
}

/// "Bob (bob)": a name with the platform's handle, as both can be typed.
pub(crate) fn name_with_handle(name: &str, handle: &str) -> String {
    let (name, handle) = (display_name(name), shown_handle(handle));
    if name == handle { name } else { format!("{name} ({handle})") }
}

/// The players, as the arguments `white` and `black`.
pub(crate) fn seat_names(speaker: Localizer<'_>, seats: &Seats) -> [SentenceArg<'static>; 2] {
    [("white", speaker.seat(&seats.white).into()), ("black", speaker.seat(&seats.black).into())]
}
