//! Tests of the bridges of `examples/bridge`: the lean one at a terminal (`lean`), and the one to
//! IRC against a foreign server and client, ngircd and ii of Debian, on this machine alone. Games
//! are played to their end, hands are shown in private, the server is restarted and the bridge
//! killed in the middle. Without those programs the checks say that they are left out;
//! `tests/peers/install.sh` installs what it can. Not here: the server, the clients and the bridge
//! themselves (`world`), and the protocol of the chat door (`tests/door`).
#![cfg(unix)]

mod lean;
mod world;

use world::{Person, World};

/// How the shortest game ends.
const MATE: [(&str, &str); 4] = [("f3", "1. f3"), ("e5", "1… e5"), ("g4", "2. g4"), ("Qh4", "2… Qh4#")];

/// Ada, who has White, and Bob begin a game.
fn begin(ada: &mut Person, bob: &mut Person, game: &str) {
    ada.says(&format!("!play bob {game} white"));
    bob.hears_of("1 Accept");
    bob.says("1");
    for person in [ada, bob] {
        person.hears_of("ada (White)");
        person.hears_of("Resign");
    }
}

/// Both make these turns in the channel, one after the other, and both hear of each.
fn play(ada: &mut Person, bob: &mut Person, turns: &[(&str, &str)]) {
    for (turn, told) in turns {
        let mover = if told.contains('…') { &mut *bob } else { &mut *ada };
        mover.says(turn);
        for person in [&mut *ada, &mut *bob] {
            person.hears_of(&format!("played {told}"));
        }
    }
}

/// How often a turn was told.
fn told(person: &Person, turn: &str) -> usize {
    person.public().iter().filter(|line| line.contains(&format!("played {turn}"))).count()
}

#[test]
fn two_play_to_mate_and_a_third_looks_on() {
    let Some(mut world) = World::new() else { return };
    world.start_bridge(1000);
    let [mut ada, mut bob, mut cleo] = ["ada", "bob", "cleo"].map(|nick| world.person(nick, "#chess"));
    begin(&mut ada, &mut bob, "chess");
    play(&mut ada, &mut bob, &MATE);
    for person in [&mut ada, &mut bob, &mut cleo] {
        person.hears_of("Checkmate: bob wins");
        person.hears_of("a  b  c  d  e  f  g  h");
    }
    let mut lines = [&ada, &bob, &cleo].map(Person::public);
    // Buttons under the last board come behind it.
    let shortest = lines.iter().map(Vec::len).min().unwrap_or_default();
    for lines in &mut lines {
        lines.truncate(shortest);
    }
    assert!(lines[0].len() > 50 && lines[0] == lines[1] && lines[1] == lines[2], "{lines:#?}");
    assert!(lines[0].iter().any(|line| line == " 1  R  N  B  Q  K  B  N  R"), "{:#?}", lines[0]);
    assert!(world.pictures(&lines[0]).len() >= MATE.len(), "{:#?}", lines[0]);
    assert!(cleo.private().is_empty());
}

#[test]
fn two_play_by_way_of_a_program_that_runs() {
    let Some(mut world) = World::new() else { return };
    world.start_program();
    world.start_bridge(1000);
    let [mut ada, mut bob] = ["ada", "bob"].map(|nick| world.person(nick, "#chess"));
    begin(&mut ada, &mut bob, "chess");
    play(&mut ada, &mut bob, &MATE);
    bob.hears_of("Checkmate: bob wins");
}

#[test]
fn another_channel_is_spoken_to_in_another_language() {
    let Some(mut world) = World::new() else { return };
    world.start_bridge(1000);
    let [mut ada, mut bob] = ["ada", "bob"].map(|nick| world.person(nick, "#schach"));
    ada.says("!spielen bob schach");
    bob.hears_of("1 Annehmen");
    bob.says("1");
    bob.hears_of("Die Partie beginnt");
    // Nobody else is bothered with help; its long lines are cut between words, and no letter is lost.
    ada.says("adoube: regeln schachen");
    ada.is_told(0, "Schachen");
    bob.says("adoube: hilfe spielen");
    bob.is_told(0, "!spielen bob grand weiß");
    let lines = [ada.private(), bob.private()].concat();
    assert!(lines.iter().any(|line| line.len() > 300), "{lines:#?}");
    assert!(lines.iter().all(|line| line.len() <= 400 && !line.contains('\u{fffd}')), "{lines:#?}");
}

#[test]
fn hands_are_for_those_alone_who_hold_them() {
    let Some(mut world) = World::new() else { return };
    world.start_bridge(1000);
    let [mut ada, mut bob, mut cleo] = ["ada", "bob", "cleo"].map(|nick| world.person(nick, "#chess"));
    begin(&mut ada, &mut bob, "schachen kings facing");
    let hand = |person: &mut Person, asks: fn(&mut Person)| {
        let before = person.private().len();
        asks(person);
        let told = person.is_told(before, "Your cards: ");
        told.split_once("Your cards: ").expect("cards").1.to_owned()
    };
    let mut hands = vec![hand(&mut ada, |ada| ada.says("!hand"))];
    hands.push(hand(&mut bob, |bob| bob.whispers("hand")));
    // A turn said before all counts for nothing; said in private it does, and its end is chosen by number.
    ada.says("n3 pass");
    ada.is_told(0, "Everyone could read that turn");
    let before = ada.private().len();
    ada.whispers("n3");
    let choices = ada.is_told(before, " Pass · ");
    let (first, _) = choices.split_once(" Pass").expect("a choice");
    ada.whispers(first.rsplit(' ').next().expect("a number"));
    for person in [&mut ada, &mut bob, &mut cleo] {
        person.hears_of("played 1. n3");
    }
    bob.whispers("n4 pass");
    for person in [&mut ada, &mut bob, &mut cleo] {
        person.hears_of("played 1… n4");
    }
    hands.push(hand(&mut ada, |ada| ada.whispers("hand")));
    // Whoever has left is nobody else's, though somebody takes the nick.
    let mut mallory = world.person("mallory", "#chess");
    ada.vanishes();
    mallory.sees("ada(~ada@127.0.0.1) has quit");
    mallory.becomes("ada");
    bob.sees("mallory changed nick to ada");
    mallory.says("!hand");
    mallory.is_told(0, "");
    mallory.whispers("hand");
    mallory.is_told(1, "");
    let mut others = [&ada, &bob, &cleo, &mallory].map(Person::all).concat();
    others += &[&cleo, &mallory].map(|person| person.private().join("\n")).concat();
    assert!(!others.contains("Your cards"), "{others}");
    for hand in hands.iter().filter(|hand| hand.contains(' ')) {
        assert!(!others.contains(hand.trim_end_matches('.')), "{hand} is in {others}");
    }
    for private in [&ada, &bob].map(|person| world.pictures(&person.private())) {
        assert!(!private.is_empty());
        assert!(private.iter().all(|picture| !others.contains(picture)), "a hand's picture is in {others}");
    }
    assert!(!bob.private().join("\n").contains(&hands[0]) || hands[0] == hands[1]);
    // Back from where she was she has her seat.
    mallory.becomes("mallory");
    bob.sees("ada changed nick to mallory");
    let mut ada = world.person("ada", "#chess");
    let again = hand(&mut ada, |ada| ada.says("!hand"));
    assert_eq!(again, hands[2]);
}

#[test]
fn the_server_is_restarted_in_the_middle() {
    let Some(mut world) = World::new() else { return };
    world.start_bridge(1000);
    let [mut ada, mut bob] = ["ada", "bob"].map(|nick| world.person(nick, "#chess"));
    begin(&mut ada, &mut bob, "chess");
    play(&mut ada, &mut bob, &MATE[..2]);
    ada.hears_of("Resign");
    // Until the server has said that it took all this, it would be said again. When a second question is answered, the
    // bridge has read everything that came before it.
    ada.whispers("help accept");
    ada.is_told(0, "Accept a challenge");
    ada.whispers("help decline");
    ada.is_told(0, "Decline a challenge");
    world.stop_server();
    drop((ada, bob));
    world.start_server();
    let [mut ada, mut bob] = ["ada", "bob"].map(|nick| world.person(nick, "#chess"));
    world.bridge_is_there();
    play(&mut ada, &mut bob, &MATE[2..]);
    ada.hears_of("Checkmate: bob wins");
    for (_, turn) in MATE {
        assert_eq!(told(&ada, turn), 1, "{turn}: {:#?}", ada.public());
    }
}

#[test]
fn what_the_server_had_not_taken_is_said_again() {
    let Some(mut world) = World::new() else { return };
    world.start_bridge(4);
    let [mut ada, mut bob] = ["ada", "bob"].map(|nick| world.person(nick, "#chess"));
    begin(&mut ada, &mut bob, "chess");
    ada.says("f3");
    ada.hears_of("played 1. f3");
    // The board is still being said.
    world.stop_server();
    drop((ada, bob));
    world.start_server();
    let mut ada = world.person("ada", "#chess");
    world.bridge_is_there();
    ada.hears_of("played 1. f3");
    ada.hears_of("h  g  f  e  d  c  b  a");
    assert_eq!(told(&ada, "1. f3"), 2, "{:#?}", ada.public());
}

#[test]
fn the_bridge_is_killed_in_the_middle() {
    let Some(mut world) = World::new() else { return };
    world.start_bridge(4);
    let [mut ada, mut bob] = ["ada", "bob"].map(|nick| world.person(nick, "#chess"));
    begin(&mut ada, &mut bob, "chess");
    ada.says("f3");
    bob.hears_of("played 1. f3");
    world.kill_bridge();
    // Nobody hears it, and nobody takes it for a move later.
    bob.says("d5");
    world.start_bridge(1000);
    // What was being said comes once more, as a whole; nothing before it does.
    for person in [&mut ada, &mut bob] {
        person.hears_of("played 1. f3");
        person.hears_of("h  g  f  e  d  c  b  a");
    }
    play(&mut ada, &mut bob, &MATE[1..]);
    ada.hears_of("Checkmate: bob wins");
    for (_, turn) in &MATE[1..] {
        assert_eq!(told(&ada, turn), 1, "{turn}: {:#?}", ada.public());
    }
    let begun = ada.public().iter().filter(|line| line.contains("The game begins")).count();
    assert_eq!(begun, 1, "{:#?}", ada.public());
}
