//! An interaction as it arrives, by the gateway or over HTTP, in terms of the bot: who, where, in which language,
//! and what they did. Not here: what comes of it (`answering`).

use adoube_bot::{ChannelId, Language, Locales, Person, ReadingPreferences, UserAction};
use adoube_discord_client::{
    ChannelAccess, ChannelPermissions, DiscordUser, GuildId, Interaction, InteractionId, OptionInput,
    Permission,
};
use tokio::time::Instant;

use crate::{
    PLATFORM,
    state::{channel_context::ChannelContext, people},
};

/// What a server has chosen when nobody chose anything.
const NOBODYS_CHOICE: &str = "en-US";

/// An interaction.
#[derive(Clone, Debug)]
pub(crate) struct ReceivedInteraction {
    pub(crate) id: InteractionId,
    /// When it came; it has to be answered soon after.
    pub(crate) at: Instant,
    /// With it the interaction is answered.
    pub(crate) token: String,
    pub(crate) channel: ChannelId,
    pub(crate) person: Person,
    pub(crate) language: Language,
    /// What they have chosen beside the language, once that is known.
    pub(crate) taste: ReadingPreferences,
    pub(crate) moderator: bool,
    /// Whether they may change what the bot is allowed.
    pub(crate) manager: bool,
    pub(crate) place: ChannelContext,
    /// What the bot may do there.
    pub(crate) rights: ChannelPermissions,
    /// Whether everybody there sees what apps that are no members of the server answer them.
    pub(crate) shows_guests: bool,
    /// Others who are named in it.
    pub(crate) named: Vec<MentionedPerson>,
    pub(crate) wish: ReceivedAction,
}

/// Somebody named in an interaction.
#[derive(Clone, Debug)]
pub(crate) struct MentionedPerson {
    pub(crate) person: Person,
    /// Programs do not play.
    pub(crate) bot: bool,
}

/// What somebody wants.
#[derive(Clone, Debug)]
pub(crate) enum ReceivedAction {
    /// A command.
    Command(UserAction),
    /// A button or menu of a message; `private` when nobody else sees that message.
    Press { action: UserAction, private: bool },
    /// Completions of an option.
    Completions { command: String, option: String, typed: String },
    /// A form to type a move in.
    MoveForm,
    /// A move that a message says, which says nothing.
    Wordless,
}

/// The button that asks for a form to type a move in, and that form. They name no game: what is typed counts where it is
/// typed, like `/move`.
pub(crate) const MOVE_FORM: &str = "discord.move";
/// The commands that what people do without typing one comes to, and their options.
const PLAY: (&str, &str) = ("play", "opponent");
const MOVE: (&str, &str) = ("move", "move");

impl ReceivedInteraction {
    /// Reads an interaction that has just come.
    pub(crate) fn read(interaction: Interaction, locales: &Locales) -> Self {
        let spoken = locales.find(&interaction.locale).unwrap_or_default();
        let chosen = interaction.guild_locale.as_deref().filter(|locale| *locale != NOBODYS_CHOICE);
        let chosen = chosen.and_then(|locale| locales.find(locale));
        let (rights, guild) = (interaction.rights, interaction.guild.map(GuildId::get));
        Self {
            id: interaction.id,
            at: Instant::now(),
            token: interaction.token,
            channel: ChannelId(format!("{PLATFORM}:{}", interaction.channel)),
            person: people::person(&interaction.user),
            language: spoken,
            taste: ReadingPreferences::default(),
            moderator: interaction.moderates,
            manager: interaction.manages,
            place: ChannelContext::new(guild, rights.may_post(), chosen, spoken)
                .with_threads(rights.may_open_threads())
                .with_embeds(rights.presence != ChannelAccess::Member || rights.has(Permission::EmbedLinks)),
            rights,
            shows_guests: interaction.shows_guests,
            named: interaction.named.iter().map(MentionedPerson::new).collect(),
            wish: ReceivedAction::read(interaction.wish),
        }
    }
}

impl MentionedPerson {
    pub(crate) fn new(user: &DiscordUser) -> Self {
        Self { person: people::person(user), bot: user.bot }
    }
}

impl ReceivedAction {
    /// A command with this option.
    fn command((name, option): (&str, &str), given: OptionInput) -> Self {
        Self::Command(UserAction::Line(line(name.to_owned(), &[(option.to_owned(), given)])))
    }

    fn read(wish: adoube_discord_client::InteractionKind) -> Self {
        match wish {
            adoube_discord_client::InteractionKind::Command { name, options } => {
                Self::Command(UserAction::Line(line(name, &options)))
            }
            adoube_discord_client::InteractionKind::UserMenu(person) => {
                Self::command(PLAY, OptionInput::Person(person))
            }
            adoube_discord_client::InteractionKind::MessageMenu { words } => match move_in(&words) {
                "" => Self::Wordless,
                said => Self::command(MOVE, OptionInput::Text(said.to_owned())),
            },
            adoube_discord_client::InteractionKind::Submit { words, .. } => {
                Self::command(MOVE, OptionInput::Text(words))
            }
            adoube_discord_client::InteractionKind::Press { id, .. } if id == MOVE_FORM => Self::MoveForm,
            adoube_discord_client::InteractionKind::Press { id, picked, private } => {
                Self::Press { action: UserAction::Press { id, value: picked.as_ref().map(words) }, private }
            }
            adoube_discord_client::InteractionKind::Autocomplete { command, option, typed } => {
                Self::Completions { command, option, typed }
            }
        }
    }
}

/// What a message says without a mention in front and without markdown around it.
fn move_in(words: &str) -> &str {
    let words = words.trim();
    let called = words.strip_prefix("<@").and_then(|behind| behind.split_once('>'));
    let is_bare = |c: char| c.is_whitespace() || matches!(c, '*' | '_' | '`' | '|' | '~' | '>' | ',' | ':');
    called.map_or(words, |(_, behind)| behind).trim_matches(is_bare)
}

/// The command line of a slash command: every option by its name, so that no text in one can be taken for another.
fn line(name: String, options: &[(String, OptionInput)]) -> String {
    let options = options.iter().filter_map(|(option, given)| {
        let words = words(given);
        let words: Vec<&str> = words.split_whitespace().collect();
        (!words.is_empty()).then(|| format!(" {option}:{}", words.join(" ")))
    });
    options.fold(name, |line, option| line + option.as_str())
}

fn words(given: &OptionInput) -> String {
    match given {
        OptionInput::Text(text) => text.clone(),
        OptionInput::Number(number) => number.to_string(),
        OptionInput::Flag(yes) => yes.to_string(),
        OptionInput::Person(user) => format!("<@{user}>"),
    }
}
