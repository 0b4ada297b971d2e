//! Texts that are shown to nobody: tokens, passwords, keys.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

/// What is shown in its place.
pub const HIDDEN: &str = "(hidden)";

/// A text that is shown to nobody.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub struct Secret(String);

impl Secret {
    /// The text, for those it is meant for.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(text.trim().to_owned())
    }
}

/// Writes what is shown in its place.
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
