//! Type of a secret in settings (token, password, key), which `Debug` and serialisation hide.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

/// The text in place of a hidden secret.
pub const HIDDEN: &str = "(hidden)";

/// A secret text.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub struct Secret(String);

impl Secret {
    /// The secret itself.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(text.trim().to_owned())
    }
}

/// Writes [`HIDDEN`].
impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(HIDDEN)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}
