//! Data of the fake Discord: channels, messages, interactions, threads, requests and permissions.
//! Not here: how any of it changes.

use std::{
    collections::{HashMap, HashSet},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use serde_json::Value;

use super::{User, faults, gateway, members, refusals, refusals::Refusal, sessions};

/// The beginning of 2015, when Discord's ids begin, in milliseconds since 1970.
const EPOCH: u128 = 1_420_070_400_000;
/// How long an interaction waits for its first answer, and how long it can be answered further.
const FIRST_ANSWER: Duration = Duration::from_secs(3);
const FURTHER_ANSWERS: Duration = Duration::from_secs(15 * 60);

/// What the bot may do in a channel.
pub mod permissions {
    pub const VIEW_CHANNEL: u64 = 1 << 10;
    pub const CONNECT: u64 = 1 << 20;
    pub const USE_EXTERNAL_APPS: u64 = 1 << 50;
    pub const SEND_MESSAGES: u64 = 1 << 11;
    pub const EMBED_LINKS: u64 = 1 << 14;
    pub const ATTACH_FILES: u64 = 1 << 15;
    pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
    pub const MANAGE_THREADS: u64 = 1 << 34;
    pub const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
    pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;
    /// What the bot is usually given.
    pub const USUAL: u64 = VIEW_CHANNEL
        | SEND_MESSAGES
        | EMBED_LINKS
        | ATTACH_FILES
        | READ_MESSAGE_HISTORY
        | CREATE_PUBLIC_THREADS
        | SEND_MESSAGES_IN_THREADS;
}

/// Kinds of channels.
pub mod kinds {
    pub const TEXT: u64 = 0;
    pub const DIRECT: u64 = 1;
    pub const VOICE: u64 = 2;
    pub const ANNOUNCEMENT: u64 = 5;
    pub const ANNOUNCEMENT_THREAD: u64 = 10;
    pub const THREAD: u64 = 11;
    pub const STAGE: u64 = 13;
    /// Nothing is written there but in its threads.
    pub const FORUM: u64 = 15;
}

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Request {
    pub method: String,
    pub path: String,
    pub body: Value,
    pub status: u16,
    /// What it was answered.
    pub answer: Value,
}

/// Sees requests as they are answered.
pub type Tap = Box<dyn Fn(&Request) + Send>;

/// A message.
#[derive(Clone, Debug, Default)]
pub struct Message {
    pub id: u64,
    /// Who wrote it.
    pub author: u64,
    pub channel: u64,
    /// The message it answers.
    pub reply: Option<u64>,
    /// As it is shown: commands by their names.
    pub content: String,
    /// As it was sent: with mentions of commands, `</play:1234>`.
    pub sent: String,
    pub embeds: Value,
    pub components: Value,
    /// Name, description, bytes.
    pub attachments: Vec<(String, String, Vec<u8>)>,
    /// Whoever alone sees it.
    pub only_for: Option<u64>,
    pub pinged: Vec<u64>,
    pub nonce: Option<String>,
    pub deleted: bool,
    /// "The bot is thinking".
    pub thinking: bool,
    /// How often it was changed.
    pub edits: u32,
    /// How long after it was written its author changed it last.
    pub edited: Option<Duration>,
}

/// An interaction and what became of it.
#[derive(Clone, Debug)]
pub struct Interaction {
    pub id: u64,
    /// A command, a component, completions, a form.
    pub kind: u8,
    pub user: u64,
    pub channel: u64,
    /// The message with the control.
    pub source: Option<u64>,
    /// The type of the first answer.
    pub answer: Option<u64>,
    /// The message that answered it.
    pub original: Option<u64>,
    pub choices: Option<Value>,
    /// The form that answered it.
    pub form: Option<Value>,
    /// Answers beyond the first.
    pub further: u32,
    /// Whoever acted took "the bot is thinking" away.
    pub dismissed: bool,
    /// Nothing answers it any more.
    pub expired: bool,
    /// When it was made.
    pub created: Instant,
    /// How much older than that it counts as.
    pub aged: Duration,
}

impl Default for Interaction {
    fn default() -> Self {
        Self {
            id: 0,
            kind: 2,
            user: 0,
            channel: 0,
            source: None,
            answer: None,
            original: None,
            choices: None,
            form: None,
            further: 0,
            dismissed: false,
            expired: false,
            created: Instant::now(),
            aged: Duration::ZERO,
        }
    }
}

/// A channel.
#[derive(Clone, Debug)]
pub struct Channel {
    pub guild: Option<u64>,
    pub deleted: bool,
    /// What the bot may do there: [`permissions`].
    pub permissions: u64,
    /// Which of [`kinds`].
    pub kind: u64,
    pub guild_locale: Option<String>,
    /// Whether the bot was added to the server.
    pub installed: bool,
    /// Whether nobody there may use apps that are no members so that others see it.
    pub hides_guests: bool,
    /// Who sees it, and who does not, beside what roles say.
    pub overwrites: Value,
    /// What a thread has beyond that.
    pub thread: Option<Thread>,
}

impl Default for Channel {
    fn default() -> Self {
        Self {
            guild: None,
            deleted: false,
            permissions: permissions::USUAL,
            kind: kinds::TEXT,
            guild_locale: None,
            installed: false,
            hides_guests: false,
            overwrites: Value::Array(Vec::new()),
            thread: None,
        }
    }
}

/// A thread.
#[derive(Clone, Debug, Default)]
pub struct Thread {
    /// The channel it is in.
    pub parent: u64,
    /// Who began it.
    pub owner: u64,
    pub name: String,
    pub archived: bool,
    pub locked: bool,
    /// Minutes after which it is archived when nobody writes.
    pub archives_after: u64,
    /// Who is in it.
    pub members: Vec<u64>,
    /// Who was told that somebody else had added them.
    pub told: Vec<u64>,
}

/// Everything there is on it.
#[derive(Default)]
pub struct State {
    last_id: u64,
    pub requests: Vec<Request>,
    pub messages: Vec<Message>,
    pub interactions: HashMap<String, Interaction>,
    pub channels: HashMap<u64, Channel>,
    pub users: HashMap<u64, User>,
    /// Who is in a server, where that is not everybody under their own name.
    pub people: HashMap<u64, members::Guild>,
    /// By server; 0 is everywhere.
    pub commands: HashMap<u64, Vec<Value>>,
    pub command_puts: u32,
    /// New ones of today, by server; Discord counts them for each.
    pub new_commands: HashMap<u64, u32>,
    /// In which ways the application may be installed: in servers (0), by people for themselves (1).
    pub installations: Vec<u8>,
    /// Whose the application is.
    pub owner: u64,
    /// What the application is said to be beside or instead of what is usual; its description in `openapi` may not know it.
    pub application_says: Value,
    /// Where Discord calls with interactions; over the gateway come none then.
    pub endpoint: Option<String>,
    pub sessions: HashMap<String, sessions::Session>,
    /// Whether the gateway hangs up on everybody, and shards that are not let in.
    pub is_away: bool,
    /// Where it did, in order.
    pub turned_away: Vec<gateway::Door>,
    pub lost_shards: HashSet<u64>,
    /// Words that `AutoMod` keeps out.
    pub blocked: Vec<String>,
    /// People to whom no channel of direct messages can be opened;
    /// <https://github.com/discord/discord-api-docs/issues/1905>.
    pub closed_to_opening: HashSet<u64>,
    /// People who take no direct messages.
    pub closed_to_messages: HashSet<u64>,
    /// IDENTIFYs and RESUMEs that were granted, and the intents of the last IDENTIFY, whether granted or not.
    pub identified: u32,
    pub asked_intents: u64,
    pub resumed: u32,
    /// The shards that identified, and of how many, in order.
    pub shards_identified: Vec<(u64, u64)>,
    /// How many shards are recommended, and the fewest that are taken.
    pub shards: u64,
    pub least_shards: u64,
    /// How many shards may identify at once, and when they last did.
    pub max_concurrency: u64,
    pub turns: HashMap<u64, Instant>,
    /// Whether shards have to wait for their turn. Tests start a bot twice in less time than that.
    pub identify_in_turn: bool,
    /// Between two IDENTIFYs of a bucket; shorter where the bot's time passes faster.
    pub turn: Duration,
    /// IDENTIFYs that came before their turn.
    pub too_early: u32,
    /// The day in which no more than [`STARTS`](super::STARTS) sessions may begin, once one has begun, and those that did
    /// all the same.
    pub day: Option<super::sessions::Day>,
    pub over_day: u32,
    /// What the application is granted: its flags.
    pub application_flags: u64,
    /// How long between heartbeats; whoever misses one is left. Where there is none, nobody is.
    pub heartbeats: Option<Duration>,
    pub faults: faults::Faults,
    pub token: String,
    /// The key with which calls are signed, in hexadecimal.
    pub verify_key: String,
    /// How long interactions are on their way to the bot: so much older they are when it hears of them.
    pub lag: Duration,
    /// Interactions also grow older by the time that passes. Otherwise a slow machine would fail tests.
    pub in_real_time: bool,
    /// Sees each request; then none is noted, and no file is kept.
    pub tap: Option<Tap>,
    /// How many of the newest messages, requests and events are known, where a test lasts so long that not all can be.
    pub keeps: Option<usize>,
}

impl State {
    /// Some minutes have passed: a message with a nonce that was used before is a new one again
    /// (<https://docs.discord.com/developers/resources/message#create-message>).
    pub fn forget_nonces(&mut self) {
        for message in &mut self.messages {
            message.nonce = None;
        }
    }

    pub fn new(token: &str) -> Self {
        Self {
            token: token.to_owned(),
            shards: 1,
            max_concurrency: 1,
            installations: vec![0, 1],
            ..Self::default()
        }
    }

    /// A new id: later ones are larger, and say when they were given.
    pub fn id(&mut self) -> u64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is later than 1970").as_millis();
        let now = u64::try_from(now.saturating_sub(EPOCH)).expect("a time") << 22;
        self.last_id = now.max(self.last_id + 1);
        self.last_id
    }

    /// From now on ids follow one another from here, whatever the time is.
    pub fn count_from(&mut self, id: u64) {
        self.last_id = id;
    }

    /// Later messages are behind.
    fn place(&self, id: u64) -> Option<usize> {
        let index = self.messages.binary_search_by_key(&id, |message| message.id).ok()?;
        (!self.messages[index].deleted).then_some(index)
    }

    pub fn message(&self, id: u64) -> Option<&Message> {
        self.place(id).map(|index| &self.messages[index])
    }

    pub fn message_mut(&mut self, id: u64) -> Option<&mut Message> {
        self.place(id).map(|index| &mut self.messages[index])
    }

    /// A channel that is still there.
    pub fn channel(&self, id: u64) -> Option<&Channel> {
        let channel = self.channels.get(&id).filter(|channel| !channel.deleted)?;
        // A thread goes with its channel.
        channel.thread.as_ref().is_none_or(|thread| self.channel(thread.parent).is_some()).then_some(channel)
    }

    /// What the bot may do in a channel; in a thread that is what it may in the channel it belongs to.
    pub fn permissions(&self, channel: &Channel) -> u64 {
        let parent = channel.thread.as_ref().and_then(|thread| self.channels.get(&thread.parent));
        parent.unwrap_or(channel).permissions
    }

    /// Whether the bot itself may do something in a channel.
    pub fn allows(&self, channel: u64, needed: u64) -> Result<(), Refusal> {
        let channel = self.channel(channel).ok_or(refusals::UNKNOWN_CHANNEL)?;
        if !channel.installed {
            return Err(refusals::MISSING_ACCESS);
        }
        let may = if channel.guild.is_some() { self.permissions(channel) } else { u64::MAX };
        // Messages of a voice channel are behind the right to join it
        // (<https://github.com/discord/discord-api-docs/pull/5111>).
        let is_voice = matches!(channel.kind, kinds::VOICE | kinds::STAGE);
        let access = permissions::VIEW_CHANNEL | if is_voice { permissions::CONNECT } else { 0 };
        if may & access != access {
            Err(refusals::MISSING_ACCESS)
        } else if may & needed != needed {
            Err(refusals::MISSING_PERMISSIONS)
        } else {
            Ok(())
        }
    }

    /// Whether `AutoMod` keeps a message out.
    pub fn is_blocked(&self, body: &Value) -> bool {
        let words = body["content"].as_str().unwrap_or_default();
        self.blocked.iter().any(|blocked| words.contains(blocked))
    }

    fn age(&self, interaction: &Interaction) -> Duration {
        let passed = if self.in_real_time { interaction.created.elapsed() } else { Duration::ZERO };
        interaction.aged + passed
    }

    /// An interaction that can be answered for the first time.
    pub fn unanswered(&self, id: u64, token: &str) -> Result<Interaction, Refusal> {
        let interaction = self.interactions.get(token).filter(|each| each.id == id && !each.expired);
        let interaction = interaction.ok_or(refusals::UNKNOWN_INTERACTION)?;
        if interaction.answer.is_some() {
            return Err(refusals::ANSWERED);
        }
        let in_time = self.age(interaction) <= FIRST_ANSWER;
        in_time.then(|| interaction.clone()).ok_or(refusals::UNKNOWN_INTERACTION)
    }

    /// An interaction that was answered and can be answered further.
    pub fn answered(&self, token: &str) -> Result<Interaction, Refusal> {
        let interaction = self.interactions.get(token).ok_or(refusals::UNKNOWN_WEBHOOK)?;
        if interaction.expired || self.age(interaction) > FURTHER_ANSWERS {
            return Err(refusals::WRONG_TOKEN);
        }
        interaction.answer.map(|_| interaction.clone()).ok_or(refusals::UNKNOWN_WEBHOOK)
    }
}
