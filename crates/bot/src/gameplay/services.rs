//! Struct of the services that all handlers share (records, sentences, people, time, random
//! numbers, engine), and the commit of a unit of work, which wakes what waits for its contents: the
//! outbox, the scheduler, and the computer's turn.

use std::sync::{Arc, Mutex, PoisonError};

use adoube_rules::notation::MoveVocabulary;
use adoube_store::CommitOutcome;
use rand::{CryptoRng, Rng};
use tokio::sync::watch;

use super::{ComputerTurnQueue, RecentActivity};
use crate::{
    ChannelId, ChatEvent, ComputerSettings, Decision, Locales, PersonDirectory, ReaderProfile,
    core::{
        clock::Clock,
        decision::StoredAnswer,
        delivery_receipt::{AfterCommit, run_after_commit},
        engine_pool::{AnalysisSlots, EngineResultCache, SearchThreadPool},
        inline_delivery::{InlinePost, InlineTransport, InlineTransports},
        records::{
            DeliveringPlatforms, EarlierJobSignal, LeaseManager, NewPostTracker, PendingCommit, Repository,
            RepositoryError,
        },
        uptime::OutageDetector,
    },
    text::{
        ConditionalMoveGrammar, LeakDetector, Lexicon, Localizer, MoveWords, PieceNames, Translations,
        UnsupportedTerms,
        board::diagram_cache::DiagramCache,
        likeness::{ComputerNames, DistinctNames},
    },
};

/// Attempts to deliver a batch inline while others write to the same log.
const INLINE_ATTEMPTS: usize = 4;

/// The services.
pub(crate) struct Services {
    pub(crate) ledger: Repository,
    pub(crate) leases: LeaseManager,
    pub(crate) text: TextServices,
    pub(crate) people: PeopleServices,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) rng: Mutex<Box<dyn CryptoRng + Send>>,
    pub(crate) wakeups: Wakeups,
    pub(crate) uptime: OutageDetector,
    /// How much vacation a person has in any 365 days, in milliseconds.
    pub(crate) vacation: u64,
    pub(crate) recently: RecentActivity,
    pub(crate) engine: EngineServices,
    pub(crate) delivery: DeliveryServices,
}

/// Platforms whose notices this process delivers.
#[derive(Default)]
pub(crate) struct DeliveryServices {
    /// Those whose lanes have owners, over a shared store.
    pub(crate) owned: DeliveringPlatforms,
    /// Those that write notices in the batch that decides them.
    pub(crate) inline: InlineTransports,
}

/// A decided event, whose reply a platform writes in the batch of the decision.
#[derive(Clone, Copy)]
pub(crate) struct DecidedEvent<'a> {
    pub(crate) event: &'a ChatEvent,
    pub(crate) decision: &'a Decision,
    /// When it was decided, in milliseconds since 1970.
    pub(crate) at: u64,
}

/// Sentences and words of all languages.
pub(crate) struct TextServices {
    pub(crate) locales: Locales,
    pub(crate) translations: Translations,
    /// Words of commands.
    pub(crate) lexicon: Lexicon,
    pub(crate) piece_names: PieceNames,
    pub(crate) leak_detector: LeakDetector,
    pub(crate) unsupported_terms: UnsupportedTerms,
    pub(crate) diagrams: DiagramCache,
    pub(crate) move_words: MoveWords,
    pub(crate) conditional_moves: ConditionalMoveGrammar,
}

impl TextServices {
    /// The words of these translations.
    pub(crate) fn new(locales: Locales, translations: Translations) -> Self {
        Self {
            lexicon: Lexicon::new(&translations),
            piece_names: PieceNames::new(&translations),
            leak_detector: LeakDetector::new(&translations),
            unsupported_terms: UnsupportedTerms::new(&translations),
            diagrams: DiagramCache::new(),
            move_words: MoveWords::new(&translations),
            conditional_moves: ConditionalMoveGrammar::new(&translations),
            locales,
            translations,
        }
    }
}

/// Who people are.
pub(crate) struct PeopleServices {
    /// Finds people by name; nobody has a name of the computer's.
    pub(crate) directory: Arc<dyn PersonDirectory>,
    /// Names that people could take for the computer's.
    pub(crate) computer_names: Arc<ComputerNames>,
}

impl PeopleServices {
    /// The people of a platform's directory, told apart from the computer in every language.
    pub(crate) fn new(directory: Arc<dyn PersonDirectory>, translations: &Translations) -> Self {
        let computer_names = Arc::new(ComputerNames::new(translations));
        let names = Arc::clone(&computer_names);
        Self { directory: Arc::new(DistinctNames { directory, names }), computer_names }
    }
}

/// Signals for tasks that wait for the contents of a commit.
pub(crate) struct Wakeups {
    /// Number of commits: the outbox may have grown.
    pub(crate) posts: watch::Sender<u64>,
    pub(crate) new_posts: NewPostTracker,
    pub(crate) earlier_job: EarlierJobSignal,
}

impl Default for Wakeups {
    fn default() -> Self {
        let (new_posts, earlier_job) = Default::default();
        Self { posts: watch::Sender::new(0), new_posts, earlier_job }
    }
}

/// The engine as opponent and analyst.
pub(crate) struct EngineServices {
    /// Settings of the computer opponent.
    pub(crate) settings: ComputerSettings,
    pub(crate) pool: SearchThreadPool,
    /// Recent hints.
    pub(crate) hints: EngineResultCache,
    /// Slots of running analyses.
    pub(crate) slots: AnalysisSlots,
    /// The computer's turns to play.
    pub(crate) turns: ComputerTurnQueue,
}

impl EngineServices {
    /// The engine with these settings, idle.
    pub(crate) fn new(settings: ComputerSettings) -> Self {
        Self {
            pool: SearchThreadPool::new(settings.threads),
            settings,
            hints: EngineResultCache::default(),
            slots: AnalysisSlots::default(),
            turns: ComputerTurnQueue::default(),
        }
    }
}

impl Services {
    /// Commits a batch, and wakes the tasks that wait for its contents. Its notices are delivered
    /// inline if their platform does that and nothing waits in the lane; else they enter the
    /// outbox.
    pub(crate) async fn commit(&self, decided: PendingCommit) -> Result<CommitOutcome, RepositoryError> {
        let transport = decided.posts().and_then(|posts| self.delivery.inline.of(&posts.lane));
        if let Some(transport) = transport
            && let Some(committed) = Box::pin(self.commit_inline(&decided, &*transport, None)).await?
        {
            return Ok(committed);
        }
        self.commit_whole(decided.queued()?).await
    }

    /// Commits a batch with the platform's writes about it, under the key of the event if it is a
    /// decision. After a conflict on rows of the platform the writes are planned again. `None` if
    /// nothing was committed: the platform has nothing to write, or a batch without an event has
    /// used up its attempts.
    pub(crate) async fn commit_inline(
        &self,
        decided: &PendingCommit,
        transport: &dyn InlineTransport,
        event: Option<DecidedEvent<'_>>,
    ) -> Result<Option<CommitOutcome>, RepositoryError> {
        let mut conflict = None;
        for _ in 0..INLINE_ATTEMPTS {
            let Some((whole, lane, then)) = self.plan_inline(decided, transport, event).await? else {
                return Ok(None);
            };
            match self.commit_whole(whole).await? {
                CommitOutcome::Conflict { table, key } if !decided.batch().checks(table, &key) => {
                    conflict = Some(CommitOutcome::Conflict { table, key });
                }
                CommitOutcome::Applied => {
                    run_after_commit(then, lane).await;
                    return Ok(Some(CommitOutcome::Applied));
                }
                committed => return Ok(Some(committed)),
            }
        }
        Ok(conflict.filter(|_| event.is_some()))
    }

    /// The batch with the writes that deliver it, their lane, and the task to start when it is durable.
    async fn plan_inline<'a>(
        &self,
        decided: &'a PendingCommit,
        transport: &dyn InlineTransport,
        event: Option<DecidedEvent<'a>>,
    ) -> Result<Option<(PendingCommit, &'a ChannelId, Option<AfterCommit>)>, RepositoryError> {
        let posts = match decided.posts() {
            Some(posts) if posts.needs_thread() || !self.ledger.is_lane_empty(&posts.lane).await? => None,
            Some(posts) => transport.accepts(&posts.lane).await?.then_some(posts),
            None => None,
        };
        let Some(lane) = posts.map(|posts| &posts.lane).or(event.map(|event| &event.decision.channel)) else {
            return Ok(None);
        };
        let post = InlinePost {
            lane,
            notices: posts.map_or(&[], |posts| &posts.notices),
            is_used: posts.is_some_and(|posts| posts.is_used),
            decision: event.map(|event| event.decision),
        };
        let planned = match transport.plan_writes(post).await {
            Ok(planned) => planned,
            Err(error) if event.is_none() => {
                tracing::error!(%error, %lane, "a notice goes through the outbox");
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        let (receipt, is_answered) = (planned.receipt, planned.is_answered);
        if decided.is_empty() && receipt.writes.is_empty() && !is_answered {
            return Ok(None);
        }
        let whole = match posts {
            Some(_) => decided.delivered(receipt.expect, receipt.writes),
            None => decided.clone().queued()?.delivered(receipt.expect, receipt.writes),
        };
        let Some(DecidedEvent { event, decision, at }) = event else {
            return Ok(Some((whole, lane, receipt.then)));
        };
        let answer = if is_answered {
            StoredAnswer::without_reply(decision, event)
        } else {
            StoredAnswer::of(decision, event)
        };
        let whole = whole.answering((&decision.channel, &event.event), &answer, at)?;
        Ok(Some((whole, lane, receipt.then)))
    }

    async fn commit_whole(&self, decided: PendingCommit) -> Result<CommitOutcome, RepositoryError> {
        let due = decided.soonest();
        let fresh = self.wakeups.new_posts.posted_channels(decided.batch());
        let turns = decided.of_computer();
        let posts = decided.posts_in().and_then(|lane| Some((self.delivery.owned.of(&lane)?, lane)));
        let committed = match posts {
            // The process that decides also delivers.
            Some(((claims, has_own), lane)) => {
                Box::pin(claims.commit(&self.ledger, decided, (&lane, has_own))).await
            }
            None => self.ledger.commit(decided).await,
        };
        // Also after an error: the batch may have been applied.
        self.wakeups.new_posts.add(fresh);
        self.wakeups.posts.send_modify(|count| *count += 1);
        if let Some(at) = due {
            self.wakeups.earlier_job.added(at);
        }
        if matches!(committed, Ok(CommitOutcome::Applied)) && self.engine.settings.enabled {
            for (channel, due) in turns {
                self.engine.turns.add(channel, due);
            }
        }
        committed
    }

    /// Checks whether the wall clock has jumped, before any decision that depends on the time.
    pub(crate) async fn check_clock_jump(&self) -> Result<(), RepositoryError> {
        self.uptime.check_clocks(&self.ledger, &*self.clock).await
    }

    /// Draws with the bot's random number generator.
    pub(crate) fn with_rng<T>(&self, draw: impl FnOnce(&mut dyn Rng) -> T) -> T {
        // The generator has no state that a panic could leave half changed.
        let mut rng = self.rng.lock().unwrap_or_else(PoisonError::into_inner);
        draw(&mut **rng)
    }

    /// Words and letters of moves for a reader.
    pub(crate) fn words(&self, reading: ReaderProfile) -> &MoveVocabulary {
        self.text.move_words.of(reading.taste.letters.of(reading.language))
    }

    /// The localizer of a reader, with their piece letters.
    pub(crate) fn speaker(&self, reading: impl Into<ReaderProfile>) -> Localizer<'_> {
        let ReaderProfile { language, taste } = reading.into();
        Localizer::new(&self.text.translations, language).with_letters(taste.letters)
    }
}
