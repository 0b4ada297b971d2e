//! Leads the dialog about unencrypted private messages: people whose devices cannot decrypt are
//! told what that means, and consent in fixed words or revoke the consent. Not here: parsing these
//! words (`message/parser`), and the stored consent (`outbound/unencrypted_consent`).

use std::sync::Arc;

use adoube_matrix_client::MatrixApi;
use adoube_store::{BatchWrite, Store, StoreError};

use super::person_action::{ActionBuilder, PersonAction};
use crate::{
    ids::{self, ChannelAddress},
    message::platform_text::MatrixSentence,
    outbound::{
        private_send::PrivateSends,
        queued_reply::{QueuedReply, ReplyContent},
        reply_queue::ReplyQueue,
        reply_sender::ReplySender,
        unencrypted_consent::UnencryptedConsent,
    },
    records,
    state::people::{MatrixPeople, MatrixProfile},
};

/// Asks for consent, and handles consent and revocation.
pub(super) struct ConsentDialog {
    pub(super) store: Arc<dyn Store>,
    pub(super) link: Arc<dyn MatrixApi>,
    pub(super) queue: Arc<ReplyQueue>,
    pub(super) replies: Arc<ReplySender>,
    pub(super) consent: Arc<UnencryptedConsent>,
    pub(super) gates: Arc<PrivateSends>,
    pub(super) actions: Arc<ActionBuilder>,
}

impl ConsentDialog {
    /// Whether a person must consent before they get this reply. If so, the question is queued in
    /// the room where the person acted.
    pub(super) async fn needs_consent(
        &self,
        action: &PersonAction,
        waiting: &QueuedReply,
    ) -> Result<bool, StoreError> {
        if !waiting.secret {
            return Ok(false);
        }
        let person = &action.person.id;
        let agreed = self.consent.agreement(person).await?;
        match (self.link.encrypts(&action.user).await, agreed) {
            (Ok(false), None | Some(false)) => {}
            (Ok(true), Some(_)) => {
                return records::write_all(&*self.store, vec![UnencryptedConsent::forget_consent(person)])
                    .await
                    .map(|()| false);
            }
            // If that cannot be read now, only encrypted replies are sent.
            _ => return Ok(false),
        }
        // After the consent the person continues in that channel.
        let profile = MatrixProfile { about: Some(waiting.about.clone()), ..action.profile.clone() };
        self.ask(action, agreed, MatrixPeople::keep(person, &profile)).await.map(|()| true)
    }

    /// Asks for consent, with the long explanation the first time. The question is saved in the
    /// batch of its reply, so a person can consent only after they were asked.
    async fn ask(
        &self,
        action: &PersonAction,
        agreed: Option<bool>,
        also: Option<BatchWrite>,
    ) -> Result<(), StoreError> {
        let sentence = if agreed.is_none() { MatrixSentence::PlainAsk } else { MatrixSentence::PlainAsked };
        let asked = UnencryptedConsent::consent_write(&action.person.id, agreed.unwrap_or(false));
        self.answer_and_write(action, sentence, asked.into_iter().chain(also).collect()).await
    }

    async fn answer_and_write(
        &self,
        action: &PersonAction,
        sentence: MatrixSentence,
        also: Vec<BatchWrite>,
    ) -> Result<(), StoreError> {
        let lane = action.place.channel();
        let waiting = action.reply(lane.clone(), ReplyContent::Sentence(sentence, None));
        self.replies.enqueue(lane, &waiting, also).await
    }

    /// Handles words of consent (`yes`) or revocation; `said` is the time of the message by the
    /// sender's server.
    pub(super) async fn handle_answer(
        &self,
        mut action: PersonAction,
        yes: bool,
        said: u64,
    ) -> Result<(), StoreError> {
        self.actions.remember(&mut action).await?;
        if !yes {
            return self.revoke(&action, said).await;
        }
        let person = &action.person.id;
        match (self.link.encrypts(&action.user).await, self.consent.agreement(person).await?) {
            (Ok(true), agreed) => {
                let also = agreed.map(|_| UnencryptedConsent::forget_consent(person)).into_iter().collect();
                self.answer_and_write(&action, MatrixSentence::PlainNeedless, also).await
            }
            (Ok(false), None) => self.ask(&action, None, None).await,
            (Ok(false), Some(_)) => self.gates.with_sends_blocked(person, self.accept(&action, said)).await,
            (Err(failure), _) => {
                tracing::warn!(%failure, "what somebody is logged in with cannot be asked");
                self.answer_and_write(&action, MatrixSentence::PlainUnknown, Vec::new()).await
            }
        }
    }

    /// Saves the consent. The confirmation is sent to the private room only.
    async fn accept(&self, action: &PersonAction, said: u64) -> Result<(), StoreError> {
        let person = &action.person.id;
        if self.consent.is_taken_back_since(person, said).await? {
            return self.ask(action, self.consent.agreement(person).await?, None).await;
        }
        let what = ReplyContent::Sentence(MatrixSentence::PlainAgreed, None);
        let waiting = QueuedReply { reply_to: None, secret: true, ..action.reply(ids::direct(person), what) };
        let also = UnencryptedConsent::consent_write(person, true)
            .into_iter()
            .chain([UnencryptedConsent::forget_revocation(person)])
            .collect();
        self.replies.enqueue_private(person, &waiting, also).await
    }

    /// Saves the revocation, and confirms it when no private message is in flight any more. The
    /// confirmation has the same words for everybody, so it does not reveal whether the person had
    /// consented.
    async fn revoke(&self, action: &PersonAction, said: u64) -> Result<(), StoreError> {
        let room = self.link.existing_plain_room(&action.user).await.ok().flatten();
        let place = room.map_or(action.place.clone(), |room| ChannelAddress { room, thread: None });
        let (lane, person) = (place.channel(), &action.person.id);
        let waiting = action.reply(lane.clone(), ReplyContent::Sentence(MatrixSentence::PlainRevoked, None));
        let reply_to = waiting.reply_to.clone().filter(|_| place == action.place);
        let waiting = QueuedReply { reply_to, ..waiting };
        let taking_back = async {
            let writes = self.consent.revocation_writes(person, said).await?;
            self.queue.add(&lane, &waiting, writes).await
        };
        self.gates.with_sends_blocked(person, taking_back).await?;
        self.replies.wake(lane);
        Ok(())
    }
}
