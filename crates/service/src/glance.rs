//! What an adapter may ask about a channel when nobody did anything that is decided there. Whatever did happen is decided
//! at one look, and what there is to know of the channel is in that decision (`service`).

use crate::{ChannelId, Notice, PersonId, Service};

impl Service {
    /// Whether nothing is under way in a channel: no game, no challenge or set-up that waits, nothing to be told. For
    /// tidying up, of which no event tells.
    pub async fn is_at_rest(&self, channel: &ChannelId) -> bool {
        let now = self.inner.clock.now_millis();
        let there = self.inner.ledger.channel(channel).await;
        let waiting = self.inner.ledger.outbox(channel, 1).await;
        match there.and_then(|there| Ok((there.value, waiting?))) {
            Ok((there, waiting)) => {
                there.game.is_none()
                    && there.challenges.iter().all(|challenge| challenge.has_expired(now))
                    && there.panels.iter().all(|panel| panel.has_expired(now))
                    && waiting.is_empty()
            }
            Err(error) => {
                tracing::error!(%error, %channel, "what is under way in a channel cannot be read");
                false
            }
        }
    }

    /// What to say to somebody who comes to a channel: who plays there, if they do not themselves. Coming does nothing to
    /// the channel, so it is no event.
    pub async fn welcome(&self, channel: &ChannelId, person: &PersonId) -> Option<Notice> {
        let kept = self.inner.ledger.channel(channel).await;
        let kept = kept.inspect_err(|error| tracing::error!(%error, %channel, "nobody is welcomed"));
        let game = kept.ok()?.value.game.filter(|game| game.seats.side_of(person).is_none())?;
        let (kinds, new) = (game.types(), !game.followers.contains(person));
        Some(Notice::Watching {
            variant: game.variant,
            seats: game.seats,
            kinds,
            game: new.then_some(game.id),
        })
    }
}
