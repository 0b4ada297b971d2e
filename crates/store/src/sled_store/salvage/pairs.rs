//! Decodes the store's pairs from the blocks in salvaged pages, damaged ones included. Not here:
//! blocks in damaged pages (`pages`).

use std::ops::ControlFlow;

use crate::{
    error::StoreError,
    layout::RawPair,
    sled_store::{
        blocks::{self, BlockReadEnd},
        salvage::LogPages,
    },
};

/// Calls `found` with every pair. A damaged block yields the pairs before the damage, and the pair that is cut short with the
/// rest of its value.
pub(in crate::sled_store) fn each_pair<E: From<StoreError>>(
    pages: &LogPages,
    mut found: impl FnMut(&[u8], &[u8]) -> Result<(), E>,
) -> Result<(), E> {
    // Pairs behind the start of the next block were moved there; those in this block are older.
    let mut open: Option<RawPair> = None;
    pages.walk(|key, value| {
        let is_block = blocks::block_start(key).is_some();
        if let Some(block) = open.take() {
            read_block_pairs(&block, blocks::block_start(key), &mut found)?;
        }
        if is_block {
            open = Some((key.to_vec(), value.to_vec()));
            return Ok(());
        }
        found(key, value)
    })?;
    open.map_or(Ok(()), |block| read_block_pairs(&block, None, &mut found))
}

/// Calls `found` with the pairs of a block up to the start of the next one.
fn read_block_pairs<E>(
    (key, block): &RawPair,
    upto: Option<&[u8]>,
    found: &mut impl FnMut(&[u8], &[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let (mut given, mut count) = (Ok(()), 0);
    let followed = blocks::read_pairs(block, |key, value| {
        if upto.is_some_and(|upto| key >= upto) {
            return ControlFlow::Break(());
        }
        count += 1;
        given = found(key, value);
        if given.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    given?;
    match blocks::block_start(key) {
        // Of an unreadable block only its start is known.
        Some(start) if followed == BlockReadEnd::Damaged && count == 0 => found(start, &[]),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sled_store::{folder, salvage::log, sled_engine};

    /// The bytes of a block of these pairs.
    fn block(pairs: &[(&str, &str)]) -> Vec<u8> {
        let mut packing = blocks::BlockPacker::default();
        for (key, value) in pairs {
            assert_eq!(packing.push((key.as_bytes().to_vec(), value.as_bytes().to_vec())), []);
        }
        packing.finish().remove(0).1
    }

    #[test]
    fn what_was_moved_to_the_next_block_is_read_there_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let db = sled_engine::open_sled(folder.path(), folder.path()).expect("sled opens");
        let older = block(&[("a", "1"), ("b", "1"), ("c", "1"), ("d", "1")]);
        db.insert("=", older).expect("sled writes");
        db.insert("=c", block(&[("c", "2"), ("e", "2")])).expect("sled writes");
        db.insert("~commits", "3").expect("sled writes");
        db.flush().expect("sled flushes");
        drop(db);
        folder::wait_until_released(folder.path()).expect("it is released");
        let log = log::read(folder.path(), 0).expect("the log is read");
        let pages = LogPages::of(log).expect("it has pages");
        let mut found = Vec::new();
        each_pair(&pages, |key, value| {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            found.push((text(key), text(value)));
            Ok::<_, StoreError>(())
        })
        .expect("they are read");
        let expected = [("a", "1"), ("b", "1"), ("c", "2"), ("e", "2"), ("~commits", "3")];
        assert_eq!(found, expected.map(|(key, value)| (key.to_owned(), value.to_owned())));
    }
}
