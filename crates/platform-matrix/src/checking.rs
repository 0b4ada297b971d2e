//! What only Matrix knows about a room, for a self-test. Not here: what the bot finds out by itself.

use adoube_bot::{FindingStatus, FindingSubject, Language, SelfTestNotice};
use adoube_matrix_client::{AccountBlock, RoomState, UserId};

use super::{Matrix, account::Delay, ids::RoomOrThread, words::Sentence};

impl Matrix {
    /// A self-test with what the bot cannot know of the place where it was asked for, and by whom.
    pub(super) async fn check(
        &self,
        (place, user): (&RoomOrThread, &UserId),
        language: Language,
        mut found: SelfTestNotice,
    ) -> SelfTestNotice {
        let drawing =
            if self.artist.self_check().await { FindingStatus::Fine } else { FindingStatus::Broken };
        found.add(drawing, FindingSubject::Drawing);
        let room = self.named(&place.room.0, language).await;
        let say = |sentence| self.words.say(language, sentence, Some(&room)).plain;
        match self.link.room(&place.room).await {
            Ok(state) => {
                let (writing, sentence) = if state.may_send {
                    (FindingStatus::Fine, Sentence::CheckMaySend)
                } else {
                    (FindingStatus::Missing, Sentence::CheckMayNotSend)
                };
                found.say(writing, say(sentence));
                found.say(FindingStatus::Note, say(self.who_reads(&state, user).await));
            }
            Err(failure) => {
                tracing::warn!(%failure, room = %place.room.0, "a room cannot be looked at");
                found.say(FindingStatus::Broken, say(Sentence::CheckUnseen));
            }
        }
        self.check_account(language, &mut found);
        if self.outbox.lane_block(&place.channel()).is_some() {
            found.say(FindingStatus::Broken, say(Sentence::CheckFailing));
        }
        found.say(FindingStatus::Note, say(Sentence::CheckHears));
        found
    }

    /// Who reads what is said in a room. What somebody has agreed to is said to nobody else.
    async fn who_reads(&self, state: &RoomState, user: &UserId) -> Sentence {
        if state.encrypted {
            Sentence::CheckEncrypted
        } else if state.is_only_with(user) && self.reads_plain(user).await.unwrap_or_default() {
            Sentence::CheckAgreed
        } else {
            Sentence::CheckPlain
        }
    }

    /// What the homeserver takes from the account, whatever it is.
    fn check_account(&self, language: Language, found: &mut SelfTestNotice) {
        let say = |sentence, values: &[_]| self.words.say_with(language, sentence, None, values).plain;
        match self.account.delay() {
            None => {}
            Some(Delay::StandsStill(cause)) => found.say(FindingStatus::Broken, say(told(cause), &[])),
            Some(Delay::Pace { waiting, lasts }) => {
                let seconds = lasts.as_secs();
                let values = [("waiting", waiting.into()), ("seconds", seconds.into())];
                found.say(FindingStatus::Note, say(Sentence::CheckPace, &values));
            }
        }
    }
}

/// What is said about it.
fn told(cause: AccountBlock) -> Sentence {
    match cause {
        AccountBlock::Suspended => Sentence::CheckSuspended,
        AccountBlock::Locked => Sentence::CheckLocked,
        AccountBlock::NoConsent => Sentence::CheckNoConsent,
        AccountBlock::Exhausted => Sentence::CheckExhausted,
        AccountBlock::Intercepted => Sentence::CheckIntercepted,
    }
}
