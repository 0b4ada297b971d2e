//! Runs one round of the registration of commands: sends Discord those that differ from the
//! registered ones, globally or in some servers.

use std::num::NonZeroU64;

use adoube_bot::{forms, forms::StoredForm};
use adoube_discord_client::{CommandDescription, DiscordApi, GuildId, RequestError};
use adoube_store::{Batch, Store};
use serde::{Deserialize, Serialize};

use crate::records;

/// The outcome of a round of registration.
#[derive(Debug, Default)]
pub(crate) struct RegistrationRound {
    /// Servers of the settings that have not added the bot.
    pub(crate) uninvited: Vec<u64>,
    /// The first other error; it does not end the round.
    pub(crate) error: Option<RequestError>,
}

impl RegistrationRound {
    fn fail(&mut self, error: RequestError) {
        self.error.get_or_insert(error);
    }

    /// Whether further requests would fail, too.
    fn is_cut_short(&self) -> bool {
        matches!(self.error, Some(RequestError::Transient(_) | RequestError::InvalidToken))
    }
}

/// Registers the commands globally or in `guilds`, and removes them where they were registered
/// before, so that no person sees a command twice. A refusal in one server does not stop the
/// others.
pub(crate) async fn register_commands(
    api: &dyn DiscordApi,
    store: &dyn Store,
    commands: &[CommandDescription],
    guilds: &[NonZeroU64],
) -> RegistrationRound {
    let mut round = RegistrationRound::default();
    let before = registered_in(store).await;
    let guilds: Vec<u64> = guilds.iter().map(|guild| guild.get()).collect();
    let mut kept = guilds.clone();
    // Stored before the requests: after an interruption the next round knows where commands may be.
    let noted: Vec<u64> = before
        .iter()
        .copied()
        .chain(guilds.iter().copied().filter(|guild| !before.contains(guild)))
        .collect();
    if noted != before
        && let Err(failure) = store_guilds(store, &noted).await
    {
        round.fail(failure);
        return round;
    }
    for left in before.iter().filter(|guild| !guilds.contains(guild)).copied().filter_map(GuildId::new) {
        match api.register(Some(left), &[]).await {
            // A server that removed the bot refuses the request and shows no commands.
            Ok(()) | Err(RequestError::Forbidden(_) | RequestError::NotFound(_)) => {}
            Err(failure) => {
                kept.push(left.get());
                round.fail(failure);
            }
        }
    }
    if !round.is_cut_short()
        && let Err(failure) = api.register(None, if guilds.is_empty() { commands } else { &[] }).await
    {
        round.fail(failure);
    }
    for guild in guilds.iter().copied().filter_map(GuildId::new) {
        if round.is_cut_short() {
            break;
        }
        match api.register(Some(guild), commands).await {
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
        && let Err(failure) = store_guilds(store, &kept).await
    {
        round.fail(failure);
    }
    round
}

/// The servers in which the last round registered commands.
async fn registered_in(store: &dyn Store) -> Vec<u64> {
    match records::read::<StoredRegistration>(store, &records::registration_key()).await {
        Ok((stored, _)) => stored.map(|stored| stored.guilds).unwrap_or_default(),
        Err(error) => {
            tracing::error!(%error, "where commands were registered cannot be read");
            Vec::new()
        }
    }
}

async fn store_guilds(store: &dyn Store, guilds: &[u64]) -> Result<(), RequestError> {
    let registration = StoredRegistration { guilds: guilds.to_vec() };
    let value = forms::write(&registration).map_err(|error| RequestError::Rejected(error.to_string()))?;
    let batch = Batch::new().put(records::TABLE, records::registration_key(), value);
    let committed = store.commit(batch).await;
    committed.map(|_| ()).map_err(|error| RequestError::Transient(error.to_string()))
}

/// Stored form of the servers in which the last round registered commands.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredRegistration {
    pub(crate) guilds: Vec<u64>,
}

impl StoredForm for StoredRegistration {
    const KIND: &'static str = "where commands were registered on Discord";
    const VERSION: u64 = 2;
}
