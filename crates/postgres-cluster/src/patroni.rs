//! Starts two servers managed by Patroni with etcd, which detects the loss of the primary, promotes
//! the standby, and takes the lost server back. Not here: failover by the tests themselves
//! (`replicated_pair`).

use std::{
    env,
    fs::{self, File},
    io,
    os::unix::process::CommandExt,
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use crate::{
    Binaries,
    folder::ServerFolder,
    process_tree::{ProcessTree, free_port, last_lines, run, wait},
    server::{ROLE, url},
};

/// The configuration in the documentation for operators.
const CONFIGURATION: &str = include_str!("../../../docs/operators/patroni.yml");

/// The name of the cluster.
const SCOPE: &str = "adoube";

/// Printed if one of the programs is not installed.
const SKIPPED: &str = "skipped: no Patroni with etcd here (Debian: patroni, etcd-server, python3-etcd)";

/// The programs.
#[derive(Debug)]
struct PatroniPrograms {
    servers: Binaries,
    patroni: PathBuf,
    control: PathBuf,
    etcd: PathBuf,
}

/// A cluster of two servers.
#[derive(Debug)]
pub struct Patroni {
    programs: PatroniPrograms,
    members: [PatroniMember; 2],
    _etcd: PatroniProcess,
}

/// A server and the Patroni process that keeps it.
#[derive(Debug)]
struct PatroniMember {
    name: &'static str,
    port: u16,
    keeper: PatroniProcess,
}

/// A process with a folder of its own.
#[derive(Debug)]
struct PatroniProcess {
    child: Option<Child>,
    folder: ServerFolder,
}

impl Patroni {
    /// Makes the cluster; takes half a minute. None, with a printed word, where one of the programs is not there.
    ///
    /// # Errors
    /// What failed, with the last of what the programs said.
    pub fn start(binaries: &Binaries) -> io::Result<Option<Self>> {
        let Some(programs) = PatroniPrograms::find(binaries) else {
            println!("{SKIPPED}");
            return Ok(None);
        };
        let (etcd, address) = programs.begin_etcd()?;
        let members = [programs.member("one", &address)?, programs.member("two", &address)?];
        let mut cluster = Self { programs, members, _etcd: etcd };
        for index in 0..cluster.members.len() {
            cluster.begin(index)?;
        }
        cluster.wait_for_standby()?;
        Ok(Some(cluster))
    }

    /// A database of both; whoever connects looks for the one that takes writes.
    pub fn url(&self, database: &str) -> String {
        url(&self.members.each_ref().map(|member| member.port), database)
    }

    /// Runs statements on the primary.
    ///
    /// # Errors
    /// What the server says.
    pub fn sql(&self, database: &str, statements: &str) -> io::Result<String> {
        self.programs.servers.sql(&self.url(database), statements)
    }

    /// The primary and what keeps it die by SIGKILL, as with their machine; gives which of them it was.
    ///
    /// # Errors
    /// When there is none, or its processes cannot be found.
    pub fn kill_primary(&mut self) -> io::Result<usize> {
        let is_primary = |member: &PatroniMember| {
            let answer =
                self.programs.servers.sql(&url(&[member.port], "postgres"), "SELECT pg_is_in_recovery()");
            answer.is_ok_and(|answer| answer == "f")
        };
        let primary = self.members.iter().position(is_primary);
        let primary = primary.ok_or_else(|| io::Error::other("there is no primary"))?;
        self.members[primary].kill()?;
        Ok(primary)
    }

    /// A lost member comes back, and follows the primary when this is done.
    ///
    /// # Errors
    /// When it does not.
    pub fn bring_back(&mut self, index: usize) -> io::Result<()> {
        self.begin(index)?;
        self.wait_for_standby()
    }

    fn begin(&mut self, index: usize) -> io::Result<()> {
        let member = &mut self.members[index];
        let mut patroni = self.programs.servers.as_owner(&self.programs.patroni);
        patroni.arg(member.configuration());
        member.keeper.begin(&mut patroni)
    }

    /// As Patroni itself says: it promotes nobody whom it does not know to have everything.
    fn wait_for_standby(&self) -> io::Result<()> {
        let known = wait("a standby that has everything", || {
            let mut control = self.programs.servers.as_owner(&self.programs.control);
            let said = run(control.arg("-c").arg(self.members[0].configuration()).args(["list", SCOPE]));
            // Before it has begun, there is nothing to list.
            Ok(said.is_ok_and(|said| said.contains("Sync Standby")).then_some(()))
        });
        known.map_err(|error| {
            let logs = self.members.each_ref().map(|member| member.keeper.last_words());
            io::Error::other(format!("{error}; the members said\n{}\n\n{}", logs[0], logs[1]))
        })
    }
}

impl PatroniPrograms {
    fn find(servers: &Binaries) -> Option<Self> {
        let along_the_path = env::split_paths(&env::var_os("PATH")?).collect::<Vec<_>>();
        let find =
            |name: &str| along_the_path.iter().map(|folder| folder.join(name)).find(|path| path.is_file());
        let [patroni, control, etcd] = ["patroni", "patronictl", "etcd"].map(find);
        Some(Self { servers: servers.clone(), patroni: patroni?, control: control?, etcd: etcd? })
    }

    /// Starts etcd, and gives where it listens.
    fn begin_etcd(&self) -> io::Result<(PatroniProcess, String)> {
        let mut process = PatroniProcess { child: None, folder: ServerFolder::new(&self.servers, None)? };
        let (address, peers) = (address(free_port()?), format!("http://{}", address(free_port()?)));
        let clients = format!("http://{address}");
        let mut etcd = self.servers.as_owner(&self.etcd);
        etcd.arg("--data-dir").arg(process.folder.data());
        etcd.args(["--listen-client-urls", &clients, "--advertise-client-urls", &clients]);
        etcd.args(["--listen-peer-urls", &peers, "--initial-advertise-peer-urls", &peers]);
        etcd.args(["--initial-cluster", &format!("default={peers}"), "--unsafe-no-fsync"]);
        process.begin(&mut etcd)?;
        Ok((process, address))
    }

    fn member(&self, name: &'static str, etcd: &str) -> io::Result<PatroniMember> {
        let folder = ServerFolder::new(&self.servers, None)?;
        let port = free_port()?;
        let words = [
            ("{name}", name.to_owned()),
            ("{etcd}", etcd.to_owned()),
            ("{server}", address(port)),
            ("{api}", address(free_port()?)),
            ("{folder}", folder.path().display().to_string()),
            ("{programs}", self.servers.folder().display().to_string()),
            ("{role}", ROLE.to_owned()),
            ("{password}", "nobody asks for it".to_owned()),
            // Whoever reaches this machine is let in, as with the servers that we look after.
            ("scram-sha-256", "trust".to_owned()),
            ("{addresses}", "127.0.0.1/32".to_owned()),
        ];
        let filled =
            words.iter().fold(CONFIGURATION.to_owned(), |text, (word, value)| text.replace(word, value));
        let member = PatroniMember { name, port, keeper: PatroniProcess { child: None, folder } };
        fs::write(member.configuration(), filled)?;
        Ok(member)
    }
}

impl PatroniMember {
    fn configuration(&self) -> PathBuf {
        self.keeper.folder.path().join("patroni.yml")
    }

    fn kill(&mut self) -> io::Result<()> {
        let missing = || io::Error::other(format!("{} does not run", self.name));
        let number = fs::read_to_string(self.keeper.folder.data().join("postmaster.pid"))?;
        let server = number.lines().next().and_then(|line| line.trim().parse().ok()).ok_or_else(missing)?;
        let mut keeper = self.keeper.child.take().ok_or_else(missing)?;
        // Stopped first, so that it does not start another server.
        let families = [ProcessTree::stopped(keeper.id())?, ProcessTree::stopped(server)?];
        families.iter().try_for_each(ProcessTree::kill)?;
        keeper.wait()?;
        families.iter().try_for_each(ProcessTree::ended)
    }
}

impl PatroniProcess {
    fn begin(&mut self, command: &mut Command) -> io::Result<()> {
        let log = File::options().append(true).create(true).open(self.log())?;
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).process_group(0);
        let child = command.spawn()?;
        fs::write(self.folder.path().join("keeper"), child.id().to_string())?;
        self.child = Some(child);
        Ok(())
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    fn last_words(&self) -> String {
        last_lines(&fs::read_to_string(self.log()).unwrap_or_default()).join("\n")
    }
}

impl Drop for PatroniProcess {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            // The guard of the folder ends what it looked after.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn address(port: u16) -> String {
    format!("127.0.0.1:{port}")
}
