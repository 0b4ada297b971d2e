//! Takes notices out of the outbox and posts them: each channel on its own, in order, again and again until a notice is
//! delivered or there is no way left. A notice is taken out in the transaction that notes which message it became. Not
//! here: the answers to interactions (`answering`), though one of them may carry a notice.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_discord::{Answer, Failure, MessageId, Outgoing};
use adoube_service::{ChannelId, Delivery, Language, Message, Viewer};
use adoube_store::{Committed, StoreError};
use base64::Engine;
use sha2::{Digest, Sha256};
use tokio::{
    sync::Notify,
    time::{Instant, sleep_until},
};

use super::{
    Discord, PLATFORM,
    arrival::Arrival,
    boards::{Kept, Posted},
    body::{self, user_id},
    channel_id,
    places::{ANSWERABLE, Door, Place},
    words::Sentence,
};

/// Channels delivered to at once.
const AT_ONCE: usize = 128;
/// Channels looked at in one step.
const PAGE: usize = 256;
/// How often the whole outbox is looked through at most: what comes of an interaction is delivered before that.
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// Notices of a channel read in one step.
const NOTICES: usize = 16;
/// How long a channel waits after a failure, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(5 * 60);
/// Attempts before a notice is given up: with the pauses above, three hours.
const ATTEMPTS: u32 = 45;
/// The same where only an answer to an interaction reaches the channel: somebody has to do something there first.
const ATTEMPTS_WITHOUT_DOOR: u32 = 8;

/// Why a channel has to wait.
#[derive(Debug, thiserror::Error)]
pub(super) enum Undelivered {
    /// Discord does not take it now.
    #[error("{0}")]
    Later(String),
    /// Discord said when to ask again.
    #[error("Discord does not want to be asked for another {:.1} s", .0.as_secs_f64())]
    TooOften(Duration),
    /// The outbox cannot be read.
    #[error("the outbox: {0}")]
    Outbox(#[from] adoube_service::LedgerError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Which channels are being delivered to, and which wait.
#[derive(Default)]
pub(super) struct Deliveries {
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Default)]
struct State {
    busy: HashSet<ChannelId>,
    /// There may be something for them.
    woken: HashSet<ChannelId>,
    paused: HashMap<ChannelId, Pause>,
}

struct Pause {
    until: Instant,
    trouble: Trouble,
}

/// What keeps a channel's notices waiting.
#[derive(Clone, Debug)]
pub(super) struct Trouble {
    /// How often the first of them was tried in vain.
    pub(super) attempts: u32,
    /// When that began.
    pub(super) since: Instant,
    /// What became of the last attempt.
    pub(super) reason: String,
}

impl Deliveries {
    fn state(&self) -> MutexGuard<'_, State> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Channels there may be something for, marked as being delivered to; the others keep waiting.
    fn begin(&self) -> Vec<ChannelId> {
        let mut state = self.state();
        let State { busy, woken, paused } = &mut *state;
        let now = Instant::now();
        let over = paused.iter().filter(|(channel, pause)| pause.until <= now && !busy.contains(*channel));
        woken.extend(over.map(|(channel, _)| channel.clone()));
        let room = AT_ONCE.saturating_sub(busy.len());
        let may = |channel: &&ChannelId| {
            !busy.contains(*channel) && paused.get(*channel).is_none_or(|pause| pause.until <= now)
        };
        let begun: Vec<ChannelId> = woken.iter().filter(may).take(room).cloned().collect();
        for channel in &begun {
            woken.remove(channel);
            busy.insert(channel.clone());
        }
        // What is paused is begun when that is over.
        woken.retain(|channel| !paused.contains_key(channel) || busy.contains(channel));
        begun
    }

    fn end(&self, channel: &ChannelId, outcome: &Result<(), Undelivered>) {
        let mut state = self.state();
        state.busy.remove(channel);
        if let Err(error) = outcome {
            let (now, reason) = (Instant::now(), error.to_string());
            let before = state.paused.get(channel).map(|pause| (pause.trouble.attempts, pause.trouble.since));
            let (attempts, since) = before.unwrap_or((0, now));
            let attempts = attempts.saturating_add(1);
            let wait = FIRST_PAUSE.saturating_mul(1 << attempts.min(20).saturating_sub(1)).min(LONGEST_PAUSE);
            let wait = if let Undelivered::TooOften(told) = error { wait.max(*told) } else { wait };
            let trouble = Trouble { attempts, since, reason };
            state.paused.insert(channel.clone(), Pause { until: now + wait, trouble });
        } else {
            state.paused.remove(channel);
        }
        drop(state);
        self.changed.notify_one();
    }

    /// The next notice of the channel begins anew.
    fn forgive(&self, channel: &ChannelId) {
        self.state().paused.remove(channel);
    }

    fn attempts(&self, channel: &ChannelId) -> u32 {
        self.state().paused.get(channel).map_or(0, |pause| pause.trouble.attempts)
    }

    /// What keeps a channel's notices waiting, where something does.
    pub(super) fn trouble(&self, channel: &ChannelId) -> Option<Trouble> {
        self.state().paused.get(channel).map(|pause| pause.trouble.clone())
    }

    fn next(&self) -> Option<Instant> {
        let state = self.state();
        if state.busy.len() >= AT_ONCE {
            // Whichever ends next makes room.
            return None;
        }
        state
            .paused
            .iter()
            .filter(|(channel, _)| !state.busy.contains(*channel))
            .map(|(_, pause)| pause.until)
            .min()
    }

    /// Something has changed about a channel that may let its notices through.
    pub(super) fn wake(&self, channel: &ChannelId) {
        let mut state = self.state();
        if let Some(pause) = state.paused.get_mut(channel) {
            pause.until = Instant::now();
        }
        state.woken.insert(channel.clone());
        drop(state);
        self.changed.notify_one();
    }

    /// There is something in the outbox for these channels.
    fn found(&self, channels: Vec<ChannelId>) {
        self.state().woken.extend(channels);
    }

    /// Whether a channel waits after a failure.
    pub(super) fn is_paused(&self, channel: &ChannelId) -> bool {
        self.state().paused.contains_key(channel)
    }
}

/// A way in which a notice can reach its channel.
pub(super) enum Way<'a> {
    /// As the answer to an interaction that has none yet.
    Answer(&'a Arrival),
    /// As a message of the bot.
    Post,
    /// As a further answer to an interaction.
    Through(Door),
}

impl Discord {
    /// Delivers for as long as the program runs.
    pub(super) async fn deliver(self: Arc<Self>) {
        let mut grew = self.service.outbox_grew();
        let (mut has_grown, mut look_at) = (true, Instant::now());
        loop {
            if has_grown && look_at <= Instant::now() {
                grew.mark_unchanged();
                let looked = self.find_waiting().await;
                has_grown = looked.is_err();
                look_at = Instant::now() + LOOK_EVERY;
                if let Err(error) = looked {
                    tracing::error!(%error, "notices wait in the outbox");
                }
            }
            for channel in self.deliveries.begin() {
                tokio::spawn(Arc::clone(&self).deliver_to(channel));
            }
            let next = self.deliveries.next().unwrap_or_else(|| Instant::now() + LONGEST_PAUSE);
            tokio::select! {
                changed = grew.changed(), if !has_grown => match changed {
                    Ok(()) => has_grown = true,
                    Err(_) => return,
                },
                () = self.deliveries.changed.notified() => {}
                () = sleep_until(if has_grown { next.min(look_at) } else { next }) => {}
            }
        }
    }

    /// Looks through the whole outbox.
    async fn find_waiting(&self) -> Result<(), Undelivered> {
        let mut last: Option<ChannelId> = None;
        loop {
            let channels = self.service.waiting(PLATFORM, last.as_ref(), PAGE).await?;
            last = channels.last().cloned();
            if last.is_none() {
                return Ok(());
            }
            self.deliveries.found(channels);
        }
    }

    async fn deliver_to(self: Arc<Self>, channel: ChannelId) {
        let _task = self.under_way.begin();
        let outcome = self.deliver_in_order(&channel).await;
        match &outcome {
            Ok(()) => {}
            Err(reason @ (Undelivered::Later(_) | Undelivered::TooOften(_))) => {
                tracing::warn!(%channel, %reason, "a notice is tried again later");
            }
            Err(error) => tracing::error!(%channel, %error, "a notice is tried again later"),
        }
        self.deliveries.end(&channel, &outcome);
    }

    async fn deliver_in_order(self: &Arc<Self>, channel: &ChannelId) -> Result<(), Undelivered> {
        let lane = self.lanes.of(channel);
        let _turn = lane.lock().await;
        loop {
            let waiting = self.service.outbox(channel, NOTICES).await?;
            if waiting.is_empty() {
                return Ok(());
            }
            for delivery in &waiting {
                self.deliver_one(delivery).await?;
            }
        }
    }

    async fn deliver_one(self: &Arc<Self>, delivery: &Delivery) -> Result<(), Undelivered> {
        let place = self.place(&delivery.channel).await?;
        let door = place.door(self.clock.now_millis()).cloned();
        let has_door = door.is_some();
        let mut ways: Vec<Way<'_>> = door.map(Way::Through).into_iter().collect();
        if place.open {
            // Discord takes a repeated message of the bot for what it is, but not a repeated answer; and yet an answer
            // waits for nobody else's turn, so where there was no attempt before it may go first.
            let is_new = self.deliveries.attempts(&delivery.channel) == 0;
            let at = if is_new && self.link.is_crowded() { ways.len() } else { 0 };
            ways.insert(at, Way::Post);
        }
        let message = self.for_all(delivery, &place).await;
        if message.closes_thread {
            return self.close_thread(delivery, &message).await;
        }
        if let Some(thread) = &message.thread {
            return self.open_thread(delivery, &message, thread, &place).await;
        }
        let body = body::of(&message, self.picture(&message).await, true);
        let mut first: Option<Failure> = None;
        for way in &ways {
            match self.send(delivery, &body, way).await {
                Ok(posted) => return self.settle(delivery, &message, posted, None).await,
                Err(failure) if failure.may_pass() => {
                    return self.not_sent(delivery, &message, failure).await;
                }
                // The first one says most about the channel.
                Err(failure) => first = first.or(Some(failure)),
            }
        }
        if !place.open && !has_door && self.deliveries.attempts(&delivery.channel) < ATTEMPTS_WITHOUT_DOOR {
            // The interaction it came from may be about to be answered.
            return Err(Undelivered::Later("nobody has opened the channel".to_owned()));
        }
        self.not_sent(delivery, &message, first.unwrap_or(Failure::Expired)).await
    }

    /// What becomes of a notice that was not sent: it waits when another attempt may help, and is given up otherwise.
    pub(super) async fn not_sent(
        &self,
        delivery: &Delivery,
        message: &Message,
        failure: Failure,
    ) -> Result<(), Undelivered> {
        if !failure.may_pass() || self.deliveries.attempts(&delivery.channel) >= ATTEMPTS {
            return self.give_up(delivery, message, &failure).await;
        }
        Err(match failure {
            Failure::TooOften(pause) => Undelivered::TooOften(pause),
            failure => Undelivered::Later(failure.to_string()),
        })
    }

    /// Delivers the first notice that waits for a channel as the answer to an interaction there. The caller has the
    /// channel's lane. `false` when nothing waits or Discord did not take it as an answer.
    pub(super) async fn answer_with_notice(self: &Arc<Self>, arrival: &Arrival) -> Result<bool, Undelivered> {
        let waiting = self.service.outbox(&arrival.channel, 2).await?;
        let Some(delivery) = waiting.first() else { return Ok(false) };
        if waiting.len() > 1 {
            self.deliveries.wake(&arrival.channel);
        }
        let message = self.for_all(delivery, &arrival.place).await;
        if message.thread.is_some() || message.closes_thread {
            return Ok(false);
        }
        let Some(drawn) = self.picture_in_time(arrival, &message).await else { return Ok(false) };
        let body = body::of(&message, drawn, true);
        match self.send(delivery, &body, &Way::Answer(arrival)).await {
            Ok(posted) => self.settle(delivery, &message, posted, None).await.map(|()| true),
            Err(failure) => {
                tracing::debug!(%failure, channel = %arrival.channel, "an interaction is not answered with a notice");
                Ok(false)
            }
        }
    }

    /// Sends a message; when Discord finds something wrong with it, once more without everything that could be.
    pub(super) async fn send(
        &self,
        delivery: &Delivery,
        body: &Outgoing,
        way: &Way<'_>,
    ) -> Result<Posted, Failure> {
        match self.send_as_is(delivery, body, way).await {
            Err(Failure::Refused(reason)) => {
                tracing::error!(reason, channel = %delivery.channel, "a message is sent again as plain words");
                self.send_as_is(delivery, &body::simplified(body), way).await
            }
            outcome => outcome,
        }
    }

    async fn send_as_is(
        &self,
        delivery: &Delivery,
        body: &Outgoing,
        way: &Way<'_>,
    ) -> Result<Posted, Failure> {
        match way {
            Way::Post => {
                let gone = || Failure::Gone(delivery.channel.to_string());
                let channel = channel_id(&delivery.channel).ok_or_else(gone)?;
                let id = self.link.post(channel, body, &nonce(delivery.key())).await?;
                Ok(Posted { id: id.get(), door: None })
            }
            Way::Through(door) => {
                let id = self.link.answer_further(&door.token, body, false).await?;
                Ok(Posted { id: id.get(), door: Some(door.clone()) })
            }
            Way::Answer(arrival) => {
                let token = &arrival.token;
                let id = match self.first_answer(arrival, &Answer::Public(body)).await {
                    Ok(id) => id.map_or(0, MessageId::get),
                    // Either an earlier attempt went through and its answer got lost, or it was answered with another message.
                    Err(Failure::Answered) => {
                        let found = self.link.answered_with(token, body).await?;
                        found.ok_or(Failure::Answered)?.get()
                    }
                    Err(failure) => return Err(failure),
                };
                let until = self.clock.now_millis() + ANSWERABLE;
                Ok(Posted { id, door: Some(Door { token: token.clone(), until }) })
            }
        }
    }

    /// Takes a delivered notice out of the outbox, and the game that waited for a thread begins in the one that was
    /// opened; then the earlier messages of its series lose their buttons.
    pub(super) async fn settle(
        self: &Arc<Self>,
        delivery: &Delivery,
        message: &Message,
        posted: Posted,
        thread: Option<&ChannelId>,
    ) -> Result<(), Undelivered> {
        let Some(series) = &message.series else {
            self.service.delivered(delivery, Vec::new()).await?;
            return Ok(());
        };
        let kept = Kept::read(&*self.store, &delivery.channel, series).await?;
        let also = kept.followed_by(posted.clone());
        let committed = match thread {
            Some(thread) => self.service.begin_in_thread(delivery, thread, also).await?,
            None => self.service.delivered(delivery, also).await?,
        };
        if committed != Committed::Applied {
            return Ok(());
        }
        let is_open = self.place(&delivery.channel).await?.open;
        let newest = Some(posted).filter(|_| !message.rows.is_empty());
        let (discord, channel, now) = (Arc::clone(self), delivery.channel.clone(), self.clock.now_millis());
        let task = self.under_way.begin();
        tokio::spawn(async move {
            let _task = task;
            let stripped =
                kept.strip_all(&*discord.link, &*discord.store, (&channel, is_open), newest, now).await;
            if let Err(error) = stripped {
                tracing::error!(%error, %channel, "which messages have buttons cannot be noted");
            }
        });
        Ok(())
    }

    /// There is no way to the channel: the notice goes, and whoever it called is told if that is possible.
    async fn give_up(
        &self,
        delivery: &Delivery,
        message: &Message,
        failure: &Failure,
    ) -> Result<(), Undelivered> {
        tracing::warn!(channel = %delivery.channel, %failure, "a notice is given up");
        let committed = if message.thread.is_some() {
            self.service.begin_without_thread(delivery, Vec::new()).await?
        } else {
            self.service.delivered(delivery, Vec::new()).await?
        };
        self.deliveries.forgive(&delivery.channel);
        let called = message.mention.as_ref().and_then(|person| Some((person, user_id(person)?)));
        let sentence = match failure {
            Failure::Forbidden(_) => Some(Sentence::NotDelivered),
            Failure::Gone(_) => Some(Sentence::ChannelGone),
            _ => None,
        };
        if let (Committed::Applied, Some((person, user)), Some(sentence)) = (committed, called, sentence) {
            let language = self.people.language(person).await.unwrap_or_default();
            let link = channel_id(&delivery.channel).map(|id| format!("<#{id}>")).unwrap_or_default();
            let body = body::of_sentence(&self.words.say(language, sentence, &link));
            let written = self.link.write_to(user, &body, &nonce(delivery.key())).await;
            if let Err(failure) = written {
                tracing::debug!(%failure, "a player cannot be told");
            }
        }
        Ok(())
    }

    pub(super) async fn place(&self, channel: &ChannelId) -> Result<Place, StoreError> {
        let place = self.places.get(channel).await?;
        Ok(place.unwrap_or_else(|| Place::new(None, true, None, Language::default())))
    }

    /// A notice in the language its channel reads: the server's, or else that of whoever the message calls.
    async fn for_all(&self, delivery: &Delivery, place: &Place) -> Message {
        let hearing = self.hearing_in(place);
        let present =
            |language| self.service.present(&delivery.notice, &Viewer { person: None, language, hearing });
        let language = place.language();
        let message = present(language);
        if place.chosen.is_some() {
            return message;
        }
        let Some(called) = &message.mention else { return message };
        match self.people.language(called).await {
            Some(theirs) if theirs != language => present(theirs),
            _ => message,
        }
    }
}

/// What tells a repetition of a message from a new one, in at most 25 characters.
pub(super) fn nonce(key: &[u8]) -> String {
    let hash = Sha256::digest(key);
    base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(&hash[..15])
}
