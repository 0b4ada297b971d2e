//! Tests of which buttons each person sees under a message, on platforms that show everybody their
//! own: a button that a person cannot use is left out.

use adoube_bot::{ControlRow, Language, Notice, Reply, UserAction};

use crate::support::{Chat, control};

const NAMES: [&str; 3] = ["Ada", "Bob", "Cy"];

/// What a command posts.
async fn told(chat: &mut Chat, name: &str, line: &str) -> Vec<Notice> {
    let event = chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
    let reply = chat.service.handle(&event).await.reply;
    assert_eq!(reply, Reply::Public, "{name} /{line}");
    chat.posted().await
}

/// The buttons of a notice as somebody sees it; as everybody does without a name.
fn buttons(chat: &Chat, notice: &Notice, name: Option<&str>) -> Vec<String> {
    let rows = chat.read(notice, name, Language::EN).rows;
    let buttons = rows.into_iter().flat_map(|row| match row {
        ControlRow::Buttons(buttons) => buttons,
        ControlRow::Menu(_) => Vec::new(),
    });
    buttons.map(|button| button.label).collect()
}

#[tokio::test]
async fn a_challenge_shows_everybody_what_they_can_do_about_it() {
    let mut chat = Chat::new(&NAMES, 1);
    let to_bob = told(&mut chat, "Ada", "play Bob chess").await.remove(0);
    assert_eq!(buttons(&chat, &to_bob, None), ["Accept", "Decline", "Withdraw"]);
    assert_eq!(buttons(&chat, &to_bob, Some("Ada")), ["Withdraw"]);
    assert_eq!(buttons(&chat, &to_bob, Some("Bob")), ["Accept", "Decline"]);
    assert_eq!(buttons(&chat, &to_bob, Some("Cy")), [""; 0]);
    let to_anybody = told(&mut chat, "Cy", "play chess").await.remove(0);
    assert_eq!(buttons(&chat, &to_anybody, Some("Cy")), ["Withdraw"]);
    assert_eq!(buttons(&chat, &to_anybody, Some("Ada")), ["Accept"]);
}

#[tokio::test]
async fn an_offer_is_answered_by_whoever_it_is_made_to() {
    let mut chat = Chat::new(&NAMES, 1);
    told(&mut chat, "Ada", "play Bob chess white").await;
    told(&mut chat, "Bob", "accept").await;
    let offer = told(&mut chat, "Ada", "draw").await.remove(0);
    for (name, expected) in [
        (None, &["Accept", "Decline"][..]),
        (Some("Bob"), &["Accept", "Decline"]),
        (Some("Ada"), &[]),
        (Some("Cy"), &[]),
    ] {
        assert_eq!(buttons(&chat, &offer, name), expected, "{name:?}");
    }
    let event = chat.event("Ada", Language::EN, false, UserAction::Line("draw decline".to_owned()));
    let reply = format!("{:?}", chat.service.handle(&event).await.reply);
    assert!(reply.contains("NoOffer"), "nobody declines their own: {reply}");
    told(&mut chat, "Bob", "draw accept").await;
}

#[tokio::test]
async fn whoever_does_not_choose_a_piece_has_no_button_for_it() {
    let mut chat = Chat::new(&NAMES, 1);
    told(&mut chat, "Ada", "setup Bob free-chosen pieces:2 white send").await;
    let choosing = told(&mut chat, "Bob", "accept").await.remove(0);
    let Notice::Selection(_) = &choosing else { panic!("{choosing:?}") };
    let of = |name: &str| buttons(&chat, &choosing, Some(name));
    let everybody = buttons(&chat, &choosing, None);
    assert_eq!(everybody.len(), 3);
    let (ada, bob) = (of("Ada"), of("Bob"));
    assert_eq!(ada.len() + bob.len(), 5, "one of them picks: {ada:?} {bob:?}");
    assert_eq!(of("Cy"), [""; 0]);
}

#[tokio::test]
async fn moderators_take_challenges_out_by_a_command() {
    let mut chat = Chat::new(&NAMES, 1);
    let challenge = told(&mut chat, "Ada", "play Bob chess").await.remove(0);
    let event = chat.event("Cy", Language::EN, true, UserAction::Line("withdraw".to_owned()));
    assert_eq!(chat.service.handle(&event).await.reply, Reply::Public);
    let [Notice::ChallengeClosed { challenge: closed, .. }] = &chat.posted().await[..] else { panic!() };
    assert_eq!(challenge, Notice::Challenge(closed.clone()));
}

#[tokio::test]
async fn moderators_take_their_own_challenge_out_first() {
    let mut chat = Chat::new(&NAMES, 1);
    for name in ["Ada", "Cy"] {
        told(&mut chat, name, "play Bob chess").await;
    }
    for of in ["Cy", "Ada"] {
        let event = chat.event("Cy", Language::EN, true, UserAction::Line("withdraw".to_owned()));
        assert_eq!(chat.service.handle(&event).await.reply, Reply::Public);
        let [Notice::ChallengeClosed { challenge, .. }] = &chat.posted().await[..] else { panic!("{of}") };
        assert_eq!(challenge.challenger.name, of);
    }
}

#[tokio::test]
async fn steps_of_a_move_that_nobody_can_make_lead_nowhere() {
    for challenge in ["play Bob chess white", "play Bob chess white touch-move"] {
        let mut chat = Chat::new(&NAMES, 1);
        told(&mut chat, "Ada", challenge).await;
        told(&mut chat, "Bob", "accept").await;
        for (target, value, refused) in [
            ("piece", Some("a1"), "NoMovesThere"),
            ("piece", Some("e4"), "NoMovesThere"),
            ("squares.a1.0", None, "UnknownButton"),
            ("promotions.e2.e5.0", None, "UnknownButton"),
            ("promotions.e1.e2.0", None, "UnknownButton"),
        ] {
            let action =
                UserAction::Press { id: format!("turn.kez48m.0.{target}"), value: value.map(str::to_owned) };
            let event = chat.event("Ada", Language::EN, false, action);
            let reply = format!("{:?}", chat.service.handle(&event).await.reply);
            assert!(reply.contains(refused), "{challenge}, {target}: {reply}");
        }
    }
}

#[tokio::test]
async fn a_card_or_its_square_is_asked_for_whichever_was_not_said() {
    let mut chat = Chat::new(&NAMES, 1);
    told(&mut chat, "Ada", "play Bob schachen white").await;
    told(&mut chat, "Bob", "accept").await;
    for (line, asked) in
        [("move n3 drop n2", "Which card do you drop?"), ("move n3 drop P", "On which square?")]
    {
        let event = chat.event("Ada", Language::EN, false, UserAction::Line(line.to_owned()));
        let Reply::Private(notice) = chat.service.handle(&event).await.reply else { panic!("{line}") };
        control(&chat.read(&notice, Some("Ada"), Language::EN), asked);
    }
    for (card, is_asked) in [("P", true), ("N", true), ("Q", false)] {
        let (id, value) = ("turn.kez48m.0.card.n2.n3.-".to_owned(), Some(card.to_owned()));
        let event = chat.event("Ada", Language::EN, false, UserAction::Press { id, value });
        let reply = format!("{:?}", chat.service.handle(&event).await.reply);
        assert_eq!(!reply.contains("UnknownButton"), is_asked, "{card} is in her hand, or is not: {reply}");
    }
}

#[tokio::test]
async fn whoever_watches_a_game_can_turn_its_board_and_follow_it() {
    let mut chat = Chat::new(&NAMES, 1);
    told(&mut chat, "Ada", "play Bob chess white").await;
    let board = told(&mut chat, "Bob", "accept").await.remove(0);
    let all = ["Move", "Movable", "Flip", "Draw", "Resign"];
    for name in [None, Some("Ada"), Some("Bob")] {
        assert_eq!(buttons(&chat, &board, name), all, "{name:?}");
    }
    assert_eq!(buttons(&chat, &board, Some("Cy")), ["Flip", "Follow"]);
    let event = chat.event("Cy", Language::EN, false, UserAction::Line("board flip".to_owned()));
    let Reply::Private(turned) = chat.service.handle(&event).await.reply else { panic!("a private board") };
    assert_eq!(buttons(&chat, &turned, Some("Cy")), ["Flip", "Follow"]);
}

#[tokio::test]
async fn a_page_that_is_not_there_is_the_last_one() {
    let mut chat = Chat::new(&NAMES, 1);
    told(&mut chat, "Ada", "play Bob chess white").await;
    let board = told(&mut chat, "Bob", "accept").await.remove(0);
    let id = control(&chat.read(&board, Some("Ada"), Language::EN), "Move");
    let id = id.strip_suffix("move").expect("what moves");
    for page in [0, 1, 7] {
        let press = UserAction::Press { id: format!("{id}pieces.{page}"), value: None };
        let event = chat.event("Ada", Language::EN, false, press);
        let reply = chat.service.handle(&event).await.reply;
        let (Reply::Private(notice) | Reply::Replace(notice)) = reply else { panic!("{page}: {reply:?}") };
        let message = chat.read(&notice, Some("Ada"), Language::EN);
        let [ControlRow::Menu(menu)] = message.rows.as_slice() else { panic!("{page}: {:?}", message.rows) };
        assert_eq!(menu.options.len(), 10, "{page}: eight Pawns and two Knights");
    }
}
