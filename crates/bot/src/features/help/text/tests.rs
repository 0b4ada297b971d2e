//! Tests of the help texts and of the descriptions of commands in both languages: complete, and
//! short enough for every platform.

use super::message;
use crate::{
    Block, Language, Message, MessageAccess, Viewer,
    core::command::{GLOSSARY, HelpGroup},
    features::{self, help::glossary_text as glossary},
    text::{
        Localizer, Translations,
        command_help::{OptionFieldKind, commands},
    },
};

/// Maximum of characters in a field of a Discord embed and in an embed, with room for escapes.
const FIELD: usize = 1000;
const EMBED: usize = 4000;

/// Discord's maximum for the name of a command or option, and for a description or choice.
const NAME: usize = 32;
const DESCRIPTION: usize = 100;

fn wording() -> Translations {
    let wording = Translations::new(&crate::Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
    wording.with_commands(features::commands())
}

fn in_both_languages(check: impl Fn(Localizer<'_>)) {
    let wording = wording();
    for language in wording.languages() {
        check(Localizer::new(&wording, language));
    }
}

fn viewer() -> Viewer {
    Viewer {
        person: None,
        language: Language::EN,
        hearing: MessageAccess::Everything,
        taste: crate::ReadingPreferences::default(),
    }
}

fn lines(block: &Block) -> &[String] {
    match block {
        Block::Heading(text) | Block::Text(text) | Block::Code(text) => std::slice::from_ref(text),
        Block::List(items) => items,
        Block::Channels(_) => &[],
    }
}

/// The length with a dash, a space and a line break for each line.
fn length(block: &Block) -> usize {
    lines(block).iter().map(|line| line.chars().count() + 3).sum()
}

fn is_short(message: &Message) {
    let all: usize = message.blocks.iter().map(length).sum();
    assert!(all <= EMBED, "{all} characters: {message:?}");
}

#[test]
fn the_list_has_every_command_once_and_first_what_a_first_game_takes() {
    in_both_languages(|speaker| {
        let list = message(speaker, None, &viewer());
        let said: Vec<&str> = list.blocks.iter().flat_map(lines).map(String::as_str).collect();
        for command in commands(speaker) {
            let line = format!("/{} – {}", command.name, command.about);
            assert_eq!(said.iter().filter(|said| **said == line).count(), 1, "{line}");
        }
        let first = message(speaker, None, &viewer()).blocks.into_iter().find_map(|block| match block {
            Block::List(items) => Some(items),
            _ => None,
        });
        let begins = ["play", "accept", "move", "board", "resign", "help"];
        let names = begins.map(|name| speaker.fixed_sentence(&format!("command-{name}")));
        let first: Vec<String> = first.unwrap_or_default();
        assert_eq!(first.len(), names.len(), "{first:?}");
        for (line, name) in first.iter().zip(names) {
            assert!(line.starts_with(&format!("/{name} ")), "{line}");
        }
    });
    for group in HelpGroup::ALL {
        assert!(features::commands().iter().any(|spec| spec.group == group), "{group:?}");
    }
}

#[test]
fn help_fits_everywhere() {
    in_both_languages(|speaker| {
        let list = message(speaker, None, &viewer());
        is_short(&list);
        for block in &list.blocks {
            assert!(length(block) <= FIELD, "{block:?}");
        }
        for spec in features::commands().iter() {
            is_short(&message(speaker, Some(spec.name), &viewer()));
        }
        is_short(&glossary::message(speaker, None));
        for term in GLOSSARY {
            is_short(&glossary::message(speaker, Some(term.name)));
        }
    });
}

#[test]
fn names_and_descriptions_fit_the_menus_of_discord() {
    in_both_languages(|speaker| {
        for command in commands(speaker) {
            is_a_name(&command.name);
            is_a_description(&command.about);
            for option in command.options {
                is_a_description(&option.about);
                if let OptionFieldKind::Words(words) = option.form {
                    for word in words {
                        is_a_description(&word.label);
                    }
                }
            }
        }
    });
}

#[test]
fn an_option_has_the_field_it_needs() {
    let wording = wording();
    let forms = |tag, command| -> Vec<String> {
        let help = commands(Localizer::new(&wording, Language::of(tag))).into_iter();
        let options = help.filter(|help| help.key == command).flat_map(|help| help.options);
        let form = |form| match form {
            OptionFieldKind::Person => "person".to_owned(),
            OptionFieldKind::Pace(usual) => format!("pace {}", usual[0].0),
            OptionFieldKind::Number(_) => "number".to_owned(),
            OptionFieldKind::Text => "text".to_owned(),
            OptionFieldKind::Words(words) => {
                words.iter().map(|word| format!("{}={}", word.word, word.label)).collect::<Vec<_>>().join(" ")
            }
        };
        options.map(|option| format!("{}: {}", option.key, form(option.form))).collect()
    };
    let play = forms("en", "play");
    for option in [
        "opponent: person",
        "colour: white=White black=Black random=random",
        "pace: pace 3d+7d",
        "level: 1=1, just learnt the rules 2=2, knows the rules",
    ] {
        assert!(play.iter().any(|form| form.starts_with(option)), "{option}: {play:?}");
    }
    assert_eq!(forms("en", "move"), ["move: text"]);
    assert_eq!(forms("en", "vacation")[0], "length: text");
    let german = forms("de", "setup");
    assert!(german.iter().any(|form| form == "pieces: number"), "{german:?}");
    assert!(german.iter().any(|form| form.starts_with("colour: white=Weiß black=Schwarz")), "{german:?}");
}

fn is_a_name(text: &str) {
    assert!(text.chars().count() <= NAME && text.to_lowercase() == text, "{text}");
}

fn is_a_description(text: &str) {
    assert!(!text.is_empty() && text.chars().count() <= DESCRIPTION, "{text}");
}

#[test]
fn every_term_is_explained_in_one_or_two_lines() {
    in_both_languages(|speaker| {
        for term in GLOSSARY {
            match glossary::message(speaker, Some(term.name)).blocks.as_slice() {
                [Block::Heading(title), Block::Text(about)] => {
                    assert!(!title.starts_with("glossary") && !about.is_empty(), "{term:?}");
                }
                other => panic!("{other:?}"),
            }
        }
    });
    assert_eq!(GLOSSARY.len(), 22);
}
