//! The Matrix chat on a homeserver in memory: whole games, numbers, direct rooms, repetitions, failures. Not here: a real
//! homeserver and encryption (`tests/matrix`).

#![cfg(feature = "matrix")]

mod games;
mod manners;
mod server;
mod world;
