//! Tests that a feature of the bot knows no other one, except for a short list: neither by an
//! import nor by calling a method that the other feature adds to a request or to the progress of a
//! game, which no `use` line shows. Not here: the order of modules (`modules`).

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use adoube_xtask::shape::{imports::import_graph, source::CrateSource};
use syn::{
    Expr, ExprMethodCall, ImplItem, Item, ItemImpl, Type,
    visit::{self, Visit},
};

use super::root;

const FOLDER: &str = "crates/bot";

/// The types whose methods stand in the files of several features.
const SHARED: [&str; 2] = ["HandlerRequest", "GameProgress"];

/// The names under which code has a value of such a type, in addition to `self`.
const VALUES: [&str; 3] = ["request", "course", "progress"];

/// Features with those they may know: what a board shows is made of pieces of other features. The list may only shrink.
const KNOWN: [(&str, &str); 11] = [
    ("board", "cards"),
    ("board", "challenge"),
    ("end_game", "clock"),
    ("export", "replay"),
    ("help", "self_test"),
    ("live_board", "board"),
    ("live_board", "challenge"),
    ("live_board", "conditional_moves"),
    ("live_board", "setup"),
    ("rematch", "challenge"),
    ("setup", "challenge"),
];

/// The feature of a file of the bot; none below the features, and beside their folders.
fn feature_of(file: &Path) -> Option<String> {
    let within = file.strip_prefix(FOLDER).ok()?.strip_prefix("src/features").ok()?;
    let mut parts = within.iter().map(|part| part.to_string_lossy().into_owned());
    parts.next().filter(|_| parts.next().is_some())
}

/// Methods that the items of a file add to the shared types, and those it calls on their values.
#[derive(Default)]
struct SharedMethods {
    defined: BTreeSet<String>,
    called: BTreeSet<String>,
    /// Whether `self` is such a value where the visit is.
    is_self_shared: bool,
}

impl<'ast> Visit<'ast> for SharedMethods {
    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        let Type::Path(of) = &*item.self_ty else { return };
        let of = of.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        self.is_self_shared = SHARED.contains(&of.as_str());
        if item.trait_.is_none() && self.is_self_shared {
            let methods = item.items.iter().filter_map(|item| match item {
                ImplItem::Fn(method) => Some(method.sig.ident.to_string()),
                _ => None,
            });
            self.defined.extend(methods);
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let is_shared = match &*call.receiver {
            Expr::Path(path) if path.path.is_ident("self") => self.is_self_shared,
            Expr::Path(path) => VALUES.iter().any(|name| path.path.is_ident(name)),
            Expr::MethodCall(inner) => inner.method == "course",
            _ => false,
        };
        if is_shared {
            self.called.insert(call.method.to_string());
        }
        visit::visit_expr_method_call(self, call);
    }
}

/// The shared methods of each file.
fn shared_methods(source: &CrateSource) -> BTreeMap<usize, SharedMethods> {
    let mut methods: BTreeMap<usize, SharedMethods> = BTreeMap::new();
    for module in source.modules.values() {
        let found = methods.entry(module.file).or_default();
        module
            .items
            .iter()
            .filter(|item| !matches!(item, Item::Mod(_)))
            .for_each(|item| found.visit_item(item));
    }
    methods
}

/// What one feature knows of another, as a line to read.
fn knowledge(source: &CrateSource) -> BTreeMap<(String, String), String> {
    let methods = shared_methods(source);
    let features: Vec<Option<String>> = source.files.iter().map(|file| feature_of(file)).collect();
    let mut known = BTreeMap::new();
    for (file, imported) in import_graph(source).iter().enumerate() {
        let Some(feature) = &features[file] else { continue };
        for other in imported.iter().filter_map(|other| features[*other].as_ref()) {
            let line = format!("{} imports from {other}", source.files[file].display());
            known.insert((feature.clone(), other.clone()), line);
        }
        for method in &methods[&file].called {
            let definers: Vec<_> = methods
                .iter()
                .filter(|(_, found)| found.defined.contains(method))
                .map(|(file, _)| &features[*file])
                .collect();
            // A name that several types define counts where it may be the feature's own or a shared one.
            if definers.iter().any(|definer| definer.as_ref().is_none_or(|definer| definer == feature)) {
                continue;
            }
            for other in definers.into_iter().flatten() {
                let line = format!("{} calls `{method}` of {other}", source.files[file].display());
                known.insert((feature.clone(), other.clone()), line);
            }
        }
    }
    known.retain(|(feature, other), _| feature != other);
    known
}

#[test]
fn a_feature_knows_no_other_feature() {
    let source = CrateSource::read(root(), Path::new(FOLDER)).unwrap_or_else(|error| panic!("{error}"));
    let known = knowledge(&source);
    let listed = |feature: &str, other: &str| KNOWN.contains(&(feature, other));
    let faults: Vec<_> = known
        .iter()
        .filter(|((feature, other), _)| !listed(feature, other))
        .map(|(_, line)| line.as_str())
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    for (feature, other) in KNOWN {
        let is_needed = known.contains_key(&(feature.to_owned(), other.to_owned()));
        assert!(is_needed, "{feature} does not know {other}: take it from the list");
    }
}

#[test]
fn gameplay_calls_no_method_of_a_feature() {
    let source = CrateSource::read(root(), Path::new(FOLDER)).unwrap_or_else(|error| panic!("{error}"));
    let methods = shared_methods(&source);
    let is_gameplay = |file: usize| source.files[file].starts_with(Path::new(FOLDER).join("src/gameplay"));
    for (file, found) in methods.iter().filter(|(file, _)| is_gameplay(**file)) {
        for method in &found.called {
            let mut definers = methods.iter().filter(|(_, found)| found.defined.contains(method)).peekable();
            let is_of_features = definers.peek().is_some()
                && definers.all(|(file, _)| feature_of(&source.files[*file]).is_some());
            assert!(!is_of_features, "{} calls `{method}` of a feature", source.files[*file].display());
        }
    }
}
