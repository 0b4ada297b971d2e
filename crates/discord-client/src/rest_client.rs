//! What is asked with the bot's token. Not here: in which turn, and what is done when Discord does not grant it
//! (`requests`); what is sent (`wire`); how requests with an interaction's token are made (`interactions`).

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
    bot_identity::GuildRole,
    global_rate_limiter::GlobalRateLimiter,
    interaction_payload::AccountPayload,
    invalid_request_limiter::InvalidRequestLimiter,
    lenient::{lenient, readable},
    message_payload::ThreadPayload,
    permission_denials::PermissionDenials,
    request_sender::{ApiRequest, RequestBody, RequestSender},
    route_limiter::RouteBucket,
    visibility::ChannelInfo,
};

/// Channels of direct messages that are remembered.
const REMEMBERED: usize = 10_000;
/// Characters of a name; Discord's own limit.
const NAME: usize = 32;
/// Minutes after which Discord puts a thread to sleep in which nobody writes: a week.
const SLEEPS_AFTER: u32 = 10_080;
/// The same where a game is over: a day.
const RETIRED_AFTER: u32 = 1440;

/// The way to Discord for requests.
pub(crate) struct RestClient {
    requests: RequestSender,
    /// Which application the token belongs to, once that is known.
    application: BotApplicationId,
    /// The channels of direct messages that were opened.
    direct: Mutex<HashMap<UserId, ChannelId>>,
}

/// Something that Discord made, or found.
#[derive(Deserialize)]
struct CreatedObject<T> {
    id: T,
}

/// A member of a server.
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

/// Those of a list that can be read.
#[derive(Deserialize)]
#[serde(transparent, bound = "T: serde::de::DeserializeOwned")]
struct ReadableList<T> {
    #[serde(deserialize_with = "readable")]
    list: Vec<T>,
}

/// Where the gateway is, and what Discord says about connecting;
/// <https://discord.com/developers/docs/events/gateway#get-gateway-bot>.
#[derive(Deserialize)]
pub(crate) struct GatewayInfo {
    pub(crate) url: String,
    #[serde(default, deserialize_with = "lenient")]
    pub(crate) shards: Option<u32>,
    #[serde(default, deserialize_with = "lenient")]
    pub(crate) session_start_limit: SessionStartLimit,
}

/// How many sessions may begin.
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
    /// As many as Discord grants a small bot.
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

    fn doors(&self) -> &PermissionDenials {
        self.requests.doors()
    }

    /// From now on so many requests a second may be made.
    pub(crate) fn grant(&self, a_second: u32) {
        self.pace().grant(a_second);
    }

    /// How many requests were made so far.
    pub(crate) fn asked(&self) -> u64 {
        self.pace().asked()
    }

    /// Whether there is more to ask with the bot's token than may be asked.
    pub(crate) fn is_crowded(&self) -> bool {
        self.pace().is_crowded()
    }

    pub(crate) async fn quiet(&self, at_most: Duration) {
        self.pace().quiet(at_most).await;
    }

    /// Whether so many requests are refused that fewer are made.
    pub(crate) fn strain(&self) -> Option<InvalidRequestCount> {
        self.pace().strain()
    }

    /// How long Discord takes no requests of the bot, from whichever process.
    pub(crate) fn stopped(&self) -> Option<Duration> {
        self.pace().stopped_everywhere()
    }

    /// Another process was told that Discord takes no requests of the bot for so long.
    pub(crate) fn stop(&self, wait: Duration) {
        self.pace().stop(wait);
    }

    /// Something shows that what was refused in a channel may be granted now.
    pub(crate) fn opened(&self, channel: ChannelId) {
        self.doors().open(channel.get());
    }

    /// A direct message arrived: this person's direct messages are open to the bot again.
    pub(crate) fn reached(&self, user: UserId) {
        self.doors().open(user.get());
    }

    /// The channels with two refusals, in which requests are suspended.
    pub(crate) fn refused_in(&self) -> Vec<ChannelId> {
        self.doors().closed_places().into_iter().filter_map(ChannelId::new).collect()
    }

    /// The bot is in a server now, so that what was refused there may be granted.
    pub(crate) fn joined(&self, guild: GuildId) {
        self.doors().open(guild.get());
    }

    /// Which application the token belongs to; from then on requests are made in its name.
    pub(crate) async fn identify(&self) -> RequestResult<ApplicationInfo> {
        let path = "oauth2/applications/@me".to_owned();
        let application: ApplicationInfo = self.requests.ask(get("GET application", 0, path)).await?;
        self.know(application.id);
        Ok(application)
    }

    /// Requests are made in the name of this application from now on, if they were not.
    pub(crate) fn know(&self, application: ApplicationId) {
        // It is the same at every time.
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
            .ok_or(RequestError::Later("the application is not known yet".to_owned()))
    }

    /// Where the gateway is, and what Discord says about connecting.
    pub(crate) async fn gateway(&self) -> RequestResult<GatewayInfo> {
        self.requests.ask(get("GET gateway/bot", 0, "gateway/bot".to_owned())).await
    }

    /// The commands that are registered, everywhere or in a server.
    pub(crate) async fn commands(&self, guild: Option<GuildId>) -> RequestResult<Vec<Value>> {
        let path = format!("{}?with_localizations=true", self.commands_path(guild)?);
        self.requests.ask(get("GET commands", guild.map_or(0, GuildId::get), path)).await
    }

    /// Registers these commands and no others; as Discord keeps them then.
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

    /// Posts a message in a channel the bot is in: its form, with what is attached to it.
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

    /// Opens a thread under a message. Its id is the message's.
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
            // An earlier attempt opened it.
            Err(RequestError::HasThread) => Ok(ChannelId(message.0)),
            Err(failure) => Err(failure),
        }
    }

    /// Takes somebody into a thread.
    pub(crate) async fn add_to_thread(&self, thread: ChannelId, user: UserId) -> RequestResult<()> {
        let kind = ("PUT channels/thread-members", thread.get());
        let path = format!("channels/{thread}/thread-members/{user}");
        self.requests.tell(asked(Method::PUT, kind, path, RequestBody::Empty)).await
    }

    /// Lets a thread go out of the way a day after the last word in it; whoever writes there opens it again.
    pub(crate) async fn retire_thread(&self, thread: ChannelId) -> RequestResult<()> {
        let asked = Self::changing(thread, json!({ "auto_archive_duration": RETIRED_AFTER }));
        self.requests.tell(asked).await
    }

    /// Keeps a thread in which a game begins for a week after each word in it.
    pub(crate) async fn keep_thread(&self, thread: ChannelId) -> RequestResult<()> {
        self.requests.tell(Self::changing(thread, json!({ "auto_archive_duration": SLEEPS_AFTER }))).await
    }

    /// Wakes a thread that sleeps; says how it is then.
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

    /// Takes the buttons and menus of a message away.
    pub(crate) async fn strip(&self, channel: ChannelId, message: MessageId) -> RequestResult<()> {
        let kind = ("PATCH channels/messages", channel.get());
        let path = format!("channels/{channel}/messages/{message}");
        self.requests
            .tell(asked(Method::PATCH, kind, path, RequestBody::Json(json!({ "components": [] }))))
            .await
    }

    /// Writes to one person.
    pub(crate) async fn write_to(
        &self,
        user: UserId,
        form: Value,
        message: &DiscordMessage,
    ) -> RequestResult<()> {
        let channel = self.direct_channel(user).await?;
        let posted = self.post(channel, form, message).await;
        if matches!(posted, Err(RequestError::Gone(_))) {
            self.direct().remove(&user);
        }
        posted.map(|_| ())
    }

    fn direct(&self) -> MutexGuard<'_, HashMap<UserId, ChannelId>> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.direct.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The channel in which somebody and the bot write to each other, which stays the same.
    async fn direct_channel(&self, user: UserId) -> RequestResult<ChannelId> {
        let known = self.direct().get(&user).copied();
        if let Some(channel) = known {
            return Ok(channel);
        }
        // What one person refuses says nothing about others.
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

    /// Which user the bot is.
    pub(crate) async fn own_user(&self) -> RequestResult<UserId> {
        let own: CreatedObject<UserId> =
            self.requests.ask(get("GET users/@me", 0, "users/@me".to_owned())).await?;
        Ok(own.id)
    }

    /// The roles of a server.
    pub(crate) async fn roles(&self, guild: GuildId) -> RequestResult<Vec<GuildRole>> {
        let asked = get("GET guilds/roles", guild.get(), format!("guilds/{guild}/roles"));
        self.requests.ask::<ReadableList<GuildRole>>(asked).await.map(|roles| roles.list)
    }

    /// Who a user is.
    pub(crate) async fn user(&self, user: UserId) -> RequestResult<DiscordUser> {
        let account: AccountPayload = self.requests.ask(get("GET users", 0, format!("users/{user}"))).await?;
        Ok(account.user(None))
    }

    /// The channels of a server and who sees them;
    /// <https://discord.com/developers/docs/resources/guild#get-guild-channels>.
    pub(crate) async fn guild_channels(&self, guild: GuildId) -> RequestResult<GuildChannels> {
        let info = self.requests.ask(get("GET guilds", guild.get(), format!("guilds/{guild}")));
        let path = format!("guilds/{guild}/channels");
        let channels =
            self.requests.ask::<ReadableList<ChannelInfo>>(get("GET guilds/channels", guild.get(), path));
        let (info, channels) = tokio::try_join!(info, channels)?;
        Ok(GuildChannels::new(guild, &info, channels.list))
    }

    /// A person's membership of a server, if they are a member;
    /// <https://discord.com/developers/docs/resources/guild#get-guild-member>.
    pub(crate) async fn guild_member(
        &self,
        guild: GuildId,
        user: UserId,
    ) -> RequestResult<Option<GuildMember>> {
        // What is refused of one person says nothing about others.
        let asked = get("GET guilds/members", user.get(), format!("guilds/{guild}/members/{user}"));
        match self.requests.ask::<MemberPayload>(asked).await {
            Ok(member) => Ok(Some(GuildMember { user: member.user(), roles: member.roles })),
            Err(RequestError::Gone(_)) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// The channel that a public thread belongs to; nothing where it is none.
    pub(crate) async fn parent_of_thread(&self, thread: ChannelId) -> RequestResult<Option<ChannelId>> {
        let asked = get("GET channels", thread.get(), format!("channels/{thread}"));
        self.requests.ask::<ChannelInfo>(asked).await.map(|channel| channel.parent_of_thread())
    }

    /// Members of a server whose names begin like this.
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
            .map_err(|error| RequestError::Refused(error.to_string()))?;
        let query = path.query().unwrap_or_default();
        let path = format!("guilds/{guild}/members/search?{query}");
        let asked = get("GET members/search", guild.get(), path);
        let members = self.requests.ask::<ReadableList<MemberPayload>>(asked).await?.list;
        Ok(members.iter().map(MemberPayload::user).collect())
    }
}
