//! Runs other programs as child processes: signals them, kills them with all their children, and
//! waits for them.

use std::{
    fs,
    hash::{BuildHasher, Hasher, RandomState},
    io,
    net::TcpListener,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// The timeout of all waits, on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(90);

/// The pause between two checks.
const PAUSE: Duration = Duration::from_millis(5);

/// A process with its children, to be killed together, as when a machine loses power.
pub(crate) struct ProcessTree {
    parent: u32,
    children: Vec<u32>,
}

impl ProcessTree {
    /// Stops the process, so that it starts no more children, and lists its children.
    pub(crate) fn stopped(parent: u32) -> io::Result<Self> {
        signal("STOP", &[parent])?;
        Ok(Self { parent, children: children(parent)? })
    }

    /// Kills all processes with SIGKILL.
    pub(crate) fn kill(&self) -> io::Result<()> {
        signal("KILL", &[self.parent])?;
        // The children may have ended already.
        let _ = signal("KILL", &self.children);
        Ok(())
    }

    /// Waits until all processes have ended.
    pub(crate) fn ended(&self) -> io::Result<()> {
        wait("its processes to end", || {
            let mut all = self.children.iter().chain([&self.parent]);
            Ok((!all.any(|process| is_running(*process, self.parent))).then_some(()))
        })
    }
}

/// A free port below the ephemeral ones: an outgoing connection could take such a port while the server is down.
pub(crate) fn free_port() -> io::Result<u16> {
    let start = RandomState::new().build_hasher().finish();
    let ports = (0..1000).map(|step| 18_000 + ((start.wrapping_add(step * 7)) % 12_000) as u16);
    let free = |port: &u16| TcpListener::bind(("127.0.0.1", *port)).is_ok();
    ports.into_iter().find(free).ok_or_else(|| io::Error::other("no port is free"))
}

pub(crate) fn run(command: &mut Command) -> io::Result<String> {
    let output = command.stdin(Stdio::null()).output()?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned());
    }
    let program = Path::new(command.get_program()).display().to_string();
    let said = String::from_utf8_lossy(&output.stderr);
    Err(io::Error::other(format!("{program}: {}: {}", output.status, said.trim_end())))
}

/// The last lines of a log, for error messages.
pub(crate) fn last_lines(log: &str) -> Vec<&str> {
    let lines: Vec<_> = log.lines().collect();
    lines[lines.len().saturating_sub(12)..].to_vec()
}

pub(crate) fn signal(name: &str, processes: &[u32]) -> io::Result<()> {
    if processes.is_empty() {
        return Ok(());
    }
    let numbers: Vec<_> = processes.iter().map(u32::to_string).collect();
    run(Command::new("sh").args(["-c", "kill -s \"$@\"", "sh", name]).args(numbers)).map(drop)
}

/// The state of a process and its parent, from `/proc`.
fn process_state(process: u32) -> Option<(char, u32)> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, in brackets, may hold any character.
    let (_, rest) = text.rsplit_once(')')?;
    let mut fields = rest.split_whitespace();
    Some((fields.next()?.chars().next()?, fields.next()?.parse().ok()?))
}

fn children(of: u32) -> io::Result<Vec<u32>> {
    let numbers =
        fs::read_dir("/proc")?.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    Ok(numbers.filter(|number| process_state(*number).is_some_and(|(_, parent)| parent == of)).collect())
}

/// Whether a process still runs. The parent is compared as ids are reused; a process whose parent died gets another one.
fn is_running(process: u32, parent: u32) -> bool {
    let is_server = || {
        let words = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
        words.starts_with(b"postgres")
    };
    process_state(process).is_some_and(|(state, of)| state != 'Z' && (of == parent || is_server()))
}

/// Polls until `look` returns a value.
pub(crate) fn wait<T>(what: &str, mut look: impl FnMut() -> io::Result<Option<T>>) -> io::Result<T> {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        if let Some(found) = look()? {
            return Ok(found);
        }
        thread::sleep(PAUSE);
    }
    Err(io::Error::new(io::ErrorKind::TimedOut, format!("waited in vain for {what}")))
}
