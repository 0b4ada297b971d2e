//! Type of a browser seat, the number of a sign-in: the tabs of one browser can be different
//! people, and each tab names the one it uses in addresses, cookies and messages.

use serde::Deserialize;

use crate::limits::SEATS;

/// One of a browser's seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u8")]
pub(crate) struct BrowserSeat(u8);

impl BrowserSeat {
    /// Every seat, the first one first.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (1..=SEATS).map(Self)
    }

    /// Its number, from 1.
    pub(crate) fn number(self) -> u8 {
        self.0
    }
}

impl TryFrom<u8> for BrowserSeat {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        if (1..=SEATS).contains(&number) { Ok(Self(number)) } else { Err(format!("no seat {number}")) }
    }
}
