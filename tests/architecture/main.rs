//! Tests of the structure of the code, as ARCHITECTURE.md describes it: dependencies between
//! crates, imports of platforms, headers of files; imports between modules of a crate (`modules`);
//! what features know of one another (`features`); standard terms (`terms`); the page's scripts
//! (`scripts`); import cycles and names, as `cargo xtask shape` prints them. Not here: what any of the
//! code does.

mod features;
mod modules;
mod named;
mod scripts;
mod terms;

use std::{
    fs,
    path::{Path, PathBuf},
};

use adoube_xtask::shape::report::ShapeReport;

use self::named::names;

/// Every crate with those of ours it may depend on.
const MAY_KNOW: [(&str, &[&str]); 20] = [
    ("crates/rules", &[]),
    ("crates/png-tiles", &[]),
    ("crates/render", &["adoube-png-tiles", "adoube-rules"]),
    ("crates/engine", &["adoube-rules"]),
    ("crates/engine-lab", &["adoube-engine", "adoube-rules"]),
    ("crates/uci", &["adoube-engine", "adoube-rules"]),
    ("crates/store", &[]),
    ("crates/discord-client", &[]),
    ("crates/matrix-client", &[]),
    ("crates/postgres-cluster", &[]),
    ("crates/xtask", &[]),
    ("crates/bot", &["adoube-engine", "adoube-render", "adoube-rules", "adoube-store"]),
    ("crates/testing", &["adoube-bot", "adoube-store"]),
    ("crates/piece-book", &["adoube-bot", "adoube-render"]),
    ("crates/platform", &["adoube-bot", "adoube-render", "adoube-store"]),
    ("crates/platform-door", &["adoube-bot", "adoube-platform", "adoube-render", "adoube-store"]),
    (
        "crates/platform-web",
        &["adoube-bot", "adoube-piece-book", "adoube-platform", "adoube-render", "adoube-store"],
    ),
    (
        "crates/platform-discord",
        &["adoube-bot", "adoube-discord-client", "adoube-platform", "adoube-render", "adoube-store"],
    ),
    (
        "crates/platform-matrix",
        &["adoube-bot", "adoube-matrix-client", "adoube-platform", "adoube-render", "adoube-store"],
    ),
    (
        ".",
        &[
            "adoube-bot",
            "adoube-engine",
            "adoube-matrix-client",
            "adoube-piece-book",
            "adoube-platform",
            "adoube-platform-discord",
            "adoube-platform-door",
            "adoube-platform-matrix",
            "adoube-platform-web",
            "adoube-render",
            "adoube-rules",
            "adoube-store",
            "adoube-uci",
        ],
    ),
];

/// Known to tests, measurements and developers alone.
const FOR_TESTS: [&str; 4] =
    ["adoube-engine-lab", "adoube-postgres-cluster", "adoube-testing", "adoube-xtask"];

/// By which tests judge what is sent, as servers and clients of others do.
const JUDGES: [(&str, &str); 1] = [(".", "ruma-common")];

/// Libraries that one crate alone knows, by how their names begin. Whoever else wants what they do asks that crate, in plain
/// types, and is not compiled against them.
const KNOWN_TO_ONE: [(&str, &str); 4] = [
    ("serenity", "crates/discord-client"),
    ("matrix-sdk", "crates/matrix-client"),
    ("ruma", "crates/matrix-client"),
    ("sled", "crates/store"),
];

/// Crates that do I/O, tell the time, wait or speak to people have no place among the rules.
const NOT_IN_RULES: [&str; 6] = ["tokio", "tracing", "fluent-bundle", "jiff", "axum", "sled"];

/// The folders of a platform, each of which uses only those before it.
const FOLDERS_IN_ORDER: [(&str, &[&str]); 4] = [
    (
        "crates/platform-discord/src",
        &["message", "state", "delivery", "shards", "registration", "messages", "interactions"],
    ),
    ("crates/platform-door/src", &["protocol", "handlers", "server"]),
    ("crates/platform-matrix/src", &["message", "state", "outbound", "rooms", "inbound"]),
    (
        "crates/platform-web/src",
        &[
            "limits", "wire", "identity", "channels", "log", "presence", "sync", "media", "view", "chat",
            "session", "http",
        ],
    ),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn dependencies(folder: &str) -> Vec<String> {
    named_under("dependencies", folder)
}

/// What a crate's manifest names under a heading.
fn named_under(heading: &str, folder: &str) -> Vec<String> {
    let path = root().join(folder).join("Cargo.toml");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let manifest: toml::Table = text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let table = manifest.get(heading).and_then(toml::Value::as_table);
    table.map(|table| table.keys().cloned().collect()).unwrap_or_default()
}

/// Adds the files below a folder that have one of these endings.
fn files_with_ending(folder: &Path, endings: &[&str], files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            files_with_ending(&path, endings, files);
        } else if path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known)) {
            files.push(path);
        }
    }
}

fn files_below(folder: &str) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    files_with_ending(&root().join(folder), &["rs"], &mut files);
    assert!(!files.is_empty(), "no Rust files in {folder}");
    files
        .into_iter()
        .map(|file| {
            let text =
                fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            (file, text)
        })
        .collect()
}

/// What the files below a folder name, which lies so far below the root of its crate's sources.
fn named_below(folder: &str, below: &str) -> Vec<(PathBuf, Vec<String>)> {
    let named = |(file, text): (PathBuf, String)| {
        let within = file.strip_prefix(root().join(folder)).unwrap_or(&file);
        let named = named::named(&text, &Path::new(below).join(within));
        (file, named)
    };
    files_below(folder).into_iter().map(named).collect()
}

#[test]
fn dependencies_point_one_way() {
    for (folder, may_know) in MAY_KNOW {
        for dependency in dependencies(folder).iter().filter(|name| name.starts_with("adoube-")) {
            assert!(may_know.contains(&dependency.as_str()), "{folder} must not depend on {dependency}");
        }
    }
}

#[test]
fn what_is_for_tests_is_in_no_program() {
    for (folder, _) in MAY_KNOW {
        for heading in ["dependencies", "build-dependencies"] {
            for name in named_under(heading, folder) {
                let is_for_tests = FOR_TESTS.contains(&name.as_str());
                assert!(!is_for_tests, "{folder} depends on {name} outside of tests");
            }
        }
    }
}

#[test]
fn a_library_behind_a_crate_is_known_to_that_one_alone() {
    for (folder, _) in MAY_KNOW {
        for heading in ["dependencies", "dev-dependencies", "build-dependencies"] {
            for dependency in named_under(heading, folder) {
                let owner = KNOWN_TO_ONE.iter().find(|(library, _)| dependency.starts_with(library));
                let is_at_home = owner.is_none_or(|(_, owner)| *owner == folder);
                let is_judge = heading == "dev-dependencies" && JUDGES.contains(&(folder, &dependency));
                assert!(is_at_home || is_judge, "{folder} must not depend on {dependency}");
            }
        }
    }
}

#[test]
fn rules_stay_pure() {
    for dependency in dependencies("crates/rules") {
        assert!(!NOT_IN_RULES.contains(&dependency.as_str()), "the rules must not depend on {dependency}");
    }
    for (file, named) in named_below("crates/rules/src", "") {
        for path in ["std::fs", "std::net", "std::time", "std::env", "println!"] {
            assert!(!names(&named, path), "{}: {path} has no place in the rules", file.display());
        }
    }
}

/// Names that reveal every card: the search for a turn in Schachen gets only what one side may know.
#[test]
fn the_engine_never_sees_hidden_cards() {
    for (file, text) in files_below("crates/engine/src/schachen") {
        let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        for word in ["Position", "Game", "full_text", "Viewer", "position("] {
            assert!(!code.contains(word), "{}: {word} knows more than a side may", file.display());
        }
    }
}

#[test]
fn the_engine_has_no_clock_and_no_threads() {
    for (file, named) in named_below("crates/engine/src", "") {
        for path in ["std::fs", "std::net", "std::time", "std::env", "std::thread", "println!"] {
            assert!(!names(&named, path), "{}: {path} has no place in the engine", file.display());
        }
    }
}

/// Tables that a file names, by the names of their variants.
fn tables_in(named: &[String]) -> impl Iterator<Item = &str> {
    named.iter().filter_map(|name| name.rsplit_once("Table::")).map(|(_, table)| table)
}

#[test]
fn what_platforms_share_has_no_table() {
    for (file, named) in named_below("crates/platform/src", "") {
        let table = tables_in(&named).next();
        assert_eq!(table, None, "{}: a table is one platform's", file.display());
    }
}

#[test]
fn every_crate_is_in_the_list() {
    for entry in fs::read_dir(root().join("crates")).expect("crates") {
        let folder = format!("crates/{}", entry.expect("an entry").file_name().display());
        let is_listed = MAY_KNOW.iter().any(|(known, _)| *known == folder);
        assert!(is_listed, "{folder}: which crates may it depend on?");
    }
}

#[test]
fn every_table_has_one_owner() {
    const OWN: [(&str, &str); 3] = [
        ("crates/platform-discord/src", "Discord"),
        ("crates/platform-matrix/src", "Matrix"),
        ("crates/platform-web/src", "Web"),
    ];
    for (folder, own) in OWN {
        for (file, named) in named_below(folder, "") {
            for table in tables_in(&named) {
                assert_eq!(table, own, "{}: this table is another's", file.display());
            }
        }
    }
    // The platform of this test has its log in a table of its own.
    let bot = named_below("crates/bot", "").into_iter();
    for (file, named) in bot.filter(|(file, _)| !file.ends_with("tests/inline_delivery.rs")) {
        for table in tables_in(&named) {
            let is_adapters = OWN.iter().any(|(_, own)| *own == table);
            assert!(!is_adapters, "{}: the table {table} is an adapter's", file.display());
        }
    }
}

#[test]
fn folders_of_a_platform_use_only_those_before_them() {
    for (source, folders) in FOLDERS_IN_ORDER {
        for (position, folder) in folders.iter().enumerate() {
            for (file, named) in named_below(&format!("{source}/{folder}"), folder) {
                for later in &folders[position + 1..] {
                    let uses_later = named
                        .iter()
                        .any(|name| format!("{name}::").starts_with(&format!("crate::{later}::")));
                    assert!(!uses_later, "{}: {later} comes after {folder}", file.display());
                }
            }
        }
    }
}

#[test]
fn chats_leave_the_rules_to_the_service() {
    for chat in [
        "crates/platform-discord/src",
        "crates/platform-door/src",
        "crates/platform-matrix/src",
        "crates/platform-web/src",
    ] {
        // Unit tests may put pieces and cards into pictures.
        let files = named_below(chat, "").into_iter().filter(|(file, _)| !file.ends_with("tests.rs"));
        for (file, named) in files {
            assert!(!names(&named, "adoube_rules"), "{}: an adapter only translates", file.display());
        }
    }
}

#[test]
fn every_file_says_what_it_is_about() {
    for folder in ["src", "crates", "tests", "fuzz/src", "fuzz/fuzz_targets"] {
        for (file, text) in files_below(folder) {
            assert!(text.starts_with("//!"), "{} does not open with //!", file.display());
        }
    }
}

/// The lists in `crates/xtask/known` may only shrink.
#[test]
fn import_cycles_and_names_are_those_that_are_known() {
    let report = ShapeReport::read(root()).unwrap_or_else(|error| panic!("{error}"));
    let faults = report.faults(root()).unwrap_or_else(|error| panic!("{error}"));
    assert!(faults.is_empty(), "`cargo xtask shape` says the same:\n{}", faults.join("\n"));
}

#[test]
fn whatever_is_tried_at_random_has_something_to_begin_with() {
    let manifest = fs::read_to_string(root().join("fuzz/Cargo.toml")).expect("a manifest");
    let manifest: toml::Table = manifest.parse().expect("TOML");
    assert!(manifest.contains_key("workspace"), "a build of this workspace would build it");
    let targets = manifest["bin"].as_array().expect("targets");
    let script = fs::read_to_string(root().join("fuzz/run.sh")).expect("a script");
    for target in targets.iter().filter_map(|target| target["name"].as_str()) {
        let inputs = fs::read_dir(root().join("fuzz/corpus").join(target)).map_or(0, Iterator::count);
        assert!(inputs > 0, "{target} has no corpus");
        assert!(
            root().join(format!("fuzz/dictionaries/{target}.dict")).exists(),
            "{target} has no dictionary"
        );
        assert!(script.contains(target), "fuzz/run.sh leaves {target} out");
    }
}

#[test]
fn no_test_is_left_out_of_its_program() {
    for (folder, _) in MAY_KNOW {
        let folder = root().join(folder);
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        if !manifest.contains("autotests = false") {
            continue;
        }
        let program = fs::read_to_string(folder.join("tests/main.rs")).expect("the program of all tests");
        for entry in fs::read_dir(folder.join("tests")).expect("tests") {
            let path = entry.expect("an entry").path();
            let is_module =
                path.extension().is_some_and(|ending| ending == "rs") || path.join("mod.rs").exists();
            let name = path.file_stem().expect("a name").display().to_string();
            let is_there = name == "main" || program.contains(&format!("\nmod {name};\n"));
            assert!(!is_module || is_there, "tests/main.rs leaves {} out", path.display());
        }
    }
}

#[test]
fn lints_are_shared_by_all_crates() {
    for (folder, _) in MAY_KNOW {
        let text = fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap_or_default();
        assert!(text.contains("[lints]\nworkspace = true"), "{folder} does not share the workspace's lints");
    }
}
