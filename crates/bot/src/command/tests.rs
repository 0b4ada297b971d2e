//! Tests of the command definitions: each is in the list, and reads the options it lists and no
//! others.

use std::{collections::BTreeSet, fs, path::Path};

use super::{
    COMMANDS, CommandSpec, OptionKind, OptionSpec, OptionValue, OptionValues, SettingsRequest,
    TimeControlWord,
};
use crate::game::GameId;

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
        OptionKind::Setting => vec![OptionValue::Setting(Box::new(SettingsRequest::ShowPlace))],
        OptionKind::Person
        | OptionKind::Move
        | OptionKind::Focus
        | OptionKind::Drop
        | OptionKind::PieceName
        | OptionKind::OpenPiece => vec![OptionValue::Text("e4".to_owned())],
    }
}

/// Whether some value of the option changes the command.
fn is_read(command: &CommandSpec, option: &OptionSpec) -> bool {
    let plain = (command.read)(&OptionValues::default());
    examples(option.kind).into_iter().any(|value| {
        let mut given = OptionValues::default();
        given.put(option, value);
        (command.read)(&given) != plain
    })
}

#[test]
fn a_command_reads_its_options_and_no_others() {
    let all = || COMMANDS.iter().flat_map(|command| command.options);
    for command in COMMANDS {
        for option in command.options {
            assert!(is_read(command, option), "{} does not read {}", command.name, option.name);
        }
        let is_own = |option: &&OptionSpec| command.options.iter().any(|own| own.name == option.name);
        for option in all().filter(|option| !is_own(option)) {
            assert!(
                !is_read(command, option),
                "{} reads {}, which it does not list",
                command.name,
                option.name
            );
        }
    }
}

#[test]
fn every_definition_is_in_the_list_once() {
    let names: BTreeSet<&str> = COMMANDS.iter().map(|command| command.name).collect();
    assert_eq!(names.len(), COMMANDS.len(), "a name twice");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/command");
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    let mut defined = 0;
    for file in files.filter(|file| !file.ends_with("tests.rs")) {
        let source = fs::read_to_string(&file).unwrap_or_default();
        for definition in source.split(": CommandSpec = CommandSpec {").skip(1) {
            let name = definition.split('"').nth(1).unwrap_or_default();
            assert!(names.contains(name), "{name} of {} is not in the list", file.display());
            defined += 1;
        }
    }
    assert_eq!(defined, COMMANDS.len());
}

#[test]
fn sets_of_one_key_have_the_same_words() {
    let sets =
        COMMANDS.iter().flat_map(|command| command.options).filter_map(|option| option.kind.word_set());
    let sets: BTreeSet<(&str, Vec<&str>)> = sets.map(|set| (set.key(), set.words())).collect();
    let keys: BTreeSet<&str> = sets.iter().map(|(key, _)| *key).collect();
    assert_eq!(keys.len(), sets.len(), "two sets with one key: {sets:?}");
}
