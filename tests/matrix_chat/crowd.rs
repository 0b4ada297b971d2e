//! Two games that differ only in cards hidden from somebody, while everybody says anything at any moment, in the room and
//! in direct rooms: whatever the bot says where that person reads it is the same, in the same order. `ADOUBE_SEED`
//! repeats or varies a run. Not here: which words are secret in themselves (`secrecy`).

use std::{ops::RangeInclusive, sync::Arc};

use adoube_service::{Action, Audience};
use adoube_store::{MemoryStore, Store};

use crate::{
    hidden::{
        Place,
        cards::Cards,
        script::{Deed, Doing, NAMES},
        twice::Run,
    },
    server::Sent,
    world::{ROOM, World},
};

/// Turns of a game.
const TURNS: RangeInclusive<usize> = 8..=8;

/// A game in the room.
struct Room {
    world: World,
    store: Arc<dyn Store>,
    /// What the bot said where each of them reads it, in order.
    got: [Vec<String>; NAMES.len()],
}

/// Where nobody but this person is.
fn direct(name: &str) -> String {
    format!("!direct-{}:x", name.to_lowercase())
}

fn channel() -> String {
    format!("matrix:{ROOM}")
}

impl Room {
    /// Notes what the bot has said since, as the members of each room read it.
    fn note(&mut self, sent: &[Sent]) {
        for sent in sent {
            let message = &sent.message;
            let picture = message.picture.as_ref().map(|picture| &picture.bytes);
            let file = message.file.as_ref().map(|file| (&file.name, &file.bytes));
            let text = format!(
                "{}\n{}\n{:?}\n{picture:?}\n{file:?}\n{} {} in {}",
                message.plain,
                message.html,
                message.mentions,
                message.thread.is_some(),
                message.reply_to.is_some(),
                sent.room
            );
            for (place, name) in NAMES.into_iter().enumerate() {
                if sent.room == ROOM || sent.room == direct(name) {
                    self.got[place].push(text.clone());
                }
            }
        }
    }
}

impl Place for Room {
    async fn begin(_: u64, touch_move: bool, cards: Option<&Cards>) -> Self {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let mut world = World::on(Arc::clone(&store), adoube::adapter::matrix::MatrixSettings::default());
        world.server.room(ROOM, &NAMES, false);
        for name in NAMES {
            world.server.room(&direct(name), &[name], true);
        }
        let terms = if touch_move { " touch-move" } else { "" };
        world.say("Ada", ROOM, &format!("!chess play @bob:x schachen white{terms}")).await;
        world.say("Bob", ROOM, "!chess accept").await;
        world.say("Flo", ROOM, "!chess follow").await;
        // From now on the players' direct rooms are about this one.
        for name in ["Ada", "Bob"] {
            world.say(name, ROOM, "!chess hand").await;
        }
        if let Some(cards) = cards {
            cards.put_into(&*store, &channel()).await;
        }
        Self { world, store, got: Default::default() }
    }

    fn kept(&self) -> (Arc<dyn Store>, &'static str) {
        (Arc::clone(&self.store), "matrix:!room:x")
    }

    fn audiences(&self) -> &'static [Audience] {
        &[Audience::Nobody, Audience::Words]
    }

    async fn does(&mut self, _: usize, deed: &Deed) {
        let is_private = deed.audience == Audience::Nobody;
        let text = match &deed.doing {
            Doing::Act(Action::Said(text)) => text.clone(),
            Doing::Act(Action::Command(line)) => format!("!chess {line}"),
            // There are no buttons, only numbers, which mean something else in every room.
            Doing::Act(Action::Press { id, .. }) if id.contains("hand") => "!chess hand".to_owned(),
            Doing::Act(Action::Press { id, .. }) if id.ends_with("board") => "!chess board".to_owned(),
            Doing::Act(Action::Press { .. }) | Doing::Again(_) => "!chess moves".to_owned(),
            Doing::Complete(line) => format!("!chess help {line}"),
        };
        let place = if is_private { direct(deed.name) } else { ROOM.to_owned() };
        let sent = self.world.say(deed.name, &place, &text).await;
        self.note(&sent);
    }
    fn got(&self, place: usize) -> Option<&[String]> {
        Some(&self.got[place])
    }

    async fn closes(mut self) -> [Vec<String>; NAMES.len()] {
        self.world.stop().await;
        std::mem::take(&mut self.got)
    }
}

#[tokio::test]
async fn whatever_everybody_says_hidden_cards_change_nothing_for_anybody_else() {
    assert_eq!(channel(), "matrix:!room:x");
    let run = Run { seed: 20_261_123, games: 3, turns: TURNS, viewers: 1 };
    run.as_told().play::<Room>().await;
}
