//! Compresses texts that are the same for everybody once with gzip, and answers requests for them
//! with an entity tag. The length of a compressed text leaks its content, so texts that depend on a
//! reader are never compressed.

use std::io::Write as _;

use axum::{
    body::Bytes,
    http::{
        HeaderMap, StatusCode,
        header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY},
    },
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};

/// The entity tag of a content.
pub(crate) fn tag(content: &[u8]) -> String {
    let hash = Sha256::digest(content);
    let short = hash.iter().take(12).map(|byte| format!("{byte:02x}"));
    format!("\"{}\"", short.collect::<String>())
}

/// Whether a browser already has the content with this entity tag.
pub(crate) fn has_current(headers: &HeaderMap, tag: &str) -> bool {
    let asked = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok()).unwrap_or_default();
    asked.split(',').any(|one| one.trim().trim_start_matches("W/") == tag)
}

/// Browsers revalidate each time; the entity tag answers that in a few bytes.
pub(crate) const ASK_ALWAYS: &str = "no-cache";

/// A text, plain and compressed.
#[derive(Clone, Debug)]
pub(crate) struct CompressedText {
    plain: Bytes,
    gzip: Bytes,
    tag: String,
}

impl CompressedText {
    /// Compresses a text.
    pub(crate) fn new(text: impl Into<Bytes>) -> Self {
        let plain = text.into();
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to memory does not fail; if it did, the text would be sent plain.
        let gzip = encoder.write_all(&plain).and_then(|()| encoder.finish());
        let gzip = gzip.map_or_else(|_| plain.clone(), Bytes::from);
        Self { tag: tag(&plain), plain, gzip }
    }

    /// The answer to a request: the text, or only its tag if the browser has it.
    pub(crate) fn answer(&self, headers: &HeaderMap, media_type: &'static str) -> Response {
        let about = [
            (CONTENT_TYPE, media_type),
            (CACHE_CONTROL, ASK_ALWAYS),
            (ETAG, &self.tag),
            (VARY, "accept-encoding"),
        ];
        if has_current(headers, &self.tag) {
            return (StatusCode::NOT_MODIFIED, about).into_response();
        }
        if takes_gzip(headers) && self.gzip.len() < self.plain.len() {
            return (about, [(CONTENT_ENCODING, "gzip")], self.gzip.clone()).into_response();
        }
        (about, self.plain.clone()).into_response()
    }

    /// The plain text.
    #[cfg(test)]
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.plain).unwrap_or_default()
    }
}

/// Whether a browser accepts gzip (RFC 9110, 12.5.3).
fn takes_gzip(headers: &HeaderMap) -> bool {
    let taken = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    taken.split(',').any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, "q=1"));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case("gzip") && weight.is_some_and(|weight| weight > 0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::GzDecoder;
    use std::io::Read as _;

    #[test]
    fn who_takes_it_packed_gets_the_same_text() {
        let text = "the same words again and again ".repeat(40);
        let packed = CompressedText::new(text.clone());
        let mut read = String::new();
        GzDecoder::new(&*packed.gzip).read_to_string(&mut read).unwrap();
        assert_eq!(read, text);
        assert!(packed.gzip.len() * 5 < text.len());
    }

    #[test]
    fn a_browser_with_the_current_copy_gets_no_second_one() {
        let mut headers = HeaderMap::new();
        assert!(!has_current(&headers, "\"a\""));
        headers.insert(IF_NONE_MATCH, "\"b\", W/\"a\"".parse().unwrap());
        assert!(has_current(&headers, "\"a\""));
        assert!(!has_current(&headers, "\"c\""));
    }

    #[test]
    fn gzip_is_sent_to_those_who_take_it() {
        let cases = [
            ("gzip, deflate, br, zstd", true),
            ("GZIP;q=0.5", true),
            ("gzip;q=0", false),
            ("br", false),
            ("", false),
            ("gzip;level=9", false),
        ];
        for (taken, expected) in cases {
            let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, taken.parse().unwrap())]);
            assert_eq!(takes_gzip(&headers), expected, "{taken:?}");
        }
        assert!(!takes_gzip(&HeaderMap::new()));
    }
}
