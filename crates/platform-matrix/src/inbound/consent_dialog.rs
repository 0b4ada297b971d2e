//! The dialog about private messages that are not encrypted: people who can read nothing encrypted
//! are told what that means, and agree in so many words, or take it back. Not here: which words
//! these are (`message/parser`), and the stored consent (`outbound/unencrypted_consent`).

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

/// Asks for consent, and takes answers.
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
    /// Whether a person has to agree before they get this reply; then they are asked where they
    /// asked for it.
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
            // Where that is not known now, they are told nothing but encrypted.
            _ => return Ok(false),
        }
        // After the consent the person goes on there.
        let profile = MatrixProfile { about: Some(waiting.about.clone()), ..action.profile.clone() };
        self.ask(action, agreed, MatrixPeople::keep(person, &profile)).await.map(|()| true)
    }

    /// Asks a person, at length the first time. The question is saved with the reply, so nobody
    /// agrees to what they were not told.
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

    /// A person wrote the words of consent or revocation, when their server shows `said`.
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

    /// Saves the consent. It is confirmed in the private room, and said to nobody else.
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

    /// Saves the revocation, and confirms it when nothing is on its way any more. The words are the
    /// same for everybody, so they do not tell what was agreed.
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
