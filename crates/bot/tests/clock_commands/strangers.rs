//! Tests of every command about time, sent by everybody at every moment: nothing fails, only
//! players change a game, and nobody reads of another person's vacation or preferences.

use adoube_bot::{ChatEvent, Language, UserAction};

use super::world::{DAY, World};
use crate::support::channel;

const LINES: [&str; 15] = [
    "moretime",
    "pause",
    "pause 7d",
    "pause accept",
    "pause decline",
    "pause 0d",
    "resume",
    "vacation",
    "vacation 3d",
    "vacation end",
    "remind",
    "remind private",
    "remind here",
    "protect off",
    "protect",
];

#[tokio::test]
async fn nobody_but_the_players_changes_anything_of_a_game() {
    for terms in ["chess white 1d", "chess white", "schachen white 1d", "grand captured touch-move white 1d"]
    {
        let mut world = World::playing(terms).await;
        for moderator in [false, true] {
            for line in LINES {
                let event = world.event(&channel(), "Eve", UserAction::Line(line.to_owned()));
                let read = world.handled(&ChatEvent { moderator, ..event }).await;
                assert_ne!(read.text, "posted", "{terms}: {line}");
                assert!(!read.text.contains("my side"), "{terms}: {line}: {}", read.text);
            }
        }
        assert!(world.posted().await.is_empty(), "{terms}");
    }
}

#[tokio::test]
async fn whatever_is_said_whenever_nothing_fails() {
    for language in ["en", "de"] {
        for terms in
            ["chess white 1d", "chess white 0+84h timeout:strict", "chess white", "schachen white 2d"]
        {
            let mut world = World::playing(terms).await;
            world.language = Language::of(language);
            for days in 0..12 {
                for line in LINES {
                    for name in ["Ada", "Bob", "Eve"] {
                        let read = world.tells(name, line).await;
                        let failed =
                            ["my side", "auf meiner Seite"].iter().any(|said| read.text.contains(said));
                        assert!(!failed && !read.text.is_empty(), "{terms}: {name}: {line}: {}", read.text);
                    }
                }
                for read in world.posted().await {
                    let tells = ["vacation", "Urlaub"].iter().any(|word| read.text.contains(word));
                    let is_protection = read.text.contains("protected") || read.text.contains("Schutz");
                    let is_news =
                        ["Ada is on vacation", "Ada is back", "Ada ist im Urlaub", "Ada ist aus dem Urlaub"];
                    let is_news = is_news.iter().any(|news| {
                        read.text.contains(news) || read.text.contains(&news.replace("Ada", "Bob"))
                    });
                    assert!(!tells || is_protection || is_news, "{terms}: {}", read.text);
                }
                world.pass(days * DAY / 2).await;
            }
        }
    }
}
