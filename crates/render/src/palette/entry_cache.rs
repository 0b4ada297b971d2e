//! Cache from pixel colours to palette entries, as most pixels of a new cell have colours seen before.

use std::sync::atomic::{AtomicU64, Ordering};

/// Places for pixels; one that is taken is taken over.
const PLACE_BITS: u32 = 13;
/// Where in a number the entries end and the pixel begins.
const ENTRY_BITS: u32 = 16;

/// What was found.
#[derive(Debug)]
pub(crate) struct EntryCache {
    /// In each place a pixel and its two entries, in one number, so that no thread sees half of it; none is zero.
    places: Vec<AtomicU64>,
}

/// A colour, or a colour that is not opaque on squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EntryKey(u64);

impl EntryKey {
    /// Four channels on light and dark squares.
    pub(crate) fn on_squares(channels: [u8; 4], marked: bool) -> Self {
        Self(1 << 33 | u64::from(marked) << 34 | u64::from(u32::from_le_bytes(channels)))
    }

    pub(crate) fn opaque([red, green, blue]: [u8; 3]) -> Self {
        Self(1 << 32 | u64::from(u32::from_le_bytes([red, green, blue, 0])))
    }
}

impl EntryCache {
    pub(crate) fn new() -> Self {
        Self { places: (0..1_u32 << PLACE_BITS).map(|_| AtomicU64::new(0)).collect() }
    }

    /// The entries known for a pixel, or those that are found now.
    pub(crate) fn or_insert_with(
        &self,
        EntryKey(key): EntryKey,
        find: impl FnOnce() -> (u8, u8),
    ) -> (u8, u8) {
        let place = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - PLACE_BITS);
        let place = &self.places[place as usize];
        let known = place.load(Ordering::Relaxed);
        if known >> ENTRY_BITS == key {
            let [light, dark, ..] = known.to_le_bytes();
            return (light, dark);
        }
        let (light, dark) = find();
        place.store(key << ENTRY_BITS | u64::from(u16::from_le_bytes([light, dark])), Ordering::Relaxed);
        (light, dark)
    }
}
