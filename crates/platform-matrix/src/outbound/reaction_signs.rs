//! Sets the bot's reactions under its questions: signs for yes and no that people can tap.
//! Reactions are not encrypted, so questions about secrets get none. They stay when the question is
//! answered, because removing them would cost further events. Not here: reactions of people
//! (`inbound/reactions`).

use std::sync::Arc;

use adoube_bot::UserAction;
use adoube_matrix_client::{MatrixApi, MatrixError, MatrixEventId};
use adoube_platform::numbered_list::NumberedControl;

use super::room_pace::RoomPacer;
use crate::ids::{self, ChannelAddress};

/// Signs of the answers yes and no.
const SIGNS: [(bool, &str); 2] = [(true, "\u{2705}"), (false, "\u{274c}")];
/// Variation selector that some clients append to a sign to draw it in colour.
const COLOURED: char = '\u{fe0f}';
/// Most choices of a list under which signs are set.
const MAX_CHOICES: usize = 3;
/// Events of the room's rate limit that are left free, so that no board waits for signs.
const SPARE: usize = 2;

/// The answer that a sign stands for.
pub(crate) fn answer_of(sign: &str) -> Option<bool> {
    let sign = sign.trim_end_matches(COLOURED);
    SIGNS.into_iter().find(|(_, known)| *known == sign).map(|(answer, _)| answer)
}

/// The number of the choice that gives this answer.
pub(crate) fn number_of(choices: &[NumberedControl], answer: bool) -> Option<usize> {
    let gives = |choice: &NumberedControl| match choice {
        NumberedControl::Press { id, value, .. } => {
            UserAction::Press { id: id.clone(), value: value.clone() }.answer() == Some(answer)
        }
        NumberedControl::Open(_) => false,
    };
    choices.iter().position(gives).map(|at| at + 1)
}

/// Sets reactions.
pub(crate) struct ReactionSigns {
    pacer: Arc<RoomPacer>,
    link: Arc<dyn MatrixApi>,
}

impl ReactionSigns {
    pub(crate) fn new(pacer: Arc<RoomPacer>, link: Arc<dyn MatrixApi>) -> Self {
        Self { pacer, link }
    }

    /// Sets the signs for yes and no under a question, unless the room's rate limit is nearly used
    /// up. They are optional, so a failure is only logged.
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
        if self.pacer.wait(place, signs.len() + SPARE).await.is_some() {
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
        let slot = self.pacer.room_slot(place).await?;
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
