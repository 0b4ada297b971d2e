//! Tests of the bot on a real homeserver (Synapse), with people whose clients it does not know:
//! whole games in plain and encrypted rooms, restarts, limits, a failing connection. Not here: what
//! a move means (tests of the crates).

mod account;
mod addresses;
mod bot;
// Made for other tests, which use more of them.
#[expect(dead_code)]
#[path = "../crash/person.rs"]
mod browser;
#[path = "../shared/choices.rs"]
mod choices;
mod connection;
mod devices;
mod failures;
#[expect(dead_code, unused_imports)]
#[path = "../discord/fake/mod.rs"]
mod fake;
mod federated;
mod federation;
mod games;
mod guard;
mod guarded;
mod journal;
mod logins;
mod names;
mod person;
#[path = "../shared/pgn.rs"]
mod pgn;
mod powers;
mod private;
mod program;
mod proxy;
mod rooms;
#[path = "../matrix_chat/secrecy.rs"]
mod secrecy;
#[path = "../crash/seen.rs"]
#[allow(dead_code, reason = "nobody looks at boards here")]
mod seen;
mod sessions;
mod synapse;
mod takeover;
mod talking;
mod together;
mod trouble;
mod verifying;
mod visiting;
