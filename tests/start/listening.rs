//! Tests of where a program listens and how it stops: taken ports, several addresses, Unix sockets,
//! sockets and notifications of a service manager, draining. Not here: which addresses there can be
//! (`bind` of `adoube-platform-web`).

use std::{
    fs,
    net::{Ipv4Addr, TcpListener, TcpStream},
    os::{
        fd::OwnedFd,
        unix::{
            fs::PermissionsExt as _,
            net::{UnixDatagram, UnixListener, UnixStream},
        },
    },
    path::Path,
    process::{Command, Stdio},
};

use adoube_testing::{TEST_TIMEOUT, program};

use crate::{Running, adoube, complaint, folder};

/// The port where none is configured.
const DEFAULT_PORT: u16 = 8424;

/// An address of this machine that no other process of these tests uses.
fn own_address() -> Ipv4Addr {
    let [.., high, low] = std::process::id().to_be_bytes();
    Ipv4Addr::new(127, 86, high, low)
}

/// What is answered to a request for this path, under a name that is ours.
fn answer(mut stream: impl std::io::Read + std::io::Write, path: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

fn on_unix(path: &Path) -> UnixStream {
    let stream = UnixStream::connect(path).expect("it listens");
    stream.set_read_timeout(Some(TEST_TIMEOUT)).expect("a limit");
    stream
}

fn on_port(address: Ipv4Addr, port: u16) -> TcpStream {
    let stream = TcpStream::connect((address, port)).expect("it listens");
    stream.set_read_timeout(Some(TEST_TIMEOUT)).expect("a limit");
    stream
}

/// A socket on which a program tells how it is.
struct Manager(UnixDatagram);

impl Manager {
    fn bind(path: &Path) -> Self {
        let socket = UnixDatagram::bind(path).expect("a socket");
        socket.set_read_timeout(Some(TEST_TIMEOUT)).expect("a limit");
        Self(socket)
    }

    fn hears(&self) -> String {
        let mut message = [0; 256];
        let length = self.0.recv(&mut message).expect("it is told in time");
        String::from_utf8_lossy(&message[..length]).trim().to_owned()
    }
}

#[test]
fn a_configured_port_that_is_taken_is_an_error_and_the_default_one_moves_on() {
    let here = folder();
    let address = own_address();
    let _other = TcpListener::bind((address, DEFAULT_PORT)).expect("a port");
    // The default port, too, is configured where it is written down.
    for by_file in [true, false] {
        let mut command = adoube(here.path());
        let file = if by_file { format!("[web]\nport = {DEFAULT_PORT}\n") } else { String::new() };
        fs::write(here.path().join("config.toml"), file).expect("a file");
        if !by_file {
            command.env("ADOUBE_WEB__PORT", DEFAULT_PORT.to_string());
        }
        command.env("ADOUBE_WEB__LISTEN", address.to_string());
        assert_eq!(command.status().expect("it ends").code(), Some(75), "something is in use");
        let said = complaint(command);
        assert!(said.contains(&format!("cannot listen on {address} port {DEFAULT_PORT}")), "{said}");
        assert!(said.contains("choose another port with web.port"), "{said}");
    }
    fs::write(here.path().join("config.toml"), "").expect("a file");
    let mut command = adoube(here.path());
    command.env("ADOUBE_WEB__LISTEN", address.to_string());
    let program = Running::start(command);
    assert!(program.1.contains(&format!("http://{address}:{}", DEFAULT_PORT + 1)), "{}", program.1);
}

#[test]
fn a_port_for_calls_of_discord_that_is_taken_is_an_error() {
    let here = folder();
    let other = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = other.local_addr().expect("an address").to_string();
    let mut command = adoube(here.path());
    command.env("ADOUBE_DISCORD__TOKEN", "no.real.token").env("ADOUBE_DISCORD__INTERACTIONS", &address);
    // Nobody answers there, so nobody leaves this machine.
    command.env("HTTPS_PROXY", "http://127.0.0.1:1").env("ADOUBE_WEB__PORT", "0");
    let said = complaint(command);
    assert!(said.contains(&address) && said.contains("discord.interactions"), "{said}");
}

#[test]
fn a_unix_socket_is_answered_has_its_mode_and_is_gone_at_the_end() {
    let here = folder();
    let path = here.path().join("web.sock");
    let start = || {
        let mut command = adoube(here.path());
        command.env("ADOUBE_WEB__LISTEN", "127.0.0.1,unix:web.sock").env("ADOUBE_WEB__PORT", "0");
        Running::start(command)
    };
    let mut first = start();
    assert!(first.1.contains("http://127.0.0.1:") && first.1.contains("unix:web.sock"), "{}", first.1);
    assert_eq!(fs::metadata(&path).expect("a socket").permissions().mode() & 0o777, 0o660);
    assert!(answer(on_unix(&path), "/ready").contains("ready"));
    assert!(answer(on_unix(&path), "/").starts_with("HTTP/1.1 200"));
    // A second one has other records, and must not take the socket away.
    let other = folder();
    let mut command = adoube(other.path());
    command.env("ADOUBE_WEB__LISTEN", format!("unix:{}", path.display()));
    let said = complaint(command);
    assert!(said.contains("another program listens there already"), "{said}");
    assert!(answer(on_unix(&path), "/ready").contains("ready"));
    // What one leaves behind that was killed is in nobody's way.
    first.0.kill().expect("it runs");
    first.0.wait().expect("it has ended");
    assert!(path.exists());
    let mut second = start();
    assert!(answer(on_unix(&path), "/ready").contains("ready"));
    program::signal(second.0.id(), "TERM");
    assert!(second.0.wait().expect("it has ended").success());
    assert!(!path.exists());
}

/// The program with a socket in place of its input, which becomes descriptor 3.
fn inherits(here: &Path, socket: OwnedFd, variables: &str) -> Command {
    let mut command = Command::new("sh");
    program::forget_settings(&mut command);
    let program = env!("CARGO_BIN_EXE_adoube");
    let script = format!("exec 3<&0 </dev/null; export {variables}; exec '{program}' --data data");
    command.args(["-c", &script]).current_dir(here).stdin(socket);
    command
}

#[test]
fn sockets_of_a_service_manager_take_the_place_of_configured_ones() {
    let here = folder();
    let ours = "LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=adoube.socket";
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let mut command = inherits(here.path(), listener.into(), ours);
    // Nothing listens there.
    command.env("ADOUBE_WEB__LISTEN", "203.0.113.1");
    let program = Running::start(command);
    assert!(program.1.contains(&format!("http://127.0.0.1:{port} ")), "{}", program.1);
    assert!(answer(on_port(Ipv4Addr::LOCALHOST, port), "/").starts_with("HTTP/1.1 200"));
    drop(program);

    let path = here.path().join("activated.sock");
    let listener = UnixListener::bind(&path).expect("a socket");
    let mut program = Running::start(inherits(here.path(), listener.into(), ours));
    assert!(answer(on_unix(&path), "/").starts_with("HTTP/1.1 200"));
    program::signal(program.0.id(), "TERM");
    assert!(program.0.wait().expect("it has ended").success());
    assert!(path.exists(), "the service manager made it, and listens on");
}

#[test]
fn what_a_service_manager_hands_over_must_listen_and_be_for_this_process() {
    let here = folder();
    let (connected, _other) = UnixStream::pair().expect("sockets");
    let variables = "LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=strange";
    let said = complaint(inherits(here.path(), connected.into(), variables));
    assert!(said.contains("socket 3 (\"strange\")") && said.contains("Accept=no"), "{said}");
    let file = fs::File::create(here.path().join("file")).expect("a file");
    let said = complaint(inherits(here.path(), file.into(), variables));
    assert!(said.contains("socket 3"), "{said}");
    // They are for the parent.
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let mut command = inherits(here.path(), listener.into(), "LISTEN_PID=1 LISTEN_FDS=1");
    command.env("ADOUBE_WEB__PORT", "0");
    let program = Running::start(command);
    assert!(!program.1.contains(&format!(":{port} ")), "{}", program.1);
}

#[test]
fn while_it_drains_new_connections_are_answered_and_a_second_signal_ends_that() {
    let here = folder();
    let manager = Manager::bind(&here.path().join("notify"));
    let mut command = adoube(here.path());
    command.env("ADOUBE_WEB__LISTEN", "unix:web.sock").env("ADOUBE_WEB__DRAIN_SECONDS", "65000");
    command.env("NOTIFY_SOCKET", here.path().join("notify"));
    let mut program = Running::start(command);
    assert_eq!(manager.hears(), "READY=1");
    let path = here.path().join("web.sock");
    assert!(answer(on_unix(&path), "/ready").starts_with("HTTP/1.1 200"));
    program::signal(program.0.id(), "TERM");
    assert_eq!(manager.hears(), "STOPPING=1");
    let ready = answer(on_unix(&path), "/ready");
    assert!(ready.starts_with("HTTP/1.1 503") && ready.ends_with("\r\n\r\nstopping\n"), "{ready}");
    assert!(answer(on_unix(&path), "/healthz").starts_with("HTTP/1.1 200"));
    assert!(answer(on_unix(&path), "/").starts_with("HTTP/1.1 200"));
    program::signal(program.0.id(), "INT");
    assert!(program.0.wait().expect("it has ended").success());
    assert!(!path.exists());
}

#[test]
fn settings_of_listening_that_cannot_be_are_named() {
    let here = folder();
    for (text, named) in [
        ("listen = \"localhost\"", ["web.listen", "127.0.0.1"]),
        ("listen = \"127.0.0.1:80\"", ["web.listen", "web.port"]),
        ("listen = []", ["web.listen", "there must be an address"]),
        ("listen = [\"::1\", \"unix:\"]", ["web.listen", "unix:/run/adoube/web.sock"]),
        ("socket_mode = 660", ["web.socket_mode", "660"]),
        ("socket_mode = \"rw\"", ["web.socket_mode", "\"rw\""]),
        ("ready = [\"database\"]", ["web.ready", "\"store\", \"discord\""]),
        ("drain_seconds = -1", ["web.drain_seconds", "65535"]),
    ] {
        fs::write(here.path().join("config.toml"), format!("[web]\n{text}\n")).expect("a file");
        let mut command = adoube(here.path());
        command.stdin(Stdio::null());
        let said = complaint(command);
        for word in named {
            assert!(said.contains(word), "{text}: {said}");
        }
    }
}
