//! Collects the changes that a decision makes to records other than the channel's: people,
//! contacts, community settings, bar lists. Not here: how each kind is written (`person`,
//! `contacts`, `community`, `bars`).

use std::collections::BTreeMap;

use crate::{
    CommunityId, PersonId,
    core::game::{BarEvent, CommunitySetting, ContactEvent, PersonEvent},
};

/// Changes of side records. The commit reads those records again, so that concurrent changes are
/// not lost.
#[derive(Clone, Default)]
pub(super) struct SideChanges {
    /// Changes of people's records.
    pub(super) persons: Vec<(PersonId, PersonEvent)>,
    /// Changes of people's contacts.
    pub(super) contacts: Vec<(PersonId, ContactEvent)>,
    /// Changes of communities' settings.
    pub(super) settings: Vec<(CommunityId, CommunitySetting)>,
    /// Changes of communities' bar lists.
    pub(super) bars: Vec<(CommunityId, BarEvent)>,
}

impl SideChanges {
    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        let Self { persons, contacts, settings, bars } = self;
        persons.is_empty() && contacts.is_empty() && settings.is_empty() && bars.is_empty()
    }

    /// Appends other changes.
    pub(super) fn extend(&mut self, other: Self) {
        let Self { persons, contacts, settings, bars } = other;
        self.persons.extend(persons);
        self.contacts.extend(contacts);
        self.settings.extend(settings);
        self.bars.extend(bars);
    }
}

/// The changes grouped by record, each group in its order.
pub(super) fn by_record<I: Ord, E>(changes: &[(I, E)]) -> BTreeMap<&I, Vec<&E>> {
    let mut grouped: BTreeMap<&I, Vec<&E>> = BTreeMap::new();
    for (id, change) in changes {
        grouped.entry(id).or_default().push(change);
    }
    grouped
}
