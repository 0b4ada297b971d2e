//! Authenticates connections: each begins with `hello`, which contains the token and the platform
//! that the bridge serves, one connection for each platform.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use adoube_platform::secret::Secret;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::{
    door::ChatDoor,
    protocol::{
        error::{DoorErrorCode, DoorRequestError},
        line::{self, RequestLine},
        names::PlatformName,
        request::DoorRequest,
    },
};

/// Pause before the answer to a wrong token.
const PAUSE: Duration = Duration::from_secs(2);

/// Admits connections: those with the token, and one for each platform.
#[derive(Default)]
pub(crate) struct Admission {
    token: Option<Secret>,
    served: Arc<Mutex<BTreeSet<PlatformName>>>,
}

/// The right of one connection to serve a platform, until it is dropped.
#[derive(Debug)]
pub(crate) struct ServedPlatform {
    pub(crate) platform: PlatformName,
    all: Arc<Mutex<BTreeSet<PlatformName>>>,
}

impl Drop for ServedPlatform {
    fn drop(&mut self) {
        // Removing from a set is a single step, so the set is consistent after a panic elsewhere.
        self.all.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.platform);
    }
}

/// The id of the first request, its answer, and the platform that the connection serves from then
/// on.
pub(crate) type AdmissionResult = (Value, Result<(ServedPlatform, Value), DoorRequestError>);

impl Admission {
    pub(crate) fn new(token: Option<Secret>) -> Self {
        Self { token, served: Arc::default() }
    }

    /// Checks the first line of a connection.
    pub(crate) async fn admit(&self, door: &ChatDoor, first: &[u8]) -> AdmissionResult {
        let (id, request) = match line::read(first) {
            Ok(RequestLine { id, request, .. }) => (id, request),
            Err((id, failure)) => return (id, Err(failure)),
        };
        let DoorRequest::Hello(hello) = request else {
            let message = "a connection begins with hello";
            return (id, Err(DoorRequestError::new(DoorErrorCode::HelloFirst, Some("do"), message)));
        };
        if !self.is_right(hello.token.as_ref()) {
            tracing::warn!("somebody came to the chat door without the right token");
            door.sleep(PAUSE).await;
            let message = "the token is not the one that is configured as door.token";
            return (id, Err(DoorRequestError::new(DoorErrorCode::WrongToken, Some("token"), message)));
        }
        let answer = match door.hello(&hello) {
            Ok(answer) => answer,
            Err(failure) => return (id, Err(failure)),
        };
        let Some(platform) = hello.platform else {
            let message = "a connection serves one platform: say which";
            return (id, Err(DoorRequestError::bad_field("platform", message)));
        };
        (id, self.serve(platform).map(|served| (served, answer)))
    }

    /// Reserves a platform for one connection.
    fn serve(&self, platform: PlatformName) -> Result<ServedPlatform, DoorRequestError> {
        if !self.served.lock().unwrap_or_else(PoisonError::into_inner).insert(platform.clone()) {
            let message =
                format!("another connection serves the platform {}; it has to end first", platform.0);
            return Err(DoorRequestError::new(DoorErrorCode::PlatformTaken, Some("platform"), message));
        }
        Ok(ServedPlatform { platform, all: Arc::clone(&self.served) })
    }

    /// Whether the token is the configured one, by a comparison in constant time.
    fn is_right(&self, given: Option<&Secret>) -> bool {
        let Some(expected) = &self.token else { return true };
        let hash = |secret: Option<&Secret>| Sha256::digest(secret.map(Secret::expose).unwrap_or_default());
        let pairs = hash(Some(expected)).into_iter().zip(hash(given));
        given.is_some() && pairs.fold(0, |differ, (one, other)| differ | (one ^ other)) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_token_itself_is_right() {
        let secret = |text: &str| Secret::from(text.to_owned());
        let admission = Admission::new(Some(secret("a long random text")));
        assert!(admission.is_right(Some(&secret("a long random text"))));
        for wrong in [Some(secret("a long random texT")), Some(secret("")), None] {
            assert!(!admission.is_right(wrong.as_ref()), "{wrong:?}");
        }
        assert!(Admission::default().is_right(None), "none is needed");
    }

    #[test]
    fn a_platform_is_served_by_one_connection_at_a_time() {
        let admission = Admission::default();
        let irc = || PlatformName("irc".to_owned());
        let served = admission.serve(irc()).expect("nobody serves it");
        assert_eq!(admission.serve(irc()).expect_err("it is served").code, DoorErrorCode::PlatformTaken);
        assert!(admission.serve(PlatformName("xmpp".to_owned())).is_ok());
        drop(served);
        assert!(admission.serve(irc()).is_ok());
    }
}
