//! Tests of boards that all readers see alike: from which side they are drawn, and how they show
//! which side is ahead.

use adoube_bot::{ChatEvent, CommunityId, Language, Message, Notice, Reply, UserAction};
use adoube_rules::Side;

use crate::support::{Chat, table::text};

struct Server(Chat);

impl Server {
    fn new() -> Self {
        Self(Chat::new(&["Ada", "Bob", "Mod"], 1))
    }

    async fn says(&mut self, name: &str, line: &str) -> Vec<Notice> {
        let event = self.0.event(name, Language::EN, name == "Mod", UserAction::Line(line.to_owned()));
        let place = Some(CommunityId("test:server/1".to_owned()));
        let reply = self.0.service.handle(&ChatEvent { place, ..event }).await.reply;
        assert!(matches!(reply, Reply::Public | Reply::Private(_)), "{line}: {reply:?}");
        self.0.posted().await
    }

    /// The board that everybody sees after this.
    async fn board(&mut self, name: &str, line: &str) -> Message {
        let notice = self.says(name, line).await.pop().unwrap_or_else(|| panic!("{line}: nothing"));
        self.0.read(&notice, None, Language::EN)
    }

    async fn begins(&mut self, terms: &str) -> Message {
        self.says("Ada", &format!("play Bob {terms} white")).await;
        self.board("Bob", "accept").await
    }
}

fn side(message: &Message) -> Side {
    message.picture.as_ref().expect("a board").scene.viewer
}

fn alt(message: &Message) -> String {
    message.picture.as_ref().expect("a board").alt.to_string()
}

#[tokio::test]
async fn everybody_sees_the_board_from_the_side_to_move() {
    let mut server = Server::new();
    assert_eq!(side(&server.begins("chess").await), Side::White);
    let after = server.board("Ada", "move e4").await;
    assert_eq!(side(&after), Side::Black);
    assert!(alt(&after).contains("seen from Black's side"), "{}", alt(&after));
    assert_eq!(side(&server.board("Bob", "move e5").await), Side::White);
    // A player's private view is from their own side.
    let notice = server.says("Ada", "move Nf3").await.remove(0);
    for (name, own) in [("Ada", Side::White), ("Bob", Side::Black), ("Mod", Side::White)] {
        assert_eq!(side(&server.0.read(&notice, Some(name), Language::EN)), own, "{name}");
    }
    // Nobody is to move any more.
    let question = server.says("Bob", "resign").await;
    assert!(question.is_empty());
}

#[tokio::test]
async fn a_server_may_have_all_boards_from_whites_side() {
    let mut server = Server::new();
    server.says("Mod", "settings server view white").await;
    server.begins("chess").await;
    assert_eq!(side(&server.board("Ada", "move e4").await), Side::White);
    // A game keeps what it began with.
    server.says("Mod", "settings server view mover").await;
    server.board("Bob", "move e5").await;
    assert_eq!(side(&server.board("Ada", "move Nf3").await), Side::White);
}

#[tokio::test]
async fn against_the_computer_it_is_the_persons_side() {
    for (colour, own) in [("white", Side::White), ("black", Side::Black)] {
        let mut server = Server::new();
        let first = server.board("Ada", &format!("play computer 1 chess {colour}")).await;
        assert_eq!(side(&first), own, "{colour}");
        if own == Side::White {
            assert_eq!(side(&server.board("Ada", "move e4").await), own, "the computer is to move");
        }
    }
}

#[tokio::test]
async fn which_side_is_ahead_is_shown_and_said() {
    let mut server = Server::new();
    let first = server.begins("chess").await;
    assert!(!alt(&first).contains("Material"), "{}", alt(&first));
    for (name, made) in [("Ada", "e4"), ("Bob", "d5"), ("Ada", "exd5")] {
        let board = server.board(name, &format!("move {made}")).await;
        let lead = board.picture.as_ref().expect("a board").scene.strip.white.lead;
        assert_eq!(lead, u16::from(made == "exd5"), "{made}");
        assert_eq!(alt(&board).contains("Material: White +1."), made == "exd5", "{made}");
    }
    let even = server.board("Bob", "move Qxd5").await;
    assert!(!alt(&even).contains("Material"), "{}", alt(&even));
    assert!(text(&even).contains("Ada"), "{}", text(&even));
}

#[tokio::test]
async fn nothing_is_counted_while_cards_are_hidden() {
    let mut server = Server::new();
    let first = server.begins("schachen").await;
    assert!(!alt(&first).contains("Material"), "{}", alt(&first));
    let strip = &first.picture.as_ref().expect("a board").scene.strip;
    assert_eq!((strip.white.lead, strip.black.lead), (0, 0));
}
