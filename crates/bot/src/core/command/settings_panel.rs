//! Ids of the buttons and menus of the settings panel, the message that shows the settings of a
//! person or a community. An id says the value that the button sets, so a button works after a
//! restart. Not here: the handler (`features::settings`).

use super::{
    CHALLENGERS, LETTERS, SWITCH, THREADS, TIME_OUTS, USUAL, VIEWS,
    id_parts::{self, IdPart, IdParts, ids},
};
use crate::{
    Language, LetterPreference, ThreadPolicy,
    core::game::{Challengers, FlagRule, PublicView},
};

/// Whether a switch is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwitchState(pub bool);

ids! {
    /// A button or menu of the settings panel.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum SettingsButton {
        /// Show the page of the presser's own settings.
        Own = "own",
        /// Show the page of the server's or room's settings.
        Place = "place",
        /// The menu of languages: the value is a language tag or the word for the default.
        Language = "language",
        /// The menu of board colours.
        Theme = "theme",
        /// The menu of reminder targets.
        Reminders = "reminders",
        /// Use these letters for pieces.
        Letters(letters: LetterPreference) = "letters",
        /// Whether boards show which pieces may move.
        Hints(on: SwitchState) = "hints",
        /// Whether vacation protects from losing on time.
        Protection(on: SwitchState) = "protection",
        /// Who may challenge the presser.
        Challengers(challengers: Challengers) = "challengers",
        /// The menu of games for challenges that name none.
        Game = "game",
        /// The menu of time controls for challenges that name none.
        Pace = "pace",
        /// The menu of days that games may be idle.
        Idle = "idle",
        /// The menu of other settings: the value is an [`SettingsMenuValue`].
        Other = "other",
        /// Allow games in this channel.
        Allow = "allow",
        /// Disallow games in this channel.
        Disallow = "disallow",
        /// Allow games in every channel.
        Everywhere = "everywhere",
        /// Whether channels are reminded of turns.
        Remind(on: SwitchState) = "remind",
    }
}

/// The language of public messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceLanguage {
    /// The default.
    Usual,
    /// This language, whether the bot has one with that tag or not.
    Of(Language),
}

ids! {
    /// A value of the menu of other settings: `threads.always`, `timeout.strict`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum SettingsMenuValue {
        /// When games get threads.
        Threads(threads: ThreadPolicy) = "threads",
        /// The flag rule.
        TimeOut(time_out: FlagRule) = "timeout",
        /// From which side public boards are drawn.
        View(view: PublicView) = "view",
        /// The language of public messages.
        Language(language: PlaceLanguage) = "language",
    }
}

impl SettingsMenuValue {
    /// Reads the value of a menu. `None` for anything else: values come from outside.
    pub fn parse(value: &str) -> Option<Self> {
        id_parts::parse(value)
    }
}

/// Implements [`IdPart`] for values that are words of closed sets.
macro_rules! words {
    ($($kind:ty: $set:ident;)+) => {$(
        impl IdPart for $kind {
            fn write(&self, id: &mut Vec<String>) {
                id.push($set.word(self).to_owned());
            }

            fn read(parts: &mut IdParts<'_>) -> Option<Self> {
                parts.next().and_then(|part| $set.meaning(part))
            }
        }
    )+};
}

words! {
    LetterPreference: LETTERS;
    Challengers: CHALLENGERS;
    ThreadPolicy: THREADS;
    FlagRule: TIME_OUTS;
    PublicView: VIEWS;
}

impl IdPart for SwitchState {
    fn write(&self, id: &mut Vec<String>) {
        id.push(SWITCH.word(&self.0).to_owned());
    }

    fn read(parts: &mut IdParts<'_>) -> Option<Self> {
        parts.next().and_then(|part| SWITCH.meaning(part)).map(Self)
    }
}

impl IdPart for PlaceLanguage {
    fn write(&self, id: &mut Vec<String>) {
        id.push(match self {
            Self::Usual => USUAL.word(&()).to_owned(),
            Self::Of(language) => language.tag().to_owned(),
        });
    }

    fn read(parts: &mut IdParts<'_>) -> Option<Self> {
        let part = parts.next()?;
        let usual = USUAL.meaning(part).map(|()| Self::Usual);
        usual.or_else(|| Language::parse(part).filter(|language| language.tag() == *part).map(Self::Of))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::command::ButtonId;

    /// Ids as they stand under messages that people still see.
    #[test]
    fn ids_that_were_shown_are_understood() {
        for id in [
            "settings.own",
            "settings.place",
            "settings.language",
            "settings.theme",
            "settings.reminders",
            "settings.letters.own",
            "settings.letters.english",
            "settings.letters.fairy-stockfish",
            "settings.hints.on",
            "settings.protection.off",
            "settings.challengers.nobody",
            "settings.game",
            "settings.pace",
            "settings.idle",
            "settings.other",
            "settings.allow",
            "settings.disallow",
            "settings.everywhere",
            "settings.remind.off",
        ] {
            assert_eq!(ButtonId::parse(id).map(|component| component.to_string()).as_deref(), Some(id));
        }
        for value in [
            "threads.always",
            "threads.busy",
            "threads.never",
            "timeout.ask",
            "timeout.strict",
            "view.mover",
            "view.white",
            "language.auto",
            "language.de",
        ] {
            assert_eq!(
                SettingsMenuValue::parse(value).map(|value| value.to_string()).as_deref(),
                Some(value)
            );
        }
        for forged in ["settings", "settings.fly", "settings.hints", "settings.hints.maybe", "settings.own.1"]
        {
            assert_eq!(ButtonId::parse(forged), None, "{forged}");
        }
        for forged in ["threads.maybe", "language", "language.", "language.DE", "language.de.at"] {
            assert_eq!(SettingsMenuValue::parse(forged), None, "{forged}");
        }
    }
}
