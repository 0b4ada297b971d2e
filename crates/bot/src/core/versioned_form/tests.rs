//! Tests of the versions of stored JSON forms: which are read, which are refused, and the error
//! texts. Not here: the bot's own forms.

use super::*;

/// Version 2 added the age; version 1 is still read.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Profile {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    age: Option<u8>,
}

impl StoredForm for Profile {
    const KIND: &'static str = "profile";
    const VERSION: u64 = 2;
    const OLDEST: u64 = 1;
}

/// Version 1 was a plain name without JSON, version 2 an object with the name alone.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Room {
    name: String,
    #[serde(with = "part::option")]
    guest: Option<Profile>,
    #[serde(with = "part::boxed")]
    owner: Box<Profile>,
}

impl StoredForm for Room {
    const KIND: &'static str = "room";
    const VERSION: u64 = 3;
    const LABELLED_SINCE: u64 = 2;
    const PARTS: &'static [FormPart] =
        &[FormPart::of::<Profile>("/guest"), FormPart::of::<Profile>("/owner")];

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
        Some(room(&name, None))
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
struct Name(String);

/// A form of which only the newest version is read.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Hall {
    name: String,
}

impl StoredForm for Hall {
    const KIND: &'static str = "hall";
    const VERSION: u64 = 3;
}

impl StoredForm for Name {
    const KIND: &'static str = "name";
    const VERSION: u64 = 1;
    const LABELLED_SINCE: u64 = 2;
}

fn profile(name: &str, age: Option<u8>) -> Profile {
    Profile { name: name.to_owned(), age }
}

fn room(name: &str, guest: Option<Profile>) -> Room {
    Room { name: name.to_owned(), guest, owner: Box::new(profile("Ada", None)) }
}

#[test]
fn what_was_written_is_read_again() {
    for form in [profile("Ada", None), profile("Ada", Some(36))] {
        let bytes = write(&form).expect("JSON");
        assert_eq!(read::<Profile>(&bytes).expect("the same"), form, "{}", String::from_utf8_lossy(&bytes));
    }
    for form in [room("A", None), room("A", Some(profile("Bob", Some(1))))] {
        let bytes = write(&form).expect("JSON");
        assert_eq!(read::<Room>(&bytes).expect("the same"), form, "{}", String::from_utf8_lossy(&bytes));
    }
    let name = Name("Ada".to_owned());
    assert_eq!(read::<Name>(&write(&name).expect("JSON")).expect("the same"), name);
}

#[test]
fn the_version_is_written_first() {
    let text = |form: &Profile| String::from_utf8(write(form).expect("JSON")).expect("text");
    assert_eq!(text(&profile("Ada", None)), r#"{"format":2,"name":"Ada"}"#);
    assert_eq!(text(&profile("Ada", Some(36))), r#"{"format":2,"name":"Ada","age":36}"#);
    assert_eq!(write(&Name("Ada".to_owned())).expect("JSON"), br#""Ada""#);
    let bytes = write(&room("A", Some(profile("Bob", Some(1))))).expect("JSON");
    assert_eq!(
        String::from_utf8(bytes).expect("text"),
        r#"{"format":3,"name":"A","guest":{"format":2,"name":"Bob","age":1},"owner":{"format":2,"name":"Ada"}}"#
    );
}

#[test]
fn older_versions_are_read() {
    for text in [
        r#"{"name":"Ada"}"#,
        r#"{"format":1,"name":"Ada"}"#,
        r#"{"name":"Ada","format":1}"#,
        r#"{"format":2,"name":"Ada"}"#,
        "{\"for\\u006dat\":1,\"na\\u006de\":\"Ada\"}",
    ] {
        assert_eq!(read::<Profile>(text.as_bytes()).expect(text), profile("Ada", None));
    }
    for text in ["A", r#"{"format":2,"name":"A"}"#] {
        assert_eq!(read::<Room>(text.as_bytes()).expect(text), room("A", None));
    }
}

#[test]
fn newer_versions_are_refused_with_both_numbers() {
    for (text, form, found, known) in [
        (r#"{"format":3,"name":"Ada"}"#, "profile", 3, 2),
        (r#"{"format":3,"names":["Ada"],"age":{}}"#, "profile", 3, 2),
        (r#"{"age":"old","format":18446744073709551615}"#, "profile", u64::MAX, 2),
    ] {
        let error = read::<Profile>(text.as_bytes()).expect_err(text);
        assert!(
            matches!(error, FormError::Newer { kind: f, found: a, known: b } if (f, a, b) == (form, found, known)),
            "{text}: {error}"
        );
        let said = error.to_string();
        assert!(said.contains(&found.to_string()) && said.contains(&known.to_string()), "{said}");
    }
    let text = r#"{"format":3,"name":"A","guest":{"format":9,"handle":"B"},"owner":{"name":"Ada"}}"#;
    let error = read::<Room>(text.as_bytes()).expect_err("a newer guest");
    assert!(matches!(error, FormError::Newer { kind: "profile", found: 9, known: 2 }), "{error}");
    let error = read::<Name>(br#"{"format":2,"name":"Ada"}"#).expect_err("a newer name");
    assert!(matches!(error, FormError::Newer { kind: "name", found: 2, known: 1 }), "{error}");
}

#[test]
fn versions_that_are_no_longer_read_are_refused_with_both_numbers() {
    let text = r#"{"format":3,"name":"A","owner":{"format":1,"name":"Ada","lost":1}}"#;
    assert!(matches!(read::<Room>(text.as_bytes()), Err(FormError::Unreadable { .. })), "version 1 is read");
    for (text, found) in [(r#"{"title":"A"}"#, 1), (r#"{"format":2,"title":"A"}"#, 2)] {
        let error = read::<Hall>(text.as_bytes()).expect_err(text);
        assert!(
            matches!(error, FormError::Older { kind: "hall", found: a, oldest: 3 } if a == found),
            "{text}: {error}"
        );
        assert!(error.to_string().contains(&format!("version {found}")), "{error}");
    }
    assert!(matches!(read::<Hall>(b"A"), Err(FormError::Unreadable { .. })), "it says no version");
}

#[test]
fn what_is_damaged_is_refused_without_a_word_of_it() {
    for (text, expected) in [
        (r#"{"format":1,"name":"secret","secret":1}"#, "a field that its version does not have"),
        (r#"{"format":1,"name":["secret"]}"#, "its form is another one"),
        (r#"{"format":1,"name":"secret","name":"secret"}"#, "its form is another one"),
        (r#"{"format":1,"format":1,"name":"secret"}"#, "its form is another one"),
        (r#"{"format":"secret","name":"secret"}"#, "its form is another one"),
        (r#"{"format":-1,"name":"secret"}"#, "its form is another one"),
        (r#"{"format":0,"name":"secret"}"#, "its form is another one"),
        (r#"{"format":1,"name":"sec"#, "it breaks off"),
        (r#"{"format":1,"name":"secret"} secret"#, "it is no JSON"),
        ("secret", "it is no JSON"),
        (r#""secret""#, "its form is another one"),
        ("null", "its form is another one"),
        ("", "it breaks off"),
    ] {
        let error = read::<Profile>(text.as_bytes()).expect_err(text);
        assert!(matches!(error, FormError::Unreadable { kind: "profile", .. }), "{text}: {error}");
        let said = error.to_string();
        assert!(said.contains(expected) && !said.contains("sec"), "{text}: {said}");
    }
}

#[test]
fn any_bytes_are_read_without_a_panic() {
    for bytes in [&b""[..], b"\xff", b"null", b"[]", b"{", b"7", b"{\"format\":null}", b"{\"format\":-1}"] {
        assert!(read::<Profile>(bytes).is_err());
        let _ = read::<Room>(bytes);
    }
}
