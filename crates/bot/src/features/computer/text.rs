//! Writes that a game against the computer began, and that its move waits or was played without a
//! search; and the refusals about the computer opponent, hints and analyses.

use adoube_rules::Variant;

use crate::{
    ControlRow, Message,
    core::{command::ButtonId, game::GameId, notice::ComputerRefusal},
    text::{
        Localizer,
        message::{Button, ButtonStyle},
        sentence_parts::quoted,
    },
};

/// The reply to a person whose game against the computer began.
pub(crate) fn started(speaker: Localizer<'_>) -> Message {
    Message::from_text(speaker.fixed_sentence("solo-begun"))
}

/// The computer's move waits until the program lets it play again.
pub(crate) fn unavailable(speaker: Localizer<'_>, game: &GameId) -> Message {
    Message::from_text(speaker.sentence("computer-waits", &[("game", game.to_string().into())]))
}

/// Thinking failed, and the computer played a legal move without a search.
pub(crate) fn fallback(speaker: Localizer<'_>, game: &GameId) -> Message {
    Message::from_text(speaker.sentence("computer-guessed", &[("game", game.to_string().into())]))
}

/// The games to play against the computer in a channel without other people.
pub(crate) fn rows(speaker: Localizer<'_>, refusal: &ComputerRefusal) -> Vec<ControlRow> {
    let ComputerRefusal::NobodyElse { variant, has_computer: true } = refusal else { return Vec::new() };
    let play = |variant: Variant, label: String| {
        let id = ButtonId::Computer(variant).to_string();
        Button { id, label, style: ButtonStyle::Secondary }
    };
    let buttons = match variant {
        Some(variant) => vec![play(*variant, speaker.fixed_sentence("button-computer"))],
        None => Variant::ALL.map(|variant| play(variant, speaker.variant(variant))).to_vec(),
    };
    vec![ControlRow::Buttons(buttons)]
}

pub(crate) fn sentence(speaker: Localizer<'_>, refusal: &ComputerRefusal) -> String {
    match refusal {
        ComputerRefusal::Off => speaker.fixed_sentence("refused-computer-off"),
        ComputerRefusal::NobodyElse { has_computer: true, .. } => {
            speaker.fixed_sentence("refused-nobody-else")
        }
        ComputerRefusal::NobodyElse { has_computer: false, .. } => {
            speaker.fixed_sentence("refused-nobody-else-at-all")
        }
        ComputerRefusal::LevelOfPerson => speaker.fixed_sentence("refused-level-of-person"),
        ComputerRefusal::NotBoth => speaker.fixed_sentence("refused-computer-and-person"),
        ComputerRefusal::NoSuchLevel { word } => {
            speaker.sentence("refused-no-such-level", &[("level", quoted(word))])
        }
        ComputerRefusal::NoHints => speaker.fixed_sentence("refused-no-hints"),
        ComputerRefusal::HintOverheard => speaker.fixed_sentence("refused-hint-overheard"),
        ComputerRefusal::HintCommandOverheard => speaker.fixed_sentence("refused-hint-command-overheard"),
        ComputerRefusal::NoAnalyses => speaker.fixed_sentence("refused-no-analyses"),
        ComputerRefusal::StillRunning => speaker.fixed_sentence("refused-analysis-running"),
        ComputerRefusal::Unplayed => speaker.fixed_sentence("refused-analysis-unplayed"),
        ComputerRefusal::LongGame { most } => {
            speaker.sentence("refused-analysis-long", &[("moves", (most / 2).into())])
        }
        ComputerRefusal::Analysing => speaker.fixed_sentence("refused-analysing"),
        ComputerRefusal::ManyGames => speaker.fixed_sentence("refused-many-solo-games"),
        ComputerRefusal::Busy => speaker.fixed_sentence("refused-computer-busy"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, Locales, text::Translations};

    #[test]
    fn how_long_a_game_may_be_is_said_in_moves_of_both() {
        let wording = Translations::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
        let refusal = ComputerRefusal::LongGame { most: 600 };
        let said = sentence(Localizer::new(&wording, Language::EN), &refusal);
        assert!(said.contains("games of up to 300 moves"), "{said}");
    }
}
