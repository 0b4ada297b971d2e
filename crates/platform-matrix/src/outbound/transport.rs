//! Says what waits: notices of the bot's outbox and answers to single persons. Each is taken out in the transaction
//! that notes what its numbers mean. Not here: when, and in which order (the bot's outbox), how a message looks (`body`).

use std::{sync::Arc, time::Duration};

use adoube_bot::{
    ChannelId, DeliveryAttempts, DeliveryError, DeliveryPolicy, DeliveryReceipt, Message, MessageSeries,
    Notice, OutboxEntry, PersonId, RepositoryError, RetryAfterPolicy, Transport, forms::FormError,
};
use adoube_matrix_client::{MatrixError, MatrixEventId};
use adoube_store::{BatchWrite, StoreError};

use crate::{
    MatrixPlatform,
    ids::{self, ChannelAddress},
    message::platform_text::MatrixSentence,
    message::render::RenderedMessage,
    outbound::attachments,
    outbound::private_send::SendTarget,
    outbound::reply_queue::{self, QueuedReply, QueuedReplyEntry, ReplyContent, ReplyQueue},
    outbound::room_pace::NoticeTurn,
    outbound::send_text::SentText,
    records::{PICTURE, REPLY},
    state::forwarding,
    state::numbered_lists::{ListRegistry, NumberedList},
};

/// Whatever the server says, a place is not tried again before the one and is after the other; how long nothing is sent at
/// all is counted for the account.
const SHORTEST_WISH: Duration = Duration::from_millis(50);
const LONGEST_WISH: Duration = Duration::from_secs(60 * 60);
/// How long a place waits when the server does not say, at most.
const LONGEST_PAUSE: Duration = Duration::from_secs(5 * 60);

/// As much at once as a homeserver bears, and as patiently as it wishes.
pub(crate) const MANNER: DeliveryPolicy = DeliveryPolicy {
    at_once: 64,
    look_every: Duration::ZERO,
    first_pause: Duration::from_millis(500),
    longest_pause: LONGEST_PAUSE,
    wish: RetryAfterPolicy::Exact { shortest: SHORTEST_WISH, longest: LONGEST_WISH },
    attempts: None,
};

/// What waits besides notices.
pub enum MatrixQueueItem {
    /// An answer to one person.
    Answer(reply_queue::QueuedReplyEntry),
    /// A picture that follows its words.
    Picture(attachments::PendingAttachmentEntry),
}

impl Transport for MatrixPlatform {
    type Entry = MatrixQueueItem;

    fn has_own(&self) -> bool {
        true
    }

    async fn deliver(
        self: &Arc<Self>,
        delivery: &OutboxEntry,
        _tried: DeliveryAttempts,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        self.learn_who_plays(delivery);
        let said = self.say_to_all(delivery).await;
        self.no_longer_unnoted(delivery.key(), &said);
        said
    }

    async fn own_lanes(&self) -> Result<Vec<ChannelId>, RepositoryError> {
        let mut lanes = self.queue.places(REPLY).await?;
        let places = self.queue.places(PICTURE).await?;
        lanes.extend(places.iter().map(attachments::lane_of));
        Ok(lanes)
    }

    async fn own(&self, lane: &ChannelId, limit: usize) -> Result<Vec<MatrixQueueItem>, RepositoryError> {
        Ok(match attachments::place_of(lane) {
            Some(place) => {
                let waiting = attachments::waiting(&*self.store, &place, limit).await?;
                waiting.into_iter().map(MatrixQueueItem::Picture).collect()
            }
            None => self.queue.of(lane, limit).await?.into_iter().map(MatrixQueueItem::Answer).collect(),
        })
    }

    async fn deliver_own(
        self: &Arc<Self>,
        lane: &ChannelId,
        own: &MatrixQueueItem,
        _tried: DeliveryAttempts,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        match own {
            MatrixQueueItem::Answer(entry) => {
                let said = self.say_to_one(lane, entry).await;
                if let Ok(waiting) = &entry.waiting {
                    self.no_longer_unnoted(waiting.transaction.as_bytes(), &said);
                }
                said
            }
            MatrixQueueItem::Picture(entry) => self.show(lane, entry).await,
        }
    }
}

impl MatrixPlatform {
    /// Nobody waits any more until it is noted what a message means that is not said again.
    fn no_longer_unnoted(&self, key: &[u8], said: &Result<DeliveryReceipt, DeliveryError>) {
        if matches!(said, Ok(_) | Err(DeliveryError::Permanent { .. })) {
            self.unnoted.end(key);
        }
    }

    /// Says something to one person.
    async fn say_to_one(
        &self,
        lane: &ChannelId,
        entry: &QueuedReplyEntry,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        let waiting = match &entry.waiting {
            Ok(waiting) => waiting,
            // What a newer program has to say waits for one, and what follows it waits behind it.
            Err(error @ FormError::Newer { .. }) => {
                return Err(DeliveryError::Retry { reason: error.to_string(), after: None });
            }
            Err(error) => {
                self.queue.put_aside(entry, error).await?;
                return Ok(DeliveryReceipt::default());
            }
        };
        if self.is_outdated(waiting).await.map_err(undone)? {
            return Ok(ReplyQueue::said(entry, Vec::new()));
        }
        let place = match self.place_of(lane).await {
            Ok(Some(place)) => place,
            Ok(None) => return Ok(ReplyQueue::said(entry, Vec::new())),
            Err(failure) => {
                self.tell_of_wait(lane, waiting).await?;
                return self.not_answered(lane, entry, waiting, later(failure)?).await;
            }
        };
        if waiting.secret
            && ids::user_of_direct(lane).is_none()
            && !self.is_private_now(&place, &waiting.person).await.map_err(undone)?
        {
            return self.say_in_private(entry, waiting).await;
        }
        let (body, series) = self.answer_body(&place, waiting).await;
        // What is in a thread of the room is of the room, its numbers as well.
        let said_in = waiting.said_in(&place);
        let way = SendTarget::of(&said_in, waiting);
        let reply_to = waiting.reply_to.clone().map(MatrixEventId);
        let key = waiting.transaction.as_bytes();
        let words = if let Some(words) = self.words_said(&place, &body, key).await? {
            words
        } else {
            if let Err(undone) = self.wait_for_room(&place, &body).await {
                self.show_pause(&place, &undone);
                return Err(undone);
            }
            self.show_wait(&place);
            let words = match self.say_words(way, &body, reply_to, key).await {
                Ok(words) => words,
                Err(failure) => return self.not_answered(lane, entry, waiting, later(failure)?).await,
            };
            self.list_for_one(&place, waiting, (&body, series.as_ref()), &words).await?;
            words
        };
        let lacking = match self.say_rest(way, &body, &words, key).await {
            Ok(lacking) => lacking,
            Err(failure) => return self.not_answered(lane, entry, waiting, later(failure)?).await,
        };
        self.activity.end_typing(&place.room);
        if !waiting.secret {
            self.set_signs(&place, words.event(&body).as_ref(), &body.choices, key).await;
        }
        let of = (key, attachments::AttachmentOwner::Answer(waiting.clone()));
        let absence = self.note_absence(lane, &place, waiting).await?;
        Ok(self.follow(ReplyQueue::said(entry, absence), &place, lacking, of).await?)
    }

    /// Notes what the numbers of an answer mean, as soon as they can be read.
    async fn list_for_one(
        &self,
        place: &ChannelAddress,
        waiting: &QueuedReply,
        (body, series): (&RenderedMessage, Option<&MessageSeries>),
        words: &SentText,
    ) -> Result<(), StoreError> {
        let noted = Self::note_words(place, words, waiting.transaction.as_bytes());
        let Some(event) = words.event(body) else { return self.write(noted).await };
        let reader = Some(waiting.person.clone());
        let mut list = NumberedList::new(place, waiting.about.clone(), reader, body.choices.clone());
        list.secret = waiting.secret;
        let lists = ListRegistry::of(&*self.store, place);
        let stamp = self.queue.stamp();
        let mut writes = lists.show(&event, &list, series, waiting.settles, stamp).await?;
        writes.extend(noted);
        self.write(writes).await?;
        self.unnoted.end(waiting.transaction.as_bytes());
        Ok(())
    }

    /// Whoever has to wait for a room of their own is told where they asked for what is said there.
    async fn tell_of_wait(&self, lane: &ChannelId, waiting: &QueuedReply) -> Result<(), StoreError> {
        let Some(user) = ids::user_of_direct(lane) else { return Ok(()) };
        let Some((place, event, limited)) = self.account.take_asked(&user) else { return Ok(()) };
        let transaction = ids::transaction(&[b"waits for a room", waiting.transaction.as_bytes()]).0;
        let reader = (waiting.person.clone(), waiting.language);
        let sentence = if limited { MatrixSentence::RoomWait } else { MatrixSentence::RoomLater };
        let what = ReplyContent::Sentence(sentence, None);
        let told = QueuedReply::new(place.channel(), reader, what, transaction);
        let told = QueuedReply { reply_to: Some(event.0), ..told };
        self.enqueue(place.channel(), &told, Vec::new()).await
    }

    /// Where a lane leads.
    async fn place_of(&self, lane: &ChannelId) -> Result<Option<ChannelAddress>, MatrixError> {
        match ids::user_of_direct(lane) {
            Some(user) => {
                let room = if self.allows_unencrypted(&user).await? {
                    self.link.plain_room(&user).await?
                } else {
                    self.link.direct_room(&user).await?
                };
                Ok(Some(ChannelAddress { room, thread: None }))
            }
            None => Ok(ChannelAddress::of(lane)),
        }
    }

    /// Says it in the direct room instead.
    async fn say_in_private(
        &self,
        entry: &QueuedReplyEntry,
        waiting: &QueuedReply,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        let what = match &waiting.what {
            // What may be done in a room just entered is often known only now.
            ReplyContent::Sentence(MatrixSentence::Greeting, room) => {
                ReplyContent::Sentence(MatrixSentence::MayNotSend, room.clone())
            }
            what => what.clone(),
        };
        let introduced = !matches!(what, ReplyContent::Sentence(MatrixSentence::MayNotSend, _));
        // What is on its way here is not what is on its way there.
        let transaction = ids::transaction(&[b"in private", waiting.transaction.as_bytes()]).0;
        let (reply_to, thread) = (None, None);
        let again = QueuedReply { what, reply_to, thread, introduced, transaction, ..waiting.clone() };
        self.write_to(&waiting.person, &again, Vec::new()).await?;
        Ok(ReplyQueue::said(entry, Vec::new()))
    }

    /// What cannot be said where it was asked is said in the direct room, if there can be one.
    async fn not_answered(
        &self,
        lane: &ChannelId,
        entry: &QueuedReplyEntry,
        waiting: &QueuedReply,
        failure: MatrixError,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        tracing::warn!(place = %lane, %failure, "an answer is not given there");
        if let ReplyContent::Notice(notice) = &waiting.what
            && let Notice::Reminder(reminder) = &**notice
        {
            // Should this be cut short, it is refused again, and happens once all the same.
            let about = forwarding::current(&*self.store, waiting.about.clone()).await?;
            self.service.direct_message_refused(&about, reminder).await?;
            return Ok(ReplyQueue::said(entry, Vec::new()));
        }
        if matches!(waiting.what, ReplyContent::Sentence(MatrixSentence::NotCome, _)) {
            // Where else they could be told, they have not come.
            return Ok(ReplyQueue::said(entry, Vec::new()));
        }
        let direct = ids::direct(&waiting.person);
        let is_elsewhere =
            *lane != direct && matches!(failure, MatrixError::Forbidden(_) | MatrixError::MessageBlocked(_));
        if is_elsewhere && ids::user_id(&waiting.person).is_some() {
            return self.say_in_private(entry, waiting).await;
        }
        Ok(ReplyQueue::said(entry, Vec::new()))
    }

    /// Says something to everybody in a place.
    async fn say_to_all(self: &Arc<Self>, delivery: &OutboxEntry) -> Result<DeliveryReceipt, DeliveryError> {
        let Some(place) = ChannelAddress::of(&delivery.channel) else {
            return Ok(DeliveryReceipt::default());
        };
        if let Notice::Reminder(reminder) = &delivery.notice
            && reminder.privately
        {
            return self.remind_in_private(delivery, reminder).await;
        }
        let (message, language) = self.for_all(&delivery.channel, &delivery.notice).await;
        if message.closes_thread {
            // Threads are not closed on Matrix.
            return Ok(DeliveryReceipt::default());
        }
        let body = self.body_for_all(&place, &delivery.notice, (&message, language)).await;
        let way = SendTarget::open(&place);
        let words = if let Some(words) = self.words_said(&place, &body, delivery.key()).await? {
            words
        } else {
            match self.turn_of(delivery, &place, &body).await {
                Ok(NoticeTurn::Now) => {}
                Ok(NoticeTurn::Superseded) => return Ok(DeliveryReceipt::default()),
                Err(undone) => {
                    self.show_pause(&place, &undone);
                    return Err(undone);
                }
            }
            self.show_wait(&place);
            let words = match self.say_words(way, &body, None, delivery.key()).await {
                Ok(words) => words,
                Err(failure) => return Err(self.give_up(delivery, &place, &message, &later(failure)?).await),
            };
            self.found_by_saying(delivery).await;
            self.list_for_all(delivery, &place, (&message, &body), &words).await?;
            words
        };
        let event = words.event(&body);
        let lacking = match self.say_rest(way, &body, &words, delivery.key()).await {
            Ok(lacking) => lacking,
            Err(failure) => return Err(self.give_up(delivery, &place, &message, &later(failure)?).await),
        };
        self.show_said(delivery, &place, &message);
        self.set_signs(&place, event.as_ref(), &body.choices, delivery.key()).await;
        // The game that waited for a thread begins in the one whose root the message is.
        let root = event.filter(|_| message.thread.is_some());
        let thread = root.map(|root| ChannelAddress { thread: Some(root), ..place.clone() }.channel());
        let of =
            attachments::AttachmentOwner::Notice(delivery.channel.clone(), Box::new(delivery.notice.clone()));
        let done = DeliveryReceipt { thread, ..DeliveryReceipt::default() };
        Ok(self.follow(done, &place, lacking, (delivery.key(), of)).await?)
    }

    /// Notes what the numbers of a notice mean, as soon as they can be read.
    async fn list_for_all(
        &self,
        delivery: &OutboxEntry,
        place: &ChannelAddress,
        (message, body): (&Message, &RenderedMessage),
        words: &SentText,
    ) -> Result<(), StoreError> {
        let noted = Self::note_words(place, words, delivery.key());
        let Some(event) = words.event(body) else { return self.write(noted).await };
        let mut list = NumberedList::new(place, delivery.channel.clone(), None, body.choices.clone());
        list.called.clone_from(&message.mention);
        let lists = ListRegistry::of(&*self.store, place);
        let stamp = self.queue.stamp();
        let mut writes = lists.show(&event, &list, message.series.as_ref(), false, stamp).await?;
        writes.extend(noted);
        self.write(writes).await?;
        self.unnoted.end(delivery.key());
        Ok(())
    }

    /// There is no way to the place: whoever the notice called is told.
    async fn give_up(
        self: &Arc<Self>,
        delivery: &OutboxEntry,
        place: &ChannelAddress,
        message: &Message,
        failure: &MatrixError,
    ) -> DeliveryError {
        self.lose_place(&delivery.channel, failure).await;
        let mut done = DeliveryReceipt::default();
        for person in self.told_of_no_way(delivery, message, failure).await {
            let language = self.language_of(&person).await;
            let sentence = match failure {
                MatrixError::Forbidden(_) => MatrixSentence::NotDelivered,
                MatrixError::MessageBlocked(_) => MatrixSentence::NotLetThrough,
                _ => MatrixSentence::NotTaken,
            };
            let what = ReplyContent::Sentence(sentence, Some(place.room.0.clone()));
            let transaction = ids::transaction(&[b"not delivered", delivery.key(), person.0.as_bytes()]).0;
            let about = delivery.channel.clone();
            let waiting = QueuedReply::new(about, (person.clone(), language), what, transaction);
            let matrix = Arc::clone(self);
            done = done.then(async move || {
                if let Err(error) = matrix.write_to(&person, &waiting, Vec::new()).await {
                    tracing::error!(%error, %person, "nobody is told that a notice was given up");
                }
            });
        }
        DeliveryError::Permanent { reason: failure.to_string(), done }
    }

    /// Writes something to a person where nobody else reads it.
    pub(crate) async fn write_to(
        &self,
        person: &PersonId,
        waiting: &QueuedReply,
        also: Vec<BatchWrite>,
    ) -> Result<(), StoreError> {
        self.enqueue(ids::direct(person), waiting, also).await
    }

    /// Adds an answer to the queue of a lane, together with other writes, and wakes the lane.
    pub(crate) async fn enqueue(
        &self,
        lane: ChannelId,
        waiting: &QueuedReply,
        also: Vec<BatchWrite>,
    ) -> Result<(), StoreError> {
        self.queue.add(&lane, waiting, also).await?;
        self.outbox.found(lane);
        Ok(())
    }
}

/// What is not for later.
pub(crate) fn later(failure: MatrixError) -> Result<MatrixError, DeliveryError> {
    match failure {
        MatrixError::Transient { reason, after } => Err(DeliveryError::Retry { reason, after }),
        // It waits its turn again among all that do.
        failure @ MatrixError::AccountBlocked { .. } => {
            Err(DeliveryError::Retry { reason: failure.to_string(), after: Some(SHORTEST_WISH) })
        }
        failure @ MatrixError::LoggedOut => {
            Err(DeliveryError::Retry { reason: failure.to_string(), after: Some(LONGEST_PAUSE) })
        }
        failure => Ok(failure),
    }
}

/// The same of whatever keeps something from being done.
pub(crate) fn undone(failure: MatrixError) -> DeliveryError {
    later(failure).map_or_else(
        |undone| undone,
        |failure| DeliveryError::Retry { reason: failure.to_string(), after: None },
    )
}
