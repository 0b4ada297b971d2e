//! Computes the shard key of a record or an answer: equal for everything that one event writes, as
//! far as possible, so that a database split over nodes (Citus, for one) commits the batch on one
//! of them. Not here: how a key is composed (`key`).

use crate::{idempotency_key::IdempotencyKey, range::KeyRange, table::Table};

/// The hash of the name of a channel, a person, a game, or a part of the program. Different names may collide, which only
/// puts them on one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardKey(i32);

impl ShardKey {
    fn of_name(name: &[u8]) -> Self {
        Self(crc32fast::hash(name).cast_signed())
    }

    /// The number in the database's column.
    #[cfg(feature = "postgres")]
    pub(crate) const fn as_i32(self) -> i32 {
        self.0
    }

    /// The shard key of a record: of the part of its key that names channel, person or game, else of the whole key.
    pub fn of_key(table: Table, key: &[u8]) -> Self {
        Self::of_name(shard_part(table, key).unwrap_or(key))
    }

    /// The shard key of all records of a range, if they have one in common.
    pub fn of_range(table: Table, range: &KeyRange) -> Option<Self> {
        let end = range.end.as_ref()?;
        let name = shard_part(table, &range.start)?;
        // The range must end before the keys that follow this prefix.
        let upto = prefix(table, &range.start)?;
        let is_within =
            end.starts_with(upto) || crate::range::after_prefix(upto).is_some_and(|last| *end <= last);
        is_within.then(|| Self::of_name(name))
    }

    /// The shard keys under which the answer to an event may lie: that of its assigned shard, under which it is written, and
    /// that of the bare key.
    pub fn of_event(id: &IdempotencyKey) -> [Self; 2] {
        let nowhere = Self::of_name(id.as_str().as_bytes());
        [id.shard().map_or(nowhere, |name| Self::of_name(encode_name(name).as_slice())), nowhere]
    }
}

/// The name as a key encodes it.
fn encode_name(shard_name: &str) -> Vec<u8> {
    let mut name: Vec<u8> = crate::Key::new().text(shard_name).into();
    name.pop();
    name
}

/// The part of a key that names its shard.
fn shard_part(table: Table, key: &[u8]) -> Option<&[u8]> {
    prefix(table, key)?.strip_suffix(b"/")?.rsplit(|byte| *byte == b'/').next()
}

/// A key up to the end of the part that names its shard.
fn prefix(table: Table, key: &[u8]) -> Option<&[u8]> {
    let mut ends = key.iter().enumerate().filter(|(_, byte)| **byte == b'/').map(|(at, _)| at + 1);
    key.get(..ends.nth(table.shard_key_part())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Key;

    #[test]
    fn what_a_move_writes_is_at_home_in_its_channel() {
        let channel = "discord:1/2";
        let shard_key = ShardKey::of_key(Table::Channel, Key::new().text(channel).as_ref());
        let keys = [
            (Table::Event, Key::new().text(channel).text("abcdef").number(3)),
            (Table::Outbox, Key::new().text("discord").text(channel).number(3)),
            (Table::Deadline, Key::new().text("due").number(7).text(channel).text("x")),
            (Table::Discord, Key::new().text("board").text(channel).text("x")),
            (Table::Web, Key::new().text("log").text(channel).number(3)),
        ];
        for (table, key) in keys {
            assert_eq!(ShardKey::of_key(table, key.as_ref()), shard_key, "{table}");
        }
        let event = IdempotencyKey::new("discord:9").expect("an id");
        assert_eq!(ShardKey::of_event(&event.clone().in_shard(channel))[0], shard_key);
        assert_ne!(ShardKey::of_event(&event)[0], shard_key);
    }

    #[test]
    fn a_range_has_a_home_only_when_all_of_it_has() {
        let lane = Key::new().text("web").text("web:a");
        let of = |range: &KeyRange| ShardKey::of_range(Table::Outbox, range);
        let shard_key = Some(ShardKey::of_key(Table::Outbox, lane.clone().number(1).as_ref()));
        let whole = KeyRange::prefix(lane.clone());
        assert_eq!(of(&whole), shard_key);
        assert_eq!(of(&whole.after(lane.number(4).as_ref())), shard_key);
        let wide = [
            KeyRange::all(),
            KeyRange::prefix(Key::new().text("web")),
            KeyRange::between(Key::new().text("web").text("a"), Key::new().text("web").text("b")),
            KeyRange { start: Key::new().text("web").text("a").into(), end: None },
        ];
        for range in wide {
            assert_eq!(of(&range), None, "{range:?}");
        }
    }
}
