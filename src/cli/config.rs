//! `adoube config`: checks the configuration, or prints what is in effect. Not here: how it is read (`crate::config`).

use clap::Subcommand;

use crate::config::LoadedConfig;

/// What is done with the configuration.
#[derive(Subcommand)]
pub enum ConfigCommand {
    /// Say whether the file and the environment can be used, or everything that is wrong with them; starts nothing
    Check,
    /// Print what is in effect as TOML, with where each value comes from; secrets are hidden
    Show,
}

/// The output of the command.
pub(super) fn answer(command: &ConfigCommand, loaded: &LoadedConfig) -> String {
    match command {
        ConfigCommand::Check => "ok: the configuration can be used".to_owned(),
        ConfigCommand::Show => loaded.show().trim_end().to_owned(),
    }
}
