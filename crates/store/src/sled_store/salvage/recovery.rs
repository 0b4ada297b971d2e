//! Model of sled's log recovery: tells which messages sled replays when it opens, and which it
//! skips. Not here: whether skipped messages are in use.
//!
//! Segments that were begun while the end of the log was not on disk yet are its tail. There sled goes on as long as one
//! message follows another, and takes the first gap for the end of everything. In an older segment a gap ends that segment
//! alone: it may be being used again.

use std::collections::{HashMap, HashSet};

use crate::{
    error::StoreError,
    sled_store::{
        salvage::log::{LogExtent, LogMessage, LogMessageKind, SegmentLog},
        sled_engine::SEGMENT_BYTES,
    },
};

/// Drops the messages that sled would not replay with a snapshot up to LSN `from`; true when there were any. Messages before
/// the end of the snapshot are in it and stay.
pub(super) fn drop_unread_segments(log: &mut SegmentLog, from: u64) -> Result<bool, StoreError> {
    let from = segment_of(from);
    let mut extents: Vec<LogExtent> =
        log.extents.iter().filter(|extent| extent.at >= from).copied().collect();
    extents.sort_unstable_by_key(|extent| extent.at);
    let tail = segment_of(extents.iter().map(|extent| extent.stable).fold(from, u64::max));
    let end = end_of_tail(&extents, tail);
    let is_read = |message: &LogMessage| {
        let segment = segment_of(message.at);
        let found = extents.binary_search_by_key(&segment, |extent| extent.at).ok();
        segment < from
            || (message.at < end
                && found.and_then(|at| extents.get(at)).is_some_and(|it| message.at < it.end))
    };
    let before = log.messages.len();
    log.messages.retain(is_read);
    let leaves_out = log.messages.len() < before;
    if leaves_out {
        log.drop_torn_batch()?;
    }
    Ok(leaves_out)
}

/// Drops the messages behind the first gap of the newest consecutive segments: without damage none of them was
/// acknowledged.
pub(super) fn drop_after_gap(log: &mut SegmentLog) -> Result<(), StoreError> {
    log.extents.sort_unstable_by_key(|extent| extent.at);
    let follows = |pair: &[LogExtent]| matches!(pair, [a, b] if b.at == a.at + SEGMENT_BYTES as u64);
    let apart = log.extents.windows(2).rposition(|pair| !follows(pair)).map_or(0, |before| before + 1);
    let tail = log.extents.get(apart).map_or(0, |extent| extent.at);
    let end = end_of_tail(&log.extents, tail);
    log.messages.retain(|message| message.at < end);
    log.drop_torn_batch()
}

/// Drops damaged messages in free segments, in which no whole message is in use. sled clears such segments when it opens or
/// reuses them, and does not sync that at once: a power cut leaves torn messages, whose page number may be wrong.
pub(super) fn drop_damage_in_free_segments(log: &mut SegmentLog) {
    if log.damaged.is_empty() {
        return;
    }
    let mut whole: Vec<&LogMessage> = log.messages.iter().filter(|message| !message.is_damaged).collect();
    whole.sort_unstable_by_key(|message| message.at);
    // The LSN of the newest whole form of each page; later messages of the page are in use, too.
    let mut begins = HashMap::new();
    for message in &whole {
        if matches!(message.kind, LogMessageKind::Node | LogMessageKind::Free) {
            begins.insert(message.page, message.at);
        }
    }
    let used: HashSet<u64> = whole
        .iter()
        .filter(|message| begins.get(&message.page).is_some_and(|begin| message.at >= *begin))
        .map(|message| segment_of(message.at))
        .collect();
    log.messages.retain(|message| !message.is_damaged || used.contains(&segment_of(message.at)));
}

/// The LSN of the first gap in the segments from `tail` on.
fn end_of_tail(extents: &[LogExtent], tail: u64) -> u64 {
    let mut end = tail;
    for extent in extents.iter().filter(|extent| extent.at >= tail) {
        if extent.at != end {
            break;
        }
        if !extent.is_full {
            return extent.end;
        }
        end += SEGMENT_BYTES as u64;
    }
    end
}

const fn segment_of(place: u64) -> u64 {
    place - place % SEGMENT_BYTES as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEGMENT: u64 = SEGMENT_BYTES as u64;

    fn message(kind: LogMessageKind, page: u64, at: u64, is_damaged: bool) -> LogMessage {
        LogMessage { kind, page, at, end: at + 1, offset: at, length: 1, is_damaged }
    }

    #[test]
    fn damage_counts_only_where_something_whole_is_of_use() {
        let whole = |kind, page, at| message(kind, page, at, false);
        // The second segment holds an old form and an old change of a page, and one that was freed later.
        let mut messages = vec![
            whole(LogMessageKind::Node, 5, 20),
            whole(LogMessageKind::Node, 7, SEGMENT + 20),
            whole(LogMessageKind::Link, 7, SEGMENT + 30),
            whole(LogMessageKind::Node, 8, SEGMENT + 40),
            whole(LogMessageKind::Node, 7, 2 * SEGMENT + 20),
            whole(LogMessageKind::Free, 8, 2 * SEGMENT + 30),
            whole(LogMessageKind::Link, 5, 3 * SEGMENT + 20),
        ];
        let damaged = [30, SEGMENT + 50, 2 * SEGMENT + 40, 3 * SEGMENT + 30];
        messages.extend(damaged.map(|at| message(LogMessageKind::Link, 5, at, true)));
        let file = tempfile::tempfile().expect("a file");
        let mut log = SegmentLog { file, messages, extents: Vec::new(), damaged: damaged.to_vec() };
        drop_damage_in_free_segments(&mut log);
        let kept: Vec<u64> = log.messages.iter().filter(|it| it.is_damaged).map(|it| it.at).collect();
        assert_eq!(kept, [30, 2 * SEGMENT + 40, 3 * SEGMENT + 30]);
        assert_eq!(log.messages.len(), 10, "what is whole stays");
    }
}
