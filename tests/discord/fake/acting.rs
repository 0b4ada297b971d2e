//! What people do that the bot hears of as an interaction: commands, controls; and until it is answered. Not here: who they are,
//! and whether the bot hears of it at all (whoever lets them act).

use serde_json::{Value, json};

use super::{Fake, Interaction, Opt, State, wire};

/// What is said of a command with these options.
pub fn command(name: &str, options: &[(&str, Opt)]) -> Value {
    let options: Vec<Value> = options.iter().map(|(name, value)| wire::option(name, value)).collect();
    json!({ "id": "1", "name": name, "type": 1, "options": options })
}

impl State {
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
