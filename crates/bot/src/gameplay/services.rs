//! Struct of the services that all handlers share (records, sentences, people, time, random
//! numbers, engine), and the commit of a unit of work.

use std::sync::{Arc, Mutex, PoisonError};

use adoube_rules::notation::MoveVocabulary;
use adoube_store::CommitOutcome;
use rand::{CryptoRng, Rng};
use tokio::sync::watch;

use super::{ComputerTurnQueue, RecentActivity};
use crate::{
    ComputerSettings, Locales, PersonDirectory, ReaderProfile,
    core::{
        clock::Clock,
        engine_pool::{AnalysisSlots, EngineResultCache, SearchThreadPool},
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
    /// Platforms on which this process delivers, over a shared store.
    pub(crate) delivered: DeliveringPlatforms,
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
    /// Commits a batch, and wakes the tasks that wait for its contents.
    pub(crate) async fn commit(&self, decided: PendingCommit) -> Result<CommitOutcome, RepositoryError> {
        let due = decided.soonest();
        let fresh = self.wakeups.new_posts.posted_channels(decided.batch());
        let turns = decided.of_computer();
        let posts = decided.posts_in().and_then(|lane| Some((self.delivered.of(&lane)?, lane)));
        let committed = match posts {
            // With inline delivery the deciding process delivers.
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
