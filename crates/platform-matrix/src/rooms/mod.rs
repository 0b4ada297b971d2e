//! Rooms: builds the services for invitations, joining, checking, leaving, upgrades, and the
//! self-test of a room.

pub(crate) mod departures;
pub(crate) mod greeting;
pub(crate) mod invitation_limiter;
pub(crate) mod invitations;
pub(crate) mod join;
pub(crate) mod pending_joins;
pub(crate) mod recheck;
pub(crate) mod retry;
pub(crate) mod self_test;
pub(crate) mod upgrade;

use std::sync::Arc;

use adoube_bot::Outbox;
use adoube_matrix_client::MatrixApi;
use adoube_platform::task_tracker::TaskTracker;

use self::{
    departures::Departures,
    greeting::RoomGreeter,
    invitation_limiter::InvitationLimiter,
    invitations::Invitations,
    join::{RejectedReplacements, RoomJoins},
    pending_joins::PendingJoins,
    recheck::RoomChecks,
    self_test::RoomSelfTest,
    upgrade::RoomUpgrades,
};
use crate::{
    outbound::{Outbound, rate_limited_account::RateLimitedAccount},
    state::MatrixState,
};

/// Services for rooms.
pub(crate) struct RoomServices {
    pub(crate) joins: Arc<RoomJoins>,
    pub(crate) invitations: Arc<Invitations>,
    pub(crate) departures: Departures,
    pub(crate) greeter: Arc<RoomGreeter>,
    pub(crate) pending: Arc<PendingJoins>,
    pub(crate) checks: Arc<RoomChecks>,
    pub(crate) limiter: Arc<InvitationLimiter>,
    pub(crate) self_test: RoomSelfTest,
    pub(crate) tasks: Arc<TaskTracker>,
}

impl RoomServices {
    /// Builds the services.
    pub(crate) fn new(
        state: &MatrixState,
        account: &Arc<RateLimitedAccount>,
        outbox: &Outbox,
        outbound: &Outbound,
    ) -> Self {
        let MatrixState { bot, store, clock, settings, text, rooms, languages, .. } = state;
        let link: Arc<dyn MatrixApi> = Arc::clone(account) as Arc<dyn MatrixApi>;
        let tasks = Arc::new(TaskTracker::default());
        let pending = Arc::new(PendingJoins::new(Arc::clone(store), Arc::clone(&outbound.queue)));
        let checks = Arc::new(RoomChecks::new(Arc::clone(clock)));
        let limiter = Arc::new(InvitationLimiter::new(settings));
        let greeter = Arc::new(RoomGreeter {
            link: Arc::clone(&link),
            settings: Arc::clone(settings),
            languages: Arc::clone(languages),
            replies: Arc::clone(&outbound.replies),
        });
        let upgrades = RoomUpgrades {
            bot: bot.clone(),
            store: Arc::clone(store),
            link: Arc::clone(&link),
            people: state.people.clone(),
            text: Arc::clone(text),
            languages: Arc::clone(languages),
            players: Arc::clone(&state.players),
            queue: Arc::clone(&outbound.queue),
            replies: Arc::clone(&outbound.replies),
        };
        let joins = Arc::new(RoomJoins {
            link: Arc::clone(&link),
            clock: Arc::clone(clock),
            rooms: Arc::clone(rooms),
            pending: Arc::clone(&pending),
            checks: Arc::clone(&checks),
            limiter: Arc::clone(&limiter),
            rejected: RejectedReplacements::default(),
            greeter: Arc::clone(&greeter),
            upgrades,
            unsaved: Arc::clone(&state.unsaved),
            availability: Arc::clone(&outbound.availability),
            tasks: Arc::clone(&tasks),
        });
        let invitations = Arc::new(Invitations {
            link,
            clock: Arc::clone(clock),
            settings: Arc::clone(settings),
            text: Arc::clone(text),
            languages: Arc::clone(languages),
            limiter: Arc::clone(&limiter),
            pending: Arc::clone(&pending),
            checks: Arc::clone(&checks),
            joins: Arc::clone(&joins),
            tasks: Arc::clone(&tasks),
        });
        let departures = Departures {
            store: Arc::clone(store),
            rooms: Arc::clone(rooms),
            availability: Arc::clone(&outbound.availability),
            greeter: Arc::clone(&greeter),
            tasks: Arc::clone(&tasks),
        };
        let self_test = RoomSelfTest {
            artist: Arc::clone(&state.artist),
            text: Arc::clone(text),
            presenter: Arc::clone(&outbound.presenter),
            account: Arc::clone(account),
            consent: Arc::clone(&outbound.consent),
            outbox: outbox.clone(),
        };
        Self { joins, invitations, departures, greeter, pending, checks, limiter, self_test, tasks }
    }
}
