//! The section `[web]`: where the web chat listens, and who may use it. Not here: the web chat (`adoube-platform-web`).

use std::net::Ipv6Addr;

use adoube_platform_web::{ListenAddresses, ProxyRange, ReadyDependencies, SecurityTxt, SiteUrl, SocketMode};
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

/// The web chat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WebConfig {
    /// The addresses to listen on, and paths of Unix sockets.
    pub listen: ListenAddresses,
    /// The port; 0 lets the system choose. Without it the default one is used, or the next that is free.
    pub port: Option<u16>,
    /// Who may connect to Unix sockets.
    pub socket_mode: SocketMode,
    /// Names people may use for this server besides its address, such as `chess.example.org`.
    #[serde(deserialize_with = "hosts")]
    pub hosts: Vec<String>,
    /// Names or ids of people who may abort the games of others.
    pub moderators: Vec<String>,
    /// Addresses and networks of web servers in front of this one, which say where a request comes from.
    pub proxies: Vec<ProxyRange>,
    /// The address that people open, where a web server stands in front of this one.
    pub url: Option<SiteUrl>,
    /// Whom to tell of a hole in the program's security.
    pub security: Option<SecurityTxt>,
    /// What must work for `/ready` to say so.
    pub ready: ReadyDependencies,
    /// For how many seconds the program goes on after it was asked to stop, while `/ready` says that it stops.
    pub drain_seconds: u16,
}

/// Names as browsers send them, without anything around: with that, none would ever be the name of a request.
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

/// The name of the host in an address: without scheme, user, port and path.
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
