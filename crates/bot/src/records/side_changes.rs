//! Changes of a decision to records beside the channel's. Not here: how each kind is written
//! (`person`, `contacts`, `community`, `bars`).

use std::collections::BTreeMap;

use crate::{
    CommunityId, PersonId,
    game::{BarEvent, CommunitySetting, ContactEvent, PersonEvent},
};

/// Changes of records beside the channel's. They are written by reading those records again, so that changes made at the same
/// time elsewhere are not lost.
#[derive(Clone, Default)]
pub(super) struct SideChanges {
    /// Of the records of people.
    pub(super) persons: Vec<(PersonId, PersonEvent)>,
    /// Of people's contacts.
    pub(super) contacts: Vec<(PersonId, ContactEvent)>,
    /// Of the settings of communities.
    pub(super) settings: Vec<(CommunityId, CommunitySetting)>,
    /// Of the lists of people barred from communities.
    pub(super) bars: Vec<(CommunityId, BarEvent)>,
}

impl SideChanges {
    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        let Self { persons, contacts, settings, bars } = self;
        persons.is_empty() && contacts.is_empty() && settings.is_empty() && bars.is_empty()
    }

    /// Adds others behind these.
    pub(super) fn extend(&mut self, other: Self) {
        let Self { persons, contacts, settings, bars } = other;
        self.persons.extend(persons);
        self.contacts.extend(contacts);
        self.settings.extend(settings);
        self.bars.extend(bars);
    }
}

/// The changes of each record, in their order.
pub(super) fn by_record<I: Ord, E>(changes: &[(I, E)]) -> BTreeMap<&I, Vec<&E>> {
    let mut grouped: BTreeMap<&I, Vec<&E>> = BTreeMap::new();
    for (id, change) in changes {
        grouped.entry(id).or_default().push(change);
    }
    grouped
}
