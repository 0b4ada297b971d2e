//! Runs the self-test of the bot in a channel: pictures, deliveries, connection, registration, and
//! permissions.
//!
//! Not here: the checks common to all platforms (`adoube-bot`).

use std::sync::Arc;

use adoube_bot::{FindingStatus, FindingSubject, Language, Outbox, SelfTestNotice, ThreadPolicy};
use adoube_discord_client::{
    ChannelAccess, ChannelPermissions, DiscordApi, InvalidRequestCount, MessageScope, Permission,
};
use adoube_platform::picture_worker::PictureWorker;
use fluent_bundle::FluentValue;

use crate::{
    message::platform_text::{DiscordFinding, DiscordSentence, DiscordText},
    registration::schedule::{CommandRegistration, RegistrationOutcome},
    state::{
        application::ApplicationIdentity, interaction_request::InteractionRequest,
        message_access::MessageAccessPolicy, shared::SharedServices,
    },
};

/// Tests whether the bot works in a channel.
pub(crate) struct SelfTest {
    api: Arc<dyn DiscordApi>,
    text: Arc<DiscordText>,
    identity: Arc<ApplicationIdentity>,
    access: Arc<MessageAccessPolicy>,
    pictures: Arc<PictureWorker>,
    outbox: Outbox,
    registration: Arc<CommandRegistration>,
    /// When a game gets a thread, by the settings.
    threads: ThreadPolicy,
}

impl SelfTest {
    pub(crate) fn new(
        shared: &SharedServices,
        outbox: Outbox,
        registration: Arc<CommandRegistration>,
        threads: ThreadPolicy,
    ) -> Self {
        let SharedServices { api, text, identity, access, pictures, .. } = shared.clone();
        Self { api, text, identity, access, pictures, outbox, registration, threads }
    }

    /// Adds the findings about Discord to those of the bot.
    pub(crate) async fn run(
        &self,
        interaction: &InteractionRequest,
        mut found: SelfTestNotice,
    ) -> SelfTestNotice {
        let language = interaction.reader.language;
        found.add(self.pictures.finding().await, FindingSubject::Drawing);
        self.check_deliveries(interaction, &mut found);
        self.check_connection(language, &mut found);
        self.check_presence(interaction, &mut found);
        self.check_message_access(interaction, &mut found);
        if interaction.permissions.presence == ChannelAccess::Member {
            self.check_permissions(language, &interaction.permissions, &mut found);
        }
        found
    }

    fn check_deliveries(&self, interaction: &InteractionRequest, found: &mut SelfTestNotice) {
        let Some(block) = self.outbox.lane_block(&interaction.channel) else { return };
        let values = [
            ("attempts", block.attempts.into()),
            ("minutes", (block.lasting.as_secs() / 60).into()),
            ("reason", block.reason.into()),
        ];
        found.say(
            FindingStatus::Broken,
            self.finding(interaction.reader.language, DiscordFinding::Failing, &values),
        );
    }

    fn check_connection(&self, language: Language, found: &mut SelfTestNotice) {
        let (outcome, check, values) = match self.api.gateway() {
            None => (FindingStatus::Fine, DiscordFinding::Called, Vec::new()),
            Some(state) if state.up < state.all => {
                let values = vec![("up", state.up.into()), ("all", state.all.into())];
                (FindingStatus::Broken, DiscordFinding::SomeConnected, values)
            }
            Some(state) => match state.latency {
                Some(latency) => {
                    let millis = latency.as_millis().max(1) as u64;
                    (FindingStatus::Fine, DiscordFinding::Latency, vec![("millis", millis.into())])
                }
                None => (FindingStatus::Fine, DiscordFinding::Connected, Vec::new()),
            },
        };
        found.say(outcome, self.finding(language, check, &values));
        if let Some(InvalidRequestCount { refused, most }) = self.api.strain() {
            let values = [("refused", refused.into()), ("most", most.into())];
            found.say(FindingStatus::Broken, self.finding(language, DiscordFinding::Strained, &values));
        }
        let (outcome, check, count) = match self.registration.outcome() {
            RegistrationOutcome::Done => (FindingStatus::Fine, DiscordFinding::Registered, 0),
            RegistrationOutcome::Uninvited(count) => (FindingStatus::Note, DiscordFinding::Uninvited, count),
            RegistrationOutcome::NotYet => (FindingStatus::Missing, DiscordFinding::Registering, 0),
            RegistrationOutcome::Later => (FindingStatus::Missing, DiscordFinding::RegisteredLater, 0),
            RegistrationOutcome::Refused => (FindingStatus::Broken, DiscordFinding::NotRegistered, 0),
        };
        found.say(outcome, self.finding(language, check, &[("count", count.into())]));
    }

    fn check_presence(&self, interaction: &InteractionRequest, found: &mut SelfTestNotice) {
        let invitation = self.identity.invitation();
        let (outcome, check) = match interaction.permissions.presence {
            ChannelAccess::Member => (FindingStatus::Fine, DiscordFinding::Member),
            ChannelAccess::Direct => (FindingStatus::Fine, DiscordFinding::Direct),
            ChannelAccess::Guest if interaction.context.guild.is_some() && invitation.is_some() => {
                (FindingStatus::Note, DiscordFinding::Guest)
            }
            ChannelAccess::Guest => (FindingStatus::Note, DiscordFinding::GuestBetween),
        };
        let values = [("invitation", invitation.unwrap_or_default().into())];
        found.say(outcome, self.finding(interaction.reader.language, check, &values));
    }

    /// Messages come only over the gateway, and only from channels that the bot can see.
    fn check_message_access(&self, interaction: &InteractionRequest, found: &mut SelfTestNotice) {
        let permissions = &interaction.permissions;
        let hears = match permissions.presence {
            ChannelAccess::Direct => true,
            ChannelAccess::Guest => false,
            ChannelAccess::Member => permissions.has(Permission::ViewChannel),
        };
        let (outcome, check) = match self.access.scope() {
            MessageScope::Mentions
                if hears
                    && self.access.has_reduced_intents()
                    && permissions.presence == ChannelAccess::Member =>
            {
                (FindingStatus::Missing, DiscordFinding::HearsLess)
            }
            MessageScope::All if hears && self.api.has_gateway() => {
                (FindingStatus::Fine, DiscordFinding::HearsAll)
            }
            MessageScope::Mentions if hears && self.api.has_gateway() => {
                (FindingStatus::Fine, DiscordFinding::HearsMentions)
            }
            _ => (FindingStatus::Note, DiscordFinding::HearsNone),
        };
        found.say(outcome, self.finding(interaction.reader.language, check, &[]));
    }

    /// Checks each permission, beginning with those the bot needs to post.
    fn check_permissions(
        &self,
        language: Language,
        permissions: &ChannelPermissions,
        found: &mut SelfTestNotice,
    ) {
        let needed = permissions.for_posting();
        let mut each = |permission: Permission, outcome: FindingStatus, without: DiscordFinding| {
            let name = self.text.permissions(language, &[permission]);
            if permissions.has(permission) {
                found.say(FindingStatus::Fine, name);
            } else {
                found.say(outcome, self.finding(language, without, &[("permission", name.into())]));
            }
        };
        for permission in needed {
            each(permission, FindingStatus::Missing, DiscordFinding::Needed);
        }
        each(Permission::EmbedLinks, FindingStatus::Note, DiscordFinding::Embeds);
        if permissions.has_threads() && self.threads != ThreadPolicy::Never {
            each(Permission::CreatePublicThreads, FindingStatus::Note, DiscordFinding::Threads);
            each(Permission::SendMessagesInThreads, FindingStatus::Note, DiscordFinding::Threads);
        }
        each(Permission::ReadMessageHistory, FindingStatus::Note, DiscordFinding::Replies);
    }

    fn finding(
        &self,
        language: Language,
        check: DiscordFinding,
        values: &[(&'static str, FluentValue<'_>)],
    ) -> String {
        let values: Vec<_> = values.iter().cloned().chain([("bot", self.identity.name().into())]).collect();
        self.text.say_with(language, DiscordSentence::Check(check), &values)
    }
}
