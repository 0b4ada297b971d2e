//! Data of the simulated homeserver in memory, and its decision which of the bot's messages it
//! accepts. Not here: how the client asks it, and what people do (`server`).

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque},
    time::Duration,
};

use adoube_matrix_client::{
    AccountBlock, MatrixError, MatrixEvent, MatrixEventId, MatrixMessage, MessageOrigin, RoomId, RoomRoute,
    RoomState, TransactionId, UserId,
};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::{
    limits::{Limits, What},
    refusals::refusal,
    shown::{Shown, Sign},
};

/// Something the bot sent.
#[derive(Clone, Debug)]
pub struct Sent {
    pub room: String,
    pub event: MatrixEventId,
    pub message: MatrixMessage,
    /// Whether more than one person reads it.
    pub others: bool,
}

/// How far something that happened has come.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    Untold,
    Told,
    Done,
}

/// How the part of the server does that keeps files; it is often a program or a machine of its own, which fails alone:
/// <https://element-hq.github.io/synapse/latest/workers.html#synapseappmedia_repository>.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Media {
    #[default]
    Up,
    Down,
    /// Whatever is taken there is on its way.
    Slow,
    /// Files are too large for it.
    Refusing,
}

/// What a server does not tell of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unseen {
    /// Who is there.
    Members,
    /// Anything.
    All,
}

#[derive(Default)]
pub struct State {
    pub rooms: BTreeMap<RoomId, RoomState>,
    /// What people see: what stands in the place of another message is shown there.
    /// <https://spec.matrix.org/v1.16/client-server-api/#event-replacements>
    pub sent: Vec<Sent>,
    /// The events, as they were sent.
    pub journal: Vec<Sent>,
    pub media: Media,
    pub uploaded: HashSet<String>,
    /// How many uploads were begun that took long.
    pub slow_uploads: usize,
    /// When and where each event was said.
    pub origins: HashMap<MatrixEventId, MessageOrigin>,
    /// What the server's clock shows; it goes on with every event.
    pub now: u64,
    pub failures: VecDeque<MatrixError>,
    /// What a policy server or a spam checker refuses: <https://github.com/matrix-org/policyserv>, and
    /// `check_event_for_spam` of Synapse's modules. The server says of it what it says where somebody may not write.
    pub policy: Option<fn(&MatrixMessage) -> bool>,
    /// Makes one send in three fail, some of them after they were taken.
    pub whims: Option<ChaCha8Rng>,
    /// Where private words go instead of a direct room.
    pub misdirects_to: Option<String>,
    /// Why it takes nothing from the account, if it does not.
    pub standstill: Option<AccountBlock>,
    /// What it refused as nothing it could take from anybody.
    pub refused: Vec<String>,
    /// What it takes from the account, if that is limited.
    pub limits: Option<Limits>,
    /// People who are logged in with nothing that can read what is encrypted; those on bridges, for example
    /// (<https://github.com/matrix-org/matrix-spec/issues/1107>).
    pub keyless: BTreeSet<UserId>,
    /// Whether the server does not tell what people are logged in with.
    pub hides_devices: bool,
    /// People who never accept an invitation.
    pub never_come: BTreeSet<UserId>,
    /// Why it makes no rooms, if it makes none.
    pub makes_no_rooms: Option<MatrixError>,
    /// How often it was asked for one in vain.
    pub rooms_refused: usize,
    pub moderators: Vec<UserId>,
    pub left: Vec<RoomId>,
    /// Invitations that were declined, and why.
    pub turned_down: Vec<(RoomId, String)>,
    /// Rooms by their addresses.
    pub aliases: BTreeMap<String, RoomId>,
    /// Rooms the bot is banned from.
    pub banned: BTreeSet<RoomId>,
    /// Rooms the bot went to without an invitation.
    pub visited: Vec<RoomRoute>,
    /// How often one member of a room was asked for.
    pub members_asked: usize,
    /// How often anything was sent, repetitions and failures included.
    pub attempts: usize,
    /// How often a room was looked at.
    pub looked: usize,
    /// Rooms that are not told of as long as they are here, as a server does that has joined them only in part
    /// (<https://github.com/element-hq/synapse/issues/16872>).
    pub slow: BTreeSet<RoomId>,
    /// Rooms into which the server takes long to let anybody, as it has to join them with the help of others; the request has
    /// ended long before (<https://github.com/matrix-org/synapse/issues/13853>).
    pub far: BTreeSet<RoomId>,
    /// Rooms that the bot is not in yet.
    pub outside: BTreeSet<RoomId>,
    /// Rooms of which the server does not tell something now.
    pub unseen: BTreeMap<RoomId, Unseen>,
    /// Rooms that the account calls conversations of two.
    pub marked: Vec<RoomId>,
    /// Rooms that only those enter who were invited.
    pub closed: BTreeSet<RoomId>,
    /// How often the bot asked to be let in.
    pub asked_in: usize,
    /// Messages that other servers do not have.
    pub unheard: BTreeSet<MatrixEventId>,
    /// Signs that the bot has set.
    pub signs: Vec<Sign>,
    /// What was shown and is no event.
    pub shown: Vec<Shown>,
    /// Whether it takes nothing of that.
    pub shows_nothing: bool,
    /// Whether the server does not tell single events.
    pub untold_events: bool,
    /// Requests to verify the bot that it declined.
    pub declined: Vec<MatrixEventId>,
    /// How many people are in each room, as the server has told by itself: it says so with what happens there.
    pub company: BTreeMap<RoomId, usize>,
    pub happened: Vec<(MatrixEvent, Stage)>,
    pub transactions: HashMap<(RoomId, String), MatrixEventId>,
    pub events: usize,
    /// How many of the newest events are known, where a test lasts so long that not all can be.
    pub keeps: Option<usize>,
}

impl State {
    /// The next thing in a room in which nothing is being dealt with.
    pub fn tell(&mut self) -> Option<MatrixEvent> {
        let mut held = BTreeSet::new();
        for (happening, stage) in &mut self.happened {
            if *stage == Stage::Untold && !held.contains(happening.room()) {
                *stage = Stage::Told;
                if let MatrixEvent::MembersChanged { room, .. } = happening {
                    let people = self.rooms.get(room).map_or(0, |state| state.members.len());
                    self.company.insert(room.clone(), people);
                }
                return Some(happening.clone());
            }
            if *stage != Stage::Done {
                held.insert(happening.room().clone());
            }
        }
        None
    }

    /// A room as its members are listed: of a crowd that is not encrypted only those who have said something.
    pub fn listed(&self, room: &RoomId, state: &RoomState) -> RoomState {
        let mut listed = state.clone();
        if state.encrypted || state.members.len() <= 1000 {
            return listed;
        }
        let spoke = |user: &UserId| {
            self.happened.iter().any(|(happening, _)| {
                matches!(happening, MatrixEvent::Message(said) if said.room == *room && said.sender == *user)
            })
        };
        listed.members.retain(|(user, _)| spoke(user));
        listed.unlisted = state.people() - listed.people();
        listed
    }

    pub fn is_done(&mut self, room: &RoomId) {
        let is_it = |(each, stage): &&mut (MatrixEvent, Stage)| *stage == Stage::Told && each.room() == room;
        if let Some((_, stage)) = self.happened.iter_mut().find(is_it) {
            *stage = Stage::Done;
        }
        if let Some(most) = self.keeps {
            self.forget(most);
        }
    }

    /// Takes a message, once for each transaction.
    pub fn take(
        &mut self,
        room: &RoomId,
        message: MatrixMessage,
        transaction: TransactionId,
    ) -> MatrixEventId {
        let key = (room.clone(), transaction.0);
        if let Some(known) = self.transactions.get(&key) {
            return known.clone();
        }
        let event = self.next_event(message.thread.clone());
        self.origins.entry(event.clone()).or_default().own = true;
        self.transactions.insert(key, event.clone());
        // Whoever runs the server reads what is not encrypted.
        let others = self.rooms.get(room).is_none_or(|state| {
            let is_agreed = state.encrypted || ["!plain-", "!own-"].iter().any(|own| room.0.starts_with(own));
            !state.direct || state.members.len() > 1 || !is_agreed
        });
        let sent = Sent { room: room.0.clone(), event: event.clone(), message, others };
        self.journal.push(sent.clone());
        match &sent.message.replaces {
            None => self.sent.push(sent),
            Some(replaced) => {
                let shown = self.sent.iter_mut().rev().find(|shown| shown.event == replaced.event);
                // What was said before this server was there is not seen here.
                if let Some(Sent { message: shown, .. }) = shown {
                    let MatrixMessage { thread, reply_to, .. } = shown.clone();
                    *shown = MatrixMessage { thread, reply_to, replaces: None, ..sent.message };
                }
            }
        }
        event
    }

    /// The id of something that is said now.
    pub fn next_event(&mut self, thread: Option<MatrixEventId>) -> MatrixEventId {
        self.events += 1;
        self.now += 1;
        let event = MatrixEventId(format!("${}", self.events));
        self.origins.insert(event.clone(), MessageOrigin { at: self.now, thread, own: false });
        event
    }

    /// The server says no more when anything was said.
    pub fn forget_when(&mut self) {
        self.origins.clear();
    }

    /// Forgets what is dealt with of what happened, and what was said and sent before the newest so many events.
    fn forget(&mut self, most: usize) {
        self.happened.retain(|(_, stage)| *stage != Stage::Done);
        self.shown.clear();
        if self.journal.len() < 2 * most {
            return;
        }
        let oldest = self.events.saturating_sub(most);
        let is_new = |event: &MatrixEventId| number_of(event) >= oldest;
        self.sent.retain(|sent| is_new(&sent.event));
        self.journal.retain(|sent| is_new(&sent.event));
        self.origins.retain(|event, _| is_new(event));
        self.signs.retain(|sign| is_new(&sign.to));
        let uploaded = &mut self.uploaded;
        self.transactions.retain(|(_, transaction), event| {
            let stays = is_new(event);
            if !stays {
                uploaded.remove(transaction);
            }
            stays
        });
    }

    pub fn upload(&mut self, transaction: &TransactionId) -> Option<Result<(), MatrixError>> {
        match self.media {
            Media::Up => self.uploaded.insert(transaction.0.clone()),
            _ if self.uploaded.contains(&transaction.0) => true,
            Media::Down => {
                let after = Some(Duration::from_millis(1));
                return Some(Err(MatrixError::Transient { reason: "502".to_owned(), after }));
            }
            Media::Slow => return None,
            Media::Refusing => return Some(Err(MatrixError::Rejected("413".to_owned()))),
        };
        Some(Ok(()))
    }

    /// A room was made for somebody, who is invited.
    pub fn own_room_is_made(&mut self, room: &RoomId, user: &UserId, encrypted: bool) {
        let stays_away = self.never_come.contains(user);
        let made = self.rooms.entry(room.clone()).or_default();
        made.encrypted = encrypted;
        made.invited.extend(stays_away.then(|| user.clone()));
    }

    /// Whether the account may do something that counts as these.
    pub fn count(&mut self, what: &[What]) -> Result<(), MatrixError> {
        if let Some(cause) = self.standstill {
            return Err(MatrixError::AccountBlocked { cause, reason: "403".to_owned() });
        }
        let Some(limits) = &mut self.limits else { return Ok(()) };
        limits
            .count(what)
            .map_err(|after| MatrixError::Transient { reason: "429".to_owned(), after: Some(after) })
    }

    /// What becomes of something that is sent.
    pub fn judge(
        &mut self,
        room: &RoomId,
        message: MatrixMessage,
        transaction: TransactionId,
    ) -> Result<MatrixEventId, MatrixError> {
        self.attempts += 1;
        if let Some(failure) = self.failures.pop_front() {
            return Err(failure);
        }
        self.count(&[What::Message])?;
        let inside = self.rooms.get(room).filter(|_| !self.outside.contains(room));
        let state = inside.ok_or_else(|| MatrixError::NotFound(room.0.clone()))?;
        if !state.may_send {
            return Err(MatrixError::Forbidden(room.0.clone()));
        }
        if self.policy.is_some_and(|refuses| refuses(&message)) {
            return Err(MatrixError::Forbidden("This message has been rejected as probable spam".to_owned()));
        }
        let first = message.thread.as_ref().and_then(|first| self.origins.get(first));
        let in_thread = first.is_some_and(|first| first.thread.is_some());
        if let Some(failure) = refusal(&message, state.encrypted, in_thread) {
            self.refused.push(format!("{failure}: {}", message.plain));
            return Err(failure);
        }
        let whim = self.whims.as_mut().map_or(5, |rng| rng.random_range(0..6));
        let busy =
            || MatrixError::Transient { reason: "429".to_owned(), after: Some(Duration::from_millis(1)) };
        match whim {
            0 => Err(busy()),
            1 => {
                self.take(room, message, transaction);
                Err(busy())
            }
            _ => Ok(self.take(room, message, transaction)),
        }
    }
}

/// Events are numbered as they come.
pub fn number_of(event: &MatrixEventId) -> usize {
    event.0.trim_start_matches('$').parse().unwrap_or(usize::MAX)
}
