//! Looks up people whom a person blocks or bars: in the channel, among opponents of earlier games, and
//! in a list by a name that may be old. Not here: lookup of opponents (`lookup`).

use super::{HandlerRequest, HandlerResult};
use crate::{
    Person,
    core::notice::ContactRefusal,
    text::likeness::{handle, is_called},
};

/// Number of the sender's newest games whose opponents can be named from any channel.
const GAMES_LOOKED_AT: usize = 50;

impl HandlerRequest<'_> {
    /// The person with this name in the channel, or else among opponents of the sender's earlier
    /// games.
    pub(crate) async fn find_contact(&self, name: &str) -> HandlerResult<Person> {
        if let Some(found) = self.find_person_or_none(name).await? {
            return Ok(found);
        }
        let games = self.context.ledger.games_of(&self.incoming.person.id, GAMES_LOOKED_AT).await?;
        let played = games.iter().flat_map(|game| game.seats.people()).cloned();
        let mut called: Vec<Person> = played.filter(|person| is_meant(person, name)).collect();
        called.sort_unstable_by(|one, other| one.id.cmp(&other.id));
        called.dedup_by(|one, other| one.id == other.id);
        match called.len() {
            1 => Ok(called.remove(0)),
            _ => Err(ContactRefusal::Nobody { name: name.to_owned() }.into()),
        }
    }

    /// The person of a list with this name, also an old name; `None` if the name is another
    /// person's now.
    pub(crate) async fn find_among(&self, name: &str, people: &[Person]) -> HandlerResult<Option<Person>> {
        let mut meant = people.iter().filter(|person| is_meant(person, name));
        if let (Some(one), None) = (meant.next(), meant.next()) {
            return Ok(Some(one.clone()));
        }
        let found = self.find_person_or_none(name).await?;
        Ok(found.and_then(|found| people.iter().find(|person| person.id == found.id).cloned()))
    }
}

/// Whether the typed text is the person's name or their handle on the platform.
fn is_meant(person: &Person, typed: &str) -> bool {
    let bare = typed.trim().trim_start_matches('@');
    let handle = handle(&person.id);
    is_called(&person.name, bare) || handle == bare || handle == typed.trim()
}
