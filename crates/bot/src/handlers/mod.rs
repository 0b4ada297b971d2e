//! Dispatches each command to its handler, the function that decides it; a file for each topic has
//! the handlers of its commands and buttons. Not here: the dispatch of buttons (`button_dispatch`),
//! and what handlers of several topics share (`gameplay`).

mod analysis;
pub(crate) mod analysis_job;
mod bars;
mod blocks;
mod board;
mod board_input;
mod button_dispatch;
mod card_drop;
mod challenge;
mod channel_availability;
mod clock;
mod clock_jobs;
mod computer_fallback;
mod computer_opponent;
mod computer_turn;
mod computer_turn_end;
mod conditional_moves;
mod contacts;
mod deal;
mod dispatch;
mod draw;
mod draw_claim;
mod due_games;
mod end_game;
mod export;
mod follow;
mod games;
mod hint;
pub(crate) mod hint_job;
mod move_doubt;
mod pause;
mod piece_selection;
mod pieces;
mod rematch;
mod replay;
mod replay_steps;
mod self_test;
mod settings;
mod setup;
pub(crate) mod start_form;
mod submit_move;
mod takeback;
mod text_command;
mod touch_move;
mod typing_slips;
mod vacation;

pub(crate) use computer_turn::{ComputerAction, ComputerTask};
pub(crate) use dispatch::decide;
