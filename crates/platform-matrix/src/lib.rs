//! Matrix: commands, bare moves, mentions and numbered lists in rooms, threads and direct rooms, plain or encrypted.
//!
//! Its rooms: `lanes` lets rooms go on side by side, `playing` knows whose words may be moves, `hearing` reads what is
//! said, `answering` has it decided and answers, `answer_threads` holds what is long, `edits` is when it is changed. `numbers` finds
//! which list a number is of, `lists` keeps them,
//! `unnoted` knows which are not kept yet, `left_over` which may be so from before the start. `queue` holds what waits
//! for one person, `delivery` says it and what waits in the outbox, `presenting` puts it into words, `saying` how it reaches a room, `pictures` what
//! comes after its words, `screening` is when a message is not let through, `confiding` sends what nobody else may read, `account` as fast as the homeserver takes it
//! (`allowance`), `room_pace` no faster than moderation programs bear in one room. `reactions` are signs under messages,
//! `avatar` is the account's picture, `activity` what shows that the bot has read something or is writing.
//! `languages` is in which language, `body` and `text` are how messages look, `rooms` and `people` say where and who. `invitations` is when the bot comes and goes,
//! `joining` when it is asked into a room that is open to all,
//! `arrivals` what is noted on its way, `arriving` what it does then, `looking` when it looks at a room again.
//! `relocating` is what goes on in a room that is in the place of another one, `forwarding` what the names of old channels
//! mean. `unreadable` is what becomes of messages without a key, `agreeing` who reads what is theirs unencrypted, `absent` who does not come to read it,
//! `regretting` what else cannot be done for people, `wordless` what has no words. `checking` says what a self-test finds, `places` whether a room and the
//! server can be reached. Deliberately not here: the protocol and encryption (`adoube-matrix-client`), what a command means and
//! every word about games (the bot), drawing (`adoube-render`).
//!
//! Invariants: what happens counts as done only when what comes of it is durable, and nothing else is heard in its room before
//! that is noted; everything is sent under the same transaction id however often it is tried; nobody is notified but the one
//! person a message calls; what is for one person's eyes is sent to their direct room and nowhere else, encrypted unless they have
//! agreed in words that it is not.

// These macros panic where nobody can be told, as on a full disk; the log does not.
#![cfg_attr(not(test), deny(clippy::print_stderr, clippy::print_stdout))]

mod account_progress;
mod avatar;
mod form_check;
mod ids;
mod inbound;
mod message;
mod outbound;
mod records;
mod rooms;
mod settings;
mod standby;
mod state;

use std::{future::Future, sync::Arc, time::Duration};

use adoube_bot::{Bot, Clock, Language, Outbox, PersonId, TranslationError};
use adoube_matrix_client::MatrixApi;
use adoube_platform::{
    command_text::TypedCommandNames,
    picture_worker::PictureWorker,
    rate_limit::{BucketRate, RateLimiter},
    task_tracker::TaskTracker,
};
use adoube_render::Renderer;
use adoube_store::Store;
use tokio::{sync::watch, task::JoinSet};

pub use self::{
    account_progress::AccountProgress,
    avatar::avatar,
    form_check::check_form,
    inbound::room_queues::ListenEnd,
    settings::{MatrixAccount, MatrixSettings, MatrixSettingsError, UserPattern},
    standby::{MatrixStandby, StandbyResult},
    state::people::MatrixPeople,
};
use self::{
    inbound::{
        answer_threads::AnswerThreads,
        non_text,
        undecryptable::{self, UndecryptableIndex},
    },
    message::platform_text::MatrixText,
    outbound::{
        activity::Activity, private_send::PrivateSends, rate_limited_account::RateLimitedAccount,
        refused_pictures::ScreenedRooms, reply_queue::ReplyQueue, room_pace::RoomPaces, transport,
        unconfirmed_sends::UnconfirmedSends, unjoined_rooms::Absent,
    },
    rooms::{
        invitations::InvitationLimiter, join::RejectedReplacements, pending_joins::JoinLocks,
        recheck::UncheckedRooms,
    },
    state::{people, player_cache::PlayerCache, room_cache::RoomCache, unsaved_lists::UnsavedLists},
};

/// The platform's name, in front of its ids.
pub const PLATFORM: &str = "matrix";
/// Commands and numbers of a person. Bare moves are bounded by the game.
const ASKING: BucketRate = BucketRate { burst: 30, refill: Duration::from_secs(3) };
/// How often somebody is told that it is too much.
const WARNING: BucketRate = BucketRate { burst: 1, refill: Duration::from_secs(10 * 60) };

/// What Matrix needs of the program before anything is connected: the people, whom the bot knows as its directory.
#[derive(Clone)]
pub struct MatrixDirectory {
    store: Arc<dyn Store>,
    rooms: Arc<RoomCache>,
    people: MatrixPeople,
    stands_still: watch::Sender<bool>,
}

impl MatrixDirectory {
    /// With everything kept in this store.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        let rooms = Arc::new(RoomCache::new(clock));
        let people = MatrixPeople::new(Arc::clone(&store), Arc::clone(&rooms));
        Self { store, rooms, people, stands_still: watch::Sender::new(false) }
    }

    /// The people on Matrix.
    pub fn people(&self) -> &MatrixPeople {
        &self.people
    }

    /// Whether the homeserver takes nothing from the account now.
    pub fn stands_still(&self) -> watch::Receiver<bool> {
        self.stands_still.subscribe()
    }
}

/// What Matrix is made of.
pub struct MatrixParts {
    /// Who decides.
    pub service: Bot,
    /// What time it is; the same as the bot's.
    pub clock: Arc<dyn Clock>,
    /// The people, in the bot's store.
    pub premises: MatrixDirectory,
    /// Who draws the boards.
    pub renderer: Arc<Renderer>,
    /// What was chosen.
    pub settings: MatrixSettings,
    /// The account.
    pub link: Arc<dyn MatrixApi>,
}

/// Matrix, as far as this program has to do with it.
pub struct MatrixPlatform {
    service: Bot,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    artist: PictureWorker,
    rooms: Arc<RoomCache>,
    people: MatrixPeople,
    words: MatrixText,
    /// Languages, by what their speakers call them.
    languages: Vec<(String, Language)>,
    /// The names of all commands.
    commands: TypedCommandNames,
    link: Arc<dyn MatrixApi>,
    /// The same, as far as it is asked for more than that.
    account: Arc<RateLimitedAccount>,
    queue: ReplyQueue,
    confiding: PrivateSends,
    answer_threads: AnswerThreads,
    screened: ScreenedRooms,
    room_paces: RoomPaces,
    activity: Activity,
    absent: Absent,
    unnoted: UnsavedLists,
    left_over: UnconfirmedSends,
    outbox: Outbox,
    invitations: InvitationLimiter,
    unseen: UncheckedRooms,
    refused: RejectedReplacements,
    turns: JoinLocks,
    playing: PlayerCache,
    unread: UndecryptableIndex,
    /// What people ask for, and how often they are told that it is too much.
    asked: RateLimiter<PersonId>,
    warned: RateLimiter<PersonId>,
    /// How often they are told that only words are read.
    wordless: RateLimiter<PersonId>,
    under_way: TaskTracker,
    settings: MatrixSettings,
}

impl MatrixPlatform {
    /// Puts it together.
    ///
    /// # Errors
    ///
    /// A locale file that cannot be used.
    pub fn new(parts: MatrixParts) -> Result<Arc<Self>, TranslationError> {
        let MatrixParts { service, clock, premises, renderer, settings, link } = parts;
        let MatrixDirectory { store, rooms, people, stands_still } = premises;
        let account = Arc::new(RateLimitedAccount::new(link, clock.timer(), &settings, stands_still));
        let link: Arc<dyn MatrixApi> = Arc::clone(&account) as Arc<dyn MatrixApi>;
        rooms.connect(Arc::clone(&link));
        let languages = service.locales().languages();
        let languages = languages.map(|language| (service.endonym(language), language)).collect();
        Ok(Arc::new(Self {
            artist: PictureWorker::new(renderer),
            languages,
            words: MatrixText::new(service.locales(), &settings.prefix)?.on(people::server_of(&link.user())),
            queue: ReplyQueue::new(Arc::clone(&store), Arc::clone(&clock)),
            confiding: PrivateSends::default(),
            answer_threads: AnswerThreads::default(),
            screened: ScreenedRooms::default(),
            room_paces: RoomPaces::new(settings.room_messages_per_minute),
            activity: Activity::new(clock.timer()),
            absent: Absent::default(),
            unnoted: UnsavedLists::default(),
            left_over: UnconfirmedSends::default(),
            outbox: service.outbox_of(PLATFORM, transport::MANNER),
            invitations: InvitationLimiter::new(&settings),
            unseen: UncheckedRooms::default(),
            refused: RejectedReplacements::default(),
            turns: JoinLocks::default(),
            playing: PlayerCache::default(),
            unread: UndecryptableIndex::default(),
            asked: RateLimiter::new(ASKING),
            warned: RateLimiter::new(WARNING),
            wordless: RateLimiter::new(non_text::TELLING),
            under_way: TaskTracker::default(),
            commands: TypedCommandNames::new(&service),
            service,
            store,
            clock,
            rooms,
            people,
            link,
            account,
            settings,
        }))
    }

    /// Plays on Matrix until `shutdown` resolves or the connection is closed. What was about to be said then waits for the
    /// next start.
    pub async fn serve(self: Arc<Self>, shutdown: impl Future<Output = ()>) -> ListenEnd {
        if let Err(error) = self.load_unconfirmed().await {
            tracing::error!(%error, "what was being said when the program ended may be answered as if it had not been");
        }
        let delivering = self.outbox.run(Arc::clone(&self));
        if let Err(error) = self.forget_questions().await {
            tracing::error!(%error, "whom nobody asks any more is forgotten at the next start");
        }
        if let Err(error) = self.continue_join().await {
            tracing::error!(%error, "into rooms that are in the place of others the bot goes at the next start");
        }
        let looking = tokio::spawn(Arc::clone(&self).look());
        let watching = tokio::spawn(Arc::clone(&self).watch_the_server());
        let showing = Arc::clone(&self);
        let showing = tokio::spawn(async move { showing.activity.run(&*showing.link).await });
        let ended = self.listen(shutdown).await;
        if ended == ListenEnd::Closed {
            tracing::error!("the connection to Matrix is closed");
            watching.abort();
            self.note_server(false).await;
        }
        looking.abort();
        watching.abort();
        showing.abort();
        self.account.leave();
        delivering.end(self.under_way.wait_until_idle()).await;
        self.link.close().await;
        ended
    }

    /// Looks again and again for messages whose keys are overdue, and at rooms that could not be looked at.
    async fn look(self: Arc<Self>) {
        let mut interval = tokio::time::interval(undecryptable::LOOK);
        let mut looks = JoinSet::new();
        loop {
            interval.tick().await;
            self.look_at_unseen(&mut looks);
            if let Err(error) = self.look_for_overdue().await {
                tracing::error!(%error, "messages without keys cannot be looked for");
            }
            if let Err(error) = self.look_for_absent().await {
                tracing::error!(%error, "who has not come into their own room cannot be looked for");
            }
        }
    }
}
