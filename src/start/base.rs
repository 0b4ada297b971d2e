//! What every platform stands on: the records, the time, the bot, whom it knows. Not here: the platforms themselves.

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

use super::StartError;
#[cfg(feature = "discord")]
use super::{AnnounceFn, Announcement};
use crate::{
    config::{Config, DoorConfig, WebConfig},
    directory::PlatformDirectories,
};
#[cfg(feature = "discord")]
use adoube_platform_discord as discord;
#[cfg(feature = "matrix")]
use adoube_platform_matrix as matrix;

#[cfg(feature = "discord")]
/// How long Discord may take to say who the bot is before the start goes on without.
const DISCORD_TIME: Duration = Duration::from_secs(5);

#[cfg(feature = "discord")]
/// Discord, and its door where it has one.
pub(super) type DiscordRun = (Arc<discord::Discord>, Option<TcpListener>);

/// The chat door, and where it listens.
pub(super) type DoorRun = (door::DoorListener, Arc<door::ChatDoor>);

pub(super) struct ProgramBase {
    pub(super) store: Arc<dyn Store>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) service: Bot,
    pub(super) renderer: Arc<Renderer>,
    people: web::People,
    /// Of all platforms that bridges serve.
    bridged: door::DoorPeople,
    #[cfg(feature = "discord")]
    discord: discord::Premises,
    #[cfg(feature = "matrix")]
    pub(super) matrix: matrix::Premises,
}

impl ProgramBase {
    /// Nothing is served yet.
    pub(super) async fn open(
        config: &Config,
        store: &Arc<dyn Store>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, StartError> {
        let store = Arc::clone(store);
        let people = web::People::new(Arc::clone(&store));
        #[cfg(feature = "discord")]
        let discord = discord::Premises::new(Arc::clone(&store));
        let bridged = door::DoorPeople::default();
        let directories =
            PlatformDirectories::default().with(web::PLATFORM, people.clone()).with_others(bridged.clone());
        #[cfg(feature = "discord")]
        let directories = directories.with(discord::PLATFORM, discord.people().clone());
        #[cfg(feature = "matrix")]
        let matrix = matrix::Premises::new(Arc::clone(&store), Arc::clone(&clock));
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
        // Where nobody else has the folder open, whoever delivered from it before is gone, also when they were killed.
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

    /// Discord with its door where it has one, the service manager's or the configured one, if there is a token. Who the bot
    /// is there is announced, if Discord says so in time.
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
        let discord = discord::Discord::new(discord::Parts {
            service: self.service.clone(),
            clock: Arc::clone(&self.clock),
            premises: self.discord.clone(),
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

    /// The chat door, if bridges may connect.
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

    /// What the web chat needs.
    pub(super) fn web(&self, settings: &WebConfig, readiness: web::Readiness) -> web::Parts {
        web::Parts {
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
