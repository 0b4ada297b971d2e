//! Tests of the sentences with which illegal moves of irregular pieces are refused, in both
//! languages.

use adoube_rules::{
    Piece, PieceType, Position, Side, Square, Variant,
    notation::{self, PlacedPiece},
};

use super::{kinds, reasons, sentence};
use crate::{
    Language,
    text::{Localizer, MoveWords, Translations},
};

/// The bot's answer in that language to a typed move.
fn said(language: Language, position: &str, text: &str) -> String {
    let wording = Translations::new(&crate::Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
    let position =
        Position::parse(Variant::Grand, position).unwrap_or_else(|error| panic!("{position}: {error}"));
    match notation::read(&position, text, MoveWords::new(&wording).of(language)) {
        notation::MoveReading::Refused(refusal) => {
            sentence(Localizer::new(&wording, language), text, &refusal)
        }
        other => panic!("{text} in {position} is read as {other:?}"),
    }
}

/// A position, a typed move, and the refusals in English and German without their common beginning.
type Case = (&'static str, &'static str, &'static str, &'static str);

fn check(table: &[Case]) {
    for (position, text, english, german) in table {
        let expected =
            [format!("“{text}” is not possible: {english}"), format!("„{text}“ geht nicht: {german}")];
        let found = [Language::EN, Language::of("de")].map(|language| said(language, position, text));
        assert_eq!(found, expected, "{position}");
    }
}

#[test]
fn pieces_that_are_held() {
    check(&[
        (
            "9k/10/10/10/10/3{im}6/2N7/10/10/K9 w - - 0 30",
            "c4e5",
            "Knight c4 is frozen as long as Immobilizer d5 stands next to it.",
            "Springer c4 ist gelähmt, solange Immobilisator d5 daneben steht.",
        ),
        (
            "9k/10/10/10/10/3{jo}6/2N7/10/10/K9 w - - 0 30 last:{IM}/{IM} joker:d5=IM",
            "c4e5",
            "Knight c4 is frozen in this move, for Joker d5 has just copied an Immobilizer.",
            "Springer c4 ist in diesem Zug gelähmt, denn Narr d5 hat gerade einen Immobilisator nachgeahmt.",
        ),
        (
            "9k/10/10/10/10/3{cm}6/2{IM}7/10/10/K9 w - - 0 30",
            "IMc6",
            "Immobilizer c4 is frozen, for Chameleon d5 stands next to it and a Chameleon freezes an Immobilizer.",
            "Immobilisator c4 ist gelähmt, denn Chamäleon d5 steht daneben, und ein Chamäleon lähmt einen Immobilisator.",
        ),
        (
            "9k/10/10/10/10/10/2{NR}7/10/10/K9 w - - 0 3",
            "NRd6",
            "Nightrider c4 is locked: it can move from move 6 on.",
            "Nachtreiter c4 ist gesperrt und darf erst ab Zug 6 ziehen.",
        ),
        (
            "9k/10/10/10/10/10/2{JO}7/10/10/K9 w - - 0 1",
            "JOe5",
            "Joker c4 has nothing to copy, for Black has not moved yet.",
            "Narr c4 hat nichts nachzuahmen, denn Schwarz hat noch nicht gezogen.",
        ),
        (
            "9k/10/10/6{cm}3/10/10/2{JO}7/10/10/K9 w - - 0 7",
            "JOe5",
            "Joker c4 has nothing to copy, for Black moved a Chameleon.",
            "Narr c4 hat nichts nachzuahmen, denn Schwarz hat ein Chamäleon gezogen.",
        ),
    ]);
}

#[test]
fn pieces_nothing_can_take() {
    check(&[
        (
            "9k/10/10/10/2{bl}7/2R7/10/10/10/K9 w - - 0 30",
            "c5xc6",
            "Block c6 cannot be captured or converted by anything.",
            "Block c6 kann von nichts geschlagen oder umgedreht werden.",
        ),
        (
            "9k/10/10/10/2{bl}7/2{DI}7/10/10/10/K9 w - - 0 30",
            "DI~c6",
            "Block c6 cannot be captured or converted by anything.",
            "Block c6 kann von nichts geschlagen oder umgedreht werden.",
        ),
        (
            "9k/10/10/10/2{jo}7/2R7/10/10/10/K9 w - - 0 30 last:{BL}/{BL} joker:c6=BL",
            "c5xc6",
            "Joker c6 has just copied a Block: in this move nothing can capture or convert it.",
            "Narr c6 hat gerade einen Block nachgeahmt und kann in diesem Zug nicht geschlagen oder umgedreht werden.",
        ),
        (
            "9k/10/10/4{jo}5/10/10/4{CM}5/10/10/K9 w - - 0 30",
            "CMxe7",
            "Chameleon e4 does not capture Joker e7 by moving to e7. No Chameleon can capture such a piece.",
            "Chamäleon e4 schlägt Narr e7 nicht durch einen Zug nach e7. Kein Chamäleon kann so eine Figur schlagen.",
        ),
    ]);
}

#[test]
fn captures_by_going_elsewhere() {
    check(&[
        (
            "9k/10/10/4n5/10/10/4{AD}5/10/10/K9 w - - 0 30",
            "ADxe7",
            "Advancer e4 captures Knight e7 only by going to e6.",
            "Vorreiter e4 schlägt Springer e7 nur mit einem Zug nach e6.",
        ),
        (
            "9k/10/10/10/10/4n5/4{WI}5/10/10/K9 w - - 0 30",
            "WIxe5",
            "Withdrawer e4 captures Knight e5 only by going to e1, e2 or e3.",
            "Rückzieher e4 schlägt Springer e5 nur mit einem Zug nach e1, e2 oder e3.",
        ),
        (
            "9k/10/10/n9/10/10/4{CO}5/10/10/K9 w - - 0 30",
            "COxa7",
            "Coordinator e4 captures Knight a7 only by going to b7, e7 or h7.",
            "Koordinator e4 schlägt Springer a7 nur mit einem Zug nach b7, e7 oder h7.",
        ),
        (
            "9k/10/3n6/10/10/10/1{AR}8/10/10/K9 w - - 0 30",
            "ARxd8",
            "Archer b4 captures Knight d8 only by going to c6.",
            "Bogenschütze b4 schlägt Springer d8 nur mit einem Zug nach c6.",
        ),
        (
            "9k/10/10/4{ad}5/10/10/4{CM}5/10/10/K9 w - - 0 30",
            "CMxe7",
            "Chameleon e4 captures Advancer e7 only by going to e6.",
            "Chamäleon e4 schlägt Vorreiter e7 nur mit einem Zug nach e6.",
        ),
        (
            "9k/10/10/10/3pP5/10/10/10/10/K9 w - d7 0 30",
            "exd6",
            "Pawn e6 captures Pawn d6 only by going to d7.",
            "Bauer e6 schlägt Bauer d6 nur mit einem Zug nach d7.",
        ),
    ]);
}

#[test]
fn captures_in_another_way() {
    check(&[
        (
            "9k/10/10/10/10/4n5/4{AD}5/10/10/K9 w - - 0 30",
            "ADxe5",
            "Advancer e4 does not capture Knight e5 by moving to e5. It captures by moving up to the square just before its victim.",
            "Vorreiter e4 schlägt Springer e5 nicht durch einen Zug nach e5. Er schlägt, indem er geradewegs bis auf das Feld vor seinem Opfer zieht.",
        ),
        (
            "9k/10/10/4n5/10/10/4{WI}5/10/10/K9 w - - 0 30",
            "WIxe7",
            "Withdrawer e4 does not capture Knight e7 by moving to e7. It captures a piece next to it by moving straight away from it.",
            "Rückzieher e4 schlägt Springer e7 nicht durch einen Zug nach e7. Er schlägt eine Figur direkt neben sich, indem er geradewegs von ihr wegzieht.",
        ),
        (
            "9k/10/10/4n5/10/10/4{CO}5/10/10/K9 w - - 0 30",
            "COxe7",
            "Coordinator e4 does not capture Knight e7 by moving to e7. It captures where its new rank crosses your King's file, and where its new file crosses your King's rank.",
            "Koordinator e4 schlägt Springer e7 nicht durch einen Zug nach e7. Er schlägt dort, wo seine neue Reihe die Linie deines Königs kreuzt und seine neue Linie die Reihe deines Königs.",
        ),
        (
            "9k/10/10/4n5/10/10/4{IM}5/10/10/K9 w - - 0 30",
            "IMxe7",
            "Immobilizer e4 does not capture Knight e7 by moving to e7. It never captures; it freezes the enemies next to it.",
            "Immobilisator e4 schlägt Springer e7 nicht durch einen Zug nach e7. Er schlägt nie, er lähmt die gegnerischen Figuren neben sich.",
        ),
        (
            "9k/10/10/4n5/10/10/4{BL}5/10/10/K9 w - - 0 30",
            "BLxe7",
            "Block e4 does not capture Knight e7 by moving to e7. A Block never captures.",
            "Block e4 schlägt Springer e7 nicht durch einen Zug nach e7. Ein Block schlägt nie.",
        ),
        (
            "9k/10/10/4n5/10/10/4{CN}5/10/10/K9 w - - 0 30",
            "CNxe7",
            "Cannon e4 does not capture Knight e7 by moving to e7. To capture, it needs exactly one piece in between.",
            "Kanone e4 schlägt Springer e7 nicht durch einen Zug nach e7. Zum Schlagen braucht die Figur genau eine andere dazwischen.",
        ),
        (
            "9k/10/10/10/10/4n5/4{ST}5/10/10/K9 w - - 0 30",
            "STxe5",
            "Steward e4 does not capture Knight e5 by moving to e5. It captures only one square diagonally.",
            "Steward e4 schlägt Springer e5 nicht durch einen Zug nach e5. Er schlägt nur ein Feld weit diagonal.",
        ),
        (
            "9k/10/10/4n5/10/10/4{CM}5/10/10/K9 w - - 0 30",
            "CMxe7",
            "Chameleon e4 does not capture Knight e7 by moving to e7. A Chameleon captures each piece in that piece's own way.",
            "Chamäleon e4 schlägt Springer e7 nicht durch einen Zug nach e7. Ein Chamäleon schlägt jede Figur auf deren eigene Art.",
        ),
        (
            "9k/10/10/4n5/10/10/4{JO}5/10/10/K9 w - - 0 30 last:-/{WI}",
            "JOxe7",
            "Joker e4 copies the Withdrawer now and does not capture Knight e7 by moving to e7. It captures a piece next to it by moving straight away from it.",
            "Narr e4 zieht jetzt als Rückzieher und schlägt Springer e7 nicht durch einen Zug nach e7. Er schlägt eine Figur direkt neben sich, indem er geradewegs von ihr wegzieht.",
        ),
    ]);
}

#[test]
fn ways_of_moving() {
    check(&[
        (
            "9k/10/10/10/10/10/4{WM}5/10/10/K9 w - - 0 30",
            "WMe6",
            "Windmill e4 cannot get to e6 in one move. It only circles around a piece next to it, and nothing may stand in its way.",
            "Windmühle e4 kommt nicht in einem Zug nach e6. Sie umkreist nur eine Figur direkt neben sich, und auf dem Weg darf nichts stehen.",
        ),
        (
            "9k/10/10/10/10/10/4{EH}5/10/10/K9 w - - 0 30",
            "EHe6",
            "Edgehog e4 cannot get to e6 in one move. Its move has to start or end at the edge of the board.",
            "Randschwein e4 kommt nicht in einem Zug nach e6. Sein Zug muss am Rand des Bretts beginnen oder enden.",
        ),
        (
            "9k/10/10/10/10/10/4{GR}5/10/10/K9 w - - 0 30",
            "GRe6",
            "Grasshopper e4 cannot get to e6 in one move. It only leaps over the first piece in a line and lands just behind it.",
            "Grashüpfer e4 kommt nicht in einem Zug nach e6. Er springt nur über die erste Figur auf einer Linie und landet direkt dahinter.",
        ),
        (
            "9k/10/10/10/10/10/4{SC}5/10/10/K9 w - - 0 30",
            "SCe6",
            "Scorpion e4 cannot get to e6 in one move. It goes one step, or leaps over the first piece in a line and lands just behind it.",
            "Skorpion e4 kommt nicht in einem Zug nach e6. Er geht einen Schritt oder springt über die erste Figur auf einer Linie und landet direkt dahinter.",
        ),
        (
            "9k/10/10/10/10/10/4{AR}5/10/10/K9 w - - 0 30",
            "ARe6",
            "Archer e4 cannot get to e6 in one move. It leaps like a Knight, and captures from afar only one more such leap beyond, straight on.",
            "Bogenschütze e4 kommt nicht in einem Zug nach e6. Er springt wie ein Springer und schlägt aus der Ferne nur, was noch einen solchen Sprung weiter in derselben Richtung steht.",
        ),
        (
            "9k/10/10/10/10/10/4{CN}5/10/10/K9 w - - 0 30",
            "CNf6",
            "Cannon e4 cannot get to f6 in one move. To capture, it needs exactly one piece in between.",
            "Kanone e4 kommt nicht in einem Zug nach f6. Zum Schlagen braucht die Figur genau eine andere dazwischen.",
        ),
        (
            "9k/10/10/10/10/10/4{KA}5/10/10/K9 w - - 0 30",
            "KAe6",
            "Kangaroo e4 cannot get to e6 in one move. It only leaps over the first two pieces in a line and lands just behind the second.",
            "Känguru e4 kommt nicht in einem Zug nach e6. Es springt nur über die ersten beiden Figuren auf einer Linie und landet direkt hinter der zweiten.",
        ),
        (
            "9k/10/10/10/10/10/4{CM}5/10/10/K9 w - - 0 30",
            "CMd7",
            "Chameleon e4 cannot get to d7 in one move. It captures each piece in that piece's own way, and otherwise moves like a Queen to an empty square.",
            "Chamäleon e4 kommt nicht in einem Zug nach d7. Es schlägt jede Figur auf deren eigene Art und zieht sonst wie eine Dame auf ein leeres Feld.",
        ),
        (
            "9k/10/10/10/4n5/10/4{DI}5/10/10/K9 w - - 0 30",
            "DI~e6",
            "Diplomat e4 cannot get to e6 in one move. It goes one step, or converts a piece next to it.",
            "Diplomat e4 kommt nicht in einem Zug nach e6. Er geht einen Schritt oder dreht eine Figur direkt neben sich um.",
        ),
        (
            "9k/10/10/10/10/10/4{JO}5/10/10/K9 w - - 0 30 last:-/N",
            "JOe6",
            "Joker e4 copies the Knight now and cannot get to e6 that way.",
            "Narr e4 zieht jetzt als Springer und kommt so nicht nach e6.",
        ),
        (
            "9k/10/10/10/10/10/4{JO}{JO}4/10/10/K9 w - - 0 30 last:-/N",
            "JOe7",
            "your Jokers copy the Knight now, and none of them can get to e7 that way.",
            "Deine Narren ziehen jetzt als Springer, und so kommt keiner nach e7.",
        ),
    ]);
}

#[test]
fn kings_and_promotions() {
    check(&[
        (
            "9k/10/10/6c3/10/10/3N6/10/1K8/10 w - - 0 30",
            "d4f5",
            "your King would then be in check from Cardinal g7.",
            "Dein König stünde danach im Schach durch Kardinal g7.",
        ),
        (
            "9k/10/10/10/10/4{di}5/10/4K5/10/10 w - - 0 30",
            "Ke4",
            "on e4 your King would be in check from Diplomat e5.",
            "Dein König stünde auf e4 im Schach durch Diplomat e5.",
        ),
        (
            "9k/10/10/10/10/4{jo}5/10/4K5/10/10 w - - 0 30",
            "Ke4",
            "on e4 your King would be in check from Joker e5 (copying the King).",
            "Dein König stünde auf e4 im Schach durch Narr e5 (zieht dann als König).",
        ),
        (
            "9k/3P6/10/10/10/10/10/10/10/K9 w - - 0 30 promo:captured pool:-",
            "d10",
            "Pawn d9 would have to promote on d10, and no captured piece is there to come back.",
            "Bauer d9 müsste sich auf d10 umwandeln, aber es gibt keine geschlagene Figur, die zurückkommen könnte.",
        ),
    ]);
}

#[test]
fn a_long_list_of_squares_or_pieces_is_cut_short() {
    let wording = Translations::new(&crate::Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
    let speaker = Localizer::new(&wording, Language::EN);
    let placed =
        |kind, rank| PlacedPiece { piece: Piece::new(Side::White, kind), square: Square::new(0, rank) };
    let (mover, target) = (placed(PieceType::QUEEN, 1), placed(PieceType::PAWN, 2));
    let squares: Vec<Square> = (0..7).map(|file| Square::new(file, 3)).collect();
    let going = |count: usize| reasons::captures_by_going(speaker, &mover, &target, &squares[..count]);
    assert_eq!(going(6), "Queen a1 captures Pawn a2 only by going to a3, b3, c3, d3, e3 or f3.");
    assert_eq!(going(7), "Queen a1 captures Pawn a2 only by going to a3, b3, c3, d3, e3, f3, ….");
    let all: Vec<PieceType> = PieceType::all().collect();
    for (count, is_cut) in [(12, false), (13, true), (14, true)] {
        let listed = kinds(speaker, &all[..count]);
        assert_eq!((listed.ends_with(", …"), listed.contains(" or ")), (is_cut, !is_cut), "{listed}");
        assert_eq!(listed.split([',']).count(), if is_cut { 13 } else { 11 }, "{listed}");
    }
}
