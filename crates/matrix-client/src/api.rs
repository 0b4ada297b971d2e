//! What the program has to do with a homeserver, in plain types.

use std::{future::Future, pin::Pin, time::Duration};

/// A boxed future: whoever awaits it is not compiled against the SDK.
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

/// What tells a repetition of something sent from a new one: the server takes each once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TransactionId(pub String);

/// Something that happened in a room, in the order of its timeline, also what happened while the program was off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatrixEvent {
    /// Somebody wants the bot in a room.
    Invited {
        /// Which.
        room: RoomId,
        /// Who invites.
        by: UserId,
        /// Whether it is meant as a conversation of two.
        direct: bool,
        /// Whether nobody speaks there, as it only holds other rooms.
        space: bool,
    },
    /// The bot is in a room now: it took an invitation, however long ago, or somebody had it brought there.
    Entered {
        /// Which.
        room: RoomId,
    },
    /// A room is no longer used: another one is said to be there in its place.
    Replaced {
        /// Which.
        room: RoomId,
        /// The other one.
        by: RoomId,
    },
    /// A person sent a message. The bot's own messages are not reported.
    Said(Said),
    /// A message was edited.
    Edited {
        /// Its new form; its event is the change. In which thread it stands and what it answers, only the first form says.
        said: Said,
        /// The message, which may be anybody's: see [`Link::said`].
        first: MatrixEventId,
    },
    /// A person sent a message without text: a voice message, a picture, a file, a sticker or a location.
    Wordless {
        /// Where.
        room: RoomId,
        /// Which event.
        event: MatrixEventId,
        /// Who.
        sender: UserId,
    },
    /// A person reacted to a message of the bot.
    Reacted {
        /// Where.
        room: RoomId,
        /// The reaction itself.
        event: MatrixEventId,
        /// Who.
        sender: UserId,
        /// Under which message.
        to: MatrixEventId,
        /// Which sign.
        key: String,
    },
    /// Somebody said something for which the key is not here yet. When it arrives, `Said` follows with the same id.
    Unreadable {
        /// Where.
        room: RoomId,
        /// Which event.
        event: MatrixEventId,
        /// The message it answers, which is told also where the words are not.
        reply_to: Option<MatrixEventId>,
        /// Who.
        sender: UserId,
    },
    /// More was said than the server tells.
    Missed {
        /// Where.
        room: RoomId,
        /// Since which place in the server's stream: it tells this gap from others.
        since: String,
        /// Why.
        why: GapReason,
    },
    /// Somebody wants to verify the bot's device; see [`Link::decline`].
    Verifying {
        /// Where.
        room: RoomId,
        /// Their request.
        event: MatrixEventId,
        /// Who.
        sender: UserId,
    },
    /// People came or went; ask for the room's state.
    MembersChanged {
        /// Where.
        room: RoomId,
        /// Whether somebody went.
        left: bool,
    },
}

impl MatrixEvent {
    /// Where it happened.
    pub fn room(&self) -> &RoomId {
        match self {
            Self::Said(said) | Self::Edited { said, .. } => &said.room,
            Self::Invited { room, .. }
            | Self::Entered { room }
            | Self::Missed { room, .. }
            | Self::Verifying { room, .. }
            | Self::Replaced { room, .. }
            | Self::Wordless { room, .. }
            | Self::Reacted { room, .. }
            | Self::Unreadable { room, .. }
            | Self::MembersChanged { room, .. } => room,
        }
    }
}

/// Why something that was said is not told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GapReason {
    /// It is more than is asked for.
    TooMuch,
    /// The server was asked, and does not say.
    Untold,
    /// The server itself was not told of it in time.
    Late,
}

/// Something said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Where.
    pub room: RoomId,
    /// Which event.
    pub event: MatrixEventId,
    /// The root of the thread in which it was said.
    pub thread: Option<MatrixEventId>,
    /// The message it answers; not the one that a client names only because it knows no threads.
    pub reply_to: Option<MatrixEventId>,
    /// Who.
    pub sender: UserId,
    /// The plain words, without the quotation of the message it answers.
    pub text: String,
    /// Whether it mentions the bot (`m.mentions`), or its name stands at the beginning.
    pub mentions_bot: bool,
    /// Others it mentions.
    pub mentions: Vec<UserId>,
    /// When, in milliseconds since 1970, as the server says.
    pub at: u64,
}

/// Where a message stands among others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MessageOrigin {
    /// When it was said, in milliseconds since 1970, as the server of whoever said it says.
    pub at: u64,
    /// The root of the thread in which it was said.
    pub thread: Option<MatrixEventId>,
    /// Whether the bot said it.
    pub own: bool,
}

/// A message to send. One that calls nobody and shows nothing is a notice, for which clients notify nobody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatrixMessage {
    /// The words; with a picture its caption.
    pub plain: String,
    /// The same with formatting.
    pub html: String,
    /// A picture; encrypted where the room is.
    pub picture: Option<MatrixPicture>,
    /// A file to take away, without a picture; encrypted where the room is.
    pub file: Option<MatrixFile>,
    /// The root of the thread to say it in.
    pub thread: Option<MatrixEventId>,
    /// The message it answers.
    pub reply_to: Option<MatrixEventId>,
    /// Who is called.
    pub mentions: Vec<UserId>,
    /// The message in whose place this one stands from now on. Nobody is notified of that but those it calls and the
    /// other one did not.
    pub replaces: Option<Replaced>,
}

/// A message in whose place another one stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// Which.
    pub event: MatrixEventId,
    /// Whom it called.
    pub called: Vec<UserId>,
}

impl MatrixMessage {
    /// What is to be uploaded before it can be said: its media type and the file.
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
    /// The file.
    pub bytes: Vec<u8>,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
}

/// A file to take away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixFile {
    /// A plain file name: `adoube-k7f2.pgn`.
    pub name: String,
    /// Such as `text/plain`.
    pub media_type: String,
    /// The file.
    pub bytes: Vec<u8>,
    /// What is said in its place where the server does not take it, as when it is larger than uploads may be.
    pub otherwise: String,
}

/// A room as it is now.
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoomState {
    /// What people call it: its name, or else its address, `#chess:example.org`.
    pub name: Option<String>,
    /// People in it besides the bot, and those who are invited; of a crowd only those whom the server has told of so far.
    pub members: Vec<(UserId, String)>,
    /// Those of the members who are invited and have not come.
    pub invited: Vec<UserId>,
    /// How many people are in it whom `members` does not name: the members of a crowd are asked for one by one
    /// ([`Link::member`]).
    pub unlisted: u64,
    /// Whether it is encrypted.
    pub encrypted: bool,
    /// Whether it is a conversation of two.
    pub direct: bool,
    /// Whether the bot may send messages.
    pub may_send: bool,
    /// Whether nobody speaks there, as it only holds other rooms.
    pub space: bool,
    /// The room in whose place it says it is.
    pub replaces: Option<RoomId>,
    /// The room that is in its place, as somebody has said who may.
    pub replaced_by: Option<RoomId>,
}

impl RoomState {
    /// Whether nobody but this user reads what is said there. Somebody else may be there by now, or nobody any more.
    pub fn is_only_with(&self, user: &UserId) -> bool {
        self.direct && self.unlisted == 0 && self.members.iter().all(|(member, _)| member == user)
    }

    /// How many people are in it besides the bot, or invited.
    pub fn people(&self) -> u64 {
        u64::try_from(self.members.len()).unwrap_or(u64::MAX).saturating_add(self.unlisted)
    }

    /// The name that a member has in it, as far as it is listed.
    pub fn name_of(&self, user: &UserId) -> Option<&str> {
        self.members.iter().find(|(member, _)| member == user).map(|(_, name)| name.as_str())
    }
}

/// The way to a room: its id, and servers that know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomRoute {
    /// Which room.
    pub room: RoomId,
    /// The names of servers that are in it, for a homeserver that is not.
    pub via: Vec<String>,
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatrixError {
    /// It may go through later, after so long if the server says how long.
    #[error("the homeserver is busy or cannot be reached: {reason}")]
    Later {
        /// What it said.
        reason: String,
        /// How long to wait.
        after: Option<Duration>,
    },
    /// It takes nothing from the account now, whatever it is and wherever; it may again later.
    #[error("{cause}: {reason}")]
    Standstill {
        /// Why.
        cause: Standstill,
        /// What it said.
        reason: String,
    },
    /// The bot may not do that there.
    #[error("the homeserver does not allow it: {0}")]
    Forbidden(String),
    /// This message is not let through although the bot may write there: a policy server or a spam checker refuses it. The
    /// server says the same as for [`Failure::Forbidden`]; it takes a look at the room to tell them apart.
    #[error("the homeserver does not let this message through: {0}")]
    Blocked(String),
    /// The bot is not in the room, or there is none.
    #[error("there is no such room: {0}")]
    Gone(String),
    /// The server finds something wrong with it.
    #[error("the homeserver refuses it: {0}")]
    Refused(String),
    /// The session is no longer one.
    #[error("the homeserver no longer accepts the session")]
    LoggedOut,
}

/// Why a homeserver takes nothing from an account, and what can be done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Standstill {
    /// It may read and not write.
    #[error("the homeserver's admins have suspended the account; they can lift that")]
    Suspended,
    /// It may do nothing at all.
    #[error("the homeserver's admins have locked the account; they can unlock it")]
    Locked,
    /// Its owner has to agree to the server's terms.
    #[error(
        "the homeserver wants its terms to be agreed to for the account: open the address it names in a browser"
    )]
    NoConsent,
    /// The server has reached a limit of its own.
    #[error("the homeserver has reached a limit of its own; its admins can raise it")]
    Exhausted,
    /// Something in front of the server answers in its place.
    #[error(
        "what answered is no Matrix homeserver: something in front of it, such as a proxy or a firewall, keeps the bot out"
    )]
    Intercepted,
}

/// A logged-in account.
pub trait MatrixApi: Send + Sync + 'static {
    /// The bot's own id.
    fn user(&self) -> UserId;

    /// The next thing that happened in a room of which nothing is being dealt with; `None` when the connection was closed
    /// for good. It is told again after a restart unless [`Link::done`] was called for it; invitations and members that
    /// changed may be told again even then.
    fn next(&self) -> BoxFuture<'_, Option<MatrixEvent>>;

    /// What was told last of this room has been dealt with and is durable: it is not told again after a restart, and what
    /// follows there can be told.
    fn done<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<(), MatrixError>>;

    /// How many people are in a room besides the bot, or invited to it, as far as that is known without asking anybody.
    fn company(&self, room: &RoomId) -> Option<u64>;

    /// Whether a message is the bot's, if that is remembered.
    fn is_own(&self, event: &MatrixEventId) -> Option<bool>;

    /// Takes an invitation; `direct` when it is meant as a conversation of two, which the room is taken for from then on. Where
    /// the bot is already, as a request that was given up had been taken all the same, nothing is asked for.
    fn join<'a>(&'a self, room: &'a RoomId, direct: bool) -> BoxFuture<'a, Result<(), MatrixError>>;

    /// Notes for the account that a room the bot is in is a conversation of two, also after the next start.
    fn mark_direct<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<(), MatrixError>>;

    /// Goes to the room that is in the place of another one.
    fn follow<'a>(&'a self, room: &'a RoomId, to: &'a RoomId) -> BoxFuture<'a, Result<(), MatrixError>>;

    /// The room behind an address such as `#chess:example.org`, and servers that are in it.
    fn resolve<'a>(&'a self, alias: &'a str) -> BoxFuture<'a, Result<RoomRoute, MatrixError>>;

    /// Goes to a room that lets in people without an invitation.
    fn visit<'a>(&'a self, route: &'a RoomRoute) -> BoxFuture<'a, Result<(), MatrixError>>;

    /// Leaves a room and forgets it.
    fn leave<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<(), MatrixError>>;

    /// Declines an invitation and says why.
    fn turn_down<'a>(&'a self, room: &'a RoomId, reason: &'a str) -> BoxFuture<'a, Result<(), MatrixError>>;

    /// Who and what is in a room.
    fn room<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<RoomState, MatrixError>>;

    /// The name of a member of a room, who is there or invited; nothing if they are not. One person is asked for, also where
    /// many are.
    fn member<'a>(
        &'a self,
        room: &'a RoomId,
        user: &'a UserId,
    ) -> BoxFuture<'a, Result<Option<String>, MatrixError>>;

    /// Whether a room is encrypted, whoever is in it.
    fn is_encrypted<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<bool, MatrixError>>;

    /// Whether somebody may remove others' messages in a room, which is what moderators may.
    fn moderates<'a>(&'a self, room: &'a RoomId, user: &'a UserId) -> BoxFuture<'a, bool>;

    /// Takes what is attached to a message to the server, for [`Link::send`] with the same transaction id; once, however
    /// often it is tried. A room is told nothing of it.
    fn upload<'a>(
        &'a self,
        room: &'a RoomId,
        message: &'a MatrixMessage,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<(), MatrixError>>;

    /// The root of the thread in which something was said, as far as that is remembered; nobody is asked.
    fn thread_of(&self, event: &MatrixEventId) -> Option<MatrixEventId>;

    /// When and where in a room something was said, and whether by the bot.
    fn origin<'a>(
        &'a self,
        room: &'a RoomId,
        event: &'a MatrixEventId,
    ) -> BoxFuture<'a, Result<MessageOrigin, MatrixError>>;

    /// The first form of a person's message; `None` for other events, redacted ones and unreadable ones. It costs a
    /// question.
    fn said<'a>(
        &'a self,
        room: &'a RoomId,
        event: &'a MatrixEventId,
    ) -> BoxFuture<'a, Result<Option<Said>, MatrixError>>;

    /// Whether something was said behind another message in the order of the room's graph. Where it was not, its writer's
    /// server did not have that message yet, whatever clocks say. It costs a question.
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

    /// Says something, once for each transaction id.
    fn send<'a>(
        &'a self,
        room: &'a RoomId,
        message: MatrixMessage,
        transaction: TransactionId,
    ) -> BoxFuture<'a, Result<MatrixEventId, MatrixError>>;

    /// Sets a sign under a message, once for each transaction id. It is not encrypted.
    fn react<'a>(
        &'a self,
        room: &'a RoomId,
        to: &'a MatrixEventId,
        key: &'a str,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<(), MatrixError>>;

    /// Shows people that the bot has read what was said in a room, up to a message.
    fn mark_read<'a>(
        &'a self,
        room: &'a RoomId,
        event: &'a MatrixEventId,
    ) -> BoxFuture<'a, Result<(), MatrixError>>;

    /// Shows people in a room that the bot is writing: for so long, or no more.
    fn show_typing<'a>(
        &'a self,
        room: &'a RoomId,
        time: Option<Duration>,
    ) -> BoxFuture<'a, Result<(), MatrixError>>;

    /// Whether a user is logged in with anything that can read what is encrypted.
    fn encrypts<'a>(&'a self, user: &'a UserId) -> BoxFuture<'a, Result<bool, MatrixError>>;

    /// The room the bot has made for this user, if there is one; whoever has left it is invited again.
    fn existing_direct_room<'a>(
        &'a self,
        user: &'a UserId,
    ) -> BoxFuture<'a, Result<Option<RoomId>, MatrixError>>;

    /// The room the bot has made for this user, encrypted, in which nobody else can be; made when there is none.
    fn direct_room<'a>(&'a self, user: &'a UserId) -> BoxFuture<'a, Result<RoomId, MatrixError>>;

    /// The same for what may reach them unencrypted.
    fn existing_plain_room<'a>(
        &'a self,
        user: &'a UserId,
    ) -> BoxFuture<'a, Result<Option<RoomId>, MatrixError>>;

    /// The same, made when there is none.
    fn plain_room<'a>(&'a self, user: &'a UserId) -> BoxFuture<'a, Result<RoomId, MatrixError>>;

    /// Resolves when the homeserver answers and did not, or does not answer any more; `known` is how it was. At first it
    /// does not.
    fn answers(&self, known: bool) -> BoxFuture<'_, bool>;

    /// Ends the connection in order. The session stays for the next start.
    fn close(&self) -> BoxFuture<'_, ()>;
}
