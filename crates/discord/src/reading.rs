//! What the library tells of interactions, messages and threads, in plain types. Not here: how it comes (`gateway`, `endpoint`).

use serde::Deserialize;
use serenity::all::{
    AuthorizingIntegrationOwners, CommandDataOptionValue, CommandDataResolved, CommandInteraction,
    ComponentInteraction, ComponentInteractionDataKind, GuildChannel, InteractionContext, Member,
    MessageFlags, MessageType, PartialChannel, Permissions, RoleId,
};

use crate::{
    ChannelId, Given, GuildId, Interaction, InteractionId, Rights, Said, ThreadState, User, UserId, Wish,
};

/// Whoever may do one of these moderates.
const MODERATES: Permissions =
    Permissions::ADMINISTRATOR.union(Permissions::MANAGE_GUILD).union(Permissions::MANAGE_MESSAGES);
/// Whoever may do one of these can change what the bot is allowed, or knows who can.
const MANAGES: Permissions = Permissions::ADMINISTRATOR
    .union(Permissions::MANAGE_GUILD)
    .union(Permissions::MANAGE_CHANNELS)
    .union(Permissions::MANAGE_ROLES);

/// A user under the name they have where they are.
pub(crate) fn user(user: &serenity::all::User, nick: Option<&str>) -> User {
    let name = nick.or(user.global_name.as_deref()).unwrap_or(&user.name);
    User { id: user.id.into(), name: name.to_owned(), bot: user.bot }
}

/// An interaction; `None` when it is of a kind the bot never asked for.
pub(crate) fn interaction(interaction: &serenity::all::Interaction) -> Option<Interaction> {
    match interaction {
        serenity::all::Interaction::Command(command) => Some(self::command(command)),
        serenity::all::Interaction::Autocomplete(command) => completions(command),
        serenity::all::Interaction::Component(component) => self::component(component),
        _ => None,
    }
}

fn command(command: &CommandInteraction) -> Interaction {
    let options = command.data.options.iter().filter_map(|option| {
        let given = match &option.value {
            CommandDataOptionValue::String(text) => Given::Text(text.clone()),
            CommandDataOptionValue::User(user) => Given::Person((*user).into()),
            CommandDataOptionValue::Integer(number) => Given::Number(*number),
            CommandDataOptionValue::Boolean(yes) => Given::Flag(*yes),
            _ => return None,
        };
        Some((option.name.clone(), given))
    });
    let wish = Wish::Command { name: command.data.name.clone(), options: options.collect() };
    Common::of_command(command).interaction(named(&command.data.resolved), wish)
}

fn completions(command: &CommandInteraction) -> Option<Interaction> {
    let focused = command.data.autocomplete()?;
    let wish = Wish::Completions {
        command: command.data.name.clone(),
        option: focused.name.to_owned(),
        typed: focused.value.to_owned(),
    };
    Some(Common::of_command(command).interaction(Vec::new(), wish))
}

fn component(component: &ComponentInteraction) -> Option<Interaction> {
    let picked = match &component.data.kind {
        ComponentInteractionDataKind::Button => None,
        ComponentInteractionDataKind::StringSelect { values } => Some(Given::Text(values.first()?.clone())),
        ComponentInteractionDataKind::UserSelect { values } => Some(Given::Person((*values.first()?).into())),
        _ => return None,
    };
    let flags = component.message.flags.unwrap_or_default();
    let private = flags.contains(MessageFlags::EPHEMERAL);
    let wish = Wish::Press { id: component.data.custom_id.clone(), picked, private };
    let common = Common {
        id: component.id.into(),
        token: &component.token,
        channel: component.channel_id.into(),
        kind: component.channel.as_ref(),
        guild: component.guild_id.map(GuildId::from),
        user: &component.user,
        member: component.member.as_ref(),
        may: component.app_permissions,
        locale: &component.locale,
        guild_locale: component.guild_locale.as_deref(),
        owners: &component.authorizing_integration_owners,
        context: component.context.as_ref(),
    };
    Some(common.interaction(named(&component.data.resolved), wish))
}

/// What interactions of every kind bring with them.
struct Common<'a> {
    id: InteractionId,
    token: &'a str,
    channel: ChannelId,
    kind: Option<&'a PartialChannel>,
    guild: Option<GuildId>,
    user: &'a serenity::all::User,
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
            id: command.id.into(),
            token: &command.token,
            channel: command.channel_id.into(),
            kind: command.channel.as_ref(),
            guild: command.guild_id.map(GuildId::from),
            user: &command.user,
            member: command.member.as_deref(),
            may: command.app_permissions,
            locale: &command.locale,
            guild_locale: command.guild_locale.as_deref(),
            owners: &command.authorizing_integration_owners,
            context: command.context.as_ref(),
        }
    }

    fn interaction(self, named: Vec<User>, wish: Wish) -> Interaction {
        let permissions = self.member.and_then(|member| member.permissions).unwrap_or_default();
        let kind = self.kind.map(|channel| channel.kind);
        Interaction {
            id: self.id,
            token: self.token.to_owned(),
            channel: self.channel,
            guild: self.guild,
            user: user(self.user, self.member.and_then(|member| member.nick.as_deref())),
            moderates: permissions.intersects(MODERATES),
            manages: permissions.intersects(MANAGES),
            rights: Rights::new(self.owners, self.context, self.guild.is_some(), kind, self.may),
            shows_guests: self.member.is_none()
                || permissions.use_external_apps()
                || permissions.administrator(),
            locale: self.locale.to_owned(),
            guild_locale: self.guild_locale.map(str::to_owned),
            named,
            wish,
        }
    }
}

fn named(resolved: &CommandDataResolved) -> Vec<User> {
    let nick =
        |user: &serenity::all::User| resolved.members.get(&user.id).and_then(|member| member.nick.as_deref());
    resolved.users.values().map(|each| user(each, nick(each))).collect()
}

/// How a thread is; `None` for a channel that is none.
pub(crate) fn thread(channel: &GuildChannel) -> Option<ThreadState> {
    let metadata = channel.thread_metadata.as_ref()?;
    Some(ThreadState {
        id: channel.id.into(),
        parent: channel.parent_id.map(ChannelId::from),
        archived: metadata.archived,
        locked: metadata.locked,
    })
}

/// A message, as far as the bot is interested in it: what else is in it, and in the one it answers, may be of kinds that are
/// newer than the library.
#[derive(Deserialize)]
pub(crate) struct Message {
    id: serenity::all::MessageId,
    channel_id: serenity::all::ChannelId,
    pub(crate) guild_id: Option<serenity::all::GuildId>,
    author: serenity::all::User,
    member: Option<Nick>,
    #[serde(default)]
    content: String,
    #[serde(default)]
    mentions: Vec<Mentioned>,
    #[serde(default)]
    pub(crate) mention_roles: Vec<RoleId>,
    #[serde(rename = "type")]
    kind: MessageType,
    webhook_id: Option<serenity::all::WebhookId>,
}

/// Somebody who is called by a message, as whom they are known there.
#[derive(Deserialize)]
struct Mentioned {
    #[serde(flatten)]
    user: serenity::all::User,
    member: Option<Nick>,
}

#[derive(Deserialize)]
struct Nick {
    nick: Option<String>,
}

impl Message {
    /// What it says to whom; `None` when no person wrote it, or Discord keeps its words to itself. `role` is the bot's own
    /// where it is called: that is known although the words are not.
    pub(crate) fn said(self, own: UserId, role: Option<RoleId>) -> Option<Said> {
        if self.content.is_empty() && role.is_none() || !self.is_by_a_person() {
            return None;
        }
        let nick = |member: Option<&Nick>| member.and_then(|member| member.nick.clone());
        let mentioned = |each: &Mentioned| user(&each.user, nick(each.member.as_ref()).as_deref());
        Some(Said {
            id: self.id.into(),
            channel: self.channel_id.into(),
            guild: self.guild_id.map(GuildId::from),
            author: user(&self.author, nick(self.member.as_ref()).as_deref()),
            mentions: self.mentions.iter().map(mentioned).collect(),
            content: self.content,
            own,
            role: role.map(RoleId::get),
        })
    }

    fn is_by_a_person(&self) -> bool {
        let written = matches!(self.kind, MessageType::Regular | MessageType::InlineReply);
        written && !self.author.bot && !self.author.system && self.webhook_id.is_none()
    }
}
