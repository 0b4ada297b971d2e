//! Tests of games against the computer, from the challenge to the end: it moves once and the same,
//! even if processes die or compete, and people can do with it what they can do with each other.
//! Not here: what it thinks of a position (`features/computer/turn`).

mod clocks;
mod concurrency;
mod crash;
mod game_end;
mod playing;
mod processes;
mod start;
mod table;
