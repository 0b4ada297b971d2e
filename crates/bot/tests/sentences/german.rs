//! Checker of German sentences: articles in front of the names of pieces, pronouns that stand for a
//! piece or a person, and the polite form, which is not used.

use std::collections::BTreeMap;

use adoube_rules::PieceType;

use super::{
    texts::Text,
    voice::Voice,
    words::{Word, words},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gender {
    Masculine,
    Feminine,
    Neuter,
}

/// Every type by its key.
const MASCULINE: &str = "king rook bishop knight cardinal marshal nightrider side-mover vertical-mover ferz dragon-king \
     knight-ferz wazir steward knight-wazir phoenix dabbaba dabbabarider knight-dabbaba dabbaba-wazir alibaba badger \
     camel-ferz camel-wazir camel-rook zebra-ferz zebra-wazir zebra-bishop zebra-rook pegasus grasshopper scorpion block \
     butterfly advancer withdrawer duke frog griffin magician champion templar tiger vao leo coordinator immobilizer";
/// The masculine ones that change: der Bauer, den Bauern.
const WEAK: &str = "pawn centaur archer elephant modern-elephant ox hero shaman dragon lion diplomat joker";
const FEMININE: &str = "queen guard amazon camel-guard giraffe zebra-guard crab windmill cannon";
const NEUTER: &str = "dragon-horse rhinoceros mammoth kirin camel zebra gnu camel-zebra buffalo edgehog kangaroo squirrel \
     chameleon";

/// Cases of one: nominative, accusative, dative, genitive.
const ARTICLES: [(Gender, [&str; 4], [&str; 4]); 3] = [
    (Gender::Masculine, ["der", "den", "dem", "des"], ["", "en", "em", "es"]),
    (Gender::Feminine, ["die", "die", "der", "der"], ["e", "e", "er", "er"]),
    (Gender::Neuter, ["das", "das", "dem", "des"], ["", "", "em", "es"]),
];
const OF_SEVERAL: ([&str; 4], [&str; 4]) = (["die", "die", "den", "der"], ["e", "e", "en", "er"]);
/// What takes the endings of "ein".
const LIKE_EIN: [&str; 8] = ["ein", "kein", "mein", "dein", "sein", "ihr", "euer", "unser"];
/// What takes those of "der".
const LIKE_DER: [&str; 5] = ["dies", "jed", "welch", "jen", "manch"];
/// Prepositions with an article in them.
const CONTRACTED: [(&str, &str); 6] =
    [("vom", "dem"), ("zum", "dem"), ("beim", "dem"), ("im", "dem"), ("am", "dem"), ("zur", "der")];

/// Words that say whether a piece or a person is masculine; „sein“ alone is a verb as well.
const GENDERED: [&str; 8] = ["er", "ihn", "ihm", "seine", "seinen", "seinem", "seiner", "seines"];

/// A form of a name, with the cases in which it is said.
#[derive(Debug)]
struct Name {
    gender: Gender,
    of_one: Vec<(String, &'static [usize])>,
    several: String,
    /// „Türmen“
    of_several: String,
}

/// What German knows about pieces.
pub struct German {
    names: Vec<Name>,
    by_first_word: BTreeMap<String, Vec<usize>>,
}

impl German {
    pub fn new(voice: &Voice) -> Self {
        let mut names = Vec::new();
        let mut by_first_word: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for kind in PieceType::all() {
            let (gender, weak) = gender(kind);
            let plain = voice.piece(kind);
            let several = voice.several(kind);
            let bent = if weak { bent(&plain) } else { plain.clone() };
            let of_one: Vec<(String, &'static [usize])> = match (gender, weak) {
                (_, true) => vec![(plain, &[0]), (bent, &[1, 2, 3])],
                (Gender::Feminine, _) => vec![(plain, &[0, 1, 2, 3])],
                _ => vec![(format!("{plain}s"), &[3]), (format!("{plain}es"), &[3]), (plain, &[0, 1, 2])],
            };
            let of_several =
                if several.ends_with(['n', 's']) { several.clone() } else { format!("{several}n") };
            for form in of_one.iter().map(|(form, _)| form).chain([&several, &of_several]) {
                let first = form.split(' ').next().unwrap_or_default();
                by_first_word.entry(first.to_owned()).or_default().push(names.len());
            }
            names.push(Name { gender, of_one, several, of_several });
        }
        Self { names, by_first_word }
    }

    /// What is wrong with the articles of a text, and with whom it addresses.
    pub fn faults(&self, said: &str) -> Vec<String> {
        let words = words(said);
        let mut faults = Vec::new();
        for (place, word) in words.iter().enumerate() {
            if word.is_open()
                && let Some(next) = words.get(place + 1).filter(|next| next.is_plain())
            {
                faults.extend(self.article(word.bare, *next, words.get(place + 2)));
            }
            let begins = place == 0 || words[place - 1].raw.ends_with(['.', ':', '!', '?', '–']);
            let polite = ["Sie", "Ihnen", "Ihr", "Ihre", "Ihren", "Ihrem", "Ihrer"];
            if polite.contains(&word.raw) && !begins {
                faults.push(format!("the polite “{}”", word.raw));
            }
        }
        faults
    }

    /// Whether an article fits the name of a piece after it.
    fn article(&self, article: &str, next: Word<'_>, then: Option<&Word<'_>>) -> Option<String> {
        let article = article.to_lowercase();
        let article =
            CONTRACTED.iter().find(|(known, _)| *known == article).map_or(article.as_str(), |it| it.1);
        if !is_article(article) {
            return None;
        }
        let both = then.filter(|_| next.is_open()).map(|then| format!("{} {}", next.bare, then.bare));
        let named = |form: &str| form == next.bare || both.as_deref() == Some(form);
        let places = self.by_first_word.get(next.bare)?;
        let known: Vec<&Name> = places.iter().map(|place| &self.names[*place]).collect();
        let mut is_name = false;
        for name in known {
            let of_one = name.of_one.iter().filter(|(form, _)| named(form));
            let mut cases = of_one.flat_map(|(_, cases)| *cases).peekable();
            is_name |= cases.peek().is_some() || named(&name.several) || named(&name.of_several);
            let of_one = cases.any(|case| fits(article, name.gender, *case));
            let several = [(&name.several, [0, 1, 3].as_slice()), (&name.of_several, [2].as_slice())];
            let of_several = several.into_iter().filter(|(form, _)| named(form)).flat_map(|(_, cases)| cases);
            if of_one || of_several.into_iter().any(|case| fits_several(article, *case)) {
                return None;
            }
        }
        is_name.then(|| {
            format!("“{article} {}”", both.filter(|_| next.bare == "Modern").unwrap_or(next.bare.to_owned()))
        })
    }
}

fn gender(kind: PieceType) -> (Gender, bool) {
    gender_of(kind.key()).unwrap_or_else(|| panic!("{} has no gender here, or several", kind.key()))
}

/// The gender of a type by its key, and whether its name changes like „Bauer“.
pub fn gender_of(key: &str) -> Option<(Gender, bool)> {
    let has = |keys: &str| keys.split_whitespace().any(|known| known == key);
    match (has(MASCULINE), has(WEAK), has(FEMININE), has(NEUTER)) {
        (true, false, false, false) => Some((Gender::Masculine, false)),
        (false, true, false, false) => Some((Gender::Masculine, true)),
        (false, false, true, false) => Some((Gender::Feminine, false)),
        (false, false, false, true) => Some((Gender::Neuter, false)),
        _ => None,
    }
}

/// Bauer, Bauern; Held, Helden.
fn bent(name: &str) -> String {
    let end = if name.ends_with('e') || name.ends_with("er") { "n" } else { "en" };
    format!("{name}{end}")
}

/// The ending of an article that has one.
fn ending<'a>(article: &'a str, stems: &[&str]) -> Option<&'a str> {
    let ends = |stem: &&str| {
        article.strip_prefix(*stem).filter(|end| ["", "e", "en", "em", "er", "es"].contains(end))
    };
    stems.iter().find_map(ends)
}

fn is_article(word: &str) -> bool {
    ["der", "die", "das", "den", "dem", "des"].contains(&word)
        || ending(word, &LIKE_EIN).is_some()
        || ending(word, &LIKE_DER).is_some_and(|end| !end.is_empty())
}

fn fits(article: &str, gender: Gender, case: usize) -> bool {
    let row = ARTICLES.iter().find(|(of, ..)| *of == gender);
    row.is_some_and(|(_, definite, endings)| fits_row(article, definite[case], endings[case], gender, case))
}

fn fits_row(article: &str, definite: &str, end: &str, gender: Gender, case: usize) -> bool {
    // "dieser Turm", "jedes Zebra": here the ending is told where "ein" has none.
    let told = match (gender, case, end) {
        (Gender::Masculine, 0, _) => "er",
        (Gender::Neuter, 0 | 1, _) => "es",
        _ => end,
    };
    article == definite || ending(article, &LIKE_EIN) == Some(end) || ending(article, &LIKE_DER) == Some(told)
}

fn fits_several(article: &str, case: usize) -> bool {
    let (definite, endings) = OF_SEVERAL;
    // "ein" has no plural, "kein" and "dein" have.
    let of_ein = ending(article, &LIKE_EIN[1..]) == Some(endings[case]);
    article == definite[case] || of_ein || ending(article, &LIKE_DER) == Some(endings[case])
}

/// Words of a sentence that take its piece or its person for masculine, whatever stands there.
pub fn gendered(text: &Text, is_of_any_gender: impl Fn(&str) -> bool) -> Vec<String> {
    if !text.variables.iter().any(|variable| is_of_any_gender(variable)) {
        return Vec::new();
    }
    let words = words(&text.literal);
    let found = words.iter().filter(|word| GENDERED.contains(&word.bare.to_lowercase().as_str()));
    found.map(|word| format!("“{}” of somebody or something of any gender", word.bare)).collect()
}

/// Pronouns of a text that speaks of one type of piece: its help, and how it moves or captures.
pub fn of_its_piece(text: &Text) -> Vec<String> {
    let (key, _) = text.place();
    let of = ["piece-", "way-", "captures-"].iter().find_map(|start| gender_of(key.strip_prefix(start)?));
    let Some((gender, _)) = of else { return Vec::new() };
    let pronouns = [("Er", Gender::Masculine), ("Sie", Gender::Feminine), ("Es", Gender::Neuter)];
    let words = words(&text.literal);
    // After another colon the pronoun is of something that was just named.
    let begins = |place: usize| {
        place == 0 || words[place - 1].raw.ends_with('.') || words[place - 1].raw == "Beispiel:"
    };
    let pronoun = |(place, raw): (usize, &str)| {
        pronouns.iter().find(|(pronoun, other)| *pronoun == raw && *other != gender).filter(|_| begins(place))
    };
    let wrong = words.iter().map(|word| word.raw).enumerate().filter_map(pronoun);
    wrong.map(|(pronoun, _)| format!("“{pronoun}” of a piece of another gender")).collect()
}

#[cfg(test)]
mod tests {
    use adoube_bot::Language;

    use super::*;

    #[test]
    fn articles_fit_or_do_not() {
        let german = German::new(&Voice::new(Language::of("de")));
        for said in [
            "der Turm",
            "einen Bauern",
            "deine Dame",
            "des Turms",
            "die Läufer",
            "jedes Zebra",
            "den Türmen",
            "vom Narren",
            "zur Windmühle",
            "ein Modern Elefant",
            "keine Springer",
        ] {
            assert_eq!(german.faults(said), [""; 0], "{said}");
        }
        for said in [
            "die Turm",
            "einen Bauer",
            "ein Dame",
            "der Zebra",
            "dem Türmen",
            "zum Dame",
            "ein Bauern",
            "das Läufer",
        ] {
            assert_eq!(german.faults(said).len(), 1, "{said}");
        }
        assert_eq!(german.faults("Hier sehen Sie Ihren Turm").len(), 2);
    }
}
