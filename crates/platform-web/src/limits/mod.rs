//! Limits: how much one browser, person, address or message may ask for. Each limit is applied
//! where its constant is used.

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
/// Bytes of the body of a request.
pub(crate) const BODY_BYTES: usize = 4 * 1024;
/// Characters of a component's id or of the value picked from a menu; the bot gives out at most 100.
pub(crate) const COMPONENT_CHARS: usize = 100;
/// Persons in one browser.
pub(crate) const SEATS: u8 = 8;
/// Sockets one person may have open.
pub(crate) const SOCKETS_PER_PERSON: usize = 8;
/// Sockets open at the same time.
pub(crate) const SOCKETS: SlotLimits = SlotLimits { most: 2048, of_one: 512, share: 64 };
/// Connections that are not sockets (yet) at the same time.
pub(crate) const CONNECTIONS: SlotLimits = SlotLimits { most: 1024, of_one: 256, share: 32 };
/// Channels beside the lobby.
pub(crate) const CHANNELS: ShareLimits = ShareLimits { usual: 64, most: 256, of_person: 4, of_address: 16 };
/// Rooms that are not for everybody, beside those of games.
pub(crate) const PRIVATE_ROOMS: ShareLimits =
    ShareLimits { usual: 128, most: 512, of_person: 4, of_address: 32 };
/// People who are let into one of them.
pub(crate) const MEMBERS: usize = 64;
/// Rooms of games that are not over; a person has those of the games they play.
pub(crate) const ROOMS: ShareLimits = ShareLimits { usual: 256, most: 1024, of_person: 8, of_address: 64 };
/// Rooms of games that are over; the oldest go when there are more.
pub(crate) const OVER_ROOMS: usize = 256;
/// Rooms of games told to one page.
pub(crate) const ROOMS_LISTED: usize = 40;
/// How long the room of a game that is over is listed, in milliseconds.
pub(crate) const LISTED_MILLIS: u64 = 24 * 60 * 60 * 1000;
/// How long nothing is said in the room of a game before it goes, in milliseconds.
pub(crate) const ROOM_UNUSED_MILLIS: u64 = 7 * 24 * 60 * 60 * 1000;
/// Links that invite.
pub(crate) const INVITES: ShareLimits =
    ShareLimits { usual: 1000, most: 2000, of_person: 16, of_address: 100 };
/// By how much the time must grow for which the link into a room invites before that is written, in milliseconds.
pub(crate) const LINK_RENEWED_MILLIS: u64 = 24 * 60 * 60 * 1000;
/// How long the link into a room invites since its maker last looked at it, and how long any link that is over still says
/// so, in milliseconds.
pub(crate) const LINK_MILLIS: u64 = 7 * 24 * 60 * 60 * 1000;
/// How long nothing is said in a channel before it may make way for a person who has none, in milliseconds.
pub(crate) const QUIET_MILLIS: u64 = 30 * 60 * 1000;
/// The same of one that was made and in which nothing was said.
pub(crate) const FRESH_MILLIS: u64 = 2 * 60 * 1000;
/// The same of one in which a person plays the computer.
pub(crate) const QUIET_WITH_COMPUTER_MILLIS: u64 = 24 * 60 * 60 * 1000;
/// Characters of what is filled into a field of the form that begins a game.
pub(crate) const START_VALUE_CHARS: usize = 100;
/// How long nothing is said in a channel before it goes, in milliseconds.
pub(crate) const UNUSED_MILLIS: u64 = 30 * 24 * 60 * 60 * 1000;
/// How long nobody may write where a channel was that is gone, in milliseconds, unless there is another one of its name: longer
/// than anybody takes who was about to.
pub(crate) const LEAVING_MILLIS: u64 = 10 * 60 * 1000;
/// How often it is looked for such channels.
pub(crate) const TIDY_EVERY: Duration = Duration::from_secs(60 * 60);
/// Entries for everybody that are kept of a channel; older ones go as new ones come.
pub(crate) const KEPT_ENTRIES: u64 = 20_000;
/// Entries for one person that are kept of a channel beside those.
pub(crate) const KEPT_OWN_ENTRIES: u64 = 500;
/// Bytes of those entries for everybody, and of those for one person.
pub(crate) const KEPT_BYTES: u64 = 8 << 20;
/// See [`KEPT_BYTES`].
pub(crate) const KEPT_OWN_BYTES: u64 = 256 << 10;
/// Entries of one page of the log.
pub(crate) const PAGE_ENTRIES: usize = 50;
/// Names in the list of people; of others only their number is told.
pub(crate) const PEOPLE_LISTED: usize = 100;
/// Names offered for autocomplete.
pub(crate) const COMPLETIONS: usize = 25;
/// Boards that are asked for and not sent yet: everything on a page at once, where a browser does that.
pub(crate) const BOARDS_ASKED: FairQueueLimits = FairQueueLimits { each: 64, in_all: 512 };
/// Replays that are asked for and not sent yet.
pub(crate) const REPLAYS_ASKED: FairQueueLimits = FairQueueLimits { each: 4, in_all: 32 };
/// Games that are played move by move for pages at the moment.
pub(crate) const GAMES_ASKED: FairQueueLimits = FairQueueLimits { each: 2, in_all: 8 };
/// Bytes of replays on their way to browsers, some of which may read slowly.
pub(crate) const REPLAY_BYTES_SENT: usize = 64 << 20;
/// Bytes of finished pictures that are kept.
pub(crate) const KEPT_PICTURE_BYTES: u64 = 64 << 20;
/// About as many pictures are that.
pub(crate) const PICTURES_KEPT: usize = 1000;
/// Answers waiting for a slow browser before its requests are read no further.
pub(crate) const WAITING_ANSWERS: usize = 64;

/// How long the head of a request may take, also the first byte of it, and so how long a connection may be idle.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(10);
/// The same for connections of web servers in front of this one.
pub(crate) const PROXY_TIME: Duration = Duration::from_secs(120);
/// How long the body of a request may take, all of it.
pub(crate) const BODY_TIME: Duration = Duration::from_secs(10);
/// How long a browser may take to read an answer.
pub(crate) const WRITE_TIME: WriteTimeout =
    WriteTimeout { stalled: SEND_TIME, whole: Duration::from_secs(120) };
/// How long any request may take once all of it is there.
pub(crate) const REQUEST_TIME: Duration = Duration::from_secs(30);
/// How long whoever began a game waits for its room before their page is answered without it.
pub(crate) const ROOM_TIME: Duration = Duration::from_secs(3);
/// How long one message may take to go out before the browser counts as gone.
pub(crate) const SEND_TIME: Duration = Duration::from_secs(10);
/// How long changes of who is here and of what channels there are wait for further ones, to be told together.
pub(crate) const GATHERING: Duration = Duration::from_secs(1);
/// How often a quiet socket is asked whether it is still there, and how long it may be silent.
pub(crate) const PING_EVERY: Duration = Duration::from_secs(20);
/// See [`PING_EVERY`].
pub(crate) const SILENCE: Duration = Duration::from_secs(60);
/// How long sockets and requests get to finish when the program stops.
pub(crate) const GRACE: Duration = Duration::from_secs(5);

/// How long after something reached the program it may still be begun; a page that hears nothing for eight seconds takes the
/// program for gone.
pub(crate) const BEGUN: Duration = Duration::from_secs(4);
/// The same for completions: the next key asks anew.
pub(crate) const COMPLETED: Duration = Duration::from_millis(1_200);

/// Messages, commands and presses of a person.
pub(crate) const EVENT_PACE: BucketRate = BucketRate { burst: 12, refill: Duration::from_millis(400) };
/// Bytes that are kept because of what a person writes or presses: a long evening's talk and moves at once, then a message
/// of usual length every three seconds.
pub(crate) const WRITING_PACE: BucketRate =
    BucketRate { burst: 96 * 1024, refill: Duration::from_micros(3906) };
/// What an event takes beside its words: that it was dealt with is remembered.
pub(crate) const EVENT_BYTES: u32 = 512;
/// Completions and pages a person asks for.
pub(crate) const QUESTION_PACE: BucketRate = BucketRate { burst: 40, refill: Duration::from_millis(60) };
/// Changes of a browser's names and settings, and its new channels.
pub(crate) const CHANGE_PACE: BucketRate = BucketRate { burst: 10, refill: Duration::from_secs(2) };
/// Connections and requests of one address (wider networks have a multiple of it): what somebody who opens the page asks for at once, and a pace at which a class
/// plays. What comes faster waits for its turn.
pub(crate) const ASKING_OF_ONE: BucketRate = BucketRate { burst: 100, refill: Duration::from_millis(25) };
/// How long it may have to wait.
pub(crate) const ASKING_WAIT: Duration = Duration::from_secs(15);
/// New persons of one address (wider networks have a multiple of it): a class that comes at once gets in, and one address leaves room for others.
pub(crate) const NEWCOMERS_OF_ONE: BucketRate = BucketRate { burst: 30, refill: Duration::from_secs(10) };
/// New persons, over all browsers together: names are for ever, so nobody shall take thousands of them.
pub(crate) const NEWCOMER_PACE: BucketRate = BucketRate { burst: 120, refill: Duration::from_secs(1) };
/// New persons beyond that, each from a network of which nobody came lately: many that come from few networks keep
/// nobody else out.
pub(crate) const FIRST_NEWCOMERS: BucketRate = BucketRate { burst: 600, refill: Duration::from_millis(200) };
/// Boards drawn for a person; those that are kept do not count.
pub(crate) const BOARD_PACE: BucketRate = BucketRate { burst: 200, refill: Duration::from_millis(25) };
/// Replays drawn for a person, each of which may take a second.
pub(crate) const REPLAY_PACE: BucketRate = BucketRate { burst: 10, refill: Duration::from_secs(2) };
