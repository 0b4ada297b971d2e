//! Rewrites commands in sentences as people type them on a platform: `!chess play` for `/play`.

use adoube_bot::{Block, Bot, ChannelItem};

/// The names of all commands in all languages.
#[derive(Clone, Debug)]
pub struct TypedCommandNames(Vec<String>);

impl TypedCommandNames {
    /// The commands of the bot.
    pub fn new(service: &Bot) -> Self {
        let commands = service.locales().languages().flat_map(|language| service.commands(language));
        Self(commands.flat_map(|command| [command.key.to_owned(), command.name]).collect())
    }

    /// A text in which `prefix` replaces the slash of each command.
    pub fn with_prefix(&self, text: &str, prefix: &str) -> String {
        let mut typed = String::with_capacity(text.len());
        let mut last = ' ';
        let mut rest = text;
        while let Some(character) = rest.chars().next() {
            rest = rest.get(character.len_utf8()..).unwrap_or_default();
            let word: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '-').collect();
            let begins = !last.is_alphanumeric() && !matches!(last, '/' | ':' | '.' | '½');
            if character == '/' && begins && self.0.contains(&word.to_lowercase()) {
                typed.push_str(prefix);
            } else {
                typed.push(character);
            }
            last = character;
        }
        typed
    }

    /// A block in which `prefix` replaces the slash of each command. Code stays unchanged.
    pub fn block_with_prefix(&self, block: &Block, prefix: &str) -> Block {
        match block {
            Block::Heading(text) => Block::Heading(self.with_prefix(text, prefix)),
            Block::Text(text) => Block::Text(self.with_prefix(text, prefix)),
            Block::List(items) => {
                Block::List(items.iter().map(|item| self.with_prefix(item, prefix)).collect())
            }
            Block::Channels(items) => {
                let typed = |item: &ChannelItem| ChannelItem {
                    text: self.with_prefix(&item.text, prefix),
                    channel: item.channel.clone(),
                };
                Block::Channels(items.iter().map(typed).collect())
            }
            Block::Code(text) => Block::Code(text.clone()),
        }
    }
}

impl TypedCommandNames {
    /// Names for tests.
    pub fn from_names(names: &[&str]) -> Self {
        Self(names.iter().map(|name| (*name).to_owned()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_written_as_they_are_typed_here() {
        let names = TypedCommandNames::from_names(&["play", "spielen", "setup"]);
        for (text, typed) in [
            ("Start one with /play.", "Start one with !chess play."),
            ("„/spielen“ (/setup)", "„!chess spielen“ (!chess setup)"),
            ("1/2 and/play http://x/play /dance", "1/2 and/play http://x/play /dance"),
        ] {
            assert_eq!(names.with_prefix(text, "!chess "), typed);
        }
    }
}
