//! Delivers the notice that a game's channel is blocked to where its players can read it.
//!
//! For a thread that is the parent channel; otherwise each player gets a direct message.

use std::sync::Arc;

use adoube_bot::{
    ClockEvent, ClockEventNotice, DeliveryError, DeliveryReceipt, Language, Notice, OutboxEntry,
};
use adoube_discord_client::{ChannelId as DiscordChannelId, DiscordApi, RequestError, UserId};

use crate::{
    delivery::request_retry::retry_later,
    ids::{channel_link, discord_user},
    message::{
        nonce::nonce,
        platform_text::{DiscordSentence, DiscordText},
        render::render_sentence,
    },
    state::{
        application::ApplicationIdentity,
        channel_context::{ChannelBlock, ChannelContext},
        languages::ReaderLanguages,
        shared::SharedServices,
    },
};

/// The clock event in a notice about a blocked channel, which cannot be posted in that channel.
pub(crate) fn blocked_channel_event(notice: &Notice) -> Option<&ClockEventNotice> {
    match notice {
        Notice::Time(time) if time.event == ClockEvent::PlaceLost => Some(time),
        _ => None,
    }
}

/// Notifies the players of a game whose channel is blocked.
pub(crate) struct PlayerNotices {
    api: Arc<dyn DiscordApi>,
    languages: Arc<ReaderLanguages>,
    text: Arc<DiscordText>,
    identity: Arc<ApplicationIdentity>,
}

impl PlayerNotices {
    pub(crate) fn new(shared: &SharedServices) -> Self {
        let SharedServices { api, languages, text, identity, .. } = shared.clone();
        Self { api, languages, text, identity }
    }

    /// Notifies only the two players. The message has a nonce, so a repeated delivery notifies them
    /// once.
    pub(crate) async fn deliver(
        &self,
        delivery: &OutboxEntry,
        time: &ClockEventNotice,
        context: &ChannelContext,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        // An outage of a server or of a shard is not announced.
        if context.block == Some(ChannelBlock::Away) {
            return Ok(DeliveryReceipt::default());
        }
        let players: Vec<_> = time.seats.people().filter_map(|person| discord_user(&person.id)).collect();
        let parent = context.parent.filter(|_| context.block != Some(ChannelBlock::Removed));
        if let Some(parent) = parent.and_then(DiscordChannelId::new) {
            let calls: Vec<String> = players.iter().map(|user| format!("<@{user}>")).collect();
            let words = self.explanation(delivery, time, context, self.languages.of_channel(context).await);
            let mut body = render_sentence(&format!("{} {words}", calls.join(" ")));
            body.called.clone_from(&players);
            match self.api.post(parent, &body, &nonce(delivery.key())).await {
                Ok(_) => return Ok(DeliveryReceipt::default()),
                Err(failure) if failure.may_pass() => return Err(retry_later(&failure)),
                Err(failure) => tracing::debug!(%failure, %parent, "players cannot be called there"),
            }
        }
        for person in time.seats.people() {
            let Some(user) = discord_user(&person.id) else { continue };
            let language = self.languages.of_person(&person.id, context.language()).await;
            let words = self.explanation(delivery, time, context, language);
            match self.write_once(user, &words, delivery.key()).await {
                Err(failure) if failure.may_pass() => return Err(retry_later(&failure)),
                Err(failure) => tracing::debug!(%failure, "a player cannot be told"),
                Ok(()) => {}
            }
        }
        Ok(DeliveryReceipt::default())
    }

    async fn write_once(&self, user: UserId, words: &str, key: &[u8]) -> Result<(), RequestError> {
        let nonce = nonce(&[key, user.to_string().as_bytes()].concat());
        self.api.write_to(user, &render_sentence(words), &nonce).await
    }

    fn explanation(
        &self,
        delivery: &OutboxEntry,
        time: &ClockEventNotice,
        context: &ChannelContext,
        language: Language,
    ) -> String {
        let link = channel_link(&delivery.channel);
        let reason = match context.block {
            Some(ChannelBlock::Gone) => DiscordSentence::ChannelGone,
            Some(ChannelBlock::Forbidden) => DiscordSentence::NotDelivered,
            Some(ChannelBlock::Removed) => DiscordSentence::Removed,
            Some(ChannelBlock::Locked | ChannelBlock::Away) | None => DiscordSentence::ThreadLocked,
        };
        let values = [("channel", link.as_str().into()), ("invitation", self.identity.invitation_or_none())];
        let reason = self.text.say_with(language, reason, &values);
        if time.clock.is_none() {
            return reason;
        }
        format!("{reason} {}", self.text.say(language, DiscordSentence::ClocksStand, &link))
    }
}
