//! What every request must pass and every answer carries: the host and the origin are ours, nothing from elsewhere may
//! run, frame or read the page. Not here: who the browser is (`identity`).
//!
//! The host is checked because a name that somebody else controls may be made to point at this machine (DNS rebinding);
//! such a page would otherwise count as ours. The origin is checked wherever something is done or a socket is opened,
//! because browsers let any page send those.

use std::net::{IpAddr, Ipv6Addr};

use axum::{
    extract::{Request, State},
    http::{
        HeaderMap, HeaderValue, Method, StatusCode,
        header::{
            CONTENT_SECURITY_POLICY, HOST, HeaderName, ORIGIN, REFERRER_POLICY, UPGRADE,
            X_CONTENT_TYPE_OPTIONS,
        },
    },
    middleware::Next,
    response::{IntoResponse, Response},
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

/// The names under which the chat may be reached.
#[derive(Clone, Debug)]
pub(super) struct Hosts {
    /// Whether only this machine can reach it.
    loopback: bool,
    named: Vec<String>,
}

impl Hosts {
    /// For a server bound to this address, which is also known under these names.
    pub(super) fn new(bound: IpAddr, named: &[String]) -> Self {
        Self {
            loopback: bound.is_loopback(),
            named: named.iter().map(|name| name.to_ascii_lowercase()).collect(),
        }
    }

    /// Whether a `Host` header names us. The port does not matter: it cannot be used to pretend anything, and people
    /// forward ports.
    fn allow(&self, host: &str) -> bool {
        let Some(name) = without_port(host) else { return false };
        let name = name.to_ascii_lowercase();
        if name == "localhost" || self.named.contains(&name) {
            return true;
        }
        // An address, unlike a name, cannot be made to point elsewhere; on a loopback socket only loopback ones make
        // sense.
        address(&name).is_some_and(|address| !self.loopback || address.is_loopback())
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

/// Refuses requests that are not meant for us or come from elsewhere, and puts the headers on every answer that has no
/// stricter ones of its own.
pub(super) async fn guard(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    let mut answer = match check(&hosts, &request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    for (name, value) in HEADERS {
        answer.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    answer
}

fn check(hosts: &Hosts, request: &Request) -> Result<(), (StatusCode, &'static str)> {
    let host = text(request.headers(), &HOST).unwrap_or_default();
    if !hosts.allow(host) {
        return Err((
            StatusCode::MISDIRECTED_REQUEST,
            "This chat does not answer under that name. Use the address it printed, or name the host in the configuration.\n",
        ));
    }
    let harmless =
        matches!(*request.method(), Method::GET | Method::HEAD) && !request.headers().contains_key(UPGRADE);
    let origin = text(request.headers(), &ORIGIN);
    // Harmless requests may lack an origin, but one that is there must be ours.
    let ours = origin.map_or(harmless, |origin| is_origin_of(origin, host));
    if ours { Ok(()) } else { Err((StatusCode::FORBIDDEN, "Requests from other pages are not answered.\n")) }
}

fn is_origin_of(origin: &str, host: &str) -> bool {
    let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host))
}

/// Whether the page was fetched by https, through something in front of us.
pub(super) fn is_secure(headers: &HeaderMap) -> bool {
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
        let local = Hosts::new(IpAddr::from([127, 0, 0, 1]), &["Chess.Example".to_owned()]);
        let open = Hosts::new(IpAddr::from([0, 0, 0, 0]), &[]);
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
        for other in
            ["null", "http://localhost", "http://localhost:8081", "http://evil.example", "localhost:8080", ""]
        {
            assert!(!is_origin_of(other, "localhost:8080"), "{other}");
        }
    }
}
