//! Lists the keys of the sentences in a locale file (Fluent), for tests of completeness.

use std::collections::BTreeSet;

use fluent_bundle::FluentResource;
use fluent_syntax::ast::Entry;

/// The keys of the sentences of a file. Of a broken file, those of the part that can be read.
pub fn keys(source: &str) -> BTreeSet<String> {
    let resource = FluentResource::try_new(source.to_owned()).unwrap_or_else(|(readable, _)| readable);
    let key = |entry: &Entry<&str>| match entry {
        Entry::Message(message) => Some(message.id.name.to_owned()),
        _ => None,
    };
    resource.entries().filter_map(key).collect()
}
