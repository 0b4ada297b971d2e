//! Serialisation of an exported record within a stored notice: plain if the text is short, else
//! compressed, as a store's values are bounded. A text that is too long even compressed is left
//! out, and written from the game again (`Bot::complete_notice`).

use std::io::{Read, Write};

use base64::{Engine, engine::general_purpose::STANDARD};
use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

use crate::Notice;

/// Maximum of plain text, in bytes. JSON escapes at most double it: only control characters need
/// more, and no record has any.
const MAX_PLAIN: usize = 16 * 1024;
/// Maximum of compressed text, in bytes of base64: the rest of the notice is short.
const MAX_PACKED: usize = 60 * 1024;
/// Maximum of decompressed text, in bytes.
const MAX_TEXT: u64 = 8 * 1024 * 1024;

#[derive(Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum LongText {
    Plain(String),
    Packed { zlib: String },
    LeftOut { left_out: bool },
}

impl Notice {
    /// Removes the text of an exported record that is too long to be stored;
    /// [`crate::Bot::complete_notice`] adds it again.
    pub fn leave_out_long_text(&mut self) {
        if let Self::Export { text, .. } = self
            && !fits(text)
        {
            text.clear();
        }
    }
}

/// Whether the text fits into a stored notice.
fn fits(text: &str) -> bool {
    text.len() <= MAX_PLAIN || packed(text).is_ok_and(|packed| packed.len() <= MAX_PACKED)
}

fn packed(text: &str) -> std::io::Result<String> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes())?;
    Ok(STANDARD.encode(encoder.finish()?))
}

fn unpacked(zlib: &str) -> Option<String> {
    let bytes = STANDARD.decode(zlib).ok()?;
    let mut text = String::new();
    ZlibDecoder::new(bytes.as_slice()).take(MAX_TEXT).read_to_string(&mut text).ok()?;
    Some(text)
}

pub(super) fn serialize<S: Serializer>(text: &str, to: S) -> Result<S::Ok, S::Error> {
    if text.len() <= MAX_PLAIN {
        return to.serialize_str(text);
    }
    let zlib = packed(text).map_err(ser::Error::custom)?;
    let stored = match zlib.len() {
        ..=MAX_PACKED => LongText::Packed { zlib },
        _ => LongText::LeftOut { left_out: true },
    };
    stored.serialize(to)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    match LongText::deserialize(from)? {
        LongText::Plain(text) => Ok(text),
        LongText::Packed { zlib } => {
            unpacked(&zlib).ok_or_else(|| de::Error::custom("a compressed text is damaged"))
        }
        LongText::LeftOut { .. } => Ok(String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize, Deserialize)]
    struct Holder(#[serde(with = "super")] String);

    #[test]
    fn texts_are_read_back_and_long_ones_are_stored_small() {
        let moves = |plies: usize| {
            let lines: Vec<String> = (0..plies).map(|ply| format!("{{\"at\":{ply}}},\n")).collect();
            lines.concat()
        };
        for text in [String::new(), "1. e4 e5 *".to_owned(), moves(700), moves(10_000)] {
            let stored =
                serde_json::to_string(&Holder(text.clone())).unwrap_or_else(|error| panic!("{error}"));
            let read: Holder = serde_json::from_str(&stored).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(read.0, text);
            assert!(stored.len() < 64 * 1024, "{}", stored.len());
        }
        let mut noise = 1_u64;
        let random = std::iter::repeat_with(|| {
            noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            char::from(b' ' + (noise >> 57) as u8 % 90)
        });
        let noise = Holder(random.take(100_000).collect());
        let stored = serde_json::to_string(&noise).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(stored, "{\"left_out\":true}");
        assert_eq!(serde_json::from_str::<Holder>(&stored).map(|read| read.0).ok(), Some(String::new()));
        assert!(serde_json::from_str::<Holder>("{\"zlib\":\"AAAA\"}").is_err());
    }
}
