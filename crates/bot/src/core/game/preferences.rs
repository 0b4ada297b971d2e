//! Preferences of a person for all their games: language, theme, piece letters, hints,
//! descriptions, reminders, protection from losing on time, and who may challenge them. Not here:
//! the command (`features::settings`), and the effect on text and pictures (`features`, `text`).

use adoube_render::ThemeKey;

use crate::{Language, LetterPreference, ReaderProfile, ReadingPreferences};

/// A person's choices. Without any the platform's values apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preferences {
    /// The language they read; `None` for the platform's.
    pub language: Option<Language>,
    /// The colours of their boards; `None` for the platform's.
    pub theme: Option<ThemeKey>,
    /// The letters for pieces.
    pub letters: LetterPreference,
    /// Whether boards mark the pieces that may move.
    pub hints: bool,
    /// Whether pictures are described in words.
    pub words: bool,
    /// Where they are reminded of a turn.
    pub reminders: ReminderTarget,
    /// Whether a part of their vacation is spent before they lose on time.
    pub protection: bool,
    /// Who may challenge them.
    pub challengers: Challengers,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            language: None,
            theme: None,
            letters: LetterPreference::default(),
            hints: false,
            words: false,
            reminders: ReminderTarget::default(),
            protection: true,
            challengers: Challengers::default(),
        }
    }
}

/// Where a person is reminded of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ReminderTarget {
    /// In the channel of the game.
    #[default]
    Here,
    /// In private.
    Private,
    /// Nowhere.
    Off,
}

/// Who may challenge a person by name. It does not restrict the person's own challenges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Challengers {
    /// Everybody whom they do not block.
    #[default]
    Everyone,
    /// Nobody.
    Nobody,
}

/// A choice of a preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preference {
    /// This language, or the platform's.
    Language(Option<Language>),
    /// These colours, or the platform's.
    Theme(Option<ThemeKey>),
    /// These letters.
    Letters(LetterPreference),
    /// Whether boards mark the pieces that may move.
    Hints(bool),
    /// Whether pictures are described in words.
    Words(bool),
    /// Where to be reminded.
    Reminders(ReminderTarget),
    /// Whether vacation protects from losing on time.
    Protection(bool),
    /// Who may challenge them.
    Challengers(Challengers),
}

impl Preferences {
    /// Applies a choice.
    pub fn choose(&mut self, preference: Preference) {
        match preference {
            Preference::Language(language) => self.language = language,
            Preference::Theme(theme) => self.theme = theme,
            Preference::Letters(letters) => self.letters = letters,
            Preference::Hints(hints) => self.hints = hints,
            Preference::Words(words) => self.words = words,
            Preference::Reminders(reminders) => self.reminders = reminders,
            Preference::Protection(protection) => self.protection = protection,
            Preference::Challengers(challengers) => self.challengers = challengers,
        }
    }

    /// The reader profile, given the platform's `language`.
    pub fn reading(&self, language: Language) -> ReaderProfile {
        let taste = ReadingPreferences {
            letters: self.letters,
            hints: self.hints,
            words: self.words,
            theme: self.theme,
        };
        ReaderProfile { language: self.language.unwrap_or(language), taste }
    }
}

impl Preference {
    /// The reader profile after this choice; `language` is the platform's.
    pub fn applied(self, before: ReaderProfile, language: Language) -> ReaderProfile {
        let ReaderProfile { taste, .. } = before;
        match self {
            Self::Language(chosen) => ReaderProfile { language: chosen.unwrap_or(language), taste },
            Self::Theme(theme) => ReaderProfile { taste: ReadingPreferences { theme, ..taste }, ..before },
            Self::Letters(letters) => {
                ReaderProfile { taste: ReadingPreferences { letters, ..taste }, ..before }
            }
            Self::Hints(hints) => ReaderProfile { taste: ReadingPreferences { hints, ..taste }, ..before },
            Self::Words(words) => ReaderProfile { taste: ReadingPreferences { words, ..taste }, ..before },
            Self::Reminders(_) | Self::Protection(_) | Self::Challengers(_) => before,
        }
    }
}
