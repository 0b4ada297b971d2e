//! The direction between the modules of one crate: a module imports only from those before it, so that none of them form
//! a ring. What it imports is read from the source, under whichever name the crate's root gives it. Not here: the direction
//! between crates.

use std::{collections::BTreeMap, fs, path::Path};

use syn::{
    Item, Path as SynPath, UseTree,
    visit::{self, Visit},
};

use super::{root, rust_files};

/// The bot's modules, each before those that may import it.
const BOT: [&str; 38] = [
    "panic_guard",
    "timestamp_marks",
    "clock",
    "language",
    "reading",
    "locales",
    "ids",
    "engine_pool",
    "game",
    "command",
    "notice",
    "event",
    "decision",
    "forms",
    "records",
    "calendar",
    "uptime",
    "text",
    "likeness",
    "alt_text",
    "scenes",
    "message",
    "present",
    "parser",
    "admission",
    "pgn",
    "json",
    "handlers",
    "outbox",
    "scheduler",
    "computer_runner",
    "bot",
    "queries",
    "preference_form",
    "reachability",
    "retention",
    "relocation",
    "engine_jobs",
];

/// Names after `crate::` in a file.
#[derive(Default)]
struct Imports(Vec<String>);

impl Imports {
    fn of(text: &str, file: &Path) -> Vec<String> {
        let parsed = syn::parse_file(text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let mut imports = Self::default();
        imports.visit_file(&parsed);
        imports.0
    }

    /// The first names of a group or a path: what stands behind `crate::`.
    fn add(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => self.0.push(path.ident.to_string()),
            UseTree::Name(name) => self.0.push(name.ident.to_string()),
            UseTree::Rename(name) => self.0.push(name.ident.to_string()),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add(tree)),
            UseTree::Glob(_) => self.0.push("*".to_owned()),
        }
    }
}

impl<'ast> Visit<'ast> for Imports {
    fn visit_use_tree(&mut self, tree: &'ast UseTree) {
        match tree {
            UseTree::Path(path) if path.ident == "crate" => self.add(&path.tree),
            tree => visit::visit_use_tree(self, tree),
        }
    }

    fn visit_path(&mut self, path: &'ast SynPath) {
        let mut names = path.segments.iter().map(|segment| segment.ident.to_string());
        if names.next().as_deref() == Some("crate") {
            self.0.extend(names.next());
        }
        visit::visit_path(self, path);
    }
}

/// The module behind each name that the crate's root gives away.
fn given_away(folder: &Path) -> BTreeMap<String, String> {
    let text = fs::read_to_string(folder.join("lib.rs")).unwrap_or_else(|error| panic!("{error}"));
    let root = syn::parse_file(&text).unwrap_or_else(|error| panic!("{error}"));
    let mut names = BTreeMap::new();
    for item in root.items {
        if let Item::Use(item) = item
            && let UseTree::Path(path) = &item.tree
        {
            let mut given = Imports::default();
            given.add(&path.tree);
            names.extend(given.0.into_iter().map(|name| (name, path.ident.to_string())));
        }
    }
    names
}

#[test]
fn modules_of_the_bot_import_one_way() {
    let folder = root().join("crates/bot/src");
    let names = given_away(&folder);
    let place = |module: &str| BOT.iter().position(|known| *known == module);
    let mut files = Vec::new();
    rust_files(&folder, &mut files);
    for file in files.iter().filter(|file| !file.ends_with("lib.rs")) {
        let within = file.strip_prefix(&folder).unwrap_or(file).with_extension("");
        let module = within.iter().next().map(|part| part.to_string_lossy().into_owned()).unwrap_or_default();
        let own = place(&module).unwrap_or_else(|| panic!("{module} has no place among the modules"));
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        for name in Imports::of(&text, file) {
            let imported = names.get(&name).unwrap_or(&name);
            let other =
                place(imported).unwrap_or_else(|| panic!("{}: {name} is of no known module", file.display()));
            assert!(other <= own, "{}: {module} must not import {name} of {imported}", file.display());
        }
    }
}
