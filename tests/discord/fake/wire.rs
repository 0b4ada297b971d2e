//! Builds and reads the JSON of Discord for the fake one: users, messages, interactions, and forms
//! with files.

use std::time::Duration;

use serde_json::{Value, json};

use super::{APPLICATION, Channel, Message, State, people::roles_mentioned, state::permissions as may};

/// Somebody.
#[derive(Clone, Debug, Default)]
pub struct User {
    pub id: u64,
    pub name: String,
    pub locale: String,
    pub bot: bool,
    /// What they may do in the server.
    pub permissions: u64,
}

/// The value of a command's option.
#[derive(Clone, Debug)]
pub enum Opt {
    Text(String),
    User(u64),
    /// Being typed.
    Typing(String),
}

/// An id, which may be sent as text or as a number.
pub fn snowflake(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

pub fn user(user: &User) -> Value {
    json!({
        "id": user.id.to_string(), "username": user.name.to_lowercase().replace(' ', "_"), "discriminator": "0",
        "global_name": user.name, "avatar": null, "bot": user.bot, "public_flags": 0,
        "flags": 0, "primary_guild": null,
    })
}

pub fn bot() -> Value {
    user(&User { id: APPLICATION, name: "adoube".to_owned(), bot: true, ..User::default() })
}

/// A person's membership of a server.
pub fn member(permissions: u64) -> Value {
    json!({
        "nick": null, "roles": [], "joined_at": "2024-01-01T00:00:00.000000+00:00", "deaf": false, "mute": false,
        "flags": 0, "pending": false, "avatar": null, "permissions": permissions.to_string(),
    })
}

/// A message, with the one it answers.
pub fn message(state: &State, message: &Message) -> Value {
    let mut whole = alone(state, message);
    if let Some(answered) = message.reply {
        let mut reference = json!({
            "type": 0, "message_id": answered.to_string(), "channel_id": message.channel.to_string(),
        });
        if let Some(guild) = state.channels.get(&message.channel).and_then(|channel| channel.guild) {
            reference["guild_id"] = json!(guild.to_string());
        }
        whole["type"] = json!(19);
        whole["message_reference"] = reference;
        whole["referenced_message"] = state.message(answered).map_or(Value::Null, |each| alone(state, each));
    }
    whole
}

/// Controls, each with the number Discord gives it.
fn numbered(components: &Value) -> Value {
    fn number(component: &mut Value, last: &mut u32) {
        *last += 1;
        component["id"] = json!(*last);
        // What a menu does not say has a value of its own.
        if component["type"].as_u64().is_some_and(|kind| (3..=8).contains(&kind) && kind != 4) {
            for key in ["min_values", "max_values"] {
                if component[key].is_null() {
                    component[key] = json!(1);
                }
            }
        }
        let inner = component.get_mut("components").and_then(Value::as_array_mut);
        for inner in inner.into_iter().flatten() {
            number(inner, last);
        }
    }
    let (mut components, mut last) = (components.clone(), 0);
    for component in components.as_array_mut().into_iter().flatten() {
        number(component, &mut last);
    }
    components
}

/// When a message was changed; all are written at the same time, on the first day of a month.
fn edited_at(after: Duration) -> String {
    let seconds = after.as_secs();
    let (day, rest) = (1 + seconds / 86_400, seconds % 86_400);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("2026-01-{day:02}T{hour:02}:{minute:02}:{second:02}.{:06}+00:00", after.subsec_micros())
}

fn alone(state: &State, message: &Message) -> Value {
    let attachments: Vec<Value> = message
        .attachments
        .iter()
        .enumerate()
        .map(|(index, (name, description, bytes))| {
            json!({
                "id": (message.id + 1 + index as u64).to_string(), "filename": name, "size": bytes.len(),
                "url": "https://cdn.discordapp.com/x", "proxy_url": "https://media.discordapp.net/x",
                "description": description,
            })
        })
        .collect();
    let mentions: Vec<Value> = message.pinged.iter().map(|id| state.user(*id)).collect();
    let embeds = if message.embeds.is_array() { message.embeds.clone() } else { json!([]) };
    let mut whole = json!({
        "id": message.id.to_string(), "channel_id": message.channel.to_string(), "author": state.user(message.author),
        "content": if message.sent.is_empty() { &message.content } else { &message.sent },
        "timestamp": "2026-01-01T00:00:00.000000+00:00", "edited_timestamp": message.edited.map(edited_at),
        "tts": false, "mention_everyone": false, "mentions": mentions, "mention_roles": roles_mentioned(&message.content), "attachments": attachments,
        "embeds": embeds, "pinned": false, "type": 0, "components": numbered(&message.components),
        "flags": if message.only_for.is_some() { 64 } else { 0 },
    });
    if let Some(thread) = state.channels.get(&message.id) {
        whole["flags"] = json!(1 << 5);
        whole["thread"] = channel(message.id, thread);
    }
    whole
}

/// A channel.
pub fn channel(id: u64, channel: &Channel) -> Value {
    let mut whole = json!({
        "id": id.to_string(), "type": channel.kind, "name": "chess", "position": 0, "topic": null, "nsfw": false,
        "permission_overwrites": channel.overwrites, "parent_id": null, "last_message_id": null, "rate_limit_per_user": 0, "flags": 0,
    });
    if let Some(guild) = channel.guild {
        whole["guild_id"] = json!(guild.to_string());
    }
    if let Some(thread) = &channel.thread {
        whole["name"] = json!(thread.name);
        whole["parent_id"] = json!(thread.parent.to_string());
        whole["owner_id"] = json!(thread.owner.to_string());
        whole["message_count"] = json!(0);
        whole["total_message_sent"] = json!(0);
        whole["member_count"] = json!(thread.members.len());
        whole["thread_metadata"] = json!({
            "archived": thread.archived, "locked": thread.locked, "auto_archive_duration": thread.archives_after,
            "archive_timestamp": "2026-01-01T00:00:00.000000+00:00",
            "create_timestamp": "2026-01-01T00:00:00.000000+00:00",
        });
    }
    whole
}

/// The channel of an interaction, with what whoever acted may do there.
fn channel_of(id: u64, place: &Channel, who: &User) -> Value {
    let mut whole = channel(id, place);
    whole["permissions"] = json!(who.permissions.to_string());
    whole
}

/// The parts of every interaction; `data` and `kind` make the difference.
pub fn interaction(
    state: &State,
    (id, token): (u64, &str),
    (channel_id, channel): (u64, &Channel),
    who: &User,
    (kind, data): (u8, Value),
) -> Value {
    let guild = channel.guild;
    let mut whole = json!({
        "id": id.to_string(), "application_id": APPLICATION.to_string(), "type": kind, "token": token, "version": 1,
        "data": data, "channel_id": channel_id.to_string(), "locale": who.locale, "entitlements": [],
        "channel": channel_of(channel_id, channel, who),
        "attachment_size_limit": 10_485_760, "context": 0, "app_permissions": "0",
        "authorizing_integration_owners": {},
    });
    whole["app_permissions"] = json!(state.permissions(channel).to_string());
    if let Some(guild) = guild {
        whole["guild_id"] = json!(guild.to_string());
        whole["guild_locale"] = json!(channel.guild_locale.as_deref().unwrap_or("en-US"));
        let apps = if channel.hides_guests { 0 } else { may::USE_EXTERNAL_APPS };
        whole["member"] = state.as_member(guild, who.id, who.permissions | apps);
        whole["member"]["user"] = user(who);
        if channel.installed {
            whole["authorizing_integration_owners"]["0"] = json!(guild.to_string());
        }
    } else {
        whole["user"] = user(who);
        whole["context"] = json!(if channel.installed { 1 } else { 2 });
        if channel.installed {
            whole["authorizing_integration_owners"]["0"] = json!("0");
        }
    }
    if !channel.installed {
        whole["authorizing_integration_owners"]["1"] = json!(who.id.to_string());
    }
    let named: Vec<&User> = whole["data"]["options"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|option| option["type"] == 6)
        .filter_map(|option| state.users.get(&option["value"].as_str()?.parse().ok()?))
        .collect();
    for named in named {
        let id = named.id.to_string();
        whole["data"]["resolved"]["users"][&id] = user(named);
        // There are no members outside of servers, and none who have left.
        if let Some(guild) = guild.filter(|guild| state.is_in(*guild, named.id)) {
            let mut member = state.as_member(guild, named.id, 0);
            for left_out in ["deaf", "mute"] {
                member.as_object_mut().expect("a member").remove(left_out);
            }
            whole["data"]["resolved"]["members"][&id] = member;
        }
    }
    whole
}

pub fn option(name: &str, value: &Opt) -> Value {
    match value {
        Opt::Text(text) => json!({ "name": name, "type": 3, "value": text }),
        Opt::User(id) => json!({ "name": name, "type": 6, "value": id.to_string() }),
        Opt::Typing(text) => json!({ "name": name, "type": 3, "value": text, "focused": true }),
    }
}

/// The JSON and the files of a request's body.
pub fn body(content_type: &str, bytes: &[u8]) -> (Value, Vec<(String, Vec<u8>)>) {
    let Some((_, boundary)) = content_type.split_once("boundary=") else {
        return (serde_json::from_slice(bytes).unwrap_or_default(), Vec::new());
    };
    let mark = format!("--{boundary}").into_bytes();
    let (mut json, mut files) = (Value::Null, Vec::new());
    for part in split(bytes, &mark) {
        let Some(head_end) = find(part, b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&part[..head_end]).into_owned();
        let content = part[head_end + 4..].strip_suffix(b"\r\n").unwrap_or(&part[head_end + 4..]);
        let name = head.split("name=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
        if name == "payload_json" {
            json = serde_json::from_slice(content).unwrap_or_default();
        } else if name.starts_with("files[") {
            files.push((name.to_owned(), content.to_vec()));
        }
    }
    (json, files)
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

fn split<'b>(mut text: &'b [u8], mark: &[u8]) -> Vec<&'b [u8]> {
    let mut parts = Vec::new();
    while let Some(at) = find(text, mark) {
        parts.push(&text[..at]);
        text = &text[at + mark.len()..];
    }
    parts.push(text);
    parts
}
