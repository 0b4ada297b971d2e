//! What is settled before a request is looked at: from where it comes, whether it comes from a browser that is known here,
//! and that all of it has arrived. Not here: where it may come from (`guard`), what it asks for.

use std::{sync::Arc, time::Duration};

use adoube_bot::Clock;
use axum::{
    body::{Body, to_bytes},
    extract::{Extension, Request, State},
    http::{HeaderValue, StatusCode, header::CONNECTION},
    middleware::Next,
    response::{IntoResponse, Response},
};
use tokio::time::timeout;

use crate::{
    WebState,
    http::{
        peer::Peer, proxies::TrustedProxies, proxy_faults::ProxyFault, routes::requests::RequestRejection,
    },
    limits::{
        ASKING_OF_ONE, ASKING_WAIT, BODY_BYTES, BODY_TIME,
        connection_slots::ConnectionSlot,
        network::{ClientAddress, NetworkBuckets},
    },
};

/// How fast each address connects and asks.
pub(crate) struct RequestRateLimits {
    clock: Arc<dyn Clock>,
    buckets: NetworkBuckets,
}

impl RequestRateLimits {
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, buckets: NetworkBuckets::new(ASKING_OF_ONE) }
    }

    /// When one more may come from there, unless so many wait that it may not; then it counts.
    pub(crate) fn reserve(&self, address: ClientAddress) -> Option<Duration> {
        self.buckets.reserve(address, ASKING_WAIT, self.clock.monotonic())
    }
}

/// The connection on which a request came.
#[derive(Clone)]
pub(crate) struct ClientConnection {
    /// Its slot.
    pub(crate) slot: Arc<ConnectionSlot>,
    /// The other end of it.
    pub(crate) peer: Peer,
    /// Who may connect for others.
    pub(crate) proxies: Arc<TrustedProxies>,
    /// How fast anybody may ask.
    pub(crate) pace: Arc<RequestRateLimits>,
}

/// Waits for the rest of the request, and hands the address it comes from over with it.
pub(crate) async fn admit(
    State(chat): State<Arc<WebState>>,
    Extension(visit): Extension<ClientConnection>,
    request: Request,
    next: Next,
) -> Response {
    let (mut parts, body) = request.into_parts();
    let address = ClientAddress::from(visit.peer.client(&visit.proxies, &parts.headers));
    if visit.peer.is_unnamed_proxy(&visit.proxies, &parts.headers) {
        chat.faults.report(ProxyFault::UnknownProxy, &parts.headers);
    }
    let wait = visit.pace.reserve(address);
    let is_free = |_: &Duration| {
        let is_known = chat.identity.browser(&parts.headers).is_some();
        visit.slot.is_of(address, is_known)
    };
    let Some(wait) = wait.filter(is_free) else {
        let mut answer = RequestRejection::CROWDED.into_response();
        // Whoever goes on asking has to begin with connecting, which costs least to refuse.
        answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        return answer;
    };
    tokio::time::sleep(wait).await;
    let body = match timeout(BODY_TIME, to_bytes(body, BODY_BYTES)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return StatusCode::PAYLOAD_TOO_LARGE.into_response(),
        Err(_) => return StatusCode::REQUEST_TIMEOUT.into_response(),
    };
    let _work = visit.slot.work();
    parts.extensions.insert(address);
    next.run(Request::from_parts(parts, Body::from(body))).await
}
