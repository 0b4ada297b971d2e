//! Feature of analyses of finished games by the engine (`/analyse`): its command, the search and
//! its job, and the text of the result.

pub(crate) mod command;
pub(crate) mod handler;
pub(crate) mod job;
pub(crate) mod text;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "analysis", commands: command::COMMANDS };
