//! Web servers in front of this one, and who comes through them. Not here: what is done with an address (`slots`).

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, header::FORWARDED};

const X_FORWARDED_FOR: &str = "x-forwarded-for";

/// The web servers whose word is taken for where a request comes from.
#[derive(Clone, Debug, Default)]
pub(super) struct Proxies(Vec<IpAddr>);

impl Proxies {
    pub(super) fn new(addresses: &[IpAddr]) -> Self {
        Self(addresses.iter().map(IpAddr::to_canonical).collect())
    }

    /// Whether it is one of them.
    pub(super) fn have(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }

    /// Where a request comes from that came from this peer: the last hop that is none of ours. What stands before it
    /// anybody can write there.
    pub(super) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.have(peer) {
            return peer;
        }
        let plain = hops(headers, X_FORWARDED_FOR, plain_hop).map(|hops| self.outermost(hops));
        let standard = hops(headers, FORWARDED.as_str(), standard_hop).map(|hops| self.outermost(hops));
        let client = match (plain, standard) {
            (Some(one), Some(other)) if one != other => None,
            (one, other) => one.or(other).flatten(),
        };
        // All of whom nothing is known, or two things that do not fit together, count as one.
        client.unwrap_or(peer)
    }

    fn outermost(&self, hops: Vec<Option<IpAddr>>) -> Option<IpAddr> {
        hops.into_iter().rev().find(|hop| hop.is_none_or(|hop| !self.have(hop))).flatten()
    }
}

/// Every hop a header names, the nearest one last; those that are no address are `None`.
fn hops(
    headers: &HeaderMap,
    name: &str,
    read: impl Fn(&str) -> Option<IpAddr>,
) -> Option<Vec<Option<IpAddr>>> {
    let mut values = headers.get_all(name).iter().peekable();
    values.peek()?;
    let hops = values.flat_map(|value| value.to_str().unwrap_or_default().split(','));
    Some(hops.map(|hop| read(hop.trim())).collect())
}

fn plain_hop(hop: &str) -> Option<IpAddr> {
    let bare = hop.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(hop);
    bare.parse().or_else(|_| hop.parse::<SocketAddr>().map(|socket| socket.ip())).ok()
}

/// RFC 7239, section 4: `for=192.0.2.60;proto=http`, `For="[2001:db8::1]:4711"`.
fn standard_hop(hop: &str) -> Option<IpAddr> {
    let pairs = hop.split(';').filter_map(|pair| pair.trim().split_once('='));
    let (_, node) = pairs.into_iter().find(|(key, _)| key.eq_ignore_ascii_case("for"))?;
    plain_hop(node.trim_matches('"'))
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn client(peer: &str, headers: &[(&str, &str)]) -> String {
        let proxies = Proxies::new(&["127.0.0.1".parse().unwrap(), "192.0.2.1".parse().unwrap()]);
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(HeaderName::try_from(*name).unwrap(), HeaderValue::from_str(value).unwrap());
        }
        proxies.client(peer.parse().unwrap(), &map).to_string()
    }

    #[test]
    fn only_those_named_are_believed() {
        assert_eq!(client("203.0.113.9", &[("x-forwarded-for", "198.51.100.1")]), "203.0.113.9");
        assert_eq!(client("127.0.0.1", &[("x-forwarded-for", "198.51.100.1")]), "198.51.100.1");
        assert_eq!(client("::ffff:127.0.0.1", &[("x-forwarded-for", "198.51.100.1")]), "198.51.100.1");
    }

    #[test]
    fn the_last_hop_that_is_none_of_ours_counts() {
        let cases = [
            ("x-forwarded-for", "10.0.0.1, 198.51.100.1, 192.0.2.1", "198.51.100.1"),
            ("x-forwarded-for", "[2001:db8::1]:4711", "2001:db8::1"),
            ("x-forwarded-for", "2001:db8::1", "2001:db8::1"),
            ("x-forwarded-for", "198.51.100.1:80", "198.51.100.1"),
            ("forwarded", "for=10.0.0.1, For=\"[2001:db8::1]:4711\";proto=https", "2001:db8::1"),
            ("forwarded", "proto=http;for=198.51.100.1;by=192.0.2.1", "198.51.100.1"),
            // Nothing that can be read: whatever stands before it is not to be believed.
            ("x-forwarded-for", "198.51.100.1, nonsense", "127.0.0.1"),
            ("forwarded", "for=198.51.100.1, for=_hidden", "127.0.0.1"),
            ("x-forwarded-for", "", "127.0.0.1"),
            ("x-forwarded-for", "192.0.2.1", "127.0.0.1"),
        ];
        for (name, value, expected) in cases {
            assert_eq!(client("127.0.0.1", &[(name, value)]), expected, "{name}: {value}");
        }
        assert_eq!(client("127.0.0.1", &[]), "127.0.0.1");
        let two = [("x-forwarded-for", "10.0.0.1"), ("x-forwarded-for", "198.51.100.1")];
        assert_eq!(client("127.0.0.1", &two), "198.51.100.1");
    }

    #[test]
    fn headers_that_contradict_each_other_are_both_dropped() {
        let spoofed = [("x-forwarded-for", "198.51.100.1"), ("forwarded", "for=10.0.0.1")];
        assert_eq!(client("127.0.0.1", &spoofed), "127.0.0.1");
        let both = [("x-forwarded-for", "198.51.100.1"), ("forwarded", "for=198.51.100.1")];
        assert_eq!(client("127.0.0.1", &both), "198.51.100.1");
    }
}
