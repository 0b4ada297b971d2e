//! Puts notices about the people a person blocks, and refusals of blocking and of challenges, into
//! sentences.

use crate::{
    Block, Message,
    core::{
        game::MINUTE,
        notice::{BlockChange, BlockNotice, ContactRefusal},
    },
    text::{
        Localizer,
        likeness::handle,
        sentence_parts::{name_with_handle, person_name, quoted},
    },
};

/// The list of the people a person blocks.
pub(crate) fn message(speaker: Localizer<'_>, notice: &BlockNotice) -> Message {
    let BlockNotice { change, blocked, count } = notice;
    let text = match change {
        Some(BlockChange::Blocked { person, is_new: true }) => {
            speaker.sentence("block-done", &[person_name(person)])
        }
        Some(BlockChange::Blocked { person, is_new: false }) => {
            speaker.sentence("block-before", &[person_name(person)])
        }
        Some(BlockChange::Unblocked { person }) => speaker.sentence("unblock-done", &[person_name(person)]),
        None if blocked.is_empty() => speaker.fixed_sentence("block-nobody"),
        None => speaker.sentence("block-list", &[("count", (*count as u64).into())]),
    };
    let mut blocks = vec![Block::Text(text)];
    if change.is_none() && !blocked.is_empty() {
        blocks.push(Block::List(
            blocked.iter().map(|person| name_with_handle(&person.name, handle(&person.id))).collect(),
        ));
        let more = count.saturating_sub(blocked.len()) as u64;
        if more > 0 {
            blocks.push(Block::Text(speaker.sentence("block-more", &[("count", more.into())])));
        }
    }
    Message { blocks, ..Message::default() }
}

/// The sentence for a refusal about contacts.
pub(crate) fn refusal(speaker: Localizer<'_>, refusal: &ContactRefusal) -> String {
    let typed = |name: &str| ("name", quoted(name));
    match refusal {
        ContactRefusal::Unavailable { person } => {
            speaker.sentence("refused-contact-unavailable", &[person_name(person)])
        }
        ContactRefusal::OpenElsewhere { person } => {
            speaker.sentence("refused-contact-open", &[person_name(person)])
        }
        ContactRefusal::TooSoon { person, until, said_at } => {
            // Less than a minute counts as one.
            let until = (*until).max(said_at.saturating_add(MINUTE));
            let args = [person_name(person), ("until", speaker.instant(until, *said_at).into())];
            speaker.sentence("refused-contact-too-soon", &args)
        }
        ContactRefusal::Oneself => speaker.fixed_sentence("refused-block-oneself"),
        ContactRefusal::Nobody { name } => speaker.sentence("refused-contact-nobody", &[typed(name)]),
        ContactRefusal::ManyBlocked { most } => {
            speaker.sentence("refused-block-many", &[("most", (*most as u64).into())])
        }
        ContactRefusal::NotBlocked { name } => speaker.sentence("refused-block-not", &[typed(name)]),
        ContactRefusal::Overheard => speaker.fixed_sentence("refused-block-overheard"),
    }
}
