//! Tests of the descriptions of moves and endings, in both languages, and of the marks on the
//! board: every captured or converted piece is named and marked.

use adoube_render::Scene;
use adoube_rules::{Game, Position, Side, Variant, notation};

use super::{end_by, last_move};
use crate::{
    Language, Person, PersonId,
    core::game::{EndReason, GameEnding, LastMove, Seats, last_move::make_in},
    text::{Localizer, Translations, scenes},
};

/// A move: variant, position, coordinates, notation, English, German.
type Case = (Variant, &'static str, &'static str, &'static str, &'static str, &'static str);

const GRAND: Variant = Variant::Grand;

const CASES: [Case; 16] = [
    (
        GRAND,
        "10/10/2{ad}7/{co}9/3p{CM}5/5{wi}4/10/K2{co}6/10/9k w - d7 0 30",
        "e6d7",
        "CMd7",
        "Chameleon e6 to d7, taking Advancer c8, Withdrawer f5, Coordinator a7, Coordinator d3 and Pawn d6.",
        "Chamäleon e6 nach d7, geschlagen: Vorreiter c8, Rückzieher f5, Koordinator a7, Koordinator d3 und Bauer d6.",
    ),
    (
        GRAND,
        "9k/10/10/4n5/10/10/4{AD}5/10/10/K9 w - - 0 30",
        "e4e6",
        "ADe6",
        "Advancer e4 to e6, taking Knight e7.",
        "Vorreiter e4 nach e6, geschlagen: Springer e7.",
    ),
    (
        GRAND,
        "9k/10/10/10/10/4n5/4{WI}5/10/10/K9 w - - 0 30",
        "e4e2",
        "WIe2",
        "Withdrawer e4 to e2, taking Knight e5.",
        "Rückzieher e4 nach e2, geschlagen: Springer e5.",
    ),
    (
        GRAND,
        "9k/10/10/10/3{CO}6/10/10/4n5/10/3nK5 w - - 0 30",
        "d6d3",
        "COd3",
        "Coordinator d6 to d3, taking Knight e3 and Knight d1.",
        "Koordinator d6 nach d3, geschlagen: Springer e3 und Springer d1.",
    ),
    (
        GRAND,
        "9k/10/10/10/4n5/3n6/3{WM}6/10/10/K9 w - - 0 30",
        "d4e6",
        "WMxe6",
        "Windmill d4 takes Knight on e6.",
        "Windmühle d4 schlägt auf e6 (Springer).",
    ),
    (
        GRAND,
        "9k/10/10/10/4n5/3{DI}6/10/10/10/K9 w - - 0 30",
        "d5e6",
        "DI~e6",
        "Diplomat d5 converts Knight e6.",
        "Diplomat d5 dreht Springer e6 um.",
    ),
    (
        GRAND,
        "9k/10/3n6/10/10/10/1{AR}8/10/10/K9 w - - 0 30",
        "b4c6",
        "ARc6",
        "Archer b4 to c6, taking Knight d8.",
        "Bogenschütze b4 nach c6, geschlagen: Springer d8.",
    ),
    (
        GRAND,
        "9k/10/3n6/10/2r7/10/1{AR}8/10/10/K9 w - - 0 30",
        "b4c6",
        "ARxc6",
        "Archer b4 to c6, taking Rook c6 and Knight d8.",
        "Bogenschütze b4 nach c6, geschlagen: Turm c6 und Springer d8.",
    ),
    (
        GRAND,
        "9k/10/10/10/10/3{CM}{di}5/10/10/10/K9 w - - 0 30",
        "d5e5",
        "CM~e5",
        "Chameleon d5 converts Diplomat e5.",
        "Chamäleon d5 dreht Diplomat e5 um.",
    ),
    (
        GRAND,
        "9k/10/10/10/10/3{CM}1r4/10/10/10/K9 w - - 0 30",
        "d5f5",
        "CMxf5",
        "Chameleon d5 takes Rook on f5.",
        "Chamäleon d5 schlägt auf f5 (Turm).",
    ),
    (
        GRAND,
        "9k/10/10/4n5/10/10/4{JO}5/10/10/K9 w - - 0 30 last:-/{AD}",
        "e4e6",
        "JOe6",
        "Joker e4 to e6, taking Knight e7.",
        "Narr e4 nach e6, geschlagen: Springer e7.",
    ),
    (
        GRAND,
        "9k/10/10/10/4n5/3{JO}6/10/10/10/K9 w - - 0 30 last:-/{DI}",
        "d5e6",
        "JO~e6",
        "Joker d5 converts Knight e6.",
        "Narr d5 dreht Springer e6 um.",
    ),
    (
        GRAND,
        "3r5k/4P5/10/10/10/10/10/10/10/K9 w - - 0 30 promo:all",
        "e9d10=Q",
        "exd10=Q+",
        "Pawn e9 takes Rook on d10 and becomes Queen. Check!",
        "Bauer e9 schlägt auf d10 (Turm) und wird zu: Dame. Schach!",
    ),
    (
        GRAND,
        "9k/10/10/10/3pP5/10/10/10/10/K9 w - d7 0 30",
        "e6d7",
        "exd7",
        "Pawn e6 to d7, taking Pawn d6.",
        "Bauer e6 nach d7, geschlagen: Bauer d6.",
    ),
    (
        Variant::Chess,
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "e1g1",
        "O-O",
        "King and Rook castle kingside.",
        "kurze Rochade.",
    ),
    (
        GRAND,
        "9k/10/10/10/10/3{im}6/10/10/2{AD}7/K9 w - - 0 30",
        "c2d3",
        "ADd3",
        "Advancer c2 to d3.",
        "Vorreiter c2 nach d3.",
    ),
];

fn position(variant: Variant, text: &str) -> Position {
    Position::parse(variant, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn made(variant: Variant, text: &str, lan: &str) -> LastMove {
    let position = position(variant, text);
    let chosen = notation::parse_lan(&position, lan).unwrap_or_else(|error| panic!("{text}: {error}"));
    make_in(&mut Game::new(position), &chosen).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_move_is_told_in_notation_and_in_both_languages() {
    let wording = Translations::new(&crate::Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
    for (variant, text, lan, san, english, german) in CASES {
        let last = made(variant, text, lan);
        let told = [Language::EN, Language::of("de")]
            .map(|language| last_move(Localizer::new(&wording, language), &last));
        assert_eq!((last.san.as_str(), told), (san, [english, german].map(str::to_owned)), "{text}");
    }
}

#[test]
fn a_move_is_marked_as_its_effects_are() {
    for (variant, text, lan, ..) in CASES {
        let before = position(variant, text);
        let chosen = notation::parse_lan(&before, lan).unwrap_or_else(|error| panic!("{text}: {error}"));
        let after = Scene::of(&before.apply(&chosen), Side::White);
        let effects = before.effects(&chosen);
        let by_effects = after.clone().with_last_move(&chosen, &effects, before.side_to_move());
        let last = made(variant, text, lan);
        assert_eq!(scenes::last_move(after, &last).marks, by_effects.marks, "{lan} in {text}");
        let taken = last.captured.iter().chain(&last.converted);
        let unmarked: Vec<_> =
            taken.filter(|(square, _)| by_effects.marks.on(*square).iter().next().is_none()).collect();
        assert!(unmarked.is_empty(), "{lan} in {text}: {unmarked:?}");
    }
}

#[test]
fn whoever_ended_a_game_alone_is_named() {
    let wording = Translations::new(&crate::Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
    let person = |name: &str| Person { id: PersonId(name.to_owned()), name: name.to_owned() };
    let seats = Seats { white: person("Ada").into(), black: person("Bob").into() };
    let (white, black) = (Some(Side::White), Some(Side::Black));
    for (reason, by, said) in [
        (EndReason::NotStarted, white, "Ada did not begin in time. The game has no result."),
        (EndReason::NotStarted, None, "The game did not begin in time and has no result."),
        (
            EndReason::TimeDraw,
            black,
            "Bob has run out of time, but Ada could not checkmate any more: a draw.",
        ),
        (EndReason::Aborted, black, "Bob aborted the game. It has no result."),
        (EndReason::Aborted, None, "The game was aborted and has no result."),
        (EndReason::ThreefoldClaimed, white, "Ada claims a draw: the same position for the third time."),
        (EndReason::DrawAgreed, white, "A draw by agreement."),
    ] {
        let ending = GameEnding::new(reason, None);
        assert_eq!(end_by(Localizer::new(&wording, Language::EN), &ending, &seats, by), said);
    }
}
