//! Rewrites the files that tests compare their results with: `cargo xtask fixtures`, `cargo xtask transcripts`, `cargo xtask
//! documented`, `cargo xtask fixed-nodes`. Read the difference before it is committed.

use crate::command::{ProcessError, cargo, run};

/// A kind of expected files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expectations {
    /// The store of today's forms in `tests/fixtures`.
    Fixtures,
    /// What people and the bot say to one another in the tests of the service and of each platform.
    Transcripts,
    /// The game in `docs/protocols/chat-door.md`, line by line.
    Documented,
    /// Moves, scores and node counts of the engine at fixed limits, in `crates/engine/tests/fixtures`.
    FixedNodes,
}

impl Expectations {
    /// The kind a command names.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "fixtures" => Some(Self::Fixtures),
            "transcripts" => Some(Self::Transcripts),
            "documented" => Some(Self::Documented),
            "fixed-nodes" => Some(Self::FixedNodes),
            _ => None,
        }
    }

    /// The variable that makes tests write what they expect.
    const fn variable(self) -> &'static str {
        match self {
            Self::Fixtures => "MAKE_FIXTURES",
            Self::Transcripts => "UPDATE_TRANSCRIPTS",
            Self::Documented => "UPDATE_DOCUMENTED",
            Self::FixedNodes => "UPDATE_FIXED_NODES",
        }
    }

    /// What `cargo test` is given, a run each.
    const fn runs(self) -> &'static [&'static str] {
        match self {
            Self::Fixtures => &["--test web --test discord --test matrix_chat what_is_written_now"],
            Self::Transcripts => &[
                "--test bot transcripts",
                "--test door correspondence",
                "--test discord -- games:: wire_session:: words::",
                "--test matrix_chat",
                "--test web recorded",
            ],
            Self::Documented => &["--test door documented"],
            Self::FixedNodes => &["--test fixed_nodes"],
        }
    }

    /// Runs the tests that write these files.
    ///
    /// # Errors
    /// A test fails, beside the files that it wrote.
    pub fn write(self) -> Result<(), ProcessError> {
        for arguments in self.runs() {
            let mut command = cargo(&format!("test --workspace --all-features {arguments}"));
            run(command.env(self.variable(), "1"))?;
        }
        Ok(())
    }
}
