//! Tests of the order of modules in a crate: a module imports only from those before it, so that
//! they form no cycle. An import counts for the module that defines the name, as in
//! `cargo xtask shape`. Not here: the order of crates.

use std::path::Path;

use adoube_xtask::shape::{imports::import_graph, source::CrateSource};

use super::root;

/// The crate whose modules have an order.
const FOLDER: &str = "crates/bot";

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
    "versioned_form",
    "game",
    "event_priority",
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
    "parser",
    "present",
    "admission",
    "pgn",
    "json",
    "gameplay",
    "features",
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
];

/// The module of the crate to which a file belongs; none for the crate's root.
fn module_of(file: &Path) -> Option<String> {
    let within = file.strip_prefix(FOLDER).and_then(|within| within.strip_prefix("src")).unwrap_or(file);
    let module = within.with_extension("").iter().next()?.to_string_lossy().into_owned();
    (module != "lib").then_some(module)
}

#[test]
fn modules_of_the_bot_import_one_way() {
    let source = CrateSource::read(root(), Path::new(FOLDER)).unwrap_or_else(|error| panic!("{error}"));
    let place = |module: &str| {
        let place = BOT.iter().position(|known| *known == module);
        place.unwrap_or_else(|| panic!("{module} has no place among the modules"))
    };
    for (file, imported) in source.files.iter().zip(import_graph(&source)) {
        let Some(module) = module_of(file) else { continue };
        for other in imported {
            let Some(imported) = module_of(&source.files[other]) else { continue };
            let is_before = place(&imported) <= place(&module);
            assert!(is_before, "{}: {module} must not import from {imported}", file.display());
        }
    }
}
