//! Test that random input, typed or pressed, always gets a message that fits every platform: no
//! panic, and never the sentence for internal errors.

use adoube_bot::{Language, Notice, Reply, UserAction};
use proptest::prelude::*;

use crate::support::{self, Chat, limits, person};

/// People of the chat; the first two play when there is a game.
const NAMES: [&str; 3] = ["Ada", "Bob", "Eve"];

/// Words that mean something to the bot, and some that nearly do.
const WORDS: [&str; 72] = [
    "schachen",
    "kings-facing",
    "hand",
    "drop",
    "einsetzen",
    "passe",
    "verify",
    "n3",
    "Q@o1",
    "m2m3/N@m1",
    "play",
    "spielen",
    "move",
    "zug",
    "moves",
    "züge",
    "board",
    "brett",
    "export",
    "replay",
    "game",
    "games",
    "piece",
    "figur",
    "draw",
    "remis",
    "takeback",
    "touch",
    "berühren",
    "release",
    "freigeben",
    "touch-move",
    "squares:",
    "help",
    "check",
    "hilfe",
    "rules",
    "accept",
    "setup",
    "aufstellen",
    "pick",
    "wählen",
    "classic",
    "random",
    "free-chosen",
    "duplicates:on",
    "drehung:aus",
    "lock:3",
    "19",
    "send",
    "neu",
    "nachtreiter",
    "withdraw",
    "Ada",
    "Bob",
    "opponent:",
    "gegner=",
    "variant:chess960",
    "grand",
    "white",
    "weiß",
    "e4",
    "e2e4",
    "Sf3",
    "O-O",
    "a7a8=Q",
    "knight",
    "marschall",
    "here",
    "k7f2mq",
    ":",
    "=",
];

/// Parts of the ids of components.
const PARTS: [&str; 53] = [
    "hand",
    "cards",
    "card",
    "dropon",
    "pass",
    "m2",
    "m3",
    "-",
    "N",
    "Q",
    "turn",
    "accept",
    "decline",
    "withdraw",
    "move",
    "pieces",
    "follow",
    "unfollow",
    "piece",
    "squares",
    "square",
    "promotions",
    "promotion",
    "play",
    "hints",
    "flip",
    "release",
    "draw",
    "acceptdraw",
    "nodraw",
    "resign",
    "confirm",
    "abort",
    "claim",
    "cancel",
    "choose",
    "groups",
    "group",
    "kind",
    "NR",
    "hoppers",
    "rule",
    "redraw",
    "opponent",
    "send",
    "takeback",
    "e2",
    "e4",
    "-zz-9",
    "0",
    "1",
    "18446744073709551615",
    "{id}",
];

/// A chat in which Ada has challenged Bob so and he has accepted, and the id of their game.
async fn playing(challenge: &str) -> (Chat, String) {
    let mut chat = Chat::new(&NAMES, 1);
    for (name, line) in [("Ada", challenge), ("Bob", "accept")] {
        let event = chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
        assert_eq!(chat.service.handle(&event).await.reply, Reply::Public, "{line}");
    }
    let json = serde_json::to_value(chat.posted().await.last()).expect("JSON");
    let id = json["game"].as_str().expect("a board").to_owned();
    (chat, id)
}

fn is_trouble(notice: &Notice) -> bool {
    serde_json::to_value(notice).is_ok_and(|json| json["why"] == "trouble")
}

/// A chat in which Ada has a set-up panel open, and its id.
async fn setting_up() -> (Chat, String) {
    let mut chat = Chat::new(&NAMES, 1);
    let line = UserAction::Line("setup classic-random 2".to_owned());
    let event = chat.event("Ada", Language::EN, false, line);
    let json = serde_json::to_value(chat.service.handle(&event).await.reply).expect("JSON");
    let id = json["private"]["panel"]["id"].as_str().unwrap_or_else(|| panic!("{json}")).to_owned();
    (chat, id)
}

/// Lets Ada do it before a game, and everybody while one is set up, while its pieces are chosen and while it is played,
/// with and without touch-move, and reads every answer.
async fn survives(action: &UserAction) -> Result<(), TestCaseError> {
    check(&mut Chat::new(&NAMES, 1), "Ada", action).await?;
    let played = playing("play Bob white chess").await;
    let bound = playing("play Bob white chess touch-move").await;
    let cards = playing("play Bob white schachen").await;
    let chosen = playing("setup Bob black classic-chosen 3 send").await;
    for (mut chat, id) in [played, bound, cards, chosen, setting_up().await] {
        let action = match action {
            UserAction::Press { id: pressed, value } => {
                UserAction::Press { id: pressed.replace("{id}", &id), value: value.clone() }
            }
            other => other.clone(),
        };
        for name in NAMES {
            check(&mut chat, name, &action).await?;
        }
    }
    Ok(())
}

async fn check(chat: &mut Chat, name: &str, action: &UserAction) -> Result<(), TestCaseError> {
    let people: Vec<_> = NAMES.iter().map(|name| person(name).id).collect();
    let event = chat.event(name, Language::of("de"), false, action.clone());
    let reply = chat.service.handle(&event).await.reply;
    let mut said = chat.posted().await;
    match reply {
        Reply::Private(notice) | Reply::Replace(notice) => said.push(*notice),
        Reply::SelfTest(found) => said.push(Notice::Check(found)),
        Reply::EngineQuestion(question) => said.extend(support::thoughts(&chat.service, &question).await),
        Reply::Public => prop_assert!(!said.is_empty(), "nothing was posted"),
        Reply::Ignored => {
            prop_assert!(matches!(action, UserAction::Text(_)), "a command is always for the bot");
        }
    }
    for notice in &said {
        prop_assert!(!is_trouble(notice), "trouble after {action:?}");
        limits::check_for_all(&chat.service, notice, &people);
    }
    if let UserAction::Line(line) | UserAction::Text(line) = action {
        let found = chat.service.suggest(&support::channel(), &person(name), Language::of("de"), line).await;
        prop_assert!(found.len() <= 100);
    }
    Ok(())
}

/// Words the bot knows among others, with any white space between them.
fn lines() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => proptest::sample::select(&WORDS[..]).prop_map(str::to_owned),
        1 => any::<String>(),
        1 => "[a-j][0-9]{1,2}[a-j][0-9]{1,2}",
    ];
    let space = prop_oneof![8 => Just(" "), 1 => Just("\u{3000}"), 1 => Just("\t"), 1 => Just("")];
    proptest::collection::vec((word, space), 0..6)
        .prop_map(|words| words.into_iter().flat_map(|(word, space)| [word, space.to_owned()]).collect())
}

fn actions() -> impl Strategy<Value = UserAction> {
    let part = prop_oneof![
        8 => proptest::sample::select(&PARTS[..]).prop_map(str::to_owned),
        1 => any::<String>(),
    ];
    let parts = proptest::collection::vec(part, 0..5).prop_map(|parts| parts.join("."));
    let ids = prop_oneof![
        6 => (parts, 0..3_u64, any::<bool>()).prop_map(|(rest, turn, panel)| {
            format!("{}.{{id}}.{turn}.{rest}", if panel { "panel" } else { "turn" })
        }),
        1 => any::<String>(),
        1 => "[a-z.0-9-]{0,120}",
    ];
    let values = prop_oneof![
        any::<Option<String>>(),
        "[a-h][1-8]".prop_map(Some),
        proptest::sample::select(&["free-random", "NR", "K", "hoppers", "lock.3", "99", "Bob", " "][..])
            .prop_map(|value| Some(value.to_owned())),
    ];
    prop_oneof![
        any::<String>().prop_map(UserAction::Line),
        lines().prop_map(UserAction::Line),
        lines().prop_map(UserAction::Text),
        (ids, values).prop_map(|(id, value)| UserAction::Press { id, value }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 384, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn every_answer_is_a_message(action in actions()) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(survives(&action))?;
    }
}
