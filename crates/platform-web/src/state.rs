//! Struct of the state that all request handlers and sessions share: builds the services of the web
//! chat in order, each from the ones that it needs.

use std::sync::Arc;

use adoube_bot::{Bot, Clock};
use adoube_platform::task_tracker::TaskTracker;
use adoube_render::Renderer;
use adoube_store::Store;
use tokio::sync::watch;

use crate::{
    channels::{directory::ChannelDirectory, invite_links::InviteLinks},
    chat::{
        channel_cleanup::ChannelCleanup, channel_displacement::ChannelDisplacement,
        event_handler::WebEventHandler, game_rooms::GameRooms, invites::Invites, members::RoomMembers,
        my_games::PersonNews, person_directory::WebPersonDirectory, preferences::ReaderPreferences,
        start_form::StartForms, transport::WebTransport, welcome::Welcome,
    },
    http::{
        health::{Readiness, ReadyDependencies},
        pages::Pages,
        proxy_faults::ProxyFaults,
        security_txt::SecurityTxt,
    },
    identity::{
        cookie::CookieIdentity,
        moderators::Moderators,
        people::{NameRules, WebPeople},
        reserved_names::ReservedNames,
    },
    limits::{
        BOARDS_ASKED, GAMES_ASKED, REPLAYS_ASKED, SOCKETS, connection_slots::ConnectionSlots,
        fair_queue::FairQueue, rate_limits::PersonRateLimits,
    },
    log::chat_log::ChatLog,
    media::{book_cache::BookCache, picture_cache::PictureCache},
    presence::{board::PresenceBoard, sync::PresenceSync},
    records::PLATFORM,
    settings::{WebError, WebParts},
    site_url::BasePath,
    sync::{person_wakeup::PersonWakeups, store_poller::StorePoller},
    view::entry_view::EntryPresenter,
};

/// State shared by all request handlers and sessions.
pub(crate) struct WebState {
    pub(crate) service: Bot,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) store: Arc<dyn Store>,
    /// Becomes true when the program stops.
    pub(crate) stop: watch::Sender<bool>,
    pub(crate) channels: ChannelDirectory,
    pub(crate) log: ChatLog,
    pub(crate) persons: PersonServices,
    pub(crate) chat: ChatServices,
    pub(crate) media: MediaServices,
    pub(crate) site: SiteServices,
    pub(crate) limits: Arc<PersonRateLimits>,
    pub(crate) sockets: OpenSockets,
}

/// Services for identity and presence of people.
pub(crate) struct PersonServices {
    pub(crate) identity: CookieIdentity,
    pub(crate) people: WebPeople,
    pub(crate) names: Arc<NameRules>,
    pub(crate) presence: PresenceBoard,
}

/// Services that handle events and present results.
pub(crate) struct ChatServices {
    pub(crate) sync: SyncServices,
    pub(crate) view: Arc<EntryPresenter>,
    pub(crate) preferences: Arc<ReaderPreferences>,
    pub(crate) news: Arc<PersonNews>,
    pub(crate) welcome: Welcome,
    pub(crate) cleanup: Arc<ChannelCleanup>,
    pub(crate) displacement: Arc<ChannelDisplacement>,
    pub(crate) events: Arc<WebEventHandler>,
    pub(crate) invites: Arc<Invites>,
    pub(crate) members: RoomMembers,
    pub(crate) start_forms: Arc<StartForms>,
    pub(crate) transport: Arc<WebTransport>,
}

/// Services that synchronise with other processes.
pub(crate) struct SyncServices {
    pub(crate) presence: Arc<PresenceSync>,
    pub(crate) poller: Arc<StorePoller>,
    pub(crate) wakeups: Arc<PersonWakeups>,
}

/// Pictures, the piece book, and the queues for them.
pub(crate) struct MediaServices {
    pub(crate) renderer: Arc<Renderer>,
    pub(crate) pictures: Arc<PictureCache>,
    pub(crate) book: BookCache,
    pub(crate) board_queue: FairQueue,
    pub(crate) replay_queue: FairQueue,
    pub(crate) game_queue: FairQueue,
}

/// The page, its address, and reports for operators.
pub(crate) struct SiteServices {
    pub(crate) pages: Pages,
    pub(crate) base: BasePath,
    pub(crate) security: Option<SecurityTxt>,
    pub(crate) proxy_faults: Arc<ProxyFaults>,
    pub(crate) readiness: Readiness,
    pub(crate) ready_dependencies: ReadyDependencies,
}

/// Slots of sockets, and the open sockets.
pub(crate) struct OpenSockets {
    pub(crate) slots: Arc<ConnectionSlots>,
    pub(crate) open: TaskTracker,
}

impl WebState {
    pub(crate) async fn open(parts: WebParts) -> Result<Self, WebError> {
        let WebParts { service, store, clock, people: directory, renderer, settings, readiness } = parts;
        let (people, presence) = (directory.people.clone(), directory.presence.clone());
        let lease = service.lease(format!("{PLATFORM}/names"));
        people.prepare(&lease, &*clock.timer()).await.map_err(|error| WebError::new(&error))?;
        let base = settings.url.as_ref().map(|url| url.base().clone()).unwrap_or_default();
        let moderators = Moderators::open(&*store, &settings.moderators).await;
        let names = NameRules {
            reserved: ReservedNames::new(service.words_for_people()),
            moderators: moderators.map_err(|error| WebError::new(&error))?,
        };
        let identity = CookieIdentity::open(&*store, &base).await.map_err(|error| WebError::new(&error))?;
        let persons = PersonServices { identity, people, names: Arc::new(names), presence };
        let media = MediaServices {
            pictures: Arc::new(
                PictureCache::open(Arc::clone(&renderer)).map_err(|error| WebError::new(&error))?,
            ),
            book: BookCache::new(service.locales(), Arc::clone(&renderer), &base)
                .map_err(|error| WebError::new(&error))?,
            board_queue: FairQueue::new(BOARDS_ASKED),
            replay_queue: FairQueue::new(REPLAYS_ASKED),
            game_queue: FairQueue::new(GAMES_ASKED),
            renderer,
        };
        let commands =
            |language| service.commands(language).into_iter().map(|command| command.name).collect();
        let site = SiteServices {
            pages: Pages::prepare(service.locales(), &base, commands)
                .map_err(|error| WebError::new(&error))?,
            base,
            security: settings.security,
            proxy_faults: Arc::default(),
            readiness,
            ready_dependencies: settings.ready,
        };
        let channels = ChannelDirectory::open(Arc::clone(&store)).await?;
        let log = ChatLog::new(Arc::clone(&store));
        let limits = Arc::new(PersonRateLimits::new(Arc::clone(&clock)));
        let ground = Ground { service, clock, store, channels, log };
        let chat =
            ChatServices::new(&ground, directory, &persons, &media, site.base.clone(), Arc::clone(&limits));
        let Ground { service, clock, store, channels, log } = ground;
        let sockets = OpenSockets { slots: ConnectionSlots::new(SOCKETS), open: TaskTracker::default() };
        let stop = watch::Sender::new(false);
        Ok(Self { service, clock, store, stop, channels, log, persons, chat, media, site, limits, sockets })
    }
}

/// The common parts from which the chat's services are made.
struct Ground {
    service: Bot,
    clock: Arc<dyn Clock>,
    store: Arc<dyn Store>,
    channels: ChannelDirectory,
    log: ChatLog,
}

impl ChatServices {
    #[expect(clippy::too_many_lines, reason = "a list of services, each with what it needs")]
    fn new(
        ground: &Ground,
        directory: WebPersonDirectory,
        persons: &PersonServices,
        media: &MediaServices,
        base: BasePath,
        limits: Arc<PersonRateLimits>,
    ) -> Self {
        let service = || ground.service.clone();
        let clock = || Arc::clone(&ground.clock);
        let store = || Arc::clone(&ground.store);
        let channels = || ground.channels.clone();
        let log = || ground.log.clone();
        let presence = || persons.presence.clone();
        let presence_sync = Arc::new(PresenceSync::new(&ground.service, store(), clock(), presence()));
        let people = persons.people.clone();
        let wakeups = Arc::new(PersonWakeups::new(service(), store(), presence(), people, log()));
        let poller = Arc::new(StorePoller::new(
            (store(), &*ground.clock),
            channels(),
            log(),
            Arc::clone(&presence_sync),
            Arc::clone(&wakeups),
        ));
        let links = Arc::new(InviteLinks {
            service: service(),
            store: store(),
            channels: channels(),
            base: base.clone(),
        });
        let renderer = Arc::clone(&media.renderer);
        let view = Arc::new(EntryPresenter { service: service(), base, renderer });
        let preferences = Arc::new(ReaderPreferences::new(service(), presence(), Arc::clone(&wakeups)));
        let news = Arc::new(PersonNews {
            service: service(),
            channels: channels(),
            directory,
            wakeups: Arc::clone(&wakeups),
        });
        let cleanup = Arc::new(ChannelCleanup {
            service: service(),
            clock: clock(),
            channels: channels(),
            log: log(),
            links: Arc::clone(&links),
        });
        let displacement = Arc::new(ChannelDisplacement {
            service: service(),
            clock: clock(),
            channels: channels(),
            log: log(),
            presence: presence(),
            presence_sync: Arc::clone(&presence_sync),
            cleanup: Arc::clone(&cleanup),
        });
        let rooms = Arc::new(GameRooms {
            service: service(),
            clock: clock(),
            channels: channels(),
            log: log(),
            people: persons.people.clone(),
            presence: presence(),
            cleanup: Arc::clone(&cleanup),
            displacement: Arc::clone(&displacement),
        });
        let transport = Arc::new(WebTransport {
            clock: clock(),
            channels: channels(),
            log: log(),
            presence: presence(),
            wakeups: Arc::clone(&wakeups),
            rooms: Arc::clone(&rooms),
        });
        let events = Arc::new(WebEventHandler {
            service: service(),
            store: store(),
            clock: clock(),
            channels: channels(),
            log: log(),
            presence: presence(),
            names: Arc::clone(&persons.names),
            limits,
            pictures: Arc::clone(&media.pictures),
            preferences: Arc::clone(&preferences),
            news: Arc::clone(&news),
            transport: Arc::clone(&transport),
        });
        let invites = Arc::new(Invites {
            service: service(),
            clock: clock(),
            identity: persons.identity.clone(),
            channels: channels(),
            links,
            events: Arc::clone(&events),
            view: Arc::clone(&view),
        });
        let members = RoomMembers {
            service: service(),
            people: persons.people.clone(),
            channels: channels(),
            events: Arc::clone(&events),
            invites: Arc::clone(&invites),
        };
        let start_forms = Arc::new(StartForms {
            service: service(),
            clock: clock(),
            channels: channels(),
            rooms,
            displacement: Arc::clone(&displacement),
            events: Arc::clone(&events),
            invites: Arc::clone(&invites),
            view: Arc::clone(&view),
        });
        let welcome =
            Welcome { service: service(), store: store(), clock: clock(), channels: channels(), log: log() };
        let sync = SyncServices { presence: presence_sync, poller, wakeups };
        Self {
            sync,
            view,
            preferences,
            news,
            welcome,
            cleanup,
            displacement,
            events,
            invites,
            members,
            start_forms,
            transport,
        }
    }
}
