//! Tells which permissions the bot lacks in a channel: once in each channel, to a person who can
//! grant them.
//!
//! Not here: which permissions the bot needs (`adoube-discord-client`).

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use adoube_bot::ChannelId;
use adoube_discord_client::{DiscordApi, Permission};

use crate::{
    message::{
        markdown,
        platform_text::{DiscordSentence, DiscordText},
        render::render_sentence,
    },
    state::{
        application::ApplicationIdentity, interaction_request::InteractionRequest, shared::SharedServices,
    },
};

/// Channels whose reports are remembered.
const MAX_CHANNELS: usize = 10_000;

/// The missing permissions that were reported in each channel.
#[derive(Default)]
struct ReportedDenials(Mutex<HashMap<ChannelId, Vec<Permission>>>);

impl ReportedDenials {
    /// Notes the missing permissions of a channel; true if they need a report. When none are
    /// missing, a later denial is reported again.
    fn is_new(&self, channel: &ChannelId, missing: &[Permission]) -> bool {
        // Each update is a single step, so the data is consistent after a panic elsewhere.
        let mut reported = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if missing.is_empty() {
            reported.remove(channel);
            return false;
        }
        if reported.len() >= MAX_CHANNELS && !reported.contains_key(channel) {
            reported.clear();
        }
        reported.insert(channel.clone(), missing.to_vec()).is_none_or(|before| before != missing)
    }

    fn forget(&self, channel: &ChannelId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(channel);
    }
}

/// Reports missing permissions.
pub(crate) struct MissingPermissions {
    api: Arc<dyn DiscordApi>,
    text: Arc<DiscordText>,
    identity: Arc<ApplicationIdentity>,
    reported: ReportedDenials,
}

impl MissingPermissions {
    pub(crate) fn new(shared: &SharedServices) -> Self {
        let SharedServices { api, text, identity, .. } = shared.clone();
        Self { api, text, identity, reported: ReportedDenials::default() }
    }

    /// Reports a channel's missing permissions once, to a person who can grant them. `is_known` if
    /// a self-test has just reported them.
    pub(crate) async fn report(&self, interaction: &InteractionRequest, is_known: bool) {
        let missing = interaction.permissions.missing();
        if !missing.is_empty() && !interaction.is_manager {
            return;
        }
        if !self.reported.is_new(&interaction.channel, &missing) || is_known {
            return;
        }
        let language = interaction.reader.language;
        let values = [
            ("thread", if interaction.permissions.in_thread() { "yes" } else { "no" }.into()),
            ("count", missing.len().into()),
            ("permissions", self.text.permissions(language, &missing).into()),
            ("bot", markdown::escaped(&self.identity.name()).into()),
        ];
        let body = render_sentence(&self.text.say_with(language, DiscordSentence::NotAllowed, &values));
        if let Err(failure) = self.api.answer_further(&interaction.handle.token, &body, true).await {
            tracing::debug!(%failure, channel = %interaction.channel, "what is missing is told another time");
            self.reported.forget(&interaction.channel);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn channel(number: usize) -> ChannelId {
        ChannelId(format!("discord:{number}"))
    }

    #[test]
    fn it_is_new_until_it_was_said_and_again_when_it_changed() {
        let (told, one, both) = (
            ReportedDenials::default(),
            [Permission::AttachFiles],
            [Permission::EmbedLinks, Permission::AttachFiles],
        );
        assert!(told.is_new(&channel(1), &both));
        assert!(!told.is_new(&channel(1), &both));
        assert!(told.is_new(&channel(2), &both), "each channel has its own");
        assert!(told.is_new(&channel(1), &one), "something else is missing");
        assert!(!told.is_new(&channel(1), &[]), "all is well");
        assert!(told.is_new(&channel(1), &one), "it was well in between");
        told.forget(&channel(1));
        assert!(told.is_new(&channel(1), &one));
    }

    #[test]
    fn what_was_said_takes_bounded_room() {
        let told = ReportedDenials::default();
        for number in 0..MAX_CHANNELS * 2 {
            assert!(told.is_new(&channel(number), &[Permission::AttachFiles]));
        }
        assert!(told.0.lock().expect("a lock").len() <= MAX_CHANNELS);
    }
}
