//! Writes the answer to `/help`, derived from the definitions of commands, the short rules of the
//! games, and the descriptions of commands and options for platforms' menus.

use adoube_rules::{Side, Variant};

use super::glossary;
use crate::{
    Block, Message, Viewer,
    command::{
        self, AnyWordChoice, COMMANDS, CommandSpec, HelpGroup, NumberBounds, OptionKind, OptionSpec,
        TYPED_MOVE, TimeControlWord,
    },
    notice::AgreedTerms,
    text::{Localizer, fold, game_terms, sentence_parts::alternatives},
};

/// A command for a platform's menu of commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandHelp {
    /// Its key, the same in every language, under which platforms register it.
    pub key: &'static str,
    /// Its typed name.
    pub name: String,
    /// Its name with its options: `play [opponent] [variant]`.
    pub usage: String,
    /// Its description in one line.
    pub about: String,
    /// Its options, in their usual order.
    pub options: Vec<OptionHelp>,
}

/// An option of a command, for platforms that show a field for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionHelp {
    /// Its key, the same in every language; `key:value` is understood in a command line.
    pub key: &'static str,
    /// Its name.
    pub name: String,
    /// Its description in one line.
    pub about: String,
    /// The kind of field for it.
    pub form: OptionFieldKind,
}

/// The kind of field for an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionFieldKind {
    /// A person.
    Person,
    /// One of these words.
    Words(Vec<WordHelp>),
    /// A time control: text, with the usual ones as typed and as shown.
    Pace(Vec<(String, String)>),
    /// A whole number within these bounds.
    Number(NumberBounds),
    /// Text, with completions.
    Text,
}

/// A word of a closed set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordHelp {
    /// The key, understood in every language.
    pub word: &'static str,
    /// The shown text.
    pub label: String,
}

/// Every command, in the order of menus.
pub fn commands(speaker: Localizer<'_>) -> Vec<CommandHelp> {
    COMMANDS.iter().map(|spec| command_help(speaker, spec)).collect()
}

fn command_help(speaker: Localizer<'_>, spec: &CommandSpec) -> CommandHelp {
    let key = format!("command-{}", spec.name);
    let name = speaker.fixed_sentence(&key);
    let about = speaker.attribute(&key, "about").unwrap_or_default();
    let options = spec.options.iter().map(|option| option_help(speaker, option)).collect();
    CommandHelp { key: spec.name, usage: usage(speaker, spec), about, name, options }
}

fn option_help(speaker: Localizer<'_>, option: &OptionSpec) -> OptionHelp {
    OptionHelp {
        key: option.name,
        name: option_name(speaker, option),
        about: speaker.attribute(&format!("option-{}", option.name), "about").unwrap_or_default(),
        form: match option.kind {
            OptionKind::Person => OptionFieldKind::Person,
            OptionKind::Choice(set)
            | OptionKind::NamedChoice(set)
            | OptionKind::FollowingChoice(set)
            | OptionKind::Switch(set) => OptionFieldKind::Words(labelled_words(speaker, set)),
            OptionKind::Pace => OptionFieldKind::Pace(usual_paces(speaker)),
            OptionKind::Number(bounds) | OptionKind::NamedNumber(bounds) => OptionFieldKind::Number(bounds),
            _ => OptionFieldKind::Text,
        },
    }
}

/// The offered time controls: each as typed and as shown.
pub(crate) fn usual_paces(speaker: Localizer<'_>) -> Vec<(String, String)> {
    let offered = TimeControlWord::offered();
    offered.map(|pace| (speaker.typed_pace(TimeControlWord::Pace(pace)), speaker.pace(pace))).collect()
}

fn labelled_words(speaker: Localizer<'_>, set: &dyn AnyWordChoice) -> Vec<WordHelp> {
    set.words().into_iter().map(|word| WordHelp { word, label: word_label(speaker, set, word) }).collect()
}

/// "play [opponent] [variant] [colour] [promotion]"
pub(super) fn usage(speaker: Localizer<'_>, spec: &CommandSpec) -> String {
    let name = speaker.fixed_sentence(&format!("command-{}", spec.name));
    let options = spec.options.iter().map(|option| format!(" [{}]", option_name(speaker, option)));
    options.fold(name, |usage, option| usage + &option)
}

/// The typed name of an option.
pub(crate) fn option_name(speaker: Localizer<'_>, option: &OptionSpec) -> String {
    speaker.fixed_sentence(&format!("option-{}", option.name))
}

/// All commands, or one with its options.
pub(super) fn message(speaker: Localizer<'_>, command: Option<&str>, viewer: &Viewer) -> Message {
    let spec = command.and_then(command::command);
    let blocks = spec.map_or_else(|| all(speaker, viewer), |spec| one(speaker, spec));
    Message { blocks, ..Message::default() }
}

/// All commands, each once, grouped by purpose. Options are in the help of a single command.
fn all(speaker: Localizer<'_>, viewer: &Viewer) -> Vec<Block> {
    let mut blocks = vec![Block::Text(speaker.sentence("help-intro", &[viewer.may_just_say()]))];
    for group in HelpGroup::ALL {
        let rows = COMMANDS.iter().filter(|spec| spec.group == group);
        let line = |spec: &&CommandSpec| {
            let help = command_help(speaker, spec);
            format!("/{} – {}", help.name, help.about)
        };
        blocks.push(Block::Heading(speaker.fixed_sentence(&format!("help-group-{}", group.key()))));
        blocks.push(Block::List(rows.map(line).collect()));
    }
    blocks.extend([
        Block::Heading(speaker.fixed_sentence("help-more-title")),
        Block::from_lines(&speaker.fixed_sentence("help-more")),
    ]);
    blocks
}

fn one(speaker: Localizer<'_>, spec: &CommandSpec) -> Vec<Block> {
    let key = format!("command-{}", spec.name);
    let help = command_help(speaker, spec);
    let mut blocks = vec![Block::Heading(format!("/{}", help.usage)), Block::Text(help.about)];
    blocks.extend(speaker.attribute(&key, "more").map(Block::Text));
    let options: Vec<String> = spec.options.iter().map(|option| option_line(speaker, option)).collect();
    if !options.is_empty() {
        blocks.push(Block::List(options));
    }
    if spec.options.iter().any(|option| TYPED_MOVE.is(option)) {
        blocks.push(Block::Text(speaker.fixed_sentence("help-notation-title")));
        blocks.push(Block::from_lines(&speaker.fixed_sentence("help-notation")));
    }
    blocks.extend(glossary::of_command(speaker, spec));
    blocks
}

/// "colour: your colour – white, black or random"
fn option_line(speaker: Localizer<'_>, option: &OptionSpec) -> String {
    let OptionHelp { name, about, .. } = option_help(speaker, option);
    let args = [("option", name.into()), ("about", about.into())];
    match option.kind.closed_set() {
        None => speaker.sentence("help-option", &args),
        Some(set) => {
            let [option, about] = args;
            let words = alternatives(speaker, &explained_words(speaker, set));
            speaker.sentence("help-option-words", &[option, about, ("words", words.into())])
        }
    }
}

/// The words of a set as typed, with their meaning where that says more.
fn explained_words(speaker: Localizer<'_>, set: &dyn AnyWordChoice) -> Vec<String> {
    let explained = |word: &str| {
        let (typed, label) = (typed_word(speaker, set, word), word_label(speaker, set, word));
        if fold(&label) == fold(&typed) { typed } else { format!("{typed} ({label})") }
    };
    set.words().into_iter().map(explained).collect()
}

/// The typed form of a set's word in this language: the first one listed.
pub(crate) fn typed_word(speaker: Localizer<'_>, set: &dyn AnyWordChoice, word: &str) -> String {
    let words = speaker.attribute(&format!("choice-{}-{word}", set.key()), "words").unwrap_or_default();
    words.split(',').next().map_or_else(|| word.to_owned(), |first| first.trim().to_owned())
}

/// The shown form of a set's word.
pub(crate) fn word_label(speaker: Localizer<'_>, set: &dyn AnyWordChoice, word: &str) -> String {
    speaker.fixed_sentence(&format!("choice-{}-{word}", set.key()))
}

/// The short rules of a game, after the agreed terms of the one played here.
pub(super) fn rules(speaker: Localizer<'_>, variant: Variant, agreed: Option<&AgreedTerms>) -> Message {
    let text = speaker.fixed_sentence(&format!("rules-{}", variant.key()));
    let mut blocks = vec![Block::Heading(speaker.variant(variant))];
    if let Some(agreed) = agreed {
        let name = |side| speaker.seat(agreed.seats.of(side));
        let args = [
            ("white", name(Side::White).into()),
            ("black", name(Side::Black).into()),
            ("game", agreed.game.to_string().into()),
            ("terms", game_terms::agreed_lines(speaker, agreed).join("; ").into()),
        ];
        blocks.push(Block::Text(speaker.sentence("rules-agreed", &args)));
        blocks.extend(agreed.to_move.map(|side| {
            let args = [("name", name(side).into()), ("side", speaker.side(side).into())];
            Block::Text(speaker.sentence("status-to-move", &args))
        }));
        blocks.push(Block::Text(speaker.fixed_sentence("rules-general")));
    }
    let more = ["rules-more", "help-words"].map(|key| Block::Text(speaker.fixed_sentence(key)));
    blocks.push(Block::from_lines(&text));
    blocks.extend(more);
    Message { blocks, ..Message::default() }
}

#[cfg(test)]
mod tests;
