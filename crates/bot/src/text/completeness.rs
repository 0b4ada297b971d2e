//! Tests of the locale files: every language has every key, every key is used, and every used key
//! exists.

use std::{collections::BTreeSet, fs, iter, path::Path};

use adoube_rules::{PieceType, Variant};
use fluent_syntax::ast::Entry;

use super::{FILES, Lexicon, Localizer, Translations, lexicon::word_sets, sources};
use crate::{
    Language, Locales,
    core::command::{
        ARRAYS, CommandSpec, GLOSSARY, HelpGroup, NumberBounds, OptionKind, OptionSpec, PieceGroup,
    },
    features::commands,
};

/// Keys of messages, and `key.attribute` of attributes.
fn keys(language: Language) -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    for (file, source) in sources(&Locales::embedded(), language, &FILES) {
        let parsed =
            fluent_syntax::parser::parse(source).unwrap_or_else(|(_, errors)| panic!("{file}: {errors:?}"));
        for entry in parsed.body {
            let Entry::Message(message) = entry else { continue };
            let id = message.id.name;
            assert!(keys.insert(id.to_owned()), "{file}: {id} twice");
            keys.extend(message.attributes.iter().map(|attribute| format!("{id}.{}", attribute.id.name)));
        }
    }
    keys
}

/// Letters of pieces and further names exist only where a language needs them.
fn is_optional(key: &str) -> bool {
    key.starts_with("letter-") || key.ends_with(".aliases")
}

fn rust_sources(folder: &Path, text: &mut String) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            rust_sources(&path, text);
        } else if path.file_name().is_some_and(|name| name != "completeness.rs") {
            text.push_str(&fs::read_to_string(&path).unwrap_or_default());
        }
    }
}

/// The string literals in this crate's source.
fn quoted_in_the_source() -> BTreeSet<String> {
    let mut text = String::new();
    rust_sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut text);
    text.split('"').map(str::to_owned).collect()
}

/// The keys a command and its options need in every language.
fn needed_by(command: &CommandSpec) -> Vec<String> {
    let options = command.options.iter().map(|option| format!("option-{}", option.name));
    let keys = iter::once(format!("command-{}", command.name)).chain(options);
    let said = keys.flat_map(|key| [format!("{key}.about"), key]);
    let sets = command.options.iter().filter_map(|option| option.kind.word_set());
    let words =
        sets.flat_map(|set| set.words().into_iter().map(move |word| format!("choice-{}-{word}", set.key())));
    said.chain(words.flat_map(|key| [format!("{key}.words"), key])).collect()
}

/// The needed keys of a command that a language lacks.
fn unsaid(command: &CommandSpec, known: &BTreeSet<String>) -> Vec<String> {
    needed_by(command).into_iter().filter(|key| !known.contains(key)).collect()
}

/// Keys composed of a prefix and a variable part.
fn composed() -> BTreeSet<String> {
    let pieces = PieceType::all().map(|kind| format!("piece-{}", kind.key()));
    let letters = PieceType::all().map(|kind| format!("letter-{}", kind.key()));
    let choices = word_sets(commands())
        .into_iter()
        .flat_map(|set| set.words().into_iter().map(move |word| format!("choice-{}-{word}", set.key())));
    let of_games = Variant::ALL
        .into_iter()
        .flat_map(|variant| ["rules", "game-about"].map(|prefix| format!("{prefix}-{}", variant.key())));
    let ends = ["resign", "claim", "abort"]
        .into_iter()
        .flat_map(|end| ["confirm", "button-confirm", "settled"].map(|prefix| format!("{prefix}-{end}")));
    let arrays = ARRAYS.words.iter().map(|(word, _)| format!("terms-array-{word}"));
    let groups = PieceGroup::ALL.map(|group| format!("group-{}", group.key()));
    let setup = arrays.chain(groups);
    let chapters = HelpGroup::ALL.map(|group| format!("help-group-{}", group.key()));
    let help = chapters.into_iter().chain(GLOSSARY.iter().map(|term| format!("glossary-{}", term.name)));
    pieces
        .chain(letters)
        .chain(setup)
        .chain(help)
        .chain(commands().iter().flat_map(needed_by))
        .chain(choices)
        .chain(of_games)
        .chain(ends)
        .collect()
}

#[test]
fn every_language_says_what_a_command_is() {
    for language in Locales::embedded().languages() {
        let known = keys(language);
        for command in commands().iter() {
            let unsaid = unsaid(command, &known);
            assert!(unsaid.is_empty(), "{} lacks {unsaid:?} in {language:?}", command.name);
        }
    }
}

/// A command without any sentence.
static FLY: CommandSpec = CommandSpec {
    name: "fly",
    options: &[OptionSpec::new("height", OptionKind::Number(NumberBounds { least: 0, most: 9 }))],
    ..CommandSpec::PLAIN
};

#[test]
fn a_command_without_sentences_is_noticed() {
    let unsaid = unsaid(&FLY, &keys(Language::EN));
    assert_eq!(unsaid, ["command-fly.about", "command-fly", "option-height.about", "option-height"]);
}

#[test]
fn every_language_says_everything() {
    let english = keys(Language::EN);
    for language in Locales::embedded().languages() {
        let other = keys(language);
        let missing: Vec<_> = english.symmetric_difference(&other).filter(|key| !is_optional(key)).collect();
        assert!(missing.is_empty(), "only in one of English and {language:?}: {missing:?}");
    }
}

#[test]
fn every_sentence_is_said_somewhere() {
    let (quoted, composed) = (quoted_in_the_source(), composed());
    let unused: Vec<String> = keys(Language::EN)
        .into_iter()
        .filter(|key| !key.contains('.') && !quoted.contains(key) && !composed.contains(key))
        .collect();
    assert!(unused.is_empty(), "said nowhere: {unused:?}");
}

#[test]
fn everything_composed_has_its_sentence() {
    let known = keys(Language::EN);
    let missing: Vec<String> = composed()
        .into_iter()
        // The confirmation of a claim has two sentences, one for each kind of claim.
        .filter(|key| !known.contains(key) && !is_optional(key) && key != "confirm-claim")
        .collect();
    assert!(missing.is_empty(), "no sentence for {missing:?}");
}

/// All sentences of a language, in lower case, without the glossary and without words to type.
fn said(language: Language) -> String {
    let mut text = String::new();
    for (_, source) in sources(&Locales::embedded(), language, &FILES) {
        let mut is_glossary = false;
        for line in source.lines() {
            if !line.starts_with(' ') {
                is_glossary = line.starts_with("glossary-");
            }
            let is_typed = [".words", ".aliases"].iter().any(|name| line.trim_start().starts_with(name));
            if !is_glossary && !is_typed && !line.starts_with('#') {
                text.push_str(&line.to_lowercase());
                text.push('\n');
            }
        }
    }
    text
}

#[test]
fn every_term_of_the_glossary_is_used_and_leads_to_one_entry() {
    let wording = Translations::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
    let lexicon = Lexicon::new(&wording);
    for language in wording.languages() {
        let (speaker, said) = (Localizer::new(&wording, language), said(language));
        for term in GLOSSARY {
            let words = speaker.attribute(&format!("glossary-{}", term.name), "words").unwrap_or_default();
            let first = words.split(',').next().unwrap_or_default().to_lowercase();
            assert!(!first.is_empty() && said.contains(&first), "nobody says {first:?} in {language:?}");
            for word in words.split(',').map(str::trim) {
                assert_eq!(lexicon.glossary(word), Some(term.name), "{word} in {language:?}");
            }
        }
    }
}

#[test]
fn every_piece_is_explained_in_every_language() {
    let wording = Translations::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
    for language in wording.languages() {
        let speaker = Localizer::new(&wording, language);
        let about = |key: String| {
            assert!(
                speaker.attribute(&key, "about").is_some_and(|text| !text.is_empty()),
                "{key} in {language:?}"
            );
        };
        for kind in PieceType::all() {
            about(format!("piece-{}", kind.key()));
            let key = format!("piece-{}", kind.key());
            let several = speaker.attribute(&key, "plural");
            assert!(several.is_some_and(|name| !name.is_empty()), "several of {kind} in {language:?}");
        }
    }
}
