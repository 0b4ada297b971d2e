//! Why there is no game against the computer, in words.

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
    }
}
