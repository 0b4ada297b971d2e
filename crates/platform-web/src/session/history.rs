//! Reads one page of a channel's history for a reader: the entries before a cursor.

use adoube_bot::ChannelId;

use crate::{
    limits::PAGE_ENTRIES,
    log::entry::LogError,
    state::WebState,
    view::reader::EntryReader,
    wire::{entry::EntryJson, entry_id::FeedCursor},
};

/// The entries before a cursor as the reader sees them, oldest first, and the cursor before which
/// there are more.
pub(crate) async fn page_before(
    state: &WebState,
    channel: &ChannelId,
    before: FeedCursor,
    reader: &EntryReader,
) -> Result<(Vec<EntryJson>, Option<FeedCursor>), LogError> {
    let (items, before) = state.log.read_back(channel, &reader.person, before, PAGE_ENTRIES).await?;
    Ok((state.chat.view.show_all(channel, &items, reader), before))
}
