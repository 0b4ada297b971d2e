//! The peer of a connection, an IP address or a Unix socket, and the client behind it: behind a
//! proxy, the client address is in the request's headers.

use std::net::{IpAddr, Ipv6Addr};

use axum::http::HeaderMap;

use crate::http::proxies::{TrustedProxies, is_forwarded_https};

/// The other end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Peer {
    /// A machine, by its IP address.
    Ip(IpAddr),
    /// A program on this machine that may open the Unix socket: a proxy, which forwards client
    /// addresses.
    Unix,
}

impl Peer {
    /// The client address of a direct connection; `None` for a proxy.
    pub(crate) fn own_address(self, proxies: &TrustedProxies) -> Option<IpAddr> {
        match self {
            Self::Ip(address) => (!proxies.have(address)).then_some(address),
            Self::Unix => None,
        }
    }

    /// The client address of a request. Requests without a forwarded address on the Unix socket
    /// share one address.
    pub(crate) fn client(self, proxies: &TrustedProxies, headers: &HeaderMap) -> IpAddr {
        match self {
            Self::Ip(address) => proxies.client(address, headers),
            Self::Unix => proxies.forwarded(headers).unwrap_or(Ipv6Addr::UNSPECIFIED.into()),
        }
    }

    /// Whether the page is reached by HTTPS, if a proxy says so or the opposite.
    pub(crate) fn is_https(self, proxies: &TrustedProxies, headers: &HeaderMap) -> Option<bool> {
        match self {
            Self::Ip(address) => proxies.is_https(address, headers),
            Self::Unix => is_forwarded_https(headers),
        }
    }

    /// Whether the peer seems to be a proxy that the configuration does not name.
    pub(crate) fn is_unnamed_proxy(self, proxies: &TrustedProxies, headers: &HeaderMap) -> bool {
        match self {
            Self::Ip(address) => proxies.lack(address, headers),
            Self::Unix => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_proxy_on_the_unix_socket_is_believed_and_whoever_it_does_not_name_is_one() {
        let proxies = TrustedProxies::default();
        let client = |value: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            if let Some(value) = value {
                headers.insert("x-forwarded-for", HeaderValue::from_static(value));
            }
            Peer::Unix.client(&proxies, &headers).to_string()
        };
        assert_eq!(client(Some("198.51.100.1")), "198.51.100.1");
        assert_eq!(
            client(Some("10.0.0.1, 198.51.100.1")),
            "198.51.100.1",
            "what stands before it anybody can write"
        );
        assert_eq!(client(Some("unix:")), "::");
        assert_eq!(client(None), "::");
        assert_eq!(Peer::Unix.own_address(&proxies), None);
    }
}
