//! Completes a `/settings` line that is being typed: lists names of settings and their values. Not
//! here: how they are read (`features::settings`).

use crate::{
    Language,
    core::command::{
        CHALLENGERS, CHANNELS, CommunitySettingName, FOR_EVER, LETTERS, OWN_SETTINGS, PICTURES,
        PLACE_SETTINGS, PreferenceName, REMINDERS, SCOPES, SWITCH, THEMES, THREADS, TIME_OUTS,
        TimeControlWord, USUAL, VARIANTS, VIEWS,
    },
    text::{
        Localizer,
        command_words::{typed_word, typed_words, usual_paces, word_label},
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

fn languages(speaker: Localizer<'_>) -> Vec<(String, String)> {
    let name = |language| speaker.in_language(language).endonym();
    let named = speaker.languages().map(|language| (name(language), name(language)));
    named.chain(typed_words(speaker, &USUAL)).collect()
}

fn own_values(speaker: Localizer<'_>, setting: PreferenceName) -> Vec<(String, String)> {
    let with_usual = |values: Vec<_>| values.into_iter().chain(typed_words(speaker, &USUAL)).collect();
    match setting {
        PreferenceName::Language => languages(speaker),
        PreferenceName::Theme => with_usual(typed_words(speaker, &THEMES)),
        PreferenceName::Letters => {
            let others = speaker.languages().filter(|language| *language != Language::EN);
            let named = others.map(|language| speaker.in_language(language).endonym());
            typed_words(speaker, &LETTERS).into_iter().chain(named.map(|name| (name.clone(), name))).collect()
        }
        PreferenceName::Hints | PreferenceName::Words | PreferenceName::Protection => {
            typed_words(speaker, &SWITCH)
        }
        PreferenceName::Reminders => typed_words(speaker, &REMINDERS),
        PreferenceName::Challengers => typed_words(speaker, &CHALLENGERS),
    }
}

fn place_values(speaker: Localizer<'_>, setting: CommunitySettingName) -> Vec<(String, String)> {
    match setting {
        CommunitySettingName::Game => typed_words(speaker, &VARIANTS),
        CommunitySettingName::Pace => {
            let none = TimeControlWord::None;
            let none = (speaker.typed_pace(none), speaker.fixed_sentence("panel-pace-none"));
            usual_paces(speaker).into_iter().chain([none]).collect()
        }
        CommunitySettingName::TimeOut => typed_words(speaker, &TIME_OUTS),
        CommunitySettingName::Channels => typed_words(speaker, &CHANNELS),
        CommunitySettingName::Threads => typed_words(speaker, &THREADS),
        CommunitySettingName::Reminders => typed_words(speaker, &SWITCH),
        CommunitySettingName::Idle => typed_words(speaker, &FOR_EVER),
        CommunitySettingName::Language => languages(speaker),
        CommunitySettingName::Pictures => typed_words(speaker, &PICTURES),
        CommunitySettingName::View => typed_words(speaker, &VIEWS),
    }
}
