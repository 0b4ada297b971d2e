//! Messages of the bot on the fake Discord: checks, stores and edits them.

use serde_json::{Value, json};

use super::{
    APPLICATION, Message, State, direct,
    people::mentioned,
    refusals::{self, Refusal},
    state::{kinds, permissions as may},
    wire::{self, snowflake},
};

/// What a request leads to.
pub type Outcome = Result<Value, Refusal>;
/// Files of a request by the names of their parts.
pub type Files = [(String, Vec<u8>)];

/// Messages a repetition is told by: it is, for some minutes.
const RECENT: usize = 1000;
/// Bytes of a file.
const FILE: usize = 10 * 1024 * 1024;
/// The flag of a message that is all components.
const ALL_COMPONENTS: u64 = 1 << 15;

fn longer(value: &Value, limit: usize) -> bool {
    value.as_str().is_some_and(|text| text.chars().count() > limit)
}

fn count(value: &Value) -> usize {
    value.as_array().map_or(0, Vec::len)
}

/// What is wrong with the form of a message, in the obvious cases.
pub fn check(body: &Value, files: &Files) -> Result<(), Refusal> {
    if files.iter().any(|(_, bytes)| bytes.len() > FILE) {
        return Err(refusals::TOO_LARGE);
    }
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let embeds = list(&body["embeds"]);
    let words = embeds.iter().map(embed_words).sum::<usize>();
    let nonce = body["nonce"].to_string().trim_matches('"').chars().count();
    let wrong = longer(&body["content"], 2000)
        || embeds.len() > 10
        || words > 6000
        || nonce > 25
        || embeds.iter().any(|embed| longer(&embed["description"], 4096) || longer(&embed["title"], 256))
        || list(&body["attachments"]).iter().any(|file| longer(&file["description"], 1024));
    if wrong { Err(refusals::INVALID_FORM) } else { check_rows(body) }
}

fn embed_words(embed: &Value) -> usize {
    let fields = embed["fields"].as_array().into_iter().flatten();
    let fields = fields.flat_map(|field| [&field["name"], &field["value"]]);
    let own = [&embed["title"], &embed["description"], &embed["footer"]["text"], &embed["author"]["name"]];
    fields.chain(own).filter_map(Value::as_str).map(|text| text.chars().count()).sum()
}

fn check_rows(body: &Value) -> Result<(), Refusal> {
    if body["flags"].as_u64().unwrap_or_default() & ALL_COMPONENTS != 0 {
        return Ok(());
    }
    let rows: Vec<&Value> = body["components"].as_array().into_iter().flatten().collect();
    let crowded = |row: &&Value| {
        let menus = row["components"].as_array().into_iter().flatten().any(|each| each["type"] != 2);
        row["type"] != 1 || !(1..=if menus { 1 } else { 5 }).contains(&count(&row["components"]))
    };
    let controls: Vec<&Value> =
        rows.iter().flat_map(|row| row["components"].as_array().into_iter().flatten()).collect();
    let mut ids: Vec<&str> = controls.iter().filter_map(|each| each["custom_id"].as_str()).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    let bad = |control: &&Value| {
        let options = control["options"].as_array().into_iter().flatten();
        let mut options = options.map(|option| [&option["label"], &option["value"], &option["description"]]);
        control["custom_id"] == ""
            || longer(&control["custom_id"], 100)
            || longer(&control["label"], 80)
            || longer(&control["placeholder"], 150)
            || control["type"] == 3 && !(1..=25).contains(&count(&control["options"]))
            || options.any(|texts| texts.iter().any(|text| longer(text, 100)))
    };
    let wrong = rows.len() > 5 || rows.iter().any(crowded) || ids.len() < all || controls.iter().any(bad);
    if wrong { Err(refusals::INVALID_FORM) } else { Ok(()) }
}

fn is_empty(message: &Message) -> bool {
    message.content.is_empty()
        && count(&message.embeds) == 0
        && count(&message.components) == 0
        && message.attachments.is_empty()
}

/// A message as its body describes it, with whom it pings: those it mentions and may mention. `before` is the message
/// it changes.
fn compose(channel: u64, body: &Value, files: &Files, before: Option<&Message>) -> Message {
    let content = body["content"].as_str().unwrap_or_default().to_owned();
    let allowed = &body["allowed_mentions"];
    let everybody = |kind: &str| allowed["parse"].as_array().is_none_or(|parse| parse.contains(&json!(kind)));
    let named =
        |id: u64| allowed["users"].as_array().into_iter().flatten().any(|each| snowflake(each) == Some(id));
    let may = |id: u64| allowed.is_null() || everybody("users") && allowed["parse"].is_array() || named(id);
    let pinged = mentioned(&content).into_iter().filter(|id| may(*id)).collect();
    let attachments = body["attachments"].as_array().into_iter().flatten();
    let attachments = attachments.filter_map(|attachment| {
        let id = snowflake(&attachment["id"])?;
        let text = |key: &str| attachment[key].as_str().unwrap_or_default().to_owned();
        if let Some((_, bytes)) = files.iter().find(|(name, _)| *name == format!("files[{id}]")) {
            return Some((text("filename"), text("description"), bytes.clone()));
        }
        let place = usize::try_from(id.checked_sub(before?.id + 1)?).ok()?;
        before?.attachments.get(place).cloned()
    });
    Message {
        author: APPLICATION,
        channel,
        pinged,
        reply: snowflake(&body["message_reference"]["message_id"]),
        embeds: with_names(&body["embeds"]),
        components: body.get("components").cloned().unwrap_or_else(|| json!([])),
        attachments: attachments.collect(),
        nonce: body["nonce"].as_str().filter(|_| body["enforce_nonce"] == true).map(str::to_owned),
        sent: content.clone(),
        content: names_of_commands(&content),
        ..Message::default()
    }
}

/// A text as people see it: of a mention of a command they see its name
/// (<https://docs.discord.com/developers/reference#message-formatting-formats>).
pub fn names_of_commands(text: &str) -> String {
    let mut parts = text.split("</");
    let mut shown = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mention = part.split_once('>').and_then(|(mention, behind)| {
            let (name, id) = mention.split_once(':')?;
            id.parse::<u64>().ok().map(|_| format!("/{name}{behind}"))
        });
        shown.push_str(&mention.unwrap_or_else(|| format!("</{part}")));
    }
    shown
}

fn with_names(embeds: &Value) -> Value {
    let mut embeds = embeds.clone();
    for embed in embeds.as_array_mut().into_iter().flatten() {
        if let Some(words) = embed["description"].as_str() {
            embed["description"] = names_of_commands(words).into();
        }
    }
    embeds
}

/// A new message from a body that is in order.
pub fn composed(channel: u64, body: &Value, files: &Files) -> Result<Message, Refusal> {
    check(body, files)?;
    let message = compose(channel, body, files, None);
    if is_empty(&message) { Err(refusals::EMPTY) } else { Ok(message) }
}

/// A message as the wire shows it.
pub fn shown(state: &State, id: u64) -> Outcome {
    state.message(id).map(|message| wire::message(state, message)).ok_or(refusals::UNKNOWN_MESSAGE)
}

pub fn add(state: &mut State, mut message: Message) -> u64 {
    message.id = state.id();
    let id = message.id;
    state.wake_thread(message.channel);
    state.call_into_thread(message.channel, &message.pinged);
    state.messages.push(message);
    state.tell_of_message("MESSAGE_CREATE", id);
    id
}

/// A message that answers another one needs it to be there, and pings its author unless it says otherwise.
fn reply(state: &State, message: &mut Message, body: &Value) -> Result<(), Refusal> {
    let Some(to) = message.reply else { return Ok(()) };
    if state.allows(message.channel, may::READ_MESSAGE_HISTORY).is_err() {
        return Err(refusals::NO_HISTORY);
    }
    let answered = state.message(to).filter(|answered| answered.channel == message.channel);
    if answered.is_none() && body["message_reference"]["fail_if_not_exists"] != false {
        return Err(refusals::INVALID_FORM);
    }
    message.reply = answered.map(|answered| answered.id);
    let allowed = &body["allowed_mentions"];
    let pings = allowed.is_null() || allowed["replied_user"] == true;
    let author = answered.map(|answered| answered.author).filter(|author| pings && *author != APPLICATION);
    message.pinged.extend(author.filter(|author| !message.pinged.contains(author)));
    Ok(())
}

/// What the bot itself posts in a channel.
pub fn post(state: &mut State, channel: u64, body: &Value, files: &Files) -> Outcome {
    let place = state.channel(channel).ok_or(refusals::UNKNOWN_CHANNEL)?;
    let thread = place.thread.clone();
    if place.kind == kinds::FORUM {
        return Err(refusals::NO_TEXT_CHANNEL);
    }
    if state.closed_to_messages.iter().any(|user| direct(*user) == channel) {
        return Err(refusals::NOT_TO_THEM);
    }
    let send = if thread.is_some() { may::SEND_MESSAGES_IN_THREADS } else { may::SEND_MESSAGES };
    state.allows(channel, send)?;
    if !files.is_empty() {
        state.allows(channel, may::ATTACH_FILES)?;
    }
    if thread.is_some_and(|thread| thread.locked) && state.allows(channel, may::MANAGE_THREADS).is_err() {
        return Err(refusals::THREAD_LOCKED);
    }
    if state.is_blocked(body) {
        return Err(refusals::BLOCKED);
    }
    let mut message = composed(channel, body, files)?;
    reply(state, &mut message, body)?;
    if state.allows(channel, may::EMBED_LINKS).is_err() {
        // Nothing says that they are left out.
        message.embeds = json!([]);
    }
    // Whichever channel it is in (https://docs.discord.com/developers/resources/message#create-message).
    let same = |other: &&Message| {
        other.author == message.author && other.nonce.is_some() && other.nonce == message.nonce
    };
    if let Some(there) = state.messages.iter().rev().take(RECENT).find(same) {
        return Ok(wire::message(state, there));
    }
    let id = add(state, message);
    shown(state, id)
}

/// Changes a message of the bot.
pub fn edit(state: &mut State, id: u64, body: &Value, files: &Files) -> Outcome {
    check(body, files)?;
    let there = state.message(id).ok_or(refusals::UNKNOWN_MESSAGE)?;
    if there.author != APPLICATION {
        return Err(refusals::NOT_THE_AUTHOR);
    }
    let thread = state.channels.get(&there.channel).and_then(|channel| channel.thread.as_ref());
    if thread.is_some_and(|thread| thread.archived) {
        return Err(refusals::ARCHIVED);
    }
    let with = compose(there.channel, body, files, Some(there));
    let mut changed = there.clone();
    changed.thinking = false;
    changed.edits += 1;
    if body.get("content").is_some() {
        changed.content = with.content;
        changed.sent = with.sent;
    }
    if body.get("components").is_some() {
        changed.components = with.components;
    }
    if body.get("embeds").is_some() {
        changed.embeds = with.embeds;
    }
    // A list of files names those that stay; without one all do.
    if body.get("attachments").is_some() {
        changed.attachments = with.attachments;
    }
    if is_empty(&changed) {
        return Err(refusals::EMPTY);
    }
    *state.message_mut(id).ok_or(refusals::UNKNOWN_MESSAGE)? = changed;
    state.tell_of_message("MESSAGE_UPDATE", id);
    shown(state, id)
}
