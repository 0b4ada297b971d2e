//! Assembles the chat door from bot, clock, records and handlers, in a program of its own or within
//! the running one, and runs its background tasks.

use std::{path::PathBuf, sync::Arc, time::Duration};

use adoube_bot::{
    Bot, BotParts, Calendar, CalendarError, Clock, ComputerSettings, Locales, RepositoryError, SystemClock,
    TranslationError,
};
use adoube_platform::picture_worker::PictureWorker;
use adoube_render::{RenderError, Renderer};
use adoube_store::Store;
use rand::SeedableRng as _;
use rand_chacha::{ChaCha8Rng, ChaCha20Rng};
use serde_json::Value;

use crate::{
    door_time::DoorTime,
    handlers::RequestHandler,
    input_clock::InputClock,
    message_presenter::MessagePresenter,
    outboxes::DoorOutboxes,
    people::DoorPeople,
    picture_files::{PictureFiles, PictureFolderError},
    protocol::{
        error::DoorRequestError,
        request::{DoorRequest, HelloRequest},
    },
};

/// Days of vacation a year, if the door runs in a program of its own.
const VACATION_DAYS: u64 = 28;

/// Settings of a door in a program of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DoorSettings {
    /// Whether only requests move the clock.
    pub is_clock_input: bool,
    /// The seed of ids, colours, deals and set-ups; `None` for random ones.
    pub seed: Option<u64>,
    /// The folder for pictures and files.
    pub pictures: Option<PathBuf>,
    /// Whether the door opens although the machine's calendar seems wrong.
    pub accepts_calendar: bool,
    /// How the computer plays.
    pub computer: ComputerSettings,
}

/// Why the door cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum DoorError {
    /// The pictures cannot be drawn.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// A locale file is invalid.
    #[error(transparent)]
    Wording(#[from] TranslationError),
    /// The machine's calendar is wrong, or seems to be.
    #[error(transparent)]
    Calendar(#[from] CalendarError),
    /// The store or its records cannot be used.
    #[error(transparent)]
    Ledger(#[from] RepositoryError),
    /// The folder for pictures cannot be used.
    #[error(transparent)]
    Folder(#[from] PictureFolderError),
}

/// The parts that a running program provides.
pub struct DoorParts {
    /// The bot.
    pub service: Bot,
    /// The records.
    pub store: Arc<dyn Store>,
    /// The clock of the program.
    pub clock: Arc<dyn Clock>,
    /// The people of all bridged platforms; the bot uses the same directory.
    pub people: DoorPeople,
    /// Draws the pictures.
    pub renderer: Arc<Renderer>,
}

/// A chat door over one store.
pub struct ChatDoor {
    service: Bot,
    time: Arc<DoorTime>,
    outboxes: Arc<DoorOutboxes>,
    requests: RequestHandler,
}

impl ChatDoor {
    /// Opens the door in a program of its own. No other process may have the store open.
    ///
    /// # Errors
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
            vacation_days: VACATION_DAYS,
            computer: settings.computer,
            locales: Locales::embedded(),
            store: Arc::clone(&store),
            clock: Arc::clone(&clock),
            directory: Arc::new(people.clone()),
            rng: match settings.seed {
                // With a seed nothing is secret. With the generator of the bot's own tests, their
                // transcripts replay exactly through the door.
                Some(seed) => Box::new(ChaCha8Rng::seed_from_u64(seed)),
                None => Box::new(rand::make_rng::<ChaCha20Rng>()),
            },
        })?;
        // No other process has the store open, so leases of earlier runs are void, also after a
        // crash.
        service.end_leases().await?;
        // If requests move the clock, they also state how long the bot was unreachable.
        if input.is_none() {
            service.begin().await?;
        }
        let parts = DoorParts { service, store, clock, people, renderer: Arc::new(Renderer::new()?) };
        // File names have a separate generator, so that games do not depend on drawn pictures.
        let names = settings.seed.map_or_else(rand::make_rng, ChaCha20Rng::seed_from_u64);
        Ok(Self::assemble(parts, input, settings.pictures.clone(), names)?)
    }

    /// Opens the door within a program that also serves other platforms, and that runs the
    /// scheduler.
    ///
    /// # Errors
    /// The folder for pictures cannot be used.
    pub fn with_parts(parts: DoorParts, pictures: Option<PathBuf>) -> Result<Self, DoorError> {
        Ok(Self::assemble(parts, None, pictures, rand::make_rng())?)
    }

    fn assemble(
        parts: DoorParts,
        input: Option<Arc<InputClock>>,
        pictures: Option<PathBuf>,
        names: ChaCha20Rng,
    ) -> Result<Self, PictureFolderError> {
        let DoorParts { service, store, clock, people, renderer } = parts;
        let outboxes = Arc::new(DoorOutboxes::new(service.clone(), Arc::clone(&clock)));
        let time = Arc::new(DoorTime::new(service.clone(), Arc::clone(&store), clock, input));
        let pictures = PictureFiles::new(PictureWorker::new(renderer), pictures, names)?;
        let presenter = MessagePresenter::new(service.clone(), people.clone(), pictures);
        let requests = RequestHandler::new(
            service.clone(),
            store,
            Arc::clone(&time),
            people,
            presenter,
            Arc::clone(&outboxes),
        );
        Ok(Self { service, time, outboxes, requests })
    }

    /// The answer to a request.
    pub(crate) async fn answer(&self, request: DoorRequest) -> Result<Value, DoorRequestError> {
        self.requests.answer(request).await
    }

    /// The answer to the first request of a connection.
    pub(crate) fn hello(&self, request: &HelloRequest) -> Result<Value, DoorRequestError> {
        self.requests.hello(request)
    }

    /// Resolves after a duration of the door's clock.
    pub(crate) fn sleep(&self, pause: Duration) -> impl Future<Output = ()> + Send + use<> {
        self.time.sleep(pause)
    }

    /// Runs the scheduler, the computer and the upkeep of records until `stop` resolves.
    pub(crate) async fn run_background(&self, stop: impl Future<Output = ()>) {
        self.time.run(stop).await;
    }

    /// Records that a bridge serves a platform again; clocks of its games run from now on.
    pub(crate) async fn platform_reachable(&self, platform: &str) -> Result<(), RepositoryError> {
        self.service.platform_reachable(platform).await
    }

    /// Records that no bridge serves a platform; clocks of its games stop.
    pub(crate) async fn platform_unreachable(&self, platform: &str) -> Result<(), RepositoryError> {
        self.service.platform_unreachable(platform).await
    }

    /// Releases the lanes of all platforms, so that the next process delivers there.
    pub(crate) async fn release_outboxes(&self) {
        self.outboxes.release().await;
    }

    /// Milliseconds since 1970 by the door's clock.
    #[cfg(test)]
    pub(crate) fn now(&self) -> u64 {
        self.time.now()
    }

    /// Moves the clock to a moment.
    #[cfg(test)]
    pub(crate) async fn move_clock_to(&self, now: u64) {
        let to = crate::protocol::request::MomentField::At(now);
        self.time.move_to(to).await.expect("time moves");
    }
}
