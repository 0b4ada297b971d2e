//! Tests of the reasons with which typed moves are refused, with their squares and pieces.

use super::check;
use crate::Variant::{Chess, Chess960, Grand};
use crate::notation::{CastlingFault, MoveRefusal, PlacedPiece};
use crate::{Piece, PieceType};

/// A refusal in short, without a language: `blocked: Bishop f1 to c4 by Pawn e2`.
pub(super) fn short(refusal: &MoveRefusal) -> String {
    use MoveRefusal as R;
    match refusal {
        R::GameOver => "game over".to_owned(),
        R::NoSuchSquare { square } => format!("no square {square}"),
        R::NoSuchPiece { kind } => format!("no {} in this game", kind.key()),
        R::NoPiece { piece, file, rank } => format!("no {} {file:?} {rank:?}", name(*piece)),
        R::EmptySquare { square } => format!("nothing on {square}"),
        R::OpponentsPiece { piece } => format!("opponent's: {}", on(piece)),
        R::OtherPiece { piece, named } => format!("no {}: {}", named.key(), on(piece)),
        R::SameSquare { mover } => format!("stays: {}", on(mover)),
        R::CannotReach { mover, to, copied } => {
            format!("cannot reach: {} to {to}{}", on(mover), acting_as(*copied))
        }
        R::NoneReaches { piece, to, copied } => {
            format!("none reaches: {} to {to}{}", name(*piece), acting_as(*copied))
        }
        R::Blocked { mover, to, by } => format!("blocked: {} to {to} by {}", on(mover), on(by)),
        R::OwnPiece { mover, target } => format!("own piece: {} to {}", on(mover), on(target)),
        R::CannotBeTaken { mover, target } => format!("untouchable: {} to {}", on(mover), on(target)),
        R::CapturesByGoing { mover, target, to } => {
            let to: Vec<String> = to.iter().map(ToString::to_string).collect();
            format!("captures by going: {} takes {} from {}", on(mover), on(target), to.join(", "))
        }
        R::CapturesOtherwise { mover, target, copied } => {
            format!("captures otherwise: {} to {}{}", on(mover), on(target), acting_as(*copied))
        }
        R::OnlyCaptures { mover, to } => format!("only captures: {} to {to}", on(mover)),
        R::TouchesNothing { mover, to } => format!("touches nothing: {} to {to}", on(mover)),
        R::PromotesBesideKing { mover, to, rank } => {
            format!("no promotion: {} to {to} but on {rank}", on(mover))
        }
        R::NoCards => "no cards".to_owned(),
        R::NotInHand { card } => format!("not in hand: {}", card.key()),
        R::NoPawnToDropBy => "no pawn to drop by".to_owned(),
        R::DropOccupied { by } => format!("occupied by {}", on(by)),
        R::NoPlaceForCard { card } => format!("no place for {}", card.key()),
        R::CannotDrop { card, square } => format!("cannot drop {card:?} on {square}"),
        R::NothingToCapture { mover, to } => format!("captures nothing: {} to {to}", on(mover)),
        R::NothingToConvert { mover, to } => format!("converts nothing: {} to {to}", on(mover)),
        R::EnPassantTooLate { mover, to, passed } => {
            format!("too late: {} to {to} past {}", on(mover), on(passed))
        }
        R::NotEnPassant { mover, to } => format!("not en passant: {} to {to}", on(mover)),
        R::LeavesInCheck { mover, to, attackers } => {
            format!("leaves in check: {} to {to} {}", on(mover), all(attackers))
        }
        R::StillInCheck { mover, to, attackers } => {
            format!("still in check: {} to {to} {}", on(mover), all(attackers))
        }
        R::KingAttacked { king, to, attackers } => {
            format!("attacked: {} to {to} {}", on(king), all(attackers))
        }
        R::Castling { side, because } => format!("castling {side:?}: {}", fault(because)),
        R::Locked { mover, first_move } => format!("locked: {} until {first_move}", on(mover)),
        R::Frozen { mover, by } => format!("frozen: {} by {}", on(mover), on(by)),
        R::NothingToCopy { joker, because } => format!("nothing to copy: {} {because:?}", on(joker)),
        R::PromotionRequired { mover, to, choices } => {
            format!("must promote: {} to {to} {choices:?}", on(mover))
        }
        R::PromotionUnavailable { mover, to, wanted, choices } => {
            format!("unavailable: {} to {to} {wanted} {choices:?}", on(mover))
        }
        R::NothingToBecome { mover, to } => format!("nothing to become: {} to {to}", on(mover)),
        R::NoPromotionThere { mover, to, first_rank } => {
            format!("no promotion: {} to {to} before {first_rank}", on(mover))
        }
        R::NeverPromotes { mover, wanted } => format!("never promotes: {} to {wanted}", on(mover)),
    }
}

fn fault(fault: &CastlingFault) -> String {
    match fault {
        CastlingFault::NotInThisGame => "not in this game".to_owned(),
        CastlingFault::NoRook => "no rook".to_owned(),
        CastlingFault::RightLost => "right lost".to_owned(),
        CastlingFault::Blocked { by } => format!("blocked by {}", on(by)),
        CastlingFault::InCheck { attackers } => format!("in check {}", all(attackers)),
        CastlingFault::ThroughCheck { square, attackers } => format!("through {square} {}", all(attackers)),
        CastlingFault::IntoCheck { square, attackers } => format!("into {square} {}", all(attackers)),
    }
}

fn acting_as(copied: Option<PieceType>) -> String {
    copied.map(|kind| format!(" as {}", kind.key())).unwrap_or_default()
}

fn name(piece: Piece) -> String {
    format!("{} {}", piece.side, piece.kind.key())
}

fn on(placed: &PlacedPiece) -> String {
    format!("{} {}", name(placed.piece), placed.square)
}

fn all(attackers: &[PlacedPiece]) -> String {
    format!("from {}", attackers.iter().map(on).collect::<Vec<_>>().join(", "))
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn squares_and_pieces_that_are_not_there() {
    let table = [
        ("i9", "no square i9"),
        ("Ng9", "no square g9"),
        ("e2e10", "no square e10"),
        ("e3e4", "nothing on e3"),
        ("e7e5", "opponent's: black pawn e7"),
        ("Nc1d3", "no knight: white bishop c1"),
        ("Bb1c3", "no bishop: white knight b1"),
        ("Cardinal e4", "no cardinal in this game"),
        ("Kardinal e4", "no cardinal in this game"),
        ("Nee4", "no white knight Some(4) None"),
        ("N4e4", "no white knight None Some(4)"),
    ];
    check(Chess, START, &table);
    let bare = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
    let table = [
        ("e4", "no white pawn Some(4) None"),
        ("Nf3", "no white knight None None"),
        ("nf3", "no white knight None None"),
        ("Springer f3", "no white knight None None"),
        ("Pawn takes e4", "no white pawn None None"),
    ];
    check(Chess, bare, &table);
}

#[test]
fn movements_and_obstacles() {
    let table = [
        ("Nd3", "none reaches: white knight to d3"),
        ("Kd4", "cannot reach: white king e1 to d4"),
        ("Ke1", "stays: white king e1"),
        ("e5", "cannot reach: white pawn e2 to e5"),
        ("e2d4", "cannot reach: white pawn e2 to d4"),
        ("Bc4", "blocked: white bishop f1 to c4 by white pawn e2"),
        ("Läufer c4", "blocked: white bishop f1 to c4 by white pawn e2"),
        ("Rh5", "blocked: white rook h1 to h5 by white pawn h2"),
        ("a1h1", "blocked: white rook a1 to h1 by white knight b1"),
        ("Qd2", "own piece: white queen d1 to white pawn d2"),
        ("Ne2", "own piece: white knight g1 to white pawn e2"),
        ("exd3", "only captures: white pawn e2 to d3"),
        ("dxe3", "only captures: white pawn d2 to e3"),
        ("Nxf3", "captures nothing: white knight g1 to f3"),
        ("e2xe4", "captures nothing: white pawn e2 to e4"),
        ("N~f3", "converts nothing: white knight g1 to f3"),
        ("e4 e.p.", "not en passant: white pawn e2 to e4"),
    ];
    check(Chess, START, &table);
    let twice = "R7/8/p7/8/8/p7/8/4K2k w - - 0 1";
    check(Chess, twice, &[("Ra1", "blocked: white rook a8 to a1 by black pawn a6")]);
    let blocked = "4k3/8/8/3p4/2B1p3/3pP3/3P4/4K3 w - - 0 1";
    let table = [
        ("Ba6", "c4a6"),
        ("Be6", "blocked: white bishop c4 to e6 by black pawn d5"),
        ("e4", "blocked: white pawn e3 to e4 by black pawn e4"),
        ("e3e5", "cannot reach: white pawn e3 to e5"),
        ("d4", "blocked: white pawn d2 to d4 by black pawn d3"),
        ("exd4", "only captures: white pawn e3 to d4"),
    ];
    check(Chess, blocked, &table);
}

#[test]
fn kings_in_danger() {
    let pinned = "4k3/4r3/8/8/1b6/8/3NN3/4K3 w - - 0 1";
    let table = [
        ("Nc3", "leaves in check: white knight e2 to c3 from black rook e7"),
        ("Nf3", "leaves in check: white knight d2 to f3 from black bishop b4"),
        ("e2d4", "leaves in check: white knight e2 to d4 from black rook e7"),
        ("Kd1", "e1d1"),
    ];
    check(Chess, pinned, &table);
    let checked = "4k3/4r3/8/8/1b6/8/5N2/R3K2R w KQ - 0 1";
    let table = [
        ("Ne4", "still in check: white knight f2 to e4 from black bishop b4"),
        ("Nd3", "still in check: white knight f2 to d3 from black bishop b4, black rook e7"),
        ("Ra2", "still in check: white rook a1 to a2 from black bishop b4, black rook e7"),
        ("Ke2", "attacked: white king e1 to e2 from black rook e7"),
        ("Kd2", "attacked: white king e1 to d2 from black bishop b4"),
        ("O-O", "castling Kingside: in check from black bishop b4, black rook e7"),
        ("Kg1", "castling Kingside: in check from black bishop b4, black rook e7"),
        ("castle", "castling Kingside: in check from black bishop b4, black rook e7"),
    ];
    check(Chess, checked, &table);
    let cardinal = "9k/10/10/6c3/10/10/3N6/10/1K8/10 w - - 0 30";
    check(Grand, cardinal, &[("Nf5", "leaves in check: white knight d4 to f5 from black cardinal g7")]);
}

#[test]
fn castling_that_cannot_be() {
    let lost = "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1";
    check(
        Chess,
        lost,
        &[
            ("O-O", "castling Kingside: right lost"),
            ("Kc1", "castling Queenside: right lost"),
            ("Kb1", "cannot reach: white king e1 to b1"),
            ("Kh1", "cannot reach: white king e1 to h1"),
        ],
    );
    check(Chess, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", &[("0-0", "castling Kingside: no rook")]);
    for away in ["4k3/8/8/8/8/8/4K3/7R w - - 0 1", "4k3/8/8/8/8/8/8/5K1R w - - 0 1"] {
        let lost = [("O-O", "castling Kingside: right lost"), ("O-O-O", "castling Queenside: right lost")];
        check(Chess, away, &lost);
    }
    check(Chess960, "4k3/8/8/8/8/8/8/5K1R w - - 0 1", &[("O-O-O", "castling Queenside: no rook")]);
    let up = "4k3/8/8/8/8/8/4K3/7R w - - 0 1";
    let cannot = |to: &str| format!("cannot reach: white king e2 to {to}");
    check(Chess, up, &[("Kg2", &cannot("g2")), ("Kg1", &cannot("g1")), ("Kc2", &cannot("c2"))]);
    let between = "4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1";
    let table = [
        ("O-O", "castling Kingside: blocked by white knight g1"),
        ("e1g1", "castling Kingside: blocked by white knight g1"),
        ("O-O-O", "castling Queenside: blocked by white knight b1"),
        ("Rochade", "castling Kingside: blocked by white knight g1"),
    ];
    check(Chess, between, &table);
    let attacked = "4k3/8/8/8/8/8/2r2r2/R3K2R w KQ - 0 1";
    let table = [
        ("O-O", "castling Kingside: through f1 from black rook f2"),
        ("O-O-O", "castling Queenside: into c1 from black rook c2"),
    ];
    check(Chess, attacked, &table);
    check(
        Chess960,
        "4k3/8/8/8/8/8/8/rR1K4 w B - 0 1",
        &[("O-O-O", "castling Queenside: into c1 from black rook a1"), ("O-O", "castling Kingside: no rook")],
    );
    check(
        Grand,
        "8k1/10/10/10/10/10/10/10/10/K8R w - - 0 30",
        &[("O-O", "castling Kingside: not in this game")],
    );
}

#[test]
fn en_passant_too_late() {
    let text = "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2";
    let too_late = "too late: white pawn e5 to d6 past black pawn d5";
    check(Chess, text, &[("exd6", too_late), ("e5d6", too_late), ("exd6 e.p.", too_late)]);
    for beside in ["4k3/8/8/3PP3/8/8/8/4K3", "4k3/8/8/3nP3/8/8/8/4K3", "4k3/3p4/8/4P3/8/8/8/4K3"] {
        let text = format!("{beside} w - - 0 2");
        check(Chess, &text, &[("exd6", "only captures: white pawn e5 to d6")]);
    }
    let low = "4k3/8/8/8/3pP3/8/8/4K3 w - - 0 2";
    check(Chess, low, &[("exd5", "only captures: white pawn e4 to d5")]);
    let never = "4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 2";
    check(Chess, never, &[("exd6 ep", "not en passant: white pawn e5 to d6")]);
}

#[test]
fn promotions_that_cannot_be() {
    let text = "7k/4P3/8/8/8/8/P7/4K3 w - - 0 1";
    let table = [
        ("e8=K", "unavailable: white pawn e7 to e8 K [Q, R, B, N]"),
        ("e8=P", "must promote: white pawn e7 to e8 [Q, R, B, N]"),
        ("e8=C", "unavailable: white pawn e7 to e8 C [Q, R, B, N]"),
        ("a3=Q", "no promotion: white pawn a2 to a3 before 8"),
        ("Kd2=Q", "never promotes: white king e1 to Q"),
    ];
    check(Chess, text, &table);
    let pool = "9k/3P6/P9/10/10/10/10/10/10/K9 w - - 0 30 promo:captured pool:NN";
    let table = [
        ("d10=Q", "unavailable: white pawn d9 to d10 Q [N]"),
        ("a9=M", "unavailable: white pawn a8 to a9 M [N]"),
        ("d10=P", "must promote: white pawn d9 to d10 [N]"),
    ];
    check(Grand, pool, &table);
    let empty = "9k/3P6/P9/10/10/10/10/10/10/K9 w - - 0 30 promo:captured pool:-";
    let table = [
        ("d10", "nothing to become: white pawn d9 to d10"),
        ("d9d10=Q", "nothing to become: white pawn d9 to d10"),
        ("a9=Q", "unavailable: white pawn a8 to a9 Q []"),
        ("a9", "a8a9"),
    ];
    check(Grand, empty, &table);
    let black = "k9/10/10/10/10/p9/10/10/10/9K b - - 0 30";
    check(Grand, black, &[("a4=Q", "no promotion: black pawn a5 to a4 before 3")]);
}

#[test]
fn pieces_that_are_held() {
    let locked = "9k/10/10/10/10/10/10/2{NR}7/10/K9 w - - 0 3";
    check(
        Grand,
        locked,
        &[
            ("NRd5", "locked: white nightrider c3 until 6"),
            ("Nachtreiter d5", "locked: white nightrider c3 until 6"),
        ],
    );
    let frozen = "9k/10/10/10/10/3{im}6/2N7/10/10/K9 w - - 0 30";
    check(Grand, frozen, &[("Ne5", "frozen: white knight c4 by black immobilizer d5")]);
    let joker = "9k/10/10/10/10/10/2{JO}7/10/10/K9 w - - 0 1";
    check(Grand, joker, &[("JOe5", "nothing to copy: white joker c4 NoMove")]);
    let later = "9k/10/10/10/10/10/2{JO}7/10/10/K9 w - - 0 30";
    check(Grand, later, &[("JOe5", "nothing to copy: white joker c4 NoMove")]);
    let at_first = "9k/10/10/6{cm}3/10/10/2{JO}7/10/10/K9 w - - 0 1";
    check(Grand, at_first, &[("JOe5", "nothing to copy: white joker c4 NoMove")]);
    let chameleon = "9k/10/10/6{cm}3/10/10/2{JO}7/10/10/K9 w - - 0 7";
    check(Grand, chameleon, &[("JOe5", "nothing to copy: white joker c4 Chameleon")]);
}

#[test]
fn irregular_pieces() {
    let text = "9k/10/10/2{bl}7/2p7/2R7/2{AD}3{GF}3/10/10/K9 w - - 0 30";
    let table = [
        ("Rc7", "blocked: white rook c5 to c7 by black pawn c6"),
        ("Rxc6", "c5c6"),
        ("ADc6", "blocked: white advancer c4 to c6 by white rook c5"),
        ("GFh9", "g4h9"),
    ];
    check(Grand, text, &table);
    let cannon = "9k/10/10/10/4p5/10/4{CN}5/10/10/K9 w - - 0 30";
    check(Grand, cannon, &[("CNe7", "only captures: white cannon e4 to e7")]);
    let block = "9k/10/10/10/2{bl}7/2R7/10/10/10/K9 w - - 0 30";
    check(Grand, block, &[("Rxc6", "untouchable: white rook c5 to black block c6")]);
    let grasshopper = "9k/10/10/10/4p5/10/2{GR}1p5/10/10/K9 w - - 0 30";
    check(Grand, grasshopper, &[("GRf4", "c4f4"), ("GRg8", "cannot reach: white grasshopper c4 to g8")]);
    let diplomat = "9k/10/10/10/10/3n6/2{DI}7/10/10/K9 w - - 0 30";
    let table = [
        ("DI~d5", "c4d5"),
        ("DIxd5", "c4d5"),
        ("DId5", "c4d5"),
        ("dixd5", "c4d5"),
        ("DI converts d5", "c4d5"),
        ("DI~c5", "converts nothing: white diplomat c4 to c5"),
    ];
    check(Grand, diplomat, &table);
}

#[test]
fn irregular_captures() {
    let table = [
        (
            "9k/10/10/4n5/10/10/4{AD}5/10/10/K9 w - - 0 30",
            "ADe7",
            "captures by going: white advancer e4 takes black knight e7 from e6",
        ),
        (
            "9k/10/10/10/10/4n5/4{AD}5/10/10/K9 w - - 0 30",
            "ADe5",
            "captures otherwise: white advancer e4 to black knight e5",
        ),
        (
            "9k/10/10/10/10/4n5/4{WI}5/10/10/K9 w - - 0 30",
            "WIe5",
            "captures by going: white withdrawer e4 takes black knight e5 from e1, e2, e3",
        ),
        (
            "9k/10/10/4n5/10/10/4{WI}5/10/10/K9 w - - 0 30",
            "WIe7",
            "captures otherwise: white withdrawer e4 to black knight e7",
        ),
        (
            "9k/10/10/n9/10/10/4{CO}5/10/10/K9 w - - 0 30",
            "COa7",
            "captures by going: white coordinator e4 takes black knight a7 from b7, e7, h7",
        ),
        (
            "9k/10/10/4n5/10/10/4{CO}5/10/10/K9 w - - 0 30",
            "COe7",
            "captures otherwise: white coordinator e4 to black knight e7",
        ),
        (
            "9k/10/3n6/10/10/10/1{AR}8/10/10/K9 w - - 0 30",
            "ARd8",
            "captures by going: white archer b4 takes black knight d8 from c6",
        ),
        (
            "9k/10/10/4n5/10/10/4{IM}5/10/10/K9 w - - 0 30",
            "IMe7",
            "captures otherwise: white immobilizer e4 to black knight e7",
        ),
        (
            "9k/10/10/4n5/10/10/4{BL}5/10/10/K9 w - - 0 30",
            "BLe7",
            "captures otherwise: white block e4 to black knight e7",
        ),
        (
            "9k/10/10/4n5/10/10/4{CN}5/10/10/K9 w - - 0 30",
            "CNe7",
            "captures otherwise: white cannon e4 to black knight e7",
        ),
        (
            "9k/10/10/4{jo}5/10/10/4{CM}5/10/10/K9 w - - 0 30",
            "CMe7",
            "captures otherwise: white chameleon e4 to black joker e7",
        ),
        (
            "9k/10/10/4{bl}5/10/10/4{AD}5/10/10/K9 w - - 0 30",
            "ADe7",
            "untouchable: white advancer e4 to black block e7",
        ),
        (
            "9k/10/10/10/4{bl}5/4{DI}5/10/10/10/K9 w - - 0 30",
            "DI~e6",
            "untouchable: white diplomat e5 to black block e6",
        ),
        ("9k/10/10/10/10/10/4{WM}5/10/10/K9 w - - 0 30", "WMe6", "cannot reach: white windmill e4 to e6"),
        ("9k/10/10/10/10/10/4{EH}5/10/10/K9 w - - 0 30", "EHe6", "cannot reach: white edgehog e4 to e6"),
        (
            "9k/10/10/10/10/10/4{JO}5/10/10/K9 w - - 0 30 last:-/N",
            "JOe6",
            "cannot reach: white joker e4 to e6 as knight",
        ),
        (
            "9k/10/10/10/10/10/4{JO}{JO}4/10/10/K9 w - - 0 30 last:-/N",
            "JOe7",
            "none reaches: white joker to e7 as knight",
        ),
        (
            "9k/10/10/4n5/10/10/4{JO}5/10/10/K9 w - - 0 30 last:-/{AD}",
            "JOe7",
            "captures by going: white joker e4 takes black knight e7 from e6",
        ),
        (
            "9k/10/10/4n5/10/10/4{JO}5/10/10/K9 w - - 0 30 last:-/{WI}",
            "JOe7",
            "captures otherwise: white joker e4 to black knight e7 as withdrawer",
        ),
        (
            "9k/10/10/10/3pP5/10/10/10/10/K9 w - d7 0 30",
            "exd6",
            "captures by going: white pawn e6 takes black pawn d6 from d7",
        ),
    ];
    for (text, typed, expected) in table {
        check(Grand, text, &[(typed, expected)]);
    }
}

#[test]
fn after_the_end() {
    check(Chess, "7k/5KQ1/8/8/8/8/8/8 b - - 0 1", &[("Kh7", "game over"), ("hello", "-")]);
}
