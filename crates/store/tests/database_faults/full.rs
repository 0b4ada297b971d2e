//! Tests of a database whose disk is full: reads go on, and writes resume when there is room again.
//! Not here: the disk of a sled store (`full_disk`).

use adoube_postgres_cluster::{Binaries, SKIPPED, ServerOptions, TestServer};
use adoube_store::{Store, StoreHealth};

use crate::{
    TABLE, apply, becomes, event, in_time, opened, put, small_disk::SmallDisk, unreachable, version,
};

#[tokio::test]
async fn on_a_full_disk_it_reads_and_when_there_is_room_again_it_writes() {
    let Some(binaries) = Binaries::find() else { return println!("{SKIPPED}") };
    let Some(disk) = SmallDisk::mount(192) else { return };
    // Its log has room in the files it has, so that it is the tables that do not fit.
    let options = ServerOptions::new().below(disk.path()).set("max_wal_size=64MB").set("min_wal_size=64MB");
    let server = TestServer::start(&binaries, &options).expect("a server");
    let store = opened(&server.new_database()).await;
    apply(&*store, put("web:first", "first")).await;
    let ballast = disk.fill();
    let large = vec![0x5a; 60_000];
    let mut acknowledged = 0;
    let refused = loop {
        let id = format!("web:{acknowledged}");
        // Not to be packed: each byte counts.
        let noise: Vec<u8> =
            large.iter().zip(0_u32..).map(|(_, at)| (at.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        let batch = adoube_store::Batch::new().idempotent(event(&id), "done", 1).put(
            TABLE,
            acknowledged.to_string(),
            noise,
        );
        match in_time(store.commit(batch)).await {
            Ok(_) => acknowledged += 1,
            refused => break refused,
        }
        assert!(acknowledged < 400, "the disk is not full");
    };
    unreachable(refused);
    assert_eq!(*store.health().borrow(), StoreHealth::ReadOnly, "{}", server.log());
    assert_eq!(version(&*store, "first").await, 1);
    std::fs::remove_file(ballast).expect("a file");
    becomes(&*store, StoreHealth::Writable).await;
    apply(&*store, put("web:last", "last")).await;
    for number in 0..acknowledged {
        assert_eq!(version(&*store, &number.to_string()).await, 1, "{number} was acknowledged");
    }
}
