//! Refusals as sentences. One match, so that the compiler names a refusal nobody has words for.

use adoube_rules::{Move, PieceType, Square, notation::SanMove};

use super::{
    after, bar, button, cards_in_words, claims, computer_refusal, contact, help, illegal_move, personal,
    plans, settings, setup_refusal, stray_refusal, touch_in_words, watching, words,
};
use crate::{
    Message, Person, Row, Viewer,
    command::{self, Target},
    game::{GameId, OfferKind, OfferTopic, Seats},
    message::{Button, ButtonStyle},
    notice::{Candidate, MoveDoubt, Refusal},
    wording::{Arg, Speaker, shown_handle, shown_name},
};

/// Types for which other programs write other letters.
const OTHER_LETTERS: [PieceType; 2] = [PieceType::CARDINAL, PieceType::MARSHAL];

/// Buttons side by side; Discord's limit.
const BUTTONS_IN_A_ROW: usize = 5;

/// What a person reads, and the moves to choose from when a text means several.
pub(super) fn message(speaker: Speaker<'_>, refusal: &Refusal, viewer: &Viewer) -> Message {
    let mut message = words(sentence(speaker, refusal, viewer));
    if let Refusal::SeveralMoves { game, revision, moves, .. } = refusal {
        let labels = candidate_names(speaker, moves);
        let buttons =
            moves.iter().zip(labels).map(|(candidate, label)| play(game, *revision, candidate, label));
        let buttons: Vec<Button> = buttons.collect();
        message.rows = buttons.chunks(BUTTONS_IN_A_ROW).map(|row| Row::Buttons(row.to_vec())).collect();
    }
    if let Refusal::Settings(refusal) = refusal {
        message.blocks.extend(settings::channels_named(speaker, refusal));
    }
    if let Refusal::Time(refusal) = refusal {
        message.rows = personal::rows(speaker, refusal);
    }
    if let Refusal::Computer(refusal) = refusal {
        message.rows = computer_refusal::rows(speaker, refusal);
    }
    if let Refusal::NotAPlayer { game, .. } = refusal {
        message.rows = watching::row_to_follow(speaker, game.as_ref());
    }
    message
}

fn play(game: &GameId, revision: u64, candidate: &Candidate, label: String) -> Button {
    let plain = Move::new(candidate.from, candidate.to);
    let chosen = candidate.promotion.map_or(plain, |kind| plain.promoting_to(kind));
    button(game, revision, Target::Play(chosen, candidate.drop), label, ButtonStyle::Secondary)
}

/// What a person reads.
fn sentence(speaker: Speaker<'_>, refusal: &Refusal, viewer: &Viewer) -> String {
    let say = |key: &str, args: &[Arg<'_>]| speaker.say(key, args);
    let plain = |key: &str| speaker.plain(key);
    let seat = |seat| ("name", speaker.seat(seat).into());
    let game = |id: &GameId| ("game", id.to_string().into());
    let at = |square: Square| ("square", square.to_string().into());
    match refusal {
        Refusal::EmptyCommand => plain("refused-empty-command"),
        Refusal::LongCommand => plain("refused-long-command"),
        Refusal::UnknownCommand { word, nearest } => unknown_command(speaker, word, nearest.as_deref()),
        Refusal::UnknownWord { command, word } => unknown_word(speaker, command, word),
        Refusal::MissingWord { command, .. } => say("refused-missing-word", &usage(speaker, command)),
        Refusal::NoGame => plain("refused-no-game"),
        Refusal::GameOver => plain("refused-game-over"),
        Refusal::NotAPlayer { seats, .. } => say("refused-not-a-player", &both(speaker, seats)),
        Refusal::OwnGame => plain("refused-own-game"),
        Refusal::ManyFollowers { most } => say("refused-many-followers", &[("most", (*most as u64).into())]),
        Refusal::NotYourTurn { of } => say("refused-not-your-turn", &[seat(of)]),
        Refusal::ChannelBusy { seats } => say("refused-channel-busy", &both(speaker, seats)),
        Refusal::UnknownPerson { name } => say("refused-unknown-person", &[("name", quoted(name))]),
        Refusal::Plan(refusal) => plans::refused(speaker, refusal),
        Refusal::Claim(refusal) => claims::refused(speaker, refusal),
        Refusal::Settings(refusal) => settings::refusal(speaker, refusal),
        Refusal::Stray(refusal) => stray_refusal::sentence(speaker, refusal),
        Refusal::AmbiguousPerson { name, names, handles } => ambiguous_person(speaker, name, names, handles),
        Refusal::SelfChallenge => plain("refused-self-challenge"),
        Refusal::ManyChallenges => plain("refused-many-challenges"),
        Refusal::AlreadyChallenging => plain("refused-already-challenging"),
        Refusal::NoChallenge => plain("refused-no-challenge"),
        Refusal::SeveralChallenges => plain("refused-several-challenges"),
        Refusal::ChallengeGone => plain("refused-challenge-gone"),
        Refusal::NotChallenged { opponent: Some(other) } => say("refused-not-challenged-but", &[name(other)]),
        Refusal::NotChallenged { opponent: None } => plain("refused-not-challenged-anyone"),
        Refusal::NotChallenger { challenger } => say("refused-not-challenger", &[name(challenger)]),
        Refusal::NoPromotionChoice { variant } => {
            say("refused-no-promotion-choice", &[("variant", speaker.variant(*variant).into())])
        }
        Refusal::Cards(refusal) => cards_in_words::refusal(speaker, refusal),
        Refusal::Computer(refusal) => computer_refusal::sentence(speaker, refusal),
        Refusal::After(refusal) => after::refusal(speaker, refusal),
        Refusal::Contact(refusal) => contact::refusal(speaker, refusal),
        Refusal::Bar(refusal) => bar::refusal(speaker, refusal),
        Refusal::Setup(refusal) => setup_refusal::sentence(speaker, refusal),
        Refusal::Time(refusal) => personal::refusal(speaker, refusal),
        Refusal::Stale => plain("refused-stale"),
        Refusal::OfferGone => plain("refused-offer-gone"),
        Refusal::Elsewhere => plain("refused-elsewhere"),
        Refusal::UnknownComponent => plain("refused-unknown-component"),
        Refusal::NotAMove { text } => say("refused-not-a-move", &[("text", quoted(text))]),
        Refusal::SeveralMoves { text, moves, doubt, .. } => several_moves(speaker, text, moves, *doubt),
        Refusal::Illegal { text, reason } => illegal_move::sentence(speaker, text, reason),
        Refusal::NoMovesThere { text } => say("refused-no-moves-there", &[("text", quoted(text))]),
        Refusal::UnknownFocus { text } => say("refused-unknown-focus", &[("text", quoted(text))]),
        Refusal::EmptySquare { square } => say("refused-empty-square", &[at(*square)]),
        Refusal::NoBoardHere { square } => say("refused-no-board-here", &[at(*square)]),
        Refusal::NoOffer { topic: OfferTopic::Draw } => plain("refused-no-draw-offer"),
        Refusal::NoOffer { topic: OfferTopic::Takeback } => plain("refused-no-takeback-offer"),
        Refusal::NoOffer { topic: OfferTopic::Pause } => plain("refused-no-pause-offer"),
        Refusal::OfferOpen { kind: OfferKind::Draw } => plain("refused-draw-open"),
        Refusal::OfferOpen { kind: OfferKind::Takeback { .. } } => plain("refused-takeback-open"),
        Refusal::OfferOpen { kind: OfferKind::Pause { .. } } => plain("refused-pause-open"),
        Refusal::OfferDeclined { topic: OfferTopic::Draw, by } => say("refused-draw-declined", &[seat(by)]),
        Refusal::OfferDeclined { topic: OfferTopic::Takeback, by } => {
            say("refused-takeback-declined", &[seat(by)])
        }
        Refusal::OfferDeclined { topic: OfferTopic::Pause, by } => say("refused-pause-declined", &[seat(by)]),
        Refusal::AnswerFirst { kind: OfferKind::Draw } => plain("refused-answer-draw-first"),
        Refusal::AnswerFirst { kind: OfferKind::Takeback { .. } } => plain("refused-answer-takeback-first"),
        Refusal::AnswerFirst { kind: OfferKind::Pause { .. } } => plain("refused-answer-pause-first"),
        Refusal::NoTouchMove => plain("refused-no-touch-move"),
        Refusal::NothingThere { squares } => say("refused-nothing-there", &on(speaker, squares)),
        Refusal::TouchedBefore { pieces } => say(
            "refused-touched-before",
            &[("count", pieces.len().into()), touch_in_words::pieces(speaker, pieces)],
        ),
        Refusal::PromotionOpen { from, to } => promotion_open(speaker, *from, *to, viewer),
        Refusal::OpponentReleases { opponent } => say("refused-opponent-releases", &[seat(opponent)]),
        Refusal::NothingTouched { squares } => say("refused-nothing-touched", &on(speaker, squares)),
        Refusal::NoTakebacks => plain("refused-no-takebacks"),
        Refusal::NothingToTakeBack => plain("refused-nothing-to-take-back"),
        Refusal::NoClaim { repetitions, plies, with_move } => {
            claims::none_standing(speaker, (*repetitions, *plies), *with_move)
        }
        Refusal::TooLateToAbort => plain("refused-too-late-to-abort"),
        Refusal::ModeratorPlays => plain("refused-moderator-plays"),
        Refusal::ModeratorUnseen => plain("refused-moderator-unseen"),
        Refusal::NotAsked { asked } => say("refused-not-asked", &[seat(asked)]),
        Refusal::UnknownGame { id: Some(id) } => say("refused-unknown-game", &[game(id)]),
        Refusal::PlayedElsewhere { id } => say("refused-played-elsewhere", &[game(id)]),
        Refusal::MistypedGame { text } => say("refused-unknown-game", &[("game", quoted(text))]),
        Refusal::UnknownGame { id: None } => plain("refused-no-game-named"),
        Refusal::UnknownPiece { text, nearest, others } => unknown_piece(speaker, text, *nearest, others),
        Refusal::LongRecord => plain("refused-long-record"),
        Refusal::NothingToReplay => plain("refused-nothing-to-replay"),
        Refusal::CardsStillHidden => plain("refused-cards-still-hidden"),
        Refusal::Crowded => plain("refused-crowded"),
        Refusal::Damaged => plain("refused-damaged"),
        Refusal::NewerProgram => plain("refused-newer-program"),
        Refusal::NothingSaved => plain("refused-nothing-saved"),
        Refusal::Trouble => plain("refused-trouble"),
    }
}

fn promotion_open(speaker: Speaker<'_>, from: Square, to: Square, viewer: &Viewer) -> String {
    let (from, to) = (from.to_string(), to.to_string());
    speaker.say("refused-promotion-open", &[("from", from.into()), ("to", to.into()), viewer.may_just_say()])
}

fn several_moves(speaker: Speaker<'_>, text: &str, moves: &[Candidate], doubt: Option<MoveDoubt>) -> String {
    let is_single = moves.len() == 1;
    let moves = alternatives(speaker, &candidate_names(speaker, moves));
    let key = match doubt {
        // Only a letter of the other alphabet makes anybody ask about a single move without another doubt.
        None if is_single => "refused-move-in-other-letters",
        None => "refused-several-moves",
        Some(MoveDoubt::WrongNumber { expected }) => {
            let said = [("text", quoted(text)), ("number", expected.into()), ("moves", moves.into())];
            return speaker.say("refused-doubtful-number", &said);
        }
        Some(MoveDoubt::WrongSide) => "refused-doubtful-side",
        Some(MoveDoubt::Question) => "refused-doubtful-question",
        Some(MoveDoubt::Word) => "refused-doubtful-word",
        Some(MoveDoubt::CastlingByRook) => "refused-doubtful-castling",
        Some(MoveDoubt::Slip) => "refused-doubtful-slip",
    };
    speaker.say(key, &[("text", quoted(text)), ("moves", moves.into())])
}

/// The moves in the reader's letters; with the names of the pieces where not all are moves of the same kind of piece, or
/// where the letter alone has made somebody ask.
fn candidate_names(speaker: Speaker<'_>, moves: &[Candidate]) -> Vec<String> {
    let piece =
        |candidate: &Candidate| candidate.san.parse::<SanMove>().ok().and_then(|written| written.piece);
    let differ = moves.windows(2).any(|pair| matches!(pair, [one, other] if piece(one) != piece(other)));
    let is_single = moves.len() == 1;
    let is_named = |kind: &PieceType| differ || is_single && OTHER_LETTERS.contains(kind);
    let name = |candidate: &Candidate| {
        let text = speaker.notation(&candidate.san);
        let promoted = candidate.promotion.filter(|kind| OTHER_LETTERS.contains(kind));
        match promoted.or_else(|| piece(candidate).filter(is_named)) {
            Some(kind) => format!("{text} ({})", speaker.kind(kind)),
            None => text,
        }
    };
    moves.iter().map(name).collect()
}

fn ambiguous_person(speaker: Speaker<'_>, name: &str, names: &[String], handles: &[String]) -> String {
    let said = |(place, name): (usize, &String)| match handles.get(place) {
        Some(handle) => format!("{} ({})", shown_name(name), shown_handle(handle)),
        None => shown_name(name),
    };
    let names: Vec<String> = names.iter().enumerate().map(said).collect();
    let names = alternatives(speaker, &names);
    speaker.say("refused-ambiguous-person", &[("name", quoted(name)), ("names", names.into())])
}

fn unknown_piece(
    speaker: Speaker<'_>,
    text: &str,
    nearest: Option<PieceType>,
    others: &[PieceType],
) -> String {
    let text = ("text", quoted(text));
    match nearest {
        Some(nearest) => {
            let near: Vec<String> = [nearest].iter().chain(others).map(|kind| speaker.kind(*kind)).collect();
            let near = alternatives(speaker, &near);
            speaker.say("refused-unknown-piece-near", &[text, ("nearest", near.into())])
        }
        None => speaker.say("refused-unknown-piece", &[text]),
    }
}

fn unknown_command(speaker: Speaker<'_>, word: &str, nearest: Option<&str>) -> String {
    match nearest {
        Some(nearest) => {
            let nearest = speaker.plain(&format!("command-{nearest}"));
            speaker
                .say("refused-unknown-command-near", &[("word", quoted(word)), ("nearest", nearest.into())])
        }
        None => speaker.say("refused-unknown-command", &[("word", quoted(word))]),
    }
}

/// What was typed, as it may be said back.
pub(super) fn quoted<'a>(text: &str) -> fluent_bundle::FluentValue<'a> {
    shown_name(text).into()
}

/// "Nbd2 or Nfd2"
pub(super) fn alternatives(speaker: Speaker<'_>, items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => {
            speaker.say("list-or", &[("first", first.join(", ").into()), ("last", last.as_str().into())])
        }
    }
}

fn on(speaker: Speaker<'_>, squares: &[Square]) -> [Arg<'static>; 2] {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    [("count", squares.len().into()), ("squares", speaker.list(&names).into())]
}

fn name(person: &Person) -> Arg<'static> {
    ("name", shown_name(&person.name).into())
}

fn both(speaker: Speaker<'_>, seats: &Seats) -> [Arg<'static>; 2] {
    [("white", speaker.seat(&seats.white).into()), ("black", speaker.seat(&seats.black).into())]
}

fn unknown_word(speaker: Speaker<'_>, command: &str, word: &str) -> String {
    let [usage, command] = usage(speaker, command);
    speaker.say("refused-unknown-word", &[("word", quoted(word)), usage, command])
}

/// How a command is typed, and its name.
fn usage(speaker: Speaker<'_>, command: &str) -> [Arg<'static>; 2] {
    let spec = command::command(command);
    let usage = spec.map_or_else(String::new, |spec| help::usage(speaker, spec));
    [("usage", usage.into()), ("command", speaker.plain(&format!("command-{command}")).into())]
}
