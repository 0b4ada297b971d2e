//! Puts refusals of an unknown word, where a person or a term was expected, into sentences with the
//! known terms. Not here: the long lists (`text`).

use crate::{
    core::{
        command::{AnyWordChoice as _, OptionKind, OptionSpec, TimeControlWord, VARIANTS},
        game::TimeControlError,
        notice::{MissingFeature, UnknownTermRefusal},
    },
    text::{
        Localizer,
        command_words::{command_name, option_name, typed_word},
        sentence_parts::quoted,
    },
};

/// An example of a number after an option's name.
const NUMBER: u8 = 5;

/// The sentence for a refusal of an unknown term.
pub(crate) fn sentence(speaker: Localizer<'_>, refusal: &UnknownTermRefusal) -> String {
    match refusal {
        UnknownTermRefusal::OtherGame { game } => speaker.sentence(
            "refused-other-game",
            &[("game", quoted(game)), ("games", speaker.list(&games(speaker)).into())],
        ),
        UnknownTermRefusal::NoClocks { words } => {
            speaker.sentence("refused-no-clocks", &[("words", quoted(words))])
        }
        UnknownTermRefusal::NoSuchPace { word, why } => {
            let key = match why {
                None => "refused-no-pace",
                Some(TimeControlError::TooShort) => "refused-pace-short",
                Some(TimeControlError::MoveTooLong) => "refused-pace-long",
                Some(TimeControlError::ReserveTooLarge) => "refused-pace-reserve",
            };
            speaker.sentence(key, &[("word", quoted(word))])
        }
        UnknownTermRefusal::TimeOutAlone => speaker.fixed_sentence("refused-time-out-alone"),
        UnknownTermRefusal::UnknownWord { command, word, nearest } => {
            let near = nearest.as_ref().map_or_else(String::new, |nearest| {
                speaker.sentence("refused-stray-word-near", &[("nearest", quoted(nearest))])
            });
            let args = [
                ("word", quoted(word)),
                ("games", games(speaker).join(", ").into()),
                ("terms", terms(speaker, command).join(", ").into()),
                ("command", command_name(speaker, command).into()),
            ];
            let known = speaker.sentence("refused-stray-word", &args);
            if near.is_empty() { known } else { format!("{known} {near}") }
        }
        UnknownTermRefusal::SaidCommand { command } => {
            let command = command_name(speaker, command);
            speaker.sentence("refused-said-command", &[("command", command.into())])
        }
        UnknownTermRefusal::Missing { word, feature } => {
            let key = match feature {
                MissingFeature::Ratings => "refused-missing-ratings",
                MissingFeature::Puzzles => "refused-missing-puzzles",
                MissingFeature::Tournaments => "refused-missing-tournaments",
            };
            speaker.sentence(key, &[("word", quoted(word))])
        }
        UnknownTermRefusal::Contradiction { word, option } => {
            let option = speaker.fixed_sentence(&format!("option-{option}"));
            speaker.sentence("refused-contradiction", &[("word", quoted(word)), ("option", option.into())])
        }
        UnknownTermRefusal::OtherPiece { name } => {
            speaker.sentence("refused-other-piece", &[("name", quoted(name))])
        }
        UnknownTermRefusal::UnknownTopic { word, nearest: Some(nearest) } => speaker
            .sentence("refused-unknown-topic-near", &[("word", quoted(word)), ("nearest", quoted(nearest))]),
        UnknownTermRefusal::UnknownTopic { word, nearest: None } => {
            speaker.sentence("refused-unknown-topic", &[("word", quoted(word))])
        }
    }
}

/// The names of the games, as typed.
fn games(speaker: Localizer<'_>) -> Vec<String> {
    VARIANTS.words().into_iter().map(|word| typed_word(speaker, &VARIANTS, word)).collect()
}

/// One example word for each option of a game that has some.
fn terms(speaker: Localizer<'_>, command: &str) -> Vec<String> {
    let options = speaker.commands().find(command).map_or(&[][..], |spec| spec.options);
    options.iter().filter_map(|option| term(speaker, option)).collect()
}

fn term(speaker: Localizer<'_>, option: &OptionSpec) -> Option<String> {
    match option.kind {
        _ if !option.is_example => None,
        OptionKind::Choice(set) | OptionKind::Switch(set) => {
            set.words().first().map(|word| typed_word(speaker, set, word))
        }
        OptionKind::Pace => {
            TimeControlWord::offered().next().map(|pace| speaker.typed_pace(TimeControlWord::Pace(pace)))
        }
        OptionKind::Number(_) | OptionKind::NamedNumber(_) => {
            Some(format!("{}:{NUMBER}", option_name(speaker, option)))
        }
        _ => None,
    }
}
