//! List of the languages whose sentences the tests can check, which must be all there are. Not
//! here: how each is checked.

use adoube_bot::{Language, Locales};

/// The languages these tests can read.
pub const READ: [Language; 2] = [Language::EN, Language::of("de")];

/// What is so in one of them or in the other.
pub fn by_language<T>(language: Language, english: T, german: T) -> T {
    match READ.iter().position(|known| *known == language) {
        Some(0) => english,
        Some(1) => german,
        _ => panic!("nobody has said how {} is read", language.tag()),
    }
}

#[test]
fn every_language_there_is_is_read() {
    assert!(Locales::embedded().languages().eq(READ));
}
