//! Tests of command lines as people type them, in both languages: which commands they mean.

use adoube_rules::{ArrayKind, ArraySymmetry, DuplicateRule, PieceDialect, PromotionMode, Side, Variant};

use super::{
    board::command::{BOARD, BoardCommand},
    cards::command::VERIFY,
    challenge::command::{ACCEPT, ChallengeCommand, ChallengeRequest, PLAY},
    commands,
    draw::command::{DRAW, DrawCommand},
    end_game::command::{CLAIM, EndGameCommand, RESIGN},
    export::command::{EXPORT, ExportCommand},
    follow::command::FollowCommand,
    games::command::{GAMES, GamesCommand, GamesFilter},
    help::command::{HelpCommand, RulesTopic},
    moves::command::{MOVE, MovesCommand},
    pause::command::PauseCommand,
    pieces::command::PiecesCommand,
    read_command,
    replay::command::ReplayCommand,
    setup::command::{SETUP, SetupCommand, SetupPanelAction, SetupRequest},
    takeback::command::TakebackCommand,
    touch_move::command::{RELEASE, TOUCH, TouchMoveCommand},
    vacation::command::{VACATION, VacationCommand, VacationRequest},
};
use crate::{
    core::{
        command::{
            BoardView, ColourWord, CommandError, CommandSpec, ExportFormat, LINE_LIMIT, OfferAction,
            TimeControlWord,
        },
        game::{DAY, FlagRule, GameId, HOUR, MINUTE, TimeControl, TimeControlError},
    },
    gameplay::feature::Command,
    text::{Lexicon, Translations, parser::parse},
};

fn lexicon() -> Lexicon {
    let wording = Translations::new(&crate::Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
    Lexicon::new(&wording.with_commands(commands()))
}

/// The command that a line means.
fn read(lexicon: &Lexicon, line: &str) -> Result<String, CommandError> {
    let command = read_command(&parse(lexicon, line)?, lexicon)?;
    Ok(format!("{command:?}"))
}

/// A command for comparison.
fn shown(command: &dyn Command) -> String {
    format!("{command:?}")
}

/// Checks a table of lines and commands.
fn mean(table: &[(&str, String)]) {
    let lexicon = lexicon();
    for (line, command) in table {
        assert_eq!(read(&lexicon, line).as_ref(), Ok(command), "{line}");
    }
}

fn play(wanted: ChallengeRequest) -> String {
    shown(&ChallengeCommand::Play(wanted))
}

fn invitation(
    opponent: Option<&str>,
    kind: impl Into<Option<Variant>>,
    colour: Option<Side>,
    promotion: Option<PromotionMode>,
) -> ChallengeRequest {
    let opponent = opponent.map(str::to_owned);
    ChallengeRequest { opponent, kind: kind.into(), colour, promotion, ..ChallengeRequest::default() }
}

#[test]
fn the_words_of_a_challenge_stand_in_any_order() {
    let white = play(invitation(Some("bob"), Variant::Chess, Some(Side::White), None));
    let all = |kind: Option<Variant>| {
        play(invitation(Some("Bob"), kind, Some(Side::Black), Some(PromotionMode::All)))
    };
    let open = play(invitation(None, None, None, None));
    let spaced = play(invitation(Some("Ada Mae Smith"), Variant::Chess960, None, None));
    mean(&[
        ("play", open.clone()),
        ("  spielen  ", open.clone()),
        ("challenge random", open.clone()),
        ("herausfordern zufall", open),
        ("play bob chess white", white.clone()),
        ("play white bob chess", white.clone()),
        ("PLAY Chess WHITE bob", white.clone()),
        ("spielen weiß schach bob", white.clone()),
        ("spielen weiss bob schach", white.clone()),
        ("play variant:chess colour:white opponent:bob", white.clone()),
        ("spielen gegner=bob farbe=weiß spiel=schach", white),
        ("play Bob black all", all(None)),
        ("spielen alle schwarz Bob", all(None)),
        ("spielen umwandlung:jede Bob black grand", all(Some(Variant::Grand))),
        ("play Ada Mae Smith 960", spaced.clone()),
        ("play 960 Ada   Mae Smith", spaced.clone()),
        ("play Ada chess960 Mae Smith", spaced.clone()),
        ("play opponent:Ada Mae Smith 960", spaced),
        ("play opponent:", play(invitation(None, None, None, None))),
        ("play opponent:white", play(invitation(Some("white"), None, None, None))),
        ("play @bob", play(invitation(Some("@bob"), None, None, None))),
        ("play bob:by", play(invitation(Some("bob:by"), None, None, None))),
    ]);
}

fn setup(wish: SetupRequest) -> String {
    shown(&SetupCommand::Setup(Box::new(wish)))
}

#[test]
fn the_words_of_a_set_up_stand_in_any_order_and_language() {
    let nothing = SetupRequest::default;
    let full = || SetupRequest {
        opponent: Some("@bob".to_owned()),
        array: Some(ArrayKind::ClassicRandom),
        extra: Some(5),
        promotion: Some(PromotionMode::All),
        duplicates: Some(DuplicateRule::Allowed),
        symmetry: Some(ArraySymmetry::Rotated),
        lock: Some(3),
        ..nothing()
    };
    let off = || SetupRequest {
        duplicates: Some(DuplicateRule::Forbidden),
        symmetry: Some(ArraySymmetry::Mirrored),
        touch_move: Some(false),
        ..nothing()
    };
    let touch = || SetupRequest { touch_move: Some(true), ..nothing() };
    let step = |step| setup(SetupRequest { step, ..nothing() });
    let array = |array| setup(SetupRequest { array: Some(array), ..nothing() });
    mean(&[
        ("setup", setup(nothing())),
        ("setup pieces: lock:", setup(nothing())),
        ("aufstellen", setup(nothing())),
        ("setup classic-random 5 duplicates rotate promotion:all lock:3 @bob", setup(full())),
        ("setup @bob lock=3 all rotated duplicates pieces:5 classic random", setup(full())),
        ("setup Classic Random 5 duplicates:on rotate:yes promotion:all lock:3 opponent:@bob", setup(full())),
        ("aufstellen klassisch-zufällig 5 duplikate spiegelaufstellung alle sperre:3 @bob", setup(full())),
        ("aufstellen figuren:5 klassisch zufall drehung:an duplikate:ja jede sperre:3 @bob", setup(full())),
        ("setup grand", setup(SetupRequest { variant: Some(Variant::Grand), ..nothing() })),
        ("setup free chosen", array(ArrayKind::FreeChosen)),
        ("aufstellen frei gewählt", array(ArrayKind::FreeChosen)),
        ("setup classic", array(ArrayKind::Classic)),
        ("setup set-up:free-picked", array(ArrayKind::FreeChosen)),
        ("setup array:classic", array(ArrayKind::Classic)),
        ("setup step:send", step(SetupPanelAction::Send)),
        ("setup no-duplicates mirror no-touch-move", setup(off())),
        ("setup duplicates:off rotate:off touch-move:off", setup(off())),
        ("aufstellen duplikate:nein drehung:aus berührt-geführt:aus", setup(off())),
        ("setup touch move", setup(touch())),
        ("setup touch-move:on", setup(touch())),
        ("setup black", setup(SetupRequest { colour: Some(ColourWord::Side(Side::Black)), ..nothing() })),
        ("setup colour:random", setup(SetupRequest { colour: Some(ColourWord::Lot), ..nothing() })),
        ("setup 99999999999999999999", setup(SetupRequest { extra: Some(u64::MAX), ..nothing() })),
        ("setup send", step(SetupPanelAction::Send)),
        ("aufstellen abschicken", step(SetupPanelAction::Send)),
        ("setup again", step(SetupPanelAction::Redraw)),
        ("setup anyone", step(SetupPanelAction::Open)),
        ("setup discard", step(SetupPanelAction::Discard)),
        (
            "setup Ada Mae Smith",
            setup(SetupRequest { opponent: Some("Ada Mae Smith".to_owned()), ..nothing() }),
        ),
        ("pick", shown(&SetupCommand::Pick(None))),
        ("pick Side Mover", shown(&SetupCommand::Pick(Some("Side Mover".to_owned())))),
        ("wählen figur:Nachtreiter", shown(&SetupCommand::Pick(Some("Nachtreiter".to_owned())))),
    ]);
}

#[test]
fn touch_move_is_a_word_of_a_challenge() {
    let with = |touch_move: bool| {
        let plain = invitation(Some("bob"), Variant::Chess, Some(Side::White), None);
        play(ChallengeRequest { touch_move, ..plain })
    };
    mean(&[
        ("play bob chess white touch-move", with(true)),
        ("play touch move white bob chess", with(true)),
        ("spielen bob schach weiß berührt-geführt", with(true)),
        ("spielen bob schach weiß Beruehrt-Gefuehrt", with(true)),
        ("play bob chess white touch-move:yes", with(true)),
        ("spielen bob schach weiß berührt-geführt:ja", with(true)),
        ("play bob chess white touch-move:no", with(false)),
        ("play bob chess white no-touch-move", with(false)),
        ("play bob chess white", with(false)),
    ]);
}

#[test]
fn a_pace_is_typed_in_any_unit_with_or_without_its_name() {
    let with = |pace: Option<TimeControlWord>, time_out| {
        let plain = invitation(Some("bob"), Variant::Chess, Some(Side::White), None);
        play(ChallengeRequest { pace, time_out, ..plain })
    };
    let pace = |per_move, reserve| TimeControl::new(per_move, reserve).ok().map(TimeControlWord::Pace);
    let week = || with(pace(3 * DAY, 7 * DAY), None);
    mean(&[
        ("play bob chess white 3d+7d", week()),
        ("play 3d+7d bob chess white", week()),
        ("play pace:3d+1w bob chess white", week()),
        ("play bob chess white pace: 3 days + 7 days", week()),
        ("play bob 3 days + 7 days chess white", week()),
        ("spielen bob bedenkzeit:3t+7t schach weiß", week()),
        ("spielen bob Tempo=3T+1W schach weiß", week()),
        ("spielen 3 Tage + 7 Tage bob schach weiß", week()),
        ("play bob chess white 0+84h", with(pace(0, 84 * HOUR), None)),
        ("play bob chess white 10 minutes", with(pace(10 * MINUTE, 0), None)),
        ("play bob chess white pace:none", with(Some(TimeControlWord::None), None)),
        ("spielen bob schach weiß bedenkzeit:unbegrenzt", with(Some(TimeControlWord::None), None)),
        ("play bob chess white 1d timeout:strict", with(pace(DAY, 0), Some(FlagRule::Strict))),
        ("spielen bob schach weiß 1t zeitablauf:fragen", with(pace(DAY, 0), Some(FlagRule::Ask))),
        ("play bob chess white pace:", with(None, None)),
        // It could be a person's name.
        ("play @Ask", play(invitation(Some("@Ask"), None, None, None))),
        ("setup 5 days", setup(SetupRequest { pace: pace(5 * DAY, 0), ..SetupRequest::default() })),
        (
            "setup 5 3d+7d timeout:strict",
            setup(SetupRequest {
                extra: Some(5),
                pace: pace(3 * DAY, 7 * DAY),
                time_out: Some(FlagRule::Strict),
                ..SetupRequest::default()
            }),
        ),
    ]);
}

#[test]
fn a_length_is_typed_in_any_unit_with_or_without_its_name() {
    let away = |millis| shown(&VacationCommand::Vacation(VacationRequest::Begin(millis)));
    mean(&[
        ("vacation 10d", away(10 * DAY)),
        ("vacation 10", away(10 * DAY)),
        ("vacation length:10d", away(10 * DAY)),
        ("vacation length: 10 days", away(10 * DAY)),
        ("vacation length: 10", away(10 * DAY)),
        ("urlaub dauer:2 Wochen", away(14 * DAY)),
        ("vacation", shown(&VacationCommand::Vacation(VacationRequest::Look))),
        ("vacation end", shown(&VacationCommand::Vacation(VacationRequest::End))),
        ("vacation return:end", shown(&VacationCommand::Vacation(VacationRequest::End))),
        // The settings command leads to vacations.
        ("settings vacation 10d", away(10 * DAY)),
        ("pause 3 days", shown(&PauseCommand::Pause(OfferAction::Offer, Some(3 * DAY)))),
        ("pause length:3d offer", shown(&PauseCommand::Pause(OfferAction::Offer, Some(3 * DAY)))),
    ]);
}

#[test]
fn squares_are_touched_in_the_order_named() {
    let squares = |names: &[&str]| names.iter().filter_map(|name| name.parse().ok()).collect();
    mean(&[
        ("touch e2", shown(&TouchMoveCommand::Touch(squares(&["e2"])))),
        ("berühren E2,d7", shown(&TouchMoveCommand::Touch(squares(&["e2", "d7"])))),
        ("touch squares:h1 e1 j10", shown(&TouchMoveCommand::Touch(squares(&["h1", "e1", "j10"])))),
        ("release", shown(&TouchMoveCommand::Release(Vec::new()))),
        ("freigeben e2; d7", shown(&TouchMoveCommand::Release(squares(&["e2", "d7"])))),
    ]);
}

#[test]
fn commands_have_names_in_both_languages() {
    mean(&[
        ("accept", shown(&ChallengeCommand::Accept)),
        ("annehmen", shown(&ChallengeCommand::Accept)),
        ("ablehnen", shown(&ChallengeCommand::Decline)),
        ("zurueckziehen", shown(&ChallengeCommand::Withdraw)),
        ("resign", shown(&EndGameCommand::Resign)),
        ("Aufgeben", shown(&EndGameCommand::Resign)),
        ("claim", shown(&EndGameCommand::Claim(None))),
        ("reklamieren", shown(&EndGameCommand::Claim(None))),
        ("claim Ng8", shown(&EndGameCommand::Claim(Some("Ng8".to_owned())))),
        ("reklamieren zug:Springer g8", shown(&EndGameCommand::Claim(Some("Springer g8".to_owned())))),
        ("abort", shown(&EndGameCommand::Abort)),
        ("abbrechen", shown(&EndGameCommand::Abort)),
        ("draw", shown(&DrawCommand(OfferAction::Offer))),
        ("draw yes", shown(&DrawCommand(OfferAction::Accept))),
        ("remis nein", shown(&DrawCommand(OfferAction::Decline))),
        ("takeback accept", shown(&TakebackCommand(OfferAction::Accept))),
        ("rücknahme ablehnen", shown(&TakebackCommand(OfferAction::Decline))),
        ("zurücknehmen ja", shown(&TakebackCommand(OfferAction::Accept))),
        ("undo", shown(&TakebackCommand(OfferAction::Offer))),
        ("board", shown(&BoardCommand(BoardView::Plain))),
        ("b flip", shown(&BoardCommand(BoardView::Flipped))),
        ("brett tipps", shown(&BoardCommand(BoardView::Hints))),
        ("board movable", shown(&BoardCommand(BoardView::Hints))),
        ("brett zugfähig", shown(&BoardCommand(BoardView::Hints))),
        ("brett ansicht:text", shown(&BoardCommand(BoardView::Text))),
        ("board words", shown(&BoardCommand(BoardView::Words))),
        ("brett worte", shown(&BoardCommand(BoardView::Words))),
        ("rules", shown(&HelpCommand::Rules(RulesTopic::Game(None)))),
        ("regeln schach", shown(&HelpCommand::Rules(RulesTopic::Game(Some(Variant::Chess))))),
        ("rules touch-move", shown(&HelpCommand::Rules(RulesTopic::TouchMove))),
        ("regeln berührt", shown(&HelpCommand::Rules(RulesTopic::TouchMove))),
        ("help", shown(&HelpCommand::Help(None))),
        ("?", shown(&HelpCommand::Help(None))),
        ("help /zug", shown(&HelpCommand::Help(Some(&MOVE)))),
        ("hilfe play", shown(&HelpCommand::Help(Some(&PLAY)))),
        ("hilfe prüfen", shown(&HelpCommand::Help(Some(&VERIFY)))),
        ("help words", shown(&HelpCommand::Glossary(None))),
        ("hilfe wörter", shown(&HelpCommand::Glossary(None))),
        ("help touch-move", shown(&HelpCommand::Glossary(Some("touch-move")))),
        ("help Touch move", shown(&HelpCommand::Glossary(Some("touch-move")))),
        ("hilfe Berührt – geführt", shown(&HelpCommand::Glossary(Some("touch-move")))),
        ("help command:e.p.", shown(&HelpCommand::Glossary(Some("en-passant")))),
        ("hilfe im Vorbeigehen", shown(&HelpCommand::Glossary(Some("en-passant")))),
        ("help hints", shown(&HelpCommand::Glossary(Some("movable")))),
        // A command of that name goes first; its help explains the term as well.
        ("help touch", shown(&HelpCommand::Help(Some(&TOUCH)))),
        ("hilfe reklamieren", shown(&HelpCommand::Help(Some(&CLAIM)))),
        ("help check", shown(&HelpCommand::Check)),
        ("help command:check", shown(&HelpCommand::Check)),
        ("hilfe Selbsttest", shown(&HelpCommand::Check)),
        ("? befehl:test", shown(&HelpCommand::Check)),
    ]);
}

#[test]
fn some_commands_take_the_rest_of_the_line() {
    let text = |text: &str| Some(text.to_owned());
    let id = || GameId::parse("k7f2mq");
    mean(&[
        ("move", shown(&MovesCommand::Move(None))),
        ("move Nf3", shown(&MovesCommand::Move(text("Nf3")))),
        ("zug Springer f3", shown(&MovesCommand::Move(text("Springer f3")))),
        ("m e8=Q", shown(&MovesCommand::Move(text("e8=Q")))),
        ("move move:e4", shown(&MovesCommand::Move(text("e4")))),
        ("moves", shown(&MovesCommand::List(None))),
        ("züge Modern Elephant", shown(&MovesCommand::List(text("Modern Elephant")))),
        ("piece", shown(&PiecesCommand::Explain(None))),
        ("figuren", shown(&PiecesCommand::List)),
        ("folgen", shown(&FollowCommand::Follow)),
        ("unfollow", shown(&FollowCommand::Unfollow)),
        ("piece Side Mover", shown(&PiecesCommand::Explain(Some("Side Mover".to_owned())))),
        ("piece vacation", shown(&PiecesCommand::Explain(Some("vacation".to_owned())))),
        ("figur figur:Turm", shown(&PiecesCommand::Explain(Some("Turm".to_owned())))),
        ("games", shown(&GamesCommand::List(GamesFilter::Mine, None))),
        ("partien meine", shown(&GamesCommand::List(GamesFilter::Mine, None))),
        ("partien hier", shown(&GamesCommand::List(GamesFilter::Here, None))),
        ("games Dée Dée", shown(&GamesCommand::List(GamesFilter::Of("Dée Dée".to_owned()), None))),
        ("games limit:20", shown(&GamesCommand::List(GamesFilter::Mine, Some(20)))),
        ("games due limit 1", shown(&GamesCommand::List(GamesFilter::Due, Some(1)))),
        ("partien anzahl: 50 hier", shown(&GamesCommand::List(GamesFilter::Here, Some(50)))),
        (
            "games Dée limit=3  Dée",
            shown(&GamesCommand::List(GamesFilter::Of("Dée Dée".to_owned()), Some(3))),
        ),
        (
            "games owner:Dée Dée limit:3",
            shown(&GamesCommand::List(GamesFilter::Of("Dée Dée".to_owned()), Some(3))),
        ),
        ("games limit:", shown(&GamesCommand::List(GamesFilter::Mine, None))),
        // It could be a person's name.
        ("games limit", shown(&GamesCommand::List(GamesFilter::Of("limit".to_owned()), None))),
        ("games Bob limit", shown(&GamesCommand::List(GamesFilter::Of("Bob limit".to_owned()), None))),
        ("games limit bob", shown(&GamesCommand::List(GamesFilter::Of("limit bob".to_owned()), None))),
        ("games 20", shown(&GamesCommand::List(GamesFilter::Of("20".to_owned()), None))),
        ("game", shown(&GamesCommand::Show(None))),
        ("partie #K7F2MQ", shown(&GamesCommand::Show(id()))),
        ("export", shown(&ExportCommand(ExportFormat::Pgn, None, None))),
        ("export gif", shown(&ExportCommand(ExportFormat::Gif, None, None))),
        ("exportieren k7f2mq json", shown(&ExportCommand(ExportFormat::Json, id(), None))),
        ("replay", shown(&ReplayCommand::Replay(None))),
        ("nachspielen k7f2mq", shown(&ReplayCommand::Replay(id()))),
        ("export k7f2mq fen", shown(&ExportCommand(ExportFormat::Fen, id(), None))),
        (
            "export pgn fairy",
            shown(&ExportCommand(ExportFormat::Pgn, None, Some(PieceDialect::FairyStockfish))),
        ),
        (
            "export letters:pychess fen",
            shown(&ExportCommand(ExportFormat::Fen, None, Some(PieceDialect::FairyStockfish))),
        ),
        (
            "exportieren buchstaben:eigene",
            shown(&ExportCommand(ExportFormat::Pgn, None, Some(PieceDialect::Own))),
        ),
        ("exportieren fen k7f2mq", shown(&ExportCommand(ExportFormat::Fen, id(), None))),
    ]);
}

#[test]
fn what_is_wrong_is_named() {
    let unknown_word = |command: &'static CommandSpec, word: &str| CommandError::UnknownWord {
        command,
        word: word.to_owned(),
    };
    let unknown = |word: &str, nearest| CommandError::UnknownCommand { word: word.to_owned(), nearest };
    let unknown_topic = |word: &str, nearest: Option<&str>| CommandError::UnknownTopic {
        word: word.to_owned(),
        nearest: nearest.map(str::to_owned),
    };
    let table = [
        ("", CommandError::Empty),
        (" \t\u{3000} ", CommandError::Empty),
        ("plya bob", unknown("plya", Some(&PLAY))),
        ("aufgebn", unknown("aufgebn", Some(&RESIGN))),
        ("xyzzy", unknown("xyzzy", None)),
        ("help xyzzy", unknown_topic("xyzzy", None)),
        ("help resing", unknown_topic("resing", Some("resign"))),
        ("hilfe berürt-geführt", unknown_topic("berürt-geführt", Some("berührt-geführt"))),
        ("accept it", unknown_word(&ACCEPT, "it")),
        ("board sideways", unknown_word(&BOARD, "sideways")),
        ("board flip flip", unknown_word(&BOARD, "flip")),
        ("board view:sideways", unknown_word(&BOARD, "view:sideways")),
        ("board colour:white", unknown_word(&BOARD, "colour:white")),
        ("play variant:chess variant:grand", unknown_word(&PLAY, "variant:grand")),
        ("game twelve", CommandError::UnknownGame { word: "twelve".to_owned() }),
        ("replay game:kez481", CommandError::UnknownGame { word: "kez481".to_owned() }),
        ("export kez481", CommandError::UnknownGame { word: "kez481".to_owned() }),
        ("export pgnn", unknown_word(&EXPORT, "pgnn")),
        ("export pgn4", unknown_word(&EXPORT, "pgn4")),
        ("board kez481", CommandError::UnknownGame { word: "kez481".to_owned() }),
        ("games limit:51", unknown_word(&GAMES, "limit:51")),
        ("games here limit:0", unknown_word(&GAMES, "limit:0")),
        ("partien anzahl:viele", unknown_word(&GAMES, "anzahl:viele")),
        ("games limit:2 limit:3", unknown_word(&GAMES, "limit:3")),
        ("setup lock:three", unknown_word(&SETUP, "lock:three")),
        ("setup pieces:-3", unknown_word(&SETUP, "pieces:-3")),
        ("setup duplicates:maybe", unknown_word(&SETUP, "duplicates:maybe")),
        ("setup 5 pieces:6", unknown_word(&SETUP, "pieces:6")),
        ("draw maybe", unknown_word(&DRAW, "maybe")),
        ("touch", CommandError::Missing { command: &TOUCH, option: "squares" }),
        ("touch ,", CommandError::Missing { command: &TOUCH, option: "squares" }),
        ("touch e2 knight", unknown_word(&TOUCH, "knight")),
        ("release everything", unknown_word(&RELEASE, "everything")),
        ("vacation length:soon", unknown_word(&VACATION, "length:soon")),
        ("vacation return:3", unknown_word(&VACATION, "return:3")),
        // A duration has at most four words.
        ("vacation 1 week 2 days 3h", unknown_word(&VACATION, "3h")),
    ];
    let table = table.into_iter().chain(no_paces());
    let lexicon = lexicon();
    for (line, error) in table {
        assert_eq!(read(&lexicon, line), Err(error), "{line:?}");
    }
}

/// Invalid times, and times out of bounds.
fn no_paces() -> Vec<(&'static str, CommandError)> {
    let wrong = |word: &str, why| CommandError::NoSuchPace { word: word.to_owned(), why };
    vec![
        ("play pace:fast", wrong("fast", None)),
        ("play pace: fast bob", wrong("fast", None)),
        ("play pace:5+3", wrong("5+3", None)),
        ("play pace:3", wrong("3", None)),
        ("play bob 1m", wrong("1m", Some(TimeControlError::TooShort))),
        ("play bob pace:31d", wrong("31d", Some(TimeControlError::MoveTooLong))),
        ("spielen bob 1t+61t", wrong("1t+61t", Some(TimeControlError::ReserveTooLarge))),
        ("play 3d pace:4d", CommandError::UnknownWord { command: &PLAY, word: "pace:4d".to_owned() }),
    ]
}

#[test]
fn lines_have_a_limit_in_characters() {
    let lexicon = lexicon();
    let longest = format!("piece {}", "ü".repeat(LINE_LIMIT - 6));
    assert!(read(&lexicon, &longest).is_ok());
    assert_eq!(read(&lexicon, &(longest + "ü")), Err(CommandError::TooLong));
}

#[test]
fn the_keys_of_commands_and_options_are_understood_in_every_language() {
    let lexicon = lexicon();
    for spec in commands().iter() {
        assert_eq!(lexicon.command(spec.name), Some(spec), "{}", spec.name);
        for option in spec.options {
            assert_eq!(lexicon.option(option.name), Some(option.name), "{} {}", spec.name, option.name);
        }
    }
}

#[test]
fn a_level_counts_behind_the_computer_or_its_own_name() {
    let level = |level| adoube_engine::StrengthLevel::new(level);
    let against = |opponent: Option<&str>, computer, level| {
        play(ChallengeRequest {
            opponent: opponent.map(str::to_owned),
            computer,
            level,
            kind: Some(Variant::Chess),
            ..ChallengeRequest::default()
        })
    };
    let table = [
        ("play computer chess", against(None, true, None)),
        ("play computer 3 chess", against(None, true, level(3))),
        ("play chess computer 10", against(None, true, level(10))),
        ("spielen rechner stufe:4 schach", against(None, true, level(4))),
        ("play level:4 chess", against(None, false, level(4))),
        ("play computer level 4 chess", against(None, true, level(4))),
        ("play level 4, chess", against(None, false, level(4))),
        ("spielen rechner stufe 4 schach", against(None, true, level(4))),
        ("play against:computer level:4 chess", against(None, true, level(4))),
        // It could be a person's name.
        ("play player 3 chess", against(Some("player 3"), false, None)),
        ("play 3 chess", against(Some("3"), false, None)),
        ("play level:4 computer 3 chess", against(Some("3"), true, level(4))),
    ];
    for (line, command) in table {
        assert_eq!(read(&lexicon(), line), Ok(command), "{line}");
    }
}

#[test]
fn words_of_commands_that_take_people_are_nobodys_name() {
    let lexicon = lexicon();
    let words = lexicon.words_for_people();
    for (word, is_taken) in [
        ("white", true),
        ("schwarz", true),
        ("chess960", true),
        ("computer", true),
        ("hier", true),
        ("flip", false),
        ("ada", false),
        ("", false),
    ] {
        assert_eq!(words.contains(&word), is_taken, "{word}: {words:?}");
    }
}
