//! The chat door: what an adapter does, for programs in any language, as JSON lines on standard input and output. A bridge
//! to another chat says what people do and takes what the bot says to them; a script plays whole games, days included.
//!
//! `request` is what may be asked, read from a line by `line` with `names` and `limits`; `answering` does it, with a file
//! for each kind of thing: `events`, `outbox`, `people`, `time`. `shown` is a message as data, `pictures` its picture;
//! `serving` keeps the order of answers. Beside standard input and output there is a socket of the running program: `listening`
//! takes `connection`s, `admission` says whose, `scope` of what each may ask. The protocol is `docs/chat-door.md` and its schema.
//! Deliberately not here: what a command means and every word (the bot), where the data lives (`cli`).

// These macros panic where nobody can be told, as on a full disk; the log does not.
#![cfg_attr(not(test), deny(clippy::print_stderr, clippy::print_stdout))]

mod door_time;
mod event_ids;
mod handlers;
mod input_clock;
mod message_view;
mod people;
mod picture_files;
mod protocol;
mod server;

use std::{path::PathBuf, sync::Arc};

use adoube_bot::{Bot, BotParts, Calendar, Clock, ComputerSettings, Locales, SystemClock, TranslationError};
use adoube_platform::{command_text::TypedCommandNames, picture_worker::PictureWorker};
use adoube_render::Renderer;
use adoube_store::Store;
use rand::SeedableRng as _;
use rand_chacha::{ChaCha8Rng, ChaCha20Rng};

use self::{
    door_time::DoorTime, event_ids::EventIds, handlers::outbox::DoorOutboxes, input_clock::InputClock,
    picture_files::PictureFiles,
};
pub use self::{
    people::DoorPeople,
    server::{
        address::DoorAddress,
        listener::{DoorListener, ListenError, ListenSettings},
        standard_streams::serve,
    },
};

/// What can be chosen about the door.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DoorSettings {
    /// Whether time stands still except where a request moves it.
    pub is_clock_input: bool,
    /// What ids, colours, deals and set-ups are drawn from; chance otherwise.
    pub seed: Option<u64>,
    /// Where pictures and files are put for those who do not want them in the answers.
    pub pictures: Option<PathBuf>,
    /// Whether it opens also where the machine's calendar seems wrong.
    pub accepts_calendar: bool,
    /// How the computer plays.
    pub computer: ComputerSettings,
}

/// Why the door cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum DoorError {
    /// The pictures cannot be drawn.
    #[error(transparent)]
    Render(#[from] adoube_render::RenderError),
    /// A locale file cannot be used.
    #[error(transparent)]
    Wording(#[from] TranslationError),
    /// The machine's calendar is wrong, or seems to be.
    #[error(transparent)]
    Calendar(#[from] adoube_bot::CalendarError),
    /// What is kept cannot be used.
    #[error(transparent)]
    Ledger(#[from] adoube_bot::RepositoryError),
    /// The folder for pictures cannot be used.
    #[error("{}: {source}", path.display())]
    Folder {
        /// Which.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
}

/// What the door stands on.
pub struct DoorParts {
    /// The bot.
    pub service: Bot,
    /// The records.
    pub store: Arc<dyn Store>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Whom bridges have told of: the bot asks it about all platforms of theirs.
    pub people: DoorPeople,
    /// Who draws.
    pub renderer: Arc<Renderer>,
}

/// The door over one store.
pub struct ChatDoor {
    service: Bot,
    store: Arc<dyn Store>,
    time: DoorTime,
    people: DoorPeople,
    commands: TypedCommandNames,
    outboxes: DoorOutboxes,
    pictures: PictureFiles,
    event_ids: EventIds,
}

impl ChatDoor {
    /// Opens the door. Nobody else has the store open.
    ///
    /// # Errors
    ///
    /// See [`DoorError`].
    pub async fn open(store: Arc<dyn Store>, settings: &DoorSettings) -> Result<Self, DoorError> {
        let input = settings.is_clock_input.then(|| Arc::new(InputClock::default()));
        let clock: Arc<dyn Clock> = if let Some(input) = &input {
            Arc::clone(input) as Arc<dyn Clock>
        } else {
            let machine = Arc::new(SystemClock::default());
            Calendar::open(machine, Arc::clone(&store), settings.accepts_calendar).await?
        };
        let people = DoorPeople::default();
        let service = Bot::new(BotParts {
            vacation_days: 28,
            computer: settings.computer,
            locales: Locales::embedded(),
            store: Arc::clone(&store),
            clock: Arc::clone(&clock),
            directory: Arc::new(people.clone()),
            rng: match settings.seed {
                // Nothing is secret then, and with the generator of the bot's tests whatever they write down can be
                // played through the door to the letter.
                Some(seed) => Box::new(ChaCha8Rng::seed_from_u64(seed)),
                None => Box::new(rand::make_rng::<ChaCha20Rng>()),
            },
        })?;
        // Nobody else has the folder open, so whoever delivered from it before is gone, also when they were killed.
        service.end_leases().await?;
        // A clock that requests move says nothing of how long nobody was here; they do.
        if input.is_none() {
            service.begin().await?;
        }
        let parts = DoorParts { service, store, clock, people, renderer: Arc::new(Renderer::new()?) };
        // Names of files are drawn apart, so that games do not depend on who looks at pictures.
        let names = settings.seed.map_or_else(rand::make_rng, ChaCha20Rng::seed_from_u64);
        Self::assemble(parts, input, settings.pictures.clone(), names)
    }

    /// Opens the door of a program that serves other platforms, too, and keeps the time by itself.
    ///
    /// # Errors
    ///
    /// The folder for pictures cannot be used.
    pub fn with_parts(parts: DoorParts, pictures: Option<PathBuf>) -> Result<Self, DoorError> {
        Self::assemble(parts, None, pictures, rand::make_rng())
    }

    fn assemble(
        parts: DoorParts,
        input: Option<Arc<InputClock>>,
        pictures: Option<PathBuf>,
        names: ChaCha20Rng,
    ) -> Result<Self, DoorError> {
        let DoorParts { service, store, clock, people, renderer } = parts;
        Ok(Self {
            outboxes: DoorOutboxes::new(service.clone(), Arc::clone(&clock)),
            pictures: PictureFiles::new(PictureWorker::new(renderer), pictures, names)?,
            time: DoorTime::new(clock, input),
            commands: TypedCommandNames::new(&service),
            event_ids: EventIds::default(),
            service,
            store,
            people,
        })
    }
}
