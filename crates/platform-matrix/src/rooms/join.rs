//! What is done in a room the bot comes into, by an invitation or because it is in the place of another one: it is greeted, checked, or
//! moved into, whatever became of the request to be let in. Not here: what is noted before (`arrivals`), which invitations are
//! taken (`invitations`), when a room is looked at again (`looking`), and what moves (`relocating`).

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_bot::RepositoryError;
use adoube_matrix_client::{MatrixError, RoomId, RoomState, UserId};
use adoube_store::StoreError;

use crate::{
    MatrixPlatform, ids,
    rooms::pending_joins::{self, JoinReason, PendingJoin},
};

/// How long until the bot asks again to be let in.
const ASK_AGAIN: Duration = Duration::from_secs(24 * 60 * 60);
/// The same where it was sent to too many rooms.
const GO_LATER: Duration = Duration::from_secs(60 * 60);
/// How often a room may have been replaced before the bot comes to the last one.
const MOST: usize = 16;
/// Rooms of which it is remembered that they are not in the place of others.
const MOST_REFUSED: usize = 1000;

/// Whether a room is in the place of another one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ReplacementCheck {
    Yes,
    No,
    Unknown,
}

/// Rooms, and others that are not in their place, whatever they say.
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

impl MatrixPlatform {
    /// Looks for a room that nobody has let the bot into by then.
    pub(crate) fn schedule_room_check(&self, room: &RoomId) {
        self.look_later(room, ASK_AGAIN);
    }

    /// A request to be let into a room was answered, to which the bot was invited or not.
    pub(crate) async fn finish_join(
        self: &Arc<Self>,
        room: &RoomId,
        entered: Result<(), MatrixError>,
        is_invited: bool,
    ) {
        let noted = match entered {
            Ok(()) => self.arrived(room).await,
            Err(MatrixError::Transient { reason, .. }) => {
                tracing::warn!(reason, room = %room.0, "whether a room is entered, the server tells later");
                Ok(())
            }
            Err(failure) => {
                tracing::warn!(%failure, room = %room.0, "a room cannot be entered");
                let over = is_invited.then(|| pending_joins::no_invitation(room));
                // Into one that is in the place of another one somebody may still invite it.
                self.write(over.into_iter().collect()).await
            }
        };
        if let Err(error) = noted {
            tracing::error!(%error, room = %room.0, "what comes of being in a room waits");
            self.look_again(room);
        }
    }

    /// The bot is in a room, as the server tells.
    pub(crate) async fn entered(self: &Arc<Self>, room: RoomId) -> Result<(), StoreError> {
        self.rooms.forget(&room);
        self.look_for_place(&room).await;
        self.arrived(&room).await
    }

    /// Does what is to be done in a room once the bot is there and the server tells what the room is like; until then nothing is
    /// said there, and it is asked again. Whoever does it a second time finds nothing to do.
    async fn arrived(self: &Arc<Self>, room: &RoomId) -> Result<(), StoreError> {
        let _turn = self.turns.of(room).await;
        let arriving = self.arriving(room).await?;
        if arriving.is_empty() {
            return Ok(());
        }
        self.rooms.forget(room);
        let state = match self.rooms.get(room).await {
            Ok(state) => state,
            // It is not there, and may be later.
            Err(MatrixError::NotFound(_)) => return self.forget_overdue(room, arriving).await,
            Err(failure) => {
                tracing::warn!(%failure, room = %room.0, "what a room is like is asked later");
                self.look_again(room);
                return Ok(());
            }
        };
        let (invited, replacing): (Vec<_>, Vec<_>) =
            arriving.into_iter().partition(|each| matches!(each.why, JoinReason::Invited { .. }));
        if !replacing.is_empty() && self.goes_on_from(room, &state).await? {
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
                    self.refused.add(&old, room);
                    // What would have come here through the other one stays there.
                    self.look_later(&old, Duration::ZERO);
                }
                ReplacementCheck::Unknown => {
                    is_unknown = true;
                    self.look_again(room);
                }
            }
        }
        for each in invited {
            // Whether anybody has to be greeted is not known.
            if is_unknown && !is_in_place {
                continue;
            }
            let deletion = each.deletion(room);
            match each.why {
                JoinReason::Invited { by, direct } if !is_in_place && !state.space && state.people() > 0 => {
                    stays = true;
                    self.mark_direct(room, direct).await;
                    self.introduce((room, &state), &UserId(by), (each.stamp, vec![deletion])).await?;
                }
                // Whoever moves in is known, whoever invited it may be gone, and nobody speaks in a space.
                _ => done.push(deletion),
            }
        }
        if !is_in_place && !is_unknown && !stays {
            tracing::info!(room = %room.0, "there is nobody to play with, and the bot leaves");
            self.leave(room).await;
        }
        self.write(done).await
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

    /// Whether a room was replaced itself before the bot came: then it waits for the next one, and nothing is shown here.
    async fn goes_on_from(self: &Arc<Self>, room: &RoomId, state: &RoomState) -> Result<bool, StoreError> {
        let Some(next) = &state.replaced_by else { return Ok(false) };
        if !self.is_noted_for(room, next).await? {
            self.replaced(room.clone(), next.clone()).await?;
        }
        self.is_noted_for(room, next).await
    }

    /// Whether one room is in the place of another one: both have to say so, and the old one by somebody who may.
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

    /// Whether the old one says so.
    async fn is_replaced(&self, old: &RoomId, new: &RoomId) -> Result<bool, MatrixError> {
        match self.rooms.get(old).await {
            Ok(state) => Ok(state.replaced_by.as_ref() == Some(new)),
            // It did when that was noted.
            Err(MatrixError::NotFound(_) | MatrixError::Forbidden(_)) => Ok(true),
            Err(failure) => Err(failure),
        }
    }

    /// Looks at a room that could not be looked at, or entered, before.
    pub(crate) async fn look_again_at(self: &Arc<Self>, room: &RoomId) -> Result<(), StoreError> {
        self.arrived(room).await?;
        if !matches!(self.rooms.get(room).await, Err(MatrixError::NotFound(_))) {
            return Ok(());
        }
        let arriving = self.arriving(room).await?;
        if !arriving.is_empty() {
            self.schedule_room_check(room);
        }
        let old = arriving.into_iter().find_map(|each| match each.why {
            JoinReason::Replaces { room, .. } => Some(RoomId(room)),
            JoinReason::Invited { .. } => None,
        });
        if let Some(old) = old {
            self.go(old, room.clone());
        }
        Ok(())
    }

    async fn forget_overdue(&self, room: &RoomId, arriving: Vec<PendingJoin>) -> Result<(), StoreError> {
        let now = self.clock.now_millis();
        let over = arriving.into_iter().filter(|each| each.is_over(now));
        self.write(over.map(|each| each.deletion(room)).collect()).await
    }

    /// A room says that another one is in its place: the bot goes there. Whether that is so, the other one says.
    pub(crate) async fn replaced(self: &Arc<Self>, room: RoomId, by: RoomId) -> Result<(), StoreError> {
        self.rooms.forget(&room);
        if !ids::are_usable(&[&room.0, &by.0]) || room == by || self.refused.has(&room, &by) {
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
        self.expect_in_place_of(&room, &by, (direct, there)).await?;
        // Nobody sends the bot through more rooms this way than by inviting it.
        let taken = self.invitations.take(&UserId(room.0.clone()), self.clock.monotonic());
        tracing::info!(room = %room.0, by = %by.0, taken, "a room was replaced");
        if taken {
            self.schedule_room_check(&by);
            self.go(room, by);
        } else {
            self.look_later(&by, GO_LATER);
        }
        Ok(())
    }

    fn go(self: &Arc<Self>, room: RoomId, by: RoomId) {
        let (matrix, task) = (Arc::clone(self), self.under_way.start());
        tokio::spawn(async move {
            let _task = task;
            let entered = matrix.retry_join(&by, || matrix.link.follow(&room, &by)).await;
            matrix.finish_join(&by, entered, false).await;
        });
    }

    /// Goes on where the bot was on its way when the program ended: what was in the way may have passed.
    pub(crate) async fn continue_join(self: &Arc<Self>) -> Result<(), StoreError> {
        for (room, arriving) in self.all_arriving().await? {
            match arriving.why {
                JoinReason::Replaces { room: old, .. } => {
                    self.schedule_room_check(&room);
                    self.go(RoomId(old), room);
                }
                // It may be there, and what the room is like was not known.
                JoinReason::Invited { .. } => self.look_later(&room, Duration::ZERO),
            }
        }
        Ok(())
    }

    /// Lets all of a room that was replaced go on in the other one, after what has waited to go on in that room, which was
    /// replaced before the bot came there.
    async fn move_in(&self, old: &RoomId, new: &RoomId) -> Result<(), StoreError> {
        for (from, by) in self.before(old, new).await? {
            match self.move_all(&from, new).await {
                Ok(true) => {
                    self.leave(&from).await;
                    self.unnoted.forget(&from);
                    self.write(vec![pending_joins::no_replacement(&by, &from)]).await?;
                }
                // Whoever left now would leave games behind.
                Ok(false) => {
                    self.look_again(new);
                    return Ok(());
                }
                Err(RepositoryError::Store(error)) => return Err(error),
                // What cannot be read waits for a program that can, and so does what is noted.
                Err(error) => {
                    tracing::error!(%error, old = %from.0, "a game stays in a room that was replaced");
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The rooms that lead to one through another, the first one first, and by which each was replaced.
    async fn before(&self, old: &RoomId, new: &RoomId) -> Result<Vec<(RoomId, RoomId)>, StoreError> {
        let mut found = vec![(old.clone(), new.clone())];
        let mut looked = 0;
        while let Some((room, _)) = found.get(looked).cloned()
            && found.len() < MOST
        {
            looked += 1;
            let Ok(state) = self.rooms.get(&room).await else { continue };
            for each in self.arriving(&room).await? {
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
