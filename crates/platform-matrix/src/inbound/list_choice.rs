//! Handles choices from numbered lists, made by a number or a reaction. Not here: finding the list
//! of a number (`number_resolver`).

use std::sync::Arc;

use adoube_bot::{Bot, UserAction};
use adoube_platform::numbered_list::NumberedControl;
use adoube_store::StoreError;

use super::{
    action_handler::ActionHandler,
    answer_sender::AnswerSender,
    number_resolver::{NumberResolver, NumberTarget, TypedNumber},
    person_action::{ActionBuilder, ActionContext, PersonAction},
};
use crate::{
    ids::ChannelAddress,
    message::platform_text::MatrixSentence,
    outbound::queued_reply::{QueuedReply, ReplyContent},
    state::{numbered_lists::NumberedList, room_lookup::RoomLookup},
};

/// Handles choices.
pub(super) struct ListChoices {
    pub(super) bot: Bot,
    pub(super) lookup: Arc<RoomLookup>,
    pub(super) resolver: Arc<NumberResolver>,
    pub(super) actions: Arc<ActionBuilder>,
    pub(super) answers: Arc<AnswerSender>,
    pub(super) handler: Arc<ActionHandler>,
}

impl ListChoices {
    /// Handles a number; `told` is set if it addresses the bot.
    pub(super) async fn choose_number(
        &self,
        action: PersonAction,
        written: TypedNumber,
        told: bool,
    ) -> Result<(), StoreError> {
        let told = told || action.alone;
        match self.resolver.find(&action, &written).await? {
            NumberTarget::List(list) => self.choose(action, list, written.number, told).await,
            NumberTarget::Unclear(list) if told || self.is_for(&list, &action).await => {
                let about = action.place.channel();
                self.answers
                    .answer_here(&action, about, ReplyContent::Sentence(MatrixSentence::WhichList, None))
                    .await
            }
            NumberTarget::Unclear(_) => Ok(()),
        }
    }

    /// Whether a number for this list is meant for the bot.
    async fn is_for(&self, list: &NumberedList, action: &PersonAction) -> bool {
        let person = &action.person.id;
        let is_addressed = list.to.is_some() || list.called.as_ref().is_none_or(|called| called == person);
        is_addressed || self.bot.plays_in(&list.about, person).await.unwrap_or_default()
    }

    /// Handles a choice from a list.
    pub(super) async fn choose(
        &self,
        mut action: PersonAction,
        list: Option<NumberedList>,
        number: usize,
        told: bool,
    ) -> Result<(), StoreError> {
        let mut own = list.filter(|list| list.to.as_ref().is_none_or(|to| *to == action.person.id));
        if let Some(about) = own.as_ref().and_then(|list| ChannelAddress::of(&list.about))
            && about.room != action.place.room
        {
            match self.lookup.is_there(&action.user, &about).await {
                Ok(true) => {}
                Ok(false) => own = None,
                Err(failure) => return self.answers.cannot_see(&action, &about, &failure).await,
            }
        }
        let chosen = own.as_ref().and_then(|list| Some((list, list.choice(number)?.clone())));
        let Some((list, choice)) = chosen else {
            if !told {
                return Ok(());
            }
            let about = action.place.channel();
            let what = ReplyContent::Sentence(MatrixSentence::NothingToChoose, None);
            return self.answers.answer_here(&action, about, what).await;
        };
        self.actions.remember(&mut action).await?;
        match choice {
            NumberedControl::Open(menu) => {
                // A list shown to one person in private stays private.
                let secret = list.secret || list.to.is_some() && action.alone;
                let waiting = action.reply(list.about.clone(), ReplyContent::Menu(menu));
                self.answers.answer_to(&action, QueuedReply { secret, ..waiting }).await
            }
            NumberedControl::Press { id, value, .. } => {
                let meant = told || list.to.is_some() || list.called.as_ref() == Some(&action.person.id);
                let act = ActionContext::new(list.about.clone(), UserAction::Press { id, value });
                self.handler.handle(action, ActionContext { meant, ..act }).await
            }
        }
    }
}
