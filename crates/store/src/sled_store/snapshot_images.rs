//! Pre-images of open snapshots (undo log): sled has no snapshots, so while one is open, the commit thread records the values
//! that each group replaces, and a snapshot read overlays them on the present data. Not here: dispatch of snapshot reads
//! (`snapshot`).

use std::{
    collections::BTreeMap,
    ops::Bound,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use crate::{
    error::StoreError,
    group_plan::RawChanges,
    layout::{self, RawMap, RawPair, RawRange},
    limits::MAX_PAGE_ROWS,
    range::ScanOrder,
};

/// The limit of open snapshots.
const MAX_SNAPSHOTS: usize = 2;
/// The limit of the pre-images of a snapshot, in bytes; far above what is written during a copy.
const MAX_PRE_IMAGE_BYTES: usize = 64 * 1024 * 1024;
/// The memory of a pre-image beyond key and value.
const KEY_COST: usize = 128;

/// The open snapshots.
#[derive(Debug, Default)]
pub(super) struct SnapshotSet(Vec<Weak<SnapshotPreImages>>);

/// The pre-images of one snapshot: values of all keys that were changed since it was begun.
#[derive(Debug)]
pub(super) struct SnapshotPreImages {
    /// The number of rows in the snapshot.
    pub(super) rows: u64,
    limit: usize,
    images: Mutex<PreImage>,
}

#[derive(Debug, Default)]
struct PreImage {
    /// `None` for a key that was absent.
    values: RawChanges,
    cost: usize,
    /// Whether the limit was exceeded; all pre-images are dropped then.
    is_lost: bool,
}

impl SnapshotSet {
    /// Begins a snapshot of the present state, which has `rows` rows.
    pub(super) fn begin(&mut self, rows: u64) -> Result<Arc<SnapshotPreImages>, StoreError> {
        self.0.retain(|snapshot| snapshot.strong_count() > 0);
        if self.0.len() >= MAX_SNAPSHOTS {
            return Err(StoreError::TooManySnapshots);
        }
        let snapshot =
            Arc::new(SnapshotPreImages { rows, limit: MAX_PRE_IMAGE_BYTES, images: Mutex::default() });
        self.0.push(Arc::downgrade(&snapshot));
        Ok(snapshot)
    }

    /// Records the pre-images of a group in every open snapshot.
    pub(super) fn record(&mut self, pre_images: &RawChanges) {
        self.0
            .retain(|snapshot| snapshot.upgrade().inspect(|snapshot| snapshot.record(pre_images)).is_some());
    }
}

impl SnapshotPreImages {
    fn record(&self, pre_images: &RawChanges) {
        let mut images = self.lock_images();
        for (key, value) in pre_images.iter().filter(|(key, _)| layout::is_row(key)) {
            if images.is_lost || images.values.contains_key(key) {
                continue;
            }
            images.cost += KEY_COST + key.len() + value.as_ref().map_or(0, Vec::len);
            images.values.insert(key.clone(), value.clone());
            if images.cost > self.limit {
                *images = PreImage { is_lost: true, ..PreImage::default() };
            }
        }
    }

    /// The first `limit` pairs of the snapshot from a key on, and the key at which the next page begins. The view must not
    /// change meanwhile.
    pub(super) fn page(
        &self,
        view: &impl RawMap,
        mut from: Vec<u8>,
        limit: usize,
    ) -> Result<(Vec<RawPair>, Option<Vec<u8>>), StoreError> {
        StoreError::check_limit("the number of rows of a page", limit, MAX_PAGE_ROWS)?;
        let end = layout::row_range().end;
        let images = self.lock_images();
        if images.is_lost {
            return Err(StoreError::SnapshotLost);
        }
        loop {
            let mut found =
                view.range(&RawRange { start: from.clone(), end: end.clone() }, ScanOrder::Ascending, limit)?;
            let mut upto = match found.last() {
                Some((last, _)) if found.len() >= limit => key_after(last),
                _ => end.clone(),
            };
            let over = images.between(&from, &mut upto, limit);
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
        // A panic may have left the pre-images of a group incomplete; the others are as they were.
        self.images.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PreImage {
    /// The pre-images from a key up to another one. `upto` is lowered once `limit` values are found.
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

/// The first key behind a key.
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

    fn walked(snapshot: &SnapshotPreImages, map: &Map, limit: usize) -> Vec<RawPair> {
        let (mut all, mut from) = (Vec::new(), Vec::new());
        loop {
            let (pairs, next) = snapshot.page(map, from, limit).expect("it is all kept");
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
            let mut snapshots = SnapshotSet::default();
            let snapshot = snapshots.begin(50).expect("it is the first");
            let mut change = |map: &mut Map, number: u32, value: Option<Vec<u8>>| {
                let old = match value {
                    Some(value) => map.0.insert(key(number), value),
                    None => map.0.remove(&key(number)),
                };
                snapshots.record(&RawChanges::from([(key(number), old)]));
            };
            assert_eq!(walked(&snapshot, &map, limit), was);
            for number in (0..100).filter(|number| number % 3 == 0) {
                change(&mut map, number, Some(vec![1]));
            }
            assert_eq!(walked(&snapshot, &map, limit), was);
            for number in 20..100 {
                change(&mut map, number, None);
            }
            assert_eq!(walked(&snapshot, &map, limit), was);
            for number in 60..70 {
                change(&mut map, number, Some(vec![2]));
            }
            assert_eq!(walked(&snapshot, &map, limit), was);
        }
    }

    #[test]
    fn what_is_too_much_to_keep_is_lost_and_costs_nothing_more() {
        let map = Map(BTreeMap::new());
        let snapshot = SnapshotPreImages { rows: 0, limit: 1000, images: Mutex::default() };
        for number in 0..100 {
            snapshot.record(&RawChanges::from([
                (key(0), Some(vec![0; 100])),
                (b"~commits\0".to_vec(), Some(vec![number])),
            ]));
        }
        assert_eq!(walked(&snapshot, &map, 10), [(key(0), vec![0; 100])]);
        for number in 0..100 {
            snapshot.record(&RawChanges::from([(key(number), Some(vec![0; 100]))]));
        }
        assert!(matches!(snapshot.page(&map, Vec::new(), 10), Err(StoreError::SnapshotLost)));
        assert!(snapshot.lock_images().values.is_empty());
    }

    #[test]
    fn there_are_a_few_at_a_time_and_those_that_are_gone_count_no_more() {
        let mut snapshots = SnapshotSet::default();
        for _ in 0..5 {
            let _both = (snapshots.begin(0).expect("the first"), snapshots.begin(0).expect("the second"));
            assert!(matches!(snapshots.begin(0), Err(StoreError::TooManySnapshots)));
        }
        snapshots.record(&RawChanges::new());
        assert!(snapshots.0.is_empty());
    }
}
