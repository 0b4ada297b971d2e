//! Client for REST requests with the bot's token: messages, threads, commands, users, channels and
//! members. Not here: their order and repetition (`request_sender`), JSON of messages (`wire`),
//! requests with an interaction's token (`interactions`).

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use reqwest::{Client, Method};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    ApplicationId, ChannelId, DiscordMessage, DiscordUser, GuildChannels, GuildId, GuildMember,
    InvalidRequestCount, MessageId, RequestError, RequestResult, RoleId, ThreadState, UserId,
    application::{ApplicationInfo, BotApplicationId},
    global_rate_limiter::GlobalRateLimiter,
    guild_role::GuildRole,
    interaction_payload::AccountPayload,
    invalid_request_limiter::InvalidRequestLimiter,
    lenient::{lenient, readable},
    message_payload::ThreadPayload,
    permission_denials::PermissionDenials,
    request_sender::{ApiRequest, RequestBody, RequestSender},
    route_limiter::RouteBucket,
    visibility::ChannelInfo,
};

/// Most direct message channels that are remembered.
const REMEMBERED: usize = 10_000;
/// Most characters of a member query; Discord's own limit.
const NAME: usize = 32;
/// Minutes without messages until Discord archives a thread: a week.
const SLEEPS_AFTER: u32 = 10_080;
/// The same after a game has ended: a day.
const RETIRED_AFTER: u32 = 1440;

/// Client for requests with the bot's token.
pub(crate) struct RestClient {
    requests: RequestSender,
    /// The application id, once known.
    application: BotApplicationId,
    /// Opened direct message channels.
    direct: Mutex<HashMap<UserId, ChannelId>>,
}

/// An object of which only the id is read.
#[derive(Deserialize)]
struct CreatedObject<T> {
    id: T,
}

/// A member object.
#[derive(Deserialize)]
struct MemberPayload {
    user: AccountPayload,
    #[serde(default, deserialize_with = "lenient")]
    nick: Option<String>,
    #[serde(default, deserialize_with = "readable")]
    roles: Vec<RoleId>,
}

impl MemberPayload {
    fn user(&self) -> DiscordUser {
        self.user.user(self.nick.as_deref())
    }
}

/// The readable elements of a list.
#[derive(Deserialize)]
#[serde(transparent, bound = "T: serde::de::DeserializeOwned")]
struct ReadableList<T> {
    #[serde(deserialize_with = "readable")]
    list: Vec<T>,
}

/// The answer to `GET /gateway/bot`;
/// <https://discord.com/developers/docs/events/gateway#get-gateway-bot>.
#[derive(Deserialize)]
pub(crate) struct GatewayInfo {
    pub(crate) url: String,
    #[serde(default, deserialize_with = "lenient")]
    pub(crate) shards: Option<u32>,
    #[serde(default, deserialize_with = "lenient")]
    pub(crate) session_start_limit: SessionStartLimit,
}

/// The limit on new sessions.
#[derive(Deserialize)]
#[serde(default)]
pub(crate) struct SessionStartLimit {
    pub(crate) total: u32,
    pub(crate) remaining: u32,
    /// In milliseconds.
    pub(crate) reset_after: u64,
    pub(crate) max_concurrency: u32,
}

impl Default for SessionStartLimit {
    /// Discord's limit of a small bot.
    fn default() -> Self {
        Self { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 }
    }
}

fn get(name: &'static str, place: u64, path: String) -> ApiRequest<'static> {
    asked(Method::GET, (name, place), path, RequestBody::Empty)
}

fn asked<'a>(
    method: Method,
    (name, place): (&'static str, u64),
    path: String,
    body: RequestBody<'a>,
) -> ApiRequest<'a> {
    ApiRequest { method, kind: RouteBucket { name, place }, path, body }
}

impl RestClient {
    pub(crate) fn new(
        token: &str,
        client: &Client,
        address: Arc<InvalidRequestLimiter>,
        application: BotApplicationId,
    ) -> Self {
        Self {
            requests: RequestSender::new(token, client.clone(), address),
            application,
            direct: Mutex::default(),
        }
    }

    fn pace(&self) -> &GlobalRateLimiter {
        self.requests.pace()
    }

    fn denials(&self) -> &PermissionDenials {
        self.requests.denials()
    }

    /// Sets the requests a second.
    pub(crate) fn grant(&self, a_second: u32) {
        self.pace().grant(a_second);
    }

    /// Requests made so far.
    pub(crate) fn asked(&self) -> u64 {
        self.pace().asked()
    }

    /// Whether requests have to wait.
    pub(crate) fn is_crowded(&self) -> bool {
        self.pace().is_crowded()
    }

    pub(crate) async fn quiet(&self, at_most: Duration) {
        self.pace().quiet(at_most).await;
    }

    /// The count of invalid requests, once it is near the limit.
    pub(crate) fn strain(&self) -> Option<InvalidRequestCount> {
        self.pace().strain()
    }

    /// Remaining wait of a global rate limit.
    pub(crate) fn stopped(&self) -> Option<Duration> {
        self.pace().stopped_everywhere()
    }

    /// Applies a global rate limit that another process met.
    pub(crate) fn stop(&self, wait: Duration) {
        self.pace().stop(wait);
    }

    /// Forgets the permission denials of a channel.
    pub(crate) fn opened(&self, channel: ChannelId) {
        self.denials().open(channel.get());
    }

    /// Forgets the permission denials of a user.
    pub(crate) fn reached(&self, user: UserId) {
        self.denials().open(user.get());
    }

    /// Channels in which requests are suspended after two denials.
    pub(crate) fn refused_in(&self) -> Vec<ChannelId> {
        self.denials().closed_places().into_iter().filter_map(ChannelId::new).collect()
    }

    /// Forgets the permission denials of a server.
    pub(crate) fn joined(&self, guild: GuildId) {
        self.denials().open(guild.get());
    }

    /// Fetches the application; later requests use its id.
    pub(crate) async fn identify(&self) -> RequestResult<ApplicationInfo> {
        let path = "oauth2/applications/@me".to_owned();
        let application: ApplicationInfo = self.requests.ask(get("GET application", 0, path)).await?;
        self.know(application.id);
        Ok(application)
    }

    /// Sets the application id, if it was not known.
    pub(crate) fn know(&self, application: ApplicationId) {
        // It never changes.
        let _ = self.application.set(application);
    }

    /// Whether this user is the bot.
    pub(crate) fn is_own(&self, user: UserId) -> bool {
        self.application.get().is_some_and(|own| own.get() == user.get())
    }

    fn application(&self) -> RequestResult<ApplicationId> {
        self.application
            .get()
            .copied()
            .ok_or(RequestError::Transient("the application is not known yet".to_owned()))
    }

    /// Fetches the gateway's URL and Discord's advice.
    pub(crate) async fn gateway(&self) -> RequestResult<GatewayInfo> {
        self.requests.ask(get("GET gateway/bot", 0, "gateway/bot".to_owned())).await
    }

    /// Fetches the registered commands, everywhere or in a server.
    pub(crate) async fn commands(&self, guild: Option<GuildId>) -> RequestResult<Vec<Value>> {
        let path = format!("{}?with_localizations=true", self.commands_path(guild)?);
        self.requests.ask(get("GET commands", guild.map_or(0, GuildId::get), path)).await
    }

    /// Overwrites the registered commands; the result is Discord's new list.
    pub(crate) async fn set_commands(
        &self,
        guild: Option<GuildId>,
        commands: Value,
    ) -> RequestResult<Vec<Value>> {
        let kind = ("PUT commands", guild.map_or(0, GuildId::get));
        let path = self.commands_path(guild)?;
        self.requests.ask(asked(Method::PUT, kind, path, RequestBody::Json(commands))).await
    }

    fn commands_path(&self, guild: Option<GuildId>) -> RequestResult<String> {
        let application = self.application()?;
        Ok(match guild {
            None => format!("applications/{application}/commands"),
            Some(guild) => format!("applications/{application}/guilds/{guild}/commands"),
        })
    }

    /// Posts a message: its JSON, with the message for its files.
    pub(crate) async fn post(
        &self,
        channel: ChannelId,
        form: Value,
        message: &DiscordMessage,
    ) -> RequestResult<MessageId> {
        let kind = ("POST channels/messages", channel.get());
        let path = format!("channels/{channel}/messages");
        let posted: CreatedObject<MessageId> =
            self.requests.ask(asked(Method::POST, kind, path, RequestBody::Message(form, message))).await?;
        Ok(posted.id)
    }

    /// Starts a thread from a message. Its id is the message's.
    pub(crate) async fn open_thread(
        &self,
        channel: ChannelId,
        message: MessageId,
        name: &str,
    ) -> RequestResult<ChannelId> {
        let kind = ("POST channels/threads", channel.get());
        let path = format!("channels/{channel}/messages/{message}/threads");
        let form = json!({ "name": name, "auto_archive_duration": SLEEPS_AFTER });
        let asked = asked(Method::POST, kind, path, RequestBody::Json(form));
        match self.requests.ask::<CreatedObject<ChannelId>>(asked).await {
            Ok(opened) => Ok(opened.id),
            // An earlier attempt started it.
            Err(RequestError::ThreadExists) => Ok(ChannelId(message.0)),
            Err(failure) => Err(failure),
        }
    }

    /// Adds a user to a thread.
    pub(crate) async fn add_to_thread(&self, thread: ChannelId, user: UserId) -> RequestResult<()> {
        let kind = ("PUT channels/thread-members", thread.get());
        let path = format!("channels/{thread}/thread-members/{user}");
        self.requests.tell(asked(Method::PUT, kind, path, RequestBody::Empty)).await
    }

    /// Archives the thread after a day without messages; a message unarchives it.
    pub(crate) async fn retire_thread(&self, thread: ChannelId) -> RequestResult<()> {
        let asked = Self::changing(thread, json!({ "auto_archive_duration": RETIRED_AFTER }));
        self.requests.tell(asked).await
    }

    /// Archives the thread after a week without messages.
    pub(crate) async fn keep_thread(&self, thread: ChannelId) -> RequestResult<()> {
        self.requests.tell(Self::changing(thread, json!({ "auto_archive_duration": SLEEPS_AFTER }))).await
    }

    /// Unarchives a thread; its state afterwards.
    pub(crate) async fn wake_thread(&self, thread: ChannelId) -> RequestResult<Option<ThreadState>> {
        let asked = Self::changing(thread, json!({ "archived": false }));
        let woken: ThreadPayload = self.requests.ask(asked).await?;
        Ok(woken.state())
    }

    fn changing(thread: ChannelId, how: Value) -> ApiRequest<'static> {
        let (kind, path) = (("PATCH channels", thread.get()), format!("channels/{thread}"));
        asked(Method::PATCH, kind, path, RequestBody::Json(how))
    }

    /// Edits a message of the bot.
    pub(crate) async fn change(
        &self,
        channel: ChannelId,
        message: MessageId,
        form: Value,
        outgoing: &DiscordMessage,
    ) -> RequestResult<()> {
        let kind = ("PATCH channels/messages", channel.get());
        let path = format!("channels/{channel}/messages/{message}");
        self.requests.tell(asked(Method::PATCH, kind, path, RequestBody::Message(form, outgoing))).await
    }

    /// Removes buttons and menus of a message.
    pub(crate) async fn strip(&self, channel: ChannelId, message: MessageId) -> RequestResult<()> {
        let kind = ("PATCH channels/messages", channel.get());
        let path = format!("channels/{channel}/messages/{message}");
        self.requests
            .tell(asked(Method::PATCH, kind, path, RequestBody::Json(json!({ "components": [] }))))
            .await
    }

    /// Sends a direct message.
    pub(crate) async fn write_to(
        &self,
        user: UserId,
        form: Value,
        message: &DiscordMessage,
    ) -> RequestResult<()> {
        let channel = self.direct_channel(user).await?;
        let posted = self.post(channel, form, message).await;
        if matches!(posted, Err(RequestError::NotFound(_))) {
            self.direct().remove(&user);
        }
        posted.map(|_| ())
    }

    fn direct(&self) -> MutexGuard<'_, HashMap<UserId, ChannelId>> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.direct.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The direct message channel of a user, which stays the same.
    async fn direct_channel(&self, user: UserId) -> RequestResult<ChannelId> {
        let known = self.direct().get(&user).copied();
        if let Some(channel) = known {
            return Ok(channel);
        }
        // A denial of one user says nothing about others.
        let (kind, path) = (("POST users/@me/channels", user.get()), "users/@me/channels".to_owned());
        let to = RequestBody::Json(json!({ "recipient_id": user.to_string() }));
        let channel: CreatedObject<ChannelId> =
            self.requests.ask(asked(Method::POST, kind, path, to)).await?;
        let mut direct = self.direct();
        if direct.len() >= REMEMBERED {
            direct.clear();
        }
        direct.insert(user, channel.id);
        Ok(channel.id)
    }

    /// Fetches the bot's user id.
    pub(crate) async fn own_user(&self) -> RequestResult<UserId> {
        let own: CreatedObject<UserId> =
            self.requests.ask(get("GET users/@me", 0, "users/@me".to_owned())).await?;
        Ok(own.id)
    }

    /// Fetches the roles of a server.
    pub(crate) async fn roles(&self, guild: GuildId) -> RequestResult<Vec<GuildRole>> {
        let asked = get("GET guilds/roles", guild.get(), format!("guilds/{guild}/roles"));
        self.requests.ask::<ReadableList<GuildRole>>(asked).await.map(|roles| roles.list)
    }

    /// Fetches a user.
    pub(crate) async fn user(&self, user: UserId) -> RequestResult<DiscordUser> {
        let account: AccountPayload = self.requests.ask(get("GET users", 0, format!("users/{user}"))).await?;
        Ok(account.user(None))
    }

    /// Fetches a server's channels and permissions;
    /// <https://discord.com/developers/docs/resources/guild#get-guild-channels>.
    pub(crate) async fn guild_channels(&self, guild: GuildId) -> RequestResult<GuildChannels> {
        let info = self.requests.ask(get("GET guilds", guild.get(), format!("guilds/{guild}")));
        let path = format!("guilds/{guild}/channels");
        let channels =
            self.requests.ask::<ReadableList<ChannelInfo>>(get("GET guilds/channels", guild.get(), path));
        let (info, channels) = tokio::try_join!(info, channels)?;
        Ok(GuildChannels::new(guild, &info, channels.list))
    }

    /// Fetches a member of a server, if they are one;
    /// <https://discord.com/developers/docs/resources/guild#get-guild-member>.
    pub(crate) async fn guild_member(
        &self,
        guild: GuildId,
        user: UserId,
    ) -> RequestResult<Option<GuildMember>> {
        // A denial for one user says nothing about others.
        let asked = get("GET guilds/members", user.get(), format!("guilds/{guild}/members/{user}"));
        match self.requests.ask::<MemberPayload>(asked).await {
            Ok(member) => Ok(Some(GuildMember { user: member.user(), roles: member.roles })),
            Err(RequestError::NotFound(_)) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// The parent channel of a public thread; `None` for any other channel.
    pub(crate) async fn parent_of_thread(&self, thread: ChannelId) -> RequestResult<Option<ChannelId>> {
        let asked = get("GET channels", thread.get(), format!("channels/{thread}"));
        self.requests.ask::<ChannelInfo>(asked).await.map(|channel| channel.parent_of_thread())
    }

    /// Members of a server whose names begin so.
    pub(crate) async fn members(
        &self,
        guild: GuildId,
        beginning: &str,
        limit: u64,
    ) -> RequestResult<Vec<DiscordUser>> {
        let words: String = beginning.chars().take(NAME).collect();
        if words.trim().is_empty() {
            return Ok(Vec::new());
        }
        let query = [("query", words), ("limit", limit.to_string())];
        let path = reqwest::Url::parse_with_params("https://discord.com", query)
            .map_err(|error| RequestError::Rejected(error.to_string()))?;
        let query = path.query().unwrap_or_default();
        let path = format!("guilds/{guild}/members/search?{query}");
        let asked = get("GET members/search", guild.get(), path);
        let members = self.requests.ask::<ReadableList<MemberPayload>>(asked).await?.list;
        Ok(members.iter().map(MemberPayload::user).collect())
    }
}
