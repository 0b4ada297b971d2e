//! Tells where an application may be installed (servers, user accounts), by its settings, and
//! builds the addresses for installing it. Not here: which commands are registered for whom
//! (`command_registration`).

use crate::{Permission, application::ApplicationInfo};

/// Kinds of installation;
/// <https://discord.com/developers/docs/resources/application#application-object-application-integration-types>.
const IN_SERVERS: u8 = 0;
const FOR_ONESELF: u8 = 1;

/// The allowed kinds of installation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Installations(Vec<u8>);

impl Installations {
    /// Reads the application's settings. An application older than the setting has none.
    pub(crate) fn of(application: &ApplicationInfo) -> Self {
        let enabled = &application.integration_types_config;
        let is_enabled = |kind: &u8| enabled.contains_key(&kind.to_string());
        Self([IN_SERVERS, FOR_ONESELF].into_iter().filter(is_enabled).collect())
    }

    /// Whether the settings name any kind.
    pub(crate) fn is_known(&self) -> bool {
        !self.0.is_empty()
    }

    /// Discord's `integration_types`; empty where unknown, which means Discord's defaults.
    pub(crate) fn types(&self) -> Vec<u8> {
        self.0.clone()
    }

    /// Whether users may install it for themselves, as far as known.
    pub(crate) fn for_oneself(&self) -> bool {
        self.allow(FOR_ONESELF)
    }

    fn allow(&self, kind: u8) -> bool {
        !self.is_known() || self.0.contains(&kind)
    }

    /// Address for installing it in a server, with the permissions it uses.
    pub(crate) fn invitation(&self, application: &ApplicationInfo) -> Option<String> {
        let permissions = Permission::invited().bits();
        let asked = format!("scope=bot+applications.commands&permissions={permissions}");
        self.address(application, IN_SERVERS, &asked)
    }

    /// Address for installing it for oneself.
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
