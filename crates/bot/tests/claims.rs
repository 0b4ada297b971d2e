//! Test of a draw claimed by the 50-move rule in a chat, after a hundred plies without a capture or
//! Pawn move and without any position coming back three times.

use std::collections::BTreeMap;

use adoube_bot::{Block, ControlRow, Language, Message, Reply, UserAction};
use adoube_rules::{Game, Move, PieceType, Position, Variant};

use crate::support::Chat;

/// A chat and the game in it as the rules see it.
struct Table {
    chat: Chat,
    game: Game,
    seen: BTreeMap<String, usize>,
}

impl Table {
    async fn new() -> Self {
        let chat = Chat::new(&["Ada", "Bob"], 1);
        let game = Game::new(Position::start(Variant::Chess));
        let mut table = Self { chat, game, seen: BTreeMap::new() };
        table.posts("Ada", "play Bob white chess").await;
        table.posts("Bob", "accept").await;
        table
    }

    fn name(&self) -> &'static str {
        if self.game.position().side_to_move() == adoube_rules::Side::White { "Ada" } else { "Bob" }
    }

    async fn handle(&mut self, name: &str, action: UserAction) -> Reply {
        let event = self.chat.event(name, Language::EN, false, action);
        self.chat.service.handle(&event).await.reply
    }

    async fn posts(&mut self, name: &str, line: &str) {
        assert_eq!(self.handle(name, UserAction::Line(line.to_owned())).await, Reply::Public, "{line}");
        self.chat.posted().await;
    }

    /// A move that is neither a Pawn's nor a capture, to where the pieces have stood least often.
    fn aimless(&self) -> Move {
        let position = self.game.position();
        let progress = |made: &Move| {
            position.piece_at(made.to).is_some()
                || position.piece_at(made.from).is_none_or(|piece| piece.kind == PieceType::PAWN)
        };
        let aimless = self.game.legal_moves().iter().filter(|made| !progress(made));
        *aimless.min_by_key(|made| self.times(&position.apply(made))).expect("a Knight can always move")
    }

    fn times(&self, position: &Position) -> usize {
        self.seen.get(&placement(position)).copied().unwrap_or_default()
    }

    async fn play(&mut self) {
        let (made, name) = (self.aimless(), self.name());
        self.posts(name, &format!("move {made}")).await;
        self.game.play(&made).expect("legal");
        *self.seen.entry(placement(self.game.position())).or_default() += 1;
    }

    async fn claim(&mut self) -> Message {
        let name = self.name();
        match self.handle(name, UserAction::Line("claim".to_owned())).await {
            Reply::Private(notice) => self.chat.read(&notice, Some(name), Language::EN),
            other => panic!("{other:?}"),
        }
    }
}

/// Pieces and side to move, which is all that repeats here.
fn placement(position: &Position) -> String {
    position.to_string().split(' ').take(2).collect::<Vec<_>>().join(" ")
}

fn text(message: &Message) -> String {
    match message.blocks.as_slice() {
        [Block::Text(text)] => text.clone(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn fifty_moves_without_progress_are_a_draw_for_whoever_claims_it() {
    let mut table = Table::new().await;
    for _ in 0..99 {
        table.play().await;
    }
    let early = text(&table.claim().await);
    assert!(early.starts_with("No draw can be claimed yet"), "{early}");
    table.play().await;
    let question = table.claim().await;
    assert_eq!(
        text(&question),
        "50 moves by each side without a Pawn move or a capture. Claim the draw and end the game?"
    );
    let [ControlRow::Buttons(buttons)] = question.rows.as_slice() else { panic!("{question:?}") };
    let name = table.name();
    table.handle(name, UserAction::Press { id: buttons[0].id.clone(), value: None }).await;
    let posted = table.chat.posted().await;
    let last = table.chat.read(posted.last().expect("a board"), None, Language::EN);
    let [ControlRow::Buttons(buttons)] = last.rows.as_slice() else { panic!("{last:?}") };
    assert!(buttons.iter().all(|button| button.id.starts_with("after.")), "the game is over: {buttons:?}");
    let end = format!("{name} claims a draw: 50 moves by each side without a Pawn move or a capture.");
    assert_eq!(last.blocks.first(), Some(&Block::Text(end)));
}
