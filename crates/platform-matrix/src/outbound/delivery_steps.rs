//! Struct of the services shared by all deliveries of messages, and the step that saves a sent
//! message and the meaning of its numbers.

use std::sync::Arc;

use adoube_bot::MessageSeries;
use adoube_store::{Store, StoreError};

use super::{
    activity::Activity,
    attachments::Attachments,
    notice_turn::NoticeScheduler,
    presenter::Presenter,
    reaction_signs::ReactionSigns,
    reply_queue::ReplyQueue,
    reply_sender::ReplySender,
    send_text::{SentText, TextSender},
};
use crate::{
    ids::ChannelAddress,
    message::render::RenderedMessage,
    records,
    state::{
        numbered_lists::{ListRegistry, NumberedList},
        unsaved_lists::UnsavedLists,
    },
};

/// Services of the steps of a delivery.
pub(crate) struct DeliverySteps {
    pub(super) store: Arc<dyn Store>,
    pub(super) queue: Arc<ReplyQueue>,
    pub(super) replies: Arc<ReplySender>,
    pub(super) presenter: Arc<Presenter>,
    pub(super) scheduler: NoticeScheduler,
    pub(super) texts: Arc<TextSender>,
    pub(super) signs: ReactionSigns,
    pub(super) activity: Arc<Activity>,
    pub(super) attachments: Arc<Attachments>,
    pub(super) unsaved: Arc<UnsavedLists>,
}

impl DeliverySteps {
    /// Saves the sent events and the meaning of their numbers, right after the events became
    /// visible.
    pub(super) async fn save_list(
        &self,
        (place, key): (&ChannelAddress, &[u8]),
        (body, words): (&RenderedMessage, &SentText),
        list: NumberedList,
        (series, settles): (Option<&MessageSeries>, bool),
    ) -> Result<(), StoreError> {
        let noted = TextSender::sent_text_writes(place, words, key);
        let Some(event) = words.event(body) else { return records::write_all(&*self.store, noted).await };
        let lists = ListRegistry::of(&*self.store, place);
        let stamp = self.queue.stamp();
        let mut writes = lists.show(&event, &list, series, settles, stamp).await?;
        writes.extend(noted);
        records::write_all(&*self.store, writes).await?;
        self.unsaved.end(key);
        Ok(())
    }
}
