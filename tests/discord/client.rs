//! Simulates what Discord's client makes of a typed slash command: the command, by its name in any
//! language, and its options by theirs, as they are registered. Not here: what the bot makes of it.

use serde_json::Value;

use crate::fake::Opt;

/// Commands as the bot has registered them.
pub struct Client {
    pub commands: Vec<Value>,
    /// People who may be named.
    pub people: Vec<(&'static str, u64)>,
}

impl Client {
    /// The command of a line and its options; none if there is no such command.
    pub fn read(&self, line: &str) -> Option<(String, Vec<(String, Opt)>)> {
        let mut words = line.split_whitespace();
        let command = self.command(words.next()?)?;
        let mut given: Vec<(String, Opt)> = Vec::new();
        let mut rest = Vec::new();
        for word in words {
            let mut free = options(command)
                .iter()
                .filter(|option| given.iter().all(|(name, _)| option["name"] != *name));
            match free.find_map(|option| Some((name(option), self.value(option, word)?))) {
                Some(found) => given.push(found),
                None => rest.push(word),
            }
        }
        // Whatever else is typed stands in the field that takes any text.
        if let Some(option) = text_option(command).filter(|_| !rest.is_empty()) {
            given.push((name(option), Opt::Text(rest.join(" "))));
        }
        Some((name(command), given))
    }

    /// The field in which the end of a line is being typed: its command, its option, and what stands there.
    pub fn field<'l>(&self, line: &'l str) -> Option<(String, String, &'l str)> {
        let (first, rest) = line.split_once(' ')?;
        let command = self.command(first)?;
        Some((name(command), name(text_option(command)?), rest))
    }

    fn command(&self, word: &str) -> Option<&Value> {
        self.commands.iter().find(|command| is_called(command, word))
    }

    /// A word as the value of an option that is one of a few words, or a person.
    fn value(&self, option: &Value, word: &str) -> Option<Opt> {
        if option["type"] == 6 {
            let person = self.people.iter().find(|(name, _)| *name == word);
            return person.map(|(_, id)| Opt::User(*id));
        }
        let choices = option["choices"].as_array()?;
        let choice = choices.iter().find(|choice| choice["value"] == word || is_called(choice, word))?;
        choice["value"].as_str().map(|value| Opt::Text(value.to_owned()))
    }
}

fn options(command: &Value) -> &[Value] {
    command["options"].as_array().map_or(&[], Vec::as_slice)
}

fn text_option(command: &Value) -> Option<&Value> {
    let is_free =
        |option: &&Value| option["type"] == 3 && option["choices"].as_array().is_none_or(Vec::is_empty);
    options(command).iter().find(is_free)
}

fn name(of: &Value) -> String {
    of["name"].as_str().expect("a name").to_owned()
}

/// Whether something has this name in any language.
fn is_called(of: &Value, word: &str) -> bool {
    let others = of["name_localizations"].as_object().into_iter().flat_map(|others| others.values());
    let mut names = others.chain([&of["name"]]).filter_map(Value::as_str);
    names.any(|name| name.to_lowercase() == word.to_lowercase())
}
