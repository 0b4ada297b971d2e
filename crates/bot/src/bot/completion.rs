//! Completes notices (messages as data) read from the store: an export whose text was too large to
//! store gets the text again, written from the game.

use std::borrow::Cow;

use super::Bot;
use crate::{Decision, Notice, Reply, core::notice::GameRefusal};

impl Bot {
    /// Returns the notice as it is presented. The text of a long game record is too large to be
    /// stored with its notice, so it is written from the game again. If that fails, a refusal takes
    /// the notice's place.
    pub async fn complete_notice<'n>(&self, notice: &'n Notice) -> Cow<'n, Notice> {
        let Notice::Export { game, ending, letters, is_here, text } = notice else {
            return Cow::Borrowed(notice);
        };
        if !text.is_empty() {
            return Cow::Borrowed(notice);
        }
        let (game, ending, letters, is_here) = (game.clone(), ending.clone(), *letters, *is_here);
        Cow::Owned(match self.inner.record_again(&game, &ending, letters, is_here).await {
            Ok(Some(text)) => Notice::Export { game, ending, letters, is_here, text },
            Ok(None) => Notice::Refused(GameRefusal::UnknownGame { id: Some(game) }),
            Err(error) => {
                tracing::error!(%error, %game, "the record of a game cannot be written again");
                Notice::Refused(error.refusal())
            }
        })
    }

    /// The stored decision with its reply completed.
    pub(super) async fn complete_decision(&self, decision: Decision) -> Decision {
        let reply = match decision.reply {
            Reply::Private(notice) => {
                Reply::Private(Box::new(self.complete_notice(&notice).await.into_owned()))
            }
            other => other,
        };
        Decision { reply, ..decision }
    }
}
