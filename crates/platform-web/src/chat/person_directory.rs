//! The bot's directory of people: finds people by name, completes names, and says whom a channel
//! lets in.

use std::sync::Arc;

use adoube_bot::{BoxFuture, ChannelId, Person, PersonDirectory, PersonId};
use adoube_store::Store;

use crate::{
    channels::access, identity::people::WebPeople, limits::COMPLETIONS, presence::board::PresenceBoard,
};

/// The people of the web chat, for the bot. Cheap to clone; all clones share their data.
#[derive(Clone)]
pub struct WebPersonDirectory {
    store: Arc<dyn Store>,
    pub(crate) people: WebPeople,
    /// The people who have a socket open.
    pub(crate) presence: PresenceBoard,
}

impl WebPersonDirectory {
    /// Opens the directory of the people in this store.
    pub fn new(store: Arc<dyn Store>) -> Self {
        let presence = if store.is_shared() { PresenceBoard::shared() } else { PresenceBoard::default() };
        Self { people: WebPeople::new(Arc::clone(&store)), store, presence }
    }

    /// Keeps the people who are let into a channel: only they can play there.
    async fn let_in(&self, channel: &ChannelId, people: Vec<Person>) -> Vec<Person> {
        if self.lets_in(channel, &PersonId(String::new())).await {
            return people;
        }
        let mut let_in = Vec::new();
        for person in people {
            if self.lets_in(channel, &person.id).await {
                let_in.push(person);
            }
        }
        let_in
    }
}

impl PersonDirectory for WebPersonDirectory {
    fn find<'a>(&'a self, channel: &'a ChannelId, name: &'a str) -> BoxFuture<'a, Vec<Person>> {
        Box::pin(async move {
            match self.people.named(name.trim().trim_start_matches('@')).await {
                Ok(person) => self.let_in(channel, person.into_iter().collect()).await,
                Err(error) => {
                    tracing::error!(%error, "a person could not be looked up");
                    Vec::new()
                }
            }
        })
    }

    fn complete<'a>(&'a self, channel: &'a ChannelId, prefix: &'a str) -> BoxFuture<'a, Vec<Person>> {
        Box::pin(async move {
            let prefix = prefix.trim().trim_start_matches('@');
            let mut people = self.presence.beginning(channel, prefix, COMPLETIONS);
            let known = self.people.beginning(prefix).await.unwrap_or_else(|error| {
                tracing::error!(%error, "people could not be looked up");
                Vec::new()
            });
            let others: Vec<Person> =
                known.into_iter().filter(|other| people.iter().all(|person| person.id != other.id)).collect();
            people.extend(others);
            people.truncate(COMPLETIONS);
            self.let_in(channel, people).await
        })
    }

    fn name_of<'a>(&'a self, _: &'a ChannelId, person: &'a PersonId) -> BoxFuture<'a, Option<String>> {
        Box::pin(async move {
            self.people.name_of(person).await.unwrap_or_else(|error| {
                tracing::error!(%error, %person, "a name cannot be read");
                None
            })
        })
    }

    fn lets_in<'a>(&'a self, channel: &'a ChannelId, person: &'a PersonId) -> BoxFuture<'a, bool> {
        Box::pin(async move {
            access::lets_in(&*self.store, channel, person).await.unwrap_or_else(|error| {
                tracing::error!(%error, %channel, "whom a channel lets in cannot be read");
                false
            })
        })
    }
}
