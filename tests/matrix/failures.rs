//! Tests of games on a real homeserver during failures: restarts, limits, redacted messages, people
//! who leave, lost keys. Not here: games without failures (`games`).

use adoube_platform_matrix::MatrixSettings;

use crate::{
    bot::{World, play, play_from, played},
    person::{Person, Seen},
    synapse::Synapse,
};

/// Whether the bot told of each of these moves, and of each once.
fn told_once(world: &World, room: &str, to: &Person, moves: &[&str]) {
    for (turn, san) in moves.iter().enumerate() {
        assert_eq!(told(world, room, to, &played(turn, san)), 1, "{san}");
    }
}

/// How often the bot told of something.
fn told(world: &World, room: &str, to: &Person, what: &str) -> usize {
    world.said(room, to).iter().filter(|seen| seen.words().contains(what)).count()
}

#[tokio::test]
async fn the_bot_is_restarted_in_the_middle() {
    let Some(mut world) = World::new().await else { return };
    let (ada, bob) = world.two().await;
    let room = world.room(true, &[&ada, &bob]).await;
    world.begin(&room, (&ada, &bob), "chess").await;
    play(&room, (&ada, &bob), &["e4", "e5"]).await;
    world.stop_bot().await;
    // More than one answer of the homeserver holds, with the move in the middle.
    for said in ["Hello?", "Anybody?"].repeat(35).into_iter().chain(["Nf3"]).chain(["Hm", "Well"].repeat(35))
    {
        ada.says(&room, said).await;
    }
    world.start_bot().await;
    bob.hears_of(&room, &played(2, "Nf3")).await;
    play_from(&room, (&ada, &bob), &["Nc6", "Bc4"], 3).await;
    world.stop_bot().await;
    world.start_bot().await;
    play_from(&room, (&ada, &bob), &["Bc5"], 5).await;
    told_once(&world, &room, &ada, &["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"]);
}

#[tokio::test]
async fn the_homeserver_is_restarted_in_the_middle() {
    let Some(synapse) = Synapse::alone() else { return };
    let mut world = World::on(synapse).await;
    world.start_bot().await;
    let (ada, bob) = world.two().await;
    let room = world.room(true, &[&ada, &bob]).await;
    world.begin(&room, (&ada, &bob), "chess").await;
    play(&room, (&ada, &bob), &["e4", "e5"]).await;
    world.synapse.stop();
    world.synapse.go_on();
    play_from(&room, (&ada, &bob), &["Nf3", "Nc6"], 2).await;
    told_once(&world, &room, &ada, &["e4", "e5", "Nf3", "Nc6"]);
}

#[tokio::test]
async fn a_game_goes_on_at_the_default_limits() {
    let Some(synapse) = Synapse::with_default_limits() else { return };
    let mut world = World::on(synapse).await;
    world.settings = MatrixSettings { room_messages_per_minute: 0, ..MatrixSettings::default() };
    world.start_bot().await;
    let (ada, bob) = world.two().await;
    let room = world.room(false, &[&ada, &bob]).await;
    world.begin(&room, (&ada, &bob), "chess").await;
    let moves = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "c3", "Nf6", "d3", "d6"];
    play(&room, (&ada, &bob), &moves).await;
    told_once(&world, &room, &ada, &moves);
    assert_eq!(world.said(&room, &ada).len(), 3 + moves.len());
}

#[tokio::test]
async fn what_is_taken_back_does_nothing_and_a_correction_of_talk_counts() {
    let Some(mut world) = World::new().await else { return };
    let (ada, bob) = world.two().await;
    let room = world.room(false, &[&ada, &bob]).await;
    world.begin(&room, (&ada, &bob), "chess").await;
    // What was taken back before the bot came to read it.
    world.stop_bot().await;
    let command = ada.says(&room, "!chess move e4").await;
    ada.redacts(&room, &command).await;
    world.start_bot().await;
    play(&room, (&ada, &bob), &["d4", "d5"]).await;
    assert_eq!(told(&world, &room, &ada, "e4:"), 0);
    let talk = ada.says(&room, "Good luck").await;
    ada.edits(&room, &talk, "Nf3").await;
    bob.hears_of(&room, &played(2, "Nf3")).await;
    // What has done something counts in no other form.
    ada.edits(&room, &talk, "Nc3").await;
    play_from(&room, (&ada, &bob), &["Nf6", "Bf4"], 3).await;
    assert_eq!(told(&world, &room, &ada, "Nc3"), 0);
}

#[tokio::test]
async fn a_move_counts_when_its_key_comes() {
    let Some(world) = World::new().await else { return };
    let (ada, bob) = world.two().await;
    let room = world.room(true, &[&ada, &bob]).await;
    world.begin(&room, (&ada, &bob), "chess").await;
    ada.withholds_the_key(&room, &world.user).await;
    ada.says(&room, "e4").await;
    assert_eq!(bob.hears_of(&room, "e4").await.sender, ada.user, "for others it can be read");
    // Whatever answers this has come past the move.
    bob.says(&room, "!chess board words").await;
    bob.hears_of(&room, "White: King e1").await;
    assert_eq!(told(&world, &room, &ada, &played(0, "e4")), 0);
    ada.hands_over_the_key(&room, &world.user).await;
    for person in [&ada, &bob] {
        person.hears_of(&room, &played(0, "e4")).await;
    }
    // What is said with that key from now on can be read at once.
    play_from(&room, (&ada, &bob), &["e5", "Nf3"], 1).await;
    assert_eq!(told(&world, &room, &ada, &played(0, "e4")), 1);
    let said = world.said(&room, &ada);
    assert_eq!(
        said.len(),
        3 + 1 + 3,
        "the greeting, the challenge, the first board, Bob's, three moves: {said:#?}"
    );
    assert!(!ada.saw().iter().any(|seen| seen.kind == "invited"), "nor was anything said elsewhere");
}

#[tokio::test]
async fn the_bot_leaves_when_it_is_alone() {
    let Some(world) = World::new().await else { return };
    let (ada, bob) = world.two().await;
    // A second client of the bot's own account sees when it leaves.
    let own = world.people.log_in(&world.account).await;
    let room = world.room(false, &[&ada, &bob]).await;
    world.begin(&room, (&ada, &bob), "chess").await;
    bob.leaves(&room).await;
    ada.sees_kind(&room, "leave").await;
    ada.says(&room, "e4").await;
    ada.hears_of(&room, &played(0, "e4")).await;
    let is_out = |seen: &Seen| seen.kind == "out" && seen.room == room;
    assert!(!own.saw().iter().any(is_out), "Ada is still there");
    ada.leaves(&room).await;
    own.sees("the bot leave", |seen| seen.iter().find(|seen| is_out(seen)).map(drop)).await;
}

#[tokio::test]
async fn invitations_are_limited() {
    let Some(world) = World::new().await else { return };
    let (ada, bob) = world.two().await;
    let mut joined = 0;
    for _ in 0..9 {
        let room = ada.creates(false, &[&world.user]).await;
        joined += usize::from(
            ada.sees("an answer to an invitation", |seen| {
                let answers = |seen: &&Seen| seen.room == room && seen.user.as_ref() == Some(&world.user);
                let kinds = seen.iter().filter(answers).map(|seen| seen.kind.as_str());
                kinds.into_iter().find(|kind| ["join", "leave"].contains(kind)).map(|kind| kind == "join")
            })
            .await,
        );
    }
    assert!((1..9).contains(&joined), "{joined}");
    // Somebody else is still welcome.
    world.room(false, &[&bob]).await;
}

#[tokio::test]
async fn a_lost_store_is_recovered_with_the_key() {
    let Some(mut world) = World::new().await else { return };
    let (ada, bob) = world.two().await;
    let room = world.room(true, &[&ada, &bob]).await;
    world.begin(&room, (&ada, &bob), "chess").await;
    play(&room, (&ada, &bob), &["e4", "e5"]).await;
    world.stop_bot().await;
    let key = world.lose_keys();
    for wrong in
        [None, Some("not a key"), Some("EsTc LW2K PGiF wKEA 3As5 g5c4 BXwk qeeJ ZJV8 Q9fu gUMN UE4d")]
    {
        world.recovery_key = wrong.map(str::to_owned);
        let refused = world.connect().await.err().expect("nothing opens the account's keys").to_string();
        assert!(refused.contains("recovery key"), "{wrong:?}: {refused}");
        assert!(!refused.contains('\n'), "{refused}");
    }
    world.recovery_key = Some(key);
    world.start_bot().await;
    // Once it takes invitations it listens; what was said before is not for a session that begins anew.
    world.room(false, &[&ada]).await;
    play_from(&room, (&ada, &bob), &["Nf3", "Nc6"], 2).await;
    assert_eq!(told(&world, &room, &ada, &played(0, "e4")), 1);
}
