//! Limits: the constants of what one browser, person, address or message may use, and the modules
//! that count usage. Each limit is applied where its constant is used.

pub(crate) mod connection_slots;
pub(crate) mod fair_queue;
pub(crate) mod network;
pub(crate) mod rate_limits;
pub(crate) mod shares;
pub(crate) mod write_timeout;

use std::time::Duration;

use adoube_platform::rate_limit::BucketRate;

use crate::limits::{
    connection_slots::SlotLimits, fair_queue::FairQueueLimits, shares::ShareLimits,
    write_timeout::WriteTimeout,
};

/// Characters of a message or command.
pub(crate) const TEXT_CHARS: usize = 2000;
/// Bytes of a WebSocket message; a text of [`TEXT_CHARS`] four-byte characters, escaped, fits.
pub(crate) const SOCKET_MESSAGE_BYTES: usize = 32 * 1024;
/// Bytes of a request's body.
pub(crate) const BODY_BYTES: usize = 4 * 1024;
/// Characters of a button id or of a menu value; the bot gives out at most 100.
pub(crate) const COMPONENT_CHARS: usize = 100;
/// Seats of one browser.
pub(crate) const SEATS: u8 = 8;
/// Open sockets of one person.
pub(crate) const SOCKETS_PER_PERSON: usize = 8;
/// Open sockets.
pub(crate) const SOCKETS: SlotLimits = SlotLimits { most: 2048, of_one: 512, share: 64 };
/// Connections that are not sockets, or not yet.
pub(crate) const CONNECTIONS: SlotLimits = SlotLimits { most: 1024, of_one: 256, share: 32 };
/// Channels beside the lobby.
pub(crate) const CHANNELS: ShareLimits = ShareLimits { usual: 64, most: 256, of_person: 4, of_address: 16 };
/// Private rooms beside the rooms of games.
pub(crate) const PRIVATE_ROOMS: ShareLimits =
    ShareLimits { usual: 128, most: 512, of_person: 4, of_address: 32 };
/// Members of a private room.
pub(crate) const MEMBERS: usize = 64;
/// Rooms of running games; a game counts for each of its players.
pub(crate) const ROOMS: ShareLimits = ShareLimits { usual: 256, most: 1024, of_person: 8, of_address: 64 };
/// Rooms of ended games; beyond that, the oldest are removed.
pub(crate) const OVER_ROOMS: usize = 256;
/// Rooms of games listed on one page.
pub(crate) const ROOMS_LISTED: usize = 40;
/// How long the room of an ended game is listed, in milliseconds.
pub(crate) const LISTED_MILLIS: u64 = 24 * 60 * 60 * 1000;
/// How long a game's room without new entries is kept, in milliseconds.
pub(crate) const ROOM_UNUSED_MILLIS: u64 = 7 * 24 * 60 * 60 * 1000;
/// Invite links.
pub(crate) const INVITES: ShareLimits =
    ShareLimits { usual: 1000, most: 2000, of_person: 16, of_address: 100 };
/// Minimum extension of a room link's validity that is worth a write, in milliseconds.
pub(crate) const LINK_RENEWED_MILLIS: u64 = 24 * 60 * 60 * 1000;
/// How long a room link is valid after its maker last looked at it, and how long an expired link is
/// kept to say that it has expired, in milliseconds.
pub(crate) const LINK_MILLIS: u64 = 7 * 24 * 60 * 60 * 1000;
/// How long a channel without new entries is safe from making way for another, in milliseconds.
pub(crate) const QUIET_MILLIS: u64 = 30 * 60 * 1000;
/// As `QUIET_MILLIS`, for a new channel without entries.
pub(crate) const FRESH_MILLIS: u64 = 2 * 60 * 1000;
/// As `QUIET_MILLIS`, for a channel in which a person plays the computer.
pub(crate) const QUIET_WITH_COMPUTER_MILLIS: u64 = 24 * 60 * 60 * 1000;
/// Characters of a field of the start form.
pub(crate) const START_VALUE_CHARS: usize = 100;
/// How long a channel without new entries is kept, in milliseconds.
pub(crate) const UNUSED_MILLIS: u64 = 30 * 24 * 60 * 60 * 1000;
/// How long a removed channel is blocked for writes, in milliseconds, unless a new channel takes
/// its name: longer than any write in flight takes.
pub(crate) const LEAVING_MILLIS: u64 = 10 * 60 * 1000;
/// Interval of the cleanup of channels.
pub(crate) const TIDY_EVERY: Duration = Duration::from_secs(60 * 60);
/// Entries for everybody that are kept of a channel; a new one removes the oldest.
pub(crate) const KEPT_ENTRIES: u64 = 20_000;
/// Entries for each person that are kept of a channel.
pub(crate) const KEPT_OWN_ENTRIES: u64 = 500;
/// Bytes of the entries for everybody that are kept of a channel.
pub(crate) const KEPT_BYTES: u64 = 8 << 20;
/// Bytes of the entries for each person that are kept of a channel.
pub(crate) const KEPT_OWN_BYTES: u64 = 256 << 10;
/// Entries in one page of history.
pub(crate) const PAGE_ENTRIES: usize = 50;
/// Names in the list of people; the rest is only counted.
pub(crate) const PEOPLE_LISTED: usize = 100;
/// Names offered by completion.
pub(crate) const COMPLETIONS: usize = 25;
/// Boards requested and not yet sent: a browser may request all boards of a page at once.
pub(crate) const BOARDS_ASKED: FairQueueLimits = FairQueueLimits { each: 64, in_all: 512 };
/// Replays requested and not yet sent.
pub(crate) const REPLAYS_ASKED: FairQueueLimits = FairQueueLimits { each: 4, in_all: 32 };
/// Recorded games being replayed for pages.
pub(crate) const GAMES_ASKED: FairQueueLimits = FairQueueLimits { each: 2, in_all: 8 };
/// Bytes of replays being sent, some of them to slow browsers.
pub(crate) const REPLAY_BYTES_SENT: usize = 64 << 20;
/// Bytes of cached pictures.
pub(crate) const KEPT_PICTURE_BYTES: u64 = 64 << 20;
/// Estimate of the number of cached pictures.
pub(crate) const PICTURES_KEPT: usize = 1000;
/// Messages waiting for a slow browser before its requests are no longer read.
pub(crate) const WAITING_ANSWERS: usize = 64;

/// Timeout of a request's head, from its first byte, and of an idle connection.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(10);
/// The same for connections of reverse proxies.
pub(crate) const PROXY_TIME: Duration = Duration::from_secs(120);
/// Timeout of a request's whole body.
pub(crate) const BODY_TIME: Duration = Duration::from_secs(10);
/// Timeouts of sending an answer to a browser.
pub(crate) const WRITE_TIME: WriteTimeout =
    WriteTimeout { stalled: SEND_TIME, whole: Duration::from_secs(120) };
/// Timeout of handling a request after it was received.
pub(crate) const REQUEST_TIME: Duration = Duration::from_secs(30);
/// How long the answer to an event that begins a game waits for the game's room.
pub(crate) const ROOM_TIME: Duration = Duration::from_secs(3);
/// Timeout of sending one message; a browser that exceeds it counts as gone.
pub(crate) const SEND_TIME: Duration = Duration::from_secs(10);
/// How long changes of presence and of the channel list are gathered before they are sent.
pub(crate) const GATHERING: Duration = Duration::from_secs(1);
/// Interval of pings on a quiet socket.
pub(crate) const PING_EVERY: Duration = Duration::from_secs(20);
/// How long a socket may be silent before it counts as gone.
pub(crate) const SILENCE: Duration = Duration::from_secs(60);
/// Time for sockets and requests to finish when the program stops.
pub(crate) const GRACE: Duration = Duration::from_secs(5);

/// Latest time after its arrival at which an event may begin to be handled. A page that gets no
/// answer for eight seconds takes the program for unreachable.
pub(crate) const BEGUN: Duration = Duration::from_secs(4);
/// The same for completions: the next keystroke asks again.
pub(crate) const COMPLETED: Duration = Duration::from_millis(1_200);

/// Messages, commands and button presses of a person.
pub(crate) const EVENT_PACE: BucketRate = BucketRate { burst: 12, refill: Duration::from_millis(400) };
/// Bytes stored because of a person's messages and presses: a long evening's chat and moves at
/// once, then a message of usual length every three seconds.
pub(crate) const WRITING_PACE: BucketRate =
    BucketRate { burst: 96 * 1024, refill: Duration::from_micros(3906) };
/// Bytes counted for each event beside its text, for its idempotency key.
pub(crate) const EVENT_BYTES: u32 = 512;
/// Completions and pages of history for a person.
pub(crate) const QUESTION_PACE: BucketRate = BucketRate { burst: 40, refill: Duration::from_millis(60) };
/// Changes of a person's name and settings, and new channels.
pub(crate) const CHANGE_PACE: BucketRate = BucketRate { burst: 10, refill: Duration::from_secs(2) };
/// Connections and requests of one address (wider networks have a multiple of it): enough for a
/// browser that opens the page, and for a school class that plays. Faster requests wait.
pub(crate) const ASKING_OF_ONE: BucketRate = BucketRate { burst: 100, refill: Duration::from_millis(25) };
/// Longest wait of such a request.
pub(crate) const ASKING_WAIT: Duration = Duration::from_secs(15);
/// New people from one address (wider networks have a multiple of it): enough for a school class at
/// once, while one address leaves room for others.
pub(crate) const NEWCOMERS_OF_ONE: BucketRate = BucketRate { burst: 30, refill: Duration::from_secs(10) };
/// New people in total. Names are permanent, so nobody must be able to take thousands of them.
pub(crate) const NEWCOMER_PACE: BucketRate = BucketRate { burst: 120, refill: Duration::from_secs(1) };
/// New people beyond that, each from a network without recent new people, so that many newcomers
/// from few networks do not block others.
pub(crate) const FIRST_NEWCOMERS: BucketRate = BucketRate { burst: 600, refill: Duration::from_millis(200) };
/// Boards drawn for a person; cached ones do not count.
pub(crate) const BOARD_PACE: BucketRate = BucketRate { burst: 200, refill: Duration::from_millis(25) };
/// Replays drawn for a person, each of which can take a second.
pub(crate) const REPLAY_PACE: BucketRate = BucketRate { burst: 10, refill: Duration::from_secs(2) };
