//! Tests that the doc comments of a mechanism's file carry its standard term, the name in the chess
//! programming wiki, a specification or the database literature, so that a search for the term
//! leads to the code.

use std::path::PathBuf;

use super::{files_below, root};

/// Each term with the file or the folder in which its mechanism is.
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
    ("information set", "crates/rules/src/schachen"),
    ("static exchange evaluation", "crates/rules/src/search"),
    ("Zobrist hashing", "crates/rules/src/search"),
    ("make and unmake", "crates/rules/src"),
    ("mailbox", "crates/rules/src"),
    ("pseudo-legal move", "crates/rules/src"),
    ("perft", "crates/rules/src/perft.rs"),
    ("insufficient material", "crates/rules/src"),
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
    ("heartbeat", "crates/discord-client/src"),
    ("resume", "crates/discord-client/src"),
    ("token bucket", "crates/discord-client/src"),
    ("circuit breaker", "crates/discord-client/src"),
    ("exponential backoff", "crates/matrix-client/src"),
    ("long polling", "crates/matrix-client/src"),
];

#[test]
fn mechanisms_carry_their_standard_terms() {
    let documented = |(file, text): (PathBuf, String)| (file, documentation(&text));
    let files: Vec<(PathBuf, String)> = files_below("crates").into_iter().map(documented).collect();
    let mut missing = Vec::new();
    for (term, place) in TERMS {
        let path = root().join(place);
        let mut docs =
            files.iter().filter(|(file, _)| file.starts_with(&path)).map(|(_, docs)| docs).peekable();
        assert!(docs.peek().is_some(), "{place} has no file");
        if !docs.any(|docs| docs.contains(&term.to_lowercase())) {
            missing.push(format!("{term}: no doc comment in {place}"));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// The doc comments of a file in lower case, with their lines joined.
fn documentation(text: &str) -> String {
    let lines = text.lines().map(str::trim_start);
    let docs = lines.filter_map(|line| line.strip_prefix("//!").or_else(|| line.strip_prefix("///")));
    docs.map(str::trim).collect::<Vec<_>>().join(" ").to_lowercase()
}

#[test]
fn terms_are_found_across_lines_of_doc_comments_alone() {
    let text =
        "//! Late\n//! move reductions.\n    /// Killer moves.\n// aspiration window\nlet razoring = 1;\n";
    assert_eq!(documentation(text), "late move reductions. killer moves.");
}
