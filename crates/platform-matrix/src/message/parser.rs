//! Parses people's messages: a command, a number of a list, a language, words of consent, or text
//! that may be a move. Not here: handling the result (`inbound`).

use std::ops::Range;

use adoube_bot::Language;
use adoube_matrix_client::RoomMessage;

use crate::ids;

/// Most bytes of text that may be a move without being addressed to the bot; longer text is talk.
const SAID: usize = 120;
/// Most characters read of text addressed to the bot. The bot reads far less, and says so.
const TOLD: usize = 4000;
/// Separators between the bot's name and the text addressed to it.
const AFTER_A_NAME: [char; 3] = [',', ':', '/'];
/// Characters that turn a digit into a keycap.
const KEYCAP: [char; 2] = ['\u{fe0f}', '\u{20e3}'];

/// Meaning of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ParsedMessage {
    /// A command or a move addressed to the bot.
    Told(String),
    /// A number of a list, and whether it was addressed to the bot.
    Number(usize, bool),
    /// The choice of a language.
    Speak(Language),
    /// Consent to unencrypted private messages (true), or its revocation (false).
    Agree(bool),
    /// Text that is not addressed to the bot.
    Said(String),
}

/// Parser configured with the names and words that address the bot in a room.
pub(crate) struct MessageParser<'a> {
    /// Prefix of commands.
    pub(crate) prefix: &'a str,
    /// Names of the bot: its user id and display name.
    pub(crate) names: &'a [&'a str],
    /// Languages by their endonyms.
    pub(crate) languages: &'a [(String, Language)],
    /// The words of consent (true) and revocation (false).
    pub(crate) agreements: &'a [(String, bool)],
    /// Whether the message replies to a message of the bot.
    pub(crate) answers_bot: bool,
    /// Whether the sender is alone with the bot in the room.
    pub(crate) alone: bool,
    /// Mentioned users, with their display names in the room.
    pub(crate) mentioned: &'a [(&'a str, &'a str)],
}

impl MessageParser<'_> {
    /// Parses a message; `None` if it is not for the bot.
    pub(crate) fn read(&self, said: &RoomMessage) -> Option<ParsedMessage> {
        let text = without_links(&said.text);
        let text = text.trim();
        let told = self.addressed_text(said, text);
        if text.is_empty() || (told.is_none() && text.len() > SAID) {
            return None;
        }
        let Some(words) = told else {
            // A reply to the bot's question need not name the bot.
            if let Some(yes) = self.agreement(text).filter(|_| self.answers_bot) {
                return Some(ParsedMessage::Agree(yes));
            }
            let number = number(text).map(|number| ParsedMessage::Number(number, false));
            return Some(number.unwrap_or_else(|| ParsedMessage::Said(text.to_owned())));
        };
        let words = words.trim_start_matches(|c: char| c.is_whitespace() || AFTER_A_NAME.contains(&c));
        let words: String = words.chars().take(TOLD).collect();
        let words = self.with_ids(&words);
        if let Some(number) = number(&words) {
            return Some(ParsedMessage::Number(number, true));
        }
        if let Some(yes) = self.agreement(&words) {
            return Some(ParsedMessage::Agree(yes));
        }
        let language = self.languages.iter().find(|(name, _)| name.to_lowercase() == words.to_lowercase());
        Some(language.map_or(ParsedMessage::Told(words), |(_, language)| ParsedMessage::Speak(*language)))
    }

    /// Whether the text consists of the words of consent or of revocation; `None` for any other
    /// text.
    fn agreement(&self, words: &str) -> Option<bool> {
        let words = words.trim_end_matches(['.', '!']).to_lowercase();
        self.agreements.iter().find(|(agreement, _)| agreement.to_lowercase() == words).map(|(_, yes)| *yes)
    }

    /// The text after the address, if it is addressed to the bot.
    fn addressed_text<'t>(&self, said: &RoomMessage, text: &'t str) -> Option<&'t str> {
        if let Some(rest) = without_first(text, self.prefix)
            && rest.chars().next().is_none_or(char::is_whitespace)
        {
            return Some(rest);
        }
        if said.mentions_bot {
            let before = self.names.iter().filter_map(|name| without_name(text, name));
            // The longest matching name leaves the shortest rest.
            let before = before.min_by_key(|rest| rest.len());
            let behind = self.names.iter().filter_map(|name| text.strip_suffix(name));
            let behind = behind.min_by_key(|rest| rest.len()).map(|rest| rest.trim_end_matches('@'));
            // Clients mention the bot automatically in a reply to it, so such a mention alone does
            // not address the bot: people talk to one another there.
            let called = before.or(behind).or(said.reply_to.is_none().then_some(text));
            if called.is_some() {
                return called;
            }
        }
        self.alone.then_some(text)
    }

    /// Replaces the names of mentioned users by their ids.
    fn with_ids(&self, words: &str) -> String {
        let mut words = words.to_owned();
        for (id, name) in self.mentioned {
            if !words.contains(id) && !name.trim().is_empty() {
                let called = format!("@{name}");
                let shown = word(&words, &called).or_else(|| word(&words, name));
                if let Some(shown) = shown {
                    words.replace_range(shown, id);
                }
            }
        }
        words.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Range of the first occurrence of `name` as a separate word.
pub(crate) fn word(text: &str, name: &str) -> Option<Range<usize>> {
    let is_apart = |at: usize| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let behind = text.get(at + name.len()..).and_then(|behind| behind.chars().next());
        !before.is_some_and(char::is_alphanumeric) && !behind.is_some_and(char::is_alphanumeric)
    };
    let at = text.match_indices(name).map(|(at, _)| at).find(|at| is_apart(*at))?;
    Some(at..at + name.len())
}

/// Replaces mentions written as links, `[Bob](https://matrix.to/#/@bob:x)`, by user ids.
fn without_links(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(begin) = rest.find('[') {
        let (before, from) = rest.split_at(begin);
        plain.push_str(before);
        let link = from.split_once("](").and_then(|(_, address)| address.split_once(')'));
        let user = link.and_then(|(address, behind)| {
            let address = address.trim_start_matches('<').trim_end_matches('>');
            Some((ids::user_at(address)?, behind))
        });
        if let Some((user, behind)) = user {
            plain.push_str(&user.0);
            rest = behind;
        } else {
            plain.push('[');
            rest = from.get(1..).unwrap_or_default();
        }
    }
    plain.push_str(rest);
    plain
}

/// The text after a name at its beginning, with or without `@`.
fn without_name<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let rest = without_first(text, name).or_else(|| without_first(text.strip_prefix('@')?, name))?;
    rest.chars().next().is_none_or(|next| !next.is_alphanumeric()).then_some(rest)
}

/// The text after a word at its beginning, compared without case.
fn without_first<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (first, rest) = text.split_at_checked(word.len())?;
    (!word.is_empty() && first.to_lowercase() == word.to_lowercase()).then_some(rest)
}

/// Parses a number that is the whole text: `1`, `12.`, a keycap.
pub(crate) fn number(text: &str) -> Option<usize> {
    if text.trim() == "\u{1f51f}" {
        return Some(10);
    }
    let text = text.trim().trim_end_matches(['.', ')']).trim_end_matches(KEYCAP);
    let digits = !text.is_empty() && text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

#[cfg(test)]
mod tests {
    use adoube_matrix_client::{MatrixEventId, RoomId, UserId};

    use super::*;

    fn said(text: &str, mentions_bot: bool) -> RoomMessage {
        RoomMessage {
            room: RoomId("!r".to_owned()),
            event: MatrixEventId("$e".to_owned()),
            thread: None,
            reply_to: None,
            sender: UserId("@ada:x".to_owned()),
            text: text.to_owned(),
            mentions_bot,
            mentions: Vec::new(),
            at: 0,
        }
    }

    #[test]
    fn what_is_said_to_the_bot_is_told_from_talk() {
        let told = |text: &str| Some(ParsedMessage::Told(text.to_owned()));
        let talk = |text: &str| Some(ParsedMessage::Said(text.to_owned()));
        let languages = [("English", "en"), ("Deutsch", "de")];
        let languages = languages.map(|(name, tag)| (name.to_owned(), Language::of(tag)));
        for (text, mentions, alone, heard) in [
            ("!chess play @bob:example.org grand", false, false, told("play @bob:example.org grand")),
            ("!Chess   /play", false, false, told("play")),
            ("!chess", false, false, told("")),
            ("!chessboard", false, false, talk("!chessboard")),
            ("!chess 3", false, false, Some(ParsedMessage::Number(3, true))),
            ("!chess Deutsch", false, false, Some(ParsedMessage::Speak(Language::of("de")))),
            ("so !chess play", false, false, talk("so !chess play")),
            ("Nf3", false, false, talk("Nf3")),
            ("2", false, false, Some(ParsedMessage::Number(2, false))),
            ("3️⃣", false, false, Some(ParsedMessage::Number(3, false))),
            ("2 of us", false, false, talk("2 of us")),
            ("adoube: Nf3", true, false, told("Nf3")),
            ("@adoube:x, play Bob", true, false, told("play @bob:y")),
            ("play Bob @adoube:x", true, false, told("play @bob:y")),
            ("adoube", true, false, told("")),
            ("@bot play Bob", true, false, told("play @bob:y")),
            ("Bot, hilfe", true, false, told("hilfe")),
            ("bottles @adoube:x", true, false, told("bottles")),
            ("adoube", false, false, talk("adoube")),
            ("play Bob", false, true, told("play @bob:y")),
            ("/hand", false, true, told("hand")),
            ("1", false, true, Some(ParsedMessage::Number(1, true))),
            ("", false, true, None),
            ("!ch\u{e4}ss x", false, false, talk("!ch\u{e4}ss x")),
        ] {
            let ear = MessageParser {
                prefix: "!chess",
                names: &["@adoube:x", "adoube", "@bot", "bot"],
                languages: &languages,
                agreements: &[],
                answers_bot: false,
                alone,
                mentioned: &[("@bob:y", "Bob")],
            };
            assert_eq!(ear.read(&said(text, mentions)), heard, "{text}");
        }
    }

    #[test]
    fn mentions_are_read_as_clients_write_them() {
        let told = |text: &str| Some(ParsedMessage::Told(text.to_owned()));
        for (text, heard) in [
            ("Chess Bot: Nf3", told("Nf3")),
            ("@Chess Bot Nf3", told("Nf3")),
            ("@chess77 Nf3", told("Nf3")),
            ("chess77: Nf3", told("Nf3")),
            ("@chess77:x: play Ada Lovelace", told("play @al:x")),
            ("[Chess Bot](https://matrix.to/#/@chess77:x): Nf3", told("Nf3")),
            ("[Chess Bot](<https://matrix.to/#/%40chess77%3Ax>) Nf3", told("Nf3")),
            ("[@chess77:x](https://matrix.to/#/@chess77:x?via=x) Nf3", told("Nf3")),
            ("play Ada Lovelace, Chess Bot", told("play @al:x,")),
            (
                "play [Ada \"L\" [x]](https://matrix.to/#/@al:x) chess960, Chess Bot",
                told("play @al:x chess960,"),
            ),
            ("play @Ada Lovelace chess @Chess Bot", told("play @al:x chess")),
            ("chess77er says hello", told("chess77er says hello")),
            ("[x](https://example.org/) @chess77:x", told("[x](https://example.org/)")),
            ("[[[](](]( @chess77:x", told("[[[](](](")),
            ("play e chess @chess77:x", told("play e chess")),
        ] {
            let names = ["@chess77:x", "Chess Bot", "chess77"];
            let mentioned = [("@al:x", "Ada Lovelace"), ("@s:x", "s")];
            let ear = MessageParser {
                prefix: "!chess",
                names: &names,
                languages: &[],
                agreements: &[],
                answers_bot: false,
                alone: false,
                mentioned: &mentioned,
            };
            assert_eq!(ear.read(&said(text, true)), heard, "{text}");
        }
    }

    #[test]
    fn a_reply_that_mentions_the_bot_by_itself_is_talk() {
        let ear = MessageParser {
            prefix: "!chess",
            names: &["@adoube:x", "adoube"],
            languages: &[],
            agreements: &[],
            answers_bot: false,
            alone: false,
            mentioned: &[],
        };
        for (text, heard) in [
            ("nice!", ParsedMessage::Said("nice!".to_owned())),
            ("Nf3", ParsedMessage::Said("Nf3".to_owned())),
            ("2", ParsedMessage::Number(2, false)),
            ("adoube: resign", ParsedMessage::Told("resign".to_owned())),
            ("!chess resign", ParsedMessage::Told("resign".to_owned())),
        ] {
            let reply =
                RoomMessage { reply_to: Some(MatrixEventId("$board".to_owned())), ..said(text, true) };
            assert_eq!(ear.read(&reply), Some(heard), "{text}");
        }
    }

    #[test]
    fn the_prefix_is_a_word_of_its_own_choice() {
        for (text, heard) in [
            ("%schach zug e4", Some(ParsedMessage::Told("zug e4".to_owned()))),
            ("%SCHACH 12", Some(ParsedMessage::Number(12, true))),
            ("%schachbrett", Some(ParsedMessage::Said("%schachbrett".to_owned()))),
            ("!chess play", Some(ParsedMessage::Said("!chess play".to_owned()))),
        ] {
            let ear = MessageParser {
                prefix: "%schach",
                names: &["@adoube:x"],
                languages: &[],
                agreements: &[],
                answers_bot: false,
                alone: false,
                mentioned: &[],
            };
            assert_eq!(ear.read(&said(text, false)), heard, "{text}");
        }
    }

    #[test]
    fn long_talk_is_not_read() {
        let ear = MessageParser {
            prefix: "!chess",
            names: &[],
            languages: &[],
            agreements: &[],
            answers_bot: false,
            alone: false,
            mentioned: &[],
        };
        assert_eq!(ear.read(&said(&"e4 ".repeat(60), false)), None);
        for told in [60, 6000] {
            assert!(ear.read(&said(&format!("!chess {}", "e4 ".repeat(told)), false)).is_some(), "{told}");
        }
    }

    #[test]
    fn numbers_stand_alone() {
        for (text, is) in [
            ("7", Some(7)),
            ("07", Some(7)),
            ("1.", Some(1)),
            ("2)", Some(2)),
            ("🔟", Some(10)),
            ("1️⃣", Some(1)),
        ] {
            assert_eq!(number(text), is, "{text}");
        }
        for text in ["", "-1", "123", "1e", "e1", "１", "1 2", "👍"] {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn words_of_agreement_stand_alone_and_are_said_to_the_bot() {
        let agreements = [("unencrypted is fine".to_owned(), true), ("nur verschlüsselt".to_owned(), false)];
        for (text, answers_bot, heard) in [
            ("!chess unencrypted is fine", false, Some(ParsedMessage::Agree(true))),
            ("!chess Unencrypted is fine.", true, Some(ParsedMessage::Agree(true))),
            ("Unencrypted is fine!", true, Some(ParsedMessage::Agree(true))),
            ("!chess NUR VERSCHLÜSSELT", false, Some(ParsedMessage::Agree(false))),
            ("unencrypted is fine", false, Some(ParsedMessage::Said("unencrypted is fine".to_owned()))),
            (
                "unencrypted is fine for Bob",
                true,
                Some(ParsedMessage::Said("unencrypted is fine for Bob".to_owned())),
            ),
            (
                "!chess not unencrypted is fine",
                false,
                Some(ParsedMessage::Told("not unencrypted is fine".to_owned())),
            ),
        ] {
            let ear = MessageParser {
                prefix: "!chess",
                names: &[],
                languages: &[],
                agreements: &agreements,
                answers_bot,
                alone: false,
                mentioned: &[],
            };
            // A reply to another message changes nothing.
            let reply_to = Some(MatrixEventId("$question".to_owned()));
            assert_eq!(ear.read(&RoomMessage { reply_to, ..said(text, false) }), heard, "{text}");
        }
    }
}
