//! The few sentences that are about Matrix itself, in every language. Not here: everything about games (the service's
//! wording).

use adoube_service::Language;
use fluent_bundle::{FluentArgs, FluentResource, concurrent::FluentBundle};
use serde::{Deserialize, Serialize};

use super::{ids, text};

/// Stands for a link until the sentence is written plain or as HTML.
const LINK: &str = "\u{e000}";

/// The sentences cannot be used as they are in the program.
#[derive(Debug, thiserror::Error)]
#[error("matrix.ftl in {}: {problem}", .language.tag())]
pub struct WordsError {
    language: Language,
    problem: String,
}

/// A sentence about Matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Sentence {
    /// What a direct room is about.
    About,
    /// The bot may write here.
    CheckMaySend,
    /// The bot may not write here.
    CheckMayNotSend,
    /// The room is encrypted.
    CheckEncrypted,
    /// It is not.
    CheckPlain,
    /// The homeserver does not say what the room is like.
    CheckUnseen,
    /// Something could not be said lately.
    CheckFailing,
    /// What counts as a move.
    CheckHears,
    /// Heads the description of a board.
    InWords,
    /// What was asked for in a direct room was done where everybody sees it.
    Done,
    /// The bot is here.
    Greeting,
    /// What the bot may not do.
    MayNotSend,
    /// Something everybody should have seen could not be written.
    NotDelivered,
    /// A number for which there is nothing.
    NothingToChoose,
    /// A language was chosen.
    Speaking,
    /// Something could not be decrypted.
    Unreadable,
}

impl Sentence {
    #[cfg(test)]
    const ALL: [Self; 16] = [
        Self::About,
        Self::CheckMaySend,
        Self::CheckMayNotSend,
        Self::CheckEncrypted,
        Self::CheckPlain,
        Self::CheckUnseen,
        Self::CheckFailing,
        Self::CheckHears,
        Self::InWords,
        Self::Done,
        Self::Greeting,
        Self::MayNotSend,
        Self::NotDelivered,
        Self::NothingToChoose,
        Self::Speaking,
        Self::Unreadable,
    ];

    fn key(self) -> &'static str {
        match self {
            Self::About => "about",
            Self::CheckMaySend => "check-may-send",
            Self::CheckMayNotSend => "check-may-not-send",
            Self::CheckEncrypted => "check-encrypted",
            Self::CheckPlain => "check-plain",
            Self::CheckUnseen => "check-unseen",
            Self::CheckFailing => "check-failing",
            Self::CheckHears => "check-hears",
            Self::InWords => "in-words",
            Self::Done => "done",
            Self::Greeting => "greeting",
            Self::MayNotSend => "may-not-send",
            Self::NotDelivered => "not-delivered",
            Self::NothingToChoose => "nothing-to-choose",
            Self::Speaking => "speaking",
            Self::Unreadable => "unreadable",
        }
    }
}

fn source(language: Language) -> &'static str {
    match language {
        Language::En => include_str!("../../../assets/locales/en/matrix.ftl"),
        Language::De => include_str!("../../../assets/locales/de/matrix.ftl"),
    }
}

/// The sentences of every language.
pub(super) struct Words {
    bundles: Vec<(Language, FluentBundle<FluentResource>)>,
    prefix: String,
}

impl Words {
    /// With what commands begin with.
    pub(super) fn new(prefix: &str) -> Result<Self, WordsError> {
        let bundles = Language::ALL.into_iter().map(|language| Ok((language, bundle(language)?)));
        Ok(Self { bundles: bundles.collect::<Result<_, _>>()?, prefix: prefix.to_owned() })
    }

    /// What commands begin with.
    pub(super) fn prefix(&self) -> &str {
        &self.prefix
    }

    /// A sentence; `room` is the id of the room it is about.
    pub(super) fn say(&self, language: Language, sentence: Sentence, room: Option<&str>) -> text::Words {
        let mut arguments = FluentArgs::new();
        arguments.set("room", LINK);
        arguments.set("prefix", self.prefix.as_str());
        let bundle = self.bundles.iter().find(|(each, _)| *each == language).map(|(_, bundle)| bundle);
        let pattern = bundle.and_then(|bundle| Some((bundle, bundle.get_message(sentence.key())?.value()?)));
        let mut problems = Vec::new();
        let said = pattern.map_or_else(String::new, |(bundle, pattern)| {
            bundle.format_pattern(pattern, Some(&arguments), &mut problems).into_owned()
        });
        let mut words = text::Words::text(&said);
        let address = room.map(ids::address).unwrap_or_default();
        let (id, link) = (text::escaped(room.unwrap_or_default()), text::escaped(&address));
        words.plain = words.plain.replace(LINK, &address);
        words.html = words.html.replace(LINK, &format!("<a href=\"{link}\">{id}</a>"));
        words
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
        let words = Words::new("!chess").expect("locale files");
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
                let said = words.say(language, sentence, Some("!a\"b:x"));
                for text in [&said.plain, &said.html] {
                    assert!(!text.is_empty() && !text.contains(['{', '\u{e000}']), "{sentence:?}: {text}");
                    assert!(!text.contains("!a\"b"), "{sentence:?}: {text}");
                }
            }
        }
    }
}
