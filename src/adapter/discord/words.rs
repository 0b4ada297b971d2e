//! The few sentences that are about Discord itself, in every language. Not here: everything about games (the service's
//! wording).

use adoube_service::Language;
use fluent_bundle::{FluentArgs, FluentResource, concurrent::FluentBundle};

/// The sentences cannot be used as they are in the program.
#[derive(Debug, thiserror::Error)]
#[error("discord.ftl in {}: {problem}", .language.tag())]
pub struct WordsError {
    language: Language,
    problem: String,
}

/// A sentence about Discord.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sentence {
    /// A program was challenged.
    BotOpponent,
    /// Something everybody should have seen could not be written.
    NotDelivered,
    /// The same, because the channel is no longer there.
    ChannelGone,
}

impl Sentence {
    #[cfg(test)]
    const ALL: [Self; 3] = [Self::BotOpponent, Self::NotDelivered, Self::ChannelGone];

    fn key(self) -> &'static str {
        match self {
            Self::BotOpponent => "bot-opponent",
            Self::NotDelivered => "not-delivered",
            Self::ChannelGone => "channel-gone",
        }
    }
}

fn source(language: Language) -> &'static str {
    match language {
        Language::En => include_str!("../../../assets/locales/en/discord.ftl"),
        Language::De => include_str!("../../../assets/locales/de/discord.ftl"),
    }
}

/// The sentences of every language.
pub(super) struct Words(Vec<(Language, FluentBundle<FluentResource>)>);

impl Words {
    pub(super) fn new() -> Result<Self, WordsError> {
        Language::ALL
            .into_iter()
            .map(|language| Ok((language, bundle(language)?)))
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// A sentence; `channel` is written as Discord's link to a channel.
    pub(super) fn say(&self, language: Language, sentence: Sentence, channel: &str) -> String {
        let mut arguments = FluentArgs::new();
        arguments.set("channel", channel.to_owned());
        let bundle = self.0.iter().find(|(each, _)| *each == language).map(|(_, bundle)| bundle);
        let pattern = bundle.and_then(|bundle| Some((bundle, bundle.get_message(sentence.key())?.value()?)));
        let mut problems = Vec::new();
        pattern.map_or_else(String::new, |(bundle, pattern)| {
            bundle.format_pattern(pattern, Some(&arguments), &mut problems).into_owned()
        })
    }
}

fn bundle(language: Language) -> Result<FluentBundle<FluentResource>, WordsError> {
    let error = |problem: String| WordsError { language, problem };
    let resource = FluentResource::try_new(source(language).to_owned())
        .map_err(|(_, problems)| error(format!("{problems:?}")))?;
    let tag = language.tag().parse().map_err(|problem| error(format!("{problem:?}")))?;
    let mut bundle = FluentBundle::new_concurrent(vec![tag]);
    bundle.set_use_isolating(false);
    bundle.add_resource(resource).map_err(|problems| error(format!("{problems:?}")))?;
    Ok(bundle)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_language_says_every_sentence_and_no_other() {
        let words = Words::new().expect("locale files");
        let wanted: BTreeSet<&str> = Sentence::ALL.iter().map(|sentence| sentence.key()).collect();
        for language in Language::ALL {
            let resource = FluentResource::try_new(source(language).to_owned()).expect("a resource");
            let there: BTreeSet<&str> = resource
                .entries()
                .filter_map(|entry| match entry {
                    fluent_syntax::ast::Entry::Message(message) => Some(message.id.name),
                    _ => None,
                })
                .collect();
            assert_eq!(there, wanted, "{language:?}");
            for sentence in Sentence::ALL {
                let said = words.say(language, sentence, "here");
                assert!(!said.is_empty() && !said.contains('{'), "{language:?} {sentence:?}: {said}");
            }
        }
    }
}
