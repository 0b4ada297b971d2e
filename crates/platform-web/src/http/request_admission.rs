//! Rate limits of connections and requests by client address, and what a handler knows of the
//! connection. Not here: the middleware that applies them (`routes/admission.rs`).

use std::{sync::Arc, time::Duration};

use adoube_bot::Clock;

use crate::{
    http::{peer::Peer, proxies::TrustedProxies},
    limits::{
        ASKING_OF_ONE, ASKING_WAIT,
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
