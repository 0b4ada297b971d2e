//! The bot: what connects the rules, the pictures, the games and the store to people and programs.

pub mod adapter;
pub mod answers;
pub mod book;
mod buckets;
mod choice;
pub mod config;
pub mod directory;
mod drawing;
pub mod inspection;
mod json_lines;
mod live_export;
mod logging;
pub mod moving;
mod numbered;
pub mod secret;
mod sentences;
pub mod sled_panics;
mod start;
pub mod storage;
mod typed;
mod under_way;
