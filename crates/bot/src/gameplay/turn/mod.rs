//! Makes a turn: its text, the move, the drop of a card, and touched pieces. The handlers of moves,
//! cards and touch-move share it.

pub(crate) mod conditional_replies;
pub(crate) mod drop;
pub(crate) mod picker;
mod submit;
pub(crate) mod text;
pub(crate) mod touch;
