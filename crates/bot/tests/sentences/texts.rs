//! Reads the locale files as data: each message and attribute with its variables and the words
//! around them, and the files in the groups that are used together (the bot's, and those of each
//! platform). A new file or key is read without being named here. Not here: what may stand for a
//! variable (`table`).

use std::{
    fs,
    path::{Path, PathBuf},
};

use adoube_bot::Language;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

/// Files whose sentences are kept apart from the bot's, and from one another's.
const PLATFORMS: [&str; 3] = ["discord.ftl", "matrix.ftl", "web.ftl"];

/// A message or one of its attributes.
pub struct Text {
    /// `web.ftl`
    pub file: String,
    /// `piece-king`, `piece-king.about`
    pub key: String,
    /// What stands in it for a value, in order, each once.
    pub variables: Vec<String>,
    /// Its own words, all variants one after another; `{}` stands for a value.
    pub literal: String,
}

impl Text {
    /// The message and the attribute, if it is one.
    pub fn place(&self) -> (&str, Option<&str>) {
        self.key.split_once('.').map_or((&self.key, None), |(key, name)| (key, Some(name)))
    }

    /// The sentences it is kept with.
    pub fn shelf(&self) -> &str {
        shelf(&self.file)
    }

    /// Whether people type this; everything else they read.
    pub fn is_typed(&self) -> bool {
        let lists = self.place().1.is_some_and(|name| ["words", "aliases"].contains(&name));
        lists || self.key.starts_with("words-") || self.key.starts_with("letter-")
    }
}

fn shelf(file: &str) -> &str {
    if PLATFORMS.contains(&file) { file } else { "service" }
}

/// The sources of a language, by the name of the file, with the shelf of each.
pub fn sources(language: Language) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/locales").join(language.tag());
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (name, text)
    };
    paths.into_iter().map(read).collect()
}

/// Terms that the sentences of a platform use as well.
const SHARED: &str = "saving.ftl";

/// The shelves with their sources.
pub fn shelves(language: Language) -> Vec<(String, Vec<String>)> {
    let mut shelves: Vec<(String, Vec<String>)> = Vec::new();
    let sources = sources(language);
    let shared = sources.iter().find(|(file, _)| file == SHARED).map(|(_, source)| source.clone());
    for (file, source) in sources {
        let name = shelf(&file);
        match shelves.iter_mut().find(|(known, _)| known == name) {
            Some((_, there)) => there.push(source),
            None => shelves.push((name.to_owned(), vec![source])),
        }
    }
    for (_, there) in shelves.iter_mut().filter(|(name, _)| PLATFORMS.contains(&name.as_str())) {
        there.extend(shared.clone());
    }
    shelves
}

/// Everything a language says.
pub fn texts(language: Language) -> Vec<Text> {
    let mut texts = Vec::new();
    for (file, source) in sources(language) {
        let parsed =
            fluent_syntax::parser::parse(source).unwrap_or_else(|(_, errors)| panic!("{file}: {errors:?}"));
        for entry in parsed.body {
            let Entry::Message(message) = entry else { continue };
            let id = message.id.name;
            let value = message.value.map(|value| (id.clone(), value));
            let attributes = message.attributes.into_iter();
            let attributes =
                attributes.map(|attribute| (format!("{id}.{}", attribute.id.name), attribute.value));
            texts
                .extend(value.into_iter().chain(attributes).map(|(key, pattern)| text(&file, key, &pattern)));
        }
    }
    texts
}

fn text(file: &str, key: String, pattern: &Pattern<String>) -> Text {
    let mut text = Text { file: file.to_owned(), key, variables: Vec::new(), literal: String::new() };
    walk(pattern, &mut text);
    text
}

fn walk(pattern: &Pattern<String>, text: &mut Text) {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => text.literal.push_str(value),
            PatternElement::Placeable { expression: Expression::Inline(inline) } => walk_inline(inline, text),
            PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                note(selector, text);
                for variant in variants {
                    walk(&variant.value, text);
                    text.literal.push(' ');
                }
            }
        }
    }
}

fn walk_inline(inline: &InlineExpression<String>, text: &mut Text) {
    match inline {
        InlineExpression::StringLiteral { value } => text.literal.push_str(value),
        InlineExpression::Placeable { expression } => match expression.as_ref() {
            Expression::Inline(inline) => walk_inline(inline, text),
            Expression::Select { .. } => panic!("{}: a choice within a choice is too much to read", text.key),
        },
        other => {
            note(other, text);
            text.literal.push_str("{}");
        }
    }
}

fn note(inline: &InlineExpression<String>, text: &mut Text) {
    if let InlineExpression::VariableReference { id } = inline
        && !text.variables.contains(&id.name)
    {
        text.variables.push(id.name.clone());
    }
}
