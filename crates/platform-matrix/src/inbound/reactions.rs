//! Handles people's reactions to messages of the bot, used in place of a number: keycaps, and signs
//! for yes and no. Not here: reactions of the bot (`outbound/reaction_signs`).

use std::sync::Arc;

use adoube_matrix_client::{MatrixApi, MatrixEventId, RoomId, UserId};
use adoube_store::{Store, StoreError};

use super::{
    answer_sender::AnswerSender, answer_threads::AnswerThreads, list_choice::ListChoices,
    number_resolver::NumberResolver, person_action::ActionBuilder, request_limits::RequestLimits,
    user_filter::UserFilter,
};
use crate::{
    ids::{self, ChannelAddress},
    message::{parser, platform_text::MatrixSentence},
    outbound::{
        queued_reply::ReplyContent,
        reaction_signs::{answer_of, number_of},
        unconfirmed_sends::UnconfirmedSends,
    },
    state::numbered_lists::ListRegistry,
};

/// Handles reactions.
pub(super) struct Reactions {
    pub(super) store: Arc<dyn Store>,
    pub(super) link: Arc<dyn MatrixApi>,
    pub(super) users: Arc<UserFilter>,
    pub(super) unconfirmed: Arc<UnconfirmedSends>,
    pub(super) resolver: Arc<NumberResolver>,
    pub(super) actions: Arc<ActionBuilder>,
    pub(super) threads: Arc<AnswerThreads>,
    pub(super) limits: Arc<RequestLimits>,
    pub(super) answers: Arc<AnswerSender>,
    pub(super) choices: Arc<ListChoices>,
}

impl Reactions {
    /// Handles a reaction to a message.
    pub(super) async fn handle(
        &self,
        room: RoomId,
        event: MatrixEventId,
        sender: UserId,
        to: MatrixEventId,
        key: &str,
    ) -> Result<(), StoreError> {
        let (number, answer) = (parser::number(key), answer_of(key));
        if number.is_none() && answer.is_none()
            || !ids::are_usable(&[&room.0, &event.0, &sender.0, &to.0])
            || !self.users.hears(&sender)
        {
            return Ok(());
        }
        let thread = self.link.thread_of(&to);
        let there = ChannelAddress::new(&room, thread.as_ref());
        if self.unconfirmed.may_be_unsaved(&there, Some(&ids::person_id(&sender))).await? {
            self.resolver.wait_until_saved(&room, Some(&to)).await?;
        }
        let place = ChannelAddress::new(&room, None);
        let Some(list) = ListRegistry::of(&*self.store, &place).list_of_message(&to).await? else {
            return Ok(());
        };
        let chosen = number.or_else(|| number_of(&list.choices, answer?));
        let Some(chosen) = chosen else { return Ok(()) };
        let place = ChannelAddress::of(&list.place).unwrap_or(place);
        let mut action = self.actions.build(place, &event, &to, sender).await?;
        action.answer_thread = self.threads.answer_thread(&room, thread.as_ref()).await?;
        if !self.limits.may_ask(&action).await? {
            return Ok(());
        }
        if list.secret && list.to.as_ref() == Some(&action.person.id) {
            let about = action.place.channel();
            return self
                .answers
                .answer_here(&action, about, ReplyContent::Sentence(MatrixSentence::TypeNumber, None))
                .await;
        }
        // A sign for yes or no may be mere applause, so it does not count as addressed to the bot.
        self.choices.choose(action, Some(list), chosen, number.is_some()).await
    }
}
