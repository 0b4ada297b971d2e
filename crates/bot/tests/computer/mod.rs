//! Games against the computer, from the first word to the end: it moves once and the same, whoever dies or comes twice, and
//! what people may do with each other they may do with it. Not here: what it thinks of a position (`flow/computing`).

mod beginning;
mod clocks;
mod ending;
mod killed;
mod meanwhile;
mod playing;
mod processes;
mod table;
