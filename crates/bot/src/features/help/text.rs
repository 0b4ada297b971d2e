//! Writes the greeting of the bot, and the answers to `/help` and `/rules`: all commands or one
//! with its options, derived from the definitions of commands, and the short rules of a variant.
//! Not here: a command described as data for a platform's menu (`text::command_help`).

use adoube_rules::{Side, Variant};

use crate::{
    Block, Message, Viewer,
    core::{
        command::{AnyWordChoice, CommandSpec, HelpGroup, OptionKind, OptionSpec},
        notice::AgreedTerms,
    },
    text::{
        Localizer,
        command_help::{OptionHelp, command_help, option_help},
        command_words::{typed_word, word_label},
        fold, game_terms, glossary_words,
        sentence_parts::alternatives,
    },
};

/// The greeting of a person who only mentions the bot.
pub(crate) fn greeting(speaker: Localizer<'_>) -> Message {
    Message::from_text(speaker.fixed_sentence("greeting"))
}

/// All commands, or one with its options.
pub(crate) fn message(speaker: Localizer<'_>, command: Option<&str>, viewer: &Viewer) -> Message {
    let spec = command.and_then(|name| speaker.commands().find(name));
    let blocks = spec.map_or_else(|| all(speaker, viewer), |spec| one(speaker, spec));
    Message { blocks, ..Message::default() }
}

/// All commands, each once, grouped by purpose. Options are in the help of a single command.
fn all(speaker: Localizer<'_>, viewer: &Viewer) -> Vec<Block> {
    let mut blocks = vec![Block::Text(speaker.sentence("help-intro", &[viewer.may_just_say()]))];
    for group in HelpGroup::ALL {
        let rows = speaker.commands().iter().filter(|spec| spec.group == group);
        let line = |spec: &CommandSpec| {
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
    if spec.options.iter().any(|option| matches!(option.kind, OptionKind::Move)) {
        blocks.push(Block::Text(speaker.fixed_sentence("help-notation-title")));
        blocks.push(Block::from_lines(&speaker.fixed_sentence("help-notation")));
    }
    let terms = glossary_words::lines_of_command(speaker, spec);
    if !terms.is_empty() {
        blocks.push(Block::List(terms));
    }
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

/// The short rules of a game, after the agreed terms of the one played here.
pub(crate) fn rules(speaker: Localizer<'_>, variant: Variant, agreed: Option<&AgreedTerms>) -> Message {
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
