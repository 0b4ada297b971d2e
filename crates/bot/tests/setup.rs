//! Tests of `/setup` and `/pick`: what a panel of Grand Chess shows is what is played, a panel
//! belongs to its owner and survives a restart, and the agreed array stands on the board.

use std::sync::Arc;

use adoube_bot::{Block, ControlRow, Language, Message, Notice, Reply, UserAction};
use adoube_rules::{ArraySymmetry, DuplicateRule, Piece, PieceType, Position, Side, Square, Variant};
use adoube_store::MemoryStore;
use rand::{Rng, RngExt, SeedableRng, seq::IndexedRandom};
use serde_json::Value;

use crate::support::{Chat, control, limits, person};

const NAMES: [&str; 12] =
    ["Ada", "Bob", "Cy", "Dora", "Eve", "Finn", "Gil", "Hal", "Ida", "Jo", "Kim", "Lea"];
const DAY: u64 = 24 * 60 * 60 * 1000;

async fn act(chat: &mut Chat, name: &str, action: UserAction) -> Reply {
    let event = chat.event(name, Language::EN, false, action);
    chat.service.handle(&event).await.reply
}

async fn command(chat: &mut Chat, name: &str, line: &str) -> Reply {
    act(chat, name, UserAction::Line(line.to_owned())).await
}

async fn press(chat: &mut Chat, name: &str, id: &str, value: Option<&str>) -> Reply {
    act(chat, name, UserAction::Press { id: id.to_owned(), value: value.map(str::to_owned) }).await
}

/// The private answer, as data and as its reader sees it.
fn private(chat: &Chat, name: &str, reply: &Reply) -> (Value, Message) {
    let (Reply::Private(notice) | Reply::Replace(notice)) = reply else { panic!("{reply:?}") };
    (serde_json::to_value(notice).expect("JSON"), chat.read(notice, Some(name), Language::EN))
}

/// The first words of a private answer.
fn words(chat: &Chat, name: &str, reply: &Reply) -> String {
    match private(chat, name, reply).1.blocks.first() {
        Some(Block::Text(text) | Block::Heading(text)) => text.clone(),
        other => panic!("{other:?}"),
    }
}

async fn posted(chat: &Chat) -> Vec<Value> {
    let people: Vec<_> = NAMES.iter().map(|name| person(name).id).collect();
    let notices: Vec<Notice> = chat.posted().await;
    for notice in &notices {
        limits::check_for_all(&chat.service, notice, &people);
    }
    notices.iter().map(|notice| serde_json::to_value(notice).expect("JSON")).collect()
}

#[tokio::test]
async fn what_the_panel_shows_is_what_is_played() {
    for seed in 0..20 {
        let mut chat = Chat::new(&NAMES, seed);
        let reply = command(&mut chat, "Ada", "setup free-random 6 rotate white @Bob").await;
        let (_, message) = private(&chat, "Ada", &reply);
        let reply = press(&mut chat, "Ada", &control(&message, "Shuffle again"), None).await;
        let (_, message) = private(&chat, "Ada", &reply);
        let reply = press(&mut chat, "Ada", &control(&message, "Other rules"), Some("promotion.all")).await;
        let (panel, message) = private(&chat, "Ada", &reply);
        press(&mut chat, "Ada", &control(&message, "Challenge"), None).await;
        assert_eq!(command(&mut chat, "Bob", "accept").await, Reply::Public);
        let posted = posted(&chat).await;
        let [challenge, board] = posted.as_slice() else { panic!("{posted:?}") };
        assert!(panel["start"].as_str().is_some_and(|start| start.contains("promo:all")), "{panel}");
        assert_eq!(challenge["start"], panel["start"], "seed {seed}");
        assert_eq!(board["position"], panel["start"], "seed {seed}");
    }
}

#[tokio::test]
async fn the_computer_takes_the_other_seat_of_a_panel_at_once() {
    let mut chat = Chat::new(&NAMES, 3);
    let reply = command(&mut chat, "Ada", "setup free-random 6 black").await;
    let (panel, message) = private(&chat, "Ada", &reply);
    let reply = press(&mut chat, "Ada", &control(&message, "Play the computer"), None).await;
    let Reply::Replace(closed) = reply else { panic!("{reply:?}") };
    assert_eq!(*closed, Notice::SoloBegun);
    assert!(closed.is_receipt(), "everybody is shown the game");
    assert!(!Notice::PanelClosed { sent: false }.is_receipt());
    let posted = posted(&chat).await;
    let [board] = posted.as_slice() else { panic!("{posted:?}") };
    assert_eq!(board["position"], panel["start"]);
    assert!(board["seats"]["white"].to_string().contains("level"), "{}", board["seats"]);
}

/// The line of a list that is about locked pieces.
fn about_locks(message: &Message) -> Option<String> {
    let lists = message.blocks.iter().filter_map(|block| match block {
        Block::List(lines) => Some(lines),
        _ => None,
    });
    lists.flatten().find(|line| line.to_lowercase().contains("locked")).cloned()
}

/// Whether a menu of the panel offers how long pieces are locked.
fn offers_locks(message: &Message) -> bool {
    let has = |menu: &adoube_bot::Menu| menu.options.iter().any(|option| option.value.starts_with("lock"));
    message.rows.iter().any(|row| matches!(row, ControlRow::Menu(menu) if has(menu)))
}

#[tokio::test]
async fn locked_pieces_are_named_and_where_none_can_be_nothing_is_said() {
    let some = "Locked pieces (/piece says which): no moves and no checks before move 6";
    for (line, told, offered) in [
        ("setup classic", None, false),
        ("setup classic lock:0", None, false),
        ("setup classic all", Some(some), true),
        ("setup classic-chosen 2", Some(some), true),
        ("setup free-chosen 2 lock:0", Some("No piece is locked"), true),
    ] {
        let mut chat = Chat::new(&NAMES, 1);
        let reply = command(&mut chat, "Ada", line).await;
        let (_, message) = private(&chat, "Ada", &reply);
        assert_eq!(about_locks(&message).as_deref(), told, "{line}");
        assert_eq!(offers_locks(&message), offered, "{line}");
    }
    let mut counted = [0, 0];
    for seed in 0..30 {
        let mut chat = Chat::new(&NAMES, seed);
        let reply = command(&mut chat, "Ada", "setup classic-random 3 lock:7 white @Bob").await;
        let (panel, message) = private(&chat, "Ada", &reply);
        let start =
            Position::parse(Variant::Grand, panel["start"].as_str().expect("a position")).expect("one");
        let locked = start.pieces().any(|(square, _)| start.locked_until(square) == Some(8));
        counted[usize::from(locked)] += 1;
        let told = about_locks(&message);
        assert_eq!(told.is_some(), locked, "seed {seed}: {told:?}");
        let names = start.pieces().filter(|(square, _)| start.locked_until(*square).is_some());
        for (_, piece) in names {
            let name = piece.kind.key().split('-').next().unwrap_or_default().to_owned();
            let told = told.as_deref().unwrap_or_default();
            assert!(told.to_lowercase().contains(&name) && told.ends_with("before move 8)"), "{told}");
        }
        assert!(offers_locks(&message), "another draw may have some");
    }
    assert!(counted.iter().all(|times| *times > 3), "{counted:?}");
}

#[tokio::test]
async fn a_panel_waits_for_its_owner_through_a_restart() {
    let store = Arc::new(MemoryStore::new());
    let mut chat = Chat::with_store(&NAMES, 1, store.clone());
    let reply = command(&mut chat, "Ada", "setup classic-random 2").await;
    let (first, message) = private(&chat, "Ada", &reply);
    let mut chat = Chat::with_store(&NAMES, 2, store);
    chat.skip_events(100);

    let stranger = press(&mut chat, "Eve", &control(&message, "Challenge"), None).await;
    assert!(words(&chat, "Eve", &stranger).starts_with("That set-up belongs to Ada."));
    let reply = press(&mut chat, "Ada", &control(&message, "Duplicates"), None).await;
    let (_, changed) = private(&chat, "Ada", &reply);
    let stale = press(&mut chat, "Ada", &control(&message, "Duplicates"), None).await;
    assert!(words(&chat, "Ada", &stale).starts_with("That set-up has changed since."));
    let reply = press(&mut chat, "Ada", &control(&changed, "Duplicates"), None).await;
    let (again, message) = private(&chat, "Ada", &reply);
    assert_eq!(again["start"], first["start"], "the same rules and the same seed give the same array");

    chat.clock.pass(8 * DAY);
    // Whether what is due was done by then or not.
    for _ in 0..2 {
        let gone = press(&mut chat, "Ada", &control(&message, "Challenge"), None).await;
        assert!(words(&chat, "Ada", &gone).starts_with("That set-up is no longer open."));
        assert_eq!(chat.service.run_due_jobs().await.expect("memory"), None);
        assert!(chat.posted().await.is_empty(), "nobody else knew of it");
    }
}

#[tokio::test]
async fn a_channel_keeps_ten_panels_one_for_each_person() {
    let mut chat = Chat::new(&NAMES, 1);
    let mut messages = Vec::new();
    for name in &NAMES[..11] {
        command(&mut chat, name, "setup free-random").await;
        let reply = command(&mut chat, name, "setup classic-random").await;
        messages.push(private(&chat, name, &reply).1);
    }
    let oldest = press(&mut chat, "Ada", &control(&messages[0], "Turned"), None).await;
    assert!(words(&chat, "Ada", &oldest).starts_with("That set-up is no longer open."));
    for (name, message) in NAMES[..11].iter().zip(&messages).skip(1) {
        let reply = press(&mut chat, name, &control(message, "Turned"), None).await;
        assert_eq!(words(&chat, name, &reply), "Setting up Grand Chess", "{name}");
    }
}

#[tokio::test]
async fn of_two_picks_at_once_one_counts() {
    let store = Arc::new(MemoryStore::new());
    let mut one = Chat::with_store(&NAMES, 1, store.clone());
    let mut other = Chat::with_store(&NAMES, 2, store);
    other.skip_events(100);
    assert_eq!(command(&mut one, "Ada", "setup free-chosen 6 white Bob send").await, Reply::Public);
    assert_eq!(command(&mut one, "Bob", "accept").await, Reply::Public);
    let (first, second) =
        tokio::join!(command(&mut one, "Ada", "pick Camel"), command(&mut other, "Ada", "pick Zebra"));
    let counted = [&first, &second].into_iter().filter(|reply| **reply == Reply::Public).count();
    assert_eq!(counted, 1, "{first:?} {second:?}");
    let refused = if first == Reply::Public { &second } else { &first };
    assert!(words(&one, "Ada", refused).starts_with("It is Bob's turn to pick."));
}

/// Words of a random set-up, and what they ask for.
struct Wish {
    line: String,
    extra: usize,
    chosen: bool,
    free: bool,
    symmetry: ArraySymmetry,
    duplicates: DuplicateRule,
}

fn wish(rng: &mut impl Rng) -> Wish {
    let (free, chosen) = (rng.random_bool(0.5), rng.random_bool(0.5));
    let extra = rng.random_range(1..=if free { 19 } else { 10 });
    let symmetry = *[ArraySymmetry::Mirrored, ArraySymmetry::Rotated].choose(rng).expect("two");
    let duplicates = *[DuplicateRule::Forbidden, DuplicateRule::Allowed].choose(rng).expect("two");
    let mut words = vec![
        format!("{}-{}", if free { "free" } else { "classic" }, if chosen { "chosen" } else { "random" }),
        extra.to_string(),
        format!("promotion:{}", ["captured", "initial", "all"].choose(rng).expect("three")),
        format!("lock:{}", rng.random_range(3..9)),
        "Bob".to_owned(),
        "send".to_owned(),
    ];
    words.extend((symmetry == ArraySymmetry::Rotated).then(|| "rotate".to_owned()));
    words.extend((duplicates == DuplicateRule::Allowed).then(|| "duplicates".to_owned()));
    Wish { line: format!("setup {}", words.join(" ")), extra, chosen, free, symmetry, duplicates }
}

/// White's pieces but Pawns and the King, and those of the classic array unless the array is free.
fn extra_pieces(position: &Position, free: bool) -> Vec<PieceType> {
    let officers = |position: &Position| -> Vec<PieceType> {
        let white = position.pieces().filter(|(_, piece)| piece.side == Side::White);
        white.map(|(_, piece)| piece.kind).filter(|kind| !kind.is_king_or_pawn()).collect()
    };
    let mut kinds = officers(position);
    for kind in officers(&Position::start(Variant::Grand)).into_iter().filter(|_| !free) {
        let place = kinds.iter().position(|other| *other == kind).expect("a piece of the classic array");
        kinds.remove(place);
    }
    kinds.sort_unstable();
    kinds
}

#[tokio::test]
async fn whatever_is_agreed_stands_on_the_board() {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(20_260_405);
    for round in 0..40 {
        let wish = wish(&mut rng);
        let mut chat = Chat::new(&NAMES, rng.random());
        assert_eq!(command(&mut chat, "Ada", &wish.line).await, Reply::Public, "{round}: {}", wish.line);
        assert_eq!(command(&mut chat, "Bob", "accept").await, Reply::Public, "{round}: {}", wish.line);
        let mut picked = Vec::new();
        while wish.chosen && picked.len() < wish.extra {
            let kind = PieceType::from_index(rng.random_range(0..PieceType::COUNT)).expect("a type");
            let mut took = false;
            for name in ["Ada", "Bob"] {
                took = took || command(&mut chat, name, &format!("pick {kind}")).await == Reply::Public;
            }
            picked.extend(took.then_some(kind));
        }
        let board = posted(&chat).await.pop().expect("a board");
        let text = board["position"].as_str().unwrap_or_else(|| panic!("{}: {board}", wish.line));
        let position =
            Position::parse(Variant::Grand, text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let kinds = extra_pieces(&position, wish.free);
        assert_eq!(kinds.len(), wish.extra, "{}", wish.line);
        if wish.chosen {
            picked.sort_unstable();
            assert_eq!(kinds, picked, "{}", wish.line);
        }
        let repeats = kinds.windows(2).any(|pair| pair[0] == pair[1]);
        assert!(wish.duplicates == DuplicateRule::Allowed || !repeats, "{}: {kinds:?}", wish.line);
        for (square, piece) in position.pieces().filter(|(_, piece)| piece.side == Side::White) {
            let file = if wish.symmetry == ArraySymmetry::Rotated { 9 - square.file } else { square.file };
            let across = position.piece_at(Square { file, rank: 11 - square.rank });
            assert_eq!(across, Some(Piece::new(Side::Black, piece.kind)), "{}: {square}", wish.line);
        }
    }
}

#[tokio::test]
async fn the_name_of_an_array_begins_a_new_panel_and_other_words_change_it() {
    let mut chat = Chat::new(&NAMES, 1);
    for (line, is_bound, array, extra) in [
        ("setup 2 touch-move", true, "ClassicRandom", 2),
        ("setup 4", true, "ClassicRandom", 4),
        ("setup free-random", false, "FreeRandom", 3),
        ("setup 5", false, "FreeRandom", 5),
        ("setup touch-move", true, "FreeRandom", 5),
    ] {
        let reply = command(&mut chat, "Ada", line).await;
        let (Reply::Private(notice) | Reply::Replace(notice)) = &reply else { panic!("{reply:?}") };
        let Notice::Panel(shown) = &**notice else { panic!("{notice:?}") };
        let terms = &shown.panel.array;
        assert_eq!((shown.panel.touch_move, terms.extra), (is_bound, extra), "{line}");
        assert_eq!(format!("{:?}", terms.array), array, "{line}");
    }
}
