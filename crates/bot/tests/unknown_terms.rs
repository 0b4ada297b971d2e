//! Tests of words after `/play` and `/setup` that are neither a term nor a person's name: what the
//! bot answers to them.

use adoube_bot::{Block, Language, Reply, UserAction};

use crate::support::Chat;

/// The first words of the answer to one line in a fresh chat.
async fn answer(names: &[&str], language: Language, line: &str) -> String {
    let mut chat = Chat::new(names, 1);
    let event = chat.event("Ada", language, false, UserAction::Line(line.to_owned()));
    match chat.service.handle(&event).await.reply {
        Reply::Public => "posted".to_owned(),
        Reply::Private(notice) => match chat.read(&notice, Some("Ada"), language).blocks.first() {
            Some(Block::Text(text) | Block::Heading(text)) => text.clone(),
            other => panic!("{line}: {other:?}"),
        },
        other => panic!("{line}: {other:?}"),
    }
}

/// Checks that the answers begin so.
async fn begin(language: Language, table: &[(&str, &str)]) {
    for (line, expected) in table {
        let answer = answer(&["Ada", "Bob"], language, line).await;
        assert!(answer.starts_with(expected), "{line}: {answer}");
        assert!(answer.chars().count() < 320, "{line}: {answer}");
    }
}

#[tokio::test]
async fn a_game_that_is_not_played_is_answered_by_those_that_are() {
    let english = [
        ("play atomic", "I do not play Atomic. I play grand, chess, chess960 and schachen;"),
        ("play atomic chess", "I do not play Atomic."),
        ("play Bob white crazyhouse", "I do not play Crazyhouse."),
        ("play king of the hill @Bob", "I do not play King of the Hill."),
        ("play 3check", "I do not play 3-check."),
        ("play three-check 5+3", "I do not play Three-check."),
        ("play AntiChess", "I do not play Antichess."),
        ("play 4-player", "I do not play 4-player."),
        ("setup shogi", "I do not play Shogi."),
    ];
    begin(Language::EN, &english).await;
    let german = [
        (
            "spielen räuberschach",
            "Räuberschach spiele ich nicht. Ich spiele grand, schach, chess960 und schachen;",
        ),
        ("spielen tandem", "Tandem spiele ich nicht."),
        ("aufstellen xiangqi bob", "Xiangqi spiele ich nicht."),
    ];
    begin(Language::of("de"), &german).await;
}

/// Words that everybody uses lead to a game, and never to people who are not there.
#[tokio::test]
async fn words_that_lead_to_a_term_are_nobodys_name() {
    let english = [
        ("play against computer", "posted"),
        ("play computer level 3 chess", "posted"),
        ("play level 3 chess", "posted"),
        ("play chess versus computer", "posted"),
        ("play vs bob", "posted"),
        ("play vs. Bob", "posted"),
        ("challenge bob to chess", "posted"),
        ("play bob as white", "posted"),
        ("play with Bob, chess, as black", "posted"),
        ("play Bob, chess", "posted"),
        ("play bob,chess,white", "posted"),
        ("play a game of chess against Bob please", "posted"),
        ("play bob chess 960", "posted"),
        ("play bob fischer random", "posted"),
        ("play bob variant chess colour white", "posted"),
        ("play bob chess 3d strict", "posted"),
        ("play bob chess timeout strict 3d", "posted"),
        ("play computer 1 grand classic-random 6", "posted"),
        ("play bob grand classic-random 6", "posted"),
        ("setup classic-random 6 level:1", "posted"),
        ("setup classic-random 6 level 1", "posted"),
        ("setup against computer level 2 classic-random 6", "posted"),
        ("setup bob classic-random 6 level:1", "Only the computer has levels."),
        ("setup bob computer classic-random", "You named the computer and a person."),
        ("play bob computer", "You named the computer and a person."),
        ("play computer xyzzy", "I do not know the word “xyzzy” there"),
        ("play computer level 12", "There is no level “12”."),
        ("play bob white black", "“black” is one word too many for colour:"),
        ("play bob chess grand", "“grand” is one word too many for variant:"),
        ("play rated", "Games here are not rated"),
        ("play bob chess unrated", "Games here are not rated"),
        ("play puzzle", "There are no puzzles or lessons here"),
        ("play arena", "There are no tournaments"),
        ("rated", "Games here are not rated"),
        ("elo", "Games here are not rated"),
        ("crazyhouse", "I do not play Crazyhouse."),
        ("blitz", "Games here go on for days"),
        ("5+3", "Games here go on for days"),
        ("puzzle", "There are no puzzles or lessons here"),
        ("load", "I know no command “load”. /help lists"),
        ("save", "I know no command “save”. /help lists"),
        ("tournament", "There are no tournaments"),
    ];
    begin(Language::EN, &english).await;
    let german = [
        ("spielen gegen computer", "posted"),
        ("spielen rechner stufe 3 schach", "posted"),
        ("spielen gegen bob", "posted"),
        ("spielen mit Bob, schach, als weiß", "posted"),
        ("spielen bob schach 960", "posted"),
        ("spielen eine partie schach gegen Bob bitte", "posted"),
        ("spielen bob schach 3t streng", "posted"),
        ("spielen bob weiß schwarz", "„schwarz“ ist für"),
        ("spielen gewertet", "Partien werden hier nicht gewertet"),
        ("turnier", "Turniere, Teams und Simultane gibt es hier nicht"),
    ];
    begin(Language::of("de"), &german).await;
}

/// Whoever is really called so is meant.
#[tokio::test]
async fn a_person_may_be_called_like_such_a_word() {
    let answered = answer(&["Ada", "With"], Language::EN, "play with chess").await;
    assert_eq!(answered, "posted");
    let mut chat = Chat::new(&["Ada", "With"], 1);
    let event = chat.event("Ada", Language::EN, false, UserAction::Line("play with chess".to_owned()));
    chat.service.handle(&event).await;
    let event = chat.event("With", Language::EN, false, UserAction::Line("decline".to_owned()));
    assert_eq!(chat.service.handle(&event).await.reply, Reply::Public, "the challenge was for With alone");
}

#[tokio::test]
async fn a_time_of_faster_games_is_answered_by_those_there_are() {
    let english = [
        ("play Bob 5+3", "Games here go on for days, so “5+3” is no time I can use. 10m gives"),
        ("play blitz", "Games here go on for days"),
        ("play chess 10|0", "Games here go on for days"),
        ("play time:10", "Games here go on for days"),
        ("setup 15+10 Bob", "Games here go on for days"),
        ("play chess 10s", "Games here go on for days"),
        ("play Bob 10 seconds", "Games here go on for days, so “10 seconds” is no time I can use."),
        ("play 2 rapid chess", "Games here go on for days, so “2 rapid” is no time I can use."),
        ("play blitz=3 Bob", "Games here go on for days, so “blitz=3” is no time I can use."),
        ("play Bob blitz", "Games here go on for days, so “blitz” is no time I can use."),
        ("play Bob 5+3s", "Games here go on for days, so “5+3s” is no time I can use."),
    ];
    begin(Language::EN, &english).await;
    let german = [
        ("spielen Bob 5+3", "Partien dauern hier Tage, mit „5+3“ kann ich nichts anfangen. 10m gibt"),
        ("aufstellen schnellschach", "Partien dauern hier Tage"),
    ];
    begin(Language::of("de"), &german).await;
}

#[tokio::test]
async fn a_pace_is_taken_or_it_is_said_what_is_possible() {
    let english = [
        ("play chess 10 minutes", "posted"),
        ("play 10min", "posted"),
        ("play @Bob chess 3d+7d", "posted"),
        ("play Bob 1m", "“1m” is too short: games here need at least 5 minutes per move"),
        ("play Bob 31d", "“31d” is too long: 30 days per move is the most."),
        ("play Bob 1d+9w", "“1d+9w” is too long: 60 days in reserve is the most."),
        ("play Bob pace:5", "“5” tells me no time. For example, 3d gives 3 days per move"),
        ("play Bob timeout:strict", "Without a time limit no time runs out."),
        ("play Bob timeout:strict pace:none", "Without a time limit no time runs out."),
        ("play Bob timeout:strict 1d", "posted"),
    ];
    begin(Language::EN, &english).await;
    let german = [
        ("spielen bob 3 Tage", "posted"),
        ("spielen bob bedenkzeit:3t+7t zeitablauf:streng", "posted"),
        ("spielen bob 1min", "„1min“ ist zu kurz:"),
        ("spielen bob 31t", "„31t“ ist zu lang: Höchstens 30 Tage pro Zug"),
    ];
    begin(Language::of("de"), &german).await;
}

#[tokio::test]
async fn a_word_that_is_nothing_is_answered_by_those_that_are_something() {
    let english = [
        (
            "play xyzzy",
            "I do not know the word “xyzzy” there, and nobody here is called that. Games: grand, chess,",
        ),
        ("play Bob xyzzy", "I do not know the word “xyzzy” there"),
        ("play Bob h", "I do not know the word “h” there"),
        ("play Bob 10x", "I do not know the word “10x” there"),
        ("play Bob 5+3x", "I do not know the word “5+3x” there"),
        ("play Bob 10", "I do not know the word “10” there"),
        ("setup xyzzy", "I do not know the word “xyzzy” there"),
        ("play @xyzzy", "I know nobody called “@xyzzy” here."),
    ];
    begin(Language::EN, &english).await;
    let german = [
        ("spielen xyzzy", "„xyzzy“ kenne ich dort nicht, und niemand hier heißt so. Spiele: grand, schach,"),
        ("aufstellen xyzzy", "„xyzzy“ kenne ich dort nicht"),
    ];
    begin(Language::of("de"), &german).await;
    let typos = [
        (Language::EN, "play ches", "Did you mean “chess”?"),
        (Language::EN, "play Bob shachen", "Did you mean “schachen”?"),
        (Language::EN, "play touch moev", "Did you mean “touch-move”?"),
        (Language::EN, "setup rotatde", "Did you mean “rotate”?"),
        (Language::of("de"), "spielen schwartz", "Meintest du „schwarz“?"),
        (Language::of("de"), "aufstellen duplikat", "Meintest du „duplikate“?"),
    ];
    for (language, line, near) in typos {
        let answer = answer(&["Ada", "Bob"], language, line).await;
        assert!(answer.ends_with(near), "{line}: {answer}");
    }
}

#[tokio::test]
async fn help_after_a_command_is_help_about_it() {
    let english = [
        ("play help", "/play ["),
        ("play ?", "/play ["),
        ("setup help", "/setup ["),
        ("setup hilfe", "/setup ["),
        ("games help", "/games ["),
        ("board hilfe", "/board ["),
        ("move ?", "/move ["),
        ("touch help", "/touch ["),
        ("resign help", "/resign"),
        ("play @help", "I know nobody called “@help” here."),
    ];
    begin(Language::EN, &english).await;
    begin(Language::of("de"), &[("spielen hilfe", "/spielen ["), ("aufstellen help", "/aufstellen [")]).await;
}

#[tokio::test]
async fn who_is_here_under_such_a_name_is_meant() {
    let names = ["Ada", "Blitz", "Atomic", "Help", "Ches"];
    for name in &names[1..] {
        for line in [format!("play {name}"), format!("play @{name} chess")] {
            assert_eq!(answer(&names, Language::EN, &line).await, "posted", "{line}");
        }
    }
}
