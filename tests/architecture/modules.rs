//! Tests of the direction of imports between the modules of the bot: a layer imports only from
//! those before it, a module of the core only from those before it. An import counts for the module
//! that defines the name, as in `cargo xtask shape`. Not here: the direction between crates, and
//! what features know of one another (`features`).

use std::path::Path;

use adoube_xtask::shape::{imports::import_graph, source::CrateSource};

use super::root;

/// The crate whose modules have an order.
const FOLDER: &str = "crates/bot";

/// The bot's layers, each before those that may import it.
const LAYERS: [&str; 7] = ["core", "text", "gameplay", "features", "outbox", "scheduler", "bot"];

/// The modules of the core, each before those that may import it.
const CORE: [&str; 21] = [
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
    "delivery_receipt",
    "inline_delivery",
    "calendar",
    "uptime",
];

/// The names on the way from the crate's sources to a file, without its ending.
fn names(file: &Path) -> Vec<String> {
    let within = file.strip_prefix(FOLDER).and_then(|within| within.strip_prefix("src")).unwrap_or(file);
    within.with_extension("").iter().map(|name| name.to_string_lossy().into_owned()).collect()
}

/// The place of a name in an order.
fn place(order: &[&str], name: &str) -> usize {
    let place = order.iter().position(|known| *known == name);
    place.unwrap_or_else(|| panic!("{name} has no place in the order of modules"))
}

/// Pairs of files of which the first imports from the second, as the names on the way to them; the crate's root imports from
/// all and is left out.
fn imports() -> Vec<(Vec<String>, Vec<String>)> {
    let source = CrateSource::read(root(), Path::new(FOLDER)).unwrap_or_else(|error| panic!("{error}"));
    let mut pairs = Vec::new();
    for (file, imported) in source.files.iter().zip(import_graph(&source)) {
        let others = imported.into_iter().map(|other| (names(file), names(&source.files[other])));
        pairs.extend(others.filter(|(file, other)| file[0] != "lib" && other[0] != "lib"));
    }
    pairs
}

#[test]
fn layers_of_the_bot_import_one_way() {
    for (file, other) in imports() {
        let is_before = place(&LAYERS, &other[0]) <= place(&LAYERS, &file[0]);
        assert!(is_before, "{}: {} must not import from {}", file.join("/"), file[0], other.join("/"));
    }
}

#[test]
fn modules_of_the_core_import_one_way() {
    for (file, other) in imports() {
        if file[0] != "core" || other[0] != "core" || file[1] == "mod" {
            continue;
        }
        let is_before = place(&CORE, &other[1]) <= place(&CORE, &file[1]);
        assert!(is_before, "{}: {} must not import from {}", file.join("/"), file[1], other.join("/"));
    }
}
