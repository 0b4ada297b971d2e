//! Slash commands as the fake Discord stores them: registration, limits and checks
//! (<https://discord.com/developers/docs/interactions/application-commands>). Not here: who uses
//! one (`support`).

use std::collections::HashSet;

use serde_json::{Value, json};

use super::{APPLICATION, State, messages::Outcome, refusals, routes::Asked};

/// The kind of command that starts an Activity.
const ENTRY_POINT: u64 = 4;
/// Commands in the menus of people, and of messages.
const IN_MENUS: usize = 15;
/// New commands in a day, for each server and everywhere; `#registering-a-command`.
const NEW_IN_A_DAY: u32 = 200;

/// Those that are registered everywhere.
pub fn everywhere(state: &mut State, asked: &Asked<'_>) -> Outcome {
    answer(state, 0, asked)
}

/// Those of a server, of which there is nothing to see or change where the application is not;
/// <https://github.com/abalabahaha/eris/issues/1443>.
pub fn in_server(state: &mut State, guild: u64, asked: &Asked<'_>) -> Outcome {
    if !state.guilds().contains(&guild) {
        return Err(refusals::MISSING_ACCESS);
    }
    answer(state, guild, asked)
}

fn answer(state: &mut State, guild: u64, asked: &Asked<'_>) -> Outcome {
    match asked.method {
        "GET" => Ok(kept(state, guild, asked.query)),
        "PUT" => register(state, guild, asked.body),
        _ => Err(refusals::NOT_FOUND),
    }
}

/// Without being asked Discord leaves the localisations out.
fn kept(state: &State, guild: u64, query: &str) -> Value {
    let mut commands = state.commands.get(&guild).cloned().unwrap_or_default();
    if !query.contains("with_localizations=true") {
        for command in &mut commands {
            command["name_localizations"] = Value::Null;
            command["description_localizations"] = Value::Null;
        }
    }
    Value::Array(commands)
}

/// Discord adds what it knows of its own, leaves out what says nothing, and keeps its own order.
fn register(state: &mut State, guild: u64, body: &Value) -> Outcome {
    let mut commands: Vec<Value> = body.as_array().cloned().unwrap_or_default();
    keep_entry_points(state, guild, &commands)?;
    check_menus(&commands)?;
    count_new(state, guild, &commands)?;
    state.command_puts += 1;
    for command in &mut commands {
        if command["type"] != ENTRY_POINT {
            command["id"] = json!(state.id().to_string());
        }
        command["application_id"] = json!(APPLICATION.to_string());
        command["version"] = json!(state.id().to_string());
        command["default_member_permissions"] = Value::Null;
        command["nsfw"] = json!(false);
        if command["integration_types"].is_null() {
            command["integration_types"] = json!(state.installations);
        }
        command["dm_permission"] = json!(true);
        forget_what_is_no_translation(command);
        for option in command["options"].as_array_mut().into_iter().flatten() {
            let fields = option.as_object_mut().expect("an option");
            fields.retain(|_, value| *value != json!(false) && *value != json!({}));
        }
        if command["options"].is_null() || command["options"].as_array().is_some_and(Vec::is_empty) {
            command.as_object_mut().expect("a command").remove("options");
        }
    }
    commands.reverse();
    state.commands.insert(guild, commands.clone());
    Ok(Value::Array(commands))
}

/// Commands in the menus of people and messages have a name and nothing else, and there are 15 of each kind
/// (`#user-commands`, `#message-commands`).
fn check_menus(commands: &[Value]) -> Result<(), refusals::Refusal> {
    let of = |kind: u64| commands.iter().filter(move |command| command["type"] == kind);
    let has_more = |command: &Value| {
        command["description"].as_str().is_some_and(|text| !text.is_empty())
            || command["description_localizations"].as_object().is_some_and(|texts| !texts.is_empty())
            || command["options"].as_array().is_some_and(|options| !options.is_empty())
    };
    let wrong = [2, 3].into_iter().any(|kind| of(kind).count() > IN_MENUS || of(kind).any(has_more));
    if wrong { Err(refusals::INVALID_FORM) } else { Ok(()) }
}

/// The command of an Activity cannot be left out (`#entry-point-commands`).
fn keep_entry_points(state: &State, guild: u64, commands: &[Value]) -> Result<(), refusals::Refusal> {
    let there = state.commands.get(&guild).into_iter().flatten();
    let mut entry_points = there.filter(|command| command["type"] == ENTRY_POINT);
    let is_kept = |there: &Value| commands.iter().any(|command| command["id"] == there["id"]);
    if entry_points.all(is_kept) { Ok(()) } else { Err(refusals::ENTRY_POINT) }
}

/// Commands under names that were not there yet count.
fn count_new(state: &mut State, guild: u64, commands: &[Value]) -> Result<(), refusals::Refusal> {
    let there = state.commands.get(&guild).map(Vec::as_slice).unwrap_or_default();
    let there: HashSet<&Value> = there.iter().map(|command| &command["name"]).collect();
    let new = commands.iter().filter(|command| !there.contains(&command["name"])).count();
    let counted = state.new_commands.entry(guild).or_default();
    if new > 0 && *counted + new as u32 > NEW_IN_A_DAY {
        return Err(refusals::COMMANDS_A_DAY);
    }
    *counted += new as u32;
    Ok(())
}

/// Localised values that are the same as the default are ignored; `#localization`.
fn forget_what_is_no_translation(of: &mut Value) {
    for text in ["name", "description"] {
        let default = of[text].clone();
        let translations = of.get_mut(format!("{text}_localizations")).and_then(Value::as_object_mut);
        if let Some(translations) = translations {
            translations.retain(|_, translated| *translated != default);
        }
    }
    for list in ["options", "choices"] {
        let each = of.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten();
        each.for_each(forget_what_is_no_translation);
    }
}
