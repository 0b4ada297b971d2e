//! Games against the computer, from the first word to the end: it moves once and the same, whoever dies or comes twice, and
//! what people may do with each other they may do with it. Not here: what it thinks of a position (`flow/computing`).

mod clocks;
mod concurrency;
mod crash;
mod game_end;
mod playing;
mod processes;
mod start;
mod table;
