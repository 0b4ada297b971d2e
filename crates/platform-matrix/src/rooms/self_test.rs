//! Runs the self-test of a room and the account: drawing, permissions, encryption, rate limits. Not
//! here: the platform-independent checks (the bot).

use std::sync::Arc;

use adoube_bot::{FindingStatus, FindingSubject, Language, Outbox, SelfTestNotice};
use adoube_matrix_client::{AccountBlock, MatrixApi, RoomState, UserId};
use adoube_platform::picture_worker::PictureWorker;

use crate::{
    ids::ChannelAddress,
    message::platform_text::{MatrixSentence, MatrixText},
    outbound::{
        presenter::Presenter,
        rate_limited_account::{RateLimitedAccount, SendDelay},
        unencrypted_consent::UnencryptedConsent,
    },
};

/// Adds the findings of Matrix to a self-test.
pub(crate) struct RoomSelfTest {
    pub(super) artist: Arc<PictureWorker>,
    pub(super) text: Arc<MatrixText>,
    pub(super) presenter: Arc<Presenter>,
    pub(super) account: Arc<RateLimitedAccount>,
    pub(super) consent: Arc<UnencryptedConsent>,
    pub(super) outbox: Outbox,
}

impl RoomSelfTest {
    /// Adds findings about the room, the account, and drawing to a self-test.
    pub(crate) async fn check(
        &self,
        (place, user): (&ChannelAddress, &UserId),
        language: Language,
        mut found: SelfTestNotice,
    ) -> SelfTestNotice {
        found.add(self.artist.finding().await, FindingSubject::Drawing);
        let room = self.presenter.named(&place.room.0, language).await;
        let say = |sentence| self.text.say(language, sentence, Some(&room)).plain;
        match self.account.room(&place.room).await {
            Ok(state) => {
                let (writing, sentence) = if state.may_send {
                    (FindingStatus::Fine, MatrixSentence::CheckMaySend)
                } else {
                    (FindingStatus::Missing, MatrixSentence::CheckMayNotSend)
                };
                found.say(writing, say(sentence));
                found.say(FindingStatus::Note, say(self.who_reads(&state, user).await));
            }
            Err(failure) => {
                tracing::warn!(%failure, room = %place.room.0, "a room cannot be looked at");
                found.say(FindingStatus::Broken, say(MatrixSentence::CheckUnseen));
            }
        }
        self.check_account(language, &mut found);
        if self.outbox.lane_block(&place.channel()).is_some() {
            found.say(FindingStatus::Broken, say(MatrixSentence::CheckFailing));
        }
        found.say(FindingStatus::Note, say(MatrixSentence::CheckHears));
        found
    }

    /// The sentence on who can read a room. A consent to unencrypted messages is shown only to the
    /// person who gave it.
    async fn who_reads(&self, state: &RoomState, user: &UserId) -> MatrixSentence {
        if state.encrypted {
            MatrixSentence::CheckEncrypted
        } else if state.is_only_with(user) && self.consent.allows_unencrypted(user).await.unwrap_or_default()
        {
            MatrixSentence::CheckAgreed
        } else {
            MatrixSentence::CheckPlain
        }
    }

    /// Adds findings about blocks and rate limits of the account.
    fn check_account(&self, language: Language, found: &mut SelfTestNotice) {
        let say = |sentence, values: &[_]| self.text.say_with(language, sentence, None, values).plain;
        match self.account.delay() {
            None => {}
            Some(SendDelay::StandsStill(cause)) => {
                found.say(FindingStatus::Broken, say(block_sentence(cause), &[]));
            }
            Some(SendDelay::Pace { waiting, lasts }) => {
                let seconds = lasts.as_secs();
                let values = [("waiting", waiting.into()), ("seconds", seconds.into())];
                found.say(FindingStatus::Note, say(MatrixSentence::CheckPace, &values));
            }
        }
    }
}

/// The sentence for an account block.
fn block_sentence(cause: AccountBlock) -> MatrixSentence {
    match cause {
        AccountBlock::Suspended => MatrixSentence::CheckSuspended,
        AccountBlock::Locked => MatrixSentence::CheckLocked,
        AccountBlock::NoConsent => MatrixSentence::CheckNoConsent,
        AccountBlock::Exhausted => MatrixSentence::CheckExhausted,
        AccountBlock::Intercepted => MatrixSentence::CheckIntercepted,
    }
}
