//! Parses sled's write-ahead log: its segments, and the messages in them, damaged ones included.
//! Not here: what messages do to pages (`pages`).
//!
//! A segment begins with a checksum and its log sequence number (LSN); a message with its checksum, kind, length, the number
//! of its segment and its page. Segments are reused, so arbitrary bytes may follow the last message of a segment, but none
//! with its number.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
    path::Path,
};

use crate::{
    error::StoreError,
    sled_store::{salvage::bytes::ByteReader, sled_engine::SEGMENT_BYTES},
};

/// Bytes before the first message of a segment.
const SEGMENT_HEADER_BYTES: usize = 20;
/// No message begins closer to the end of a segment than this.
const MAX_MESSAGE_HEADER_BYTES: usize = 32;

/// Kind of a message: what it does to its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LogMessageKind {
    /// The page is free.
    Free,
    /// The whole page.
    Node,
    /// One change of it.
    Link,
    /// A message that concerns no records.
    Other,
    /// Begin of an atomic batch, with the LSN of its last message.
    Batch,
    /// The rest of the segment is empty.
    Cap,
}

/// A message of the log.
#[derive(Clone, Copy, Debug)]
pub(super) struct LogMessage {
    pub(super) kind: LogMessageKind,
    pub(super) page: u64,
    /// Its LSN, and that of the next message.
    pub(super) at: u64,
    pub(super) end: u64,
    /// The offset of its contents in the file.
    pub(super) offset: u64,
    pub(super) length: usize,
    /// Whether its checksum is wrong.
    pub(super) is_damaged: bool,
}

/// A segment whose header is whole.
#[derive(Clone, Copy, Debug)]
pub(super) struct LogExtent {
    /// Its LSN.
    pub(super) at: u64,
    /// The LSN at which the messages without a gap end.
    pub(super) end: u64,
    /// Whether no message can be missing behind `end`: a cap message ends the segment, or the rest is too small for one.
    pub(super) is_full: bool,
    /// The stable LSN when the segment was begun, from its header.
    pub(super) stable: u64,
}

/// The parsed log.
#[derive(Debug)]
pub(super) struct SegmentLog {
    pub(super) file: File,
    pub(super) messages: Vec<LogMessage>,
    /// Its segments with whole headers.
    pub(super) extents: Vec<LogExtent>,
    /// LSNs of damage that whole messages follow.
    pub(super) damaged: Vec<u64>,
}

impl SegmentLog {
    /// The contents of a message.
    pub(super) fn contents(&self, message: &LogMessage) -> Result<Vec<u8>, StoreError> {
        let mut bytes = Vec::new();
        let mut file = &self.file;
        file.seek(SeekFrom::Start(message.offset))
            .and_then(|_| file.take(message.length as u64).read_to_end(&mut bytes))
            .map_err(failed)?;
        Ok(bytes)
    }

    /// Drops a torn batch at the end of the log: it was in flight when the program ended, and never acknowledged.
    pub(super) fn drop_torn_batch(&mut self) -> Result<(), StoreError> {
        let whole = self.messages.iter().filter(|message| !message.is_damaged);
        let end = whole.clone().map(|message| message.end).max().unwrap_or_default();
        let mut torn = end;
        for message in whole.filter(|message| message.kind == LogMessageKind::Batch) {
            let contents = self.contents(message)?;
            let last = contents.first_chunk().map_or(0, |last| u64::from_le_bytes(*last));
            if last >= end {
                torn = torn.min(message.at);
            }
        }
        self.messages.retain(|message| message.at < torn);
        self.damaged.retain(|place| *place < torn);
        Ok(())
    }
}

/// Reads the segments from an LSN on; of earlier ones only the headers, as there may be very many.
pub(super) fn read(sled: &Path, from: u64) -> Result<SegmentLog, StoreError> {
    let mut log = SegmentLog {
        file: File::open(sled.join("db")).map_err(failed)?,
        messages: Vec::new(),
        extents: Vec::new(),
        damaged: Vec::new(),
    };
    let mut buffer = Vec::new();
    for index in 0.. {
        let offset = index * SEGMENT_BYTES as u64;
        let mut file = &log.file;
        let read_on = |buffer: &mut Vec<u8>, bytes| file.take(bytes as u64).read_to_end(buffer);
        buffer.clear();
        file.seek(SeekFrom::Start(offset))
            .and_then(|_| read_on(&mut buffer, SEGMENT_HEADER_BYTES))
            .map_err(failed)?;
        if buffer.len() < SEGMENT_HEADER_BYTES {
            break;
        }
        let head = read_segment_header(&buffer);
        if head.is_some_and(|(number, _)| (number + 1) * (SEGMENT_BYTES as u64) <= from) {
            continue;
        }
        read_on(&mut buffer, SEGMENT_BYTES - SEGMENT_HEADER_BYTES).map_err(failed)?;
        read_segment(&mut log, offset, &buffer, head);
    }
    log.drop_torn_batch()?;
    Ok(log)
}

/// The LSN up to which sled's newest snapshot of its index goes, from the file's name.
pub(super) fn end_of_snapshot(sled: &Path) -> Result<u64, StoreError> {
    let mut end = 0;
    for entry in std::fs::read_dir(sled).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        let place = name.to_str().and_then(|name| name.strip_prefix("snap."));
        end = end.max(place.and_then(|place| u64::from_str_radix(place, 16).ok()).unwrap_or_default());
    }
    Ok(end)
}

fn failed(error: io::Error) -> StoreError {
    StoreError::io("reading the log of sled", error)
}

/// A segment being read.
struct LogSegment<'a> {
    bytes: &'a [u8],
    /// The offset behind which only zeros follow.
    used: usize,
    /// Its number in the log; unknown while its header is damaged and no message has been found.
    number: Option<u64>,
    offset: u64,
}

/// Parses a segment. `head` holds number and stable LSN of a whole header.
fn read_segment(log: &mut SegmentLog, offset: u64, bytes: &[u8], head: Option<(u64, u64)>) {
    let number = head.map(|(number, _)| number);
    let mut segment = LogSegment { bytes, used: used(bytes), number, offset };
    let mut at = SEGMENT_HEADER_BYTES;
    // The offset of the first gap, if there is one.
    let mut gap = None;
    let mut is_capped = false;
    // The file may end within a segment, less than a message header after the begin of the last message.
    while at + MAX_MESSAGE_HEADER_BYTES <= SEGMENT_BYTES {
        let Some((message, end)) = segment.message(at).or_else(|| segment.damaged(at)) else {
            gap.get_or_insert(at);
            let Some(next) = segment.next_message(at + 1) else { break };
            log.damaged.push(segment.order(at));
            at = next;
            continue;
        };
        if message.is_damaged {
            gap.get_or_insert(at);
            log.damaged.push(message.at);
        }
        if message.kind == LogMessageKind::Cap {
            is_capped = true;
            break;
        }
        log.messages.push(message);
        at = end;
    }
    if let Some((number, stable)) = head {
        let is_full = gap.is_none() && (is_capped || at + MAX_MESSAGE_HEADER_BYTES > SEGMENT_BYTES);
        let place = |at: usize| number * SEGMENT_BYTES as u64 + at as u64;
        log.extents.push(LogExtent { at: place(0), end: place(gap.unwrap_or(at)), is_full, stable });
    }
    // A freed segment is empty; one with only a damaged header is not.
    if number.is_none() && segment.number.is_some() {
        log.damaged.push(segment.order(0));
    }
}

/// The number of bytes before the zeros at the end.
fn used(bytes: &[u8]) -> usize {
    const ZEROS: [u8; 4096] = [0; 4096];
    let mut used = bytes;
    while let Some(before) = used.strip_suffix(&ZEROS) {
        used = before;
    }
    used.len()
}

/// Number and stable LSN of a whole segment header.
fn read_segment_header(bytes: &[u8]) -> Option<(u64, u64)> {
    let (sum, rest) = bytes.split_first_chunk()?;
    let (order, stable) = rest.split_first_chunk()?;
    let is_whole = crc32fast::hash(rest.get(..16)?) == u32::from_le_bytes(*sum) ^ u32::MAX;
    // Before anything is on disk the stable LSN is -1.
    let place = |bytes: &[u8; 8]| u64::try_from(i64::from_le_bytes(*bytes) ^ i64::MAX).unwrap_or_default();
    is_whole.then_some((place(order) / SEGMENT_BYTES as u64, place(stable.first_chunk()?)))
}

/// The header of a message.
struct LogMessageHeader {
    sum: u32,
    kind: u8,
    length: usize,
    segment: u64,
    page: u64,
    bytes: usize,
}

impl LogMessageHeader {
    fn read(from: &[u8]) -> Option<Self> {
        let mut bytes = ByteReader(from);
        let (sum, kind) = (bytes.u32()?, bytes.byte()?);
        if !(1..=11).contains(&kind) {
            return None;
        }
        let (length, segment, page) = (bytes.number()?, bytes.number()?, bytes.number()?);
        let length = usize::try_from(length).ok()?;
        let head = Self { sum, kind, length, segment, page, bytes: from.len() - bytes.0.len() };
        (length <= bytes.0.len()).then_some(head)
    }

    const fn kind(&self) -> LogMessageKind {
        match self.kind {
            2 => LogMessageKind::Cap,
            3 => LogMessageKind::Batch,
            4 => LogMessageKind::Free,
            8 => LogMessageKind::Node,
            10 => LogMessageKind::Link,
            _ => LogMessageKind::Other,
        }
    }
}

impl LogSegment<'_> {
    /// The whole message at an offset, and the offset of its end.
    fn message(&mut self, at: usize) -> Option<(LogMessage, usize)> {
        let from = self.bytes.get(at..)?;
        let head = LogMessageHeader::read(from)?;
        if self.number.is_some_and(|number| number != head.segment) {
            return None;
        }
        let (before, after) = (from.get(4..head.bytes)?, from.get(head.bytes..head.bytes + head.length)?);
        let mut sum = crc32fast::Hasher::new();
        sum.update(after);
        sum.update(before);
        if sum.finalize() ^ u32::MAX != head.sum {
            return None;
        }
        self.number = Some(head.segment);
        Some(self.place(at, &head, false))
    }

    /// The damaged message at an offset: its header names this segment, and a message or zeros follow.
    fn damaged(&mut self, at: usize) -> Option<(LogMessage, usize)> {
        let head = LogMessageHeader::read(self.bytes.get(at..)?)?;
        if self.number != Some(head.segment) {
            return None;
        }
        let (message, end) = self.place(at, &head, true);
        let is_followed = end + MAX_MESSAGE_HEADER_BYTES > SEGMENT_BYTES || self.message(end).is_some();
        (is_followed
            || self
                .bytes
                .get(end..end + MAX_MESSAGE_HEADER_BYTES)
                .is_some_and(|rest| rest.iter().all(|byte| *byte == 0)))
        .then_some((message, end))
    }

    /// The LSN of an offset in this segment.
    fn order(&self, at: usize) -> u64 {
        self.number.unwrap_or_default() * SEGMENT_BYTES as u64 + at as u64
    }

    fn place(&self, at: usize, head: &LogMessageHeader, is_damaged: bool) -> (LogMessage, usize) {
        let begin = at + head.bytes;
        let message = LogMessage {
            kind: head.kind(),
            page: head.page,
            at: self.order(at),
            end: self.order(begin + head.length),
            offset: self.offset + begin as u64,
            length: head.length,
            is_damaged,
        };
        (message, begin + head.length)
    }

    /// The offset of the next whole message.
    fn next_message(&mut self, from: usize) -> Option<usize> {
        (from..self.used).find(|at| self.message(*at).is_some())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;
    use crate::sled_store::{folder, sled_engine};

    /// A log of some segments.
    fn written(path: &Path) {
        let db = sled_engine::open_sled(path, path).expect("sled opens");
        for number in 0..40_u32 {
            let mut value = number.to_le_bytes().to_vec();
            value.resize(700_000, 1);
            db.insert(number.to_be_bytes(), value).expect("sled writes");
        }
        db.flush().expect("sled flushes");
        drop(db);
        folder::wait_until_released(path).expect("it is released");
    }

    /// Where the messages of a log are in its order.
    fn places(log: &SegmentLog, from: u64) -> Vec<u64> {
        let mut places: Vec<u64> =
            log.messages.iter().map(|message| message.at).filter(|at| *at >= from).collect();
        places.sort_unstable();
        places
    }

    #[test]
    fn segments_before_a_place_are_left_out() {
        let folder = tempfile::tempdir().expect("a folder");
        written(folder.path());
        let all = read(folder.path(), 0).expect("the log is read");
        let newest = all.extents.iter().map(|extent| extent.at).max().expect("it has segments");
        assert!(newest >= 2 * SEGMENT_BYTES as u64, "{newest}");
        let from = newest - SEGMENT_BYTES as u64;
        let later = read(folder.path(), from + 1).expect("the log is read");
        assert_eq!(places(&later, 0), places(&all, from));
        assert!(places(&later, 0).len() < all.messages.len());
    }

    #[test]
    fn a_segment_whose_head_is_damaged_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        written(folder.path());
        let db = File::options().write(true).open(folder.path().join("db")).expect("the log is there");
        (&db).seek(SeekFrom::Start(5)).and_then(|_| (&db).write_all(&[0xAA])).expect("it is damaged");
        let from = 2 * SEGMENT_BYTES as u64;
        let log = read(folder.path(), from).expect("the log is read");
        assert_eq!(log.damaged.len(), 1);
        assert!(places(&log, 0).first().is_some_and(|first| *first < from));
    }
}
