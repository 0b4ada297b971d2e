//! Verifies the server's certificate: not at all, or as OpenSSL does it for `psql`. Beyond rustls,
//! OpenSSL accepts a self-signed CA certificate that is itself in `sslrootcert` (as
//! `openssl req -x509` makes), and a host name in the subject's common name alone. Not here: the
//! choice between both (`tls`).

use std::sync::Arc;

use rustls::{
    CertificateError, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
    client::{
        WebPkiServerVerifier,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
        verify_server_name,
    },
    crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature},
    pki_types::{CertificateDer, ServerName, UnixTime},
    server::ParsedCertificate,
};
use x509_cert::{
    Certificate,
    der::{Decode as _, asn1::ObjectIdentifier, oid::AssociatedOid as _},
    ext::pkix::SubjectAltName,
};

/// The attribute of a subject that is its name.
const COMMON_NAME: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.4.3");

/// Accepts any certificate. Any peer could present one, so the signature of the handshake proves nothing either, and
/// certificates of version 1 or with an unknown kind of key are accepted, too.
#[derive(Debug)]
pub(super) struct AnyServer;

impl ServerCertVerifier for AnyServer {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        vec![
            SignatureScheme::ECDSA_NISTP256_SHA256,
            SignatureScheme::ECDSA_NISTP384_SHA384,
            SignatureScheme::ECDSA_NISTP521_SHA512,
            SignatureScheme::ED25519,
            SignatureScheme::ED448,
            SignatureScheme::RSA_PSS_SHA256,
            SignatureScheme::RSA_PSS_SHA384,
            SignatureScheme::RSA_PSS_SHA512,
            SignatureScheme::RSA_PKCS1_SHA256,
            SignatureScheme::RSA_PKCS1_SHA384,
            SignatureScheme::RSA_PKCS1_SHA512,
            SignatureScheme::RSA_PKCS1_SHA1,
        ]
    }
}

/// Takes certificates of trusted authorities.
#[derive(Debug)]
pub(super) struct TrustedServer {
    authorities: Arc<WebPkiServerVerifier>,
    /// Self-signed certificates, which are trusted themselves.
    named: Vec<CertificateDer<'static>>,
    /// Whether the name of the host is compared.
    has_name: bool,
    provider: Arc<CryptoProvider>,
}

impl TrustedServer {
    /// # Errors
    /// There are no authorities.
    pub(super) fn new(
        roots: RootCertStore,
        named: Vec<CertificateDer<'static>>,
        has_name: bool,
        provider: Arc<CryptoProvider>,
    ) -> Result<Self, String> {
        let builder = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider));
        let authorities = builder.build().map_err(|_| {
            "this system has no trusted authorities; sslrootcert names a file of them".to_owned()
        })?;
        // A certificate signed by another authority proves nothing without that authority.
        let named = named.into_iter().filter(is_signed_by_itself).collect();
        Ok(Self { authorities, named, has_name, provider })
    }
}

impl ServerCertVerifier for TrustedServer {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let verified = if self.named.iter().any(|named| named == certificate) {
            check_validity(certificate, now)
                .and_then(|()| verify_server_name(&ParsedCertificate::try_from(certificate)?, name))
        } else {
            let authorities = &self.authorities;
            authorities.verify_server_cert(certificate, intermediates, name, ocsp, now).map(drop)
        };
        match verified {
            // The name is compared last, so the rest is as it should be.
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if !self.has_name || is_common_name(certificate, name) => Ok(ServerCertVerified::assertion()),
            Err(error) => Err(error),
            Ok(()) => Ok(ServerCertVerified::assertion()),
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

fn is_signed_by_itself(certificate: &CertificateDer<'static>) -> bool {
    let read = Certificate::from_der(certificate);
    read.is_ok_and(|read| read.tbs_certificate.issuer == read.tbs_certificate.subject)
}

fn check_validity(certificate: &CertificateDer<'_>, now: UnixTime) -> Result<(), Error> {
    let read = Certificate::from_der(certificate).map_err(|_| CertificateError::BadEncoding)?;
    let validity = &read.tbs_certificate.validity;
    let seconds = now.as_secs();
    if seconds < validity.not_before.to_unix_duration().as_secs() {
        return Err(CertificateError::NotValidYet.into());
    }
    if seconds > validity.not_after.to_unix_duration().as_secs() {
        return Err(CertificateError::Expired.into());
    }
    Ok(())
}

/// Whether the subject has this name, which counts only where no other names are in the certificate.
fn is_common_name(certificate: &CertificateDer<'_>, name: &ServerName<'_>) -> bool {
    let ServerName::DnsName(host) = name else { return false };
    let Ok(read) = Certificate::from_der(certificate) else { return false };
    let extensions = read.tbs_certificate.extensions.iter().flatten();
    if extensions.into_iter().any(|extension| extension.extn_id == SubjectAltName::OID) {
        return false;
    }
    let mut subject = read.tbs_certificate.subject.0.iter().flat_map(|names| names.0.iter());
    let common = subject.rfind(|attribute| attribute.oid == COMMON_NAME);
    common.and_then(|common| std::str::from_utf8(common.value.value()).ok()).is_some_and(|common| {
        let host = host.as_ref();
        // A star stands for the first part alone.
        let is_within =
            |parent: &str| host.split_once('.').is_some_and(|(_, of)| of.eq_ignore_ascii_case(parent));
        common.eq_ignore_ascii_case(host) || common.strip_prefix("*.").is_some_and(is_within)
    })
}
