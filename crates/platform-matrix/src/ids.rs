//! Converts between Matrix's ids and the bot's: rooms and threads are channels, users are persons,
//! events are idempotency keys. Also reads and builds the addresses (`matrix.to` links) under which
//! clients show users and rooms.

use adoube_bot::{ChannelId, CommunityId, PersonId};
use adoube_matrix_client::{MatrixEventId, RoomId, TransactionId, UserId};
use adoube_store::Key;
use base64::Engine;
use sha2::{Digest, Sha256};

/// Name of the platform, the first part of its ids.
pub const PLATFORM: &str = "matrix";
/// Most bytes of an id that the bot accepts. The specification allows 255, but ids of rooms, events
/// and users share a key, and ids this long do not occur by accident.
const LIMIT: usize = 160;
/// Base of the `matrix.to` links under which clients show users, rooms and messages.
const ADDRESSES: &str = "https://matrix.to/#/";
/// Most servers of a link that the bot asks for the way to its room.
const MOST_SERVERS: usize = 5;
/// Most bytes of all ids in one key, escapes included; the store allows 512 for a key.
const TOGETHER: usize = 400;

/// Address of a channel on Matrix: a room, or a thread of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ChannelAddress {
    pub(crate) room: RoomId,
    /// Root of the thread; `None` for the room itself.
    pub(crate) thread: Option<MatrixEventId>,
}

impl ChannelAddress {
    pub(crate) fn new(room: &RoomId, thread: Option<&MatrixEventId>) -> Self {
        Self { room: room.clone(), thread: thread.cloned() }
    }

    /// Formats the address as a channel: `matrix:!room:server`, `matrix:!room:server/$root`.
    pub(crate) fn channel(&self) -> ChannelId {
        let thread = self.thread.as_ref().map(|root| format!("/{}", root.0)).unwrap_or_default();
        ChannelId(format!("{PLATFORM}:{}{thread}", self.room.0))
    }

    /// The community whose settings hold: the room with all its threads.
    pub(crate) fn settings(&self) -> CommunityId {
        CommunityId(format!("{PLATFORM}:{}", self.room.0))
    }

    /// Parses a channel; `None` if it is no room or thread of Matrix.
    pub(crate) fn of(channel: &ChannelId) -> Option<Self> {
        let place = channel.0.strip_prefix(PLATFORM)?.strip_prefix(':')?;
        // The id of a root begins with `$`, and `/$` occurs in no room id that `is_usable` accepts.
        let (room, thread) = match place.split_once("/$") {
            Some((room, event)) => (room, Some(MatrixEventId(format!("${event}")))),
            None => (place, None),
        };
        room.starts_with('!').then(|| Self { room: RoomId(room.to_owned()), thread })
    }
}

/// Whether each id is usable alone, and all of them fit into one key.
pub(crate) fn are_usable(ids: &[&str]) -> bool {
    let in_keys: usize = ids.iter().map(|id| Key::new().text(id).as_ref().len()).sum();
    in_keys <= TOGETHER && ids.iter().all(|id| is_usable(id))
}

fn is_usable(id: &str) -> bool {
    // A slash ends the room in a channel, and servers choose the ids of their rooms themselves.
    let is_ambiguous = id.starts_with('!') && id.contains('/');
    !id.is_empty() && id.len() <= LIMIT && !is_ambiguous
}

pub(crate) fn person_id(user: &UserId) -> PersonId {
    PersonId(format!("{PLATFORM}:{}", user.0))
}

/// The person of a reply that is addressed to everybody in a room.
pub(crate) fn everybody() -> PersonId {
    PersonId(format!("{PLATFORM}:"))
}

/// The Matrix user of a person.
pub(crate) fn user_id(person: &PersonId) -> Option<UserId> {
    let user = person.0.strip_prefix(PLATFORM)?.strip_prefix(':')?;
    user.starts_with('@').then(|| UserId(user.to_owned()))
}

/// The lane of a person's direct room, used before the id of that room is known.
pub(crate) fn direct(person: &PersonId) -> ChannelId {
    ChannelId(person.0.clone())
}

/// The user of such a lane; `None` for any other channel.
pub(crate) fn user_of_direct(channel: &ChannelId) -> Option<UserId> {
    user_id(&PersonId(channel.0.clone()))
}

/// Idempotency key of an event. The key contains the room, because servers choose the event ids
/// themselves in old room versions.
pub(crate) fn service_event(room: &RoomId, event: &MatrixEventId) -> String {
    format!("{PLATFORM}:{}", digest(&[room.0.as_bytes(), event.0.as_bytes()]))
}

/// Transaction id by which the homeserver recognises a message that is sent again.
pub(crate) fn transaction(parts: &[&[u8]]) -> TransactionId {
    TransactionId(digest(parts))
}

fn digest(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(hash.finalize())
}

/// The `matrix.to` link of a user or a room.
pub(crate) fn address(id: &str) -> String {
    let mut address = ADDRESSES.to_owned();
    for byte in id.bytes() {
        if byte.is_ascii_alphanumeric() || b"@!$:._=-+".contains(&byte) {
            address.push(char::from(byte));
        } else {
            address.push('%');
            for nibble in [byte >> 4, byte & 0xf] {
                address.extend(char::from_digit(nibble.into(), 16).map(|digit| digit.to_ascii_uppercase()));
            }
        }
    }
    address
}

/// The same link for a room that `server` is in. A room id of version 12 names no server, and users
/// outside the room cannot find the room by its id alone:
/// <https://spec.matrix.org/v1.16/appendices/#routing>.
pub(crate) fn address_by_way_of(server: &str, id: &str) -> String {
    let address = address(id);
    if needs_server(id) && !server.is_empty() { format!("{address}?via={server}") } else { address }
}

fn needs_server(id: &str) -> bool {
    id.starts_with('!') && !id.contains(':')
}

/// The link of a room, or of the root of a thread in it.
pub(crate) fn address_of(channel: &ChannelId, server: &str) -> Option<String> {
    let place = ChannelAddress::of(channel)?;
    let room = &place.room.0;
    Some(match place.thread {
        Some(begun_by) => {
            let thread = address(&begun_by.0);
            let way = address_by_way_of(server, room);
            let way = way.strip_prefix(&address(room)).unwrap_or_default();
            format!("{}/{}{way}", address(room), thread.trim_start_matches(ADDRESSES))
        }
        None => address_by_way_of(server, room),
    })
}

/// The user that a link shows, percent-encoded or not.
pub(crate) fn user_at(address: &str) -> Option<UserId> {
    let id = address.strip_prefix(ADDRESSES)?;
    let id = id.split('?').next().unwrap_or_default();
    let id = decoded(id);
    (id.starts_with('@') && id.contains(':')).then_some(UserId(id))
}

/// A room as a person names it in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RoomAddress {
    /// Id or alias of the room.
    pub(crate) name: String,
    /// Servers that know the way to the room.
    pub(crate) via: Vec<String>,
}

/// Parses a room from its alias or id, a `matrix.to` link, a `matrix:` address or a Markdown link.
/// Words after the room are servers that know it.
pub(crate) fn room_at(words: &str) -> Option<RoomAddress> {
    let words = words.trim();
    let link = words.strip_prefix('[').and_then(|link| link.split_once("](")?.1.split_once(')'));
    let (address, servers) =
        link.unwrap_or_else(|| words.split_once(char::is_whitespace).unwrap_or((words, "")));
    let address = address.trim_start_matches('<').trim_end_matches('>');
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let name = decoded(path.strip_prefix(ADDRESSES).unwrap_or(path));
    let name = match (name.strip_prefix("matrix:r/"), name.strip_prefix("matrix:roomid/")) {
        (Some(alias), _) => format!("#{alias}"),
        (_, Some(id)) => format!("!{id}"),
        _ => name,
    };
    // A link may name a message after its room.
    let name = name.split('/').next().unwrap_or_default();
    let is_alias = name.starts_with('#') && name.contains(':');
    if !(is_alias || name.starts_with('!')) || name.len() < 2 || name.contains(char::is_whitespace) {
        return None;
    }
    let asked = query.split('&').filter_map(|pair| pair.strip_prefix("via=")).map(decoded);
    let named = servers.split_whitespace().filter(|word| *word != "via").map(str::to_owned);
    let via = asked.chain(named).take(MOST_SERVERS).collect();
    is_usable(name).then(|| RoomAddress { name: name.to_owned(), via })
}

/// Percent-decodes a part of a link.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        let value = |digit: u8| char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok());
        match behind {
            [high, low, after @ ..] if *first == b'%' => {
                if let Some((high, low)) = value(*high).zip(value(*low)) {
                    bytes.push(high * 16 + low);
                    rest = after;
                    continue;
                }
                bytes.push(*first);
            }
            _ => bytes.push(*first),
        }
        rest = behind;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_channels_and_back() {
        let room = RoomId("!abc:example.org".to_owned());
        let thread = MatrixEventId("$a/b+c".to_owned());
        for (place, channel) in [
            (ChannelAddress::new(&room, None), "matrix:!abc:example.org"),
            (ChannelAddress::new(&room, Some(&thread)), "matrix:!abc:example.org/$a/b+c"),
        ] {
            assert_eq!(place.channel().0, channel);
            assert_eq!(ChannelAddress::of(&place.channel()), Some(place));
        }
        for channel in ["discord:1", "matrix:@ada:example.org", "matrix:", "matrix"] {
            assert_eq!(ChannelAddress::of(&ChannelId(channel.to_owned())), None, "{channel}");
        }
    }

    #[test]
    fn ids_are_usable_when_keys_can_hold_them_and_places_be_told_from_one_another() {
        let long = |sign: char, length: usize| format!("{sign}{}", "x".repeat(length - 1));
        let [room, event, user] = ['!', '$', '@'].map(|sign| long(sign, LIMIT));
        for (ids, usable) in [
            (vec!["!room:example.org", "$a/b+c", "@ada/x:example.org", "$root"], true),
            (vec![room.as_str(), event.as_str()], true),
            (vec![room.as_str(), event.as_str(), user.as_str()], false),
            (vec!["!r:x", &format!("${}", "/".repeat(150))], false),
            (vec!["!r:x", &long('$', LIMIT + 1)], false),
            (vec!["!r:x", ""], false),
            (vec!["!abc/$x:example.org", "$e"], false),
        ] {
            assert_eq!(are_usable(&ids), usable, "{ids:?}");
        }
    }

    #[test]
    fn rooms_are_named_in_the_ways_clients_write_them() {
        for (words, name, via) in [
            ("#chess:example.org", "#chess:example.org", vec![]),
            ("!abc:example.org", "!abc:example.org", vec![]),
            ("!abc:example.org via a.org b.org", "!abc:example.org", vec!["a.org", "b.org"]),
            ("https://matrix.to/#/#chess:example.org", "#chess:example.org", vec![]),
            ("https://matrix.to/#/%23chess%3Aexample.org?via=a.org", "#chess:example.org", vec!["a.org"]),
            ("<https://matrix.to/#/!abc?via=a.org&via=b.org:8448>", "!abc", vec!["a.org", "b.org:8448"]),
            ("https://matrix.to/#/!abc:x/$event?via=a.org", "!abc:x", vec!["a.org"]),
            ("[Chess](https://matrix.to/#/#chess:example.org)", "#chess:example.org", vec![]),
            ("matrix:r/chess:example.org", "#chess:example.org", vec![]),
            ("matrix:roomid/abc?via=a.org", "!abc", vec!["a.org"]),
        ] {
            let via = via.into_iter().map(str::to_owned).collect();
            assert_eq!(room_at(words), Some(RoomAddress { name: name.to_owned(), via }), "{words}");
        }
        for words in
            ["", "#", "!", "#chess", "chess:example.org", "@ada:example.org", "https://example.org/#/#a:b"]
        {
            assert_eq!(room_at(words), None, "{words}");
        }
        assert_eq!(room_at(&format!("!{}", "x".repeat(LIMIT))), None);
        assert_eq!(decoded("%4%zz%c3%a4%"), "%4%zzä%");
    }

    #[test]
    fn an_event_belongs_to_its_room() {
        let of = |room: &str, event: &str| {
            service_event(&RoomId(room.to_owned()), &MatrixEventId(event.to_owned()))
        };
        assert_eq!(of("!a", "$b"), of("!a", "$b"));
        assert_ne!(of("!a", "$b"), of("!c", "$b"));
        assert_ne!(of("!a", "b$c"), of("!ab", "$c"));
    }

    #[test]
    fn rooms_whose_ids_name_no_server_are_shown_with_one() {
        for (channel, address) in [
            ("matrix:!abc:example.org", "https://matrix.to/#/!abc:example.org"),
            ("matrix:!abc:example.org/$e", "https://matrix.to/#/!abc:example.org/$e"),
            ("matrix:!31hneApx_1o-63DmFrpeqn", "https://matrix.to/#/!31hneApx_1o-63DmFrpeqn?via=example.org"),
            ("matrix:!31hneApx_1o/$e", "https://matrix.to/#/!31hneApx_1o/$e?via=example.org"),
        ] {
            let shown = address_of(&ChannelId(channel.to_owned()), "example.org");
            assert_eq!(shown.as_deref(), Some(address));
        }
        assert_eq!(address_by_way_of("example.org", "#chess:x"), "https://matrix.to/#/%23chess:x");
    }

    #[test]
    fn addresses_hold_nothing_but_the_id() {
        assert_eq!(address("@ada:example.org"), "https://matrix.to/#/@ada:example.org");
        assert_eq!(address("@a/\"><b>?#:x"), "https://matrix.to/#/@a%2F%22%3E%3Cb%3E%3F%23:x");
    }
}
