//! Limits how many invitations the bot accepts in an hour, from each person and from all together.

use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use adoube_matrix_client::UserId;

use crate::settings::MatrixSettings;

const HOUR: Duration = Duration::from_secs(60 * 60);

/// Accepted invitations of the last hour, with the limits.
pub(crate) struct InvitationLimiter {
    taken: Mutex<VecDeque<(Duration, UserId)>>,
    /// Limits for one person and for all; `None` for no limit.
    limit_each: Option<usize>,
    limit: Option<usize>,
}

impl InvitationLimiter {
    pub(crate) fn new(settings: &MatrixSettings) -> Self {
        let limit = |count: u32| usize::try_from(count).ok().filter(|count| *count > 0);
        Self {
            taken: Mutex::default(),
            limit_each: limit(settings.invitations_per_hour_each),
            limit: limit(settings.invitations_per_hour),
        }
    }

    /// Accepts and counts an invitation unless a limit is reached. `now` is a monotonic reading.
    pub(crate) fn accept_invitation(&self, by: &UserId, now: Duration) -> bool {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.retain(|(at, _)| now.saturating_sub(*at) < HOUR);
        let of_one = taken.iter().filter(|(_, other)| other == by).count();
        let is_below = |count: usize, limit: Option<usize>| limit.is_none_or(|limit| count < limit);
        let free = is_below(of_one, self.limit_each) && is_below(taken.len(), self.limit);
        if free {
            taken.push_back((now, by.clone()));
        }
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invitations_are_bounded_for_each_and_for_all() {
        let settings = MatrixSettings::default();
        let invitations = InvitationLimiter::new(&settings);
        let nearly_an_hour = HOUR.saturating_sub(Duration::from_millis(1));
        let user = |number: u32| UserId(format!("@u{number}:x"));
        let (of_one, of_all) = (settings.invitations_per_hour_each, settings.invitations_per_hour);
        for _ in 0..of_one {
            assert!(invitations.accept_invitation(&user(0), Duration::ZERO));
        }
        assert!(!invitations.accept_invitation(&user(0), nearly_an_hour));
        for number in of_one..of_all {
            assert!(invitations.accept_invitation(&user(number), Duration::ZERO));
        }
        assert!(!invitations.accept_invitation(&user(1), nearly_an_hour));
        assert!(invitations.accept_invitation(&user(0), HOUR));
        let unlimited = MatrixSettings { invitations_per_hour_each: 0, invitations_per_hour: 0, ..settings };
        let invitations = InvitationLimiter::new(&unlimited);
        assert!((0..2 * of_all).all(|_| invitations.accept_invitation(&user(0), Duration::ZERO)));
    }
}
