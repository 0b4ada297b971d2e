//! Tests that every record of the web chat in the fixture store is read and written again without a
//! difference.

use std::collections::BTreeSet;

use adoube_testing::stored_forms::{fixture_rows, stays_the_same};

use crate::{
    channels::{
        channel::ChannelDetails,
        invite::InviteTarget,
        stored::{StoredChannelInfo, StoredChannelRemoval, StoredInvite, StoredListVersion},
    },
    identity::{
        profile::WebProfile,
        stored::{StoredNameForms, StoredOwner, StoredWebProfile, read_secret, write_secret},
    },
    log::{
        entry::LogEntry,
        stored::{StoredLogTail, StoredWebEntry},
    },
    presence::{
        board::PresenceList,
        stored::{StoredPresenceList, StoredPresenceSlot},
    },
    records::{
        CHANNEL, HIDDEN, INVITE, LEAVING, LOG, LOOK, LOOKS, MODERATOR, NAME, OWN, PERSON, SECRET, TABLE,
    },
    sync::stored::{StoredWakeup, StoredWakeupReason},
};

/// A log entry with the byte count stored beside it.
struct Logged(LogEntry, u64);

impl From<StoredWebEntry> for Logged {
    fn from(stored: StoredWebEntry) -> Self {
        let upto = stored.upto;
        Self(stored.into(), upto)
    }
}

fn keeps_the_secret(value: &[u8]) {
    let secret = read_secret(value, 64).expect("a form").expect("a key");
    let written = write_secret(&secret).expect("JSON");
    assert!(written.starts_with(b"{\"format\":2,"));
    assert_eq!(read_secret(&written, 64), Ok(Some(secret)));
}

#[test]
fn a_damaged_secret_is_none_and_an_unknown_form_an_error() {
    for damaged in [&b"{\"format\":2,\"secret\":\"AAAA\"}"[..], b"{\"format\":2,\"secret\":\"?\"}"] {
        assert_eq!(read_secret(damaged, 64), Ok(None));
    }
    assert!(read_secret(&[b'{'; 64], 64).is_err() && read_secret(b"{\"format\":3}", 64).is_err());
}

#[tokio::test]
async fn every_row_of_the_fixture_is_read_and_stays_the_same() {
    let mut found = BTreeSet::new();
    for (key, value) in fixture_rows(TABLE).await {
        let kind = key.split('/').next().unwrap_or_default();
        match kind {
            LOG | OWN => stays_the_same(&key, &value, |each: &Logged| StoredWebEntry::new(&each.0, each.1)),
            PERSON => stays_the_same(&key, &value, |each: &WebProfile| StoredWebProfile::from(each)),
            NAME | LOOK | MODERATOR => {
                stays_the_same(&key, &value, |each: &StoredOwner| StoredOwner {
                    person: each.person.clone(),
                });
            }
            LOOKS => {
                stays_the_same(&key, &value, |each: &StoredNameForms| StoredNameForms {
                    form: each.form.clone(),
                });
            }
            CHANNEL | HIDDEN => {
                stays_the_same(&key, &value, |each: &ChannelDetails| StoredChannelInfo::from(each));
            }
            INVITE => stays_the_same(&key, &value, |each: &InviteTarget| StoredInvite::from(each)),
            SECRET => keeps_the_secret(&value),
            _ => panic!("{key}: nothing of that kind is known"),
        }
        found.insert(kind.to_owned());
    }
    let expected = [LOG, OWN, PERSON, NAME, LOOK, LOOKS, CHANNEL, MODERATOR, SECRET];
    assert_eq!(found, expected.map(str::to_owned).into());
}

/// Records that the fixture store of a release does not contain: rooms of games, private channels,
/// links, and rows of a store that several processes share.
#[test]
fn what_no_kept_store_has_is_read_and_stays_the_same() {
    let whoever = r#"{"id":"web:ada","name":"Ada"}"#;
    let founded = [
        r#"{"format":2,"by":"web:ada","from":"10.0.0.0","at":7}"#.to_owned(),
        format!(
            r#"{{"format":2,"by":"web:ada","at":7,"room":{{"parent":"lobby","players":[{whoever}],"over_at":9}}}}"#
        ),
        format!(
            r#"{{"format":2,"by":"web:ada","at":7,"private":{{"title":"Club","members":[{whoever}],"link":3}}}}"#
        ),
    ];
    for text in founded {
        stays_the_same(HIDDEN, text.as_bytes(), |each: &ChannelDetails| StoredChannelInfo::from(each));
    }
    for to in [
        r#"{"seat":{"accept":"challenge.k7f2xy.accept"}}"#,
        r#"{"seat":{"accept":"challenge.k7f2xy.accept","taken_by":"web:bob","seated":true,"link":4}}"#,
        r#"{"room":{"link":5}}"#,
    ] {
        let text = format!(
            r#"{{"format":1,"by":"web:ada","from":"10.0.0.0","channel":"lobby","until":9,"to":{to}}}"#
        );
        stays_the_same(INVITE, text.as_bytes(), |each: &InviteTarget| StoredInvite::from(each));
    }
    stays_the_same(LEAVING, br#"{"format":1,"at":7}"#, |each: &StoredChannelRemoval| StoredChannelRemoval {
        at: each.at,
    });
    stays_the_same("head", br#"{"format":1,"newest":7}"#, |each: &StoredLogTail| StoredLogTail {
        newest: each.newest,
    });
    stays_the_same("listed", br#"{"format":1}"#, |_: &StoredListVersion| StoredListVersion {});
    let bell =
        r#"{"format":1,"rings":[{"number":1,"by":"p1","said":["web:lobby",8]},{"number":2,"by":"p2"}]}"#;
    stays_the_same("bell", bell.as_bytes(), |each: &StoredWakeup| {
        let ring = |each: &StoredWakeupReason| StoredWakeupReason {
            number: each.number,
            by: each.by.clone(),
            said: each.said.clone(),
        };
        StoredWakeup { rings: each.rings.iter().map(ring).collect() }
    });
    for text in [
        r#"{"format":1,"session":"s1","newest":7,"changed":["web:lobby"]}"#,
        r#"{"format":1,"newest":0,"changed":[]}"#,
    ] {
        stays_the_same("session", text.as_bytes(), |each: &StoredPresenceSlot| StoredPresenceSlot {
            session: each.session.clone(),
            newest: each.newest,
            changed: each.changed.clone(),
        });
    }
    let present = format!(r#"{{"format":1,"people":[{whoever}],"more":2}}"#);
    stays_the_same("present", present.as_bytes(), |each: &PresenceList| StoredPresenceList::from(each));
}
