//! Fuzz target for rows of a store, as they are stored and as lines of an export: checks that they
//! are read and written without a difference, and that damage is detected. Not here: what the
//! values mean (`records`).
//!
//! What begins with `{` is an export; anything else is the key of a row, a line end, and a value with its checksum.
//!
//! - Every row of an export is written as a line that is read as the same row, and an export that was read to its end is one
//!   again.
//! - Every row can be laid into a store and is the same when it is taken out; with any one bit changed it is damaged, and so
//!   it is under another key.
//! - Bytes that are a row are the bytes of that row and of no other.

#![no_main]

use adoube_store::{ExportReader, ExportWriter, StoreRow};
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|data: &[u8]| -> Corpus {
    if data.starts_with(b"{") {
        check_export(data);
        return Corpus::Keep;
    }
    let Some(end) = data.iter().position(|byte| *byte == b'\n') else { return Corpus::Reject };
    let (key, value) = (&data[..end], &data[end + 1..]);
    if let Ok(row) = StoreRow::decode(key, value) {
        assert_eq!(row.encode().expect("within the limits"), (key.to_vec(), value.to_vec()));
    }
    Corpus::Keep
});

fn check_export(text: &[u8]) {
    let Ok(mut reader) = ExportReader::begin(text) else { return };
    let mut rows = Vec::new();
    let is_whole = loop {
        match reader.row() {
            Ok(Some(row)) => rows.push(row),
            Ok(None) => break true,
            Err(error) => break error.to_string().is_empty(),
        }
    };
    assert_eq!(reader.rows(), rows.len() as u64);
    let mut written = Vec::new();
    let mut writer = ExportWriter::begin(&mut written).expect("memory");
    for row in &rows {
        check_row(row);
        writer.row(row).expect("memory");
    }
    assert_eq!(writer.end().expect("memory"), rows.len() as u64);
    assert_eq!(read(&written), rows, "an export that is {}", if is_whole { "whole" } else { "cut" });
}

fn read(text: &[u8]) -> Vec<StoreRow> {
    let mut reader = ExportReader::begin(text).expect("an export");
    let mut rows = Vec::new();
    while let Some(row) = reader.row().expect("rows that were just written") {
        rows.push(row);
    }
    rows
}

fn check_row(row: &StoreRow) {
    let (key, value) = row.encode().expect("within the limits");
    assert_eq!(StoreRow::decode(&key, &value).as_ref().ok(), Some(row));
    let mut flipped = value.clone();
    // Which one is drawn from the checksum.
    let bit = value.iter().fold(7_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add((*byte).into()));
    flipped[bit / 8 % value.len()] ^= 1 << (bit % 8);
    assert!(StoreRow::decode(&key, &flipped).is_err(), "{row:?}");
    assert!(StoreRow::decode(&[&key, &b"/"[..]].concat(), &value).is_err(), "{row:?}");
}
