//! Holds what handlers of several features share: the request with its guards, the progress of a
//! game, and turns. Not here: what a single command does (`features`).

mod clock_access;
mod community;
mod computer_turn_queue;
mod contact_lookup;
pub(crate) mod contacts;
mod deal;
pub(crate) mod engine_job_error;
mod error;
pub(crate) mod feature;
pub(crate) mod game_lookup;
mod guards;
pub(crate) mod history;
mod lookup;
mod offers;
mod own_record;
mod parsed_action;
mod progress;
pub(crate) mod reachability;
mod recent_activity;
pub(crate) mod repetition_history;
mod request;
mod services;
pub(crate) mod start;
pub(crate) mod threads;
pub(crate) mod turn;
mod visibility;

pub(crate) use computer_turn_queue::{ComputerTurn, ComputerTurnQueue};
pub(crate) use error::{HandlerError, HandlerResult, restore_game};
pub(crate) use parsed_action::ParsedAction;
pub(crate) use progress::GameProgress;
pub(crate) use recent_activity::RecentActivity;
pub(crate) use request::{HandlerRequest, private_reply, update_reply};
pub(crate) use services::{
    DecidedEvent, DeliveryServices, EngineServices, PeopleServices, Services, TextServices, Wakeups,
};
