//! Tests of the test environment itself: the homeserver and the simulated people send, edit, redact
//! and see messages as the other tests expect. Not here: the bot.

use crate::{person::People, synapse::Synapse};

/// A PNG for whoever looks at its beginning.
const PICTURE: &[u8] = b"\x89PNG\r\n\x1a\n and whatever follows";

#[tokio::test]
async fn people_hear_and_see_one_another() {
    let Some(synapse) = Synapse::alone() else { return };
    let people = People::on(&synapse);
    let (ada, bob) = (people.person("ada").await, people.person("bob").await);
    for encrypted in [true, false] {
        let room = ada.creates(encrypted, &[&bob.user]).await;
        ada.meets(&room, &bob.user).await;
        let said = ada.says(&room, "Hello").await;
        assert_eq!(bob.hears(&room).await.words(), "Hello");
        bob.replies(&room, &said, "Good day").await;
        let reply = ada.hears(&room).await;
        assert_eq!((reply.words(), reply.reply_to.as_ref()), ("Good day", Some(&said)));
        ada.shows(&room, "A board", PICTURE).await;
        let shown = bob.hears(&room).await;
        assert_eq!((shown.words(), shown.encrypted), ("A board", encrypted));
        assert_eq!(shown.picture().as_deref(), Some(PICTURE));
        assert_eq!(synapse.media().iter().any(|file| file == PICTURE), !encrypted);
        bob.reacts(&room, &shown.id, "👍").await;
        let signed = ada.sees_kind(&room, "reaction").await;
        assert_eq!((signed.to.as_ref(), signed.key.as_deref()), (Some(&shown.id), Some("👍")));
        let phone = bob.second_device().await;
        ada.says(&room, "And on your phone?").await;
        assert_eq!(phone.hears_of(&room, "phone").await.words(), bob.hears(&room).await.words());
    }
}

#[tokio::test]
async fn people_take_back_correct_and_call() {
    let Some(synapse) = Synapse::shared() else { return };
    let people = People::on(&synapse);
    let (ada, bob) = (people.person("ada").await, people.person("bob").await);
    let room = ada.creates(true, &[&bob.user]).await;
    ada.meets(&room, &bob.user).await;
    let said = ada.says(&room, "Helo").await;
    ada.edits(&room, &said, "Hello").await;
    let edit = bob.sees("an edit", |seen| seen.iter().find(|seen| seen.edits.is_some()).cloned()).await;
    assert_eq!((edit.edits.as_ref(), edit.words()), (Some(&said), "* Hello"));
    ada.redacts(&room, &said).await;
    assert_eq!(bob.sees_kind(&room, "redaction").await.to.as_ref(), Some(&said));
    ada.mentions(&room, &bob.user, "Bob!").await;
    assert_eq!(bob.hears_of(&room, "Bob").await.mentions, std::slice::from_ref(&bob.user));
    ada.says_in_thread(&room, &said, "Aside").await;
    assert_eq!(bob.hears(&room).await.thread.as_ref(), Some(&said));
    bob.leaves(&room).await;
    assert_eq!(ada.sees_kind(&room, "leave").await.user.as_ref(), Some(&bob.user));
}

#[tokio::test]
async fn people_come_back_to_a_restarted_homeserver() {
    let Some(synapse) = Synapse::alone() else { return };
    let people = People::on(&synapse);
    let (ada, bob) = (people.person("ada").await, people.person("bob").await);
    let room = ada.creates(true, &[]).await;
    ada.invites(&room, &bob.user).await;
    ada.meets(&room, &bob.user).await;
    synapse.stop();
    synapse.go_on();
    ada.says(&room, "Still here").await;
    assert_eq!(bob.hears(&room).await.words(), "Still here");
}

#[tokio::test]
async fn a_homeserver_with_its_own_limits_holds_people_up() {
    let Some(synapse) = Synapse::with_default_limits() else { return };
    let people = People::on(&synapse);
    let ada = people.person("ada").await;
    let room = ada.creates(false, &[]).await;
    let mut said = 0;
    while ada.tries_to_say(&room, "Hello").await.is_ok() {
        said += 1;
        assert!(said < 30, "nothing holds people up");
    }
}
