//! Standard terms: the doc comments of a mechanism's file carry the name by which the chess programming wiki, a specification
//! or the database literature knows it, so that a search for the term leads to the code.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::root;

/// Each term with the files in which its mechanism is: a glob, in which `*` stands for anything within a name and `**` for
/// any folders.
const TERMS: [(&str, &str); 52] = [
    // Search on a board.
    ("transposition table", "crates/engine/src/transposition_table.rs"),
    ("iterative deepening", "crates/engine/src/search/root.rs"),
    ("aspiration window", "crates/engine/src/search/root.rs"),
    ("principal variation search", "crates/engine/src/search/node.rs"),
    ("null move pruning", "crates/engine/src/search/node.rs"),
    ("reverse futility pruning", "crates/engine/src/search/node.rs"),
    ("razoring", "crates/engine/src/search/node.rs"),
    ("singular extension", "crates/engine/src/search/node.rs"),
    ("futility pruning", "crates/engine/src/search/pruning.rs"),
    ("late move pruning", "crates/engine/src/search/pruning.rs"),
    ("ProbCut", "crates/engine/src/search/pruning.rs"),
    ("late move reduction", "crates/engine/src/search/reductions.rs"),
    ("quiescence search", "crates/engine/src/search/quiescence.rs"),
    ("delta pruning", "crates/engine/src/search/quiescence.rs"),
    ("MVV-LVA", "crates/engine/src/search/move_ordering.rs"),
    ("killer move", "crates/engine/src/search/move_ordering.rs"),
    ("history heuristic", "crates/engine/src/search/move_history.rs"),
    ("continuation history", "crates/engine/src/search/move_history.rs"),
    ("correction history", "crates/engine/src/search/correction_history.rs"),
    ("lazy SMP", "crates/engine/src/search/mod.rs"),
    // Evaluation, and games with hidden cards.
    ("tapered evaluation", "crates/engine/src/evaluation/tapered_score.rs"),
    ("piece-square table", "crates/engine/src/evaluation/piece_square.rs"),
    ("NNUE", "crates/engine/src/nnue/mod.rs"),
    ("accumulator", "crates/engine/src/nnue/mod.rs"),
    ("determinization", "crates/engine/src/schachen/determinization.rs"),
    // Positions and moves.
    ("information set", "crates/rules/src/schachen/**"),
    ("static exchange evaluation", "crates/rules/src/search/**"),
    ("Zobrist hashing", "crates/rules/src/search/**"),
    ("make and unmake", "crates/rules/src/**"),
    ("mailbox", "crates/rules/src/**"),
    ("pseudo-legal move", "crates/rules/src/**"),
    ("perft", "crates/rules/src/perft.rs"),
    ("insufficient material", "crates/rules/src/**"),
    // Records.
    ("idempotency key", "crates/store/src/idempotency_key.rs"),
    ("optimistic concurrency control", "crates/store/src/batch.rs"),
    ("compare-and-swap", "crates/store/src/batch.rs"),
    ("write-ahead log", "crates/store/src/sled_store/database.rs"),
    ("checkpoint", "crates/store/src/sled_store/database.rs"),
    ("group commit", "crates/store/src/sled_store/commit_thread.rs"),
    ("undo log", "crates/store/src/sled_store/snapshot_images.rs"),
    ("salvage", "crates/store/src/sled_store/salvage/mod.rs"),
    ("connection pool", "crates/store/src/postgres/connection_pool.rs"),
    ("exponential backoff", "crates/store/src/postgres/connection_pool.rs"),
    // PNG files.
    ("Huffman code", "crates/png-tiles/src/huffman.rs"),
    ("LZ77", "crates/png-tiles/src/matcher.rs"),
    ("Adler-32", "crates/png-tiles/src/adler.rs"),
    // Discord and Matrix.
    ("heartbeat", "crates/discord-client/src/**"),
    ("resume", "crates/discord-client/src/**"),
    ("token bucket", "crates/discord-client/src/**"),
    ("circuit breaker", "crates/discord-client/src/**"),
    ("exponential backoff", "crates/matrix-client/src/**"),
    ("long polling", "crates/matrix-client/src/**"),
];

#[test]
fn mechanisms_carry_their_standard_terms() {
    let mut files = Vec::new();
    super::rust_files(&root().join("crates"), &mut files);
    let mut missing = Vec::new();
    for (term, glob) in TERMS {
        let matching: Vec<&PathBuf> = files.iter().filter(|file| matches(glob, within(file))).collect();
        assert!(!matching.is_empty(), "{glob} matches no file");
        let is_named = |file: &&PathBuf| {
            let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            documentation(&text).contains(&term.to_lowercase())
        };
        if !matching.iter().any(is_named) {
            missing.push(format!("{term}: no doc comment in {glob}"));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

fn within(file: &Path) -> &Path {
    file.strip_prefix(root()).unwrap_or(file)
}

/// The doc comments of a file in lower case, with their lines joined.
fn documentation(text: &str) -> String {
    let lines = text.lines().map(str::trim_start);
    let docs = lines.filter_map(|line| line.strip_prefix("//!").or_else(|| line.strip_prefix("///")));
    docs.map(str::trim).collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Whether a path matches a glob; `**` stands at its end alone.
fn matches(glob: &str, path: &Path) -> bool {
    let mut parts = path.iter().map(|part| part.to_string_lossy());
    for wanted in glob.split('/') {
        match (wanted, parts.next()) {
            ("**", Some(_)) => return true,
            (wanted, Some(part)) if part == wanted => {}
            _ => return false,
        }
    }
    parts.next().is_none()
}

#[test]
fn globs_match_names_and_folders() {
    for (glob, path, is_match) in [
        ("crates/store/src/batch.rs", "crates/store/src/batch.rs", true),
        ("crates/store/src/batch.rs", "crates/store/src/batch.rs/x.rs", false),
        ("crates/store/src/**", "crates/store/src/transfer/copy.rs", true),
        ("crates/store/src/**", "crates/store/tests/rows.rs", false),
        ("crates/discord-client/src/**", "crates/discord-client/src/lib.rs", true),
        ("crates/discord-client/src/**", "crates/platform-discord/src/lib.rs", false),
    ] {
        assert_eq!(matches(glob, Path::new(path)), is_match, "{glob}, {path}");
    }
}

#[test]
fn terms_are_found_across_lines_of_doc_comments_alone() {
    let text =
        "//! Late\n//! move reductions.\n    /// Killer moves.\n// aspiration window\nlet razoring = 1;\n";
    assert_eq!(documentation(text), "late move reductions. killer moves.");
}
