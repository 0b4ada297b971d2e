//! Tests of who can see a game on Discord: games of a server in that server, those of a private
//! channel by people who see it, those of direct messages by the two players. Names of one server
//! are not shown in another one. Not here: random actions (`leaks`).

use crate::{
    fake::{Channel, GUILD, Message, OTHER_GUILD, Opt, User, direct},
    support::{ADA, BETWEEN, BOB, BOT, CARLA, CHESS, GO, World},
};

/// A channel of another server the bot is in, which Ada and Carla are in, too.
const CLUB: u64 = 3100;
/// Somebody in the first server who plays nothing.
const DORA: u64 = 2010;
/// A role that sees what others do not.
const INSIDERS: u64 = 4001;

/// Everybody has a name of their own in each server.
async fn world() -> World {
    let mut world = World::without_bot().await;
    world.fake.change(|state| {
        let dora = User { id: DORA, name: "Dora".to_owned(), locale: "en-US".to_owned(), ..User::default() };
        state.users.insert(DORA, dora);
        for person in state.users.values_mut() {
            "en-US".clone_into(&mut person.locale);
        }
        let club = Channel { guild: Some(OTHER_GUILD), installed: true, ..Channel::default() };
        state.channels.insert(CLUB, club);
        let home = Channel { kind: 1, installed: true, ..Channel::default() };
        state.channels.insert(direct(DORA), home);
    });
    let named = |people: &[(u64, &str)]| -> Vec<(u64, String)> {
        people.iter().map(|(id, name)| (*id, (*name).to_owned())).collect()
    };
    let first = named(&[(ADA, "Ada Owl"), (BOB, "Bob Owl"), (CARLA, "Carla Owl"), (DORA, "Dora Owl")]);
    world.fake.people_of(GUILD, &first);
    world.fake.people_of(OTHER_GUILD, &named(&[(ADA, "Ada Fox"), (CARLA, "Carla Fox")]));
    world.start_bot().await;
    world.fake.until("the commands", |state| state.commands.get(&0).map(|_| ())).await;
    world
}

fn file(message: &Message) -> String {
    let files = message.attachments.iter().map(|(_, _, bytes)| String::from_utf8_lossy(bytes).into_owned());
    files.collect::<Vec<_>>().join("\n")
}

async fn asks(world: &World, user: u64, channel: u64, command: &str, game: &str) -> Message {
    world.reply(&world.slash(user, channel, command, &[("game", Opt::Text(game.to_owned()))])).await
}

async fn lists(world: &World, user: u64, channel: u64, of: u64) -> String {
    let owner = [("owner", Opt::Text(format!("<@{of}>")))];
    world.reply(&world.slash(user, channel, "games", &owner)).await.content
}

/// What a message is replied with.
async fn replied(world: &World, user: u64, channel: u64, words: &str) -> String {
    let said = world.says(user, channel, &format!("<@{BOT}> {words}"));
    let reply = world
        .fake
        .until("a reply", |state| state.messages.iter().find(|message| message.reply == Some(said)).cloned());
    reply.await.content
}

/// The game that Ada and Bob play in a channel.
async fn begun(world: &World, channel: u64) -> String {
    world.begin(channel).await;
    world.plays(ADA, channel, "e4").await;
    let list = world.reply(&world.slash(ADA, channel, "games", &[])).await.content;
    let line = list.lines().find(|line| line.contains("here")).expect("a game here");
    line.trim_start_matches(['-', '*', ' ']).chars().take(6).collect()
}

/// Whether the game is there for somebody who asks somewhere, in every way in which one can ask.
async fn sees(world: &World, user: u64, channel: u64, game: &str) -> bool {
    let mut seen = Vec::new();
    for command in ["game", "step", "replay", "export"] {
        let answer = asks(world, user, channel, command, game).await;
        let none = asks(world, user, channel, command, "zzzzzz").await;
        let is_unknown = answer.content.replace(game, "zzzzzz") == none.content;
        assert!(is_unknown || !answer.content.contains("I know no game"), "{command}: {}", answer.content);
        seen.push(!is_unknown);
    }
    seen.push(lists(world, user, channel, ADA).await.contains(game));
    assert!(seen.iter().all(|each| *each == seen[0]), "{user} in {channel}: {seen:?}");
    seen[0]
}

#[tokio::test]
async fn a_game_of_a_server_is_seen_there_and_by_its_players() {
    let world = world().await;
    let game = begun(&world, CHESS).await;
    for (user, channel, is_seen) in [
        (DORA, CHESS, true),
        (DORA, GO, true),
        (DORA, direct(DORA), false),
        (CARLA, GO, true),
        (CARLA, CLUB, false),
        (CARLA, direct(CARLA), false),
        (BOB, direct(BOB), true),
    ] {
        assert_eq!(sees(&world, user, channel, &game).await, is_seen, "{user} in {channel}");
    }
    // A player sees it anywhere, where nobody else reads the answer; a record tells of the place no more than the platform.
    let record = file(&asks(&world, ADA, CLUB, "export", &game).await);
    assert!(record.contains("[Site \"discord\"]") && !record.contains(&CHESS.to_string()), "{record}");
    let record = file(&asks(&world, DORA, CHESS, "export", &game).await);
    assert!(record.contains(&format!("[Site \"discord:{CHESS}\"]")), "{record}");
    assert!(record.contains("Ada Owl"), "{record}");
}

#[tokio::test]
async fn a_game_of_a_private_channel_is_seen_by_who_sees_the_channel() {
    let world = world().await;
    let game = begun(&world, CHESS).await;
    world.fake.make_private(CHESS, (0, INSIDERS));
    world.fake.give_role_to(GUILD, CARLA, INSIDERS);
    assert!(!sees(&world, DORA, GO, &game).await);
    assert!(sees(&world, CARLA, GO, &game).await);
    // What others read is read by some who do not see the channel.
    assert!(!replied(&world, CARLA, GO, &format!("games <@{ADA}>")).await.contains(&game));
    assert!(replied(&world, CARLA, GO, &format!("game {game}")).await.contains("I know no game"));
    // A minute later another one sees it.
    world.fake.make_private(CHESS, (1, DORA));
    world.time_passes(std::time::Duration::from_secs(61)).await;
    assert!(sees(&world, DORA, GO, &game).await);
    assert!(!sees(&world, CARLA, GO, &game).await);
}

#[tokio::test]
async fn a_game_of_a_thread_is_seen_by_who_sees_its_channel() {
    let world = world().await;
    begun(&world, CHESS).await;
    let options = [("opponent", Opt::User(CARLA)), ("variant", Opt::Text("chess".to_owned()))];
    world.slash(BOB, CHESS, "play", &options);
    let challenge = world.nth(CHESS, 4).await;
    world.press(CARLA, challenge.id, "Accept");
    let thread = world.fake.until("a thread", |state| {
        let found = state.channels.iter().find(|(_, channel)| channel.thread.is_some());
        found.map(|(id, _)| *id)
    });
    let thread = thread.await;
    world.nth(thread, 1).await;
    world.all_delivered().await;
    assert!(lists(&world, DORA, GO, CARLA).await.contains("Bob Owl"));
    assert!(replied(&world, DORA, CHESS, &format!("games <@{CARLA}>")).await.contains("Bob Owl"));
    world.fake.make_private(CHESS, (0, INSIDERS));
    world.time_passes(std::time::Duration::from_secs(61)).await;
    assert!(!lists(&world, DORA, GO, CARLA).await.contains("Bob Owl"));
    assert!(!replied(&world, DORA, GO, &format!("games <@{CARLA}>")).await.contains("Bob Owl"));
    // Who reads in the channel sees its threads, however private both are.
    assert!(replied(&world, BOB, CHESS, &format!("games <@{CARLA}>")).await.contains("Bob Owl"));
}

#[tokio::test]
async fn a_game_of_direct_messages_is_seen_by_the_two_alone() {
    let world = world().await;
    let game = begun(&world, BETWEEN).await;
    for (user, channel, is_seen) in
        [(BOB, direct(BOB), true), (ADA, CLUB, true), (DORA, CHESS, false), (DORA, direct(DORA), false)]
    {
        assert_eq!(sees(&world, user, channel, &game).await, is_seen, "{user} in {channel}");
    }
}

#[tokio::test]
async fn where_others_read_a_player_is_not_shown_what_is_played_elsewhere() {
    let world = world().await;
    let game = begun(&world, CHESS).await;
    world.plays(BOB, CHESS, "e5").await;
    for words in ["games", "games due"] {
        let said = replied(&world, ADA, CLUB, words).await;
        assert!(said.contains("where others read along") && !said.contains(&game), "{words}: {said}");
        assert!(!said.contains("Bob") && !said.contains(&CHESS.to_string()), "{words}: {said}");
    }
    for command in ["game", "step", "replay", "export", "analyse", "rematch"] {
        let said = replied(&world, ADA, CLUB, &format!("{command} {game}")).await;
        assert!(said.contains("Others read along here"), "{command}: {said}");
        // To who does not play it there is none.
        let said = replied(&world, CARLA, CLUB, &format!("{command} {game}")).await;
        assert!(said.contains("I know no game"), "{command}: {said}");
    }
    // In its own server everybody may read it.
    assert!(replied(&world, ADA, GO, "games").await.contains(&game));
    // Alone with the bot it is listed.
    assert!(lists(&world, ADA, direct(ADA), ADA).await.contains(&game));
}

#[tokio::test]
async fn nobody_is_called_by_a_name_of_another_server() {
    let world = world().await;
    begun(&world, CHESS).await;
    world.slash(CARLA, CHESS, "games", &[]);
    // Carla was seen last in the first server, and Ada, too.
    let words = format!("<@{CARLA}> chess");
    world.says(ADA, CLUB, &format!("<@{BOT}> play {words}"));
    let said = world.nth(CLUB, 1).await;
    assert!(!said.content.contains("Owl"), "{}", said.content);
    let token = world.slash(CARLA, CLUB, "games", &[("owner", Opt::Text(format!("<@{BOB}>")))]);
    assert!(!world.reply(&token).await.content.contains("Owl"));
    // The same people, as the first server knows them.
    let list = lists(&world, CARLA, GO, ADA).await;
    assert!(list.contains("Ada Owl") && !list.contains("Fox"), "{list}");
}
