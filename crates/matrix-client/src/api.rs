//! Trait `MatrixApi`, the client's interface: every request the program makes to a homeserver, with
//! events, messages, rooms and errors in plain types.

use std::{future::Future, pin::Pin, time::Duration};

/// A boxed future, so that callers are not compiled against the SDK.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A user's id: `@ada:example.org`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UserId(pub String);

/// A room's id: `!abc:example.org`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RoomId(pub String);

/// An event's id: `$abc`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MatrixEventId(pub String);

/// Transaction id: the server accepts each once, so a repetition is told from a new message.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TransactionId(pub String);

/// An event of a room, in timeline order, also from the time the program was off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatrixEvent {
    /// The bot is invited to a room.
    Invited {
        /// The room.
        room: RoomId,
        /// The inviter.
        by: UserId,
        /// Whether it is meant as a direct chat.
        direct: bool,
        /// Whether it is a space, which holds only other rooms.
        space: bool,
    },
    /// The bot joined a room: it accepted an invitation, however old, or was added.
    Joined {
        /// The room.
        room: RoomId,
    },
    /// A room has a tombstone: it names a replacement.
    RoomReplaced {
        /// The room.
        room: RoomId,
        /// The replacement.
        by: RoomId,
    },
    /// A person sent a message. The bot's own messages are not reported.
    Message(RoomMessage),
    /// A message was edited.
    Edited {
        /// The new content; its event is the edit. Thread and reply are only in the original.
        said: RoomMessage,
        /// The original message, of any sender: see [`MatrixApi::said`].
        first: MatrixEventId,
    },
    /// A person sent a message without text: a voice message, a picture, a file, a sticker or a
    /// location.
    NonText {
        /// The room.
        room: RoomId,
        /// The message.
        event: MatrixEventId,
        /// The sender.
        sender: UserId,
    },
    /// A person reacted to a message of the bot.
    Reaction {
        /// The room.
        room: RoomId,
        /// The reaction.
        event: MatrixEventId,
        /// The sender.
        sender: UserId,
        /// The message.
        to: MatrixEventId,
        /// The emoji or text of the reaction.
        key: String,
    },
    /// A message cannot be decrypted yet. When its key arrives, `Message` follows with the same id.
    Unreadable {
        /// The room.
        room: RoomId,
        /// The message.
        event: MatrixEventId,
        /// The message it replies to, which is not encrypted.
        reply_to: Option<MatrixEventId>,
        /// The sender.
        sender: UserId,
    },
    /// Messages are missing between two sync responses.
    Gap {
        /// The room.
        room: RoomId,
        /// The position in the sync stream where the gap begins; it identifies the gap.
        since: String,
        /// Why they are missing.
        why: GapReason,
    },
    /// A person asks to verify the bot's device; see [`MatrixApi::decline`].
    VerificationRequest {
        /// The room.
        room: RoomId,
        /// The request.
        event: MatrixEventId,
        /// The sender.
        sender: UserId,
    },
    /// The members changed; see [`MatrixApi::room`].
    MembersChanged {
        /// The room.
        room: RoomId,
        /// Whether a member left.
        left: bool,
    },
}

impl MatrixEvent {
    /// The event's room.
    pub fn room(&self) -> &RoomId {
        match self {
            Self::Message(said) | Self::Edited { said, .. } => &said.room,
            Self::Invited { room, .. }
            | Self::Joined { room }
            | Self::Gap { room, .. }
            | Self::VerificationRequest { room, .. }
            | Self::RoomReplaced { room, .. }
            | Self::NonText { room, .. }
            | Self::Reaction { room, .. }
            | Self::Unreadable { room, .. }
            | Self::MembersChanged { room, .. } => room,
        }
    }
}

/// Why messages are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GapReason {
    /// There are more than are fetched.
    TooManyEvents,
    /// The server did not return them.
    NotReturned,
    /// The server received them late.
    ReceivedLate,
}

/// A text message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomMessage {
    /// The room.
    pub room: RoomId,
    /// The message's event.
    pub event: MatrixEventId,
    /// The root of its thread.
    pub thread: Option<MatrixEventId>,
    /// The message it replies to; not the fallback for clients without threads.
    pub reply_to: Option<MatrixEventId>,
    /// The sender.
    pub sender: UserId,
    /// The plain text, without the quotation of a reply.
    pub text: String,
    /// Whether it mentions the bot (`m.mentions`), or begins with its name.
    pub mentions_bot: bool,
    /// Other mentioned users.
    pub mentions: Vec<UserId>,
    /// When, in milliseconds since 1970, by the sender's server.
    pub at: u64,
}

/// Time and place of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MessageOrigin {
    /// When it was sent, in milliseconds since 1970, by the sender's server.
    pub at: u64,
    /// The root of its thread.
    pub thread: Option<MatrixEventId>,
    /// Whether the bot sent it.
    pub own: bool,
}

/// A message to send. Without mentions and attachments it is an `m.notice`, which causes no
/// notification.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatrixMessage {
    /// The text; with a picture its caption.
    pub plain: String,
    /// The same with formatting.
    pub html: String,
    /// A picture; encrypted where the room is.
    pub picture: Option<MatrixPicture>,
    /// A file, if there is no picture; encrypted where the room is.
    pub file: Option<MatrixFile>,
    /// The root of the thread to post in.
    pub thread: Option<MatrixEventId>,
    /// The message to reply to.
    pub reply_to: Option<MatrixEventId>,
    /// Mentioned users.
    pub mentions: Vec<UserId>,
    /// The message it edits. An edit notifies only users that the original did not mention.
    pub replaces: Option<ReplacedMessage>,
}

/// A message that is edited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplacedMessage {
    /// The message.
    pub event: MatrixEventId,
    /// The users it mentioned.
    pub called: Vec<UserId>,
}

impl MatrixMessage {
    /// The attachment to upload first: media type and content.
    pub fn attached(&self) -> Option<(&str, &[u8])> {
        let picture = self.picture.as_ref().map(|picture| (picture.media_type.as_str(), &*picture.bytes));
        picture.or_else(|| self.file.as_ref().map(|file| (file.media_type.as_str(), &*file.bytes)))
    }

    /// The `msgtype` it is sent with.
    pub fn kind(&self) -> &'static str {
        if self.picture.is_some() {
            "m.image"
        } else if self.file.is_some() {
            "m.file"
        } else if self.replaces.is_none() && self.mentions.is_empty() {
            "m.notice"
        } else {
            "m.text"
        }
    }
}

/// A picture to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixPicture {
    /// A plain file name: `board.png`.
    pub name: String,
    /// `image/png` or `image/gif`.
    pub media_type: String,
    /// Content.
    pub bytes: Vec<u8>,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
}

/// A file to download.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixFile {
    /// A plain file name: `adoube-k7f2.pgn`.
    pub name: String,
    /// Media type, such as `text/plain`.
    pub media_type: String,
    /// Content.
    pub bytes: Vec<u8>,
    /// Text to send instead where the server rejects the file, as when it is too large.
    pub otherwise: String,
}

/// State of a room.
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoomState {
    /// Its name, or else its alias, `#chess:example.org`.
    pub name: Option<String>,
    /// Members besides the bot, joined or invited; in a large room only those the server has
    /// reported so far.
    pub members: Vec<(UserId, String)>,
    /// Members who are invited and have not joined.
    pub invited: Vec<UserId>,
    /// Number of members that `members` lacks: members of a large room are fetched one by one
    /// ([`MatrixApi::member`]).
    pub unlisted: u64,
    /// Whether it is encrypted.
    pub encrypted: bool,
    /// Whether it is a direct chat.
    pub direct: bool,
    /// Whether the bot may send messages.
    pub may_send: bool,
    /// Whether it is a space, which holds only other rooms.
    pub space: bool,
    /// The room it says it replaces.
    pub replaces: Option<RoomId>,
    /// The room that replaces it, as a member with the permission has said.
    pub replaced_by: Option<RoomId>,
}

impl RoomState {
    /// Whether the bot and this user are the only possible readers. Members may have changed
    /// since.
    pub fn is_only_with(&self, user: &UserId) -> bool {
        self.direct && self.unlisted == 0 && self.members.iter().all(|(member, _)| member == user)
    }

    /// Number of members other than the bot, joined or invited.
    pub fn people(&self) -> u64 {
        u64::try_from(self.members.len()).unwrap_or(u64::MAX).saturating_add(self.unlisted)
    }

    /// The display name of a member, as far as listed.
    pub fn name_of(&self, user: &UserId) -> Option<&str> {
        self.members.iter().find(|(member, _)| member == user).map(|(_, name)| name.as_str())
    }
}

/// A room's id, with servers that know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomRoute {
    /// The room.
    pub room: RoomId,
    /// Servers in the room, for a homeserver that is not.
    pub via: Vec<String>,
}

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatrixError {
    /// It may succeed later.
    #[error("the homeserver is busy or cannot be reached: {reason}")]
    Transient {
        /// The server's message.
        reason: String,
        /// The server's `retry_after`.
        after: Option<Duration>,
    },
    /// The server refuses every request of the account for now.
    #[error("{cause}: {reason}")]
    AccountBlocked {
        /// The cause.
        cause: AccountBlock,
        /// The server's message.
        reason: String,
    },
    /// The bot lacks the permission.
    #[error("the homeserver does not allow it: {0}")]
    Forbidden(String),
    /// A policy server or spam checker refuses this message although the bot may write in the room.
    /// The server's error is that of [`MatrixError::Forbidden`]; the room's permissions tell them
    /// apart.
    #[error("the homeserver does not let this message through: {0}")]
    MessageBlocked(String),
    /// The room does not exist, or the bot is not in it.
    #[error("there is no such room: {0}")]
    NotFound(String),
    /// The request is invalid.
    #[error("the homeserver refuses it: {0}")]
    Rejected(String),
    /// The session has ended.
    #[error("the homeserver no longer accepts the session")]
    LoggedOut,
}

/// Why a homeserver refuses everything of an account, and who can change that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AccountBlock {
    /// The account may only read.
    #[error("the homeserver's admins have suspended the account; they can lift that")]
    Suspended,
    /// The account may do nothing.
    #[error("the homeserver's admins have locked the account; they can unlock it")]
    Locked,
    /// The server's terms have to be accepted.
    #[error(
        "the homeserver wants its terms to be agreed to for the account: open the address it names in a browser"
    )]
    NoConsent,
    /// The server has reached a resource limit.
    #[error("the homeserver has reached a limit of its own; its admins can raise it")]
    Exhausted,
    /// A proxy answers in the server's place.
    #[error(
        "what answered is no Matrix homeserver: something in front of it, such as a proxy or a firewall, keeps the bot out"
    )]
    Intercepted,
}

/// A logged-in account.
pub trait MatrixApi: Send + Sync + 'static {
    /// The bot's own id.
    fn user(&self) -> UserId;

    /// The next event of a room with none in progress; `None` once the connection is closed for
    /// good. It is reported again after a restart unless [`MatrixApi::done`] was called;
    /// invitations and member changes may be repeated even then.
    fn next(&self) -> BoxFuture<'_, Option<MatrixEvent>>;

    /// The last reported event of this room is handled and durable: it is not repeated after a
    /// restart, and the room's next event may follow.
    fn done<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<(), MatrixError>>;

    /// Number of members other than the bot, joined or invited, as far as known without a request.
    fn company(&self, room: &RoomId) -> Option<u64>;

    /// Whether the bot sent a message, if that is remembered.
    fn is_own(&self, event: &MatrixEventId) -> Option<bool>;

    /// Accepts an invitation; `direct` marks the room as a direct chat. Makes no request where the
    /// bot is in the room already, as after an abandoned request that succeeded.
    fn join<'a>(&'a self, room: &'a RoomId, direct: bool) -> BoxFuture<'a, Result<(), MatrixError>>;

    /// Marks a joined room as a direct chat in the account data.
    fn mark_direct<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<(), MatrixError>>;

    /// Joins the replacement of a room.
    fn follow<'a>(&'a self, room: &'a RoomId, to: &'a RoomId) -> BoxFuture<'a, Result<(), MatrixError>>;

    /// Resolves an alias such as `#chess:example.org`.
    fn resolve<'a>(&'a self, alias: &'a str) -> BoxFuture<'a, Result<RoomRoute, MatrixError>>;

    /// Joins a public room.
    fn visit<'a>(&'a self, route: &'a RoomRoute) -> BoxFuture<'a, Result<(), MatrixError>>;

    /// Leaves a room and forgets it.
    fn leave<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<(), MatrixError>>;

    /// Declines an invitation with a reason.
    fn turn_down<'a>(&'a self, room: &'a RoomId, reason: &'a str) -> BoxFuture<'a, Result<(), MatrixError>>;

    /// State and members of a room.
    fn room<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<RoomState, MatrixError>>;

    /// The display name of a joined or invited member; `None` for any other user. Fetches one
    /// member, also in large rooms.
    fn member<'a>(
        &'a self,
        room: &'a RoomId,
        user: &'a UserId,
    ) -> BoxFuture<'a, Result<Option<String>, MatrixError>>;

    /// Whether a room is encrypted.
    fn is_encrypted<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<bool, MatrixError>>;

    /// Whether a user may redact messages of others, as moderators may.
    fn moderates<'a>(&'a self, room: &'a RoomId, user: &'a UserId) -> BoxFuture<'a, bool>;

    /// Uploads a message's attachment for [`MatrixApi::send`] with the same transaction id; once,
    /// however often it is retried. The room sees nothing of it.
    fn upload<'a>(
        &'a self,
        room: &'a RoomId,
        message: &'a MatrixMessage,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<(), MatrixError>>;

    /// The thread of an event, as far as remembered; makes no request.
    fn thread_of(&self, event: &MatrixEventId) -> Option<MatrixEventId>;

    /// Time, thread and ownership of an event.
    fn origin<'a>(
        &'a self,
        room: &'a RoomId,
        event: &'a MatrixEventId,
    ) -> BoxFuture<'a, Result<MessageOrigin, MatrixError>>;

    /// The original of a person's message; `None` for other, redacted and undecryptable events.
    /// Makes a request.
    fn said<'a>(
        &'a self,
        room: &'a RoomId,
        event: &'a MatrixEventId,
    ) -> BoxFuture<'a, Result<Option<RoomMessage>, MatrixError>>;

    /// Whether an event comes after another one in the room's graph. If it does not, its sender's
    /// server did not have the other one yet, whatever the clocks say. Makes a request.
    fn stands_behind<'a>(
        &'a self,
        room: &'a RoomId,
        event: &'a MatrixEventId,
        other: &'a MatrixEventId,
    ) -> BoxFuture<'a, Result<bool, MatrixError>>;

    /// Declines to verify the bot's device, as a program compares nothing.
    fn decline<'a>(
        &'a self,
        request: &'a MatrixEventId,
        by: &'a UserId,
    ) -> BoxFuture<'a, Result<(), MatrixError>>;

    /// Sends a message, once for each transaction id.
    fn send<'a>(
        &'a self,
        room: &'a RoomId,
        message: MatrixMessage,
        transaction: TransactionId,
    ) -> BoxFuture<'a, Result<MatrixEventId, MatrixError>>;

    /// Sends a reaction, once for each transaction id. It is not encrypted.
    fn react<'a>(
        &'a self,
        room: &'a RoomId,
        to: &'a MatrixEventId,
        key: &'a str,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<(), MatrixError>>;

    /// Sends a read receipt up to an event.
    fn mark_read<'a>(
        &'a self,
        room: &'a RoomId,
        event: &'a MatrixEventId,
    ) -> BoxFuture<'a, Result<(), MatrixError>>;

    /// Starts a typing notification of this duration, or ends it.
    fn show_typing<'a>(
        &'a self,
        room: &'a RoomId,
        time: Option<Duration>,
    ) -> BoxFuture<'a, Result<(), MatrixError>>;

    /// Whether a user has a device that can read encrypted messages.
    fn encrypts<'a>(&'a self, user: &'a UserId) -> BoxFuture<'a, Result<bool, MatrixError>>;

    /// The encrypted direct room the bot has created for this user, if there is one; a user who
    /// left it is invited again.
    fn existing_direct_room<'a>(
        &'a self,
        user: &'a UserId,
    ) -> BoxFuture<'a, Result<Option<RoomId>, MatrixError>>;

    /// The encrypted direct room for this user; created when there is none.
    fn direct_room<'a>(&'a self, user: &'a UserId) -> BoxFuture<'a, Result<RoomId, MatrixError>>;

    /// The same for the unencrypted direct room.
    fn existing_plain_room<'a>(
        &'a self,
        user: &'a UserId,
    ) -> BoxFuture<'a, Result<Option<RoomId>, MatrixError>>;

    /// The unencrypted direct room; created when there is none.
    fn plain_room<'a>(&'a self, user: &'a UserId) -> BoxFuture<'a, Result<RoomId, MatrixError>>;

    /// Resolves when reachability of the homeserver differs from `known`. At first it counts as
    /// unreachable.
    fn answers(&self, known: bool) -> BoxFuture<'_, bool>;

    /// Closes the connection. The session stays for the next start.
    fn close(&self) -> BoxFuture<'_, ()>;
}
