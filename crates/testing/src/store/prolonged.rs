//! Lengthens a stored game by repeating its events, as playing thousands of moves would take minutes. The position does not match;
//! records do not check it.

use adoube_store::{Batch, Key, KeyRange, KeyReader, MAX_WRITES, ScanOrder, Store, Table};

/// The events there are when a game of four moves was played are read at once.
const MAX_EVENTS: usize = 100;

/// Writes the last four events of the channel's only game again and again, as further ones, until it has so many; each at a
/// time of its own, so that they hardly compress.
///
/// # Panics
///
/// The store fails, or nothing was played in the channel.
pub async fn prolong(store: &dyn Store, channel: &str, events: u64) {
    let range = KeyRange::prefix(Key::new().text(channel));
    let rows = store.scan(Table::Event, range, ScanOrder::Ascending, MAX_EVENTS).await.expect("the store");
    let (last, _) = rows.last().expect("events");
    let mut reader = KeyReader::new(last);
    let game = reader.text().and_then(|_| reader.text()).expect("a game");
    let newest = reader.number().expect("its number");
    let repeated: Vec<String> = rows[rows.len() - 4..]
        .iter()
        .map(|(_, record)| String::from_utf8(record.value.clone()).expect("text"))
        .collect();
    let mut noise = 1_u64;
    let mut batch = Batch::new();
    for number in newest + 1..events {
        noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let event = &repeated[((number - newest - 1) % 4) as usize];
        let value = with_number(&with_number(event, "\"at\":", noise >> 24), "\"used\":", noise >> 40);
        let key = Key::new().text(channel).text(&game).number(number);
        batch = batch.put(Table::Event, key, value.into_bytes());
        if batch.writes.len() == MAX_WRITES {
            store.commit(std::mem::take(&mut batch)).await.expect("the store");
        }
    }
    store.commit(batch).await.expect("the store");
}

/// The same JSON with another number in a field, if it has that.
fn with_number(json: &str, field: &str, number: u64) -> String {
    let Some((before, rest)) = json.split_once(field) else { return json.to_owned() };
    let rest = rest.trim_start_matches(|sign: char| sign.is_ascii_digit());
    format!("{before}{field}{number}{rest}")
}
