//! Stored forms (JSON) of people's profiles, of name ownership, and of the key that signs cookies.

use adoube_bot::{
    Language, PersonId,
    forms::{self, FormError, StoredForm},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde::{Deserialize, Serialize};

use crate::identity::profile::WebProfile;

/// A person's profile.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredWebProfile {
    name: String,
    language: Language,
    theme: String,
}

/// The holder of a name, or the person bound to one.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredOwner {
    pub(crate) person: PersonId,
}

/// The version of the stored look-alike forms.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredNameForms {
    pub(crate) form: String,
}

/// The key that signs cookies, in base64.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredSecret {
    secret: String,
}

impl StoredForm for StoredWebProfile {
    const KIND: &'static str = "what is known of a person in the web chat";
    const VERSION: u64 = 1;
}

impl StoredForm for StoredOwner {
    const KIND: &'static str = "whose a name is in the web chat";
    const VERSION: u64 = 2;
}

impl StoredForm for StoredNameForms {
    const KIND: &'static str = "how names are told apart in the web chat";
    const VERSION: u64 = 2;
}

impl StoredForm for StoredSecret {
    const KIND: &'static str = "the key that signs cookies";
    const VERSION: u64 = 2;
}

/// Serialises the key that signs cookies.
pub(crate) fn write_secret(secret: &[u8]) -> Result<Vec<u8>, FormError> {
    forms::write(&StoredSecret { secret: STANDARD.encode(secret) })
}

/// Parses the key that signs cookies; `None` if it does not have this length.
pub(crate) fn read_secret(bytes: &[u8], length: usize) -> Result<Option<Vec<u8>>, FormError> {
    let StoredSecret { secret } = forms::read(bytes)?;
    Ok(STANDARD.decode(secret).ok().filter(|secret| secret.len() == length))
}

impl From<&WebProfile> for StoredWebProfile {
    fn from(profile: &WebProfile) -> Self {
        let WebProfile { name, language, theme, reading: _ } = profile;
        Self { name: name.clone(), language: *language, theme: theme.clone() }
    }
}

impl From<StoredWebProfile> for WebProfile {
    fn from(stored: StoredWebProfile) -> Self {
        let StoredWebProfile { name, language, theme } = stored;
        Self { name, language, theme, reading: language.into() }
    }
}
