//! Decides which users the bot hears: it ignores itself and users whom the operator denies.

use std::sync::Arc;

use adoube_matrix_client::UserId;

use crate::settings::MatrixSettings;

/// Decides whose events are handled.
pub(super) struct UserFilter {
    own: UserId,
    settings: Arc<MatrixSettings>,
}

impl UserFilter {
    /// `own` is the user id of the bot's account.
    pub(super) fn new(own: UserId, settings: Arc<MatrixSettings>) -> Self {
        Self { own, settings }
    }

    /// Whether events of a user are handled.
    pub(super) fn hears(&self, user: &UserId) -> bool {
        *user != self.own && self.settings.may_use(&user.0)
    }
}
