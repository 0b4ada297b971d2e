//! Test of hidden cards on Discord: two games differ only in cards hidden from a viewer, while
//! everybody commands, writes, presses and types at any moment. All messages that the viewer can
//! read are the same in both games, in the same order. `ADOUBE_SEED` repeats or varies a run. Not
//! here: which words are secret in themselves (`secrets`).

use std::{collections::BTreeMap, ops::RangeInclusive, sync::Arc};

use adoube_bot::{Audience, UserAction};
use adoube_platform_discord::MessageScope;
use adoube_store::Store;
use serde_json::{Value, json};

use crate::{
    client::Client,
    fake::{Opt, User, names_of_commands},
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
    client: Client,
    /// What each of them was offered while they typed.
    offered: [Vec<String>; NAMES.len()],
    /// What the bot was told, by the number of the deed.
    events: BTreeMap<usize, Told>,
    /// Turns that were made.
    turns: usize,
}

/// What Discord may tell of once more.
enum Told {
    Message(u64),
    Interaction(Value),
}

impl Room {
    /// Writes something, and waits until the bot has dealt with it: it replies in order.
    async fn writes(&self, user: u64, text: &str) -> Told {
        let written = self.world.says(user, CHESS, text);
        self.is_read().await;
        Told::Message(written)
    }

    /// Waits until the bot has dealt with everything that was written.
    async fn is_read(&self) {
        let last = self.world.says(CARLA, CHESS, &format!("<@{BOT}> help"));
        let replied = |state: &crate::fake::State| {
            state.messages.iter().any(|message| message.reply == Some(last)).then_some(())
        };
        self.world.fake.until("a reply", replied).await;
    }

    /// Does something with an interaction, and waits until it is answered.
    async fn interacts(&mut self, interact: impl FnOnce(&World) -> String) -> Told {
        self.world.hold();
        let token = interact(&self.world);
        let event = self.world.let_go().pop().expect("it was held back");
        self.world.tell(event.clone());
        self.world.answered(&token).await;
        Told::Interaction(event)
    }

    /// A command whose answer nobody else sees; words that are none are told as a move.
    async fn commands(&mut self, user: u64, line: &str) -> Told {
        let as_move = || {
            let words = if line.trim().is_empty() { "?" } else { line };
            ("move".to_owned(), vec![("move".to_owned(), Opt::Text(words.to_owned()))])
        };
        let (command, options) = self.client.read(line).unwrap_or_else(as_move);
        let options: Vec<(&str, Opt)> =
            options.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        self.interacts(|world| world.slash(user, CHESS, &command, &options)).await
    }

    /// The same event again, which the bot knows.
    async fn tells_again(&self, before: usize) {
        match self.events.get(&before) {
            Some(Told::Message(id)) => {
                self.world.fake.change(|state| state.tell_of_message("MESSAGE_CREATE", *id));
                self.is_read().await;
            }
            Some(Told::Interaction(event)) => self.world.tell(event.clone()),
            None => {}
        }
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
                let words = json!([body["content"], body["embeds"], body["components"]]).to_string();
                // Commands have other ids on each Discord.
                sent.push(names_of_commands(&words));
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

impl Place for Room {
    async fn begin(_: u64, touch_move: bool, cards: Option<&Cards>) -> Self {
        let mut world = World::without_bot().await;
        world.settings.messages = MessageScope::All;
        world.fake.change(|state| {
            // The flag of an application that may read everything.
            state.application_flags |= 1 << 18;
            let (name, locale) = ("Flo".to_owned(), "de".to_owned());
            state.users.insert(FLO, User { id: FLO, name, locale, bot: false, permissions: 0 });
        });
        world.start_bot().await;
        let commands = world.fake.until("the commands", |state| state.commands.get(&0).cloned()).await;
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
        let client = Client { commands, people: NAMES.into_iter().zip(PEOPLE).collect() };
        Self { world, client, offered: Default::default(), events: BTreeMap::new(), turns: 0 }
    }

    fn kept(&self) -> (Arc<dyn Store>, &'static str) {
        (self.world.store.clone(), "discord:3001")
    }

    fn audiences(&self) -> &'static [Audience] {
        &[Audience::SenderOnly, Audience::SenderOnly, Audience::TextAndReplyVisible]
    }

    fn shows_presses(&self) -> bool {
        false
    }

    async fn does(&mut self, number: usize, deed: &Deed) {
        let place = NAMES.iter().position(|name| *name == deed.name).expect("somebody known");
        let (user, is_private) = (PEOPLE[place], deed.audience == Audience::SenderOnly);
        let told = match &deed.doing {
            Doing::Act(UserAction::Press { id, value }) => {
                let board = self.world.public(CHESS).first().expect("a message").id;
                let data = match value {
                    Some(value) => json!({ "custom_id": id, "component_type": 3, "values": [value] }),
                    None => json!({ "custom_id": id, "component_type": 2 }),
                };
                Some(self.interacts(|world| world.interaction(user, CHESS, Some(board), 3, data)).await)
            }
            Doing::Act(UserAction::Text(text) | UserAction::Line(text)) if is_private => {
                Some(self.commands(user, text).await)
            }
            Doing::Act(UserAction::Text(text)) => Some(self.writes(user, text).await),
            Doing::Act(UserAction::Line(line)) => Some(self.writes(user, &format!("<@{BOT}> {line}")).await),
            Doing::Act(UserAction::Invoke { .. }) => unreachable!("scripts write lines"),
            Doing::Again(before) => {
                self.tells_again(*before).await;
                None
            }
            Doing::Complete(line) => {
                let field = self.client.field(line);
                let field = field.unwrap_or_else(|| ("moves".to_owned(), "focus".to_owned(), line));
                let token = self.world.types(user, CHESS, &field.0, &field.1, field.2);
                let choices = self.world.answered(&token).await.choices;
                self.offered[place].push(format!("{choices:?}"));
                None
            }
        };
        self.events.extend(told.map(|told| (number, told)));
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
    run.varied().play::<Room>().await;
}
