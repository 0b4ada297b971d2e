//! Writes and reads records, with an idempotency key and a version check, in a store in memory:
//! `cargo run -p adoube-store --example idempotent_commit`.

use std::{
    error::Error,
    io::{self, Write},
};

use adoube_store::{
    Batch, CommitOutcome, IdempotencyKey, Key, KeyRange, MemoryStore, ScanOrder, Store, Table,
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    // A store on disk is used alike: `SledStore::open(folder)`.
    idempotent_commit(&MemoryStore::new(), &mut io::stdout()).await
}

/// Commits an event twice, a change that comes too late, and lists what is stored.
pub(crate) async fn idempotent_commit(store: &dyn Store, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let key = Key::new().text("demo:lobby");

    // A batch is applied whole or not at all. The key of the event that caused it makes it act once.
    let event = IdempotencyKey::new("demo:event-1")?;
    let batch = Batch::new().idempotent(event, "welcome", 0).expect_absent(Table::Channel, key.clone()).put(
        Table::Channel,
        key.clone(),
        "no game yet",
    );
    writeln!(out, "{}", in_words(&store.commit(batch.clone()).await?))?;

    // The same event arrives once more: nothing is written, and the stored answer comes back.
    writeln!(out, "{}", in_words(&store.commit(batch).await?))?;

    // A decision rests on the version it has read.
    let read = store.get(Table::Channel, key.as_ref()).await?.ok_or("the record is missing")?;
    writeln!(out, "version {}: {}", read.version, String::from_utf8_lossy(&read.value))?;
    let change = Batch::new().expect_version(Table::Channel, key.clone(), read.version);
    let begun = store.commit(change.clone().put(Table::Channel, key.clone(), "a game")).await?;
    writeln!(out, "{}", in_words(&begun))?;

    // Another one rests on the same version and comes too late: read again, and decide again.
    let late = store.commit(change.put(Table::Channel, key.clone(), "another game")).await?;
    writeln!(out, "{}", in_words(&late))?;

    // Keys are ordered by their parts, and ranges of them are read in order.
    let range = KeyRange::prefix(Key::new());
    for (key, record) in store.scan(Table::Channel, range, ScanOrder::Ascending, 10).await? {
        let (key, value) = (String::from_utf8_lossy(&key), String::from_utf8_lossy(&record.value));
        writeln!(out, "{key} version {}: {value}", record.version)?;
    }
    Ok(())
}

fn in_words(outcome: &CommitOutcome) -> String {
    match outcome {
        CommitOutcome::Applied => "applied, and durable".to_owned(),
        CommitOutcome::Duplicate { answer } => format!("duplicate of {}", String::from_utf8_lossy(answer)),
        CommitOutcome::Conflict { table, .. } => format!("version conflict in table {table}"),
    }
}
