//! The bot on a Discord of its own: whole games, repeated and lost events, faults, limits. Not here: what a move means
//! (the crates' own tests).

mod calls;
mod failures;
mod fake;
mod games;
mod hearing;
mod openapi;
mod registration;
mod requests;
mod support;
mod threads;
