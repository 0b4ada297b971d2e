//! Tests of single commands on Matrix and their replies: exported files, the self-test, numbered
//! lists, settings, threads, and replies that other people in the room must not read. Not here:
//! whole games (`games`).

use adoube_bot::ThreadPolicy;
use adoube_matrix_client::{MatrixEvent, RoomId};
use adoube_platform_matrix::MatrixSettings;
use adoube_testing::store::prolong;

use crate::{
    server::{Media, Server},
    world::{ROOM, World, words},
};

#[tokio::test]
async fn records_are_files_to_take_away() {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess play @bob:x chess white").await;
    world.say("Bob", ROOM, "1").await;
    for (name, said) in [("Ada", "f3"), ("Bob", "e5"), ("Ada", "g4"), ("Bob", "Qh4")] {
        world.say(name, ROOM, said).await;
    }
    for (format, content) in [("pgn", "Qh4# {"), ("fen", "rnb1kbnr/pppp1ppp"), ("json", "f2f3")] {
        let sent = world.say("Ada", ROOM, &format!("!chess export {format}")).await;
        let [told, attached] = sent.as_slice() else { panic!("{format}: {}", words(&sent)) };
        assert!(told.message.plain.contains(content), "{}", told.message.plain);
        let is_answer = told.message.reply_to.is_some() || told.message.thread.is_some();
        assert!(is_answer && attached.message.mentions.is_empty());
        assert_eq!(told.message.thread, attached.message.thread);
        let file = attached.message.file.as_ref().expect("a file");
        assert!(file.name.ends_with(&format!(".{format}")), "{}", file.name);
        assert!(String::from_utf8_lossy(&file.bytes).contains(content), "{format}");
    }
    for (command, kind) in
        [("export gif", "image/gif"), ("replay", "image/gif"), ("piece knight", "image/png")]
    {
        let sent = world.say("Bob", ROOM, &format!("!chess {command}")).await;
        let picture = sent[0].message.picture.as_ref().expect(command);
        assert_eq!((sent.len(), picture.media_type.as_str()), (1, kind), "{command}");
        assert!(picture.width >= 200 && picture.height >= 200, "{command}");
    }
    world.check("records");
}

#[tokio::test]
async fn a_record_of_any_length_is_a_file_unless_the_server_refuses_it() {
    let all = [(Media::Up, true), (Media::Refusing, false)];
    for ((media, is_taken), encrypted) in all.into_iter().flat_map(|case| [(case, false), (case, true)]) {
        let mut world = World::new();
        world.server.state().rooms.values_mut().for_each(|room| room.encrypted = encrypted);
        world.say("Ada", ROOM, "!chess play @bob:x chess white").await;
        world.say("Bob", ROOM, "1").await;
        for (name, said) in [("Ada", "Nf3"), ("Bob", "Nf6"), ("Ada", "Ng1"), ("Bob", "Ng8")] {
            world.say(name, ROOM, said).await;
        }
        prolong(&*world.store, &format!("matrix:{ROOM}"), 20_000).await;
        world.server.state().media = media;
        for (format, end) in [("pgn", "10000. Ng1"), ("json", "\n  ]\n}\n")] {
            let sent = world.say("Ada", ROOM, &format!("!chess export {format}")).await;
            let file = sent.iter().find_map(|sent| sent.message.file.as_ref());
            assert_eq!(file.is_some(), is_taken, "{format}: {}", words(&sent));
            match file {
                Some(file) => assert!(String::from_utf8_lossy(&file.bytes).contains(end), "{format}"),
                None => assert!(words(&sent).contains("does not take the file"), "{}", words(&sent)),
            }
        }
    }
}

#[tokio::test]
async fn every_command_is_answered() {
    let mut world = World::new();
    for command in [
        "help",
        "help move",
        "hilfe ziehen",
        "rules",
        "rules schachen",
        "regeln grand",
        "piece nightrider",
        "figur Nachtreiter",
        "games",
        "games mine",
        "board",
        "moves",
        "move",
        "move e4",
        "hand",
        "drop",
        "pass",
        "resign",
        "draw",
        "claim",
        "takeback",
        "abort",
        "touch e2",
        "release",
        "accept",
        "decline",
        "withdraw",
        "pick",
        "game abc123",
        "replay abc123",
        "verify",
        "dance",
    ] {
        let sent = world.say("Eve", ROOM, &format!("!chess {command}")).await;
        assert_eq!(sent.len(), 1, "{command}: {}", words(&sent));
        let message = &sent[0].message;
        assert!(message.reply_to.is_some() != message.thread.is_some(), "{command}");
        assert!(message.mentions.is_empty(), "{command}");
    }
    world.check("commands");
}

#[tokio::test]
async fn a_self_test_names_what_the_bot_lacks() {
    let mut world = World::new();
    let fine = world.say("Ada", ROOM, "!chess help check").await;
    assert_eq!(fine[0].room, ROOM);
    assert!(words(&fine).contains("I am allowed to write here"), "{}", words(&fine));
    assert!(words(&fine).contains("not encrypted"), "{}", words(&fine));
    let room = RoomId(ROOM.to_owned());
    world.server.state().rooms.get_mut(&room).expect("the room").may_send = false;
    let lacking = world.say("Ada", ROOM, "!chess hilfe selbsttest").await;
    assert_eq!(lacking[0].room, "!direct-ada:x", "where it may write");
    assert!(words(&lacking).contains("darf ich nicht schreiben"), "{}", words(&lacking));
    world.server.state().rooms.get_mut(&room).expect("the room").may_send = true;
    let private = world.say("Ada", "!direct-ada:x", "help check").await;
    assert!(words(&private).contains("This room is encrypted"), "{}", words(&private));
    world.check("check");
}

#[tokio::test]
async fn numbers_beyond_ten_and_of_older_lists() {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess setup classic-chosen 3 @bob:x").await;
    world.say("Ada", "!direct-ada:x", "setup send").await;
    world.say("Bob", ROOM, "1").await;
    let kinds = world.say("Bob", ROOM, "1").await[0].clone();
    let pieces = world.say("Bob", ROOM, "1").await[0].clone();
    let griffin = world.say("Bob", ROOM, "16").await;
    assert!(words(&griffin).starts_with("Griffin"), "{}", words(&griffin));
    let dragon_horse = world.react("Bob", &pieces, "🔟").await;
    assert!(words(&dragon_horse).starts_with("Dragon Horse"), "{}", words(&dragon_horse));
    let other = world.reply("Bob", ROOM, &kinds, "4").await;
    assert!(words(&other).contains("Leap over other pieces: which piece?"), "{}", words(&other));
    let not_hers = world.react("Eve", &pieces, "1️⃣").await;
    assert!(words(&not_hers).contains("Nothing has that number"), "{}", words(&not_hers));
    world.reply("Ada", ROOM, &pieces, "12").await;
    let beyond = world.reply("Bob", ROOM, &kinds, "!chess 25").await;
    assert!(words(&beyond).contains("Nothing has that number"), "{}", words(&beyond));
}

#[tokio::test]
async fn games_in_threads_have_lists_and_moves_of_their_own() {
    let settings = MatrixSettings {
        threads: ThreadPolicy::Always,
        prefix: "%s".to_owned(),
        ..MatrixSettings::default()
    };
    let mut world = World::with(settings);
    world.say("Ada", ROOM, "%s play @bob:x chess white").await;
    let begun = world.say("Bob", ROOM, "1").await;
    let board = begun.last().expect("a board").clone();
    let root = board.message.thread.clone().expect("a thread");
    let thread = format!("{ROOM}/{}", root.0);
    assert!(world.say("Ada", ROOM, "e4").await.is_empty(), "the game is in its thread");
    let pick = world.react("Ada", &board, "1️⃣").await;
    assert_eq!(pick[0].message.thread.as_ref(), Some(&root));
    assert!(words(&pick).contains("Which piece"), "{}", words(&pick));
    world.say("Ada", &thread, "7").await;
    let moved = world.say("Ada", &thread, "2").await;
    assert!(words(&moved).contains("played 1. e4"), "{}", words(&moved));
    assert!(moved.iter().all(|sent| sent.message.thread.as_ref() == Some(&root)));
    let by_name = world.say("Bob", &thread, "@adoube:x, e5").await;
    assert!(words(&by_name).contains("played 1… e5"), "{}", words(&by_name));
    assert!(world.say("Ada", &thread, "!chess move d4").await.is_empty(), "another prefix");
    let help = world.say("Ada", &thread, "%s help").await;
    assert!(words(&help).contains("%s play") && !words(&help).contains("!chess"), "{}", words(&help));
}

#[tokio::test]
async fn a_third_one_in_a_direct_room_reads_nothing() {
    let mut world = World::new();
    world.server.room("!two:x", &["Ada"], true);
    let panel = world.say("Ada", "!two:x", "setup").await;
    assert!(panel.iter().all(|sent| sent.room == "!two:x"), "{panel:?}");
    // Eve comes, and nobody has told the bot yet.
    world.server.room("!two:x", &["Ada", "Eve"], true);
    for said in ["setup", "1"] {
        let told = world.say("Ada", "!two:x", said).await;
        assert!(!told.is_empty() && told.iter().all(|sent| sent.room == "!direct-ada:x"), "{told:?}");
    }
    world.server.happen(MatrixEvent::MembersChanged { room: RoomId("!two:x".to_owned()), left: false });
    world.say("Ada", "!two:x", "!chess hand").await;
}

#[tokio::test]
async fn what_would_be_said_in_front_of_others_waits_for_another_way() {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess play @bob:x schachen white").await;
    world.say("Bob", ROOM, "1").await;
    world.server.state().misdirects_to = Some(ROOM.to_owned());
    let before = world.server.state().looked;
    world.server.say("Ada", ROOM, "!chess hand");
    world.server.until(Server::is_quiet).await;
    world.server.until(|server| server.state().looked > before).await;
    world.server.state().misdirects_to = None;
    let hand = world.heard().await;
    assert!(hand.iter().all(|sent| sent.room == "!direct-ada:x"), "{}", words(&hand));
    assert!(words(&hand).contains("Your cards"), "{}", words(&hand));
}

#[tokio::test]
async fn settings_are_chosen_by_words_and_by_numbers() {
    let mut world = World::new();
    for said in [
        "!chess settings",
        "!chess settings theme slate",
        "!chess settings language german",
        "!chess hilfe einstellungen",
    ] {
        world.say("Ada", ROOM, said).await;
    }
    // Whoever calls a language by its name chooses it as well.
    world.say("Ada", ROOM, "!chess settings room pace 3d+7d").await;
    world.say("Bob", ROOM, "!chess settings").await;
    world.say("Bob", ROOM, "1").await;
    world.say("Bob", ROOM, "3").await;
    world.check("settings");
}
