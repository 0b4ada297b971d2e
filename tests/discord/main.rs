//! Tests of the bot on a fake Discord: whole games, repeated and lost events, faults, limits,
//! permissions, several processes. Not here: what a move means (tests of the crates).

#[path = "../../crates/bot/tests/support/test_language.rs"]
mod test_language;

#[path = "../fixture_store/mod.rs"]
mod fixture_store;

#[path = "../hidden/mod.rs"]
mod hidden;

mod bothered;
mod caller;
mod calls;
mod checking;
mod client;
mod computer;
mod crowd;
mod disorder;
mod edits;
mod failures;
mod fake;
mod games;
mod gate;
mod gateway;
mod granted;
mod growing;
mod guests;
mod hearing;
mod languages;
mod leaks;
mod limits;
mod menus;
mod openapi;
mod outages;
mod overload;
mod peer;
mod places;
mod privacy;
mod processes;
mod refused;
mod registration;
mod released;
mod reminding;
mod requests;
mod roles;
mod rolling;
mod secrets;
mod servers;
mod several;
mod sharding;
mod sleeping;
mod slow;
mod still;
mod support;
mod thinking;
mod threads;
mod tolerance;
mod welcoming;
mod wire_session;
mod words;
