//! Tests of `/analyse`, the engine's analysis of a finished game: what its message says, what the
//! exported record contains, and when it is refused.

use std::{num::NonZero, sync::Arc};

use adoube_bot::{
    ComputerSettings, ControlRow, EngineQuestion, Language, Notice, Reply, StrengthLevel, UserAction,
};
use adoube_rules::{Position, Variant, notation};
use adoube_store::{Batch, KeyRange, ScanOrder, Table as StoreTable};

use crate::support::{
    self, Chat, limits, person,
    table::{Table, text},
    thoughts,
};

impl Table {
    async fn resigns(&mut self, name: &str) {
        let reply = self.act(name, "resign").await;
        let Reply::Private(notice) = reply else { panic!("{reply:?}") };
        let asked = self.chat.read(&notice, Some(name), Language::EN);
        let press = self.chat.event(name, Language::EN, false, support::first_button(&asked));
        self.chat.service.handle(&press).await;
        self.chat.posted().await;
    }

    async fn asks(&mut self, name: &str) -> EngineQuestion {
        match self.act(name, "analyse").await {
            Reply::EngineQuestion(question) => *question,
            other => panic!("{other:?}"),
        }
    }

    async fn refused(&mut self, line: &str) -> String {
        match self.act("Eve", line).await {
            Reply::Private(notice) => {
                assert!(matches!(*notice, Notice::Refused(_)), "{notice:?}");
                text(&self.chat.read(&notice, Some("Eve"), Language::EN))
            }
            other => panic!("{other:?}"),
        }
    }

    fn check(&self, notice: &Notice) {
        let people = ["Ada", "Bob"].map(|name| person(name).id);
        limits::check_for_all(&self.chat.service, notice, &people);
    }
}

const FOOLS_MATE: &str = "f3 e5 g4 Qh4";

#[tokio::test]
async fn the_moves_that_mattered_are_told_with_what_was_better() {
    let mut table = Table::moves("play Bob chess white", FOOLS_MATE).await;
    let question = table.asks("Eve").await;
    let told = thoughts(&table.chat.service, &question).await;
    for notice in &told {
        table.check(notice);
    }
    let [before @ .., last] = told.as_slice() else { panic!("nothing is told") };
    let done = before.iter().map(|told| match told {
        Notice::Analysing(progress) => (progress.done, progress.plies),
        other => panic!("{other:?}"),
    });
    // A second passes with each position.
    assert_eq!(done.collect::<Vec<_>>(), [(0, 4), (3, 4)], "it is told at once, and every three seconds");
    let shown = table.chat.read(last, Some("Eve"), Language::EN);
    let words = text(&shown);
    assert!(words.contains("2. g4 (Ada)") && words.contains("Black has mate in 1"), "{words}");
    let picture = shown.picture.as_ref().expect("a graph");
    let chart = picture.scene.chart.as_ref().expect("a graph");
    assert_eq!((chart.chances.len(), chart.chances[4]), (5, 0));
    assert!(chart.marks.iter().any(|mark| mark.ply == 3), "{chart:?}");
    let alt = picture.alt.to_string();
    assert!(alt.contains("Black is winning") && alt.contains("Checkmate") && alt.contains("2. g4"), "{alt}");
    let file = shown.attachment.expect("a record");
    assert!(file.text.contains("[%eval ") && file.text.contains("[%eval #-1]"), "{}", file.text);
    assert!(file.text.contains("g4 $4") && file.text.contains("(2. "), "{}", file.text);
    assert!(file.text.trim_end().ends_with("0-1") && file.text.contains("[Result \"0-1\"]"), "{}", file.text);
    let german = text(&table.chat.read(last, Some("Eve"), Language::of("de")));
    assert!(german.contains("Schwarz hat Matt in 1"), "{german}");
}

#[tokio::test]
async fn asking_again_costs_nothing_also_after_a_restart() {
    let mut table = Table::moves("play Bob chess white", FOOLS_MATE).await;
    let question = table.asks("Ada").await;
    let first = thoughts(&table.chat.service, &question).await;
    let store = Arc::clone(&table.chat.store);
    let clock = Arc::clone(&table.chat.clock);
    let another = support::service(&["Ada", "Bob"], 9, store, clock);
    let again = thoughts(&another, &question).await;
    assert_eq!((again.len(), again.last()), (1, first.last()));
    let question = table.asks("Bob").await;
    assert_eq!(thoughts(&table.chat.service, &question).await, again);
}

#[tokio::test]
async fn a_person_has_one_at_a_time_and_others_in_the_channel_have_theirs() {
    let mut table = Table::moves("play Bob chess white", FOOLS_MATE).await;
    let question = table.asks("Ada").await;
    let mut thinking = table.chat.service.run_question(&question);
    assert!(matches!(thinking.next().await, Some(Notice::Analysing(_))));
    let second = thoughts(&table.chat.service, &question).await;
    let [refused @ Notice::Refused(_)] = second.as_slice() else { panic!("{second:?}") };
    let words = |language| text(&table.chat.read(refused, Some("Ada"), language));
    assert!(words(Language::EN).contains("wait until that is done"), "{}", words(Language::EN));
    assert!(words(Language::of("de")).contains("Warte bitte"), "{}", words(Language::of("de")));
    let of_another = table.asks("Eve").await;
    let told = thoughts(&table.chat.service, &of_another).await;
    assert!(matches!(told.last(), Some(Notice::Analysis(_))), "{told:?}");
    // Whoever goes away makes room.
    drop(thinking);
    let third = thoughts(&table.chat.service, &question).await;
    assert!(matches!(third.last(), Some(Notice::Analysis(_))), "{third:?}");
}

#[tokio::test]
async fn games_of_every_kind_can_be_looked_at() {
    let games = [
        ("play Bob grand white", "e4 e7"),
        ("play Bob chess960 white", "e3 e6 d3"),
        ("play Bob schachen white", ""),
        ("play Bob chess touch-move white", "e4 e5 Nf3"),
    ];
    for (challenge, moves) in games {
        let mut table = Table::moves(challenge, moves).await;
        if moves.is_empty() {
            // Any turn that the player can make.
            let question = match table.act("Ada", "hint").await {
                Reply::EngineQuestion(question) => question,
                other => panic!("{other:?}"),
            };
            let hint = thoughts(&table.chat.service, &question).await.pop().expect("a hint");
            let shown = table.chat.read(&hint, Some("Ada"), Language::EN);
            let ControlRow::Buttons(buttons) = &shown.rows[0] else { panic!("{shown:?}") };
            let action = UserAction::Press { id: buttons[0].id.clone(), value: None };
            let press = table.chat.event("Ada", Language::EN, false, action);
            table.chat.service.handle(&press).await;
            table.chat.posted().await;
        }
        table.resigns("Bob").await;
        let question = table.asks("Eve").await;
        let told = thoughts(&table.chat.service, &question).await;
        for notice in &told {
            table.check(notice);
        }
        let Some(Notice::Analysis(found)) = told.last() else { panic!("{challenge}: {told:?}") };
        assert_eq!(found.analysis.plies.len(), moves.split_whitespace().count().max(1), "{challenge}");
    }
}

#[tokio::test]
async fn who_plays_gets_no_help_by_it() {
    let mut table = Table::moves("play Bob chess white", "e4 e5").await;
    assert!(table.refused("analyse").await.contains("still being played"));
    table.resigns("Ada").await;
    // A game that was not played has nothing to look at.
    let mut other = Table::moves("play Bob chess white", "").await;
    other.resigns("Ada").await;
    assert!(other.refused("analyse").await.contains("Nobody moved"));
    assert!(Table { chat: Chat::new(&["Ada"], 1) }.refused("analyse zzzzzz").await.contains("zzzzzz"));
}

#[tokio::test]
async fn where_the_computer_is_off_it_looks_at_no_game() {
    let off = ComputerSettings { enabled: false, threads: NonZero::<usize>::MIN, level: StrengthLevel::BEST };
    let mut table = Table::moves("play Bob chess white", FOOLS_MATE).await;
    let (store, clock) = (Arc::clone(&table.chat.store), Arc::clone(&table.chat.clock));
    table.chat.service = support::service_with(off, &["Ada", "Bob"], 2, store, clock);
    assert!(table.refused("analyse").await.contains("goes through no games"));
}

#[tokio::test]
async fn a_button_under_the_last_board_asks_for_it() {
    let mut table = Table::moves("play Bob chess white", "f3 e5 g4").await;
    let event = table.chat.event("Bob", Language::EN, false, UserAction::Line("move Qh4".to_owned()));
    table.chat.service.handle(&event).await;
    let board = table.chat.posted().await.pop().expect("the last board");
    let shown = table.chat.read(&board, None, Language::EN);
    let buttons = shown.rows.iter().flat_map(|row| match row {
        ControlRow::Buttons(buttons) => buttons.clone(),
        ControlRow::Menu(_) => Vec::new(),
    });
    let button = buttons.into_iter().find(|button| button.label == "Analyse").expect("a button");
    let press =
        table.chat.event("Eve", Language::EN, false, UserAction::Press { id: button.id, value: None });
    let reply = table.chat.service.handle(&press).await.reply;
    assert!(matches!(reply, Reply::EngineQuestion(_)), "{reply:?}");
}

impl Table {
    /// What is told in the end to whoever asks.
    async fn judged(&mut self) -> Notice {
        let question = self.asks("Eve").await;
        thoughts(&self.chat.service, &question).await.pop().expect("something is told")
    }
}

#[tokio::test]
async fn what_would_have_been_better_are_moves_and_the_last_move_is_judged_by_what_could_have_followed() {
    let mut table = Table::moves("play Bob chess white", "e4 e5 Qh5 Ke7").await;
    table.resigns("Bob").await;
    let Notice::Analysis(found) = table.judged().await else { panic!("no analysis") };
    let plies = &found.analysis.plies;
    assert_eq!(found.analysis.start, plies[0].could);
    assert_eq!(format!("{:?}", plies[3].did), "Mates(White, 1)");
    let after = |position: &Position, san: &str| {
        let made = position.legal_moves().into_iter().find(|made| notation::san(position, made) == san);
        position.apply(&made.unwrap_or_else(|| panic!("{san} is no move in {position}")))
    };
    let mut position = Position::start(Variant::Chess);
    for ply in plies {
        ply.better.iter().fold(position.clone(), |position, san| after(&position, san));
        assert_ne!(ply.better.first(), Some(&ply.san), "that was made");
        position = after(&position, &ply.san);
    }
    assert!(!plies[3].better.is_empty());
}

#[tokio::test]
async fn with_cards_every_turn_is_judged() {
    let mut table = Table::new("play Bob schachen white").await;
    for (name, line) in [("Ada", "move o3 pass"), ("Bob", "move n4 pass"), ("Ada", "move Ko2 pass")] {
        assert_eq!(table.act(name, line).await, Reply::Public, "{line}");
    }
    table.resigns("Bob").await;
    let Notice::Analysis(found) = table.judged().await else { panic!("no analysis") };
    assert_eq!(found.analysis.plies.len(), 3);
    assert_eq!(found.analysis.start, found.analysis.plies[0].could);
    assert_ne!(format!("{:?}", found.analysis.start), "Pawns(0)", "somebody is better");
}

#[tokio::test]
async fn the_longest_games_are_not_looked_at() {
    let mut table = Table::moves("play Bob chess white", FOOLS_MATE).await;
    let (key, row) = {
        let rows = table.chat.store.scan(StoreTable::Game, KeyRange::all(), ScanOrder::Ascending, 9).await;
        rows.expect("memory").remove(0)
    };
    let mut record: serde_json::Value = serde_json::from_slice(&row.value).expect("JSON");
    for (plies, is_looked_at) in [(400, true), (401, false)] {
        record["plies"] = plies.into();
        let bytes = serde_json::to_vec(&record).expect("JSON");
        let batch = Batch::new().put(StoreTable::Game, key.clone(), bytes);
        table.chat.store.commit(batch).await.expect("memory");
        let reply = table.act("Eve", "analyse").await;
        assert_eq!(matches!(reply, Reply::EngineQuestion(_)), is_looked_at, "{plies}: {reply:?}");
    }
}
