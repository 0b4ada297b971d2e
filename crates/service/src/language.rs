//! The languages people read. The sentences themselves live in `assets/locales`.

use serde::{Deserialize, Serialize};

/// A language the bot speaks completely.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English, the fallback.
    #[default]
    En,
    /// German.
    De,
}

impl Language {
    /// Every language, the fallback first.
    pub const ALL: [Language; 2] = [Language::En, Language::De];

    /// The BCP 47 tag: `en`, `de`.
    pub fn tag(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::De => "de",
        }
    }

    /// The language of a BCP 47 tag such as `de-AT`; `None` when the bot does not speak it.
    pub fn from_tag(tag: &str) -> Option<Language> {
        let primary = tag.split(['-', '_']).next()?.trim();
        Language::ALL.into_iter().find(|language| language.tag().eq_ignore_ascii_case(primary))
    }

    /// What speakers call it, for a language menu.
    pub fn endonym(self) -> &'static str {
        match self {
            Language::En => "English",
            Language::De => "Deutsch",
        }
    }
}
