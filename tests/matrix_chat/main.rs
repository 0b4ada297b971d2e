//! Tests of Matrix on a simulated homeserver in memory: whole games, numbered lists, direct rooms,
//! repetitions, failures. Not here: a real homeserver and encryption (`tests/matrix`).

#![cfg(feature = "matrix")]

#[path = "../../crates/bot/tests/support/test_language.rs"]
mod made_up;

#[path = "../fixture_store/mod.rs"]
mod fixture_store;

#[path = "../hidden/mod.rs"]
mod hidden;

mod absent;
mod account;
mod activity;
mod agreeing;
mod bothered;
mod comings;
mod commands;
mod computer;
mod crowd;
mod disorder;
mod edits;
mod element;
mod events;
mod flood;
mod games;
mod in_words;
mod joining;
mod languages;
mod late;
mod limits;
mod manners;
mod mortal;
mod moves;
mod named;
mod notified;
mod overload;
mod pictures;
mod places;
mod recorded_session;
mod refusals;
mod released;
mod rooms;
mod screening;
mod secrecy;
mod server;
mod shown;
mod standby;
mod state;
mod taken_back;
mod threads;
mod unreadable;
mod unseen;
mod upgrades;
mod visibility;
mod wordless;
mod world;
