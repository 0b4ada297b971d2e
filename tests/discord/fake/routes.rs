//! Routes of the fake Discord: which request does what. Not here: faults and limits (`http`), and
//! what the larger ones do (`messages`, `interactions`, `threads`).

use serde_json::{Value, json};

use super::{
    APPLICATION, Channel, Fake, STARTS, State, commands, direct, interactions,
    messages::{Files, Outcome, edit, post, shown},
    refusals, servers,
    state::{kinds, permissions},
    threads, wire,
};

/// A request.
pub struct Asked<'a> {
    pub method: &'a str,
    pub path: &'a [&'a str],
    pub query: &'a str,
    pub body: &'a Value,
    pub files: &'a Files,
}

fn number(text: &str) -> u64 {
    text.parse().unwrap_or_default()
}

/// A value in the query of an address.
fn query(query: &str, key: &str) -> Option<String> {
    let address = reqwest::Url::parse(&format!("http://localhost/?{query}")).ok()?;
    let found = address.query_pairs().find(|(name, _)| name == key);
    found.map(|(_, value)| value.into_owned())
}

/// Whatever needs the bot's token.
pub fn with_token(state: &mut State, fake: &Fake, asked: &Asked<'_>) -> Outcome {
    let Asked { body, files, .. } = *asked;
    match (asked.method, asked.path) {
        ("GET", ["gateway"]) => Ok(json!({ "url": fake.gateway_url() })),
        ("GET", ["gateway", "bot"]) => {
            let (remaining, reset_after) = state.starts_left();
            Ok(json!({
                "url": fake.gateway_url(), "shards": state.shards,
                "session_start_limit": {
                    "total": STARTS, "remaining": remaining, "reset_after": reset_after.as_millis(),
                    "max_concurrency": state.max_concurrency,
                },
            }))
        }
        ("GET", ["oauth2", "applications", "@me"] | ["applications", "@me"]) => Ok(application(state)),
        (_, ["applications", _, "commands"]) => commands::everywhere(state, asked),
        (_, ["applications", _, "guilds", guild, "commands"]) => {
            commands::in_server(state, number(guild), asked)
        }
        ("GET", ["channels", channel]) => {
            state.allows(number(channel), 0)?;
            Ok(threads::shown(state, number(channel)))
        }
        ("PATCH", ["channels", thread]) => threads::change(state, number(thread), body),
        ("POST", ["channels", channel, "messages"]) => post(state, number(channel), body, files),
        (method, ["channels", channel, "messages", id]) => {
            message(state, method, (number(channel), number(id)), asked)
        }
        ("POST", ["channels", channel, "threads"]) => threads::begin(state, number(channel), None, body),
        ("POST", ["channels", channel, "messages", id, "threads"]) => {
            threads::begin(state, number(channel), Some(number(id)), body)
        }
        ("PUT", ["channels", thread, "thread-members", user]) => {
            let user = if *user == "@me" { APPLICATION } else { number(user) };
            threads::join(state, number(thread), user)
        }
        ("GET", ["guilds", guild]) => state.guild(number(guild)),
        ("GET", ["guilds", guild, "channels"]) => state.channels_of(number(guild)),
        ("GET", ["guilds", guild, "members", "search"]) => {
            let asked = |key: &str| query(asked.query, key);
            let limit = asked("limit").map_or(Some(1), |limit| limit.parse().ok());
            state.members(number(guild), &asked("query").unwrap_or_default(), limit.unwrap_or_default())
        }
        ("GET", ["guilds", guild, "members", user]) => state.member_of(number(guild), number(user)),
        ("GET", ["guilds", guild, "roles"]) => {
            Ok(json!([servers::everybody(number(guild)), servers::own(number(guild))]))
        }
        ("POST", ["users", "@me", "channels"]) => direct_channel(state, body),
        ("GET", ["users", "@me"]) => {
            let mut own = wire::bot();
            (own["mfa_enabled"], own["locale"]) = (json!(false), json!("en-US"));
            Ok(own)
        }
        ("GET", ["users", id]) => state.users.get(&number(id)).map(wire::user).ok_or(refusals::UNKNOWN_USER),
        _ => Err(refusals::NOT_FOUND),
    }
}

/// What the token of an interaction is enough for.
pub fn without_token(state: &mut State, asked: &Asked<'_>) -> Outcome {
    let Asked { method, body, files, .. } = *asked;
    match (method, asked.path) {
        ("POST", ["interactions", id, token, "callback"]) => {
            let tells = ["with_response=true", "with_response=1"].contains(&asked.query);
            interactions::callback(state, (number(id), token, tells), body, files)
        }
        ("POST", ["webhooks", _, token]) => interactions::further(state, token, body, files),
        (_, ["webhooks", _, token, "messages", id]) => {
            interactions::answer(state, (method, token, id), body, files)
        }
        _ => Err(refusals::NOT_FOUND),
    }
}

/// One message of a channel.
fn message(state: &mut State, method: &str, (channel, id): (u64, u64), asked: &Asked<'_>) -> Outcome {
    state.allows(channel, if method == "GET" { permissions::READ_MESSAGE_HISTORY } else { 0 })?;
    let there = state.message(id).filter(|there| there.channel == channel && there.only_for.is_none());
    let author = there.ok_or(refusals::UNKNOWN_MESSAGE)?.author;
    match method {
        "GET" => shown(state, id),
        "PATCH" => edit(state, id, asked.body, asked.files),
        "DELETE" if author != APPLICATION => Err(refusals::MISSING_PERMISSIONS),
        "DELETE" => {
            state.message_mut(id).ok_or(refusals::UNKNOWN_MESSAGE)?.deleted = true;
            Ok(Value::Null)
        }
        _ => Err(refusals::NOT_FOUND),
    }
}

fn application(state: &State) -> Value {
    let owner = (state.owner != 0).then(|| state.user(state.owner));
    let mut whole = json!({
        "id": APPLICATION.to_string(), "name": "adoube", "description": "", "summary": "", "bot_public": true,
        "bot_require_code_grant": false, "verify_key": state.verify_key, "owner": owner, "redirect_uris": [],
        "flags": state.application_flags, "flags_new": state.application_flags.to_string(),
        "approximate_guild_count": state.guilds().len(), "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0, "explicit_content_filter": 0, "eligible_oauth2_scopes": [],
    });
    // A key for each way in which it may be installed;
    // <https://discord.com/developers/docs/resources/application#application-object-application-structure>.
    for kind in &state.installations {
        whole["integration_types_config"][kind.to_string()] = json!({});
    }
    for nothing in ["icon", "type", "team", "role_connections_verification_url"] {
        whole[nothing] = Value::Null;
    }
    whole["interactions_endpoint_url"] = json!(state.endpoint);
    for (field, value) in state.application_says.as_object().into_iter().flatten() {
        whole[field] = value.clone();
    }
    whole
}

fn direct_channel(state: &mut State, body: &Value) -> Outcome {
    let user = wire::snowflake(&body["recipient_id"]).unwrap_or_default();
    let user = state.users.get(&user).cloned().ok_or(refusals::NOT_TO_THEM)?;
    if state.closed_to_opening.contains(&user.id) {
        return Err((400, refusals::NOT_TO_THEM.1, refusals::NOT_TO_THEM.2));
    }
    let id = direct(user.id);
    let channel = Channel { kind: kinds::DIRECT, installed: true, ..Channel::default() };
    state.channels.entry(id).or_insert(channel);
    Ok(
        json!({ "id": id.to_string(), "type": 1, "last_message_id": null, "flags": 0, "recipients": [wire::user(&user)] }),
    )
}
