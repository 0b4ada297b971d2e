//! Decides which requests come from a trusted reverse proxy, by its network, and reads the client
//! address that it forwards.

use std::{
    net::{IpAddr, SocketAddr},
    str::FromStr,
};

use axum::http::{HeaderMap, header::FORWARDED};
use ipnet::{IpNet, Ipv4Net};
use serde::{Deserialize, Serialize};

const X_FORWARDED_FOR: &str = "x-forwarded-for";
const X_FORWARDED_PROTO: &str = "x-forwarded-proto";

/// Bits before the IPv4 address in an IPv4-mapped IPv6 address.
const MAPPED_BITS: u8 = 96;

/// One address of a proxy, or a network in CIDR notation whose addresses are all proxies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ProxyRange(IpNet);

/// A text that is neither an address nor a network.
#[derive(Debug, thiserror::Error)]
#[error(
    "{0:?} is neither an address such as \"127.0.0.1\" or \"::1\" nor a network such as \"10.0.0.0/8\" or \"fd00::/8\""
)]
pub struct ProxyRangeError(String);

impl FromStr for ProxyRange {
    type Err = ProxyRangeError;

    fn from_str(text: &str) -> Result<Self, ProxyRangeError> {
        let text = text.trim();
        let network = text.parse::<IpAddr>().map(IpNet::from).or_else(|_| text.parse::<IpNet>());
        network.map(|network| Self(canonical(network))).map_err(|_| ProxyRangeError(text.to_owned()))
    }
}

impl TryFrom<String> for ProxyRange {
    type Error = ProxyRangeError;

    fn try_from(text: String) -> Result<Self, ProxyRangeError> {
        text.parse()
    }
}

impl From<ProxyRange> for String {
    fn from(range: ProxyRange) -> Self {
        range.0.to_string()
    }
}

/// The IPv4 network that an IPv4-mapped IPv6 network stands for; other networks as they are.
fn canonical(network: IpNet) -> IpNet {
    let bits = network.prefix_len().checked_sub(MAPPED_BITS);
    match (network.addr().to_canonical(), bits) {
        (IpAddr::V4(address), Some(bits)) if matches!(network, IpNet::V6(_)) => {
            Ipv4Net::new(address, bits).map_or(network, IpNet::V4)
        }
        _ => network,
    }
}

/// The reverse proxies whose forwarding headers are trusted.
#[derive(Clone, Debug, Default)]
pub(crate) struct TrustedProxies(Vec<ProxyRange>);

impl TrustedProxies {
    pub(crate) fn new(ranges: &[ProxyRange]) -> Self {
        Self(ranges.to_vec())
    }

    /// Whether this address is a trusted proxy.
    pub(crate) fn have(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|range| range.0.contains(&address))
    }

    /// Whether the page was fetched by HTTPS, as a trusted proxy says; `None` if none does.
    pub(crate) fn is_https(&self, peer: IpAddr, headers: &HeaderMap) -> Option<bool> {
        if self.have(peer) { is_forwarded_https(headers) } else { None }
    }

    /// Whether a peer in a local network sends forwarding headers without being a trusted proxy: it
    /// is probably missing in the configuration.
    pub(crate) fn lack(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        let is_near = match peer.to_canonical() {
            IpAddr::V4(address) => address.is_loopback() || address.is_private(),
            IpAddr::V6(address) => address.is_loopback() || address.is_unique_local(),
        };
        is_near
            && !self.have(peer)
            && (headers.contains_key(X_FORWARDED_FOR) || headers.contains_key(FORWARDED))
    }

    /// The client address of a request from this peer: the last hop that is not a trusted proxy.
    /// A client can forge all hops before that one.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.have(peer) {
            return peer;
        }
        // Requests with missing or contradictory headers count as the proxy's own.
        self.forwarded(headers).unwrap_or(peer)
    }

    /// The client address in the headers of a trusted proxy; `None` if it is missing or
    /// contradictory.
    pub(crate) fn forwarded(&self, headers: &HeaderMap) -> Option<IpAddr> {
        let plain = hops(headers, X_FORWARDED_FOR, plain_hop).map(|hops| self.outermost(hops));
        let standard = hops(headers, FORWARDED.as_str(), standard_hop).map(|hops| self.outermost(hops));
        match (plain, standard) {
            (Some(one), Some(other)) if one != other => None,
            (one, other) => one.or(other).flatten(),
        }
    }

    fn outermost(&self, hops: Vec<Option<IpAddr>>) -> Option<IpAddr> {
        hops.into_iter().rev().find(|hop| hop.is_none_or(|hop| !self.have(hop))).flatten()
    }
}

/// Whether headers say that the page was fetched by HTTPS.
pub(crate) fn is_forwarded_https(headers: &HeaderMap) -> Option<bool> {
    let text = |name: &str| headers.get(name)?.to_str().ok();
    let plain = text(X_FORWARDED_PROTO).and_then(|schemes| schemes.split(',').next());
    let standard = || text(FORWARDED.as_str()).and_then(|hops| pair(hops.split(',').next()?, "proto"));
    let scheme = plain.or_else(standard)?.trim();
    Some(scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("wss"))
}

/// All hops in a header, the nearest one last; a hop that is no address is `None`.
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
    plain_hop(pair(hop, "for")?)
}

/// The value of a parameter in a hop of `Forwarded`, without quotation marks.
fn pair<'h>(hop: &'h str, wanted: &str) -> Option<&'h str> {
    let mut pairs = hop.split(';').filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = pairs.find(|(key, _)| key.eq_ignore_ascii_case(wanted))?;
    Some(value.trim_matches('"'))
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn proxies(ranges: &[&str]) -> TrustedProxies {
        TrustedProxies::new(&ranges.iter().map(|range| range.parse().unwrap()).collect::<Vec<_>>())
    }

    fn map(headers: &[(&str, &str)]) -> HeaderMap {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(HeaderName::try_from(*name).unwrap(), HeaderValue::from_str(value).unwrap());
        }
        map
    }

    fn client(peer: &str, headers: &[(&str, &str)]) -> String {
        let proxies = proxies(&["127.0.0.1", "192.0.2.1"]);
        proxies.client(peer.parse().unwrap(), &map(headers)).to_string()
    }

    #[test]
    fn a_network_stands_for_all_its_addresses_and_no_others() {
        let cases = [
            ("10.0.0.0/8", "10.255.0.1", true),
            ("10.0.0.0/8", "::ffff:10.1.2.3", true),
            ("10.0.0.0/8", "11.0.0.1", false),
            ("10.0.0.0/8", "::a00:1", false),
            // Host bits do not matter.
            ("172.16.5.4/12", "172.31.255.255", true),
            ("172.16.5.4/12", "172.32.0.0", false),
            ("192.0.2.1/32", "192.0.2.1", true),
            ("192.0.2.1/32", "192.0.2.2", false),
            ("0.0.0.0/0", "203.0.113.9", true),
            ("0.0.0.0/0", "2001:db8::1", false),
            ("fd00::/8", "fdff::1", true),
            ("fd00::/8", "fe80::1", false),
            ("2001:db8::/33", "2001:db8:7fff::1", true),
            ("2001:db8::/33", "2001:db8:8000::1", false),
            ("::ffff:10.0.0.0/104", "10.9.9.9", true),
            ("::ffff:10.0.0.0/104", "11.9.9.9", false),
            ("::ffff:192.0.2.1", "192.0.2.1", true),
            ("::/0", "2001:db8::1", true),
            ("::/0", "10.0.0.1", false),
            (" 127.0.0.1 ", "127.0.0.1", true),
        ];
        for (range, address, expected) in cases {
            assert_eq!(proxies(&[range]).have(address.parse().unwrap()), expected, "{address} in {range}");
        }
        for wrong in
            ["", "10.0.0.0/33", "fd00::/129", "10.0.0/8", "10.0.0.0/-1", "10.0.0.0/", "localhost", "*"]
        {
            let error = wrong.parse::<ProxyRange>().unwrap_err().to_string();
            assert!(error.contains(&format!("{wrong:?}")) && error.contains("10.0.0.0/8"), "{error}");
        }
    }

    #[test]
    fn hops_within_a_network_of_proxies_are_passed_over() {
        let proxies = proxies(&["10.0.0.0/8", "fd00::/8"]);
        let headers = map(&[("x-forwarded-for", "203.0.113.5, 198.51.100.1, fd00::7, 10.2.3.4")]);
        assert_eq!(proxies.client("10.1.1.1".parse().unwrap(), &headers).to_string(), "198.51.100.1");
    }

    type Headers<'h> = &'h [(&'h str, &'h str)];

    #[test]
    fn only_a_proxy_says_by_which_scheme_the_page_is_reached() {
        let proxies = proxies(&["10.0.0.0/8"]);
        let cases: [(Headers<'_>, Option<bool>); 8] = [
            (&[("x-forwarded-proto", "https")], Some(true)),
            (&[("x-forwarded-proto", "HTTPS")], Some(true)),
            (&[("x-forwarded-proto", "https, http")], Some(true)),
            (&[("x-forwarded-proto", "http")], Some(false)),
            (&[("forwarded", "for=198.51.100.1;proto=https")], Some(true)),
            (&[("forwarded", "for=198.51.100.1;proto=\"http\"")], Some(false)),
            (&[("forwarded", "for=198.51.100.1")], None),
            (&[], None),
        ];
        for (headers, expected) in cases {
            assert_eq!(proxies.is_https("10.1.1.1".parse().unwrap(), &map(headers)), expected, "{headers:?}");
            assert_eq!(proxies.is_https("203.0.113.9".parse().unwrap(), &map(headers)), None, "{headers:?}");
        }
    }

    #[test]
    fn a_near_peer_that_speaks_for_others_and_is_not_named_is_noticed() {
        let proxies = proxies(&["127.0.0.1"]);
        let forwarded = map(&[("x-forwarded-for", "198.51.100.1")]);
        for (peer, expected) in [
            ("127.0.0.1", false),
            ("172.18.0.2", true),
            ("::1", true),
            ("fd00::2", true),
            ("203.0.113.9", false),
        ] {
            assert_eq!(proxies.lack(peer.parse().unwrap(), &forwarded), expected, "{peer}");
            assert!(!proxies.lack(peer.parse().unwrap(), &map(&[])), "{peer}");
        }
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
            // The last hop is not readable, so the hops before it are not trusted.
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
