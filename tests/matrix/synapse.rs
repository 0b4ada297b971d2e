//! Starts, stops and configures a Synapse homeserver on this machine, for tests. Not here: who is
//! on it (`person`).

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, PoisonError, Weak},
};

use adoube_testing::ports;
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use crate::journal::Journal;

/// What allows to register people.
pub const REGISTRATION_SECRET: &str = "only on this machine";

/// The Python that has Synapse and matrix-nio, if they were installed.
pub fn python() -> Option<PathBuf> {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/peers/bin/python");
    let has_both = || {
        let mut command = Command::new(&python);
        command.args([
            "-c",
            "import importlib.util as u, sys; sys.exit(not (u.find_spec('synapse') and u.find_spec('nio')))",
        ]);
        command.status().is_ok_and(|status| status.success())
    };
    (python.exists() && has_both()).then_some(python)
}

/// A running Synapse.
pub struct Synapse {
    python: PathBuf,
    folder: TempDir,
    port: u16,
    /// On how many it listens.
    ports: usize,
    process: Mutex<Child>,
    pub journal: Arc<Journal>,
}

impl Synapse {
    /// The one that the tests of this run share, with limits nobody reaches. Nothing where it is not installed.
    pub fn shared() -> Option<Arc<Self>> {
        static SHARED: Mutex<Weak<Synapse>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(running) = shared.upgrade() {
            return Some(running);
        }
        let started = Arc::new(Self::start(&generous(), None)?);
        *shared = Arc::downgrade(&started);
        Some(started)
    }

    /// One with the limits Synapse has when nobody sets any.
    pub fn with_default_limits() -> Option<Arc<Self>> {
        Some(Arc::new(Self::start(&json!({}), None)?))
    }

    /// One that nobody else uses, so that it may be stopped.
    pub fn alone() -> Option<Arc<Self>> {
        Some(Arc::new(Self::start(&generous(), None)?))
    }

    /// The same with further settings, among which must be a certificate: it also listens for other homeservers, on a port
    /// that is the second part of the result.
    pub fn among_others(settings: Value) -> Option<(Arc<Self>, u16)> {
        let (mut all, port) = (generous(), ports::free());
        all.as_object_mut().expect("a table").extend(table(settings));
        Some((Arc::new(Self::start(&all, Some(port))?), port))
    }

    /// One that nobody else uses, with these settings besides.
    pub fn with(settings: Value) -> Option<Arc<Self>> {
        let mut all = generous();
        all.as_object_mut().expect("a table").extend(table(settings));
        Some(Arc::new(Self::start(&all, None)?))
    }

    fn start(settings: &Value, others: Option<u16>) -> Option<Self> {
        let Some(python) = python() else {
            println!("skipped: Synapse and matrix-nio are not in target/peers (tests/all.sh installs them)");
            return None;
        };
        let folder = tempfile::tempdir().expect("a folder");
        let port = ports::free();
        configure(folder.path(), (port, others), settings);
        let journal = Arc::new(Journal::new("synapse"));
        let ports = 1 + usize::from(others.is_some());
        let process = Mutex::new(run((&python, folder.path()), ports, &journal));
        Some(Self { python, folder, port, ports, process, journal })
    }

    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Kills it.
    pub fn stop(&self) {
        let mut process = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        process.kill().expect("it runs");
        process.wait().expect("it ends");
    }

    /// Starts it again after [`Self::stop`].
    pub fn go_on(&self) {
        *self.process.lock().expect("nobody panics with it") =
            run((&self.python, self.folder.path()), self.ports, &self.journal);
    }

    /// From now on what lets this user in is too old, as far as the server knows: it forgets what it remembers of it. Only
    /// while it is stopped.
    pub fn lets_expire(&self, user: &str) {
        let update = "import sqlite3, sys; base = sqlite3.connect(sys.argv[1]); \
            base.execute('UPDATE access_tokens SET valid_until_ms = 1 WHERE user_id = ?', sys.argv[2:]); base.commit()";
        let mut command = Command::new(&self.python);
        command.args(["-c", update]).arg(self.folder.path().join("homeserver.db")).arg(user);
        assert!(command.status().expect("Python starts").success());
    }

    /// Every file people have uploaded, as it lies on the server's disk.
    pub fn media(&self) -> Vec<Vec<u8>> {
        let mut files = Vec::new();
        collect(&self.folder.path().join("media"), &mut files);
        files
    }
}

impl Drop for Synapse {
    fn drop(&mut self) {
        let process = self.process.get_mut().unwrap_or_else(PoisonError::into_inner);
        // A test that stopped it may have failed before it went on.
        let _ = process.kill();
        let _ = process.wait();
    }
}

/// Writes what `--generate-config` would, in JSON, which is YAML as well.
fn configure(folder: &Path, (port, others): (u16, Option<u16>), settings: &Value) {
    let path = |name: &str| folder.join(name).display().to_string();
    let mut config = json!({
        "server_name": "localhost",
        "public_baseurl": format!("http://127.0.0.1:{port}/"),
        "pid_file": path("homeserver.pid"),
        "listeners": [{
            "port": port, "tls": false, "type": "http", "bind_addresses": ["127.0.0.1"],
            "resources": [{ "names": ["client"], "compress": false }],
        }],
        "database": { "name": "sqlite3", "args": { "database": path("homeserver.db") } },
        "log_config": path("log.config"),
        "media_store_path": path("media"),
        "signing_key_path": path("signing.key"),
        "registration_shared_secret": REGISTRATION_SECRET,
        "macaroon_secret_key": "macaroons",
        "form_secret": "forms",
        "report_stats": false,
        "trusted_key_servers": [],
        "federation_domain_whitelist": [],
        "presence": { "enabled": false },
        // Passwords in tests are no secrets.
        "bcrypt_rounds": 4,
    });
    config.as_object_mut().expect("a table").extend(table(settings.clone()));
    if let Some(port) = others {
        config["listeners"].as_array_mut().expect("a list").push(json!({
            "port": port, "tls": true, "type": "http", "bind_addresses": ["127.0.0.1"],
            "resources": [{ "names": ["federation"], "compress": false }],
        }));
    }
    let log = json!({
        "version": 1,
        "formatters": { "plain": { "format": "%(asctime)s %(levelname)s %(name)s %(message)s" } },
        "handlers": { "console": { "class": "logging.StreamHandler", "formatter": "plain", "stream": "ext://sys.stdout" } },
        "root": { "level": "INFO", "handlers": ["console"] },
        "disable_existing_loggers": false,
    });
    let write = |name: &str, text: String| fs::write(folder.join(name), text).expect("a file");
    write("homeserver.yaml", config.to_string());
    write("log.config", log.to_string());
    // Any seed of 32 bytes will do.
    write("signing.key", format!("ed25519 a_test {}\n", "A".repeat(43)));
}

fn table(value: Value) -> Map<String, Value> {
    let Value::Object(table) = value else { panic!("no table: {value}") };
    table
}

/// Limits nobody reaches.
fn generous() -> Value {
    let none = json!({ "per_second": 10_000, "burst_count": 10_000 });
    json!({
        "rc_message": none,
        "rc_registration": none,
        "rc_login": { "address": none, "account": none, "failed_attempts": none },
        "rc_joins": { "local": none, "remote": none },
        "rc_joins_per_room": none,
        "rc_invites": { "per_room": none, "per_user": none, "per_issuer": none },
        "rc_media_create": none,
        "rc_room_creation": none,
        "rc_federation": { "sleep_limit": 10_000, "reject_limit": 10_000, "concurrent": 100 },
    })
}

/// Starts it and waits until it says of each of its ports that it listens.
fn run((python, folder): (&Path, &Path), ports: usize, journal: &Arc<Journal>) -> Child {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers/homeserver.py");
    let mut process = Command::new(python)
        .arg(script)
        .arg(folder.join("homeserver.yaml"))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(journal.as_output())
        .spawn()
        .expect("Python starts");
    let mut lines = BufReader::new(process.stdout.take().expect("its output is piped")).lines();
    let mut writer = journal.writer();
    let mut note = move |line: &str| writeln!(writer, "{line}").expect("a line");
    let mut listening = 0;
    while listening < ports {
        let Some(Ok(line)) = lines.next() else {
            journal.keep();
            panic!("Synapse does not start: {}", journal.end());
        };
        note(&line);
        listening += usize::from(line.contains("Synapse now listening"));
    }
    std::thread::spawn(move || lines.map_while(Result::ok).for_each(|line| note(&line)));
    process
}

fn collect(folder: &Path, files: &mut Vec<Vec<u8>>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(fs::read(&path).expect("a file"));
        }
    }
}
