//! What people have chosen for all platforms, as the pages they have open know it: one truth, whether it was chosen in the
//! dialog, by a command, or elsewhere. Not here: what there is to choose (the service's).

use adoube_service::{PersonId, Reading};

use super::{Chat, people::Profile};

impl Chat {
    /// A person as they read.
    pub(super) async fn chosen(&self, person: &PersonId, profile: Profile) -> Profile {
        let reading = self.service.reading(person, profile.language).await;
        profile.read_as(reading)
    }

    /// Tells the pages of somebody how they read, where they have chosen otherwise.
    pub(super) fn tell_reading(&self, person: &PersonId, reading: Reading) {
        if let Some(profile) = self.people.here.profile(person) {
            self.people.here.change(person, &profile.read_as(reading));
        }
    }
}
