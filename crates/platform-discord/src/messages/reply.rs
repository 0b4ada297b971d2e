//! Writes replies to messages, which all readers of the channel see: Discord has no private replies
//! to messages.

use std::sync::Arc;

use adoube_bot::{Bot, Notice, Outbox, ReaderProfile, Viewer};
use adoube_discord_client::{DiscordApi, DiscordMessage, RequestError};
use adoube_platform::{picture_worker::PictureWorker, task_tracker::TaskTracker};

use crate::{
    delivery::request_retry::retry,
    ids::discord_channel,
    message::{
        markdown,
        nonce::nonce,
        platform_text::{DiscordSentence, DiscordText},
        render::{remove_embeds, render_message, render_sentence, simplify},
    },
    messages::{
        queue::{MessageQueue, ReplyPermit},
        received_message::ReceivedMessage,
    },
    state::{
        application::ApplicationIdentity, channel_repository::ChannelRepository,
        message_access::MessageAccessPolicy, shared::SharedServices,
    },
};

/// The content of a reply.
pub(crate) enum MessageReply {
    /// A notice of the bot.
    Notice(Box<Notice>),
    /// A sentence about Discord.
    Sentence(DiscordSentence),
    /// How to make a self-test, or why no interaction arrives.
    SelfTestHint,
}

/// Writes replies.
pub(crate) struct MessageReplies {
    bot: Bot,
    api: Arc<dyn DiscordApi>,
    contexts: Arc<ChannelRepository>,
    access: Arc<MessageAccessPolicy>,
    text: Arc<DiscordText>,
    identity: Arc<ApplicationIdentity>,
    pictures: Arc<PictureWorker>,
    tasks: Arc<TaskTracker>,
    outbox: Outbox,
    queue: Arc<MessageQueue>,
}

impl MessageReplies {
    pub(crate) fn new(shared: &SharedServices, outbox: Outbox, queue: Arc<MessageQueue>) -> Self {
        let SharedServices { bot, api, contexts, access, text, identity, pictures, tasks, .. } =
            shared.clone();
        Self { bot, api, contexts, access, text, identity, pictures, tasks, outbox, queue }
    }

    /// Replies in a task of its own, unless too many replies are unfinished in the channel.
    pub(crate) fn reply(
        self: &Arc<Self>,
        message: &ReceivedMessage,
        reply: MessageReply,
        reader: ReaderProfile,
    ) {
        let Some(permit) = self.queue.reply_permit(&message.channel) else {
            tracing::debug!(channel = %message.channel, "a reply is left out because too many wait");
            return;
        };
        let (replies, message, task) = (Arc::clone(self), message.clone(), self.tasks.start());
        tokio::spawn(async move {
            let _task = task;
            replies.write(&message, reply, reader, permit).await;
        });
    }

    async fn write(
        &self,
        message: &ReceivedMessage,
        reply: MessageReply,
        reader: ReaderProfile,
        _permit: ReplyPermit,
    ) {
        let body = self.render(message, reply, reader).await;
        let _lane = self.outbox.hold(&message.channel).await;
        match self.send(message, &body).await {
            Ok(()) => {}
            Err(
                failure @ (RequestError::Forbidden(_)
                | RequestError::ThreadLocked(_)
                | RequestError::NotFound(_)),
            ) => {
                tracing::debug!(%failure, channel = %message.channel, "a message cannot be replied to");
            }
            Err(failure) => {
                tracing::warn!(%failure, channel = %message.channel, "a message is not replied to");
            }
        }
    }

    async fn render(
        &self,
        message: &ReceivedMessage,
        reply: MessageReply,
        ReaderProfile { language, taste }: ReaderProfile,
    ) -> DiscordMessage {
        let sentence = |sentence| {
            let bot = markdown::escaped(&self.identity.name());
            render_sentence(&self.text.say_with(language, sentence, &[("bot", bot.into())]))
        };
        match reply {
            MessageReply::Sentence(said) => sentence(said),
            MessageReply::SelfTestHint if self.identity.is_missing_interactions().await => {
                sentence(DiscordSentence::Astray)
            }
            MessageReply::SelfTestHint => sentence(DiscordSentence::CheckByCommand),
            MessageReply::Notice(notice) => {
                // Without the context, assume that the person can call the bot.
                let context = self.contexts.get_or_unknown(&message.channel).await;
                let can_embed = context.as_ref().map_or(true, |context| context.can_embed);
                let hearing = context.map(|context| self.access.in_channel(&context)).unwrap_or_default();
                let viewer = Viewer { person: Some(message.person.id.clone()), language, hearing, taste };
                let presented = self.bot.present_with_instants(&notice, &viewer);
                let body = render_message(&presented, self.pictures.picture(&presented).await, false);
                if can_embed { body } else { remove_embeds(&presented, &body) }
            }
        }
    }

    async fn send(&self, message: &ReceivedMessage, body: &DiscordMessage) -> Result<(), RequestError> {
        let gone = || RequestError::NotFound(message.channel.to_string());
        let channel = discord_channel(&message.channel).ok_or_else(gone)?;
        let nonce = nonce(message.reply_key().as_bytes());
        match retry(|| self.api.reply((channel, message.id), body, &nonce)).await {
            Err(RequestError::Rejected(reason) | RequestError::Unknown(reason)) => {
                tracing::error!(reason, channel = %message.channel, "a reply is sent again as plain words");
                let plain = simplify(body);
                retry(|| self.api.post(channel, &plain, &nonce)).await.map(|_| ())
            }
            outcome => outcome.map(|_| ()),
        }
    }
}
