//! Finds PostgreSQL's programs and runs them, as another user if this one is root, since they
//! refuse root.

use std::{
    env, fs, io,
    os::unix::fs::{MetadataExt, chown},
    path::{Path, PathBuf},
    process::Command,
};

use crate::process_tree::run;

/// The required programs.
const PROGRAMS: [&str; 4] = ["initdb", "postgres", "pg_basebackup", "psql"];

/// Environment variables that would direct PostgreSQL's programs elsewhere.
const FOREIGN: [&str; 9] = [
    "PGDATA",
    "PGDATABASE",
    "PGHOST",
    "PGHOSTADDR",
    "PGOPTIONS",
    "PGPASSWORD",
    "PGPORT",
    "PGSERVICE",
    "PGUSER",
];

/// PostgreSQL's programs.
#[derive(Clone, Debug)]
pub struct Binaries {
    folder: PathBuf,
    account: Option<OsAccount>,
}

/// The user that servers run as, if the tests run as root.
#[derive(Clone, Copy, Debug)]
struct OsAccount {
    user: u32,
    group: u32,
}

impl Binaries {
    /// The newest there are: where Debian has them, then along the `PATH`, then in `/usr/local`.
    pub fn find() -> Option<Self> {
        let is_root = fs::metadata("/proc/self").ok()?.uid() == 0;
        let account = if is_root { Some(OsAccount::find()?) } else { None };
        let along_the_path = env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>();
        let folders = debian().into_iter().chain(along_the_path).chain(["/usr/local/bin".into()]);
        let is_whole = |folder: &PathBuf| PROGRAMS.iter().all(|program| folder.join(program).is_file());
        let folder = folders.into_iter().find(is_whole)?;
        Some(Self { folder, account })
    }

    /// One of the programs, for whoever connects to a server; runs as we do.
    pub fn client(&self, program: &str) -> Command {
        self.plain(Command::new(self.folder.join(program)))
    }

    /// One of the programs that own a server's files.
    pub(crate) fn owner(&self, program: &str) -> Command {
        self.as_owner(&self.folder.join(program))
    }

    /// A program of others that runs as whoever owns a server's files.
    pub(crate) fn as_owner(&self, path: &Path) -> Command {
        let Some(OsAccount { user, group }) = self.account else { return self.plain(Command::new(path)) };
        let mut command = Command::new("setpriv");
        command.args([format!("--reuid={user}"), format!("--regid={group}"), "--clear-groups".to_owned()]);
        command.arg("--").arg(path);
        self.plain(command)
    }

    /// Runs statements in the database at this address, and gives what they say, rows by line.
    pub(crate) fn sql(&self, url: &str, statements: &str) -> io::Result<String> {
        let mut psql = self.client("psql");
        psql.args(["-X", "-A", "-q", "-t", "-v", "ON_ERROR_STOP=1"]);
        run(psql.args(["-d", url, "-c", statements]))
    }

    /// Where they are.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Hands a file or folder over to whom servers run as.
    pub(crate) fn hand_over(&self, path: &Path) -> io::Result<()> {
        self.account.map_or(Ok(()), |account| chown(path, Some(account.user), Some(account.group)))
    }

    fn plain(&self, mut command: Command) -> Command {
        for name in FOREIGN {
            command.env_remove(name);
        }
        // Where we stand, they may not be let in; and what they say is read.
        command.env("LC_ALL", "C").current_dir(&self.folder);
        command
    }
}

impl OsAccount {
    /// Debian's `postgres`, else `nobody`.
    fn find() -> Option<Self> {
        let accounts = fs::read_to_string("/etc/passwd").ok()?;
        let numbers = |name: &str| {
            let line = accounts.lines().find(|line| line.split(':').next() == Some(name))?;
            let mut fields = line.split(':').skip(2);
            let mut number = || fields.next()?.parse().ok();
            Some(Self { user: number()?, group: number()? })
        };
        ["postgres", "nobody"].into_iter().find_map(numbers)
    }
}

/// The folders of Debian's packages, newest version first.
fn debian() -> Vec<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<(u32, PathBuf)> = versions
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .collect();
    versions.sort_by(|one, other| other.cmp(one));
    versions.into_iter().map(|(_, folder)| folder).collect()
}
