//! Tests that the accessors of positions, pieces and counts agree with the position text. Round
//! trips are in `texts`.

use adoube_rules::{
    CardDeal, CardDrop, Game, GameSnapshot, Move, Piece, PieceType, Position, PositionViewer, PromotionMode,
    Side, Square, TypeSet, Variant, perft, perft_while,
};

fn position(variant: Variant, text: &str) -> Position {
    Position::parse(variant, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn square(text: &str) -> Square {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn kind(key: &str) -> PieceType {
    PieceType::from_key(key).unwrap_or_else(|| panic!("{key}"))
}

/// The codes of types in a row.
fn codes(kinds: impl IntoIterator<Item = PieceType>) -> String {
    kinds.into_iter().map(PieceType::code).collect::<Vec<_>>().join(" ")
}

/// The position after the legal move that is written like this.
fn after(at: &Position, lan: &str) -> Position {
    let legal = at.legal_moves();
    at.apply(legal.iter().find(|made| made.to_string() == lan).expect(lan))
}

/// Both sides have cards in hand and pieces taken, White a stack as well.
const SCHACHEN: &str = "Nm2,Kn1,Pn2,Po5/Pn5,Ko6,Pp5 w hand:QNP/RRB stack:RB/- taken:BP/QNNP 7 23";

#[test]
fn a_position_on_a_board_tells_what_is_written() {
    let text =
        "k9/4{jo}5/10/10/4{JO}5/10/10/10/10/9K b - - 12 3 promo:initial types:RN{NR} lock:4 last:{NR}/N";
    let grand = position(Variant::Grand, text);
    assert_eq!((grand.move_number(), grand.halfmove_clock(), grand.lock_moves()), (3, 12, 4));
    assert_eq!(grand.promotion_mode(), PromotionMode::Initial);
    assert_eq!(codes(grand.initial_types().iter()), "R N NR");
    assert_eq!(grand.last_moved(Side::White), Some(kind("nightrider")));
    assert_eq!(grand.last_moved(Side::Black), Some(PieceType::KNIGHT));
    assert_eq!(grand.joker_copies(Side::Black), Some(kind("nightrider")));
    assert_eq!(grand.moves_as(square("e9")), Some(kind("nightrider")));
    assert_eq!(grand.moves_as(square("a10")), Some(PieceType::KING));
    assert_eq!((grand.king(Side::White), grand.king(Side::Black)), (Some(square("j1")), Some(square("a10"))));
    let chess = position(Variant::Chess, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9");
    assert_eq!((chess.en_passant(), chess.move_number()), (Some(square("d6")), 9));
    assert_eq!((chess.last_moved(Side::White), chess.last_moved(Side::Black)), (None, None));
    assert_eq!(codes(chess.initial_types().iter()), "Q R B N");
}

#[test]
fn a_pool_is_what_may_come_back() {
    let text = "k9/10/10/10/10/10/10/10/10/9K w - - 0 30 promo:captured pool:QRRnn";
    let grand = position(Variant::Grand, text);
    assert_eq!(codes(grand.pool(Side::White).iter().copied()), "Q R R");
    assert_eq!(codes(grand.pool(Side::Black).iter().copied()), "N N");
    assert_eq!(codes(grand.promotion_choices(Side::White)), "Q R");
    assert_eq!(codes(grand.promotion_choices(Side::Black)), "N");
    assert!(grand.taken(Side::White).is_empty() && grand.drops_ahead(Side::White).is_empty());
}

#[test]
fn a_position_on_the_grid_tells_what_is_written() {
    let schachen = position(Variant::Schachen, SCHACHEN);
    assert_eq!((schachen.move_number(), schachen.halfmove_clock()), (23, 7));
    assert_eq!(codes(schachen.taken(Side::White).iter().copied()), "B P");
    assert_eq!(codes(schachen.taken(Side::Black).iter().copied()), "Q N N P");
    assert_eq!(codes(schachen.pool(Side::Black).iter().copied()), "Q N N");
    assert_eq!(codes(schachen.promotion_choices(Side::White)), "B");
    assert_eq!(codes(schachen.promotion_choices(Side::Black)), "Q N");
    assert!(schachen.in_promotion_zone(Side::White, square("a6")));
    assert!(!schachen.in_promotion_zone(Side::White, square("a5")));
    assert!(schachen.in_promotion_zone(Side::Black, square("zz1")));
    assert_eq!(
        (schachen.lock_moves(), schachen.en_passant(), schachen.last_moved(Side::White)),
        (0, None, None)
    );
    assert_eq!(
        (schachen.moves_as(square("m2")), schachen.moves_as(square("m3"))),
        (Some(PieceType::KNIGHT), None)
    );
}

#[test]
fn cards_have_places_behind_and_beside_pawns_as_they_stand() {
    let schachen = position(Variant::Schachen, SCHACHEN);
    let told =
        |side| schachen.drops_ahead(side).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    assert_eq!(told(Side::White), "Q@o4 N@o4 P@o2");
    assert_eq!(told(Side::Black), "R@n6 R@p6 B@n6 B@p6");
}

#[test]
fn turns_with_cards_are_leaves_too() {
    let bare = position(Variant::Schachen, "Kn1/Kz50 w hand:-/- stack:-/- taken:-/- 0 1");
    let by_hand = |position: &Position, depth: u32| -> u64 {
        let mut level = vec![position.clone()];
        for _ in 1..depth {
            level = level
                .iter()
                .flat_map(|at| at.legal_moves().into_iter().map(|made| at.apply(&made)))
                .collect();
        }
        level.iter().map(|at| at.legal_moves().len() as u64).sum()
    };
    let with_cards = position(Variant::Schachen, SCHACHEN);
    for position in [&bare, &with_cards] {
        assert_eq!(perft(position, 0), 1, "{position:?}");
        for depth in 1..=2 {
            assert_eq!(perft(position, depth), by_hand(position, depth), "{position:?} {depth}");
        }
    }
    assert!(perft(&with_cards, 1) > 8, "cards are put into play");
}

#[test]
fn counting_stops_when_it_is_told_to() {
    for position in [Position::start(Variant::Chess), position(Variant::Schachen, SCHACHEN)] {
        let mut asked = 0;
        assert_eq!(perft_while(&position, 2, || false), None);
        let all = perft_while(&position, 2, || {
            asked += 1;
            true
        });
        assert_eq!(all, Some(perft(&position, 2)));
        assert!(asked > 0, "nobody was asked");
    }
}

#[test]
fn a_snapshot_tells_all_of_its_position() {
    let game = Game::new(position(Variant::Schachen, SCHACHEN));
    let snapshot: GameSnapshot = game.snapshot();
    assert_eq!(snapshot.full_text(), SCHACHEN);
}

#[test]
fn a_snapshot_is_one_of_a_game_or_an_error() {
    let taken = serde_json::to_value(Game::new(Position::start(Variant::Chess)).snapshot()).expect("JSON");
    let restored = |key: &str, value: serde_json::Value| {
        let mut changed = taken.clone();
        changed[key] = value;
        let snapshot: GameSnapshot = serde_json::from_value(changed).expect("a snapshot");
        Game::restore(snapshot).map(|game| game.position().to_string()).map_err(|error| error.to_string())
    };
    let keys = |count: usize| serde_json::Value::from(vec!["321fc879f3f73ae2a974ac7af3e37871"; count]);
    let start = Position::start(Variant::Chess).to_string();
    assert_eq!(restored("earlier", keys(150)), Ok(start));
    let too_many = |count| Err(format!("{count} earlier positions, 150 at most are possible"));
    assert_eq!(restored("earlier", keys(151)), too_many(151));
    assert_eq!(restored("earlier", keys(152)), too_many(152));
    let newer = "the snapshot has format 2, this program reads 1";
    assert_eq!(restored("format", 2.into()), Err(newer.to_owned()));
    assert_eq!(restored("game", "halma".into()), Err("there is no game \"halma\"".to_owned()));
    assert!(restored("position", "8/8".into()).is_err());
}

#[test]
fn moves_are_counted_from_one_on_and_the_clock_from_nought() {
    let mut at = Position::start(Variant::Chess);
    let numbers = [("g1f3", (1, 1)), ("b8c6", (2, 2)), ("f3g1", (2, 3)), ("e7e5", (3, 0)), ("e2e4", (3, 0))];
    for (lan, counted) in numbers {
        at = after(&at, lan);
        assert_eq!((at.move_number(), at.halfmove_clock()), counted, "after {lan}");
    }
}

#[test]
fn the_clock_starts_again_when_something_is_taken() {
    let at = position(Variant::Chess, "4k3/8/8/3p4/8/4N3/8/4K3 w - - 5 9");
    for (lan, clock) in [("e3d5", 0), ("e3c4", 6), ("e1d1", 6)] {
        let after = after(&at, lan);
        assert_eq!((after.halfmove_clock(), after.move_number()), (clock, 9), "after {lan}");
    }
}

#[test]
fn a_card_that_is_not_there_is_not_put_into_play() {
    let at = position(Variant::Schachen, SCHACHEN);
    let made = Move::new(square("n2"), square("n3"));
    let after = |card| at.apply(&made.dropping(CardDrop { card, square: square("o2") }));
    let without = after(PieceType::BISHOP);
    assert_eq!(without.piece_at(square("n3")), Some(Piece::new(Side::White, PieceType::PAWN)));
    assert_eq!(
        (
            without.piece_at(square("o2")),
            without.view(PositionViewer::Player(Side::White)).hand(Side::White).len()
        ),
        (None, 3)
    );
    assert_eq!(after(PieceType::PAWN).piece_at(square("o2")), Some(Piece::new(Side::White, PieceType::PAWN)));
}

#[test]
fn positions_with_other_pieces_are_others() {
    let at = |placement: &str| position(Variant::Chess, &format!("{placement} w - - 0 1"));
    assert_eq!(at("4k3/8/8/8/8/8/8/4K2R"), at("4k3/8/8/8/8/8/8/4K2R"));
    assert_ne!(at("4k3/8/8/8/8/8/8/4K2R"), at("4k3/8/8/8/8/8/8/4K1R1"));
    assert_ne!(at("4k3/8/8/8/8/8/8/4K2R"), at("4k3/8/8/8/8/8/8/4K2Q"));
}

#[test]
fn what_is_printed_for_us_hides_no_board_and_shows_no_cards() {
    let schachen = position(Variant::Schachen, SCHACHEN);
    let game = Game::new(schachen.clone());
    let printed = [format!("{schachen:?}"), format!("{game:?}"), format!("{:?}", game.snapshot())];
    for printed in printed {
        assert!(printed.contains("Kn1"), "{printed}");
        assert!(!printed.contains("QNP") && !printed.contains("RRB"), "{printed}");
    }
    let cards = CardDeal::from_seed(7);
    assert!(!format!("{cards:?}").contains(&cards.text()[..4]));
    assert_eq!(format!("{cards:?}"), "Deal");
    let hand = schachen.view(PositionViewer::Player(Side::White)).hand(Side::White);
    assert_eq!((format!("{hand:?}"), hand.to_string()), ("3 cards".to_owned(), "QNP".to_owned()));
}

#[test]
fn a_movement_is_told_unless_a_power_says_more() {
    assert_eq!(PieceType::ROOK.notation(), Some("R"));
    assert_eq!(kind("nightrider").notation(), Some("NN"));
    assert_eq!(PieceType::JOKER.notation(), None);
    let (with, without): (Vec<_>, Vec<_>) = PieceType::all().partition(|kind| kind.notation().is_some());
    assert!(with.iter().all(|kind| kind.notation().is_some_and(|notation| !notation.is_empty())));
    assert!(without.contains(&PieceType::CHAMELEON) && without.contains(&PieceType::PAWN), "{without:?}");
}

#[test]
fn a_set_is_empty_until_something_is_put_in() {
    let mut set = TypeSet::EMPTY;
    assert!(set.is_empty());
    set.insert(PieceType::JOKER);
    assert!(!set.is_empty() && set.contains(PieceType::JOKER) && !set.contains(PieceType::KING));
    assert_eq!(codes(set.iter()), "JO");
    assert_eq!(PieceType::from_index(PieceType::COUNT), None);
}
