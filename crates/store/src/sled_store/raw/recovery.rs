//! How much of its log sled reads when it opens, and how much could be read. Not here: whether what is passed over is of use.
//!
//! Segments that were begun while the end of the log was not on disk yet are its tail. There sled goes on as long as one
//! message follows another, and takes the first gap for the end of everything. In an older segment a gap ends that segment
//! alone: it may be being used again.

use crate::{
    StoreError,
    sled_store::{
        engine::SEGMENT_BYTES,
        raw::log::{Extent, Log, Message},
    },
};

/// Takes away what sled will not read of a log when its snapshot goes up to `from`; true when there was such a thing. What
/// lies before the snapshot's end is in it and stays.
pub(super) fn leave_out_what_is_not_read(log: &mut Log, from: u64) -> Result<bool, StoreError> {
    let from = segment_of(from);
    let mut extents: Vec<Extent> = log.extents.iter().filter(|extent| extent.at >= from).copied().collect();
    extents.sort_unstable_by_key(|extent| extent.at);
    let tail = segment_of(extents.iter().map(|extent| extent.stable).fold(from, u64::max));
    let end = end_of_tail(&extents, tail);
    let is_read = |message: &Message| {
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
        log.leave_out_torn_batch()?;
    }
    Ok(leaves_out)
}

/// Takes away what lies behind the first gap of the newest segments that follow one another: nothing there was
/// acknowledged, unless something is damaged.
pub(super) fn leave_out_after_a_gap(log: &mut Log) -> Result<(), StoreError> {
    log.extents.sort_unstable_by_key(|extent| extent.at);
    let follows = |pair: &[Extent]| matches!(pair, [a, b] if b.at == a.at + SEGMENT_BYTES as u64);
    let apart = log.extents.windows(2).rposition(|pair| !follows(pair)).map_or(0, |before| before + 1);
    let tail = log.extents.get(apart).map_or(0, |extent| extent.at);
    let end = end_of_tail(&log.extents, tail);
    log.messages.retain(|message| message.at < end);
    log.leave_out_torn_batch()
}

/// The place of the first gap in the segments from `tail` on.
fn end_of_tail(extents: &[Extent], tail: u64) -> u64 {
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
