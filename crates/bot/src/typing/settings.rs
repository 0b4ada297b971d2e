//! What follows the command for settings: whose, which, and its value. Not here: what there is to choose (`command`), and the
//! completions (`suggest`).

use adoube_rules::Variant;

use crate::{
    Language,
    command::{
        CHALLENGERS, CHANNELS, Choice, CommandError, FOR_EVER, LETTERS, OWN_SETTINGS, OwnSetting, PICTURES,
        PLACE_SETTINGS, PaceWord, PlaceSettingName, PlaceWish, REMINDERS, SCOPES, SWITCH, SettingName,
        SettingsWish, Spec, THEMES, THREADS, TIME_OUTS, USUAL, VARIANTS, VIEWS,
    },
    game::{Challengers, DAY, IdleDays, PlaceSetting, Preference, PublicView},
    present::{typed_word, word_label},
    wording::{Lexicon, Speaker},
};

/// Reads what somebody wants of settings.
pub(super) fn read(
    lexicon: &Lexicon,
    command: &'static Spec,
    text: &str,
) -> Result<SettingsWish, CommandError> {
    let text = text.replace([':', '='], " ");
    let (first, rest) = split(&text);
    if lexicon.choice(&SCOPES, first).is_some() {
        return place(lexicon, command, rest);
    }
    if let Some(setting) = meaning(lexicon, &OWN_SETTINGS, first) {
        if rest.is_empty() {
            return Ok(SettingsWish::Show);
        }
        let setting_name = SettingName::Own(setting);
        let unknown = || CommandError::NoSuchValue { setting: setting_name, word: rest.to_owned() };
        return own(lexicon, setting, rest).map(SettingsWish::Choose).ok_or_else(unknown);
    }
    // A language or a theme says by itself what it is.
    let by_itself = [OwnSetting::Language, OwnSetting::Theme].into_iter();
    let mut values = by_itself.filter_map(|setting| own(lexicon, setting, text.trim()));
    let unknown = || CommandError::UnknownWord { command, word: first.to_owned() };
    values.find(is_named).map(SettingsWish::Choose).ok_or_else(unknown)
}

/// Whether a value is none that many settings have.
fn is_named(preference: &Preference) -> bool {
    !matches!(preference, Preference::Language(None) | Preference::Theme(None))
}

fn place(lexicon: &Lexicon, command: &'static Spec, text: &str) -> Result<SettingsWish, CommandError> {
    let (first, rest) = split(text);
    if first.is_empty() {
        return Ok(SettingsWish::ShowPlace);
    }
    let unknown = || CommandError::UnknownWord { command, word: first.to_owned() };
    let setting = meaning(lexicon, &PLACE_SETTINGS, first).ok_or_else(unknown)?;
    if rest.is_empty() {
        return Ok(SettingsWish::ShowPlace);
    }
    place_value(lexicon, setting, rest).map(SettingsWish::Set)
}

fn own(lexicon: &Lexicon, setting: OwnSetting, text: &str) -> Option<Preference> {
    let usual = is_usual(lexicon, text);
    match setting {
        OwnSetting::Language if usual => Some(Preference::Language(None)),
        OwnSetting::Language => lexicon.language(text).map(|language| Preference::Language(Some(language))),
        OwnSetting::Theme if usual => Some(Preference::Theme(None)),
        OwnSetting::Theme => meaning(lexicon, &THEMES, text).map(|theme| Preference::Theme(Some(theme))),
        OwnSetting::Letters if usual => Some(Preference::Letters(crate::Letters::Own)),
        OwnSetting::Letters => letters(lexicon, text),
        OwnSetting::Hints => meaning(lexicon, &SWITCH, text).map(Preference::Hints),
        OwnSetting::Words => meaning(lexicon, &SWITCH, text).map(Preference::Words),
        OwnSetting::Reminders => meaning(lexicon, &REMINDERS, text).map(Preference::Reminders),
        OwnSetting::Protection => meaning(lexicon, &SWITCH, text).map(Preference::Protection),
        OwnSetting::Challengers if usual => Some(Preference::Challengers(Challengers::default())),
        OwnSetting::Challengers => meaning(lexicon, &CHALLENGERS, text).map(Preference::Challengers),
    }
}

/// Also by the language whose letters they are.
fn letters(lexicon: &Lexicon, text: &str) -> Option<Preference> {
    let said = meaning(lexicon, &LETTERS, text);
    said.or_else(|| match lexicon.language(text)? {
        Language::EN => Some(crate::Letters::English),
        language => Some(crate::Letters::Of(language)),
    })
    .map(Preference::Letters)
}

fn place_value(lexicon: &Lexicon, setting: PlaceSettingName, text: &str) -> Result<PlaceWish, CommandError> {
    let usual = is_usual(lexicon, text);
    let chosen = match setting {
        PlaceSettingName::Game if usual => Some(PlaceSetting::Variant(None)),
        PlaceSettingName::Game => variant(lexicon, text).map(|variant| PlaceSetting::Variant(Some(variant))),
        PlaceSettingName::Pace => return pace(lexicon, text, usual),
        PlaceSettingName::TimeOut if usual => Some(PlaceSetting::TimeOut(None)),
        PlaceSettingName::TimeOut => {
            meaning(lexicon, &TIME_OUTS, text).map(|time_out| PlaceSetting::TimeOut(Some(time_out)))
        }
        PlaceSettingName::Channels => {
            let wish = meaning(lexicon, &CHANNELS, text);
            return wish.ok_or_else(|| no_value(setting, text));
        }
        PlaceSettingName::Threads if usual => Some(PlaceSetting::Threads(None)),
        PlaceSettingName::Threads => {
            meaning(lexicon, &THREADS, text).map(|threads| PlaceSetting::Threads(Some(threads)))
        }
        PlaceSettingName::Reminders => meaning(lexicon, &SWITCH, text).map(PlaceSetting::Reminders),
        PlaceSettingName::Idle => idle(lexicon, text, usual).map(PlaceSetting::Idle),
        PlaceSettingName::Language if usual => Some(PlaceSetting::Language(None)),
        PlaceSettingName::Language => {
            lexicon.language(text).map(|language| PlaceSetting::Language(Some(language)))
        }
        PlaceSettingName::Pictures if usual => Some(PlaceSetting::PicturesApart(false)),
        PlaceSettingName::Pictures => meaning(lexicon, &PICTURES, text).map(PlaceSetting::PicturesApart),
        PlaceSettingName::View if usual => Some(PlaceSetting::View(PublicView::default())),
        PlaceSettingName::View => meaning(lexicon, &VIEWS, text).map(PlaceSetting::View),
    };
    chosen.map(PlaceWish::Setting).ok_or_else(|| no_value(setting, text))
}

fn no_value(setting: PlaceSettingName, text: &str) -> CommandError {
    CommandError::NoSuchValue { setting: SettingName::Place(setting), word: text.to_owned() }
}

/// A game's name, also in several words.
fn variant(lexicon: &Lexicon, text: &str) -> Option<Variant> {
    let hyphened = text.split_whitespace().collect::<Vec<_>>().join("-");
    meaning(lexicon, &VARIANTS, text).or_else(|| meaning(lexicon, &VARIANTS, &hyphened))
}

fn pace(lexicon: &Lexicon, text: &str, usual: bool) -> Result<PlaceWish, CommandError> {
    let durations = lexicon.durations();
    let pace = if usual || durations.is_none(text) {
        None
    } else {
        let word = || text.to_owned();
        let read =
            durations.pace(text).ok_or_else(|| CommandError::NoSuchPace { word: word(), why: None })?;
        Some(read.map_err(|why| CommandError::NoSuchPace { word: word(), why: Some(why) })?)
    };
    Ok(PlaceWish::Setting(PlaceSetting::Pace(pace)))
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
    set: &'static Choice<T>,
    text: &str,
) -> Option<T> {
    lexicon.choice(set, text).and_then(|word| set.meaning(word))
}

fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (first, rest.trim())
}

/// Everything that may be typed: the words, and what they say. Those of servers and rooms only once somebody begins to.
pub(super) fn all(speaker: Speaker<'_>, typed: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (word, setting) in OWN_SETTINGS.words {
        let (typed, label) =
            (typed_word(speaker, &OWN_SETTINGS, word), word_label(speaker, &OWN_SETTINGS, word));
        for (value, said) in own_values(speaker, *setting) {
            found.push((format!("{typed} {value}"), format!("{label}: {said}")));
        }
    }
    if typed.is_empty() {
        return found;
    }
    for (scope, ()) in SCOPES.words {
        let scope = typed_word(speaker, &SCOPES, scope);
        for (word, setting) in PLACE_SETTINGS.words {
            let typed = typed_word(speaker, &PLACE_SETTINGS, word);
            let label = word_label(speaker, &PLACE_SETTINGS, word);
            for (value, said) in place_values(speaker, *setting) {
                found.push((format!("{scope} {typed} {value}"), format!("{label}: {said}")));
            }
        }
    }
    found
}

fn words(speaker: Speaker<'_>, set: &dyn crate::command::WordSet) -> Vec<(String, String)> {
    let said = |word| (typed_word(speaker, set, word), word_label(speaker, set, word));
    set.words().into_iter().map(said).collect()
}

fn languages(speaker: Speaker<'_>) -> Vec<(String, String)> {
    let name = |language| speaker.in_language(language).endonym();
    let named = speaker.languages().map(|language| (name(language), name(language)));
    named.chain(words(speaker, &USUAL)).collect()
}

fn own_values(speaker: Speaker<'_>, setting: OwnSetting) -> Vec<(String, String)> {
    let with_usual = |values: Vec<_>| values.into_iter().chain(words(speaker, &USUAL)).collect();
    match setting {
        OwnSetting::Language => languages(speaker),
        OwnSetting::Theme => with_usual(words(speaker, &THEMES)),
        OwnSetting::Letters => {
            let others = speaker.languages().filter(|language| *language != Language::EN);
            let named = others.map(|language| speaker.in_language(language).endonym());
            words(speaker, &LETTERS).into_iter().chain(named.map(|name| (name.clone(), name))).collect()
        }
        OwnSetting::Hints | OwnSetting::Words | OwnSetting::Protection => words(speaker, &SWITCH),
        OwnSetting::Reminders => words(speaker, &REMINDERS),
        OwnSetting::Challengers => words(speaker, &CHALLENGERS),
    }
}

fn place_values(speaker: Speaker<'_>, setting: PlaceSettingName) -> Vec<(String, String)> {
    match setting {
        PlaceSettingName::Game => words(speaker, &VARIANTS),
        PlaceSettingName::Pace => {
            let none = PaceWord::None;
            let none = (speaker.typed_pace(none), speaker.plain("panel-pace-none"));
            crate::present::usual_paces(speaker).into_iter().chain([none]).collect()
        }
        PlaceSettingName::TimeOut => words(speaker, &TIME_OUTS),
        PlaceSettingName::Channels => words(speaker, &CHANNELS),
        PlaceSettingName::Threads => words(speaker, &THREADS),
        PlaceSettingName::Reminders => words(speaker, &SWITCH),
        PlaceSettingName::Idle => words(speaker, &FOR_EVER),
        PlaceSettingName::Language => languages(speaker),
        PlaceSettingName::Pictures => words(speaker, &PICTURES),
        PlaceSettingName::View => words(speaker, &VIEWS),
    }
}
