//! Evaluation weights and piece-square tables from self-play, by Texel tuning: games, their samples, and the fit of the weights
//! to what the search found and how the games ended. Not here: how weights are used (`adoube_engine::evaluation`).

mod feature_sample;
pub(crate) mod fit;
pub(crate) mod game_sample;
pub(crate) mod games;
#[cfg(test)]
mod tests;
