//! What comes of an interaction: the bot decides, and the interaction is answered in time, whatever it takes. Not
//! here: reading it (`arrival`), and what everybody else gets to see (`delivery`).

use std::{pin::pin, sync::Arc, time::Duration};

use adoube_bot::{
    AdmissionPermit, Audience, ChatEvent, Decision, EventPriority, IdempotencyKey, Message, Notice,
    ReaderProfile, Reply, UserAction, Viewer,
};
use adoube_discord_client::{
    ChannelAccess, DiscordMessage, InteractionAnswer, MessageId, OptionCompletion, RequestError, TextModal,
    UnreadableInteraction,
};
use adoube_platform::picture_worker::PictureFile;
use tokio::{
    task::JoinHandle,
    time::{Instant, sleep, timeout_at},
};

use crate::{
    DiscordPlatform, PLATFORM, channel_id, guild_place,
    message::{platform_text::DiscordSentence, render},
    state::{
        channel_context::{ANSWERABLE, InteractionWindow},
        received_interaction::{MOVE_FORM, ReceivedAction, ReceivedInteraction},
    },
};

/// How long after an interaction it may still be begun: what is begun later is hardly answered in Discord's three seconds.
const BEGUN: Duration = Duration::from_millis(1_200);
/// How long after an interaction it is to be decided and drawn; what takes longer is told to wait.
const IN_TIME: Duration = Duration::from_millis(1500);
/// How long after an interaction its first answer is tried: Discord takes none after three seconds.
const FIRST_ANSWER: Duration = Duration::from_millis(2700);
/// How long an answer is tried that somebody was told to wait for.
const LATE_ANSWER: Duration = Duration::from_secs(60);
/// The pause between attempts, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(4);
/// Completions of an option.
const COMPLETIONS: usize = 25;
/// Characters of a completion.
const COMPLETION: usize = 100;

/// Characters of a typed move.
const MOVE_CHARS: u16 = 100;

/// How an interaction can still be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnswerStage {
    /// For the first time.
    Fresh,
    /// It was told to wait.
    Waiting,
}

/// Whether an interaction was answered with what everybody is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PublicAnswerState {
    /// Everybody sees it.
    All,
    /// Discord would have shown it to whoever acted alone, and they were told so.
    Hidden,
    /// It is not answered yet.
    Not,
}

/// What came of an interaction, and how whoever acted reads it.
struct InteractionDecision {
    reply: Reply,
    reading: ReaderProfile,
}

impl DiscordPlatform {
    /// Deals with an interaction.
    pub(crate) async fn arrive(self: Arc<Self>, arrival: ReceivedInteraction) {
        let _task = self.under_way.start();
        if self.seen.note(arrival.id) {
            return;
        }
        if arrival.rights.presence == ChannelAccess::Direct
            && let Some(user) = render::user_id(&arrival.person.id)
        {
            self.link.reached(user);
        }
        if arrival.rights.may_post()
            && let Some(channel) = channel_id(&arrival.channel)
        {
            self.link.opened(channel);
        }
        match self.answer_wish(&arrival).await {
            Ok(()) => {}
            // Nobody waits for it any more; what it did is done and shown.
            Err(
                failure @ (RequestError::InteractionExpired
                | RequestError::AlreadyAnswered
                | RequestError::MessageNotFound(_)),
            ) => {
                tracing::debug!(%failure, interaction = %arrival.id, "an answer came too late");
            }
            Err(failure) => {
                tracing::warn!(%failure, interaction = %arrival.id, "an interaction is not answered");
            }
        }
    }

    async fn answer_wish(self: &Arc<Self>, arrival: &ReceivedInteraction) -> Result<(), RequestError> {
        let urgency = match &arrival.wish {
            ReceivedAction::MoveForm => return self.ask_for_move(arrival).await,
            ReceivedAction::Wordless => {
                let words = self.words.say(arrival.language, DiscordSentence::Wordless, "");
                return self.answer_privately(arrival, &render::of_sentence(&words)).await;
            }
            ReceivedAction::Completions { .. } => EventPriority::Completions,
            ReceivedAction::Command(action) | ReceivedAction::Press { action, .. } => {
                self.service.urgency(action)
            }
        };
        let admitted = self.service.admit(&arrival.channel, urgency, arrival.at + BEGUN).await;
        match (admitted, arrival.wish.clone()) {
            (Some(admitted), ReceivedAction::Completions { command, option, typed }) => {
                self.complete(arrival, (&command, &option), &typed, admitted).await
            }
            (Some(admitted), ReceivedAction::Command(action)) => {
                self.act(arrival, action, None, admitted).await
            }
            (Some(admitted), ReceivedAction::Press { action, private }) => {
                self.act(arrival, action, Some(private), admitted).await
            }
            (None, ReceivedAction::Command(_) | ReceivedAction::Press { .. }) => {
                self.turn_away(arrival).await
            }
            _ => Ok(()),
        }
    }

    /// Asks for a move in a form, which Discord shows before anything is decided: what is typed comes as a command of its own.
    async fn ask_for_move(&self, arrival: &ReceivedInteraction) -> Result<(), RequestError> {
        let say = |sentence| self.words.say(arrival.language, sentence, "");
        let form = TextModal {
            id: MOVE_FORM.to_owned(),
            title: say(DiscordSentence::TypeMove),
            label: say(DiscordSentence::MoveLabel),
            placeholder: say(DiscordSentence::MoveExamples),
            most: MOVE_CHARS,
        };
        self.answer(arrival, &InteractionAnswer::Modal(&form)).await
    }

    /// There is no time for it: nothing was done, and whoever acted is told so while Discord still waits.
    async fn turn_away(&self, arrival: &ReceivedInteraction) -> Result<(), RequestError> {
        let words = self.words.say(arrival.language, DiscordSentence::Crowded, "");
        let answer = render::of_sentence(&words);
        self.link.answer(arrival.id, &arrival.token, &InteractionAnswer::Private(&answer)).await.map(|_| ())
    }

    /// Discord said it in a form that is not known: nothing was done, and whoever acted is told so.
    pub(crate) async fn tell_unread(&self, unread: &UnreadableInteraction) {
        if self.seen.note(unread.id) {
            return;
        }
        let language = self.service.locales().find(&unread.locale).unwrap_or_default();
        let words = render::of_sentence(&self.words.say(language, DiscordSentence::Unread, ""));
        let answer = InteractionAnswer::Private(&words);
        if let Err(failure) = self.link.answer(unread.id, &unread.token, &answer).await {
            tracing::debug!(%failure, interaction = %unread.id, "whoever acted is not told that it was not read");
        }
    }

    async fn complete(
        &self,
        arrival: &ReceivedInteraction,
        option: (&str, &str),
        typed: &str,
        admitted: AdmissionPermit,
    ) -> Result<(), RequestError> {
        let ReceivedInteraction { channel, person, language, .. } = arrival;
        if self.typing.is_overtaken(&person.id, arrival.id) {
            return Ok(());
        }
        let found = self.service.suggest_for(channel, person, *language, option, typed).await;
        drop(admitted);
        let fits = |text: &str| !text.trim().is_empty() && text.encode_utf16().count() <= COMPLETION;
        let choices = found
            .into_iter()
            .filter(|found| fits(&found.line) && fits(&found.label))
            .take(COMPLETIONS)
            .map(|found| OptionCompletion { label: found.label, value: found.line })
            .collect();
        // A late list is of no use, so there is one attempt.
        let answer = InteractionAnswer::Autocomplete(choices);
        self.link.answer(arrival.id, &arrival.token, &answer).await.map(|_| ())
    }

    /// `pressed` says of a control whether its message is seen by nobody else.
    async fn act(
        self: &Arc<Self>,
        arrival: &ReceivedInteraction,
        action: UserAction,
        pressed: Option<bool>,
        admitted: AdmissionPermit,
    ) -> Result<(), RequestError> {
        if self.people.have_another_bot(&arrival.named) {
            let words = self.words.say(arrival.language, DiscordSentence::BotOpponent, "");
            return self.answer_privately(arrival, &render::of_sentence(&words)).await;
        }
        // While a notice is on its way here, the next one takes the same way after it.
        let mut lane = self.outbox.try_hold(&arrival.channel);
        let mut deciding = self.decide(arrival, action, admitted);
        let (reply, stage) = if let Ok(reply) = timeout_at(arrival.at + IN_TIME, &mut deciding).await {
            (reply, AnswerStage::Fresh)
        } else {
            lane = None;
            self.defer_answer(arrival, pressed).await?;
            (deciding.await, AnswerStage::Waiting)
        };
        let decided = reply.map_err(|error| RequestError::Rejected(format!("a task failed: {error}")))?;
        let InteractionDecision { reply, reading } = decided;
        // From here on everything is said as they read it.
        let arrival =
            &ReceivedInteraction { language: reading.language, taste: reading.taste, ..arrival.clone() };
        if reply != Reply::Public {
            // What one person alone is told takes its time, a replay most of all; the channel's boards do not wait for it.
            lane = None;
        }
        let tested = matches!(reply, Reply::SelfTest(_));
        let mut given = PublicAnswerState::Not;
        let answered = match reply {
            Reply::Private(notice) => self.tell(arrival, &notice, stage, pressed, false).await,
            Reply::Replace(notice) => self.tell(arrival, &notice, stage, pressed, true).await,
            Reply::SelfTest(found) => {
                let notice = Notice::Check(Box::new(self.check(arrival, *found).await));
                self.tell(arrival, &notice, stage, pressed, false).await
            }
            Reply::EngineQuestion(question) => self.think(arrival, &question, stage, pressed).await,
            Reply::Public if stage == AnswerStage::Fresh => {
                let tried = match &lane {
                    Some(lane) => self.answer_with_notice(arrival, lane).await,
                    None => Ok(PublicAnswerState::Not),
                };
                let tried = tried.inspect_err(|error| {
                    tracing::error!(%error, channel = %arrival.channel, "a notice is tried again later");
                });
                given = tried.unwrap_or(PublicAnswerState::Not);
                if given == PublicAnswerState::Not {
                    self.acknowledge(arrival, stage, pressed).await
                } else {
                    Ok(())
                }
            }
            Reply::Public | Reply::Ignored => self.acknowledge(arrival, stage, pressed).await,
        };
        // Nobody else would see what is said through it.
        if answered.is_ok() && given != PublicAnswerState::Hidden {
            self.open_window(arrival).await;
        }
        drop(lane);
        // Whatever is told besides, and whatever could not be told before.
        if given != PublicAnswerState::All || self.outbox.lane_block(&arrival.channel).is_some() {
            self.outbox.wake(arrival.channel.clone());
        }
        if pressed.is_none() {
            self.tell_what_is_missing(arrival, tested).await;
        }
        answered
    }

    /// The bot's decision, which goes on when nobody waits for it.
    fn decide(
        self: &Arc<Self>,
        arrival: &ReceivedInteraction,
        action: UserAction,
        admitted: AdmissionPermit,
    ) -> JoinHandle<InteractionDecision> {
        let (discord, arrival) = (Arc::clone(self), arrival.clone());
        tokio::spawn(async move {
            let _inside = admitted;
            let _task = discord.under_way.start();
            discord.note(&arrival).await;
            discord.look_again(&arrival);
            let Ok(event) = IdempotencyKey::new(format!("{PLATFORM}:{}", arrival.id)) else {
                return InteractionDecision { reply: Reply::Ignored, reading: arrival.language.into() };
            };
            let threads = discord.threads_in(&arrival.place);
            let ReceivedInteraction { channel, person, language, moderator, place, .. } = arrival;
            let incoming = ChatEvent {
                event,
                channel,
                place: guild_place(place.guild),
                person,
                language,
                moderator,
                threads,
                audience: Audience::SenderOnly,
                action,
                also: Vec::new(),
                ongoing: None,
            };
            let Decision { reply, reading, .. } = discord.service.handle(&incoming).await;
            if reply == Reply::Public {
                discord.note_language(place.guild, reading.language).await;
            }
            InteractionDecision { reply, reading }
        })
    }

    /// Notes who did something, whom they named, and where.
    async fn note(&self, arrival: &ReceivedInteraction) {
        let place = self.known_channels.note(&arrival.channel, arrival.place.clone());
        let here = (&arrival.channel, arrival.place.guild);
        let person = self.people.see(here, &arrival.person, Some(arrival.language));
        let (place, person) = tokio::join!(place, person);
        let mut outcome = place.and(person);
        for named in arrival.named.iter().filter(|named| !named.bot) {
            outcome = outcome.and(self.people.see(here, &named.person, None).await);
        }
        if let Err(error) = outcome {
            tracing::error!(%error, channel = %arrival.channel, "who did something cannot be noted");
        }
    }

    /// From now on what waits for the channel can go there as a further answer to this interaction.
    async fn open_window(&self, arrival: &ReceivedInteraction) {
        let door =
            InteractionWindow { token: arrival.token.clone(), until: self.clock.now_millis() + ANSWERABLE };
        if let Err(error) = self.known_channels.open_window(&arrival.channel, door).await {
            tracing::error!(%error, channel = %arrival.channel, "how a channel is reached cannot be noted");
        }
    }

    /// Whoever did something, as a reader of what it is answered with.
    pub(crate) fn asker(&self, arrival: &ReceivedInteraction) -> Viewer {
        Viewer {
            person: Some(arrival.person.id.clone()),
            language: arrival.language,
            hearing: self.hearing_in(&arrival.place),
            taste: arrival.taste,
        }
    }

    /// A notice for the person who acted; `update` puts it in place of the private message they used.
    async fn tell(
        &self,
        arrival: &ReceivedInteraction,
        notice: &Notice,
        stage: AnswerStage,
        pressed: Option<bool>,
        update: bool,
    ) -> Result<(), RequestError> {
        let viewer = self.asker(arrival);
        let message = self.service.present_with_instants(notice, &viewer);
        let mut stage = stage;
        let mut drawing = pin!(self.picture(&message));
        let mut soon_drawn = None;
        if stage == AnswerStage::Fresh {
            // A game move by move takes its time in any case.
            if message.animation.is_none() {
                soon_drawn = timeout_at(arrival.at + IN_TIME, &mut drawing).await.ok();
            }
            if soon_drawn.is_none() {
                self.defer_answer(arrival, pressed).await?;
                stage = AnswerStage::Waiting;
            }
        }
        let drawn = match soon_drawn {
            Some(drawn) => drawn,
            None => drawing.await,
        };
        let body = if render::has_too_large_a_file(&message) {
            render::of_sentence(&self.words.say_with(viewer.language, DiscordSentence::LargeFile, &[]))
        } else {
            render::of(&message, drawn, false)
        };
        let in_place = update && pressed == Some(true);
        let give = async |body: &DiscordMessage| self.give(arrival, body, (stage, pressed), in_place).await;
        match give(&body).await {
            Err(
                RequestError::Rejected(reason)
                | RequestError::Unknown(reason)
                | RequestError::BlockedByAutoMod(reason),
            ) => {
                tracing::error!(reason, "an answer is given again as plain words");
                give(&render::simplified(&body)).await
            }
            outcome => outcome,
        }
    }

    async fn give(
        &self,
        arrival: &ReceivedInteraction,
        body: &DiscordMessage,
        (stage, pressed): (AnswerStage, Option<bool>),
        in_place: bool,
    ) -> Result<(), RequestError> {
        match (stage, pressed) {
            (AnswerStage::Fresh, _) if in_place => {
                self.answer(arrival, &InteractionAnswer::UpdateSource(body)).await
            }
            (AnswerStage::Fresh, _) => self.answer_privately(arrival, body).await,
            (AnswerStage::Waiting, Some(_)) if !in_place => {
                let further = || self.link.answer_further(&arrival.token, body, true);
                retry(further).await.map(|_| ())
            }
            (AnswerStage::Waiting, _) => retry(|| self.link.answer_instead(&arrival.token, None, body)).await,
        }
    }

    async fn answer_privately(
        &self,
        arrival: &ReceivedInteraction,
        body: &DiscordMessage,
    ) -> Result<(), RequestError> {
        self.answer(arrival, &InteractionAnswer::Private(body)).await
    }

    pub(crate) async fn defer_answer(
        &self,
        arrival: &ReceivedInteraction,
        pressed: Option<bool>,
    ) -> Result<(), RequestError> {
        self.answer(arrival, &pressed.map_or(InteractionAnswer::Deferred, |_| InteractionAnswer::Acknowledge))
            .await
    }

    async fn answer(
        &self,
        arrival: &ReceivedInteraction,
        answer: &InteractionAnswer<'_>,
    ) -> Result<(), RequestError> {
        self.first_answer(arrival, answer).await.map(|_| ())
    }

    /// Answers for the first time, as often as it takes while Discord waits; the message that came of it.
    pub(crate) async fn first_answer(
        &self,
        arrival: &ReceivedInteraction,
        answer: &InteractionAnswer<'_>,
    ) -> Result<Option<MessageId>, RequestError> {
        let request = || self.link.answer(arrival.id, &arrival.token, answer);
        retry_until(arrival.at + FIRST_ANSWER, request).await
    }

    /// What a notice shows, if that is drawn while its interaction can still be answered with it.
    pub(crate) async fn picture_in_time(
        &self,
        arrival: &ReceivedInteraction,
        message: &Message,
    ) -> Option<Option<PictureFile>> {
        timeout_at(arrival.at + IN_TIME, self.picture(message)).await.ok()
    }

    /// Everything there is to say is said in the channel; the interaction is answered without a word.
    async fn acknowledge(
        &self,
        arrival: &ReceivedInteraction,
        stage: AnswerStage,
        pressed: Option<bool>,
    ) -> Result<(), RequestError> {
        if stage == AnswerStage::Fresh {
            self.defer_answer(arrival, pressed).await?;
        }
        match pressed {
            Some(_) => Ok(()),
            None => retry(|| self.link.take_answer_back(&arrival.token, None)).await,
        }
    }
}

/// Makes a request again when it may go through another time, for as long as somebody may still wait for it.
pub(crate) async fn retry<T, F: Future<Output = Result<T, RequestError>>>(
    request: impl Fn() -> F,
) -> Result<T, RequestError> {
    retry_until(Instant::now() + LATE_ANSWER, request).await
}

async fn retry_until<T, F: Future<Output = Result<T, RequestError>>>(
    until: Instant,
    request: impl Fn() -> F,
) -> Result<T, RequestError> {
    let mut pause = FIRST_PAUSE;
    loop {
        let failure = match request().await {
            Err(failure @ (RequestError::Transient(_) | RequestError::RateLimited(_))) => failure,
            outcome => return outcome,
        };
        let wait = if let RequestError::RateLimited(told) = failure { told.max(pause) } else { pause };
        if Instant::now() + wait >= until {
            return Err(failure);
        }
        sleep(wait).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}
