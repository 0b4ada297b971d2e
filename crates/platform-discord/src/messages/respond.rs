//! Handles a received message: the bot decides it, and its words for the writer become a reply.
//! Public notices come through `delivery`.
//!
//! Not here: reading a message (`received_message`), writing a reply (`reply`).

use std::sync::Arc;

use adoube_bot::{
    Bot, ChatEvent, Decision, EngineQuestion, IdempotencyKey, Language, Outbox, ReaderProfile, Reply,
    ThreadPolicy, UserAction,
};
use adoube_discord_client::UserId;

use crate::{
    ids::{community, discord_user},
    message::platform_text::DiscordSentence,
    messages::{
        edits::{EditOutcome, EditPolicy},
        queue::MessageQueue,
        received_message::ReceivedMessage,
        reply::{MessageReplies, MessageReply},
    },
    state::{
        channel_context::ChannelContext, channel_repository::ChannelRepository,
        duplicate_filter::DuplicateFilter, languages::ReaderLanguages, people::DiscordPeople,
        shared::SharedServices,
    },
};

/// Handles messages that people write.
pub(crate) struct MessageHandler {
    bot: Bot,
    contexts: Arc<ChannelRepository>,
    people: DiscordPeople,
    languages: Arc<ReaderLanguages>,
    /// When a game gets a thread, by the settings.
    threads: ThreadPolicy,
    edits: EditPolicy,
    /// People who were told that mentions of the bot's role do not call the bot.
    role_explained: DuplicateFilter<UserId>,
    replies: Arc<MessageReplies>,
}

impl MessageHandler {
    pub(crate) fn new(
        shared: &SharedServices,
        threads: ThreadPolicy,
        outbox: Outbox,
        queue: Arc<MessageQueue>,
    ) -> Self {
        let SharedServices { bot, contexts, people, languages, .. } = shared.clone();
        let replies = Arc::new(MessageReplies::new(shared, outbox, queue));
        let (edits, role_explained) = (EditPolicy::new(shared), DuplicateFilter::default());
        Self { bot, contexts, people, languages, threads, edits, role_explained, replies }
    }

    /// Handles a message that concerns the bot.
    pub(crate) async fn handle(self: Arc<Self>, message: ReceivedMessage) {
        let edit = self.edits.judge(&message).await;
        if edit == EditOutcome::Ignore {
            return;
        }
        let is_addressed = matches!(message.action, UserAction::Line(_));
        let context = match self.contexts.get_or_unknown(&message.channel).await {
            Ok(context) => context,
            Err(error) => {
                tracing::error!(%error, channel = %message.channel, "a message was not dealt with");
                return;
            }
        };
        // The language of their Discord client, if an interaction has shown it.
        let language = self.people.language(&message.person.id).await.unwrap_or(context.language());
        if is_addressed {
            self.record_activity(&message, language).await;
        }
        if edit == EditOutcome::Explain {
            let ignored = MessageReply::Sentence(DiscordSentence::EditIgnored);
            return self.replies.reply(&message, ignored, language.into());
        }
        if message.is_withheld {
            // Once: a person who repeats the mention knows the reason.
            let is_told =
                discord_user(&message.person.id).is_some_and(|user| self.role_explained.is_duplicate(user));
            if !is_told {
                let role = MessageReply::Sentence(DiscordSentence::RoleCalled);
                self.replies.reply(&message, role, language.into());
            }
            return;
        }
        if self.people.has_other_bot(&message.mentioned) {
            let opponent = MessageReply::Sentence(DiscordSentence::BotOpponent);
            return self.replies.reply(&message, opponent, language.into());
        }
        let Some(event) = self.event(&message, &context, language) else { return };
        // Unlike an interaction, a message may be answered late.
        let Decision { reply, reading, .. } = self.bot.handle_in_turn(&event).await;
        if reply == Reply::Public {
            self.languages.note_public_action(message.guild, reading.language).await;
        }
        // The bot stores no data of conversations between people.
        if !is_addressed && reply != Reply::Ignored {
            self.record_activity(&message, language).await;
        }
        match reply {
            Reply::Private(notice) | Reply::Replace(notice) => {
                self.replies.reply(&message, MessageReply::Notice(notice), reading);
            }
            Reply::SelfTest(_) => self.replies.reply(&message, MessageReply::SelfTestHint, reading),
            Reply::EngineQuestion(question) => self.reply_with_analysis(message, *question, reading),
            Reply::Public | Reply::Ignored => {}
        }
    }

    fn event(
        &self,
        message: &ReceivedMessage,
        context: &ChannelContext,
        language: Language,
    ) -> Option<ChatEvent> {
        Some(ChatEvent {
            event: IdempotencyKey::new(message.event_id()).ok()?,
            channel: message.channel.clone(),
            place: community(message.guild),
            person: message.person.clone(),
            language,
            // A message does not show the permissions of its author.
            moderator: false,
            threads: context.thread_policy(self.threads),
            audience: message.audience,
            action: message.action.clone(),
            also: Vec::new(),
            ongoing: None,
        })
    }

    /// Replies with the engine's answer when it is ready; other messages of the channel do not
    /// wait.
    fn reply_with_analysis(
        self: &Arc<Self>,
        message: ReceivedMessage,
        question: EngineQuestion,
        reader: ReaderProfile,
    ) {
        let handler = Arc::clone(self);
        tokio::spawn(async move {
            let mut analysis = handler.bot.run_question(&question);
            let mut last = None;
            while let Some(notice) = analysis.next().await {
                last = Some(notice);
            }
            if let Some(notice) = last {
                handler.replies.reply(&message, MessageReply::Notice(Box::new(notice)), reader);
            }
        });
    }

    /// Stores who wrote, whom they mentioned, and where.
    async fn record_activity(&self, message: &ReceivedMessage, language: Language) {
        let ReceivedMessage { channel, guild, .. } = message;
        let mut outcome = self.contexts.note_message(channel, *guild, language).await;
        let mentioned = message.mentioned.iter().filter(|mentioned| !mentioned.is_bot);
        // A message does not show the language of its author's client.
        for person in std::iter::once(&message.person).chain(mentioned.map(|mentioned| &mentioned.person)) {
            outcome = outcome.and(self.people.record_seen((channel, *guild), person, None).await);
        }
        if let Err(error) = outcome {
            tracing::error!(%error, %channel, "who wrote something cannot be noted");
        }
    }
}
