//! A disk that is full for a while: the program says so, keeps what it had, and goes on by itself.

use std::{
    fs::File,
    io::Write,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    begin,
    bot::Bot,
    person::{Answer, Person},
};

/// A small disk in memory, which takes root.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    fn new() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=64m", "adoube-test"]).arg(folder.path());
        mount.output().is_ok_and(|output| output.status.success()).then_some(Self(folder))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Takes all the room there is, that which a file has for later, too.
    fn fill(&self, log: &Path) -> PathBuf {
        let dug = Command::new("fallocate").arg("--dig-holes").arg(log).output();
        assert!(dug.is_ok_and(|output| output.status.success()), "fallocate is missing (Debian: util-linux)");
        let path = self.path().join("ballast");
        let mut ballast = File::create(&path).expect("a file");
        for size in [1 << 20, 1 << 12, 1] {
            let piece = vec![1; size];
            while ballast.write_all(&piece).is_ok() {}
        }
        path
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.path()).output();
    }
}

#[tokio::test]
async fn on_a_full_disk_nothing_is_lost_and_play_goes_on_when_there_is_room_again() {
    let Some(disk) = SmallDisk::new() else {
        println!("SKIPPED: a small disk can only be mounted by root");
        return;
    };
    let data = disk.path().join("data");
    std::fs::create_dir(&data).expect("a folder");
    let bot = Bot::start(&data);
    let mut white = Person::enter(&bot, "Ada").await;
    let mut black = Person::enter(&bot, "Bob").await;
    begin(&mut white, &mut black).await;
    white.command("e4").await;
    black.command("e5").await;
    let ballast = disk.fill(&data.join("sled/db"));
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
