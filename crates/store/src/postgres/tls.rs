//! Sets up TLS to the database, by rustls, as `sslmode` of `psql` has it:
//!
//! | sslmode | encrypted | the server's certificate |
//! |---|---|---|
//! | `disable` | never | |
//! | `allow` | where the server wants it | any |
//! | `prefer` (the default) | where the server can | any |
//! | `require` | always | any; with `sslrootcert` as `verify-ca` |
//! | `verify-ca` | always | signed by an authority of `sslrootcert`, else of the system |
//! | `verify-full` | always | the same, for the name of the host |
//!
//! `sslrootcert=system` means the system's authorities and implies `verify-full`. `sslcert` and `sslkey` are the client's
//! certificate and key. Files in `~/.postgresql` are not used. Not here: how a certificate is verified (`certificate`).

use std::{
    fmt::Display,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use rustls::{
    CertificateError, ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{
        CertificateDer, PrivateKeyDer,
        pem::{self, PemObject},
    },
};
use tokio_postgres::config::SslMode;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::{
    address::TlsOptions,
    certificate::{AnyServer, TrustedServer},
};
use crate::error::StoreError;

/// The word for the system's authorities.
const SYSTEM: &str = "system";
/// Attempts with and without TLS, in their order.
const NEVER: &[SslMode] = &[SslMode::Disable];
const LAST: &[SslMode] = &[SslMode::Disable, SslMode::Require];
const FIRST: &[SslMode] = &[SslMode::Prefer, SslMode::Disable];
const ALWAYS: &[SslMode] = &[SslMode::Require];
/// Permission bits that group and others must not have on a key file.
#[cfg(unix)]
const OPEN_TO_OTHERS: u32 = 0o077;
/// The same for a key file of root's, which a group may read.
#[cfg(unix)]
const OPEN_BEYOND_GROUP: u32 = 0o037;

/// TLS policy of a connection: encryption, verification of the server, certificate of the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TlsPolicy {
    /// Attempts with and without TLS, in their order.
    attempts: &'static [SslMode],
    check: ServerCheck,
    /// The file of trusted authorities; the system's without one.
    root: Option<PathBuf>,
    identity: Option<ClientIdentity>,
}

/// What is verified of a server's certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ServerCheck {
    Nothing,
    Authority,
    AuthorityAndName,
}

/// A client's certificate and its key.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ClientIdentity {
    certificate: PathBuf,
    key: PathBuf,
}

impl TlsPolicy {
    /// The policy of the options of an address.
    ///
    /// # Errors
    /// [`StoreError::Address`] where they contradict one another.
    pub(super) fn of(options: TlsOptions) -> Result<Self, StoreError> {
        let TlsOptions { mode, root, certificate, key } = options;
        let is_system = root.as_deref() == Some(SYSTEM);
        let usual = if is_system { "verify-full" } else { "prefer" };
        let word = mode.as_deref().unwrap_or(usual);
        if is_system && word != "verify-full" {
            return Err(unusable(format!(
                "sslmode={word} is too weak for sslrootcert=system; take sslmode=verify-full"
            )));
        }
        let (attempts, check) = match word {
            "disable" => (NEVER, ServerCheck::Nothing),
            "allow" => (LAST, ServerCheck::Nothing),
            "prefer" => (FIRST, ServerCheck::Nothing),
            "require" if root.is_none() => (ALWAYS, ServerCheck::Nothing),
            "require" | "verify-ca" => (ALWAYS, ServerCheck::Authority),
            "verify-full" => (ALWAYS, ServerCheck::AuthorityAndName),
            _ => {
                return Err(unusable(
                    "sslmode is one of disable, allow, prefer, require, verify-ca and verify-full",
                ));
            }
        };
        let identity = match (certificate, key) {
            (Some(certificate), Some(key)) => {
                Some(ClientIdentity { certificate: certificate.into(), key: key.into() })
            }
            (None, None) => None,
            (Some(_), None) => return Err(unusable("sslcert needs sslkey, the file of its private key")),
            (None, Some(_)) => return Err(unusable("sslkey needs sslcert, the file of its certificate")),
        };
        let root = root.filter(|_| !is_system).map(PathBuf::from);
        Ok(Self { attempts, check, root, identity })
    }

    /// Nothing is encrypted.
    pub(super) const fn none() -> Self {
        Self { attempts: NEVER, check: ServerCheck::Nothing, root: None, identity: None }
    }

    /// Attempts with and without TLS, in their order.
    pub(super) fn attempts(&self) -> &'static [SslMode] {
        self.attempts
    }
}

/// The TLS connector of a policy.
pub(super) fn connector(policy: &TlsPolicy) -> Result<MakeRustlsConnect, StoreError> {
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|error| unusable(error.to_string()))?;
    let builder = match policy.check {
        ServerCheck::Nothing => builder.dangerous().with_custom_certificate_verifier(Arc::new(AnyServer)),
        check => {
            let (roots, named) = roots(policy.root.as_deref())?;
            let has_name = check == ServerCheck::AuthorityAndName;
            let verifier = TrustedServer::new(roots, named, has_name, provider).map_err(unusable)?;
            builder.dangerous().with_custom_certificate_verifier(Arc::new(verifier))
        }
    };
    let config = match policy.identity.as_ref().filter(|_| policy.attempts != NEVER) {
        Some(identity) => {
            let (chain, key) = identity.read()?;
            let ClientIdentity { certificate, key: place } = identity;
            builder.with_client_auth_cert(chain, key).map_err(|error| {
                unusable(format!(
                    "sslcert {} and sslkey {} cannot be used together: {error}",
                    certificate.display(),
                    place.display()
                ))
            })?
        }
        None => builder.with_no_client_auth(),
    };
    Ok(MakeRustlsConnect::new(config))
}

/// The trusted authorities, and the certificates of the file they were read from.
fn roots(file: Option<&Path>) -> Result<(RootCertStore, Vec<CertificateDer<'static>>), StoreError> {
    let mut roots = RootCertStore::empty();
    let Some(file) = file else {
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        return Ok((roots, Vec::new()));
    };
    let named = certificates("sslrootcert", file)?;
    for certificate in &named {
        roots.add(certificate.clone()).map_err(|error| wrong("sslrootcert", file, error))?;
    }
    Ok((roots, named))
}

fn certificates(option: &str, file: &Path) -> Result<Vec<CertificateDer<'static>>, StoreError> {
    let open = File::open(file).map_err(|error| wrong(option, file, error))?;
    let read = CertificateDer::pem_reader_iter(open).collect::<Result<Vec<_>, pem::Error>>();
    let read = read.map_err(|error| wrong(option, file, error))?;
    if read.is_empty() {
        return Err(wrong(option, file, "there is no certificate in it (PEM, -----BEGIN CERTIFICATE-----)"));
    }
    Ok(read)
}

impl ClientIdentity {
    fn read(&self) -> Result<(Vec<CertificateDer<'static>>, PrivateKeyDer<'static>), StoreError> {
        let chain = certificates("sslcert", &self.certificate)?;
        let refused = |why: &dyn Display| wrong("sslkey", &self.key, why);
        check_permissions(&self.key).map_err(|error| refused(&error))?;
        let text = fs::read(&self.key).map_err(|error| refused(&error))?;
        let key = PrivateKeyDer::from_pem_slice(&text).map_err(|error| {
            if text.windows(9).any(|word| word == b"ENCRYPTED") {
                return refused(
                    &"it is encrypted, and nobody is there to type its password; take one that is not",
                );
            }
            match error {
                pem::Error::NoItemsFound => {
                    refused(&"there is no private key in it (PEM, -----BEGIN PRIVATE KEY-----)")
                }
                error => refused(&error),
            }
        })?;
        Ok((chain, key))
    }
}

/// Refuses a key that others can read, as `psql` does.
#[cfg(unix)]
fn check_permissions(key: &Path) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt as _;
    let there = fs::metadata(key)?;
    if !there.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let forbidden = if there.uid() == 0 { OPEN_BEYOND_GROUP } else { OPEN_TO_OTHERS };
    if there.mode() & forbidden == 0 {
        return Ok(());
    }
    Err(io::Error::other(format!(
        "others can read it (mode {:o}): chmod 600, or 640 where it belongs to root",
        there.mode() & 0o777
    )))
}

#[cfg(not(unix))]
fn check_permissions(_: &Path) -> io::Result<()> {
    Ok(())
}

/// The reason of a failed TLS handshake in plain words; `None` where TLS is not the reason.
pub(super) fn refusal(error: &tokio_postgres::Error) -> Option<String> {
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        let inner = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        if let Some(error) = inner.and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
            return Some(in_words(error));
        }
        cause = error.source();
    }
    None
}

fn in_words(error: &rustls::Error) -> String {
    let rustls::Error::InvalidCertificate(reason) = error else {
        return match error {
            rustls::Error::AlertReceived(alert) => {
                format!(
                    "the server ends the TLS handshake ({alert:?}): it wants another sslcert, or a kind of key that is not \
                     known here"
                )
            }
            error => format!("TLS: {error}"),
        };
    };
    let what = match reason {
        CertificateError::UnknownIssuer => {
            "no authority that is trusted has signed it; sslrootcert names the file of the right one, and sslmode=require \
             encrypts without a proof"
                .to_owned()
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "it is for another host name; sslmode=verify-ca does not compare names".to_owned()
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => "it has expired".to_owned(),
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "it is not valid yet".to_owned()
        }
        other => format!("{other}"),
    };
    format!("the certificate of the server is not believed: {what}")
}

fn wrong(option: &str, file: &Path, why: impl Display) -> StoreError {
    unusable(format!("{option} {}: {why}", file.display()))
}

fn unusable(detail: impl Into<String>) -> StoreError {
    StoreError::Address { detail: detail.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mode_is_as_psql_has_it() {
        let (none, authority, name) =
            (ServerCheck::Nothing, ServerCheck::Authority, ServerCheck::AuthorityAndName);
        let cases = [
            (None, None, Some((FIRST, none))),
            (Some("disable"), None, Some((NEVER, none))),
            (Some("allow"), None, Some((LAST, none))),
            (Some("prefer"), Some("ca.pem"), Some((FIRST, none))),
            (Some("require"), None, Some((ALWAYS, none))),
            (Some("require"), Some("ca.pem"), Some((ALWAYS, authority))),
            (Some("verify-ca"), Some("ca.pem"), Some((ALWAYS, authority))),
            (Some("verify-full"), None, Some((ALWAYS, name))),
            (None, Some("system"), Some((ALWAYS, name))),
            (Some("verify-full"), Some("system"), Some((ALWAYS, name))),
            (Some("require"), Some("system"), None),
            (Some("Require"), None, None),
            (Some("on"), None, None),
        ];
        for (mode, root, expected) in cases {
            let text = |word: Option<&str>| word.map(str::to_owned);
            let options = TlsOptions { mode: text(mode), root: text(root), ..TlsOptions::default() };
            let policy = TlsPolicy::of(options).ok();
            assert_eq!(policy.map(|policy| (policy.attempts, policy.check)), expected, "{mode:?} {root:?}");
        }
    }

    #[test]
    fn a_certificate_without_a_key_is_refused() {
        let word = || Some("x.pem".to_owned());
        let certificate = TlsOptions { certificate: word(), ..TlsOptions::default() };
        let key = TlsOptions { key: word(), ..TlsOptions::default() };
        for options in [certificate, key] {
            TlsPolicy::of(options).expect_err("one is missing");
        }
    }
}
