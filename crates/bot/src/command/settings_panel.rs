//! Actions of the buttons and menus of the settings panel, as written in their ids; each says what
//! it sets, so it works after a restart. The handler is in `handlers`.

use super::{
    CHALLENGERS, LETTERS, SWITCH, THREADS, TIME_OUTS, USUAL, VIEWS,
    id_parts::{self, IdPart, IdParts, ids},
};
use crate::{
    Language, LetterPreference, ThreadPolicy,
    game::{Challengers, FlagRule, PublicView},
};

/// Whether something is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwitchState(pub bool);

ids! {
    /// A button or menu of settings.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum SettingsButton {
        /// The page of one's own settings.
        Own = "own",
        /// The page of the server's or room's.
        Place = "place",
        /// The menu of languages: the value is a tag or a word for the usual one.
        Language = "language",
        /// The menu of colours.
        Theme = "theme",
        /// The menu of places to be reminded in.
        Reminders = "reminders",
        /// These letters of pieces.
        Letters(letters: LetterPreference) = "letters",
        /// Whether boards show which pieces may move.
        Hints(on: SwitchState) = "hints",
        /// Whether vacation protects from losing on time.
        Protection(on: SwitchState) = "protection",
        /// Who may challenge them.
        Challengers(challengers: Challengers) = "challengers",
        /// The menu of games where none is named.
        Game = "game",
        /// The menu of paces where none is named.
        Pace = "pace",
        /// The menu of days that games may lie.
        Idle = "idle",
        /// The menu of what else there is: the value is an [`SettingsMenuValue`].
        Other = "other",
        /// Games may begin in this channel.
        Allow = "allow",
        /// Not in this channel any more.
        Disallow = "disallow",
        /// Games may begin everywhere.
        Everywhere = "everywhere",
        /// Whether channels are reminded.
        Remind(on: SwitchState) = "remind",
    }
}

/// The language in which everybody is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceLanguage {
    /// As usual.
    Usual,
    /// This one, whether there is one with that tag or not.
    Of(Language),
}

ids! {
    /// A value of the menu of other settings: `threads.always`, `timeout.strict`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum SettingsMenuValue {
        /// When games get threads.
        Threads(threads: ThreadPolicy) = "threads",
        /// What happens at the flag.
        TimeOut(time_out: FlagRule) = "timeout",
        /// From which side boards are drawn for everybody.
        View(view: PublicView) = "view",
        /// The language in which everybody is spoken to.
        Language(language: PlaceLanguage) = "language",
    }
}

impl SettingsMenuValue {
    /// Reads the value of a menu. `None` for anything else: it comes from outside.
    pub fn parse(value: &str) -> Option<Self> {
        id_parts::parse(value)
    }
}

/// Values that are words of closed sets.
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
    use crate::command::ButtonId;

    /// As they stand under messages that people still see.
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
