//! What is said about a word where a person or a term of a game was expected: which there are. Not here: the long
//! lists (`help`).

use super::{
    help::{option_name, typed_word},
    refusal::quoted,
};
use crate::{
    command::{self, OptionKind, OptionSpec, PaceWord, STEP, VARIANT, VARIANTS, WordSet as _},
    game::PaceError,
    notice::{MissingFeature, StrayRefusal},
    wording::Speaker,
};

/// An example of a number that may follow an option's name.
const NUMBER: u8 = 5;

/// What a person reads.
pub(super) fn sentence(speaker: Speaker<'_>, refusal: &StrayRefusal) -> String {
    match refusal {
        StrayRefusal::OtherGame { game } => speaker.say(
            "refused-other-game",
            &[("game", quoted(game)), ("games", speaker.list(&games(speaker)).into())],
        ),
        StrayRefusal::NoClocks { words } => speaker.say("refused-no-clocks", &[("words", quoted(words))]),
        StrayRefusal::NoSuchPace { word, why } => {
            let key = match why {
                None => "refused-no-pace",
                Some(PaceError::TooShort) => "refused-pace-short",
                Some(PaceError::MoveTooLong) => "refused-pace-long",
                Some(PaceError::ReserveTooLarge) => "refused-pace-reserve",
            };
            speaker.say(key, &[("word", quoted(word))])
        }
        StrayRefusal::TimeOutAlone => speaker.plain("refused-time-out-alone"),
        StrayRefusal::UnknownWord { command, word, nearest } => {
            let near = nearest.as_ref().map_or_else(String::new, |nearest| {
                speaker.say("refused-stray-word-near", &[("nearest", quoted(nearest))])
            });
            let args = [
                ("word", quoted(word)),
                ("games", games(speaker).join(", ").into()),
                ("terms", terms(speaker, command).join(", ").into()),
                ("command", speaker.plain(&format!("command-{command}")).into()),
            ];
            let known = speaker.say("refused-stray-word", &args);
            if near.is_empty() { known } else { format!("{known} {near}") }
        }
        StrayRefusal::SaidCommand { command } => {
            let command = speaker.plain(&format!("command-{command}"));
            speaker.say("refused-said-command", &[("command", command.into())])
        }
        StrayRefusal::Missing { word, feature } => {
            let key = match feature {
                MissingFeature::Ratings => "refused-missing-ratings",
                MissingFeature::Puzzles => "refused-missing-puzzles",
                MissingFeature::Tournaments => "refused-missing-tournaments",
            };
            speaker.say(key, &[("word", quoted(word))])
        }
        StrayRefusal::Contradiction { word, option } => {
            let option = speaker.plain(&format!("option-{option}"));
            speaker.say("refused-contradiction", &[("word", quoted(word)), ("option", option.into())])
        }
        StrayRefusal::OtherPiece { name } => speaker.say("refused-other-piece", &[("name", quoted(name))]),
        StrayRefusal::UnknownTopic { word, nearest: Some(nearest) } => {
            speaker.say("refused-unknown-topic-near", &[("word", quoted(word)), ("nearest", quoted(nearest))])
        }
        StrayRefusal::UnknownTopic { word, nearest: None } => {
            speaker.say("refused-unknown-topic", &[("word", quoted(word))])
        }
    }
}

/// The games, as one types them.
fn games(speaker: Speaker<'_>) -> Vec<String> {
    VARIANTS.words().into_iter().map(|word| typed_word(speaker, &VARIANTS, word)).collect()
}

/// One word for each thing that can be said about a game besides its name.
fn terms(speaker: Speaker<'_>, command: &str) -> Vec<String> {
    let options = command::command(command).map_or(&[][..], |spec| spec.options);
    options.iter().filter_map(|option| term(speaker, option)).collect()
}

fn term(speaker: Speaker<'_>, option: &OptionSpec) -> Option<String> {
    match option.kind {
        _ if VARIANT.is(option) || STEP.is(option) => None,
        OptionKind::Choice(set) | OptionKind::Switch(set) => {
            set.words().first().map(|word| typed_word(speaker, set, word))
        }
        OptionKind::Pace => PaceWord::offered().next().map(|pace| speaker.typed_pace(PaceWord::Pace(pace))),
        OptionKind::Number(_) | OptionKind::NamedNumber(_) => {
            Some(format!("{}:{NUMBER}", option_name(speaker, option)))
        }
        _ => None,
    }
}
