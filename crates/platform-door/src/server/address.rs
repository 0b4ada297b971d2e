//! Parses the address on which the running program's chat door listens (`door.listen`): a Unix
//! socket, or a port of the local machine.

use std::{fmt, net::SocketAddr, path::PathBuf, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The prefix of the path of a Unix socket.
const UNIX: &str = "unix:";

/// An address of the door.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DoorAddress {
    /// The path of a Unix socket.
    Unix(PathBuf),
    /// A loopback port, which other machines cannot reach.
    Tcp(SocketAddr),
}

impl FromStr for DoorAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some(path) = text.strip_prefix(UNIX).filter(|path| !path.is_empty()) {
            return Ok(Self::Unix(path.into()));
        }
        match text.parse::<SocketAddr>() {
            Ok(address) if address.ip().is_loopback() => Ok(Self::Tcp(address)),
            Ok(address) => Err(format!(
                "{address} is reached from other machines, and nothing at the door is encrypted: write 127.0.0.1:{port}, and \
                 put a tunnel in front for other machines",
                port = address.port()
            )),
            Err(_) => Err(format!(
                "{text:?} is no address of the door: write unix:/run/adoube/door.sock, or 127.0.0.1:8426"
            )),
        }
    }
}

impl fmt::Display for DoorAddress {
    fn fmt(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unix(path) => write!(form, "{UNIX}{}", path.display()),
            Self::Tcp(address) => address.fmt(form),
        }
    }
}

impl<'de> Deserialize<'de> for DoorAddress {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.trim().parse().map_err(de::Error::custom)
    }
}

impl Serialize for DoorAddress {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_door_is_for_programs_of_this_machine() {
        for text in ["unix:/run/adoube/door.sock", "127.0.0.1:8426", "[::1]:8426", "127.0.0.9:0"] {
            assert_eq!(text.parse::<DoorAddress>().map(|address| address.to_string()), Ok(text.to_owned()));
        }
        for (text, words) in [
            ("0.0.0.0:8426", "127.0.0.1:8426"),
            ("[::]:1", "tunnel"),
            ("192.0.2.1:8426", "other machines"),
            ("127.0.0.1", "no address of the door"),
            ("unix:", "unix:/run/adoube/door.sock"),
            ("localhost:8426", "127.0.0.1:8426"),
            ("", "no address"),
        ] {
            let error = text.parse::<DoorAddress>().expect_err(text);
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
