//! Puts refusals (a "no" with its reason, as data) into sentences with buttons. A single `match`,
//! so that the compiler reports a refusal without a sentence.

use adoube_rules::{Move, PieceType, Square, notation::SanMove};

use crate::{
    ControlRow, Message, Viewer,
    core::{
        command::BoardButton,
        game::{GameId, OfferKind, OfferTopic},
        notice::{GameRefusal, MoveChoice, MoveDoubt},
    },
    features::{
        bars::text as bar, blocks::text as contact, cards::seal_text as card_seal,
        computer::text as computer_refusal, conditional_moves::text as conditional_moves,
        end_game::claim_text as draw_claim, help::unknown_terms, rematch::text as rematch,
        settings::text as settings, setup::refusal_text as setup_refusal, vacation::text as vacation,
    },
    text::{
        Localizer, SentenceArg,
        board::{illegal_move, touch_status::touched_pieces},
        buttons::{board_button, follow_row},
        command_words::{self, command_name},
        display_name,
        message::{Button, ButtonStyle},
        sentence_parts::{alternatives, person_name, quoted, seat_names},
        shown_handle,
    },
};

/// Types that have other letters in other programs.
const OTHER_LETTERS: [PieceType; 2] = [PieceType::CARDINAL, PieceType::MARSHAL];

/// Maximum of buttons in a row; Discord's limit.
const BUTTONS_IN_A_ROW: usize = 5;

/// The message of a refusal, with a choice of moves when a text means several.
pub(crate) fn message(speaker: Localizer<'_>, refusal: &GameRefusal, viewer: &Viewer) -> Message {
    let mut message = Message::from_text(sentence(speaker, refusal, viewer));
    if let GameRefusal::SeveralMoves { game, revision, moves, .. } = refusal {
        let labels = candidate_names(speaker, moves);
        let buttons =
            moves.iter().zip(labels).map(|(candidate, label)| play(game, *revision, candidate, label));
        let buttons: Vec<Button> = buttons.collect();
        message.rows =
            buttons.chunks(BUTTONS_IN_A_ROW).map(|row| ControlRow::Buttons(row.to_vec())).collect();
    }
    if let GameRefusal::Settings(refusal) = refusal {
        message.blocks.extend(settings::channels_named(speaker, refusal));
    }
    if let GameRefusal::Time(refusal) = refusal {
        message.rows = vacation::rows(speaker, refusal);
    }
    if let GameRefusal::Computer(refusal) = refusal {
        message.rows = computer_refusal::rows(speaker, refusal);
    }
    if let GameRefusal::NotAPlayer { game, .. } = refusal {
        message.rows = follow_row(speaker, game.as_ref());
    }
    message
}

fn play(game: &GameId, revision: u64, candidate: &MoveChoice, label: String) -> Button {
    let plain = Move::new(candidate.from, candidate.to);
    let chosen = candidate.promotion.map_or(plain, |kind| plain.promoting_to(kind));
    board_button(game, revision, BoardButton::Play(chosen, candidate.drop), label, ButtonStyle::Secondary)
}

/// The sentence of a refusal.
#[expect(clippy::too_many_lines, reason = "an arm for each refusal")]
fn sentence(speaker: Localizer<'_>, refusal: &GameRefusal, viewer: &Viewer) -> String {
    let say = |key: &str, args: &[SentenceArg<'_>]| speaker.sentence(key, args);
    let plain = |key: &str| speaker.fixed_sentence(key);
    let seat = |seat| ("name", speaker.seat(seat).into());
    let game = |id: &GameId| ("game", id.to_string().into());
    let at = |square: Square| ("square", square.to_string().into());
    match refusal {
        GameRefusal::EmptyCommand => plain("refused-empty-command"),
        GameRefusal::LongCommand => plain("refused-long-command"),
        GameRefusal::UnknownCommand { word, nearest } => unknown_command(speaker, word, nearest.as_deref()),
        GameRefusal::UnknownWord { command, word } => unknown_word(speaker, command, word),
        GameRefusal::MissingWord { command, .. } => say("refused-missing-word", &usage(speaker, command)),
        GameRefusal::NoGame => plain("refused-no-game"),
        GameRefusal::GameOver => plain("refused-game-over"),
        GameRefusal::NotAPlayer { seats, .. } => say("refused-not-a-player", &seat_names(speaker, seats)),
        GameRefusal::OwnGame => plain("refused-own-game"),
        GameRefusal::ManyFollowers { most } => {
            say("refused-many-followers", &[("most", (*most as u64).into())])
        }
        GameRefusal::NotYourTurn { of } => say("refused-not-your-turn", &[seat(of)]),
        GameRefusal::ChannelBusy { seats } => say("refused-channel-busy", &seat_names(speaker, seats)),
        GameRefusal::UnknownPerson { name } => say("refused-unknown-person", &[("name", quoted(name))]),
        GameRefusal::Plan(refusal) => conditional_moves::refused(speaker, refusal),
        GameRefusal::Claim(refusal) => draw_claim::refused(speaker, refusal),
        GameRefusal::Settings(refusal) => settings::refusal(speaker, refusal),
        GameRefusal::UnknownTerm(refusal) => unknown_terms::sentence(speaker, refusal),
        GameRefusal::AmbiguousPerson { name, names, handles } => {
            ambiguous_person(speaker, name, names, handles)
        }
        GameRefusal::SelfChallenge => plain("refused-self-challenge"),
        GameRefusal::ManyChallenges => plain("refused-many-challenges"),
        GameRefusal::AlreadyChallenging => plain("refused-already-challenging"),
        GameRefusal::NoChallenge => plain("refused-no-challenge"),
        GameRefusal::SeveralChallenges => plain("refused-several-challenges"),
        GameRefusal::ChallengeGone => plain("refused-challenge-gone"),
        GameRefusal::NotChallenged { opponent: Some(other) } => {
            say("refused-not-challenged-but", &[person_name(other)])
        }
        GameRefusal::NotChallenged { opponent: None } => plain("refused-not-challenged-anyone"),
        GameRefusal::NotChallenger { challenger } => {
            say("refused-not-challenger", &[person_name(challenger)])
        }
        GameRefusal::NoPromotionChoice { variant } => {
            say("refused-no-promotion-choice", &[("variant", speaker.variant(*variant).into())])
        }
        GameRefusal::Cards(refusal) => card_seal::refusal(speaker, refusal),
        GameRefusal::Computer(refusal) => computer_refusal::sentence(speaker, refusal),
        GameRefusal::After(refusal) => rematch::refusal(speaker, refusal),
        GameRefusal::Contact(refusal) => contact::refusal(speaker, refusal),
        GameRefusal::Bar(refusal) => bar::refusal(speaker, refusal),
        GameRefusal::Setup(refusal) => setup_refusal::sentence(speaker, refusal),
        GameRefusal::Time(refusal) => vacation::refusal(speaker, refusal),
        GameRefusal::StaleButton => plain("refused-stale"),
        GameRefusal::OfferGone => plain("refused-offer-gone"),
        GameRefusal::OtherChannel => plain("refused-elsewhere"),
        GameRefusal::UnknownButton => plain("refused-unknown-component"),
        GameRefusal::NotAMove { text } => say("refused-not-a-move", &[("text", quoted(text))]),
        GameRefusal::SeveralMoves { text, moves, doubt, .. } => several_moves(speaker, text, moves, *doubt),
        GameRefusal::Illegal { text, reason } => illegal_move::sentence(speaker, text, reason),
        GameRefusal::NoMovesThere { text } => say("refused-no-moves-there", &[("text", quoted(text))]),
        GameRefusal::UnknownFocus { text } => say("refused-unknown-focus", &[("text", quoted(text))]),
        GameRefusal::EmptySquare { square } => say("refused-empty-square", &[at(*square)]),
        GameRefusal::NoBoardHere { square } => say("refused-no-board-here", &[at(*square)]),
        GameRefusal::NoOffer { topic: OfferTopic::Draw } => plain("refused-no-draw-offer"),
        GameRefusal::NoOffer { topic: OfferTopic::Takeback } => plain("refused-no-takeback-offer"),
        GameRefusal::NoOffer { topic: OfferTopic::Pause } => plain("refused-no-pause-offer"),
        GameRefusal::OfferOpen { kind: OfferKind::Draw } => plain("refused-draw-open"),
        GameRefusal::OfferOpen { kind: OfferKind::Takeback { .. } } => plain("refused-takeback-open"),
        GameRefusal::OfferOpen { kind: OfferKind::Pause { .. } } => plain("refused-pause-open"),
        GameRefusal::OfferDeclined { topic: OfferTopic::Draw, by } => {
            say("refused-draw-declined", &[seat(by)])
        }
        GameRefusal::OfferDeclined { topic: OfferTopic::Takeback, by } => {
            say("refused-takeback-declined", &[seat(by)])
        }
        GameRefusal::OfferDeclined { topic: OfferTopic::Pause, by } => {
            say("refused-pause-declined", &[seat(by)])
        }
        GameRefusal::AnswerFirst { kind: OfferKind::Draw } => plain("refused-answer-draw-first"),
        GameRefusal::AnswerFirst { kind: OfferKind::Takeback { .. } } => {
            plain("refused-answer-takeback-first")
        }
        GameRefusal::AnswerFirst { kind: OfferKind::Pause { .. } } => plain("refused-answer-pause-first"),
        GameRefusal::NoTouchMove => plain("refused-no-touch-move"),
        GameRefusal::NothingThere { squares } => say("refused-nothing-there", &on(speaker, squares)),
        GameRefusal::TouchedBefore { pieces } => {
            say("refused-touched-before", &[("count", pieces.len().into()), touched_pieces(speaker, pieces)])
        }
        GameRefusal::PromotionOpen { from, to } => promotion_open(speaker, *from, *to, viewer),
        GameRefusal::OpponentReleases { opponent } => say("refused-opponent-releases", &[seat(opponent)]),
        GameRefusal::NothingTouched { squares } => say("refused-nothing-touched", &on(speaker, squares)),
        GameRefusal::NoTakebacks => plain("refused-no-takebacks"),
        GameRefusal::NothingToTakeBack => plain("refused-nothing-to-take-back"),
        GameRefusal::NoClaim { repetitions, plies, with_move } => {
            draw_claim::none_standing(speaker, (*repetitions, *plies), *with_move)
        }
        GameRefusal::TooLateToAbort => plain("refused-too-late-to-abort"),
        GameRefusal::ModeratorPlays => plain("refused-moderator-plays"),
        GameRefusal::ModeratorUnseen => plain("refused-moderator-unseen"),
        GameRefusal::NotAsked { asked } => say("refused-not-asked", &[seat(asked)]),
        GameRefusal::UnknownGame { id: Some(id) } => say("refused-unknown-game", &[game(id)]),
        GameRefusal::PlayedElsewhere { id } => say("refused-played-elsewhere", &[game(id)]),
        GameRefusal::MistypedGame { text } => say("refused-unknown-game", &[("game", quoted(text))]),
        GameRefusal::UnknownGame { id: None } => plain("refused-no-game-named"),
        GameRefusal::UnknownPiece { text, nearest, others } => unknown_piece(speaker, text, *nearest, others),
        GameRefusal::LongRecord => plain("refused-long-record"),
        GameRefusal::NothingToReplay => plain("refused-nothing-to-replay"),
        GameRefusal::CardsStillHidden => plain("refused-cards-still-hidden"),
        GameRefusal::TooManyConflicts => plain("refused-crowded"),
        GameRefusal::RecordDamaged => plain("refused-damaged"),
        GameRefusal::NewerRecord => plain("refused-newer-program"),
        GameRefusal::StoreUnavailable => plain("refused-nothing-saved"),
        GameRefusal::InternalError => plain("refused-trouble"),
    }
}

fn promotion_open(speaker: Localizer<'_>, from: Square, to: Square, viewer: &Viewer) -> String {
    let (from, to) = (from.to_string(), to.to_string());
    speaker.sentence(
        "refused-promotion-open",
        &[("from", from.into()), ("to", to.into()), viewer.may_just_say()],
    )
}

fn several_moves(
    speaker: Localizer<'_>,
    text: &str,
    moves: &[MoveChoice],
    doubt: Option<MoveDoubt>,
) -> String {
    let is_single = moves.len() == 1;
    let moves = alternatives(speaker, &candidate_names(speaker, moves));
    let key = match doubt {
        // A single move without another doubt is only asked about because of a letter of another
        // dialect.
        None if is_single => "refused-move-in-other-letters",
        None => "refused-several-moves",
        Some(MoveDoubt::WrongNumber { expected }) => {
            let said = [("text", quoted(text)), ("number", expected.into()), ("moves", moves.into())];
            return speaker.sentence("refused-doubtful-number", &said);
        }
        Some(MoveDoubt::WrongSide) => "refused-doubtful-side",
        Some(MoveDoubt::Question) => "refused-doubtful-question",
        Some(MoveDoubt::Word) => "refused-doubtful-word",
        Some(MoveDoubt::CastlingByRook) => "refused-doubtful-castling",
        Some(MoveDoubt::Slip) => "refused-doubtful-slip",
    };
    speaker.sentence(key, &[("text", quoted(text)), ("moves", moves.into())])
}

/// The moves in the reader's letters; with piece names if they are of different kinds of pieces, or
/// if the question is about the letter itself.
fn candidate_names(speaker: Localizer<'_>, moves: &[MoveChoice]) -> Vec<String> {
    let piece =
        |candidate: &MoveChoice| candidate.san.parse::<SanMove>().ok().and_then(|written| written.piece);
    let differ = moves.windows(2).any(|pair| matches!(pair, [one, other] if piece(one) != piece(other)));
    let is_single = moves.len() == 1;
    let is_named = |kind: &PieceType| differ || is_single && OTHER_LETTERS.contains(kind);
    let name = |candidate: &MoveChoice| {
        let text = speaker.notation(&candidate.san);
        let promoted = candidate.promotion.filter(|kind| OTHER_LETTERS.contains(kind));
        match promoted.or_else(|| piece(candidate).filter(is_named)) {
            Some(kind) => format!("{text} ({})", speaker.kind(kind)),
            None => text,
        }
    };
    moves.iter().map(name).collect()
}

fn ambiguous_person(speaker: Localizer<'_>, name: &str, names: &[String], handles: &[String]) -> String {
    let said = |(place, name): (usize, &String)| match handles.get(place) {
        Some(handle) => format!("{} ({})", display_name(name), shown_handle(handle)),
        None => display_name(name),
    };
    let names: Vec<String> = names.iter().enumerate().map(said).collect();
    let names = alternatives(speaker, &names);
    speaker.sentence("refused-ambiguous-person", &[("name", quoted(name)), ("names", names.into())])
}

fn unknown_piece(
    speaker: Localizer<'_>,
    text: &str,
    nearest: Option<PieceType>,
    others: &[PieceType],
) -> String {
    let text = ("text", quoted(text));
    match nearest {
        Some(nearest) => {
            let near: Vec<String> = [nearest].iter().chain(others).map(|kind| speaker.kind(*kind)).collect();
            let near = alternatives(speaker, &near);
            speaker.sentence("refused-unknown-piece-near", &[text, ("nearest", near.into())])
        }
        None => speaker.sentence("refused-unknown-piece", &[text]),
    }
}

fn unknown_command(speaker: Localizer<'_>, word: &str, nearest: Option<&str>) -> String {
    match nearest {
        Some(nearest) => {
            let nearest = command_name(speaker, nearest);
            speaker.sentence(
                "refused-unknown-command-near",
                &[("word", quoted(word)), ("nearest", nearest.into())],
            )
        }
        None => speaker.sentence("refused-unknown-command", &[("word", quoted(word))]),
    }
}

fn on(speaker: Localizer<'_>, squares: &[Square]) -> [SentenceArg<'static>; 2] {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    [("count", squares.len().into()), ("squares", speaker.list(&names).into())]
}

fn unknown_word(speaker: Localizer<'_>, command: &str, word: &str) -> String {
    let [usage, command] = usage(speaker, command);
    speaker.sentence("refused-unknown-word", &[("word", quoted(word)), usage, command])
}

/// A command's usage and name.
fn usage(speaker: Localizer<'_>, command: &str) -> [SentenceArg<'static>; 2] {
    let spec = speaker.commands().find(command);
    let usage = spec.map_or_else(String::new, |spec| command_words::usage(speaker, spec));
    [("usage", usage.into()), ("command", command_name(speaker, command).into())]
}
