//! What an adapter may find out about a channel at one look, before anything is done there. Not here: what is done
//! (`flow`).

use crate::{ChannelId, Notice, PersonId, Service, game::GameRecord};

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

    /// Whether somebody plays a game with hidden cards in a channel: then whatever is said to them may tell of theirs.
    pub async fn holds_cards(&self, channel: &ChannelId, person: &PersonId) -> bool {
        let holds = |game: &GameRecord| game.hides_cards() && game.seats.side_of(person).is_some();
        self.sees_of_game(channel, true, holds).await
    }

    /// Whether a game runs in a channel, or a set-up or a challenge waits there for this person or of theirs.
    pub async fn is_busy_for(&self, channel: &ChannelId, person: &PersonId) -> bool {
        let now = self.inner.clock.now_millis();
        match self.inner.ledger.channel(channel).await {
            Ok(kept) => {
                let there = kept.value;
                let challenged = there.challenges.iter().any(|challenge| {
                    !challenge.has_expired(now)
                        && (challenge.challenger.id == *person || challenge.is_open_to(person))
                });
                let own_panel =
                    there.panels.iter().any(|panel| panel.owner.id == *person && !panel.has_expired(now));
                there.game.is_some() || challenged || own_panel
            }
            Err(error) => {
                tracing::error!(%error, %channel, "what waits in a channel cannot be read");
                true
            }
        }
    }

    /// Whether nothing is under way in a channel: no game, no challenge or set-up that waits, nothing to be told.
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

    /// What to say to somebody who comes to a channel: who plays there, if they do not themselves.
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
