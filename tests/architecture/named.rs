//! Lists the paths that a source file names: each is spelled from its root, whether it stands
//! alone, in a group, under another name, in a macro, or goes up by `super`. Not here: what may be
//! named where.

use std::path::Path;

use syn::{
    ItemMod, ItemUse, Macro, Path as SynPath, UseTree,
    visit::{self, Visit},
};

/// What is named in a file that lies so far below the root of its crate's sources.
pub(super) fn named(text: &str, below: &Path) -> Vec<String> {
    let parsed = syn::parse_file(text).unwrap_or_else(|error| panic!("{}: {error}", below.display()));
    let parts = below.with_extension("");
    let parts = parts.iter().map(|part| part.to_string_lossy().into_owned());
    let inner = parts.filter(|part| !["mod", "lib", "main"].contains(&part.as_str()));
    let module = ["crate".to_owned()].into_iter().chain(inner).collect();
    let mut naming = Naming { module, named: Vec::new() };
    naming.visit_file(&parsed);
    naming.named
}

/// Whether something named is that path, lies below it, or takes all that lies where it does.
pub(super) fn names(named: &[String], path: &str) -> bool {
    named.iter().any(|name| {
        let whole = format!("::{name}::");
        let all = name.strip_suffix("::*").is_some_and(|root| path.starts_with(&format!("{root}::")));
        whole.contains(&format!("::{path}::")) || all
    })
}

struct Naming {
    /// The module that is read, from the crate on.
    module: Vec<String>,
    named: Vec<String>,
}

impl Naming {
    fn add(&mut self, names: &[String]) {
        let ups = names.iter().take_while(|name| *name == "super").count();
        let own = usize::from(ups == 0 && names.first().is_some_and(|name| name == "self"));
        let mut path = Vec::new();
        if ups + own > 0 {
            path.extend_from_slice(&self.module[..self.module.len().saturating_sub(ups)]);
        }
        path.extend_from_slice(&names[ups + own..]);
        self.named.push(path.join("::"));
    }

    fn spell(&mut self, before: &[String], tree: &UseTree) {
        let with = |name: String| [before, &[name]].concat();
        match tree {
            UseTree::Path(path) => self.spell(&with(path.ident.to_string()), &path.tree),
            UseTree::Name(name) if name.ident == "self" => self.add(before),
            UseTree::Name(name) => self.add(&with(name.ident.to_string())),
            UseTree::Rename(name) if name.ident == "self" => self.add(before),
            UseTree::Rename(name) => self.add(&with(name.ident.to_string())),
            UseTree::Glob(_) => self.add(&with("*".to_owned())),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.spell(before, tree)),
        }
    }
}

impl<'ast> Visit<'ast> for Naming {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.spell(&[], &item.tree);
    }

    fn visit_path(&mut self, path: &'ast SynPath) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.add(&names);
        visit::visit_path(self, path);
    }

    /// What a macro is given is no code before it is run, so its words are taken as they stand.
    fn visit_macro(&mut self, called: &'ast Macro) {
        let name = called.path.segments.iter().map(|segment| segment.ident.to_string()).collect::<Vec<_>>();
        self.named.push(format!("{}!", name.join("::")));
        let given = called.tokens.to_string().replace(" :: ", "::").replace(" !", "!");
        let words = given.split(|c: char| !(c.is_alphanumeric() || "_:!".contains(c)));
        for word in words.filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_')) {
            let names: Vec<String> = word.split("::").map(str::to_owned).collect();
            self.add(&names);
        }
    }
}

#[test]
fn whatever_is_named_is_spelled_from_its_root() {
    let table = [
        ("use std::fs;", "std::fs"),
        ("use std::{env, io::{self, Read}, fs as files};", "std::fs"),
        ("use std::{io::{self as reading}};", "std::io"),
        ("fn f() { std::fs::read(\"a\"); }", "std::fs"),
        ("fn f() -> Vec<std::time::Instant> { vec![] }", "std::time"),
        ("fn f() { println!(\"{}\", std::env::var(\"A\")); }", "std::env"),
        ("fn f() { dbg!(println!(\"a\")); }", "println!"),
        ("use std::*;", "std::fs"),
        ("use super::super::discord::Bot;", "crate::adapter::discord"),
        ("use super::super::{cli, discord::{Bot, self}};", "adapter::discord"),
        ("mod tests { use super::super::super::discord; }", "adapter::discord"),
        ("use self::line::Line;", "crate::adapter::web::page::line"),
        ("fn f(table: T) { matches!(table, Table::Web) }", "Table::Web"),
    ];
    for (text, path) in table {
        let named = named(text, Path::new("adapter/web/page.rs"));
        assert!(names(&named, path), "{text}: {path} is not among {named:?}");
    }
}

#[test]
fn what_only_looks_alike_is_not_named() {
    let table = [
        ("//! std::fs", "std::fs"),
        ("fn f() { let text = \"std::fs\"; }", "std::fs"),
        ("use my_std::fs;", "std::fs"),
        ("use std::fsx;", "std::fs"),
        ("use super::discord;", "crate::adapter::discord"),
        ("use std::collections::*;", "std::fs"),
    ];
    for (text, path) in table {
        let named = named(text, Path::new("adapter/web/page.rs"));
        assert!(!names(&named, path), "{text}: {path} among {named:?}");
    }
}
