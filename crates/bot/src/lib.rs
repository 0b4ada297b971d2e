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

mod bot;
mod core;
mod features;
mod gameplay;
mod outbox;
mod scheduler;
mod text;

pub use adoube_engine::StrengthLevel;

pub use crate::bot::admission::AdmissionPermit;
pub use crate::bot::engine_jobs::EngineJobHandle;
pub use crate::bot::queries::{ComputerLevels, OpenSeat, PLAYING_LISTED, RunningGame, UnattendedChannel};
pub use crate::core::calendar::{Calendar, CalendarError};
pub use crate::core::clock::{Clock, SystemClock, Timer};
pub use crate::core::command::NumberBounds;
pub use crate::core::decision::{Decision, GameParticipation, PublicText};
pub use crate::core::engine_pool::ComputerSettings;
pub use crate::core::event::{
    ActiveChannel, Audience, ChatEvent, EngineQuestion, IdempotencyKey, InputCompletion, InputValue, Reply,
    UserAction,
};
pub use crate::core::event_priority::EventPriority;
pub use crate::core::game::{Preference, Preferences, ReminderTarget};
pub use crate::core::ids::{
    BoxFuture, ChannelId, CommunityId, MessageAccess, Person, PersonDirectory, PersonId, SoloRoom,
    ThreadPolicy, Viewer,
};
pub use crate::core::language::Language;
pub use crate::core::locales::{Locale, Locales};
pub use crate::core::notice::{
    ClockEvent, ClockEventNotice, ClockStop, FindingStatus, FindingSubject, Notice, ReminderNotice,
    ReplayNotice, SelfTestFinding, SelfTestNotice,
};
pub use crate::core::reading::{LetterPreference, ReaderProfile, ReadingPreferences};
pub use crate::core::records::{OutboxEntry, RecordAudit, RepositoryError, quarantine};
pub use crate::core::{forms, timestamp_marks};
pub use crate::features::challenge::start_form::StartField;
pub use crate::features::live_board::{
    LiveArt, LiveBoard, LiveCard, LiveCards, LiveChoice, LiveClock, LiveConditionalMoves, LiveHand,
    LiveLastMove, LiveMarks, LiveMove, LiveMoveKind, LiveOffer, LivePath, LivePendingTurn, LivePiece,
    LivePieceState, LivePieceType, LiveSeat, LiveSeats, LiveTouch, RecordedGame, RecordedPly,
};
pub use crate::features::piece_book::{
    ArticleDiagram, ArticleExamples, BookArticle, BookEntry, BookMark, BookSection, PieceBook, PieceTrial,
    RelatedPieces, TrialPiece, TrialTarget,
};
pub use crate::features::self_test::trial_board;
pub use crate::text::likeness::{handle, is_called, is_unseen, looks, looks_version};
pub use bot::{Bot, BotParts, DueRun, LeaseTerm, PlatformLease};
pub use outbox::{
    AfterCommit, DeliveryAttempts, DeliveryError, DeliveryPolicy, DeliveryReceipt, InlineEventError,
    InlinePost, InlineTransport, InlineWrites, LaneBlock, LaneLock, NextDelivery, Outbox, RelayHandle,
    RetryAfterPolicy, Transport,
};
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
