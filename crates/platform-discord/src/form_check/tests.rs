//! Tests that Discord's records in the fixture store are readable and written back unchanged.

use std::collections::BTreeSet;

use adoube_bot::forms;
use adoube_testing::stored_forms::{fixture_rows, stays_the_same};

use super::*;
use crate::{
    delivery::button_removal::SeriesMessage,
    records::TABLE,
    state::{channel_context::ChannelContext, profile::DiscordProfile},
};

#[tokio::test]
async fn every_row_of_the_fixture_is_read_and_stays_the_same() {
    let mut found = BTreeSet::new();
    for (key, value) in fixture_rows(TABLE).await {
        let kind = key.split('/').next().unwrap_or_default();
        match kind {
            PLACE => stays_the_same(&key, &value, |each: &ChannelContext| StoredChannel::from(each)),
            BOARD => {
                stays_the_same(&key, &value, |each: &Vec<SeriesMessage>| StoredSeries::from(each.as_slice()));
            }
            PERSON => stays_the_same(&key, &value, |each: &DiscordProfile| StoredDiscordProfile::from(each)),
            REGISTRATION => stays_the_same(&key, &value, |each: &StoredRegistration| StoredRegistration {
                guilds: each.guilds.clone(),
            }),
            THREAD => assert!(forms::read::<StoredThread>(&value).is_ok(), "{key}"),
            WELCOME => assert!(forms::read::<StoredWelcome>(&value).is_ok(), "{key}"),
            LANGUAGE => assert!(forms::read::<StoredSteadyLanguage>(&value).is_ok(), "{key}"),
            DENIAL => assert!(forms::read::<StoredDenial>(&value).is_ok(), "{key}"),
            _ => panic!("{key}: nothing of that kind is known"),
        }
        found.insert(kind.to_owned());
    }
    // The fixture holds these only with a running game in a thread, or after a welcome.
    found.remove(THREAD);
    found.remove(WELCOME);
    // The fixture holds these only after public actions in a server, or a refused intent.
    found.remove(LANGUAGE);
    found.remove(DENIAL);
    let expected = [PLACE, BOARD, PERSON, REGISTRATION];
    assert_eq!(found, expected.map(str::to_owned).into());
}
