//! Says what waits: notices of the service's outbox and answers to single persons, place by place, in order, again and
//! again until each is said or there is no way left. It is taken out in the transaction that notes what its numbers mean.
//! Not here: how a message looks (`body`).

use std::{sync::Arc, time::Duration};

use adoube_matrix::{EventId, Failure, Outgoing, UserId};
use adoube_service::{ChannelId, Delivery, Hearing, Language, Message, PersonId, Viewer};
use adoube_store::{StoreError, Write};
use tokio::time::{Instant, sleep_until};

use super::{
    Matrix, PLATFORM,
    body::{Body, Writer},
    ids::{self, Place},
    lanes::LONGEST_PAUSE,
    lists::{List, Lists},
    people,
    queue::{Entry, Waiting, What},
    words::Sentence,
};

/// Places looked at in one step.
const PAGE: usize = 256;
/// Notices of a place read in one step.
const NOTICES: usize = 16;
/// How long to wait when the outbox cannot be read.
const PAUSE: Duration = Duration::from_millis(500);

/// Why a place has to wait.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unsaid {
    /// The homeserver does not take it now.
    #[error("{reason}")]
    Later {
        /// What it says.
        reason: String,
        /// How long to wait, if it says that, too.
        after: Option<Duration>,
    },
    /// The outbox cannot be read.
    #[error("the outbox: {0}")]
    Outbox(#[from] adoube_service::LedgerError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What was sent.
enum Sent {
    /// The event with the list.
    Event(EventId),
    /// It cannot be.
    Never(Failure),
}

impl Matrix {
    /// Delivers for as long as the program runs.
    pub(super) async fn deliver(self: Arc<Self>) {
        let mut grew = self.service.outbox_grew();
        loop {
            grew.mark_unchanged();
            if let Err(error) = self.start_waiting().await {
                tracing::error!(%error, "notices wait in the outbox");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
            let next = self.lanes.next().unwrap_or_else(|| Instant::now() + LONGEST_PAUSE);
            tokio::select! {
                grew = grew.changed() => if grew.is_err() { return },
                () = self.lanes.changed.notified() => {}
                () = sleep_until(next) => {}
            }
        }
    }

    async fn start_waiting(self: &Arc<Self>) -> Result<(), Unsaid> {
        for place in self.queue.places().await? {
            self.start(place);
        }
        let mut last: Option<ChannelId> = None;
        loop {
            let channels = self.service.waiting(PLATFORM, last.as_ref(), PAGE).await?;
            for channel in &channels {
                self.start(channel.clone());
            }
            match channels.into_iter().next_back() {
                Some(channel) => last = Some(channel),
                None => return Ok(()),
            }
        }
    }

    fn start(self: &Arc<Self>, place: ChannelId) {
        if self.lanes.begin(&place, Instant::now()) {
            tokio::spawn(Arc::clone(self).deliver_to(place));
        }
    }

    async fn deliver_to(self: Arc<Self>, place: ChannelId) {
        let _task = self.under_way.begin();
        match self.deliver_in_order(&place).await {
            Ok(()) => self.lanes.end(&place),
            Err(error) => {
                let after = if let Unsaid::Later { after, .. } = &error { *after } else { None };
                tracing::warn!(%place, %error, "something is said later");
                self.lanes.pause(&place, after, Instant::now());
            }
        }
    }

    async fn deliver_in_order(&self, place: &ChannelId) -> Result<(), Unsaid> {
        loop {
            // Whoever is asked something by what they did finds the question behind what everybody is shown of it.
            let notices = self.service.outbox(place, NOTICES).await?;
            for delivery in &notices {
                self.deliver_one(delivery).await?;
            }
            let answers = self.queue.of(place, NOTICES).await?;
            for entry in &answers {
                self.say_to_one(place, entry).await?;
            }
            if answers.is_empty() && notices.is_empty() {
                return Ok(());
            }
        }
    }

    /// Says something to one person.
    async fn say_to_one(&self, lane: &ChannelId, entry: &Entry) -> Result<(), Unsaid> {
        let Some(waiting) = &entry.waiting else { return Ok(self.queue.put_aside(entry).await?) };
        let place = match self.place_of(lane).await {
            Ok(Some(place)) => place,
            Ok(None) => return Ok(self.queue.said(entry, Vec::new()).await?),
            Err(failure) => return self.not_answered(lane, entry, waiting, later(failure)?).await,
        };
        if waiting.secret
            && ids::user_of_direct(lane).is_none()
            && !self.is_unseen(&place, &waiting.person).await?
        {
            return self.say_in_private(entry, waiting).await;
        }
        let (body, series) = self.answer_body(&place, waiting).await;
        let reply_to = waiting.reply_to.clone().map(EventId);
        let sent = self.send(&place, &body, reply_to, waiting.transaction.as_bytes()).await?;
        match sent {
            Sent::Event(event) => {
                let about = waiting.about.clone();
                let list = List::new(&place, about, Some(waiting.person.clone()), body.choices);
                let lists = Lists::of(&*self.store, &place);
                let stamp = self.queue.stamp();
                let writes = lists.show(&event, &list, series.as_ref(), waiting.settles, stamp).await?;
                Ok(self.queue.said(entry, writes).await?)
            }
            Sent::Never(failure) => self.not_answered(lane, entry, waiting, failure).await,
        }
    }

    /// Where a lane leads.
    async fn place_of(&self, lane: &ChannelId) -> Result<Option<Place>, Failure> {
        match ids::user_of_direct(lane) {
            Some(user) => Ok(Some(Place { room: self.link.direct_room(&user).await?, thread: None })),
            None => Ok(Place::of(lane)),
        }
    }

    /// Whether nobody reads along in a place at this moment: a third one may have come since something was asked there.
    async fn is_unseen(&self, place: &Place, person: &PersonId) -> Result<bool, Unsaid> {
        let Some(user) = ids::user_id(person) else { return Ok(false) };
        match self.link.room(&place.room).await {
            Ok(state) => Ok(state.is_only_with(&user)),
            Err(failure) => later(failure).map(|_| false),
        }
    }

    /// Says it in the direct room instead.
    async fn say_in_private(&self, entry: &Entry, waiting: &Waiting) -> Result<(), Unsaid> {
        let what = match &waiting.what {
            // What may be done in a room just entered is often known only now.
            What::Sentence(Sentence::Greeting, room) => What::Sentence(Sentence::MayNotSend, room.clone()),
            what => what.clone(),
        };
        let introduced = !matches!(what, What::Sentence(Sentence::MayNotSend, _));
        let again = Waiting { what, reply_to: None, introduced, ..waiting.clone() };
        self.write_to(&waiting.person, &again, Vec::new()).await?;
        Ok(self.queue.said(entry, Vec::new()).await?)
    }

    async fn answer_body(&self, place: &Place, waiting: &Waiting) -> (Body, Option<adoube_service::Series>) {
        let writer = self.writer(waiting.language);
        let room = Place::of(&waiting.about).filter(|about| about != place).map(|about| about.room.0);
        let heading = || self.words.say(waiting.language, Sentence::About, room.as_deref());
        let heading = (waiting.introduced && room.is_some()).then(heading);
        match &waiting.what {
            What::Notice(notice) => {
                let viewer = viewer(Some(waiting.person.clone()), waiting.language);
                let message = self.service.present(notice, &viewer);
                let body = writer.message(&message, self.artist.picture(&message).await, &[], heading);
                (body, message.series)
            }
            What::Menu(menu) => (Writer::menu(menu), None),
            What::Sentence(sentence, room) => (writer.sentence(*sentence, room.as_deref()), None),
        }
    }

    /// What cannot be said where it was asked is said in the direct room, if there can be one.
    async fn not_answered(
        &self,
        lane: &ChannelId,
        entry: &Entry,
        waiting: &Waiting,
        failure: Failure,
    ) -> Result<(), Unsaid> {
        tracing::warn!(place = %lane, %failure, "an answer is not given there");
        let direct = ids::direct(&waiting.person);
        let is_elsewhere = *lane != direct && matches!(failure, Failure::Forbidden(_));
        if is_elsewhere && ids::user_id(&waiting.person).is_some() {
            return self.say_in_private(entry, waiting).await;
        }
        Ok(self.queue.said(entry, Vec::new()).await?)
    }

    async fn deliver_one(&self, delivery: &Delivery) -> Result<(), Unsaid> {
        let Some(place) = Place::of(&delivery.channel) else {
            self.service.delivered(delivery, Vec::new()).await?;
            return Ok(());
        };
        let message = self.for_all(delivery).await;
        if message.closes_thread {
            // Threads are not closed on Matrix.
            self.service.delivered(delivery, Vec::new()).await?;
            return Ok(());
        }
        let called = self.called(&place, &message).await;
        let picture = self.artist.picture(&message).await;
        let body = self
            .writer(self.language_for(&delivery.channel, &message).await)
            .message(&message, picture, &called, None);
        match self.send(&place, &body, None, delivery.key()).await? {
            Sent::Event(event) => self.settle(delivery, &place, &message, body, event).await,
            Sent::Never(failure) => self.give_up(delivery, &place, &message, &failure).await,
        }
    }

    /// Takes a notice out of the outbox; the game that waited for a thread begins in the one whose root the message is.
    async fn settle(
        &self,
        delivery: &Delivery,
        place: &Place,
        message: &Message,
        body: Body,
        event: EventId,
    ) -> Result<(), Unsaid> {
        let mut list = List::new(place, delivery.channel.clone(), None, body.choices);
        list.called.clone_from(&message.mention);
        let lists = Lists::of(&*self.store, place);
        let stamp = self.queue.stamp();
        let also = lists.show(&event, &list, message.series.as_ref(), false, stamp).await?;
        if message.thread.is_some() {
            let thread = Place { thread: Some(event), ..place.clone() };
            self.service.begin_in_thread(delivery, &thread.channel(), also).await?;
        } else {
            self.service.delivered(delivery, also).await?;
        }
        Ok(())
    }

    /// There is no way to the place: the notice goes, and whoever it called is told.
    async fn give_up(
        &self,
        delivery: &Delivery,
        place: &Place,
        message: &Message,
        failure: &Failure,
    ) -> Result<(), Unsaid> {
        tracing::warn!(channel = %delivery.channel, %failure, "a notice is given up");
        if message.thread.is_some() {
            self.service.begin_without_thread(delivery, Vec::new()).await?;
        } else {
            self.service.delivered(delivery, Vec::new()).await?;
        }
        if let Some(person) = message.mention.as_ref().filter(|person| ids::user_id(person).is_some()) {
            let language = self.language_of(person).await;
            let sentence = if matches!(failure, Failure::Forbidden(_)) {
                Sentence::NotDelivered
            } else {
                Sentence::NotTaken
            };
            let what = What::Sentence(sentence, Some(place.room.0.clone()));
            let transaction = ids::transaction(&[b"not delivered", delivery.key()]).0;
            let about = delivery.channel.clone();
            let waiting = Waiting::new(about, (person.clone(), language), what, transaction);
            self.queue.add(&ids::direct(person), &waiting, Vec::new()).await?;
            self.lanes.changed.notify_one();
        }
        Ok(())
    }

    /// Sends all parts; one that the server finds something wrong with once more as plain words.
    async fn send(
        &self,
        place: &Place,
        body: &Body,
        reply_to: Option<EventId>,
        key: &[u8],
    ) -> Result<Sent, Unsaid> {
        let mut event = None;
        for (number, part) in body.parts.iter().enumerate() {
            let reply_to = reply_to.clone().filter(|_| number == 0);
            let part = Outgoing { thread: place.thread.clone(), reply_to, ..part.clone() };
            let part_is_file = part.file.is_some();
            let number = number.to_be_bytes();
            let transaction = ids::transaction(&[key, &number]);
            let mut outcome = self.link.send(&place.room, part.clone(), transaction).await;
            if let Err(Failure::Refused(reason)) = &outcome
                && !part_is_file
            {
                tracing::error!(reason, room = %place.room.0, "a message is sent again as plain words");
                let plain = Outgoing { html: String::new(), picture: None, ..part };
                let transaction = ids::transaction(&[key, &number, b"plain"]);
                outcome = self.link.send(&place.room, plain, transaction).await;
            }
            match outcome {
                // An answer to the words is meant, not to the file behind them.
                Ok(sent) => event = event.filter(|_| part_is_file).or(Some(sent)),
                Err(Failure::Refused(reason)) if part_is_file => {
                    tracing::error!(reason, room = %place.room.0, "a file is not sent");
                }
                Err(failure) => return Ok(Sent::Never(later(failure)?)),
            }
        }
        Ok(event.map_or_else(|| Sent::Never(Failure::Refused("nothing to say".to_owned())), Sent::Event))
    }

    pub(super) fn writer(&self, language: Language) -> Writer<'_> {
        Writer { words: &self.words, commands: &self.commands, language }
    }

    /// The language a person reads.
    pub(super) async fn language_of(&self, person: &PersonId) -> Language {
        let profile = self.people.profile(person).await;
        let profile =
            profile.inspect_err(|error| tracing::error!(%error, %person, "a person cannot be read")).ok();
        profile.and_then(|profile| profile.language).unwrap_or(self.settings.language)
    }

    async fn language_for(&self, channel: &ChannelId, message: &Message) -> Language {
        if let Some(called) = &message.mention {
            return self.language_of(called).await;
        }
        let spoken = self.people.spoken_in(channel).await;
        let spoken =
            spoken.inspect_err(|error| tracing::error!(%error, %channel, "a language cannot be read"));
        spoken.ok().flatten().unwrap_or(self.settings.language)
    }

    /// A notice in the language of whoever it calls, or else of whoever did something there last.
    async fn for_all(&self, delivery: &Delivery) -> Message {
        let present = |language| self.service.present(&delivery.notice, &viewer(None, language));
        let message = present(self.settings.language);
        match self.language_for(&delivery.channel, &message).await {
            language if language == self.settings.language => message,
            language => present(language),
        }
    }

    /// Those a message calls, with the names they have in the room.
    async fn called(&self, place: &Place, message: &Message) -> Vec<(UserId, String)> {
        let users: Vec<UserId> = message.called().filter_map(ids::user_id).collect();
        if users.is_empty() {
            return Vec::new();
        }
        let state = self.rooms.get(&place.room).await.ok();
        let members = state.as_ref().map(|state| state.members.as_slice()).unwrap_or_default();
        let named = |user: UserId| {
            let known = members.iter().find(|(member, _)| *member == user);
            let person = people::person(&user, known.map_or("", |(_, name)| name.as_str()));
            (user, adoube_service::shown_name(&person.name))
        };
        users.into_iter().map(named).collect()
    }

    /// Writes something to a person where nobody else reads it.
    pub(super) async fn write_to(
        &self,
        person: &PersonId,
        waiting: &Waiting,
        also: Vec<Write>,
    ) -> Result<(), StoreError> {
        self.queue.add(&ids::direct(person), waiting, also).await?;
        self.lanes.changed.notify_one();
        Ok(())
    }
}

/// For whom something is said: in rooms the bot hears whatever is said.
fn viewer(person: Option<PersonId>, language: Language) -> Viewer {
    Viewer { person, language, hearing: Hearing::Everything }
}

/// What is not for later.
fn later(failure: Failure) -> Result<Failure, Unsaid> {
    match failure {
        Failure::Later { reason, after } => Err(Unsaid::Later { reason, after }),
        failure @ Failure::LoggedOut => {
            Err(Unsaid::Later { reason: failure.to_string(), after: Some(LONGEST_PAUSE) })
        }
        failure => Ok(failure),
    }
}
