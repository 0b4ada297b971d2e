//! Version numbers of records whose JSON has the fields of their working types: answers to events,
//! kept so that a repeated event gets the same answer; analyses, bar lists, contacts, settings of
//! communities.
//!
//! Version 2 of answers is the oldest that is read; of the others version 1 is the first.

use super::{FormPart, StoredForm};
use crate::{
    Notice,
    core::{
        decision::StoredAnswer,
        game::{BarList, CommunitySettings, Contacts, GameAnalysis},
    },
};

impl StoredForm for StoredAnswer {
    const KIND: &'static str = "an answer";
    const VERSION: u64 = 2;
    const PARTS: &'static [FormPart] =
        &[FormPart::of::<Notice>("/reply/private"), FormPart::of::<Notice>("/reply/update")];
}

impl StoredForm for GameAnalysis {
    const KIND: &'static str = "what the computer thinks of a game";
    const VERSION: u64 = 1;
}

impl StoredForm for BarList {
    const KIND: &'static str = "a list of the barred";
    const VERSION: u64 = 1;
}

impl StoredForm for Contacts {
    const KIND: &'static str = "a person's contacts";
    const VERSION: u64 = 1;
}

impl StoredForm for CommunitySettings {
    const KIND: &'static str = "the settings of a place";
    const VERSION: u64 = 1;
}
