//! Combines the platforms' directories of people into one: each question goes to the directory of
//! the channel's platform.

use std::sync::Arc;

use adoube_bot::{BoxFuture, ChannelId, Person, PersonDirectory, PersonId};

/// The directories of all platforms.
#[derive(Default)]
pub struct PlatformDirectories {
    own: Vec<(&'static str, Arc<dyn PersonDirectory>)>,
    /// The directory of all other platforms.
    others: Option<Arc<dyn PersonDirectory>>,
}

impl PlatformDirectories {
    /// Adds a platform's directory.
    #[must_use]
    pub fn with(mut self, platform: &'static str, directory: impl PersonDirectory) -> Self {
        self.own.push((platform, Arc::new(directory)));
        self
    }

    /// Adds the directory of all platforms without one of their own.
    #[must_use]
    pub fn with_others(mut self, directory: impl PersonDirectory) -> Self {
        self.others = Some(Arc::new(directory));
        self
    }

    fn of(&self, channel: &ChannelId) -> Option<&Arc<dyn PersonDirectory>> {
        let own = self.own.iter().find(|(platform, _)| *platform == channel.platform());
        own.map(|(_, directory)| directory).or(self.others.as_ref())
    }
}

impl PersonDirectory for PlatformDirectories {
    fn find<'a>(&'a self, channel: &'a ChannelId, name: &'a str) -> BoxFuture<'a, Vec<Person>> {
        match self.of(channel) {
            Some(directory) => directory.find(channel, name),
            None => Box::pin(async { Vec::new() }),
        }
    }

    fn complete<'a>(&'a self, channel: &'a ChannelId, prefix: &'a str) -> BoxFuture<'a, Vec<Person>> {
        match self.of(channel) {
            Some(directory) => directory.complete(channel, prefix),
            None => Box::pin(async { Vec::new() }),
        }
    }

    fn is_bot<'a>(&'a self, channel: &'a ChannelId, name: &'a str) -> BoxFuture<'a, bool> {
        match self.of(channel) {
            Some(directory) => directory.is_bot(channel, name),
            None => Box::pin(async { false }),
        }
    }

    fn name_of<'a>(&'a self, channel: &'a ChannelId, person: &'a PersonId) -> BoxFuture<'a, Option<String>> {
        match self.of(channel) {
            Some(directory) => directory.name_of(channel, person),
            None => Box::pin(async { None }),
        }
    }

    fn has_place<'a>(&'a self, channel: &'a ChannelId) -> BoxFuture<'a, bool> {
        match self.of(channel) {
            Some(directory) => directory.has_place(channel),
            None => Box::pin(async { true }),
        }
    }

    fn is_alone_with<'a>(&'a self, channel: &'a ChannelId, person: &'a PersonId) -> BoxFuture<'a, bool> {
        match self.of(channel) {
            Some(directory) => directory.is_alone_with(channel, person),
            None => Box::pin(async { false }),
        }
    }

    fn lets_in<'a>(&'a self, channel: &'a ChannelId, person: &'a PersonId) -> BoxFuture<'a, bool> {
        match self.of(channel) {
            Some(directory) => directory.lets_in(channel, person),
            None => Box::pin(async { false }),
        }
    }

    fn shares<'a>(
        &'a self,
        channel: &'a ChannelId,
        here: &'a ChannelId,
        everybody: bool,
    ) -> BoxFuture<'a, bool> {
        match self.of(channel) {
            Some(directory) if channel.platform() == here.platform() => {
                directory.shares(channel, here, everybody)
            }
            _ => Box::pin(async { false }),
        }
    }
}
