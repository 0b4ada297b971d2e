//! Requests: what each does, and what Discord answers when it does not.

use std::sync::Arc;

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Request as HttpRequest, State as Shared},
    http::{HeaderMap, Response, StatusCode, header::CONTENT_TYPE},
};
use serde_json::{Value, json};

use super::{
    APPLICATION, Fake, Message, Request, State, direct,
    faults::{Fault, Place, Standing},
    people::mentioned,
    wire,
};

/// What a request leads to.
type Outcome = Result<Value, (u16, u64, &'static str)>;

/// The most bytes of a request.
const LIMIT: usize = 12 * 1024 * 1024;

const UNKNOWN_CHANNEL: (u16, u64, &str) = (404, 10003, "Unknown Channel");
const UNKNOWN_MESSAGE: (u16, u64, &str) = (404, 10008, "Unknown Message");
const UNKNOWN_WEBHOOK: (u16, u64, &str) = (404, 10015, "Unknown Webhook");
const UNKNOWN_INTERACTION: (u16, u64, &str) = (404, 10062, "Unknown interaction");
const ANSWERED: (u16, u64, &str) = (400, 40060, "Interaction has already been acknowledged.");
const MISSING_ACCESS: (u16, u64, &str) = (403, 50001, "Missing Access");
const UNAUTHORIZED: (u16, u64, &str) = (401, 0, "401: Unauthorized");

pub fn router(fake: Arc<Fake>) -> Router {
    Router::new().fallback(handle).with_state(fake)
}

async fn handle(Shared(fake): Shared<Arc<Fake>>, request: HttpRequest) -> Response<Body> {
    let (head, body) = request.into_parts();
    let bytes = to_bytes(body, LIMIT).await.unwrap_or_default();
    let content_type =
        head.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (body, files) = wire::body(content_type, &bytes);
    let method = head.method.to_string();
    let path = head.uri.path().trim_start_matches("/api/v10").trim_start_matches('/').to_owned();
    let parts: Vec<&str> = path.split('/').collect();
    let place = Place::of(&method, &parts);
    let (status, answer, headers) = fake.change(|state| {
        let request = Asked { method: &method, path: &parts, query: head.uri.query().unwrap_or_default() };
        let (status, answer, headers) =
            with_faults(state, &fake, place, &request, &head.headers, &body, &files);
        state.requests.push(Request {
            method: method.clone(),
            path: path.clone(),
            body: body.clone(),
            status,
        });
        (status, answer, headers)
    });
    let mut response = Response::builder().status(StatusCode::from_u16(status).expect("a status"));
    for (name, value) in headers {
        response = response.header(name, value);
    }
    let text = if status == 204 { String::new() } else { answer.to_string() };
    response.header(CONTENT_TYPE, "application/json").body(Body::from(text)).expect("a response")
}

struct Asked<'a> {
    method: &'a str,
    path: &'a [&'a str],
    query: &'a str,
}

type Told = (u16, Value, Vec<(&'static str, String)>);

fn with_faults(
    state: &mut State,
    fake: &Fake,
    place: Place,
    asked: &Asked<'_>,
    headers: &HeaderMap,
    body: &Value,
    files: &[(String, Vec<u8>)],
) -> Told {
    let major = asked.path.get(1).copied().unwrap_or_default();
    let standing = state.faults.count(place, major);
    if let Some(standing) = standing.filter(|standing| standing.exceeded) {
        return too_often(standing.reset_after, false, Some(standing));
    }
    let fault = state.faults.next(place);
    match fault {
        Some(Fault::Status(status)) => {
            return (status, json!({ "message": "a fault", "code": 0 }), Vec::new());
        }
        Some(Fault::Error { status, code }) => {
            return (status, json!({ "message": "a fault", "code": code }), Vec::new());
        }
        Some(Fault::TooOften { seconds, global }) => return too_often(seconds, global, standing),
        Some(Fault::DoneBut(_)) | None => {}
    }
    let authorized = headers.get("authorization").and_then(|value| value.to_str().ok());
    let free = matches!(place, Place::Answers | Place::Webhooks);
    let outcome = if free || authorized == Some(&format!("Bot {}", state.token)) {
        answer(state, fake, asked, body, files)
    } else {
        Err(UNAUTHORIZED)
    };
    if let Some(Fault::DoneBut(status)) = fault {
        return (status, json!({ "message": "a fault", "code": 0 }), Vec::new());
    }
    let headers = standing.map(limits).unwrap_or_default();
    match outcome {
        Ok(Value::Null) => (204, Value::Null, headers),
        Ok(answer) => (200, answer, headers),
        Err((status, code, message)) => (status, json!({ "message": message, "code": code }), headers),
    }
}

fn limits(standing: Standing) -> Vec<(&'static str, String)> {
    vec![
        ("x-ratelimit-limit", standing.limit.to_string()),
        ("x-ratelimit-remaining", standing.remaining.to_string()),
        ("x-ratelimit-reset-after", format!("{:.3}", standing.reset_after)),
        ("x-ratelimit-bucket", "a-bucket".to_owned()),
    ]
}

fn too_often(seconds: f64, global: bool, standing: Option<Standing>) -> Told {
    let mut headers = standing.map(limits).unwrap_or_default();
    headers.push(("retry-after", format!("{seconds:.3}")));
    headers.push(("x-ratelimit-scope", if global { "global" } else { "user" }.to_owned()));
    if global {
        headers.push(("x-ratelimit-global", "true".to_owned()));
    }
    let told = json!({ "message": "You are being rate limited.", "retry_after": seconds, "global": global });
    (429, told, headers)
}

fn number(text: &str) -> u64 {
    text.parse().unwrap_or_default()
}

fn answer(
    state: &mut State,
    fake: &Fake,
    asked: &Asked<'_>,
    body: &Value,
    files: &[(String, Vec<u8>)],
) -> Outcome {
    match (asked.method, asked.path) {
        ("GET", ["gateway"]) => Ok(json!({ "url": fake.gateway_url() })),
        ("GET", ["gateway", "bot"]) => Ok(json!({
            "url": fake.gateway_url(), "shards": 1,
            "session_start_limit": { "total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1 },
        })),
        ("GET", ["oauth2", "applications", "@me"]) => Ok(json!({
            "id": APPLICATION.to_string(), "name": "adoube", "icon": null, "description": "", "bot_public": true,
            "bot_require_code_grant": false, "verify_key": state.verify_key, "owner": null, "team": null,
        })),
        ("GET", ["applications", _, "commands"]) => Ok(commands(state, 0, asked.query)),
        ("GET", ["applications", _, "guilds", guild, "commands"]) => {
            Ok(commands(state, number(guild), asked.query))
        }
        ("PUT", ["applications", _, "commands"]) => Ok(register(state, 0, body)),
        ("PUT", ["applications", _, "guilds", guild, "commands"]) => Ok(register(state, number(guild), body)),
        ("POST", ["channels", channel, "messages"]) => {
            may_write(state, number(channel))?;
            Ok(post(state, number(channel), body, files))
        }
        ("PATCH", ["channels", channel, "messages", id]) => {
            may_write(state, number(channel))?;
            edit(state, number(id), body, files)
        }
        ("POST", ["interactions", id, token, "callback"]) => callback(state, number(id), token, body, files),
        ("POST", ["webhooks", _, token]) => further(state, token, body, files),
        (method, ["webhooks", _, token, "messages", id]) => {
            let interaction = state.interactions.get(*token).filter(|interaction| !interaction.expired);
            let interaction = interaction.ok_or((401, 50027, "Invalid Webhook Token"))?;
            let id = if *id == "@original" { interaction.original.unwrap_or_default() } else { number(id) };
            match method {
                "PATCH" => edit(state, id, body, files),
                "DELETE" => {
                    state.message_mut(id).ok_or(UNKNOWN_MESSAGE)?.deleted = true;
                    Ok(Value::Null)
                }
                _ => state.message(id).map(|message| wire::message(state, message)).ok_or(UNKNOWN_MESSAGE),
            }
        }
        ("POST", ["users", "@me", "channels"]) => {
            let user = number(body["recipient_id"].as_str().unwrap_or_default());
            let user =
                state.users.get(&user).cloned().ok_or((400, 50007, "Cannot send messages to this user"))?;
            let id = direct(user.id);
            let channel = super::Channel { kind: 1, installed: true, ..super::Channel::default() };
            state.channels.entry(id).or_insert(channel);
            Ok(
                json!({ "id": id.to_string(), "type": 1, "last_message_id": null, "recipients": [wire::user(&user)] }),
            )
        }
        ("GET", ["users", id]) => {
            state.users.get(&number(id)).map(wire::user).ok_or((404, 10013, "Unknown User"))
        }
        _ => Err((404, 0, "404: Not Found")),
    }
}

/// Without being asked Discord leaves the localisations out.
fn commands(state: &State, guild: u64, query: &str) -> Value {
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
fn register(state: &mut State, guild: u64, body: &Value) -> Value {
    state.command_puts += 1;
    let mut commands: Vec<Value> = body.as_array().cloned().unwrap_or_default();
    for command in &mut commands {
        command["id"] = json!(state.id().to_string());
        command["application_id"] = json!(APPLICATION.to_string());
        command["version"] = json!(state.id().to_string());
        command["default_member_permissions"] = Value::Null;
        command["nsfw"] = json!(false);
        command["dm_permission"] = json!(true);
        for option in command["options"].as_array_mut().into_iter().flatten() {
            let fields = option.as_object_mut().expect("an option");
            fields.retain(|_, value| *value != json!(false) && *value != json!({}));
        }
        if command["options"].as_array().is_some_and(Vec::is_empty) {
            command.as_object_mut().expect("a command").remove("options");
        }
    }
    commands.reverse();
    state.commands.insert(guild, commands.clone());
    Value::Array(commands)
}

fn may_write(state: &State, channel: u64) -> Result<(), (u16, u64, &'static str)> {
    let channel = state.channels.get(&channel).filter(|channel| !channel.deleted).ok_or(UNKNOWN_CHANNEL)?;
    if channel.forbidden || !channel.installed { Err(MISSING_ACCESS) } else { Ok(()) }
}

/// A message as its body describes it, with whom it pings: those it mentions and may mention.
fn compose(channel: u64, body: &Value, files: &[(String, Vec<u8>)]) -> Message {
    let content = body["content"].as_str().unwrap_or_default().to_owned();
    let allowed = &body["allowed_mentions"];
    let everybody = |kind: &str| allowed["parse"].as_array().is_none_or(|parse| parse.contains(&json!(kind)));
    let may = |id: &str| {
        allowed.is_null()
            || everybody("users") && allowed["parse"].is_array()
            || allowed["users"].as_array().is_some_and(|users| users.contains(&json!(id)))
    };
    let pinged = mentioned(&content).into_iter().filter(|id| may(&id.to_string())).collect();
    let attachments = body["attachments"].as_array().into_iter().flatten().filter_map(|attachment| {
        let id = attachment["id"].as_u64()?;
        let (_, bytes) = files.iter().find(|(name, _)| *name == format!("files[{id}]"))?;
        let text = |key: &str| attachment[key].as_str().unwrap_or_default().to_owned();
        Some((text("filename"), text("description"), bytes.clone()))
    });
    Message {
        author: APPLICATION,
        channel,
        pinged,
        embeds: body["embeds"].clone(),
        components: body.get("components").cloned().unwrap_or_else(|| json!([])),
        attachments: attachments.collect(),
        nonce: body["nonce"].as_str().filter(|_| body["enforce_nonce"] == true).map(str::to_owned),
        content,
        ..Message::default()
    }
}

fn add(state: &mut State, mut message: Message) -> u64 {
    message.id = state.id();
    let id = message.id;
    state.messages.push(message);
    state.tell_of_message("MESSAGE_CREATE", id);
    id
}

fn post(state: &mut State, channel: u64, body: &Value, files: &[(String, Vec<u8>)]) -> Value {
    let message = compose(channel, body, files);
    let same =
        |other: &&Message| other.channel == channel && other.nonce.is_some() && other.nonce == message.nonce;
    if let Some(there) = state.messages.iter().find(same) {
        return wire::message(state, there);
    }
    let id = add(state, message);
    state.message(id).map(|message| wire::message(state, message)).unwrap_or_default()
}

fn edit(state: &mut State, id: u64, body: &Value, files: &[(String, Vec<u8>)]) -> Outcome {
    let there = state.message_mut(id).ok_or(UNKNOWN_MESSAGE)?;
    let with = compose(there.channel, body, files);
    there.thinking = false;
    there.edits += 1;
    if body.get("content").is_some() {
        there.content = with.content;
    }
    if body.get("components").is_some() {
        there.components = with.components;
    }
    if body.get("embeds").is_some() {
        there.embeds = with.embeds;
    }
    // A list of files names those that stay; without one all do.
    if body.get("attachments").is_some() {
        there.attachments = with.attachments;
    }
    state.tell_of_message("MESSAGE_UPDATE", id);
    state.message(id).map(|message| wire::message(state, message)).ok_or(UNKNOWN_MESSAGE)
}

fn callback(state: &mut State, id: u64, token: &str, body: &Value, files: &[(String, Vec<u8>)]) -> Outcome {
    let interaction =
        state.interactions.get(token).filter(|interaction| interaction.id == id && !interaction.expired);
    let interaction = interaction.ok_or(UNKNOWN_INTERACTION)?.clone();
    if interaction.answer.is_some() {
        return Err(ANSWERED);
    }
    let (kind, data) = (body["type"].as_u64().unwrap_or_default(), &body["data"]);
    let private = data["flags"].as_u64().unwrap_or_default() & 64 == 64;
    let only_for = private.then_some(interaction.user);
    let original = match kind {
        4 => Some(add(state, Message { only_for, ..compose(interaction.channel, data, files) })),
        5 => Some(add(
            state,
            Message {
                only_for,
                author: APPLICATION,
                thinking: true,
                components: json!([]),
                channel: interaction.channel,
                ..Message::default()
            },
        )),
        6 => interaction.source,
        7 => {
            let source = interaction.source.ok_or((400, 50035, "Invalid Form Body"))?;
            edit(state, source, data, files)?;
            Some(source)
        }
        8 => None,
        _ => return Err((400, 50035, "Invalid Form Body")),
    };
    if let Some(interaction) = state.interactions.get_mut(token) {
        interaction.answer = Some(kind);
        interaction.original = original;
        interaction.choices = Some(data["choices"].clone()).filter(|_| kind == 8);
    }
    Ok(Value::Null)
}

fn further(state: &mut State, token: &str, body: &Value, files: &[(String, Vec<u8>)]) -> Outcome {
    let interaction = state.interactions.get(token).cloned().ok_or(UNKNOWN_WEBHOOK)?;
    if interaction.expired {
        return Err((401, 50027, "Invalid Webhook Token"));
    }
    if interaction.answer.is_none() {
        return Err(UNKNOWN_WEBHOOK);
    }
    // The first one after "the bot is thinking" takes its place, and is as private as that was.
    let thinking =
        interaction.original.and_then(|id| state.message(id)).is_some_and(|message| message.thinking);
    if let Some(id) = interaction.original.filter(|_| thinking) {
        return edit(state, id, body, files);
    }
    let private = body["flags"].as_u64().unwrap_or_default() & 64 == 64;
    let only_for = private.then_some(interaction.user);
    let id = add(state, Message { only_for, ..compose(interaction.channel, body, files) });
    Ok(state.message(id).map(|message| wire::message(state, message)).unwrap_or_default())
}
