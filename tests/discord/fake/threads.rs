//! Threads of the fake Discord: how they begin, are archived and wake, and what moderators do to
//! them. Not here: what is written in them (`messages`).

use serde_json::{Value, json};

use super::{
    APPLICATION, Channel, Fake, State,
    messages::Outcome,
    refusals,
    state::{Thread, kinds, permissions as may},
    wire,
};

/// Minutes after which a thread may be archived by itself.
const ARCHIVES_AFTER: [u64; 4] = [60, 1440, 4320, 10_080];

/// Begins a thread, from a message or without one; a thread from a message has its id.
pub fn begin(state: &mut State, channel: u64, message: Option<u64>, body: &Value) -> Outcome {
    state.allows(channel, may::CREATE_PUBLIC_THREADS)?;
    let parent = state.channel(channel).ok_or(refusals::UNKNOWN_CHANNEL)?.clone();
    // <https://docs.discord.com/developers/resources/channel#channel-object-channel-types>
    let kind = match parent.kind {
        kinds::TEXT => kinds::THREAD,
        kinds::ANNOUNCEMENT => kinds::ANNOUNCEMENT_THREAD,
        _ => return Err(refusals::WRONG_KIND_OF_CHANNEL),
    };
    if let Some(id) = message {
        let there = state.message(id).filter(|there| there.channel == channel && there.only_for.is_none());
        there.ok_or(refusals::UNKNOWN_MESSAGE)?;
        if state.channels.contains_key(&id) {
            return Err(refusals::THREAD_THERE);
        }
    }
    let name = body["name"].as_str().unwrap_or_default();
    let archives_after = body["auto_archive_duration"].as_u64().unwrap_or(1440);
    if !(1..=100).contains(&name.chars().count()) || !ARCHIVES_AFTER.contains(&archives_after) {
        return Err(refusals::INVALID_FORM);
    }
    let id = message.unwrap_or_else(|| state.id());
    let thread = Thread {
        parent: channel,
        owner: APPLICATION,
        name: name.to_owned(),
        archives_after,
        members: vec![APPLICATION],
        ..Thread::default()
    };
    state.channels.insert(id, Channel { kind, thread: Some(thread), ..parent });
    let mut told = shown(state, id);
    told["newly_created"] = json!(true);
    state.tell("THREAD_CREATE", &told);
    Ok(shown(state, id))
}

/// Changes a thread: who began it may rename and archive it, and lock it only with a permission of its own.
pub fn change(state: &mut State, id: u64, body: &Value) -> Outcome {
    state.allows(id, 0)?;
    let place = state.channel(id).ok_or(refusals::UNKNOWN_CHANNEL)?;
    let thread = place.thread.clone().ok_or(refusals::MISSING_PERMISSIONS)?;
    let wakes = body["archived"] == false && body["locked"] != true && !thread.locked;
    let own = thread.owner == APPLICATION && body.get("locked").is_none() && !thread.locked;
    let needed = match (wakes, own) {
        (true, _) => may::SEND_MESSAGES_IN_THREADS,
        (_, true) => 0,
        _ => may::MANAGE_THREADS,
    };
    state.allows(id, needed)?;
    // Nothing of a sleeping thread changes unless it wakes.
    if thread.archived && body["archived"] != false {
        return Err(refusals::ARCHIVED);
    }
    let name = body["name"].as_str();
    if name.is_some_and(|name| !(1..=100).contains(&name.chars().count())) {
        return Err(refusals::INVALID_FORM);
    }
    if let Some(thread) = state.channels.get_mut(&id).and_then(|channel| channel.thread.as_mut()) {
        thread.name = name.unwrap_or(&thread.name).to_owned();
        thread.archived = body["archived"].as_bool().unwrap_or(thread.archived);
        thread.locked = body["locked"].as_bool().unwrap_or(thread.locked);
        thread.archives_after = body["auto_archive_duration"].as_u64().unwrap_or(thread.archives_after);
    }
    let told = shown(state, id);
    state.tell("THREAD_UPDATE", &told);
    Ok(told)
}

/// Adds somebody to a thread. A message there says so, which they are told of as if they had been mentioned;
/// <https://discord.com/developers/docs/topics/threads#new-message-types>,
/// <https://github.com/MarcusOtter/discord-needle/issues/52>.
pub fn join(state: &mut State, id: u64, user: u64) -> Outcome {
    state.allows(id, may::SEND_MESSAGES_IN_THREADS)?;
    let known = user == APPLICATION || state.users.contains_key(&user);
    let channel = state.channels.get_mut(&id).filter(|_| known).ok_or(refusals::UNKNOWN_USER)?;
    let thread = channel.thread.as_mut().ok_or(refusals::WRONG_KIND_OF_CHANNEL)?;
    if thread.archived {
        return Err(refusals::ARCHIVED);
    }
    if !thread.members.contains(&user) {
        thread.members.push(user);
        thread.told.push(user);
    }
    Ok(Value::Null)
}

impl Fake {
    /// A thread falls asleep, or somebody puts it to sleep: the event is the same.
    pub fn archive(&self, thread: u64) {
        self.change_thread(thread, |thread| thread.archived = true);
    }

    /// A moderator locks a thread, or unlocks it.
    pub fn lock(&self, thread: u64, locked: bool) {
        self.change_thread(thread, |thread| thread.locked = locked);
    }

    fn change_thread(&self, id: u64, change: impl FnOnce(&mut Thread)) {
        self.change(|state| {
            change(state.channels.get_mut(&id).and_then(|it| it.thread.as_mut()).expect("a thread"));
            let told = shown(state, id);
            state.tell("THREAD_UPDATE", &told);
        });
    }

    /// A moderator deletes a channel, or a thread.
    pub fn delete(&self, id: u64) {
        self.change(|state| {
            let whole = shown(state, id);
            let channel = state.channels.get_mut(&id).expect("a channel");
            channel.deleted = true;
            if channel.thread.is_none() {
                return state.tell("CHANNEL_DELETE", &whole);
            }
            // Of a thread no more is told.
            let keys = ["id", "guild_id", "parent_id", "type"];
            let told = keys.iter().map(|key| ((*key).to_owned(), whole[*key].clone())).collect();
            state.tell("THREAD_DELETE", &Value::Object(told));
        });
    }

    /// Whether a thread sleeps.
    pub fn sleeps(&self, thread: u64) -> bool {
        self.state().channels[&thread].thread.as_ref().is_some_and(|thread| thread.archived)
    }
}

/// A channel as the wire shows it.
pub fn shown(state: &State, id: u64) -> Value {
    state.channels.get(&id).map_or(Value::Null, |channel| wire::channel(id, channel))
}

impl State {
    /// Whoever is mentioned in a thread is in it from then on; <https://github.com/MarcusOtter/discord-needle/issues/107>.
    pub fn call_into_thread(&mut self, id: u64, pinged: &[u64]) {
        let thread = self.channels.get_mut(&id).and_then(|channel| channel.thread.as_mut());
        let Some(thread) = thread else { return };
        let others: Vec<u64> = pinged.iter().filter(|user| !thread.members.contains(user)).copied().collect();
        thread.members.extend(others);
    }

    /// Whatever is written in a sleeping thread wakes it.
    pub fn wake_thread(&mut self, id: u64) {
        let thread = self.channels.get_mut(&id).and_then(|channel| channel.thread.as_mut());
        let Some(thread) = thread.filter(|thread| thread.archived) else { return };
        thread.archived = false;
        let told = shown(self, id);
        self.tell("THREAD_UPDATE", &told);
    }
}
