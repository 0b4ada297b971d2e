//! Records of every release, as they are read now.

use std::collections::BTreeSet;

use super::*;
use crate::{
    adapter::web::{MOVED, PLATFORM},
    moving::tests::{kept_of, stays_the_same},
};

/// An entry with what is kept beside it.
struct Logged(Entry, u64);

impl From<StoredEntry> for Logged {
    fn from(stored: StoredEntry) -> Self {
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
fn a_secret_of_the_first_release_may_look_like_anything() {
    let secret = [b'{'; 64];
    assert_eq!(read_secret(&secret, 64), Ok(Some(secret.to_vec())));
    for damaged in [&b"{\"format\":2,\"secret\":\"AAAA\"}"[..], b"{\"format\":2,\"secret\":\"?\"}"] {
        assert_eq!(read_secret(damaged, 64), Ok(None));
    }
    assert!(read_secret(b"short", 64).is_err() && read_secret(b"{\"format\":3}", 64).is_err());
}

#[tokio::test]
async fn whatever_a_release_wrote_is_read_and_stays_the_same() {
    for kept in kept_of(PLATFORM, &MOVED).await {
        let mut found = BTreeSet::new();
        for (key, value) in kept {
            let kind = key.split('/').next().unwrap_or_default();
            match kind {
                LOG | OWN => stays_the_same(&key, &value, |each: &Logged| StoredEntry::new(&each.0, each.1)),
                PERSON => stays_the_same(&key, &value, |each: &Profile| StoredProfile::from(each)),
                NAME | LOOK | MODERATOR => stays_the_same(&key, &value, |each: &StoredHolder| StoredHolder {
                    person: each.person.clone(),
                }),
                LOOKS => {
                    stays_the_same(&key, &value, |each: &StoredLooks| StoredLooks {
                        form: each.form.clone(),
                    });
                }
                CHANNEL | HIDDEN => stays_the_same(&key, &value, |each: &Founded| StoredFounded::from(each)),
                INVITE => stays_the_same(&key, &value, |each: &Invite| StoredInvite::from(each)),
                SECRET => keeps_the_secret(&value),
                _ => panic!("{key}: nothing of that kind is known"),
            }
            found.insert(kind.to_owned());
        }
        let expected = [LOG, OWN, PERSON, NAME, LOOK, LOOKS, CHANNEL, MODERATOR, SECRET];
        assert_eq!(found, expected.map(str::to_owned).into());
    }
}
