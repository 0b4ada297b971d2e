//! Writes the refusals about a finished game, as of a rematch.

use crate::{
    core::notice::RematchRefusal,
    text::{Localizer, display_name, sentence_parts::seat_names},
};

/// The sentence for a refusal about a finished game.
pub(crate) fn refusal(speaker: Localizer<'_>, refusal: &RematchRefusal) -> String {
    let named = |key: &str, name: &str| speaker.sentence(key, &[("name", display_name(name).into())]);
    match refusal {
        RematchRefusal::StillRunning => speaker.fixed_sentence("refused-still-running"),
        RematchRefusal::NothingToRepeat => speaker.fixed_sentence("refused-nothing-to-repeat"),
        RematchRefusal::NotTheirs { seats } => {
            speaker.sentence("refused-rematch-of-others", &seat_names(speaker, seats))
        }
        RematchRefusal::Asked { opponent } => named("refused-rematch-asked", &opponent.name),
        RematchRefusal::OpponentElsewhere { opponent } => named("refused-rematch-elsewhere", &opponent.name),
        RematchRefusal::NoOtherArray => speaker.fixed_sentence("refused-no-other-array"),
    }
}
