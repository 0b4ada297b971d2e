//! Localizer: writes the sentences of one language, with its small words for sides, squares, pieces
//! and names.

use adoube_rules::{PieceType, Side, Variant, notation::SanMove};

use super::{SentenceArg, Translations};
use crate::{
    Language, LetterPreference, Person,
    core::{command::CommandList, game::Seat},
};

/// Maximum of a shown name, in characters; a longer one ends in an ellipsis.
const NAME_LIMIT: usize = 32;

/// Maximum of a shown handle, in characters.
const HANDLE_LIMIT: usize = 200;

/// The sentences and small words of one language.
#[derive(Clone, Copy)]
pub struct Localizer<'a> {
    wording: &'a Translations,
    language: Language,
    letters: LetterPreference,
}

impl<'a> Localizer<'a> {
    /// A localizer of a language, with the language's own piece letters.
    pub fn new(wording: &'a Translations, language: Language) -> Self {
        Self { wording, language, letters: LetterPreference::Own }
    }

    /// The same localizer with these piece letters.
    pub fn with_letters(self, letters: LetterPreference) -> Self {
        Self { letters, ..self }
    }

    /// The language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// All languages, the fallback first.
    pub fn languages(&self) -> impl Iterator<Item = Language> + use<'a> {
        self.wording.languages()
    }

    /// The commands that the program has.
    pub(crate) fn commands(&self) -> CommandList {
        self.wording.commands()
    }

    /// The same localizer for another language.
    pub fn in_language(&self, language: Language) -> Self {
        Self { language, ..*self }
    }

    /// A sentence with values.
    pub fn sentence(&self, key: &str, args: &[SentenceArg<'_>]) -> String {
        self.wording.say(self.language, key, args)
    }

    /// A sentence without values.
    pub fn fixed_sentence(&self, key: &str) -> String {
        self.sentence(key, &[])
    }

    /// An attribute of a message, if it exists.
    pub fn attribute(&self, key: &str, name: &str) -> Option<String> {
        self.wording.attribute(self.language, key, name, &[])
    }

    /// The language's own name: "English", "Deutsch"; its tag if the files have none.
    pub fn endonym(&self) -> String {
        self.wording.own(self.language, "language-name").unwrap_or_else(|| self.language.tag().to_owned())
    }

    /// "White", "Black".
    pub fn side(&self, side: Side) -> String {
        self.fixed_sentence(match side {
            Side::White => "side-white",
            Side::Black => "side-black",
        })
    }

    /// The shown name of a seat's player.
    pub fn seat(&self, seat: &Seat) -> String {
        match seat {
            Seat::Person(Person { name, .. }) | Seat::Team { name, .. } => display_name(name),
            Seat::Computer { level } => self.sentence("seat-computer", &[("level", (*level).into())]),
        }
    }

    /// "Knight".
    pub fn kind(&self, kind: PieceType) -> String {
        self.fixed_sentence(&format!("piece-{}", kind.key()))
    }

    /// Names of the piece in other collections: "Chancellor" for the Marshal.
    pub fn aliases(&self, kind: PieceType) -> impl Iterator<Item = String> + use<> {
        let names = self.attribute(&format!("piece-{}", kind.key()), "aliases").unwrap_or_default();
        let names: Vec<String> = names.split(',').map(|name| name.trim().to_owned()).collect();
        names.into_iter().filter(|name| !name.is_empty())
    }

    /// "Knight", "2 Knights".
    pub fn counted(&self, kind: PieceType, count: usize) -> String {
        if count < 2 {
            return self.kind(kind);
        }
        let args = [("count", (count as u64).into()), ("pieces", self.several(kind).into())];
        self.sentence("pieces-counted", &args)
    }

    /// "Knights".
    pub fn several(&self, kind: PieceType) -> String {
        self.attribute(&format!("piece-{}", kind.key()), "plural").unwrap_or_else(|| self.kind(kind))
    }

    /// The letters of a piece: "S" of a Knight in German; its code where the language has none.
    pub fn letter(&self, kind: PieceType) -> String {
        self.own_letter(kind).unwrap_or_else(|| kind.code().to_owned())
    }

    /// "Camel (CA)"
    pub fn with_letter(&self, kind: PieceType) -> String {
        format!("{} ({})", self.kind(kind), self.letter(kind))
    }

    /// The piece letters that differ from the codes.
    pub fn letters(&self) -> impl Iterator<Item = (PieceType, String)> {
        PieceType::all().filter_map(|kind| Some((kind, self.own_letter(kind)?)))
    }

    fn own_letter(&self, kind: PieceType) -> Option<String> {
        let code = self.letters.dialect().code(kind);
        if code != kind.code() {
            return Some(code.to_owned());
        }
        self.wording.own(self.letters.of(self.language), &format!("letter-{}", kind.key()))
    }

    /// The sign of a piece in a move: its letter, or its name where the letter is another piece's
    /// code. The German B of a Pawn ("Bauer") would be read as a Bishop, also by the bot.
    pub fn sign(&self, kind: PieceType) -> String {
        let letter = self.letter(kind);
        match self.letters.dialect().kind(&letter) {
            Some(other) if other != kind => self.kind(kind),
            _ => letter,
        }
    }

    /// A move in the reader's letters, "Sf3" for `Nf3` in German, which the reader can also type.
    pub fn written(&self, written: &SanMove) -> String {
        written.with_letters(|kind| self.sign(kind))
    }

    /// The same for a move in a record's notation; any other text stays as it is.
    pub fn notation(&self, san: &str) -> String {
        san.parse().map_or_else(|_| san.to_owned(), |written| self.written(&written))
    }

    /// "Grand Chess".
    pub fn variant(&self, variant: Variant) -> String {
        self.fixed_sentence(&format!("choice-variant-{}", variant.key()))
    }

    /// "a, b and c".
    pub fn list(&self, items: &[String]) -> String {
        match items {
            [] => String::new(),
            [only] => only.clone(),
            [first @ .., last] => self
                .sentence("list-and", &[("first", first.join(", ").into()), ("last", last.as_str().into())]),
        }
    }
}

/// A name as shown in a sentence: bounded, without control and invisible characters, and isolated
/// if it is written from right to left, so that it does not turn the sentence.
pub fn display_name(name: &str) -> String {
    visible(name, NAME_LIMIT)
}

/// The same for a platform handle, which people type and which may be longer.
pub fn shown_handle(handle: &str) -> String {
    visible(handle, HANDLE_LIMIT)
}

fn visible(name: &str, limit: usize) -> String {
    let visible = name.chars().filter(|c| !c.is_control() && !is_invisible(*c));
    let mut shown: String = visible.clone().take(limit).collect();
    if visible.count() > limit {
        shown.push('…');
    }
    if shown.trim().is_empty() {
        return "?".to_owned();
    }
    if shown.chars().any(is_right_to_left) {
        // FSI (first strong isolate) … PDI (pop directional isolate).
        return format!("\u{2068}{shown}\u{2069}");
    }
    shown
}

fn is_invisible(c: char) -> bool {
    crate::core::timestamp_marks::is_mark(c)
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{00ad}')
}

fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{0590}'..='\u{08ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

#[cfg(test)]
mod tests {
    use super::display_name;

    #[test]
    fn names_do_no_harm() {
        for (name, shown) in [
            ("Ada", "Ada"),
            ("A\u{200b}d\u{202e}a\n", "Ada"),
            ("A\u{fff9}d\u{fffa}1\u{fffb}a", "Ad1a"),
            ("\u{200b}", "?"),
            ("", "?"),
            ("שרה", "\u{2068}שרה\u{2069}"),
            (&"x".repeat(32), &"x".repeat(32)),
            (&"x".repeat(33), &format!("{}…", "x".repeat(32))),
            (&"x".repeat(40), &format!("{}…", "x".repeat(32))),
        ] {
            assert_eq!(display_name(name), shown, "{name:?}");
        }
    }
}
