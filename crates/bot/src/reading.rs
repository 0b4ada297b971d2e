//! Reader profile: the language, letters and theme a person reads with, as chosen by them or known
//! from the platform. Not here: the stored preferences (`game::preferences`), and their effect on
//! text and pictures (`present`).

use adoube_render::ThemeKey;
use adoube_rules::PieceDialect;
use serde::{Deserialize, Serialize};

use crate::Language;

/// Which letters stand for pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LetterPreference {
    /// Those of the reader's language: German `Sf3`.
    #[default]
    Own,
    /// The codes, which are the English letters: `Nf3`.
    English,
    /// The English letters of Fairy-Stockfish and the programs that follow it: A for the Cardinal, C for the Marshal.
    #[serde(rename = "fairy-stockfish")]
    FairyStockfish,
    /// Those of this language, whatever the reader's is.
    Of(Language),
}

impl LetterPreference {
    /// The language whose letters these are, for somebody who reads `language`. English has the codes for letters.
    pub(crate) fn of(self, language: Language) -> Language {
        match self {
            Self::Own => language,
            Self::English | Self::FairyStockfish => Language::EN,
            Self::Of(chosen) => chosen,
        }
    }

    /// Which codes stand for pieces that the language has no letters for.
    pub(crate) fn dialect(self) -> PieceDialect {
        match self {
            Self::FairyStockfish => PieceDialect::FairyStockfish,
            Self::Own | Self::English | Self::Of(_) => PieceDialect::Own,
        }
    }
}

/// What somebody has chosen of how they read, beside the language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadingPreferences {
    /// Which letters stand for pieces.
    pub letters: LetterPreference,
    /// Whether boards show them which pieces may move.
    pub hints: bool,
    /// Whether the words below a picture say what it shows.
    pub words: bool,
    /// In which colours boards are drawn for them; as the place has it if they have chosen none.
    pub theme: Option<ThemeKey>,
}

/// How somebody reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReaderProfile {
    /// The language.
    pub language: Language,
    /// Everything else.
    pub taste: ReadingPreferences,
}

/// Somebody who has chosen nothing else.
impl From<Language> for ReaderProfile {
    fn from(language: Language) -> Self {
        Self { language, taste: ReadingPreferences::default() }
    }
}
