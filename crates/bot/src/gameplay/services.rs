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
        UnsupportedTerms, board::diagram_cache::DiagramCache, likeness::ComputerNames,
    },
};

/// The services.
pub(crate) struct Services {
    pub(crate) ledger: Repository,
    pub(crate) leases: LeaseManager,
    pub(crate) locales: Locales,
    pub(crate) wording: Translations,
    pub(crate) lexicon: Lexicon,
    pub(crate) pieces: PieceNames,
    pub(crate) talk: LeakDetector,
    pub(crate) stray_words: UnsupportedTerms,
    pub(crate) diagrams: DiagramCache,
    pub(crate) move_words: MoveWords,
    pub(crate) plan_words: ConditionalMoveGrammar,
    pub(crate) directory: Arc<dyn PersonDirectory>,
    /// Names that people could take for the computer's.
    pub(crate) computer_names: Arc<ComputerNames>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) rng: Mutex<Box<dyn CryptoRng + Send>>,
    pub(crate) grew: watch::Sender<u64>,
    pub(crate) fresh: NewPostTracker,
    pub(crate) sooner: EarlierJobSignal,
    pub(crate) uptime: OutageDetector,
    /// How much vacation a person has in any 365 days, in milliseconds.
    pub(crate) vacation: u64,
    pub(crate) recently: RecentActivity,
    /// Settings and threads of the computer opponent.
    pub(crate) computer: ComputerSettings,
    pub(crate) thinkers: SearchThreadPool,
    /// Recent hints.
    pub(crate) hints: EngineResultCache,
    /// Slots of running analyses.
    pub(crate) slots: AnalysisSlots,
    /// The computer's turns to play.
    pub(crate) turns: ComputerTurnQueue,
    /// Platforms on which this process delivers, over a shared store.
    pub(crate) delivered: DeliveringPlatforms,
}

impl Services {
    /// Commits a batch, and wakes the tasks that wait for its contents.
    pub(crate) async fn commit(&self, decided: PendingCommit) -> Result<CommitOutcome, RepositoryError> {
        let due = decided.soonest();
        let fresh = self.fresh.posted_channels(decided.batch());
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
        self.fresh.add(fresh);
        self.grew.send_modify(|count| *count += 1);
        if let Some(at) = due {
            self.sooner.added(at);
        }
        if matches!(committed, Ok(CommitOutcome::Applied)) && self.computer.enabled {
            for (channel, due) in turns {
                self.turns.add(channel, due);
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
        self.move_words.of(reading.taste.letters.of(reading.language))
    }

    /// The localizer of a reader, with their piece letters.
    pub(crate) fn speaker(&self, reading: impl Into<ReaderProfile>) -> Localizer<'_> {
        let ReaderProfile { language, taste } = reading.into();
        Localizer::new(&self.wording, language).with_letters(taste.letters)
    }
}
