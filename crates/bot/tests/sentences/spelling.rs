//! Checker of the look of a text in any language: spaces, punctuation, quotation marks, capitals.
//! Not here: its grammar.

use adoube_bot::Language;

use super::{
    forms::Form,
    texts::Text,
    words::{ends, sentences, words},
};
use crate::support::languages::by_language;

/// What never stands in a text.
const NEVER: &[(&str, &str)] = &[
    ("{", "an unfilled variable"),
    ("}", "an unfilled variable"),
    ("\u{2068}", "an isolating mark"),
    ("\u{2069}", "an isolating mark"),
    ("  ", "two spaces"),
    ("..", "two full stops"),
    (".,", "doubled punctuation"),
    (",.", "doubled punctuation"),
    (",,", "doubled punctuation"),
    ("::", "doubled punctuation"),
    (":.", "doubled punctuation"),
    (".:", "doubled punctuation"),
    (";.", "doubled punctuation"),
    (".;", "doubled punctuation"),
    (";;", "doubled punctuation"),
    ("?.", "doubled punctuation"),
    ("!.", "doubled punctuation"),
    ("()", "empty brackets"),
    ("“”", "empty quotation marks"),
    ("„“", "empty quotation marks"),
    ("\"", "a straight quotation mark"),
    ("...", "three full stops for an ellipsis"),
];

/// What is wrong with how a text looks.
pub fn faults(language: Language, text: &Text, form: Form, said: &str) -> Vec<String> {
    let mut faults: Vec<String> = Vec::new();
    if said.trim().is_empty() {
        return vec!["empty".to_owned()];
    }
    // A part may begin with the space or comma before it.
    let inner = if form == Form::Part { said.trim_start_matches([' ', ',']) } else { said };
    if inner.trim() != inner {
        faults.push("a space at its edge".to_owned());
    }
    faults.extend(anywhere(language, said));
    match form {
        Form::Sentence | Form::Reason => faults.extend(whole(language, text, form, said)),
        Form::Label if said.ends_with('.') => faults.push("a full stop after a label".to_owned()),
        Form::Page if ends(said) => faults.extend(whole(language, text, form, said)),
        Form::Labels if said.lines().any(|line| line.ends_with('.') || sentences(line).len() > 1) => {
            faults.push("a line that is no label".to_owned());
        }
        Form::Page | Form::Label if sentences(said).len() > 1 => {
            faults.push("several sentences without an end".to_owned());
        }
        _ => {}
    }
    faults
}

/// What is wrong with the marks of any text.
pub fn anywhere(language: Language, said: &str) -> Vec<String> {
    let never = NEVER.iter().filter(|(mark, _)| said.contains(mark));
    let never = never.map(|(mark, what)| format!("{what} ({mark})"));
    never.chain(lonely(said)).chain(twice(said)).chain(pairs(language, said)).collect()
}

/// Punctuation after a space. "/ for commands", "- _ . without spaces" and "!chess" name characters.
fn lonely(said: &str) -> Option<String> {
    let words: Vec<&str> = said.split(' ').collect();
    let mark = words.windows(2).find(|pair| {
        let ends_in_words = pair[0].ends_with(|end: char| end.is_alphanumeric() || "”“)".contains(end));
        let mut letters = pair[1].chars();
        let is_mark = letters.next().is_some_and(|first| ".,:;?!".contains(first));
        // "!chess" is what commands begin with.
        let begins_a_command = pair[1].starts_with('!') && letters.next().is_some_and(char::is_alphanumeric);
        ends_in_words && is_mark && !begins_a_command
    });
    mark.map(|pair| format!("a space before “{}”", pair[1]))
}

/// The same word twice.
fn twice(said: &str) -> Option<String> {
    let words = words(said);
    let doubled = words.windows(2).find(|pair| {
        let [one, two] = pair else { return false };
        one.is_open()
            && (one.is_plain() || !one.raw.starts_with('/'))
            && two.is_plain()
            && one.bare.chars().all(char::is_alphabetic)
            && one.bare.to_lowercase() == two.bare.to_lowercase()
    });
    doubled.map(|pair| format!("twice “{}”", pair[0].bare))
}

/// Quotation marks and brackets that do not open and close in turn.
fn pairs(language: Language, said: &str) -> Option<String> {
    let (opening, closing, foreign) = by_language(language, ('“', '”', '„'), ('„', '“', '”'));
    if said.contains(foreign) {
        return Some(format!("the quotation mark {foreign} of another language"));
    }
    let mut open: Vec<char> = Vec::new();
    for mark in said.chars() {
        match mark {
            '(' => open.push(')'),
            _ if mark == opening => open.push(closing),
            _ if (mark == closing || mark == ')') && open.pop() != Some(mark) => {
                return Some(format!("{mark} closes nothing"));
            }
            _ => {}
        }
    }
    open.pop().map(|mark| format!("no {mark} at the end"))
}

/// What a sentence needs: a capital and an end.
fn whole(language: Language, text: &Text, form: Form, said: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let small_start = form == Form::Reason && language == Language::EN;
    let first = text.literal.trim_start_matches(['“', '„', '(']);
    // "a to z" is of letters.
    let is_small =
        first.starts_with(char::is_lowercase) && !first.starts_with("a to ") && !first.starts_with("a bis ");
    if if small_start { is_big(text) } else { is_small } {
        faults.push("its first letter".to_owned());
    }
    // What is typed or linked may stand last, after a colon, where a full stop would be taken for a part of it.
    let last = said.lines().last().and_then(|line| sentences(line).pop()).unwrap_or_default();
    let is_linked = last.split(' ').next_back().is_some_and(|word| word.contains("://"));
    if !ends(said) && !last.contains(": ") && !is_linked {
        faults.push("no punctuation at its end".to_owned());
    }
    let words = words(said);
    let small = words.windows(2).find(|pair| {
        let [one, two] = pair else { return false };
        let stops = one.raw.ends_with(['.', '!', '?']) && one.bare.chars().nth(1).is_some();
        let number = one.bare.chars().all(|letter| letter.is_ascii_digit() || letter == '-');
        // A square or a move begins small.
        let word = two.bare.chars().all(char::is_alphabetic) && two.is_plain();
        stops && !number && !one.bare.contains('.') && word && two.bare.starts_with(char::is_lowercase)
    });
    faults.extend(small.map(|pair| format!("a small letter after “{}”", pair[0].raw)));
    faults
}

/// Whether a reason begins with a capital that is not that of a name.
fn is_big(text: &Text) -> bool {
    let first = text.literal.split_whitespace().next().unwrap_or_default();
    let named = ["Pawns", "Kings", "Jokers", "Chameleons"].contains(&first);
    !named && first.starts_with(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stand_where_they_belong() {
        for said in [
            "Type / for commands.",
            "“Nf3” is said (twice).",
            "e4 … and more",
            "Begin with !chess",
            "1. e4, e5. 2. d4",
        ] {
            assert_eq!(anywhere(Language::EN, said), [""; 0], "{said}");
        }
        for said in [
            "the the Knight",
            "two  spaces",
            "so ,no",
            "an end..",
            "a { $name }",
            "“open",
            "closed”",
            "„Nf3“",
            "(so",
        ] {
            assert!(!anywhere(Language::EN, said).is_empty(), "{said}");
        }
        assert_eq!(anywhere(Language::of("de"), "„Sf3“ geht (noch)."), [""; 0]);
        assert!(!anywhere(Language::of("de"), "“Sf3” geht.").is_empty());
    }
}
