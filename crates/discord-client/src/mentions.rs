//! Turns names of slash commands in a message into clickable mentions: `</play:1234>` in place of
//! `/play` (<https://docs.discord.com/developers/reference#message-formatting-formats>). Labels and
//! alt texts show no mentions and stay as they are, as does a text that would become too long. Not
//! here: the ids of commands (`command_registration`).

use std::{
    collections::{BTreeMap, HashMap},
    sync::{PoisonError, RwLock},
};

use serde_json::Value;

use crate::GuildId;
use crate::text_limits::{CONTENT, EMBED, EMBEDS, length};

/// Characters other than white space that may precede a command.
const BEFORE: [char; 7] = ['(', '“', '„', '"', '*', '—', '–'];
/// Delimiter of code blocks, which stay as they are.
const FENCE: &str = "```";

/// Command ids by name in every language.
#[derive(Default)]
pub(crate) struct CommandMentions {
    /// For each server with commands of its own, and for everywhere.
    known: RwLock<BTreeMap<Option<GuildId>, HashMap<String, u64>>>,
}

impl CommandMentions {
    /// Sets the commands of a server, or those for everywhere.
    pub(crate) fn note(&self, guild: Option<GuildId>, names: HashMap<String, u64>) {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if names.is_empty() {
            known.remove(&guild);
        } else {
            known.insert(guild, names);
        }
    }

    /// The id of a command; `None` where several lists are registered, as it is unclear which one
    /// applies.
    fn id(&self, name: &str) -> Option<u64> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let mut lists = known.values();
        let only = lists.next().filter(|_| lists.next().is_none())?;
        only.get(name).copied()
    }

    /// The message body with mentions.
    pub(crate) fn linked_form(&self, mut form: Value) -> Value {
        self.link(&mut form);
        form
    }

    /// Adds mentions to a message body, as far as lengths allow.
    pub(crate) fn link(&self, form: &mut Value) {
        if let Some(content) = form["content"].as_str() {
            form["content"] = self.linked(content).into();
        }
        let embeds = form["embeds"].as_array().into_iter().flatten();
        let words: Vec<&str> = embeds.filter_map(|embed| embed["description"].as_str()).collect();
        let linked: Vec<String> = words.iter().map(|words| self.with_mentions(words)).collect();
        let fits = linked.iter().all(|words| length(words) <= EMBED)
            && linked.iter().map(|words| length(words)).sum::<usize>() <= EMBEDS;
        if fits && linked.len() == form["embeds"].as_array().map_or(0, Vec::len) {
            for (place, words) in linked.into_iter().enumerate() {
                form["embeds"][place]["description"] = words.into();
            }
        }
    }

    /// The text with mentions, or unchanged where these would make it too long.
    pub(crate) fn linked(&self, content: &str) -> String {
        let linked = self.with_mentions(content);
        if length(&linked) <= CONTENT { linked } else { content.to_owned() }
    }

    fn with_mentions(&self, text: &str) -> String {
        let parts = text
            .split(FENCE)
            .enumerate()
            .map(|(place, part)| if place % 2 == 0 { self.outside_of_fences(part) } else { part.to_owned() });
        parts.collect::<Vec<_>>().join(FENCE)
    }

    fn outside_of_fences(&self, text: &str) -> String {
        let (mut linked, mut rest, mut before) = (String::with_capacity(text.len()), text, None);
        while let Some((words, behind)) = rest.split_once('/') {
            linked.push_str(words);
            before = words.chars().next_back().or(before);
            let end = behind.find(|c: char| !c.is_alphanumeric()).unwrap_or(behind.len());
            let (name, after) = behind.split_at(end);
            let begins = before.is_none_or(|before| before.is_whitespace() || BEFORE.contains(&before));
            match self.id(&name.to_lowercase()).filter(|_| begins) {
                Some(id) => linked.extend(["</", name, ":", &id.to_string(), ">"]),
                None => linked.extend(["/", name]),
            }
            before = name.chars().next_back().or(Some('/'));
            rest = after;
        }
        linked + rest
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn known() -> CommandMentions {
        let mentions = CommandMentions::default();
        let names = [("play", 7), ("spielen", 7), ("zug", 8)];
        mentions.note(None, names.map(|(name, id)| (name.to_owned(), id)).into());
        mentions
    }

    #[test]
    fn commands_become_mentions_where_they_stand_alone() {
        let mentions = known();
        for (text, shown) in [
            ("/play starts a game.", "</play:7> starts a game."),
            ("Fordere jemanden mit /spielen heraus.", "Fordere jemanden mit </spielen:7> heraus."),
            ("“/play chess” (/zug) **/Play**", "“</play:7> chess” (</zug:8>) **</Play:7>**"),
            (
                "and/play /playing 1/2 //play https\\://x.example/play",
                "and/play /playing 1/2 //play https\\://x.example/play",
            ),
            ("```\n/play\n``` /play", "```\n/play\n``` </play:7>"),
            ("/help /", "/help /"),
        ] {
            assert_eq!(mentions.linked(text), shown, "{text}");
        }
        assert_eq!(CommandMentions::default().linked("/play"), "/play", "no id is known");
    }

    #[test]
    fn several_lists_of_commands_leave_words_as_they_are() {
        let (mentions, guild) = (known(), GuildId::new(500));
        mentions.note(guild, [("play".to_owned(), 9)].into());
        assert_eq!(mentions.linked("/play"), "/play");
        mentions.note(None, HashMap::new());
        assert_eq!(mentions.linked("/play"), "</play:9>");
    }

    #[test]
    fn mentions_never_make_a_message_too_long() {
        let mentions = known();
        let long = format!("{} /play", "x".repeat(CONTENT - 6));
        assert_eq!(mentions.linked(&long), long);
        let mut form = json!({ "content": "/zug", "embeds": [
            { "description": format!("/play {}", "x".repeat(EMBED - 6)) }, { "description": "/play" },
        ] });
        let before = form["embeds"].clone();
        mentions.link(&mut form);
        assert_eq!((&form["content"], &form["embeds"]), (&json!("</zug:8>"), &before));
        let mut form = json!({ "content": "", "embeds": [{ "description": "/play" }], "components": [] });
        mentions.link(&mut form);
        assert_eq!(form["embeds"][0]["description"], "</play:7>");
    }
}
