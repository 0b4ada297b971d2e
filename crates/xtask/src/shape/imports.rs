//! Builds the import graph of a crate: which file uses names that another file defines.
//!
//! A name counts for the file that defines it, however many re-exports it is reached through; a re-export itself is no import.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Item, ItemUse, Macro, Path, UseTree, Visibility};

use super::source::{CrateSource, is_for_tests};

/// Longest chain of re-exports that is followed, so that a cycle of them ends.
const MAX_REEXPORTS: usize = 16;

/// For each file, the files that define names it uses.
pub type ImportGraph = Vec<BTreeSet<usize>>;

/// Reads the import graph of a crate.
pub fn import_graph(source: &CrateSource) -> ImportGraph {
    let scopes: BTreeMap<&[String], ModuleScope> = source
        .modules
        .iter()
        .map(|(path, module)| (path.as_slice(), ModuleScope::read(&module.items)))
        .collect();
    let resolver = Resolver { source, scopes };
    let mut graph = vec![BTreeSet::new(); source.files.len()];
    for (path, module) in &source.modules {
        let mut used = UsedPaths::default();
        module.items.iter().for_each(|item| used.visit_item(item));
        for names in used.0 {
            if let Some(file) = resolver.defining_file(path, &names, 0)
                && file != module.file
            {
                graph[module.file].insert(file);
            }
        }
    }
    graph
}

/// What the names of a module stand for.
#[derive(Default)]
struct ModuleScope {
    /// Types, functions, constants and macros defined in the module.
    defined: BTreeSet<String>,
    /// Names brought in by `use`, with the path each stands for.
    aliases: BTreeMap<String, Vec<String>>,
    /// Paths behind `use path::*`.
    globs: Vec<Vec<String>>,
}

impl ModuleScope {
    fn read(items: &[Item]) -> Self {
        let mut scope = Self::default();
        for item in items {
            match item {
                Item::Use(item) => scope.add_use(&[], &item.tree),
                Item::Macro(item) => scope.defined.extend(item.ident.iter().map(ToString::to_string)),
                item => scope.defined.extend(defined_name(item)),
            }
        }
        scope
    }

    fn add_use(&mut self, before: &[String], tree: &UseTree) {
        let with = |name: &dyn ToString| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.add_use(&with(&path.ident), &path.tree),
            UseTree::Name(name) if name.ident == "self" => {
                self.aliases.extend(before.last().map(|last| (last.clone(), before.to_vec())));
            }
            UseTree::Name(name) => {
                self.aliases.insert(name.ident.to_string(), with(&name.ident));
            }
            UseTree::Rename(name) => {
                let path = if name.ident == "self" { before.to_vec() } else { with(&name.ident) };
                self.aliases.insert(name.rename.to_string(), path);
            }
            UseTree::Glob(_) => self.globs.push(before.to_vec()),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add_use(before, tree)),
        }
    }
}

/// The name an item defines in its module.
pub(super) fn defined_name(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::TraitAlias(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

struct Resolver<'a> {
    source: &'a CrateSource,
    scopes: BTreeMap<&'a [String], ModuleScope>,
}

impl Resolver<'_> {
    /// The file that defines what `names` stand for in the module at `from`; none if that is a module or of another crate.
    fn defining_file(&self, from: &[String], names: &[String], depth: usize) -> Option<usize> {
        let mut module = from.to_vec();
        let mut rest = names;
        while let [first, others @ ..] = rest {
            match first.as_str() {
                // The modules of a program stand below `main`.
                "crate" => module.truncate(usize::from(from.first().is_some_and(|root| root == "main"))),
                "self" => {}
                "super" => drop(module.pop()),
                _ => break,
            }
            rest = others;
        }
        for (place, name) in rest.iter().enumerate() {
            module.push(name.clone());
            if self.source.modules.contains_key(&module) {
                continue;
            }
            module.pop();
            return self.find(&module, name, &rest[place + 1..], depth);
        }
        None
    }

    /// The same for a name that is no module below `module`, and what follows it.
    fn find(&self, module: &[String], name: &str, rest: &[String], depth: usize) -> Option<usize> {
        let scope = self.scopes.get(module)?;
        if scope.defined.contains(name) {
            return self.source.modules.get(module).map(|module| module.file);
        }
        if depth == MAX_REEXPORTS {
            return None;
        }
        if let Some(path) = scope.aliases.get(name) {
            // A `use` of another crate's name begins with that crate, which is no module here.
            return self.defining_file(module, &[path.as_slice(), rest].concat(), depth + 1);
        }
        let named = [&[name.to_owned()], rest].concat();
        scope
            .globs
            .iter()
            .find_map(|glob| self.defining_file(module, &[glob.as_slice(), &named].concat(), depth + 1))
    }
}

/// The paths a module's code uses, as they are written.
#[derive(Default)]
struct UsedPaths(Vec<Vec<String>>);

impl UsedPaths {
    fn add_use(&mut self, before: &[String], tree: &UseTree) {
        match tree {
            UseTree::Path(path) => self.add_use(&[before, &[path.ident.to_string()]].concat(), &path.tree),
            UseTree::Name(name) => self.0.push([before, &[name.ident.to_string()]].concat()),
            UseTree::Rename(name) => self.0.push([before, &[name.ident.to_string()]].concat()),
            UseTree::Glob(_) => {}
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add_use(before, tree)),
        }
    }

    /// Paths among the tokens of a macro call, which are no syntax tree before it is expanded.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(name) if colons == 2 => path.push(name.to_string()),
                TokenTree::Ident(name) => {
                    self.push_path(std::mem::replace(&mut path, vec![name.to_string()]));
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => {
                    colons += 1;
                    continue;
                }
                TokenTree::Group(group) => self.add_tokens(group.stream()),
                _ => self.push_path(std::mem::take(&mut path)),
            }
            colons = 0;
        }
        self.push_path(path);
    }

    /// A single word may be a local variable; names that are used count by their `use`.
    fn push_path(&mut self, path: Vec<String>) {
        if path.len() > 1 {
            self.0.push(path);
        }
    }
}

impl<'ast> Visit<'ast> for UsedPaths {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            _ => return visit::visit_item(self, item),
        };
        if !is_for_tests(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if matches!(item.vis, Visibility::Inherited) {
            self.add_use(&[], &item.tree);
        }
    }

    fn visit_path(&mut self, path: &'ast Path) {
        if path.leading_colon.is_none() && path.segments.len() > 1 {
            self.0.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        self.add_tokens(called.tokens.clone());
    }
}
