//! Tests of servers that become unreachable, remove the bot and come back, and of changed roles.
//! Not here: single channels and threads (`places`), and shards (`outages`).

use std::time::Duration;

use crate::{
    fake::{GUILD, Opt, State, direct, permissions},
    support::{ADA, BOB, BOT, CHESS, GO, World},
};

const MINUTE: Duration = Duration::from_secs(60);

/// Ada and Bob play, five minutes for each move.
async fn playing(pace: Option<&str>) -> World {
    let world = World::new().await;
    let mut options = vec![
        ("opponent", Opt::User(BOB)),
        ("variant", Opt::Text("chess".to_owned())),
        ("colour", Opt::Text("white".to_owned())),
    ];
    options.extend(pace.map(|pace| ("pace", Opt::Text(pace.to_owned()))));
    world.slash(ADA, CHESS, "play", &options);
    let challenge = world.nth(CHESS, 1).await;
    world.press(BOB, challenge.id, "Accept");
    world.nth(CHESS, 2).await;
    for (user, text, count) in [(ADA, "e4", 3), (BOB, "e5", 4)] {
        world.moves(user, CHESS, text);
        world.nth(CHESS, count).await;
    }
    world.all_delivered().await;
    world
}

/// Waits until Ada's games say that hers has no place, or that it has one.
async fn listed(world: &World, has_place: bool) -> String {
    let looking = async {
        loop {
            let said = world.reply(&world.slash(ADA, direct(ADA), "games", &[])).await.content;
            if said.contains("cannot post there") != has_place {
                return said;
            }
        }
    };
    tokio::time::timeout(adoube_testing::TEST_TIMEOUT, looking).await.expect("it is listed so")
}

/// Waits until everybody sees that Ada has moved her Knight.
async fn moved(world: &World) {
    world
        .fake
        .until("the move", |state| {
            let mut there = state.messages.iter().filter(|it| it.channel == CHESS);
            there.any(|message| message.content.contains("Nf3")).then_some(())
        })
        .await;
}

#[tokio::test]
async fn while_a_server_is_out_of_reach_its_clocks_stand_still_and_nobody_is_told() {
    for announced in [false, true] {
        let world = playing(Some("5m")).await;
        if announced {
            world.fake.announce_unavailable(GUILD);
        } else {
            world.fake.lose_server(GUILD);
        }
        listed(&world, false).await;
        for _ in 0..10 {
            world.time_passes(6 * MINUTE).await;
        }
        assert_eq!(world.public(CHESS).len(), 4);
        assert!(world.public(direct(BOB)).is_empty());
        world.fake.find_server(GUILD);
        listed(&world, true).await;
        world.all_delivered().await;
        // Ada has her five minutes.
        world.time_passes(4 * MINUTE).await;
        world.moves(ADA, CHESS, "Nf3");
        moved(&world).await;
    }
}

#[tokio::test]
async fn of_a_removal_both_players_are_told_once_and_the_game_goes_on_when_the_bot_is_back() {
    for pace in [Some("5m"), None] {
        let world = playing(pace).await;
        world.fake.remove_from(GUILD);
        for player in [ADA, BOB] {
            let told = world.nth(direct(player), 1).await.content;
            assert!(told.contains("removed from the server") && told.contains("<#3001>"), "{told}");
            assert_eq!(told.contains("clocks stand still"), pace.is_some(), "{told}");
        }
        let list = listed(&world, false).await;
        assert!(list.contains("Bob") && list.contains("your turn"), "{list}");
        world.fake.dispatch("GUILD_DELETE", &serde_json::json!({ "id": GUILD.to_string() }));
        for _ in 0..10 {
            world.time_passes(6 * MINUTE).await;
        }
        world.all_delivered().await;
        for player in [ADA, BOB] {
            let told = world.public(direct(player));
            let told = told.iter().filter(|message| message.content.contains("removed from")).count();
            assert_eq!(told, 1);
        }
        world.fake.invite(GUILD);
        listed(&world, true).await;
        world.all_delivered().await;
        world.moves(ADA, CHESS, "Nf3");
        moved(&world).await;
    }
}

#[tokio::test]
async fn another_server_plays_on() {
    let world = playing(Some("5m")).await;
    world.fake.lose_server(700);
    world.fake.remove_from(701);
    world.time_passes(4 * MINUTE).await;
    world.moves(ADA, CHESS, "Nf3");
    moved(&world).await;
    assert!(listed(&world, true).await.contains("Bob"));
}

/// How often something was posted in a channel, whatever came of it.
fn posts(state: &State, channel: u64) -> usize {
    let path = format!("channels/{channel}/messages");
    state.requests.iter().filter(|it| it.method == "POST" && it.path == path).count()
}

#[tokio::test]
async fn a_role_that_is_changed_or_given_opens_what_was_refused() {
    for given in [false, true] {
        let world = World::new().await;
        world.fake.allow(CHESS, permissions::USUAL & !permissions::SEND_MESSAGES);
        for attempts in 1..=2 {
            world.says(ADA, CHESS, &format!("<@{BOT}> help"));
            world.fake.until("an attempt", |state| (posts(state, CHESS) >= attempts).then_some(())).await;
        }
        if given {
            world.fake.give_role(GUILD, permissions::USUAL);
        } else {
            world.fake.change_role(GUILD, permissions::USUAL);
        }
        let replied = async {
            loop {
                let asked = world.says(ADA, CHESS, &format!("<@{BOT}> help"));
                let elsewhere = world.says(BOB, GO, &format!("<@{BOT}> help"));
                let is_answered =
                    |state: &State, to| state.messages.iter().any(|it| it.reply == Some(to)).then_some(());
                world.fake.until("a reply", |state| is_answered(state, elsewhere)).await;
                if is_answered(&world.fake.state(), asked).is_some() {
                    return;
                }
            }
        };
        tokio::time::timeout(adoube_testing::TEST_TIMEOUT, replied).await.expect("it is open");
    }
}
