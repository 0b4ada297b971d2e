//! Finds the piece that a question names, by name, code, letter or similarity, in every language.

use adoube_rules::PieceType;

use super::{Localizer, Translations, fold};
use crate::Language;

/// Maximum of suggestions for an unknown piece name.
const NEAREST: usize = 3;

/// Names and codes of the pieces in every language, and the letters of each language.
#[derive(Debug, Default)]
pub struct PieceNames {
    names: Vec<(String, PieceType)>,
    /// Names in other collections.
    aliases: Vec<(String, PieceType)>,
    /// Fairy chess pieces that no piece here moves like: without spaces, and as shown.
    others: Vec<(String, String)>,
    letters: Vec<(Language, String, PieceType)>,
}

impl PieceNames {
    /// Collects the names of all languages.
    pub fn new(wording: &Translations) -> Self {
        let names = wording.languages().flat_map(|language| {
            let speaker = Localizer::new(wording, language);
            PieceType::all().map(move |kind| (fold(&speaker.kind(kind)), kind))
        });
        let aliases = wording.languages().flat_map(|language| {
            let speaker = Localizer::new(wording, language);
            let of = move |kind| speaker.aliases(kind).map(move |name| (fold(&name), kind));
            PieceType::all().flat_map(of)
        });
        let others = wording.languages().flat_map(|language| {
            let listed = Localizer::new(wording, language).fixed_sentence("words-other-pieces");
            let names: Vec<String> = listed.split(',').map(|name| name.trim().to_owned()).collect();
            names.into_iter().map(|name| (plain(&name), name))
        });
        let codes = PieceType::all().map(|kind| (fold(kind.code()), kind));
        let letters = wording.languages().flat_map(|language| {
            let letters: Vec<_> = Localizer::new(wording, language).letters().collect();
            letters.into_iter().map(move |(kind, letter)| (language, fold(&letter), kind))
        });
        Self {
            names: names.chain(codes).collect(),
            aliases: aliases.collect(),
            others: others.collect(),
            letters: letters.collect(),
        }
    }

    /// The piece with this name. A letter of the reader's language goes first: the German B is a
    /// Pawn, in other languages a Bishop.
    pub fn find(&self, name: &str, language: Language) -> Option<PieceType> {
        let exact = fold(name.trim());
        let is_own = |(of, letter, _): &&(Language, String, _)| *of == language && *letter == exact;
        if let Some((_, _, kind)) = self.letters.iter().find(is_own) {
            return Some(*kind);
        }
        let loose = plain(name);
        let named = |wanted: &dyn Fn(&str) -> bool| {
            let mut all = self.names.iter().chain(&self.aliases);
            all.find(|(known, _)| wanted(known)).map(|(_, kind)| *kind)
        };
        named(&|known| known == exact).or_else(|| named(&|known| plain(known) == loose))
    }

    /// The shown name of a fairy chess piece that no piece here moves like.
    pub fn elsewhere(&self, name: &str) -> Option<&str> {
        let name = plain(name);
        self.others.iter().find(|(known, _)| *known == name).map(|(_, shown)| shown.as_str())
    }

    /// The pieces whose names contain this, in table order; none for fewer than two letters.
    pub fn containing(&self, part: &str) -> Vec<PieceType> {
        let part = plain(part);
        if part.chars().nth(1).is_none() {
            return Vec::new();
        }
        let found = self.names.iter().filter(|(name, _)| plain(name).contains(&part));
        let mut kinds: Vec<PieceType> = found.map(|(_, kind)| *kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// The pieces with the most similar names, as far as similar enough, the nearest first.
    pub fn nearest(&self, name: &str) -> Vec<PieceType> {
        let name = fold(name.trim());
        let all = self.names.iter().chain(&self.aliases);
        let near = all.map(|(known, kind)| (strsim::jaro_winkler(known, &name), *kind));
        let mut near: Vec<(f64, PieceType)> = near.filter(|(likeness, _)| *likeness > 0.8).collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut kinds: Vec<PieceType> = Vec::new();
        for (_, kind) in near {
            if kinds.len() < NEAREST && !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        kinds
    }
}

/// A name without hyphens and spaces, and with umlauts as two letters, for any keyboard.
fn plain(name: &str) -> String {
    let name = fold(name).replace('ä', "ae").replace('ö', "oe").replace('ü', "ue");
    name.chars().filter(|letter| letter.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::Locales;

    #[test]
    fn names_are_found_in_any_spelling() {
        let wording = Translations::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
        let names = PieceNames::new(&wording);
        let table = [
            ("Nachtreiter", "NR"),
            ("nightrider", "NR"),
            ("nr", "NR"),
            ("Bogenschuetze", "AR"),
            ("side-mover", "SM"),
            ("zebrafers", "ZF"),
            (" Zebra Fers ", "ZF"),
            ("LÄUFER", "B"),
        ];
        for (typed, code) in table {
            for language in wording.languages() {
                assert_eq!(names.find(typed, language).map(PieceType::code), Some(code), "{typed}");
            }
        }
        for typed in ["", "-", "night", "x"] {
            assert_eq!(names.find(typed, Language::of("de")), None, "{typed}");
        }
        for (typed, english, german) in
            [("B", Some("B"), Some("P")), ("s", None, Some("N")), ("N", Some("N"), Some("N"))]
        {
            let found = |language| names.find(typed, language).map(PieceType::code);
            assert_eq!((found(Language::EN), found(Language::of("de"))), (english, german), "{typed}");
        }
    }

    #[test]
    fn a_part_of_a_name_finds_all_that_have_it() {
        let names = PieceNames::new(
            &Translations::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}")),
        );
        let codes = |part| names.containing(part).into_iter().map(PieceType::code).collect::<Vec<_>>();
        assert_eq!(codes("nacht"), ["NR"]);
        assert_eq!(codes("dabbaba"), ["DA", "DR", "ND", "DW"]);
        assert_eq!(codes("schuetz"), ["AR"]);
        assert!(codes("").is_empty() && codes("x").is_empty() && codes("-").is_empty());
    }

    #[test]
    fn every_name_leads_to_one_piece() {
        let wording = Translations::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
        let mut known: BTreeMap<String, PieceType> = BTreeMap::new();
        let mut names: Vec<(String, PieceType)> = Vec::new();
        for language in wording.languages() {
            let speaker = Localizer::new(&wording, language);
            for kind in PieceType::all() {
                names.extend(speaker.aliases(kind).chain([speaker.kind(kind)]).map(|name| (name, kind)));
            }
        }
        for (name, kind) in &names {
            let before = known.insert(plain(name), *kind);
            assert!(before.is_none_or(|before| before == *kind), "{name}: {kind:?} and {before:?}");
        }
        let pieces = PieceNames::new(&wording);
        for (name, kind) in &names {
            for language in wording.languages() {
                assert_eq!(pieces.find(name, language), Some(*kind), "{name}");
            }
            assert_eq!(pieces.elsewhere(name), None, "{name} is here");
        }
    }
}
