//! Starts, stops and observes an IRC server, people on it with a foreign client, and the bridge of
//! `examples/bridge` with the program. Not here: what is played (`main`).

use std::{
    fs::{self, File, OpenOptions},
    io::Write,
    net::TcpStream,
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use adoube_testing::{TEST_TIMEOUT, ports, program::forget_settings};
use tempfile::TempDir;

/// How often files are looked into.
const LOOK: Duration = Duration::from_millis(10);
/// Where the folder for pictures is served, as far as the bridge knows.
const PICTURES: &str = "https://boards.example.org/chess";
/// Opening a pipe fails instead of waiting for a reader (`O_NONBLOCK` of Linux).
const WITHOUT_WAITING: i32 = 0o4000;

/// A program that does not outlive its test.
pub struct Running(Child);

impl Running {
    fn start(command: &mut Command) -> Self {
        Self(command.stdin(Stdio::null()).spawn().expect("it starts"))
    }

    /// With SIGKILL.
    pub fn kill(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Looks until there is something.
fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>, told: impl Fn() -> String) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < TEST_TIMEOUT, "waited in vain for {what}:\n{}", told());
        thread::sleep(LOOK);
    }
}

fn read(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned()
}

/// Where a program of others is.
fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into()]);
    let found = folders.map(|folder| folder.join(name)).find(|path| path.exists());
    if found.is_none() {
        println!("skipped: {name} is not here (tests/peers/install.sh installs it)");
    }
    found
}

pub fn has_python() -> bool {
    let mut look = Command::new("python3");
    look.args(["-c", "import sys; sys.exit(sys.version_info < (3, 10))"]);
    let found = look.status().is_ok_and(|status| status.success());
    if !found {
        println!("skipped: Python 3.10 is not here");
    }
    found
}

/// A server with its people and the bridge.
pub struct World {
    folder: TempDir,
    port: u16,
    ngircd: PathBuf,
    ii: PathBuf,
    server: Option<Running>,
    bridge: Option<Running>,
    /// A program to whose door the bridge connects.
    program: Option<Running>,
    /// How often the bridge has come into a channel.
    joined: usize,
}

impl World {
    /// Nothing where the programs of others are not here.
    pub fn new() -> Option<Self> {
        let (ngircd, ii) = (program("ngircd")?, program("ii")?);
        if !has_python() {
            return None;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let port = ports::free();
        // As it is installed it makes everybody wait who says more than a line a second or two.
        let settings = format!(
            "[Global]\nName = irc.test\nInfo = test\nListen = 127.0.0.1\nPorts = {port}\nMotdPhrase = Hello\n\
             [Limits]\nMaxConnectionsIP = 0\nMaxNickLength = 20\nMaxPenaltyTime = 0\n\
             [Options]\nDNS = no\nIdent = no\nPAM = no\n"
        );
        fs::write(folder.path().join("ngircd.conf"), settings).expect("a file");
        let mut world =
            Self { folder, port, ngircd, ii, server: None, bridge: None, program: None, joined: 0 };
        world.start_server();
        Some(world)
    }

    fn log_of(&self, name: &str) -> File {
        let path = self.folder.path().join(name);
        OpenOptions::new().create(true).append(true).open(path).expect("a file")
    }

    pub fn start_server(&mut self) {
        let mut command = Command::new(&self.ngircd);
        command.arg("-n").arg("-f").arg(self.folder.path().join("ngircd.conf"));
        self.server =
            Some(Running::start(command.stdout(self.log_of("server")).stderr(self.log_of("server"))));
        until(
            "the server",
            || TcpStream::connect(("127.0.0.1", self.port)).ok(),
            || read(&self.folder.path().join("server")),
        );
    }

    /// Everybody is thrown out.
    pub fn stop_server(&mut self) {
        self.server = None;
    }

    /// Starts a program that takes bridges; the next one connects to it.
    pub fn start_program(&mut self) {
        let socket = self.socket();
        let mut command = adoube_testing::adoube!();
        command.arg("--data").arg(self.folder.path().join("running")).env("ADOUBE_WEB__PORT", "0");
        command.env("ADOUBE_DOOR__LISTEN", format!("unix:{}", socket.display()));
        command.current_dir(self.folder.path());
        command.stdout(self.log_of("program")).stderr(self.log_of("program"));
        self.program = Some(Running::start(&mut command));
        until("the program", || socket.exists().then_some(()), || read(&self.folder.path().join("program")));
    }

    fn socket(&self) -> PathBuf {
        self.folder.path().join("door.sock")
    }

    /// Starts the bridge, which says so many lines a second, and waits until it is in its channels.
    pub fn start_bridge(&mut self, lines_a_second: u32) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/bridge/irc.py");
        let mut command = Command::new("python3");
        forget_settings(&mut command);
        command
            .arg(script)
            .args(["--plain", "--port", &self.port.to_string(), "--burst", "1"])
            .args(["--rate", &lines_a_second.to_string(), "--adoube", env!("CARGO_BIN_EXE_adoube")])
            .arg("--data")
            .arg(self.folder.path().join("data"))
            .arg("--pictures")
            .arg(self.folder.path().join("pictures"))
            .stderr(self.log_of("bridge"));
        match self.program {
            Some(_) => command.arg("--door").arg(self.socket()),
            None => command.args(["--url", PICTURES]),
        };
        command.args(["127.0.0.1", "#chess", "#schach=de"]);
        self.bridge = Some(Running::start(&mut command));
        self.bridge_is_there();
    }

    /// Waits until the bridge is in both channels, once more than before.
    pub fn bridge_is_there(&mut self) {
        self.joined += 2;
        let log = self.folder.path().join("bridge");
        let is_there = || (read(&log).matches("irc: in #").count() >= self.joined).then_some(());
        until("the bridge", is_there, || read(&log));
    }

    /// The pictures to which these lines link; all of them are there.
    pub fn pictures(&self, lines: &[String]) -> Vec<String> {
        let name = |line: &String| Some(line.strip_prefix(PICTURES)?.strip_prefix('/')?.to_owned());
        let names: Vec<String> = lines.iter().filter_map(name).collect();
        for name in &names {
            let picture = fs::read(self.folder.path().join("pictures").join(name)).expect("a picture");
            assert!(picture.starts_with(b"\x89PNG") && name.len() > 30, "{name}");
        }
        names
    }

    pub fn kill_bridge(&mut self) {
        self.bridge = None;
    }

    /// Somebody comes into a channel.
    pub fn person(&self, nick: &str, channel: &str) -> Person {
        let mut command = Command::new(&self.ii);
        let home = self.folder.path().join(nick);
        command.args(["-s", "127.0.0.1", "-p", &self.port.to_string(), "-n", nick, "-i"]).arg(&home);
        let out = home.join("127.0.0.1/out");
        let before = read(&out).len();
        let running = Running::start(command.stdout(self.log_of("clients")).stderr(self.log_of("clients")));
        let mut person = Person {
            home: home.join("127.0.0.1"),
            channel: channel.to_owned(),
            inputs: Vec::new(),
            running,
            heard: 0,
        };
        person.heard = person.all().len();
        let is_in = || read(&out).get(before..)?.contains("Welcome").then_some(());
        until("a welcome", is_in, || read(&out));
        person.tells_server(&format!("/j {channel}"));
        person.hears_of(&format!("{nick}(~{nick}@127.0.0.1) has joined {channel}"));
        person
    }
}

/// Somebody on the server, with `ii`, which takes lines from pipes and writes what is said to files.
pub struct Person {
    home: PathBuf,
    channel: String,
    /// Pipes stay open, as `ii` opens them anew whenever nobody writes.
    inputs: Vec<(PathBuf, File)>,
    running: Running,
    /// Bytes of the channel that were listened to.
    heard: usize,
}

impl Person {
    fn input(&mut self, place: &str, line: &str) {
        let path = self.home.join(place).join("in");
        if !self.inputs.iter().any(|(other, _)| *other == path) {
            let open = || OpenOptions::new().write(true).custom_flags(WITHOUT_WAITING).open(&path).ok();
            let file = until("a pipe of ii", open, || path.display().to_string());
            self.inputs.push((path.clone(), file));
        }
        let (_, file) = self.inputs.iter_mut().find(|(other, _)| *other == path).expect("it was opened");
        // In one piece, as ii gives up a line that is not whole.
        file.write_all(format!("{line}\n").as_bytes()).expect("ii reads");
    }

    fn tells_server(&mut self, line: &str) {
        self.input("", line);
    }

    /// Says something in the channel.
    pub fn says(&mut self, words: &str) {
        self.input(&self.channel.clone(), words);
    }

    /// Says something to the bot alone.
    pub fn whispers(&mut self, words: &str) {
        self.tells_server(&format!("/PRIVMSG adoube :{words}"));
    }

    /// Takes another nick.
    pub fn becomes(&mut self, nick: &str) {
        self.tells_server(&format!("/n {nick}"));
    }

    /// Waits until the server tells it outside of channels.
    pub fn sees(&self, words: &str) {
        let out = self.home.join("out");
        until(words, || read(&out).contains(words).then_some(()), || read(&out));
    }

    /// Leaves without a word.
    pub fn vanishes(&mut self) {
        self.running.kill();
    }

    /// Everything that was said in the channel.
    pub fn all(&self) -> String {
        read(&self.home.join(&self.channel).join("out"))
    }

    /// What the bot has said in the channel, without the times.
    pub fn public(&self) -> Vec<String> {
        bots_lines(&self.all())
    }

    /// What the bot has said to them alone.
    pub fn private(&self) -> Vec<String> {
        bots_lines(&read(&self.home.join("adoube").join("out")))
    }

    /// The next line of the channel with these words.
    pub fn hears_of(&mut self, words: &str) -> String {
        let heard = self.heard;
        let (line, end) = until(words, || line_with(&self.all(), heard, words), || self.all());
        self.heard = end;
        line
    }

    /// The first line with these words that the bot says to them alone, after so many others.
    pub fn is_told(&self, after: usize, words: &str) -> String {
        let told = || self.private().into_iter().skip(after).find(|line| line.contains(words));
        until(words, told, || self.private().join("\n"))
    }
}

fn bots_lines(text: &str) -> Vec<String> {
    text.lines().filter_map(|line| Some(line.split_once(" <adoube> ")?.1.to_owned())).collect()
}

/// A whole line with these words behind a place, and where it ends.
fn line_with(text: &str, from: usize, words: &str) -> Option<(String, usize)> {
    let rest = text.get(from..)?;
    let at = rest.find(words)?;
    let begin = rest[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let end = at + rest[at..].find('\n')?;
    Some((rest[begin..end].to_owned(), from + end))
}
