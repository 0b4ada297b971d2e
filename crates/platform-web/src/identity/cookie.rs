//! Browser identity: makes and checks a signed cookie with a random id, and derives from it the
//! persons of a browser; also derives other secrets from the signing key, and marks of networks in
//! place of addresses.
//!
//! A browser holds up to [`SEATS`] persons, and each tab sits on one of its seats. The cookie only
//! identifies the browser; a person's id is derived from browser and seat by a one-way function. So
//! a second tab can be a second person without a second cookie, tabs that open at the same time
//! cannot overwrite each other's persons, and the cookie cannot be derived from a person's id,
//! which others may see.

use std::fmt::Write as _;

use adoube_bot::{PersonId, forms::FormError};
use adoube_store::{Batch, CommitOutcome, Store, StoreError};
use axum::http::HeaderMap;
use axum_extra::extract::{
    SignedCookieJar,
    cookie::{Cookie, Key, SameSite},
};
use rand::{TryRng, rngs::SysRng};
use sha2::{Digest, Sha256};

use crate::{
    identity::stored,
    limits::network::ClientAddress,
    records::{self, PLATFORM, SECRET, TABLE},
    site_url::BasePath,
    wire::seat::BrowserSeat,
};

pub(crate) const SECRET_BYTES: usize = 64;

/// Why the key for signing cookies is not available.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CookieKeyError {
    /// The store failed.
    #[error("the key that signs cookies: {0}")]
    Store(#[from] StoreError),
    /// The machine has no random numbers.
    #[error("the key that signs cookies: no random numbers from the operating system: {0}")]
    Random(String),
    /// The stored key is damaged.
    #[error("the key that signs cookies (table web, key secret) is damaged; delete it to get a new one")]
    Damaged,
    /// The stored key cannot be read.
    #[error(transparent)]
    Form(#[from] FormError),
}

/// A browser, identified by its cookie. Not printable on purpose: the id is a credential.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct BrowserId(String);

impl BrowserId {
    /// The person on one of its seats.
    pub(crate) fn person(&self, seat: BrowserSeat) -> PersonId {
        let mut hash = Sha256::new();
        hash.update(b"adoube web person\0");
        hash.update(self.0.as_bytes());
        hash.update([0, seat.number()]);
        PersonId(format!("{PLATFORM}:{}", hex(hash.finalize().get(..16).unwrap_or_default())))
    }
}

/// Reads and writes the identity cookie.
#[derive(Clone)]
pub(crate) struct CookieIdentity {
    key: Key,
    /// The cookie's name. Cookies are shared between ports, and two programs on one machine must
    /// not overwrite each other's.
    cookie: String,
    /// The path to which browsers send it.
    path: String,
}

impl CookieIdentity {
    /// Loads the key from the store, or creates it there; cookies are limited to the base path.
    pub(crate) async fn open(store: &dyn Store, base: &BasePath) -> Result<Self, CookieKeyError> {
        let place = records::key(SECRET);
        loop {
            if let Some(record) = store.get(TABLE, place.as_ref()).await? {
                let secret = match stored::read_secret(&record.value, SECRET_BYTES) {
                    Err(error @ FormError::Newer { .. }) => return Err(error.into()),
                    secret => secret.ok().flatten(),
                };
                return Self::from_secret(&secret.ok_or(CookieKeyError::Damaged)?, base);
            }
            let mut secret = [0; SECRET_BYTES];
            SysRng.try_fill_bytes(&mut secret).map_err(|error| CookieKeyError::Random(error.to_string()))?;
            let kept = stored::write_secret(&secret)?;
            let batch = Batch::new().expect_absent(TABLE, place.clone()).put(TABLE, place.clone(), kept);
            if store.commit(batch).await? == CommitOutcome::Applied {
                return Self::from_secret(&secret, base);
            }
        }
    }

    fn from_secret(secret: &[u8], base: &BasePath) -> Result<Self, CookieKeyError> {
        let key = Key::try_from(secret).map_err(|_| CookieKeyError::Damaged)?;
        let tag = Sha256::new().chain_update(b"adoube cookie name\0").chain_update(secret).finalize();
        let cookie = format!("adoube-{}", hex(tag.get(..4).unwrap_or_default()));
        Ok(Self { key, cookie, path: base.of_cookies().to_owned() })
    }

    /// The browser that sent these headers, if its cookie has a valid signature.
    pub(crate) fn browser(&self, headers: &HeaderMap) -> Option<BrowserId> {
        let cookie = self.jar(headers).get(&self.cookie)?;
        Some(BrowserId(cookie.value().to_owned()))
    }

    /// A new browser and its cookies; `secure` if it came over HTTPS.
    pub(crate) fn newcomer(
        &self,
        headers: &HeaderMap,
        secure: bool,
    ) -> Result<(BrowserId, SignedCookieJar), CookieKeyError> {
        let mut id = [0; 16];
        SysRng.try_fill_bytes(&mut id).map_err(|error| CookieKeyError::Random(error.to_string()))?;
        let browser = BrowserId(hex(&id));
        Ok((browser.clone(), self.renew(headers, &browser, secure)))
    }

    /// Cookies that extend the identity of a browser; `secure` if it came over HTTPS.
    pub(crate) fn renew(&self, headers: &HeaderMap, browser: &BrowserId, secure: bool) -> SignedCookieJar {
        let cookie = Cookie::build((self.cookie.clone(), browser.0.clone()))
            .http_only(true)
            .same_site(SameSite::Strict)
            .secure(secure)
            .path(self.path.clone())
            .permanent();
        self.jar(headers).add(cookie)
    }

    /// Marks of the networks around an address, as [`marks`](super::network::marks) reads them:
    /// equal for equal networks, and not reversible without the key.
    pub(crate) fn origin(&self, address: ClientAddress) -> String {
        let mark = |name: String| {
            let hash = Sha256::new().chain_update(b"adoube web address\0").chain_update(self.key.signing());
            hex(hash.chain_update(name).finalize().get(..8).unwrap_or_default())
        };
        address.networks().map(|network| mark(network.name())).collect::<Vec<_>>().join(" ")
    }

    /// A secret derived from these words and the key: equal for equal words, and not guessable.
    pub(crate) fn secret_of(&self, words: &[&str]) -> String {
        let hash = Sha256::new().chain_update(b"adoube web secret\0").chain_update(self.key.signing());
        let hash = words.iter().fold(hash, |hash, word| hash.chain_update(word).chain_update([0]));
        hex(hash.finalize().get(..16).unwrap_or_default())
    }

    fn jar(&self, headers: &HeaderMap) -> SignedCookieJar {
        SignedCookieJar::from_headers(headers, self.key.clone())
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
