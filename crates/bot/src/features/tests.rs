//! Tests of the list of features: it has every folder with commands, a command reads the options it
//! lists and no others, and what one feature says of another one's commands is true.

use std::{collections::BTreeSet, fs, path::Path};

use super::{FEATURES, all_commands, commands, read_command};
use crate::{
    Locales,
    core::{
        command::{
            CommandCall, CommandSpec, GLOSSARY, OptionKind, OptionSpec, OptionValue, OptionValues,
            TakeoverCondition, TimeControlWord,
        },
        game::GameId,
    },
    text::{Lexicon, Translations},
};

fn lexicon() -> Lexicon {
    let wording = Translations::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
    Lexicon::new(&wording.with_commands(commands()))
}

/// Example values of an option kind: all words of a set, or one example.
fn examples(kind: OptionKind) -> Vec<OptionValue> {
    match kind {
        OptionKind::Choice(set)
        | OptionKind::NamedChoice(set)
        | OptionKind::FollowingChoice(set)
        | OptionKind::Switch(set)
        | OptionKind::WordOrPerson(set)
        | OptionKind::Topic(set) => set.words().into_iter().map(OptionValue::Word).collect(),
        OptionKind::Pace => vec![OptionValue::Pace(TimeControlWord::None)],
        OptionKind::Number(_) | OptionKind::NamedNumber(_) => vec![OptionValue::Number(5)],
        OptionKind::Squares | OptionKind::TouchedSquares => {
            vec![OptionValue::Squares("e2".parse().into_iter().collect())]
        }
        OptionKind::Span => vec![OptionValue::Span(5)],
        OptionKind::GameId => GameId::parse("k7f2mq").map(OptionValue::Game).into_iter().collect(),
        OptionKind::Plan(set) => set
            .words()
            .into_iter()
            .map(OptionValue::Word)
            .chain([OptionValue::Text("e5 then Nf3".to_owned())])
            .collect(),
        OptionKind::Setting => vec![OptionValue::Text("server".to_owned())],
        OptionKind::Person
        | OptionKind::Move
        | OptionKind::Focus
        | OptionKind::Drop
        | OptionKind::PieceName
        | OptionKind::OpenPiece => vec![OptionValue::Text("e4".to_owned())],
    }
}

/// What the feature makes of a command with these values.
fn made(lexicon: &Lexicon, spec: &'static CommandSpec, values: OptionValues) -> String {
    format!("{:?}", read_command(&CommandCall { spec, values }, lexicon))
}

/// Whether some value of the option changes the command.
fn is_read(lexicon: &Lexicon, command: &'static CommandSpec, option: &OptionSpec) -> bool {
    let plain = made(lexicon, command, OptionValues::default());
    examples(option.kind).into_iter().any(|value| {
        let mut given = OptionValues::default();
        given.put(option, value);
        made(lexicon, command, given) != plain
    })
}

#[test]
fn a_command_reads_its_options_and_no_others() {
    let lexicon = lexicon();
    let all = || commands().iter().flat_map(|command| command.options);
    for command in commands().iter() {
        for option in command.options {
            assert!(is_read(&lexicon, command, option), "{} does not read {}", command.name, option.name);
        }
        let is_own = |option: &&OptionSpec| command.options.iter().any(|own| own.name == option.name);
        for option in all().filter(|option| !is_own(option)) {
            assert!(
                !is_read(&lexicon, command, option),
                "{} reads {}, which it does not list",
                command.name,
                option.name
            );
        }
    }
}

#[test]
fn every_folder_with_commands_is_a_feature_that_lists_them_all() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/features");
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let folders: BTreeSet<_> = entries.filter(|path| path.join("command.rs").exists()).collect();
    let listed = |feature: &str| {
        let feature = FEATURES.iter().find(|known| known.name == feature);
        feature.map(|feature| feature.commands.iter().map(|command| command.spec.name).collect::<Vec<_>>())
    };
    for folder in &folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let Some(mut named) = listed(&name) else { panic!("{name} is not in the list of features") };
        let source = fs::read_to_string(folder.join("command.rs")).unwrap_or_default();
        let defined = source.split(": CommandSpec =").skip(1);
        let mut defined: Vec<_> = defined.map(|text| text.split('"').nth(1).unwrap_or_default()).collect();
        named.sort_unstable();
        defined.sort_unstable();
        assert_eq!(defined, named, "{name}");
    }
    assert_eq!(folders.len(), FEATURES.len());
}

#[test]
fn no_two_commands_share_a_name_or_a_place_in_menus() {
    let names: BTreeSet<&str> = all_commands().map(|(_, command)| command.spec.name).collect();
    let ranks: BTreeSet<u16> = all_commands().map(|(_, command)| command.spec.menu_rank).collect();
    assert_eq!((names.len(), ranks.len()), (all_commands().count(), all_commands().count()));
    assert_eq!(commands().iter().filter(|spec| spec.explains_commands).count(), 1);
}

#[test]
fn menus_list_the_commands_in_this_order() {
    let names: Vec<&str> = commands().iter().map(|spec| spec.name).collect();
    assert_eq!(
        names.join(" "),
        "play setup accept decline withdraw pick move if board clock moves hint touch release hand drop pass \
         resign draw claim takeback abort moretime pause resume vacation remind protect rematch games game step \
         replay analyse export verify piece pieces follow unfollow rules settings block unblock bar unbar help"
    );
}

#[test]
fn commands_named_by_other_ones_exist() {
    let named = GLOSSARY.iter().flat_map(|term| term.commands.iter().copied());
    for name in named.chain(commands().iter().filter_map(|spec| spec.takeover.as_ref()).map(|it| it.from)) {
        assert!(commands().find(name).is_some(), "{name}");
    }
    for spec in commands().iter() {
        let Some(takeover) = &spec.takeover else { continue };
        let option = match &takeover.when {
            TakeoverCondition::NameFollows => continue,
            TakeoverCondition::Word { set, words, implies: (option, word) } => {
                assert!(words.iter().all(|word| set.words().contains(word)), "{words:?}");
                assert!(option.kind.closed_set().is_some_and(|set| set.words().contains(word)), "{word}");
                option
            }
            TakeoverCondition::GameId(option) => option,
        };
        assert!(spec.options.iter().any(|own| own.name == option.name), "{} {}", spec.name, option.name);
    }
}

#[test]
fn sets_of_one_key_have_the_same_words() {
    let sets =
        commands().iter().flat_map(|command| command.options).filter_map(|option| option.kind.word_set());
    let sets: BTreeSet<(&str, Vec<&str>)> = sets.map(|set| (set.key(), set.words())).collect();
    let keys: BTreeSet<&str> = sets.iter().map(|(key, _)| *key).collect();
    assert_eq!(keys.len(), sets.len(), "two sets with one key: {sets:?}");
}
