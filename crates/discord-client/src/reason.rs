//! Remembers the reason of a repeated failure, so that each is logged once until it changes. Not
//! here: the pause between attempts.

use std::error::Error;

/// The last logged reason.
#[derive(Debug, Default)]
pub struct LastReason(Option<String>);

impl LastReason {
    /// Whether the reason differs from the last one, which it replaces.
    pub fn is_new(&mut self, reason: &str) -> bool {
        let is_new = self.0.as_deref() != Some(reason);
        if is_new {
            self.0 = Some(reason.to_owned());
        }
        is_new
    }

    /// Forgets the reason after a success, so that it is logged again when it returns.
    pub fn forget(&mut self) {
        self.0 = None;
    }
}

/// An error with all its causes: the HTTP client's own message seldom says what is wrong.
pub(crate) fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let words = error.to_string();
        // Some errors include the text of their cause.
        if !text.ends_with(&words) {
            text = format!("{text}: {words}");
        }
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("{0}")]
    struct Caused(&'static str, #[source] Option<Box<Caused>>);

    #[test]
    fn all_causes_are_told_and_none_twice() {
        let error =
            Caused("sent: dns", Some(Box::new(Caused("dns", Some(Box::new(Caused("no name", None)))))));
        assert_eq!(with_causes(&error), "sent: dns: no name");
    }

    #[test]
    fn a_reason_is_new_until_it_was_told() {
        let mut last = LastReason::default();
        let new = ["dns", "dns", "tls", "dns"].map(|reason| last.is_new(reason));
        assert_eq!(new, [true, false, true, true]);
        last.forget();
        assert!(last.is_new("dns"));
    }
}
