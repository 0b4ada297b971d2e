//! Rows as they lie in a store, taken out of it and put into it by hand. Not here: what stores do with them (`conformance`).

use adoube_store::{EventId, Record, Row, Table};

#[test]
fn a_row_is_the_same_when_it_is_taken_out_and_damaged_when_it_was_changed() {
    let record = Record { version: 7, value: b"{}".to_vec() };
    let id = EventId::new("web:81").expect("a short id");
    for row in [
        Row::Record { table: Table::Channel, key: b"web:general/".to_vec(), record },
        Row::Answer { id, at_millis: 5, answer: b"e4".to_vec() },
    ] {
        let (key, mut value) = row.seal().expect("within the limits");
        assert_eq!(Row::open(&key, &value).expect("it is whole"), row);
        assert!(Row::open(b"channel\0web:other/", &value).is_err(), "{row:?}");
        value[3] ^= 1;
        assert!(Row::open(&key, &value).is_err(), "{row:?}");
    }
    assert!(Row::open(b"no table\0key", b"").is_err());
}
