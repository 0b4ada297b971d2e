//! Runs one PostgreSQL server for tests: initialises, starts, kills, restarts it, and copies it as
//! a standby. Not here: failover (`replicated_pair`).

use std::{
    fs::{self, File},
    io,
    os::unix::{fs::PermissionsExt, process::CommandExt},
    path::{Path, PathBuf},
    process::{Child, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

use crate::{
    Binaries, ServerOptions,
    folder::ServerFolder,
    process_tree::{PATIENCE, ProcessTree, free_port, last_lines, run, signal, wait},
};

/// The role of all connections, without a password.
pub(crate) const ROLE: &str = "adoube";

/// A server with a folder of its own. Dropping it, or the end of this process, ends it and removes the folder.
#[derive(Debug)]
pub struct TestServer {
    binaries: Binaries,
    options: ServerOptions,
    port: u16,
    process: Option<Child>,
    databases: AtomicU32,
    // Last: its end ends what the others leave.
    folder: ServerFolder,
}

impl TestServer {
    /// Initialises a server and starts it, which takes a second or two.
    ///
    /// # Errors
    /// What failed, with the last of what the server said.
    pub fn start(binaries: &Binaries, options: &ServerOptions) -> io::Result<Self> {
        let mut server = Self::place(binaries, options)?;
        let mut initdb = binaries.owner("initdb");
        initdb.args(["--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "-U", ROLE]);
        run(initdb.args(&options.initdb).arg("-D").arg(server.data()))?;
        server.begin()?;
        Ok(server)
    }

    /// Starts a synchronous standby of this server, on `port` or a free one. From now on this server acknowledges a commit only
    /// when the standby has it.
    ///
    /// # Errors
    /// As [`TestServer::start`].
    pub fn standby(&self, port: Option<u16>) -> io::Result<Self> {
        let mut standby = Self::place(&self.binaries, &ServerOptions { port, ..self.options.clone() })?;
        let mut backup = self.binaries.owner("pg_basebackup");
        backup.args([
            "-h",
            "127.0.0.1",
            "-U",
            ROLE,
            "--checkpoint=fast",
            "--no-sync",
            "--write-recovery-conf",
        ]);
        run(backup.arg("-p").arg(self.port.to_string()).arg("-D").arg(standby.data()))?;
        // What this server waits for, the copy does not wait for once it has taken over.
        let settings = standby.data().join("postgresql.auto.conf");
        let copied = fs::read_to_string(&settings)?;
        fs::write(&settings, format!("{copied}synchronous_standby_names = ''\n"))?;
        standby.begin()?;
        self.sql("postgres", "ALTER SYSTEM SET synchronous_standby_names = '*'")?;
        self.sql("postgres", "SELECT pg_reload_conf()")?;
        wait("the standby to follow", || {
            let following = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
            Ok((self.sql("postgres", following)? == "1").then_some(()))
        })?;
        Ok(standby)
    }

    /// Promotes a standby.
    ///
    /// # Errors
    /// What the server says.
    pub fn promote(&self) -> io::Result<()> {
        let promoted = self.sql("postgres", &format!("SELECT pg_promote(true, {})", PATIENCE.as_secs()))?;
        if promoted == "t" { Ok(()) } else { Err(self.server_error("it did not take over")) }
    }

    /// Creates a database and returns its URL.
    ///
    /// # Panics
    /// The server refuses.
    pub fn new_database(&self) -> String {
        let number = self.databases.fetch_add(1, Ordering::Relaxed);
        let name = format!("test_{number}");
        self.sql("postgres", &format!("CREATE DATABASE {name}")).expect("a database is made");
        self.url(&name)
    }

    /// The URL of a database.
    pub fn url(&self, database: &str) -> String {
        url(&[self.port], database)
    }

    /// The port on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The folder of the server.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The log of the server.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// Runs statements and returns their output, a line for each row.
    ///
    /// # Errors
    /// What the server says.
    pub fn sql(&self, database: &str, statements: &str) -> io::Result<String> {
        self.binaries.sql(&self.url(database), statements)
    }

    /// Kills all processes of the server with SIGKILL, as if the machine lost power.
    ///
    /// # Errors
    /// When its processes cannot be found or ended.
    pub fn kill(&mut self) -> io::Result<()> {
        let Some(mut process) = self.process.take() else { return Ok(()) };
        let family = ProcessTree::stopped(process.id())?;
        family.kill()?;
        process.wait()?;
        family.ended()
    }

    /// Stops the server in order: statements are cancelled, and no recovery is needed.
    ///
    /// # Errors
    /// The signal cannot be sent.
    pub fn stop(&mut self) -> io::Result<()> {
        let Some(mut process) = self.process.take() else { return Ok(()) };
        signal("INT", &[process.id()])?;
        process.wait().map(drop)
    }

    /// Restarts the server on the same port.
    ///
    /// # Errors
    /// As [`TestServer::start`].
    pub fn restart(&mut self) -> io::Result<()> {
        self.stop()?;
        self.launch()
    }

    fn place(binaries: &Binaries, options: &ServerOptions) -> io::Result<Self> {
        let folder = ServerFolder::new(binaries, options.below.as_deref())?;
        for (name, contents) in &options.files {
            let path = folder.path().join(name);
            fs::write(&path, contents)?;
            // A server takes no key that others can read.
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600))?;
            binaries.hand_over(&path)?;
        }
        Ok(Self {
            binaries: binaries.clone(),
            options: options.clone(),
            port: 0,
            process: None,
            databases: AtomicU32::new(0),
            folder,
        })
    }

    /// Starts the server for the first time, with another port if the first one was taken meanwhile.
    fn begin(&mut self) -> io::Result<()> {
        let mut left = if self.options.port.is_some() { 0 } else { 4 };
        loop {
            self.port = self.options.port.map_or_else(free_port, Ok)?;
            match self.launch() {
                Err(_) if left > 0 => left -= 1,
                done => return done,
            }
        }
    }

    fn launch(&mut self) -> io::Result<()> {
        let log = File::options().append(true).create(true).open(self.folder.path().join("log"))?;
        let mut postgres = self.binaries.owner("postgres");
        postgres.arg("-D").arg(self.data()).arg("-p").arg(self.port.to_string());
        for setting in ["listen_addresses=127.0.0.1", "unix_socket_directories="] {
            postgres.args(["-c", setting]);
        }
        let folder = self.folder.path().display().to_string();
        for setting in &self.options.settings {
            postgres.arg("-c").arg(setting.replace("{folder}", &folder));
        }
        postgres.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).process_group(0);
        let mut process = postgres.spawn()?;
        let number = process.id();
        let ready = wait("the server to start", || {
            if let Some(status) = process.try_wait()? {
                return Err(io::Error::other(format!("it ended: {status}")));
            }
            Ok(self.is_ready(number).then_some(()))
        });
        if let Err(error) = ready {
            let _ = process.kill();
            let _ = process.wait();
            return Err(self.server_error(&error.to_string()));
        }
        self.process = Some(process);
        Ok(())
    }

    /// As it writes down itself: its number first, and in the eighth line how far it is.
    fn is_ready(&self, process: u32) -> bool {
        let Ok(text) = fs::read_to_string(self.data().join("postmaster.pid")) else { return false };
        let is_this = text.lines().next().is_some_and(|line| line.trim() == process.to_string());
        let state = text.lines().nth(7).map(str::trim);
        is_this && matches!(state, Some("ready" | "standby"))
    }

    fn data(&self) -> PathBuf {
        self.folder.data()
    }

    fn server_error(&self, what: &str) -> io::Error {
        let said = last_lines(&self.log()).join("\n  ");
        io::Error::other(format!("PostgreSQL: {what}; it said\n  {said}"))
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        if let Some(mut process) = self.process.take() {
            // Nobody wants what it knows any more.
            let _ = signal("QUIT", &[process.id()]);
            let _ = process.wait();
        }
    }
}

/// The URL of a database on servers of which one takes writes.
pub(crate) fn url(ports: &[u16], database: &str) -> String {
    let hosts: Vec<_> = ports.iter().map(|port| format!("127.0.0.1:{port}")).collect();
    let which = if hosts.len() > 1 { "?target_session_attrs=read-write" } else { "" };
    format!("postgres://{ROLE}@{}/{database}{which}", hosts.join(","))
}
