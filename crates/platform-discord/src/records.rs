//! Names the table of Discord's records and the keys in it, and reads records by key; each stored
//! form lies beside its type.
//!
//! | key | value |
//! |---|---|
//! | `place`, channel | the context of a channel (`state::channel_context`) |
//! | `person`, person | names and language of a person (`state::profile`) |
//! | `language`, server | the language of most public actions (`state::languages`) |
//! | `board`, channel, series | messages with buttons (`delivery::button_removal`) |
//! | `thread`, server, channel | a thread that was opened for a game (`delivery::thread_records`) |
//! | `denial` | the owner was told of reduced intents (`delivery::reduced_intents`) |
//! | `welcome`, server | the owner of a server was welcomed (`delivery::welcome`) |
//! | `registration` | the servers with commands (`registration::round`) |
//!
//! Over a shared store also:
//!
//! | key | value |
//! |---|---|
//! | `fleet` | who runs which shards (`shards::fleet`) |
//! | `starts` | which sessions began (`shards::session_starts`) |
//! | `silence` | how long Discord takes no requests (`shards::shared_backoff`) |
//! | `session`, shard | a resumable session (`shards::sessions`) |

use adoube_bot::{ChannelId, MessageSeries, PersonId, forms, forms::StoredForm};
use adoube_store::{Key, Store, StoreError, Table};

/// The table of all records of this platform.
pub(crate) const TABLE: Table = Table::Discord;

pub(crate) const PLACE: &str = "place";
pub(crate) const BOARD: &str = "board";
pub(crate) const PERSON: &str = "person";
pub(crate) const REGISTRATION: &str = "registration";
pub(crate) const THREAD: &str = "thread";
pub(crate) const FLEET: &str = "fleet";
pub(crate) const STARTS: &str = "starts";
pub(crate) const SESSION: &str = "session";
pub(crate) const SILENCE: &str = "silence";
pub(crate) const DENIAL: &str = "denial";
pub(crate) const WELCOME: &str = "welcome";
pub(crate) const LANGUAGE: &str = "language";

/// Reads a record and its version; a record that cannot be read is logged and counts as absent, but
/// has a version.
pub(crate) async fn read<F: StoredForm>(
    store: &dyn Store,
    key: &Key,
) -> Result<(Option<F>, Option<u64>), StoreError> {
    let record = store.get(TABLE, key.as_ref()).await?;
    let version = record.as_ref().map(|record| record.version);
    Ok((record.and_then(|record| forms::read_or_tell(key.as_ref(), &record.value)), version))
}

pub(crate) fn place_key(channel: &ChannelId) -> Key {
    Key::new().text(PLACE).text(&channel.0)
}

pub(crate) fn board_key(channel: &ChannelId, series: &MessageSeries) -> Key {
    Key::new().text(BOARD).text(&channel.0).text(&series.0)
}

pub(crate) fn person_key(person: &PersonId) -> Key {
    Key::new().text(PERSON).text(&person.0)
}

pub(crate) fn registration_key() -> Key {
    Key::new().text(REGISTRATION)
}

pub(crate) fn fleet_key() -> Key {
    Key::new().text(FLEET)
}

pub(crate) fn starts_key() -> Key {
    Key::new().text(STARTS)
}

pub(crate) fn silence_key() -> Key {
    Key::new().text(SILENCE)
}

pub(crate) fn session_key(shard: u32) -> Key {
    Key::new().text(SESSION).number(shard.into())
}

pub(crate) fn language_key(guild: u64) -> Key {
    Key::new().text(LANGUAGE).number(guild)
}

pub(crate) fn denial_key() -> Key {
    Key::new().text(DENIAL)
}

pub(crate) fn welcome_key(guild: u64) -> Key {
    Key::new().text(WELCOME).number(guild)
}

/// The common prefix of the keys of a server's threads.
pub(crate) fn threads_key(guild: u64) -> Key {
    Key::new().text(THREAD).number(guild)
}
