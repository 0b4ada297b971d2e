//! Tests of the data of live boards in positions with special cases: castling, captures elsewhere,
//! conversions, promotions, held pieces, touches, cards. Not here: acting on them
//! (`tests/live_board.rs`).

use adoube_rules::{Game, PromotionMode, Variant};
use serde_json::{Value, json};

use super::*;
use crate::{
    Language, Locales, MessageAccess, Person, PersonId,
    core::game::{
        ArrayTerms, CapturedPieces, GameId, PauseTimes, PendingPromotion, PieceSelection, Seats, TouchState,
    },
    text::Translations,
};

fn person(name: &str) -> Person {
    Person { id: PersonId(format!("web:{name}")), name: name.to_owned() }
}

/// A game of Ada (White) and Bob with this position.
fn game(position: Position) -> GameRecord {
    let variant = position.variant();
    GameRecord {
        id: GameId::parse("k7f2mq").unwrap_or_else(|| panic!("an id")),
        channel: crate::ChannelId("web:lobby".to_owned()),
        variant,
        promotion: (variant == Variant::Grand).then(PromotionMode::default),
        array: None,
        touch_move: false,
        claims: crate::core::game::ClaimMode::ByPlayer,
        letters: crate::core::game::ShownLetters::default(),
        choosing: None,
        touches: TouchState::default(),
        deal: None,
        begun: None,
        seats: Seats { white: person("Ada").into(), black: person("Bob").into() },
        start: position.to_string(),
        state: Game::new(position).snapshot(),
        revision: 7,
        board_revision: 7,
        plies: 12,
        last: None,
        taken: CapturedPieces::default(),
        offer: None,
        declined: Vec::new(),
        followers: Vec::new(),
        clock: None,
        plans: crate::core::game::ConditionalMoves::default(),
        missed: None,
        hints: crate::core::game::HintRecord::default(),
        idle: None,
        reminds: true,
        view: crate::core::game::PublicView::default(),
        ending: None,
        started_at: 0,
        changed_at: 0,
    }
}

fn at(variant: Variant, text: &str) -> GameRecord {
    game(Position::parse(variant, text).unwrap_or_else(|error| panic!("{text}: {error}")))
}

fn read_in(record: &GameRecord, name: &str, language: Language) -> Value {
    let wording = Translations::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
    let viewer = Viewer {
        person: Some(person(name).id),
        language,
        hearing: MessageAccess::Everything,
        taste: crate::ReadingPreferences::default(),
    };
    let board = live_board(Localizer::new(&wording, language), record, &PauseTimes::default(), 0, &viewer);
    serde_json::to_value(board).unwrap_or_else(|error| panic!("{error}"))
}

fn read(record: &GameRecord, name: &str) -> Value {
    read_in(record, name, Language::EN)
}

/// The move between these squares.
fn made<'a>(board: &'a Value, from: &str, to: &str) -> &'a Value {
    let moves = board["moves"].as_array().unwrap_or_else(|| panic!("no moves"));
    let found = moves.iter().find(|made| made["from"] == from && made["to"] == to);
    found.unwrap_or_else(|| panic!("no {from}{to} in {moves:#?}"))
}

fn piece_on<'a>(board: &'a Value, square: &str) -> &'a Value {
    let pieces = board["pieces"].as_array().unwrap_or_else(|| panic!("no pieces"));
    pieces.iter().find(|piece| piece["at"] == square).unwrap_or_else(|| panic!("nothing on {square}"))
}

#[test]
fn castling_is_found_by_every_square_that_means_it() {
    let chess = read(&at(Variant::Chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), "Ada");
    let short = made(&chess, "e1", "g1");
    assert_eq!((&short["kind"], &short["takes"]), (&json!("castle"), &json!([])));
    assert_eq!((&short["stands"], &short["also_to"]), (&json!("g1"), &json!(["h1"])));
    assert_eq!((&short["says"], &short["value"]), (&json!("g1, castles"), &json!("e1g1")));

    let random = read(&at(Variant::Chess960, "4k3/8/8/8/8/8/8/1R3K1R w KQ - 0 1"), "Ada");
    let long = made(&random, "f1", "b1");
    assert_eq!(
        (&long["kind"], &long["stands"], &long["also_to"]),
        (&json!("castle"), &json!("c1"), &json!(["c1"]))
    );
    let short = made(&random, "f1", "h1");
    assert_eq!(
        (&short["stands"], &short["also_to"]),
        (&json!("g1"), &json!([])),
        "the King may step to g1, too"
    );
    assert_eq!(made(&random, "f1", "g1")["kind"], "move");
}

#[test]
fn whatever_a_move_takes_is_told_where_it_stands() {
    let passing = read(&at(Variant::Chess, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"), "Ada");
    let taken = made(&passing, "e5", "d6");
    assert_eq!(
        (&taken["kind"], &taken["takes"], &taken["stands"]),
        (&json!("capture"), &json!(["d5"]), &json!("d6"))
    );
    assert_eq!(taken["says"], "d6, takes Pawn d5");

    let shot = read(&at(Variant::Grand, "9k/10/10/10/3{CO}6/10/10/4n5/10/3nK5 w - - 0 30"), "Ada");
    let taken = made(&shot, "d6", "d3");
    assert_eq!((&taken["kind"], &taken["takes"]), (&json!("capture"), &json!(["e3", "d1"])));

    let diplomat = read(&at(Variant::Grand, "4k5/10/10/10/3{DI}r5/10/10/10/10/4K5 w - - 0 9"), "Ada");
    let turned = made(&diplomat, "d6", "e6");
    assert_eq!(
        (&turned["kind"], &turned["takes"], &turned["stands"]),
        (&json!("convert"), &json!(["e6"]), &json!("d6"))
    );
    assert_eq!(turned["says"], "e6, converts Rook");
}

#[test]
fn a_pawn_chooses_what_it_becomes() {
    let chess = read(&at(Variant::Chess, "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1"), "Ada");
    let step = made(&chess, "b7", "b8");
    assert_eq!((&step["value"], &step["says"]), (&Value::Null, &json!("b8, promotes")));
    let choices = step["choices"].as_array().unwrap_or_else(|| panic!("no choices"));
    assert_eq!(choices.len(), 4);
    assert!(choices.contains(&json!({ "value": "b7b8=Q", "type": "Q", "name": "Queen" })), "{choices:?}");
    assert_eq!(chess["types"]["Q"]["name"], "Queen", "a type that is on no board yet");

    let one =
        read(&at(Variant::Grand, "4k5/1P8/10/10/10/10/10/10/10/4K5 w - - 0 30 promo:captured pool:R"), "Ada");
    let step = made(&one, "b9", "b10");
    let rook = json!([{ "value": "b9b10=R", "type": "R", "name": "Rook" }]);
    assert_eq!((&step["value"], &step["choices"]), (&Value::Null, &rook), "a single choice is one, too");

    let grand = read(&at(Variant::Grand, "4k5/10/1P8/10/10/10/10/10/10/4K5 w - - 0 30 promo:all"), "Ada");
    let step = made(&grand, "b8", "b9");
    let stays = json!({ "value": "b8b9", "type": null, "name": "no promotion (stays Pawn)" });
    assert!(step["choices"].as_array().is_some_and(|choices| choices.contains(&stays)), "{step}");
    assert_eq!(grand["zones"], json!([1, 2, 3, 8, 9, 10]));
}

#[test]
fn what_holds_a_piece_is_told_of_either_side() {
    let grand = at(Variant::Grand, "4k5/10/10/10/4{im}R4/4{NR}5/10/10/10/4K5 w - - 0 2");
    for name in ["Ada", "Bob", "Eve"] {
        let board = read(&grand, name);
        let held =
            |square| (piece_on(&board, square)["holds"].clone(), piece_on(&board, square)["held"].clone());
        assert_eq!(held("f6"), (json!("frozen by Immobilizer e6"), json!("frozen")), "{name}");
        assert_eq!(
            held("e5"),
            (json!("locked until move 6; frozen by Immobilizer e6"), json!("locked")),
            "{name}"
        );
        assert_eq!(held("e1"), (Value::Null, Value::Null), "{name}");
    }
    let german = read_in(&grand, "Eve", Language::of("de"));
    assert_eq!(piece_on(&german, "f6")["says"], "Turm auf f6 (Weiß)");
    assert_eq!(piece_on(&german, "f6")["holds"], "gelähmt durch Immobilisator e6");
    let ending = crate::core::game::GameEnding::new(crate::core::game::EndReason::DrawAgreed, None);
    let over = read(&GameRecord { ending: Some(ending), ..grand }, "Ada");
    assert_eq!(piece_on(&over, "f6")["holds"], Value::Null, "nothing is to be moved any more");
}

#[test]
fn a_joker_says_what_it_copies() {
    let text = "4k5/n9/10/10/10/10/10/10/4j5/4K{JO}4 b - - 0 20".replace('j', "{jo}");
    let before = Position::parse(Variant::Grand, &text).unwrap_or_else(|error| panic!("{error}"));
    let chosen = before.legal_moves().into_iter().find(|made| made.from.to_string() == "a9");
    let chosen = chosen.unwrap_or_else(|| panic!("a Knight's move"));
    let (black_moves, white_moves) =
        (read(&game(before.clone()), "Eve"), read(&game(before.apply(&chosen)), "Eve"));
    let of = |board: &Value, square| piece_on(board, square)["holds"].clone();
    assert_eq!(of(&black_moves, "f1"), "copies what Black moves next");
    assert_eq!(of(&black_moves, "e2"), "has nothing to copy");
    assert_eq!(of(&white_moves, "f1"), "copies the Knight");
    assert_eq!(of(&white_moves, "e2"), "copies what White moves next");
}

#[test]
fn touched_pieces_leave_what_they_leave() {
    let mut record = game(Position::start(Variant::Chess));
    record.touch_move = true;
    let free = read(&record, "Ada");
    assert_eq!(
        free["touch"],
        json!({ "act": "turn.k7f2mq.7.touch", "bound": [], "promoting": null, "says": "" })
    );
    assert_eq!(
        free["terms"],
        "Touch-move: a touched piece must move or be captured, and there are no takebacks"
    );
    record.touches.squares = ["e2"].iter().filter_map(|square| square.parse().ok()).collect();
    let bound = read(&record, "Ada");
    let from: Vec<&str> =
        bound["moves"].as_array().into_iter().flatten().filter_map(|made| made["from"].as_str()).collect();
    assert_eq!(from, ["e2", "e2"]);
    assert_eq!((&bound["touch"]["bound"], &bound["marks"]["touched"]), (&json!(["e2"]), &json!(["e2"])));
    assert_eq!(bound["status"], "Your move. Pawn e2 was touched first and must move.");
    let other = read(&record, "Bob");
    assert_eq!((&other["touch"]["act"], &other["touch"]["bound"]), (&Value::Null, &json!(["e2"])));
}

#[test]
fn a_pawn_that_has_moved_for_good_only_chooses() {
    let mut record = at(Variant::Chess, "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1");
    record.touch_move = true;
    let squares =
        ["b7", "b8"].map(|square| square.parse::<Square>().unwrap_or_else(|error| panic!("{error}")));
    record.touches.promoting = Some(PendingPromotion { from: squares[0], to: squares[1] });
    let board = read(&record, "Ada");
    assert_eq!(board["touch"]["promoting"], json!({ "from": "b7", "to": "b8" }));
    assert_eq!((&board["touch"]["act"], &board["status"]), (&Value::Null, &json!("On b8: promote to what?")));
    let moves = board["moves"].as_array().map(Vec::len);
    assert_eq!((moves, &made(&board, "b7", "b8")["value"]), (Some(1), &Value::Null));
}

const CARDS: &str = "Nm2,Kn1,Pn2,Po2/Pn5,Ko6,Pp5 w hand:QNP/RRB stack:RB/- taken:-/- 0 1";
/// The same position with other cards in White's hand and stack.
const OTHER_CARDS: &str = "Nm2,Kn1,Pn2,Po2/Pn5,Ko6,Pp5 w hand:RBB/RRB stack:QN/- taken:-/- 0 1";

#[test]
fn cards_are_shown_to_whoever_holds_them() {
    let record = at(Variant::Schachen, CARDS);
    let own = read(&record, "Ada");
    let cards = |board: &Value| -> Vec<String> {
        let all = board["hand"]["cards"].as_array().cloned().unwrap_or_default();
        all.iter()
            .map(|card| format!("{} {}", card["type"].as_str().unwrap_or_default(), card["count"]))
            .collect()
    };
    assert_eq!(cards(&own), ["Q 1", "N 1", "P 1"]);
    assert_eq!((&own["hand"]["drop"], &own["hand"]["begun"]), (&Value::Null, &Value::Null));
    assert_eq!(cards(&read(&record, "Bob")), ["R 2", "B 1"]);
    assert_eq!(read(&record, "Eve")["hand"], Value::Null);
    assert_eq!(own["seats"]["black"]["cards"], json!({ "hand": 3, "stack": 0 }));
    assert_eq!((&own["endless"], &own["types"]["Q"]["name"]), (&json!(true), &json!("Queen")));
    let other = at(Variant::Schachen, OTHER_CARDS);
    for name in ["Bob", "Eve"] {
        assert_eq!(read(&record, name), read(&other, name), "{name}");
    }
}

#[test]
fn a_move_that_waits_for_a_drop_is_on_its_players_board_alone() {
    let mut record = at(Variant::Schachen, CARDS);
    let before = ["Bob", "Eve"].map(|name| read(&record, name));
    let first = made(&read(&record, "Ada"), "n2", "n3")["value"].clone();
    assert_eq!(first, "n2n3");
    let squares =
        ["n2", "n3"].map(|square| square.parse::<Square>().unwrap_or_else(|error| panic!("{error}")));
    record.begun = Some(PendingTurn { from: squares[0], to: squares[1], choice: None });
    let own = read(&record, "Ada");
    assert_eq!(piece_on(&own, "n3")["type"], "P");
    assert_eq!((&own["moves"], &own["act"], &own["your_turn"]), (&json!([]), &Value::Null, &json!(true)));
    assert_eq!(own["status"], "Drop a card or pass.");
    assert_eq!(own["hand"]["begun"], json!({ "from": "n2", "to": "n3", "says": "n3" }));
    assert_eq!(own["hand"]["drop"], "turn.k7f2mq.7.put.n2.n3.-");
    assert_eq!(own["hand"]["pass"], "turn.k7f2mq.7.pass.n2.n3.-");
    assert_eq!(own["hand"]["undo"], "turn.k7f2mq.7.takeup");
    let drops = own["hand"]["cards"].as_array().into_iter().flatten();
    assert!(drops.clone().any(|card| card["drops"].as_array().is_some_and(|squares| !squares.is_empty())));
    assert_eq!(["Bob", "Eve"].map(|name| read(&record, name)), before);
    record.touch_move = true;
    assert_eq!(read(&record, "Ada")["hand"]["undo"], Value::Null, "it is made for good");
}

#[test]
fn what_can_be_done_besides_moving_stands_by_the_board() {
    let record = game(Position::start(Variant::Chess));
    let labels = |name: &str| -> Vec<Value> {
        let board = read(&record, name);
        let buttons =
            board["rows"].as_array().into_iter().flatten().filter_map(|row| row["buttons"].as_array());
        buttons.flatten().map(|button| button["label"].clone()).collect()
    };
    assert_eq!(labels("Ada"), ["Move", "Movable", "Flip", "Draw", "Resign"]);
    assert_eq!(labels("Bob"), ["Move", "Movable", "Flip", "Draw", "Resign"]);
    assert_eq!(labels("Eve"), ["Flip", "Follow"]);
    for (name, white, black) in [("Ada", true, false), ("Bob", false, true), ("Eve", false, false)] {
        let seats = &read(&record, name)["seats"];
        assert_eq!(
            (&seats["white"]["you"], &seats["black"]["you"]),
            (&json!(white), &json!(black)),
            "{name}"
        );
    }
}

#[test]
fn while_pieces_are_chosen_the_board_has_what_stands_so_far() {
    let mut record = game(Position::start(Variant::Grand));
    record.array =
        Some(ArrayTerms { array: adoube_rules::ArrayKind::FreeChosen, extra: 2, ..ArrayTerms::default() });
    record.choosing = Some(PieceSelection::default());
    let board = read(&record, "Ada");
    assert_eq!(
        (&board["to_move"], &board["your_turn"], &board["moves"]),
        (&json!("white"), &json!(true), &json!([]))
    );
    assert_eq!(board["pieces"].as_array().map(Vec::len), Some(20), "Pawns");
    assert!(board["rows"].as_array().is_some_and(|rows| !rows.is_empty()));
    assert!(
        board["status"].as_str().is_some_and(|status| status.contains("Ada, pick a piece")),
        "{}",
        board["status"]
    );
    assert_eq!(read(&record, "Bob")["your_turn"], false);
}

#[test]
fn a_game_that_is_over_shows_how_it_ended() {
    let mut record = at(Variant::Chess, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 30");
    let running = read(&record, "Ada");
    assert_eq!((&running["marks"]["check"], &running["marks"]["checkers"]), (&json!(["e1"]), &json!(["e2"])));
    assert_eq!(running["status"], "Your move: you are in check!");
    record.ending =
        Some(crate::core::game::GameEnding::new(crate::core::game::EndReason::Resigned, Some(Side::Black)));
    let over = read(&record, "Ada");
    assert_eq!(
        (&over["running"], &over["result"], &over["your_turn"]),
        (&json!(false), &json!("0–1"), &json!(false))
    );
    assert_eq!((&over["moves"], &over["act"], &over["to_move"]), (&json!([]), &Value::Null, &Value::Null));
    assert_eq!(over["status"], "Ada resigned: Bob wins.");
}
