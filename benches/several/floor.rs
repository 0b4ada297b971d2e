//! Measures the floor of the benchmark: pgbench runs the statements of whole moves, as many of each
//! kind as the programs use, on rows as large as theirs. Left out, in favour of the floor, is the
//! ownership of lanes. Not here: how statements are counted (`database`).

use std::{fmt::Write as _, time::Duration};

use adoube_postgres_cluster::{Binaries, PgbenchRate, TestServer};
use adoube_store::{PostgresSettings, PostgresStore, Store as _};

use crate::{
    Failure,
    database::{Counted, Database},
};

/// As many players as there are games.
pub fn floor(
    binaries: &Binaries,
    server: &TestServer,
    each: &Counted,
    games: usize,
    length: Duration,
) -> Result<PgbenchRate, Failure> {
    let database = Database::new(server)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        // It makes the tables.
        let store = PostgresStore::open(&PostgresSettings::new(&database.url)?).await?;
        store.close().await
    })?;
    database.settle()?;
    Ok(adoube_postgres_cluster::run_pgbench(binaries, &database.url, &script(each), games, length.as_secs())?)
}

fn script(each: &Counted) -> String {
    let count = |kind: &str| each.statements.get(kind).map_or(0, |count| count.round() as usize);
    let value = |kind: &str| hex(each.sizes.get(kind).map_or(0, |size| *size as usize));
    let channel = "convert_to('floor:' || :client_id, 'UTF8')";
    let numbered = "convert_to('floor:' || :client_id || '/' || :n, 'UTF8')";
    let home = ":client_id::int4";
    let mut script = "\\set n :n + 1\n".to_owned();
    let mut say = |times: usize, statement: &str| {
        for _ in 0..times {
            script.push_str(statement);
            script.push_str(";\n");
        }
    };
    say(
        count("reads of an answer"),
        &format!(
            "SELECT answer, at, home, checksum FROM adoube.answer WHERE id = {numbered} AND home = ANY (ARRAY[{home}, {home}])"
        ),
    );
    say(
        count("reads of a row"),
        &format!(
            "SELECT version, value, checksum FROM adoube.record WHERE kind = 'channel' AND key = {channel} AND home = {home}"
        ),
    );
    say(
        1,
        &format!(
            "SELECT outcome FROM adoube.commit_2(\
             {numbered}, ARRAY[{home}, {home}], 1000::int8, {answer}, :n::int8, :n::int8, \
             ARRAY[{home}, {home}, {home}], ARRAY['channel', 'event', 'outbox'], ARRAY[{channel}, {numbered}, {numbered}], \
             ARRAY[:n::int8 - 1, 0, NULL]::int8[], ARRAY[0, 1, NULL]::int4[], ARRAY[1, 1, 1]::int8[], \
             ARRAY[false, false, false], ARRAY[{record}, {event}, {notice}], \
             ARRAY[:n, :n, :n]::int8[])",
            answer = value("answer"),
            record = value("channel"),
            event = value("event"),
            notice = value("outbox"),
        ),
    );
    say(
        count("reads of a range"),
        &format!(
            "SELECT key, version, value, checksum FROM adoube.record WHERE kind = 'outbox' AND key >= {channel} \
             AND key < {channel} || '0'::bytea AND home = {home} ORDER BY key ASC LIMIT 2"
        ),
    );
    say(
        count("commits").saturating_sub(1),
        &format!(
            "SELECT outcome FROM adoube.commit_2(\
             NULL, NULL, NULL, NULL, :n::int8, NULL, ARRAY[{home}], ARRAY['outbox'], ARRAY[{numbered}], ARRAY[1]::int8[], \
             ARRAY[0]::int4[], ARRAY[0]::int8[], ARRAY[true], ARRAY[NULL]::bytea[], \
             ARRAY[NULL]::int8[])"
        ),
    );
    script
}

/// Bytes that are not all the same, as many as that.
fn hex(length: usize) -> String {
    let mut hex = String::from("'\\x");
    let mut number: u64 = 0x9e37_79b9;
    for _ in 0..length {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Letters and digits, of which records mostly consist; writing to a string cannot fail.
        let _ = write!(hex, "{:02x}", 0x30 + (number >> 59));
    }
    hex + "'::bytea"
}
