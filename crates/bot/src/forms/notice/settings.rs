//! Stored forms of notices about settings.

use serde::{Deserialize, Serialize};

use crate::{
    ChannelId,
    command::SettingName,
    game::{CommunitySettings, Preferences},
    notice::{CommunityKind, SettingsNotice, SettingsPage, SettingsRefusal},
};

kept! {
    SettingsNotice as SettingsNoticeForm,
    SettingsPage as SettingsPageForm,
    CommunityKind as CommunityKindForm,
    SettingsRefusal as SettingsRefusalForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "SettingsNotice", deny_unknown_fields)]
struct SettingsNoticeForm {
    page: SettingsPage,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    chosen: Option<SettingName>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "SettingsPage", rename_all = "snake_case", deny_unknown_fields)]
enum SettingsPageForm {
    Own { preferences: Preferences, moderates: Option<CommunityKind> },
    Place { kind: CommunityKind, settings: CommunitySettings, here: ChannelId },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "CommunityKind", rename_all = "snake_case")]
enum CommunityKindForm {
    Server,
    Room,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "SettingsRefusal", rename_all = "snake_case", tag = "settings", deny_unknown_fields)]
enum SettingsRefusalForm {
    NoPlace,
    NotModerator { kind: CommunityKind },
    NotHere { channels: Vec<ChannelId> },
    ManyChannels { most: usize },
    NoSuchValue { setting: SettingName, word: String },
}
