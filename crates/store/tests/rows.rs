//! Test that a row is the same after it was encoded as a pair of the key-value map under a store
//! and decoded again, and that a changed one counts as damaged. Not here: what stores do with them
//! (`conformance`).

use adoube_store::{IdempotencyKey, Record, StoreRow, Table};

#[test]
fn a_row_is_the_same_when_it_is_taken_out_and_damaged_when_it_was_changed() {
    let record = Record { version: 7, value: b"{}".to_vec() };
    let id = IdempotencyKey::new("web:81").expect("a short id");
    for row in [
        StoreRow::Record { table: Table::Channel, key: b"web:general/".to_vec(), record },
        StoreRow::Answer { id, at_millis: 5, answer: b"e4".to_vec() },
    ] {
        let (key, mut value) = row.encode().expect("within the limits");
        assert_eq!(StoreRow::decode(&key, &value).expect("it is whole"), row);
        assert!(StoreRow::decode(b"channel\0web:other/", &value).is_err(), "{row:?}");
        value[3] ^= 1;
        assert!(StoreRow::decode(&key, &value).is_err(), "{row:?}");
    }
    assert!(StoreRow::decode(b"no table\0key", b"").is_err());
}
