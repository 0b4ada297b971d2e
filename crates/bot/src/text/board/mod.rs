//! Texts and pictures of boards that several commands show alike: scenes, pieces and moves in
//! words.

pub(crate) mod array;
pub(crate) mod board_lines;
pub(crate) mod board_state;
pub(crate) mod card_counts;
pub(crate) mod claim_question;
pub(crate) mod diagram_cache;
pub(crate) mod illegal_move;
pub(crate) mod joker_text;
pub(crate) mod letter_board;
pub(crate) mod move_description;
pub(crate) mod move_menu;
pub(crate) mod picture;
pub(crate) mod piece_counts;
pub(crate) mod piece_help;
pub(crate) mod piece_list;
pub(crate) mod piece_menu;
pub(crate) mod piece_worth;
pub(crate) mod placed_pieces;
pub(crate) mod scene_description;
pub(crate) mod touch_status;
