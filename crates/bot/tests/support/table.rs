//! Helper of tests: a game between Ada and Bob in a chat, played move by move. Not here: what else
//! a test asks of it.

use adoube_bot::{Block, Language, Message, Reply, UserAction};

use super::Chat;

/// The words of a message.
pub fn text(message: &Message) -> String {
    let blocks = message.blocks.iter().map(|block| match block {
        Block::Text(text) | Block::Heading(text) | Block::Code(text) => text.clone(),
        Block::List(lines) => lines.join("\n"),
        Block::Channels(_) => String::new(),
    });
    blocks.collect::<Vec<_>>().join("\n")
}

/// Ada, who has White, and Bob.
pub struct Table {
    pub chat: Chat,
}

impl Table {
    /// A game as Ada asks for it.
    pub async fn new(challenge: &str) -> Self {
        let mut table = Self { chat: Chat::new(&["Ada", "Bob"], 1) };
        assert_eq!(table.act("Ada", challenge).await, Reply::Public);
        assert_eq!(table.act("Bob", "accept").await, Reply::Public);
        table
    }

    /// The same after these moves.
    pub async fn moves(challenge: &str, moves: &str) -> Self {
        let mut table = Self::new(challenge).await;
        for (place, text) in moves.split_whitespace().enumerate() {
            let name = if place % 2 == 0 { "Ada" } else { "Bob" };
            assert_eq!(table.act(name, &format!("move {text}")).await, Reply::Public, "{text}");
        }
        table
    }

    /// Somebody says a command; what is posted is left.
    pub async fn act(&mut self, name: &str, line: &str) -> Reply {
        let event = self.chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
        let reply = self.chat.service.handle(&event).await.reply;
        self.chat.posted().await;
        reply
    }
}
