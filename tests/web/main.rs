//! Tests of the web chat from outside: what a browser may ask, what each person gets to see, and
//! that nothing is lost or done twice. One program with the real store, bot and server in it; the
//! browser's side is played by `support`. Not here: the page in a real browser (`browser`).

#[path = "../../crates/bot/tests/support/test_language.rs"]
mod test_language;

#[path = "../fixture_store/mod.rs"]
mod fixture_store;

#[path = "../hidden/mod.rs"]
mod hidden;

mod apart;
mod attendance;
mod beginning;
mod board;
mod book;
mod bothered;
mod calendars;
mod choosing;
mod commits;
mod crowd;
mod doors;
mod events;
mod following;
mod gate;
mod history;
mod hoarders;
mod invitations;
mod kept;
mod languages;
mod members;
mod names;
mod overload;
mod paces;
mod pictures;
mod played;
mod privacy;
mod raced;
mod readiness;
mod reconnecting;
mod recorded;
mod released;
mod rooms;
mod secrets;
mod silence;
mod site;
mod solo;
mod support;
mod thinking;
mod two;
