//! Makes people for tests, and a directory of people that finds them in every channel.

use adoube_bot::{BoxFuture, ChannelId, Person, PersonDirectory, PersonId, is_called};

/// A person by name: `Ada` is `test:ada`.
pub fn person(name: &str) -> Person {
    Person { id: PersonId(format!("test:{}", name.to_lowercase())), name: name.to_owned() }
}

/// A directory of people who are in every channel. Names are compared without case.
pub struct TestDirectory(pub Vec<Person>);

impl TestDirectory {
    /// People with these names.
    pub fn named(names: &[&str]) -> Self {
        Self(names.iter().map(|name| person(name)).collect())
    }

    fn those(&self, is_meant: impl Fn(&str) -> bool) -> BoxFuture<'static, Vec<Person>> {
        let found = self.0.iter().filter(|person| is_meant(&person.name.to_lowercase())).cloned().collect();
        Box::pin(std::future::ready(found))
    }
}

impl PersonDirectory for TestDirectory {
    fn find<'a>(&'a self, _: &'a ChannelId, name: &'a str) -> BoxFuture<'a, Vec<Person>> {
        let wanted = name.trim_start_matches('@');
        let is_meant =
            |person: &&Person| person.id.0 == format!("test:{wanted}") || is_called(&person.name, wanted);
        let found = self.0.iter().filter(is_meant).cloned().collect();
        Box::pin(std::future::ready(found))
    }

    fn complete<'a>(&'a self, _: &'a ChannelId, prefix: &'a str) -> BoxFuture<'a, Vec<Person>> {
        let prefix = prefix.to_lowercase();
        self.those(|name| name.starts_with(&prefix))
    }
}
