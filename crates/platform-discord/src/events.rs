//! Dispatches Discord's events to the services that handle them.

use std::sync::Arc;

use adoube_bot::Bot;
use adoube_discord_client::{BoxFuture, DiscordApi, DiscordEvent, EventListener};

use crate::{
    delivery::{
        reduced_intents::ReducedIntents, servers::ServerAvailability, thread_wakeup::ThreadMonitor,
        welcome::ServerWelcome,
    },
    interactions::receive::InteractionReceiver,
    messages::receive::MessageReceiver,
    registration::schedule::CommandRegistration,
    shards::outages::{OutageReporter, ShardConnectivity},
    state::{channel_context::ChannelBlock, interaction_request::InteractionRequest, people::DiscordPeople},
};

/// The services that handle events.
#[derive(Clone)]
pub(crate) struct EventHandlers {
    pub(crate) bot: Bot,
    pub(crate) api: Arc<dyn DiscordApi>,
    pub(crate) people: DiscordPeople,
    pub(crate) interactions: Arc<InteractionReceiver>,
    pub(crate) messages: Arc<MessageReceiver>,
    pub(crate) threads: Arc<ThreadMonitor>,
    pub(crate) servers: Arc<ServerAvailability>,
    pub(crate) welcome: Arc<ServerWelcome>,
    pub(crate) registration: Arc<CommandRegistration>,
    pub(crate) reduced_intents: Arc<ReducedIntents>,
    pub(crate) outages: Arc<OutageReporter>,
}

impl EventHandlers {
    /// The listener for Discord's events. It receives them in order; the futures it returns may run
    /// in any order.
    pub(crate) fn listener(&self) -> EventListener {
        let handlers = self.clone();
        Arc::new(move |event| handlers.handle(event))
    }

    fn handle(&self, event: DiscordEvent) -> BoxFuture<'static, ()> {
        match event {
            DiscordEvent::Interaction(interaction) => {
                let interaction = InteractionRequest::read(interaction, self.bot.locales());
                self.interactions.note(&interaction);
                Box::pin(Arc::clone(&self.interactions).receive(interaction))
            }
            DiscordEvent::UnreadableInteraction(unreadable) => {
                let interactions = Arc::clone(&self.interactions);
                Box::pin(async move { interactions.refuse_unreadable(&unreadable).await })
            }
            DiscordEvent::Message(message) => Box::pin(Arc::clone(&self.messages).receive(message)),
            DiscordEvent::ThreadChanged(thread) => {
                self.api.opened(thread.id);
                Box::pin(Arc::clone(&self.threads).thread_changed(thread))
            }
            DiscordEvent::ChannelChanged(channel) => {
                self.api.opened(channel);
                self.people.forget_channel(channel);
                Box::pin(std::future::ready(()))
            }
            DiscordEvent::GuildAvailable { guild, threads, server } => {
                tokio::spawn(Arc::clone(&self.welcome).welcome(guild, server));
                self.api.joined(guild);
                self.registration.guild_appeared(guild);
                self.servers.note(guild, None);
                let (servers, monitor) = (Arc::clone(&self.servers), Arc::clone(&self.threads));
                Box::pin(async move {
                    servers.handle_changes().await;
                    monitor.check_threads(guild, threads).await;
                })
            }
            DiscordEvent::GuildLeft { guild, is_removal } => {
                let block = if is_removal { ChannelBlock::Removed } else { ChannelBlock::Away };
                self.servers.note(guild, Some(block));
                Box::pin(Arc::clone(&self.servers).handle_changes())
            }
            DiscordEvent::RolesChanged { guild, member } => {
                let servers = Arc::clone(&self.servers);
                Box::pin(async move { servers.roles_changed(guild, member).await })
            }
            DiscordEvent::ChannelDeleted(channel) => {
                Box::pin(Arc::clone(&self.threads).channel_deleted(channel))
            }
            DiscordEvent::MessageAccess { all } => {
                let reduced_intents = Arc::clone(&self.reduced_intents);
                Box::pin(async move { reduced_intents.handle_message_access(all).await })
            }
            DiscordEvent::ShardStatus { total, up, lost, waiting } => {
                let (outages, shards) =
                    (Arc::clone(&self.outages), ShardConnectivity { total, up, lost, waiting });
                Box::pin(async move { outages.connectivity_changed(&shards).await })
            }
        }
    }
}
