//! The word to somebody who comes to a channel in which others play: once, and to them alone. Not here: what it says (the
//! service).

use adoube_service::{ChannelId, EventId};
use adoube_store::Committed;

use super::{
    Chat,
    events::EventError,
    log::{Entry, PendingEntry, What},
    view::Reader,
};

impl Chat {
    /// Welcomes somebody who comes here for the first time while others play. Nothing hangs on it: what goes wrong is
    /// logged.
    pub(super) async fn welcome(&self, channel: &ChannelId, reader: &Reader) {
        if let Err(error) = self.try_to_welcome(channel, reader).await {
            tracing::error!(%error, %channel, "somebody was not welcomed");
        }
    }

    async fn try_to_welcome(&self, channel: &ChannelId, reader: &Reader) -> Result<(), EventError> {
        let once = EventId::new(format!("web-welcome:{}:{channel}", reader.person))?;
        let Some(notice) = self.service.welcome(channel, &reader.person).await else { return Ok(()) };
        if self.store.answer(&once).await?.is_some() {
            return Ok(());
        }
        let what = What::Private { to: reader.person.clone(), notice: Box::new(notice), in_place_of: None };
        let now = self.clock.now_millis();
        let place = self.log.place(channel, Entry::new(now, None, what)).await?;
        // Where something else was written at the same moment, the next visit is soon enough.
        if self.store.commit(place.batch().once(once, [], now)).await? == Committed::Applied {
            PendingEntry::publish(place);
        }
        Ok(())
    }
}
