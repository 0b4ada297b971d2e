//! The Matrix chat on a homeserver in memory: whole games, numbers, direct rooms, repetitions, failures. Not here: a real
//! homeserver and encryption (`tests/matrix`).

#![cfg(feature = "matrix")]

#[macro_use]
#[path = "../wrapping/store.rs"]
mod wrapping;

#[path = "../kept_stores/mod.rs"]
mod kept_stores;

mod commands;
mod disorder;
mod games;
mod manners;
mod mortal;
mod released;
mod secrecy;
mod server;
mod shaky;
mod world;
