//! The chess bot without its platforms: commands, games from challenge to end, clocks, the outbox
//! and sentences.
//!
//! A platform hands in a [`ChatEvent`] and gets a [`Decision`] with the [`Reply`] to the person who
//! acted. What everybody in the channel sees is a [`Notice`] in the outbox, committed together with
//! the decision; a [`Message`] is a notice in the words and from the side of one viewer. Start
//! reading at [`Bot::handle`].
//!
//! Not here: sockets and platforms, drawing (`adoube-render`), how a piece moves (`adoube-rules`),
//! and how bytes reach the disk (`adoube-store`).

mod admission;
mod bot;
mod calendar;
mod clock;
mod command;
mod computer_runner;
mod decision;
mod engine_jobs;
mod engine_pool;
mod event;
mod event_priority;
mod features;
pub mod forms;
mod game;
mod gameplay;
mod handlers;
mod ids;
mod json;
mod language;
mod likeness;
mod locales;
mod notice;
mod outbox;
mod panic_guard;
mod parser;
mod pgn;
mod preference_form;
mod present;
mod queries;
mod reachability;
mod reading;
mod records;
mod relocation;
mod retention;
mod scheduler;
mod text;
pub mod timestamp_marks;
mod uptime;
mod versioned_form;

pub use adoube_engine::StrengthLevel;

pub use admission::AdmissionPermit;
pub use bot::{Bot, BotParts, DueRun, LeaseTerm, PlatformLease};
pub use calendar::{Calendar, CalendarError};
pub use clock::{Clock, SystemClock, Timer};
pub use command::NumberBounds;
pub use decision::{Decision, GameParticipation, PublicText};
pub use engine_jobs::EngineJobHandle;
pub use engine_pool::ComputerSettings;
pub use event::{
    ActiveChannel, Audience, ChatEvent, EngineQuestion, IdempotencyKey, InputCompletion, Reply, UserAction,
};
pub use event_priority::EventPriority;
pub use game::{Preference, Preferences, ReminderTarget};
pub use handlers::start_form::StartField;
pub use ids::{
    BoxFuture, ChannelId, CommunityId, MessageAccess, Person, PersonDirectory, PersonId, SoloRoom,
    ThreadPolicy, Viewer,
};
pub use language::Language;
pub use likeness::{handle, is_called, is_unseen, looks, looks_version};
pub use locales::{Locale, Locales};
pub use notice::{
    ClockEvent, ClockEventNotice, ClockStop, FindingStatus, FindingSubject, Notice, ReminderNotice,
    ReplayNotice, SelfTestFinding, SelfTestNotice,
};
pub use outbox::{
    AfterCommit, DeliveryAttempts, DeliveryError, DeliveryPolicy, DeliveryReceipt, LaneBlock, LaneLock,
    NextDelivery, Outbox, RelayHandle, RetryAfterPolicy, Transport,
};
pub use present::{
    ArticleDiagram, ArticleExamples, BookArticle, BookEntry, BookMark, BookSection, LiveArt, LiveBoard,
    LiveCard, LiveCards, LiveChoice, LiveClock, LiveConditionalMoves, LiveHand, LiveLastMove, LiveMarks,
    LiveMove, LiveMoveKind, LiveOffer, LivePath, LivePendingTurn, LivePiece, LivePieceState, LivePieceType,
    LiveSeat, LiveSeats, LiveTouch, PieceBook, PieceTrial, RecordedGame, RecordedPly, RelatedPieces,
    TrialPiece, TrialTarget, trial_board,
};
pub use queries::{ComputerLevels, OpenSeat, PLAYING_LISTED, RunningGame, UnattendedChannel};
pub use reading::{LetterPreference, ReaderProfile, ReadingPreferences};
pub use records::{OutboxEntry, RecordAudit, RepositoryError, quarantine};
pub use text::{
    MoveWords, TranslationError, Translations,
    alt_text::AltText,
    command_help::{CommandHelp, OptionFieldKind, OptionHelp, WordHelp},
    display_name,
    message::{
        Animation, Attachment, Block, Button, ButtonStyle, ChannelItem, ControlRow, Menu, MenuOption,
        Message, MessageSeries, Picture, PiecePageRef, ThreadRequest,
    },
};
