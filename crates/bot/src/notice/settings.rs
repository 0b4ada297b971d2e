//! Settings as shown to a person, theirs or a community's, and refusals of values that do not
//! exist. Not here: the choices (`command`), and the sentences (`settings.ftl`).

use crate::{
    ChannelId, CommunityId,
    command::SettingName,
    game::{CommunitySettings, Preferences},
};
use serde::{Deserialize, Serialize};

/// Settings, for one person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SettingsNotice {
    /// Whose.
    pub page: SettingsPage,
    /// What was just chosen by words, where that alone is told; everything where nothing was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<SettingName>,
}

/// Whose settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SettingsPage {
    /// Their own.
    Own {
        /// What is chosen.
        preferences: Preferences,
        /// What else they may change.
        moderates: Option<CommunityKind>,
    },
    /// A server's or a room's, for one of its moderators.
    Place {
        /// Which it is.
        kind: CommunityKind,
        /// What is chosen.
        settings: CommunitySettings,
        /// The channel in which that was asked.
        here: ChannelId,
    },
}

/// What kind of thing has settings in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CommunityKind {
    /// A server, with many channels.
    Server,
    /// A room, with its threads.
    Room,
}

impl CommunityKind {
    /// What a place is, as its id says it.
    pub fn of(place: &CommunityId) -> Self {
        let behind = place.0.split_once(':').map_or("", |(_, place)| place);
        if ["guild/", "server/"].iter().any(|start| behind.starts_with(start)) {
            Self::Server
        } else {
            Self::Room
        }
    }
}

/// What is wrong with what somebody wants of settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "settings", deny_unknown_fields)]
pub enum SettingsRefusal {
    /// Where two talk alone there is no server and no room.
    NoPlace,
    /// Only moderators change that.
    NotModerator {
        /// What it is.
        kind: CommunityKind,
    },
    /// Games do not begin in this channel.
    NotHere {
        /// Where they do.
        channels: Vec<ChannelId>,
    },
    /// As many channels are named as may be.
    ManyChannels {
        /// How many that is.
        most: usize,
    },
    /// The setting has no such value.
    NoSuchValue {
        /// The setting.
        setting: SettingName,
        /// What was typed.
        word: String,
    },
}

impl From<SettingsRefusal> for super::GameRefusal {
    fn from(refusal: SettingsRefusal) -> Self {
        Self::Settings(refusal)
    }
}
