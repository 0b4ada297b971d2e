//! How much one browser, person or message may ask for. Not here: where a limit is applied; each place names the one it
//! applies.

use std::time::Duration;

use adoube_platform::rate_limit::BucketRate;

use super::{shares::ShareLimits, slots::SlotLimits, stream::WriteTimeout, turns::FairQueueLimits};

/// Characters of a message or command.
pub(super) const TEXT_CHARS: usize = 2000;
/// Bytes of a WebSocket message; a text of [`TEXT_CHARS`] four-byte characters, escaped, fits.
pub(super) const SOCKET_MESSAGE_BYTES: usize = 32 * 1024;
/// Bytes of the body of a request.
pub(super) const BODY_BYTES: usize = 4 * 1024;
/// Characters of a component's id or of the value picked from a menu; the bot gives out at most 100.
pub(super) const COMPONENT_CHARS: usize = 100;
/// Persons in one browser.
pub(super) const SEATS: u8 = 8;
/// Sockets one person may have open.
pub(super) const SOCKETS_PER_PERSON: usize = 8;
/// Sockets open at the same time.
pub(super) const SOCKETS: SlotLimits = SlotLimits { most: 2048, of_one: 512, share: 64 };
/// Connections that are not sockets (yet) at the same time.
pub(super) const CONNECTIONS: SlotLimits = SlotLimits { most: 1024, of_one: 256, share: 32 };
/// Channels beside the lobby.
pub(super) const CHANNELS: ShareLimits = ShareLimits { usual: 64, most: 256, of_person: 4, of_address: 16 };
/// Rooms that are not for everybody, beside those of games.
pub(super) const PRIVATE_ROOMS: ShareLimits =
    ShareLimits { usual: 128, most: 512, of_person: 4, of_address: 32 };
/// People who are let into one of them.
pub(super) const MEMBERS: usize = 64;
/// Rooms of games that are not over; a person has those of the games they play.
pub(super) const ROOMS: ShareLimits = ShareLimits { usual: 256, most: 1024, of_person: 8, of_address: 64 };
/// Rooms of games that are over; the oldest go when there are more.
pub(super) const OVER_ROOMS: usize = 256;
/// Rooms of games told to one page.
pub(super) const ROOMS_LISTED: usize = 40;
/// How long the room of a game that is over is listed, in milliseconds.
pub(super) const LISTED_MILLIS: u64 = 24 * 60 * 60 * 1000;
/// How long nothing is said in the room of a game before it goes, in milliseconds.
pub(super) const ROOM_UNUSED_MILLIS: u64 = 7 * 24 * 60 * 60 * 1000;
/// Links that invite.
pub(super) const INVITES: ShareLimits =
    ShareLimits { usual: 1000, most: 2000, of_person: 16, of_address: 100 };
/// By how much the time must grow for which the link into a room invites before that is written, in milliseconds.
pub(super) const LINK_RENEWED_MILLIS: u64 = 24 * 60 * 60 * 1000;
/// How long the link into a room invites since its maker last looked at it, and how long any link that is over still says
/// so, in milliseconds.
pub(super) const LINK_MILLIS: u64 = 7 * 24 * 60 * 60 * 1000;
/// How long nothing is said in a channel before it may make way for a person who has none, in milliseconds.
pub(super) const QUIET_MILLIS: u64 = 30 * 60 * 1000;
/// The same of one that was made and in which nothing was said.
pub(super) const FRESH_MILLIS: u64 = 2 * 60 * 1000;
/// The same of one in which a person plays the computer.
pub(super) const QUIET_WITH_COMPUTER_MILLIS: u64 = 24 * 60 * 60 * 1000;
/// Characters of what is filled into a field of the form that begins a game.
pub(super) const START_VALUE_CHARS: usize = 100;
/// How long nothing is said in a channel before it goes, in milliseconds.
pub(super) const UNUSED_MILLIS: u64 = 30 * 24 * 60 * 60 * 1000;
/// How long nobody may write where a channel was that is gone, in milliseconds, unless there is another one of its name: longer
/// than anybody takes who was about to.
pub(super) const LEAVING_MILLIS: u64 = 10 * 60 * 1000;
/// How often it is looked for such channels.
pub(super) const TIDY_EVERY: Duration = Duration::from_secs(60 * 60);
/// Entries for everybody that are kept of a channel; older ones go as new ones come.
pub(super) const KEPT_ENTRIES: u64 = 20_000;
/// Entries for one person that are kept of a channel beside those.
pub(super) const KEPT_OWN_ENTRIES: u64 = 500;
/// Bytes of those entries for everybody, and of those for one person.
pub(super) const KEPT_BYTES: u64 = 8 << 20;
/// See [`KEPT_BYTES`].
pub(super) const KEPT_OWN_BYTES: u64 = 256 << 10;
/// Entries of one page of the log.
pub(super) const PAGE_ENTRIES: usize = 50;
/// Names in the list of people; of others only their number is told.
pub(super) const PEOPLE_LISTED: usize = 100;
/// Names offered for autocomplete.
pub(super) const COMPLETIONS: usize = 25;
/// Boards that are asked for and not sent yet: everything on a page at once, where a browser does that.
pub(super) const BOARDS_ASKED: FairQueueLimits = FairQueueLimits { each: 64, in_all: 512 };
/// Replays that are asked for and not sent yet.
pub(super) const REPLAYS_ASKED: FairQueueLimits = FairQueueLimits { each: 4, in_all: 32 };
/// Games that are played move by move for pages at the moment.
pub(super) const GAMES_ASKED: FairQueueLimits = FairQueueLimits { each: 2, in_all: 8 };
/// Bytes of replays on their way to browsers, some of which may read slowly.
pub(super) const REPLAY_BYTES_SENT: usize = 64 << 20;
/// Bytes of finished pictures that are kept.
pub(super) const KEPT_PICTURE_BYTES: u64 = 64 << 20;
/// About as many pictures are that.
pub(super) const PICTURES_KEPT: usize = 1000;
/// Answers waiting for a slow browser before its requests are read no further.
pub(super) const WAITING_ANSWERS: usize = 64;

/// How long the head of a request may take, also the first byte of it, and so how long a connection may be idle.
pub(super) const HEAD_TIME: Duration = Duration::from_secs(10);
/// The same for connections of web servers in front of this one.
pub(super) const PROXY_TIME: Duration = Duration::from_secs(120);
/// How long the body of a request may take, all of it.
pub(super) const BODY_TIME: Duration = Duration::from_secs(10);
/// How long a browser may take to read an answer.
pub(super) const WRITE_TIME: WriteTimeout =
    WriteTimeout { stalled: SEND_TIME, whole: Duration::from_secs(120) };
/// How long any request may take once all of it is there.
pub(super) const REQUEST_TIME: Duration = Duration::from_secs(30);
/// How long whoever began a game waits for its room before their page is answered without it.
pub(super) const ROOM_TIME: Duration = Duration::from_secs(3);
/// How long one message may take to go out before the browser counts as gone.
pub(super) const SEND_TIME: Duration = Duration::from_secs(10);
/// How long changes of who is here and of what channels there are wait for further ones, to be told together.
pub(super) const GATHERING: Duration = Duration::from_secs(1);
/// How often a quiet socket is asked whether it is still there, and how long it may be silent.
pub(super) const PING_EVERY: Duration = Duration::from_secs(20);
/// See [`PING_EVERY`].
pub(super) const SILENCE: Duration = Duration::from_secs(60);
/// How long sockets and requests get to finish when the program stops.
pub(super) const GRACE: Duration = Duration::from_secs(5);

/// How long after something reached the program it may still be begun; a page that hears nothing for eight seconds takes the
/// program for gone.
pub(super) const BEGUN: Duration = Duration::from_secs(4);
/// The same for completions: the next key asks anew.
pub(super) const COMPLETED: Duration = Duration::from_millis(1_200);

/// Messages, commands and presses of a person.
pub(super) const EVENT_PACE: BucketRate = BucketRate { burst: 12, refill: Duration::from_millis(400) };
/// Bytes that are kept because of what a person writes or presses: a long evening's talk and moves at once, then a message
/// of usual length every three seconds.
pub(super) const WRITING_PACE: BucketRate =
    BucketRate { burst: 96 * 1024, refill: Duration::from_micros(3906) };
/// What an event takes beside its words: that it was dealt with is remembered.
pub(super) const EVENT_BYTES: u32 = 512;
/// Completions and pages a person asks for.
pub(super) const QUESTION_PACE: BucketRate = BucketRate { burst: 40, refill: Duration::from_millis(60) };
/// Changes of a browser's names and settings, and its new channels.
pub(super) const CHANGE_PACE: BucketRate = BucketRate { burst: 10, refill: Duration::from_secs(2) };
/// Connections and requests of one address (wider networks have a multiple of it): what somebody who opens the page asks for at once, and a pace at which a class
/// plays. What comes faster waits for its turn.
pub(super) const ASKING_OF_ONE: BucketRate = BucketRate { burst: 100, refill: Duration::from_millis(25) };
/// How long it may have to wait.
pub(super) const ASKING_WAIT: Duration = Duration::from_secs(15);
/// New persons of one address (wider networks have a multiple of it): a class that comes at once gets in, and one address leaves room for others.
pub(super) const NEWCOMERS_OF_ONE: BucketRate = BucketRate { burst: 30, refill: Duration::from_secs(10) };
/// New persons, over all browsers together: names are for ever, so nobody shall take thousands of them.
pub(super) const NEWCOMER_PACE: BucketRate = BucketRate { burst: 120, refill: Duration::from_secs(1) };
/// New persons beyond that, each from a network of which nobody came lately: many that come from few networks keep
/// nobody else out.
pub(super) const FIRST_NEWCOMERS: BucketRate = BucketRate { burst: 600, refill: Duration::from_millis(200) };
/// Boards drawn for a person; those that are kept do not count.
pub(super) const BOARD_PACE: BucketRate = BucketRate { burst: 200, refill: Duration::from_millis(25) };
/// Replays drawn for a person, each of which may take a second.
pub(super) const REPLAY_PACE: BucketRate = BucketRate { burst: 10, refill: Duration::from_secs(2) };
