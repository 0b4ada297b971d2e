//! Feature of the computer opponent: its turns, the turn it makes without a search when the engine
//! fails, and the sentences about it. Not here: the engine's threads (`core::engine_pool`), and the
//! search (`adoube-engine`).

pub(crate) mod fallback;
pub(crate) mod text;
pub(crate) mod turn;
pub(crate) mod turn_end;

pub(crate) use turn::{ComputerAction, ComputerTask};
