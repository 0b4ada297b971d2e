//! Preferences of a person for all their games. Not here: the command (`command`, `handlers`), and
//! the effect on text and pictures (`present`).

use adoube_render::ThemeKey;

use crate::{Language, LetterPreference, ReaderProfile, ReadingPreferences};

/// A person's choices. Whoever has made none reads what their platform says, as ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preferences {
    /// The language they read; whatever the platform says if they have chosen none.
    pub language: Option<Language>,
    /// In which colours their boards are drawn.
    pub theme: Option<ThemeKey>,
    /// Which letters stand for pieces.
    pub letters: LetterPreference,
    /// Whether boards show them which pieces may move.
    pub hints: bool,
    /// Whether the words below a picture say what it shows.
    pub words: bool,
    /// Where they are reminded that it is their turn.
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

/// Where somebody is reminded that it is their turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ReminderTarget {
    /// In the channel of the game.
    #[default]
    Here,
    /// Where nobody else reads it.
    Private,
    /// Nowhere.
    Off,
}

/// Who may challenge a person by name. That person's own challenges are not concerned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Challengers {
    /// Everybody whom they do not block.
    #[default]
    Everyone,
    /// Nobody.
    Nobody,
}

/// One choice that somebody makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preference {
    /// This language, or whatever the platform says.
    Language(Option<Language>),
    /// These colours, or those that are usual where they read.
    Theme(Option<ThemeKey>),
    /// These letters.
    Letters(LetterPreference),
    /// Whether boards show which pieces may move.
    Hints(bool),
    /// Whether the words below a picture say what it shows.
    Words(bool),
    /// Where to be reminded.
    Reminders(ReminderTarget),
    /// Whether vacation protects from losing on time.
    Protection(bool),
    /// Who may challenge them.
    Challengers(Challengers),
}

impl Preferences {
    /// Notes a choice.
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

    /// How they read what their platform would say in `language`.
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
    /// How somebody reads who makes this choice and read so before; `language` is what their platform says.
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
