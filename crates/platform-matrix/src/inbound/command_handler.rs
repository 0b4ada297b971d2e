//! Handles commands, which are lines addressed to the bot, and the choice of a language. Not here:
//! what a command means (the bot).

use std::sync::Arc;

use adoube_bot::{Bot, Language, Preference, UserAction};
use adoube_matrix_client::MatrixEventId;
use adoube_store::{Store, StoreError};

use super::{
    action_handler::ActionHandler,
    answer_sender::AnswerSender,
    join_request::JoinRequests,
    person_action::{ActionBuilder, ActionContext, PersonAction},
};
use crate::{
    ids::ChannelAddress,
    message::platform_text::{MatrixSentence, MatrixText},
    outbound::queued_reply::ReplyContent,
    state::{numbered_lists::ListRegistry, room_lookup::RoomLookup},
};

/// Handles commands.
pub(super) struct CommandHandler {
    pub(super) bot: Bot,
    pub(super) store: Arc<dyn Store>,
    pub(super) text: Arc<MatrixText>,
    pub(super) lookup: Arc<RoomLookup>,
    pub(super) actions: Arc<ActionBuilder>,
    pub(super) answers: Arc<AnswerSender>,
    pub(super) handler: Arc<ActionHandler>,
    pub(super) join_requests: Arc<JoinRequests>,
}

impl CommandHandler {
    /// Handles a line that is addressed to the bot.
    pub(super) async fn handle_command(
        &self,
        mut action: PersonAction,
        line: String,
        reply_to: Option<MatrixEventId>,
    ) -> Result<(), StoreError> {
        if let Some(language) = self.bot.language_of(&line) {
            action.language = language;
        }
        self.actions.remember(&mut action).await?;
        if let Some(address) = self.text.asked_into(&line) {
            return self.join_requests.handle(&action, address).await;
        }
        let mut act = ActionContext::new(action.place.channel(), UserAction::Line(line));
        if action.alone && !self.find_subject(&action, reply_to, &mut act).await? {
            return Ok(());
        }
        self.handler.handle(action, act).await
    }

    /// Sets the channel that a line in a direct room is about: the channel of the list it replies
    /// to, or the one last talked about as long as a game is on there. Returns false after
    /// answering that the members of that room cannot be read.
    async fn find_subject(
        &self,
        action: &PersonAction,
        reply_to: Option<MatrixEventId>,
        act: &mut ActionContext,
    ) -> Result<bool, StoreError> {
        let answered = match reply_to {
            Some(event) => ListRegistry::of(&*self.store, &action.place).list_of_message(&event).await?,
            None => None,
        };
        let is_answered = answered.is_some();
        let Some(about) = answered.map(|list| list.about).or_else(|| action.profile.about.clone()) else {
            return Ok(true);
        };
        let Some(place) = ChannelAddress::of(&about) else { return Ok(true) };
        match self.lookup.is_there(&action.user, &place).await {
            Ok(true) if is_answered => act.about = about,
            Ok(true) => act.ongoing = Some(about),
            Ok(false) => {}
            Err(failure) => return self.answers.cannot_see(action, &place, &failure).await.map(|()| false),
        }
        Ok(true)
    }

    /// Changes the language in which the bot answers a person.
    pub(super) async fn choose_language(
        &self,
        mut action: PersonAction,
        language: Language,
    ) -> Result<(), StoreError> {
        action.language = language;
        self.actions.remember(&mut action).await?;
        // A stored preference would override the language chosen now.
        let person = &action.person.id;
        let chosen = self.bot.preferences(person).await.is_ok_and(|chosen| chosen.language.is_some());
        if chosen {
            let kept = self.bot.prefer(person, &[Preference::Language(Some(language))]).await;
            if let Err(error) = kept {
                tracing::error!(%error, %person, "a language cannot be kept");
            }
        }
        let about = action.place.channel();
        self.answers.answer_here(&action, about, ReplyContent::Sentence(MatrixSentence::Speaking, None)).await
    }
}
