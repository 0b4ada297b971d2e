//! Compares names by similarity: which names look alike, which people a typed name can mean, and
//! when a platform handle is needed to tell two people apart. Not here: which texts are names
//! (platforms), and who is meant (`gameplay::lookup`).

use std::collections::BTreeSet;

use icu_properties::{CodePointSetData, props::DefaultIgnorableCodePoint};
use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};
use unicode_security::skeleton;

use crate::{
    BoxFuture, ChannelId, Person, PersonDirectory, PersonId,
    core::command::{AnyWordChoice as _, COMPUTER},
    text::{Localizer, Translations, display_name},
};

/// The version of the forms of [`looks`], for callers that store them; it contains Unicode's
/// version.
pub fn looks_version() -> String {
    let (major, minor, patch) = unicode_security::UNICODE_VERSION;
    format!("2, Unicode {major}.{minor}.{patch}")
}

/// Comparison forms of a name, by the confusables of UTS #39: names that share a form look alike.
/// Diacritics, punctuation, spaces and styles of letters (small capitals, full width, mathematical)
/// make no difference. There are two forms, because capital and small letters look different: the
/// Cyrillic В looks like a B, and its small letter like no Latin one; and `Eve` is the name `EVE`.
pub fn looks(name: &str) -> BTreeSet<String> {
    let letters = letters(name);
    [alike(&caseless(&letters)), alike(&caseless(&alike(&letters)))].into()
}

/// Whether `typed` can mean a person named `name`: case and diacritics make no difference, so that
/// `jose` finds José.
pub fn is_called(name: &str, typed: &str) -> bool {
    let plain = |text: &str| caseless(&without_marks(text));
    plain(name.trim()) == plain(typed.trim())
}

/// Whether a text has no visible character.
pub fn is_unseen(text: &str) -> bool {
    text.chars().all(|letter| {
        letter.is_whitespace() || letter.is_control() || is_ignorable(letter) || letter == BLANK_BRAILLE
    })
}

/// The Braille pattern without a dot.
const BLANK_BRAILLE: char = '\u{2800}';

/// Whether a character is invisible by definition, such as Hangul fillers and variation selectors.
fn is_ignorable(letter: char) -> bool {
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(letter)
}

/// Letters and digits only, in their plainest style.
fn letters(text: &str) -> String {
    let seen = text.nfkd().filter(|letter| !is_ignorable(*letter) && !is_diacritic(*letter));
    seen.map(plain_letter)
        .filter(|letter| letter.is_alphanumeric() || is_combining_mark(*letter))
        .nfkc()
        .collect()
}

/// The UTS #39 skeleton without diacritics. A stroke through a letter counts as one.
fn alike(text: &str) -> String {
    skeleton(text).filter(|letter| !is_diacritic(*letter)).collect()
}

/// Case folded. Some small letters become two capitals: ß and SS.
fn caseless(text: &str) -> String {
    text.nfkc().flat_map(char::to_uppercase).flat_map(char::to_lowercase).nfkc().collect()
}

/// Without diacritics and strokes.
fn without_marks(text: &str) -> String {
    let stroked = |letter: char| match letter {
        'Ø' | 'ø' => 'o',
        'Ł' | 'ł' => 'l',
        'Đ' | 'đ' => 'd',
        'Ħ' | 'ħ' => 'h',
        'Ŧ' | 'ŧ' => 't',
        other => other,
    };
    text.nfkd().filter(|letter| !is_diacritic(*letter)).map(stroked).nfkc().collect()
}

/// Whether a character is a diacritic of any script; vowel signs and tones of single scripts are
/// none.
fn is_diacritic(letter: char) -> bool {
    matches!(letter,
        '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// The plain letter of a style that Unicode does not decompose itself: small capitals and white
/// letters on black.
fn plain_letter(letter: char) -> char {
    const SMALL_CAPITALS: [(char, char); 25] = [
        ('ᴀ', 'a'),
        ('ʙ', 'b'),
        ('ᴄ', 'c'),
        ('ᴅ', 'd'),
        ('ᴇ', 'e'),
        ('ꜰ', 'f'),
        ('ɢ', 'g'),
        ('ʜ', 'h'),
        ('ɪ', 'i'),
        ('ᴊ', 'j'),
        ('ᴋ', 'k'),
        ('ʟ', 'l'),
        ('ᴍ', 'm'),
        ('ɴ', 'n'),
        ('ᴏ', 'o'),
        ('ᴘ', 'p'),
        ('ꞯ', 'q'),
        ('ʀ', 'r'),
        ('ꜱ', 's'),
        ('ᴛ', 't'),
        ('ᴜ', 'u'),
        ('ᴠ', 'v'),
        ('ᴡ', 'w'),
        ('ʏ', 'y'),
        ('ᴢ', 'z'),
    ];
    let from_a = |first: char| {
        let place =
            u32::from(letter).checked_sub(u32::from(first)).and_then(|place| u8::try_from(place).ok());
        place.filter(|place| *place < 26).map(|place| char::from(b'a' + place))
    };
    let small = || SMALL_CAPITALS.iter().find(|(small, _)| *small == letter).map(|(_, plain)| *plain);
    small().or_else(|| from_a('\u{1f150}')).or_else(|| from_a('\u{1f170}')).unwrap_or(letter)
}

/// The handle in a person's id, which can be typed in place of their name.
pub fn handle(person: &PersonId) -> &str {
    person.0.split_once(':').map_or(person.0.as_str(), |(_, handle)| handle)
}

/// Adds the handles to two people's names if these look alike.
pub(crate) fn distinguish(one: Person, other: Person) -> (Person, Person) {
    if one.id == other.id || looks(&one.name).is_disjoint(&looks(&other.name)) {
        return (one, other);
    }
    (with_handle(one), with_handle(other))
}

/// Whether a person's name already contains their handle.
pub(crate) fn is_told_apart(person: &Person) -> bool {
    person.name.ends_with(&in_brackets(&person.id))
}

fn with_handle(person: Person) -> Person {
    let name = if is_unseen(&person.name) { "?".to_owned() } else { display_name(&person.name) };
    Person { name: name + &in_brackets(&person.id), ..person }
}

fn in_brackets(person: &PersonId) -> String {
    format!(" ({})", handle(person))
}

/// The names of the computer in every language, as comparison forms.
#[derive(Debug)]
pub(crate) struct ComputerNames(BTreeSet<String>);

impl ComputerNames {
    pub(crate) fn new(wording: &Translations) -> Self {
        let mut names = BTreeSet::from(["adoube".to_owned()]);
        for language in wording.languages() {
            let speaker = Localizer::new(wording, language);
            names.insert(speaker.sentence("seat-computer", &[("level", 1.into())]));
            for word in COMPUTER.words() {
                let key = format!("choice-{}-{word}", COMPUTER.key());
                names.insert(speaker.fixed_sentence(&key));
                let typed = speaker.attribute(&key, "words").unwrap_or_default();
                names.extend(typed.split(',').map(str::to_owned));
            }
        }
        Self(
            names
                .iter()
                .flat_map(|name| looks(without_level(name)))
                .filter(|look| !look.is_empty())
                .collect(),
        )
    }

    /// Whether a name looks like the computer's, at any level.
    fn resemble(&self, name: &str) -> bool {
        !looks(without_level(name)).is_disjoint(&self.0)
    }

    /// A person whose name cannot be mistaken: one that looks like the computer's or is invisible
    /// gets the handle added.
    pub(crate) fn told_apart(&self, person: Person) -> Person {
        let is_safe = !is_unseen(&person.name) && !self.resemble(&person.name);
        if is_safe { person } else { with_handle(person) }
    }
}

/// A name without a number at its end.
fn without_level(name: &str) -> &str {
    let is_level =
        |letter: char| letter.is_numeric() || letter.is_whitespace() || letter.is_ascii_punctuation();
    name.trim_end_matches(is_level)
}

/// A directory whose names cannot be mistaken for the computer's.
pub(crate) struct DistinctNames {
    pub(crate) directory: std::sync::Arc<dyn PersonDirectory>,
    pub(crate) names: std::sync::Arc<ComputerNames>,
}

impl PersonDirectory for DistinctNames {
    fn find<'a>(&'a self, channel: &'a ChannelId, name: &'a str) -> BoxFuture<'a, Vec<Person>> {
        Box::pin(async move {
            let found = self.directory.find(channel, name).await;
            found.into_iter().map(|person| self.names.told_apart(person)).collect()
        })
    }

    fn complete<'a>(&'a self, channel: &'a ChannelId, prefix: &'a str) -> BoxFuture<'a, Vec<Person>> {
        Box::pin(async move {
            let found = self.directory.complete(channel, prefix).await;
            found.into_iter().map(|person| self.names.told_apart(person)).collect()
        })
    }

    fn is_bot<'a>(&'a self, channel: &'a ChannelId, name: &'a str) -> BoxFuture<'a, bool> {
        self.directory.is_bot(channel, name)
    }

    fn name_of<'a>(&'a self, channel: &'a ChannelId, person: &'a PersonId) -> BoxFuture<'a, Option<String>> {
        Box::pin(async move {
            let name = self.directory.name_of(channel, person).await?;
            Some(self.names.told_apart(Person { id: person.clone(), name }).name)
        })
    }

    fn has_place<'a>(&'a self, channel: &'a ChannelId) -> BoxFuture<'a, bool> {
        self.directory.has_place(channel)
    }

    fn is_alone_with<'a>(&'a self, channel: &'a ChannelId, person: &'a PersonId) -> BoxFuture<'a, bool> {
        self.directory.is_alone_with(channel, person)
    }

    fn lets_in<'a>(&'a self, channel: &'a ChannelId, person: &'a PersonId) -> BoxFuture<'a, bool> {
        self.directory.lets_in(channel, person)
    }

    fn shares<'a>(
        &'a self,
        channel: &'a ChannelId,
        here: &'a ChannelId,
        everybody: bool,
    ) -> BoxFuture<'a, bool> {
        self.directory.shares(channel, here, everybody)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Locales;

    #[test]
    fn names_that_look_alike_share_a_form() {
        let same = |one: &str, other: &str| !looks(one).is_disjoint(&looks(other));
        for (one, other) in [
            ("Anna", "Anna."),
            ("Anna", "Anna_"),
            ("Anna", "An-na"),
            ("Anna", "ᴀnna"),
            ("Anna", "ᴀɴɴᴀ"),
            ("Anna", "Anna\u{338}"),
            ("Anna", "A\u{336}nna"),
            ("Anna", "A\u{301}nna"),
            ("Anna", "ａｎｎａ"),
            ("Anna", "𝔸𝕟𝕟𝕒"),
            ("Anna", "Ⓐnna"),
            ("Anna", "🅐🅽🅽🅐"),
            ("Anna", "Аnnа"),
            ("José", "JOSE"),
            ("José", "jose"),
            ("Özgür", "Ozgur"),
            ("Łucja", "Lucja"),
            ("Søren", "soren"),
            ("Eve", "Εve"),
            ("Tim", "Tirn"),
        ] {
            assert!(same(one, other), "{one} {other}: {:?} {:?}", looks(one), looks(other));
        }
        for (one, other) in [
            ("Anna", "Anne"),
            ("Anna", "Anna1"),
            ("अनिल", "अनल"),
            ("小林", "大林"),
            ("かき", "がき"),
            ("Ольга", "Олег"),
        ] {
            assert!(!same(one, other), "{one} {other}");
        }
    }

    #[test]
    fn marks_and_case_do_not_hide_a_name_from_whoever_types_it() {
        for (name, typed) in
            [("José", "jose"), ("José", "JOSÉ"), ("Søren", "soren"), ("Groß", "GROSS"), ("Zoe\u{308}", "zoë")]
        {
            assert!(is_called(name, typed), "{name} {typed}");
        }
        for (name, typed) in [("José", "josef"), ("Anna", "Anna."), ("Tim", "Tirn")] {
            assert!(!is_called(name, typed), "{name} {typed}");
        }
    }

    #[test]
    fn nobody_is_taken_for_the_computer_or_for_nobody() {
        let wording = Translations::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
        let names = ComputerNames::new(&wording);
        let told = |name: &str| {
            let person = Person { id: PersonId("irc:eve".to_owned()), name: name.to_owned() };
            names.told_apart(person).name
        };
        for name in [
            "Computer",
            "computer",
            "COMPUTER",
            "Computer level 3",
            "computer Level 10",
            "Computer Stufe 3",
            "Computer (level 7)",
            "Cоmputer",
            "C0mputer",
            "ᴄomputer",
            "Ｃｏｍｐｕｔｅｒ",
            "Compu\u{301}ter",
            "C.o.m.p.u.t.e.r",
            "Computer\u{3164}",
            "Computer 3",
            "adoube",
            "Adoube",
            "𝐚𝐝𝐨𝐮𝐛𝐞",
            "der Computer",
            "Rechner",
        ] {
            assert!(told(name).ends_with(" (eve)"), "{name}: {}", told(name));
        }
        for unseen in ["\u{3164}", "\u{2800}", " ", "", "\u{200b}\u{feff}", "\u{e0100}"] {
            assert_eq!(told(unseen), "? (eve)", "{unseen:?}");
        }
        for name in ["Ada", "Computerfan", "Robot", "🎲", "3", "Level 3"] {
            assert_eq!(told(name), name);
        }
    }
}
