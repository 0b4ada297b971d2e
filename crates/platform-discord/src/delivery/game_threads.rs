//! Threads of games: opened under the message that says so, and let go a day after the last word about a game that is over.
//! Not here: when a game gets one (the bot).

use std::sync::Arc;

use adoube_bot::{
    ChannelId, DeliveryAttempts, DeliveryError, DeliveryReceipt, Message, OutboxEntry, ThreadPolicy,
    ThreadRequest,
};
use adoube_discord_client::{MessageId, RequestError};
use adoube_store::{BatchWrite, StoreError};

use crate::{
    DiscordPlatform, PLATFORM, channel_id,
    delivery::{
        button_removal::{SeriesMessage, SeriesRecord},
        thread_wakeup,
        transport::{ATTEMPTS_UNKNOWN, DeliveryRoute},
    },
    interactions::respond::retry,
    message::{
        markdown,
        platform_text::DiscordSentence,
        render::{self, clipped, user_id},
    },
    state::channel_context::ChannelContext,
};

/// Characters of a thread's name.
const NAME: usize = 100;

impl DiscordPlatform {
    /// When a game that begins in this place gets a thread.
    pub(crate) fn threads_in(&self, place: &ChannelContext) -> ThreadPolicy {
        if place.threads { self.settings.threads } else { ThreadPolicy::Never }
    }

    /// Says that a thread is being opened, opens it under that message, which then says that it is there, and lets the game
    /// begin in it. Every step can be made again: the message has a nonce, and a message has no more than one thread.
    pub(crate) async fn open_thread(
        self: &Arc<Self>,
        delivery: &OutboxEntry,
        message: &Message,
        thread: &ThreadRequest,
        (place, tried): (&ChannelContext, DeliveryAttempts),
    ) -> Result<DeliveryReceipt, DeliveryError> {
        match self.opened_thread(delivery, message, thread, place).await {
            Ok((posted, opened)) => {
                let channel = ChannelId(format!("{PLATFORM}:{opened}"));
                let parent = channel_id(&delivery.channel).map(adoube_discord_client::ChannelId::get);
                self.known_channels.note(&channel, place.own_thread(parent)).await?;
                let row = place.guild.and_then(|guild| thread_wakeup::opened(guild, &channel));
                let mut done = self.posted(delivery, message, posted, Some(channel)).await?;
                done.writes.extend(row);
                Ok(self.take_in(done, opened, thread))
            }
            // Whether it will ever be opened nobody knows, so not for ever.
            Err(failure @ RequestError::Unknown(_)) if tried.attempts >= ATTEMPTS_UNKNOWN => {
                Err(self.give_up(delivery, message, &failure).await)
            }
            Err(failure) => Err(self.not_sent(delivery, message, failure).await),
        }
    }

    async fn opened_thread(
        &self,
        delivery: &OutboxEntry,
        message: &Message,
        thread: &ThreadRequest,
        place: &ChannelContext,
    ) -> Result<(SeriesMessage, adoube_discord_client::ChannelId), RequestError> {
        let gone = || RequestError::NotFound(delivery.channel.to_string());
        let channel = channel_id(&delivery.channel).ok_or_else(gone)?;
        // As a message of its own and not as an answer: only that is there once when it is sent again.
        let title = markdown::escaped(&thread.title);
        let values = [("title", title.as_str().into())];
        let language = self.language_in(place).await;
        let opening =
            render::of_sentence(&self.words.say_with(language, DiscordSentence::ThreadOpening, &values));
        let posted = self.send(delivery, &opening, &DeliveryRoute::Post).await?;
        let id = MessageId::new(posted.id).ok_or_else(gone)?;
        let opened = self.link.open_thread(channel, id, &clipped(&thread.title, NAME)).await?;
        let body = render::of(message, None, false);
        if let Err(failure) = retry(|| self.link.change(channel, id, &body)).await {
            tracing::debug!(%failure, %channel, "a message does not say that its thread is there");
        }
        Ok((posted, opened))
    }

    /// Both players see the thread in their list. Whoever is called in it is taken in by that, and Discord tells everybody
    /// else of being taken in as it tells of being called, so nobody is told twice.
    fn take_in(
        self: &Arc<Self>,
        done: DeliveryReceipt,
        opened: adoube_discord_client::ChannelId,
        thread: &ThreadRequest,
    ) -> DeliveryReceipt {
        let others = thread.players.iter().filter(|player| thread.called.as_ref() != Some(*player));
        let players: Vec<_> = others.filter_map(user_id).collect();
        let discord = Arc::clone(self);
        done.then(async move || {
            let task = discord.under_way.start();
            tokio::spawn(async move {
                let _task = task;
                for player in players {
                    if let Err(failure) = discord.link.add_to_thread(opened, player).await {
                        tracing::debug!(%failure, "a player was not taken into the thread");
                    }
                }
            });
        })
    }

    /// A game begins in a thread that is not looked after: one whose game was over, or somebody else's. What to write so that
    /// it is from now on.
    pub(crate) async fn taken_up(
        &self,
        channel: &ChannelId,
        place: &ChannelContext,
    ) -> Result<Option<BatchWrite>, StoreError> {
        let Some(guild) = place.guild.filter(|_| place.parent.is_some()) else { return Ok(None) };
        let is_known = thread_wakeup::is_open(&*self.store, guild, channel).await?;
        let is_new = !is_known && self.is_played_in(channel).await;
        Ok(is_new.then(|| thread_wakeup::opened(guild, channel)).flatten())
    }

    /// One's own thread stays for a week after each word again; of somebody else's the bot may not say so.
    pub(crate) async fn keep_thread(&self, channel: &ChannelId) {
        let Some(thread) = channel_id(channel) else { return };
        if let Err(failure) = self.link.keep_thread(thread).await {
            tracing::debug!(%failure, %channel, "a thread sleeps when it was to");
        }
    }

    /// Lets the thread of a game that is over go, once no message in it has buttons any more but the last board, under which
    /// people go on: nothing can be changed in an archived thread. Until a day after the last word it is where it was, and
    /// whatever is said there later opens it again.
    pub(crate) async fn close_thread(
        self: &Arc<Self>,
        delivery: &OutboxEntry,
        message: &Message,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        if let Some(series) = &message.series {
            let kept = SeriesRecord::read(&*self.store, &delivery.channel, series).await?.but_the_newest();
            let (place, now) = (self.place(&delivery.channel).await?, self.clock.now_millis());
            kept.remove_old_buttons(&*self.link, &*self.store, (&delivery.channel, place.open), None, now)
                .await?;
        }
        let closed = match channel_id(&delivery.channel) {
            Some(thread) => self.link.retire_thread(thread).await,
            None => Err(RequestError::NotFound(delivery.channel.to_string())),
        };
        match closed {
            Ok(()) => {
                let guild = self.place(&delivery.channel).await?.guild;
                let row = guild.map(|guild| thread_wakeup::closed(guild, &delivery.channel));
                Ok(DeliveryReceipt::writing(row.into_iter().collect()))
            }
            Err(failure) => Err(self.not_sent(delivery, message, failure).await),
        }
    }
}
