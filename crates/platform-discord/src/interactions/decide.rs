//! Hands an interaction (command, button) to the bot, which decides it, and stores what the
//! interaction tells of its person and channel.

use std::sync::Arc;

use adoube_bot::{
    AdmissionPermit, Audience, Bot, ChatEvent, Decision, IdempotencyKey, ReaderProfile, Reply, ThreadPolicy,
    UserAction,
};
use adoube_platform::task_tracker::TaskTracker;
use tokio::task::JoinHandle;

use crate::{
    delivery::availability::ChannelAvailability,
    ids::{PLATFORM, community},
    state::{
        channel_repository::ChannelRepository, interaction_request::InteractionRequest,
        languages::ReaderLanguages, people::DiscordPeople, shared::SharedServices,
    },
};

/// The bot's reply, and the reader profile of the person who acted.
pub(crate) struct InteractionDecision {
    pub(crate) reply: Reply,
    pub(crate) reader: ReaderProfile,
}

/// Passes interactions to the bot.
pub(crate) struct InteractionDecider {
    bot: Bot,
    contexts: Arc<ChannelRepository>,
    people: DiscordPeople,
    languages: Arc<ReaderLanguages>,
    tasks: Arc<TaskTracker>,
    availability: Arc<ChannelAvailability>,
    /// When a game gets a thread, by the settings.
    threads: ThreadPolicy,
}

impl InteractionDecider {
    pub(crate) fn new(
        shared: &SharedServices,
        availability: Arc<ChannelAvailability>,
        threads: ThreadPolicy,
    ) -> Self {
        let SharedServices { bot, contexts, people, languages, tasks, .. } = shared.clone();
        Self { bot, contexts, people, languages, tasks, availability, threads }
    }

    /// Decides in a task of its own, which continues when the caller stops waiting.
    pub(crate) fn decide(
        self: &Arc<Self>,
        interaction: &InteractionRequest,
        action: UserAction,
        admitted: AdmissionPermit,
    ) -> JoinHandle<InteractionDecision> {
        let (decider, interaction) = (Arc::clone(self), interaction.clone());
        tokio::spawn(async move {
            let _inside = admitted;
            let _task = decider.tasks.start();
            decider.record_activity(&interaction).await;
            decider.recheck_channel(&interaction);
            let InteractionRequest { handle, channel, person, reader, is_moderator, context, .. } =
                interaction;
            let Ok(event) = IdempotencyKey::new(format!("{PLATFORM}:{}", handle.id)) else {
                return InteractionDecision { reply: Reply::Ignored, reader };
            };
            let event = ChatEvent {
                event,
                channel,
                place: community(context.guild),
                person,
                language: reader.language,
                moderator: is_moderator,
                threads: context.thread_policy(decider.threads),
                audience: Audience::SenderOnly,
                action,
                also: Vec::new(),
                ongoing: None,
            };
            let Decision { reply, reading, .. } = decider.bot.handle(&event).await;
            if reply == Reply::Public {
                decider.languages.note_public_action(context.guild, reading.language).await;
            }
            InteractionDecision { reply, reader: reading }
        })
    }

    /// Checks in the background whether a blocked channel is available again.
    fn recheck_channel(&self, interaction: &InteractionRequest) {
        let availability = Arc::clone(&self.availability);
        let (channel, permissions) = (interaction.channel.clone(), interaction.permissions);
        tokio::spawn(async move { availability.recheck(&channel, permissions).await });
    }

    /// Stores who acted, whom they mentioned, and where.
    async fn record_activity(&self, interaction: &InteractionRequest) {
        let InteractionRequest { channel, context, person, reader, .. } = interaction;
        let context_stored = self.contexts.note_interaction(channel, context.clone());
        let place = (channel, context.guild);
        let person_stored = self.people.record_seen(place, person, Some(reader.language));
        let (context_stored, person_stored) = tokio::join!(context_stored, person_stored);
        let mut outcome = context_stored.and(person_stored);
        for mentioned in interaction.mentioned.iter().filter(|mentioned| !mentioned.is_bot) {
            outcome = outcome.and(self.people.record_seen(place, &mentioned.person, None).await);
        }
        if let Err(error) = outcome {
            tracing::error!(%error, %channel, "who did something cannot be noted");
        }
    }
}
