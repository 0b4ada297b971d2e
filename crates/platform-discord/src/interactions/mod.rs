//! Interactions (slash commands, buttons, menus, completions): decision and answer within Discord's
//! time limits.

pub(crate) mod completion;
pub(crate) mod decide;
pub(crate) mod engine_answer;
pub(crate) mod missing_permissions;
pub(crate) mod private_answer;
pub(crate) mod receive;
pub(crate) mod respond;
pub(crate) mod self_test;
