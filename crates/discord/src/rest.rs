//! Requests with the bot's token. They wait their turn (`pace`); the limits of single channels are kept and waited for by
//! the library. Not here: what is sent (`wire`), and how requests with an interaction's token are made (`interactions`).

use std::{sync::Arc, time::Duration};

use reqwest::Client;
use serenity::{
    all::{
        ApplicationId, AutoArchiveDuration, CreateMessage, CreateThread, CurrentApplicationInfo, EditMessage,
        EditThread, Member,
    },
    builder::Builder,
    http::{Http, HttpBuilder, LightMethod, Request, Route},
};

use crate::{
    ChannelId, Failure, Granted, GuildId, MessageId, ThreadState, User, UserId, commands::SlashCommand,
    failure::from_library, pace::Pace, reading,
};

/// How long one request may take, with waiting for its turn.
const PATIENCE: Duration = Duration::from_secs(60);
/// Characters of a name; Discord's own limit.
const NAME: usize = 32;

/// The way to Discord for requests.
pub(crate) struct Rest {
    http: Http,
    pace: Arc<Pace>,
}

impl Rest {
    pub(crate) fn new(token: &str, client: &Client) -> Self {
        let mut http = HttpBuilder::new(token).client(client.clone()).build();
        let pace = Arc::<Pace>::default();
        if let Some(limits) = &mut http.ratelimiter {
            let pace = Arc::clone(&pace);
            limits.set_ratelimit_callback(Box::new(move |info| {
                // Those of single channels say nothing about all together.
                if info.global {
                    pace.slow_down();
                }
            }));
        }
        Self { http, pace }
    }

    /// From now on so many requests a second may be made.
    pub(crate) fn grant(&self, a_second: u32) {
        self.pace.grant(a_second);
    }

    /// How many requests were made so far.
    pub(crate) fn asked(&self) -> u64 {
        self.pace.asked()
    }

    /// Whether there is more to ask with the bot's token than may be asked.
    pub(crate) fn is_crowded(&self) -> bool {
        self.pace.is_crowded()
    }

    /// Makes a request with the bot's token when it has its turn.
    async fn in_turn<T>(&self, request: impl Future<Output = serenity::Result<T>>) -> Granted<T> {
        let asked = async {
            self.pace.turn().await;
            request.await
        };
        match tokio::time::timeout(PATIENCE, asked).await {
            Ok(outcome) => outcome.map_err(|error| from_library(&error)),
            Err(_) => Err(Failure::Later("no answer in time".to_owned())),
        }
    }

    /// Which application the token belongs to; from then on requests are made in its name.
    pub(crate) async fn identify(&self) -> Granted<CurrentApplicationInfo> {
        let application = self.in_turn(self.http.get_current_application_info()).await?;
        self.http.set_application_id(application.id);
        Ok(application)
    }

    /// Whether it is known which application the token belongs to.
    pub(crate) fn knows_application(&self) -> bool {
        self.http.application_id().is_some()
    }

    fn application(&self) -> Granted<ApplicationId> {
        self.http.application_id().ok_or(Failure::Later("the application is not known yet".to_owned()))
    }

    /// The commands that are registered, everywhere or in a server.
    pub(crate) async fn commands(&self, guild: Option<GuildId>) -> Granted<Vec<SlashCommand>> {
        let params = Some(vec![("with_localizations", "true".to_owned())]);
        let request = Request::new(self.commands_route(guild)?, LightMethod::Get).params(params);
        self.in_turn(self.http.fire(request)).await
    }

    /// Registers these commands, as JSON, and no others.
    pub(crate) async fn set_commands(&self, guild: Option<GuildId>, commands: Vec<u8>) -> Granted<()> {
        let request = Request::new(self.commands_route(guild)?, LightMethod::Put).body(Some(commands));
        self.in_turn(self.http.request(request)).await.map(|_| ())
    }

    fn commands_route(&self, guild: Option<GuildId>) -> Granted<Route<'static>> {
        let application_id = self.application()?;
        Ok(match guild {
            None => Route::Commands { application_id },
            Some(guild) => Route::GuildCommands { application_id, guild_id: guild.into() },
        })
    }

    /// Posts a message in a channel the bot is in.
    pub(crate) async fn post(&self, channel: ChannelId, message: CreateMessage) -> Granted<MessageId> {
        let posted = self.in_turn(message.execute(&self.http, (channel.into(), None))).await?;
        Ok(posted.id.into())
    }

    /// Opens a thread under a message. Its id is the message's.
    pub(crate) async fn open_thread(
        &self,
        channel: ChannelId,
        message: MessageId,
        name: &str,
    ) -> Granted<ChannelId> {
        let thread = CreateThread::new(name).auto_archive_duration(AutoArchiveDuration::OneWeek);
        let under = (channel.into(), Some(message.into()));
        match self.in_turn(thread.execute(&self.http, under)).await {
            Ok(opened) => Ok(opened.id.into()),
            // An earlier attempt opened it.
            Err(Failure::HasThread) => Ok(ChannelId(message.0)),
            Err(failure) => Err(failure),
        }
    }

    /// Takes somebody into a thread.
    pub(crate) async fn add_to_thread(&self, thread: ChannelId, user: UserId) -> Granted<()> {
        self.in_turn(self.http.add_thread_channel_member(thread.into(), user.into())).await
    }

    /// Closes a thread; whoever writes there opens it again.
    pub(crate) async fn close_thread(&self, thread: ChannelId) -> Granted<()> {
        let edit = EditThread::new().archived(true);
        self.in_turn(edit.execute(&self.http, thread.into())).await.map(|_| ())
    }

    /// Wakes a thread that sleeps; says how it is then.
    pub(crate) async fn wake_thread(&self, thread: ChannelId) -> Granted<Option<ThreadState>> {
        let edit = EditThread::new().archived(false);
        let woken = self.in_turn(edit.execute(&self.http, thread.into())).await?;
        Ok(reading::thread(&woken))
    }

    /// Takes the buttons and menus of a message away.
    pub(crate) async fn strip(&self, channel: ChannelId, message: MessageId) -> Granted<()> {
        let edit = EditMessage::new().components(Vec::new());
        let edited = self.http.edit_message(channel.into(), message.into(), &edit, Vec::new());
        self.in_turn(edited).await.map(|_| ())
    }

    /// Writes to one person.
    pub(crate) async fn write_to(&self, user: UserId, message: CreateMessage) -> Granted<()> {
        let body = serde_json::json!({ "recipient_id": user.to_string() });
        let channel = self.in_turn(self.http.create_private_channel(&body)).await?;
        self.post(channel.id.into(), message).await.map(|_| ())
    }

    /// Who a user is.
    pub(crate) async fn user(&self, user: UserId) -> Granted<User> {
        self.in_turn(self.http.get_user(user.into())).await.map(|user| reading::user(&user, None))
    }

    /// Members of a server whose names begin like this.
    pub(crate) async fn members(&self, guild: GuildId, beginning: &str, limit: u64) -> Granted<Vec<User>> {
        // The library puts the words into the address as they are.
        let harmless = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.');
        let words: String = beginning.chars().filter(harmless).take(NAME).collect();
        if words.trim().is_empty() {
            return Ok(Vec::new());
        }
        let asked = self.http.search_guild_members(guild.into(), &words, Some(limit));
        let members = self.in_turn(asked).await?;
        let known = |member: &Member| reading::user(&member.user, member.nick.as_deref());
        Ok(members.iter().map(known).collect())
    }
}
