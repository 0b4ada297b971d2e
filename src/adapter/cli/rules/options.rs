//! The options of a start position that is to be drawn.

use serde_json::Value;

use super::answer::Failure;

/// How to draw a start position.
#[derive(Debug, Default)]
pub(super) struct SetupOptions {
    /// The seed the draw depends on; the same seed gives the same position.
    pub(super) seed: u64,
}

impl SetupOptions {
    pub(super) fn read(options: Option<&Value>, seed: Option<&Value>) -> Result<Self, Failure> {
        let not_an_object = || Failure::request("the field options is not an object".to_owned());
        let options = options.map(|value| value.as_object().ok_or_else(not_an_object)).transpose()?;
        let seed = seed.or_else(|| options.and_then(|options| options.get("seed")));
        let number = |value: &Value| {
            value.as_u64().ok_or_else(|| Failure::request("the seed is not a whole number".to_owned()))
        };
        Ok(Self { seed: seed.map(number).transpose()?.unwrap_or_default() })
    }
}
