//! Requests to Discord, and what their failures mean for whoever made them. Those with the bot's token wait their turn
//! (`pace`); the limits of single channels are kept and waited for by the library. Not here: what is sent (`body`), when
//! it is sent again (`delivery`), and how requests with an interaction's token are made (`interactions`).

use std::time::Duration;

use serenity::{
    all::{
        ApplicationId, ChannelId, CreateMessage, CreateThread, CurrentApplicationInfo, EditMessage,
        EditThread, GuildId, Member, MessageId, User, UserId,
    },
    builder::Builder,
    http::{Http, HttpBuilder, HttpError, LightMethod, Request, Route},
};

use super::{interactions::Interactions, pace::Pace, registration::SlashCommand, settings::Secret};

/// How long one request may take, with waiting for its turn.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long one exchange with the server may take.
pub(super) const EXCHANGE: Duration = Duration::from_secs(20);

/// Why a request was not granted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Failure {
    /// The token is none, or no longer one.
    #[error("Discord does not accept the token")]
    Token,
    /// The bot may not do that there.
    #[error("Discord does not allow it: {0}")]
    Forbidden(String),
    /// The channel, server or message is not there any more.
    #[error("it is not there any more: {0}")]
    Gone(String),
    /// The interaction can no longer be answered.
    #[error("the interaction can no longer be answered")]
    Expired,
    /// The message has a thread already.
    #[error("the message has a thread already")]
    HasThread,
    /// The interaction has been answered already.
    #[error("the interaction has been answered already")]
    Answered,
    /// Discord finds something wrong with the request itself.
    #[error("Discord refuses it: {0}")]
    Refused(String),
    /// It may go through another time; perhaps it did already.
    #[error("Discord cannot be reached or is busy: {0}")]
    Later(String),
    /// It was not done, and will not be until so much later.
    #[error("Discord does not want to be asked for another {:.1} s", .0.as_secs_f64())]
    TooOften(Duration),
}

impl Failure {
    /// Whether the same request may be granted another time.
    pub(super) fn may_pass(&self) -> bool {
        matches!(self, Self::Later(_) | Self::TooOften(_) | Self::Token)
    }
}

/// Codes of Discord's errors; <https://discord.com/developers/docs/topics/opcodes-and-status-codes>.
mod code {
    pub(super) const UNKNOWN_WEBHOOK: isize = 10015;
    pub(super) const UNKNOWN_INTERACTION: isize = 10062;
    pub(super) const ALREADY_ACKNOWLEDGED: isize = 40060;
    pub(super) const CANNOT_REPLY: isize = 160_002;
    pub(super) const THREAD_ALREADY_CREATED: isize = 160_004;
    pub(super) const THREAD_LOCKED: isize = 160_005;
    pub(super) const INVALID_WEBHOOK_TOKEN: isize = 50027;
}

impl From<serenity::Error> for Failure {
    fn from(error: serenity::Error) -> Self {
        let serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) = &error else {
            return match error {
                serenity::Error::Http(HttpError::Request(_)) => Self::Later(without_address(&error)),
                // What Discord answered cannot be read; the request itself was granted or not, nobody knows.
                serenity::Error::Json(_) => Self::Later(error.to_string()),
                _ => Self::Refused(error.to_string()),
            };
        };
        told(response.status_code.as_u16(), response.error.code, &error.to_string())
    }
}

/// What it means when Discord answers with this status and code.
pub(super) fn told(status: u16, code: isize, message: &str) -> Failure {
    let told = format!("{message} ({status}, code {code})");
    match (status, code) {
        (_, code::UNKNOWN_INTERACTION | code::UNKNOWN_WEBHOOK | code::INVALID_WEBHOOK_TOKEN) => {
            Failure::Expired
        }
        (_, code::ALREADY_ACKNOWLEDGED) => Failure::Answered,
        (_, code::THREAD_ALREADY_CREATED) => Failure::HasThread,
        // Replies need to read what was written before; other messages do not.
        (_, code::CANNOT_REPLY) => Failure::Refused(told),
        (401, _) => Failure::Token,
        // Its status says that something is wrong with the request.
        (_, code::THREAD_LOCKED) | (403, _) => Failure::Forbidden(told),
        (404 | 410, _) => Failure::Gone(told),
        (408 | 429 | 500.., _) => Failure::Later(told),
        _ => Failure::Refused(told),
    }
}

/// The address in an error of the HTTP client holds the token of an interaction.
fn without_address(error: &serenity::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}

/// The way to Discord for requests.
pub(super) struct Rest {
    /// With the bot's token.
    http: Http,
    pace: Pace,
    /// With an interaction's.
    interactions: Interactions,
}

/// What a request gives.
pub(super) type Granted<T> = Result<T, Failure>;

impl Rest {
    pub(super) fn new(token: &Secret, client: &reqwest::Client) -> Self {
        let http = HttpBuilder::new(token.expose()).client(client.clone()).build();
        Self { http, pace: Pace::default(), interactions: Interactions::new(client.clone()) }
    }

    /// Requests with an interaction's token.
    pub(super) fn interactions(&self) -> &Interactions {
        &self.interactions
    }

    /// Whether there is more to ask with the bot's token than may be asked.
    pub(super) fn is_crowded(&self) -> bool {
        self.pace.is_crowded()
    }

    /// Makes a request with the bot's token when it has its turn.
    async fn in_turn<T>(&self, request: impl Future<Output = serenity::Result<T>>) -> Granted<T> {
        let asked = async {
            self.pace.turn().await;
            request.await
        };
        match tokio::time::timeout(PATIENCE, asked).await {
            Ok(outcome) => outcome.map_err(Failure::from),
            Err(_) => Err(Failure::Later("no answer in time".to_owned())),
        }
    }

    /// Which application the token belongs to; from then on requests are made in its name.
    pub(super) async fn identify(&self) -> Granted<CurrentApplicationInfo> {
        let application = self.in_turn(self.http.get_current_application_info()).await?;
        self.http.set_application_id(application.id);
        self.interactions.know(application.id);
        Ok(application)
    }

    /// Whether it is known which application the token belongs to.
    pub(super) fn knows_application(&self) -> bool {
        self.http.application_id().is_some()
    }

    fn application(&self) -> Granted<ApplicationId> {
        self.http.application_id().ok_or(Failure::Later("the application is not known yet".to_owned()))
    }

    /// The commands that are registered, everywhere or in a server.
    pub(super) async fn commands(&self, guild: Option<GuildId>) -> Granted<Vec<SlashCommand>> {
        let params = Some(vec![("with_localizations", "true".to_owned())]);
        let request = Request::new(self.commands_route(guild)?, LightMethod::Get).params(params);
        self.in_turn(self.http.fire(request)).await
    }

    /// Registers these commands and no others.
    pub(super) async fn set_commands(
        &self,
        guild: Option<GuildId>,
        commands: &[SlashCommand],
    ) -> Granted<()> {
        let body = serde_json::to_vec(commands).map_err(|error| Failure::Refused(error.to_string()))?;
        let request = Request::new(self.commands_route(guild)?, LightMethod::Put).body(Some(body));
        self.in_turn(self.http.request(request)).await.map(|_| ())
    }

    fn commands_route(&self, guild: Option<GuildId>) -> Granted<Route<'static>> {
        let application_id = self.application()?;
        Ok(match guild {
            None => Route::Commands { application_id },
            Some(guild_id) => Route::GuildCommands { application_id, guild_id },
        })
    }

    /// Posts a message in a channel the bot is in.
    pub(super) async fn post(&self, channel: ChannelId, message: CreateMessage) -> Granted<MessageId> {
        let posted = self.in_turn(message.execute(&self.http, (channel, None))).await?;
        Ok(posted.id)
    }

    /// Opens a thread under a message. Its id is the message's.
    pub(super) async fn open_thread(
        &self,
        channel: ChannelId,
        message: MessageId,
        thread: CreateThread<'_>,
    ) -> Granted<ChannelId> {
        match self.in_turn(thread.execute(&self.http, (channel, Some(message)))).await {
            Ok(opened) => Ok(opened.id),
            // An earlier attempt opened it.
            Err(Failure::HasThread) => Ok(ChannelId::new(message.get())),
            Err(failure) => Err(failure),
        }
    }

    /// Takes somebody into a thread.
    pub(super) async fn add_to_thread(&self, thread: ChannelId, user: UserId) -> Granted<()> {
        self.in_turn(self.http.add_thread_channel_member(thread, user)).await
    }

    /// Closes a thread; whoever writes there opens it again.
    pub(super) async fn close_thread(&self, thread: ChannelId) -> Granted<()> {
        self.in_turn(EditThread::new().archived(true).execute(&self.http, thread)).await.map(|_| ())
    }

    /// Takes the buttons and menus of a message away.
    pub(super) async fn strip(&self, channel: ChannelId, message: MessageId) -> Granted<()> {
        let edit = EditMessage::new().components(Vec::new());
        self.in_turn(self.http.edit_message(channel, message, &edit, Vec::new())).await.map(|_| ())
    }

    /// Writes to one person.
    pub(super) async fn write_to(&self, user: UserId, message: CreateMessage) -> Granted<()> {
        let body = serde_json::json!({ "recipient_id": user.to_string() });
        let channel = self.in_turn(self.http.create_private_channel(&body)).await?;
        self.post(channel.id, message).await.map(|_| ())
    }

    pub(super) async fn user(&self, user: UserId) -> Granted<User> {
        self.in_turn(self.http.get_user(user)).await
    }

    /// Members of a server whose names begin like this.
    pub(super) async fn members(&self, guild: GuildId, prefix: &str, limit: u64) -> Granted<Vec<Member>> {
        self.in_turn(self.http.search_guild_members(guild, prefix, Some(limit))).await
    }
}
