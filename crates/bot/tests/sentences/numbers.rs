//! Checker of numbers and the nouns and verbs that go with them, in both languages: "1 move", "2
//! moves", „1 Zug“, „2 Züge“. Not here: articles.

use adoube_bot::Language;

use super::words::{Word, words};
use crate::support::languages::by_language;

/// What is counted: one, several.
const ENGLISH: &[(&str, &str)] = &[
    ("attempt", "attempts"),
    ("card", "cards"),
    ("challenge", "challenges"),
    ("character", "characters"),
    ("connection", "connections"),
    ("day", "days"),
    ("game", "games"),
    ("letter", "letters"),
    ("message", "messages"),
    ("minute", "minutes"),
    ("move", "moves"),
    ("permission", "permissions"),
    ("piece", "pieces"),
    ("player", "players"),
    ("point", "points"),
    ("position", "positions"),
    ("rank", "ranks"),
    ("side", "sides"),
    ("square", "squares"),
    ("step", "steps"),
    ("suggestion", "suggestions"),
    ("thing", "things"),
    ("time", "times"),
    ("turn", "turns"),
    ("way", "ways"),
];
const GERMAN: &[(&str, &str)] = &[
    ("Befehl", "Befehle"),
    ("Berechtigung", "Berechtigungen"),
    ("Feld", "Felder"),
    ("Figur", "Figuren"),
    ("Herausforderung", "Herausforderungen"),
    ("Karte", "Karten"),
    ("Minute", "Minuten"),
    ("Nachricht", "Nachrichten"),
    ("Partie", "Partien"),
    ("Person", "Personen"),
    ("Ding", "Dinge"),
    ("Reihe", "Reihen"),
    ("Seite", "Seiten"),
    ("Stellung", "Stellungen"),
    ("Tag", "Tage"),
    ("Verbindung", "Verbindungen"),
    ("Versuch", "Versuche"),
    ("Vorschlag", "Vorschläge"),
    ("Zug", "Züge"),
    ("Zug", "Zügen"),
];

/// Verbs whose form tells how many: of one, of several.
const ENGLISH_VERBS: &[(&str, &str)] = &[
    ("is", "are"),
    ("was", "were"),
    ("has", "have"),
    ("waits", "wait"),
    ("needs", "need"),
    ("does", "do"),
    ("copies", "copy"),
    ("attacks", "attack"),
    ("stops", "stop"),
    ("keeps", "keep"),
];
const GERMAN_VERBS: &[(&str, &str)] = &[
    ("ist", "sind"),
    ("war", "waren"),
    ("hat", "haben"),
    ("wird", "werden"),
    ("wurde", "wurden"),
    ("wartet", "warten"),
    ("muss", "müssen"),
    ("kann", "können"),
    ("steht", "stehen"),
    ("zieht", "ziehen"),
    ("fehlt", "fehlen"),
    ("bleibt", "bleiben"),
];

/// Words that count one thing.
const ONE: &[&str] = &["one", "a", "an"];
const EIN: &[&str] = &["ein", "eine", "einen", "einem", "einer", "eines"];

/// Words after which something else is counted.
const NOT_BETWEEN: &[&str] =
    &["of", "few", "in", "for", "by", "der", "deiner", "meiner", "unserer", "dieser", "paar", "von", "für"];

fn nouns(language: Language) -> &'static [(&'static str, &'static str)] {
    by_language(language, ENGLISH, GERMAN)
}

fn verbs(language: Language) -> &'static [(&'static str, &'static str)] {
    by_language(language, ENGLISH_VERBS, GERMAN_VERBS)
}

/// How many a word says there are; `None` where it counts nothing.
fn count(language: Language, word: Word<'_>) -> Option<bool> {
    if !word.is_open() {
        return None;
    }
    if by_language(language, ONE, EIN).contains(&word.bare.to_lowercase().as_str()) {
        return Some(false);
    }
    // "R1xa10", "e4" and "-1" are no numbers of things.
    let digits = word.raw.bytes().all(|byte| byte.is_ascii_digit());
    (digits && !word.raw.is_empty()).then(|| word.raw != "1")
}

/// Whether a word names one thing or several, as far as it tells.
pub fn is_several(language: Language, word: &str) -> Option<bool> {
    let nouns = nouns(language).iter();
    nouns
        .clone()
        .any(|(_, several)| *several == word)
        .then_some(true)
        .or_else(|| nouns.clone().any(|(one, _)| one.eq(&word)).then_some(false))
}

/// Numbers that do not fit what they count, and verbs that do not fit either.
pub fn faults(language: Language, said: &str) -> Vec<String> {
    let words = words(said);
    let mut faults = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let Some(many) = count(language, *word) else { continue };
        // "before move 5" is of one move, whatever comes after it.
        if place > 0
            && is_several(language, words[place - 1].bare) == Some(false)
            && words[place - 1].is_open()
        {
            continue;
        }
        // "the last 2 legal moves": one word may stand between, but not "one of the moves" or "a few moves".
        let next = words[place + 1..].iter().take(2);
        let ends_it = |word: &Word<'_>| !word.is_open() || NOT_BETWEEN.contains(&word.bare);
        let stop = next.clone().position(ends_it).map_or(2, |open| open + 1);
        let noun = next
            .take(stop)
            .enumerate()
            .find_map(|(at, word)| Some((at, word, is_several(language, word.bare)?)));
        let Some((at, noun, several)) = noun else { continue };
        if at > 0 && NOT_BETWEEN.contains(&words[place + 1].bare) {
            continue;
        }
        if several != many && !is_compound(word, noun) {
            faults.push(format!("“{} {}”", word.bare, noun.bare));
        }
        // In German anything may come first, so only what stands at the very beginning is surely the subject.
        let is_subject = language == Language::EN || place == 0;
        let verb = words.get(place + at + 2).filter(|_| noun.is_open() && is_subject);
        faults.extend(verb.and_then(|verb| verb_after(language, verb.bare, many)));
    }
    faults
}

/// "50-move rule", "one more of the moves"
fn is_compound(number: &Word<'_>, noun: &Word<'_>) -> bool {
    number.bare.contains('-') || noun.raw.contains('-')
}

/// What is wrong with a verb after one thing, or after several.
pub fn verb_after(language: Language, verb: &str, several: bool) -> Option<String> {
    let wrong = verbs(language).iter().find(|(one, many)| verb == if several { *one } else { *many });
    wrong.map(|_| format!("“{verb}” after {}", if several { "several" } else { "one" }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_fits_its_number() {
        let right = [
            "1 move",
            "2 moves",
            "one of the moves",
            "before move 5 pieces",
            "a few minutes",
            "75 moves by each side",
        ];
        for said in right {
            assert_eq!(faults(Language::EN, said), [""; 0], "{said}");
        }
        for said in ["1 moves", "2 move", "1 legal moves", "a moves", "2 messages waits", "one message wait"]
        {
            assert_eq!(faults(Language::EN, said).len(), 1, "{said}");
        }
        for said in [
            "1 Zug",
            "2 Züge",
            "vor Zug 5 kein Zug",
            "ein paar Minuten",
            "von 2 Zügen",
            "eine meiner Nachrichten",
        ] {
            assert_eq!(faults(Language::of("de"), said), [""; 0], "{said}");
        }
        for said in ["1 Züge", "2 Zug", "1 zufällige Figuren", "2 Nachrichten wartet", "eine Züge"] {
            assert_eq!(faults(Language::of("de"), said).len(), 1, "{said}");
        }
    }
}
