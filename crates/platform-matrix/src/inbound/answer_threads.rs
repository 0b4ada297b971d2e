//! Opens and remembers threads for long answers and for menus of one person: in a room of several
//! people such an answer is posted in a thread under its command, so that the room stays readable.
//! A message in such a thread counts as a message in the room, whose games continue there. Not
//! here: threads of games, which the bot asks for.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use adoube_bot::{
    Block, Bot, ControlRow, Message, Notice, ThreadPolicy,
    forms::{self, StoredForm},
};
use adoube_matrix_client::{MatrixApi, MatrixEventId, RoomId, RoomMessage};
use adoube_store::{BatchWrite, Key, Store, StoreError};
use serde::{Deserialize, Serialize};

use super::person_action::PersonAction;
use crate::{
    ids::ChannelAddress,
    outbound::{
        presenter::viewer,
        queued_reply::{QueuedReply, ReplyContent},
    },
    records::{self, ANSWER_THREADS},
    state::{numbered_lists::ListRegistry, room_cache::RoomCache},
};

/// Answer threads remembered for a room; messages in older ones are about the thread itself.
const MAX_THREADS: usize = 64;
/// Rooms whose answer threads are cached.
const MAX_ROOMS: usize = 1000;
/// Most lines and most characters of an answer that is not long.
const MAX_LINES: usize = 6;
const MAX_CHARS: usize = 500;

/// Roots of a room's answer threads, the newest last.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredAnswerThreads {
    pub(crate) roots: Vec<String>,
}

impl StoredForm for StoredAnswerThreads {
    const KIND: &'static str = "the threads of a room on Matrix that hold answers";
    const VERSION: u64 = 1;
}

/// Cache of answer threads by room.
#[derive(Default)]
pub(super) struct ThreadCache(Mutex<HashMap<RoomId, Vec<String>>>);

impl ThreadCache {
    fn rooms(&self) -> MutexGuard<'_, HashMap<RoomId, Vec<String>>> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn learn(&self, room: &RoomId, roots: Vec<String>) {
        let mut known = self.rooms();
        if known.len() >= MAX_ROOMS {
            known.clear();
        }
        known.insert(room.clone(), roots);
    }
}

/// Registry of the answer threads.
pub(super) struct AnswerThreads {
    pub(super) cache: ThreadCache,
    pub(super) bot: Bot,
    pub(super) store: Arc<dyn Store>,
    pub(super) link: Arc<dyn MatrixApi>,
    pub(super) rooms: Arc<RoomCache>,
    pub(super) policy: ThreadPolicy,
}

impl AnswerThreads {
    async fn threads_of(&self, room: &RoomId) -> Result<Vec<String>, StoreError> {
        let known = self.cache.rooms().get(room).cloned();
        if let Some(roots) = known {
            return Ok(roots);
        }
        let key = key(room);
        let stored = records::read::<StoredAnswerThreads>(&*self.store, key.as_ref()).await?;
        let roots = stored.unwrap_or_default().roots;
        self.cache.learn(room, roots.clone());
        Ok(roots)
    }

    /// The thread of a message. Clients without threads put a reply to a message of a thread into
    /// the room: such a reply belongs to the thread.
    async fn thread_of(&self, said: &RoomMessage) -> Result<Option<MatrixEventId>, StoreError> {
        let (None, Some(to)) = (&said.thread, &said.reply_to) else { return Ok(said.thread.clone()) };
        if let Some(thread) = self.link.thread_of(to) {
            return Ok(Some(thread));
        }
        if self.link.is_own(to) == Some(false) {
            return Ok(None);
        }
        let place = ChannelAddress::new(&said.room, None);
        let shown = ListRegistry::of(&*self.store, &place).list_of_message(to).await?;
        let shown = shown.and_then(|list| ChannelAddress::of(&list.place));
        Ok(shown.filter(|shown| shown.room == said.room).and_then(|shown| shown.thread))
    }

    /// Returns the thread if it holds answers; messages there are about the room.
    pub(crate) async fn answer_thread(
        &self,
        room: &RoomId,
        thread: Option<&MatrixEventId>,
    ) -> Result<Option<MatrixEventId>, StoreError> {
        let Some(thread) = thread else { return Ok(None) };
        Ok(self.threads_of(room).await?.contains(&thread.0).then(|| thread.clone()))
    }

    /// Sets the thread of a message to the thread of the game it belongs to. An answer thread is
    /// returned instead, because a message there is about the room.
    pub(crate) async fn resolve_thread(
        &self,
        said: &mut RoomMessage,
    ) -> Result<Option<MatrixEventId>, StoreError> {
        said.thread = self.thread_of(said).await?;
        let answer_thread = self.answer_thread(&said.room, said.thread.as_ref()).await?;
        if answer_thread.is_some() {
            said.thread = None;
        }
        Ok(answer_thread)
    }

    /// The answer thread of the menu that a bare number refers to. Clients without threads put that
    /// number into the room.
    pub(crate) async fn thread_of_menu(
        &self,
        action: &PersonAction,
    ) -> Result<Option<MatrixEventId>, StoreError> {
        if self.threads_of(&action.place.room).await?.is_empty() {
            return Ok(None);
        }
        let current = ListRegistry::of(&*self.store, &action.place).current(&action.person.id).await?;
        let root = current.and_then(|event| self.link.thread_of(&event));
        self.answer_thread(&action.place.room, root.as_ref()).await
    }

    /// Selects the thread of an answer: the answer thread that contains the command, or a new one
    /// if the answer is long. Returns the write that saves a new thread.
    pub(crate) async fn put_into_thread(
        &self,
        action: &PersonAction,
        waiting: &mut QueuedReply,
    ) -> Result<Option<BatchWrite>, StoreError> {
        if let Some(root) = &action.answer_thread {
            waiting.thread = Some(root.0.clone());
            return Ok(None);
        }
        let may_be_in_thread =
            !action.alone && action.place.thread.is_none() && self.policy != ThreadPolicy::Never;
        if !may_be_in_thread || self.rooms.is_of_two(&action.place.room).await || !self.is_long(waiting).await
        {
            return Ok(None);
        }
        let Some(command) = waiting.reply_to.take() else { return Ok(None) };
        waiting.thread = Some(command.clone());
        let room = &action.place.room;
        let mut threads = self.threads_of(room).await?;
        // A cached thread is written again, because the commit that contained it may have failed.
        if !threads.contains(&command) {
            threads.push(command);
            threads.drain(..threads.len().saturating_sub(MAX_THREADS));
        }
        let value = forms::write(&StoredAnswerThreads { roots: threads.clone() });
        let value = value.inspect_err(|error| tracing::error!(%error, "a thread cannot be noted"));
        self.cache.learn(room, threads);
        Ok(value.ok().map(|value| records::put(key(room), value)))
    }

    /// Whether an answer is long, or is a menu for one person.
    async fn is_long(&self, waiting: &QueuedReply) -> bool {
        match &waiting.what {
            ReplyContent::Menu(_) => true,
            ReplyContent::Sentence(..) => false,
            // A board that a player asks for in the room is shown to the room.
            ReplyContent::Notice(notice) if matches!(**notice, Notice::RequestedBoard { .. }) => false,
            ReplyContent::Notice(notice) => is_long(&self.present_to(waiting, notice).await),
        }
    }

    /// The message of an answer, to measure its length.
    async fn present_to(&self, waiting: &QueuedReply, notice: &Notice) -> Message {
        let reading = self.bot.reading(&waiting.person, waiting.language).await;
        let viewer = viewer(Some(waiting.person.clone()), reading);
        let notice = self.bot.complete_notice(notice).await;
        self.bot.present(&notice, &viewer)
    }
}

fn is_long(message: &Message) -> bool {
    let texts = message.blocks.iter().flat_map(|block| match block {
        Block::Heading(text) | Block::Text(text) | Block::Code(text) => vec![text.as_str()],
        Block::List(items) => items.iter().map(String::as_str).collect(),
        Block::Channels(items) => items.iter().map(|item| item.text.as_str()).collect(),
    });
    let (mut lines, mut chars) = (0, 0);
    for text in texts {
        lines += text.lines().count();
        chars += text.chars().count();
    }
    // A question with a few buttons is not long.
    let has_menu = message.rows.iter().any(|row| matches!(row, ControlRow::Menu(_)));
    has_menu || lines > MAX_LINES || chars > MAX_CHARS
}

fn key(room: &RoomId) -> Key {
    records::key(ANSWER_THREADS).text(&room.0)
}
