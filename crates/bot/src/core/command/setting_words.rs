//! Lists of the names and words of settings: preferences of a person, and settings of a community.
//! Not here: the command (`features::settings`), and the panel's buttons (`settings_panel`).

use adoube_render::ThemeKey;
use serde::{Deserialize, Serialize};

use super::{AnyWordChoice, SWITCH, WordChoice};
use crate::{
    LetterPreference, ThreadPolicy,
    core::game::{Challengers, CommunitySetting, PublicView, ReminderTarget},
};

/// Change of the settings of a server or room that a moderator requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommunitySettingsRequest {
    /// Set this value.
    Setting(CommunitySetting),
    /// Add this channel to those in which games may begin; without such a list they may begin
    /// everywhere.
    AllowHere,
    /// Remove this channel from that list.
    DisallowHere,
}

/// Name of a personal setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PreferenceName {
    /// The language that the person reads.
    Language,
    /// The colours of boards.
    Theme,
    /// The letters of pieces.
    Letters,
    /// Whether boards show which pieces may move.
    Hints,
    /// Whether boards are described in words.
    Words,
    /// Where the person is reminded of a turn.
    Reminders,
    /// Whether vacation protects the person from losing on time.
    Protection,
    /// Who may challenge the person.
    Challengers,
}

/// Name of a setting of a server or room, which moderators change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CommunitySettingName {
    /// The game of a challenge that names none.
    Game,
    /// The time control of a challenge that names none.
    Pace,
    /// The flag rule of a challenge that names none.
    TimeOut,
    /// The channels in which games may begin.
    Channels,
    /// When games get threads.
    Threads,
    /// Whether channels are reminded of turns.
    Reminders,
    /// How long games may be idle.
    Idle,
    /// The language of public messages.
    Language,
    /// Whether pictures are separate messages.
    Pictures,
    /// From which side public boards are drawn.
    View,
}

/// Name of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SettingName {
    /// A personal setting.
    Own(PreferenceName),
    /// A setting of a server or a room.
    Place(CommunitySettingName),
}

/// Words for personal settings.
pub static OWN_SETTINGS: WordChoice<PreferenceName> = WordChoice {
    key: "setting",
    words: &[
        ("language", PreferenceName::Language),
        ("theme", PreferenceName::Theme),
        ("letters", PreferenceName::Letters),
        ("hints", PreferenceName::Hints),
        ("words", PreferenceName::Words),
        ("reminders", PreferenceName::Reminders),
        ("protection", PreferenceName::Protection),
        ("challengers", PreferenceName::Challengers),
    ],
};

/// Words for the communities that have settings.
pub static SCOPES: WordChoice<()> = WordChoice { key: "scope", words: &[("server", ()), ("room", ())] };

/// Words for the settings of servers and rooms.
pub static PLACE_SETTINGS: WordChoice<CommunitySettingName> = WordChoice {
    key: "place-setting",
    words: &[
        ("game", CommunitySettingName::Game),
        ("pace", CommunitySettingName::Pace),
        ("timeout", CommunitySettingName::TimeOut),
        ("channels", CommunitySettingName::Channels),
        ("threads", CommunitySettingName::Threads),
        ("reminders", CommunitySettingName::Reminders),
        ("idle", CommunitySettingName::Idle),
        ("language", CommunitySettingName::Language),
        ("pictures", CommunitySettingName::Pictures),
        ("view", CommunitySettingName::View),
    ],
};

/// The word for a default value.
pub static USUAL: WordChoice<()> = WordChoice { key: "usual", words: &[("auto", ())] };

/// Colours of boards.
pub static THEMES: WordChoice<ThemeKey> = WordChoice {
    key: "theme",
    words: &[
        (ThemeKey::Wood.key(), ThemeKey::Wood),
        (ThemeKey::Slate.key(), ThemeKey::Slate),
        (ThemeKey::Contrast.key(), ThemeKey::Contrast),
        (ThemeKey::Print.key(), ThemeKey::Print),
    ],
};

/// Letters of pieces.
pub static LETTERS: WordChoice<LetterPreference> = WordChoice {
    key: "letters",
    words: &[
        ("own", LetterPreference::Own),
        ("english", LetterPreference::English),
        ("fairy-stockfish", LetterPreference::FairyStockfish),
    ],
};

/// Where people are reminded.
pub static REMINDERS: WordChoice<ReminderTarget> = WordChoice {
    key: "reminders",
    words: &[
        ("here", ReminderTarget::Here),
        ("private", ReminderTarget::Private),
        ("off", ReminderTarget::Off),
    ],
};

/// Who may challenge a person.
pub static CHALLENGERS: WordChoice<Challengers> = WordChoice {
    key: "challengers",
    words: &[("everyone", Challengers::Everyone), ("nobody", Challengers::Nobody)],
};

/// When games get threads.
pub static THREADS: WordChoice<ThreadPolicy> = WordChoice {
    key: "threads",
    words: &[
        ("always", ThreadPolicy::Always),
        ("busy", ThreadPolicy::WhenBusy),
        ("never", ThreadPolicy::Never),
    ],
};

/// Where games may begin.
pub static CHANNELS: WordChoice<CommunitySettingsRequest> = WordChoice {
    key: "channels",
    words: &[
        ("here", CommunitySettingsRequest::AllowHere),
        ("everywhere", CommunitySettingsRequest::Setting(CommunitySetting::Everywhere)),
        ("remove", CommunitySettingsRequest::DisallowHere),
    ],
};

/// The word for games that never end by idleness, beside numbers of days.
pub static FOR_EVER: WordChoice<()> = WordChoice { key: "idle", words: &[("never", ())] };

/// Whether pictures are separate messages.
pub static PICTURES: WordChoice<bool> =
    WordChoice { key: "pictures", words: &[("together", false), ("apart", true)] };

/// From which side public boards are drawn.
pub static VIEWS: WordChoice<PublicView> =
    WordChoice { key: "public-view", words: &[("mover", PublicView::Mover), ("white", PublicView::White)] };

/// Every set of words for settings and their values.
pub static SETTING_WORDS: &[&dyn AnyWordChoice] = &[
    &OWN_SETTINGS,
    &SCOPES,
    &PLACE_SETTINGS,
    &USUAL,
    &THEMES,
    &LETTERS,
    &REMINDERS,
    &CHALLENGERS,
    &THREADS,
    &CHANNELS,
    &FOR_EVER,
    &PICTURES,
    &VIEWS,
    &SWITCH,
];
