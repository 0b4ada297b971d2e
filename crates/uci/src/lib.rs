//! The engine behind the Universal Chess Interface: lines in, lines out, until `quit` or the end of the input. Positions are
//! the project's own position texts and moves its coordinate form (`d9d10=Q`), of which chess programs' own are a part. Not here:
//! how moves are found (`adoube-engine`).

mod limits;
mod position;
mod session;

pub use self::session::serve;
