//! Answers to interactions on the fake Discord: takes the first one within three seconds, and
//! further ones for a quarter of an hour.

use serde_json::{Value, json};

use super::{
    APPLICATION, Interaction, Message, State,
    messages::{self, Files, Outcome, add, composed, edit, shown},
    refusals, wire,
};

/// The flag of a message that one person alone sees.
const PRIVATE: u64 = 64;
/// Further answers where the bot itself is not.
const FOLLOW_UPS: u32 = 5;

/// Whoever alone sees an answer. Where the bot is a guest and apps that are no members may not answer for everybody, it is
/// the one who acted, whatever the bot asked for
/// (<https://discord.com/developers/docs/topics/permissions>, `USE_EXTERNAL_APPS`;
/// <https://github.com/discord/discord-api-docs/issues/6961>); and so it is where `AutoMod` blocks the words
/// (<https://github.com/tibue99/ezcord/pull/85>).
fn only_for(state: &State, interaction: &Interaction, body: &Value) -> Option<u64> {
    let wanted = body["flags"].as_u64().unwrap_or_default() & PRIVATE != 0;
    let channel = state.channels.get(&interaction.channel);
    let is_hidden = channel.is_some_and(|channel| {
        !channel.installed && channel.guild.is_some() && (channel.hides_guests || state.is_blocked(body))
    });
    (wanted || is_hidden).then_some(interaction.user)
}

/// The first answer; with what became of it if that is asked for.
pub fn callback(
    state: &mut State,
    (id, token, tells): (u64, &str, bool),
    body: &Value,
    files: &Files,
) -> Outcome {
    let interaction = state.unanswered(id, token)?;
    let (kind, data) = (body["type"].as_u64().unwrap_or_default(), &body["data"]);
    let channel = interaction.channel;
    let original = match kind {
        4 => {
            let message = composed(channel, data, files)?;
            let only_for = only_for(state, &interaction, data);
            Some(add(state, Message { only_for, ..message }))
        }
        5 => {
            let thinking = Message {
                author: APPLICATION,
                only_for: only_for(state, &interaction, data),
                thinking: true,
                components: json!([]),
                channel,
                ..Message::default()
            };
            Some(add(state, thinking))
        }
        6 => Some(interaction.source.ok_or(refusals::INVALID_FORM)?),
        7 => {
            let source = interaction.source.ok_or(refusals::INVALID_FORM)?;
            edit(state, source, data, files)?;
            Some(source)
        }
        8 => {
            let choices = data["choices"].as_array().ok_or(refusals::INVALID_FORM)?;
            let fits =
                |text: &Value| text.as_str().is_none_or(|text| (1..=100).contains(&text.chars().count()));
            if choices.len() > 25 || !choices.iter().all(|each| fits(&each["name"]) && fits(&each["value"])) {
                return Err(refusals::INVALID_FORM);
            }
            None
        }
        // A form answers a command or a control, never another form
        // (<https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object-modal>).
        9 if interaction.kind == 5 => return Err(refusals::INVALID_FORM),
        9 => {
            let title = data["title"].as_str().unwrap_or_default().chars().count();
            let inputs = data["components"].as_array().map_or(0, Vec::len);
            if !(1..=45).contains(&title) || !(1..=5).contains(&inputs) || data["custom_id"] == "" {
                return Err(refusals::INVALID_FORM);
            }
            None
        }
        _ => return Err(refusals::INVALID_FORM),
    };
    if let Some(interaction) = state.interactions.get_mut(token) {
        interaction.answer = Some(kind);
        interaction.original = original;
        interaction.choices = Some(data["choices"].clone()).filter(|_| kind == 8);
        interaction.form = Some(data.clone()).filter(|_| kind == 9);
    }
    if !tells {
        return Ok(Value::Null);
    }
    let message = original.and_then(|id| state.message(id));
    let mut told = json!({
        "interaction": { "id": id.to_string(), "type": interaction.kind },
    });
    if let Some(message) = message {
        told["interaction"]["response_message_id"] = json!(message.id.to_string());
        told["interaction"]["response_message_loading"] = json!(message.thinking);
        told["interaction"]["response_message_ephemeral"] = json!(message.only_for.is_some());
        if matches!(kind, 4 | 7) {
            told["resource"] = json!({ "type": kind, "message": wire::message(state, message) });
        }
    }
    Ok(told)
}

/// A further answer.
pub fn further(state: &mut State, token: &str, body: &Value, files: &Files) -> Outcome {
    let interaction = state.answered(token)?;
    // Somebody has taken "the bot is thinking" away (<https://github.com/discord/discord-api-docs/issues/3087>).
    if interaction.dismissed {
        return Err(refusals::UNKNOWN_MESSAGE);
    }
    // The first one after "the bot is thinking" takes its place, and is as private as that was.
    let thinking =
        interaction.original.and_then(|id| state.message(id)).is_some_and(|message| message.thinking);
    if let Some(id) = interaction.original.filter(|_| thinking) {
        return edit(state, id, body, files);
    }
    let guest = state.channels.get(&interaction.channel).is_some_and(|channel| !channel.installed);
    if guest && interaction.further >= FOLLOW_UPS {
        return Err(refusals::FOLLOW_UPS);
    }
    let message = composed(interaction.channel, body, files)?;
    let only_for = only_for(state, &interaction, body);
    let id = add(state, Message { only_for, ..message });
    if let Some(interaction) = state.interactions.get_mut(token) {
        interaction.further += 1;
    }
    shown(state, id)
}

/// An answer that was given: looked at, changed, taken back.
pub fn answer(
    state: &mut State,
    (method, token, id): (&str, &str, &str),
    body: &Value,
    files: &Files,
) -> Outcome {
    let interaction = state.answered(token)?;
    let id = if id == "@original" { interaction.original } else { id.parse().ok() };
    let id = id.ok_or(refusals::UNKNOWN_MESSAGE)?;
    match method {
        "GET" => messages::shown(state, id),
        // What everybody sees cannot be made private any more.
        "PATCH" if state.is_blocked(body) && state.message(id).is_some_and(|it| it.only_for.is_none()) => {
            Err(refusals::BLOCKED)
        }
        "PATCH" => edit(state, id, body, files),
        "DELETE" => {
            state.message_mut(id).ok_or(refusals::UNKNOWN_MESSAGE)?.deleted = true;
            Ok(Value::Null)
        }
        _ => Err(refusals::NOT_FOUND),
    }
}
