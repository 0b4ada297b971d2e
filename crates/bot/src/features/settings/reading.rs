//! Reads the text after `/settings`: whose setting, which one, and its value. Not here: the names
//! and words of settings (`core::command`), and their completion (`text::parser`).

use adoube_rules::Variant;

use crate::{
    Language,
    core::{
        command::{
            CHALLENGERS, CHANNELS, CommandError, CommandSpec, CommunitySettingName, CommunitySettingsRequest,
            FOR_EVER, LETTERS, OWN_SETTINGS, PICTURES, PLACE_SETTINGS, PreferenceName, REMINDERS, SCOPES,
            SWITCH, SettingName, THEMES, THREADS, TIME_OUTS, USUAL, VARIANTS, VIEWS, WordChoice,
        },
        game::{Challengers, CommunitySetting, DAY, IdleDays, Preference, PublicView},
    },
    text::Lexicon,
};

/// Request of the settings command: show a page of settings, or change one setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingsRequest {
    /// Show the person's own settings.
    Show,
    /// Show the settings of the server or room.
    ShowPlace,
    /// Change one of the person's own settings.
    Choose(Preference),
    /// Change one setting of the server or room.
    Set(CommunitySettingsRequest),
}

/// Reads the request of a settings command.
pub(super) fn read(
    lexicon: &Lexicon,
    command: &'static CommandSpec,
    text: &str,
) -> Result<SettingsRequest, CommandError> {
    let text = text.replace([':', '='], " ");
    let (first, rest) = split(&text);
    if lexicon.choice(&SCOPES, first).is_some() {
        return place(lexicon, command, rest);
    }
    if let Some(setting) = meaning(lexicon, &OWN_SETTINGS, first) {
        if rest.is_empty() {
            return Ok(SettingsRequest::Show);
        }
        let setting_name = SettingName::Own(setting);
        let unknown = || CommandError::NoSuchValue { setting: setting_name, word: rest.to_owned() };
        return own(lexicon, setting, rest).map(SettingsRequest::Choose).ok_or_else(unknown);
    }
    // Languages and themes are recognised without the setting's name.
    let by_itself = [PreferenceName::Language, PreferenceName::Theme].into_iter();
    let mut values = by_itself.filter_map(|setting| own(lexicon, setting, text.trim()));
    let unknown = || CommandError::UnknownWord { command, word: first.to_owned() };
    values.find(is_named).map(SettingsRequest::Choose).ok_or_else(unknown)
}

/// Whether a value is specific to one setting: "none" fits many.
fn is_named(preference: &Preference) -> bool {
    !matches!(preference, Preference::Language(None) | Preference::Theme(None))
}

fn place(
    lexicon: &Lexicon,
    command: &'static CommandSpec,
    text: &str,
) -> Result<SettingsRequest, CommandError> {
    let (first, rest) = split(text);
    if first.is_empty() {
        return Ok(SettingsRequest::ShowPlace);
    }
    let unknown = || CommandError::UnknownWord { command, word: first.to_owned() };
    let setting = meaning(lexicon, &PLACE_SETTINGS, first).ok_or_else(unknown)?;
    if rest.is_empty() {
        return Ok(SettingsRequest::ShowPlace);
    }
    place_value(lexicon, setting, rest).map(SettingsRequest::Set)
}

fn own(lexicon: &Lexicon, setting: PreferenceName, text: &str) -> Option<Preference> {
    let usual = is_usual(lexicon, text);
    match setting {
        PreferenceName::Language if usual => Some(Preference::Language(None)),
        PreferenceName::Language => {
            lexicon.language(text).map(|language| Preference::Language(Some(language)))
        }
        PreferenceName::Theme if usual => Some(Preference::Theme(None)),
        PreferenceName::Theme => meaning(lexicon, &THEMES, text).map(|theme| Preference::Theme(Some(theme))),
        PreferenceName::Letters if usual => Some(Preference::Letters(crate::LetterPreference::Own)),
        PreferenceName::Letters => letters(lexicon, text),
        PreferenceName::Hints => meaning(lexicon, &SWITCH, text).map(Preference::Hints),
        PreferenceName::Words => meaning(lexicon, &SWITCH, text).map(Preference::Words),
        PreferenceName::Reminders => meaning(lexicon, &REMINDERS, text).map(Preference::Reminders),
        PreferenceName::Protection => meaning(lexicon, &SWITCH, text).map(Preference::Protection),
        PreferenceName::Challengers if usual => Some(Preference::Challengers(Challengers::default())),
        PreferenceName::Challengers => meaning(lexicon, &CHALLENGERS, text).map(Preference::Challengers),
    }
}

/// The letter preference; a language's name means its letters.
fn letters(lexicon: &Lexicon, text: &str) -> Option<Preference> {
    let said = meaning(lexicon, &LETTERS, text);
    said.or_else(|| match lexicon.language(text)? {
        Language::EN => Some(crate::LetterPreference::English),
        language => Some(crate::LetterPreference::Of(language)),
    })
    .map(Preference::Letters)
}

fn place_value(
    lexicon: &Lexicon,
    setting: CommunitySettingName,
    text: &str,
) -> Result<CommunitySettingsRequest, CommandError> {
    let usual = is_usual(lexicon, text);
    let chosen = match setting {
        CommunitySettingName::Game if usual => Some(CommunitySetting::Variant(None)),
        CommunitySettingName::Game => {
            variant(lexicon, text).map(|variant| CommunitySetting::Variant(Some(variant)))
        }
        CommunitySettingName::Pace => return pace(lexicon, text, usual),
        CommunitySettingName::TimeOut if usual => Some(CommunitySetting::TimeOut(None)),
        CommunitySettingName::TimeOut => {
            meaning(lexicon, &TIME_OUTS, text).map(|time_out| CommunitySetting::TimeOut(Some(time_out)))
        }
        CommunitySettingName::Channels => {
            let wish = meaning(lexicon, &CHANNELS, text);
            return wish.ok_or_else(|| no_value(setting, text));
        }
        CommunitySettingName::Threads if usual => Some(CommunitySetting::Threads(None)),
        CommunitySettingName::Threads => {
            meaning(lexicon, &THREADS, text).map(|threads| CommunitySetting::Threads(Some(threads)))
        }
        CommunitySettingName::Reminders => meaning(lexicon, &SWITCH, text).map(CommunitySetting::Reminders),
        CommunitySettingName::Idle => idle(lexicon, text, usual).map(CommunitySetting::Idle),
        CommunitySettingName::Language if usual => Some(CommunitySetting::Language(None)),
        CommunitySettingName::Language => {
            lexicon.language(text).map(|language| CommunitySetting::Language(Some(language)))
        }
        CommunitySettingName::Pictures if usual => Some(CommunitySetting::PicturesApart(false)),
        CommunitySettingName::Pictures => {
            meaning(lexicon, &PICTURES, text).map(CommunitySetting::PicturesApart)
        }
        CommunitySettingName::View if usual => Some(CommunitySetting::View(PublicView::default())),
        CommunitySettingName::View => meaning(lexicon, &VIEWS, text).map(CommunitySetting::View),
    };
    chosen.map(CommunitySettingsRequest::Setting).ok_or_else(|| no_value(setting, text))
}

fn no_value(setting: CommunitySettingName, text: &str) -> CommandError {
    CommandError::NoSuchValue { setting: SettingName::Place(setting), word: text.to_owned() }
}

/// The variant of a name, possibly in several words.
fn variant(lexicon: &Lexicon, text: &str) -> Option<Variant> {
    let hyphened = text.split_whitespace().collect::<Vec<_>>().join("-");
    meaning(lexicon, &VARIANTS, text).or_else(|| meaning(lexicon, &VARIANTS, &hyphened))
}

fn pace(lexicon: &Lexicon, text: &str, usual: bool) -> Result<CommunitySettingsRequest, CommandError> {
    let durations = lexicon.durations();
    let pace = if usual || durations.is_none(text) {
        None
    } else {
        let word = || text.to_owned();
        let read =
            durations.pace(text).ok_or_else(|| CommandError::NoSuchPace { word: word(), why: None })?;
        Some(read.map_err(|why| CommandError::NoSuchPace { word: word(), why: Some(why) })?)
    };
    Ok(CommunitySettingsRequest::Setting(CommunitySetting::Pace(pace)))
}

fn idle(lexicon: &Lexicon, text: &str, usual: bool) -> Option<IdleDays> {
    if usual {
        return Some(IdleDays::default());
    }
    if lexicon.choice(&FOR_EVER, text).is_some() {
        return Some(IdleDays::NEVER);
    }
    let days = text.parse().ok().or_else(|| {
        let millis = lexicon.durations().span(text)?;
        (millis % DAY == 0).then_some(millis / DAY)
    });
    days.and_then(IdleDays::after)
}

fn is_usual(lexicon: &Lexicon, text: &str) -> bool {
    lexicon.choice(&USUAL, text).is_some()
}

fn meaning<T: Clone + PartialEq + std::fmt::Debug + Sync>(
    lexicon: &Lexicon,
    set: &'static WordChoice<T>,
    text: &str,
) -> Option<T> {
    lexicon.choice(set, text).and_then(|word| set.meaning(word))
}

fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (first, rest.trim())
}
