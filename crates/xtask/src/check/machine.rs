//! Finds out which other programs (browser, PostgreSQL, Python) the machine has, and so which tests
//! may be skipped on it.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::command::{ProcessError, workspace_root};

/// Fails early where the browser tests cannot run: no Chromium, and no right to install it.
pub(super) fn require_browser() -> Result<(), ProcessError> {
    let has_browser = has_program("chromium") && has_program("chromedriver");
    if has_browser || may_install() {
        return Ok(());
    }
    let what =
        "chromium and chromedriver for the browser tests (Debian: apt-get install chromium chromium-driver)";
    Err(ProcessError::Missing(what.to_owned()))
}

/// What was found on the machine.
pub(super) struct Machine {
    /// Whether a skipped test is an error when nothing here excuses it.
    pub(super) is_strict: bool,
    /// Words of which one stands in the reason of each skipped test that this machine cannot run.
    pub(super) excuses: Vec<&'static str>,
}

impl Machine {
    pub(super) fn inspect() -> Self {
        let root = workspace_root();
        let has_server = |name: &str| has_program(name) || Path::new("/usr/sbin").join(name).exists();
        let mut excuses = Vec::new();
        let mut excuse = |is_missing: bool, words: &[&'static str]| {
            if is_missing {
                excuses.extend_from_slice(words);
            }
        };
        let has_peers = root.join("target/peers/installed.txt").exists();
        excuse(!has_peers, &["Synapse", "discord.py", "python-chess"]);
        let has_element = root.join("target/peers/element/node_modules/matrix-react-sdk").exists();
        excuse(!has_element, &["Element's components"]);
        excuse(!has_server("ngircd") || !has_program("ii"), &["ngircd", "ii is not here"]);
        excuse(!has_postgres(), &["PostgreSQL"]);
        excuse(!has_server("nginx"), &["no nginx here"]);
        excuse(!has_server("haproxy"), &["no haproxy here"]);
        excuse(!has_server("caddy"), &["no caddy here"]);
        excuse(!has_server("pgbouncer"), &["PgBouncer"]);
        // Installed only for the long tests (tests/long.sh), which are the ones that take their time with it.
        excuse(!has_program("patroni") || !has_program("etcd"), &["Patroni"]);
        let is_new_enough = "import sys; sys.exit(sys.version_info < (3, 10))";
        excuse(!succeeds(Command::new("python3").args(["-c", is_new_enough])), &["Python 3.10"]);
        excuse(!can_mount(), &["small disk"]);
        Self { is_strict: is_strict(), excuses }
    }

    /// Whether a skipped test with that reason could have run here.
    pub(super) fn is_fault(&self, reason: &str) -> bool {
        self.is_strict && !self.excuses.iter().any(|words| reason.contains(words))
    }
}

/// The Python that has the programs to compare with, where they are installed.
pub(super) fn python() -> Command {
    let installed = workspace_root().join("target/peers/bin/python");
    let mut command = if installed.exists() { Command::new(installed) } else { Command::new("python3") };
    command.current_dir(workspace_root());
    command
}

/// Whether a program ends well; its output is dropped.
pub(super) fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// Whether everything shall run that can run here.
pub(super) fn is_strict() -> bool {
    env::var_os("NOTHING_LEFT_OUT").is_some_and(|value| !value.is_empty())
}

/// Whether a program is among those that a shell finds.
pub(super) fn has_program(name: &str) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).any(|folder| folder.join(name).is_file())
}

fn has_postgres() -> bool {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    has_program("initdb") || versions.into_iter().any(|version| version.path().join("bin/postgres").exists())
}

fn may_install() -> bool {
    let is_root = "[ \"$(id -u)\" = 0 ]";
    succeeds(Command::new("sh").args(["-c", is_root])) && has_program("apt-get")
}

/// Whether a small file system can be mounted, for tests that fill one.
fn can_mount() -> bool {
    let probe = "folder=$(mktemp -d) && { mount -t tmpfs adoube-test \"$folder\" && umount \"$folder\"; \
                 status=$?; rmdir \"$folder\"; exit $status; }";
    succeeds(Command::new("sh").args(["-c", probe]))
}
