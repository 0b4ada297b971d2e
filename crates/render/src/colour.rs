//! sRGB colours: parsing and printing of `#rrggbb`, contrast, distance, and steps between two
//! colours.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, de};

/// An opaque sRGB colour, written `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour {
    /// Red, 0 to 255.
    pub red: u8,
    /// Green, 0 to 255.
    pub green: u8,
    /// Blue, 0 to 255.
    pub blue: u8,
}

impl Colour {
    /// Red, green and blue of each colour, as PNG files hold them.
    pub(crate) fn rgb(colours: &[Self]) -> Vec<[u8; 3]> {
        colours.iter().map(|colour| [colour.red, colour.green, colour.blue]).collect()
    }

    /// The contrast ratio of two colours, 1 to 21, as WCAG 2.2 defines it.
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Relative luminance, 0 (black) to 1 (white), as WCAG 2.2 defines it.
    fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.red) + 0.7152 * linear(self.green) + 0.0722 * linear(self.blue)
    }

    /// The colour `step` of `steps` steps on the way to `other`.
    pub(crate) fn towards(self, other: Self, step: u16, steps: u16) -> Self {
        let mix = |from: u8, to: u8| {
            let (from, to) = (i32::from(from), i32::from(to));
            let (step, steps) = (i32::from(step), i32::from(steps.max(1)));
            (from + ((to - from) * step * 2 + steps * (to - from).signum()) / (2 * steps)).clamp(0, 255) as u8
        };
        Self {
            red: mix(self.red, other.red),
            green: mix(self.green, other.green),
            blue: mix(self.blue, other.blue),
        }
    }

    /// The square of the distance in the colour cube, channels weighted by what eyes notice.
    pub(crate) fn distance(self, other: Self) -> i32 {
        let square = |a: u8, b: u8| (i32::from(a) - i32::from(b)).pow(2);
        3 * square(self.red, other.red)
            + 4 * square(self.green, other.green)
            + 2 * square(self.blue, other.blue)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

/// The text is not a colour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a colour is written #rrggbb, not {0:?}")]
pub struct ColourError(String);

impl FromStr for Colour {
    type Err = ColourError;

    fn from_str(text: &str) -> Result<Self, ColourError> {
        let wrong = || ColourError(text.chars().take(20).collect());
        let digits = text.strip_prefix('#').ok_or_else(wrong)?;
        if digits.len() != 6 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        let [_, red, green, blue] = u32::from_str_radix(digits, 16).map_err(|_| wrong())?.to_be_bytes();
        Ok(Self { red, green, blue })
    }
}

impl<'de> Deserialize<'de> for Colour {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_of_known_pairs() {
        let table = [("#000000", "#ffffff", 21.0), ("#777777", "#ffffff", 4.48), ("#123456", "#123456", 1.0)];
        for (a, b, wanted) in table {
            let (a, b): (Colour, Colour) = (a.parse().unwrap(), b.parse().unwrap());
            assert!((a.contrast(b) - wanted).abs() < 0.01, "{a} {b}: {}", a.contrast(b));
        }
    }

    #[test]
    fn ramps_start_and_end_where_they_should() {
        let (a, b): (Colour, Colour) = ("#102030".parse().unwrap(), "#f00010".parse().unwrap());
        assert_eq!(a.towards(b, 0, 8), a);
        assert_eq!(a.towards(b, 8, 8), b);
    }

    #[test]
    fn what_is_no_colour_is_refused() {
        for text in ["", "#12345", "123456", "#+12345", "#12345g", "#1234567", "#ééé"] {
            assert!(text.parse::<Colour>().is_err(), "{text}");
        }
    }
}
