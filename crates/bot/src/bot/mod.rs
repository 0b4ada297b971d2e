//! The bot as platforms use it: an event comes in, is decided, committed and answered. A decision
//! that lost a version conflict is repeated. Not here: what a command does (`handlers`).

use std::{
    borrow::Cow,
    sync::{Arc, Mutex},
};

use adoube_store::{CommitOutcome, Store};
use rand::CryptoRng;
use tokio::{sync::watch, time::Instant};

use crate::{
    ChannelId, ChatEvent, ComputerSettings, Decision, GameParticipation, IdempotencyKey, InputCompletion,
    Language, Locales, Message, Notice, Person, PersonDirectory, PersonId, ReaderProfile, Reply, UserAction,
    Viewer,
    admission::{AdmissionControl, AdmissionPermit, EventPriority},
    clock::Clock,
    command::{ButtonId, CommandError, LINE_LIMIT},
    decision::StoredAnswer,
    engine_pool::{AnalysisSlots, EngineResultCache, SearchThreadPool},
    game::{Challenge, DAY, PauseTimes, SetupPanel},
    handlers::{
        ComputerTurnQueue, GameProgress, HandlerError, HandlerRequest, ParsedAction, RecentActivity, Services,
    },
    likeness::{ComputerNames, DistinctNames},
    notice::GameRefusal,
    outbox::{DeliveryPolicy, Outbox},
    parser, present,
    records::{
        self, ChannelRecord, DeliveringPlatforms, EarlierJobSignal, LeaseManager, NewPostTracker, Repository,
        RepositoryError, UnitOfWork, VersionedRecord,
    },
    scheduler,
    text::{
        ConditionalMoveGrammar, LeakDetector, Lexicon, MoveWords, PieceNames, TranslationError, Translations,
        UnsupportedTerms,
    },
    timestamp_marks::without_marks,
    uptime::OutageDetector,
};

/// How often a decision is made again because somebody else changed the channel in between.
const ATTEMPTS: usize = 16;

/// What a service is made of.
pub struct BotParts {
    /// The languages it speaks.
    pub locales: Locales,
    /// Where everything is kept.
    pub store: Arc<dyn Store>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// Who can be addressed.
    pub directory: Arc<dyn PersonDirectory>,
    /// Where ids, colours and start positions are drawn from.
    pub rng: Box<dyn CryptoRng + Send>,
    /// How many days of vacation a person has in any 365 days; 28 unless somebody decides otherwise.
    pub vacation_days: u64,
    /// How the computer plays.
    pub computer: ComputerSettings,
}

/// The referee and its memory. Cheap to clone.
#[derive(Clone)]
pub struct Bot {
    pub(crate) inner: Arc<Services>,
    admission: AdmissionControl,
}

/// What is known of whoever does something, while it is decided.
#[derive(Clone, Copy)]
struct EventContext {
    stake: GameParticipation,
    reading: ReaderProfile,
}

impl Bot {
    /// Puts a service together.
    ///
    /// # Errors
    ///
    /// A locale file that cannot be used.
    pub fn new(parts: BotParts) -> Result<Self, TranslationError> {
        let BotParts { locales, store, clock, directory, rng, vacation_days, computer: plays } = parts;
        let wording = Translations::new(&locales)?;
        let (lexicon, plan_words) = (Lexicon::new(&wording), ConditionalMoveGrammar::new(&wording));
        let (pieces, talk) = (PieceNames::new(&wording), LeakDetector::new(&wording));
        let (stray_words, move_words) = (UnsupportedTerms::new(&wording), MoveWords::new(&wording));
        let computer_names = Arc::new(ComputerNames::new(&wording));
        let names = Arc::clone(&computer_names);
        let (grew, _) = watch::channel(0);
        let leases = LeaseManager::new(Arc::clone(&store), Arc::clone(&clock));
        let ledger = Repository::new(store);
        let inner = Services {
            ledger,
            leases,
            locales,
            wording,
            lexicon,
            pieces,
            talk,
            stray_words,
            diagrams: present::DiagramCache::new(),
            move_words,
            plan_words,
            directory: Arc::new(DistinctNames { directory, names }),
            computer_names,
            clock,
            rng: Mutex::new(rng),
            grew,
            fresh: NewPostTracker::default(),
            sooner: EarlierJobSignal::default(),
            uptime: OutageDetector::default(),
            vacation: vacation_days.saturating_mul(DAY),
            recently: RecentActivity::default(),
            thinkers: SearchThreadPool::new(plays.threads),
            computer: plays,
            hints: EngineResultCache::default(),
            slots: AnalysisSlots::default(),
            turns: ComputerTurnQueue::default(),
            delivered: DeliveringPlatforms::default(),
        };
        Ok(Self { inner: Arc::new(inner), admission: AdmissionControl::default() })
    }

    /// How urgent it is what somebody did, where more comes than can be dealt with at once.
    pub fn urgency(&self, action: &UserAction) -> EventPriority {
        EventPriority::of(action, &self.inner.lexicon)
    }

    /// Waits until something in a channel may be begun, before it is handed in: more than can be done at once waits outside, moves
    /// first and new games last, channels by turns. `None` when that would be too late, or too many wait; then nothing is
    /// to be done, and whoever acted is told so. One door for all platforms of a process.
    pub async fn admit(
        &self,
        channel: &ChannelId,
        urgency: EventPriority,
        until: Instant,
    ) -> Option<AdmissionPermit> {
        self.admission.acquire(channel, urgency, until).await
    }

    /// [`Bot::handle`] as soon as there is room, for what is of use however late that is. The adapter bounds how many wait.
    pub async fn handle_in_turn(&self, incoming: &ChatEvent) -> Decision {
        let urgency = self.urgency(&incoming.action);
        let _inside = self.admission.acquire_without_deadline(&incoming.channel, urgency).await;
        self.handle(incoming).await
    }

    /// Does what an event asks for, once: when it did something, a repetition gets the same decision and does nothing.
    /// An event that was refused has left no trace (save a move that cannot be made under touch-move: it touches, and is
    /// answered like whatever did something), so an adapter whose platform repeats events keeps the answers it
    /// gave. Whatever everybody in the channel shall see is in the outbox, durably, before this returns.
    ///
    /// What the adapter needs to know of the channel is in the decision, so that nothing has changed in between, and words
    /// are never taken for talk at one turn and for a move at the next. Where the bot hears everything, everything may be
    /// handed in: talk in a channel without a game costs two looks at the store, by keys.
    pub async fn handle(&self, incoming: &ChatEvent) -> Decision {
        let incoming = &*self.told_apart(incoming.cleaned());
        let mut known = EventContext { stake: GameParticipation::UNKNOWN, reading: incoming.language.into() };
        match Box::pin(self.decide(incoming, &mut known)).await {
            Ok(Some(decision)) => decision,
            Ok(None) => error_decision(incoming, known, GameRefusal::TooManyConflicts),
            Err(error) => {
                tracing::error!(%error, event = %incoming.event, channel = %incoming.channel, "an event was not handled");
                error_decision(incoming, known, error.refusal())
            }
        }
    }

    /// Whether an event in a channel has done anything, as far as that is kept: for days. One that was refused, was not meant for
    /// the bot or only asked for something has not.
    ///
    /// # Errors
    ///
    /// The store could not be read.
    pub async fn has_acted(
        &self,
        channel: &ChannelId,
        event: &IdempotencyKey,
    ) -> Result<bool, RepositoryError> {
        Ok(self.inner.ledger.answer(channel, event).await?.is_some())
    }

    /// The event of somebody whom nobody takes for the computer.
    fn told_apart<'i>(&self, incoming: Cow<'i, ChatEvent>) -> Cow<'i, ChatEvent> {
        let person = self.inner.computer_names.told_apart(incoming.person.clone());
        if person == incoming.person {
            return incoming;
        }
        Cow::Owned(ChatEvent { person, ..incoming.into_owned() })
    }

    /// The decision, if nobody else kept changing the channel meanwhile; `known` is filled as soon as things are looked at.
    async fn decide(
        &self,
        event: &ChatEvent,
        known: &mut EventContext,
    ) -> Result<Option<Decision>, RepositoryError> {
        let inner = &self.inner;
        let order = self.read(&event.action);
        let mut is_settled = false;
        for _ in 0..ATTEMPTS {
            let (incoming, kept) = self.load_channel_for(event).await?;
            let game = kept.value.game.as_ref();
            known.stake = GameParticipation::of(game, &event.person.id);
            let (reading, answer, still) = tokio::join!(
                self.reading_for(event, known),
                // After the channel: what this very event has done to it was answered by then, also by another process.
                inner.ledger.answer(&event.channel, &event.event),
                self.load_pause_times(&incoming, &kept.value),
            );
            known.reading = reading;
            if let Some(answer) = answer? {
                return Ok(Some(self.complete_decision(answer.again(event, known.reading)).await));
            }
            let still = still?;
            // Once: what cannot be done now is no reason to do nothing else.
            if !is_settled && self.is_overdue(&kept.value, &still) {
                is_settled = scheduler::run_overdue_clock(inner, &incoming.channel, kept).await?;
                continue;
            }
            let incoming = ChatEvent { language: known.reading.language, ..incoming.into_owned() };
            let mut draft = UnitOfWork::new(incoming.channel.clone(), kept, still, inner.clock.now_millis());
            // In a conversation with the bot alone a platform may call people by another name.
            if incoming.channel == event.channel {
                draft.rename(&incoming.person);
            }
            let mut flow = HandlerRequest::new(inner, &incoming, known.reading.taste, &mut draft);
            // Before the answer, which may change the game or end it.
            let words = flow.text_disclosure(&order);
            let decided = |reply: Reply, known: &EventContext, begun: Option<String>| Decision {
                begun,
                speech: words.answered(&reply),
                reply,
                channel: incoming.channel.clone(),
                stake: known.stake,
                reading: known.reading,
            };
            let reply = match flow.decide(&order).await {
                Ok(reply) => reply,
                Err(HandlerError::Refused(refusal)) => {
                    return Ok(Some(decided(private(*refusal), known, None)));
                }
                Err(HandlerError::Internal(error)) => return Err(error),
            };
            known.stake =
                known.stake.or(GameParticipation::of(draft.channel.game.as_ref(), &event.person.id));
            known.reading = draft.chosen_by(&event.person.id, event.language, known.reading);
            let decision = decided(reply, known, draft.begins_solo());
            if draft.is_empty() {
                return Ok(Some(decision));
            }
            draft.add_platform_writes(&incoming.also);
            let moves_absence = draft.moves_absence();
            let batch = draft.into_commit(&event.event, &StoredAnswer::of(&decision, event))?;
            match inner.commit(batch).await? {
                CommitOutcome::Applied => {
                    if moves_absence {
                        self.tell_absence(event).await;
                    }
                    return Ok(Some(decision));
                }
                CommitOutcome::Duplicate { answer } => {
                    let answer = records::read_answer(&event.event, &answer)?;
                    return Ok(Some(self.complete_decision(answer.again(event, known.reading)).await));
                }
                CommitOutcome::Conflict { .. } => {}
            }
        }
        Ok(None)
    }

    /// How whoever did something reads. Talk among others needs to be read in nobody's language.
    async fn reading_for(&self, event: &ChatEvent, known: &EventContext) -> ReaderProfile {
        if matches!(event.action, UserAction::Text(_)) && !known.stake.is_seated {
            return known.reading;
        }
        self.reading(&event.person.id, event.language).await
    }

    /// In what of the present turn of the game there the clock stands still. Whoever plays it is noted to have been here.
    async fn load_pause_times(
        &self,
        incoming: &ChatEvent,
        there: &ChannelRecord,
    ) -> Result<PauseTimes, RepositoryError> {
        let Some(game) = there.game.as_ref().filter(|game| game.clock.is_some()) else {
            return Ok(PauseTimes::default());
        };
        if game.seats.side_of(&incoming.person.id).is_some() {
            self.inner.recently.note(&game.id, &incoming.person.id, self.inner.clock.monotonic());
        }
        self.inner.check_clock_jump().await?;
        self.inner.ledger.pause_times(there).await
    }

    /// Whether something has to be done by the clock there before anybody does anything else.
    fn is_overdue(&self, there: &ChannelRecord, still: &PauseTimes) -> bool {
        let timed = there.game.as_ref().filter(|game| game.clock.is_some());
        timed.is_some_and(|game| {
            let now = self.inner.clock.now_millis().max(game.changed_at);
            GameProgress::is_overdue(game, still, now)
        })
    }

    /// How somebody reads whose platform would say everything in `language`: one look at what they have chosen. Where that
    /// cannot be read they read as if they had chosen nothing.
    pub async fn reading(&self, person: &PersonId, language: Language) -> ReaderProfile {
        match self.inner.ledger.person(person).await {
            Ok(kept) => kept.value.preferences.reading(language),
            Err(error) => {
                tracing::error!(%error, %person, "what somebody has chosen cannot be read");
                language.into()
            }
        }
    }

    /// The channel that an event is about, as it is, and the event as one of that channel.
    async fn load_channel_for<'e>(
        &self,
        event: &'e ChatEvent,
    ) -> Result<(Cow<'e, ChatEvent>, VersionedRecord<ChannelRecord>), RepositoryError> {
        let inner = &self.inner;
        if let Some(ongoing) = &event.ongoing {
            let kept = inner.ledger.channel(&ongoing.channel).await?;
            if is_busy_for(&kept.value, &event.person.id, inner.clock.now_millis()) {
                return Ok((Cow::Owned(event.moved_to(ongoing)), kept));
            }
        }
        Ok((Cow::Borrowed(event), inner.ledger.channel(&event.channel).await?))
    }

    fn read(&self, action: &UserAction) -> ParsedAction {
        match action {
            UserAction::Line(line) => match parser::parse(&self.inner.lexicon, line) {
                Ok(command) => ParsedAction::Command(command),
                Err(CommandError::Empty) => ParsedAction::Mention,
                // A move typed as a command; not the unknown command that somebody asks help about.
                Err(error @ CommandError::UnknownCommand { .. })
                    if self.inner.lexicon.command(parser::first_word(line)).is_none() =>
                {
                    let otherwise = Some(self.inner.stray_words.no_command(line, error));
                    ParsedAction::Text { text: line.clone(), otherwise }
                }
                Err(error) => ParsedAction::Invalid(error.into()),
            },
            UserAction::Text(text) => ParsedAction::Text { text: text.clone(), otherwise: None },
            UserAction::Press { id, value } => match ButtonId::parse(id) {
                Some(component) => ParsedAction::Press { component, value: value.clone() },
                None => ParsedAction::Invalid(GameRefusal::UnknownButton),
            },
        }
    }

    /// Completions of a command line that is being typed; at most 100, best first.
    pub async fn suggest(
        &self,
        channel: &ChannelId,
        person: &Person,
        language: Language,
        line: &str,
    ) -> Vec<InputCompletion> {
        if line.chars().nth(LINE_LIMIT).is_some() {
            return Vec::new();
        }
        let reading = self.reading(&person.id, language).await;
        let line = &without_marks(line);
        match self.facts(channel, person, line).await {
            Ok(facts) => parser::suggest(&self.inner.lexicon, self.inner.speaker(reading), line, &facts),
            Err(error) => {
                tracing::error!(%error, %channel, "no completions");
                Vec::new()
            }
        }
    }

    /// Completions of one option of a command, by their keys, for platforms that show a field for each option; at most 25,
    /// best first, the last of which may say that there are more. The line of each is the option's value alone.
    pub async fn suggest_for(
        &self,
        channel: &ChannelId,
        person: &Person,
        language: Language,
        (command, option): (&str, &str),
        typed: &str,
    ) -> Vec<InputCompletion> {
        if typed.chars().nth(LINE_LIMIT).is_some() {
            return Vec::new();
        }
        let reading = self.reading(&person.id, language).await;
        let typed = &without_marks(typed);
        match self.facts(channel, person, typed).await {
            Ok(facts) => parser::suggest_for(self.inner.speaker(reading), (command, option), typed, &facts),
            Err(error) => {
                tracing::error!(%error, %channel, "no completions");
                Vec::new()
            }
        }
    }

    async fn facts(
        &self,
        channel: &ChannelId,
        person: &Person,
        line: &str,
    ) -> Result<parser::CompletionContext, RepositoryError> {
        let kept = self.inner.ledger.channel(channel).await?;
        let typed = line.rsplit(char::is_whitespace).next().unwrap_or_default();
        let mut people = self.inner.directory.complete(channel, typed.trim_start_matches('@')).await;
        people.retain(|other| other.id != person.id);
        Ok(parser::CompletionContext::new(kept.value.game, person.id.clone(), people))
    }

    /// Words that a command understands where a person's name may stand, in every language and in small letters: nobody
    /// who is called so can be named there.
    pub fn words_for_people(&self) -> Vec<&str> {
        self.inner.lexicon.words_for_people()
    }

    /// A notice in one viewer's words and from their side.
    pub fn present(&self, notice: &Notice, viewer: &Viewer) -> Message {
        self.presented(notice, viewer).in_words()
    }

    /// The same for platforms that show moments in each reader's own time: in its blocks they are marked
    /// ([`timestamp_marks::parts`](crate::timestamp_marks::parts) finds them).
    pub fn present_with_instants(&self, notice: &Notice, viewer: &Viewer) -> Message {
        self.presented(notice, viewer).with_marks_in_blocks()
    }

    fn presented(&self, notice: &Notice, viewer: &Viewer) -> Message {
        let speaker = self.inner.speaker(viewer.reading());
        let message = present::message(speaker, &self.inner.diagrams, notice, viewer);
        let message = if viewer.taste.words { message.with_description() } else { message };
        Message { theme: viewer.taste.theme, ..message }
    }

    /// The board of a notice in letters, for places where no picture is seen; nothing where there is none.
    pub fn board_in_letters(&self, notice: &Notice, viewer: &Viewer) -> Option<String> {
        present::board_in_letters(self.inner.speaker(viewer.reading()), notice, viewer)
    }

    /// Every command with its one-line help, for a menu of them.
    pub fn commands(&self, language: Language) -> Vec<present::CommandHelp> {
        present::commands(self.inner.speaker(language))
    }

    /// The languages it speaks, with what adapters say in them.
    pub fn locales(&self) -> &Locales {
        &self.inner.locales
    }

    /// What the speakers of a language call it: "English", "Deutsch".
    pub fn endonym(&self, language: Language) -> String {
        self.inner.speaker(language).endonym()
    }

    /// The language of a command, where its name is one in that language alone. It is asked before the command is handed
    /// in, as whoever is told of it may be told in that language; nothing but the words is looked at.
    pub fn language_of(&self, line: &str) -> Option<Language> {
        self.inner.lexicon.language_of(parser::first_word(line))
    }

    /// The outbox of a platform, for whoever delivers there. There is one for each platform in a process.
    pub fn outbox_of(&self, platform: &str, manner: DeliveryPolicy) -> Outbox {
        Outbox::new(Arc::clone(&self.inner), platform, manner)
    }

    /// The same for a platform whose courier does nothing but write what it delivers, in the batch that takes it out: over a
    /// store that other processes write, too, any of them may do so, and each does it at once with what it has caused.
    pub fn outbox_of_any(&self, platform: &str, manner: DeliveryPolicy) -> Outbox {
        Outbox::of_any(Arc::clone(&self.inner), platform, manner)
    }

    /// Ends whatever another process was doing alone, as one that was killed does not say that it is over. Nothing happens
    /// where others may be using the store: what is over there they find out by themselves.
    ///
    /// # Errors
    ///
    /// A fault of the store.
    pub async fn end_leases(&self) -> Result<(), RepositoryError> {
        if self.inner.ledger.store().is_shared() { Ok(()) } else { self.inner.leases.end_all().await }
    }
}

/// Whether a game runs in a channel, or a set-up or a challenge waits there for this person or is theirs; `now` in
/// milliseconds since 1970.
fn is_busy_for(there: &ChannelRecord, person: &PersonId, now: u64) -> bool {
    let concerns = |open: &Challenge| open.challenger.id == *person || open.is_open_to(person);
    let challenged = there.challenges.iter().any(|open| !open.has_expired(now) && concerns(open));
    let is_own = |panel: &SetupPanel| panel.owner.id == *person && !panel.has_expired(now);
    there.game.is_some() || challenged || there.panels.iter().any(is_own)
}

/// A refusal because nothing could be decided: in doubt about the channel that goes on.
fn error_decision(event: &ChatEvent, known: EventContext, refusal: GameRefusal) -> Decision {
    let channel = event.ongoing.as_ref().map_or(&event.channel, |ongoing| &ongoing.channel);
    let EventContext { stake, reading } = known;
    Decision { reply: private(refusal), speech: None, channel: channel.clone(), stake, reading, begun: None }
}

fn private(refusal: GameRefusal) -> Reply {
    Reply::Private(Box::new(Notice::Refused(refusal)))
}

#[cfg(test)]
mod cleaned;
mod completion;
mod due_run;
#[cfg(test)]
mod engine_failure;
mod platform_lease;
#[cfg(test)]
mod repetition;
#[cfg(test)]
mod trial;
#[cfg(test)]
mod written;

pub use self::{
    due_run::DueRun,
    platform_lease::{LeaseTerm, PlatformLease},
};
