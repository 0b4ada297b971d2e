//! Puts notices about the people a person blocks, and refusals of blocking and of challenges, into
//! sentences.

use crate::{
    Block, Message, Person,
    game::MINUTE,
    likeness::handle,
    notice::{BlockChange, BlockNotice, ContactRefusal},
    text::{Localizer, SentenceArg, display_name, shown_handle},
};

/// The list of the people a person blocks.
pub(super) fn message(speaker: Localizer<'_>, notice: &BlockNotice) -> Message {
    let BlockNotice { change, blocked, count } = notice;
    let text = match change {
        Some(BlockChange::Blocked { person, is_new: true }) => {
            speaker.sentence("block-done", &[name(person)])
        }
        Some(BlockChange::Blocked { person, is_new: false }) => {
            speaker.sentence("block-before", &[name(person)])
        }
        Some(BlockChange::Unblocked { person }) => speaker.sentence("unblock-done", &[name(person)]),
        None if blocked.is_empty() => speaker.fixed_sentence("block-nobody"),
        None => speaker.sentence("block-list", &[("count", (*count as u64).into())]),
    };
    let mut blocks = vec![Block::Text(text)];
    if change.is_none() && !blocked.is_empty() {
        blocks.push(Block::List(blocked.iter().map(line).collect()));
        let more = count.saturating_sub(blocked.len()) as u64;
        if more > 0 {
            blocks.push(Block::Text(speaker.sentence("block-more", &[("count", more.into())])));
        }
    }
    Message { blocks, ..Message::default() }
}

/// "Bob (bob)": both names can be typed.
pub(super) fn line(person: &Person) -> String {
    let (name, handle) = (display_name(&person.name), shown_handle(handle(&person.id)));
    if name == handle { name } else { format!("{name} ({handle})") }
}

/// The sentence for a refusal about contacts.
pub(super) fn refusal(speaker: Localizer<'_>, refusal: &ContactRefusal) -> String {
    let quoted = |name: &str| ("name", super::refusal::quoted(name));
    match refusal {
        ContactRefusal::Unavailable { person } => {
            speaker.sentence("refused-contact-unavailable", &[name(person)])
        }
        ContactRefusal::OpenElsewhere { person } => speaker.sentence("refused-contact-open", &[name(person)]),
        ContactRefusal::TooSoon { person, until, said_at } => {
            // Less than a minute counts as one.
            let until = (*until).max(said_at.saturating_add(MINUTE));
            let args = [name(person), ("until", speaker.instant(until, *said_at).into())];
            speaker.sentence("refused-contact-too-soon", &args)
        }
        ContactRefusal::Oneself => speaker.fixed_sentence("refused-block-oneself"),
        ContactRefusal::Nobody { name } => speaker.sentence("refused-contact-nobody", &[quoted(name)]),
        ContactRefusal::ManyBlocked { most } => {
            speaker.sentence("refused-block-many", &[("most", (*most as u64).into())])
        }
        ContactRefusal::NotBlocked { name } => speaker.sentence("refused-block-not", &[quoted(name)]),
        ContactRefusal::Overheard => speaker.fixed_sentence("refused-block-overheard"),
    }
}

pub(super) fn name(person: &Person) -> SentenceArg<'static> {
    ("name", display_name(&person.name).into())
}
