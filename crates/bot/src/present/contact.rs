//! The people a person blocks, in words; and the refusals of blocking and of challenges.

use crate::{
    Block, Message, Person,
    game::MINUTE,
    likeness::handle,
    notice::{BlockChange, BlockNotice, ContactRefusal},
    wording::{Arg, Speaker, shown_handle, shown_name},
};

/// The list of the people a person blocks.
pub(super) fn message(speaker: Speaker<'_>, notice: &BlockNotice) -> Message {
    let BlockNotice { change, blocked, count } = notice;
    let text = match change {
        Some(BlockChange::Blocked { person, is_new: true }) => speaker.say("block-done", &[name(person)]),
        Some(BlockChange::Blocked { person, is_new: false }) => speaker.say("block-before", &[name(person)]),
        Some(BlockChange::Unblocked { person }) => speaker.say("unblock-done", &[name(person)]),
        None if blocked.is_empty() => speaker.plain("block-nobody"),
        None => speaker.say("block-list", &[("count", (*count as u64).into())]),
    };
    let mut blocks = vec![Block::Text(text)];
    if change.is_none() && !blocked.is_empty() {
        blocks.push(Block::List(blocked.iter().map(line).collect()));
        let more = count.saturating_sub(blocked.len()) as u64;
        if more > 0 {
            blocks.push(Block::Text(speaker.say("block-more", &[("count", more.into())])));
        }
    }
    Message { blocks, ..Message::default() }
}

/// "Bob (bob)", as both names can be typed.
pub(super) fn line(person: &Person) -> String {
    let (name, handle) = (shown_name(&person.name), shown_handle(handle(&person.id)));
    if name == handle { name } else { format!("{name} ({handle})") }
}

/// Why not.
pub(super) fn refusal(speaker: Speaker<'_>, refusal: &ContactRefusal) -> String {
    let quoted = |name: &str| ("name", super::refusal::quoted(name));
    match refusal {
        ContactRefusal::Unavailable { person } => speaker.say("refused-contact-unavailable", &[name(person)]),
        ContactRefusal::OpenElsewhere { person } => speaker.say("refused-contact-open", &[name(person)]),
        ContactRefusal::TooSoon { person, until, said_at } => {
            // Less than a minute is said as one.
            let until = (*until).max(said_at.saturating_add(MINUTE));
            let args = [name(person), ("until", speaker.instant(until, *said_at).into())];
            speaker.say("refused-contact-too-soon", &args)
        }
        ContactRefusal::Oneself => speaker.plain("refused-block-oneself"),
        ContactRefusal::Nobody { name } => speaker.say("refused-contact-nobody", &[quoted(name)]),
        ContactRefusal::ManyBlocked { most } => {
            speaker.say("refused-block-many", &[("most", (*most as u64).into())])
        }
        ContactRefusal::NotBlocked { name } => speaker.say("refused-block-not", &[quoted(name)]),
        ContactRefusal::Overheard => speaker.plain("refused-block-overheard"),
    }
}

pub(super) fn name(person: &Person) -> Arg<'static> {
    ("name", shown_name(&person.name).into())
}
