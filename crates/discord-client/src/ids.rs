//! Discord's ids (snowflakes) as types; no id is 0.

use std::{fmt, num::NonZeroU64};

use serde::{Deserialize, Deserializer, de::Error as _};
use serde_json::Value;

macro_rules! ids {
    ($($name:ident: $doc:literal;)*) => {$(
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub NonZeroU64);

        impl $name {
            /// The id with this number, unless it is 0.
            pub fn new(number: u64) -> Option<Self> {
                NonZeroU64::new(number).map(Self)
            }

            /// Its number.
            pub fn get(self) -> u64 {
                self.0.get()
            }
        }

        /// Ids come as strings of digits, or as numbers.
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let number = match Value::deserialize(from)? {
                    Value::Number(number) => number.as_u64(),
                    Value::String(digits) => digits.parse().ok(),
                    _ => None,
                };
                number.and_then(Self::new).ok_or_else(|| D::Error::custom(concat!("no ", stringify!($name))))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl From<serenity::all::$name> for $name {
            fn from(id: serenity::all::$name) -> Self {
                Self(id.into())
            }
        }

        impl From<$name> for serenity::all::$name {
            fn from(id: $name) -> Self {
                id.0.into()
            }
        }
    )*};
}

ids! {
    ApplicationId: "An application's id, which is its bot's as well.";
    ChannelId: "The id of a channel or a thread.";
    GuildId: "A server's id.";
    InteractionId: "An interaction's id.";
    MessageId: "A message's id; they grow with time.";
    RoleId: "A role's id.";
    UserId: "A user's id.";
}
