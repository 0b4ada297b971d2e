//! Answers requests of misconfigured reverse proxies: the response and the log line that tell an
//! operator which setting is wrong. Each mistake is logged once.

use std::sync::atomic::{AtomicU8, Ordering};

use axum::{
    http::{
        HeaderMap, HeaderName, HeaderValue, StatusCode,
        header::{HOST, ORIGIN, UPGRADE},
    },
    response::{IntoResponse, Response},
};

/// Characters of a header that are quoted at most.
const QUOTED_CHARS: usize = 100;

/// The mistake that shows in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProxyFault {
    /// The Host is not one of the page's names.
    UnknownHost,
    /// The Origin does not match the Host.
    ForeignOrigin,
    /// There is no Origin, although the request needs one.
    NoOrigin,
    /// A WebSocket is requested without an upgrade.
    NoUpgrade,
    /// A peer in a local network sends forwarding headers without being a trusted proxy.
    UnknownProxy,
}

/// The faults that were logged already.
#[derive(Debug, Default)]
pub(crate) struct ProxyFaults(AtomicU8);

impl ProxyFaults {
    /// Logs a fault, the first time only.
    pub(crate) fn report(&self, fault: ProxyFault, headers: &HeaderMap) {
        let bit = 1 << fault as u8;
        if self.0.fetch_or(bit, Ordering::Relaxed) & bit == 0 {
            tracing::warn!(
                host = ?quoted(headers, &HOST),
                origin = ?quoted(headers, &ORIGIN),
                "{} This is said once.",
                fault.advice()
            );
        }
    }

    /// Logs a fault, and answers with advice for the operator.
    pub(crate) fn refuse(&self, fault: ProxyFault, headers: &HeaderMap) -> Response {
        self.report(fault, headers);
        let [host, origin] = [HOST, ORIGIN].map(|name| quoted(headers, &name));
        let (status, first) = match fault {
            ProxyFault::UnknownHost => (
                StatusCode::MISDIRECTED_REQUEST,
                format!("This chat does not answer under the name \"{host}\". Use the address it printed."),
            ),
            ProxyFault::ForeignOrigin => (
                StatusCode::FORBIDDEN,
                format!(
                    "Requests from other pages are not answered: this one came from a page at \"{origin}\" to the Host \"{host}\"."
                ),
            ),
            ProxyFault::NoOrigin => (
                StatusCode::FORBIDDEN,
                "Requests from other pages are not answered, and this one does not say from which page it came."
                    .to_owned(),
            ),
            ProxyFault::NoUpgrade | ProxyFault::UnknownProxy => (
                StatusCode::UPGRADE_REQUIRED,
                "This is the address of a WebSocket, and the request cannot become one.".to_owned(),
            ),
        };
        let mut answer = (status, format!("{first}\n{}\n", fault.advice())).into_response();
        if status == StatusCode::UPGRADE_REQUIRED {
            answer.headers_mut().insert(UPGRADE, HeaderValue::from_static("websocket"));
        }
        answer
    }
}

impl ProxyFault {
    fn advice(self) -> &'static str {
        match self {
            Self::UnknownHost => {
                "A request came for a host under which the web chat does not answer. If people shall reach it under that name, set web.url (or web.hosts) to it; if a web server in front puts its own name there, let it pass on the Host as it came (nginx: proxy_set_header Host $http_host;). See docs/proxies.md."
            }
            Self::ForeignOrigin => {
                "A request was refused because its Origin does not fit its Host. If both are the web chat, a web server in front has changed the Host: let it pass on the Host as it came (nginx: proxy_set_header Host $http_host;), and set web.url to the address that people open. See docs/proxies.md."
            }
            Self::NoOrigin => {
                "A request was refused because it has no Origin, which browsers send. If a web server in front takes it away, let it pass on the Origin. See docs/proxies.md."
            }
            Self::NoUpgrade => {
                "A WebSocket could not be opened because the request came without Upgrade. If a web server stands in front, let it pass on Upgrade and Connection by HTTP/1.1 (nginx: proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade;). See docs/proxies.md."
            }
            Self::UnknownProxy => {
                "A web server in front says for whom it connects and is not believed, so that all people behind it count as one: set web.proxies to its address. See docs/proxies.md."
            }
        }
    }
}

/// The beginning of a header; empty if it is not plain ASCII.
fn quoted(headers: &HeaderMap, name: &HeaderName) -> String {
    let text = headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    text.chars().take(QUOTED_CHARS).collect()
}
