//! What a chat with the bot means: commands, wording, and the flow of a game from a challenge to its end.
//!
//! An adapter hands in what somebody did ([`Incoming`]) and gets a [`Decision`], in which the [`Reply`] is; what everybody
//! in the channel shall see waits in the outbox as a [`Notice`], and a [`Message`] is a notice in the words and from the
//! side of one viewer.
//! Deliberately not here: sockets, platforms, drawing (`adoube-render`), how a piece moves (`adoube-rules`) and how
//! bytes reach the disk (`adoube-store`).

mod admission;
mod calendar;
mod clock;
mod command;
mod computer;
mod description;
mod due;
mod flow;
mod game;
mod glance;
mod incoming;
pub mod instants;
mod json;
mod language;
mod ledger;
mod likeness;
mod locales;
mod message;
mod notice;
mod outbox;
mod people;
mod pgn;
mod pondering;
mod preferring;
mod present;
mod reach;
mod relocating;
mod retention;
mod scenes;
mod service;
mod speech;
pub mod stored;
mod taste;
mod thinking;
mod typing;
mod unharmed;
mod uptime;
mod wording;

pub use adoube_engine::StrengthLevel;

pub use admission::{Admitted, Urgency};
pub use calendar::{Calendar, CalendarError};
pub use clock::{Clock, SystemClock, Timer};
pub use command::NumberBounds;
pub use description::Description;
pub use flow::starting::StartField;
pub use game::{Preference, Preferences, Reminders};
pub use glance::{ComputerLevels, LeftAlone, OpenSeat, PLAYING_LISTED, RunningGame};
pub use incoming::{Action, Audience, IdempotencyKey, Incoming, Ongoing, Question, Reply, Suggestion};
pub use language::Language;
pub use ledger::{Delivery, LedgerError, RecordAudit, put_aside};
pub use likeness::{handle, is_called, is_unseen, looks, looks_version};
pub use locales::{Locale, Locales};
pub use message::{
    Animation, Attachment, Block, Button, ButtonStyle, InChannel, Leaf, Menu, MenuOption, Message, Picture,
    Row, Series, Thread,
};
pub use notice::{
    CheckNotice, ClockStop, Finding, Found, Notice, Outcome, ReminderNotice, ReplayNotice, TimeEvent,
    TimeNotice,
};
pub use outbox::{
    Courier, Delivering, Done, First, Held, Manner, Outbox, Then, Tried, Trouble, Undone, Wish,
};
pub use people::{
    BoxFuture, ChannelId, Directory, Hearing, Person, PersonId, PlaceId, SoloRoom, Threads, Viewer,
};
pub use pondering::Thinking;
pub use present::{
    Article, CommandHelp, Kin, Listed, LiveArt, LiveBegun, LiveBoard, LiveCard, LiveCards, LiveChoice,
    LiveClock, LiveHand, LiveHeld, LiveLast, LiveMarks, LiveMove, LiveMoveKind, LiveOffer, LivePath,
    LivePiece, LivePlans, LiveSeat, LiveSeats, LiveTouch, LiveType, Marked, OptionForm, OptionHelp,
    PieceBook, PlayedGame, PlayedPly, Reached, Shelf, Stone, Trial, WordHelp, trial_board,
};
pub use service::{DueRun, HeldLease, Parts, Service, Term};
pub use speech::{Decision, Speech, Stake};
pub use taste::{Letters, Reading, Taste};
pub use thinking::ComputerSettings;
pub use wording::{MoveWords, Wording, WordingError, shown_name};
