//! Puts the effects of a move, and how a game ended, into words.

use adoube_rules::{CardDrop, CastlingSide, Side};

use super::placed_pieces;
use crate::{
    core::game::{EndReason, GameEnding, LastMove, Seats},
    text::{Localizer, SentenceArg},
};

#[cfg(test)]
mod tests;

/// "Knight g6 takes Pawn e5. Check!"
pub(crate) fn last_move(speaker: Localizer<'_>, last: &LastMove) -> String {
    let mut text = what_happened(speaker, last);
    if let Some(kind) = last.promoted {
        text.push_str(&speaker.sentence("move-promotes", &[("piece", speaker.kind(kind).into())]));
    }
    if let Some(CardDrop { card, square }) = last.drop {
        let args = [("piece", speaker.kind(card).into()), ("square", square.to_string().into())];
        text.push_str(&speaker.sentence("move-drops", &args));
    }
    text.push('.');
    if last.check {
        text.push(' ');
        text.push_str(&speaker.fixed_sentence("move-check"));
    }
    text
}

fn what_happened(speaker: Localizer<'_>, last: &LastMove) -> String {
    let (from, to) = (last.from.to_string(), last.stands_on.to_string());
    let piece = speaker.kind(last.piece.kind);
    let args = |victims: String| {
        [
            ("piece", piece.clone().into()),
            ("from", from.clone().into()),
            ("to", to.clone().into()),
            ("victims", victims.into()),
        ]
    };
    if let Some(side) = last.castling_side() {
        return castling(speaker, side);
    }
    if !last.converted.is_empty() {
        return speaker.sentence("move-converts", &args(placed_pieces::list(speaker, &last.converted)));
    }
    match last.captured.as_slice() {
        [] => speaker.sentence("move-quiet", &args(String::new())),
        [(square, victim)] if *square == last.to => {
            speaker.sentence("move-captures", &args(speaker.kind(victim.kind)))
        }
        captured => speaker.sentence("move-captures-apart", &args(placed_pieces::list(speaker, captured))),
    }
}

/// "King and Rook castle kingside."
pub(crate) fn castling(speaker: Localizer<'_>, side: CastlingSide) -> String {
    speaker.fixed_sentence(match side {
        CastlingSide::Kingside => "move-castles-kingside",
        CastlingSide::Queenside => "move-castles-queenside",
    })
}

/// "Checkmate: Ada wins.", with the result.
pub(crate) fn ending(speaker: Localizer<'_>, ending: &GameEnding, seats: &Seats) -> String {
    let key = match ending.reason {
        EndReason::ThreefoldClaimed if ending.intended.is_some() => "end-threefold-claimed-with",
        EndReason::FiftyMovesClaimed if ending.intended.is_some() => "end-fifty-moves-claimed-with",
        EndReason::Checkmate => "end-checkmate",
        EndReason::Stalemate => "end-stalemate",
        EndReason::DeadPosition => "end-dead-position",
        EndReason::FivefoldRepetition => "end-fivefold-repetition",
        EndReason::SeventyFiveMoves => "end-seventy-five-moves",
        EndReason::ThreefoldRepetition => "end-threefold-repetition",
        EndReason::FiftyMoves => "end-fifty-moves",
        EndReason::ThreefoldClaimed => "end-threefold-claimed",
        EndReason::FiftyMovesClaimed => "end-fifty-moves-claimed",
        EndReason::Resigned => "end-resigned",
        EndReason::DrawAgreed => "end-draw-agreed",
        EndReason::Aborted => "end-aborted",
        EndReason::Time => "end-time",
        EndReason::TimeDraw => "end-time-draw",
        EndReason::NotStarted => "end-not-started",
        EndReason::Abandoned => "end-abandoned",
    };
    let name = |side| speaker.seat(seats.of(side));
    let winner = ending.winner.map(name).unwrap_or_default();
    let loser = ending.winner.map(|side| name(side.other())).unwrap_or_default();
    speaker.sentence(key, &[("winner", winner.into()), ("loser", loser.into()), intended(speaker, ending)])
}

/// "Ada claims a draw: the same position for the third time." One sentence for an end without a
/// move; `by` is the player who alone ended the game.
pub(crate) fn end_by(speaker: Localizer<'_>, ending: &GameEnding, seats: &Seats, by: Option<Side>) -> String {
    let key = match ending.reason {
        EndReason::ThreefoldClaimed if ending.intended.is_some() => "end-threefold-claimed-by-with",
        EndReason::FiftyMovesClaimed if ending.intended.is_some() => "end-fifty-moves-claimed-by-with",
        EndReason::ThreefoldClaimed => "end-threefold-claimed-by",
        EndReason::FiftyMovesClaimed => "end-fifty-moves-claimed-by",
        EndReason::Aborted => "end-aborted-by",
        EndReason::TimeDraw => "end-time-draw-by",
        EndReason::NotStarted => "end-not-started-by",
        _ => return self::ending(speaker, ending, seats),
    };
    let Some(by) = by else { return self::ending(speaker, ending, seats) };
    let name = |side| speaker.seat(seats.of(side));
    let args = [("name", name(by).into()), ("other", name(by.other()).into()), intended(speaker, ending)];
    speaker.sentence(key, &args)
}

/// The move with which a draw was claimed; empty without one.
fn intended(speaker: Localizer<'_>, ending: &GameEnding) -> SentenceArg<'static> {
    let san = ending.intended.as_ref().map(|intended| speaker.notation(&intended.san));
    ("san", san.unwrap_or_default().into())
}
