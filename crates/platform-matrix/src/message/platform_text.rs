//! Sentences about Matrix itself, in every language. Not here: sentences about games, which the bot
//! makes.

use adoube_bot::{Language, Locales, TranslationError, Translations};
use fluent_bundle::FluentValue;
use serde::{Deserialize, Serialize};

use crate::{ids, message::formatted_text};

/// Stands for a link until the sentence is written plain or as HTML.
const LINK: &str = "\u{e000}";

/// A room a sentence is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamedRoom<'r> {
    /// Its id, or the address under which a person named it.
    pub(crate) id: &'r str,
    /// What people call it, as far as that is known. Notifications show the plain words, in which a
    /// link says nothing.
    pub(crate) name: Option<String>,
}

/// A sentence about Matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MatrixSentence {
    /// What a direct room is about.
    About,
    /// The same of one that is not encrypted.
    AboutPlain,
    /// The bot may write here.
    CheckMaySend,
    /// The bot may not write here.
    CheckMayNotSend,
    /// The room is encrypted.
    CheckEncrypted,
    /// It is not.
    CheckPlain,
    /// It is not, and the person who is there alone has agreed to that.
    CheckAgreed,
    /// The homeserver does not say what the room is like.
    CheckUnseen,
    /// A message could not be sent lately.
    CheckFailing,
    /// Why the homeserver takes nothing from the account.
    CheckSuspended,
    CheckLocked,
    CheckNoConsent,
    CheckExhausted,
    CheckIntercepted,
    /// It takes no more at once.
    CheckPace,
    /// What counts as a move.
    CheckHears,
    /// The server takes no file of this size.
    LargeFile,
    /// Heads the description of a board.
    InWords,
    /// What was asked for in a direct room was done where everybody sees it.
    Done,
    /// The bot is here.
    Greeting,
    /// A game of a room that was replaced goes on in a thread.
    GoesOn,
    /// So much was said that not all of it is read.
    Missed,
    /// The homeserver does not tell all that was said.
    MissedUntold,
    /// It was not told in time itself.
    MissedLate,
    /// What the bot may not do.
    MayNotSend,
    /// What stands for the name of a room that has none.
    NamelessRoom,
    /// A notice for everybody may not be written.
    NotDelivered,
    /// It could not be written for another reason.
    NotTaken,
    /// A number for which there is nothing.
    NothingToChoose,
    /// Pictures are not let through in a room.
    PicturesRefused,
    /// A notice for everybody was not let through.
    NotLetThrough,
    /// A person has to agree before private messages go unencrypted.
    PlainAsk,
    /// The same, to a person who was asked before.
    PlainAsked,
    /// They have.
    PlainAgreed,
    /// They need not.
    PlainNeedless,
    /// They do no more.
    PlainRevoked,
    /// What they are logged in with is not known now.
    PlainUnknown,
    /// The words of consent, and those of revocation.
    AgreeWords,
    RevokeWords,
    /// A person waits for a room of their own, which cannot be made now.
    RoomLater,
    /// The same because the server makes only so many.
    RoomWait,
    /// A person has not joined the room made for them.
    NotCome,
    /// The answer to a person who asks the bot to join a room.
    Joined,
    JoinAlone,
    JoinBanned,
    JoinClosed,
    JoinEmpty,
    JoinHow,
    JoinLater,
    JoinNotAllowed,
    JoinRefused,
    JoinTooOften,
    JoinUnknown,
    /// The word with which they do.
    JoinWord,
    /// Why an invitation is declined.
    DeclineNotAllowed,
    DeclineSpace,
    DeclineTooOften,
    /// A message has no text.
    OnlyWords,
    /// A language was chosen.
    Speaking,
    /// A person asks for too much at once.
    TooFast,
    /// A room has too many people in it.
    TooMany,
    /// A change of a message comes to nothing.
    EditIgnored,
    /// A number that no sign under a message may give.
    TypeNumber,
    /// A message could not be decrypted.
    Unreadable,
    /// Who is in a room is not known now.
    Unseen,
    /// A person wants to verify the bot's device.
    Unverified,
    /// A number of which nobody can say which list its writer saw.
    WhichList,
}

impl MatrixSentence {
    #[cfg(test)]
    const ALL: [Self; 67] = [
        Self::About,
        Self::AboutPlain,
        Self::CheckMaySend,
        Self::CheckMayNotSend,
        Self::CheckEncrypted,
        Self::CheckPlain,
        Self::CheckAgreed,
        Self::CheckUnseen,
        Self::CheckFailing,
        Self::CheckSuspended,
        Self::CheckLocked,
        Self::CheckNoConsent,
        Self::CheckExhausted,
        Self::CheckIntercepted,
        Self::CheckPace,
        Self::CheckHears,
        Self::InWords,
        Self::LargeFile,
        Self::Done,
        Self::EditIgnored,
        Self::Greeting,
        Self::GoesOn,
        Self::Missed,
        Self::MissedUntold,
        Self::MissedLate,
        Self::MayNotSend,
        Self::NamelessRoom,
        Self::NotDelivered,
        Self::NotTaken,
        Self::NothingToChoose,
        Self::PicturesRefused,
        Self::NotLetThrough,
        Self::PlainAsk,
        Self::PlainAsked,
        Self::PlainAgreed,
        Self::PlainNeedless,
        Self::PlainRevoked,
        Self::PlainUnknown,
        Self::AgreeWords,
        Self::RevokeWords,
        Self::RoomLater,
        Self::RoomWait,
        Self::NotCome,
        Self::Joined,
        Self::JoinAlone,
        Self::JoinBanned,
        Self::JoinClosed,
        Self::JoinEmpty,
        Self::JoinHow,
        Self::JoinLater,
        Self::JoinNotAllowed,
        Self::JoinRefused,
        Self::JoinTooOften,
        Self::JoinUnknown,
        Self::JoinWord,
        Self::DeclineNotAllowed,
        Self::DeclineSpace,
        Self::DeclineTooOften,
        Self::OnlyWords,
        Self::Speaking,
        Self::TooFast,
        Self::TooMany,
        Self::TypeNumber,
        Self::Unreadable,
        Self::Unseen,
        Self::Unverified,
        Self::WhichList,
    ];

    fn key(self) -> &'static str {
        match self {
            Self::About => "about",
            Self::AboutPlain => "about-plain",
            Self::CheckMaySend => "check-may-send",
            Self::CheckMayNotSend => "check-may-not-send",
            Self::CheckEncrypted => "check-encrypted",
            Self::CheckPlain => "check-plain",
            Self::CheckAgreed => "check-agreed",
            Self::CheckUnseen => "check-unseen",
            Self::CheckFailing => "check-failing",
            Self::CheckSuspended => "check-suspended",
            Self::CheckLocked => "check-locked",
            Self::CheckNoConsent => "check-no-consent",
            Self::CheckExhausted => "check-exhausted",
            Self::CheckIntercepted => "check-intercepted",
            Self::CheckPace => "check-pace",
            Self::CheckHears => "check-hears",
            Self::InWords => "in-words",
            Self::LargeFile => "large-file",
            Self::Done => "done",
            Self::EditIgnored => "edit-ignored",
            Self::Greeting => "greeting",
            Self::GoesOn => "goes-on",
            Self::Missed => "missed",
            Self::MissedUntold => "missed-untold",
            Self::MissedLate => "missed-late",
            Self::MayNotSend => "may-not-send",
            Self::NamelessRoom => "nameless-room",
            Self::NotDelivered => "not-delivered",
            Self::NotTaken => "not-taken",
            Self::NothingToChoose => "nothing-to-choose",
            Self::PicturesRefused => "pictures-refused",
            Self::NotLetThrough => "not-let-through",
            Self::PlainAsk => "plain-ask",
            Self::PlainAsked => "plain-asked",
            Self::PlainAgreed => "plain-agreed",
            Self::PlainNeedless => "plain-needless",
            Self::PlainRevoked => "plain-revoked",
            Self::PlainUnknown => "plain-unknown",
            Self::AgreeWords => "agree-words",
            Self::RevokeWords => "revoke-words",
            Self::RoomLater => "room-later",
            Self::RoomWait => "room-wait",
            Self::NotCome => "not-come",
            Self::Joined => "joined",
            Self::JoinAlone => "join-alone",
            Self::JoinBanned => "join-banned",
            Self::JoinClosed => "join-closed",
            Self::JoinEmpty => "join-empty",
            Self::JoinHow => "join-how",
            Self::JoinLater => "join-later",
            Self::JoinNotAllowed => "join-not-allowed",
            Self::JoinRefused => "join-refused",
            Self::JoinTooOften => "join-too-often",
            Self::JoinUnknown => "join-unknown",
            Self::JoinWord => "join-word",
            Self::DeclineNotAllowed => "decline-not-allowed",
            Self::DeclineSpace => "decline-space",
            Self::DeclineTooOften => "decline-too-often",
            Self::OnlyWords => "only-words",
            Self::Speaking => "speaking",
            Self::TooFast => "too-fast",
            Self::TooMany => "too-many",
            Self::TypeNumber => "type-number",
            Self::Unreadable => "unreadable",
            Self::Unseen => "unseen",
            Self::Unverified => "unverified",
            Self::WhichList => "which-list",
        }
    }
}

impl MatrixSentence {
    /// Whether its room is shown under the address a person asked for.
    pub(crate) fn shows_room_as_asked(self) -> bool {
        matches!(
            self,
            Self::Joined
                | Self::JoinBanned
                | Self::JoinClosed
                | Self::JoinEmpty
                | Self::JoinLater
                | Self::JoinRefused
                | Self::JoinUnknown
        )
    }

    /// Whether the sentence mentions its reader: it answers nothing they have just written where
    /// they read it.
    pub(crate) fn calls(self) -> bool {
        matches!(
            self,
            Self::MayNotSend
                | Self::NotCome
                | Self::NotDelivered
                | Self::NotLetThrough
                | Self::NotTaken
                | Self::TooMany
        )
    }
}

/// The file they are in.
const FILE: &str = "matrix.ftl";

/// The sentences of every language.
pub(crate) struct MatrixText {
    sentences: Translations,
    prefix: String,
    /// The words of agreement in all languages.
    agreements: Vec<(String, bool)>,
    /// The words with which the bot is asked into a room.
    join_words: Vec<String>,
    /// The name of the bot's own server.
    server: String,
}

impl MatrixText {
    /// With what commands begin with.
    pub(crate) fn new(locales: &Locales, prefix: &str) -> Result<Self, TranslationError> {
        let sentences = Translations::of(locales, &[FILE])?;
        let of = |(sentence, yes): (MatrixSentence, bool)| {
            let words = locales.languages().map(move |language| (language, sentence.key()));
            words.map(|(language, key)| (sentences.say(language, key, &[]), yes)).collect::<Vec<_>>()
        };
        let agreements = [(MatrixSentence::AgreeWords, true), (MatrixSentence::RevokeWords, false)];
        let agreements = agreements.into_iter().flat_map(of).collect();
        let words =
            locales.languages().map(|language| sentences.say(language, MatrixSentence::JoinWord.key(), &[]));
        let join_words = words.map(|word| word.to_lowercase()).collect();
        Ok(Self { sentences, prefix: prefix.to_owned(), agreements, join_words, server: String::new() })
    }

    /// With the name of the bot's own server, by which rooms are found.
    pub(crate) fn on(self, server: &str) -> Self {
        Self { server: server.to_owned(), ..self }
    }

    /// The name of the bot's own server.
    pub(crate) fn server(&self) -> &str {
        &self.server
    }

    /// What follows the word with which the bot is asked into a room, in any language.
    pub(crate) fn asked_into<'l>(&self, line: &'l str) -> Option<&'l str> {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let first = first.to_lowercase();
        self.join_words.contains(&first).then_some(rest)
    }

    /// The words of consent and revocation, in all languages.
    pub(crate) fn agreements(&self) -> &[(String, bool)] {
        &self.agreements
    }

    /// What commands begin with.
    pub(crate) fn prefix(&self) -> &str {
        &self.prefix
    }

    /// A sentence, and the room it is about.
    pub(crate) fn say(
        &self,
        language: Language,
        sentence: MatrixSentence,
        room: Option<&NamedRoom<'_>>,
    ) -> formatted_text::FormattedText {
        self.say_with(language, sentence, room, &[])
    }

    /// The same with values of its own.
    pub(crate) fn say_with(
        &self,
        language: Language,
        sentence: MatrixSentence,
        room: Option<&NamedRoom<'_>>,
        values: &[(&'static str, FluentValue<'static>)],
    ) -> formatted_text::FormattedText {
        let mut all = vec![("room", LINK.into()), ("prefix", self.prefix.as_str().into())];
        for (name, words) in [("agree", MatrixSentence::AgreeWords), ("revoke", MatrixSentence::RevokeWords)]
        {
            all.push((name, self.sentences.say(language, words.key(), &[]).into()));
        }
        all.extend_from_slice(values);
        let said = self.sentences.say(language, sentence.key(), &all);
        let mut words = formatted_text::FormattedText::text(&said);
        let Some(NamedRoom { id, name }) = room else { return words };
        let address = ids::address_by_way_of(&self.server, id);
        let name = name.as_deref();
        let (link, shown) = (formatted_text::escaped(&address), formatted_text::escaped(name.unwrap_or(id)));
        words.plain = words.plain.replace(LINK, &name.map_or(address, formatted_text::visible));
        words.html = words.html.replace(LINK, &format!("<a href=\"{link}\">{shown}</a>"));
        words
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use adoube_platform::locale_keys::keys;

    #[test]
    fn every_language_says_every_sentence_and_no_other() {
        let locales = Locales::embedded();
        let words = MatrixText::new(&locales, "!chess").expect("locale files");
        let wanted: BTreeSet<String> =
            MatrixSentence::ALL.iter().map(|sentence| sentence.key().to_owned()).collect();
        for language in locales.languages() {
            let there = keys(locales.file(language, FILE).expect("a file"));
            assert_eq!(there, wanted, "{language:?}");
            for sentence in MatrixSentence::ALL {
                let values =
                    ["ahead", "minutes", "person", "seconds", "waiting"].map(|name| (name, 2.into()));
                let room = NamedRoom { id: "!a\"b:x", name: None };
                let said = words.say_with(language, sentence, Some(&room), &values);
                for text in [&said.plain, &said.html] {
                    assert!(!text.is_empty() && !text.contains(['{', '\u{e000}']), "{sentence:?}: {text}");
                    assert!(!text.contains("!a\"b"), "{sentence:?}: {text}");
                }
            }
        }
    }

    #[test]
    fn a_room_is_named_in_plain_words_and_linked_in_the_others() {
        let words = MatrixText::new(&Locales::embedded(), "!chess").expect("locale files");
        let about = |room: &NamedRoom<'_>| words.say(Language::EN, MatrixSentence::About, Some(room));
        let named = about(&NamedRoom { id: "!a:x", name: Some("Chess & \u{e000} <tea>".to_owned()) });
        assert!(named.plain.contains("the game in Chess & \u{e000} <tea>, until"), "{}", named.plain);
        let link =
            "the game in <a href=\"https://matrix.to/#/!a:x\">Chess &amp; \u{e000} &lt;tea&gt;</a>, until";
        assert!(named.html.contains(link), "{}", named.html);
        // Of a room that cannot be looked at a link is all there is.
        let unseen = about(&NamedRoom { id: "!a:x", name: None });
        assert!(unseen.plain.contains("the game in https://matrix.to/#/!a:x, until"), "{}", unseen.plain);
        assert!(unseen.html.contains(">!a:x</a>"), "{}", unseen.html);
    }
}
