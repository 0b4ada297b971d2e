//! What an adapter may find out about a channel at one look, before anything is done there. Not here: what is done
//! (`flow`).

use crate::{ChannelId, PersonId, Service, game::GameRecord};

impl Service {
    /// Whether a game runs in a channel, so that words said there may be a move; for platforms on which the bot hears
    /// everything that is said.
    pub async fn plays_in(&self, channel: &ChannelId) -> bool {
        self.sees_of_game(channel, false, |_| true).await
    }

    /// Whether somebody plays the game that runs in a channel.
    pub async fn has_seat(&self, channel: &ChannelId, person: &PersonId) -> bool {
        self.sees_of_game(channel, false, |game| game.seats.side_of(person).is_some()).await
    }

    /// Whether the game that runs in a channel has hidden cards: then everything said to one person is for their eyes.
    pub async fn hides_cards(&self, channel: &ChannelId) -> bool {
        self.sees_of_game(channel, true, |game| game.deal.is_some()).await
    }

    async fn sees_of_game(
        &self,
        channel: &ChannelId,
        in_doubt: bool,
        seen: impl FnOnce(&GameRecord) -> bool,
    ) -> bool {
        match self.inner.ledger.channel(channel).await {
            Ok(kept) => kept.value.game.as_ref().is_some_and(seen),
            Err(error) => {
                tracing::error!(%error, %channel, "a channel's game cannot be read");
                in_doubt
            }
        }
    }
}
