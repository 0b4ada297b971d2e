//! Two games that differ only in cards hidden from somebody, while everybody commands, writes, presses and types anything at
//! any moment: whatever the bot sends to where that person reads it is the same, in the same order. `ADOUBE_SEED` repeats
//! or varies a run. Not here: which words are secret in themselves (`secrets`).

use std::{ops::RangeInclusive, sync::Arc};

use adoube::adapter::discord::Messages;
use adoube_service::{Action, Audience};
use adoube_store::Store;
use serde_json::{Value, json};

use crate::{
    fake::{Opt, User},
    hidden::{
        Place,
        cards::Cards,
        script::{Deed, Doing, NAMES},
        twice::Run,
    },
    support::{ADA, BOB, BOT, CARLA, CHESS, World},
};

/// Turns of a game.
const TURNS: RangeInclusive<usize> = 8..=8;
const FLO: u64 = 2005;
/// Whoever is called as in `NAMES`; Carla moderates.
const PEOPLE: [u64; 4] = [ADA, BOB, CARLA, FLO];
/// The flag of a message that one person alone sees.
const EPHEMERAL: u64 = 64;

/// A game in a channel where the bot reads everything.
struct Room {
    world: World,
    /// What each of them was offered while they typed.
    offered: [Vec<String>; NAMES.len()],
    /// Turns that were made.
    turns: usize,
}

impl Room {
    /// Writes something, and waits until the bot has dealt with it: it replies in order.
    async fn writes(&self, user: u64, text: &str) {
        self.world.says(user, CHESS, text);
        let last = self.world.says(CARLA, CHESS, &format!("<@{BOT}> help"));
        let replied = |state: &crate::fake::State| {
            state.messages.iter().any(|message| message.reply == Some(last)).then_some(())
        };
        self.world.fake.until("a reply", replied).await;
    }

    /// A command whose answer nobody else sees; words that are none are told as a move.
    async fn commands(&self, user: u64, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let alone = ["hand", "pass", "follow", "unfollow", "claim", "resign", "verify", "board", "export"]
            .contains(&word);
        let token = match option_of(word) {
            Some(option) if !rest.is_empty() => {
                self.world.slash(user, CHESS, word, &[(option, Opt::Text(rest.to_owned()))])
            }
            option if alone || option.is_some() => self.world.slash(user, CHESS, word, &[]),
            _ => self.world.moves(user, CHESS, if line.trim().is_empty() { "?" } else { line }),
        };
        self.world.answered(&token).await;
    }

    /// What everybody was sent, in order: words, pictures' names and controls.
    fn sent(&self) -> Vec<String> {
        let state = self.world.fake.state();
        let mut sent = Vec::new();
        for request in state.requests.iter().filter(|request| request.method == "POST") {
            let is_callback = request.path.ends_with("/callback");
            let body = if is_callback { &request.body["data"] } else { &request.body };
            let is_message = !is_callback || request.body["type"] == 4;
            let is_private = body["flags"].as_u64().unwrap_or_default() & EPHEMERAL == EPHEMERAL;
            if is_message && !is_private && request.status < 300 && body["content"].is_string() {
                sent.push(json!([body["content"], body["embeds"], body["components"]]).to_string());
            }
        }
        sent
    }

    /// What this person reads in the channel in the end: everybody's messages and their own, with their pictures.
    fn read(&self, place: usize) -> Vec<String> {
        let state = self.world.fake.state();
        let own = |only: Option<u64>| only.is_none_or(|user| user == PEOPLE[place]);
        let here = state.messages.iter().filter(|message| message.author == BOT && message.channel == CHESS);
        let kept = here.filter(|message| own(message.only_for) && !message.deleted);
        kept.map(|message| {
            let controls = if message.only_for.is_some() { message.components.clone() } else { Value::Null };
            let (reply, pinged) = (message.reply.is_some(), &message.pinged);
            format!(
                "{}\n{}\n{:?}\n{controls} {reply} {pinged:?}",
                message.content, message.embeds, message.attachments
            )
        })
        .chain(self.offered[place].iter().cloned())
        .collect()
    }
}

/// The option that stands behind a command's name.
fn option_of(command: &str) -> Option<&'static str> {
    Some(match command {
        "move" => "move",
        "drop" => "card",
        "moves" => "focus",
        "touch" | "release" => "squares",
        "piece" => "piece",
        "games" => "owner",
        "game" | "replay" => "game",
        _ => return None,
    })
}

impl Place for Room {
    async fn begin(_: u64, touch_move: bool, cards: Option<&Cards>) -> Self {
        let mut world = World::without_bot().await;
        world.settings.messages = Messages::All;
        world.fake.change(|state| {
            // The flag of an application that may read everything.
            state.application_flags |= 1 << 18;
            let (name, locale) = ("Flo".to_owned(), "de".to_owned());
            state.users.insert(FLO, User { id: FLO, name, locale, bot: false, permissions: 0 });
        });
        world.start_bot().await;
        let touches = if touch_move { "touch-move" } else { "no-touch-move" };
        let terms = [
            ("opponent", Opt::User(BOB)),
            ("variant", Opt::Text("schachen".to_owned())),
            ("colour", Opt::Text("white".to_owned())),
            ("touch-move", Opt::Text(touches.to_owned())),
        ];
        world.slash(ADA, CHESS, "play", &terms);
        let challenge = world.nth(CHESS, 1).await;
        world.press(BOB, challenge.id, "Accept");
        world.nth(CHESS, 2).await;
        let follows = world.slash(FLO, CHESS, "follow", &[]);
        world.answered(&follows).await;
        world.all_delivered().await;
        if let Some(cards) = cards {
            cards.put_into(&*world.store, &format!("discord:{CHESS}")).await;
        }
        Self { world, offered: Default::default(), turns: 0 }
    }

    fn kept(&self) -> (Arc<dyn Store>, &'static str) {
        (self.world.store.clone(), "discord:3001")
    }

    fn audiences(&self) -> &'static [Audience] {
        &[Audience::Nobody, Audience::Nobody, Audience::Everybody]
    }

    fn shows_presses(&self) -> bool {
        false
    }

    async fn does(&mut self, _: usize, deed: &Deed) {
        let place = NAMES.iter().position(|name| *name == deed.name).expect("somebody known");
        let (user, is_private) = (PEOPLE[place], deed.audience == Audience::Nobody);
        match &deed.doing {
            Doing::Act(Action::Press { id, value }) => {
                let board = self.world.public(CHESS).first().expect("a message").id;
                let data = match value {
                    Some(value) => json!({ "custom_id": id, "component_type": 3, "values": [value] }),
                    None => json!({ "custom_id": id, "component_type": 2 }),
                };
                let token = self.world.interaction(user, CHESS, Some(board), 3, data);
                self.world.answered(&token).await;
            }
            Doing::Act(Action::Said(text) | Action::Command(text)) if is_private => {
                self.commands(user, text).await;
            }
            Doing::Act(Action::Said(text)) => self.writes(user, text).await,
            Doing::Act(Action::Command(line)) => self.writes(user, &format!("<@{BOT}> {line}")).await,
            Doing::Again(_) => self.commands(user, "moves").await,
            Doing::Complete(line) => {
                let (word, rest) = line.split_once(' ').unwrap_or(("moves", line));
                let (command, option) = option_of(word).map_or(("moves", "focus"), |option| (word, option));
                let token = self.world.types(user, CHESS, command, option, rest);
                let choices = self.world.answered(&token).await.choices;
                self.offered[place].push(format!("{choices:?}"));
            }
        }
        self.turns += usize::from(deed.ends_turn);
        self.world.all_delivered().await;
    }

    async fn closes(mut self) -> [Vec<String>; NAMES.len()] {
        let sent = self.sent();
        assert!(sent.len() >= self.turns, "{} messages in {} turns", sent.len(), self.turns);
        let read = std::array::from_fn(|place| [sent.clone(), self.read(place)].concat());
        self.world.stop_bot().await;
        read
    }
}

#[tokio::test]
async fn whatever_everybody_does_hidden_cards_change_nothing_for_anybody_else() {
    assert_eq!(format!("discord:{CHESS}"), "discord:3001");
    let run = Run { seed: 20_261_124, games: 3, turns: TURNS, viewers: 1 };
    run.as_told().play::<Room>().await;
}
