//! Explains in sentences why a typed move is illegal. A single `match`, so that the compiler
//! reports a missing reason.

use adoube_rules::{
    PieceType, Square,
    notation::{CastlingFault, JokerRefusal, MoveRefusal, PlacedPiece},
};

use crate::text::{
    Localizer, SentenceArg,
    sentence_parts::{alternatives, quoted},
};

mod reasons;
#[cfg(test)]
mod tests;

/// The sentence for an illegal move.
pub(crate) fn sentence(speaker: Localizer<'_>, text: &str, reason: &MoveRefusal) -> String {
    let why = why(speaker, reason);
    let sentence = speaker.sentence("illegal", &[("text", quoted(text)), ("why", why.into())]);
    match two_meanings(speaker, text) {
        Some(meanings) => format!("{sentence} {meanings}"),
        None => sentence,
    }
}

/// A note on a capital letter before a square that is one piece's letter in the reader's language
/// and another one's code: the German B is a Pawn's letter and a Bishop's code.
fn two_meanings(speaker: Localizer<'_>, text: &str) -> Option<String> {
    let word = text.split_whitespace().next()?;
    let (typed, rest) = word.split_at_checked(1)?;
    // A code of two letters or a name is unambiguous.
    let is_letter = rest.is_empty() || rest.contains(|c: char| c.is_ascii_digit());
    if !is_letter || rest.starts_with(|c: char| c.is_uppercase()) {
        return None;
    }
    let (own, _) = speaker.letters().find(|(_, letter)| letter == typed)?;
    let other = PieceType::from_code(typed).filter(|other| *other != own)?;
    let args = [
        ("letter", typed.to_owned().into()),
        ("own", speaker.kind(own).into()),
        ("other", speaker.kind(other).into()),
        ("sign", speaker.sign(other).into()),
    ];
    Some(speaker.sentence("illegal-two-meanings", &args))
}

#[expect(clippy::too_many_lines, reason = "an arm for each reason")]
fn why(speaker: Localizer<'_>, reason: &MoveRefusal) -> String {
    let say = |key: &str, args: &[SentenceArg<'_>]| speaker.sentence(key, args);
    let placed = |name: &'static str, placed: &PlacedPiece| -> SentenceArg<'static> {
        (name, at(speaker, placed).into())
    };
    let kind =
        |name: &'static str, kind: PieceType| -> SentenceArg<'static> { (name, speaker.kind(kind).into()) };
    let going = |key: &str, mover: &PlacedPiece, to: &Square| {
        say(key, &[placed("piece", mover), ("to", to.to_string().into())])
    };
    match reason {
        MoveRefusal::GameOver => speaker.fixed_sentence("illegal-game-over"),
        MoveRefusal::NoSuchSquare { square } => {
            say("illegal-no-such-square", &[("square", square.to_string().into())])
        }
        MoveRefusal::NoSuchPiece { kind: named } => say("illegal-no-such-piece", &[kind("piece", *named)]),
        MoveRefusal::NoPiece { piece, .. } => say("illegal-no-piece", &[kind("piece", piece.kind)]),
        MoveRefusal::EmptySquare { square } => {
            say("illegal-empty-square", &[("square", square.to_string().into())])
        }
        MoveRefusal::OpponentsPiece { piece } => say("illegal-opponents-piece", &[placed("piece", piece)]),
        MoveRefusal::OtherPiece { piece, named } => say(
            "illegal-other-piece",
            &[
                placed("piece", piece),
                ("square", piece.square.to_string().into()),
                kind("kind", piece.piece.kind),
                kind("named", *named),
            ],
        ),
        MoveRefusal::SameSquare { mover } => say("illegal-same-square", &[placed("piece", mover)]),
        MoveRefusal::CannotReach { mover, to, copied } => reasons::cannot_reach(speaker, mover, *to, *copied),
        MoveRefusal::NoneReaches { piece, to, copied } => {
            reasons::none_reaches(speaker, piece.kind, *to, *copied)
        }
        MoveRefusal::CapturesByGoing { mover, target, to } => {
            reasons::captures_by_going(speaker, mover, target, to)
        }
        MoveRefusal::CapturesOtherwise { mover, target, copied } => {
            reasons::captures_otherwise(speaker, mover, target, *copied)
        }
        MoveRefusal::Blocked { mover, to, by } => {
            say("illegal-blocked", &[placed("piece", mover), ("to", to.to_string().into()), placed("by", by)])
        }
        MoveRefusal::OwnPiece { mover, target } => {
            say("illegal-own-piece", &[placed("piece", mover), placed("target", target)])
        }
        MoveRefusal::CannotBeTaken { target, .. } => cannot_be_taken(speaker, target),
        MoveRefusal::OnlyCaptures { mover, to } => going("illegal-only-captures", mover, to),
        MoveRefusal::TouchesNothing { mover, to } => going("illegal-touches-nothing", mover, to),
        MoveRefusal::NothingToCapture { mover, to } => going("illegal-nothing-to-capture", mover, to),
        MoveRefusal::NothingToConvert { mover, to } => going("illegal-nothing-to-convert", mover, to),
        MoveRefusal::EnPassantTooLate { passed, .. } => {
            say("illegal-en-passant-too-late", &[placed("passed", passed)])
        }
        MoveRefusal::NotEnPassant { mover, to } => going("illegal-not-en-passant", mover, to),
        MoveRefusal::LeavesInCheck { mover, attackers, .. } => {
            say("illegal-leaves-in-check", &[from_after(speaker, mover, attackers)])
        }
        MoveRefusal::StillInCheck { mover, attackers, .. } => {
            say("illegal-still-in-check", &[from_after(speaker, mover, attackers)])
        }
        MoveRefusal::KingAttacked { king, to, attackers } => say(
            "illegal-king-attacked",
            &[("to", to.to_string().into()), from_after(speaker, king, attackers)],
        ),
        MoveRefusal::Castling { because, .. } => castling(speaker, because),
        MoveRefusal::Locked { mover, first_move } => {
            say("illegal-locked", &[placed("piece", mover), ("number", (*first_move).into())])
        }
        MoveRefusal::Frozen { mover, by } => frozen(speaker, mover, by),
        MoveRefusal::NothingToCopy { joker, because } => nothing_to_copy(speaker, joker, *because),
        MoveRefusal::PromotionRequired { to, choices, .. } => say(
            "illegal-promotion-required",
            &[
                ("to", to.to_string().into()),
                ("choices", kinds(speaker, choices).into()),
                ("letter", choices.first().map(|kind| speaker.sign(*kind)).unwrap_or_default().into()),
            ],
        ),
        MoveRefusal::PromotionUnavailable { wanted, choices, .. } => say(
            "illegal-promotion-unavailable",
            &[
                kind("wanted", *wanted),
                ("choices", kinds(speaker, choices).into()),
                ("count", choices.len().into()),
            ],
        ),
        MoveRefusal::NothingToBecome { mover, to } => going("illegal-nothing-to-become", mover, to),
        MoveRefusal::NoPromotionThere { mover, first_rank, .. } => say(
            "illegal-no-promotion-there",
            &[placed("piece", mover), ("rank", first_rank.to_string().into())],
        ),
        MoveRefusal::PromotesBesideKing { rank, .. } => {
            say("illegal-promotes-beside-king", &[("rank", rank.to_string().into())])
        }
        MoveRefusal::NoCards => speaker.fixed_sentence("illegal-no-cards"),
        MoveRefusal::NotInHand { card } => say("illegal-not-in-hand", &[kind("card", *card)]),
        MoveRefusal::NoPawnToDropBy => speaker.fixed_sentence("illegal-no-pawn-to-drop-by"),
        MoveRefusal::DropOccupied { by } => say("illegal-drop-occupied", &[placed("by", by)]),
        MoveRefusal::NoPlaceForCard { card } => say("illegal-no-place-for-card", &[kind("card", *card)]),
        MoveRefusal::CannotDrop { card, square } => cannot_drop(speaker, *card, *square),
        MoveRefusal::NeverPromotes { mover, .. } => say("illegal-never-promotes", &[placed("piece", mover)]),
    }
}

fn castling(speaker: Localizer<'_>, because: &CastlingFault) -> String {
    match because {
        CastlingFault::NotInThisGame => speaker.fixed_sentence("castling-not-in-this-game"),
        CastlingFault::NoRook => speaker.fixed_sentence("castling-no-rook"),
        CastlingFault::RightLost => speaker.fixed_sentence("castling-right-lost"),
        CastlingFault::Blocked { by } => {
            speaker.sentence("castling-blocked", &[("by", at(speaker, by).into())])
        }
        CastlingFault::InCheck { attackers } => {
            speaker.sentence("castling-in-check", &[from(speaker, attackers)])
        }
        CastlingFault::ThroughCheck { square, attackers } => speaker.sentence(
            "castling-through-check",
            &[("square", square.to_string().into()), from(speaker, attackers)],
        ),
        CastlingFault::IntoCheck { square, attackers } => speaker.sentence(
            "castling-into-check",
            &[("square", square.to_string().into()), from(speaker, attackers)],
        ),
    }
}

/// Why a piece cannot be captured: a Block never, a Joker not with this move.
fn cannot_be_taken(speaker: Localizer<'_>, target: &PlacedPiece) -> String {
    let is_joker = target.piece.kind == PieceType::JOKER;
    let key = if is_joker { "illegal-joker-cannot-be-taken" } else { "illegal-cannot-be-taken" };
    speaker.sentence(key, &[("target", at(speaker, target).into())])
}

fn cannot_drop(speaker: Localizer<'_>, card: Option<PieceType>, square: Square) -> String {
    let square = ("square", square.to_string().into());
    match card {
        Some(card) => speaker.sentence("illegal-cannot-drop", &[("card", speaker.kind(card).into()), square]),
        None => speaker.sentence("illegal-cannot-drop-any", &[square]),
    }
}

fn frozen(speaker: Localizer<'_>, mover: &PlacedPiece, by: &PlacedPiece) -> String {
    let key = match by.piece.kind {
        PieceType::JOKER => "illegal-frozen-by-joker",
        PieceType::CHAMELEON => "illegal-frozen-by-chameleon",
        _ => "illegal-frozen",
    };
    speaker.sentence(key, &[("piece", at(speaker, mover).into()), ("by", at(speaker, by).into())])
}

fn nothing_to_copy(speaker: Localizer<'_>, joker: &PlacedPiece, because: JokerRefusal) -> String {
    let opponent = speaker.side(joker.piece.side.other());
    let key = match because {
        JokerRefusal::NoMove => "illegal-nothing-to-copy",
        JokerRefusal::Chameleon => "illegal-nothing-to-copy-of-chameleon",
    };
    speaker.sentence(key, &[("piece", at(speaker, joker).into()), ("opponent", opponent.into())])
}

/// "Bishop c4"
fn at(speaker: Localizer<'_>, placed: &PlacedPiece) -> String {
    format!("{} {}", speaker.kind(placed.piece.kind), placed.square)
}

/// The attacking pieces, as the argument `attackers`.
fn from(speaker: Localizer<'_>, attackers: &[PlacedPiece]) -> SentenceArg<'static> {
    let names: Vec<String> = attackers.iter().map(|attacker| at(speaker, attacker)).collect();
    ("attackers", speaker.list(&names).into())
}

/// The pieces that attack after a move of `mover`; a Joker would copy it.
fn from_after(
    speaker: Localizer<'_>,
    mover: &PlacedPiece,
    attackers: &[PlacedPiece],
) -> SentenceArg<'static> {
    let copied = Some(mover.piece.kind).filter(|kind| *kind != PieceType::JOKER);
    let name = |attacker: &PlacedPiece| match copied {
        Some(copied) if attacker.piece.kind == PieceType::JOKER => speaker.sentence(
            "attacker-copying",
            &[("piece", at(speaker, attacker).into()), ("copied", speaker.kind(copied).into())],
        ),
        _ => at(speaker, attacker),
    };
    let names: Vec<String> = attackers.iter().map(name).collect();
    ("attackers", speaker.list(&names).into())
}

fn kinds(speaker: Localizer<'_>, kinds: &[PieceType]) -> String {
    /// Maximum of choices listed one by one.
    const LISTED: usize = 12;
    let mut names: Vec<String> = kinds.iter().take(LISTED).map(|kind| speaker.kind(*kind)).collect();
    if kinds.len() > LISTED {
        names.push("…".to_owned());
        return names.join(", ");
    }
    alternatives(speaker, &names)
}
