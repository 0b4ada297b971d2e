//! A table of the soak test in a Matrix room, with a private room for each person. Not here: what
//! is played (`evening`).

use std::{iter, sync::Arc};

use adoube_matrix_client::{MatrixEvent, MatrixEventId};
use adoube_testing::TEST_TIMEOUT;
use tokio::time::{Duration, timeout};

use crate::{
    choices,
    pace::Pace,
    program::Program,
    server::{Sent, Server, user},
    state::{Stage, number_of},
    table::{LATELY, Table},
};

/// A room and its people.
pub struct OnMatrix {
    server: Arc<Server>,
    room: String,
    named: String,
    names: [&'static str; 3],
    /// How fast each of them may command.
    paces: [Pace; 3],
    is_hidden: bool,
    /// The last event that was read.
    read: usize,
    /// The last event before somebody said something.
    before: usize,
    /// The last thing that somebody said, and who.
    last: Option<(usize, MatrixEvent)>,
}

/// Where nobody but this person is.
fn own_room(name: &str) -> String {
    format!("!direct-{}:x", name.to_lowercase())
}

fn is_said(happening: &MatrixEvent, event: &MatrixEventId) -> bool {
    matches!(happening, MatrixEvent::Message(said) if said.event == *event)
}

/// The rooms of a table with these people, and the table.
pub fn table(program: &Program, number: u8, names: [&'static str; 3]) -> OnMatrix {
    let server = &program.matrix;
    let room = format!("!soak-{number}:x");
    server.room(&room, &names, false);
    for name in names {
        server.room(&own_room(name), &[name], true);
    }
    let channel = format!("matrix:{room}");
    // What the bot takes of a person who commands; moves in plain words are bounded by the game.
    let paces = [(); 3].map(|()| Pace::new(25, Duration::from_millis(3100)));
    OnMatrix {
        server: Arc::clone(server),
        room,
        named: channel,
        names,
        paces,
        is_hidden: false,
        read: 0,
        before: 0,
        last: None,
    }
}

impl OnMatrix {
    /// Waits until there is an answer.
    async fn until<R>(&self, look: impl Fn(&Server) -> Option<R>) -> R {
        let mut news = self.server.news.subscribe();
        let looking = async {
            loop {
                news.mark_unchanged();
                if let Some(found) = look(&self.server) {
                    return found;
                }
                news.changed().await.expect("the server is here");
            }
        };
        let found = timeout(TEST_TIMEOUT, looking).await;
        found.unwrap_or_else(|_| panic!("{} waits in vain; said last: {:?}", self.named, self.last))
    }

    /// Where this person says what concerns the game.
    fn place(&self, who: usize) -> String {
        if self.is_hidden { own_room(self.names[who]) } else { self.room.clone() }
    }

    /// Says it, and waits until it is dealt with.
    async fn says(&mut self, who: usize, words: &str, to: Option<&MatrixEventId>) {
        self.before = self.server.state().events;
        let event = self.server.reply(self.names[who], &self.place(who), words, to);
        self.last = {
            let state = self.server.state();
            let said = state.happened.iter().map(|(each, _)| each).find(|each| is_said(each, &event));
            said.cloned().map(|happening| (who, happening))
        };
        self.dealt_with(&event).await;
    }

    async fn dealt_with(&self, event: &MatrixEventId) {
        let is_open = |server: &Server| {
            let state = server.state();
            state.happened.iter().any(|(each, stage)| *stage != Stage::Done && is_said(each, event))
        };
        self.until(|server| (!is_open(server)).then_some(())).await;
    }

    /// What somebody reads in answer to what was said last, where they say what concerns the game; the newest that is like this.
    async fn newest(&self, who: usize, is: impl Fn(&Sent) -> bool) -> Sent {
        let place = self.place(who);
        self.until(|server| {
            let state = server.state();
            let here = state
                .sent
                .iter()
                .rev()
                .filter(|sent| sent.room == place && number_of(&sent.event) > self.before);
            here.into_iter().find(|sent| is(sent)).cloned()
        })
        .await
    }
}

impl Table for OnMatrix {
    fn channel(&self) -> &str {
        &self.named
    }

    fn name_of(&self, player: usize) -> String {
        self.names[player].to_owned()
    }

    fn opponent_of(&self, player: usize) -> String {
        user(self.names[1 - player]).0
    }

    fn hide(&mut self, is_hidden: bool) {
        self.is_hidden = is_hidden;
    }

    async fn command(&mut self, who: usize, line: &str) {
        self.paces[who].take().await;
        self.says(who, &format!("!chess {line}"), None).await;
    }

    async fn moves(&mut self, who: usize, made: &str, plainly: bool) {
        if plainly {
            return self.says(who, made, None).await;
        }
        if self.is_hidden {
            // Whoever talks with the bot alone needs no sign, but commands all the same.
            self.paces[who].take().await;
            return self.says(who, made, None).await;
        }
        self.command(who, &format!("move {made}")).await;
    }

    /// Choices are numbers there.
    async fn presses(&mut self, who: usize, label: &str) {
        let number = |sent: &Sent| choices::number_of(&sent.message.plain, label);
        let newest = self.newest(who, |sent| number(sent).is_some()).await;
        let number = number(&newest).expect("it was found").to_string();
        self.paces[who].take().await;
        self.says(who, &number, Some(&newest.event)).await;
    }

    /// Nothing is completed there; whoever asks for help with a word gets what is like it.
    async fn completes(&mut self, who: usize, begun: &str) {
        self.command(who, &format!("help {begun}")).await;
    }

    async fn repeats(&mut self) {
        let Some((who, happening)) = self.last.clone() else { return };
        // What comes again counts again.
        self.paces[who].take().await;
        self.server.happen(happening.clone());
        if let MatrixEvent::Message(said) = happening {
            self.dealt_with(&said.event).await;
        }
    }

    async fn told(&mut self) -> Vec<String> {
        let news = |server: &Server| {
            let state = server.state();
            let here = state.sent.iter().filter(|sent| sent.room == self.room);
            let news: Vec<Sent> = here.filter(|sent| number_of(&sent.event) > self.read).cloned().collect();
            (!news.is_empty()).then_some(news)
        };
        let news = self.until(news).await;
        self.read = news.last().map_or(self.read, |sent| number_of(&sent.event));
        news.into_iter().map(|sent| sent.message.plain).collect()
    }

    async fn exported(&mut self, who: usize) -> String {
        // A game that is over hides nothing, and who talks with the bot alone talks of none then.
        self.is_hidden = false;
        self.command(who, "export pgn").await;
        let record =
            |sent: &Sent| sent.message.file.as_ref().is_some_and(|file| file.bytes.starts_with(b"[Event"));
        let newest = self.newest(who, record).await;
        let file = newest.message.file.expect("it was found");
        String::from_utf8(file.bytes).expect("text")
    }

    fn lately(&self) -> Vec<String> {
        let rooms: Vec<String> = self.names.into_iter().map(own_room).chain([self.room.clone()]).collect();
        let state = self.server.state();
        let here = state.sent.iter().rev().filter(|sent| rooms.contains(&sent.room));
        let line = |sent: &Sent| format!("{} in {}: {}", sent.event.0, sent.room, sent.message.plain);
        let did = format!("after event {}: {:?}", self.before, self.last);
        iter::once(did).chain(here.take(LATELY).map(line)).collect()
    }
}
