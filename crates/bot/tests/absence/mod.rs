//! Time that people give, stop and are away for: more time, the choice when time is up, pauses, vacation, reminders and
//! protection as commands; by everybody, at every moment of a game, in both languages. Not here: when time is up and what
//! the rules make of it (`due`), and how a clock is computed.

mod asked;
mod giving;
mod idle;
mod pausing;
mod preferring;
mod returning;
mod strangers;
mod vacation;
mod world;
