//! Talks to the service manager (systemd): takes over inherited sockets (`LISTEN_FDS`) and sends
//! notifications (`NOTIFY_SOCKET`).

use std::io;

use sd_notify::NotifyState;
use socket2::Socket;
use tokio::net::TcpListener;

/// The name (`FileDescriptorName=`) of the socket for Discord interactions. All others are for the web chat.
const INTERACTIONS: &str = "interactions";

/// Why an inherited socket cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum InheritedError {
    /// `LISTEN_FDS` or `LISTEN_PID` is no number.
    #[error("the sockets of the service manager cannot be used: LISTEN_FDS or LISTEN_PID is no number")]
    Variables,
    /// The descriptor is no socket, or does not listen.
    #[error(
        "socket {number} ({name:?}) of the service manager cannot be used: {detail}; it has to be one of ListenStream= with Accept=no"
    )]
    Socket {
        /// Its file descriptor.
        number: usize,
        /// Its name; empty where it has none.
        name: String,
        /// The reason.
        detail: String,
    },
}

/// The inherited sockets.
#[derive(Debug, Default)]
pub(super) struct Inherited {
    /// For the web chat.
    pub(super) web: Vec<Socket>,
    /// For Discord interactions.
    pub(super) interactions: Option<TcpListener>,
}

impl Inherited {
    /// Takes the inherited sockets. To be called once, within the runtime.
    pub(super) fn take() -> Result<Self, InheritedError> {
        let mut inherited = Self::default();
        let handed = sd_listen_fds::get().map_err(|_| InheritedError::Variables)?;
        for (number, (name, descriptor)) in (3..).zip(handed) {
            let (name, socket) = (name.unwrap_or_default(), Socket::from(descriptor.into_std()));
            let is_calls = name == INTERACTIONS;
            let wrong = |detail| InheritedError::Socket { number, name, detail };
            match usable(&socket) {
                Err(error) => return Err(wrong(error.to_string())),
                Ok(false) => return Err(wrong("it does not listen".to_owned())),
                Ok(true) if !is_calls => inherited.web.push(socket),
                Ok(true) => {
                    let listener = tcp(socket).map_err(|error| wrong(error.to_string()))?;
                    inherited.interactions = Some(listener);
                }
            }
        }
        Ok(inherited)
    }
}

/// Whether a socket listens. Child processes must not inherit it.
fn usable(socket: &Socket) -> io::Result<bool> {
    socket.set_cloexec(true)?;
    socket.set_nonblocking(true)?;
    is_listening(socket)
}

#[cfg(target_os = "linux")]
fn is_listening(socket: &Socket) -> io::Result<bool> {
    socket.is_listener()
}

/// On other systems no sockets are inherited.
#[cfg(not(target_os = "linux"))]
fn is_listening(_: &Socket) -> io::Result<bool> {
    Ok(true)
}

fn tcp(socket: Socket) -> io::Result<TcpListener> {
    if socket.local_addr()?.as_socket().is_none() {
        return Err(io::Error::other("Discord's calls need an address with a port"));
    }
    TcpListener::from_std(socket.into())
}

/// Tells the service manager that requests are answered.
pub(super) fn notify_ready() {
    notify(&NotifyState::Ready);
}

/// Tells the service manager that the program stops.
pub(super) fn notify_stopping() {
    notify(&NotifyState::Stopping);
}

fn notify(state: &NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(std::slice::from_ref(state)) {
        tracing::warn!(%error, %state, "the service manager cannot be told");
    }
}
