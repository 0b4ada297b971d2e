//! Sentences about Matrix itself (rooms, encryption, invitations), in every language, from
//! `matrix.ftl` of the locales. Not here: sentences about games (the bot).

use adoube_bot::{Language, Locales, TranslationError, Translations};
use fluent_bundle::FluentValue;
use serde::{Deserialize, Serialize};

use crate::{ids, message::formatted_text};

/// Placeholder for a link until the sentence is rendered as plain text or HTML.
const LINK: &str = "\u{e000}";

/// A room named in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamedRoom<'r> {
    /// Room id, or the address by which a person named the room.
    pub(crate) id: &'r str,
    /// Name of the room, if known. Notifications show the plain text, where a link tells the reader
    /// nothing.
    pub(crate) name: Option<String>,
}

/// A sentence about Matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MatrixSentence {
    /// Names the game a direct room is about.
    About,
    /// Names the game an unencrypted direct room is about.
    AboutPlain,
    /// The bot may write here.
    CheckMaySend,
    /// The bot may not write here.
    CheckMayNotSend,
    /// The room is encrypted.
    CheckEncrypted,
    /// The room is not encrypted.
    CheckPlain,
    /// The room is not encrypted, and its only person has consented to that.
    CheckAgreed,
    /// The homeserver does not return the state of the room.
    CheckUnseen,
    /// A recent message could not be sent.
    CheckFailing,
    /// Reasons why the homeserver refuses all requests of the account.
    CheckSuspended,
    CheckLocked,
    CheckNoConsent,
    CheckExhausted,
    CheckIntercepted,
    /// The homeserver limits the rate of the account.
    CheckPace,
    /// What the bot reads as a move.
    CheckHears,
    /// The server refuses a file of this size.
    LargeFile,
    /// Heading of the description of a board.
    InWords,
    /// A command of a direct room was carried out in the game's room.
    Done,
    /// Greeting of a room.
    Greeting,
    /// A game of a replaced room continues in a thread.
    GoesOn,
    /// The room had more messages than the bot could read.
    Missed,
    /// The homeserver does not return all messages.
    MissedUntold,
    /// The homeserver received messages late.
    MissedLate,
    /// The bot may not write in the room.
    MayNotSend,
    /// Stands for the name of a room without one.
    NamelessRoom,
    /// A notice could not be delivered because the bot may not write in the room.
    NotDelivered,
    /// A notice could not be delivered for another reason.
    NotTaken,
    /// No list has a choice with this number.
    NothingToChoose,
    /// The room refuses pictures.
    PicturesRefused,
    /// A notice was refused by a policy server or spam checker.
    NotLetThrough,
    /// Asks for consent to unencrypted private messages.
    PlainAsk,
    /// Asks again for consent, in short.
    PlainAsked,
    /// Confirms the consent.
    PlainAgreed,
    /// Consent is not needed, because the person's device encrypts.
    PlainNeedless,
    /// Confirms the revocation of the consent.
    PlainRevoked,
    /// Whether the person's device encrypts cannot be read now.
    PlainUnknown,
    /// The words of consent and of revocation.
    AgreeWords,
    RevokeWords,
    /// A private room cannot be created now.
    RoomLater,
    /// A private room has to wait, because the server limits the creation of rooms.
    RoomWait,
    /// A person has not joined their private room.
    NotCome,
    /// Answers to a request to join a room.
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
    /// The word that begins a request to join a room.
    JoinWord,
    /// Reasons why an invitation is declined.
    DeclineNotAllowed,
    DeclineSpace,
    DeclineTooOften,
    /// The bot reads text only.
    OnlyWords,
    /// Confirms the choice of a language.
    Speaking,
    /// A person exceeds the rate limit.
    TooFast,
    /// The room has too many members.
    TooMany,
    /// An edit has no effect.
    EditIgnored,
    /// Asks for a typed number, because a reaction is not encrypted.
    TypeNumber,
    /// A message cannot be decrypted.
    Unreadable,
    /// The members of a room cannot be read now.
    Unseen,
    /// The bot's device cannot be verified.
    Unverified,
    /// Asks which list a number refers to.
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
    /// Whether the room is shown under the address by which the person named it.
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

    /// Whether the sentence mentions its reader, because it does not answer a message just written
    /// in the same room.
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

/// The file of the sentences.
const FILE: &str = "matrix.ftl";

/// The sentences of every language.
pub(crate) struct MatrixText {
    sentences: Translations,
    prefix: String,
    /// Words of consent (true) and revocation (false) in all languages.
    agreements: Vec<(String, bool)>,
    /// Words that begin a request to join a room, in all languages.
    join_words: Vec<String>,
    /// Name of the bot's homeserver.
    server: String,
}

impl MatrixText {
    /// Loads the sentences; `prefix` begins commands.
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

    /// Sets the name of the bot's homeserver, which links to rooms name.
    pub(crate) fn on(self, server: &str) -> Self {
        Self { server: server.to_owned(), ..self }
    }

    /// Name of the bot's homeserver.
    pub(crate) fn server(&self) -> &str {
        &self.server
    }

    /// The address in a request to join a room, in any language.
    pub(crate) fn asked_into<'l>(&self, line: &'l str) -> Option<&'l str> {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let first = first.to_lowercase();
        self.join_words.contains(&first).then_some(rest)
    }

    /// Words of consent (true) and revocation (false) in all languages.
    pub(crate) fn agreements(&self) -> &[(String, bool)] {
        &self.agreements
    }

    /// Prefix of commands.
    pub(crate) fn prefix(&self) -> &str {
        &self.prefix
    }

    /// Renders a sentence, with the room it names.
    pub(crate) fn say(
        &self,
        language: Language,
        sentence: MatrixSentence,
        room: Option<&NamedRoom<'_>>,
    ) -> formatted_text::FormattedText {
        self.say_with(language, sentence, room, &[])
    }

    /// Renders a sentence with further values.
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
        // A room whose state cannot be read has only its link.
        let unseen = about(&NamedRoom { id: "!a:x", name: None });
        assert!(unseen.plain.contains("the game in https://matrix.to/#/!a:x, until"), "{}", unseen.plain);
        assert!(unseen.html.contains(">!a:x</a>"), "{}", unseen.html);
    }
}
