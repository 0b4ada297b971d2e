//! Names the table and the keys of the web chat's records in the store, with the form that several
//! kinds share. Each stored form is in `stored.rs` of its folder.
//!
//! | key | value |
//! |---|---|
//! | `log`, channel, number | `StoredWebEntry`, for everybody |
//! | `own`, channel, person, number | `StoredWebEntry`, for this person only |
//! | `head`, channel, person for their own log | `StoredLogTail`; only in a shared store |
//! | `person`, person | `StoredWebProfile` |
//! | `name`, folded name | `StoredOwner`: its holder |
//! | `look`, look-alike form of a name | `StoredOwner`: its holder |
//! | `looks` | `StoredNameForms` |
//! | `channel`, name | `StoredChannelInfo` |
//! | `listed` | `StoredListVersion` of the channel list; only in a shared store |
//! | `bell`, person | `StoredWakeup`; only in a shared store |
//! | `here`, slot | `StoredPresenceSlot`: its process; only in a shared store |
//! | `present`, slot, channel | `StoredPresenceList` of its people; only with several processes |
//! | `leaving`, channel | `StoredChannelRemoval` of a channel whose log is being deleted |
//! | `hidden`, name | `StoredChannelInfo` of a removed private channel |
//! | `invite`, digest of the secret | `StoredInvite` |
//! | `moderator`, folded name | `StoredOwner`: the person bound to it |
//! | `secret` | `StoredSecret` |

use adoube_bot::{ChannelId, Person, PersonId};
use adoube_store::{Key, KeyRange, Record, ScanOrder, Store, StoreError, Table};
use serde::{Deserialize, Serialize};

/// The platform's name, the prefix of every id of the web chat.
pub const PLATFORM: &str = "web";

/// The table of the web chat.
pub(crate) const TABLE: Table = Table::Web;

pub(crate) const LOG: &str = "log";
pub(crate) const OWN: &str = "own";
pub(crate) const HEAD: &str = "head";
pub(crate) const PERSON: &str = "person";
pub(crate) const NAME: &str = "name";
pub(crate) const LOOK: &str = "look";
pub(crate) const LOOKS: &str = "looks";
pub(crate) const CHANNEL: &str = "channel";
pub(crate) const HIDDEN: &str = "hidden";
pub(crate) const LEAVING: &str = "leaving";
pub(crate) const LISTED: &str = "listed";
pub(crate) const BELL: &str = "bell";
pub(crate) const HERE: &str = "here";
pub(crate) const PRESENT: &str = "present";
pub(crate) const INVITE: &str = "invite";
pub(crate) const MODERATOR: &str = "moderator";
pub(crate) const SECRET: &str = "secret";

/// The key of one kind of record.
pub(crate) fn key(kind: &str) -> Key {
    Key::new().text(kind)
}

/// Rows read at once.
const PAGE: usize = 512;

/// Up to `most` rows of one kind, page by page.
pub(crate) async fn all(
    store: &dyn Store,
    kind: &str,
    most: usize,
) -> Result<Vec<(Vec<u8>, Record)>, StoreError> {
    let mut rows: Vec<(Vec<u8>, Record)> = Vec::new();
    loop {
        let range = KeyRange::prefix(key(kind));
        let range = match rows.last() {
            Some((last, _)) => range.after(last),
            None => range,
        };
        let page = store.scan(TABLE, range, ScanOrder::Ascending, PAGE).await?;
        let is_last = page.len() < PAGE;
        rows.extend(page);
        if is_last || rows.len() >= most {
            rows.truncate(most);
            return Ok(rows);
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredPerson {
    id: PersonId,
    name: String,
}

impl From<&Person> for StoredPerson {
    fn from(person: &Person) -> Self {
        let Person { id, name } = person;
        Self { id: id.clone(), name: name.clone() }
    }
}

impl From<StoredPerson> for Person {
    fn from(stored: StoredPerson) -> Self {
        let StoredPerson { id, name } = stored;
        Self { id, name }
    }
}

/// The key of the marker row of a channel in removal. While it exists, the channel takes no entries
/// and no channel of its name can be made; making one finishes the removal first.
pub(crate) fn leaving_key(channel: &ChannelId) -> Key {
    key(LEAVING).text(&channel.0)
}
