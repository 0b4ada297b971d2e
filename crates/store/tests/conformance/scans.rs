//! Conformance tests of scans: their order, and the bounds of key ranges.

use std::sync::Arc;

use adoube_store::{Batch, Key, KeyRange, ScanOrder, Store, Table};

use crate::subject::{TABLE, apply};

async fn keys(store: &dyn Store, range: KeyRange, order: ScanOrder, limit: usize) -> Vec<Vec<u8>> {
    let found = store.scan(TABLE, range, order, limit).await.expect("the store scans");
    found.into_iter().map(|(key, _)| key).collect()
}

async fn fill(store: &dyn Store, keys: &[&[u8]]) {
    let batch = keys.iter().fold(Batch::new(), |batch, key| batch.put(TABLE, *key, *key));
    // Neighbouring tables, in the order of their names, must not show.
    apply(store, batch.put(Table::Event, "z", "").put(Table::Index, "", "").put(Table::Deadline, [0xff], ""))
        .await;
}

pub(crate) async fn keys_come_in_byte_order_in_both_directions(store: Arc<dyn Store>) {
    let mut expected: Vec<&[u8]> =
        vec![b"", b"\0", b"\0\0", b"A", b"a", b"a\0", b"aa", b"a\xff", b"b", b"\xff", b"\xff\xff"];
    fill(&*store, &expected.iter().rev().copied().collect::<Vec<_>>()).await;
    assert_eq!(keys(&*store, KeyRange::all(), ScanOrder::Ascending, 100).await, expected);
    expected.reverse();
    assert_eq!(keys(&*store, KeyRange::all(), ScanOrder::Descending, 100).await, expected);
    assert_eq!(keys(&*store, KeyRange::all(), ScanOrder::Descending, 4).await, expected[..4]);
    assert!(keys(&*store, KeyRange::all(), ScanOrder::Ascending, 0).await.is_empty());
    let found =
        store.scan(TABLE, KeyRange::prefix("aa"), ScanOrder::Ascending, 1).await.expect("the store scans");
    assert_eq!((found[0].1.version, found[0].1.value.as_slice()), (1, b"aa".as_slice()));
}

pub(crate) async fn a_prefix_means_exactly_the_keys_that_begin_with_it(store: Arc<dyn Store>) {
    fill(&*store, &[b"a", b"a\0", b"a\xff\xff", b"ab", b"b", b"\xff", b"\xff\x01"]).await;
    let cases: [(&[u8], &[&[u8]]); 5] = [
        (b"a", &[b"a", b"a\0", b"ab", b"a\xff\xff"]),
        (b"a\xff", &[b"a\xff\xff"]),
        (b"\xff", &[b"\xff", b"\xff\x01"]),
        (b"c", &[]),
        (b"", &[b"a", b"a\0", b"ab", b"a\xff\xff", b"b", b"\xff", b"\xff\x01"]),
    ];
    for (prefix, expected) in cases {
        assert_eq!(
            keys(&*store, KeyRange::prefix(prefix), ScanOrder::Ascending, 100).await,
            expected,
            "{prefix:?}"
        );
    }
}

pub(crate) async fn a_range_has_its_start_and_not_its_end(store: Arc<dyn Store>) {
    fill(&*store, &[b"a", b"b", b"c", b"d"]).await;
    let range = KeyRange::between("b", "d");
    assert_eq!(keys(&*store, range.clone(), ScanOrder::Ascending, 100).await, [b"b", b"c"]);
    assert_eq!(keys(&*store, range, ScanOrder::Descending, 100).await, [b"c", b"b"]);
    assert_eq!(keys(&*store, KeyRange::all().before(b"b"), ScanOrder::Ascending, 100).await, [b"a"]);
    assert_eq!(keys(&*store, KeyRange::all().after(b"c"), ScanOrder::Ascending, 100).await, [b"d"]);
}

pub(crate) async fn a_scan_goes_on_where_it_stopped(store: Arc<dyn Store>) {
    let channel = |name: &str| Key::new().text(name);
    let mut batch = Batch::new();
    for number in 0..100 {
        batch = batch.put(TABLE, channel("here").number(number), "").put(
            TABLE,
            channel("there").number(number),
            "",
        );
    }
    apply(&*store, batch).await;
    for order in [ScanOrder::Ascending, ScanOrder::Descending] {
        let mut range = KeyRange::prefix(channel("here"));
        let mut seen = Vec::new();
        loop {
            let part = keys(&*store, range.clone(), order, 7).await;
            let Some(last) = part.last() else { break };
            range = match order {
                ScanOrder::Ascending => range.after(last),
                ScanOrder::Descending => range.before(last),
            };
            seen.extend(part);
        }
        if order == ScanOrder::Descending {
            seen.reverse();
        }
        let expected: Vec<Vec<u8>> = (0..100).map(|number| channel("here").number(number).into()).collect();
        assert_eq!(seen, expected, "{order:?}");
    }
}

pub(crate) async fn an_upside_down_range_is_empty(store: Arc<dyn Store>) {
    fill(&*store, &[b"a", b"b", b"c"]).await;
    for order in [ScanOrder::Ascending, ScanOrder::Descending] {
        assert!(keys(&*store, KeyRange::between("c", "a"), order, 100).await.is_empty());
        assert!(keys(&*store, KeyRange::between("b", "b"), order, 100).await.is_empty());
        assert!(keys(&*store, KeyRange::prefix("a").after(b"z"), order, 100).await.is_empty());
    }
}
