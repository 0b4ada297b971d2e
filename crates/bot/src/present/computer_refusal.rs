//! Why there is no game against the computer, or no word of it, in words.

use adoube_rules::Variant;

use super::refusal::quoted;
use crate::{
    Row,
    command::Component,
    message::{Button, ButtonStyle},
    notice::ComputerRefusal,
    wording::Speaker,
};

/// The games that may be played against the computer where nobody else could answer a challenge.
pub(super) fn rows(speaker: Speaker<'_>, refusal: &ComputerRefusal) -> Vec<Row> {
    let ComputerRefusal::NobodyElse { variant, has_computer: true } = refusal else { return Vec::new() };
    let play = |variant: Variant, label: String| {
        let id = Component::Computer(variant).to_string();
        Button { id, label, style: ButtonStyle::Secondary }
    };
    let buttons = match variant {
        Some(variant) => vec![play(*variant, speaker.plain("button-computer"))],
        None => Variant::ALL.map(|variant| play(variant, speaker.variant(variant))).to_vec(),
    };
    vec![Row::Buttons(buttons)]
}

pub(super) fn sentence(speaker: Speaker<'_>, refusal: &ComputerRefusal) -> String {
    match refusal {
        ComputerRefusal::Off => speaker.plain("refused-computer-off"),
        ComputerRefusal::NobodyElse { has_computer: true, .. } => speaker.plain("refused-nobody-else"),
        ComputerRefusal::NobodyElse { has_computer: false, .. } => {
            speaker.plain("refused-nobody-else-at-all")
        }
        ComputerRefusal::LevelOfPerson => speaker.plain("refused-level-of-person"),
        ComputerRefusal::NotBoth => speaker.plain("refused-computer-and-person"),
        ComputerRefusal::NoSuchLevel { word } => {
            speaker.say("refused-no-such-level", &[("level", quoted(word))])
        }
        ComputerRefusal::NoHints => speaker.plain("refused-no-hints"),
        ComputerRefusal::HintOverheard => speaker.plain("refused-hint-overheard"),
        ComputerRefusal::HintCommandOverheard => speaker.plain("refused-hint-command-overheard"),
        ComputerRefusal::NoAnalyses => speaker.plain("refused-no-analyses"),
        ComputerRefusal::StillRunning => speaker.plain("refused-analysis-running"),
        ComputerRefusal::Unplayed => speaker.plain("refused-analysis-unplayed"),
        ComputerRefusal::LongGame { most } => {
            speaker.say("refused-analysis-long", &[("moves", (most / 2).into())])
        }
        ComputerRefusal::Analysing => speaker.plain("refused-analysing"),
        ComputerRefusal::ManyGames => speaker.plain("refused-many-solo-games"),
        ComputerRefusal::Busy => speaker.plain("refused-computer-busy"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, Locales, wording::Wording};

    #[test]
    fn how_long_a_game_may_be_is_said_in_moves_of_both() {
        let wording = Wording::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
        let refusal = ComputerRefusal::LongGame { most: 600 };
        let said = sentence(Speaker::new(&wording, Language::EN), &refusal);
        assert!(said.contains("games of up to 300 moves"), "{said}");
    }
}
