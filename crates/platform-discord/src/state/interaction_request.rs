//! Translates an interaction of Discord into the bot's terms: person, channel, language, and
//! action.
//!
//! Not here: handling it (`interactions`).

use adoube_bot::{ChannelId, InputValue, Locales, Person, ReaderProfile, UserAction};
use adoube_discord_client::{
    ChannelAccess, ChannelPermissions, GuildId, Interaction, InteractionId, InteractionKind, OptionInput,
    Permission,
};
use tokio::time::Instant;

use crate::{
    ids::bot_channel,
    message::render::MOVE_FORM,
    state::{
        channel_context::ChannelContext,
        person::{MentionedPerson, person},
    },
};

/// The locale of a server whose moderators have chosen none.
const DEFAULT_GUILD_LOCALE: &str = "en-US";
/// The commands behind menu commands and forms, each with the option that they fill.
const PLAY: (&str, &str) = ("play", "opponent");
const MOVE: (&str, &str) = ("move", "move");

/// An interaction.
#[derive(Clone, Debug)]
pub(crate) struct InteractionRequest {
    /// The handle for its answers.
    pub(crate) handle: InteractionHandle,
    pub(crate) channel: ChannelId,
    pub(crate) person: Person,
    /// The reader profile: first by the language of the Discord client, after the decision by their
    /// choices.
    pub(crate) reader: ReaderProfile,
    pub(crate) is_moderator: bool,
    /// Whether the person may change the bot's permissions.
    pub(crate) is_manager: bool,
    pub(crate) context: ChannelContext,
    /// The bot's permissions in the channel.
    pub(crate) permissions: ChannelPermissions,
    /// Whether everybody in the channel sees the answers of apps that are not members of the
    /// server.
    pub(crate) shows_guests: bool,
    /// Other people mentioned in it.
    pub(crate) mentioned: Vec<MentionedPerson>,
    pub(crate) action: ReceivedAction,
}

/// The id and token with which an interaction is answered.
#[derive(Clone, Debug)]
pub(crate) struct InteractionHandle {
    pub(crate) id: InteractionId,
    pub(crate) token: String,
    /// When it arrived: Discord takes a first answer for three seconds.
    pub(crate) received_at: Instant,
}

/// What a person did.
#[derive(Clone, Debug)]
pub(crate) enum ReceivedAction {
    /// A command.
    Command(UserAction),
    /// A press on a button or menu; `is_private` if only the person who acted sees the message.
    Press { action: UserAction, is_private: bool },
    /// Typing in an option that has completions.
    Completion { command: String, option: String, typed: String },
    /// A press on the button that opens the move form.
    MoveForm,
    /// The menu command for a move, on a message without words.
    EmptyMoveMessage,
}

impl InteractionRequest {
    /// Reads an interaction that has just arrived.
    pub(crate) fn read(interaction: Interaction, locales: &Locales) -> Self {
        let language = locales.find(&interaction.locale).unwrap_or_default();
        let guild_locale =
            interaction.guild_locale.as_deref().filter(|locale| *locale != DEFAULT_GUILD_LOCALE);
        let guild_language = guild_locale.and_then(|locale| locales.find(locale));
        let (permissions, guild) = (interaction.rights, interaction.guild.map(GuildId::get));
        let can_embed =
            permissions.presence != ChannelAccess::Member || permissions.has(Permission::EmbedLinks);
        Self {
            handle: InteractionHandle {
                id: interaction.id,
                token: interaction.token,
                received_at: Instant::now(),
            },
            channel: bot_channel(interaction.channel),
            person: person(&interaction.user),
            reader: language.into(),
            is_moderator: interaction.moderates,
            is_manager: interaction.manages,
            context: ChannelContext::new(guild, permissions.may_post(), guild_language, language)
                .with_threads(permissions.may_open_threads())
                .with_embeds(can_embed),
            permissions,
            shows_guests: interaction.shows_guests,
            mentioned: interaction.named.iter().map(MentionedPerson::new).collect(),
            action: ReceivedAction::read(interaction.wish),
        }
    }
}

impl ReceivedAction {
    /// A command with one option.
    fn command((name, option): (&str, &str), given: OptionInput) -> Self {
        Self::invoke(name.to_owned(), vec![(option.to_owned(), given)])
    }

    fn invoke(command: String, options: Vec<(String, OptionInput)>) -> Self {
        let values = options.into_iter().map(|(option, given)| (option, value(given))).collect();
        Self::Command(UserAction::Invoke { command, values })
    }

    fn read(kind: InteractionKind) -> Self {
        match kind {
            InteractionKind::Command { name, options } => Self::invoke(name, options),
            InteractionKind::UserMenu(person) => Self::command(PLAY, OptionInput::Person(person)),
            InteractionKind::MessageMenu { words } => match move_in(&words) {
                "" => Self::EmptyMoveMessage,
                said => Self::command(MOVE, OptionInput::Text(said.to_owned())),
            },
            InteractionKind::Submit { words, .. } => Self::command(MOVE, OptionInput::Text(words)),
            InteractionKind::Press { id, .. } if id == MOVE_FORM => Self::MoveForm,
            InteractionKind::Press { id, picked, private } => Self::Press {
                action: UserAction::Press { id, value: picked.as_ref().map(words) },
                is_private: private,
            },
            InteractionKind::Autocomplete { command, option, typed } => {
                Self::Completion { command, option, typed }
            }
        }
    }
}

/// The words of a message without a mention in front and without markdown around them.
fn move_in(words: &str) -> &str {
    let words = words.trim();
    let called = words.strip_prefix("<@").and_then(|behind| behind.split_once('>'));
    let is_bare = |c: char| c.is_whitespace() || matches!(c, '*' | '_' | '`' | '|' | '~' | '>' | ',' | ':');
    called.map_or(words, |(_, behind)| behind).trim_matches(is_bare)
}

/// The value of an option as the bot takes it.
fn value(given: OptionInput) -> InputValue {
    match given {
        OptionInput::Text(text) => InputValue::Text(text),
        OptionInput::Number(number) => InputValue::Number(number),
        OptionInput::Person(_) => InputValue::Person(words(&given)),
        OptionInput::Flag(_) => InputValue::Text(words(&given)),
    }
}

/// What was picked or given, as text.
fn words(given: &OptionInput) -> String {
    match given {
        OptionInput::Text(text) => text.clone(),
        OptionInput::Number(number) => number.to_string(),
        OptionInput::Flag(yes) => yes.to_string(),
        OptionInput::Person(user) => format!("<@{user}>"),
    }
}
