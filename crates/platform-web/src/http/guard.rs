//! Request guard: checks the Host and Origin headers, and adds security headers to every response.
//!
//! The host is checked against DNS rebinding: a name of an attacker may point at this machine, and
//! its page would count as this server's. The origin is checked for all requests that act or open
//! a socket, because browsers let any page send those.

use std::{
    net::{IpAddr, Ipv6Addr},
    sync::Arc,
};

use axum::{
    extract::{Request, State},
    http::{
        HeaderMap, HeaderValue, Method,
        header::{
            CONTENT_SECURITY_POLICY, HOST, HeaderName, ORIGIN, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
            UPGRADE, X_CONTENT_TYPE_OPTIONS,
        },
    },
    middleware::Next,
    response::Response,
};

use crate::{
    http::{
        proxy_faults::{ProxyFault, ProxyFaults},
        request_admission::ClientConnection,
    },
    site_url::SiteUrl,
};

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// For a year, for this host only: the server knows nothing of other hosts in the domain.
const STRICT_TRANSPORT: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// The host names under which the chat may be reached.
#[derive(Clone, Debug)]
pub(crate) struct AllowedHosts {
    /// Whether only programs on this machine can connect.
    loopback: bool,
    named: Vec<String>,
    /// The public address of the page, if configured.
    site: Option<SiteUrl>,
}

impl AllowedHosts {
    /// Allows these names, the host of the public address, localhost and IP addresses:
    /// loopback addresses if `loopback`, or else all.
    pub(crate) fn new(loopback: bool, named: &[String], site: Option<SiteUrl>) -> Self {
        let named = named.iter().map(|name| name.to_ascii_lowercase());
        let of_site = site.iter().map(|site| site.host().to_owned());
        Self { loopback, named: named.chain(of_site).collect(), site }
    }

    /// Whether a `Host` header is allowed. The port is not checked: it gives an attacker nothing,
    /// and port forwarding changes it.
    fn allow(&self, host: &str) -> bool {
        let Some(name) = without_port(host) else { return false };
        let name = name.to_ascii_lowercase();
        if name == "localhost" || self.named.contains(&name) {
            return true;
        }
        // Unlike a name, an IP address cannot be made to point elsewhere; a loopback socket is
        // reached only by loopback addresses.
        address(&name).is_some_and(|address| !self.loopback || address.is_loopback())
    }

    /// Whether an `Origin` header is that of the page at this host. If the public address is known,
    /// a reverse proxy may leave its port out of the host.
    fn have_origin(&self, origin: &str, host: &str) -> bool {
        let is_of_site = |site: &SiteUrl| {
            let is_host = without_port(host).is_some_and(|name| name.eq_ignore_ascii_case(site.host()));
            is_host && site.is_origin(origin)
        };
        is_origin_of(origin, host) || self.site.as_ref().is_some_and(is_of_site)
    }

    /// Whether the page is reached by HTTPS, as a trusted proxy says, or else the public address.
    fn is_reached_by_https(&self, request: &Request) -> bool {
        let visit = request.extensions().get::<ClientConnection>();
        let said = visit.and_then(|visit| visit.peer.is_https(&visit.proxies, request.headers()));
        said.unwrap_or_else(|| self.site.as_ref().is_some_and(SiteUrl::is_https))
    }
}

fn address(name: &str) -> Option<IpAddr> {
    match name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(inner) => inner.parse::<Ipv6Addr>().ok().map(IpAddr::from),
        None => name.parse().ok(),
    }
}

/// The name in `name`, `name:80` or `[::1]:80`.
fn without_port(host: &str) -> Option<&str> {
    let end_of_name = host.rfind(']').map_or(0, |bracket| bracket + 1);
    let (name, rest) = match host.split_at_checked(end_of_name)? {
        ("", whole) => whole.split_at_checked(whole.find(':').unwrap_or(whole.len()))?,
        bracketed => bracketed,
    };
    let port_is_one =
        rest.is_empty() || rest.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok());
    (!name.is_empty() && port_is_one).then_some(name)
}

/// The configuration of the guard.
#[derive(Clone)]
pub(crate) struct Rules {
    /// The allowed hosts.
    pub(crate) hosts: AllowedHosts,
    /// Reports misconfigured proxies.
    pub(crate) faults: Arc<ProxyFaults>,
}

/// Refuses requests for other hosts or from other origins.
pub(crate) async fn guard(State(rules): State<Rules>, request: Request, next: Next) -> Response {
    match check(&rules.hosts, &request) {
        Ok(()) => next.run(request).await,
        Err(fault) => rules.faults.refuse(fault, request.headers()),
    }
}

/// Adds the security headers to every response, except where it has its own.
pub(crate) async fn add_headers(State(rules): State<Rules>, request: Request, next: Next) -> Response {
    let is_https = rules.hosts.is_reached_by_https(&request);
    let mut answer = next.run(request).await;
    for (name, value) in HEADERS {
        answer.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    if is_https {
        answer.headers_mut().insert(STRICT_TRANSPORT_SECURITY, STRICT_TRANSPORT);
    }
    answer
}

fn check(hosts: &AllowedHosts, request: &Request) -> Result<(), ProxyFault> {
    let host = text(request.headers(), &HOST).unwrap_or_default();
    if !hosts.allow(host) {
        return Err(ProxyFault::UnknownHost);
    }
    let harmless =
        matches!(*request.method(), Method::GET | Method::HEAD) && !request.headers().contains_key(UPGRADE);
    match text(request.headers(), &ORIGIN) {
        // GET and HEAD may lack an origin, but an origin that is given must be the page's.
        Some(origin) if hosts.have_origin(origin, host) => Ok(()),
        Some(_) => Err(ProxyFault::ForeignOrigin),
        None if harmless => Ok(()),
        None => Err(ProxyFault::NoOrigin),
    }
}

/// Whether an `Origin` header matches a `Host` header, which may contain the default port.
fn is_origin_of(origin: &str, host: &str) -> bool {
    let Some((authority, usual_port)) = origin
        .strip_prefix("http://")
        .map(|authority| (authority, ":80"))
        .or_else(|| origin.strip_prefix("https://").map(|authority| (authority, ":443")))
    else {
        return false;
    };
    let is_same = |host: &str| authority.eq_ignore_ascii_case(host);
    is_same(host) || host.strip_suffix(usual_port).is_some_and(is_same)
}

/// Whether the page was fetched by HTTPS, through a proxy.
pub(crate) fn is_secure(headers: &HeaderMap) -> bool {
    text(headers, &ORIGIN).is_some_and(|origin| origin.starts_with("https://"))
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_names_are_answered() {
        let local = AllowedHosts::new(true, &["Chess.Example".to_owned()], None);
        let open = AllowedHosts::new(false, &[], None);
        let cases = [
            ("localhost:8080", true, true),
            ("LOCALHOST", true, true),
            ("127.0.0.1:9", true, true),
            ("127.0.0.1", true, true),
            ("[::1]:8080", true, true),
            ("192.168.1.5:8080", false, true),
            ("[fe80::1]:8080", false, true),
            ("chess.example", true, false),
            ("chess.example:443", true, false),
            ("evil.example:8080", false, false),
            ("localhost.evil.example", false, false),
            ("127.0.0.1.evil.example", false, false),
            ("", false, false),
            (":80", false, false),
            ("localhost:port", false, false),
            ("[::1", false, false),
            ("[::1]x", false, false),
        ];
        for (host, expected_local, expected_open) in cases {
            assert_eq!(local.allow(host), expected_local, "{host} on loopback");
            assert_eq!(open.allow(host), expected_open, "{host} on every address");
        }
    }

    #[test]
    fn an_origin_is_ours_when_it_is_the_host() {
        assert!(is_origin_of("http://localhost:8080", "localhost:8080"));
        assert!(is_origin_of("https://chess.example", "chess.example"));
        assert!(is_origin_of("https://chess.example", "chess.example:443"));
        assert!(is_origin_of("http://chess.example", "chess.example:80"));
        assert!(!is_origin_of("https://chess.example", "chess.example:80"));
        for other in
            ["null", "http://localhost", "http://localhost:8081", "http://evil.example", "localhost:8080", ""]
        {
            assert!(!is_origin_of(other, "localhost:8080"), "{other}");
        }
    }

    #[test]
    fn the_host_of_the_address_people_open_is_ours_and_its_port_may_be_left_out() {
        let site = SiteUrl::try_from("https://play.example.org:8443/chess/".to_owned()).unwrap();
        let hosts = AllowedHosts::new(true, &[], Some(site));
        for host in ["play.example.org", "Play.Example.Org:8443", "play.example.org:80"] {
            assert!(hosts.allow(host), "{host}");
            assert!(hosts.have_origin("https://play.example.org:8443", host), "{host}");
            assert!(!hosts.have_origin("https://evil.example", host), "{host}");
        }
        // A proxy that sends another host gets an error that says so.
        assert!(!hosts.have_origin("https://play.example.org:8443", "127.0.0.1:8424"));
        assert!(!hosts.allow("example.org"));
    }
}
