//! Folds typed text for comparison (Unicode): compatibility forms, accents, dashes and case are
//! removed, but the case is remembered.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::skeleton;

/// The case of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::notation) enum LetterCase {
    Upper,
    Lower,
    /// No case: a digit, a sign, a letter of most scripts.
    None,
}

/// A folded character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::notation) struct Glyph {
    /// Lower case, without accents.
    pub(in crate::notation) folded: char,
    pub(in crate::notation) case: LetterCase,
    /// Whether it is a letter of another script that looks like a Latin one. It may name squares,
    /// but no piece, as the Cyrillic `К` is the letter of the Knight and not of the King.
    pub(in crate::notation) is_lookalike: bool,
}

/// Folds a text and replaces letters of other scripts by the Latin ones they look like (UTS #39).
pub(in crate::notation) fn fold_lookalikes(text: &str) -> Vec<Glyph> {
    let glyphs = |c: char| match latin(c) {
        None => fold(c.encode_utf8(&mut [0; 4])),
        Some(latin) => {
            let folded = fold(latin.encode_utf8(&mut [0; 4]));
            folded.into_iter().map(|glyph| Glyph { is_lookalike: true, ..glyph }).collect()
        }
    };
    text.chars().flat_map(glyphs).collect()
}

/// The Latin letter that a letter of another script looks like.
fn latin(c: char) -> Option<char> {
    let mut buffer = [0; 4];
    let foreign = (c.is_alphabetic() && !c.is_ascii()).then(|| &*c.encode_utf8(&mut buffer))?;
    let mut prototype = skeleton(foreign);
    let only = prototype.next().filter(char::is_ascii_alphabetic)?;
    prototype.next().is_none().then_some(only)
}

/// Folds a text: NFKD without the combining marks, lower case, one kind of dash and of space.
pub(in crate::notation) fn fold(text: &str) -> Vec<Glyph> {
    let mut glyphs = Vec::new();
    for c in text.nfkd().filter(|&c| !is_combining_mark(c) && !is_invisible(c)) {
        let case = match c {
            _ if c.is_uppercase() => LetterCase::Upper,
            _ if c.is_lowercase() => LetterCase::Lower,
            _ => LetterCase::None,
        };
        for lower in c.to_lowercase().filter(|&c| !is_combining_mark(c)) {
            match plain(lower) {
                FoldedChar::Letters(letters) => {
                    glyphs.extend(letters.chars().map(|folded| Glyph { folded, case, is_lookalike: false }));
                }
                FoldedChar::Char(folded) => glyphs.push(Glyph { folded, case, is_lookalike: false }),
            }
        }
    }
    glyphs
}

/// The result of folding a character.
enum FoldedChar {
    Char(char),
    Letters(&'static str),
}

/// Folds letters that no normalisation decomposes, and signs with several shapes.
fn plain(c: char) -> FoldedChar {
    FoldedChar::Letters(match c {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'ł' => "l",
        'đ' | 'ð' => "d",
        'þ' => "th",
        'ı' => "i",
        '\u{2010}'..='\u{2015}' | '\u{2043}' | '\u{2212}' | '→' | '➝' | '➔' | '➜' => "-",
        '×' | '✕' | '✖' | '✗' | '✘' => "x",
        _ if c.is_whitespace() => " ",
        _ => return FoldedChar::Char(c),
    })
}

/// Whether a character is invisible: joiners, direction marks, variation selectors.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
        || matches!(c, '\u{fe00}'..='\u{fe0f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> String {
        fold(text).iter().map(|glyph| glyph.folded).collect()
    }

    #[test]
    fn shapes_of_the_same_text_fold_alike() {
        let table = [
            ("Läufer", "laufer"),
            ("La\u{308}ufer", "laufer"),
            ("Großmeister", "grossmeister"),
            ("Ｎｆ３", "nf3"),
            ("e2–e4", "e2-e4"),
            ("e2−e4", "e2-e4"),
            ("e4×d5", "e4xd5"),
            ("♘\u{fe0e}f3", "♘f3"),
            ("e\u{200b}4", "e4"),
            ("e2\u{a0}e4\n", "e2 e4 "),
            ("İ", "i"),
            ("Ærø", "aero"),
            ("œ ł", "oe l"),
            ("đð", "dd"),
            ("Þı", "thi"),
            ("a→b➝c➔d➜e", "a-b-c-d-e"),
            ("a✕b✖c✗d✘e", "axbxcxdxe"),
            ("", ""),
        ];
        for (text, expected) in table {
            assert_eq!(folded(text), expected, "{text:?}");
        }
    }

    #[test]
    fn letters_of_other_scripts_fold_to_those_they_look_like() {
        let folded =
            |text: &str| -> String { fold_lookalikes(text).iter().map(|glyph| glyph.folded).collect() };
        let table =
            [("О-О", "o-o"), ("е4", "e4"), ("Ο-Ο", "o-o"), ("ехd5", "exd5"), ("Ф", "ф"), ("Nf3", "nf3")];
        for (text, expected) in table {
            assert_eq!(folded(text), expected, "{text}");
        }
        let marked: Vec<bool> = fold_lookalikes("е4e").iter().map(|glyph| glyph.is_lookalike).collect();
        assert_eq!(marked, [true, false, false]);
    }

    #[test]
    fn capitals_are_remembered() {
        let cases: Vec<LetterCase> = fold("Nf3ẞ").iter().map(|glyph| glyph.case).collect();
        assert_eq!(
            cases,
            [LetterCase::Upper, LetterCase::Lower, LetterCase::None, LetterCase::Upper, LetterCase::Upper]
        );
    }
}
