//! Signs under messages: people set one in place of a number, and the bot sets those of yes and no under its questions, so that
//! they can be tapped. They are not encrypted, so nothing secret is asked so. Those of the bot stay when the question is
//! answered: taking them away would be events again. Not here: what a number means (`numbers`).

use std::sync::Arc;

use adoube_bot::UserAction;
use adoube_matrix_client::{MatrixError, MatrixEventId, RoomId, UserId};
use adoube_platform::numbered_list::NumberedControl;
use adoube_store::StoreError;

use crate::{
    MatrixPlatform,
    ids::{self, ChannelAddress},
    message::parser,
    message::platform_text::MatrixSentence,
    outbound::reply_queue::ReplyContent,
    state::numbered_lists::ListRegistry,
};

/// Yes and no.
const SIGNS: [(bool, &str); 2] = [(true, "\u{2705}"), (false, "\u{274c}")];
/// What some clients add to a sign, so that it is drawn in colours.
const COLOURED: char = '\u{fe0f}';
/// The longest list under which signs are set.
const MAX_CHOICES: usize = 3;
/// Events that a room may be sent besides, so that no board waits for signs.
const SPARE: usize = 2;

/// The answer that a sign is.
fn answer_of(sign: &str) -> Option<bool> {
    let sign = sign.trim_end_matches(COLOURED);
    SIGNS.into_iter().find(|(_, known)| *known == sign).map(|(answer, _)| answer)
}

/// The number of the choice that gives this answer.
fn number_of(choices: &[NumberedControl], answer: bool) -> Option<usize> {
    let gives = |choice: &NumberedControl| match choice {
        NumberedControl::Press { id, value, .. } => {
            UserAction::Press { id: id.clone(), value: value.clone() }.answer() == Some(answer)
        }
        NumberedControl::Open(_) => false,
    };
    choices.iter().position(gives).map(|at| at + 1)
}

impl MatrixPlatform {
    /// A person reacted to a message of the bot.
    pub(crate) async fn reacted(
        self: &Arc<Self>,
        room: RoomId,
        event: MatrixEventId,
        sender: UserId,
        to: MatrixEventId,
        key: &str,
    ) -> Result<(), StoreError> {
        let (number, answer) = (parser::number(key), answer_of(key));
        if number.is_none() && answer.is_none()
            || !ids::are_usable(&[&room.0, &event.0, &sender.0, &to.0])
            || !self.hears(&sender)
        {
            return Ok(());
        }
        let thread = self.link.thread_of(&to);
        let there = ChannelAddress::new(&room, thread.as_ref());
        if self.may_be_unsaved(&there, Some(&ids::person_id(&sender))).await? {
            self.wait_until_saved(&room, Some(&to)).await?;
        }
        let place = ChannelAddress::new(&room, None);
        let Some(list) = ListRegistry::of(&*self.store, &place).list_of_message(&to).await? else {
            return Ok(());
        };
        let chosen = number.or_else(|| number_of(&list.choices, answer?));
        let Some(chosen) = chosen else { return Ok(()) };
        let place = ChannelAddress::of(&list.place).unwrap_or(place);
        let mut deed = self.person_action(place, &event, &to, sender).await?;
        deed.answer_thread = self.answer_thread(&room, thread.as_ref()).await?;
        if !self.may_ask(&deed).await? {
            return Ok(());
        }
        if list.secret && list.to.as_ref() == Some(&deed.person.id) {
            let about = deed.place.channel();
            return self
                .answer_here(&deed, about, ReplyContent::Sentence(MatrixSentence::TypeNumber, None))
                .await;
        }
        // People also set such a sign because they like what they read.
        self.choose(deed, Some(list), chosen, number.is_some()).await
    }

    /// Sets the signs of yes and no under a question, where that keeps nothing waiting; nobody misses them otherwise.
    pub(crate) async fn set_signs(
        &self,
        place: &ChannelAddress,
        question: Option<&MatrixEventId>,
        choices: &[NumberedControl],
        key: &[u8],
    ) {
        let signs: Vec<&str> = SIGNS
            .into_iter()
            .filter(|(answer, _)| number_of(choices, *answer).is_some())
            .map(|(_, sign)| sign)
            .collect();
        let Some(question) = question.filter(|_| !signs.is_empty() && choices.len() <= MAX_CHOICES) else {
            return;
        };
        if !self.has_room_for(place, signs.len() + SPARE).await {
            return;
        }
        for sign in signs {
            if let Err(failure) = self.set_sign(place, question, sign, key).await {
                tracing::debug!(%failure, room = %place.room.0, "a sign is not set");
                return;
            }
        }
    }

    async fn set_sign(
        &self,
        place: &ChannelAddress,
        to: &MatrixEventId,
        sign: &str,
        key: &[u8],
    ) -> Result<(), MatrixError> {
        let transaction = ids::transaction(&[key, b"sign", sign.as_bytes()]);
        let slot = self.room_slot(place).await?;
        let set = self.link.react(&place.room, to, sign, &transaction).await;
        if let Some(slot) = slot {
            slot.end(&set);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_those_of_the_choices_that_answer() {
        let press =
            |id: &str| NumberedControl::Press { label: id.to_owned(), id: id.to_owned(), value: None };
        let challenge = ["accept.k7f2mq", "decline.k7f2mq", "withdraw.k7f2mq"].map(press);
        assert_eq!([true, false].map(|answer| number_of(&challenge, answer)), [Some(1), Some(2)]);
        let open = ["accept.k7f2mq", "withdraw.k7f2mq"].map(press);
        assert_eq!([true, false].map(|answer| number_of(&open, answer)), [Some(1), None]);
        for (sign, answer) in
            [("\u{2705}", Some(true)), ("\u{274c}\u{fe0f}", Some(false)), ("\u{1f44d}", None), ("", None)]
        {
            assert_eq!(answer_of(sign), answer, "{sign}");
        }
    }
}
