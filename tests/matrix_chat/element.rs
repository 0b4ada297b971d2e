//! Test of how Element draws boards: its own components for events, run by Node
//! (`tests/peers/element`). Not here: the content of the events that it draws, which a test of the
//! client compares with `events.json`.

use std::{path::Path, process::Command};

#[test]
fn element_draws_a_board_that_is_one_event_in_each_kind_of_room() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let installed = root.join("target/peers/element");
    if !installed.join("node_modules/matrix-react-sdk").is_dir() {
        println!("skipped: Element's components are not installed (tests/peers/install.sh)");
        return;
    }
    for entry in std::fs::read_dir(root.join("tests/peers/element")).expect("the test's own files") {
        let file = entry.expect("a file");
        std::fs::copy(file.path(), installed.join(file.file_name())).expect("a copy");
    }
    let run =
        Command::new("node_modules/.bin/vitest").arg("run").current_dir(&installed).output().expect("Node");
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{said}\n{}", String::from_utf8_lossy(&run.stderr));
    assert!(said.contains("3 passed"), "{said}");
}
