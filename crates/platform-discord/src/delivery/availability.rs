//! Whether there is a place to show the board of a game: none while its thread is locked, while the bot may not write in
//! the channel, and when either is gone. Then the clock stands still, and the players are called where they can read it:
//! in the channel the thread belongs to, or else each in private. Not here: threads that merely sleep (`waking`), and how
//! anything else is delivered (`delivery`).

use std::sync::Arc;

use adoube_bot::{
    ChannelId, ClockEvent, ClockEventNotice, DeliveryError, DeliveryReceipt, Notice, OutboxEntry,
};
use adoube_discord_client::{RequestError, ThreadState, UserId};

use crate::{
    DiscordPlatform, PLATFORM, channel_id,
    delivery::transport::nonce,
    message::{
        platform_text::DiscordSentence,
        render::{self, user_id},
    },
    state::{
        channel_context::{ChannelBlock, ChannelContext},
        received_interaction::ReceivedInteraction,
    },
};

impl DiscordPlatform {
    /// A thread has changed, or is there again.
    pub(crate) async fn thread_changed(self: Arc<Self>, thread: ThreadState) {
        let channel = ChannelId(format!("{PLATFORM}:{}", thread.id));
        if !self.is_played_in(&channel).await {
            return;
        }
        if let Some(parent) = thread.parent
            && let Err(error) = self.known_channels.belongs_to(&channel, parent.get()).await
        {
            tracing::error!(%error, %channel, "where a thread belongs cannot be noted");
        }
        if thread.locked {
            self.lose_place(&channel, ChannelBlock::Locked).await;
            return;
        }
        self.find_place(&channel).await;
        if thread.archived {
            self.handle_archived(channel).await;
        }
    }

    /// A channel or a thread is gone.
    pub(crate) async fn channel_gone(self: Arc<Self>, id: adoube_discord_client::ChannelId) {
        let channel = ChannelId(format!("{PLATFORM}:{id}"));
        if self.is_played_in(&channel).await {
            self.lose_place(&channel, ChannelBlock::Gone).await;
        }
    }

    /// Nothing can be posted in a channel where the bot posted by itself.
    pub(crate) async fn lose_place(&self, channel: &ChannelId, why: ChannelBlock) {
        // First why, as what is told of it goes by that.
        if let Err(error) = self.known_channels.set_block(channel, Some(why)).await {
            tracing::error!(%error, %channel, "that a channel is shut cannot be noted");
        }
        if let Err(error) = self.service.channel_unavailable(channel).await {
            tracing::error!(%error, %channel, "a clock does not stand still although there is no place for its game");
        }
    }

    /// Something can be posted there again, if it could not.
    pub(crate) async fn find_place(&self, channel: &ChannelId) {
        match self.known_channels.get(channel).await {
            Ok(Some(ChannelContext { shut: Some(_), .. })) => {}
            Ok(_) => return,
            Err(error) => {
                tracing::error!(%error, %channel, "whether a channel is shut cannot be read");
                return;
            }
        }
        // The clock first: what is cut short here is done when the next thing is posted.
        if let Err(error) = self.service.channel_available(channel).await {
            tracing::error!(%error, %channel, "a clock stands still although there is a place for its game");
            return;
        }
        if let Err(error) = self.known_channels.set_block(channel, None).await {
            tracing::error!(%error, %channel, "that a channel is open cannot be noted");
        }
    }

    /// Somebody uses the bot where there was no place: perhaps there is one again, of which nobody told.
    pub(crate) fn look_again(self: &Arc<Self>, arrival: &ReceivedInteraction) {
        let (discord, channel, rights) = (Arc::clone(self), arrival.channel.clone(), arrival.rights);
        tokio::spawn(async move {
            let known = discord.known_channels.get(&channel).await;
            let is_shut = matches!(known, Ok(Some(ChannelContext { shut: Some(_), .. })));
            if !is_shut || !rights.may_post() {
                return;
            }
            // What the bot may do does not tell whether a thread is locked.
            if rights.in_thread() && discord.wake(&channel).await.is_err() {
                return;
            }
            discord.find_place(&channel).await;
        });
    }

    /// What failed there for good, when it says that there is no place.
    pub(crate) fn block_from_error(failure: &RequestError) -> Option<ChannelBlock> {
        match failure {
            RequestError::Forbidden(_) => Some(ChannelBlock::Forbidden),
            RequestError::ThreadLocked(_) | RequestError::ThreadArchived(_) => Some(ChannelBlock::Locked),
            RequestError::NotFound(_) => Some(ChannelBlock::Gone),
            _ => None,
        }
    }

    /// Whether a notice is that there is no place, which nobody would read there.
    pub(crate) fn tells_of_no_place(notice: &Notice) -> Option<&ClockEventNotice> {
        match notice {
            Notice::Time(time) if time.event == ClockEvent::PlaceLost => Some(time),
            _ => None,
        }
    }

    /// Calls both players, and nobody else, to where they can ask: once, as the message has a nonce.
    pub(crate) async fn tell_players(
        &self,
        delivery: &OutboxEntry,
        time: &ClockEventNotice,
        place: &ChannelContext,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        // Of an outage nobody is told, as of one of a shard.
        if place.shut == Some(ChannelBlock::Away) {
            return Ok(DeliveryReceipt::default());
        }
        let players: Vec<_> = time.seats.people().filter_map(|person| user_id(&person.id)).collect();
        let parent = place.parent.filter(|_| place.shut != Some(ChannelBlock::Removed));
        let parent = parent.and_then(adoube_discord_client::ChannelId::new);
        if let Some(parent) = parent {
            let calls: Vec<String> = players.iter().map(|user| format!("<@{user}>")).collect();
            let words = self.words_of_no_place(delivery, time, place, self.language_in(place).await);
            let mut body = render::of_sentence(&format!("{} {words}", calls.join(" ")));
            body.called.clone_from(&players);
            match self.link.post(parent, &body, &nonce(delivery.key())).await {
                Ok(_) => return Ok(DeliveryReceipt::default()),
                Err(failure) if failure.may_pass() => return Err(later(&failure)),
                Err(failure) => tracing::debug!(%failure, %parent, "players cannot be called there"),
            }
        }
        for person in time.seats.people() {
            let Some(user) = user_id(&person.id) else { continue };
            let language = self.language_of(&person.id, place.language()).await;
            let words = self.words_of_no_place(delivery, time, place, language);
            match self.write_once(user, &words, delivery.key()).await {
                Err(failure) if failure.may_pass() => return Err(later(&failure)),
                Err(failure) => tracing::debug!(%failure, "a player cannot be told"),
                Ok(()) => {}
            }
        }
        Ok(DeliveryReceipt::default())
    }

    async fn write_once(&self, user: UserId, words: &str, key: &[u8]) -> Result<(), RequestError> {
        let nonce = nonce(&[key, user.to_string().as_bytes()].concat());
        self.link.write_to(user, &render::of_sentence(words), &nonce).await
    }

    fn words_of_no_place(
        &self,
        delivery: &OutboxEntry,
        time: &ClockEventNotice,
        place: &ChannelContext,
        language: adoube_bot::Language,
    ) -> String {
        let link = channel_id(&delivery.channel).map(|id| format!("<#{id}>")).unwrap_or_default();
        let why = match place.shut {
            Some(ChannelBlock::Gone) => DiscordSentence::ChannelGone,
            Some(ChannelBlock::Forbidden) => DiscordSentence::NotDelivered,
            Some(ChannelBlock::Removed) => DiscordSentence::Removed,
            Some(ChannelBlock::Locked | ChannelBlock::Away) | None => DiscordSentence::ThreadLocked,
        };
        let values = [("channel", link.as_str().into()), ("invitation", self.invitation_or_none())];
        let why = self.words.say_with(language, why, &values);
        if time.clock.is_none() {
            return why;
        }
        format!("{why} {}", self.words.say(language, DiscordSentence::ClocksStand, &link))
    }
}

/// It is tried again.
pub(crate) fn later(failure: &RequestError) -> DeliveryError {
    let after = if let RequestError::RateLimited(pause) = failure { Some(*pause) } else { None };
    DeliveryError::Retry { reason: failure.to_string(), after }
}
