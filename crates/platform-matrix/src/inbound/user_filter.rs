//! Which users the bot reads: not itself, and nobody the operator denies.

use std::sync::Arc;

use adoube_matrix_client::UserId;

use crate::settings::MatrixSettings;

/// Decides whose events count.
pub(super) struct UserFilter {
    own: UserId,
    settings: Arc<MatrixSettings>,
}

impl UserFilter {
    /// `own` is the bot's account.
    pub(super) fn new(own: UserId, settings: Arc<MatrixSettings>) -> Self {
        Self { own, settings }
    }

    /// Whether what a user does is for the bot.
    pub(super) fn hears(&self, user: &UserId) -> bool {
        *user != self.own && self.settings.may_use(&user.0)
    }
}
