//! Tests of `/rematch` in awkward situations: both players at once, twice, after a restart, in
//! another channel, while a game runs. Not here: what people read of it
//! (`transcripts/rematch.txt`).

use adoube_bot::{
    ChannelId, ChatEvent, ControlRow, Language, Notice, OutboxEntry, Reply, ThreadPolicy, UserAction,
};

use crate::support::{self, Chat, channel, delivered};

const NAMES: [&str; 4] = ["Ada", "Bob", "Cy", "Dora"];

async fn does(chat: &mut Chat, name: &str, action: UserAction) -> Reply {
    let event = chat.event(name, Language::EN, false, action);
    chat.service.handle(&event).await.reply
}

async fn says(chat: &mut Chat, name: &str, line: &str) {
    let reply = does(chat, name, UserAction::Line(line.to_owned())).await;
    assert_eq!(reply, Reply::Public, "{name} /{line}");
}

/// Presses the button of a message that says this.
fn pressing(chat: &Chat, notice: &Notice, label: &str) -> UserAction {
    let rows = chat.read(notice, None, Language::EN).rows;
    let buttons = rows.into_iter().flat_map(|row| match row {
        ControlRow::Buttons(buttons) => buttons,
        ControlRow::Menu(_) => Vec::new(),
    });
    let button = buttons.into_iter().find(|button| button.label == label);
    UserAction::Press { id: button.unwrap_or_else(|| panic!("no {label}: {notice:?}")).id, value: None }
}

/// Two people have played, and this is the last board.
async fn played(chat: &mut Chat, challenge: &str) -> Notice {
    says(chat, "Ada", challenge).await;
    says(chat, "Bob", "accept").await;
    for name in ["Ada", "Bob"] {
        says(chat, name, if name == "Ada" { "draw" } else { "draw accept" }).await;
    }
    chat.posted().await.pop().expect("the last board")
}

fn boards(notices: &[Notice]) -> Vec<&str> {
    fn white(notice: &Notice) -> Option<&str> {
        let Notice::Board(board) = notice else { return None };
        board.seats.white.person().map(|person| person.name.as_str())
    }
    notices.iter().filter_map(white).collect()
}

/// Why not.
fn refused(reply: Reply) -> String {
    let Reply::Private(notice) = reply else { panic!("{reply:?}") };
    let Notice::Refused(refusal) = *notice else { panic!("{notice:?}") };
    format!("{refusal:?}")
}

#[tokio::test]
async fn of_two_at_the_same_moment_one_asks_and_the_other_agrees() {
    let mut chat = Chat::new(&NAMES, 5);
    let last = played(&mut chat, "play Bob chess white").await;
    let press = pressing(&chat, &last, "Rematch");
    let [ada, bob] = ["Ada", "Bob"].map(|name| chat.event(name, Language::EN, false, press.clone()));
    let (ada_again, service) = (ada.clone(), chat.service.clone());
    let (one, other) = tokio::join!(service.handle(&ada), service.handle(&bob));
    assert_eq!((one.reply, other.reply), (Reply::Public, Reply::Public));
    let posted = chat.posted().await;
    assert_eq!(boards(&posted), ["Bob"], "{posted:#?}");
    // The same press, told again, asks for nothing more.
    assert_eq!(chat.service.handle(&ada_again).await.reply, Reply::Public);
    assert_eq!(chat.posted().await, []);
}

#[tokio::test]
async fn a_last_board_means_the_same_after_a_restart_and_after_other_games() {
    let mut chat = Chat::new(&NAMES, 5);
    let last = played(&mut chat, "play Bob grand white promotion:all touch-move").await;
    let press = pressing(&chat, &last, "Rematch");
    played(&mut chat, "play Bob chess black").await;
    let mut later = Chat::with_store(&NAMES, 9, chat.store.clone());
    later.skip_events(100);
    for name in ["Ada", "Bob"] {
        assert_eq!(does(&mut later, name, press.clone()).await, Reply::Public);
    }
    let posted = later.posted().await;
    assert_eq!(boards(&posted), ["Bob"]);
    let Some(Notice::Board(board)) = posted.last() else { panic!("{posted:?}") };
    let terms = &board.agreed.as_ref().expect("the first board").terms;
    assert!(terms.touch_move && terms.promotion == Some(adoube_rules::PromotionMode::All), "{terms:?}");
}

#[tokio::test]
async fn whoever_is_not_there_is_not_asked() {
    let mut chat = Chat::new(&["Ada", "Cy"], 5);
    let challenge = does(&mut chat, "Ada", UserAction::Line("play chess white".to_owned())).await;
    assert_eq!(challenge, Reply::Public);
    says(&mut chat, "Bob", "accept").await;
    says(&mut chat, "Ada", "draw").await;
    says(&mut chat, "Bob", "draw accept").await;
    let last = chat.posted().await.pop().expect("the last board");
    let elsewhere = ChannelId("test:elsewhere".to_owned());
    let event = chat.event("Ada", Language::EN, false, pressing(&chat, &last, "Rematch"));
    let event = ChatEvent { channel: elsewhere.clone(), ..event };
    let refusal = refused(chat.service.handle(&event).await.reply);
    assert!(refusal.contains("OpponentElsewhere"), "{refusal}");
    // Where they played it waits for them, for a week as every challenge does.
    says(&mut chat, "Ada", "rematch").await;
    chat.clock.pass(8 * 24 * 60 * 60 * 1000);
    let refusal = refused(does(&mut chat, "Bob", UserAction::Line("accept".to_owned())).await);
    assert_eq!(refusal, "NoChallenge");
    says(&mut chat, "Bob", "rematch").await;
    says(&mut chat, "Ada", "accept").await;
    assert_eq!(boards(&chat.posted().await), ["Bob"]);
}

#[tokio::test]
async fn whoever_is_there_is_asked_wherever_it_was_played() {
    let mut chat = Chat::new(&NAMES, 5);
    let last = played(&mut chat, "play Bob chess white").await;
    let elsewhere = ChannelId("test:elsewhere".to_owned());
    let event = chat.event("Ada", Language::EN, false, pressing(&chat, &last, "Rematch"));
    let event = ChatEvent { channel: elsewhere.clone(), ..event };
    assert_eq!(chat.service.handle(&event).await.reply, Reply::Public);
    assert_eq!(chat.posted().await, []);
    let said = delivered(&chat.service, &elsewhere).await;
    assert!(matches!(&said[..], [OutboxEntry { notice: Notice::Challenge(_), .. }]), "{said:?}");
}

#[tokio::test]
async fn where_a_game_runs_it_gets_a_thread_or_has_to_wait() {
    let mut chat = Chat::new(&NAMES, 5);
    let last = played(&mut chat, "play Bob chess white").await;
    says(&mut chat, "Cy", "play Dora chess").await;
    says(&mut chat, "Dora", "accept").await;
    chat.posted().await;
    let press = pressing(&chat, &last, "Rematch");
    let refusal = refused(does(&mut chat, "Ada", press.clone()).await);
    assert!(refusal.starts_with("ChannelBusy"), "{refusal}");
    for name in ["Bob", "Ada"] {
        let event = chat.event(name, Language::EN, false, press.clone());
        let event = ChatEvent { threads: ThreadPolicy::WhenBusy, ..event };
        assert_eq!(chat.service.handle(&event).await.reply, Reply::Public);
    }
    let waiting = support::waiting(&*chat.store, &channel()).await;
    let Some(Notice::OpenThread { game }) = waiting.last() else { panic!("{waiting:?}") };
    assert_eq!(game.seats.white.person().map(|person| person.name.as_str()), Some("Bob"));
}

#[tokio::test]
async fn those_who_watched_see_what_they_can_do() {
    let mut chat = Chat::new(&NAMES, 5);
    let last = played(&mut chat, "play Bob chess960 white").await;
    let labels = |name| {
        let rows = chat.read(&last, name, Language::EN).rows;
        let [ControlRow::Buttons(buttons)] = rows.as_slice() else { panic!("{rows:?}") };
        buttons.iter().map(|button| button.label.clone()).collect::<Vec<_>>()
    };
    assert_eq!(labels(None), ["Rematch", "New set-up", "Export"], "everybody sees the same");
    assert_eq!(labels(Some("Ada")), ["Rematch", "New set-up", "Export"]);
    assert_eq!(labels(Some("Cy")), ["Export"]);
}

#[tokio::test]
async fn where_the_pieces_were_still_being_picked_they_are_picked_anew() {
    let mut chat = Chat::new(&NAMES, 5);
    says(&mut chat, "Ada", "setup Bob classic-chosen 2 white send").await;
    says(&mut chat, "Bob", "accept").await;
    let reply = does(&mut chat, "Bob", UserAction::Line("resign".to_owned())).await;
    let Reply::Private(asked) = reply else { panic!("{reply:?}") };
    let press = support::first_button(&chat.read(&asked, Some("Bob"), Language::EN));
    does(&mut chat, "Bob", press).await;
    says(&mut chat, "Ada", "rematch new-array").await;
    says(&mut chat, "Bob", "rematch").await;
    let posted = chat.posted().await;
    assert!(
        matches!(posted.last(), Some(Notice::Selection(choosing)) if choosing.ending.is_none()),
        "{posted:?}"
    );
}

#[tokio::test]
async fn pieces_that_were_picked_are_not_picked_again() {
    for again in ["rematch", "rematch new-array"] {
        let mut chat = Chat::new(&NAMES, 5);
        says(&mut chat, "Ada", "setup Bob classic-chosen 2 white send").await;
        for (name, line) in [("Bob", "accept"), ("Ada", "pick Camel"), ("Bob", "pick Zebra")] {
            says(&mut chat, name, line).await;
        }
        for (name, line) in [("Ada", "draw"), ("Bob", "draw accept"), ("Ada", again)] {
            says(&mut chat, name, line).await;
        }
        chat.posted().await;
        says(&mut chat, "Bob", again).await;
        assert_eq!(boards(&chat.posted().await), ["Bob"], "{again}");
    }
}

#[tokio::test]
async fn two_who_ask_for_the_same_array_are_agreed_and_what_others_ask_is_something_else() {
    let mut chat = Chat::new(&NAMES, 5);
    played(&mut chat, "play Bob chess960 white").await;
    says(&mut chat, "Cy", "play Ada chess960").await;
    says(&mut chat, "Ada", "rematch").await;
    assert_eq!(boards(&chat.posted().await), [""; 0], "nobody has agreed to it");
    says(&mut chat, "Bob", "rematch").await;
    assert_eq!(boards(&chat.posted().await), ["Bob"]);
}
