//! Tests of the rules protocol beside the rule cases: arrays drawn by a seed, pictures, notation,
//! and nonsensical lines.

use std::time::Instant;

use adoube::cli::rules_protocol::RulesServer;
use adoube_rules::PieceType;
use adoube_testing::{TEST_TIMEOUT, clock::TestClock};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use proptest::prelude::*;
use serde_json::{Value, json};

fn ask(request: &Value) -> Value {
    ask_line(request.to_string().as_bytes())
}

fn ask_line(line: &[u8]) -> Value {
    let answer = RulesServer::default().answer(line);
    assert!(!answer.contains('\n'), "an answer is one line");
    serde_json::from_str(&answer).expect("an answer is JSON")
}

fn code(answer: &Value) -> &str {
    answer["error"]["code"].as_str().unwrap_or("none")
}

#[test]
fn the_start_position_needs_no_text() {
    let answer = ask(&json!({"id": "a", "game": "grand", "want": ["legal", "san"], "moves": ["e3e5"]}));
    assert_eq!(answer["id"], "a");
    assert_eq!(answer["side"], "black");
    let (legal, san) = (answer["legal"].as_array().expect("moves"), answer["san"].as_array().expect("moves"));
    assert_eq!((legal.len(), legal[0].as_str(), san[0].as_str()), (65, Some("a10a9"), Some("Ra9")));
    assert_eq!(san.len(), legal.len());
}

#[test]
fn a_seed_draws_the_same_array_every_time() {
    let options = json!({"setup": "classic-random", "extra": 5, "duplicates": false, "rotate": true, "promo": "all",
                         "seed": 7});
    let request = json!({"id": 1, "game": "grand", "want": ["setup"], "options": options});
    let first = ask(&request);
    assert_eq!(first, ask(&request));
    let position = first["position"].as_str().expect("a position");
    assert!(position.contains("promo:all"), "{position}");
    let again = ask(&json!({"id": 1, "game": "grand", "position": position}));
    assert_eq!(again["position"], first["position"]);
}

#[test]
fn every_array_of_chess960_can_be_asked_for() {
    let request = json!({"game": "chess960", "want": ["setup"], "options": {"number": 0}});
    let position = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
    assert_eq!(ask(&request)["position"], position);
}

#[test]
fn a_seed_shuffles_the_cards_of_schachen() {
    let request = json!({"game": "schachen", "seed": 7});
    let first = ask(&request);
    assert_eq!(first, ask(&request));
    let position = first["position"].as_str().expect("a position");
    assert!(position.starts_with("Pm2,Kn1,Pn2,Po2,Pp2/Pm5,Pn5,Po5,Ko6,Pp5 w hand:"), "{position}");
    let facing = json!({"game": "schachen", "want": ["setup"], "seed": 7, "options": {"kings": "facing"}});
    assert_eq!(ask(&facing)["position"], position.replace("Po5,Ko6", "Kn6,Po5"));
    assert_eq!(code(&ask(&json!({"game": "schachen"}))), "bad-request", "nobody has shuffled");
    assert_eq!(
        code(&ask(&json!({"game": "schachen", "seed": 7, "options": {"kings": "beside"}}))),
        "bad-request"
    );
    let drawn = ask(&json!({"game": "schachen", "seed": 7, "want": ["legal", "san", "svg", "png"]}));
    let (legal, san) = (drawn["legal"].as_array().expect("moves"), drawn["san"].as_array().expect("moves"));
    assert!(
        legal.is_sorted_by_key(|made| made.as_str().map(str::as_bytes)) && legal.len() == san.len(),
        "{legal:?}"
    );
    assert!(drawn["svg"].is_string() && drawn["png"].is_string());
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let table = [
        json!({"setup": "classic-random"}),
        json!({"setup": "classic-random", "extra": 11}),
        json!({"setup": "free-chosen", "chosen": ["K"]}),
        json!({"setup": "free-chosen", "chosen": ["XX"]}),
        json!({"setup": "free-chosen", "chosen": ["AM"], "extra": 2}),
        json!({"setup": "sideways"}),
        json!({"rotated": true}),
        json!({"lock": 10_000}),
        json!(["classic"]),
    ];
    for options in table {
        let answer = ask(&json!({"game": "grand", "want": ["setup"], "options": options}));
        assert_eq!(code(&answer), "bad-request", "{options}");
    }
}

#[test]
fn a_position_is_drawn_as_svg_and_png() {
    let answer = ask(&json!({"game": "grand", "want": ["svg", "png"]}));
    assert!(answer["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")), "{answer}");
    let png = STANDARD.decode(answer["png"].as_str().expect("a picture")).expect("base64");
    assert!(png.starts_with(b"\x89PNG"));
}

#[test]
fn every_type_is_drawn() {
    let referee = RulesServer::default();
    for kind in PieceType::all().filter(|kind| *kind != PieceType::KING) {
        let code = kind.code().to_lowercase();
        let code = if code.len() > 1 { format!("{{{code}}}") } else { code };
        let position = format!("9k/10/10/10/4{code}5/10/10/10/10/9K w - - 0 30");
        let request = json!({"game": "grand", "position": position, "want": ["svg", "png"]});
        let answer: Value =
            serde_json::from_str(&referee.answer(request.to_string().as_bytes())).expect("an answer is JSON");
        assert!(answer["svg"].is_string() && answer["png"].is_string(), "{answer}");
    }
}

#[test]
fn requests_of_wrong_shapes_are_refused() {
    let table = [
        json!({}),
        json!({"game": 5}),
        json!({"game": "draughts"}),
        json!({"game": "chess", "want": "legal"}),
        json!({"game": "chess", "want": ["everything"]}),
        json!({"game": "chess", "want": [["legal"]]}),
        json!({"game": "chess", "want": ["perft"]}),
        json!({"game": "chess", "want": ["perft"], "depth": 9}),
        json!({"game": "chess", "want": ["perft"], "depth": -1}),
        json!({"game": "chess", "want": ["perft"], "depth": 1.5}),
        json!({"game": "chess", "depth": "3"}),
        json!({"game": "chess", "moves": "e2e4"}),
        json!({"game": "chess", "moves": [1]}),
        json!({"game": "chess", "touched": ["e22x"]}),
        json!({"game": "chess", "position": 3}),
        json!({"game": "chess", "want": ["setup"], "position": "x"}),
        json!({"game": "schachen"}),
        json!({"game": "chess", "seed": "x"}),
        json!({"game": "chess", "limit_ms": 0}),
        json!({"game": "chess", "limit_ms": 600_001}),
        json!({"game": "chess", "limit_ms": 1.5}),
        json!({"game": "chess", "limit_ms": "50"}),
    ];
    for request in table {
        assert_eq!(code(&ask(&request)), "bad-request", "{request}");
    }
}

fn is_late(answer: &Value, limit: u64) -> bool {
    let message = answer["error"]["message"].as_str().unwrap_or_default();
    code(answer) == "bad-request" && message.contains(&format!("limit_ms = {limit};"))
}

#[test]
fn counting_leaves_ends_at_the_limit() {
    let referee = RulesServer::default();
    for game in ["chess", "chess960", "grand", "schachen"] {
        let request =
            json!({"id": 5, "game": game, "seed": 1, "want": ["perft", "legal"], "depth": 8, "limit_ms": 50});
        let began = Instant::now();
        let answer: Value =
            serde_json::from_str(&referee.answer(request.to_string().as_bytes())).expect("an answer is JSON");
        assert!(is_late(&answer, 50), "{answer}");
        assert_eq!(answer["id"], 5);
        // Without a limit this is hours.
        assert!(began.elapsed() < TEST_TIMEOUT, "{game}: {:?}", began.elapsed());
    }
    let counted = ask(&json!({"game": "chess", "want": ["perft"], "depth": 3, "limit_ms": 600_000}));
    assert_eq!(counted["perft"], 8902);
}

#[test]
fn every_kind_of_work_ends_at_the_limit() {
    let requests = [
        json!({"want": ["legal"]}),
        json!({"want": ["san"]}),
        json!({"want": ["svg"]}),
        json!({"want": ["png"]}),
        json!({"want": ["perft"], "depth": 2}),
        json!({"moves": ["e2e4", "e7e5", "g1f3"]}),
    ];
    for mut request in requests {
        request["game"] = "chess".into();
        for (limit, late) in [(10, true), (10_000, false)] {
            request["limit_ms"] = limit.into();
            // Every look at it takes ten milliseconds.
            let referee = RulesServer::with_clock(Box::new(TestClock::undated_by(10)));
            let answer: Value = serde_json::from_str(&referee.answer(request.to_string().as_bytes()))
                .expect("an answer is JSON");
            assert_eq!(is_late(&answer, limit), late, "{request}: {answer}");
        }
    }
}

#[test]
fn pieces_far_apart_cost_no_more_than_others() {
    let white = "Kn1,Qzzz999999,Raaa3,R-zzz-999999,Bb500000,Bm2,Pm3,Pa7";
    let position = format!("{white}/Ko900,Qyyy-5,Rc77777 w hand:NNP/RB stack:-/NP taken:-/- 0 60");
    for want in ["legal", "san", "svg", "png"] {
        // Were the squares between the pieces looked at, this would be hours.
        let answer =
            ask(&json!({"game": "schachen", "position": position, "want": [want], "limit_ms": 60_000}));
        assert!(!is_late(&answer, 60_000) && code(&answer) != "bad-position", "{want}: {answer}");
    }
}

#[test]
fn moves_after_the_end_are_refused() {
    let moves = ["f2f3", "e7e5", "g2g4", "d8h4", "a2a3"];
    assert_eq!(code(&ask(&json!({"game": "chess", "moves": moves}))), "illegal-move");
    let mate = ask(&json!({"game": "chess", "moves": moves[..4]}));
    assert_eq!(mate["outcome"], json!({"result": "0-1", "reason": "checkmate"}));
    assert_eq!((&mate["legal"], &mate["claims"], &mate["check"]), (&json!([]), &json!([]), &json!(true)));
}

#[test]
fn positions_of_other_programs_are_read() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let grand = "r8r/1nbqkmcbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKMCBN1/R8R w - - 0 1";
    let table = [
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", Ok(start)),
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0", Ok(start)),
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 0", Ok(start)),
        ("chess960", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 0", Ok(start)),
        ("grand", "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1", Ok(grand)),
        // Whatever this project can have written means what it says.
        (
            "grand",
            "9k/P9/10/10/10/10/10/10/C9/9K w - - 0 30",
            Ok("9k/P9/10/10/10/10/10/10/C9/9K w - - 0 30 promo:captured pool:- "),
        ),
        (
            "grand",
            "9k/P9/10/10/10/10/10/10/A9/9K w - - 0 30",
            Ok("9k/P9/10/10/10/10/10/10/C9/9K w - - 0 30 promo:captured pool:QRRBBNNM"),
        ),
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", Err("bad-position")),
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w EAea -", Err("bad-position")),
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 10000", Err("bad-position")),
        (
            "grand",
            "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKMABN1/R8R w KQkq - 0 1",
            Err("bad-position"),
        ),
    ];
    for (game, position, wanted) in table {
        let answer = ask(&json!({"game": game, "position": position}));
        match wanted {
            Ok(text) => assert!(
                answer["position"].as_str().is_some_and(|read| read.starts_with(text)),
                "{position}: {answer}"
            ),
            Err(wrong) => assert_eq!(code(&answer), wrong, "{position}: {answer}"),
        }
    }
}

#[test]
fn moves_may_be_in_standard_notation() {
    let italian = ["e4", "e5", "Nf3", "b8c6", "Bc4", "Bc5", "0-0", "Nf6", "d3", "d6", "Nbd2!?"];
    let answer = ask(&json!({"game": "chess", "moves": italian}));
    let position = "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/3P1N2/PPPN1PPP/R1BQ1RK1 b kq - 1 6";
    assert_eq!(answer["position"], position, "{answer}");
    let table = [
        (json!(["d4", "d5", "Nf3", "Nf6", "Nd2"]), "move 5: \"Nd2\" is ambiguous: Nbd2 or Nfd2"),
        (json!(["d4", "Nd2"]), "move 2: \"Nd2\" is no legal move"),
        (json!(["e2e5"]), "move 1: \"e2e5\" is no legal move"),
        (json!(["E2E4"]), "move 1: \"E2E4\" is no legal move"),
        (json!(["e2-e4"]), "move 1: \"e2-e4\" is no legal move"),
        (json!([""]), "move 1: \"\" is no legal move"),
    ];
    for (moves, message) in table {
        let answer = ask(&json!({"game": "chess", "moves": moves}));
        assert_eq!(
            (code(&answer), answer["error"]["message"].as_str()),
            ("illegal-move", Some(message)),
            "{moves}"
        );
    }
    let mate = ["f3", "e5", "g4", "Qh4#", "a3"];
    assert_eq!(code(&ask(&json!({"game": "chess", "moves": mate}))), "illegal-move");
}

#[test]
fn what_is_answered_as_notation_can_be_played() {
    for (game, seed) in [("chess", 1), ("chess960", 2), ("grand", 3), ("schachen", 4)] {
        let mut moves: Vec<Value> = Vec::new();
        for ply in 0..12 {
            let answer = ask(&json!({"game": game, "seed": seed, "moves": moves, "want": ["legal", "san"]}));
            let san = answer["san"].as_array().unwrap_or_else(|| panic!("{game}: {answer}"));
            moves.push(san[(ply * 7 + seed) % san.len()].clone());
        }
    }
}

fn any_value() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        Just("grand".to_owned()),
        Just("chess960".to_owned()),
        Just("legal".to_owned()),
        Just("e2e4".to_owned()),
        Just("8/8/8/8/8/8/8/8 w - - 0 1".to_owned()),
        any::<String>(),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0..3).prop_map(Value::from),
        text.prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 8, 4, |inner| prop::collection::vec(inner, 0..4).prop_map(Value::from))
}

const FIELDS: [&str; 9] = ["id", "game", "position", "moves", "touched", "want", "depth", "options", "seed"];

proptest! {
    #[test]
    fn any_bytes_have_an_answer(line in prop::collection::vec(any::<u8>(), 0..200)) {
        let answer = ask_line(&line);
        prop_assert_eq!(code(&answer), "bad-request");
    }

    #[test]
    fn any_object_has_an_answer(fields in prop::collection::vec((prop::sample::select(&FIELDS), any_value()), 0..7)) {
        let request = Value::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect());
        let answer = ask(&request);
        prop_assert_eq!(&answer["id"], request.get("id").unwrap_or(&Value::Null));
    }

    #[test]
    fn any_position_of_schachen_has_an_answer(
        pieces in "K-?[a-z]{1,3}-?[0-9]{1,6}(,[QRBNP]-?[a-z]{1,3}-?[0-9]{1,6}){0,6}/K-?[a-z]{1,3}-?[0-9]{1,6}(,[QRBNP][m-o][0-9]){0,6}",
        cards in "[wb] hand:[QRBNP]{1,3}/(-|[KQRBNP0-9]{1,3}) stack:-/[QRBNP]{1,4} taken:-/- [0-9]{1,3} [1-9][0-9]{0,3}",
        made in "-?[a-z]{1,4}-?[0-9]{1,2}[a-z]{1,2}[0-9]{1,2}(=[A-Z])?(/[A-Z]?@[a-z][0-9])?",
    ) {
        let want = ["legal", "san", "svg"];
        let position = format!("{pieces} {cards}");
        let answer = ask(&json!({"id": 1, "game": "schachen", "position": position, "want": want}));
        prop_assert!(["bad-position", "bad-request", "none"].contains(&code(&answer)), "{}", answer);
        let answer = ask(&json!({"id": 1, "game": "schachen", "position": position, "moves": [made]}));
        prop_assert!(["bad-position", "illegal-move", "none"].contains(&code(&answer)), "{}", answer);
    }

    #[test]
    fn any_position_and_move_have_an_answer(
        game in prop::sample::select(&["chess", "chess960", "grand", "schachen"]),
        position in "[rnbqkpRNBQKP1-9/]{1,60} [wb] (-|[KQkq]{1,4}) (-|[a-j][1-9]) [0-9]{1,5} [0-9]{1,5}( [a-z]{4,5}:[A-Za-z{}/=0-9-]{0,8})?",
        made in "[a-j][0-9]{1,2}[a-j][0-9]{1,2}(=[A-Z]{1,2})?",
    ) {
        let answer = ask(&json!({"id": 1, "game": game, "position": position, "moves": [made]}));
        prop_assert!(["bad-position", "illegal-move", "none"].contains(&code(&answer)), "{}", answer);
    }
}
