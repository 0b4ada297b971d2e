//! Handles messages: reads each, and passes it to the handler of its kind. Not here: reading
//! (`message_reader`), and the decision (`action_handler`).

use std::sync::Arc;

use adoube_bot::UserAction;
use adoube_matrix_client::{MatrixEventId, RoomMessage};
use adoube_store::StoreError;

use super::{
    action_handler::ActionHandler,
    answer_threads::AnswerThreads,
    command_handler::CommandHandler,
    consent_dialog::ConsentDialog,
    list_choice::ListChoices,
    message_reader::MessageReader,
    number_resolver::{NumberResolver, TypedNumber},
    person_action::{ActionBuilder, ActionContext},
    request_limits::RequestLimits,
    undecryptable::UndecryptableMessages,
    user_filter::UserFilter,
};
use crate::{
    ids::{self, ChannelAddress},
    message::parser::ParsedMessage,
    outbound::unconfirmed_sends::UnconfirmedSends,
};

/// Handles messages.
pub(super) struct RoomMessageHandler {
    pub(super) users: Arc<UserFilter>,
    pub(super) reader: Arc<MessageReader>,
    pub(super) threads: Arc<AnswerThreads>,
    pub(super) undecryptable: Arc<UndecryptableMessages>,
    pub(super) actions: Arc<ActionBuilder>,
    pub(super) limits: Arc<RequestLimits>,
    pub(super) unconfirmed: Arc<UnconfirmedSends>,
    pub(super) resolver: Arc<NumberResolver>,
    pub(super) choices: Arc<ListChoices>,
    pub(super) commands: CommandHandler,
    pub(super) consent: Arc<ConsentDialog>,
    pub(super) handler: Arc<ActionHandler>,
}

impl RoomMessageHandler {
    /// Handles a new message.
    pub(super) async fn handle_message(&self, mut said: RoomMessage) -> Result<(), StoreError> {
        let thread = said.thread.as_ref().map_or(said.event.0.as_str(), |root| root.0.as_str());
        if !ids::are_usable(&[&said.room.0, &said.event.0, &said.sender.0, thread])
            || !self.users.hears(&said.sender)
        {
            return Ok(());
        }
        let answer_thread = self.threads.resolve_thread(&mut said).await?;
        if self.reader.is_irrelevant_text(&said).await
            || !self.undecryptable.still_counts(&said.room, &said.event, &said.sender).await?
        {
            return Ok(());
        }
        let shown = said.event.clone();
        self.handle_text(said, &shown, answer_thread).await
    }

    /// Handles the text of a message or of an edit. The answer replies to `shown`, in the answer
    /// thread that contains it, if any.
    pub(super) async fn handle_text(
        &self,
        said: RoomMessage,
        shown: &MatrixEventId,
        answer_thread: Option<MatrixEventId>,
    ) -> Result<(), StoreError> {
        let place = ChannelAddress::new(&said.room, said.thread.as_ref());
        let mut action = self.actions.build(place, &said.event, shown, said.sender.clone()).await?;
        action.answer_thread = answer_thread;
        let Some(heard) = self.reader.parse(&said, action.alone).await else { return Ok(()) };
        if !matches!(heard, ParsedMessage::Said(_)) && !self.limits.may_ask(&action).await? {
            return Ok(());
        }
        let is_answer = matches!(heard, ParsedMessage::Told(_)) && action.alone && said.reply_to.is_some();
        let is_about_list = is_answer || matches!(heard, ParsedMessage::Number(..));
        let mut all_noted = true;
        let alone = action.alone.then_some(&action.person.id);
        if is_about_list && self.unconfirmed.may_be_unsaved(&action.place, alone).await? {
            all_noted = self.resolver.wait_until_saved(&said.room, said.reply_to.as_ref()).await?;
            // Another action of the same person may have been handled meanwhile.
            let answer_thread = action.answer_thread;
            action = self.actions.build(action.place, &said.event, shown, said.sender.clone()).await?;
            action.answer_thread = answer_thread;
        }
        match heard {
            ParsedMessage::Told(line) => self.commands.handle_command(action, line, said.reply_to).await,
            ParsedMessage::Number(number, told) => {
                if action.answer_thread.is_none() && action.place.thread.is_none() && said.reply_to.is_none()
                {
                    action.answer_thread = self.threads.thread_of_menu(&action).await?;
                }
                let RoomMessage { event, reply_to, at, .. } = said;
                let written = TypedNumber { number, event, reply_to, at, all_noted };
                self.choices.choose_number(action, written, told).await
            }
            ParsedMessage::Speak(language) => self.commands.choose_language(action, language).await,
            ParsedMessage::Agree(yes) => self.consent.handle_answer(action, yes, said.at).await,
            ParsedMessage::Said(text) => {
                let about = action.place.channel();
                self.handler.handle(action, ActionContext::new(about, UserAction::Text(text))).await
            }
        }
    }
}
