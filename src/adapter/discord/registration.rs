//! The service's commands as Discord's slash commands, registered only when what Discord has differs. Not here: what
//! comes back when somebody uses one (`arrival`).

use std::{collections::BTreeMap, num::NonZeroU64};

use adoube_service::{CommandHelp, Language, OptionForm, OptionHelp, Service};
use adoube_store::{Batch, Key, Store, Table};
use serde::{Deserialize, Serialize};
use serenity::all::GuildId;

use super::rest::{Failure, Rest};

/// Characters of a command's or option's name.
const NAME: usize = 32;
/// Characters of a description, and of a choice.
const DESCRIPTION: usize = 100;
/// Kinds of options; <https://discord.com/developers/docs/interactions/application-commands>.
const TEXT: u8 = 3;
const NUMBER: u8 = 4;
const USER: u8 = 6;
/// A command that is typed after a slash.
const CHAT_INPUT: u8 = 1;
/// Where it may be installed: in servers and by a person for themselves.
pub(super) const IN_SERVERS: u8 = 0;
pub(super) const FOR_ONESELF: u8 = 1;
const INSTALLATIONS: [u8; 2] = [IN_SERVERS, FOR_ONESELF];
/// Where it may be used: in servers, in the bot's own direct messages, in those between people.
const CONTEXTS: [u8; 3] = [0, 1, 2];

/// A command as Discord keeps it. What it adds of its own (ids, versions) is not in here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SlashCommand {
    #[serde(rename = "type", default = "chat_input")]
    kind: u8,
    name: String,
    #[serde(default, deserialize_with = "or_none")]
    name_localizations: BTreeMap<String, String>,
    description: String,
    #[serde(default, deserialize_with = "or_none")]
    description_localizations: BTreeMap<String, String>,
    #[serde(default, deserialize_with = "or_none")]
    options: Vec<SlashOption>,
    /// Only of commands that are registered everywhere.
    #[serde(default, deserialize_with = "or_none", skip_serializing_if = "Vec::is_empty")]
    integration_types: Vec<u8>,
    /// Only of commands that are registered everywhere.
    #[serde(default, deserialize_with = "or_none", skip_serializing_if = "Vec::is_empty")]
    contexts: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SlashOption {
    #[serde(rename = "type")]
    kind: u8,
    name: String,
    #[serde(default, deserialize_with = "or_none")]
    name_localizations: BTreeMap<String, String>,
    description: String,
    #[serde(default, deserialize_with = "or_none")]
    description_localizations: BTreeMap<String, String>,
    #[serde(default)]
    required: bool,
    #[serde(default, deserialize_with = "or_none", skip_serializing_if = "Vec::is_empty")]
    choices: Vec<SlashChoice>,
    #[serde(default)]
    autocomplete: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SlashChoice {
    name: String,
    #[serde(default, deserialize_with = "or_none")]
    name_localizations: BTreeMap<String, String>,
    value: String,
}

fn chat_input() -> u8 {
    CHAT_INPUT
}

/// Discord says `null` where there is nothing.
fn or_none<'de, D: serde::Deserializer<'de>, T: Deserialize<'de> + Default>(from: D) -> Result<T, D::Error> {
    Option::<T>::deserialize(from).map(Option::unwrap_or_default)
}

/// Something in every language but the fallback one, by Discord's names of languages.
fn localised<T>(of: &BTreeMap<Language, T>, text: impl Fn(&T) -> String) -> BTreeMap<String, String> {
    let others = of.iter().filter(|(language, _)| **language != Language::default());
    others.map(|(language, each)| (language.tag().to_owned(), text(each))).collect()
}

/// The commands of the service, for use everywhere.
pub(super) fn slash_commands(service: &Service) -> Vec<SlashCommand> {
    let languages = Language::ALL.map(|language| (language, service.commands(language)));
    let count = languages.first().map_or(0, |(_, commands)| commands.len());
    let of = |index: usize| {
        let each = languages.iter().filter_map(|(language, all)| Some((*language, all.get(index)?.clone())));
        each.collect::<BTreeMap<Language, CommandHelp>>()
    };
    (0..count).filter_map(|index| command(&of(index))).collect()
}

fn command(of: &BTreeMap<Language, CommandHelp>) -> Option<SlashCommand> {
    let plain = of.get(&Language::default())?;
    let option = |index: usize| {
        let each =
            of.iter().filter_map(|(language, help)| Some((*language, help.options.get(index)?.clone())));
        self::option(&each.collect())
    };
    Some(SlashCommand {
        kind: CHAT_INPUT,
        name: name(plain.key),
        name_localizations: localised(of, |help| name(&help.name)),
        description: described(&plain.about),
        description_localizations: localised(of, |help| described(&help.about)),
        options: (0..plain.options.len()).filter_map(option).collect(),
        integration_types: INSTALLATIONS.to_vec(),
        contexts: CONTEXTS.to_vec(),
    })
}

fn option(of: &BTreeMap<Language, OptionHelp>) -> Option<SlashOption> {
    let plain = of.get(&Language::default())?;
    let words = match &plain.form {
        OptionForm::Words(words) => words.as_slice(),
        _ => &[],
    };
    let label = |help: &OptionHelp, index: usize| match &help.form {
        OptionForm::Words(words) => words.get(index).map(|word| word.label.clone()).unwrap_or_default(),
        _ => String::new(),
    };
    let choice = |index: usize| SlashChoice {
        name: described(&label(plain, index)),
        name_localizations: localised(of, |help| described(&label(help, index))),
        value: words[index].word.to_owned(),
    };
    Some(SlashOption {
        kind: match plain.form {
            OptionForm::Person => USER,
            OptionForm::Number => NUMBER,
            OptionForm::Words(_) | OptionForm::Text => TEXT,
        },
        name: name(plain.key),
        name_localizations: localised(of, |help| name(&help.name)),
        description: described(&plain.about),
        description_localizations: localised(of, |help| described(&help.about)),
        required: false,
        choices: (0..words.len()).map(choice).collect(),
        autocomplete: plain.form == OptionForm::Text,
    })
}

/// A name as Discord allows it: small letters, digits, `-` and `_`.
fn name(text: &str) -> String {
    let character = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '-' };
    text.trim().to_lowercase().chars().map(character).take(NAME).collect()
}

fn described(text: &str) -> String {
    if text.chars().count() <= DESCRIPTION {
        return text.to_owned();
    }
    text.chars().take(DESCRIPTION - 1).chain(['…']).collect()
}

/// Registers the commands where they belong, and takes them away where they were registered before and no longer
/// belong, so that nobody sees one twice.
pub(super) async fn register(
    rest: &Rest,
    store: &dyn Store,
    commands: &[SlashCommand],
    guilds: &[NonZeroU64],
) -> Result<(), Failure> {
    let before = registered_in(store).await;
    let guilds: Vec<u64> = guilds.iter().map(|guild| guild.get()).collect();
    for left in before.iter().filter(|guild| !guilds.contains(guild)) {
        match set(rest, Some(GuildId::new(*left)), &[]).await {
            // A server the bot has left takes nothing, and shows nothing.
            Ok(()) | Err(Failure::Forbidden(_) | Failure::Gone(_)) => {}
            Err(failure) => return Err(failure),
        }
    }
    if guilds.is_empty() {
        set(rest, None, commands).await?;
    } else {
        let here: Vec<SlashCommand> = commands
            .iter()
            .map(|command| SlashCommand {
                integration_types: Vec::new(),
                contexts: Vec::new(),
                ..command.clone()
            })
            .collect();
        set(rest, None, &[]).await?;
        for guild in &guilds {
            set(rest, Some(GuildId::new(*guild)), &here).await?;
        }
    }
    if before != guilds {
        remember(store, &guilds).await?;
    }
    Ok(())
}

async fn set(rest: &Rest, guild: Option<GuildId>, commands: &[SlashCommand]) -> Result<(), Failure> {
    let mut there = rest.commands(guild).await?;
    if guild.is_some() {
        // Discord answers with defaults that mean nothing in a server.
        for command in &mut there {
            command.integration_types.clear();
            command.contexts.clear();
        }
    }
    // The order is Discord's own.
    let same = there.len() == commands.len() && commands.iter().all(|command| there.contains(command));
    if same {
        return Ok(());
    }
    tracing::info!(commands = commands.len(), guild = guild.map(GuildId::get), "registering commands");
    rest.set_commands(guild, commands).await
}

fn key() -> Key {
    Key::new().text("discord-guilds")
}

/// The servers in which commands were registered last.
async fn registered_in(store: &dyn Store) -> Vec<u64> {
    match store.get(Table::Setting, key().as_ref()).await {
        Ok(record) => {
            record.and_then(|record| serde_json::from_slice(&record.value).ok()).unwrap_or_default()
        }
        Err(error) => {
            tracing::error!(%error, "where commands were registered cannot be read");
            Vec::new()
        }
    }
}

async fn remember(store: &dyn Store, guilds: &[u64]) -> Result<(), Failure> {
    let value = serde_json::to_vec(guilds).map_err(|error| Failure::Refused(error.to_string()))?;
    let committed = store.commit(Batch::new().put(Table::Setting, key(), value)).await;
    committed.map(|_| ()).map_err(|error| Failure::Later(error.to_string()))
}
