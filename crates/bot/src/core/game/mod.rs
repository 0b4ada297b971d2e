//! Data types of what is stored about games (record, event log, clock, challenge, offers), people
//! and communities, and the changes they go through. Not here: the rules (`adoube-rules`), reading
//! and writing the store (`records`), and what players may do (`features`).

mod absence_budget;
mod analysis;
mod array;
mod bars;
mod challenge;
mod checkpoint;
mod claim_mode;
mod community_settings;
mod computer_seat;
mod conditional_moves;
mod contacts;
mod deal;
mod draw_claim;
mod event;
mod game_clock;
mod hints;
mod id;
mod idle_timer;
pub(crate) mod last_move;
mod missed_turns;
mod offer;
mod pending_turn;
mod person_record;
mod preferences;
mod record;
mod seats;
mod setup_panel;
mod shown_letters;
mod time_control;
mod time_span;
mod touch_state;

pub use absence_budget::{AbsenceBudget, SHORTEST_CHARGED};
pub use analysis::{GameAnalysis, GameVerdict, PlyAnalysis, RoughVerdict};
pub use array::{ArrayTerms, MOST_LOCK, PieceSelection, RECOMMENDED_NEW, new_types};
pub use bars::{Bar, BarEvent, BarList, MOST_BARRED};
pub use challenge::{Challenge, GameTerms};
pub use checkpoint::Checkpoint;
pub use claim_mode::ClaimMode;
pub use community_settings::{CHANNELS_NAMED, CommunitySetting, CommunitySettings, IdleDays, PublicView};
pub use conditional_moves::{ConditionalLine, ConditionalMove, ConditionalMoves, MOST_LINES, MOST_PLANNED};
pub use contacts::{ContactEvent, Contacts, MOST_BLOCKED, OpenDirectChallenge};
pub use deal::{DealCommitment, NONCE_BYTES, SealedDeal};
pub use event::{
    ClockStopCause, EndReason, FlagDecision, GameEvent, GameLogEntry, IntendedMove, MoveTime, TouchCause,
};
pub use game_clock::{
    ClockAction, DESERTED, GameClock, MOST_MORE_TIMES, MOST_PAUSES, MOST_PROTECTIONS, PROTECTION, PauseTimes,
    PerSide, SentReminders, TurnClock,
};
pub use hints::{HintCounts, HintRecord};
pub use id::GameId;
pub use idle_timer::IdleTimer;
pub use missed_turns::MissedTurns;
pub use offer::{DeclinedOffer, Offer, OfferKind, OfferTopic};
pub use pending_turn::PendingTurn;
pub use person_record::{LastReminder, PersonEvent, PersonRecord};
pub use preferences::{Challengers, Preference, Preferences, ReminderTarget};
pub use record::{CapturedPieces, FOLLOWERS, GameEnding, GameRecord, LastMove};
pub use seats::{Seat, Seats, TeamId};
pub use setup_panel::SetupPanel;
pub use shown_letters::ShownLetters;
pub use time_control::{DAY, FlagRule, HOUR, MINUTE, TimeControl, TimeControlError};
pub use time_span::{TimeSpan, joined, overlap};
pub use touch_state::{PendingPromotion, TouchState};
