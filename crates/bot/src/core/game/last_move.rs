//! Makes a legal move in a game and describes it as a `LastMove`: notation, captured, converted and
//! promoted pieces, castling and check, from which record, text and picture of the last move are
//! made. Not here: whether the move is legal (`adoube-rules`).

use adoube_rules::{Game, IllegalMoveError, Move, Piece, PieceType, Position, notation};

use super::LastMove;

/// Makes a legal move and returns its effects.
pub(crate) fn make_in(game: &mut Game, chosen: &Move) -> Result<LastMove, IllegalMoveError> {
    let last = describe(game, chosen);
    game.play(chosen)?;
    // The end of the game announces mate; "check" before it would be an understatement.
    let check = game.position().in_check() && game.outcome().is_none();
    Ok(LastMove { check, ..last })
}

/// A legal move with its effects before it is made.
fn describe(game: &Game, chosen: &Move) -> LastMove {
    LastMove { san: notation::san(game.position(), chosen), ..effects_of(game.position(), chosen) }
}

/// The effects without notation and check, which take longer than all the rest.
pub(crate) fn effects_of(position: &Position, chosen: &Move) -> LastMove {
    let mover = position.side_to_move();
    let effects = position.effects(chosen);
    let piece = position.piece_at(chosen.from);
    let kind = piece.map_or(PieceType::PAWN, |piece| piece.kind);
    let own_arrivals = || effects.appeared.iter().filter(|(_, arrived)| arrived.side == mover);
    let castling = own_arrivals().count() > 1 && chosen.drop.is_none();
    let converted: Vec<_> = effects.converted(mover).collect();
    let landed = own_arrivals().find(|(_, arrived)| arrived.kind == chosen.choice.unwrap_or(kind));
    let stands_on =
        if converted.is_empty() { landed.map_or(chosen.to, |(square, _)| *square) } else { chosen.from };
    LastMove {
        number: u32::from(position.move_number()),
        piece: Piece { side: mover, kind },
        from: chosen.from,
        to: chosen.to,
        stands_on,
        arrived: effects.appeared.iter().map(|(square, _)| *square).collect(),
        san: String::new(),
        captured: effects.captured(mover).collect(),
        converted,
        promoted: chosen.choice,
        drop: chosen.drop,
        castling,
        check: false,
    }
}

/// A remark for the record about captures that the notation does not show. Its `x` stands for a
/// single one, en passant included.
pub(crate) fn remark(last: &LastMove) -> Option<String> {
    if last.captured.len() == 1 && last.san.contains('x') {
        return None;
    }
    let beyond = last.captured.iter().filter(|(square, _)| *square != last.to);
    let names: Vec<String> = beyond.map(|(square, piece)| format!("{}{square}", piece.kind.code())).collect();
    (!names.is_empty()).then(|| format!("takes {}", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use adoube_rules::Variant;

    use super::*;

    /// The effects of the move in this position of Grand Chess.
    fn made(position: &str, lan: &str) -> LastMove {
        let position = Position::parse(Variant::Grand, position).unwrap_or_else(|error| panic!("{error}"));
        let chosen = notation::parse_lan(&position, lan).unwrap_or_else(|error| panic!("{error}"));
        make_in(&mut Game::new(position), &chosen).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn captures_away_from_the_target_are_remarked() {
        let table = [
            ("an ordinary capture", "4k5/10/10/10/3Rr5/10/10/10/10/4K5 w - - 0 30", "d6e6", None),
            ("en passant", "4k5/10/10/10/3pP5/10/10/10/10/4K5 w - d7 0 30", "e6d7", None),
            ("a Withdrawer", "4k5/10/10/10/3{WI}r5/10/10/10/10/4K5 w - - 0 30", "d6a6", Some("takes Re6")),
            ("a Coordinator", "9k/10/10/10/3{CO}6/10/10/10/10/n3K5 w - - 0 30", "d6a6", Some("takes Na1")),
            (
                "two at once",
                "9k/10/10/10/3{CO}6/10/10/4n5/10/3nK5 w - - 0 30",
                "d6d3",
                Some("takes Ne3, Nd1"),
            ),
            ("a quiet move", "4k5/10/10/10/3R6/10/10/10/10/4K5 w - - 0 30", "d6e6", None),
        ];
        for (what, position, lan, expected) in table {
            let last = made(position, lan);
            assert_eq!(remark(&last).as_deref(), expected, "{what}: {}", last.san);
        }
    }

    #[test]
    fn a_conversion_leaves_its_piece_where_it_was() {
        let last = made("4k5/10/10/10/3{DI}r5/10/10/10/10/4K5 w - - 0 30", "d6e6");
        assert_eq!((last.from, last.stands_on), (last.stands_on, last.from), "{}", last.san);
        assert_eq!((last.converted.len(), last.captured.len()), (1, 0));
    }
}
