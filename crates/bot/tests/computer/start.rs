//! Tests of how a game against the computer begins, and when it is refused.

use adoube_bot::{Language, Notice, Reply, UserAction};

use super::table::Table;

#[tokio::test]
async fn a_game_begins_at_once_however_the_computer_is_called() {
    let lines = [
        ("play computer chess white", 3),
        ("play computer 2 chess white", 2),
        ("play level:7 chess white", 7),
        ("play @adoube chess white", 3),
        ("spielen computer 10 schach weiß", 10),
        ("play opponent:computer level:1 chess white", 1),
    ];
    for (line, level) in lines {
        let mut table = Table::new(1);
        assert_eq!(table.say(line).await, None, "{line}");
        let told = table.told().await;
        assert_eq!(told.len(), 1, "{line}: {told:?}");
        let Some(Notice::Board(board)) = &table.board else { panic!("{line}: no board") };
        let black = &board.seats.black;
        assert_eq!(
            *black,
            serde_json::from_str(&format!(r#"{{"level":{level}}}"#)).expect("a seat"),
            "{line}"
        );
        assert!(table.let_it_play().await.is_empty(), "{line}: it is Ada's turn");
    }
}

#[tokio::test]
async fn it_begins_where_it_has_white() {
    let mut table = Table::new(1);
    assert_eq!(table.say("play computer chess black").await, None);
    table.told().await;
    assert_eq!(table.let_it_play().await.len(), 1);
    assert_eq!(table.plies(), 1);
    assert!(table.let_it_play().await.is_empty());
}

#[tokio::test]
async fn what_cannot_be_is_refused_with_what_to_do_instead() {
    let table = [
        ("play Bob level:3 chess", "Only the computer has levels."),
        ("play computer opponent:Bob chess", "You named the computer and a person."),
    ];
    for (line, expected) in table {
        let mut table = Table::new(1);
        let said = table.say(line).await.unwrap_or_default();
        assert!(said.starts_with(expected), "{line}: {said}");
        assert!(table.told().await.is_empty());
    }
}

#[tokio::test]
async fn a_rematch_begins_at_once_with_colours_exchanged() {
    let mut table = Table::new(1);
    table.say("play computer 1 chess white").await;
    table.told().await;
    table.move_by_lot().await;
    table.told().await;
    table.let_it_play().await;
    let Some(Notice::Board(board)) = table.board.clone() else { panic!("no board") };
    let id = format!("turn.{}.{}.confirm.resign.white", board.game, board.revision);
    let press = table.chat.event("Ada", Language::EN, false, UserAction::Press { id, value: None });
    table.chat.service.handle(&press).await;
    table.told().await;
    assert!(table.is_over());
    assert_eq!(table.say("rematch").await, None);
    table.told().await;
    let Some(Notice::Board(again)) = &table.board else { panic!("no board") };
    assert_eq!((&again.seats.white, &again.seats.black), (&board.seats.black, &board.seats.white));
    assert_eq!(table.let_it_play().await.len(), 1, "it has White now");
}

#[tokio::test]
async fn a_newcomer_is_asked_which_game_and_may_play_the_computer_with_one_press() {
    let mut table = Table::new(1);
    let event = table.event("play");
    let Reply::Private(asked) = table.chat.service.handle(&event).await.reply else { panic!("no question") };
    let message = table.chat.read(&asked, Some("Ada"), Language::EN);
    let ids: Vec<String> = message
        .rows
        .iter()
        .flat_map(|row| match row {
            adoube_bot::ControlRow::Buttons(buttons) => buttons.clone(),
            adoube_bot::ControlRow::Menu(_) => Vec::new(),
        })
        .map(|button| button.id)
        .collect();
    assert!(ids.contains(&"computer.chess".to_owned()), "{ids:?}");
    let press = UserAction::Press { id: "computer.chess".to_owned(), value: None };
    let press = table.chat.event("Ada", Language::EN, false, press);
    table.chat.service.handle(&press).await;
    assert_eq!(table.told().await.len(), 1);
    assert!(!table.is_over());
}

#[tokio::test]
async fn a_chosen_array_is_picked_by_turns_and_the_same_again() {
    let mut arrays = Vec::new();
    for _ in 0..2 {
        let mut table = Table::new(5);
        let said = table.say("setup classic-chosen 4").await;
        assert!(said.is_some(), "a panel");
        assert_eq!(table.say("setup computer white").await, None);
        table.told().await;
        for _ in 0..4 {
            table.let_it_play().await;
            let kind = ["camel", "zebra", "giraffe", "wazir", "ferz", "alfil"]
                .into_iter()
                .map(str::to_owned)
                .collect::<Vec<_>>();
            for name in kind {
                if table.board.is_some() || table.say(&format!("pick {name}")).await.is_none() {
                    break;
                }
            }
            table.told().await;
        }
        table.let_it_play().await;
        arrays.push(table.position().to_string());
    }
    assert_eq!(arrays[0], arrays[1]);
}
