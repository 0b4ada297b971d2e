//! Registers application commands: compares Discord's list with the bot's own and sends the
//! difference. Not here: the descriptions (`commands`).

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize as _;
use serde_json::{Value, json};

use crate::{
    CommandDescription, GuildId, RequestError, RequestResult,
    commands::{CHAT_INPUT, SlashCommand},
    installation::Installations,
    rest_client::RestClient,
};

/// The command that starts the application's Activity, which Discord makes itself; `#entry-point-commands`.
const ENTRY_POINT: u8 = 4;

/// The fields of an Entry Point command that a bulk overwrite accepts; Discord adds others to its answers.
const ENTRY_POINT_FIELDS: [&str; 11] = [
    "id",
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "default_member_permissions",
    "nsfw",
    "handler",
    "integration_types",
    "contexts",
];

/// Makes the registered commands, everywhere or in one server, equal to `commands`. The result is
/// the ids of slash commands by their names in every language.
pub(crate) async fn register(
    rest: &RestClient,
    guild: Option<GuildId>,
    commands: &[CommandDescription],
    installations: &Installations,
) -> RequestResult<HashMap<String, u64>> {
    match register_once(rest, guild, commands, installations).await {
        // An Activity was enabled in between, so its entry point command exists now.
        Err(RequestError::EntryPointMissing(_)) => register_once(rest, guild, commands, installations).await,
        outcome => outcome,
    }
}

async fn register_once(
    rest: &RestClient,
    guild: Option<GuildId>,
    commands: &[CommandDescription],
    installations: &Installations,
) -> RequestResult<HashMap<String, u64>> {
    let everywhere = guild.is_none().then_some(installations);
    let wanted: Vec<_> = commands.iter().map(|command| command.on_the_wire(everywhere)).collect();
    let (entry_points, there): (Vec<Value>, Vec<Value>) =
        rest.commands(guild).await?.into_iter().partition(|command| command["type"] == ENTRY_POINT);
    let known = |command: &Value| read_registered(command, guild, installations);
    // The order is Discord's own. An unreadable command counts as a different one.
    let read: Vec<SlashCommand> = there.iter().filter_map(known).collect();
    let same = there.len() == wanted.len() && wanted.iter().all(|command| read.contains(command));
    if same {
        return Ok(ids(&there));
    }
    tracing::info!(commands = wanted.len(), guild = guild.map(GuildId::get), "registering commands");
    let mut form =
        serde_json::to_value(&wanted).map_err(|error| RequestError::Rejected(error.to_string()))?;
    if let Value::Array(list) = &mut form {
        list.extend(entry_points.iter().map(kept));
    }
    Ok(ids(&rest.set_commands(guild, form).await?))
}

/// Ids of the slash commands among these, by their names in every language.
fn ids(commands: &[Value]) -> HashMap<String, u64> {
    let slash = commands
        .iter()
        .filter(|command| command["type"].as_u64().is_none_or(|kind| kind == u64::from(CHAT_INPUT)));
    let of = |command: &Value| {
        let id: u64 = command["id"].as_str()?.parse().ok()?;
        let others = command["name_localizations"].as_object().into_iter().flat_map(|others| others.values());
        let names: Vec<String> =
            others.chain([&command["name"]]).filter_map(Value::as_str).map(str::to_lowercase).collect();
        Some(names.into_iter().map(move |name| (name, id)))
    };
    slash.filter_map(of).flatten().collect()
}

/// A registered command without the defaults Discord adds.
fn read_registered(
    command: &Value,
    guild: Option<GuildId>,
    installations: &Installations,
) -> Option<SlashCommand> {
    let mut command = SlashCommand::deserialize(command).ok()?;
    // In a server these fields have no effect; without configured installations they are Discord's
    // own.
    if guild.is_some() {
        command.contexts.clear();
    }
    if guild.is_some() || !installations.is_known() {
        command.integration_types.clear();
    }
    command.integration_types.sort_unstable();
    command.contexts.sort_unstable();
    Some(command)
}

/// The accepted fields of an entry point command, so that an overwrite leaves it as it is.
fn kept(command: &Value) -> Value {
    let fields = ENTRY_POINT_FIELDS.iter().filter_map(|field| Some((*field, command.get(*field)?)));
    json!(fields.collect::<BTreeMap<&str, &Value>>())
}
