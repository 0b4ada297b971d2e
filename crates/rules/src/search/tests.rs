//! Tests that the search board agrees with the rules, in random games with all kinds of pieces:
//! moves, keys, exchanges, and unmaking.

use std::collections::HashSet;

use super::{BoardSearch, MoveList, SearchMove, SquareIndex};
use crate::arrays::SeededRandom;
use crate::catalogue::Catalogue;
use crate::test_games::{play_random_games, random_army};
use crate::{Move, Piece, PieceType, Position, Side, Variant, perft};

fn search(position: &Position) -> BoardSearch {
    BoardSearch::of(position).expect("a board")
}

fn legal(search: &mut BoardSearch) -> Vec<SearchMove> {
    let mut list = MoveList::new();
    search.generate_legal(&mut list);
    list.iter().collect()
}

fn in_order(search: &BoardSearch, moves: &[SearchMove]) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.iter().map(|&made| search.to_move(made)).collect();
    moves.sort_unstable();
    moves
}

/// A position and the legal move there that are written like this.
fn written(variant: Variant, text: &str, lan: &str) -> (BoardSearch, SearchMove) {
    let mut searched = search(&Position::parse(variant, text).expect(text));
    let mut moves = legal(&mut searched).into_iter();
    let made = moves.find(|made| searched.to_move(*made).to_string() == lan).expect(lan);
    (searched, made)
}

/// What a move takes or converts, by its effects.
fn victims(position: &Position, made: &Move) -> Vec<Piece> {
    let effects = position.effects(made);
    let mover = position.side_to_move();
    let taken = effects.captured(mover).chain(effects.converted(mover));
    taken.map(|(_, piece)| piece).collect()
}

#[test]
fn whatever_is_made_and_taken_back_the_keys_are_those_found_anew() {
    let positions = play_random_games(0..60, |seed, game| {
        let before = game.position();
        let mut searched = search(before);
        let key = searched.key();
        for made in legal(&mut searched) {
            let in_squares = searched.to_move(made);
            searched.make_move(made);
            let after = before.apply(&in_squares);
            assert_eq!(searched.position(), after, "seed {seed}: {before:?}, {in_squares:?}");
            assert_eq!(searched.key(), search(&after).key(), "seed {seed}: {before:?}, {in_squares:?}");
            searched.unmake_move();
            assert_eq!(searched.key(), key, "seed {seed}: {before:?}, {in_squares:?} taken back");
            assert_eq!(searched.position(), *before, "seed {seed}: {in_squares:?} taken back");
        }
    });
    assert!(positions > 1000, "{positions}");
}

#[test]
fn what_is_told_of_a_position_is_what_others_know_of_it() {
    let mut checks = 0;
    play_random_games(330..360, |seed, game| {
        let (position, searched) = (game.position(), search(game.position()));
        assert_eq!(searched.halfmove_clock(), position.halfmove_clock(), "seed {seed}: {position:?}");
        assert_eq!(searched.in_check(), position.in_check(), "seed {seed}: {position:?}");
        checks += u32::from(position.in_check());
    });
    assert!(checks > 0, "nobody was in check");
}

#[test]
fn the_piece_that_moves_may_strike_the_king_from_its_target() {
    let table = [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", true),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a7", false),
        ("1n2k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", false),
        ("4k3/8/8/8/8/3N4/8/4K3 w - - 0 1", "d3c5", false),
        ("4k3/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2d4", false),
        ("4k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "b5c7", true),
        ("k7/6P1/8/8/8/8/8/4K3 w - - 0 1", "g7g8=Q", true),
        ("k7/6P1/8/8/8/8/8/4K3 w - - 0 1", "g7g8=N", false),
        ("k7/6P1/8/8/8/8/8/4K3 w - - 0 1", "g7g8=B", false),
    ];
    for (text, lan, strikes) in table {
        let (searched, made) = written(Variant::Chess, text, lan);
        assert_eq!(searched.gives_check(made), strikes, "{text} {lan}");
    }
}

#[test]
fn every_move_has_a_number_of_its_own_that_tells_its_target() {
    play_random_games(300..330, |seed, game| {
        let mut searched = search(game.position());
        let moves = legal(&mut searched);
        let numbers: HashSet<u32> = moves.iter().map(|made| made.to_bits()).collect();
        assert_eq!(numbers.len(), moves.len(), "seed {seed}: {:?}", game.position());
        assert!(!numbers.contains(&0), "seed {seed}: {:?}", game.position());
        for made in moves {
            assert_eq!(SearchMove::target_of_bits(made.to_bits()), made.to(), "seed {seed}: {made:?}");
        }
    });
}

#[test]
fn a_whole_game_is_taken_back_move_by_move() {
    for seed in 100..160 {
        let mut draw = SeededRandom::new(seed);
        let mut searched = search(&random_army(&mut draw));
        let mut before = Vec::new();
        for _ in 0..80 {
            let moves = legal(&mut searched);
            let Some(made) = moves.get(draw.below(moves.len().max(1))) else { break };
            before.push((searched.position(), searched.key()));
            searched.make_move(*made);
        }
        for (position, key) in before.into_iter().rev() {
            searched.unmake_move();
            assert_eq!((searched.position(), searched.key()), (position, key), "seed {seed}");
        }
    }
}

#[test]
fn tactical_moves_are_those_that_take_convert_or_promote() {
    play_random_games(200..300, |seed, game| {
        let position = game.position();
        let mut searched = search(position);
        let all = legal(&mut searched);
        let is_tactical = |made: &&SearchMove| {
            let in_squares = searched.to_move(**made);
            let taken = victims(position, &in_squares);
            assert_eq!(
                searched.is_capture(**made),
                !taken.is_empty(),
                "seed {seed}: {position:?}, {in_squares:?}"
            );
            let mut found = Vec::new();
            searched.captured_by(**made, |kind| found.push(kind));
            found.sort_unstable();
            let mut kinds: Vec<_> = taken.iter().map(|piece| piece.kind).collect();
            kinds.sort_unstable();
            assert_eq!(found, kinds, "seed {seed}: {position:?}, {in_squares:?}");
            !taken.is_empty() || made.choice().is_some()
        };
        let wanted: Vec<SearchMove> = all.iter().filter(is_tactical).copied().collect();
        let mut list = MoveList::new();
        searched.generate_tactical(&mut list);
        let found: Vec<SearchMove> = list.iter().collect();
        assert_eq!(in_order(&searched, &found), in_order(&searched, &wanted), "seed {seed}: {position:?}");
    });
}

#[test]
fn what_a_move_changed_is_what_its_effects_say() {
    play_random_games(300..320, |seed, game| {
        let position = game.position();
        let mut searched = search(position);
        for made in legal(&mut searched) {
            let effects = position.effects(&searched.to_move(made));
            searched.make_move(made);
            let vanished: Vec<_> =
                searched.vanished().map(|(place, piece)| (place.square(), piece)).collect();
            let appeared: Vec<_> =
                searched.appeared().map(|(place, piece)| (place.square(), piece)).collect();
            assert_eq!(vanished, effects.vanished.to_vec(), "seed {seed}: {position:?}");
            assert_eq!(appeared, effects.appeared.to_vec(), "seed {seed}: {position:?}");
            searched.unmake_move();
        }
    });
}

#[test]
fn positions_that_differ_in_what_can_happen_have_other_keys() {
    let grand = |keys: &str| {
        let text = format!("9k/10/10/4p5/4{{JO}}5/10/10/10/{{NR}}9/9K w - - 0 3 {keys}");
        search(&Position::parse(Variant::Grand, &text).expect("a position")).key()
    };
    let base = grand("promo:captured pool:RRn");
    let others = [
        grand("promo:captured pool:Rn"),
        grand("promo:captured pool:Rrn"),
        grand("promo:captured pool:RRn lock:2"),
        grand("promo:captured pool:RRn last:-/N"),
        grand("promo:captured pool:RRn last:N/-"),
    ];
    for other in others {
        assert_ne!(other, base);
    }
    assert_eq!(grand("pool:- lock:1"), grand("pool:- lock:2"), "neither holds anything any more");
}

/// White's and Black's piece of every type, as positions write them.
fn pieces_in_texts() -> impl Iterator<Item = [String; 2]> {
    PieceType::all().map(|kind| Side::BOTH.map(|side| Piece::new(side, kind).to_string()))
}

/// The keys of positions, each of which differs from all others.
fn different_keys(variant: Variant, texts: impl IntoIterator<Item = String>) -> usize {
    let mut keys = HashSet::new();
    for text in texts {
        let Ok(position) = Position::parse(variant, &text) else { continue };
        assert!(keys.insert(search(&position).key()), "{text}");
    }
    keys.len()
}

#[test]
fn every_piece_on_every_square_makes_another_key() {
    let mut texts = Vec::new();
    for piece in pieces_in_texts().flatten() {
        for rank in 0..8 {
            for (before, after) in [("", "9"), ("4", "5"), ("9", "")] {
                let row = format!("{before}{piece}{after}");
                let board = format!("k9/{}{row}/{}9K", "10/".repeat(rank), "10/".repeat(7 - rank));
                texts.push(format!("{board} w - - 0 30"));
            }
        }
    }
    let positions = different_keys(Variant::Grand, texts);
    assert!(positions > 2000, "{positions}");
}

#[test]
fn every_right_and_every_piece_that_may_come_back_or_be_copied_makes_another_key() {
    let rights = (0..16).map(|held| {
        let held: String =
            "KQkq".char_indices().filter(|(at, _)| held >> at & 1 == 1).map(|(_, c)| c).collect();
        format!("r3k2r/8/8/8/8/8/8/R3K2R w {} - 0 1", if held.is_empty() { "-" } else { &held })
    });
    assert_eq!(different_keys(Variant::Chess, rights), 16);
    let pools = pieces_in_texts().flatten().flat_map(|code| (1..4).map(move |times| code.repeat(times)));
    let pools =
        pools.map(|pool| format!("k9/10/10/10/10/10/10/10/10/9K w - - 0 30 promo:captured pool:{pool}"));
    assert_eq!(different_keys(Variant::Grand, pools), 2 * 3 * (PieceType::COUNT - 2));
    let copied = pieces_in_texts()
        .flat_map(|[code, _]| [format!("{code}/-"), format!("-/{code}"), format!("{code}/N")])
        .chain(["-/-".to_owned()])
        .map(|last| format!("k9/10/10/10/10/4{{JO}}5/10/10/10/9K w - - 0 30 last:{last}"));
    let copied = different_keys(Variant::Grand, copied);
    assert!(copied > 3 * (PieceType::COUNT - 5), "{copied}");
}

#[test]
fn the_tree_has_as_many_leaves() {
    fn count(search: &mut BoardSearch, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut leaves = 0;
        for made in legal(search) {
            search.make_move(made);
            leaves += count(search, depth - 1);
            search.unmake_move();
        }
        leaves
    }
    for variant in [Variant::Chess, Variant::Grand] {
        let start = Position::start(variant);
        assert_eq!(count(&mut search(&start), 3), perft(&start, 3), "{variant:?}");
    }
    play_random_games(400..420, |seed, game| {
        let position = game.position();
        if game.outcome().is_none() && position.move_number() % 8 == 0 {
            assert_eq!(count(&mut search(position), 2), perft(position, 2), "seed {seed}: {position:?}");
        }
    });
}

#[test]
fn a_passed_turn_is_the_opponents() {
    play_random_games(500..530, |seed, game| {
        let mut searched = search(game.position());
        let (key, before) = (searched.key(), searched.position());
        if searched.in_check() {
            return;
        }
        searched.make_null_move();
        assert_ne!(searched.side_to_move(), before.side_to_move());
        assert_ne!(searched.key(), key, "seed {seed}");
        assert_eq!(searched.key(), search(&searched.position()).key(), "seed {seed}: {before:?}");
        searched.unmake_move();
        assert_eq!((searched.key(), searched.position()), (key, before), "seed {seed}");
    });
}

/// What is left of a move that is written like this.
fn exchanged(variant: Variant, text: &str, lan: &str) -> i32 {
    let mut worth = [300; PieceType::COUNT];
    for (kind, price) in
        [(PieceType::KING, 10_000), (PieceType::QUEEN, 900), (PieceType::ROOK, 500), (PieceType::PAWN, 100)]
    {
        worth[kind.index()] = price;
    }
    let (searched, made) = written(variant, text, lan);
    searched.static_exchange(made, &worth)
}

#[test]
fn nothing_is_taken_where_a_rook_stood_that_has_castled() {
    let attacked = "4k2r/8/8/8/8/8/8/6KR w K - 0 1";
    assert_eq!(exchanged(Variant::Chess960, attacked, "g1h1"), 0);
}

#[test]
fn both_sides_take_as_long_as_it_pays() {
    let table = [
        ("a pawn nobody guards", "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100),
        ("a guarded pawn", "4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", -400),
        ("a guarded pawn, two rooks", "3rk3/8/2p5/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -400),
        ("guards, the cheapest of which stands last", "3qk3/8/2p5/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -400),
        (
            "guards, the cheapest of which stands first",
            "4k3/8/2p5/3p2q1/8/8/3R4/3RK3 w - - 0 1",
            "d2d5",
            -400,
        ),
        ("a knight for a pawn and more", "4k3/8/2p5/3n4/4P3/8/8/3RK3 w - - 0 1", "e4d5", 300),
        ("a rook behind a rook", "3rk3/8/8/3r4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 500),
        ("a King does not take what is guarded", "8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
        ("a King takes what nobody guards", "8/8/3k4/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", -400),
        ("in passing", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
        ("a promotion", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8=Q", 800),
        ("a promotion that is taken", "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7b8=Q", -100),
    ];
    for (what, text, lan, expected) in table {
        assert_eq!(exchanged(Variant::Chess, text, lan), expected, "{what}");
    }
}

#[test]
fn what_cannot_take_guards_nothing() {
    let table = [
        ("a Rook with a Pawn before it", Variant::Chess, "4k3/8/8/8/3p1p1r/8/8/3RK3 w - - 0 1", "d1d4", 100),
        (
            "an Edgehog guards the edge",
            Variant::Grand,
            "9k/10/10/10/10/p3{eh}5/10/10/10/R8K w - - 0 30",
            "a1a5",
            -400,
        ),
        (
            "and not the middle",
            Variant::Grand,
            "9k/10/10/10/10/2p1{eh}5/10/10/10/2R6K w - - 0 30",
            "c1c5",
            100,
        ),
        ("a frozen Rook", Variant::Grand, "9k/10/10/10/3{IM}6/2p1r5/10/10/10/2R6K w - - 0 30", "c1c5", 100),
    ];
    for (what, variant, text, lan, expected) in table {
        assert_eq!(exchanged(variant, text, lan), expected, "{what}");
    }
}

#[test]
fn what_is_reached_is_what_could_be_moved_to() {
    let mut compared = 0;
    play_random_games(300..340, |seed, game| {
        let position = game.position();
        let searched = search(position);
        let pseudo_legal = position.pseudo_legal_moves();
        searched.for_side(position.side_to_move(), |reach| {
            for (from, piece) in searched.pieces_of(position.side_to_move()) {
                if Catalogue::get().row(piece.kind.index()).power.is_some() {
                    continue;
                }
                let mut reached = Vec::new();
                reach.visit_targets(from, |to| reached.push(to));
                let shown =
                    |what: &str| format!("seed {seed}: {position:?}, {piece} on {}: {what}", from.square());
                let of_piece = pseudo_legal.iter().filter(|made| made.from == from.square());
                let mut targets = 0;
                for made in of_piece {
                    targets += 1;
                    let is_reached = reached.iter().any(|to| to.place.square() == made.to && !to.is_guarded);
                    assert!(is_reached, "{}", shown(&made.to.to_string()));
                }
                for to in &reached {
                    let there = searched.piece_at(to.place);
                    assert_eq!(
                        to.is_guarded,
                        there.is_some_and(|there| there.side == piece.side),
                        "{}",
                        shown("guards")
                    );
                    if there.is_some_and(|there| there.side != piece.side) {
                        let square = to.place.square();
                        let is_move =
                            pseudo_legal.iter().any(|made| made.from == from.square() && made.to == square);
                        assert!(to.can_capture && is_move, "{}", shown(&square.to_string()));
                    }
                }
                compared += targets;
            }
        });
    });
    assert!(compared > 10_000, "{compared}");
}

#[test]
fn edgehogs_and_windmills_reach_what_they_can_go_to() {
    let table = [
        ("9k/10/10/10/10/10/4{EH}5/10/10/K9 w - - 0 30", "e4"),
        ("9k/10/10/10/10/10/4{EH}2r2/10/10/K3N5 w - - 0 30", "e4"),
        ("9k/10/10/10/10/10/{EH}9/10/10/1K8 w - - 0 30", "a4"),
        ("9k/10/10/10/10/3p6/4{WM}5/10/10/K9 w - - 0 30", "e4"),
        ("9k/10/10/10/10/10/4{WM}5/3n1p4/10/K9 w - - 0 30", "e4"),
    ];
    for (text, from) in table {
        let position = Position::parse(Variant::Grand, text).expect(text);
        let of_piece = position.legal_moves().into_iter().filter(|made| made.from.to_string() == from);
        let mut targets: Vec<_> = of_piece.map(|made| made.to).collect();
        let (searched, mut reached) = (search(&position), Vec::new());
        let place = SquareIndex::at(from.parse().expect(from)).expect(from);
        searched.for_side(Side::White, |reach| {
            reach.visit_targets(place, |to| reached.push((to.place.square(), to.is_guarded)));
        });
        let mut free: Vec<_> =
            reached.iter().filter(|(_, guards)| !guards).map(|(square, _)| *square).collect();
        free.sort_unstable();
        free.dedup();
        targets.sort_unstable();
        assert!(!targets.is_empty(), "{text}");
        assert_eq!(free, targets, "{text}");
    }
}

#[test]
fn places_are_those_of_the_largest_board() {
    let region = Variant::Grand.region();
    let places: Vec<SquareIndex> =
        region.squares().map(|square| SquareIndex::at(square).expect("a place")).collect();
    let numbers: HashSet<usize> = places.iter().map(|place| place.index()).collect();
    assert_eq!(numbers.len(), 100);
    assert!(numbers.iter().all(|number| *number < SquareIndex::COUNT));
    assert!(region.squares().eq(places.iter().map(|place| place.square())));
    for outside in ["k1", "a11", "z5"] {
        assert_eq!(SquareIndex::at(outside.parse().expect(outside)), None, "{outside}");
    }
}

#[test]
fn a_list_tells_how_many_moves_it_has() {
    let mut list = MoveList::new();
    assert_eq!((list.is_empty(), list.len()), (true, 0));
    search(&Position::start(Variant::Chess)).generate_legal(&mut list);
    assert_eq!((list.is_empty(), list.len(), list.iter().len()), (false, 20, 20));
}

#[test]
fn who_is_not_to_move_is_seen_as_if_it_were() {
    let text = "4k3/8/8/8/8/8/4P3/R3K3 b - - 0 1";
    let searched = search(&Position::parse(Variant::Chess, text).expect("a position"));
    let mut reached = Vec::new();
    let rook = searched.pieces_of(Side::White).find(|(_, piece)| piece.kind == PieceType::ROOK);
    let (from, _) = rook.expect("a Rook");
    searched.for_side(Side::White, |reach| reach.visit_targets(from, |to| reached.push(to)));
    let guarded: Vec<String> =
        reached.iter().filter(|to| to.is_guarded).map(|to| to.place.square().to_string()).collect();
    assert_eq!((reached.len(), guarded), (11, vec!["e1".to_owned()]));
}
