//! The section `[web]` of the configuration: addresses, proxies and hosts of the web chat.

use std::net::Ipv6Addr;

use adoube_platform::socket_file::SocketMode;
use adoube_platform_web::{ListenAddresses, ProxyRange, ReadyDependencies, SecurityTxt, SiteUrl};
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

/// Settings of the web chat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WebConfig {
    /// Addresses and Unix sockets to listen on.
    pub listen: ListenAddresses,
    /// The port; 0 lets the system choose. Without it, the default port or the next free one.
    pub port: Option<u16>,
    /// The permissions of Unix sockets.
    pub socket_mode: SocketMode,
    /// Further host names of this server, such as `chess.example.org`.
    #[serde(deserialize_with = "hosts")]
    pub hosts: Vec<String>,
    /// Names or ids of people who may abort the games of others.
    pub moderators: Vec<String>,
    /// Addresses and networks of proxies in front of this server, which say where a request comes from.
    pub proxies: Vec<ProxyRange>,
    /// The address that people open, where a proxy stands in front of this server.
    pub url: Option<SiteUrl>,
    /// The contact for security reports.
    pub security: Option<SecurityTxt>,
    /// What must work for `/ready` to answer yes.
    pub ready: ReadyDependencies,
    /// Seconds for which the program goes on after it was asked to stop, while `/ready` answers no.
    pub drain_seconds: u16,
}

/// Reads host names as browsers send them. With a scheme or a path, a name would match no request.
fn hosts<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let hosts = Vec::<String>::deserialize(from)?;
    if let Some(host) = hosts.iter().find(|host| !is_host(host)) {
        let name = name_in(host);
        return Err(D::Error::custom(if is_host(name) {
            format!("{host:?} is no name of a host; write {name:?}")
        } else {
            format!("{host:?} is no name of a host; write one such as \"chess.example.org\"")
        }));
    }
    Ok(hosts)
}

fn is_host(text: &str) -> bool {
    let is_name = |text: &str| {
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || ".-_".contains(letter);
        !text.is_empty() && text.chars().all(is_letter)
    };
    let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    is_name(text) || inner.is_some_and(|inner| inner.parse::<Ipv6Addr>().is_ok())
}

/// The host of an address, without scheme, user, port and path.
fn name_in(address: &str) -> &str {
    let address = address.trim();
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let place = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let place = place.rsplit('@').next().unwrap_or_default();
    match place.rsplit_once(':') {
        Some((name, port)) if port.chars().all(|digit| digit.is_ascii_digit()) => name,
        _ => place,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_host_is_taken_out_of_what_stands_around_it() {
        for (address, name) in [
            ("https://chess.example.org/", "chess.example.org"),
            ("HTTP://chess.example.org:8424/chess?x=1", "chess.example.org"),
            ("chess.example.org/chess", "chess.example.org"),
            ("chess.example.org:443", "chess.example.org"),
            (" chess.example.org ", "chess.example.org"),
            ("//ada@chess.example.org", "chess.example.org"),
            ("https://[::1]:8424/", "[::1]"),
        ] {
            let shown = name_in(address.trim_start_matches("//"));
            assert_eq!(shown, name, "{address}");
            assert!(!is_host(address) && is_host(shown), "{address}");
        }
        for name in ["chess.example.org", "localhost", "192.0.2.1", "[::1]", "a_b-c"] {
            assert!(is_host(name), "{name}");
        }
        for name in ["", "*.example.org", "schäch.example.org", "a b", "[x]", "a,b"] {
            assert!(!is_host(name), "{name:?}");
        }
    }
}
