//! Chooses which samples of a fit form its validation set: they are only measured, never fitted to.

/// One run of samples in that many is for validation.
const VALIDATION_SHARE: usize = 16;
/// Greatest length of a run. Runs keep the samples of a game together.
const MAX_RUN_LENGTH: usize = 2_048;

/// Tells by its number whether a sample, of so many in the order of their games, is for validation.
pub(crate) fn is_for_validation(samples: usize) -> impl Fn(usize) -> bool {
    let run = (samples / (8 * VALIDATION_SHARE)).clamp(1, MAX_RUN_LENGTH);
    move |number| (number / run).is_multiple_of(VALIDATION_SHARE)
}
