//! Rebuilds pages from the messages of sled's log, in key order. Not here: what keys and values
//! mean, and the blocks among them (`pairs`).
//!
//! A page is its newest whole form with the changes since. A page whose newest form is damaged is read as far as possible and
//! marked as doubtful; keys that only an older form has are added without values, so that losses can be named.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    ops::Bound::{Excluded, Included, Unbounded},
};

use crate::{
    error::StoreError,
    sled_store::{
        blocks,
        salvage::{
            bytes::ByteReader,
            log::{LogMessage, LogMessageKind, SegmentLog},
        },
    },
};

/// All pages that hold records.
#[derive(Debug)]
pub(in crate::sled_store) struct LogPages {
    log: SegmentLog,
    /// The messages of each page, oldest first, from its newest whole form on.
    forms: HashMap<u64, Vec<LogMessage>>,
    /// The page that holds the keys from a start up to an end, if there is one.
    key_ranges: BTreeMap<Vec<u8>, (Option<Vec<u8>>, u64)>,
}

/// A leaf page with its pairs.
#[derive(Debug, Default)]
struct LogLeaf {
    /// The page with the keys after these; 0 for none.
    next: u64,
    prefix: Vec<u8>,
    start: Vec<u8>,
    end: Option<Vec<u8>>,
    pairs: BTreeMap<Vec<u8>, Vec<u8>>,
    /// Whether a message of the page has a wrong checksum.
    is_doubtful: bool,
}

impl LogPages {
    /// Rebuilds the pages of a log.
    pub(super) fn of(mut log: SegmentLog) -> Result<Self, StoreError> {
        let mut messages = std::mem::take(&mut log.messages);
        messages.sort_by_key(|message| message.at);
        let mut pages: HashMap<u64, Vec<LogMessage>> = HashMap::new();
        for message in messages {
            match message.kind {
                LogMessageKind::Node if !message.is_damaged => {
                    pages.insert(message.page, vec![message]);
                }
                LogMessageKind::Free => {
                    pages.remove(&message.page);
                }
                LogMessageKind::Node => pages.entry(message.page).or_default().push(message),
                LogMessageKind::Link => {
                    // A change without a form is one of a page that was freed.
                    if let Some(messages) = pages.get_mut(&message.page) {
                        messages.push(message);
                    }
                }
                LogMessageKind::Batch | LogMessageKind::Cap | LogMessageKind::Other => {}
            }
        }
        let mut whole = Self { log, forms: pages, key_ranges: BTreeMap::new() };
        whole.assign_key_ranges()?;
        Ok(whole)
    }

    /// Assigns key ranges to pages. Where several pages claim a range, one in the chain of next pages gets it, as sled keeps and
    /// rewrites orphaned pages, and damage may look like a page; otherwise the newest.
    fn assign_key_ranges(&mut self) -> Result<(), StoreError> {
        let mut leaves = Vec::new();
        let mut chain = HashSet::new();
        for (page, messages) in &self.forms {
            if let (Some(newest), Some(leaf)) = (newest_form(messages), self.leaf(*page)?) {
                chain.extend((leaf.next != 0).then_some(leaf.next));
                leaves.push((*page, newest, leaf.start, leaf.end, leaf.is_doubtful));
            }
        }
        leaves.sort_unstable_by_key(|(page, newest, start, _, is_doubtful)| {
            let is_first = start.is_empty() && !is_doubtful;
            (is_first || chain.contains(page), !is_doubtful, *newest)
        });
        for (page, _, start, end, _) in leaves {
            self.assign_range(start, end, page);
        }
        Ok(())
    }

    /// Calls `found` with every pair of sled's.
    pub(in crate::sled_store) fn walk<E: From<StoreError>>(
        &self,
        mut found: impl FnMut(&[u8], &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        for (start, (end, page)) in &self.key_ranges {
            let Some(leaf) = self.leaf(*page)? else { continue };
            for (key, value) in &leaf.pairs {
                if key >= start && end.as_ref().is_none_or(|end| key < end) {
                    found(key, value)?;
                }
            }
        }
        Ok(())
    }

    /// The value of a key, which may be damaged.
    pub(in crate::sled_store) fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.leaf_of(key)?.and_then(|mut leaf| leaf.pairs.remove(key)))
    }

    /// The value of a key, unless its page is doubtful.
    pub(in crate::sled_store) fn get_whole(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        let leaf = self.leaf_of(key)?.filter(|leaf| !leaf.is_doubtful);
        Ok(leaf.and_then(|mut leaf| leaf.pairs.remove(key)))
    }

    /// The page in whose range a key is.
    fn leaf_of(&self, key: &[u8]) -> Result<Option<LogLeaf>, StoreError> {
        let found = self.key_ranges.range::<[u8], _>((Unbounded, Included(key))).next_back();
        found.map_or(Ok(None), |(_, (_, page))| self.leaf(*page))
    }

    /// Assigns the keys from `start` to `end` to a page, in place of the pages before.
    fn assign_range(&mut self, start: Vec<u8>, end: Option<Vec<u8>>, page: u64) {
        if end.as_ref().is_some_and(|end| *end <= start) {
            return;
        }
        // A range that reaches over the end keeps its rest.
        let below = end.as_deref().map_or(Unbounded, Excluded);
        let touched: Vec<_> = self
            .key_ranges
            .range::<[u8], _>((Unbounded, below))
            .rev()
            .take_while(|(_, (until, _))| until.as_ref().is_none_or(|until| *until > start))
            .map(|(from, span)| (from.clone(), span.clone()))
            .collect();
        for (from, (until, other)) in touched {
            self.key_ranges.remove(&from);
            if from < start {
                self.key_ranges.insert(from, (Some(start.clone()), other));
            }
            if let Some(end) = &end
                && until.as_ref().is_none_or(|until| until > end)
            {
                self.key_ranges.insert(end.clone(), (until, other));
            }
        }
        self.key_ranges.insert(start, (end, page));
    }

    /// A page, if it is a leaf.
    fn leaf(&self, page: u64) -> Result<Option<LogLeaf>, StoreError> {
        let mut leaf: Option<LogLeaf> = None;
        for message in self.forms.get(&page).into_iter().flatten() {
            let contents = self.log.contents(message)?;
            if message.kind == LogMessageKind::Node {
                match read_node(&contents, message.is_damaged) {
                    Some(node) => leaf = Some(newer_form(leaf.take(), node)),
                    None if message.is_damaged => {}
                    None => return Ok(None),
                }
            } else if let Some(leaf) = &mut leaf {
                leaf.change(&contents, message.is_damaged);
            }
        }
        Ok(leaf)
    }
}

fn newest_form(messages: &[LogMessage]) -> Option<u64> {
    messages.iter().rev().find(|message| message.kind == LogMessageKind::Node).map(|message| message.at)
}

/// A damaged form of a page, merged with an older form: keys that the damaged form lacks are added with an empty value, which
/// no stored pair has.
fn newer_form(older: Option<LogLeaf>, mut newer: LogLeaf) -> LogLeaf {
    let (start, end) = (newer.start.clone(), newer.end.clone());
    for (key, value) in older.map(|older| older.pairs).unwrap_or_default() {
        if key >= start && end.as_ref().is_none_or(|end| key < *end) {
            let found = newer.pairs.get(&key).map(Vec::as_slice);
            let value = merge_damaged_value(&key, &value, found);
            newer.pairs.insert(key, value);
        }
    }
    newer
}

/// Merges an older value with a damaged one, or with none.
fn merge_damaged_value(key: &[u8], older: &[u8], damaged: Option<&[u8]>) -> Vec<u8> {
    if blocks::block_start(key).is_some() {
        return blocks::merge_damaged(older, damaged.unwrap_or_default());
    }
    damaged.unwrap_or_default().to_vec()
}

/// Decodes the form of a leaf page; of a damaged one as much as possible.
fn read_node(contents: &[u8], is_damaged: bool) -> Option<LogLeaf> {
    let mut bytes = ByteReader(contents);
    let (next, _merging_child, _merging) = (bytes.number()?, bytes.number()?, bytes.byte()?);
    let prefix = usize::from(bytes.byte()?);
    let (start, end) = (bytes.text()?.to_vec(), bytes.text()?.to_vec());
    if bytes.byte()? != 0 {
        return None;
    }
    let count = bytes.number()?;
    let mut leaf = LogLeaf {
        next,
        prefix: start.get(..prefix)?.to_vec(),
        start,
        end: (!end.is_empty()).then_some(end),
        pairs: BTreeMap::new(),
        is_doubtful: is_damaged,
    };
    let mut keys = Vec::new();
    for _ in 0..count {
        let Some(key) = bytes.text() else { break };
        keys.push([leaf.prefix.as_slice(), key].concat());
    }
    if !is_damaged && keys.len() as u64 != count {
        return None;
    }
    for key in keys {
        let value = bytes.text().unwrap_or_default().to_vec();
        leaf.pairs.insert(key, value);
    }
    Some(leaf)
}

impl LogLeaf {
    /// Merges a damaged value with the present one.
    fn over(&self, key: &[u8], damaged: &[u8]) -> Vec<u8> {
        merge_damaged_value(key, self.pairs.get(key).map_or(&[], Vec::as_slice), Some(damaged))
    }

    /// Applies a change; a damaged one invalidates the value that it was to replace.
    fn change(&mut self, contents: &[u8], is_damaged: bool) {
        self.is_doubtful |= is_damaged;
        let mut bytes = ByteReader(contents);
        match (bytes.byte(), bytes.text()) {
            (Some(0), Some(key)) => {
                let key = [self.prefix.as_slice(), key].concat();
                let value = match bytes.text() {
                    Some(value) if !is_damaged => value.to_vec(),
                    value => self.over(&key, value.unwrap_or(bytes.0)),
                };
                self.pairs.insert(key, value);
            }
            (Some(1), Some(key)) => {
                let key = [self.prefix.as_slice(), key].concat();
                if is_damaged {
                    let value = self.over(&key, &[]);
                    self.pairs.insert(key, value);
                } else {
                    self.pairs.remove(&key);
                }
            }
            // A merge of pages, which their next forms show.
            _ => {}
        }
    }
}
