//! Services that every handler may use: records, sentences, people, time and random numbers. Not
//! here: what is decided with them.

use std::sync::{Arc, Mutex, PoisonError};

use adoube_rules::notation::MoveVocabulary;
use adoube_store::CommitOutcome;
use rand::{CryptoRng, Rng};
use tokio::sync::watch;

use crate::{
    ComputerSettings, Locales, PersonDirectory, ReaderProfile,
    clock::Clock,
    engine_pool::{AnalysisSlots, EngineResultCache, SearchThreadPool},
    handlers::{ComputerTurnQueue, RecentActivity},
    likeness::ComputerNames,
    present,
    records::{
        DeliveringPlatforms, EarlierJobSignal, LeaseManager, NewPostTracker, PendingCommit, Repository,
        RepositoryError,
    },
    text::{
        ConditionalMoveGrammar, LeakDetector, Lexicon, Localizer, MoveWords, PieceNames, Translations,
        UnsupportedTerms,
    },
    uptime::OutageDetector,
};

/// What every flow may use.
pub(crate) struct Services {
    pub(crate) ledger: Repository,
    pub(crate) leases: LeaseManager,
    pub(crate) locales: Locales,
    pub(crate) wording: Translations,
    pub(crate) lexicon: Lexicon,
    pub(crate) pieces: PieceNames,
    pub(crate) talk: LeakDetector,
    pub(crate) stray_words: UnsupportedTerms,
    pub(crate) diagrams: present::DiagramCache,
    pub(crate) move_words: MoveWords,
    pub(crate) plan_words: ConditionalMoveGrammar,
    pub(crate) directory: Arc<dyn PersonDirectory>,
    /// Names that people would take for the computer's.
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
    /// How the computer plays here, and what it thinks on.
    pub(crate) computer: ComputerSettings,
    pub(crate) thinkers: SearchThreadPool,
    /// Hints that were found lately.
    pub(crate) hints: EngineResultCache,
    /// Who has a game looked at.
    pub(crate) slots: AnalysisSlots,
    /// Turns of the computer that are to be thought about.
    pub(crate) turns: ComputerTurnQueue,
    /// Where this process delivers, in a store that others share.
    pub(crate) delivered: DeliveringPlatforms,
}

impl Services {
    /// Commits what was decided, and wakes those who wait for what is in it.
    pub(crate) async fn commit(&self, decided: PendingCommit) -> Result<CommitOutcome, RepositoryError> {
        let due = decided.soonest();
        let fresh = self.fresh.posted_channels(decided.batch());
        let turns = decided.of_computer();
        let posts = decided.posts_in().and_then(|lane| Some((self.delivered.of(&lane)?, lane)));
        let committed = match posts {
            // Whoever decides delivers, too.
            Some(((claims, has_own), lane)) => {
                Box::pin(claims.commit(&self.ledger, decided, (&lane, has_own))).await
            }
            None => self.ledger.commit(decided).await,
        };
        // After an error, too: the batch may be there all the same.
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

    /// Looks whether the machine's clock has jumped, before anything is done that goes by what time it is.
    pub(crate) async fn check_clock_jump(&self) -> Result<(), RepositoryError> {
        self.uptime.check_clocks(&self.ledger, &*self.clock).await
    }

    /// Draws with the bot's generator.
    pub(crate) fn with_rng<T>(&self, draw: impl FnOnce(&mut dyn Rng) -> T) -> T {
        // A generator has no state that a panic elsewhere could leave half done.
        let mut rng = self.rng.lock().unwrap_or_else(PoisonError::into_inner);
        draw(&mut **rng)
    }

    /// What somebody who reads so may type in a move.
    pub(crate) fn words(&self, reading: ReaderProfile) -> &MoveVocabulary {
        self.move_words.of(reading.taste.letters.of(reading.language))
    }

    /// A voice in a language, with the letters that somebody has chosen.
    pub(crate) fn speaker(&self, reading: impl Into<ReaderProfile>) -> Localizer<'_> {
        let ReaderProfile { language, taste } = reading.into();
        Localizer::new(&self.wording, language).with_letters(taste.letters)
    }
}
