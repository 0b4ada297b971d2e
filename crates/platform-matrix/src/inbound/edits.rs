//! Handles edited messages: an edit counts as a new message if no earlier form of the message had
//! an effect. Otherwise the sender is told that the edit is ignored. Not here: what a message means
//! (`message_handler`), and whether an event had an effect (the bot).

use std::{sync::Arc, time::Duration};

use adoube_bot::{Bot, IdempotencyKey, PersonId, RepositoryError, forms, forms::StoredForm};
use adoube_matrix_client::{MatrixApi, MatrixEventId, RoomMessage};
use adoube_store::{Key, Store, StoreError};
use serde::{Deserialize, Serialize};

use super::{
    answer_threads::AnswerThreads, message_handler::RoomMessageHandler, message_reader::MessageReader,
    user_filter::UserFilter,
};
use crate::{
    ids::{self, ChannelAddress},
    message::{parser::ParsedMessage, platform_text::MatrixSentence},
    outbound::{
        queued_reply::{QueuedReply, ReplyContent},
        reply_sender::ReplySender,
    },
    records::{self, EDITS},
    state::{
        languages::Languages, numbered_lists::ListRegistry, people::MatrixPeople, room_lookup::RoomLookup,
    },
};

/// Longest time between a message and an edit that counts.
const MAX_AGE: Duration = Duration::from_secs(10 * 60);
/// Edits remembered for a person in a channel, more than people make in `MAX_AGE`.
const MAX_REMEMBERED: usize = 16;

/// Edits that counted as messages, so that a further edit of the same message is recognised.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredEdits {
    /// Pairs of the original message and the event that edited it, the newest last.
    edits: Vec<(String, String)>,
}

impl StoredForm for StoredEdits {
    const KIND: &'static str = "changes of messages on Matrix";
    const VERSION: u64 = 1;
}

/// Effect of a message.
enum Outcome {
    /// The message may have had an effect.
    Acted,
    /// The message had no effect.
    Nothing,
}

/// Handles edits.
pub(super) struct Edits {
    pub(super) users: Arc<UserFilter>,
    pub(super) reader: Arc<MessageReader>,
    pub(super) threads: Arc<AnswerThreads>,
    pub(super) lookup: Arc<RoomLookup>,
    pub(super) bot: Bot,
    pub(super) store: Arc<dyn Store>,
    pub(super) link: Arc<dyn MatrixApi>,
    pub(super) people: MatrixPeople,
    pub(super) languages: Arc<Languages>,
    pub(super) replies: Arc<ReplySender>,
    pub(super) messages: Arc<RoomMessageHandler>,
}

impl Edits {
    /// Handles an edit. Only the sender may edit a message:
    /// <https://spec.matrix.org/v1.16/client-server-api/#validity-of-replacement-events>.
    pub(super) async fn handle(&self, said: RoomMessage, first: MatrixEventId) -> Result<(), StoreError> {
        let thread = self.link.thread_of(&first);
        let mut said = RoomMessage { thread, ..said };
        if !ids::are_usable(&[&said.room.0, &said.event.0, &said.sender.0, &first.0])
            || !self.users.hears(&said.sender)
            || self.reader.is_irrelevant_text(&said).await
        {
            return Ok(());
        }
        let original = match self.link.said(&said.room, &first).await {
            Ok(Some(original)) if original.sender == said.sender => original,
            Ok(_) => return Ok(()),
            Err(failure) => {
                tracing::warn!(%failure, room = %said.room.0, "what was changed cannot be asked");
                return self.ignore_edit(&said, &first).await;
            }
        };
        (said.thread, said.reply_to) = (original.thread.clone(), original.reply_to.clone());
        let answer_thread = self.threads.resolve_thread(&mut said).await?;
        let place = ChannelAddress::new(&said.room, said.thread.as_ref());
        let state = self.lookup.see(&said.room).await.unwrap_or_default();
        let Some(heard) = self.reader.parse(&said, state.is_only_with(&said.sender)).await else {
            return Ok(());
        };
        let person = ids::person_id(&said.sender);
        let mut edits = self.edits(&place, &person).await?;
        let is_late = said.at.saturating_sub(original.at) > MAX_AGE.as_secs() * 1000;
        let outcome = self.outcome(&place, &person, (&original, &said), &edits).await;
        match outcome {
            Ok(Outcome::Nothing) if !is_late => {}
            // Edits of talk among people are never refused.
            Ok(Outcome::Nothing)
                if matches!(heard, ParsedMessage::Said(_) | ParsedMessage::Number(_, false)) =>
            {
                return Ok(());
            }
            Ok(_) => return self.ignore_edit(&said, &first).await,
            Err(error) => {
                tracing::error!(%error, room = %said.room.0, "what became of a message cannot be read");
                return self.ignore_edit(&said, &first).await;
            }
        }
        edits.retain(|(_, edit)| *edit != said.event.0);
        edits.push((first.0.clone(), said.event.0.clone()));
        edits.drain(..edits.len().saturating_sub(MAX_REMEMBERED));
        let value = forms::write(&StoredEdits { edits });
        let put = |value| records::put(row(&place, &person), value);
        records::write_all(&*self.store, value.map(put).into_iter().collect()).await?;
        self.messages.handle_text(said, &first, answer_thread).await
    }

    async fn edits(
        &self,
        place: &ChannelAddress,
        person: &PersonId,
    ) -> Result<Vec<(String, String)>, StoreError> {
        let row = row(place, person);
        let edits = records::read::<StoredEdits>(&*self.store, row.as_ref()).await?;
        Ok(edits.unwrap_or_default().edits)
    }

    /// Effect of the original message, or of another edit of it.
    async fn outcome(
        &self,
        place: &ChannelAddress,
        person: &PersonId,
        (original, said): (&RoomMessage, &RoomMessage),
        edits: &[(String, String)],
    ) -> Result<Outcome, RepositoryError> {
        let lists = ListRegistry::of(&*self.store, place);
        let mut channels = vec![place.channel()];
        // A message in a direct room is about another channel.
        channels.extend(self.people.profile(person).await?.about);
        if let Some(to) = &original.reply_to {
            channels.extend(lists.list_of_message(to).await?.map(|list| list.about));
        }
        let others = edits.iter().filter(|(of, edit)| *of == original.event.0 && *edit != said.event.0);
        let forms = others.map(|(_, edit)| MatrixEventId(edit.clone())).chain([original.event.clone()]);
        for form in forms {
            let id = ids::service_event(&original.room, &form);
            if lists.recorded_meaning(person, &id).await?.is_some() {
                return Ok(Outcome::Acted);
            }
            let Ok(event) = IdempotencyKey::new(id) else { continue };
            for channel in &channels {
                if self.bot.has_acted(channel, &event).await? {
                    return Ok(Outcome::Acted);
                }
            }
        }
        Ok(Outcome::Nothing)
    }

    /// Tells the sender that an edit is ignored, once for each message: the transaction id makes
    /// the server take only one.
    async fn ignore_edit(&self, said: &RoomMessage, first: &MatrixEventId) -> Result<(), StoreError> {
        let place = ChannelAddress::new(&said.room, said.thread.as_ref()).channel();
        let person = ids::person_id(&said.sender);
        let language = self.languages.language_of(&person).await;
        let transaction = ids::transaction(&[b"edit ignored", said.room.0.as_bytes(), first.0.as_bytes()]).0;
        let what = ReplyContent::Sentence(MatrixSentence::EditIgnored, None);
        let waiting = QueuedReply {
            reply_to: Some(first.0.clone()),
            ..QueuedReply::new(place.clone(), (person, language), what, transaction)
        };
        self.replies.enqueue(place, &waiting, Vec::new()).await
    }
}

fn row(place: &ChannelAddress, person: &PersonId) -> Key {
    records::key(EDITS).text(&place.channel().0).text(&person.0)
}
