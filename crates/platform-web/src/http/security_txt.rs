//! Settings of the contact in `security.txt` (RFC 9116), checked and written as that file.

use std::{fmt::Write as _, sync::Arc};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// The contact for security reports, and when it expires.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "SecurityTxtFields", into = "SecurityTxtFields")]
pub struct SecurityTxt(pub(crate) Arc<str>);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SecurityTxtFields {
    contact: Vec<String>,
    #[serde(default)]
    expires: Option<String>,
}

/// Why the configuration does not give a valid `security.txt`.
#[derive(Debug, thiserror::Error)]
pub enum SecurityTxtError {
    /// There is no contact.
    #[error("there is no contact: name one such as \"mailto:security@example.org\"")]
    NoContact,
    /// The contact is not a usable address.
    #[error(
        "the contact {0:?} is neither \"mailto:\" with an address, nor \"tel:\" with a number, nor an address with https://"
    )]
    Contact(String),
    /// The expiry is missing.
    #[error("`expires` is missing: until when the contact holds, such as \"2027-06-30T00:00:00Z\"")]
    NoEnd,
    /// The expiry is not a valid timestamp.
    #[error("`expires` is {0:?}, which is no moment such as \"2027-06-30T00:00:00Z\"")]
    Expires(String),
}

impl TryFrom<SecurityTxtFields> for SecurityTxt {
    type Error = SecurityTxtError;

    fn try_from(fields: SecurityTxtFields) -> Result<Self, SecurityTxtError> {
        let SecurityTxtFields { contact, expires } = fields;
        if contact.is_empty() {
            return Err(SecurityTxtError::NoContact);
        }
        let mut text = String::new();
        for contact in contact {
            let rest = ["mailto:", "tel:", "https://"].iter().find_map(|scheme| contact.strip_prefix(scheme));
            let is_usable =
                rest.is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_graphic()));
            if !is_usable {
                return Err(SecurityTxtError::Contact(contact));
            }
            // Writing to a String cannot fail.
            let _ = writeln!(text, "Contact: {contact}");
        }
        let expires = expires.ok_or(SecurityTxtError::NoEnd)?;
        let until: Timestamp = expires.parse().map_err(|_| SecurityTxtError::Expires(expires))?;
        let _ = writeln!(text, "Expires: {}", until.strftime("%Y-%m-%dT%H:%M:%SZ"));
        Ok(Self(text.into()))
    }
}

impl From<SecurityTxt> for SecurityTxtFields {
    fn from(SecurityTxt(text): SecurityTxt) -> Self {
        let fields = |name: &'static str| {
            let lines = text.lines().filter_map(move |line| line.strip_prefix(name)?.strip_prefix(": "));
            lines.map(str::to_owned)
        };
        Self { contact: fields("Contact").collect(), expires: fields("Expires").next() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(contact: &[&str], expires: Option<&str>) -> Result<String, String> {
        let contact = contact.iter().map(|text| (*text).to_owned()).collect();
        let fields = SecurityTxtFields { contact, expires: expires.map(str::to_owned) };
        SecurityTxt::try_from(fields).map(|text| text.0.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn contacts_and_the_end_are_written_as_the_standard_has_them() {
        let text =
            written(&["mailto:a@example.org", "https://example.org/s"], Some("2027-06-30T02:00:00+02:00"));
        let expected =
            "Contact: mailto:a@example.org\nContact: https://example.org/s\nExpires: 2027-06-30T00:00:00Z\n";
        assert_eq!(text.as_deref(), Ok(expected));
    }

    #[test]
    fn what_the_standard_does_not_allow_is_refused_by_name() {
        let end = Some("2027-06-30T00:00:00Z");
        let cases: [(&[&str], Option<&str>, &str); 8] = [
            (&[], end, "no contact"),
            (&["security@example.org"], end, "security@example.org"),
            (&["http://example.org/"], end, "http://example.org/"),
            (&["mailto:"], end, "mailto:"),
            (&["mailto:a@example.org\nPolicy: x"], end, "Policy"),
            (&["mailto:a@example.org"], None, "expires"),
            (&["mailto:a@example.org"], Some("next year"), "next year"),
            (&["mailto:a@example.org"], Some("2027-06-30"), "2027-06-30"),
        ];
        for (contact, expires, named) in cases {
            let error = written(contact, expires).unwrap_err();
            assert!(error.contains(named), "{contact:?} {expires:?}: {error}");
        }
    }
}
