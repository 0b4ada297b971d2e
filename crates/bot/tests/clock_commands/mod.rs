//! Tests of the commands about time: more time, the choice when time is up, pauses, vacation,
//! reminders and protection; by everybody, at every moment of a game, in both languages. Not here:
//! when time is up and what the rules make of it (`flag_rules`), and how a clock is computed.

mod flag_choice;
mod idle;
mod more_time;
mod pause;
mod preferences;
mod strangers;
mod vacation;
mod vacation_return;
mod world;
