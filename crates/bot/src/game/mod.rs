//! A game as it is kept: its record, its events, its challenge before it began. Not here: the rules (`adoube-rules`),
//! how records reach the store (`ledger`), and what people may do with them (`flow`).

mod absence;
mod analysis;
mod array;
mod bars;
mod begun;
mod challenge;
mod checkpoint;
mod claims;
mod computer;
mod contacts;
mod deal;
mod event;
mod game_clock;
mod hints;
mod id;
mod idle;
pub(crate) mod made;
mod offer;
mod pace;
mod panel;
mod person_record;
mod place_settings;
mod plans;
mod preferences;
mod record;
mod seats;
mod shown_letters;
mod stretch;
mod touches;

pub use absence::{Absence, SHORTEST_CHARGED};
pub use analysis::{AnalysedPly, Analysis, Standing, Verdict};
pub use array::{ArrayTerms, Choosing, MOST_LOCK, RECOMMENDED_NEW, new_types};
pub use bars::{Bar, BarEvent, BarList, MOST_BARRED};
pub use begun::BegunTurn;
pub use challenge::{Challenge, Terms};
pub use checkpoint::Checkpoint;
pub use claims::ClaimMode;
pub use computer::Missed;
pub use contacts::{Approached, ContactEvent, Contacts, MOST_BLOCKED, OpenApproach};
pub use deal::{Commitment, NONCE_BYTES, SealedDeal};
pub use event::{AtFlag, EndReason, GameEvent, IntendedMove, LoggedEvent, MoveTime, StopCause, TouchedBy};
pub use game_clock::{
    Both, DESERTED, GameClock, MOST_MORE_TIMES, MOST_PAUSES, MOST_PROTECTIONS, NextTick, PROTECTION,
    Reminded, Still, TurnClock,
};
pub use hints::{Hints, HintsTaken};
pub use id::GameId;
pub use idle::Idle;
pub use offer::{DeclinedOffer, Offer, OfferKind, OfferTopic};
pub use pace::{DAY, HOUR, MINUTE, Pace, PaceError, TimeOut};
pub use panel::Panel;
pub use person_record::{PersonEvent, PersonRecord, RemindedIn};
pub use place_settings::{CHANNELS_NAMED, IdleDays, PlaceSetting, PlaceSettings, PlaceTerms, PublicView};
pub use plans::{MOST_LINES, MOST_PLANNED, PlannedLine, PlannedMove, Plans};
pub use preferences::{Challengers, Preference, Preferences, Reminders};
pub use record::{Ending, FOLLOWERS, GameRecord, LastMove, Taken};
pub use seats::{Seat, Seats, TeamId};
pub use shown_letters::ShownLetters;
pub use stretch::{Stretch, joined, overlap};
pub use touches::{Promoting, Touches};
