//! What somebody said, in terms of the service: a command, a number of a list, or words that may be a move. Not here: what
//! comes of it (`answering`).

use adoube_matrix::Said;
use adoube_service::Language;

/// Bytes of what may be a move and was not said to the bot; longer ones are talk.
const SAID: usize = 120;
/// Bytes of what is said to the bot; the service reads far less, and says so.
const TOLD: usize = 4000;
/// What people put between a name and what they say.
const AFTER_A_NAME: [char; 3] = [',', ':', '/'];
/// What makes a digit a keycap.
const KEYCAP: [char; 2] = ['\u{fe0f}', '\u{20e3}'];

/// What was meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A command, or a move, told to the bot.
    Told(String),
    /// A number of a list; whether it was told to the bot.
    Number(usize, bool),
    /// The language to speak from now on.
    Speak(Language),
    /// Words in the room.
    Said(String),
}

/// What the bot listens for.
pub(super) struct Ear<'a> {
    /// What commands begin with.
    pub(super) prefix: &'a str,
    /// What the bot is called: its id, its name.
    pub(super) names: &'a [&'a str],
    /// Whether nobody else is in the room.
    pub(super) alone: bool,
    /// People who are mentioned, with the names they have in the room.
    pub(super) mentioned: &'a [(&'a str, &'a str)],
}

impl Ear<'_> {
    /// Reads what was said; `None` when it is nothing for the bot.
    pub(super) fn read(&self, said: &Said) -> Option<Heard> {
        let text = said.text.trim();
        let told = self.told(said, text);
        let limit = if told.is_some() { TOLD } else { SAID };
        if text.is_empty() || text.len() > limit {
            return None;
        }
        let Some(words) = told else {
            let number = number(text).map(|number| Heard::Number(number, false));
            return Some(number.unwrap_or_else(|| Heard::Said(text.to_owned())));
        };
        let words = words.trim_start_matches(|c: char| c.is_whitespace() || AFTER_A_NAME.contains(&c));
        let words = self.with_ids(words);
        if words.is_empty() {
            return Some(Heard::Told("help".to_owned()));
        }
        if let Some(number) = number(&words) {
            return Some(Heard::Number(number, true));
        }
        let language = Language::ALL
            .into_iter()
            .find(|language| language.endonym().to_lowercase() == words.to_lowercase());
        Some(language.map_or(Heard::Told(words), Heard::Speak))
    }

    /// What was said to the bot, if it was said to the bot.
    fn told<'t>(&self, said: &Said, text: &'t str) -> Option<&'t str> {
        if let Some(rest) = without_first(text, self.prefix)
            && rest.chars().next().is_none_or(char::is_whitespace)
        {
            return Some(rest);
        }
        if said.mentions_bot {
            let named = |name: &&&str| without_first(text, name).is_some();
            let before = self.names.iter().filter(named).max_by_key(|name| name.len());
            let behind = self.names.iter().find_map(|name| text.strip_suffix(name));
            let before = before.and_then(|name| without_first(text, name));
            return before.or(behind).or(Some(text));
        }
        self.alone.then_some(text)
    }

    /// Names of people who are mentioned are shown in the words; their ids say who they are.
    fn with_ids(&self, words: &str) -> String {
        let mut words = words.to_owned();
        for (id, name) in self.mentioned {
            if !words.contains(id) && !name.trim().is_empty() {
                let called = format!("@{name}");
                let shown = if words.contains(&called) { &called } else { *name };
                words = words.replacen(shown, id, 1);
            }
        }
        words.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// What follows a word at the beginning, in whatever case it is written.
fn without_first<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (first, rest) = text.split_at_checked(word.len())?;
    (!word.is_empty() && first.to_lowercase() == word.to_lowercase()).then_some(rest)
}

/// A number by itself: `1`, `12.`, a keycap.
pub(super) fn number(text: &str) -> Option<usize> {
    if text.trim() == "\u{1f51f}" {
        return Some(10);
    }
    let text = text.trim().trim_end_matches(['.', ')']).trim_end_matches(KEYCAP);
    let digits = !text.is_empty() && text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

#[cfg(test)]
mod tests {
    use adoube_matrix::{EventId, RoomId, UserId};

    use super::*;

    fn said(text: &str, mentions_bot: bool) -> Said {
        Said {
            room: RoomId("!r".to_owned()),
            event: EventId("$e".to_owned()),
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
        let told = |text: &str| Some(Heard::Told(text.to_owned()));
        let talk = |text: &str| Some(Heard::Said(text.to_owned()));
        for (text, mentions, alone, heard) in [
            ("!chess play @bob:example.org grand", false, false, told("play @bob:example.org grand")),
            ("!Chess   /play", false, false, told("play")),
            ("!chess", false, false, told("help")),
            ("!chessboard", false, false, talk("!chessboard")),
            ("!chess 3", false, false, Some(Heard::Number(3, true))),
            ("!chess Deutsch", false, false, Some(Heard::Speak(Language::De))),
            ("so !chess play", false, false, talk("so !chess play")),
            ("Nf3", false, false, talk("Nf3")),
            ("2", false, false, Some(Heard::Number(2, false))),
            ("3️⃣", false, false, Some(Heard::Number(3, false))),
            ("2 of us", false, false, talk("2 of us")),
            ("adoube: Nf3", true, false, told("Nf3")),
            ("@adoube:x, play Bob", true, false, told("play @bob:y")),
            ("play Bob @adoube:x", true, false, told("play @bob:y")),
            ("adoube", true, false, told("help")),
            ("adoube", false, false, talk("adoube")),
            ("play Bob", false, true, told("play @bob:y")),
            ("/hand", false, true, told("hand")),
            ("1", false, true, Some(Heard::Number(1, true))),
            ("", false, true, None),
            ("!ch\u{e4}ss x", false, false, talk("!ch\u{e4}ss x")),
        ] {
            let ear = Ear {
                prefix: "!chess",
                names: &["@adoube:x", "adoube"],
                alone,
                mentioned: &[("@bob:y", "Bob")],
            };
            assert_eq!(ear.read(&said(text, mentions)), heard, "{text}");
        }
    }

    #[test]
    fn long_talk_is_not_read() {
        let ear = Ear { prefix: "!chess", names: &[], alone: false, mentioned: &[] };
        assert_eq!(ear.read(&said(&"e4 ".repeat(60), false)), None);
        assert!(ear.read(&said(&format!("!chess {}", "e4 ".repeat(60)), false)).is_some());
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
}
