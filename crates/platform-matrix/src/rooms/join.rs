//! Joins rooms, after an invitation or because a room replaces another one. In a joined room the
//! bot greets people, or moves games into it.
//!
//! Not here: saving joins before they begin (`pending_joins`), accepting invitations
//! (`invitations`), the schedule of checks (`recheck`), and moving games (`upgrade`).

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_bot::{Clock, RepositoryError};
use adoube_matrix_client::{MatrixApi, MatrixError, RoomId, RoomState, UserId};
use adoube_platform::task_tracker::TaskTracker;
use adoube_store::StoreError;
use tokio::task::JoinSet;

use super::{
    greeting::RoomGreeter,
    invitation_limiter::InvitationLimiter,
    pending_joins::{self, JoinReason, PendingJoin, PendingJoins},
    recheck::RoomChecks,
    retry::retry_join,
    upgrade::RoomUpgrades,
};
use crate::{
    ids,
    outbound::availability::Availability,
    state::{room_cache::RoomCache, unsaved_lists::UnsavedLists},
};

/// Delay of a join that exceeds the invitation limit.
const GO_LATER: Duration = Duration::from_secs(60 * 60);
/// Longest chain of replaced rooms that is followed.
const MOST: usize = 16;
/// Rejected replacements that are remembered.
const MOST_REFUSED: usize = 1000;

/// Whether one room replaces another one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ReplacementCheck {
    Yes,
    No,
    Unknown,
}

/// Pairs of rooms where the first names the second as its replacement and the second does not
/// confirm it.
#[derive(Default)]
pub(crate) struct RejectedReplacements(Mutex<HashSet<(RoomId, RoomId)>>);

impl RejectedReplacements {
    fn pairs(&self) -> MutexGuard<'_, HashSet<(RoomId, RoomId)>> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, old: &RoomId, new: &RoomId) {
        let mut pairs = self.pairs();
        if pairs.len() >= MOST_REFUSED {
            pairs.clear();
        }
        pairs.insert((old.clone(), new.clone()));
    }

    fn has(&self, old: &RoomId, new: &RoomId) -> bool {
        self.pairs().contains(&(old.clone(), new.clone()))
    }
}

/// Joins rooms, and completes their pending joins.
pub(crate) struct RoomJoins {
    pub(super) link: Arc<dyn MatrixApi>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) rooms: Arc<RoomCache>,
    pub(super) pending: Arc<PendingJoins>,
    pub(super) checks: Arc<RoomChecks>,
    pub(super) limiter: Arc<InvitationLimiter>,
    pub(super) rejected: RejectedReplacements,
    pub(super) greeter: Arc<RoomGreeter>,
    pub(super) upgrades: RoomUpgrades,
    pub(super) unsaved: Arc<UnsavedLists>,
    pub(super) availability: Arc<Availability>,
    pub(super) tasks: Arc<TaskTracker>,
}

impl RoomJoins {
    /// Checks the rooms that are due, each in its own task.
    pub(crate) fn check_due_rooms(self: &Arc<Self>, checks: &mut JoinSet<()>) {
        while checks.try_join_next().is_some() {}
        for room in self.checks.due() {
            let joins = Arc::clone(self);
            checks.spawn(async move {
                if let Err(error) = joins.check_room(&room).await {
                    tracing::error!(%error, room = %room.0, "what comes of being in a room waits");
                    joins.checks.check_again(&room);
                }
                joins.checks.finish(&room);
            });
        }
    }

    /// Handles the answer to a join; `is_invited` if the join accepts an invitation or request.
    pub(crate) async fn finish_join(
        self: &Arc<Self>,
        room: &RoomId,
        entered: Result<(), MatrixError>,
        is_invited: bool,
    ) {
        let noted = match entered {
            Ok(()) => self.finish_pending(room).await,
            Err(MatrixError::Transient { reason, .. }) => {
                tracing::warn!(reason, room = %room.0, "whether a room is entered, the server tells later");
                Ok(())
            }
            Err(failure) => {
                tracing::warn!(%failure, room = %room.0, "a room cannot be entered");
                let over = is_invited.then(|| pending_joins::no_invitation(room));
                // An invitation to a replacing room may still come, so that pending join stays.
                self.pending.write(over.into_iter().collect()).await
            }
        };
        if let Err(error) = noted {
            tracing::error!(%error, room = %room.0, "what comes of being in a room waits");
            self.checks.check_again(room);
        }
    }

    /// Handles the report that the bot is in a room.
    pub(crate) async fn handle_joined(self: &Arc<Self>, room: RoomId) -> Result<(), StoreError> {
        self.rooms.forget(&room);
        self.availability.check_channel(&room).await;
        self.finish_pending(&room).await
    }

    /// Completes the pending joins of a room once the bot is there and the server returns the
    /// room's state. Until then the bot sends nothing there, and the room is checked again.
    /// Repeated calls have no further effect.
    async fn finish_pending(self: &Arc<Self>, room: &RoomId) -> Result<(), StoreError> {
        let _turn = self.pending.lock(room).await;
        let arriving = self.pending.of(room).await?;
        if arriving.is_empty() {
            return Ok(());
        }
        self.rooms.forget(room);
        let state = match self.rooms.get(room).await {
            Ok(state) => state,
            // The bot is not in the room yet.
            Err(MatrixError::NotFound(_)) => return self.forget_overdue(room, arriving).await,
            Err(failure) => {
                tracing::warn!(%failure, room = %room.0, "what a room is like is asked later");
                self.checks.check_again(room);
                return Ok(());
            }
        };
        let (invited, replacing): (Vec<_>, Vec<_>) =
            arriving.into_iter().partition(|each| matches!(each.why, JoinReason::Invited { .. }));
        if !replacing.is_empty() && self.follow_next(room, &state).await? {
            return Ok(());
        }
        let (mut is_in_place, mut is_unknown, mut stays, mut done) = (false, false, false, Vec::new());
        for each in replacing {
            let JoinReason::Replaces { room: old, direct, there } = &each.why else { continue };
            let old = RoomId(old.clone());
            match self.replaces(&old, room, &state).await {
                ReplacementCheck::Yes => {
                    is_in_place = true;
                    self.mark_direct(room, *direct).await;
                    self.move_in(&old, room).await?;
                }
                ReplacementCheck::No => {
                    tracing::warn!(old = %old.0, new = %room.0, "a room is not in the place of the other one");
                    stays |= *there;
                    done.push(each.deletion(room));
                    self.rejected.add(&old, room);
                    // Games that would have come through the old room stay there.
                    self.checks.check_later(&old, Duration::ZERO);
                }
                ReplacementCheck::Unknown => {
                    is_unknown = true;
                    self.checks.check_again(room);
                }
            }
        }
        for each in invited {
            // It is unknown yet whether the room replaces another one and needs no greeting.
            if is_unknown && !is_in_place {
                continue;
            }
            let deletion = each.deletion(room);
            match each.why {
                JoinReason::Invited { by, direct } if !is_in_place && !state.space && state.people() > 0 => {
                    stays = true;
                    self.mark_direct(room, direct).await;
                    self.greeter.introduce((room, &state), &UserId(by), (each.stamp, vec![deletion])).await?;
                }
                // After an upgrade people know the bot, and a space has no messages.
                _ => done.push(deletion),
            }
        }
        if !is_in_place && !is_unknown && !stays {
            tracing::info!(room = %room.0, "there is nobody to play with, and the bot leaves");
            self.greeter.leave(room).await;
        }
        self.pending.write(done).await
    }

    async fn mark_direct(&self, room: &RoomId, direct: bool) {
        if !direct {
            return;
        }
        if let Err(failure) = self.link.mark_direct(room).await {
            tracing::warn!(%failure, room = %room.0, "a conversation of two is not marked as one");
        }
        self.rooms.forget(room);
    }

    /// Whether the room was replaced itself before the bot joined; then the bot waits for the next
    /// room, and sends nothing here.
    async fn follow_next(self: &Arc<Self>, room: &RoomId, state: &RoomState) -> Result<bool, StoreError> {
        let Some(next) = &state.replaced_by else { return Ok(false) };
        if !self.pending.is_noted_for(room, next).await? {
            self.handle_replaced(room.clone(), next.clone()).await?;
        }
        self.pending.is_noted_for(room, next).await
    }

    /// Whether `new` replaces `old`. Both rooms must say so; in the old room only a permitted
    /// member can.
    async fn replaces(&self, old: &RoomId, new: &RoomId, state: &RoomState) -> ReplacementCheck {
        if state.space || state.replaces.as_ref() != Some(old) {
            return ReplacementCheck::No;
        }
        match self.is_replaced(old, new).await {
            Ok(true) => ReplacementCheck::Yes,
            Ok(false) => ReplacementCheck::No,
            Err(failure) => {
                tracing::warn!(%failure, old = %old.0, "what a room is replaced by is asked later");
                ReplacementCheck::Unknown
            }
        }
    }

    /// Whether the old room names the new one as its replacement.
    async fn is_replaced(&self, old: &RoomId, new: &RoomId) -> Result<bool, MatrixError> {
        match self.rooms.get(old).await {
            Ok(state) => Ok(state.replaced_by.as_ref() == Some(new)),
            // The old room did so when the pending join was saved.
            Err(MatrixError::NotFound(_) | MatrixError::Forbidden(_)) => Ok(true),
            Err(failure) => Err(failure),
        }
    }

    /// Checks a room again that could not be read or joined before.
    async fn check_room(self: &Arc<Self>, room: &RoomId) -> Result<(), StoreError> {
        self.finish_pending(room).await?;
        if !matches!(self.rooms.get(room).await, Err(MatrixError::NotFound(_))) {
            return Ok(());
        }
        let arriving = self.pending.of(room).await?;
        if !arriving.is_empty() {
            self.checks.schedule_room_check(room);
        }
        let old = arriving.into_iter().find_map(|each| match each.why {
            JoinReason::Replaces { room, .. } => Some(RoomId(room)),
            JoinReason::Invited { .. } => None,
        });
        if let Some(old) = old {
            self.start_follow(old, room.clone());
        }
        Ok(())
    }

    async fn forget_overdue(&self, room: &RoomId, arriving: Vec<PendingJoin>) -> Result<(), StoreError> {
        let now = self.clock.now_millis();
        let over = arriving.into_iter().filter(|each| each.is_over(now));
        self.pending.write(over.map(|each| each.deletion(room)).collect()).await
    }

    /// Handles a room's statement that another room replaces it: the bot joins that room, which
    /// must confirm the statement.
    pub(crate) async fn handle_replaced(
        self: &Arc<Self>,
        room: RoomId,
        by: RoomId,
    ) -> Result<(), StoreError> {
        self.rooms.forget(&room);
        if !ids::are_usable(&[&room.0, &by.0]) || room == by || self.rejected.has(&room, &by) {
            return Ok(());
        }
        let new = self.rooms.get(&by).await;
        let says_otherwise = new.as_ref().is_ok_and(|state| state.replaces.as_ref() != Some(&room));
        if says_otherwise || matches!(self.is_replaced(&room, &by).await, Ok(false)) {
            tracing::warn!(room = %room.0, by = %by.0, "a room is said to be in the place of another one, and is not");
            return Ok(());
        }
        let direct = self.rooms.get(&room).await.is_ok_and(|state| state.direct);
        let there = !matches!(new, Err(MatrixError::NotFound(_)));
        self.pending.expect_in_place_of(&room, &by, (direct, there)).await?;
        // The invitation limit also bounds chains of replacements.
        let taken = self.limiter.accept_invitation(&UserId(room.0.clone()), self.clock.monotonic());
        tracing::info!(room = %room.0, by = %by.0, taken, "a room was replaced");
        if taken {
            self.checks.schedule_room_check(&by);
            self.start_follow(room, by);
        } else {
            self.checks.check_later(&by, GO_LATER);
        }
        Ok(())
    }

    /// Joins the room that replaces another one, in a task.
    fn start_follow(self: &Arc<Self>, room: RoomId, by: RoomId) {
        let (joins, task) = (Arc::clone(self), self.tasks.start());
        tokio::spawn(async move {
            let _task = task;
            let entered = retry_join(&by, || joins.link.follow(&room, &by)).await;
            joins.finish_join(&by, entered, false).await;
        });
    }

    /// Resumes the pending joins of the previous run, because their obstacles may have passed.
    pub(crate) async fn continue_join(self: &Arc<Self>) -> Result<(), StoreError> {
        for (room, arriving) in self.pending.all().await? {
            match arriving.why {
                JoinReason::Replaces { room: old, .. } => {
                    self.checks.schedule_room_check(&room);
                    self.start_follow(RoomId(old), room);
                }
                // The bot may be in the room already, without its state known.
                JoinReason::Invited { .. } => self.checks.check_later(&room, Duration::ZERO),
            }
        }
        Ok(())
    }

    /// Moves all games of a replaced room to the new one, after those of the rooms that the
    /// replaced room had itself replaced.
    async fn move_in(&self, old: &RoomId, new: &RoomId) -> Result<(), StoreError> {
        for (from, by) in self.before(old, new).await? {
            match self.upgrades.move_all(&from, new).await {
                Ok(true) => {
                    self.greeter.leave(&from).await;
                    self.unsaved.forget(&from);
                    self.pending.write(vec![pending_joins::no_replacement(&by, &from)]).await?;
                }
                // The bot stays, because leaving now would leave games behind.
                Ok(false) => {
                    self.checks.check_again(new);
                    return Ok(());
                }
                Err(RepositoryError::Store(error)) => return Err(error),
                // A record that needs a newer program stays, and so does the pending join.
                Err(error) => {
                    tracing::error!(%error, old = %from.0, "a game stays in a room that was replaced");
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Chain of rooms that lead to `new` through `old`, the earliest first, each with its
    /// replacement.
    async fn before(&self, old: &RoomId, new: &RoomId) -> Result<Vec<(RoomId, RoomId)>, StoreError> {
        let mut found = vec![(old.clone(), new.clone())];
        let mut looked = 0;
        while let Some((room, _)) = found.get(looked).cloned()
            && found.len() < MOST
        {
            looked += 1;
            let Ok(state) = self.rooms.get(&room).await else { continue };
            for each in self.pending.of(&room).await? {
                let JoinReason::Replaces { room: first, .. } = each.why else { continue };
                let first = RoomId(first);
                let is_known = found.iter().any(|(known, _)| *known == first);
                if !is_known && self.replaces(&first, &room, &state).await == ReplacementCheck::Yes {
                    found.push((first, room.clone()));
                }
            }
        }
        found.reverse();
        Ok(found)
    }
}
