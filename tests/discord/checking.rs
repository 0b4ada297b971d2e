//! Tests of the self-test on Discord, and of the messages about missing permissions: what each
//! person is told, and that a person who can grant one is told once. Not here: that games go on all
//! the same (`failures`).

use std::time::Duration;

use adoube_bot::ThreadPolicy;
use adoube_platform_discord::{MessageScope, ShardSelection};
use adoube_testing::TEST_TIMEOUT;

use crate::{
    fake::{Channel, Fault, GUILD, Opt, Place, direct, permissions},
    support::{ADA, BETWEEN, BOB, BOT, CARLA, CHESS, ELSEWHERE, GO, SCHACH, World},
};

/// A thread of a server the bot is in.
const THREAD: u64 = 3020;
const HEARS_NONE: &str = "Note: I read no messages here; use commands, buttons and menus for everything.";
const MINUTE: Duration = Duration::from_secs(60);
const MANAGE_CHANNELS: u64 = 1 << 4;
const MANAGE_ROLES: u64 = 1 << 28;

/// The lines of a self-test, without how long Discord took.
async fn check(world: &World, user: u64, channel: u64) -> Vec<String> {
    let token = world.slash(user, channel, "help", &[("command", Opt::Text("check".to_owned()))]);
    let answer = world.reply(&token).await;
    assert_eq!(answer.only_for, Some(user), "nobody else reads it");
    let embeds = answer.embeds.as_array().into_iter().flatten();
    let words = embeds.fold(answer.content.clone(), |words, embed| {
        words + "\n" + embed["description"].as_str().unwrap_or_default()
    });
    let measured = |line: &str| match line.split_once(", ") {
        Some((begin, end)) if end.ends_with(" milliseconds.") || end.ends_with(" 1 millisecond.") => {
            format!("{begin}.")
        }
        _ => line.to_owned(),
    };
    let lines = words.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| measured(line.trim_start_matches("- "))).collect()
}

/// Tests until it says so: what became of the commands is known a moment after Discord has answered.
pub async fn until_said(world: &World, said: &str) {
    let noticed = async { while !check(world, ADA, GO).await.iter().any(|line| line.starts_with(said)) {} };
    assert!(tokio::time::timeout(TEST_TIMEOUT, noticed).await.is_ok(), "{said}");
}

fn allow(world: &World, channel: u64, permissions: u64) {
    world.fake.change(|state| state.channels.get_mut(&channel).expect("a channel").permissions = permissions);
}

fn make(world: &World, user: u64, permissions: u64) {
    world.fake.change(|state| state.users.get_mut(&user).expect("somebody").permissions = permissions);
}

fn open_thread(world: &World) {
    let thread = Channel { guild: Some(GUILD), installed: true, kind: 11, ..Channel::default() };
    world.fake.change(|state| state.channels.insert(THREAD, thread));
}

/// Everything somebody was told in private beside answers to what they asked.
fn told(world: &World, user: u64) -> Vec<String> {
    let state = world.fake.state();
    let theirs = state.messages.iter().filter(|message| message.only_for == Some(user));
    let words = theirs.map(|message| message.content.clone());
    words.filter(|words| words.contains("Edit Channel") || words.contains("Kanal bearbeiten")).collect()
}

/// Waits until somebody was told so often; what they were told last.
async fn told_often(world: &World, user: u64, count: usize) -> String {
    let fits = |words: &str| words.contains("Edit Channel") || words.contains("Kanal bearbeiten");
    world
        .fake
        .until("a word about what is missing", |state| {
            let theirs = state.messages.iter().filter(|each| each.only_for == Some(user));
            theirs.filter(|each| fits(&each.content)).nth(count - 1).map(|each| each.content.clone())
        })
        .await
}

/// Uses any command, and waits for its answer.
async fn ask(world: &World, user: u64, channel: u64) {
    let token = world.slash(user, channel, "games", &[]);
    world.answered(&token).await;
}

#[tokio::test]
async fn where_all_is_well_each_thing_says_so() {
    let world = World::new().await;
    let expected = [
        "**Self-test**",
        "Everything works here.",
        "OK: Games are saved safely.",
        "OK: All messages here have been delivered.",
        "OK: Pictures work.",
        "OK: I am connected to Discord.",
        "OK: My commands are registered with Discord.",
        "OK: I am a member of this server.",
        "OK: I read messages that mention me, replies to me, and direct messages: \\@adoube Nf3 is a move.",
        "OK: “View Channel”",
        "OK: “Send Messages”",
        "OK: “Attach Files”",
        "OK: “Embed Links”",
        "OK: “Create Public Threads”",
        "OK: “Send Messages in Threads”",
        "OK: “Read Message History”",
    ];
    until_said(&world, "OK: My commands are registered").await;
    let said = check(&world, ADA, CHESS).await;
    assert_eq!(said, expected, "{said:#?}");
    let german = check(&world, CARLA, SCHACH).await;
    assert_eq!(german[0], "**Selbsttest**");
    assert!(german.contains(&"OK: „Nachrichtenverlauf anzeigen“".to_owned()), "{german:#?}");
}

#[tokio::test]
async fn each_missing_permission_is_named_with_what_to_do_and_who_can() {
    let world = World::new().await;
    open_thread(&world);
    let (needed, optional) = ("Missing: ", "Note: ");
    for (channel, permission, name, how) in [
        (CHESS, permissions::VIEW_CHANNEL, "View Channel", needed),
        (CHESS, permissions::SEND_MESSAGES, "Send Messages", needed),
        (CHESS, permissions::EMBED_LINKS, "Embed Links", optional),
        (CHESS, permissions::ATTACH_FILES, "Attach Files", needed),
        (CHESS, permissions::CREATE_PUBLIC_THREADS, "Create Public Threads", optional),
        (CHESS, permissions::SEND_MESSAGES_IN_THREADS, "Send Messages in Threads", optional),
        (CHESS, permissions::READ_MESSAGE_HISTORY, "Read Message History", optional),
        (THREAD, permissions::SEND_MESSAGES_IN_THREADS, "Send Messages in Threads", needed),
    ] {
        allow(&world, channel, permissions::USUAL & !permission);
        let lines = check(&world, ADA, channel).await;
        let about = lines.iter().find(|line| line.contains(&format!("“{name}”"))).expect("a line about it");
        assert!(about.starts_with(how), "{about}");
        let who = "An admin, or anyone who manages roles here, can grant it: Edit Channel, then Permissions, then adoube.";
        assert!(about.ends_with(who), "{about}");
        let troubled = lines[1].starts_with("One thing needs");
        assert_eq!(troubled, how == needed, "{name}: {}", lines[1]);
        let others = lines.iter().filter(|line| line.contains('“') && line.starts_with("OK: "));
        assert_eq!(others.count(), if channel == THREAD { 4 } else { 6 }, "{name}: {lines:#?}");
    }
    // In a thread it does not matter whether messages may be sent in the channel.
    allow(&world, THREAD, permissions::USUAL & !permissions::SEND_MESSAGES);
    assert_eq!(check(&world, ADA, THREAD).await[1], "Everything works here.");
    allow(&world, SCHACH, 0);
    let german = check(&world, CARLA, SCHACH).await;
    assert_eq!(german[1], "Um 3 Dinge muss sich jemand kümmern.");
    assert!(german.iter().any(|line| line.starts_with("Fehlt: „Dateien anhängen“. Sonst ")), "{german:#?}");
}

#[tokio::test]
async fn how_the_bot_came_here_is_said() {
    let world = World::new().await;
    for (channel, said) in [
        (ELSEWHERE, "Note: I am not a member of this server"),
        (BETWEEN, "Note: I am not part of this chat"),
        (direct(ADA), "OK: This is our own chat"),
    ] {
        let lines = check(&world, ADA, channel).await;
        assert!(lines.iter().any(|line| line.starts_with(said)), "{said}: {lines:#?}");
        assert!(!lines.iter().any(|line| line.contains("Attach Files")), "nobody can change it: {lines:#?}");
    }
    let lines = check(&world, ADA, ELSEWHERE).await;
    let invited = lines.iter().any(|line| line.contains("permissions=309238811648"));
    assert!(invited, "it can be taken in: {lines:#?}");
}

#[tokio::test]
async fn how_it_is_reached_is_said() {
    let mut world = World::without_bot().await;
    world.start_called_bot().await;
    let lines = check(&world, ADA, CHESS).await;
    assert!(lines.contains(&"OK: Discord calls me over HTTP.".to_owned()), "{lines:#?}");
    assert!(lines.contains(&HEARS_NONE.to_owned()), "{lines:#?}");
    let mut world = World::without_bot().await;
    world.settings.messages = MessageScope::All;
    // The flag of an application that may read everything.
    world.fake.change(|state| state.application_flags |= 1 << 18);
    world.settings.shards = ShardSelection::Range { first: 0, last: 0, total: 1 };
    world.settings.threads = ThreadPolicy::Never;
    world.start_bot().await;
    let lines = check(&world, ADA, CHESS).await;
    assert!(lines.contains(&"OK: I am connected to Discord.".to_owned()), "{lines:#?}");
    assert!(!lines.iter().any(|line| line.contains("Threads")), "none are wanted: {lines:#?}");
    assert!(lines.iter().any(|line| line.starts_with("OK: I read every message")), "{lines:#?}");
    // What it does not see it does not read.
    allow(&world, CHESS, permissions::USUAL & !permissions::VIEW_CHANNEL);
    assert!(check(&world, ADA, CHESS).await.contains(&HEARS_NONE.to_owned()));
    assert!(check(&world, ADA, ELSEWHERE).await.contains(&HEARS_NONE.to_owned()));
}

#[tokio::test]
async fn commands_that_discord_does_not_have_are_noticed() {
    for (fault, said) in [
        (Fault::Status(502), "Missing: My commands are not registered with Discord yet"),
        (Fault::Status(400), "Not working: Discord does not take my commands"),
    ] {
        let mut world = World::without_bot().await;
        world.fake.change(|state| state.faults.add(Place::Commands, fault, 1000));
        world.start_bot().await;
        world.fake.until("an attempt", |state| (state.faults.left() < 1000).then_some(())).await;
        until_said(&world, said).await;
    }
}

#[tokio::test]
async fn what_waits_and_why_is_said() {
    let world = World::new().await;
    let board = world.begin(CHESS).await;
    world.fake.change(|state| {
        state.faults.add(Place::Answers, Fault::Error { status: 404, code: 10062 }, 1);
        state.faults.add(Place::Messages, Fault::Status(500), 1000);
    });
    world.press(ADA, board.id, "Draw");
    world.fake.until("two attempts", |state| (state.faults.left() < 999).then_some(())).await;
    let lines = check(&world, BOB, CHESS).await;
    assert!(lines.contains(&"Note: One message is still waiting to be shown here.".to_owned()), "{lines:#?}");
    let failing = lines.iter().find(|line| line.starts_with("Not working: ")).expect("a failure");
    assert!(
        failing.contains("to show a message here failed, the first less than a minute ago."),
        "{failing}"
    );
    assert!(failing.contains("500"), "{failing}");
    let elsewhere = check(&world, BOB, GO).await;
    assert_eq!(elsewhere[1], "Everything works here.", "{elsewhere:#?}");
}

#[tokio::test]
async fn who_can_change_it_is_told_once_what_is_missing() {
    let mut world = World::new().await;
    make(&world, BOB, MANAGE_ROLES);
    allow(&world, CHESS, permissions::USUAL & !permissions::ATTACH_FILES);
    ask(&world, ADA, CHESS).await;
    ask(&world, BOB, CHESS).await;
    assert_eq!(
        told_often(&world, BOB, 1).await,
        "In this channel I lack the permission “Attach Files”, so I can post here only when someone uses a command or a \
         button. You can grant it: Edit Channel, then Permissions, then adoube. Or for the whole server: Server Settings, \
         then Roles, then adoube."
    );
    ask(&world, BOB, CHESS).await;
    make(&world, CARLA, MANAGE_CHANNELS);
    ask(&world, CARLA, CHESS).await;
    // Something else is missing.
    allow(&world, CHESS, 0);
    ask(&world, BOB, CHESS).await;
    let all = told_often(&world, BOB, 2).await;
    let three = "“View Channel”, “Send Messages” and “Attach Files”";
    assert!(all.contains(&format!("I lack the permissions {three}, so")), "{all}");
    assert!(all.contains("You can grant them: Edit Channel"), "{all}");
    // All is well, and then no longer.
    allow(&world, CHESS, permissions::USUAL);
    ask(&world, ADA, CHESS).await;
    ask(&world, BOB, CHESS).await;
    world.stop_bot().await;
    assert_eq!((told(&world, ADA).len(), told(&world, BOB).len(), told(&world, CARLA).len()), (0, 2, 0));
}

#[tokio::test]
async fn in_a_thread_its_own_permission_counts() {
    let mut world = World::new().await;
    open_thread(&world);
    make(&world, CARLA, MANAGE_CHANNELS);
    allow(&world, THREAD, permissions::USUAL & !permissions::SEND_MESSAGES);
    ask(&world, CARLA, THREAD).await;
    allow(&world, THREAD, permissions::USUAL & !permissions::SEND_MESSAGES_IN_THREADS);
    ask(&world, CARLA, THREAD).await;
    assert_eq!(
        told_often(&world, CARLA, 1).await,
        "In diesem Thread fehlt mir die Berechtigung „Nachrichten in Threads senden“, darum kann ich hier nur \
         schreiben, wenn gerade jemand einen Befehl oder Knopf benutzt. Du kannst sie mir in dem Kanal geben, zu dem der \
         Thread gehört: Kanal bearbeiten, dann Berechtigungen, dann adoube. Oder für den ganzen Server: \
         Servereinstellungen, dann Rollen, dann adoube."
    );
    world.stop_bot().await;
    assert_eq!(told(&world, CARLA).len(), 1);
}

#[tokio::test]
async fn whoever_made_the_test_knows_it_and_where_nothing_can_be_granted_nobody_is_told() {
    let mut world = World::new().await;
    make(&world, BOB, MANAGE_ROLES);
    allow(&world, CHESS, 0);
    check(&world, BOB, CHESS).await;
    let after_the_test = told(&world, BOB).len();
    ask(&world, BOB, CHESS).await;
    for channel in [ELSEWHERE, BETWEEN, direct(BOB)] {
        allow(&world, channel, 0);
        ask(&world, BOB, channel).await;
    }
    world.stop_bot().await;
    assert_eq!(told(&world, BOB).len(), after_the_test);
}

#[tokio::test]
async fn whoever_manages_in_any_way_is_told_and_nobody_else() {
    let mut world = World::new().await;
    let (administrator, manage_server, manage_messages) = (1 << 3, 1 << 5, 1 << 13);
    let mut often = 0;
    for (place, may) in [administrator, MANAGE_CHANNELS, manage_server, MANAGE_ROLES, manage_messages, 0]
        .into_iter()
        .enumerate()
    {
        let channel = 3100 + place as u64;
        let closed = Channel { guild: Some(GUILD), installed: true, permissions: 0, ..Channel::default() };
        world.fake.change(|state| state.channels.insert(channel, closed));
        make(&world, BOB, may);
        ask(&world, BOB, channel).await;
        if may != 0 && may != manage_messages {
            often += 1;
            told_often(&world, BOB, often).await;
        }
    }
    world.stop_bot().await;
    assert_eq!(told(&world, BOB).len(), often);
}

#[tokio::test]
async fn the_test_is_offered_where_help_is_typed() {
    let world = World::new().await;
    for (user, typed, name, value) in [
        (ADA, "", "check: does everything work here?", "check"),
        (ADA, "che", "check: does everything work here?", "check"),
        (CARLA, "selb", "selbsttest: Geht hier alles?", "selbsttest"),
    ] {
        let token = world.types(user, CHESS, "help", "command", typed);
        let choices = world.answered(&token).await.choices.expect("choices");
        assert_eq!((&choices[0]["name"], &choices[0]["value"]), (&name.into(), &value.into()), "{typed}");
    }
}

#[tokio::test]
async fn where_discord_sends_commands_elsewhere_that_is_said_to_whoever_asks_in_a_message() {
    let world = World::new().await;
    let asked = format!("<@{BOT}> help check");
    world.says(ADA, CHESS, &asked);
    let answer = world.nth(CHESS, 1).await;
    assert!(answer.content.starts_with("Ask that with the slash command"), "{}", answer.content);
    world.fake.change(|state| state.endpoint = Some("https://old.example/discord".to_owned()));
    // Nobody hears of it.
    let lost = world.slash(ADA, CHESS, "help", &[("command", Opt::Text("check".to_owned()))]);
    // Discord is asked once a minute.
    world.time_passes(MINUTE).await;
    world.says(ADA, CHESS, &asked);
    let answer = world.nth(CHESS, 2).await;
    assert!(answer.content.contains("Interactions Endpoint URL"), "{}", answer.content);
    assert!(!answer.content.contains("old.example"), "{}", answer.content);
    assert_eq!(world.fake.state().interactions[&lost].answer, None);
    // It is mended while the bot runs.
    world.fake.change(|state| state.endpoint = None);
    world.time_passes(MINUTE).await;
    world.says(ADA, CHESS, &asked);
    let answer = world.nth(CHESS, 3).await;
    assert!(answer.content.starts_with("Ask that with the slash command"), "{}", answer.content);
}
