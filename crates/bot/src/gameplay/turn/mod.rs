//! A turn: its text, the move, the drop of a card, and touched pieces. `moves`, `cards` and
//! `touch_move` share it.

pub(crate) mod conditional_replies;
pub(crate) mod drop;
pub(crate) mod picker;
mod submit;
pub(crate) mod text;
pub(crate) mod touch;
