//! Welcomes a person on their first visit to a channel: the page explains what can be done there,
//! and a private notice says who plays.

use std::sync::Arc;

use adoube_bot::{Bot, ChannelId, Clock, IdempotencyKey};
use adoube_store::{Batch, CommitOutcome, Store};

use crate::{
    channels::{channel::name_of, directory::ChannelDirectory},
    log::{
        append::LogAppend,
        chat_log::ChatLog,
        entry::{LogContent, LogEntry, LogError},
    },
    view::reader::EntryReader,
    wire::ServerMessage,
};

/// Greets people on their first visit to a channel.
pub(crate) struct Welcome {
    pub(crate) service: Bot,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) channels: ChannelDirectory,
    pub(crate) log: ChatLog,
}

impl Welcome {
    /// Writes a private notice for a person who comes for the first time while other people play.
    /// Errors are only logged.
    pub(crate) async fn welcome(&self, channel: &ChannelId, reader: &EntryReader) {
        if let Err(error) = self.try_to_welcome(channel, reader).await {
            tracing::error!(%error, %channel, "somebody was not welcomed");
        }
    }

    /// The message that makes a person's page explain the channel, on their first visit.
    pub(crate) async fn greeting(&self, channel: &ChannelId, reader: &EntryReader) -> Option<ServerMessage> {
        let greeting = self.try_to_greet(channel, reader).await;
        greeting.unwrap_or_else(|error| {
            tracing::error!(%error, %channel, "somebody was not greeted");
            None
        })
    }

    async fn try_to_greet(
        &self,
        channel: &ChannelId,
        reader: &EntryReader,
    ) -> Result<Option<ServerMessage>, LogError> {
        let once =
            IdempotencyKey::new(format!("web-greeted:{}:{channel}", reader.person))?.in_shard(&channel.0);
        // A player in their own room against the computer needs no explanation.
        if self.channels.list().is_solo_room_of(name_of(channel), &reader.person) {
            return Ok(None);
        }
        if self.store.answer(&once).await?.is_some() {
            return Ok(None);
        }
        let committed = self.store.commit(Batch::new().idempotent(once, [], self.clock.now_millis())).await?;
        if committed != CommitOutcome::Applied {
            return Ok(None);
        }
        let playing = self.service.welcome(channel, &reader.person).await.is_some();
        Ok(Some(ServerMessage::Greet { channel: name_of(channel).to_owned(), playing }))
    }

    async fn try_to_welcome(&self, channel: &ChannelId, reader: &EntryReader) -> Result<(), LogError> {
        let once =
            IdempotencyKey::new(format!("web-welcome:{}:{channel}", reader.person))?.in_shard(&channel.0);
        let Some(notice) = self.service.welcome(channel, &reader.person).await else { return Ok(()) };
        if self.store.answer(&once).await?.is_some() {
            return Ok(());
        }
        let what =
            LogContent::Private { to: reader.person.clone(), notice: Box::new(notice), in_place_of: None };
        let now = self.clock.now_millis();
        let place = self.log.reserve_end(channel, LogEntry::new(now, None, what)).await?;
        // If another entry was written at the same moment, the next visit is soon enough.
        if self.store.commit(place.batch().idempotent(once, [], now)).await? == CommitOutcome::Applied {
            LogAppend::publish(place);
        }
        Ok(())
    }
}
