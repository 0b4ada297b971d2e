//! Reads Discord's description of the application that the token belongs to: name, owner, settings.
//! Each field is read by itself, as new fields come and others go;
//! <https://discord.com/developers/docs/resources/application#application-object>. Not here: where
//! it may be installed (`installation`).

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

use serde::Deserialize;
use serde_json::Value;

use crate::{
    ApplicationId, UserId,
    lenient::{bits, lenient},
};

/// The application id that requests carry: set once, by the first response or payload that has it.
pub(crate) type BotApplicationId = Arc<OnceLock<ApplicationId>>;

/// The application object.
#[derive(Deserialize)]
pub(crate) struct ApplicationInfo {
    pub(crate) id: ApplicationId,
    #[serde(default, deserialize_with = "lenient")]
    name: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    pub(crate) verify_key: String,
    #[serde(default, deserialize_with = "bits")]
    pub(crate) flags: Option<u64>,
    /// Its keys are the allowed kinds of installation.
    #[serde(default, deserialize_with = "lenient")]
    pub(crate) integration_types_config: BTreeMap<String, Value>,
    #[serde(default, deserialize_with = "lenient")]
    interactions_endpoint_url: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    team: Option<ApplicationTeam>,
    #[serde(default, deserialize_with = "lenient")]
    owner: Option<ApplicationOwner>,
}

#[derive(Deserialize)]
struct ApplicationTeam {
    owner_user_id: UserId,
}

#[derive(Deserialize)]
struct ApplicationOwner {
    id: UserId,
}

impl ApplicationInfo {
    /// Its name.
    pub(crate) fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| "adoube".to_owned())
    }

    /// The address to which Discord sends interactions.
    pub(crate) fn endpoint(&self) -> Option<String> {
        self.interactions_endpoint_url.clone().filter(|address| !address.is_empty())
    }

    /// The user who can change its settings: the owner, or the owner of its team.
    pub(crate) fn owner(&self) -> Option<UserId> {
        let team = self.team.as_ref().map(|team| team.owner_user_id);
        team.or(self.owner.as_ref().map(|owner| owner.id))
    }
}

/// The bot's application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Application {
    /// Its name.
    pub name: String,
    /// Address for installing it in a server, with the permissions it uses, where that is allowed.
    pub invitation: Option<String>,
    /// Address for installing it for oneself, where that is allowed.
    pub own: Option<String>,
    /// The address Discord sends interactions to, which then do not come over the gateway.
    pub endpoint: Option<String>,
    /// The user who can change its settings at Discord: its owner, or the owner of its team.
    pub owner: Option<UserId>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: &str = r#""id":"100","name":"Chess","verify_key":"ab","flags":8388608"#;

    fn read(rest: &str) -> ApplicationInfo {
        let text = format!("{{{PLAIN}{}{rest}}}", if rest.is_empty() { "" } else { "," });
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn whatever_else_discord_says_of_an_application_it_is_known() {
        for (rest, owner) in [
            ("", None),
            // A member of a team without permissions, roles or anything else.
            (
                r#""team":{"id":"7","owner_user_id":"5","members":[{"user":{"id":"5"},"team_id":"7"}]}"#,
                Some(5),
            ),
            (r#""team":null,"owner":{"id":"6"}"#, Some(6)),
            (r#""team":{"name":"of another form"},"owner":{"id":6}"#, Some(6)),
            (
                r#""install_params":{"scopes":["sdk.social_layer","dm_channels.messages.read"],"permissions":"0"}"#,
                None,
            ),
            (
                r#""guild":{"id":"9"},"guild_id":9,"bot":{},"summary":null,"tags":[1],"flags_new":"99999999999999999999""#,
                None,
            ),
            (r#""redirect_uris":null,"rpc_origins":{},"event_webhooks_status":17,"cover_image":5"#, None),
        ] {
            let application = read(rest);
            assert_eq!((application.id.get(), application.name().as_str()), (100, "Chess"), "{rest}");
            assert_eq!(application.owner().map(UserId::get), owner, "{rest}");
            assert_eq!(
                (application.verify_key.as_str(), application.flags),
                ("ab", Some(8_388_608)),
                "{rest}"
            );
        }
        let bare: ApplicationInfo = serde_json::from_str(r#"{"id":100}"#).expect("its id is enough");
        assert_eq!((bare.id.get(), bare.name(), bare.endpoint()), (100, "adoube".to_owned(), None));
    }

    #[test]
    fn the_ways_of_installing_are_its_keys_whatever_they_hold() {
        for held in
            ["{}", "null", r#"{"oauth2_install_params":{"scopes":["new.scope"],"permissions":"0"}}"#, "5"]
        {
            let application = read(&format!(r#""integration_types_config":{{"0":{held},"7":{held}}}"#));
            assert_eq!(application.integration_types_config.keys().collect::<Vec<_>>(), ["0", "7"], "{held}");
        }
    }
}
