//! Why there is no game against the computer, or no word of it, in words.

use super::refusal::quoted;
use crate::{notice::ComputerRefusal, wording::Speaker};

pub(super) fn sentence(speaker: Speaker<'_>, refusal: &ComputerRefusal) -> String {
    match refusal {
        ComputerRefusal::Off => speaker.plain("refused-computer-off"),
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
