//! Tests of whole games on a real homeserver by messages: typed moves, numbers, turns in direct
//! rooms. Not here: failures (`failures`).

use crate::{
    bot::{World, choose, direct_room, offered, play, played},
    person::{Person, Seen},
    secrecy::{Told, leaks},
};

/// Eight bytes with which every PNG begins.
const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

const SCHOLARS_MATE: [&str; 7] = ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"];

/// A game of chess to mate; what the bot said of it, one message a move.
async fn mate(world: &World, room: &str, (ada, bob): (&Person, &Person)) -> Vec<Seen> {
    world.begin(room, (ada, bob), "chess").await;
    play(room, (ada, bob), &SCHOLARS_MATE).await;
    let said = world.said(room, ada);
    for (turn, san) in SCHOLARS_MATE.iter().enumerate() {
        let count = said.iter().filter(|seen| seen.words().contains(&played(turn, san))).count();
        assert_eq!(count, 1, "{san}");
    }
    // The greeting, the challenge, the first board, and a board a move.
    assert_eq!(said.len(), 3 + SCHOLARS_MATE.len(), "{said:#?}");
    assert!(said.last().is_some_and(|seen| seen.words().contains("Checkmate")));
    said[2..].to_vec()
}

#[tokio::test]
async fn chess_to_mate_in_a_plain_room() {
    let Some(world) = World::new().await else { return };
    let (ada, bob) = world.two().await;
    let eve = world.people.person("eve").await;
    let room = world.room(false, &[&ada, &bob, &eve]).await;
    let mut shown = Vec::new();
    for board in mate(&world, &room, (&ada, &bob)).await {
        let picture = ada.sees_picture_of(&board).await;
        assert!(!picture.encrypted);
        assert!(picture.picture().is_some_and(|picture| picture.starts_with(SIGNATURE)));
        assert!(picture.file.as_deref().is_some_and(|name| name == "board.png"));
        assert_eq!(picture.words(), format!("* {}", board.words()));
        assert!(!board.words().contains("King e1"), "in words it is said to whoever asks");
        assert_eq!((board.kind.as_str(), board.mentions.len()), ("notice", 0));
        shown.push(picture);
    }
    assert_eq!(shown[0].mentions, std::slice::from_ref(&ada.user), "White is to move");
    assert_eq!(shown[1].mentions, std::slice::from_ref(&bob.user), "Black is to move");
    // By the rules that the homeserver gives everybody, as it evaluates them.
    for person in [&ada, &bob, &eve] {
        let notified = person.is_notified_of().await;
        let is_called = |seen: &&Seen| seen.mentions.contains(&person.user);
        let calls = shown.iter().filter(is_called).all(|seen| notified.contains(&seen.id));
        assert!(calls, "{} is called: {notified:?}", person.name);
        let from_bot = person.saw().into_iter().filter(|seen| seen.sender == world.user && seen.room == room);
        let by_bot =
            from_bot.filter(|seen| notified.contains(&seen.id) && !seen.mentions.contains(&person.user));
        assert_eq!(by_bot.count(), 0, "{} is notified of what calls nobody", person.name);
    }
}

#[tokio::test]
async fn chess_to_mate_in_an_encrypted_room() {
    let Some(synapse) = crate::synapse::Synapse::alone() else { return };
    let mut world = World::on(synapse).await;
    world.start_bot().await;
    let (ada, bob) = world.two().await;
    let room = world.room(true, &[&ada, &bob]).await;
    // The picture of the bot's account can be read, as those of all accounts.
    let before = world.synapse.media();
    for board in mate(&world, &room, (&ada, &bob)).await {
        let board = bob.sees_picture_of(&board).await;
        assert!(board.encrypted);
        assert!(board.picture().is_some_and(|picture| picture.starts_with(SIGNATURE)));
    }
    let media = world.synapse.media();
    let boards: Vec<_> = media.into_iter().filter(|file| !before.contains(file)).collect();
    assert!(boards.len() >= SCHOLARS_MATE.len(), "the pictures are on the server");
    for file in boards {
        assert!(!file.windows(SIGNATURE.len()).any(|bytes| bytes == SIGNATURE), "a picture can be read");
    }
    assert!(ada.saw().iter().chain(&bob.saw()).all(|seen| seen.kind != "unreadable"));
}

#[tokio::test]
async fn grand_chess_with_chosen_pieces_by_numbers() {
    let Some(world) = World::new().await else { return };
    let (ada, bob) = world.two().await;
    let room = world.room(false, &[&ada, &bob]).await;
    ada.says(&room, &format!("!chess setup white {}", bob.user)).await;
    let panel = direct_room(&world, &ada).await;
    choose(&ada, &panel, "Set-up").await;
    choose(&ada, &panel, "classic + picked pieces").await;
    choose(&ada, &panel, "Challenge").await;
    choose(&bob, &room, "Accept").await;
    choose(&bob, &room, "Pick a piece").await;
    choose(&bob, &room, "Leap over other pieces").await;
    choose(&bob, &room, "Vao").await;
    choose(&bob, &room, "Pick Vao").await;
    // By reaction this time.
    let (number, list) = loop {
        let heard = ada.hears(&room).await;
        if let Some(number) = crate::choices::number_of(heard.words(), "Pick a piece")
            && heard.words().contains("Vao")
        {
            break (number, heard.id);
        }
    };
    ada.reacts(&room, &list, &format!("{number}\u{fe0f}\u{20e3}")).await;
    offered(&ada, &room, "Leap over other pieces").await;
    ada.says(&room, "!chess pick Nightrider").await;
    bob.hears_of(&room, "picked Nightrider").await;
    bob.says(&room, "!chess pick camel").await;
    for person in [&ada, &bob] {
        let board = person.hears_of(&room, "The game begins").await;
        for piece in ["Vao", "Nightrider", "Camel"] {
            assert!(board.words().contains(piece), "{piece}: {}", board.words());
        }
    }
    play(&room, (&ada, &bob), &["e5", "e6", "f5", "f6"]).await;
    ada.says(&room, "!chess resign").await;
    choose(&ada, &room, "Resign the game").await;
    bob.hears_of(&room, "wins").await;
}

#[tokio::test]
async fn schachen_with_hands_in_direct_rooms() {
    let Some(world) = World::new().await else { return };
    let (ada, bob) = world.two().await;
    let room = world.room(true, &[&ada, &bob]).await;
    world.begin(&room, (&ada, &bob), "schachen kings facing").await;
    for person in [&ada, &bob] {
        person.says(&room, "!chess hand").await;
        let own = direct_room(&world, person).await;
        let hand = person.hears_of(&own, "Your cards").await;
        assert!(person.sees_picture_of(&hand).await.encrypted, "a hand lies open on the server");
    }
    let (left, right) = (direct_room(&world, &ada).await, direct_room(&world, &bob).await);
    ada.says(&left, "n3").await;
    ada.hears_of(&left, "drop a card").await;
    ada.says(&left, "pass").await;
    bob.hears_of(&room, "played 1. n3").await;
    bob.says(&right, "n4").await;
    bob.hears_of(&right, "drop a card").await;
    bob.says(&right, "pass").await;
    ada.hears_of(&room, "played 1… n4").await;
    // Said before everybody, a turn is not even tried.
    ada.says(&room, "o3").await;
    ada.hears_of(&left, "Everyone could read that turn").await;
    for person in [&ada, &bob] {
        let seen = person.saw();
        let begun = seen.iter().position(|seen| seen.words().contains("The game begins")).expect("a game");
        for seen in seen.iter().skip(begun).filter(|seen| seen.room == room && seen.sender == world.user) {
            let everything = format!("{} {}", seen.words(), seen.html.as_deref().unwrap_or_default());
            for word in ["Knight", "Bishop", "Rook", "Queen"] {
                assert!(!everything.contains(word), "{word} is in the room: {everything}");
            }
        }
        let others = person.saw().into_iter().filter(|seen| seen.kind == "invited" && seen.direct).count();
        assert_eq!(others, 1, "one direct room each");
    }
    // Whether somebody means it is asked where they alone answer.
    ada.says(&room, "!chess resign").await;
    choose(&ada, &left, "Resign the game").await;
    bob.hears_of(&room, "wins").await;
    // Each has heard the bot in the room and in a direct room that the other never sees.
    for (person, other) in [(&ada, &right), (&bob, &left)] {
        assert!(person.saw().iter().all(|seen| seen.room != *other));
        let told: Vec<Told> = person.saw().iter().filter_map(|seen| told(&world, &room, seen)).collect();
        assert!(told.iter().any(|told| !told.others) && told.iter().any(|told| told.others));
        assert_eq!(leaks(&told), [""; 0]);
    }
}

/// Something the bot said, for the net that secrets are caught in.
fn told(world: &World, room: &str, seen: &Seen) -> Option<Told> {
    (seen.sender == world.user && seen.is_message()).then(|| Told {
        room: seen.room.clone(),
        others: seen.room == room,
        plain: seen.words().to_owned(),
        html: seen.html.clone().unwrap_or_default(),
        picture: seen.picture(),
        file: None,
        mentions: seen.mentions.clone(),
    })
}

#[tokio::test]
async fn touch_move() {
    let Some(world) = World::new().await else { return };
    let (ada, bob) = world.two().await;
    let room = world.room(true, &[&ada, &bob]).await;
    world.begin(&room, (&ada, &bob), "chess touch-move").await;
    ada.says(&room, "!chess touch g1").await;
    bob.hears_of(&room, "touches Knight g1").await;
    ada.says(&room, "e4").await;
    ada.hears_of(&room, "“e4” is not allowed now").await;
    bob.hears_of(&room, "touches Pawn e2").await;
    play(&room, (&ada, &bob), &["Nf3", "d5"]).await;
}

#[tokio::test]
async fn two_devices_of_one_player() {
    let Some(world) = World::new().await else { return };
    let (ada, bob) = world.two().await;
    let phone = bob.second_device().await;
    let room = world.room(true, &[&ada, &bob]).await;
    world.begin(&room, (&ada, &bob), "chess").await;
    play(&room, (&ada, &phone), &["e4", "e5"]).await;
    crate::bot::play_from(&room, (&ada, &bob), &["Nf3", "Nc6"], 2).await;
    for device in [&bob, &phone] {
        device
            .sees("the last board", |seen| {
                let last = |seen: &&Seen| seen.kind == "picture" && seen.words().contains("2… Nc6");
                seen.iter().find(last).map(drop)
            })
            .await;
        let saw = device.saw();
        assert!(saw.iter().all(|seen| seen.kind != "unreadable"));
    }
}

#[tokio::test]
async fn a_second_game_in_a_thread_of_its_own() {
    let Some(world) = World::new().await else { return };
    let (ada, bob) = world.two().await;
    let eve = world.people.person("eve").await;
    let room = world.room(true, &[&ada, &bob, &eve]).await;
    world.begin(&room, (&ada, &bob), "chess").await;
    eve.says(&room, &format!("!chess play {} chess white", ada.user)).await;
    choose(&ada, &room, "Accept").await;
    let thread = eve.hears_of(&room, "thread of their own").await.id;
    let board = eve.hears_of(&room, "The game begins").await;
    assert_eq!(board.thread.as_ref(), Some(&thread));
    assert_eq!(board.mentions, std::slice::from_ref(&eve.user));
    eve.says_in_thread(&room, &thread, "d4").await;
    let moved = ada.hears_of(&room, &played(0, "d4")).await;
    assert_eq!(moved.thread.as_ref(), Some(&thread));
    assert!(ada.sees_picture_of(&moved).await.picture().is_some());
    // A number and a reaction mean the list of the thread.
    ada.reacts(&room, &moved.id, "1\u{fe0f}\u{20e3}").await;
    let number = offered(&ada, &room, "Knight b8").await;
    ada.says_in_thread(&room, &thread, &number.to_string()).await;
    let number = offered(&ada, &room, "c6").await;
    ada.says_in_thread(&room, &thread, &number.to_string()).await;
    assert_eq!(eve.hears_of(&room, &played(1, "Nc6")).await.thread.as_ref(), Some(&thread));
    // The game in the room goes on by itself.
    ada.says(&room, "e4").await;
    assert_eq!(bob.hears_of(&room, &played(0, "e4")).await.thread, None);
}

#[tokio::test]
async fn mentions_as_clients_write_them_and_records_as_files() {
    let Some(world) = World::new().await else { return };
    let (ada, bob) = world.two().await;
    bob.is_called("Bob the Builder").await;
    let room = world.room(true, &[&ada, &bob]).await;
    let link = |user: &str, name: &str| format!("<a href=\"https://matrix.to/#/{user}\">{name}</a>");
    let (words, html) = (
        "!chess play Bob the Builder chess white",
        format!("!chess play {} chess white", link(&bob.user, "Bob")),
    );
    ada.mentions_by_name(&room, &bob.user, (words, &html)).await;
    choose(&bob, &room, "Accept").await;
    ada.hears_of(&room, "Bob the Builder (Black)").await;
    let pill = link(&world.user, "adoube");
    ada.mentions_by_name(&room, &world.user, ("adoube: e4", &format!("{pill}: e4"))).await;
    bob.hears_of(&room, &played(0, "e4")).await;
    let link = format!("[adoube](https://matrix.to/#/{}) Nc6", world.user);
    bob.mentions_by_name(&room, &world.user, (&link, &format!("{pill} Nc6"))).await;
    ada.hears_of(&room, &played(1, "Nc6")).await;
    ada.says(&room, &format!("@{} export pgn", world.account)).await;
    let record = ada.sees_kind(&room, "file").await;
    assert!(
        record.encrypted && record.file.as_ref().is_some_and(|name| name.starts_with("adoube-")),
        "{record:?}"
    );
    let content = String::from_utf8(record.picture().expect("a file")).expect("words");
    assert!(content.contains("1. e4 ") && content.contains("1... Nc6 "), "{content}");
}
