//! Limits the rate of connections and requests by client address, and holds what a handler knows of
//! its connection. Not here: the middleware that applies the limits (`routes/admission.rs`).

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

/// Rate limits of connections and requests, by client address.
pub(crate) struct RequestRateLimits {
    clock: Arc<dyn Clock>,
    buckets: NetworkBuckets,
}

impl RequestRateLimits {
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, buckets: NetworkBuckets::new(ASKING_OF_ONE) }
    }

    /// Reserves a connection or request from this address; returns how long it has to wait, or
    /// `None` if that is too long.
    pub(crate) fn reserve(&self, address: ClientAddress) -> Option<Duration> {
        self.buckets.reserve(address, ASKING_WAIT, self.clock.monotonic())
    }
}

/// The connection on which a request came.
#[derive(Clone)]
pub(crate) struct ClientConnection {
    /// The connection's slot.
    pub(crate) slot: Arc<ConnectionSlot>,
    /// The peer.
    pub(crate) peer: Peer,
    /// Proxies that may forward client addresses.
    pub(crate) proxies: Arc<TrustedProxies>,
    /// Rate limits of requests.
    pub(crate) pace: Arc<RequestRateLimits>,
}
