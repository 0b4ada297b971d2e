//! Reads the JSON of interactions (commands, buttons, menus, forms, completions) into plain types:
//! each struct requires only what is indispensable; other used fields count as missing where their
//! form is unexpected, and unused fields are not read. Not here: messages and threads
//! (`message_payload`), transport (`shard`, `interaction_endpoint`).

use std::collections::BTreeMap;

use serde::{Deserialize, de::Error as _};
use serde_json::{Error, Value};
use serenity::all::Permissions;

use crate::{
    ApplicationId, ChannelId, ChannelPermissions, DiscordUser, GuildId, Interaction, InteractionId,
    InteractionKind, OptionInput, UserId,
    lenient::{bits, lenient},
    permissions::InteractionOrigin,
};

/// A user with one of these permissions moderates.
const MODERATES: Permissions =
    Permissions::ADMINISTRATOR.union(Permissions::MANAGE_GUILD).union(Permissions::MANAGE_MESSAGES);
/// A user with one of these permissions can change the bot's permissions, or knows who can.
const MANAGES: Permissions = Permissions::ADMINISTRATOR
    .union(Permissions::MANAGE_GUILD)
    .union(Permissions::MANAGE_CHANNELS)
    .union(Permissions::MANAGE_ROLES);

/// Message flag: visible to one user alone.
const EPHEMERAL: u64 = 1 << 6;

/// Interaction types;
/// <https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object-interaction-type>.
mod kind {
    pub(super) const PING: u8 = 1;
    pub(super) const COMMAND: u8 = 2;
    pub(super) const COMPONENT: u8 = 3;
    pub(super) const AUTOCOMPLETE: u8 = 4;
    pub(super) const FORM: u8 = 5;
}

/// Types of context-menu commands;
/// <https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-types>.
mod menu {
    pub(super) const OF_A_PERSON: u8 = 2;
    pub(super) const OF_A_MESSAGE: u8 = 3;
}

/// Option types.
mod option {
    pub(super) const TEXT: u8 = 3;
    pub(super) const NUMBER: u8 = 4;
    pub(super) const FLAG: u8 = 5;
    pub(super) const PERSON: u8 = 6;
}

/// Component types.
mod component {
    pub(super) const BUTTON: u8 = 2;
    pub(super) const TEXTS: u8 = 3;
    pub(super) const PEOPLE: u8 = 5;
}

/// A user object.
#[derive(Deserialize)]
pub(crate) struct AccountPayload {
    pub(crate) id: UserId,
    #[serde(default, deserialize_with = "lenient")]
    username: String,
    #[serde(default, deserialize_with = "lenient")]
    global_name: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    pub(crate) bot: bool,
    #[serde(default, deserialize_with = "lenient")]
    pub(crate) system: bool,
    /// The member object, where a message mentions the user.
    #[serde(default, deserialize_with = "lenient")]
    member: Option<MemberNick>,
}

/// Nickname of a member.
#[derive(Deserialize)]
pub(crate) struct MemberNick {
    #[serde(default, deserialize_with = "lenient")]
    pub(crate) nick: Option<String>,
}

impl AccountPayload {
    /// The user with their name in the server or conversation.
    pub(crate) fn user(&self, nick: Option<&str>) -> DiscordUser {
        let own = self.member.as_ref().and_then(|member| member.nick.as_deref());
        let username = Some(self.username.as_str()).filter(|name| !name.is_empty());
        let name = nick.or(own).or(self.global_name.as_deref()).or(username);
        DiscordUser {
            id: self.id,
            name: name.map_or_else(|| self.id.to_string(), str::to_owned),
            bot: self.bot,
        }
    }
}

/// An interaction object.
#[derive(Deserialize)]
pub(crate) struct ReceivedInteraction {
    id: InteractionId,
    token: String,
    #[serde(rename = "type")]
    kind: u8,
    #[serde(default, deserialize_with = "lenient")]
    pub(crate) application_id: Option<ApplicationId>,
    #[serde(default, deserialize_with = "lenient")]
    channel_id: Option<ChannelId>,
    #[serde(default, deserialize_with = "lenient")]
    channel: Option<InteractionChannel>,
    #[serde(default, deserialize_with = "lenient")]
    guild_id: Option<GuildId>,
    #[serde(default, deserialize_with = "lenient")]
    user: Option<AccountPayload>,
    #[serde(default, deserialize_with = "lenient")]
    member: Option<InteractionMember>,
    #[serde(default, deserialize_with = "bits")]
    app_permissions: Option<u64>,
    #[serde(default, deserialize_with = "lenient")]
    locale: String,
    #[serde(default, deserialize_with = "lenient")]
    guild_locale: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    authorizing_integration_owners: BTreeMap<String, Value>,
    #[serde(default, deserialize_with = "lenient")]
    context: Option<u8>,
    #[serde(default, deserialize_with = "lenient")]
    message: Option<SourceMessage>,
    #[serde(default)]
    data: Value,
}

#[derive(Deserialize)]
struct InteractionChannel {
    #[serde(default, deserialize_with = "lenient")]
    id: Option<ChannelId>,
    #[serde(rename = "type", default, deserialize_with = "lenient")]
    kind: Option<u8>,
}

#[derive(Deserialize)]
struct InteractionMember {
    #[serde(default, deserialize_with = "lenient")]
    user: Option<AccountPayload>,
    #[serde(default, deserialize_with = "lenient")]
    nick: Option<String>,
    #[serde(default, deserialize_with = "bits")]
    permissions: Option<u64>,
}

/// The message with the used component.
#[derive(Deserialize)]
struct SourceMessage {
    #[serde(default, deserialize_with = "bits")]
    flags: Option<u64>,
}

#[derive(Deserialize)]
struct CommandData {
    name: String,
    #[serde(rename = "type", default, deserialize_with = "lenient")]
    kind: u8,
    /// The user or message whose menu was used.
    #[serde(default, deserialize_with = "lenient")]
    target_id: Option<String>,
    #[serde(default)]
    options: Option<Vec<OptionData>>,
    #[serde(default, deserialize_with = "lenient")]
    resolved: ResolvedObjects,
}

#[derive(Deserialize)]
struct OptionData {
    name: String,
    #[serde(rename = "type")]
    kind: u8,
    #[serde(default)]
    value: Value,
    #[serde(default, deserialize_with = "lenient")]
    focused: bool,
}

#[derive(Deserialize)]
struct ComponentData {
    custom_id: String,
    #[serde(default, deserialize_with = "lenient")]
    component_type: u8,
    #[serde(default, deserialize_with = "lenient")]
    values: Vec<Value>,
    #[serde(default, deserialize_with = "lenient")]
    resolved: ResolvedObjects,
}

/// A submitted form. Fields are within labels, or within rows in older clients;
/// <https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object-modal-submit-data-structure>.
#[derive(Deserialize)]
struct FormData {
    custom_id: String,
    #[serde(default, deserialize_with = "lenient")]
    components: Vec<Value>,
}

/// Objects an interaction refers to.
#[derive(Default, Deserialize)]
struct ResolvedObjects {
    #[serde(default, deserialize_with = "lenient")]
    messages: BTreeMap<String, Value>,
    #[serde(default, deserialize_with = "lenient")]
    users: BTreeMap<String, Value>,
    #[serde(default, deserialize_with = "lenient")]
    members: BTreeMap<String, Value>,
}

impl ResolvedObjects {
    fn named(&self) -> Vec<DiscordUser> {
        let nick = |id: &String| MemberNick::deserialize(self.members.get(id)?).ok()?.nick;
        let read = |(id, user)| Some(AccountPayload::deserialize(user).ok()?.user(nick(id).as_deref()));
        self.users.iter().filter_map(read).collect()
    }
}

impl ReceivedInteraction {
    /// The interaction in plain types; `None` where there is nothing to do.
    pub(crate) fn read(self) -> Result<Option<Interaction>, Error> {
        let (named, wish) = match self.kind {
            kind::PING => return Ok(None),
            kind::COMMAND => self.command()?,
            kind::COMPONENT => self.component()?,
            kind::FORM => (Vec::new(), self.form()?),
            kind::AUTOCOMPLETE => match self.completions()? {
                Some(wish) => (Vec::new(), wish),
                None => return Ok(None),
            },
            other => return Err(Error::custom(format!("an interaction of the unknown type {other}"))),
        };
        self.with(named, wish).map(Some)
    }

    /// Whether it is Discord's PING.
    pub(crate) fn is_ping(&self) -> bool {
        self.kind == kind::PING
    }

    fn command(&self) -> Result<(Vec<DiscordUser>, InteractionKind), Error> {
        let CommandData { name, kind, target_id, options, resolved } = CommandData::deserialize(&self.data)?;
        let target = || target_id.as_deref().ok_or_else(|| Error::missing_field("target_id"));
        match kind {
            menu::OF_A_PERSON => {
                let person = UserId::deserialize(&Value::from(target()?))?;
                return Ok((resolved.named(), InteractionKind::UserMenu(person)));
            }
            menu::OF_A_MESSAGE => {
                let words = resolved.messages.get(target()?).and_then(|message| message["content"].as_str());
                return Ok((
                    Vec::new(),
                    InteractionKind::MessageMenu { words: words.unwrap_or_default().to_owned() },
                ));
            }
            _ => {}
        }
        let options = options.unwrap_or_default().into_iter().map(OptionData::into_input);
        let options = options.filter_map(Result::transpose).collect::<Result<_, Error>>()?;
        Ok((resolved.named(), InteractionKind::Command { name, options }))
    }

    fn completions(&self) -> Result<Option<InteractionKind>, Error> {
        let CommandData { name: command, options, .. } = CommandData::deserialize(&self.data)?;
        let focused = options.unwrap_or_default().into_iter().find(|option| option.focused);
        Ok(focused.map(|OptionData { name: option, value, .. }| {
            let typed = value.as_str().map_or_else(String::new, str::to_owned);
            InteractionKind::Autocomplete { command, option, typed }
        }))
    }

    fn component(&self) -> Result<(Vec<DiscordUser>, InteractionKind), Error> {
        let ComponentData { custom_id: id, component_type, values, resolved } =
            ComponentData::deserialize(&self.data)?;
        let picked = match (component_type, values.first()) {
            (component::PEOPLE, Some(value)) => Some(OptionInput::Person(UserId::deserialize(value)?)),
            (component::TEXTS | component::PEOPLE, None) => return Err(Error::missing_field("values")),
            (component::BUTTON, _) | (_, None) => None,
            (_, Some(value)) => Some(OptionInput::Text(String::deserialize(value)?)),
        };
        let flags = self.message.as_ref().and_then(|message| message.flags).unwrap_or_default();
        let private = flags & EPHEMERAL != 0;
        Ok((resolved.named(), InteractionKind::Press { id, picked, private }))
    }

    fn form(&self) -> Result<InteractionKind, Error> {
        let FormData { custom_id: id, components } = FormData::deserialize(&self.data)?;
        let typed = |holder: &Value| {
            let inner =
                [holder.get("component"), holder["components"].get(0)].into_iter().flatten().next()?;
            inner["value"].as_str().map(str::to_owned)
        };
        let words = components.iter().find_map(typed).unwrap_or_default();
        Ok(InteractionKind::Submit { id, words })
    }

    fn with(self, named: Vec<DiscordUser>, wish: InteractionKind) -> Result<Interaction, Error> {
        let (channel, member) = (self.channel.as_ref(), self.member.as_ref());
        let id = self.channel_id.or(channel.and_then(|channel| channel.id));
        let account = member.and_then(|member| member.user.as_ref()).or(self.user.as_ref());
        let account = account.ok_or_else(|| Error::missing_field("user"))?;
        let permissions = member.and_then(|member| member.permissions);
        let permissions = Permissions::from_bits_truncate(permissions.unwrap_or_default());
        Ok(Interaction {
            channel: id.ok_or_else(|| Error::missing_field("channel_id"))?,
            guild: self.guild_id,
            user: account.user(member.and_then(|member| member.nick.as_deref())),
            moderates: permissions.intersects(MODERATES),
            manages: permissions.intersects(MANAGES),
            rights: ChannelPermissions::new(&self.origin()),
            shows_guests: member.is_none() || permissions.use_external_apps() || permissions.administrator(),
            id: self.id,
            token: self.token,
            locale: self.locale,
            guild_locale: self.guild_locale,
            named,
            wish,
        })
    }

    fn origin(&self) -> InteractionOrigin {
        let installed = self.authorizing_integration_owners.get("0");
        InteractionOrigin {
            // Without an installation the guild id is 0.
            is_installed: installed.is_some_and(|guild| GuildId::deserialize(guild).is_ok()),
            context: self.context,
            in_server: self.guild_id.is_some(),
            kind: self.channel.as_ref().and_then(|channel| channel.kind),
            granted: Permissions::from_bits_truncate(self.app_permissions.unwrap_or_default()),
        }
    }
}

impl OptionData {
    /// The option's value; `None` for a type the bot does not use.
    fn into_input(self) -> Result<Option<(String, OptionInput)>, Error> {
        let Self { name, kind, value, .. } = self;
        let given = match kind {
            option::TEXT => OptionInput::Text(String::deserialize(value)?),
            option::NUMBER => OptionInput::Number(whole(&value)?),
            option::FLAG => OptionInput::Flag(bool::deserialize(value)?),
            option::PERSON => OptionInput::Person(UserId::deserialize(value)?),
            _ => return Ok(None),
        };
        Ok(Some((name, given)))
    }
}

/// A whole number, which may be written as 3.0.
fn whole(value: &Value) -> Result<i64, Error> {
    let written = || value.as_f64().filter(|number| number.fract() == 0.0 && number.abs() < 9e15);
    #[expect(clippy::cast_possible_truncation, reason = "it is whole and small enough")]
    let number = value.as_i64().or_else(|| written().map(|number| number as i64));
    number.ok_or_else(|| Error::custom("an option that is no whole number"))
}
