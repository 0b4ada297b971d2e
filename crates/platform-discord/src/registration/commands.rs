//! The bot's commands as Discord's, registered only when what Discord has differs. Not here: what
//! comes back when somebody uses one (`arrival`), how it is kept where they are registered (`records`).

use std::num::NonZeroU64;

use adoube_bot::{Bot, CommandHelp, Language, NumberBounds, OptionFieldKind, OptionHelp, WordHelp, forms};
use adoube_discord_client::{
    CommandDescription, CommandKind, DescribedOption, DiscordApi, GuildId, LANGUAGES, LocalizedText,
    OptionChoice, RequestError,
};
use adoube_store::{Batch, Record, Store};

use crate::{
    message::platform_text::{DiscordSentence, DiscordText},
    records::{self, StoredRegistration},
};

/// The same thing in other languages, by Discord's names of them.
type Localizations<'a, T> = Vec<(&'static str, &'a T)>;

/// Something with this text for everybody, and in the other languages.
fn localised<T>(text: &str, of: &Localizations<'_, T>, translated: impl Fn(&T) -> &str) -> LocalizedText {
    let others = of.iter().map(|(name, each)| ((*name).to_owned(), translated(each).to_owned()));
    LocalizedText { text: text.to_owned(), others: others.collect() }
}

/// The commands of the bot, and those in the menus of people and messages, for use everywhere.
pub(crate) fn commands(service: &Bot, words: &DiscordText) -> Vec<CommandDescription> {
    let plain = service.commands(Language::default());
    let spoken = LANGUAGES.into_iter().filter_map(|name| Some((name, service.locales().find(name)?)));
    let spoken = spoken.filter(|(_, language)| *language != Language::default());
    let spoken: Vec<(&'static str, Language)> = spoken.collect();
    let others: Vec<_> = spoken.iter().map(|(name, language)| (*name, service.commands(*language))).collect();
    let of = |index: usize| others.iter().filter_map(move |(name, all)| Some((*name, all.get(index)?)));
    let slash = plain.iter().enumerate().map(|(index, plain)| command(plain, &of(index).collect()));
    let in_menu = |(kind, sentence)| CommandDescription {
        kind,
        name: LocalizedText {
            text: words.say(Language::default(), sentence, ""),
            others: spoken
                .iter()
                .map(|(name, language)| ((*name).to_owned(), words.say(*language, sentence, "")))
                .collect(),
        },
        description: LocalizedText::default(),
        options: Vec::new(),
    };
    let menus = [
        (CommandKind::UserMenu, DiscordSentence::Challenge),
        (CommandKind::MessageMenu, DiscordSentence::MakeMove),
    ];
    slash.chain(menus.map(in_menu)).collect()
}

fn command(plain: &CommandHelp, of: &Localizations<'_, CommandHelp>) -> CommandDescription {
    let option = |(index, plain): (usize, &OptionHelp)| {
        let each = of.iter().filter_map(|(name, help)| Some((*name, help.options.get(index)?)));
        self::option(plain, &each.collect())
    };
    CommandDescription {
        kind: CommandKind::Slash,
        name: localised(plain.key, of, |help| &help.name),
        description: localised(&plain.about, of, |help| &help.about),
        options: plain.options.iter().enumerate().map(option).collect(),
    }
}

fn option(plain: &OptionHelp, of: &Localizations<'_, OptionHelp>) -> DescribedOption {
    DescribedOption {
        name: localised(plain.key, of, |help| &help.name),
        description: localised(&plain.about, of, |help| &help.about),
        form: match &plain.form {
            OptionFieldKind::Person => adoube_discord_client::DescribedOptionKind::Person,
            OptionFieldKind::Number(NumberBounds { least, most }) => {
                adoube_discord_client::DescribedOptionKind::Number {
                    least: i64::try_from(*least).unwrap_or(0),
                    most: i64::try_from(*most).unwrap_or(i64::MAX),
                }
            }
            OptionFieldKind::Text | OptionFieldKind::Pace(_) => {
                adoube_discord_client::DescribedOptionKind::Text
            }
            OptionFieldKind::Words(words) => {
                let choice = |(index, word): (usize, &WordHelp)| OptionChoice {
                    label: localised(&word.label, of, |help| label(help, index)),
                    value: word.word.to_owned(),
                };
                adoube_discord_client::DescribedOptionKind::Choices(
                    words.iter().enumerate().map(choice).collect(),
                )
            }
        },
    }
}

/// What stands for one of the words an option can be.
fn label(help: &OptionHelp, index: usize) -> &str {
    match &help.form {
        OptionFieldKind::Words(words) => words.get(index).map_or("", |word| &word.label),
        _ => "",
    }
}

/// How far it went to register the commands.
#[derive(Debug, Default)]
pub(crate) struct RegistrationRound {
    /// Servers of the settings that have not let the bot in.
    pub(crate) uninvited: Vec<u64>,
    /// What went wrong first besides; what could be done was done all the same.
    pub(crate) failure: Option<RequestError>,
}

impl RegistrationRound {
    fn fail(&mut self, failure: RequestError) {
        self.failure.get_or_insert(failure);
    }

    /// Whether nothing more is worth an attempt now.
    fn is_cut_short(&self) -> bool {
        matches!(self.failure, Some(RequestError::Transient(_) | RequestError::InvalidToken))
    }
}

/// Registers the commands where they belong, and takes them away where they were registered before and no longer
/// belong, so that nobody sees one twice. What is refused in one place keeps no other one from its commands.
pub(crate) async fn register(
    link: &dyn DiscordApi,
    store: &dyn Store,
    commands: &[CommandDescription],
    guilds: &[NonZeroU64],
) -> RegistrationRound {
    let mut round = RegistrationRound::default();
    let before = registered_in(store).await;
    let guilds: Vec<u64> = guilds.iter().map(|guild| guild.get()).collect();
    let mut kept = guilds.clone();
    // Whatever becomes of this, the next round knows where there may be some.
    let noted: Vec<u64> = before
        .iter()
        .copied()
        .chain(guilds.iter().copied().filter(|guild| !before.contains(guild)))
        .collect();
    if noted != before
        && let Err(failure) = remember(store, &noted).await
    {
        round.fail(failure);
        return round;
    }
    for left in before.iter().filter(|guild| !guilds.contains(guild)).copied().filter_map(GuildId::new) {
        match link.register(Some(left), &[]).await {
            // A server the bot has left takes nothing, and shows nothing.
            Ok(()) | Err(RequestError::Forbidden(_) | RequestError::NotFound(_)) => {}
            Err(failure) => {
                kept.push(left.get());
                round.fail(failure);
            }
        }
    }
    if !round.is_cut_short()
        && let Err(failure) = link.register(None, if guilds.is_empty() { commands } else { &[] }).await
    {
        round.fail(failure);
    }
    for guild in guilds.iter().copied().filter_map(GuildId::new) {
        if round.is_cut_short() {
            break;
        }
        match link.register(Some(guild), commands).await {
            Ok(()) => {}
            Err(failure @ (RequestError::Forbidden(_) | RequestError::NotFound(_))) => {
                tracing::warn!(%failure, guild = guild.get(), "a server of the settings has not let the bot in");
                round.uninvited.push(guild.get());
            }
            Err(failure) => round.fail(failure),
        }
    }
    if noted != kept
        && !round.is_cut_short()
        && let Err(failure) = remember(store, &kept).await
    {
        round.fail(failure);
    }
    round
}

/// The servers in which commands were registered last.
async fn registered_in(store: &dyn Store) -> Vec<u64> {
    let key = records::registration_key();
    match store.get(records::TABLE, key.as_ref()).await {
        Ok(record) => {
            let read = |record: Record| forms::read_or_tell(key.as_ref(), &record.value);
            record.and_then(read).map(|StoredRegistration { guilds }| guilds).unwrap_or_default()
        }
        Err(error) => {
            tracing::error!(%error, "where commands were registered cannot be read");
            Vec::new()
        }
    }
}

async fn remember(store: &dyn Store, guilds: &[u64]) -> Result<(), RequestError> {
    let registration = StoredRegistration { guilds: guilds.to_vec() };
    let value = forms::write(&registration).map_err(|error| RequestError::Rejected(error.to_string()))?;
    let batch = Batch::new().put(records::TABLE, records::registration_key(), value);
    let committed = store.commit(batch).await;
    committed.map(|_| ()).map_err(|error| RequestError::Transient(error.to_string()))
}
