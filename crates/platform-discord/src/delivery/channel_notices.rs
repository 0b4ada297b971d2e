//! Turns a public notice (message as data) into a message for a channel, in the channel's language
//! and with its pictures; commands are shown as slash commands, and typed moves are mentioned only
//! where the bot may read messages.

use std::sync::Arc;

use adoube_bot::{Block, Bot, Language, Message, OutboxEntry, ReadingPreferences, Viewer};
use adoube_platform::picture_worker::{PictureFile, PictureWorker};

use crate::{
    delivery::receipts::ends_game,
    message::platform_text::{DiscordSentence, DiscordText},
    state::{
        channel_context::ChannelContext, languages::ReaderLanguages, message_access::MessageAccessPolicy,
        shared::SharedServices,
    },
};

/// Presents notices to all readers of a channel.
pub(crate) struct ChannelNotices {
    bot: Bot,
    languages: Arc<ReaderLanguages>,
    access: Arc<MessageAccessPolicy>,
    text: Arc<DiscordText>,
    pictures: Arc<PictureWorker>,
}

impl ChannelNotices {
    pub(crate) fn new(shared: &SharedServices) -> Self {
        let SharedServices { bot, languages, access, text, pictures, .. } = shared.clone();
        Self { bot, languages, access, text, pictures }
    }

    /// Presents a notice in the channel's language: the server's, or in direct messages that of the
    /// called person.
    pub(crate) async fn present(
        &self,
        delivery: &OutboxEntry,
        context: &ChannelContext,
        in_thread: bool,
    ) -> Message {
        let ends = in_thread && ends_game(&delivery.notice);
        let language: Language = self.languages.of_channel(context).await;
        let hearing = self.access.in_channel(context);
        let present = |language| {
            let viewer = Viewer { person: None, language, hearing, taste: ReadingPreferences::default() };
            let mut message = self.bot.present_with_instants(&delivery.notice, &viewer);
            let archived = ends.then(|| Block::Text(self.text.say(language, DiscordSentence::Archived, "")));
            message.blocks.extend(archived);
            message
        };
        let message = present(language);
        if context.guild.is_some() {
            return message;
        }
        let Some(called) = &message.mention else { return message };
        match self.languages.of_person(called, language).await {
            theirs if theirs != language => present(theirs),
            _ => message,
        }
    }

    /// Draws the picture of a message, if it has one.
    pub(crate) async fn draw(&self, message: &Message) -> Option<PictureFile> {
        self.pictures.picture(message).await
    }
}
