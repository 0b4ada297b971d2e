//! The settings notice, the data of a message that shows the settings of a person or a community,
//! and the reasons why a setting is refused. Not here: the choices (`command`), and the sentences
//! (`settings.ftl`).

use serde::{Deserialize, Serialize};

use crate::{
    ChannelId, CommunityId,
    core::{
        command::SettingName,
        game::{CommunitySettings, Preferences},
    },
};

/// Settings shown to one person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SettingsNotice {
    /// The shown settings.
    pub page: SettingsPage,
    /// The setting just chosen by a command, which alone is shown; `None` for all settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<SettingName>,
}

/// The settings shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SettingsPage {
    /// The reader's own.
    Own {
        /// The reader's choices.
        preferences: Preferences,
        /// The kind of community whose settings the reader may change, too.
        moderates: Option<CommunityKind>,
    },
    /// A community's, for one of its moderators.
    Place {
        /// The kind of community.
        kind: CommunityKind,
        /// The community's choices.
        settings: CommunitySettings,
        /// The channel of the question.
        here: ChannelId,
    },
}

/// A kind of community.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CommunityKind {
    /// A server, with many channels.
    Server,
    /// A room, with its threads.
    Room,
}

impl CommunityKind {
    /// The kind of a community, from its id.
    pub fn of(place: &CommunityId) -> Self {
        let behind = place.0.split_once(':').map_or("", |(_, place)| place);
        if ["guild/", "server/"].iter().any(|start| behind.starts_with(start)) {
            Self::Server
        } else {
            Self::Room
        }
    }
}

/// Refusals about settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "settings", deny_unknown_fields)]
pub enum SettingsRefusal {
    /// A private chat has no community settings.
    NoPlace,
    /// Only moderators change community settings.
    NotModerator {
        /// The kind of community.
        kind: CommunityKind,
    },
    /// Games do not begin in this channel.
    NotHere {
        /// The channels in which they begin.
        channels: Vec<ChannelId>,
    },
    /// The list of channels is full.
    ManyChannels {
        /// The maximum.
        most: usize,
    },
    /// The setting has no such value.
    NoSuchValue {
        /// The setting.
        setting: SettingName,
        /// The word typed.
        word: String,
    },
}
