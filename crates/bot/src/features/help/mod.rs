//! Feature of help (`/help`, `/rules`): explains commands, terms and the rules in short, and starts
//! the self-test; commands and texts.

pub(crate) mod command;
pub(crate) mod glossary_text;
pub(crate) mod rules;
pub(crate) mod text;
pub(crate) mod unknown_terms;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "help", commands: command::COMMANDS };
