//! The areas a contributor works in (rules, engine, web and others), each with the tests of its
//! inner loop: `cargo xtask test AREA [FILTER]` runs them.

use crate::command::{ProcessError, cargo, run};

/// A part of the code with the tests that are run after each change of it.
#[derive(Debug)]
pub struct Area {
    /// Its name on the command line.
    pub name: &'static str,
    /// What is in it.
    pub about: &'static str,
    /// What `cargo test` is given, a run each.
    runs: &'static [&'static str],
}

/// All areas, in the order in which they depend on one another.
pub const AREAS: [Area; 12] = [
    Area { name: "rules", about: "positions, moves, notation", runs: &["-p adoube-rules"] },
    Area { name: "vectors", about: "the rules against known positions", runs: &["-p adoube --test vectors"] },
    Area {
        name: "engine",
        about: "the computer player",
        runs: &["-p adoube-engine -p adoube-uci -p adoube-engine-lab"],
    },
    Area { name: "render", about: "pictures", runs: &["-p adoube-render -p adoube-png-tiles"] },
    Area { name: "store", about: "durable records", runs: &["-p adoube-store"] },
    Area { name: "bot", about: "commands, games, sentences", runs: &["-p adoube-bot"] },
    Area {
        name: "discord",
        about: "Discord, against a simulated one",
        runs: &[
            "-p adoube-discord-client -p adoube-platform-discord -p adoube --all-features --lib --test payloads --test discord",
        ],
    },
    Area {
        name: "matrix",
        about: "Matrix, against a homeserver in memory",
        runs: &[
            "-p adoube-matrix-client -p adoube-platform-matrix -p adoube --all-features --lib --test events --test matrix_chat",
        ],
    },
    Area {
        name: "web",
        about: "the web chat",
        runs: &["-p adoube-platform -p adoube-piece-book -p adoube-platform-web -p adoube --lib --test web"],
    },
    Area { name: "page", about: "the web page in Chromium", runs: &["-p adoube --test browser"] },
    Area {
        name: "door",
        about: "the chat door and its bridge",
        runs: &["-p adoube-platform -p adoube-platform-door -p adoube --lib --test door --test bridge"],
    },
    Area {
        name: "shape",
        about: "the shape of the code",
        runs: &["-p adoube --test architecture", "-p adoube-xtask"],
    },
];

impl Area {
    /// Runs the tests of the area whose names contain `filter`.
    ///
    /// # Errors
    /// A test fails.
    pub fn test(&self, filter: Option<&str>) -> Result<(), ProcessError> {
        for arguments in self.runs {
            run(cargo(&format!("test {arguments}")).args(filter))?;
        }
        Ok(())
    }
}
