//! Posts what waits in the outbox. A notice is taken out in the transaction that notes which message it became. Not here:
//! when, and in which order (the bot's outbox), the answers to interactions (`answering`), though one of them may carry
//! a notice.

use std::{convert::Infallible, sync::Arc, time::Duration};

use adoube_bot::{
    Block, ChannelId, DeliveryAttempts, DeliveryError, DeliveryPolicy, DeliveryReceipt, LaneLock, Language,
    Message, MessageAccess, NextDelivery, Notice, OutboxEntry, PersonId, ReadingPreferences, RepositoryError,
    RetryAfterPolicy, Transport, Viewer,
};
use adoube_discord_client::{DiscordMessage, InteractionAnswer, MessageId, RequestError};
use adoube_store::StoreError;
use base64::Engine;
use sha2::{Digest, Sha256};

use crate::{
    DiscordPlatform, channel_id,
    delivery::button_removal::{SeriesMessage, SeriesRecord},
    interactions::respond::PublicAnswerState,
    message::{
        platform_text::DiscordSentence,
        render::{self, user_id},
    },
    state::{
        channel_context::{ANSWERABLE, ChannelBlock, ChannelContext, InteractionWindow},
        received_interaction::ReceivedInteraction,
    },
};

/// What comes of an interaction is delivered before the whole outbox is looked through. With these pauses a notice is given
/// up after a week, in which Discord may not have been reached.
pub(crate) const MANNER: DeliveryPolicy = DeliveryPolicy {
    at_once: 128,
    look_every: Duration::from_millis(250),
    first_pause: Duration::from_millis(250),
    longest_pause: Duration::from_secs(5 * 60),
    wish: RetryAfterPolicy::Minimum,
    attempts: Some(2030),
};
/// Attempts where only an answer to an interaction reaches the channel: somebody has to do something there first.
const ATTEMPTS_WITHOUT_DOOR: u32 = 8;
/// Attempts while Discord refuses something for a reason that is not known here.
pub(crate) const ATTEMPTS_UNKNOWN: u32 = 4;

/// A way in which a notice can reach its channel.
pub(crate) enum DeliveryRoute<'a> {
    /// As the answer to an interaction that has none yet.
    Answer(&'a ReceivedInteraction),
    /// As a message of the bot.
    Post,
    /// As a further answer to an interaction.
    Through(InteractionWindow),
}

impl Transport for DiscordPlatform {
    type Entry = Infallible;

    async fn deliver(
        self: &Arc<Self>,
        delivery: &OutboxEntry,
        tried: DeliveryAttempts,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        self.post(delivery, tried).await
    }

    async fn deliver_own(
        self: &Arc<Self>,
        _: &ChannelId,
        own: &Infallible,
        _: DeliveryAttempts,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        match *own {}
    }
}

impl DiscordPlatform {
    /// Posts a notice in the first way that is open.
    async fn post(
        self: &Arc<Self>,
        delivery: &OutboxEntry,
        tried: DeliveryAttempts,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        let place = self.place(&delivery.channel).await?;
        let door = place.door(self.clock.now_millis()).cloned();
        let mut ways: Vec<DeliveryRoute<'_>> = door.map(DeliveryRoute::Through).into_iter().collect();
        if place.open {
            // Discord takes a repeated message of the bot for what it is, but not a repeated answer; and yet an answer
            // waits for nobody else's turn, so where nothing can be there yet it may go first.
            let at = if !tried.perhaps_there && self.link.is_crowded() { ways.len() } else { 0 };
            ways.insert(at, DeliveryRoute::Post);
        }
        if let Some(time) = Self::tells_of_no_place(&delivery.notice) {
            return self.tell_players(delivery, time, &place).await;
        }
        if let Notice::Reminder(reminder) = &delivery.notice
            && reminder.privately
        {
            return self.remind_in_private(delivery, reminder, &place).await;
        }
        match place.shut {
            Some(ChannelBlock::Away) => {
                let reason = "the server is out of reach".to_owned();
                return Err(DeliveryError::Retry { reason, after: None });
            }
            Some(ChannelBlock::Removed) => {
                ways.retain(|way| !matches!(way, DeliveryRoute::Post));
                if ways.is_empty() {
                    // Both players were told.
                    let reason = "the bot was removed from the server".to_owned();
                    return Err(DeliveryError::Permanent { reason, done: DeliveryReceipt::default() });
                }
            }
            _ => {}
        }
        let message = self.for_all(delivery, &place, place.parent.is_some()).await;
        if message.closes_thread {
            return self.close_thread(delivery, &message).await;
        }
        if let Some(thread) = &message.thread {
            return self.open_thread(delivery, &message, thread, (&place, tried)).await;
        }
        let body = render::of(&message, self.picture(&message).await, true);
        let embedless = render::without_embeds(&message, &body);
        let mut first: Option<RequestError> = None;
        for way in &ways {
            let body = if matches!(way, DeliveryRoute::Post) && !place.embeds { &embedless } else { &body };
            match self.send(delivery, body, way).await {
                Ok(posted) => {
                    if place.shut.is_some() && matches!(way, DeliveryRoute::Post) {
                        self.find_place(&delivery.channel).await;
                    }
                    return Ok(self.posted(delivery, &message, posted, None).await?);
                }
                // Whether it will ever be taken nobody knows, so not for ever.
                Err(failure @ RequestError::Unknown(_)) if tried.attempts >= ATTEMPTS_UNKNOWN => {
                    return Err(self.give_up(delivery, &message, &failure).await);
                }
                Err(failure) if failure.may_pass() => {
                    return Err(self.not_sent(delivery, &message, failure).await);
                }
                // The first one says most about the channel.
                Err(failure) => first = first.or(Some(failure)),
            }
        }
        let is_unanswerable =
            matches!(first, None | Some(RequestError::InteractionExpired | RequestError::MessageNotFound(_)));
        if !place.open && is_unanswerable && tried.attempts < ATTEMPTS_WITHOUT_DOOR {
            // The interaction it came from may be about to be answered, or somebody about to do something else there.
            let reason = "nobody has opened the channel".to_owned();
            return Err(DeliveryError::Retry { reason, after: None });
        }
        Err(self.not_sent(delivery, &message, first.unwrap_or(RequestError::InteractionExpired)).await)
    }

    /// What becomes of a notice that was not sent: it waits when another attempt may help, and is given up otherwise.
    pub(crate) async fn not_sent(
        self: &Arc<Self>,
        delivery: &OutboxEntry,
        message: &Message,
        failure: RequestError,
    ) -> DeliveryError {
        if !failure.may_pass() {
            return self.give_up(delivery, message, &failure).await;
        }
        let after = if let RequestError::RateLimited(pause) = &failure { Some(*pause) } else { None };
        DeliveryError::Retry { reason: failure.to_string(), after }
    }

    /// Delivers the first notice that waits for a channel as the answer to an interaction there. The caller holds the
    /// channel's lane. `Not` when nothing waits or Discord did not take it as an answer. What Discord took answers the
    /// interaction even if that cannot be noted: the lane is woken then.
    pub(crate) async fn answer_with_notice(
        self: &Arc<Self>,
        arrival: &ReceivedInteraction,
        lane: &LaneLock,
    ) -> Result<PublicAnswerState, RepositoryError> {
        let Some(first) = lane.first().await? else { return Ok(PublicAnswerState::Not) };
        if first.has_more {
            self.outbox.wake(arrival.channel.clone());
        }
        let delivery = &first.delivery;
        if is_for_elsewhere(&delivery.notice) {
            return Ok(PublicAnswerState::Not);
        }
        let message = self.for_all(delivery, &arrival.place, arrival.rights.in_thread()).await;
        if message.thread.is_some() || message.closes_thread {
            return Ok(PublicAnswerState::Not);
        }
        let Some(drawn) = self.picture_in_time(arrival, &message).await else {
            return Ok(PublicAnswerState::Not);
        };
        let body = render::of(&message, drawn, true);
        lane.attempt();
        match self.send(delivery, &body, &DeliveryRoute::Answer(arrival)).await {
            Ok(posted) => {
                let done = self.posted(delivery, &message, posted, None).await.map_err(RepositoryError::from);
                self.take_out(lane, &first, done).await;
                Ok(PublicAnswerState::All)
            }
            Err(failure @ RequestError::ShownPrivately(_)) => {
                // Where the bot is a member it posts what it could not answer.
                if !arrival.place.open
                    && let DeliveryError::Permanent { done, .. } =
                        self.give_up(delivery, &message, &failure).await
                {
                    self.take_out(lane, &first, Ok(done)).await;
                }
                Ok(PublicAnswerState::Hidden)
            }
            Err(failure) => {
                tracing::debug!(%failure, channel = %arrival.channel, "an interaction is not answered with a notice");
                Ok(PublicAnswerState::Not)
            }
        }
    }

    /// What waits first in a lane needs to wait no more; where that cannot be noted the lane is woken.
    async fn take_out(
        &self,
        lane: &LaneLock,
        first: &NextDelivery,
        done: Result<DeliveryReceipt, RepositoryError>,
    ) {
        let noted = match done {
            Ok(done) => lane.done(first, done).await,
            Err(error) => Err(error),
        };
        let is_noted = noted.unwrap_or_else(|error| {
            tracing::error!(%error, channel = %first.delivery.channel, "a notice is tried again later");
            false
        });
        if !is_noted {
            self.outbox.wake(first.delivery.channel.clone());
        }
    }

    /// Sends a message; when Discord finds something wrong with it, once more without everything that could be.
    pub(crate) async fn send(
        &self,
        delivery: &OutboxEntry,
        body: &DiscordMessage,
        way: &DeliveryRoute<'_>,
    ) -> Result<SeriesMessage, RequestError> {
        match self.send_as_is(delivery, body, way).await {
            Err(RequestError::Rejected(reason) | RequestError::Unknown(reason)) => {
                tracing::error!(reason, channel = %delivery.channel, "a message is sent again as plain words");
                self.send_as_is(delivery, &render::simplified(body), way).await
            }
            outcome => outcome,
        }
    }

    async fn send_as_is(
        &self,
        delivery: &OutboxEntry,
        body: &DiscordMessage,
        way: &DeliveryRoute<'_>,
    ) -> Result<SeriesMessage, RequestError> {
        match way {
            DeliveryRoute::Post => {
                let gone = || RequestError::NotFound(delivery.channel.to_string());
                let channel = channel_id(&delivery.channel).ok_or_else(gone)?;
                let nonce = nonce(delivery.key());
                let id = match self.link.post(channel, body, &nonce).await {
                    // Whatever is written in a thread wakes it; should it not, it is woken first.
                    Err(RequestError::ThreadArchived(_)) => {
                        self.wake(&delivery.channel).await?;
                        self.link.post(channel, body, &nonce).await?
                    }
                    outcome => outcome?,
                };
                Ok(SeriesMessage { id: id.get(), door: None })
            }
            DeliveryRoute::Through(door) => {
                let outcome = self.link.answer_further(&door.token, body, false).await;
                let id = self.report_hidden_answer(&delivery.channel, &door.token, None, outcome).await?;
                Ok(SeriesMessage { id: id.get(), door: Some(door.clone()) })
            }
            DeliveryRoute::Answer(arrival) => {
                let token = &arrival.token;
                let outcome = self.first_answer(arrival, &InteractionAnswer::Public(body)).await;
                let id =
                    match self.report_hidden_answer(&delivery.channel, token, Some(arrival), outcome).await {
                        Ok(id) => id.map_or(0, MessageId::get),
                        // Either an earlier attempt went through and its answer got lost, or it was answered with another message.
                        Err(RequestError::AlreadyAnswered) => {
                            let found = self.link.answered_with(token, body).await?;
                            found.ok_or(RequestError::AlreadyAnswered)?.get()
                        }
                        Err(failure) => return Err(failure),
                    };
                let until = self.clock.now_millis() + ANSWERABLE;
                Ok(SeriesMessage { id, door: Some(InteractionWindow { token: token.clone(), until }) })
            }
        }
    }

    /// What is noted about a notice that was posted; then the earlier messages of its series lose their buttons.
    pub(crate) async fn posted(
        self: &Arc<Self>,
        delivery: &OutboxEntry,
        message: &Message,
        posted: SeriesMessage,
        thread: Option<ChannelId>,
    ) -> Result<DeliveryReceipt, StoreError> {
        let Some(series) = &message.series else {
            return Ok(DeliveryReceipt { thread, ..DeliveryReceipt::default() });
        };
        let kept = SeriesRecord::read(&*self.store, &delivery.channel, series).await?;
        let mut also = kept.followed_by(posted.clone());
        let place = self.place(&delivery.channel).await?;
        let taken_up =
            if begins(&delivery.notice) { self.taken_up(&delivery.channel, &place).await? } else { None };
        let is_taken_up = taken_up.is_some();
        also.extend(taken_up);
        let (kept, is_open) = (kept.changed(), place.open);
        let newest = Some(posted).filter(|_| !message.rows.is_empty());
        let (discord, channel) = (Arc::clone(self), delivery.channel.clone());
        let done = DeliveryReceipt { thread, ..DeliveryReceipt::writing(also) };
        Ok(done.then(async move || {
            let (task, now) = (discord.under_way.start(), discord.clock.now_millis());
            // What waits in the lane does not wait for this.
            tokio::spawn(async move {
                let _task = task;
                if is_taken_up {
                    discord.keep_thread(&channel).await;
                }
                let stripped = kept
                    .remove_old_buttons(&*discord.link, &*discord.store, (&channel, is_open), newest, now)
                    .await;
                if let Err(error) = stripped {
                    tracing::error!(%error, %channel, "which messages have buttons cannot be noted");
                }
            });
        }))
    }

    /// There is no way to the channel: whoever the notice called is told if that is possible.
    pub(crate) async fn give_up(
        self: &Arc<Self>,
        delivery: &OutboxEntry,
        message: &Message,
        failure: &RequestError,
    ) -> DeliveryError {
        let is_open = self.place(&delivery.channel).await.is_ok_and(|place| place.open);
        // What keeps a thread from being opened or closed keeps nobody from playing.
        let is_shown = message.thread.is_none() && !message.closes_thread;
        if let Some(why) = Self::block_from_error(failure).filter(|_| is_open && is_shown) {
            self.lose_place(&delivery.channel, why).await;
        }
        // Where there is a clock, its standing still is told to both.
        let is_timed = self.service.is_timed_in(&delivery.channel).await.unwrap_or(false);
        let called = message.mention.as_ref().filter(|_| !is_timed || !is_open);
        let called = called.and_then(|person| Some((person, user_id(person)?)));
        let sentence = match failure {
            RequestError::Forbidden(_) => Some(DiscordSentence::NotDelivered),
            RequestError::ThreadLocked(_) => Some(DiscordSentence::ThreadLocked),
            RequestError::NotFound(_) => Some(DiscordSentence::ChannelGone),
            RequestError::BlockedByAutoMod(_) => Some(DiscordSentence::Blocked),
            RequestError::ShownPrivately(_) => Some(DiscordSentence::ShownToOne),
            _ => Some(DiscordSentence::NotShown),
        };
        let mut done = DeliveryReceipt::default();
        if let (Some((person, user)), Some(sentence)) = (called, sentence) {
            let language = self.language_of(person, Language::default()).await;
            let link = channel_id(&delivery.channel).map(|id| format!("<#{id}>")).unwrap_or_default();
            let values = [("channel", link.into()), ("invitation", self.invitation_or_none())];
            let body = crate::message::render::of_sentence(&self.words.say_with(language, sentence, &values));
            let (discord, nonce) = (Arc::clone(self), nonce(delivery.key()));
            done = done.then(async move || {
                if let Err(failure) = discord.link.write_to(user, &body, &nonce).await {
                    tracing::debug!(%failure, "a player cannot be told");
                }
            });
        }
        DeliveryError::Permanent { reason: failure.to_string(), done }
    }

    pub(crate) async fn place(&self, channel: &ChannelId) -> Result<ChannelContext, StoreError> {
        let place = self.known_channels.get(channel).await?;
        Ok(place.unwrap_or_else(|| ChannelContext::new(None, true, None, Language::default())))
    }

    /// A notice in the language its channel reads: the server's, or among people without a server that of who is called.
    async fn for_all(&self, delivery: &OutboxEntry, place: &ChannelContext, in_thread: bool) -> Message {
        let hearing = self.hearing_in(place);
        let ends = in_thread && is_over(&delivery.notice);
        let present = |language| {
            let viewer = for_everybody(language, hearing);
            let mut message = self.service.present_with_instants(&delivery.notice, &viewer);
            let later = ends.then(|| Block::Text(self.words.say(language, DiscordSentence::Archived, "")));
            message.blocks.extend(later);
            message
        };
        let language = self.language_in(place).await;
        let message = present(language);
        if place.guild.is_some() {
            return message;
        }
        let Some(called) = &message.mention else { return message };
        match self.language_of(called, language).await {
            theirs if theirs != language => present(theirs),
            _ => message,
        }
    }

    /// The language somebody reads: the one they have chosen, or their Discord's as far as they have told, or else this.
    pub(crate) async fn language_of(&self, person: &PersonId, otherwise: Language) -> Language {
        let told = self.people.language(person).await.unwrap_or(otherwise);
        self.service.reading(person, told).await.language
    }
}

/// For whom something is said to a whole channel.
fn for_everybody(language: Language, hearing: MessageAccess) -> Viewer {
    Viewer { person: None, language, hearing, taste: ReadingPreferences::default() }
}

/// Whether this is the first board of a game that is to be played.
fn begins(notice: &Notice) -> bool {
    matches!(notice, Notice::Board(board) if board.last.is_none()) && !is_over(notice)
}

/// Whether this is the last board of a game.
fn is_over(notice: &Notice) -> bool {
    matches!(notice, Notice::Board(board) if board.ending.is_some())
}

/// Whether a notice is not for the eyes of its channel.
fn is_for_elsewhere(notice: &Notice) -> bool {
    DiscordPlatform::tells_of_no_place(notice).is_some()
        || matches!(notice, Notice::Reminder(reminder) if reminder.privately)
}

/// What tells a repetition of a message from a new one, in at most 25 characters.
pub(crate) fn nonce(key: &[u8]) -> String {
    let hash = Sha256::digest(key);
    base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(&hash[..15])
}
