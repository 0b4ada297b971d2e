//! Opens what all platforms share (store, clock, bot, renderer, directories of people), and builds
//! Discord, the chat door and the web chat from it.

use std::sync::Arc;
#[cfg(feature = "discord")]
use std::time::Duration;

use adoube_bot::{Bot, BotParts, Clock, Locales};
use adoube_platform_door as door;
use adoube_platform_web as web;
use adoube_render::Renderer;
use adoube_store::Store;
use rand_chacha::ChaCha20Rng;
#[cfg(feature = "discord")]
use tokio::net::TcpListener;

#[cfg(feature = "discord")]
use super::announcement::{AnnounceFn, Announcement};
use super::error::StartError;
use crate::{
    config::{Config, DoorConfig, WebConfig},
    directory::PlatformDirectories,
};
#[cfg(feature = "discord")]
use adoube_platform_discord as discord;
#[cfg(feature = "matrix")]
use adoube_platform_matrix as matrix;

/// How long Discord may take to identify the bot before the start goes on without.
#[cfg(feature = "discord")]
const DISCORD_TIME: Duration = Duration::from_secs(5);

/// Discord, and the listener for its interactions where it has one.
#[cfg(feature = "discord")]
pub(super) type DiscordRun = (Arc<discord::DiscordPlatform>, Option<TcpListener>);

/// The chat door, and its listener.
pub(super) type DoorRun = (door::DoorListener, Arc<door::ChatDoor>);

/// What all platforms share.
pub(super) struct ProgramBase {
    pub(super) store: Arc<dyn Store>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) service: Bot,
    pub(super) renderer: Arc<Renderer>,
    people: web::WebPersonDirectory,
    /// The people of all platforms that bridges serve.
    bridged: door::DoorPeople,
    #[cfg(feature = "discord")]
    discord: discord::DiscordDirectory,
    #[cfg(feature = "matrix")]
    pub(super) matrix: matrix::MatrixDirectory,
}

impl ProgramBase {
    /// Opens the bot over a store. No platform is served yet.
    pub(super) async fn open(
        config: &Config,
        store: &Arc<dyn Store>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, StartError> {
        let store = Arc::clone(store);
        let people = web::WebPersonDirectory::new(Arc::clone(&store));
        #[cfg(feature = "discord")]
        let discord = discord::DiscordDirectory::new(Arc::clone(&store));
        let bridged = door::DoorPeople::default();
        let directories =
            PlatformDirectories::default().with(web::PLATFORM, people.clone()).with_others(bridged.clone());
        #[cfg(feature = "discord")]
        let directories = directories.with(discord::PLATFORM, discord.people().clone());
        #[cfg(feature = "matrix")]
        let matrix = matrix::MatrixDirectory::new(Arc::clone(&store), Arc::clone(&clock));
        #[cfg(feature = "matrix")]
        let directories = directories.with(matrix::PLATFORM, matrix.people().clone());
        let service = Bot::new(BotParts {
            vacation_days: config.games.vacation_days,
            computer: config.computer.settings(),
            locales: Locales::embedded(),
            store: Arc::clone(&store),
            clock: Arc::clone(&clock),
            directory: Arc::new(directories),
            rng: Box::new(rand::make_rng::<ChaCha20Rng>()),
        })?;
        // Where no other process has the store open, leases of earlier runs are void, also after a crash.
        service.end_leases().await?;
        service.begin().await?;
        let renderer = Arc::new(Renderer::new()?);
        Ok(Self {
            store,
            clock,
            service,
            renderer,
            people,
            bridged,
            #[cfg(feature = "discord")]
            discord,
            #[cfg(feature = "matrix")]
            matrix,
        })
    }

    /// Discord, if there is a token, with a listener for interactions: the service manager's or the configured one. The bot's
    /// account is announced, if Discord answers in time.
    #[cfg(feature = "discord")]
    pub(super) async fn discord(
        &self,
        settings: &discord::DiscordSettings,
        inherited: Option<TcpListener>,
        announce: &AnnounceFn,
    ) -> Result<Option<DiscordRun>, StartError> {
        if settings.token().is_none() {
            return Ok(None);
        }
        let discord = discord::DiscordPlatform::new(discord::DiscordParts {
            bot: self.service.clone(),
            clock: Arc::clone(&self.clock),
            directory: self.discord.clone(),
            renderer: Arc::clone(&self.renderer),
            settings: settings.clone(),
            client: discord::client()?,
        })?;
        let identified = tokio::time::timeout(DISCORD_TIME, discord.identify()).await;
        let application = identified.unwrap_or(Ok(None))?;
        let door = match inherited {
            Some(door) => Some(door),
            None => discord.bind().await?,
        };
        announce(Announcement::Discord(application));
        Ok(Some((discord, door)))
    }

    /// The chat door, if it is configured.
    pub(super) async fn door(&self, config: &DoorConfig) -> Result<Option<DoorRun>, StartError> {
        let Some(settings) = config.settings() else { return Ok(None) };
        let listening = door::DoorListener::bind(&settings).await?;
        let parts = door::DoorParts {
            service: self.service.clone(),
            store: Arc::clone(&self.store),
            clock: Arc::clone(&self.clock),
            people: self.bridged.clone(),
            renderer: Arc::clone(&self.renderer),
        };
        let door = door::ChatDoor::with_parts(parts, settings.pictures).map_err(door::ListenError::from)?;
        Ok(Some((listening, Arc::new(door))))
    }

    /// What the web chat is given.
    pub(super) fn web(&self, settings: &WebConfig, readiness: web::Readiness) -> web::WebParts {
        web::WebParts {
            readiness,
            service: self.service.clone(),
            store: Arc::clone(&self.store),
            clock: Arc::clone(&self.clock),
            people: self.people.clone(),
            renderer: Arc::clone(&self.renderer),
            settings: web::WebSettings {
                hosts: settings.hosts.clone(),
                moderators: settings.moderators.clone(),
                proxies: settings.proxies.clone(),
                url: settings.url.clone(),
                security: settings.security.clone(),
                ready: settings.ready.clone(),
            },
        }
    }
}
