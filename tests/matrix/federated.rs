//! Tests of games between people of two homeservers, also while these do not reach each other: late
//! events are taken in their order, asked about, or reported as missing. Not here: how the
//! homeservers know each other (`federation`).

use std::sync::Arc;

use crate::{
    bot::{World, play, play_from, played},
    choices::number_of,
    federation::Federation,
    person::{People, Person},
};

/// The bot and Ada on one homeserver, Bob on the other.
struct Apart {
    federation: Federation,
    world: World,
    ada: Person,
    bob: Person,
}

impl Apart {
    /// Nothing where there is no Synapse.
    async fn begin() -> Option<Self> {
        let federation = Federation::start().await?;
        let mut world = World::on(Arc::clone(&federation.near)).await;
        world.start_bot().await;
        let far = People::on(&federation.far);
        let (ada, bob) = (world.people.person("ada").await, far.person("bob").await);
        Some(Self { federation, world, ada, bob })
    }

    fn told(&self, room: &str, words: &str) -> usize {
        let said = self.world.said(room, &self.ada);
        said.iter().filter(|seen| seen.words().contains(words)).count()
    }

    fn told_once(&self, room: &str, moves: &[&str]) {
        for (turn, san) in moves.iter().enumerate() {
            assert_eq!(self.told(room, &played(turn, san)), 1, "{san}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn people_of_two_servers_play() {
    let Some(apart) = Apart::begin().await else { return };
    let Apart { world, ada, bob, .. } = &apart;
    for encrypted in [false, true] {
        // The bot enters it by way of the other server.
        let room = world.room(encrypted, &[bob, ada]).await;
        world.begin(&room, (ada, bob), "chess").await;
        let moves = ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"];
        play(&room, (ada, bob), &moves).await;
        apart.told_once(&room, &moves);
        assert!(bob.saw().iter().all(|seen| seen.kind != "unreadable"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_comes_late_is_played_once_in_its_order() {
    let Some(apart) = Apart::begin().await else { return };
    let Apart { federation, world, ada, bob, .. } = &apart;
    let room = world.room(false, &[ada, bob]).await;
    world.begin(&room, (ada, bob), "chess").await;
    play(&room, (ada, bob), &["e4"]).await;
    federation.cut();
    ada.says(&room, "Are you there?").await;
    for words in ["e5", "Your turn.", "!chess d5"] {
        bob.says(&room, words).await;
    }
    federation.heal();
    ada.says(&room, "Hello?").await;
    for person in [ada, bob] {
        person.hears_of(&room, &played(1, "e5")).await;
    }
    bob.hears_of(&room, "'s turn. You will be called").await;
    play_from(&room, (ada, bob), &["Nf3", "Nc6"], 2).await;
    apart.told_once(&room, &["e4", "e5", "Nf3", "Nc6"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_number_is_asked_about() {
    let Some(apart) = Apart::begin().await else { return };
    let Apart { federation, world, ada, bob, .. } = &apart;
    let eve = world.people.person("eve").await;
    let room = world.room(false, &[ada, bob, &eve]).await;
    ada.says(&room, &format!("!chess play {} chess white", bob.user)).await;
    let first = bob.hears_of(&room, "Accept").await;
    federation.cut();
    eve.says(&room, &format!("!chess play {} chess960 white", bob.user)).await;
    ada.hears_of(&room, "Accept").await;
    ada.hears_of(&room, "Accept").await;
    let number = number_of(first.words(), "Accept").expect("a number").to_string();
    bob.says(&room, &number).await;
    federation.heal();
    eve.says(&room, "Hello?").await;
    bob.hears_of(&room, "answer the message you mean").await;
    assert_eq!(apart.told(&room, "The game begins"), 0);
    bob.replies(&room, &first.id, &number).await;
    let begun = bob.hears_of(&room, "The game begins").await;
    assert!(begun.words().contains(&format!("{} (White)", ada.name)), "{}", begun.words());
}

/// More than an answer of a server holds.
const NEAR: usize = 60;
/// More than servers give one another of their own accord after they did not hear of each other.
const FAR: usize = 30;

/// While the bot is away Bob makes a move of which his server does not tell the other one by itself, and so much is said there
/// before and after the two find each other again.
async fn a_move_in_a_gap(before: usize, after: usize) {
    let Some(mut apart) = Apart::begin().await else { return };
    let room = apart.world.room(false, &[&apart.ada, &apart.bob]).await;
    apart.world.begin(&room, (&apart.ada, &apart.bob), "chess").await;
    play(&room, (&apart.ada, &apart.bob), &["e4"]).await;
    apart.federation.cut();
    apart.world.stop_bot().await;
    apart.bob.says(&room, "e5").await;
    for number in 0..FAR {
        apart.bob.says(&room, &format!("far {number}")).await;
    }
    for number in 0..before {
        apart.ada.says(&room, &format!("near {number}")).await;
    }
    // A server that was started anew tells others of what is newest alone.
    apart.federation.far.stop();
    apart.federation.far.go_on();
    apart.federation.heal();
    apart.bob.says(&room, "Hello?").await;
    apart.ada.hears_of(&room, "Hello?").await;
    for number in 0..after {
        apart.ada.says(&room, &format!("later {number}")).await;
    }
    apart.world.start_bot().await;
    let Apart { ada, bob, .. } = &apart;
    ada.hears_of(&room, "write it again").await;
    assert_eq!(apart.told(&room, &played(1, "e5")), 0);
    play_from(&room, (ada, bob), &["e5", "Nf3"], 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_lies_in_a_gap_of_the_servers_is_said_to_be_missing() {
    a_move_in_a_gap(0, 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn so_it_is_where_much_more_was_said() {
    a_move_in_a_gap(NEAR, NEAR).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn so_it_is_where_much_more_was_said_after_it() {
    a_move_in_a_gap(0, NEAR).await;
}
