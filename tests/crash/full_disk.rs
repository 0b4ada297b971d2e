//! Test of a program whose disk is full for a while: it says so, keeps what it had, and goes on by
//! itself.

use std::{path::Path, process::Command};

use adoube_testing::program::signal;

use crate::{
    begin,
    bot::Bot,
    person::{Answer, Person},
    small_disk::SmallDisk,
};

/// Gives back the room that a file has for later.
fn dig_holes(file: &Path) {
    let dug = Command::new("fallocate").arg("--dig-holes").arg(file).output();
    assert!(dug.is_ok_and(|output| output.status.success()), "fallocate is missing (Debian: util-linux)");
}

#[tokio::test]
async fn on_a_full_disk_nothing_is_lost_and_play_goes_on_when_there_is_room_again() {
    let Some(disk) = SmallDisk::mount(64) else { return };
    let data = disk.path().join("data");
    std::fs::create_dir(&data).expect("a folder");
    let bot = Bot::start(&data);
    let mut white = Person::enter(&bot, "Ada").await;
    let mut black = Person::enter(&bot, "Bob").await;
    begin(&mut white, &mut black).await;
    white.command("e4").await;
    black.command("e5").await;
    // What is written between the look at a block and its hole would be lost.
    signal(bot.child.id(), "STOP");
    dig_holes(&data.join("sled/db"));
    signal(bot.child.id(), "CONT");
    let ballast = disk.fill();
    // The last block of the log still has room for a little.
    let words = white.talk_until_full("Is there room for this?").await;
    let knight = white.send_in_vain("Nf3").await;
    white.hears_of_storage(false).await;
    let pawn = black.send_in_vain("d6").await;
    // Whoever comes now is told, too.
    black.reconnect(&bot).await;
    black.hears_of_storage(false).await;
    std::fs::remove_file(ballast).expect("a file can be removed");
    white.hears_of_storage(true).await;
    black.hears_of_storage(true).await;
    assert!(matches!(white.send(&words, "Is there room for this?").await, Answer::Done));
    assert!(matches!(white.send(&knight, "Nf3").await, Answer::Done));
    assert!(matches!(black.send(&pawn, "d6").await, Answer::Done));
    assert_eq!(white.exported_moves().await, ["e4", "e5", "Nf3", "d6"]);
    drop(bot);
    let bot = Bot::start(&data);
    white.reconnect(&bot).await;
    assert_eq!(white.exported_moves().await, ["e4", "e5", "Nf3", "d6"]);
}
