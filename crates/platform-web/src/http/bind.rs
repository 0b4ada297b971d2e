//! Opens the listening sockets: TCP addresses that share a port, Unix sockets, and sockets
//! inherited from a service manager; with the parsing of configured addresses (`web.listen`). Not
//! here: accepting connections (`listener.rs`).

use std::{
    fmt, io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    str::FromStr,
};

use adoube_platform::socket_file::{SocketFile, SocketFileError, SocketMode};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use socket2::{Domain, Socket, Type};
use tokio::net::{TcpListener, UnixListener};

/// The port if none is configured; if it is in use, the next free one is taken.
const DEFAULT_PORT: u16 = 8424;
/// Ports tried if none is configured.
const PORTS: u16 = 50;
/// Connections that may wait to be accepted.
const BACKLOG: i32 = 1024;
/// Prefix of an address that is the path of a Unix socket.
const UNIX: &str = "unix:";

/// An address to listen on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListenAddress {
    /// An IP address of this machine, or the unspecified address of a family.
    Ip(IpAddr),
    /// The path of a Unix socket.
    Unix(PathBuf),
}

impl FromStr for ListenAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some(path) = text.strip_prefix(UNIX).filter(|path| !path.is_empty()) {
            return Ok(Self::Unix(path.into()));
        }
        let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
        bare.parse().map(Self::Ip).map_err(|_| {
            format!(
                "{text:?} is no address to listen on: write an IP address such as 127.0.0.1 or ::1, or the path of a Unix \
                 socket as unix:/run/adoube/web.sock; the port is web.port"
            )
        })
    }
}

impl fmt::Display for ListenAddress {
    fn fmt(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ip(address) => address.fmt(form),
            Self::Unix(path) => write!(form, "{UNIX}{}", path.display()),
        }
    }
}

/// The addresses to listen on (`web.listen`): one as text, or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListenAddresses(Vec<ListenAddress>);

impl Default for ListenAddresses {
    fn default() -> Self {
        Self(vec![ListenAddress::Ip(Ipv4Addr::LOCALHOST.into())])
    }
}

impl From<IpAddr> for ListenAddresses {
    fn from(address: IpAddr) -> Self {
        Self(vec![ListenAddress::Ip(address)])
    }
}

impl<'de> Deserialize<'de> for ListenAddresses {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(AddressesVisitor)
    }
}

struct AddressesVisitor;

impl<'de> de::Visitor<'de> for AddressesVisitor {
    type Value = ListenAddresses;

    fn expecting(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        form.write_str("an address, or a list of addresses in quotes")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        // A list in an environment variable has commas.
        ListenAddresses::read(text.split(',')).map_err(E::custom)
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut texts = Vec::new();
        while let Some(text) = list.next_element::<String>()? {
            texts.push(text);
        }
        ListenAddresses::read(texts.iter().map(String::as_str)).map_err(de::Error::custom)
    }
}

impl Serialize for ListenAddresses {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0.as_slice() {
            [one] => to.collect_str(one),
            all => to.collect_seq(all.iter().map(ToString::to_string)),
        }
    }
}

impl ListenAddresses {
    fn read<'t>(texts: impl Iterator<Item = &'t str>) -> Result<Self, String> {
        let mut addresses = Vec::new();
        for text in texts.map(str::trim).filter(|text| !text.is_empty()) {
            let address = text.parse()?;
            if !addresses.contains(&address) {
                addresses.push(address);
            }
        }
        if addresses.is_empty() {
            return Err("there must be an address to listen on, such as 127.0.0.1".to_owned());
        }
        Ok(Self(addresses))
    }

    /// The IP addresses without those that another one covers: 0.0.0.0 covers all of IPv4.
    fn distinct_ips(&self) -> Vec<IpAddr> {
        let all = || {
            self.0
                .iter()
                .filter_map(|address| if let ListenAddress::Ip(ip) = address { Some(*ip) } else { None })
        };
        let is_part = |ip: &IpAddr| {
            all().any(|other| other.is_unspecified() && other != *ip && other.is_ipv4() == ip.is_ipv4())
        };
        all().filter(|ip| !is_part(ip)).collect()
    }

    fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.0
            .iter()
            .filter_map(|address| if let ListenAddress::Unix(path) = address { Some(path) } else { None })
    }
}

/// The place where a socket listens, for messages to operators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListenPlace {
    /// An address and a port.
    Ip(SocketAddr),
    /// A Unix socket and its path, if it has one.
    Unix(Option<PathBuf>),
}

impl fmt::Display for ListenPlace {
    fn fmt(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ip(address) => write!(form, "http://{address}"),
            Self::Unix(Some(path)) => write!(form, "{UNIX}{}", path.display()),
            Self::Unix(None) => form.write_str("a Unix socket"),
        }
    }
}

/// A listening socket.
#[derive(Debug)]
pub(crate) enum ListenerSocket {
    Tcp(TcpListener),
    /// The socket file, if this program made it, is removed at the end.
    Unix(UnixListener, Option<SocketFile>),
}

/// Listening sockets on which no requests are answered yet.
#[derive(Debug)]
pub struct BoundListener {
    pub(crate) sockets: Vec<ListenerSocket>,
    places: Vec<ListenPlace>,
}

impl BoundListener {
    /// The places where the sockets listen.
    pub fn places(&self) -> &[ListenPlace] {
        &self.places
    }

    /// The first address with a port, if there is one.
    pub fn address(&self) -> Option<SocketAddr> {
        self.places
            .iter()
            .find_map(|place| if let ListenPlace::Ip(address) = place { Some(*address) } else { None })
    }

    /// Whether only programs on this machine can connect, without a proxy.
    pub(crate) fn is_loopback(&self) -> bool {
        self.places
            .iter()
            .all(|place| matches!(place, ListenPlace::Ip(address) if address.ip().is_loopback()))
    }

    /// Takes over the sockets that a service manager has opened.
    ///
    /// # Errors
    ///
    /// One of the sockets cannot be used.
    pub fn inherited(sockets: Vec<Socket>) -> io::Result<Self> {
        let mut bound = Self { sockets: Vec::new(), places: Vec::new() };
        for socket in sockets {
            socket.set_nonblocking(true)?;
            bound.take(socket, None)?;
        }
        Ok(bound)
    }

    fn take(&mut self, socket: Socket, file: Option<SocketFile>) -> io::Result<()> {
        let address = socket.local_addr()?;
        if let Some(address) = address.as_socket() {
            self.sockets.push(ListenerSocket::Tcp(TcpListener::from_std(socket.into())?));
            self.places.push(ListenPlace::Ip(address));
        } else {
            let path = address.as_pathname().map(PathBuf::from);
            self.sockets.push(ListenerSocket::Unix(UnixListener::from_std(socket.into())?, file));
            self.places.push(ListenPlace::Unix(path));
        }
        Ok(())
    }
}

/// Why the server cannot listen.
#[derive(Debug, thiserror::Error)]
pub enum BindError {
    /// Another program uses the configured port.
    #[error(
        "cannot listen on {address} port {port}: another program listens there already; stop that one, or choose another port \
         with web.port (ADOUBE_WEB__PORT)"
    )]
    Taken {
        /// The address.
        address: IpAddr,
        /// The port.
        port: u16,
        /// The cause.
        source: io::Error,
    },
    /// No port is configured, and the default port and those after it are in use.
    #[error(
        "cannot listen on {address}: other programs have all ports from {DEFAULT_PORT} to {last}; choose one with web.port \
         (ADOUBE_WEB__PORT)", last = DEFAULT_PORT + PORTS - 1
    )]
    AllTaken {
        /// The address.
        address: IpAddr,
        /// The cause for the last port tried.
        source: io::Error,
    },
    /// The system does not allow the program to listen there.
    #[error(
        "cannot listen on {address} port {port}: {source}; choose another address or port in the configuration (web.listen, web.port)"
    )]
    Refused {
        /// The address.
        address: IpAddr,
        /// The port.
        port: u16,
        /// The cause.
        source: io::Error,
    },
    /// A Unix socket cannot be created.
    #[error(transparent)]
    SocketFile(#[from] SocketFileError),
    /// A socket handed over by the service manager cannot be used.
    #[error("a socket of the service manager cannot be used: {0}")]
    Inherited(#[from] io::Error),
}

/// Listens on each of these addresses. All IP addresses get the same port: the configured one, or
/// else the default port or the next free one. With port 0 the system chooses.
///
/// # Errors
/// An address does not belong to this machine, the port is in use, or a Unix socket is in use or
/// cannot be created.
pub fn bind(
    addresses: &ListenAddresses,
    port: Option<u16>,
    mode: SocketMode,
) -> Result<BoundListener, BindError> {
    let ips = addresses.distinct_ips();
    let mut bound = BoundListener { sockets: Vec::new(), places: Vec::new() };
    for socket in bind_ips(&ips, port)? {
        bound.take(socket, None)?;
    }
    for path in addresses.paths() {
        let (socket, file) = SocketFile::bind(path, mode, BACKLOG, "web.listen")?;
        socket.set_nonblocking(true)?;
        bound.take(socket, Some(file))?;
    }
    Ok(bound)
}

/// Sockets of all these addresses, with the same port.
fn bind_ips(ips: &[IpAddr], port: Option<u16>) -> Result<Vec<Socket>, BindError> {
    let candidates: Vec<u16> = match port {
        // The system chooses for the first address; the port may be in use at the others, so try
        // again.
        Some(0) => vec![0; usize::from(PORTS)],
        Some(port) => vec![port],
        None => (DEFAULT_PORT..DEFAULT_PORT + PORTS).collect(),
    };
    let mut taken = None;
    for candidate in candidates {
        match bind_all(ips, candidate) {
            Err(error @ BindError::Taken { .. }) => taken = Some(error),
            done => return done,
        }
    }
    match taken {
        Some(BindError::Taken { address, source, .. }) if port.is_none() => {
            Err(BindError::AllTaken { address, source })
        }
        Some(error) => Err(error),
        None => Ok(Vec::new()),
    }
}

fn bind_all(ips: &[IpAddr], port: u16) -> Result<Vec<Socket>, BindError> {
    let has_ipv4 = ips.iter().any(IpAddr::is_ipv4);
    let (mut port, mut sockets) = (port, Vec::new());
    for &address in ips {
        let socket = bind_ip(address, port, has_ipv4).map_err(|source| match source.kind() {
            io::ErrorKind::AddrInUse => BindError::Taken { address, port, source },
            _ => BindError::Refused { address, port, source },
        })?;
        if let Some(bound) = socket.local_addr()?.as_socket() {
            port = bound.port();
        }
        sockets.push(socket);
    }
    Ok(sockets)
}

/// A TCP socket. An IPv6 socket also accepts IPv4 connections, unless `has_ipv4`.
fn bind_ip(address: IpAddr, port: u16, has_ipv4: bool) -> io::Result<Socket> {
    let socket = Socket::new(Domain::for_address((address, port).into()), Type::STREAM, None)?;
    if address.is_ipv6() && has_ipv4 {
        socket.set_only_v6(true)?;
    }
    // A restarted program can listen at once, while old connections are in TIME_WAIT.
    socket.set_reuse_address(true)?;
    socket.set_nonblocking(true)?;
    socket.bind(&SocketAddr::from((address, port)).into())?;
    socket.listen(BACKLOG)?;
    Ok(socket)
}

#[cfg(test)]
mod tests {
    use std::net::Ipv6Addr;

    use super::*;

    fn addresses(texts: &[&str]) -> ListenAddresses {
        ListenAddresses(texts.iter().map(|text| text.parse().unwrap()).collect())
    }

    fn bound(texts: &[&str], port: Option<u16>) -> Result<BoundListener, BindError> {
        bind(&addresses(texts), port, SocketMode::default())
    }

    fn ports(bound: &BoundListener) -> Vec<u16> {
        let port = |place: &ListenPlace| {
            if let ListenPlace::Ip(address) = place { Some(address.port()) } else { None }
        };
        bound.places().iter().filter_map(port).collect()
    }

    #[tokio::test]
    async fn a_configured_port_that_is_taken_is_an_error_that_names_it() {
        let first = bound(&["127.0.0.1"], Some(0)).unwrap();
        let port = ports(&first)[0];
        let error = bound(&["127.0.0.1"], Some(port)).unwrap_err().to_string();
        assert!(error.contains(&format!("127.0.0.1 port {port}")) && error.contains("web.port"), "{error}");
        // Also where only one of several addresses is taken.
        let error = bound(&["127.0.0.2", "127.0.0.1"], Some(port)).unwrap_err().to_string();
        assert!(error.contains(&format!("127.0.0.1 port {port}")), "{error}");
    }

    #[tokio::test]
    async fn the_default_port_moves_on_to_the_next_free_one() {
        // Addresses of this process only, since another process may run the same test.
        let [.., high, low] = std::process::id().to_be_bytes();
        let (here, beside) = (format!("127.84.{high}.{low}"), format!("127.85.{high}.{low}"));
        let first = bound(&[&here], None).unwrap();
        assert_eq!(ports(&first), [DEFAULT_PORT]);
        let second = bound(&[&here], None).unwrap();
        assert_eq!(ports(&second), [DEFAULT_PORT + 1]);
        let both = bound(&[&beside, &here], None).unwrap();
        assert_eq!(ports(&both), [DEFAULT_PORT + 2; 2], "one port for all");
        let held: Vec<_> = (3..PORTS).map(|_| bound(&[&here], None).unwrap()).collect();
        let error = bound(&[&here], None).unwrap_err().to_string();
        assert!(error.contains("8424 to 8473"), "{error}");
        drop(held);
    }

    #[tokio::test]
    async fn an_address_of_another_machine_is_an_error_that_names_it() {
        let error = bound(&["203.0.113.1"], Some(8080)).unwrap_err();
        assert!(error.to_string().contains("203.0.113.1 port 8080"), "{error}");
    }

    #[tokio::test]
    async fn both_families_have_the_same_port() {
        for texts in
            [&["127.0.0.1", "::1"][..], &["0.0.0.0", "::"], &["::", "127.0.0.1"], &["[::1]", "127.0.0.1"]]
        {
            let both = bound(texts, Some(0)).unwrap();
            let ports = ports(&both);
            assert!(ports.len() == 2 && ports[0] == ports[1] && ports[0] != 0, "{texts:?}: {ports:?}");
        }
        // Without an IPv4 address, it serves both families.
        let all = bound(&["::"], Some(0)).unwrap();
        std::net::TcpStream::connect((Ipv4Addr::LOCALHOST, ports(&all)[0])).unwrap();
        std::net::TcpStream::connect((Ipv6Addr::LOCALHOST, ports(&all)[0])).unwrap();
        let whole = bound(&["127.0.0.1", "0.0.0.0", "127.0.0.2"], Some(0)).unwrap();
        assert_eq!(whole.places().len(), 1);
    }

    #[test]
    fn addresses_are_read_alone_and_as_lists() {
        let read =
            |text: &str| serde_json::from_str::<ListenAddresses>(text).map_err(|error| error.to_string());
        for (text, expected) in [
            (r#""127.0.0.1""#, &["127.0.0.1"][..]),
            (r#""[::1]""#, &["::1"]),
            (r#""unix:/run/adoube/web.sock""#, &["unix:/run/adoube/web.sock"]),
            (r#"["127.0.0.1", " ::1", "::1"]"#, &["127.0.0.1", "::1"]),
            (r#""127.0.0.1, unix:web.sock""#, &["127.0.0.1", "unix:web.sock"]),
            (r#"["unix:web.sock", "::"]"#, &["unix:web.sock", "::"]),
        ] {
            let found = read(text);
            assert_eq!(found, Ok(addresses(expected)), "{text}");
            let written = serde_json::to_string(&addresses(expected)).unwrap();
            assert_eq!(read(&written), found, "{text}: {written}");
        }
        for (text, words) in [
            (r#""127.0.0.1:80""#, "web.port"),
            (r#""localhost""#, "127.0.0.1"),
            (r#""unix:""#, "unix:/run/adoube/web.sock"),
            (r#""""#, "there must be an address"),
            ("[]", "there must be an address"),
            ("5", "an address"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
