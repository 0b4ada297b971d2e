//! Checks everything that all people see on Discord: no card of a hand, no move that waits for its
//! drop, no button of a private message, no picture of a hand, and the sealed cards only when the
//! game is over. Not here: how the bot keeps them apart (tests of the bot), and what people read of
//! it (`games`).

use std::collections::HashSet;

use serde_json::Value;

use crate::{
    fake::{Request, State},
    support::World,
};

/// How a message begins or goes on that tells somebody of their own cards.
const OF_CARDS: [&str; 4] = ["Your cards:", "Deine Karten:", "Your move: ", "Dein Zug: "];
/// What the sealed cards end with.
const SEALED: &str = "nonce:";
const EPHEMERAL: u64 = 64;

/// Checks everything that was ever sent or stands there.
pub fn check(world: &World) {
    let state = world.fake.state();
    let private: Vec<_> = state.messages.iter().filter(|message| message.only_for.is_some()).collect();
    let public: Vec<_> = state.messages.iter().filter(|message| message.only_for.is_none()).collect();
    let sent: Vec<&Request> =
        state.requests.iter().filter(|request| is_for_everybody(&state, request)).collect();
    let asked: HashSet<&str> = private.iter().flat_map(|message| ids(&message.components)).collect();
    let hands: HashSet<&[u8]> = private
        .iter()
        .filter(|message| OF_CARDS.iter().any(|words| message.content.contains(words)))
        .flat_map(|message| message.attachments.iter().map(|(_, _, picture)| picture.as_slice()))
        .collect();
    for message in &public {
        assert!(message.attachments.iter().all(|(_, _, picture)| !hands.contains(picture.as_slice())));
        // A question that only a private message asks has its own ids; what both offer is no secret.
        let own = ids(&message.components).filter(|id| id.contains(".card") || id.contains(".dropon"));
        assert_eq!(own.count(), 0, "{:#}", message.components);
    }
    let texts = sent.iter().map(|request| request.body.to_string()).chain(public.iter().map(|message| {
        let files: Vec<&String> = message.attachments.iter().map(|(_, words, _)| words).collect();
        format!("{} {files:?} {} {}", message.content, message.embeds, message.components)
    }));
    for text in texts {
        assert!(OF_CARDS.iter().all(|words| !text.contains(words)), "{text}");
        let mut asks =
            asked.iter().filter(|id| id.contains(".card") || id.contains(".dropon") || id.contains(".pass"));
        assert!(asks.all(|id| !text.contains(id)), "{text}");
        if text.contains(SEALED) {
            let is_over = ["Checkmate", "Schachmatt", "resigned", "aufgegeben"];
            assert!(is_over.iter().any(|words| text.contains(words)), "{text}");
        }
    }
    waiting_moves(&state);
}

fn ids(components: &Value) -> impl Iterator<Item = &str> {
    let rows = components.as_array().into_iter().flatten();
    let controls = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    controls.filter_map(|control| control["custom_id"].as_str())
}

/// Whether everybody sees what a request brings.
fn is_for_everybody(state: &State, request: &Request) -> bool {
    let parts: Vec<&str> = request.path.split('/').collect();
    let is_private = |message: &Value| message["flags"].as_u64().unwrap_or_default() & EPHEMERAL == EPHEMERAL;
    let only_for = |id: Option<u64>| {
        let message = state.messages.iter().find(|message| Some(message.id) == id);
        message.is_some_and(|message| message.only_for.is_some())
    };
    match parts.as_slice() {
        ["channels", ..] => true,
        ["interactions", _, token, "callback"] if request.body["type"] == 7 => {
            !only_for(state.interactions[*token].source)
        }
        ["interactions", ..] => request.body["type"] != 8 && !is_private(&request.body["data"]),
        ["webhooks", _, _] => !is_private(&request.body),
        ["webhooks", _, token, ..] => !only_for(state.interactions[*token].original),
        _ => false,
    }
}

/// A move that waits for its drop is named to nobody else before the turn is complete.
fn waiting_moves(state: &State) {
    let mut waiting: Option<String> = None;
    for request in &state.requests {
        let body = if request.path.ends_with("/callback") { &request.body["data"] } else { &request.body };
        let Some(words) = body["content"].as_str() else { continue };
        if is_for_everybody(state, request) {
            let is_told = waiting.as_ref().is_some_and(|waiting| words.contains(waiting.as_str()));
            let is_played = words.contains(" played ") || words.contains(" spielt ");
            assert!(!is_told || is_played, "{words}");
            waiting = waiting.filter(|_| !is_played);
        } else if let Some(told) =
            ["Your move: ", "Dein Zug: "].iter().find_map(|begin| words.strip_prefix(begin))
        {
            let end = told.find(['.', ' ', '+', '#', '\\']).unwrap_or(told.len());
            waiting = Some(told[..end].to_owned());
        }
    }
}
