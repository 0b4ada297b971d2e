//! The areas a contributor works in, each with the tests of its inner loop: `cargo xtask test AREA [FILTER]`.

use std::process::Command;

use crate::command::{CommandError, run};

/// A part of the code with the tests that are run after each change of it.
#[derive(Debug)]
pub struct Area {
    /// Its name on the command line.
    pub name: &'static str,
    /// What is in it.
    pub about: &'static str,
    /// What `cargo test` is given.
    arguments: &'static str,
}

/// All areas, in the order in which they depend on one another.
pub const AREAS: [Area; 12] = [
    Area { name: "rules", about: "positions, moves, notation", arguments: "-p adoube-rules" },
    Area {
        name: "vectors",
        about: "the rules against known positions",
        arguments: "-p adoube --test vectors",
    },
    Area { name: "engine", about: "the computer player", arguments: "-p adoube-engine -p adoube-uci" },
    Area { name: "render", about: "pictures", arguments: "-p adoube-render" },
    Area { name: "store", about: "durable records", arguments: "-p adoube-store" },
    Area { name: "service", about: "commands, games, sentences", arguments: "-p adoube-service" },
    Area {
        name: "discord",
        about: "Discord, against a simulated one",
        arguments: "-p adoube-discord -p adoube --all-features --lib --test payloads --test discord",
    },
    Area {
        name: "matrix",
        about: "Matrix, against a homeserver in memory",
        arguments: "-p adoube-matrix -p adoube --all-features --lib --test events --test matrix_chat",
    },
    Area { name: "web", about: "the web chat", arguments: "-p adoube --lib --test web" },
    Area { name: "page", about: "the web page in Chromium", arguments: "-p adoube --test browser" },
    Area {
        name: "door",
        about: "the chat door and its bridge",
        arguments: "-p adoube --test door --test bridge",
    },
    Area {
        name: "shape",
        about: "the shape of the code",
        arguments: "-p adoube --test architecture -p adoube-xtask",
    },
];

impl Area {
    /// Runs the tests of the area whose names contain `filter`.
    ///
    /// # Errors
    /// A test fails.
    pub fn test(&self, filter: Option<&str>) -> Result<(), CommandError> {
        let mut command = Command::new("cargo");
        command.arg("test").args(self.arguments.split(' ')).args(filter);
        run(&mut command)
    }
}
