//! Presents a replay: the last board of a game, the moves in words, and the animation. The words
//! are made from the notation; positions are computed only when the animation is drawn (`scenes`).

use adoube_rules::{
    CardDrop, CastlingSide, PieceType, Position, Region, Side, Square, Variant,
    notation::{CheckSuffix, SanMove},
};

use crate::{
    AltText, Animation, Block, Message, Viewer,
    core::notice::{ReplayNotice, ReplayPly},
    text::{
        Localizer,
        board::{board_lines, board_state, move_description, picture},
    },
};

/// The last board with the animation; its alt text lists the moves.
pub(crate) fn message(speaker: Localizer<'_>, replay: &ReplayNotice, viewer: &Viewer) -> Message {
    let last = &replay.board;
    let title = speaker.sentence("replay-title", &[("title", board_lines::title(speaker, last).into())]);
    let mut blocks = vec![Block::Text(title)];
    blocks.extend(
        last.ending
            .as_ref()
            .map(|ending| Block::Text(move_description::ending(speaker, ending, &last.seats))),
    );
    let side = board_state::side(last, viewer);
    let start = Position::parse(last.variant, &replay.start)
        .inspect_err(|error| tracing::error!(%error, game = %last.game, "a stored start cannot be read"));
    let (Ok(start), Some(position)) = (start, board_state::position(last)) else {
        return Message { blocks, ..Message::default() };
    };
    let mut picture = picture::picture(speaker, last, &position, side, std::convert::identity);
    picture.alt = AltText::of(alt(speaker, replay, &start));
    let name = format!("adoube-{}.gif", last.game);
    let letters = speaker.letters().collect();
    let replay = Box::new(in_letters(speaker, replay));
    let names = [&last.seats.white, &last.seats.black].map(|seat| speaker.seat(seat));
    let animation = Animation { name, replay, side, names, letters };
    Message { blocks, picture: Some(picture), animation: Some(animation), ..Message::default() }
}

/// The same replay with moves in the reader's letters, as the animation shows them.
fn in_letters(speaker: Localizer<'_>, replay: &ReplayNotice) -> ReplayNotice {
    let plies = replay.plies.iter();
    let plies = plies.map(|ply| ReplayPly { lan: ply.lan.clone(), san: speaker.notation(&ply.san) });
    ReplayNotice { board: replay.board.clone(), start: replay.start.clone(), plies: plies.collect() }
}

/// "The game move by move. 1. Pawn e4, Pawn e5. 2. …"
fn alt(speaker: Localizer<'_>, replay: &ReplayNotice, start: &Position) -> String {
    let mut number = start.move_number();
    let mut side = start.side_to_move();
    let mut text = String::new();
    for (index, ply) in replay.plies.iter().enumerate() {
        let words = in_words(speaker, replay.board.variant, &ply.san);
        let spoken = match side {
            Side::White => format!(" {number}. {words}"),
            Side::Black if index == 0 => format!(" {number}… {words}."),
            Side::Black => format!(", {words}."),
        };
        text.push_str(&spoken);
        number += u16::from(side == Side::Black);
        side = side.other();
    }
    if side == Side::Black {
        text.push('.');
    }
    let last = &replay.board;
    let state = last.ending.as_ref().map(|ending| move_description::ending(speaker, ending, &last.seats));
    speaker.sentence(
        "replay-alt",
        &[("moves", text.trim_start().into()), ("state", state.unwrap_or_default().into())],
    )
}

/// `NRxe5+` as "Nightrider takes on e5, check"; unparsable text stays as it is.
fn in_words(speaker: Localizer<'_>, variant: Variant, san: &str) -> String {
    let Ok(written) = san.parse::<SanMove>() else { return san.to_owned() };
    let way = match (written.piece, written.body.as_str()) {
        (None, way) => CastlingSide::from_san(way).map(|side| move_description::castling(speaker, side)),
        (Some(kind), way) => act(speaker, variant, kind, way),
    };
    let Some(mut words) = way else { return speaker.written(&written) };
    if let Some(kind) = written.becomes {
        words.push_str(&speaker.sentence("move-promotes", &[("piece", speaker.kind(kind).into())]));
    }
    if let Some(CardDrop { card, square }) = written.drop {
        let args = [("piece", speaker.kind(card).into()), ("square", square.to_string().into())];
        words.push_str(&speaker.sentence("move-drops", &args));
    }
    match written.check {
        CheckSuffix::None => {}
        CheckSuffix::Check => words.push_str(&speaker.fixed_sentence("replay-check")),
        CheckSuffix::Mate => words.push_str(&speaker.fixed_sentence("replay-mate")),
    }
    words
}

fn act(speaker: Localizer<'_>, variant: Variant, kind: PieceType, way: &str) -> Option<String> {
    let (key, from, to) = match (way.split_once('x'), way.split_once('~')) {
        (Some((from, to)), _) => ("replay-captures", from, to),
        (_, Some((from, to))) => ("replay-converts", from, to),
        _ => {
            // The target is the last square; the part before it disambiguates the piece.
            let start = target(variant, way)?;
            ("replay-goes", way.get(..start)?, way.get(start..)?)
        }
    };
    let piece = if from.is_empty() { speaker.kind(kind) } else { format!("{} {from}", speaker.kind(kind)) };
    Some(speaker.sentence(key, &[("piece", piece.into()), ("to", to.into())]))
}

/// The start of the target square in a move. On a board without edges a file may have several
/// letters, and the part before the target is a whole square.
fn target(variant: Variant, rest: &str) -> Option<usize> {
    let is_square = |text: Option<&str>| text.is_some_and(|text| text.parse::<Square>().is_ok());
    let mut starts = rest.char_indices().map(|(start, _)| start);
    match variant.region() {
        Region::Unbounded => starts
            .find(|start| is_square(rest.get(*start..)) && (*start == 0 || is_square(rest.get(..*start)))),
        Region::Board { .. } => {
            rest.char_indices().rfind(|(_, letter)| letter.is_ascii_alphabetic()).map(|(start, _)| start)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use adoube_render::Scene;

    use super::*;
    use crate::{
        Language, MessageAccess, Person, PersonId,
        core::{
            game::{CapturedPieces, GameId, Seats},
            notice::{BoardEvent, BoardNotice},
        },
        text::{Translations, scenes},
    };

    #[test]
    fn notation_is_said_in_words() {
        let wording =
            Translations::new(&crate::Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
        let table = [
            ("e4", "Pawn e4", "Bauer e4"),
            ("exd5", "Pawn e takes on d5", "Bauer e schlägt auf d5"),
            ("Nbd2", "Knight b d2", "Springer b d2"),
            ("R1xa10+", "Rook 1 takes on a10, check", "Turm 1 schlägt auf a10, Schach"),
            ("NRe5xg9", "Nightrider e5 takes on g9", "Nachtreiter e5 schlägt auf g9"),
            ("DI~e5", "Diplomat converts the piece on e5", "Diplomat dreht die Figur auf e5 um"),
            ("e8=Q#", "Pawn e8 and becomes Queen, checkmate", "Bauer e8 und wird zu: Dame, schachmatt"),
            ("O-O-O", "King and Rook castle queenside", "lange Rochade"),
            ("?!", "?!", "?!"),
        ];
        for (san, english, german) in table {
            for (language, wanted) in [(Language::EN, english), (Language::of("de"), german)] {
                assert_eq!(in_words(Localizer::new(&wording, language), Variant::Grand, san), wanted);
            }
        }
        let cards = [
            ("n3/N@m1", "Pawn n3, then drops Knight on m1"),
            ("Nm2ab-3/P@-b0+", "Knight m2 ab-3, then drops Pawn on -b0, check"),
            ("Rx-a1", "Rook takes on -a1"),
        ];
        for (san, english) in cards {
            assert_eq!(in_words(Localizer::new(&wording, Language::EN), Variant::Schachen, san), english);
        }
    }

    /// A game of chess with these moves, in coordinates and in standard notation.
    fn replay(moves: &[(&str, &str)]) -> ReplayNotice {
        let person = |name: &str| Person { id: PersonId(name.to_owned()), name: name.to_owned() };
        let start = Position::start(Variant::Chess);
        let board = BoardNotice {
            game: GameId::parse("k7f2mq").unwrap_or_else(|| panic!("an id")),
            revision: 3,
            variant: Variant::Chess,
            position: start.to_string(),
            seats: Seats { white: person("Ada").into(), black: person("Bob").into() },
            last: None,
            taken: CapturedPieces::default(),
            clock: None,
            offer: None,
            touches: None,
            commitment: None,
            hints: crate::core::game::HintCounts::default(),
            followers: Vec::new(),
            ending: None,
            by_lot: false,
            view: crate::core::game::PublicView::default(),
            agreed: None,
            event: BoardEvent::Shown,
        };
        let ply = |(lan, san): &(&str, &str)| ReplayPly { lan: (*lan).to_owned(), san: (*san).to_owned() };
        ReplayNotice {
            board: Box::new(board),
            start: start.to_string(),
            plies: moves.iter().map(ply).collect(),
        }
    }

    #[test]
    fn moves_are_told_by_their_numbers_whoever_began() {
        let wording =
            Translations::new(&crate::Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
        let told = |start: &str, sans: &[&str]| {
            let start = Position::parse(Variant::Chess, start).unwrap_or_else(|error| panic!("{error}"));
            let moves: Vec<(&str, &str)> = sans.iter().map(|san| ("", *san)).collect();
            alt(Localizer::new(&wording, Language::EN), &replay(&moves), &start).trim_end().to_owned()
        };
        for (side, sans, said) in [
            ("w", &["e4", "d5"][..], "7. Pawn e4, Pawn d5."),
            ("w", &["e4", "d5", "exd5"], "7. Pawn e4, Pawn d5. 8. Pawn e takes on d5."),
            ("b", &["d5"], "7… Pawn d5."),
            ("b", &["d5", "e4", "dxe4"], "7… Pawn d5. 8. Pawn e4, Pawn d takes on e4."),
        ] {
            let start = format!("4k3/3p4/8/8/8/8/4P3/4K3 {side} - - 0 7");
            assert_eq!(told(&start, sans), format!("The game move by move. {said}"));
        }
    }

    #[test]
    fn the_boards_are_those_of_the_game() {
        let moves = ["e2e4", "d7d5", "e4d5"];
        let replay = replay(&moves.map(|lan| (lan, lan)));
        let scenes =
            scenes::replay(&replay, Side::Black, &["Ada", "Bob"].map(str::to_owned), &BTreeMap::new());
        assert_eq!(scenes.len(), 4);
        let mut game = adoube_rules::Game::new(Position::start(Variant::Chess));
        for (scene, lan) in scenes.iter().skip(1).zip(moves) {
            game.play_lan(lan).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(scene.pieces, Scene::of(game.position(), Side::Black).pieces, "{lan}");
        }
        let [.., last] = scenes.as_slice() else { panic!("there are scenes") };
        assert_eq!(
            (last.strip.white.captured.as_slice(), last.strip.note.as_str()),
            ([PieceType::PAWN].as_slice(), "2. e4d5")
        );
        assert_eq!(last.viewer, Side::Black);
    }

    #[test]
    fn the_animation_has_the_viewers_letters() {
        let wording =
            Translations::new(&crate::Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
        let replay = replay(&[("g1f3", "Nf3"), ("b8c6", "Nc6")]);
        for (language, wanted, queen) in
            [(Language::EN, "1… Nc6", None), (Language::of("de"), "1… Sc6", Some("D"))]
        {
            let viewer = Viewer {
                person: None,
                language,
                hearing: MessageAccess::Called,
                taste: crate::ReadingPreferences::default(),
            };
            let message = message(Localizer::new(&wording, language), &replay, &viewer);
            let scenes = message.animation.map(|animation| animation.scenes()).unwrap_or_default();
            let last = scenes.last().unwrap_or_else(|| panic!("no scenes"));
            let letter = last.letters.get(&PieceType::QUEEN).map(String::as_str);
            assert_eq!((last.strip.note.as_str(), letter), (wanted, queen));
        }
    }
}
