//! Fits piece values to games: a logistic regression of game results on the material imbalance by
//! Newton's method, with a prior from mobility, and standard errors by bootstrap.

use adoube_engine::piece_values::{PieceValue, PieceValues};
use adoube_rules::{PieceType, TypeSet, Variant};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::games::ImbalanceSample;

/// Sweeps of Newton's method over all terms, and bootstrap draws of the games.
const NEWTON_SWEEPS: usize = 25;
const BOOTSTRAP_DRAWS: u64 = 40;
/// Spread of the prior, as a part of the value that mobility estimates.
const PRIOR_SPREAD: f64 = 0.4;
/// Weight of a sample, as samples of one game depend on one another.
const SAMPLE_WEIGHT: f64 = 0.3;
/// Score in centipawns that wins ten of eleven games, to begin with.
const ELO_SCALE: f64 = 400.0;

/// Values of types on the board of a variant from the samples of games, scaled so that the Pawn is
/// 100.
pub(crate) fn fit_values(variant: Variant, games: &[Vec<ImbalanceSample>]) -> PieceValues {
    let mut values = PieceValues::empty();
    let mut expected = [0.0; PieceType::COUNT];
    PieceType::all().for_each(|kind| expected[kind.index()] = values.of(variant, kind).into());
    let best = fit_terms(&games.iter().flatten().collect::<Vec<_>>(), &expected);
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut spread = [0.0; PieceType::COUNT];
    for _ in 0..BOOTSTRAP_DRAWS {
        let bootstrap = (0..games.len()).flat_map(|_| &games[random.next_u64() as usize % games.len()]);
        let refit = fit_terms(&bootstrap.collect::<Vec<_>>(), &expected);
        for ((spread, refit), best) in spread.iter_mut().zip(refit).zip(best) {
            *spread += (refit - best).powi(2) / BOOTSTRAP_DRAWS as f64;
        }
    }
    let pawn = best[PieceType::PAWN.index()].max(1.0);
    let scaled = |number: f64| (number * 100.0 / pawn).round() as i32;
    let seen: TypeSet =
        games.iter().flatten().flat_map(|sample| &sample.imbalance).map(|(kind, _)| *kind).collect();
    for kind in seen.iter().filter(|kind| *kind != PieceType::KING) {
        let (value, error) = (best[kind.index()], spread[kind.index()].sqrt());
        values.set(
            variant,
            kind,
            PieceValue { centipawns: scaled(value).max(1), standard_error: scaled(error).max(1) },
        );
    }
    values
}

/// Samples, their predicted scores, and in which of them each type occurs.
struct ValueFitter<'a> {
    samples: &'a [&'a ImbalanceSample],
    predicted_scores: Vec<f64>,
    by_type: Vec<Vec<(usize, f64)>>,
    side_terms: Vec<(usize, f64)>,
}

impl<'a> ValueFitter<'a> {
    fn of(samples: &'a [&'a ImbalanceSample], weights: &[f64; PieceType::COUNT]) -> Self {
        let mut by_type = vec![Vec::new(); PieceType::COUNT];
        let mut predicted_scores = vec![0.0; samples.len()];
        for (number, sample) in samples.iter().enumerate() {
            for &(kind, imbalance) in &sample.imbalance {
                by_type[kind.index()].push((number, f64::from(imbalance)));
                predicted_scores[number] += weights[kind.index()] * f64::from(imbalance);
            }
        }
        let side_terms =
            samples.iter().enumerate().map(|(number, sample)| (number, f64::from(sample.side_to_move)));
        Self { samples, predicted_scores, by_type, side_terms: side_terms.collect() }
    }

    /// One step of Newton's method for one term, pulled towards its prior; the change of the term.
    fn newton_step(&mut self, of: FitTerm, deviation: f64, stiffness: f64) -> f64 {
        let steep = f64::ln(10.0) / ELO_SCALE;
        let uses = match of {
            FitTerm::PieceType(index) => &self.by_type[index],
            FitTerm::SideToMove => &self.side_terms,
        };
        let (mut gradient, mut curvature) = (-deviation * stiffness, stiffness);
        for &(number, imbalance) in uses {
            let expected = 1.0 / (1.0 + (-steep * self.predicted_scores[number]).exp());
            gradient +=
                SAMPLE_WEIGHT * steep * imbalance * (f64::from(self.samples[number].result) - expected);
            curvature += SAMPLE_WEIGHT * (steep * imbalance).powi(2) * expected * (1.0 - expected);
        }
        let by = gradient / curvature.max(f64::MIN_POSITIVE);
        for &(number, imbalance) in uses {
            self.predicted_scores[number] += by * imbalance;
        }
        by
    }
}

#[derive(Clone, Copy)]
enum FitTerm {
    PieceType(usize),
    SideToMove,
}

/// Fitted value of each type, with the side to move as a term of its own.
fn fit_terms(samples: &[&ImbalanceSample], expected: &[f64; PieceType::COUNT]) -> [f64; PieceType::COUNT] {
    let mut weights = *expected;
    let mut fitter = ValueFitter::of(samples, &weights);
    for _ in 0..NEWTON_SWEEPS {
        for (index, weight) in weights.iter_mut().enumerate() {
            let stiffness = (PRIOR_SPREAD * expected[index]).max(1.0).powi(-2);
            *weight += fitter.newton_step(FitTerm::PieceType(index), *weight - expected[index], stiffness);
        }
        fitter.newton_step(FitTerm::SideToMove, 0.0, 0.0);
    }
    weights
}
