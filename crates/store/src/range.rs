//! Key range of a table (all keys, a prefix, between two keys), narrowed while it is read page by
//! page, and the order of a scan.

/// A range of keys within one table; the start belongs to it, the end does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRange {
    pub(crate) start: Vec<u8>,
    /// `None`: to the end of the table.
    pub(crate) end: Option<Vec<u8>>,
}

/// The direction of a scan; keys are compared byte by byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanOrder {
    /// Smallest key first.
    Ascending,
    /// Largest key first.
    Descending,
}

impl KeyRange {
    /// No key of it is below this one.
    pub fn start(&self) -> &[u8] {
        &self.start
    }

    /// Every key of the table.
    pub const fn all() -> Self {
        Self { start: Vec::new(), end: None }
    }

    /// Every key that begins with these bytes.
    pub fn prefix(prefix: impl Into<Vec<u8>>) -> Self {
        let start = prefix.into();
        let end = after_prefix(&start);
        Self { start, end }
    }

    /// From `start` up to but without `end`; empty when `end` is not after `start`.
    pub fn between(start: impl Into<Vec<u8>>, end: impl Into<Vec<u8>>) -> Self {
        Self { start: start.into(), end: Some(end.into()) }
    }

    /// The part of this range after `key`: where an ascending scan goes on.
    #[must_use]
    pub fn after(mut self, key: &[u8]) -> Self {
        let mut next = key.to_vec();
        next.push(0);
        self.start = self.start.max(next);
        self
    }

    /// The part of this range before `key`: where a descending scan goes on.
    #[must_use]
    pub fn before(mut self, key: &[u8]) -> Self {
        let key = key.to_vec();
        self.end = Some(match self.end {
            Some(end) => end.min(key),
            None => key,
        });
        self
    }
}

/// The smallest byte string after everything that begins with `prefix`; `None` when there is none.
pub(crate) fn after_prefix(prefix: &[u8]) -> Option<Vec<u8>> {
    let mut end = prefix.to_vec();
    while let Some(last) = end.pop() {
        if last < u8::MAX {
            end.push(last + 1);
            return Some(end);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_prefix_is_the_next_string_of_its_length_or_shorter() {
        let cases: [(&[u8], Option<&[u8]>); 5] = [
            (b"", None),
            (b"a", Some(b"b")),
            (b"a\xff", Some(b"b")),
            (b"\xff\xff", None),
            (b"a\x00", Some(b"a\x01")),
        ];
        for (prefix, end) in cases {
            assert_eq!(after_prefix(prefix).as_deref(), end, "{prefix:?}");
        }
    }

    #[test]
    fn narrowing_never_widens() {
        let range = KeyRange::between("c", "g");
        assert_eq!(range.clone().after(b"a"), range);
        assert_eq!(range.clone().before(b"z"), range);
        assert_eq!(range.clone().after(b"d"), KeyRange::between("d\0", "g"));
        assert_eq!(range.before(b"d"), KeyRange::between("c", "d"));
    }
}
