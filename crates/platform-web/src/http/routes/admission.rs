//! Middleware that admits requests: rate limits by address, connection slots, and limits of size
//! and time for bodies.

use std::{sync::Arc, time::Duration};

use axum::{
    body::{Body, to_bytes},
    extract::{Extension, Request, State},
    http::{HeaderValue, StatusCode, header::CONNECTION},
    middleware::Next,
    response::{IntoResponse, Response},
};
use tokio::time::timeout;

use crate::{
    http::{proxy_faults::ProxyFault, request_admission::ClientConnection},
    limits::{BODY_BYTES, BODY_TIME, network::ClientAddress},
    state::WebState,
    wire::rejection::RequestRejection,
};

/// Admits a request, reads its body, and passes it on with the client address.
pub(crate) async fn admit(
    State(state): State<Arc<WebState>>,
    Extension(visit): Extension<ClientConnection>,
    request: Request,
    next: Next,
) -> Response {
    let (mut parts, body) = request.into_parts();
    let address = ClientAddress::from(visit.peer.client(&visit.proxies, &parts.headers));
    if visit.peer.is_unnamed_proxy(&visit.proxies, &parts.headers) {
        state.site.proxy_faults.report(ProxyFault::UnknownProxy, &parts.headers);
    }
    let wait = visit.pace.reserve(address);
    let is_free = |_: &Duration| {
        let is_known = state.persons.identity.browser(&parts.headers).is_some();
        visit.slot.is_of(address, is_known)
    };
    let Some(wait) = wait.filter(is_free) else {
        let mut answer = RequestRejection::CROWDED.into_response();
        // A client that continues has to connect again, and a connection is cheapest to refuse.
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
