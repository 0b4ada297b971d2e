//! Completes a `/settings` line that is being typed: lists names of settings and their values. Not
//! here: how they are read (`features::settings`).

use crate::{
    Language,
    core::command::{
        AnyWordChoice, CHALLENGERS, CHANNELS, CommunitySettingName, FOR_EVER, LETTERS, OWN_SETTINGS,
        PICTURES, PLACE_SETTINGS, PreferenceName, REMINDERS, SCOPES, SWITCH, THEMES, THREADS, TIME_OUTS,
        TimeControlWord, USUAL, VARIANTS, VIEWS,
    },
    text::{
        Localizer,
        command_words::{typed_word, usual_paces, word_label},
    },
};

/// All values that may be typed: the words and their explanation. Settings of communities appear
/// only once their name is begun.
pub(super) fn values(speaker: Localizer<'_>, typed: &str) -> Vec<(String, String)> {
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

fn words(speaker: Localizer<'_>, set: &dyn AnyWordChoice) -> Vec<(String, String)> {
    let said = |word| (typed_word(speaker, set, word), word_label(speaker, set, word));
    set.words().into_iter().map(said).collect()
}

fn languages(speaker: Localizer<'_>) -> Vec<(String, String)> {
    let name = |language| speaker.in_language(language).endonym();
    let named = speaker.languages().map(|language| (name(language), name(language)));
    named.chain(words(speaker, &USUAL)).collect()
}

fn own_values(speaker: Localizer<'_>, setting: PreferenceName) -> Vec<(String, String)> {
    let with_usual = |values: Vec<_>| values.into_iter().chain(words(speaker, &USUAL)).collect();
    match setting {
        PreferenceName::Language => languages(speaker),
        PreferenceName::Theme => with_usual(words(speaker, &THEMES)),
        PreferenceName::Letters => {
            let others = speaker.languages().filter(|language| *language != Language::EN);
            let named = others.map(|language| speaker.in_language(language).endonym());
            words(speaker, &LETTERS).into_iter().chain(named.map(|name| (name.clone(), name))).collect()
        }
        PreferenceName::Hints | PreferenceName::Words | PreferenceName::Protection => words(speaker, &SWITCH),
        PreferenceName::Reminders => words(speaker, &REMINDERS),
        PreferenceName::Challengers => words(speaker, &CHALLENGERS),
    }
}

fn place_values(speaker: Localizer<'_>, setting: CommunitySettingName) -> Vec<(String, String)> {
    match setting {
        CommunitySettingName::Game => words(speaker, &VARIANTS),
        CommunitySettingName::Pace => {
            let none = TimeControlWord::None;
            let none = (speaker.typed_pace(none), speaker.fixed_sentence("panel-pace-none"));
            usual_paces(speaker).into_iter().chain([none]).collect()
        }
        CommunitySettingName::TimeOut => words(speaker, &TIME_OUTS),
        CommunitySettingName::Channels => words(speaker, &CHANNELS),
        CommunitySettingName::Threads => words(speaker, &THREADS),
        CommunitySettingName::Reminders => words(speaker, &SWITCH),
        CommunitySettingName::Idle => words(speaker, &FOR_EVER),
        CommunitySettingName::Language => languages(speaker),
        CommunitySettingName::Pictures => words(speaker, &PICTURES),
        CommunitySettingName::View => words(speaker, &VIEWS),
    }
}
