//! An interaction as it arrives, by the gateway or over HTTP, in terms of the service: who, where, in which language,
//! and what they did. Not here: what comes of it (`answering`).

use adoube_service::{Action, ChannelId, Language, Person};
use serenity::all::{
    AuthorizingIntegrationOwners, CommandDataOptionValue, CommandDataResolved, CommandInteraction,
    ComponentInteraction, ComponentInteractionDataKind, Interaction, InteractionContext, InteractionId,
    Member, MessageFlags, PartialChannel, Permissions, User,
};
use tokio::time::Instant;

use super::{PLATFORM, people, permissions::Rights, places::Place};

/// What a server has chosen when nobody chose anything.
const NOBODYS_CHOICE: &str = "en-US";
/// Whoever may do one of these moderates.
const MODERATES: Permissions =
    Permissions::ADMINISTRATOR.union(Permissions::MANAGE_GUILD).union(Permissions::MANAGE_MESSAGES);
/// Whoever may do one of these can change what the bot is allowed, or knows who can.
const MANAGES: Permissions = Permissions::ADMINISTRATOR
    .union(Permissions::MANAGE_GUILD)
    .union(Permissions::MANAGE_CHANNELS)
    .union(Permissions::MANAGE_ROLES);

/// An interaction.
#[derive(Clone, Debug)]
pub(super) struct Arrival {
    pub(super) id: adoube_discord::InteractionId,
    /// When it came; it has to be answered soon after.
    pub(super) at: Instant,
    /// With it the interaction is answered.
    pub(super) token: String,
    pub(super) channel: ChannelId,
    pub(super) person: Person,
    pub(super) language: Language,
    pub(super) moderator: bool,
    /// Whether they may change what the bot is allowed.
    pub(super) manager: bool,
    pub(super) place: Place,
    /// What the bot may do there.
    pub(super) rights: Rights,
    /// Others who are named in it.
    pub(super) named: Vec<Named>,
    pub(super) wish: Wish,
}

/// Somebody named in an interaction.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub(super) person: Person,
    /// Programs do not play.
    pub(super) bot: bool,
}

/// What somebody wants.
#[derive(Clone, Debug)]
pub(super) enum Wish {
    /// A command.
    Command(Action),
    /// A button or menu of a message; `private` when nobody else sees that message.
    Press { action: Action, private: bool },
    /// Completions of an option.
    Completions { command: String, option: String, typed: String },
}

impl Arrival {
    /// Reads an interaction; `None` when it is of a kind the bot never asked for.
    pub(super) fn read(interaction: Interaction) -> Option<Self> {
        match interaction {
            Interaction::Command(command) => Some(Self::command(&command)),
            Interaction::Autocomplete(command) => Self::completions(&command),
            Interaction::Component(component) => Self::component(&component),
            _ => None,
        }
    }

    fn command(command: &CommandInteraction) -> Self {
        let line = line(command);
        let common = Common::of_command(command);
        common.arrival(named(&command.data.resolved), Wish::Command(Action::Command(line)))
    }

    fn completions(command: &CommandInteraction) -> Option<Self> {
        let focused = command.data.autocomplete()?;
        let wish = Wish::Completions {
            command: command.data.name.clone(),
            option: focused.name.to_owned(),
            typed: focused.value.to_owned(),
        };
        Some(Common::of_command(command).arrival(Vec::new(), wish))
    }

    fn component(component: &ComponentInteraction) -> Option<Self> {
        let value = match &component.data.kind {
            ComponentInteractionDataKind::Button => None,
            ComponentInteractionDataKind::StringSelect { values } => Some(values.first()?.clone()),
            ComponentInteractionDataKind::UserSelect { values } => Some(format!("<@{}>", values.first()?)),
            _ => return None,
        };
        let action = Action::Press { id: component.data.custom_id.clone(), value };
        let flags = component.message.flags.unwrap_or_default();
        let private = flags.contains(MessageFlags::EPHEMERAL);
        let common = Common {
            id: component.id,
            token: &component.token,
            channel: component.channel_id.to_string(),
            kind: component.channel.as_ref(),
            guild: component.guild_id.map(serenity::all::GuildId::get),
            user: &component.user,
            member: component.member.as_ref(),
            may: component.app_permissions,
            locale: &component.locale,
            guild_locale: component.guild_locale.as_deref(),
            owners: &component.authorizing_integration_owners,
            context: component.context.as_ref(),
        };
        Some(common.arrival(named(&component.data.resolved), Wish::Press { action, private }))
    }
}

/// What interactions of every kind bring with them.
struct Common<'a> {
    id: InteractionId,
    token: &'a str,
    channel: String,
    kind: Option<&'a PartialChannel>,
    guild: Option<u64>,
    user: &'a User,
    member: Option<&'a Member>,
    may: Option<Permissions>,
    locale: &'a str,
    guild_locale: Option<&'a str>,
    owners: &'a AuthorizingIntegrationOwners,
    context: Option<&'a InteractionContext>,
}

impl<'a> Common<'a> {
    fn of_command(command: &'a CommandInteraction) -> Self {
        Self {
            id: command.id,
            token: &command.token,
            channel: command.channel_id.to_string(),
            kind: command.channel.as_ref(),
            guild: command.guild_id.map(serenity::all::GuildId::get),
            user: &command.user,
            member: command.member.as_deref(),
            may: command.app_permissions,
            locale: &command.locale,
            guild_locale: command.guild_locale.as_deref(),
            owners: &command.authorizing_integration_owners,
            context: command.context.as_ref(),
        }
    }

    fn arrival(self, named: Vec<Named>, wish: Wish) -> Arrival {
        let spoken = Language::from_tag(self.locale).unwrap_or_default();
        let chosen =
            self.guild_locale.filter(|locale| *locale != NOBODYS_CHOICE).and_then(Language::from_tag);
        let permissions = self.member.and_then(|member| member.permissions).unwrap_or_default();
        let kind = self.kind.map(|channel| channel.kind);
        let rights = Rights::new(self.owners, self.context, self.guild.is_some(), kind, self.may);
        Arrival {
            id: self.id.into(),
            at: Instant::now(),
            token: self.token.to_owned(),
            channel: ChannelId(format!("{PLATFORM}:{}", self.channel)),
            person: people::person(self.user, self.member.and_then(|member| member.nick.as_deref())),
            language: spoken,
            moderator: permissions.intersects(MODERATES),
            manager: permissions.intersects(MANAGES),
            place: Place::new(self.guild, rights.may_post(), chosen, spoken)
                .with_threads(rights.may_open_threads()),
            rights,
            named,
            wish,
        }
    }
}

/// The command line of a slash command: every option by its name, so that no text in one can be taken for another.
fn line(command: &CommandInteraction) -> String {
    let options = command.data.options.iter().filter_map(|option| {
        let value = match &option.value {
            CommandDataOptionValue::String(text) => text.clone(),
            CommandDataOptionValue::User(user) => format!("<@{user}>"),
            CommandDataOptionValue::Integer(number) => number.to_string(),
            CommandDataOptionValue::Boolean(yes) => yes.to_string(),
            _ => return None,
        };
        let words: Vec<&str> = value.split_whitespace().collect();
        (!words.is_empty()).then(|| format!(" {}:{}", option.name, words.join(" ")))
    });
    options.fold(command.data.name.clone(), |line, option| line + option.as_str())
}

fn named(resolved: &CommandDataResolved) -> Vec<Named> {
    let nick = |user: &User| resolved.members.get(&user.id).and_then(|member| member.nick.as_deref());
    resolved
        .users
        .values()
        .map(|user| Named { person: people::person(user, nick(user)), bot: user.bot })
        .collect()
}
