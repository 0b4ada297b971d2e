//! Puts notices about people barred from a community, and refusals about them, into sentences.

use crate::{
    Block, Message,
    core::{
        game::{Bar, MINUTE},
        notice::{BarChange, BarNotice, BarRefusal},
    },
    text::{
        Localizer, SentenceArg,
        likeness::handle,
        sentence_parts::{name_with_handle, person_name, quoted},
    },
};

/// The bar list for a moderator.
pub(crate) fn message(speaker: Localizer<'_>, notice: &BarNotice) -> Message {
    let BarNotice { change, bars, count, said_at } = notice;
    match change {
        Some(BarChange::Barred(Bar { person, until: None })) => {
            Message::from_text(speaker.sentence("bar-done", &[person_name(person)]))
        }
        Some(BarChange::Barred(Bar { person, until: Some(until) })) => {
            let until = ends(speaker, *until, *said_at);
            Message::from_text(speaker.sentence("bar-done-until", &[person_name(person), until]))
        }
        Some(BarChange::Unbarred { person }) => {
            Message::from_text(speaker.sentence("unbar-done", &[person_name(person)]))
        }
        None if bars.is_empty() => Message::from_text(speaker.fixed_sentence("bar-nobody")),
        None => {
            let title = speaker.sentence("bar-list", &[("count", (*count as u64).into())]);
            let lines = bars.iter().map(|bar| line(speaker, bar, *said_at)).collect();
            let mut blocks = vec![Block::Text(title), Block::List(lines)];
            let more = count.saturating_sub(bars.len()) as u64;
            if more > 0 {
                blocks.push(Block::Text(speaker.sentence("bar-more", &[("count", more.into())])));
            }
            Message { blocks, ..Message::default() }
        }
    }
}

/// "Bob (bob), until: in 3 days"
fn line(speaker: Localizer<'_>, bar: &Bar, said_at: u64) -> String {
    let person = name_with_handle(&bar.person.name, handle(&bar.person.id));
    match bar.until {
        None => person,
        Some(until) => {
            let until = ends(speaker, until, said_at);
            speaker.sentence("bar-line-until", &[("person", person.into()), until])
        }
    }
}

/// The end of a bar, rounded up to a minute, as it was set in hours or days some seconds ago.
fn ends(speaker: Localizer<'_>, until: u64, said_at: u64) -> SentenceArg<'static> {
    let left = until.saturating_sub(said_at).next_multiple_of(MINUTE);
    ("until", speaker.instant(until, until.saturating_sub(left)).into())
}

/// The sentence for a refusal about bars.
pub(crate) fn refusal(speaker: Localizer<'_>, refusal: &BarRefusal) -> String {
    match refusal {
        BarRefusal::Barred { until: None, .. } => speaker.fixed_sentence("refused-barred"),
        BarRefusal::Barred { until: Some(until), said_at } => {
            let until = ends(speaker, *until, *said_at);
            speaker.sentence("refused-barred-until", &[until])
        }
        BarRefusal::NoPlace => speaker.fixed_sentence("refused-bar-no-place"),
        BarRefusal::NotModerator => speaker.fixed_sentence("refused-bar-moderator"),
        BarRefusal::Oneself => speaker.fixed_sentence("refused-bar-oneself"),
        BarRefusal::Many { most } => speaker.sentence("refused-bar-many", &[("most", (*most as u64).into())]),
        BarRefusal::NotBarred { name } => speaker.sentence("refused-bar-not", &[("name", quoted(name))]),
    }
}
