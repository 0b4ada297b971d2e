//! Checks the records after the program has stopped: the files are whole, no message is
//! undelivered, and every game is there as its players left it. Not here: how they were left
//! (`evening`).

use std::path::Path;

use adoube_store::{Key, KeyRange, ScanOrder, SledStore, Store, StoreError, Table};

use crate::{evening::Left, hidden::cards};

pub async fn check(folder: &Path, left: &[Left]) {
    let findings = SledStore::inspect::<StoreError>(folder, |_| Ok(())).expect("a store");
    assert!(findings.is_whole(), "{findings:?}");
    let store = SledStore::open(folder).expect("a store");
    let on_matrix = |kind: &str| (Table::Matrix, KeyRange::prefix(Key::new().text(kind)));
    let nothing = ["reply", "picture", "aside"].map(on_matrix);
    for (table, range) in nothing.into_iter().chain([(Table::Outbox, KeyRange::all())]) {
        let waiting = store.scan(table, range, ScanOrder::Ascending, 10).await.expect("a store");
        assert!(waiting.is_empty(), "{table:?} still has {waiting:?}");
    }
    let mut over = 0;
    for Left { channel, running, over: ids } in left {
        let there = cards::running(&store, channel).await;
        let text = |game: adoube_rules::Game| game.snapshot().full_text().to_owned();
        assert_eq!(there.map(text), running.clone().map(text), "{channel}");
        for id in ids {
            let key: Vec<u8> = Key::new().text(id).into();
            let kept = store.get(Table::Game, &key).await.expect("a store");
            assert!(kept.is_some(), "game {id} of {channel} is not kept");
        }
        over += ids.len();
    }
    println!("{} records are whole; {over} games are over, and those that run are there", findings.rows);
    store.close().await.expect("a store");
}
