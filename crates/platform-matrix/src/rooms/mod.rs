//! Rooms the bot is invited to, joins, checks, leaves, and follows when they are upgraded.

pub(crate) mod invitations;
pub(crate) mod join;
pub(crate) mod pending_joins;
pub(crate) mod recheck;
pub(crate) mod self_test;
pub(crate) mod upgrade;
