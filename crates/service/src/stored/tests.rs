//! Versions that are read, refused, and told without what is in them.

use super::*;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Third {
    name: String,
    count: u32,
}

impl Form for Third {
    const KIND: &'static str = "a test";
    const VERSION: u64 = 3;

    fn older(version: u64, bytes: &[u8]) -> Option<Self> {
        #[derive(Deserialize)]
        struct Second {
            name: String,
        }
        let name = match version {
            1 => String::from_utf8(bytes.to_vec()).ok()?,
            2 => serde_json::from_slice::<Second>(bytes).ok()?.name,
            _ => return None,
        };
        Some(Self { name, count: 0 })
    }
}

/// One whose first version is all there is.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct First {
    name: String,
}

impl Form for First {
    const KIND: &'static str = "another test";
    const VERSION: u64 = 1;
}

fn third(count: u32) -> Third {
    Third { name: "Ada".to_owned(), count }
}

#[test]
fn every_version_up_to_ones_own_is_read() {
    assert_eq!(read(&write(&third(7)).expect("JSON")), Ok(third(7)));
    for (bytes, count) in [
        (r#"{"format":3,"name":"Ada","count":5}"#, 5),
        (r#"{"name":"Ada","count":6,"format":3,"what only others know":1}"#, 6),
        (r#"{"format":2,"name":"Ada"}"#, 0),
        ("Ada", 0),
    ] {
        assert_eq!(read(bytes.as_bytes()), Ok(third(count)), "{bytes}");
    }
    let first = First { name: "Ada".to_owned() };
    assert_eq!(read(br#"{"name":"Ada"}"#), Ok(first), "the first version did not say which it is");
}

#[test]
fn a_newer_version_is_refused_and_both_are_named() {
    for found in [4, 1 << 40] {
        let error = read::<Third>(format!("{{\"format\":{found}}}").as_bytes());
        assert_eq!(error, Err(FormError::Newer { kind: "a test", found, known: 3 }));
    }
}

#[test]
fn what_is_wrong_is_said_without_what_is_in_it() {
    for bytes in [
        r#"{"format":3,"name":"secret","count":"secret"}"#,
        r#"{"format":2,"name":7,"secret":1}"#,
        r#"{"format":0,"name":"secret"}"#,
        r#"{"format":3,"name":"secret"#,
        r#"{"format":"secret"}"#,
    ] {
        let Err(error @ FormError::Unreadable { .. }) = read::<Third>(bytes.as_bytes()) else {
            panic!("{bytes} is read");
        };
        assert!(!error.to_string().contains("secret"), "{error}");
    }
}

#[test]
fn any_bytes_are_read_without_a_panic() {
    for bytes in [&b""[..], b"\xff", b"null", b"[]", b"{", b"7", b"{\"format\":null}", b"{\"format\":-1}"] {
        assert!(read::<First>(bytes).is_err());
        let _ = read::<Third>(bytes);
    }
}
