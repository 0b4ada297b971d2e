//! Completes a notice with text that was left out of its row because of its size.

use std::borrow::Cow;

use super::Bot;
use crate::{Decision, Notice, Reply, notice::GameRefusal};

impl Bot {
    /// A stored notice as it is presented. The text of a long record is too large to be stored with its notice, and is written
    /// from the game again; where that fails, the notice says so.
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

    /// A decision that was stored, with what its notice was stored without.
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
