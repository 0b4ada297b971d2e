//! How much time the players of a game have, as challenges, games and notices keep it: a pace in its own text, `3d+7d`.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::game::{Both, Pace, TimeOut};

kept! {
    TimeOut as TimeOutForm,
}

impl Serialize for Pace {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Pace {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(|()| D::Error::custom("no pace"))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "TimeOut", rename_all = "snake_case")]
enum TimeOutForm {
    Ask,
    Strict,
}

/// What happens at the end of a time is only said where it is not the usual thing.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands fields over so")]
pub(super) fn is_usual(time_out: &TimeOut) -> bool {
    *time_out == TimeOut::default()
}

/// White's and Black's, in this order.
impl<T: Serialize> Serialize for Both<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        (&self.white, &self.black).serialize(to)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Both<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let (white, black) = Deserialize::deserialize(from)?;
        Ok(Self { white, black })
    }
}
