//! Tests of the engine in other programs: whole games of chess, Chess960 and Grand Chess under
//! python-chess and pyffish, against Stockfish and Fairy-Stockfish where they are installed.
//! Without python-chess the check says that it is left out; `tests/peers/install.sh` installs what
//! it can. Not here: what is played and asked (`tests/peers/uci_games.py`).

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Games of each variant, unless the environment asks for more.
const GAMES: &str = "4";

/// A Python with python-chess and pyffish.
fn python() -> Option<PathBuf> {
    let installed = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/peers/bin/python");
    let found = [installed, PathBuf::from("python3")].into_iter().find(|python| {
        let mut look = Command::new(python);
        look.args(["-c", "import chess.engine, pyffish"]).stdout(Stdio::null()).stderr(Stdio::null());
        look.status().is_ok_and(|status| status.success())
    });
    if found.is_none() {
        println!("skipped: python-chess and pyffish are not here (tests/peers/install.sh installs them)");
    }
    found
}

#[test]
fn games_under_hosts_of_others_are_played_to_their_end() {
    let Some(python) = python() else { return };
    let games = env::var("ADOUBE_UCI_GAMES").unwrap_or_else(|_| GAMES.to_owned());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers/uci_games.py");
    let played = Command::new(python)
        .arg(script)
        .args(["--program", env!("CARGO_BIN_EXE_adoube"), "--games", &games])
        .output()
        .expect("Python runs");
    let said = String::from_utf8_lossy(&played.stdout);
    let complaints = String::from_utf8_lossy(&played.stderr);
    print!("{said}");
    assert!(played.status.success(), "{said}{complaints}");
}
