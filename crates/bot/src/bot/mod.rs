//! The bot's interface to platforms: an event is decided, committed and answered. A decision that
//! lost a version conflict is made again. Not here: what a command does (`features`).

use std::{
    borrow::Cow,
    sync::{Arc, Mutex},
};

use adoube_store::{CommitOutcome, Store};
use rand::CryptoRng;
use tokio::time::Instant;

use crate::{
    ChannelId, ChatEvent, CommandHelp, ComputerSettings, Decision, GameParticipation, IdempotencyKey,
    InputCompletion, Language, Locales, Message, Notice, Person, PersonDirectory, PersonId, ReaderProfile,
    Reply, UserAction, Viewer,
    bot::admission::{AdmissionControl, AdmissionPermit},
    core::{
        clock::Clock,
        command::{ButtonId, CommandCall, CommandError, LINE_LIMIT},
        decision::StoredAnswer,
        event_priority::EventPriority,
        game::{Challenge, DAY, PauseTimes, SetupPanel},
        inline_delivery::{InlineEventError, InlineTransport},
        notice::GameRefusal,
        records::{
            self, ChannelRecord, LeaseManager, PendingCommit, Repository, RepositoryError, UnitOfWork,
            VersionedRecord,
        },
        timestamp_marks::without_marks,
        uptime::OutageDetector,
    },
    features::{self, presentation},
    gameplay::{
        DecidedEvent, DeliveryServices, EngineServices, GameProgress, HandlerError, HandlerRequest,
        ParsedAction, PeopleServices, RecentActivity, Services, TextServices, Wakeups,
    },
    outbox::{DeliveryPolicy, Outbox},
    scheduler,
    text::{TranslationError, Translations, command_help, parser},
};

/// Upper limit of decisions made for one event when others change the channel in between.
const ATTEMPTS: usize = 16;

/// Parts of a bot.
pub struct BotParts {
    /// The languages the bot speaks.
    pub locales: Locales,
    /// The store of all records.
    pub store: Arc<dyn Store>,
    /// Wall clock and monotonic clock.
    pub clock: Arc<dyn Clock>,
    /// Finds people by name.
    pub directory: Arc<dyn PersonDirectory>,
    /// Source of ids, colours and start positions.
    pub rng: Box<dyn CryptoRng + Send>,
    /// Days of vacation that a person has in any 365 days; 28 unless the operator chooses
    /// otherwise.
    pub vacation_days: u64,
    /// Settings of the computer opponent.
    pub computer: ComputerSettings,
}

/// The bot: decides events, runs jobs and presents notices. Cheap to clone.
#[derive(Clone)]
pub struct Bot {
    pub(crate) inner: Arc<Services>,
    admission: AdmissionControl,
}

/// What is known of the sender while their event is decided.
#[derive(Clone, Copy)]
struct EventContext {
    stake: GameParticipation,
    reading: ReaderProfile,
}

impl Bot {
    /// Builds a bot from its parts.
    ///
    /// # Errors
    ///
    /// A locale file that cannot be used.
    pub fn new(parts: BotParts) -> Result<Self, TranslationError> {
        let BotParts { locales, store, clock, directory, rng, vacation_days, computer } = parts;
        let translations = Translations::new(&locales)?.with_commands(features::commands());
        let text = TextServices::new(locales, translations);
        let people = PeopleServices::new(directory, &text.translations);
        let leases = LeaseManager::new(Arc::clone(&store), Arc::clone(&clock));
        let ledger = Repository::new(store);
        let inner = Services {
            ledger,
            leases,
            text,
            people,
            clock,
            rng: Mutex::new(rng),
            wakeups: Wakeups::default(),
            uptime: OutageDetector::default(),
            vacation: vacation_days.saturating_mul(DAY),
            recently: RecentActivity::default(),
            engine: EngineServices::new(computer),
            delivery: DeliveryServices::default(),
        };
        Ok(Self { inner: Arc::new(inner), admission: AdmissionControl::default() })
    }

    /// Priority of an event with this action when more events arrive than can be handled at once.
    pub fn urgency(&self, action: &UserAction) -> EventPriority {
        EventPriority::of(action, &self.inner.text.lexicon)
    }

    /// Waits for a permit to begin an event in a channel, before the event is handed in. Under load
    /// moves go first and new games last, and channels take turns. `None` if the wait would pass
    /// `until`, or if too many events wait already; then the event must not be handled, and the
    /// platform tells the sender so. All platforms of a process share one admission control.
    pub async fn admit(
        &self,
        channel: &ChannelId,
        urgency: EventPriority,
        until: Instant,
    ) -> Option<AdmissionPermit> {
        self.admission.acquire(channel, urgency, until).await
    }

    /// Calls [`Bot::handle`] as soon as there is room, without a deadline: for events that are
    /// useful however late. The adapter bounds how many wait.
    pub async fn handle_in_turn(&self, incoming: &ChatEvent) -> Decision {
        let urgency = self.urgency(&incoming.action);
        let _inside = self.admission.acquire_without_deadline(&incoming.channel, urgency).await;
        self.handle(incoming).await
    }

    /// Handles an event once: if it changed the state, a repetition gets the same decision and
    /// changes nothing. A refused event leaves no trace, so an adapter whose platform repeats
    /// events keeps its own answers. The exception is an illegal move under touch-move: it touches
    /// a piece, and is stored like any change. All public notices are durably in the outbox, or in
    /// the log of a platform with inline delivery, before this returns.
    ///
    /// The decision contains what the adapter needs to know of the channel, read in the same unit
    /// of work. So text is never taken for talk at one moment and for a move at the next. Where the
    /// bot receives all messages, all of them may be handed in: talk in a channel without a game
    /// costs two store reads by key.
    pub async fn handle(&self, incoming: &ChatEvent) -> Decision {
        let incoming = &*self.told_apart(incoming.cleaned());
        let mut known = EventContext { stake: GameParticipation::UNKNOWN, reading: incoming.language.into() };
        match Box::pin(self.decide(incoming, &mut known, None)).await {
            Ok(Some(decision)) => decision,
            Ok(None) => error_decision(incoming, known, GameRefusal::TooManyConflicts),
            Err(error) => {
                tracing::error!(%error, event = %incoming.event, channel = %incoming.channel, "an event was not handled");
                error_decision(incoming, known, error.refusal())
            }
        }
    }

    /// [`Bot::handle`] for a platform whose log lies in the store: the transport writes the sender's
    /// words, the reply and the notices in the batch of the decision, under the key of the event. So
    /// a refusal is stored, too, and a repetition gets the decision without what is written already.
    ///
    /// # Errors
    ///
    /// The store failed for the moment, or others wrote to the channel all the time; the event may
    /// be sent again. Any other error is a refusal in the decision.
    pub async fn handle_inline(
        &self,
        incoming: &ChatEvent,
        transport: &dyn InlineTransport,
    ) -> Result<Decision, InlineEventError> {
        let incoming = &*self.told_apart(incoming.cleaned());
        let mut known = EventContext { stake: GameParticipation::UNKNOWN, reading: incoming.language.into() };
        let refusal = match Box::pin(self.decide(incoming, &mut known, Some(transport))).await {
            Ok(decided) => return decided.ok_or(InlineEventError::Conflict),
            Err(error) if error.is_transient() => return Err(error.into()),
            Err(error) => {
                tracing::error!(%error, event = %incoming.event, channel = %incoming.channel, "an event was not handled");
                error.refusal()
            }
        };
        let (decision, now) = (error_decision(incoming, known, refusal), self.inner.clock.now_millis());
        for _ in 0..ATTEMPTS {
            let changes = (PendingCommit::default(), now);
            let done = self.commit_decision(incoming, decision.clone(), changes, Some(transport));
            if let Some(decision) = Box::pin(done).await? {
                return Ok(decision);
            }
        }
        Err(InlineEventError::Conflict)
    }

    /// Whether an event has changed anything; the store keeps that for days. Events that were
    /// refused, ignored, or only asked for information have not.
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

    /// The event, with the sender renamed if their name could be taken for the computer's.
    fn told_apart<'i>(&self, incoming: Cow<'i, ChatEvent>) -> Cow<'i, ChatEvent> {
        let person = self.inner.people.computer_names.told_apart(incoming.person.clone());
        if person == incoming.person {
            return incoming;
        }
        Cow::Owned(ChatEvent { person, ..incoming.into_owned() })
    }

    /// Makes and commits the decision; `None` if version conflicts used up all attempts. Fills
    /// `known` as soon as it is read, so that an error can be answered for the right reader.
    async fn decide(
        &self,
        event: &ChatEvent,
        known: &mut EventContext,
        inline: Option<&dyn InlineTransport>,
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
                // After the channel: if this event has changed it, in this or another process, the
                // answer is stored by then.
                inner.ledger.answer(&event.channel, &event.event),
                self.load_pause_times(&incoming, &kept.value),
            );
            known.reading = reading;
            if let Some(answer) = answer? {
                return Ok(Some(self.complete_decision(answer.again(event, known.reading)).await));
            }
            let still = still?;
            // Once: a job that cannot be done now must not block the event.
            if !is_settled && self.is_overdue(&kept.value, &still) {
                is_settled = scheduler::run_overdue_clock(inner, &incoming.channel, kept).await?;
                continue;
            }
            let incoming = ChatEvent { language: known.reading.language, ..incoming.into_owned() };
            let mut draft = UnitOfWork::new(incoming.channel.clone(), kept, still, inner.clock.now_millis());
            // In a private conversation a platform may use another name for the person.
            if incoming.channel == event.channel {
                draft.rename(&incoming.person);
            }
            let mut flow = HandlerRequest::new(inner, &incoming, known.reading.taste, &mut draft);
            // Before the reply, which may change or end the game.
            let words = flow.text_disclosure(&order);
            let decided = |reply: Reply, known: &EventContext, begun: Option<String>| Decision {
                begun,
                speech: words.answered(&reply),
                reply,
                channel: incoming.channel.clone(),
                stake: known.stake,
                reading: known.reading,
            };
            let (decision, changes) = match features::decide(&mut flow, &order).await {
                Ok(reply) => {
                    let game = draft.channel.game.as_ref();
                    known.stake = known.stake.or(GameParticipation::of(game, &event.person.id));
                    known.reading = draft.chosen_by(&event.person.id, event.language, known.reading);
                    let decision = decided(reply, known, draft.begins_solo());
                    (decision, changes(draft, &incoming)?)
                }
                Err(HandlerError::Refused(refusal)) => {
                    (decided(private(*refusal), known, None), (PendingCommit::default(), draft.now()))
                }
                Err(HandlerError::Internal(error)) => return Err(error),
            };
            let done = self.commit_decision(event, decision, changes, inline);
            if let Some(decision) = Box::pin(done).await? {
                return Ok(Some(decision));
            }
        }
        Ok(None)
    }

    /// Commits a decision with its changes, and with the platform's writes about it if it delivers
    /// inline; `at` is when it was made. `None` after a version conflict: the event is to be decided
    /// again.
    async fn commit_decision(
        &self,
        event: &ChatEvent,
        decision: Decision,
        (changes, at): (PendingCommit, u64),
        inline: Option<&dyn InlineTransport>,
    ) -> Result<Option<Decision>, RepositoryError> {
        let inner = &self.inner;
        let moves_absence = changes.moves_absence();
        let committed = match inline {
            Some(transport) => {
                let done = DecidedEvent { event, decision: &decision, at };
                inner.commit_inline(&changes, transport, Some(done)).await?
            }
            None if changes.is_empty() => None,
            None => {
                let (key, answer) = ((&decision.channel, &event.event), StoredAnswer::of(&decision, event));
                Some(inner.commit(changes.answering(key, &answer, at)?).await?)
            }
        };
        match committed {
            None => Ok(Some(decision)),
            Some(CommitOutcome::Applied) => {
                if moves_absence {
                    self.tell_absence(event).await;
                }
                Ok(Some(decision))
            }
            Some(CommitOutcome::Duplicate { answer }) => {
                let answer = records::read_answer(&event.event, &answer)?;
                Ok(Some(self.complete_decision(answer.again(event, decision.reading)).await))
            }
            Some(CommitOutcome::Conflict { .. }) => Ok(None),
        }
    }

    /// The sender's reader profile. Text of a person without a seat needs no reply, and so no
    /// profile.
    async fn reading_for(&self, event: &ChatEvent, known: &EventContext) -> ReaderProfile {
        if matches!(event.action, UserAction::Text(_)) && !known.stake.is_seated {
            return known.reading;
        }
        self.reading(&event.person.id, event.language).await
    }

    /// Pause times of the present turn. A player's event counts as recent activity in the game.
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

    /// Whether a clock job must run before the event is decided.
    fn is_overdue(&self, there: &ChannelRecord, still: &PauseTimes) -> bool {
        let timed = there.game.as_ref().filter(|game| game.clock.is_some());
        timed.is_some_and(|game| {
            let now = self.inner.clock.now_millis().max(game.changed_at);
            GameProgress::is_overdue(game, still, now)
        })
    }

    /// The person's reader profile: what they have chosen, `language` otherwise. If their record
    /// cannot be read, the profile is that of a person who has chosen nothing.
    pub async fn reading(&self, person: &PersonId, language: Language) -> ReaderProfile {
        match self.inner.ledger.person(person).await {
            Ok(kept) => kept.value.preferences.reading(language),
            Err(error) => {
                tracing::error!(%error, %person, "what somebody has chosen cannot be read");
                language.into()
            }
        }
    }

    /// The channel that an event is about, with its record, and the event as one of that channel.
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
            UserAction::Invoke { command, values } => {
                match parser::read_invocation(&self.inner.text.lexicon, command, values) {
                    Ok(call) => self.read_call(call),
                    Err(error) => ParsedAction::Invalid(error.into()),
                }
            }
            UserAction::Line(line) => match parser::parse(&self.inner.text.lexicon, line) {
                Ok(call) => self.read_call(call),
                Err(CommandError::Empty) => ParsedAction::Mention,
                // A move typed as a command; not an unknown command whose help is asked for.
                Err(error @ CommandError::UnknownCommand { .. })
                    if self.inner.text.lexicon.command(parser::first_word(line)).is_none() =>
                {
                    let otherwise = Some(self.inner.text.unsupported_terms.no_command(line, error));
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

    /// The command of a feature that a call means.
    fn read_call(&self, call: CommandCall) -> ParsedAction {
        match features::read_command(&call, &self.inner.text.lexicon) {
            Ok(command) => ParsedAction::Command { call, command },
            Err(error) => ParsedAction::Invalid(error.into()),
        }
    }

    /// Completions of a command line; at most 100, best first.
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
            Ok(facts) => parser::suggest(&self.inner.text.lexicon, self.inner.speaker(reading), line, &facts),
            Err(error) => {
                tracing::error!(%error, %channel, "no completions");
                Vec::new()
            }
        }
    }

    /// Completions of one option of a command, by the keys of both, for platforms that show a field
    /// for each option; at most 25, best first. The last may say that there are more. The line of a
    /// completion is the option's value alone.
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
        let mut people = self.inner.people.directory.complete(channel, typed.trim_start_matches('@')).await;
        people.retain(|other| other.id != person.id);
        Ok(parser::CompletionContext::new(kept.value.game, person.id.clone(), people))
    }

    /// Words that a command understands where a person's name may stand, in every language and in
    /// lower case. A person with such a name cannot be named there.
    pub fn words_for_people(&self) -> Vec<&str> {
        self.inner.text.lexicon.words_for_people()
    }

    /// Renders a notice for one viewer: in their language, and from their side of the board.
    pub fn present(&self, notice: &Notice, viewer: &Viewer) -> Message {
        self.presented(notice, viewer).in_words()
    }

    /// The same for platforms that show timestamps in each reader's time zone: the blocks contain
    /// timestamp marks, which [`timestamp_marks::parts`](crate::core::timestamp_marks::parts) finds.
    pub fn present_with_instants(&self, notice: &Notice, viewer: &Viewer) -> Message {
        self.presented(notice, viewer).with_marks_in_blocks()
    }

    fn presented(&self, notice: &Notice, viewer: &Viewer) -> Message {
        let speaker = self.inner.speaker(viewer.reading());
        let message = presentation::message(speaker, &self.inner.text.diagrams, notice, viewer);
        let message = if viewer.taste.words { message.with_description() } else { message };
        Message { theme: viewer.taste.theme, ..message }
    }

    /// The board of a notice in letters, for places without pictures; `None` if the notice has no
    /// board.
    pub fn board_in_letters(&self, notice: &Notice, viewer: &Viewer) -> Option<String> {
        presentation::board_in_letters(self.inner.speaker(viewer.reading()), notice, viewer)
    }

    /// Every command with its one-line help, for a menu of commands.
    pub fn commands(&self, language: Language) -> Vec<CommandHelp> {
        command_help::commands(self.inner.speaker(language))
    }

    /// The languages the bot speaks, with the adapters' own sentences.
    pub fn locales(&self) -> &Locales {
        &self.inner.text.locales
    }

    /// A language's name for itself: "English", "Deutsch".
    pub fn endonym(&self, language: Language) -> String {
        self.inner.speaker(language).endonym()
    }

    /// The language of a command whose name belongs to one language alone. Adapters ask before they
    /// hand the command in, because notices about it may be in that language. Looks at the line
    /// alone, not at the store.
    pub fn language_of(&self, line: &str) -> Option<Language> {
        self.inner.text.lexicon.language_of(parser::first_word(line))
    }

    /// The outbox of a platform, for the relay that delivers there. A process has one for each
    /// platform.
    pub fn outbox_of(&self, platform: &str, manner: DeliveryPolicy) -> Outbox {
        Outbox::new(Arc::clone(&self.inner), platform, manner)
    }

    /// The outbox of a platform whose delivery is a write into the same store: its transport only
    /// writes what it delivers, in the batch that removes the notice. Over a shared store every
    /// process delivers there, each one what its own decisions cause.
    pub fn outbox_of_any(&self, platform: &str, manner: DeliveryPolicy) -> Outbox {
        Outbox::of_any(Arc::clone(&self.inner), platform, manner)
    }

    /// Ends the leases of a process that was killed, since it did not give them back. Does nothing
    /// if the store is shared: other processes may hold them, and find expired ones by themselves.
    ///
    /// # Errors
    ///
    /// A store error.
    pub async fn end_leases(&self) -> Result<(), RepositoryError> {
        if self.inner.ledger.store().is_shared() { Ok(()) } else { self.inner.leases.end_all().await }
    }
}

/// Whether a channel has a game, or an unexpired set-up or challenge that belongs or is addressed
/// to this person; `now` in milliseconds since 1970.
fn is_busy_for(there: &ChannelRecord, person: &PersonId, now: u64) -> bool {
    let concerns = |open: &Challenge| open.challenger.id == *person || open.is_open_to(person);
    let challenged = there.challenges.iter().any(|open| !open.has_expired(now) && concerns(open));
    let is_own = |panel: &SetupPanel| panel.owner.id == *person && !panel.has_expired(now);
    there.game.is_some() || challenged || there.panels.iter().any(is_own)
}

/// The changes of an event in a channel, with the writes of its platform, and when they were made.
fn changes(mut draft: UnitOfWork, incoming: &ChatEvent) -> Result<(PendingCommit, u64), RepositoryError> {
    let now = draft.now();
    if draft.is_empty() {
        return Ok((PendingCommit::default(), now));
    }
    draft.add_platform_writes(&incoming.also);
    Ok((draft.into_changes()?, now))
}

/// The refusal of an event that could not be decided. It is about the ongoing channel if there is
/// one, because the channel may not have been read.
fn error_decision(event: &ChatEvent, known: EventContext, refusal: GameRefusal) -> Decision {
    let channel = event.ongoing.as_ref().map_or(&event.channel, |ongoing| &ongoing.channel);
    let EventContext { stake, reading } = known;
    Decision { reply: private(refusal), speech: None, channel: channel.clone(), stake, reading, begun: None }
}

fn private(refusal: GameRefusal) -> Reply {
    Reply::Private(Box::new(Notice::Refused(refusal)))
}

pub(crate) mod admission;
#[cfg(test)]
mod cleaned;
mod completion;
mod computer_runner;
mod due_run;
#[cfg(test)]
mod engine_failure;
pub(crate) mod engine_jobs;
mod platform_lease;
mod preferences;
pub(crate) mod queries;
mod reachability;
mod relocation;
#[cfg(test)]
mod repetition;
mod retention;
#[cfg(test)]
mod trial;
#[cfg(test)]
mod written;

pub use self::{
    due_run::DueRun,
    platform_lease::{LeaseTerm, PlatformLease},
};
