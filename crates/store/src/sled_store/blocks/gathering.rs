//! Migration of plain pairs of format 3 and older into blocks. Each step moves some pairs atomically; an interrupted migration
//! continues with those that are left.

use sled::Db;

use crate::{
    error::StoreError,
    group_plan::RawChanges,
    layout::RawRange,
    sled_store::{
        blocks::{FIRST_PLAIN_KEY, change::ChangedBlock, is_plain, reader},
        sled_engine::from_sled,
    },
};

/// Pairs of a step.
const PAIRS: usize = 512;
/// Bytes of them, and those of one more pair: sled writes some times as much, and less than a segment.
const BYTES: usize = 256 * 1024;

/// A step: what sled has to change, and how many bytes of pairs are moved by that. None when nothing is left.
pub(in crate::sled_store) fn gathered(db: &Db) -> Result<Option<(RawChanges, usize)>, StoreError> {
    let (mut written, mut touched) = (RawChanges::new(), ChangedBlock::default());
    let mut bytes = 0;
    let all = reader::plain(db, &RawRange { start: vec![FIRST_PLAIN_KEY], end: vec![u8::MAX] });
    for (count, pair) in all.enumerate() {
        if count == PAIRS || bytes > BYTES {
            break;
        }
        let (key, value) = pair.map_err(|error| from_sled("reading", error))?;
        if !is_plain(&key) {
            bytes += key.len() + value.len();
            touched.change(db, &key, Some(&value), &mut written)?;
            written.insert(key.to_vec(), None);
        }
    }
    touched.put_into(&mut written);
    Ok((!written.is_empty()).then_some((written, bytes)))
}
