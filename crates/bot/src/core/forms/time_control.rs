//! Stored forms (JSON) of a time control, which is its own text, `3d+7d`; of the flag rule; and of
//! a value for each side.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::core::game::{FlagRule, PerSide, TimeControl};

kept! {
    FlagRule as FlagRuleForm,
}

impl Serialize for TimeControl {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TimeControl {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(|()| D::Error::custom("no pace"))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "FlagRule", rename_all = "snake_case")]
enum FlagRuleForm {
    Ask,
    Strict,
}

/// Written as an array: White's value, then Black's.
impl<T: Serialize> Serialize for PerSide<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        (&self.white, &self.black).serialize(to)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for PerSide<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let (white, black) = Deserialize::deserialize(from)?;
        Ok(Self { white, black })
    }
}
