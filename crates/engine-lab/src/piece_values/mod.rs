//! Piece values from self-play: games between unequal armies, and a logistic regression of their results on the material
//! imbalance. Not here: the table of values and how it is read (`adoube_engine::piece_values`).

mod armies;
pub(crate) mod fit;
pub(crate) mod games;
#[cfg(test)]
mod tests;
