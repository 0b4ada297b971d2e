//! Stored and cached data about people, rooms, channels and numbered lists, and the struct that
//! holds them all.

pub(crate) mod forwarding;
pub(crate) mod languages;
pub(crate) mod numbered_lists;
pub(crate) mod people;
pub(crate) mod player_cache;
pub(crate) mod room_cache;
pub(crate) mod room_lookup;
pub(crate) mod stored_menu;
pub(crate) mod unsaved_lists;

use std::sync::Arc;

use adoube_bot::{Bot, Clock};
use adoube_platform::picture_worker::PictureWorker;
use adoube_store::Store;

use self::{
    languages::Languages, people::MatrixPeople, player_cache::PlayerCache, room_cache::RoomCache,
    unsaved_lists::UnsavedLists,
};
use crate::{message::platform_text::MatrixText, settings::MatrixSettings};

/// Data that all services share: the bot, the store, the clock, and caches.
pub(crate) struct MatrixState {
    pub(crate) bot: Bot,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) settings: Arc<MatrixSettings>,
    pub(crate) artist: Arc<PictureWorker>,
    pub(crate) text: Arc<MatrixText>,
    pub(crate) rooms: Arc<RoomCache>,
    pub(crate) people: MatrixPeople,
    pub(crate) languages: Arc<Languages>,
    pub(crate) players: Arc<PlayerCache>,
    pub(crate) unsaved: Arc<UnsavedLists>,
}
