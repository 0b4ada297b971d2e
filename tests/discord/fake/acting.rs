//! Simulates people's interactions on the fake Discord (commands, buttons, menus, forms), until
//! they are answered. Not here: who they are, and whether the bot hears of it at all (the caller).

use serde_json::{Value, json};

use super::{Fake, Interaction, Opt, State, wire};

/// What is said of a command with these options.
pub fn command(name: &str, options: &[(&str, Opt)]) -> Value {
    let options: Vec<Value> = options.iter().map(|(name, value)| wire::option(name, value)).collect();
    json!({ "id": "1", "name": name, "type": 1, "options": options })
}

/// What is said of a command in the menu of a person or a message, with what that is
/// (<https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object-application-command-data-structure>).
pub fn from_menu(name: &str, kind: u64, target: u64, resolved: &Value) -> Value {
    json!({ "id": "1", "name": name, "type": kind, "target_id": target.to_string(), "resolved": resolved })
}

/// What is said of a form that was filled in
/// (<https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object-modal-submit-data-structure>).
fn submitted(form: &Value, words: &str) -> Value {
    let components = form["components"].as_array().into_iter().flatten().map(|label| {
        let field =
            json!({ "type": 4, "id": 2, "custom_id": label["component"]["custom_id"], "value": words });
        json!({ "type": 18, "id": 1, "component": field })
    });
    json!({ "custom_id": form["custom_id"], "components": components.collect::<Vec<_>>() })
}

impl State {
    /// What comes of a form that answered an interaction when somebody types this in it.
    pub fn filled_in(&self, token: &str, words: &str) -> (Interaction, Value) {
        let asked = self.interactions[token].clone();
        let form = asked.form.clone().expect("a form");
        let most = form["components"][0]["component"]["max_length"].as_u64().unwrap_or(4000);
        assert!(words.chars().count() as u64 <= most, "nobody can type that much");
        let data = submitted(&form, words);
        (asked, data)
    }

    /// The first control of a message that is like this: the message's channel, the control's id, the control.
    pub fn control(&self, message: u64, is: impl Fn(&Value) -> bool) -> Option<(u64, Value, Value)> {
        let message = self.message(message)?;
        let rows = message.components.as_array().into_iter().flatten();
        let mut controls = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
        let control = controls.find(|control| is(control))?;
        Some((message.channel, control["custom_id"].clone(), control.clone()))
    }

    /// An interaction, once it has its final answer.
    fn final_answer(&self, token: &str) -> Option<Interaction> {
        let interaction = self.interactions.get(token)?;
        interaction.answer?;
        let original = interaction.original.and_then(|id| self.messages.iter().find(|each| each.id == id));
        let thinks = original.is_some_and(|message| message.thinking && !message.deleted);
        (!thinks).then(|| interaction.clone())
    }
}

impl Fake {
    /// Somebody does something: the interaction's token, and the event that tells the bot of it.
    pub fn interaction(
        &self,
        user: u64,
        channel: u64,
        source: Option<u64>,
        (kind, data): (u8, Value),
    ) -> (String, Value) {
        self.change(|state| {
            let id = state.id();
            let token = format!("token-{id}");
            let aged = state.lag;
            let interaction = Interaction { id, kind, user, channel, source, aged, ..Interaction::default() };
            state.interactions.insert(token.clone(), interaction);
            let user = state.users[&user].clone();
            let place = state.channels[&channel].clone();
            // Nobody can use a command in a thread that sleeps, nor is one completed there.
            let sleeps = place.thread.as_ref().is_some_and(|thread| thread.archived);
            assert!(!sleeps || ![2, 4].contains(&kind), "the thread sleeps");
            let mut event = wire::interaction(state, (id, &token), (channel, &place), &user, (kind, data));
            if let Some(message) = source.and_then(|id| state.message(id)) {
                event["message"] = wire::message(state, message);
            }
            (token, event)
        })
    }

    /// Waits until an interaction has its final answer.
    pub async fn answered(&self, token: &str) -> Interaction {
        self.until("an answer", |state| state.final_answer(token)).await
    }
}
