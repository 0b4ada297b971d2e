//! Two games that differ only in cards hidden from somebody, while everybody says anything at any moment, in the room and
//! in direct rooms: whatever the bot says where that person reads it is the same, in the same order. `ADOUBE_SEED`
//! repeats or varies a run. Not here: which words are secret in themselves (`secrecy`).

use std::{env, sync::Arc};

use adoube_rules::Side;
use adoube_service::{Action, Audience};
use adoube_store::{MemoryStore, Store};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::{
    hidden::{
        self, Place,
        cards::Cards,
        script::{Deed, Doing, NAMES},
    },
    server::Sent,
    world::{ROOM, World},
};

/// Turns of a game.
const TURNS: usize = 8;

/// A game in the room.
struct Room {
    world: World,
    store: Arc<dyn Store>,
    /// What the bot said.
    sent: Vec<Sent>,
}

/// Where nobody but this person is.
fn direct(name: &str) -> String {
    format!("!direct-{}:x", name.to_lowercase())
}

impl Room {
    async fn begin(cards: Option<&Cards>) -> Self {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let mut world = World::on(Arc::clone(&store), adoube::adapter::matrix::MatrixSettings::default());
        world.server.room(ROOM, &NAMES, false);
        for name in NAMES {
            world.server.room(&direct(name), &[name], true);
        }
        world.say("Ada", ROOM, "!chess play @bob:x schachen white").await;
        world.say("Bob", ROOM, "!chess accept").await;
        world.say("Flo", ROOM, "!chess follow").await;
        // From now on the players' direct rooms are about this one.
        for name in ["Ada", "Bob"] {
            world.say(name, ROOM, "!chess hand").await;
        }
        if let Some(cards) = cards {
            cards.put_into(&*store, &channel()).await;
        }
        Self { world, store, sent: Vec::new() }
    }

    /// What the bot said in a room, as its members read it.
    fn read(&self, room: &str) -> Vec<String> {
        let here = self.sent.iter().filter(|sent| sent.room == room);
        here.map(|sent| {
            let message = &sent.message;
            let picture = message.picture.as_ref().map(|picture| &picture.bytes);
            let file = message.file.as_ref().map(|file| (&file.name, &file.bytes));
            format!(
                "{}\n{}\n{:?}\n{picture:?}\n{file:?}\n{} {}",
                message.plain,
                message.html,
                message.mentions,
                message.thread.is_some(),
                message.reply_to.is_some()
            )
        })
        .collect()
    }
}

fn channel() -> String {
    format!("matrix:{ROOM}")
}

impl Place for Room {
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
        self.sent.extend(sent);
    }
}

#[tokio::test]
async fn whatever_everybody_says_hidden_cards_change_nothing_for_anybody_else() {
    assert_eq!(channel(), "matrix:!room:x");
    let seed = env::var("ADOUBE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(20_261_123);
    println!("ADOUBE_SEED={seed}");
    let mut within = 0;
    for (game, viewer) in [Some(Side::Black), Some(Side::White), None].into_iter().enumerate() {
        let mut rng = ChaCha8Rng::seed_from_u64(seed + game as u64);
        let mut first = Room::begin(None).await;
        let (deeds, cards) = hidden::improvise(&mut first, &mut rng, TURNS, game == 1).await;
        let Some(other) = cards.alike_to(viewer, &mut rng) else { continue };
        let [mut one, mut two] = [Room::begin(None).await, Room::begin(Some(&other)).await];
        for (number, deed) in deeds.iter().enumerate() {
            let (_, is_done) = hidden::both([&mut one, &mut two], number, deed).await;
            within += usize::from(deed.is_within && is_done);
        }
        let viewers = match viewer {
            Some(side) => vec![side as usize, 2, 3],
            None => vec![2, 3],
        };
        let rooms = viewers.into_iter().map(|place| direct(NAMES[place])).chain([ROOM.to_owned()]);
        for room in rooms {
            let (read, expected) = (one.read(&room), two.read(&room));
            for (read, expected) in read.iter().zip(&expected) {
                assert_eq!(read, expected, "game {game}, {room}");
            }
            assert_eq!(read.len(), expected.len(), "game {game}, {room}");
            assert!(room != ROOM || read.len() >= TURNS, "{}", read.len());
        }
    }
    assert!(within > 4, "{within} deeds while somebody is asked are too few");
}
