//! Struct of the parts that most services of the platform are given: bot, API client, caches of
//! channels and people, texts, clock. Each service takes what it needs in `new`.

use std::sync::Arc;

use adoube_bot::{Bot, Clock};
use adoube_discord_client::DiscordApi;
use adoube_platform::{picture_worker::PictureWorker, task_tracker::TaskTracker};
use adoube_store::Store;

use crate::{
    message::platform_text::DiscordText,
    state::{
        application::ApplicationIdentity, channel_repository::ChannelRepository, languages::ReaderLanguages,
        message_access::MessageAccessPolicy, people::DiscordPeople,
    },
};

/// The shared parts.
#[derive(Clone)]
pub(crate) struct SharedServices {
    /// Decides events.
    pub(crate) bot: Bot,
    /// Discord's gateway and REST interface.
    pub(crate) api: Arc<dyn DiscordApi>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) contexts: Arc<ChannelRepository>,
    pub(crate) people: DiscordPeople,
    pub(crate) languages: Arc<ReaderLanguages>,
    pub(crate) text: Arc<DiscordText>,
    pub(crate) identity: Arc<ApplicationIdentity>,
    pub(crate) access: Arc<MessageAccessPolicy>,
    pub(crate) pictures: Arc<PictureWorker>,
    /// Tasks that the shutdown waits for.
    pub(crate) tasks: Arc<TaskTracker>,
}
