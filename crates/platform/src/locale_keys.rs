//! Which sentences a locale file has. Not here: what they say (the service's wording, which adapters use for their own
//! files, too).

use std::collections::BTreeSet;

use fluent_bundle::FluentResource;
use fluent_syntax::ast::Entry;

/// The keys of a file's sentences; of a broken one, of what can be read.
pub fn keys(source: &str) -> BTreeSet<String> {
    let resource = FluentResource::try_new(source.to_owned()).unwrap_or_else(|(readable, _)| readable);
    let key = |entry: &Entry<&str>| match entry {
        Entry::Message(message) => Some(message.id.name.to_owned()),
        _ => None,
    };
    resource.entries().filter_map(key).collect()
}
