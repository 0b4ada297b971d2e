//! Builds the descriptions of the bot's commands for Discord, with their names and texts in every
//! language.
//!
//! Not here: registering the commands (`round`, `schedule`), reading a used command
//! (`state::interaction_request`).

use adoube_bot::{Bot, CommandHelp, Language, NumberBounds, OptionFieldKind, OptionHelp, WordHelp};
use adoube_discord_client::{
    CommandDescription, CommandKind, DescribedOption, DescribedOptionKind, LANGUAGES, LocalizedText,
    OptionChoice,
};

use crate::message::platform_text::{DiscordSentence, DiscordText};

/// A value in each of the other languages, by Discord's locale names.
type Localizations<'a, T> = Vec<(&'static str, &'a T)>;

/// A text in the default language, with its translations.
fn localised<T>(text: &str, of: &Localizations<'_, T>, translated: impl Fn(&T) -> &str) -> LocalizedText {
    let others = of.iter().map(|(name, each)| ((*name).to_owned(), translated(each).to_owned()));
    LocalizedText { text: text.to_owned(), others: others.collect() }
}

/// Describes the slash commands, and the commands in the menus of people and messages.
pub(crate) fn describe_commands(bot: &Bot, text: &DiscordText) -> Vec<CommandDescription> {
    let plain = bot.commands(Language::default());
    let spoken = LANGUAGES.into_iter().filter_map(|name| Some((name, bot.locales().find(name)?)));
    let spoken = spoken.filter(|(_, language)| *language != Language::default());
    let spoken: Vec<(&'static str, Language)> = spoken.collect();
    let others: Vec<_> = spoken.iter().map(|(name, language)| (*name, bot.commands(*language))).collect();
    let of = |index: usize| others.iter().filter_map(move |(name, all)| Some((*name, all.get(index)?)));
    let slash = plain.iter().enumerate().map(|(index, plain)| command(plain, &of(index).collect()));
    let in_menu = |(kind, sentence)| CommandDescription {
        kind,
        name: LocalizedText {
            text: text.say(Language::default(), sentence, ""),
            others: spoken
                .iter()
                .map(|(name, language)| ((*name).to_owned(), text.say(*language, sentence, "")))
                .collect(),
        },
        description: LocalizedText::default(),
        options: Vec::new(),
    };
    let menus = [
        (CommandKind::UserMenu, DiscordSentence::Challenge),
        (CommandKind::MessageMenu, DiscordSentence::MakeMove),
    ];
    slash.chain(menus.map(in_menu)).collect()
}

fn command(plain: &CommandHelp, of: &Localizations<'_, CommandHelp>) -> CommandDescription {
    let option = |(index, plain): (usize, &OptionHelp)| {
        let each = of.iter().filter_map(|(name, help)| Some((*name, help.options.get(index)?)));
        self::option(plain, &each.collect())
    };
    CommandDescription {
        kind: CommandKind::Slash,
        name: localised(plain.key, of, |help| &help.name),
        description: localised(&plain.about, of, |help| &help.about),
        options: plain.options.iter().enumerate().map(option).collect(),
    }
}

fn option(plain: &OptionHelp, of: &Localizations<'_, OptionHelp>) -> DescribedOption {
    DescribedOption {
        name: localised(plain.key, of, |help| &help.name),
        description: localised(&plain.about, of, |help| &help.about),
        form: match &plain.form {
            OptionFieldKind::Person => DescribedOptionKind::Person,
            OptionFieldKind::Number(NumberBounds { least, most }) => DescribedOptionKind::Number {
                least: i64::try_from(*least).unwrap_or(0),
                most: i64::try_from(*most).unwrap_or(i64::MAX),
            },
            OptionFieldKind::Text | OptionFieldKind::Pace(_) => DescribedOptionKind::Text,
            OptionFieldKind::Words(words) => {
                let choice = |(index, word): (usize, &WordHelp)| OptionChoice {
                    label: localised(&word.label, of, |help| label(help, index)),
                    value: word.word.to_owned(),
                };
                DescribedOptionKind::Choices(words.iter().enumerate().map(choice).collect())
            }
        },
    }
}

/// The label of one of an option's words.
fn label(help: &OptionHelp, index: usize) -> &str {
    match &help.form {
        OptionFieldKind::Words(words) => words.get(index).map_or("", |word| &word.label),
        _ => "",
    }
}
