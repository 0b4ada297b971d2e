//! Changes of a decision to records beside the channel's. Not here: how each kind is written
//! (`person`, `contacts`, `community`, `bars`).

use crate::{
    CommunityId, PersonId,
    game::{BarEvent, CommunitySetting, ContactEvent, PersonEvent},
};

/// What is chosen for one place.
pub(super) type SettingChanges = (CommunityId, Vec<CommunitySetting>);

/// Who is barred from one place, or no more.
pub(super) type BarChanges = (CommunityId, Vec<BarEvent>);

/// Changes of records beside the channel's. They are written by reading those records again, so that changes made at the same
/// time elsewhere are not lost.
#[derive(Clone, Default)]
pub(super) struct SideChanges {
    /// Of the records of people.
    pub(super) persons: Vec<(PersonId, PersonEvent)>,
    /// Of people's contacts.
    pub(super) contacts: Vec<(PersonId, ContactEvent)>,
    /// Of the settings of a place.
    pub(super) settings: Option<SettingChanges>,
    /// Of the list of people barred from a place.
    pub(super) bars: Option<BarChanges>,
}

impl SideChanges {
    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        let Self { persons, contacts, settings, bars } = self;
        persons.is_empty() && contacts.is_empty() && settings.is_none() && bars.is_none()
    }
}

/// Adds a change of one place to those there are of it; a decision is about one place.
pub(super) fn add<E>(changes: &mut Option<(CommunityId, Vec<E>)>, place: &CommunityId, change: E) {
    match changes {
        Some((known, changes)) if known == place => changes.push(change),
        changes => *changes = Some((place.clone(), vec![change])),
    }
}
