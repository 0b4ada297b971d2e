//! What comes of a message that somebody wrote: the bot decides, and what it says to one person is a reply to the
//! message, as nobody can be answered in private there. Not here: reading it (`hearing`), and boards (`delivery`).

use std::sync::Arc;

use adoube_bot::{
    ChatEvent, Decision, EngineQuestion, IdempotencyKey, Language, Notice, ReaderProfile, Reply, UserAction,
    Viewer,
};
use adoube_discord_client::{DiscordMessage, RequestError, UserMessage};

use crate::{
    DiscordPlatform, channel_id,
    delivery::transport::nonce,
    guild_place,
    interactions::respond::retry,
    message::{
        markdown,
        platform_text::DiscordSentence,
        render::{self, user_id},
    },
    messages::{
        edits::EditOutcome,
        queue::{EnqueueResult, ReplyPermit},
        receive::ReceivedMessage,
    },
};

/// What a message is replied with.
enum MessageReply {
    /// What the bot says.
    Notice(Box<Notice>),
    /// A sentence about Discord.
    Sentence(DiscordSentence),
    /// Where a self-test is made, unless nothing arrives there.
    WhereToCheck,
}

impl DiscordPlatform {
    /// Deals with a message, if it concerns the bot.
    pub(crate) async fn hear(self: Arc<Self>, said: UserMessage) {
        if said.guild.is_none() {
            // Who writes to the bot can be written to.
            self.link.opened(said.channel);
        }
        let Some(heard) = ReceivedMessage::read(said, self.messages()) else { return };
        if self.heard.note((heard.id, heard.edit)) {
            return;
        }
        let (channel, id) = (heard.channel.clone(), heard.id);
        let _task = self.under_way.start();
        match self.crowd.add(heard) {
            EnqueueResult::First => {}
            EnqueueResult::Behind => return,
            EnqueueResult::Nowhere => {
                tracing::debug!(%channel, %id, "a message is left because too many wait");
                return;
            }
        }
        // Messages that come at once are brought by tasks that may run in any order; those get their turn first.
        tokio::task::yield_now().await;
        while let Some(heard) = self.crowd.next(&channel) {
            let dealing = tokio::spawn(Arc::clone(&self).deal_with(heard));
            if let Err(error) = dealing.await {
                tracing::error!(%error, %channel, "a message was not dealt with");
            }
        }
    }

    async fn deal_with(self: Arc<Self>, heard: ReceivedMessage) {
        let counts = match &heard.edit {
            Some(edit) => self.look_at_edit(&heard, *edit).await,
            None => EditOutcome::Yes,
        };
        if counts == EditOutcome::No {
            return;
        }
        let told = matches!(heard.action, UserAction::Line(_));
        let place = match self.place(&heard.channel).await {
            Ok(place) => place,
            Err(error) => {
                tracing::error!(%error, channel = %heard.channel, "a message was not dealt with");
                return;
            }
        };
        // As far as they have told.
        let language = self.people.language(&heard.person.id).await.unwrap_or(place.language());
        if told {
            self.note_heard(&heard, language).await;
        }
        if counts == EditOutcome::Told {
            return self.reply(&heard, MessageReply::Sentence(DiscordSentence::EditIgnored), language.into());
        }
        if heard.is_kept_back {
            // Once: who goes on like this knows why nothing comes of it.
            let is_told = user_id(&heard.person.id).is_some_and(|user| self.told_of_role.note(user));
            if !is_told {
                self.reply(&heard, MessageReply::Sentence(DiscordSentence::RoleCalled), language.into());
            }
            return;
        }
        if self.people.have_another_bot(&heard.named) {
            return self.reply(&heard, MessageReply::Sentence(DiscordSentence::BotOpponent), language.into());
        }
        let Ok(event) = IdempotencyKey::new(heard.event()) else { return };
        let incoming = ChatEvent {
            event,
            channel: heard.channel.clone(),
            place: guild_place(heard.guild),
            person: heard.person.clone(),
            language,
            // A message does not say what its author may do.
            moderator: false,
            threads: self.threads_in(&place),
            audience: heard.audience,
            action: heard.action.clone(),
            also: Vec::new(),
            ongoing: None,
        };
        // Messages are answered however late: whoever wrote one does not wait for it as for an interaction.
        let Decision { reply, reading, .. } = self.service.handle_in_turn(&incoming).await;
        if reply == Reply::Public {
            self.note_language(heard.guild, reading.language).await;
        }
        // Of what was said among people nothing is kept.
        if !told && reply != Reply::Ignored {
            self.note_heard(&heard, language).await;
        }
        match reply {
            Reply::Private(notice) | Reply::Replace(notice) => {
                self.reply(&heard, MessageReply::Notice(notice), reading);
            }
            Reply::SelfTest(_) => self.reply(&heard, MessageReply::WhereToCheck, reading),
            Reply::EngineQuestion(question) => self.reply_after_thought(heard, *question, reading),
            Reply::Public | Reply::Ignored => {}
        }
    }

    /// Replies with what came of a question, when it is known; the channel's other messages do not wait for it.
    fn reply_after_thought(
        self: &Arc<Self>,
        heard: ReceivedMessage,
        question: EngineQuestion,
        reading: ReaderProfile,
    ) {
        let discord = Arc::clone(self);
        tokio::spawn(async move {
            let mut thinking = discord.service.run_question(&question);
            let mut last = None;
            while let Some(notice) = thinking.next().await {
                last = Some(notice);
            }
            if let Some(notice) = last {
                discord.reply(&heard, MessageReply::Notice(Box::new(notice)), reading);
            }
        });
    }

    async fn note_heard(&self, heard: &ReceivedMessage, language: Language) {
        let mut outcome = self.known_channels.hear_in(&heard.channel, heard.guild, language).await;
        // Which language they read is not in a message.
        for person in [&heard.person]
            .into_iter()
            .chain(heard.named.iter().filter(|named| !named.bot).map(|named| &named.person))
        {
            outcome = outcome.and(self.people.see((&heard.channel, heard.guild), person, None).await);
        }
        if let Err(error) = outcome {
            tracing::error!(%error, channel = %heard.channel, "who wrote something cannot be noted");
        }
    }

    /// Replies when the channel has its turn; nobody waits for it.
    fn reply(self: &Arc<Self>, heard: &ReceivedMessage, answer: MessageReply, reading: ReaderProfile) {
        let Some(turn) = self.crowd.reply(&heard.channel) else {
            tracing::debug!(channel = %heard.channel, "a reply is left out because too many wait");
            return;
        };
        let (discord, heard, task) = (Arc::clone(self), heard.clone(), self.under_way.start());
        tokio::spawn(async move {
            let _task = task;
            discord.write_reply(&heard, answer, reading, turn).await;
        });
    }

    async fn write_reply(
        &self,
        heard: &ReceivedMessage,
        answer: MessageReply,
        reading: ReaderProfile,
        _turn: ReplyPermit,
    ) {
        let ReaderProfile { language, taste } = reading;
        let sentence = |sentence| {
            let bot = markdown::escaped(&self.name());
            render::of_sentence(&self.words.say_with(language, sentence, &[("bot", bot.into())]))
        };
        let body = match answer {
            MessageReply::Sentence(said) => sentence(said),
            MessageReply::WhereToCheck if self.is_astray().await => sentence(DiscordSentence::Astray),
            MessageReply::WhereToCheck => sentence(DiscordSentence::CheckByCommand),
            MessageReply::Notice(notice) => {
                // What is not known can be said to be called.
                let place = self.place(&heard.channel).await;
                let has_embeds = place.as_ref().map_or(true, |place| place.embeds);
                let hearing = place.map(|place| self.hearing_in(&place)).unwrap_or_default();
                let viewer = Viewer { person: Some(heard.person.id.clone()), language, hearing, taste };
                let message = self.service.present_with_instants(&notice, &viewer);
                let body = render::of(&message, self.picture(&message).await, false);
                if has_embeds { body } else { render::without_embeds(&message, &body) }
            }
        };
        let _lane = self.outbox.hold(&heard.channel).await;
        match self.send_reply(heard, &body).await {
            Ok(()) => {}
            Err(
                failure @ (RequestError::Forbidden(_)
                | RequestError::ThreadLocked(_)
                | RequestError::NotFound(_)),
            ) => {
                tracing::debug!(%failure, channel = %heard.channel, "a message cannot be replied to");
            }
            Err(failure) => {
                tracing::warn!(%failure, channel = %heard.channel, "a message is not replied to");
            }
        }
    }

    async fn send_reply(&self, heard: &ReceivedMessage, body: &DiscordMessage) -> Result<(), RequestError> {
        let gone = || RequestError::NotFound(heard.channel.to_string());
        let channel = channel_id(&heard.channel).ok_or_else(gone)?;
        let nonce = nonce(heard.sent().as_bytes());
        let reply = || self.link.reply((channel, heard.id), body, &nonce);
        match retry(reply).await {
            Err(RequestError::Rejected(reason) | RequestError::Unknown(reason)) => {
                tracing::error!(reason, channel = %heard.channel, "a reply is sent again as plain words");
                let plain = render::simplified(body);
                retry(|| self.link.post(channel, &plain, &nonce)).await.map(|_| ())
            }
            outcome => outcome.map(|_| ()),
        }
    }
}
