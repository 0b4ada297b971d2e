//! Directory of people on Matrix: finds members of a room by id and name, and stores a profile of
//! each person and the language of each channel. Not here: permissions.

use std::sync::Arc;

use adoube_bot::{
    BoxFuture, ChannelId, Language, Person, PersonDirectory, PersonId,
    forms::{self, StoredForm},
    is_called,
};
use adoube_matrix_client::UserId;
use adoube_platform::steady_language::SteadyLanguage;
use adoube_store::{BatchWrite, Key, Store, StoreError};
use serde::{Deserialize, Serialize};

use crate::{
    ids::{self, ChannelAddress},
    records::{self, LANGUAGE, PERSON},
    state::{forwarding, room_cache::RoomCache},
};

/// Most characters of a stored name.
const NAME: usize = 32;
/// Most people returned by a search.
const FOUND: usize = 25;

/// Stored profile of a person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MatrixProfile {
    /// Display name at the last action.
    pub(crate) name: String,
    /// Language of the person's commands, or the language they chose.
    pub(crate) language: Option<Language>,
    /// The channel last talked about in the direct room.
    pub(crate) about: Option<ChannelId>,
}

impl StoredForm for MatrixProfile {
    const KIND: &'static str = "what is known of a person on Matrix";
    const VERSION: u64 = 1;
}

/// Stored form of a channel's language.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredLanguage {
    pub(crate) language: Language,
    /// Lead of the language over others; 0 if it is that of the last action only.
    #[serde(default, skip_serializing_if = "is_none_at_all")]
    pub(crate) lead: u8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_none_at_all(lead: &u8) -> bool {
    *lead == 0
}

impl StoredForm for StoredLanguage {
    const KIND: &'static str = "the language of a channel on Matrix";
    const VERSION: u64 = 2;
}

/// Directory of people on Matrix. Cheap to clone.
#[derive(Clone)]
pub struct MatrixPeople {
    store: Arc<dyn Store>,
    rooms: Arc<RoomCache>,
}

/// The bot's record of a user.
pub(crate) fn person(user: &UserId, name: &str) -> Person {
    let name = if name.trim().is_empty() { local_part(user) } else { name };
    Person { id: ids::person_id(user), name: name.chars().take(NAME).collect() }
}

/// `ada` of `@ada:example.org`.
pub(crate) fn local_part(user: &UserId) -> &str {
    let name = user.0.trim_start_matches('@');
    name.split_once(':').map_or(name, |(name, _)| name)
}

/// `example.org` of `@ada:example.org`.
pub(crate) fn server_of(user: &UserId) -> &str {
    user.0.split_once(':').map_or("", |(_, server)| server)
}

impl MatrixPeople {
    pub(crate) fn new(store: Arc<dyn Store>, rooms: Arc<RoomCache>) -> Self {
        Self { store, rooms }
    }

    /// The stored profile of a person; the default for an unknown person.
    pub(crate) async fn profile(&self, person: &PersonId) -> Result<MatrixProfile, StoreError> {
        let key = key(person);
        let profile = records::read::<MatrixProfile>(&*self.store, key.as_ref()).await?;
        let mut profile = profile.unwrap_or_default();
        if let Some(about) = profile.about.take() {
            profile.about = Some(forwarding::current(&*self.store, about).await?);
        }
        Ok(profile)
    }

    /// The write that saves a profile.
    pub(crate) fn keep(person: &PersonId, profile: &MatrixProfile) -> Option<BatchWrite> {
        let value = forms::write(profile).ok()?;
        Some(records::put(key(person), value))
    }

    /// The language of most public actions in a room, or of the last action in a room of two.
    pub(crate) async fn spoken_in(&self, channel: &ChannelId) -> Result<Option<SteadyLanguage>, StoreError> {
        let key = spoken(channel);
        let stored = records::read(&*self.store, key.as_ref()).await?;
        Ok(stored.map(|StoredLanguage { language, lead }| SteadyLanguage { language, lead }))
    }

    /// The write that saves the language of a room.
    pub(crate) fn speak_in(channel: &ChannelId, spoken_in: SteadyLanguage) -> Option<BatchWrite> {
        let SteadyLanguage { language, lead } = spoken_in;
        let value = forms::write(&StoredLanguage { language, lead }).ok()?;
        Some(records::put(spoken(channel), value))
    }

    async fn members(&self, channel: &ChannelId, anew: bool) -> Vec<Person> {
        let Some(place) = ChannelAddress::of(channel) else { return Vec::new() };
        let state =
            if anew { self.rooms.get_anew(&place.room).await } else { self.rooms.get(&place.room).await };
        match state {
            Ok(state) => state.members.iter().map(|(user, name)| person(user, name)).collect(),
            Err(failure) => {
                tracing::warn!(%failure, %channel, "who is in a room cannot be asked");
                Vec::new()
            }
        }
    }

    /// A member of a room too large for a full list of members.
    async fn unlisted(&self, channel: &ChannelId, user: UserId) -> Option<Person> {
        let place = ChannelAddress::of(channel)?;
        let is_crowd = self.rooms.get(&place.room).await.is_ok_and(|state| state.unlisted > 0);
        if !is_crowd || self.rooms.own().is_some_and(|own| own == user) {
            return None;
        }
        let name = self.rooms.member(&place.room, &user).await?;
        Some(person(&user, &name))
    }
}

/// The people that a name refers to.
fn among(members: Vec<Person>, name: &str) -> Vec<Person> {
    if let Some(user) = user_named(name.trim()) {
        let id = ids::person_id(&UserId(user.0.to_lowercase()));
        return members.into_iter().filter(|person| person.id.0.to_lowercase() == id.0).collect();
    }
    let wanted = folded(name);
    let typed = name.trim().trim_start_matches('@');
    let called = |person: &&Person| is_called(&person.name, typed);
    let mut found: Vec<Person> = members.iter().filter(called).cloned().collect();
    if found.is_empty() {
        let local = |person: &&Person| {
            ids::user_id(&person.id).is_some_and(|user| local_part(&user).to_lowercase() == wanted)
        };
        found = members.iter().filter(local).cloned().collect();
    }
    if found.is_empty() {
        found = bridged(&members, typed);
    }
    found.truncate(FOUND);
    found
}

/// The person with this name apart from a bridge's suffix, as in `Bob (WA)` or `Bob [irc]`, or with
/// this first word of the name, if there is exactly one.
fn bridged(members: &[Person], typed: &str) -> Vec<Person> {
    let without_mark = |name: &str| {
        let marks = [('(', ')'), ('[', ']')];
        let mark = marks.into_iter().find(|(_, end)| name.ends_with(*end))?;
        name.rsplit_once(mark.0).map(|(name, _)| name.trim_end().to_owned())
    };
    let first_word = |name: &str| name.split_whitespace().next().map(str::to_owned);
    let called = |shorten: &dyn Fn(&str) -> Option<String>| -> Vec<Person> {
        let is_meant = |person: &&Person| shorten(&person.name).is_some_and(|name| is_called(&name, typed));
        members.iter().filter(is_meant).cloned().collect()
    };
    let mut found = called(&without_mark);
    if found.is_empty() {
        found = called(&first_word);
    }
    if found.len() == 1 { found } else { Vec::new() }
}

/// The user of an id such as `@bob:example.org`, or of a `matrix.to` link.
fn user_named(name: &str) -> Option<UserId> {
    let is_id = name.starts_with('@') && name.contains(':');
    is_id.then(|| UserId(name.to_owned())).or_else(|| ids::user_at(name))
}

fn folded(name: &str) -> String {
    name.trim().trim_start_matches('@').to_lowercase()
}

impl PersonDirectory for MatrixPeople {
    fn find<'a>(&'a self, channel: &'a ChannelId, name: &'a str) -> BoxFuture<'a, Vec<Person>> {
        Box::pin(async move {
            let found = among(self.members(channel, false).await, name);
            if !found.is_empty() {
                return found;
            }
            if let Some(user) = user_named(name.trim())
                && let Some(person) = self.unlisted(channel, UserId(user.0.to_lowercase())).await
            {
                return vec![person];
            }
            // A new member may not have been reported yet.
            among(self.members(channel, true).await, name)
        })
    }

    fn is_bot<'a>(&'a self, _: &'a ChannelId, name: &'a str) -> BoxFuture<'a, bool> {
        let named = |own: UserId| match user_named(name.trim()) {
            Some(user) => user.0.to_lowercase() == own.0.to_lowercase(),
            None => folded(name) == local_part(&own).to_lowercase(),
        };
        Box::pin(std::future::ready(self.rooms.own().is_some_and(named)))
    }

    fn name_of<'a>(&'a self, channel: &'a ChannelId, person: &'a PersonId) -> BoxFuture<'a, Option<String>> {
        Box::pin(async move {
            let members = self.members(channel, false).await;
            if let Some(member) = members.into_iter().find(|member| member.id == *person) {
                return Some(member.name);
            }
            self.unlisted(channel, ids::user_id(person)?).await.map(|member| member.name)
        })
    }

    fn lets_in<'a>(&'a self, channel: &'a ChannelId, person: &'a PersonId) -> BoxFuture<'a, bool> {
        Box::pin(async move {
            // If the room cannot be read, no person counts as a member.
            let is_member = |members: Vec<Person>| members.iter().any(|member| member.id == *person);
            is_member(self.members(channel, false).await) || is_member(self.members(channel, true).await)
        })
    }

    fn is_alone_with<'a>(&'a self, channel: &'a ChannelId, person: &'a PersonId) -> BoxFuture<'a, bool> {
        let alone = |members: Vec<Person>| matches!(&members[..], [only] if only.id == *person);
        Box::pin(async move {
            // A new member may not have been reported yet.
            alone(self.members(channel, false).await) && alone(self.members(channel, true).await)
        })
    }

    fn complete<'a>(&'a self, channel: &'a ChannelId, prefix: &'a str) -> BoxFuture<'a, Vec<Person>> {
        Box::pin(async move {
            let wanted = folded(prefix);
            let mut found = self.members(channel, false).await;
            found.retain(|person| folded(&person.name).starts_with(&wanted));
            found.truncate(FOUND);
            found
        })
    }
}

/// Key of the language of a room; its threads share it.
fn spoken(channel: &ChannelId) -> Key {
    let room = ChannelAddress::of(channel).map(|place| ChannelAddress { thread: None, ..place }.channel());
    records::key(LANGUAGE).text(&room.as_ref().unwrap_or(channel).0)
}

fn key(person: &PersonId) -> Key {
    records::key(PERSON).text(&person.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_behind_bridges_are_found_without_the_mark_of_the_bridge() {
        let members = || {
            let members = [
                ("@wa_1:x", "Bob (WA)"),
                ("@irc_cy:x", "Cy [irc]"),
                ("@tg_2:x", "Dan Smith (Telegram)"),
                ("@wa_3:x", "Eve (WA)"),
                ("@irc_eve:x", "Eve [irc]"),
                ("@robert:y", "Bobby"),
            ];
            members.map(|(id, name)| person(&UserId(id.to_owned()), name)).to_vec()
        };
        for (typed, found) in [
            ("bob", Some("Bob (WA)")),
            ("@Bob", Some("Bob (WA)")),
            ("bob (wa)", Some("Bob (WA)")),
            ("cy", Some("Cy [irc]")),
            ("dan smith", Some("Dan Smith (Telegram)")),
            ("dan", Some("Dan Smith (Telegram)")),
            ("eve", None),
            ("smith", None),
        ] {
            let names: Vec<String> = among(members(), typed).into_iter().map(|person| person.name).collect();
            assert_eq!(names, found.map(str::to_owned).into_iter().collect::<Vec<_>>(), "{typed}");
        }
    }

    #[test]
    fn ids_and_addresses_name_a_user() {
        for (text, user) in [
            ("@bob:example.org", Some("@bob:example.org")),
            ("https://matrix.to/#/@bob:example.org", Some("@bob:example.org")),
            ("https://matrix.to/#/%40bob%3Aexample.org", Some("@bob:example.org")),
            ("@bob", None),
            ("bob:example.org", None),
        ] {
            assert_eq!(user_named(text), user.map(|user| UserId(user.to_owned())), "{text}");
        }
    }
}
