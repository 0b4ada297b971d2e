//! Starts `PgBouncer`, a connection pooler, in front of a server: clients share a few server
//! connections.

use std::{
    env,
    fs::{self, File},
    io,
    net::TcpStream,
    os::unix::process::CommandExt,
    path::PathBuf,
    process::{Child, Stdio},
};

use crate::{
    Binaries, TestServer,
    folder::ServerFolder,
    process_tree::{free_port, last_lines, wait},
    server::{ROLE, url},
};

/// Printed if `PgBouncer` is not installed.
const SKIPPED: &str = "skipped: no PgBouncer here (Debian: pgbouncer)";

/// The pool mode: how long a client keeps its server connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolMode {
    /// Until the client disconnects.
    Session,
    /// For one transaction.
    Transaction,
}

/// A pooler. Dropping it, or the end of this process, ends it.
#[derive(Debug)]
pub struct PgBouncer {
    port: u16,
    process: Child,
    // Last: its end ends what is left.
    folder: ServerFolder,
}

impl PgBouncer {
    /// In front of a server, with so many server processes for each database. None, with a printed word, where the program is
    /// not there.
    ///
    /// # Errors
    /// It does not start; with the last of what it said.
    pub fn before(
        binaries: &Binaries,
        server: &TestServer,
        mode: PoolMode,
        size: usize,
    ) -> io::Result<Option<Self>> {
        let Some(program) = program() else {
            println!("{SKIPPED}");
            return Ok(None);
        };
        let folder = ServerFolder::new(binaries, None)?;
        let port = free_port()?;
        let users = folder.path().join("users.txt");
        let settings = folder.path().join("pgbouncer.ini");
        let mode = match mode {
            PoolMode::Session => "session",
            PoolMode::Transaction => "transaction",
        };
        let text = format!(
            "[databases]\n* = host=127.0.0.1 port={}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\n\
             unix_socket_dir =\nauth_type = trust\nauth_file = {}\npool_mode = {mode}\ndefault_pool_size = {size}\n",
            server.port(),
            users.display()
        );
        for (file, text) in [(&users, format!("\"{ROLE}\" \"\"\n")), (&settings, text)] {
            fs::write(file, text)?;
            binaries.hand_over(file)?;
        }
        let log = File::options().append(true).create(true).open(folder.path().join("log"))?;
        let mut command = binaries.as_owner(&program);
        command.arg(&settings).stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).process_group(0);
        let process = command.spawn()?;
        // Whoever watches over the folder ends it, too.
        fs::write(folder.path().join("keeper"), process.id().to_string())?;
        let mut pooler = Self { port, process, folder };
        pooler.wait()?;
        Ok(Some(pooler))
    }

    /// A database behind it, as a url.
    pub fn url(&self, database: &str) -> String {
        url(&[self.port], database)
    }

    /// Where it listens, on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }

    fn wait(&mut self) -> io::Result<()> {
        let (port, log) = (self.port, self.folder.path().join("log"));
        let process = &mut self.process;
        let answers = wait("PgBouncer to start", || {
            if let Some(status) = process.try_wait()? {
                return Err(io::Error::other(format!("it ended: {status}")));
            }
            Ok(TcpStream::connect(("127.0.0.1", port)).ok().map(drop))
        });
        answers.map_err(|error| {
            let said = fs::read_to_string(log).unwrap_or_default();
            io::Error::other(format!("PgBouncer: {error}; it said\n  {}", last_lines(&said).join("\n  ")))
        })
    }
}

impl Drop for PgBouncer {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn program() -> Option<PathBuf> {
    let path = env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>();
    let folders = path.into_iter().chain(["/usr/sbin".into(), "/usr/local/bin".into()]);
    folders.map(|folder| folder.join("pgbouncer")).find(|program| program.is_file())
}
