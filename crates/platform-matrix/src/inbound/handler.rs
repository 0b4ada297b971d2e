//! What comes of what somebody said or set under a message: the bot decides, and what it says to one person waits for
//! its place: the room, or the direct room where it is for their eyes alone. Not here: reading the words (`hearing`),
//! saying things (`delivery`).

use std::sync::Arc;

use adoube_bot::{
    ActiveChannel, Audience, ChannelId, ChatEvent, Decision, IdempotencyKey as ServiceEvent, Language,
    Notice, Person, Preference, Reply, ThreadPolicy, UserAction,
};
use adoube_matrix_client::{MatrixError, MatrixEventId, RoomId, RoomMessage, RoomState, UserId};
use adoube_platform::steady_language::SteadyLanguage;
use adoube_store::{Batch, BatchWrite, StoreError};

use crate::{
    MatrixPlatform,
    ids::{self, ChannelAddress},
    inbound::number_resolver::TypedNumber,
    message::parser::{MessageParser, ParsedMessage},
    message::platform_text::MatrixSentence,
    outbound::reply_queue::{QueuedReply, ReplyContent},
    state::numbered_lists::ListRegistry,
    state::people::{self, MatrixPeople, MatrixProfile},
};

/// Mentions of a message that are read.
const MAX_MENTIONS: usize = 10;

/// Something that somebody did.
#[derive(Clone)]
pub(crate) struct PersonAction {
    /// Where.
    pub(crate) place: ChannelAddress,
    /// The root of the thread in which it was done, if that holds answers and is about the room.
    pub(crate) answer_thread: Option<MatrixEventId>,
    /// Whether nobody else is there.
    pub(crate) alone: bool,
    /// What the bot knows it by.
    pub(crate) id: String,
    /// By which event.
    event: MatrixEventId,
    /// What an answer replies to.
    reply_to: MatrixEventId,
    pub(crate) user: UserId,
    pub(crate) person: Person,
    profile: MatrixProfile,
    language: Language,
}

impl PersonAction {
    /// What is known of whoever did it.
    pub(crate) fn profile(&self) -> &MatrixProfile {
        &self.profile
    }
}

/// What is done, where, and how.
pub(crate) struct ActionContext {
    /// The channel it is about.
    pub(crate) about: ChannelId,
    /// The one it is about instead, as long as anything goes on there.
    pub(crate) ongoing: Option<ChannelId>,
    pub(crate) action: UserAction,
    /// Whether it was said to the bot for sure: who may have meant somebody else is told of no refusal.
    pub(crate) meant: bool,
}

impl ActionContext {
    pub(crate) fn new(about: ChannelId, action: UserAction) -> Self {
        Self { about, ongoing: None, action, meant: true }
    }
}

impl MatrixPlatform {
    /// Somebody said something.
    pub(crate) async fn said(self: &Arc<Self>, mut said: RoomMessage) -> Result<(), StoreError> {
        let thread = said.thread.as_ref().map_or(said.event.0.as_str(), |root| root.0.as_str());
        if !ids::are_usable(&[&said.room.0, &said.event.0, &said.sender.0, thread])
            || !self.hears(&said.sender)
        {
            return Ok(());
        }
        let answer_thread = self.find_thread(&mut said).await?;
        if self.is_irrelevant_text(&said).await
            || !self.still_counts(&said.room, &said.event, &said.sender).await?
        {
            return Ok(());
        }
        let shown = said.event.clone();
        self.take(said, &shown, answer_thread).await
    }

    /// Deals with words; what is answered to them is an answer to the message that shows them, in the thread of answers in which
    /// it stands.
    pub(crate) async fn take(
        self: &Arc<Self>,
        said: RoomMessage,
        shown: &MatrixEventId,
        answer_thread: Option<MatrixEventId>,
    ) -> Result<(), StoreError> {
        let place = ChannelAddress::new(&said.room, said.thread.as_ref());
        let mut deed = self.person_action(place, &said.event, shown, said.sender.clone()).await?;
        deed.answer_thread = answer_thread;
        let Some(heard) = self.read(&said, deed.alone).await else { return Ok(()) };
        if !matches!(heard, ParsedMessage::Said(_)) && !self.may_ask(&deed).await? {
            return Ok(());
        }
        let is_answer = matches!(heard, ParsedMessage::Told(_)) && deed.alone && said.reply_to.is_some();
        let is_about_list = is_answer || matches!(heard, ParsedMessage::Number(..));
        let mut all_noted = true;
        let alone = deed.alone.then_some(&deed.person.id);
        if is_about_list && self.may_be_unsaved(&deed.place, alone).await? {
            all_noted = self.wait_until_saved(&said.room, said.reply_to.as_ref()).await?;
            // Its writer may have done something else meanwhile.
            let answer_thread = deed.answer_thread;
            deed = self.person_action(deed.place, &said.event, shown, said.sender.clone()).await?;
            deed.answer_thread = answer_thread;
        }
        match heard {
            ParsedMessage::Told(line) => self.handle_command(deed, line, said.reply_to).await,
            ParsedMessage::Number(number, told) => {
                if deed.answer_thread.is_none() && deed.place.thread.is_none() && said.reply_to.is_none() {
                    deed.answer_thread = self.thread_of_menu(&deed).await?;
                }
                let RoomMessage { event, reply_to, at, .. } = said;
                let written = TypedNumber { number, event, reply_to, at, all_noted };
                self.number(deed, written, told).await
            }
            ParsedMessage::Speak(language) => self.speak(deed, language).await,
            ParsedMessage::Agree(yes) => self.agree(deed, yes, said.at).await,
            ParsedMessage::Said(text) => {
                let about = deed.place.channel();
                self.act(deed, ActionContext::new(about, UserAction::Text(text))).await
            }
        }
    }

    /// Whether what somebody does is for the bot.
    pub(crate) fn hears(&self, user: &UserId) -> bool {
        *user != self.link.user() && self.settings.may_use(&user.0)
    }

    /// Where in a room somebody plays: there, or in threads of it.
    pub(crate) async fn games_in(&self, room: &RoomId, user: &UserId) -> Vec<ChannelAddress> {
        let person = ids::person_id(user);
        let games = self.service.playing(&person, self.settings.language).await;
        let games = games.inspect_err(|error| tracing::error!(%error, %person, "games cannot be looked for"));
        let places = games.into_iter().flatten().filter_map(|game| ChannelAddress::of(&game.channel));
        places.filter(|place| place.room == *room).collect()
    }

    /// Whether somebody may ask for one thing more; whoever asks too fast is told so once in a while.
    pub(crate) async fn may_ask(&self, deed: &PersonAction) -> Result<bool, StoreError> {
        let now = self.clock.monotonic();
        let may = self.asked.take(deed.person.id.clone(), now);
        if !may && self.warned.take(deed.person.id.clone(), now) {
            let what = ReplyContent::Sentence(MatrixSentence::TooFast, None);
            self.answer_here(deed, deed.place.channel(), what).await?;
        }
        Ok(may)
    }

    pub(crate) async fn person_action(
        &self,
        place: ChannelAddress,
        event: &MatrixEventId,
        reply_to: &MatrixEventId,
        user: UserId,
    ) -> Result<PersonAction, StoreError> {
        let state = self.see(&place.room).await.unwrap_or_default();
        let name = self.rooms.name_in(&place.room, &state, &user).await;
        let person = people::person(&user, &name);
        let profile = self.people.profile(&person.id).await?;
        Ok(PersonAction {
            answer_thread: None,
            alone: state.is_only_with(&user),
            id: ids::service_event(&place.room, event),
            event: event.clone(),
            reply_to: reply_to.clone(),
            language: profile.language.unwrap_or(self.settings.language),
            place,
            user,
            person,
            profile,
        })
    }

    /// What the bot is called.
    pub(crate) fn names<'a>(&'a self, own: &'a UserId) -> [&'a str; 3] {
        [own.0.as_str(), self.settings.display_name.as_str(), people::local_part(own)]
    }

    pub(crate) async fn read(&self, said: &RoomMessage, alone: bool) -> Option<ParsedMessage> {
        let state = self.rooms.get(&said.room).await.unwrap_or_default();
        let mut called = Vec::new();
        for user in said.mentions.iter().take(MAX_MENTIONS) {
            called.push((user.0.as_str(), self.rooms.name_in(&said.room, &state, user).await));
        }
        let mentioned: Vec<(&str, &str)> = called.iter().map(|(id, name)| (*id, name.as_str())).collect();
        let own = self.link.user();
        let names = self.names(&own);
        let ear = MessageParser {
            prefix: self.words.prefix(),
            names: &names,
            languages: &self.languages,
            agreements: self.words.agreements(),
            answers_bot: said.reply_to.as_ref().is_some_and(|to| self.link.is_own(to) == Some(true)),
            alone,
            mentioned: &mentioned,
        };
        ear.read(said)
    }

    /// A command, or words to the bot.
    async fn handle_command(
        self: &Arc<Self>,
        mut deed: PersonAction,
        line: String,
        reply_to: Option<MatrixEventId>,
    ) -> Result<(), StoreError> {
        if let Some(language) = self.service.language_of(&line) {
            deed.language = language;
        }
        self.know(&mut deed).await?;
        if let Some(address) = self.words.asked_into(&line) {
            return self.asked_into(&deed, address).await;
        }
        let mut act = ActionContext::new(deed.place.channel(), UserAction::Line(line));
        if deed.alone && !self.direct(&deed, reply_to, &mut act).await? {
            return Ok(());
        }
        self.act(deed, act).await
    }

    /// In a direct room words are about the channel of the message which is answered, or the one last talked about there,
    /// as long as anything goes on in it. Whether they can be about anything now.
    async fn direct(
        &self,
        deed: &PersonAction,
        reply_to: Option<MatrixEventId>,
        act: &mut ActionContext,
    ) -> Result<bool, StoreError> {
        let answered = match reply_to {
            Some(event) => ListRegistry::of(&*self.store, &deed.place).list_of_message(&event).await?,
            None => None,
        };
        let is_answered = answered.is_some();
        let Some(about) = answered.map(|list| list.about).or_else(|| deed.profile.about.clone()) else {
            return Ok(true);
        };
        let Some(place) = ChannelAddress::of(&about) else { return Ok(true) };
        match self.is_there(&deed.user, &place).await {
            Ok(true) if is_answered => act.about = about,
            Ok(true) => act.ongoing = Some(about),
            Ok(false) => {}
            Err(failure) => return self.cannot_see(deed, &place, &failure).await.map(|()| false),
        }
        Ok(true)
    }

    /// Whether somebody is in a room: whoever has left does nothing there any more.
    pub(crate) async fn is_there(&self, user: &UserId, place: &ChannelAddress) -> Result<bool, MatrixError> {
        let is_member = |state: Arc<RoomState>| state.name_of(user).is_some();
        if self.rooms.get(&place.room).await.is_ok_and(is_member) {
            return Ok(true);
        }
        match self.rooms.get_anew(&place.room).await {
            Ok(state) if state.unlisted > 0 => Ok(self.link.member(&place.room, user).await?.is_some()),
            Ok(state) => Ok(is_member(state)),
            Err(MatrixError::NotFound(_) | MatrixError::Forbidden(_)) => Ok(false),
            Err(failure) => Err(failure),
        }
    }

    /// Who is in a room is not known now: whoever wants to do something there is asked to do it later.
    pub(crate) async fn cannot_see(
        &self,
        deed: &PersonAction,
        place: &ChannelAddress,
        failure: &MatrixError,
    ) -> Result<(), StoreError> {
        tracing::warn!(%failure, room = %place.room.0, "who is in a room cannot be asked");
        let what = ReplyContent::Sentence(MatrixSentence::Unseen, Some(place.room.0.clone()));
        self.answer_here(deed, deed.place.channel(), what).await
    }

    /// Lets the bot decide, and answers.
    pub(crate) async fn act(
        self: &Arc<Self>,
        deed: PersonAction,
        act: ActionContext,
    ) -> Result<(), StoreError> {
        let Ok(event) = ServiceEvent::new(deed.id.clone()) else { return Ok(()) };
        let asks = !matches!(act.action, UserAction::Text(_));
        let ActiveChannel { channel, place, moderator, threads, also } =
            self.circumstances(&deed, act.about, asks).await;
        let ongoing = match act.ongoing {
            Some(channel) => Some(Box::new(self.circumstances(&deed, channel, asks).await)),
            None => None,
        };
        let incoming = ChatEvent {
            event,
            channel,
            place,
            person: deed.person.clone(),
            language: deed.language,
            moderator,
            threads,
            // Answers with cards in them go to the direct room.
            audience: if deed.alone { Audience::SenderOnly } else { Audience::TextVisible },
            action: act.action,
            also,
            ongoing,
        };
        let is_talk = matches!(incoming.action, UserAction::Text(_));
        if !is_talk {
            self.activity.mark_read(&deed.place.room, &deed.event);
        }
        // Nothing that was said in a room is too late to be answered.
        let Decision { reply, channel: about, stake, .. } = self.service.handle_in_turn(&incoming).await;
        // Words alone begin no game.
        if !is_talk {
            self.playing.forget(&about);
        } else if reply != Reply::Ignored {
            self.activity.mark_read(&deed.place.room, &deed.event);
        }
        let is_kept = !act.meant && !stake.is_seated;
        let hidden = stake.holds_cards;
        match reply {
            Reply::Public => match ChannelAddress::of(&about) {
                Some(there) if deed.alone && there != deed.place => {
                    let what = ReplyContent::Sentence(MatrixSentence::Done, Some(there.room.0));
                    self.answer_here(&deed, about, what).await
                }
                _ => Ok(()),
            },
            Reply::Ignored => Ok(()),
            Reply::SelfTest(found) => {
                let found = self.check((&deed.place, &deed.user), deed.language, *found).await;
                self.answer(&deed, about, Notice::Check(Box::new(found)), hidden, false).await
            }
            Reply::EngineQuestion(question) => {
                self.think(deed, about, *question, hidden);
                Ok(())
            }
            Reply::Private(notice) if is_kept && matches!(*notice, Notice::Refused(_)) => Ok(()),
            Reply::Private(notice) => self.answer(&deed, about, *notice, hidden, false).await,
            Reply::Replace(notice) => self.answer(&deed, about, *notice, hidden, true).await,
        }
    }

    /// What the bot has to know of a channel in which somebody does something, and what is kept of that. `asks` when
    /// it was said to the bot.
    async fn circumstances(&self, deed: &PersonAction, channel: ChannelId, asks: bool) -> ActiveChannel {
        let place = ChannelAddress::of(&channel).unwrap_or_else(|| deed.place.clone());
        let is_own_room = deed.alone && place == deed.place;
        let never = place.thread.is_some() || is_own_room;
        let language = match self.people.spoken_in(&channel).await {
            Ok(before) if !is_own_room => SteadyLanguage::after(before, deed.language),
            _ => SteadyLanguage { language: deed.language, lead: 0 },
        };
        ActiveChannel {
            place: (!is_own_room).then(|| place.settings()),
            moderator: asks && self.link.moderates(&place.room, &deed.user).await,
            threads: if never { ThreadPolicy::Never } else { self.settings.threads },
            also: MatrixPeople::speak_in(&channel, language).into_iter().collect(),
            channel,
        }
    }

    /// What the bot says to one person.
    pub(crate) async fn answer(
        &self,
        deed: &PersonAction,
        about: ChannelId,
        notice: Notice,
        hidden: bool,
        settles: bool,
    ) -> Result<(), StoreError> {
        let receipt = settles && notice.is_receipt();
        if receipt && !deed.alone && !hidden {
            // Everybody is shown it, and one message is enough.
            let writes =
                ListRegistry::of(&*self.store, &deed.place).selection_done_writes(&deed.person.id).await?;
            return self.write(writes).await;
        }
        let is_for_one = notice.is_confidential() || notice.is_discreet();
        // Cards are shown in the room the bot has made for this person alone, whoever seems to be alone elsewhere now.
        let private = hidden || matches!(notice, Notice::Hand(_)) || (is_for_one && !deed.alone);
        let secret = hidden || notice.is_confidential();
        let what = ReplyContent::Notice(Box::new(notice));
        let mut waiting = QueuedReply { settles, secret, ..Self::waiting(deed, about, what) };
        if self.needs_consent(deed, &waiting).await? {
            return Ok(());
        }
        if private {
            return self.answer_in_private(deed, waiting).await;
        }
        let thread = self.put_into_thread(deed, &mut waiting).await?;
        let writes = Self::keep_about(deed, &waiting.about).into_iter().chain(thread);
        self.enqueue(deed.place.channel(), &waiting, writes.collect()).await
    }

    /// The same where nobody else reads it.
    async fn answer_in_private(
        &self,
        deed: &PersonAction,
        mut waiting: QueuedReply,
    ) -> Result<(), StoreError> {
        waiting.reply_to = None;
        if !deed.alone {
            self.account.asked(&deed.user, &deed.place, &deed.reply_to);
        }
        waiting.introduced = deed.profile.about.as_ref() != Some(&waiting.about);
        let profile = MatrixProfile { about: Some(waiting.about.clone()), ..deed.profile.clone() };
        let writes = MatrixPeople::keep(&deed.person.id, &profile).into_iter().collect();
        self.write_to(&deed.person.id, &waiting, writes).await
    }

    /// What a direct room is about from now on.
    fn keep_about(deed: &PersonAction, about: &ChannelId) -> Option<BatchWrite> {
        let is_new =
            deed.alone && *about != deed.place.channel() && deed.profile.about.as_ref() != Some(about);
        let profile = MatrixProfile { about: Some(about.clone()), ..deed.profile.clone() };
        is_new.then(|| MatrixPeople::keep(&deed.person.id, &profile)).flatten()
    }

    pub(crate) async fn answer_here(
        &self,
        deed: &PersonAction,
        about: ChannelId,
        what: ReplyContent,
    ) -> Result<(), StoreError> {
        self.answer_to(deed, Self::waiting(deed, about, what)).await
    }

    pub(crate) async fn answer_to(
        &self,
        deed: &PersonAction,
        mut waiting: QueuedReply,
    ) -> Result<(), StoreError> {
        let thread = self.put_into_thread(deed, &mut waiting).await?;
        self.enqueue(deed.place.channel(), &waiting, thread.into_iter().collect()).await
    }

    pub(crate) fn waiting(deed: &PersonAction, about: ChannelId, what: ReplyContent) -> QueuedReply {
        let reader = (deed.person.id.clone(), deed.language);
        QueuedReply {
            // In a conversation of two everybody knows what is answered.
            reply_to: (!deed.alone).then(|| deed.reply_to.0.clone()),
            ..QueuedReply::new(about, reader, what, deed.id.clone())
        }
    }

    /// Another language from now on.
    async fn speak(&self, mut deed: PersonAction, language: Language) -> Result<(), StoreError> {
        deed.language = language;
        self.know(&mut deed).await?;
        // What they chose before would go before what they say now.
        let person = &deed.person.id;
        let chosen = self.service.preferences(person).await.is_ok_and(|chosen| chosen.language.is_some());
        if chosen {
            let kept = self.service.prefer(person, &[Preference::Language(Some(language))]).await;
            if let Err(error) = kept {
                tracing::error!(%error, %person, "a language cannot be kept");
            }
        }
        let about = deed.place.channel();
        self.answer_here(&deed, about, ReplyContent::Sentence(MatrixSentence::Speaking, None)).await
    }

    /// Remembers who used the bot, and in which language.
    pub(crate) async fn know(&self, deed: &mut PersonAction) -> Result<(), StoreError> {
        let language = (deed.language != self.settings.language || deed.profile.language.is_some())
            .then_some(deed.language);
        let profile = MatrixProfile { name: deed.person.name.clone(), language, ..deed.profile.clone() };
        if profile == deed.profile {
            return Ok(());
        }
        deed.profile = profile;
        self.write(MatrixPeople::keep(&deed.person.id, &deed.profile).into_iter().collect()).await
    }

    pub(crate) async fn write(&self, writes: Vec<BatchWrite>) -> Result<(), StoreError> {
        if !writes.is_empty() {
            self.store.commit(Batch { writes, ..Batch::new() }).await?;
        }
        Ok(())
    }
}
