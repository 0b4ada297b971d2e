//! Writes the refusals of draw claims, with and without an intended move. Not here: the question
//! whether to claim (`text::board::claim_question`, `text`).

use crate::{
    core::notice::ClaimRefusal,
    text::{
        Localizer,
        sentence_parts::{alternatives, quoted},
    },
};

/// Why no draw can be claimed in the position, by its occurrences and the plies without progress.
pub(crate) fn none_standing(
    speaker: Localizer<'_>,
    (repetitions, plies): (u32, u32),
    with_move: bool,
) -> String {
    let counts = [("repetitions", repetitions.into()), ("moves", (plies / 2).into())];
    let why = speaker.sentence("refused-no-claim", &counts);
    if with_move { format!("{why} {}", speaker.fixed_sentence("refused-no-claim-yet")) } else { why }
}

/// The sentence for a refused claim with an intended move.
pub(crate) fn refused(speaker: Localizer<'_>, refusal: &ClaimRefusal) -> String {
    match refusal {
        ClaimRefusal::NoClaimWith { san, repetitions, plies, made } => {
            let args = [
                ("san", speaker.notation(san).into()),
                ("repetitions", (*repetitions).into()),
                ("moves", (*plies / 2).into()),
            ];
            let why = speaker.sentence("refused-no-claim-with", &args);
            if !made {
                return why;
            }
            format!("{why} {}", speaker.sentence("claim-move-made", &[("san", speaker.notation(san).into())]))
        }
        ClaimRefusal::EndsGame { san } => {
            speaker.sentence("refused-claim-needless", &[("san", speaker.notation(san).into())])
        }
        ClaimRefusal::Unclear { text, moves } => {
            let moves: Vec<String> = moves.iter().map(|san| speaker.notation(san)).collect();
            let moves = alternatives(speaker, &moves);
            speaker.sentence("refused-plan-several-moves", &[("text", quoted(text)), ("moves", moves.into())])
        }
    }
}
