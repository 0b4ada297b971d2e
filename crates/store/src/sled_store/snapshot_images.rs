//! What the database held when a snapshot was begun: sled has no snapshots, so while there is one, the committing thread
//! hands over what each group of changes replaced, and a reading lays that over what is there now. Nothing is kept while
//! there is none. Not here: how the reading is asked for (`snapshot`).

use std::{
    collections::BTreeMap,
    ops::Bound,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use crate::{
    MAX_PAGE_ROWS, ScanOrder, StoreError,
    group_plan::RawChanges,
    layout::{self, RawMap, RawPair, RawRange},
};

/// Snapshots at a time.
const MAX_SNAPSHOTS: usize = 2;
/// Bytes that one may keep; far more than the records of all that is played in the time of a copy.
const MAX_PRE_IMAGE_BYTES: usize = 64 * 1024 * 1024;
/// What a kept key costs beyond its bytes and those of its value.
const KEY_COST: usize = 128;

/// The snapshots there are.
#[derive(Debug, Default)]
pub(super) struct SnapshotSet(Vec<Weak<SnapshotPreImages>>);

/// What keys held at one moment that were changed since.
#[derive(Debug)]
pub(super) struct SnapshotPreImages {
    /// How many rows there were.
    pub(super) rows: u64,
    limit: usize,
    images: Mutex<PreImage>,
}

#[derive(Debug, Default)]
struct PreImage {
    /// `None` was absent.
    values: RawChanges,
    cost: usize,
    /// Whether there was more than may be kept.
    is_lost: bool,
}

impl SnapshotSet {
    /// Keeps what is there now, of so many rows.
    pub(super) fn begin(&mut self, rows: u64) -> Result<Arc<SnapshotPreImages>, StoreError> {
        self.0.retain(|past| past.strong_count() > 0);
        if self.0.len() >= MAX_SNAPSHOTS {
            return Err(StoreError::TooManySnapshots);
        }
        let past = Arc::new(SnapshotPreImages { rows, limit: MAX_PRE_IMAGE_BYTES, images: Mutex::default() });
        self.0.push(Arc::downgrade(&past));
        Ok(past)
    }

    /// Takes what changed keys held before.
    pub(super) fn record(&mut self, before: &RawChanges) {
        self.0.retain(|past| past.upgrade().inspect(|past| past.record(before)).is_some());
    }
}

impl SnapshotPreImages {
    fn record(&self, before: &RawChanges) {
        let mut kept = self.lock_images();
        for (key, value) in before.iter().filter(|(key, _)| layout::is_row(key)) {
            if kept.is_lost || kept.values.contains_key(key) {
                continue;
            }
            kept.cost += KEY_COST + key.len() + value.as_ref().map_or(0, Vec::len);
            kept.values.insert(key.clone(), value.clone());
            if kept.cost > self.limit {
                *kept = PreImage { is_lost: true, ..PreImage::default() };
            }
        }
    }

    /// Pairs from a key on, at most `limit`, as they were; and from which key on there is more. The view must not change
    /// meanwhile.
    pub(super) fn page(
        &self,
        view: &impl RawMap,
        mut from: Vec<u8>,
        limit: usize,
    ) -> Result<(Vec<RawPair>, Option<Vec<u8>>), StoreError> {
        StoreError::check_limit("the number of rows of a page", limit, MAX_PAGE_ROWS)?;
        let end = layout::row_range().end;
        let kept = self.lock_images();
        if kept.is_lost {
            return Err(StoreError::SnapshotLost);
        }
        loop {
            let mut found =
                view.range(&RawRange { start: from.clone(), end: end.clone() }, ScanOrder::Ascending, limit)?;
            let mut upto = match found.last() {
                Some((last, _)) if found.len() >= limit => key_after(last),
                _ => end.clone(),
            };
            let over = kept.between(&from, &mut upto, limit);
            found.retain(|(key, _)| *key < upto);
            let mut pairs: BTreeMap<Vec<u8>, Vec<u8>> = found.into_iter().collect();
            for (key, value) in over {
                match value {
                    Some(value) => pairs.insert(key.clone(), value.clone()),
                    None => pairs.remove(key),
                };
            }
            let mut pairs: Vec<RawPair> = pairs.into_iter().collect();
            if pairs.len() > limit {
                pairs.truncate(limit);
                let next = pairs.last().map(|(key, _)| key_after(key));
                return Ok((pairs, next));
            }
            let next = (upto < end).then_some(upto);
            match next {
                Some(next) if pairs.is_empty() => from = next,
                next => return Ok((pairs, next)),
            }
        }
    }

    fn lock_images(&self) -> MutexGuard<'_, PreImage> {
        // Whoever panicked had at most kept some keys of a group, and the rest is not asked for again.
        self.images.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PreImage {
    /// What is kept from a key up to another one; up to fewer when there are already `limit` values.
    fn between<'a>(
        &'a self,
        from: &[u8],
        upto: &mut Vec<u8>,
        limit: usize,
    ) -> Vec<(&'a Vec<u8>, &'a Option<Vec<u8>>)> {
        let bounds = (Bound::Included(from), Bound::Excluded(upto.as_slice()));
        let (mut found, mut values) = (Vec::new(), 0);
        for (key, value) in self.values.range::<[u8], _>(bounds) {
            values += usize::from(value.is_some());
            found.push((key, value));
            if values >= limit {
                *upto = key_after(key);
                break;
            }
        }
        found
    }
}

/// The first key behind another one.
fn key_after(key: &[u8]) -> Vec<u8> {
    [key, &[0]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Map(BTreeMap<Vec<u8>, Vec<u8>>);

    impl RawMap for Map {
        fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
            Ok(self.0.get(key).cloned())
        }

        fn range(&self, span: &RawRange, _: ScanOrder, limit: usize) -> Result<Vec<RawPair>, StoreError> {
            let bounds = (Bound::Included(span.start.as_slice()), Bound::Excluded(span.end.as_slice()));
            let found = self.0.range::<[u8], _>(bounds);
            Ok(found.take(limit).map(|(key, value)| (key.clone(), value.clone())).collect())
        }
    }

    fn key(number: u32) -> Vec<u8> {
        format!("game\0{number:03}").into_bytes()
    }

    fn walked(past: &SnapshotPreImages, map: &Map, limit: usize) -> Vec<RawPair> {
        let (mut all, mut from) = (Vec::new(), Vec::new());
        loop {
            let (pairs, next) = past.page(map, from, limit).expect("it is all kept");
            assert!(pairs.len() <= limit);
            all.extend(pairs);
            match next {
                Some(next) => from = next,
                None => return all,
            }
        }
    }

    #[test]
    fn whatever_is_changed_later_the_past_is_as_it_was() {
        for limit in [1, 2, 7, 50, 256] {
            let mut map = Map((0..50).map(|number| (key(number * 2), vec![0])).collect());
            let was: Vec<RawPair> = map.0.clone().into_iter().collect();
            let mut pasts = SnapshotSet::default();
            let past = pasts.begin(50).expect("it is the first");
            let mut change = |map: &mut Map, number: u32, value: Option<Vec<u8>>| {
                let old = match value {
                    Some(value) => map.0.insert(key(number), value),
                    None => map.0.remove(&key(number)),
                };
                pasts.record(&RawChanges::from([(key(number), old)]));
            };
            assert_eq!(walked(&past, &map, limit), was);
            for number in (0..100).filter(|number| number % 3 == 0) {
                change(&mut map, number, Some(vec![1]));
            }
            assert_eq!(walked(&past, &map, limit), was);
            for number in 20..100 {
                change(&mut map, number, None);
            }
            assert_eq!(walked(&past, &map, limit), was);
            for number in 60..70 {
                change(&mut map, number, Some(vec![2]));
            }
            assert_eq!(walked(&past, &map, limit), was);
        }
    }

    #[test]
    fn what_is_too_much_to_keep_is_lost_and_costs_nothing_more() {
        let map = Map(BTreeMap::new());
        let past = SnapshotPreImages { rows: 0, limit: 1000, images: Mutex::default() };
        for number in 0..100 {
            past.record(&RawChanges::from([
                (key(0), Some(vec![0; 100])),
                (b"~commits\0".to_vec(), Some(vec![number])),
            ]));
        }
        assert_eq!(walked(&past, &map, 10), [(key(0), vec![0; 100])]);
        for number in 0..100 {
            past.record(&RawChanges::from([(key(number), Some(vec![0; 100]))]));
        }
        assert!(matches!(past.page(&map, Vec::new(), 10), Err(StoreError::SnapshotLost)));
        assert!(past.lock_images().values.is_empty());
    }

    #[test]
    fn there_are_a_few_at_a_time_and_those_that_are_gone_count_no_more() {
        let mut pasts = SnapshotSet::default();
        for _ in 0..5 {
            let _both = (pasts.begin(0).expect("the first"), pasts.begin(0).expect("the second"));
            assert!(matches!(pasts.begin(0), Err(StoreError::TooManySnapshots)));
        }
        pasts.record(&RawChanges::new());
        assert!(pasts.0.is_empty());
    }
}
