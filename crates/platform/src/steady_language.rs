//! In which language everybody in a place is spoken to where nobody has chosen one: that of most of what is done there, and
//! steadily so. Not here: who has chosen one, and what a platform says of its servers (adapters).

use adoube_bot::Language;
use serde::{Deserialize, Serialize};

/// So much more has to be done in another language before everybody is spoken to in that one.
const LEAD: u8 = 5;
/// The lead is never larger, so that a place that has changed its language is followed.
const MOST: u8 = 20;

/// A language and how far it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SteadyLanguage {
    /// The language.
    pub language: Language,
    /// How much more was done in it than in others lately.
    pub lead: u8,
}

impl SteadyLanguage {
    /// After a person who reads this language has done something for everybody to see.
    pub fn after(before: Option<Self>, language: Language) -> Self {
        match before {
            Some(before) if before.language == language => {
                Self { lead: before.lead.saturating_add(1).min(MOST), ..before }
            }
            Some(before) if before.lead > 0 => Self { lead: before.lead - 1, ..before },
            _ => Self { language, lead: LEAD },
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
