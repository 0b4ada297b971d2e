//! Chooses the language of public messages where no setting does: that of most people who act
//! there, with hysteresis, so that single actions do not change it.

use adoube_bot::Language;
use serde::{Deserialize, Serialize};

/// The lead of a new language: as many actions in other languages end it.
const FIRST_LEAD: u8 = 5;
/// The greatest lead, so that a lasting change of language takes effect.
const MAX_LEAD: u8 = 20;

/// A language and its lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SteadyLanguage {
    /// The language.
    pub language: Language,
    /// How many actions in other languages it outlasts.
    pub lead: u8,
}

impl SteadyLanguage {
    /// The language after a public action of a person who reads `language`.
    pub fn after(before: Option<Self>, language: Language) -> Self {
        match before {
            Some(before) if before.language == language => {
                Self { lead: before.lead.saturating_add(1).min(MAX_LEAD), ..before }
            }
            Some(before) if before.lead > 0 => Self { lead: before.lead - 1, ..before },
            _ => Self { language, lead: FIRST_LEAD },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DE: Language = Language::of("de");

    fn spoken(order: &str) -> String {
        let mut before = None;
        let say = |letter: char| {
            let language = if letter == 'd' { DE } else { Language::EN };
            before = Some(SteadyLanguage::after(before, language));
            if before.is_some_and(|steady| steady.language == DE) { 'd' } else { 'e' }
        };
        order.chars().map(say).collect()
    }

    #[test]
    fn a_language_stays_until_clearly_more_is_done_in_another_one() {
        for (done, expected) in [
            ("dededede", "dddddddd"),
            ("deeddeeddeed", "dddddddddddd"),
            ("deeeeeee", "ddddddee"),
            ("eddddddded", "eeeeeedddd"),
        ] {
            assert_eq!(spoken(done), expected, "{done}");
        }
        let long = format!("{}{}", "d".repeat(1000), "e".repeat(21));
        assert!(spoken(&long).ends_with("de"));
    }
}
