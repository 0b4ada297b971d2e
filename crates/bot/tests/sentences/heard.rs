//! Collects whole messages of the bot for the checks of sentences: two people play random games
//! with illegal moves, and ask about every piece, command and game, in both languages. Not here:
//! whether the bot behaves correctly (`simulation`).

use adoube_bot::{Block, ControlRow, Language, Message, Notice, Reply, UserAction};
use adoube_rules::PieceType;
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use super::played::Line;
use crate::support::{Chat, thoughts};

/// What is asked once.
const ASKED: [&str; 12] = [
    "help",
    "help check",
    "rules chess",
    "rules chess960",
    "rules grand",
    "rules schachen",
    "rules touch-move",
    "pieces",
    "games",
    "draw",
    "undo",
    "board",
];
/// How games are begun.
const GAMES: [&str; 5] = [
    "play bob chess white",
    "play bob grand white touch-move",
    "setup classic-random 10 duplicates lock:0 promotion:all white @bob send",
    "setup free-random 19 rotate lock:3 white @bob send",
    "play bob schachen white",
];
/// Turns of a game, and moves that are tried before each.
const TURNS: usize = 12;
const TRIED: usize = 3;

/// Two people and everything they read.
struct Talk {
    chat: Chat,
    random: ChaCha8Rng,
    lines: Vec<Line>,
}

/// Every line that is read.
pub async fn lines(seed: u64) -> Vec<Line> {
    let mut talk = Talk {
        chat: Chat::new(&["Ada", "Bob"], seed),
        random: ChaCha8Rng::seed_from_u64(seed),
        lines: Vec::new(),
    };
    for kind in PieceType::all() {
        talk.say("Ada", &format!("piece {}", kind.code())).await;
    }
    let commands =
        talk.chat.service.commands(Language::EN).into_iter().map(|help| format!("help {}", help.name));
    for asked in commands.collect::<Vec<_>>().iter().map(String::as_str).chain(ASKED) {
        talk.say("Ada", asked).await;
    }
    for game in GAMES {
        talk.game(game).await;
    }
    talk.lines
}

impl Talk {
    /// Somebody types a command; the answer, as English.
    async fn say(&mut self, name: &str, command: &str) -> Option<Message> {
        let incoming = self.chat.event(name, Language::EN, true, UserAction::Line(command.to_owned()));
        let answer = match self.chat.service.handle(&incoming).await.reply {
            Reply::Private(notice) | Reply::Replace(notice) => Some(*notice),
            Reply::SelfTest(found) => Some(Notice::Check(found)),
            Reply::EngineQuestion(question) => thoughts(&self.chat.service, &question).await.pop(),
            Reply::Public | Reply::Ignored => None,
        };
        let place = format!("{name} /{command}");
        for notice in self.chat.posted().await {
            for viewer in [None, Some("Ada"), Some("Bob")] {
                self.read(&place, &notice, viewer);
            }
        }
        let answer = answer?;
        self.read(&place, &answer, Some(name));
        Some(self.chat.read(&answer, Some(name), Language::EN))
    }

    fn read(&mut self, place: &str, notice: &Notice, viewer: Option<&str>) {
        for language in super::READ {
            let said = texts(&self.chat.read(notice, viewer, language));
            self.lines.extend(said.into_iter().map(|said| Line { place: place.to_owned(), language, said }));
        }
    }

    /// A game as it comes: each turn moves that are not possible, questions, and a move of the list.
    async fn game(&mut self, begin: &str) {
        self.say("Ada", begin).await;
        self.say("Bob", "accept").await;
        for turn in 0..TURNS {
            let name = if turn % 2 == 0 { "Ada" } else { "Bob" };
            for _ in 0..TRIED {
                let tried = self.tried();
                self.say(name, &tried).await;
            }
            let listed = self.say(name, "moves").await;
            let moves: Vec<String> = listed.iter().flat_map(moves).collect();
            let Some(chosen) = moves.choose(&mut self.random) else { break };
            self.say(name, &format!("move {chosen}")).await;
            self.say(name, "pass").await;
        }
        for end in ["board text", "hand", "rules", "claim", "abort", "resign"] {
            self.say("Ada", end).await;
        }
        self.say("Ada", "replay").await;
        let over = self.chat.event("Ada", Language::EN, true, UserAction::Line("abort".to_owned()));
        self.chat.service.handle(&over).await;
    }

    /// A question about a square, or a move of any piece to it.
    fn tried(&mut self) -> String {
        let kinds: Vec<PieceType> = PieceType::all().collect();
        let code = kinds.choose(&mut self.random).map_or("K", |kind| kind.code());
        let file = *b"abcdefghijmnop".choose(&mut self.random).unwrap_or(&b'e') as char;
        let rank = self.random.random_range(1..11_u8);
        let forms =
            ["move CODEx", "move CODE", "move ", "piece ", "moves ", "touch ", "drop CODE ", "move CODE~"];
        let form = forms.choose(&mut self.random).copied().unwrap_or("piece ");
        format!("{}{file}{rank}", form.replace("CODE", code))
    }
}

/// The moves of a list: "Knight g1: Nf3, Nh3".
fn moves(message: &Message) -> Vec<String> {
    let lists = message.blocks.iter().filter_map(|block| match block {
        Block::List(items) => Some(items),
        _ => None,
    });
    let named = lists.flatten().filter_map(|item| item.split_once(": "));
    named.flat_map(|(_, moves)| moves.split(", ").map(str::to_owned)).collect()
}

/// Everything that is said in a message.
fn texts(message: &Message) -> Vec<String> {
    let mut texts = Vec::new();
    for block in &message.blocks {
        match block {
            Block::Heading(text) | Block::Text(text) => texts.push(text.clone()),
            Block::List(items) => texts.extend(items.iter().cloned()),
            Block::Channels(items) => texts.extend(items.iter().map(|item| item.text.clone())),
            Block::Code(_) => {}
        }
    }
    texts.extend(message.picture.iter().map(|picture| picture.alt.to_string()));
    for row in &message.rows {
        match row {
            ControlRow::Buttons(buttons) => texts.extend(buttons.iter().map(|button| button.label.clone())),
            ControlRow::Menu(menu) => {
                texts.push(menu.label.clone());
                texts.extend(menu.options.iter().map(|option| option.label.clone()));
            }
        }
    }
    texts
}
