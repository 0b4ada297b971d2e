//! Where an application may be installed, as its settings at Discord say, and the addresses at which people do it. Not here:
//! which commands are registered for whom (`commands`).

use crate::{Permission, application::ApplicationInfo};

/// Kinds of installations; <https://discord.com/developers/docs/resources/application#application-object-application-integration-types>.
const IN_SERVERS: u8 = 0;
const FOR_ONESELF: u8 = 1;

/// Where an application may be installed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Installations(Vec<u8>);

impl Installations {
    /// As the application's settings say. Of an application older than the setting Discord says nothing.
    pub(crate) fn of(application: &ApplicationInfo) -> Self {
        let enabled = &application.integration_types_config;
        let is_enabled = |kind: &u8| enabled.contains_key(&kind.to_string());
        Self([IN_SERVERS, FOR_ONESELF].into_iter().filter(is_enabled).collect())
    }

    /// Whether the settings say anything.
    pub(crate) fn is_known(&self) -> bool {
        !self.0.is_empty()
    }

    /// As commands are registered; nothing where nothing is known, which means what the settings mean.
    pub(crate) fn types(&self) -> Vec<u8> {
        self.0.clone()
    }

    /// Whether people may have it for themselves, as far as is known.
    pub(crate) fn for_oneself(&self) -> bool {
        self.allow(FOR_ONESELF)
    }

    fn allow(&self, kind: u8) -> bool {
        !self.is_known() || self.0.contains(&kind)
    }

    /// Where somebody takes the application into a server, with the permissions it has a use for.
    pub(crate) fn invitation(&self, application: &ApplicationInfo) -> Option<String> {
        let permissions = Permission::invited().bits();
        let asked = format!("scope=bot+applications.commands&permissions={permissions}");
        self.address(application, IN_SERVERS, &asked)
    }

    /// Where somebody takes it to wherever they are, for themselves.
    pub(crate) fn own(&self, application: &ApplicationInfo) -> Option<String> {
        self.address(application, FOR_ONESELF, "scope=applications.commands")
    }

    fn address(&self, application: &ApplicationInfo, kind: u8, asked: &str) -> Option<String> {
        let id = application.id;
        let address =
            format!("https://discord.com/oauth2/authorize?client_id={id}&integration_type={kind}&{asked}");
        self.allow(kind).then_some(address)
    }
}
