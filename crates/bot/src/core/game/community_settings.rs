//! Settings of a community (a server or room) that its moderators have chosen: defaults and allowed
//! channels of new games, threads, language, pictures, reminders, idle days, side of public boards.
//! Not here: the command (`features::settings`), and which channel belongs to which community
//! (platforms).

use adoube_rules::Variant;
use serde::{Deserialize, Serialize};

use super::{FlagRule, TimeControl};
use crate::{ChannelId, Language, ThreadPolicy, core::versioned_form::field};

/// Upper limit of channels in the list of those where games are allowed.
pub const CHANNELS_NAMED: usize = 25;

/// Settings that apply to all channels of a community. The default chooses none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommunitySettings {
    /// The variant of a challenge that names none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<Variant>,
    /// The time control of a challenge that names none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace: Option<TimeControl>,
    /// The flag rule of a challenge that names none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_out: Option<FlagRule>,
    /// Channels in which games may begin; empty for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub channels: Vec<ChannelId>,
    /// When games get threads of their own; `None` for the adapter's policy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<ThreadPolicy>,
    /// The language of public messages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// The language of the person who changed a setting first: the language of public messages if
    /// none is chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set_up_in: Option<Language>,
    /// Whether pictures are separate messages, on platforms that could attach them to text.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pictures_apart: bool,
    /// Settings that a game copies when it begins.
    #[serde(default)]
    pub terms: CommunityTerms,
}

/// Settings of the community that a game keeps as they were when it began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommunityTerms {
    /// Whether the channel may be reminded whose turn it is.
    pub reminders: bool,
    /// How long a game without a clock may be idle.
    #[serde(with = "idle")]
    pub idle: IdleDays,
    /// From which side public boards are drawn.
    #[serde(default, skip_serializing_if = "field::is_default")]
    pub view: PublicView,
}

/// From which side a board is drawn that everybody sees. A posted board stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PublicView {
    /// From the side to move; against the computer, from the person's side.
    #[default]
    Mover,
    /// From White's side.
    White,
}

impl Default for CommunityTerms {
    fn default() -> Self {
        Self { reminders: true, idle: IdleDays::default(), view: PublicView::default() }
    }
}

/// Number of days that a game without a clock may go without a move before it ends without a
/// result; its players are asked after half of them. `None` for unlimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IdleDays(Option<u16>);

impl IdleDays {
    /// Unlimited.
    pub const NEVER: Self = Self(None);
    /// Lower limit of days.
    pub const FEWEST: u16 = 7;
    /// Upper limit of days.
    pub const MOST: u16 = 365;

    /// This number of days; `None` if out of bounds.
    pub fn after(days: u64) -> Option<Self> {
        let days = u16::try_from(days).ok()?;
        (Self::FEWEST..=Self::MOST).contains(&days).then_some(Self(Some(days)))
    }

    /// The number of days; `None` for unlimited.
    pub fn days(self) -> Option<u16> {
        self.0
    }
}

impl Default for IdleDays {
    fn default() -> Self {
        Self(Some(60))
    }
}

/// A choice by a moderator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommunitySetting {
    /// The variant of a challenge that names none, or the default.
    Variant(Option<Variant>),
    /// The time control of a challenge that names none, or no clock.
    Pace(Option<TimeControl>),
    /// The flag rule, or the default.
    TimeOut(Option<FlagRule>),
    /// Add this channel to those in which games may begin; without such a list they may begin
    /// everywhere.
    Allow(ChannelId),
    /// Remove this channel from that list.
    Disallow(ChannelId),
    /// Allow games in every channel.
    Everywhere,
    /// When games get threads, or the default.
    Threads(Option<ThreadPolicy>),
    /// Whether channels may be reminded of turns.
    Reminders(bool),
    /// How long games without a clock may be idle.
    Idle(IdleDays),
    /// The language of public messages, or the default.
    Language(Option<Language>),
    /// The language of a person who changes a setting; only the first one counts.
    SetUpIn(Language),
    /// Whether pictures are separate messages.
    PicturesApart(bool),
    /// From which side public boards are drawn.
    View(PublicView),
}

impl CommunitySettings {
    /// Applies a choice.
    pub fn choose(&mut self, setting: &CommunitySetting) {
        match setting {
            CommunitySetting::Variant(variant) => self.variant = *variant,
            CommunitySetting::Pace(pace) => self.pace = *pace,
            CommunitySetting::TimeOut(time_out) => self.time_out = *time_out,
            CommunitySetting::Allow(channel) => {
                if !self.channels.contains(channel) && self.channels.len() < CHANNELS_NAMED {
                    self.channels.push(channel.clone());
                }
            }
            CommunitySetting::Disallow(channel) => self.channels.retain(|named| named != channel),
            CommunitySetting::Everywhere => self.channels.clear(),
            CommunitySetting::Threads(threads) => self.threads = *threads,
            CommunitySetting::Reminders(reminders) => self.terms.reminders = *reminders,
            CommunitySetting::Idle(idle) => self.terms.idle = *idle,
            CommunitySetting::Language(language) => self.language = *language,
            CommunitySetting::SetUpIn(language) => {
                self.set_up_in.get_or_insert(*language);
            }
            CommunitySetting::PicturesApart(apart) => self.pictures_apart = *apart,
            CommunitySetting::View(view) => self.terms.view = *view,
        }
    }

    /// The variant of a challenge that names none.
    pub fn usual_variant(&self) -> Variant {
        self.variant.unwrap_or(Variant::Chess)
    }

    /// Whether games may begin in a channel.
    pub fn allows(&self, channel: &ChannelId) -> bool {
        self.channels.is_empty() || self.channels.contains(channel)
    }
}

/// Stored as the number of days, or null.
mod idle {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    use crate::core::game::IdleDays;

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands fields over so")]
    pub(super) fn serialize<S: Serializer>(idle: &IdleDays, to: S) -> Result<S::Ok, S::Error> {
        idle.days().serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<IdleDays, D::Error> {
        match Option::<u64>::deserialize(from)? {
            None => Ok(IdleDays::NEVER),
            Some(days) => IdleDays::after(days).ok_or_else(|| D::Error::custom("no such number of days")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_may_lie_a_week_to_a_year_or_for_ever() {
        for (days, kept) in
            [(0, None), (6, None), (7, Some(7)), (365, Some(365)), (366, None), (u64::MAX, None)]
        {
            assert_eq!(IdleDays::after(days).and_then(IdleDays::days), kept, "{days}");
        }
        assert_eq!((IdleDays::default().days(), IdleDays::NEVER.days()), (Some(60), None));
    }

    #[test]
    fn channels_are_named_once_and_not_without_end() {
        let mut settings = CommunitySettings::default();
        let channel = |number: usize| ChannelId(format!("test:{number}"));
        assert!(settings.allows(&channel(0)));
        for number in (0..30).chain(0..30) {
            settings.choose(&CommunitySetting::Allow(channel(number)));
        }
        assert_eq!(settings.channels.len(), CHANNELS_NAMED);
        assert!(settings.allows(&channel(0)) && !settings.allows(&channel(29)));
        settings.choose(&CommunitySetting::Disallow(channel(0)));
        assert!(!settings.allows(&channel(0)));
        settings.choose(&CommunitySetting::Everywhere);
        assert!(settings.allows(&channel(29)));
    }
}
