//! Tests of the read-only queries of platforms: who plays in a channel, which seats are open, which
//! channels are unused, which games can be looked at. Not here: live boards (`live_board`).

use adoube_bot::{
    Block, ChannelId, ChatEvent, CommunityId, ControlRow, Language, LivePiece, Notice, OpenSeat, PersonId,
    ReaderProfile, RecordedGame, Reply, RunningGame, StartField, UserAction,
};
use adoube_store::Table;

use crate::support::{Chat, channel, person, viewer};

const DAY: u64 = 24 * 60 * 60 * 1000;
const WEEK: u64 = 7 * DAY;

async fn answer(chat: &mut Chat, name: &str, line: &str) -> Reply {
    let event = chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
    chat.service.handle(&event).await.reply
}

async fn says(chat: &mut Chat, name: &str, line: &str) {
    assert_eq!(answer(chat, name, line).await, Reply::Public, "{name} {line}");
}

async fn says_in(chat: &mut Chat, room: &str, name: &str, line: &str) {
    let event = chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
    let event = ChatEvent { channel: room_named(room), ..event };
    assert_eq!(chat.service.handle(&event).await.reply, Reply::Public, "{room} {name} {line}");
}

fn room_named(room: &str) -> ChannelId {
    ChannelId(format!("test:{room}"))
}

fn id(name: &str) -> PersonId {
    person(name).id
}

/// What there is to know of the channel: played, used, at rest; whether Ada, Bob and Cy play, and whether they challenge.
async fn known(chat: &Chat) -> ([bool; 3], [bool; 3], [bool; 3]) {
    let (service, there) = (&chat.service, channel());
    let channel = [
        service.is_played_in(&there).await.expect("a store"),
        service.is_used(&there).await.expect("a store"),
        service.idle_channel_version(&there).await.is_some(),
    ];
    let (mut play, mut challenge) = ([false; 3], [false; 3]);
    for (place, name) in ["Ada", "Bob", "Cy"].into_iter().enumerate() {
        play[place] = service.plays_in(&there, &id(name)).await.expect("a store");
        challenge[place] = service.challenges_in(&there, &id(name)).await.expect("a store");
    }
    (channel, play, challenge)
}

async fn players(chat: &Chat) -> Vec<PersonId> {
    chat.service.players_in(&channel()).await.expect("a store")
}

async fn seat(chat: &Chat, name: &str) -> Option<OpenSeat> {
    chat.service.open_seat(&channel(), &id(name)).await.expect("a store")
}

const NOBODY: [bool; 3] = [false; 3];

#[tokio::test]
async fn a_channel_tells_what_goes_on_in_it() {
    let mut chat = Chat::new(&["Ada", "Bob", "Cy"], 3);
    let at_rest = ([false, false, true], NOBODY, NOBODY);
    assert_eq!(known(&chat).await, at_rest, "nothing was said yet");
    assert_eq!(players(&chat).await, []);
    says(&mut chat, "Ada", "play Bob chess white").await;
    let asked = ([false, true, false], NOBODY, [true, false, false]);
    assert_eq!(known(&chat).await, asked);
    chat.posted().await;
    assert_eq!(known(&chat).await, asked, "what was said is read, and the challenge still waits");
    says(&mut chat, "Bob", "accept").await;
    let played = ([true, true, false], [true, true, false], NOBODY);
    assert_eq!(known(&chat).await, played);
    assert_eq!(players(&chat).await, [id("Ada"), id("Bob")]);
    chat.posted().await;
    assert_eq!(known(&chat).await, played);
    says(&mut chat, "Ada", "draw").await;
    says(&mut chat, "Bob", "draw accept").await;
    assert_eq!(known(&chat).await, ([false; 3], NOBODY, NOBODY), "the last board waits to be posted");
    chat.posted().await;
    assert_eq!(known(&chat).await, at_rest);
    assert_eq!(players(&chat).await, []);
}

#[tokio::test]
async fn what_nobody_answered_in_time_leaves_a_channel_at_rest() {
    let mut chat = Chat::new(&["Ada", "Bob", "Cy"], 3);
    let rest = |(channel, ..): ([bool; 3], [bool; 3], [bool; 3])| channel;
    says(&mut chat, "Ada", "play chess").await;
    chat.posted().await;
    chat.clock.pass(WEEK - 60_000);
    assert_eq!(rest(known(&chat).await), [false, true, false]);
    chat.clock.pass(2 * 60_000);
    assert_eq!(rest(known(&chat).await), [false, false, true]);
    answer(&mut chat, "Bob", "setup free-chosen 6").await;
    assert_eq!(rest(known(&chat).await), [false, false, false], "somebody sets a game up");
    chat.clock.pass(WEEK);
    assert_eq!(rest(known(&chat).await), [false, false, true]);
}

#[tokio::test]
async fn what_is_at_rest_is_so_until_something_changes() {
    let mut chat = Chat::new(&["Ada", "Bob", "Cy"], 3);
    says(&mut chat, "Ada", "play Bob chess").await;
    says(&mut chat, "Ada", "withdraw").await;
    chat.posted().await;
    let before = chat.service.idle_channel_version(&channel()).await.expect("nothing is left");
    assert_eq!(before.table, Table::Channel);
    let kept = chat.store.get(before.table, before.key.as_ref()).await.expect("a store");
    assert_eq!(before.version, kept.map(|row| row.version));
    assert!(before.version.is_some(), "a channel in which something was said is kept");
    says(&mut chat, "Cy", "play chess").await;
    says(&mut chat, "Cy", "withdraw").await;
    chat.posted().await;
    assert_ne!(chat.service.idle_channel_version(&channel()).await, Some(before));
}

#[tokio::test]
async fn a_seat_is_open_while_a_challenge_to_anybody_waits() {
    let mut chat = Chat::new(&["Ada", "Bob", "Cy"], 3);
    says(&mut chat, "Bob", "play Cy chess").await;
    says(&mut chat, "Ada", "play chess white").await;
    assert_eq!(seat(&chat, "Bob").await, None, "that one is for Cy");
    assert_eq!(seat(&chat, "Cy").await, None, "that is nobody's own");
    let posted = chat.posted().await;
    let Some(Notice::Challenge(challenge)) = posted.last() else { panic!("{posted:?}") };
    let open = seat(&chat, "Ada").await.expect("a seat");
    assert_eq!(open.until, challenge.expires_at());
    chat.clock.pass(WEEK + 60_000);
    assert_eq!(seat(&chat, "Ada").await, None, "it is over");
    says(&mut chat, "Ada", "play chess white").await;
    let open = seat(&chat, "Ada").await.expect("a seat");
    let press = chat.event("Cy", Language::EN, false, UserAction::Press { id: open.accept, value: None });
    assert_eq!(chat.service.handle(&press).await.reply, Reply::Public);
    assert_eq!(players(&chat).await, [id("Ada"), id("Cy")]);
    assert_eq!(seat(&chat, "Ada").await, None, "it is taken");
}

#[tokio::test]
async fn whoever_comes_is_told_of_a_game_that_is_not_theirs() {
    let mut chat = Chat::new(&["Ada", "Bob", "Cy"], 3);
    assert_eq!(chat.service.welcome(&channel(), &id("Cy")).await, None);
    says(&mut chat, "Ada", "play Bob grand white").await;
    says(&mut chat, "Bob", "accept").await;
    for name in ["Ada", "Bob"] {
        assert_eq!(chat.service.welcome(&channel(), &id(name)).await, None, "{name}");
    }
    let (words, buttons) = welcomed(&chat).await;
    let start = "Ada (White) and Bob (Black) play Grand Chess here, and you watch.";
    assert!(words.starts_with(start), "{words}");
    assert_eq!(buttons, ["Follow"]);
    answer(&mut chat, "Cy", "follow").await;
    assert_eq!(welcomed(&chat).await, (words, Vec::new()), "who follows is not asked to");
}

/// What Cy reads who comes along, and the buttons for them.
async fn welcomed(chat: &Chat) -> (String, Vec<String>) {
    let told = chat.service.welcome(&channel(), &id("Cy")).await.expect("Cy is told");
    let message = chat.read(&told, Some("Cy"), Language::EN);
    let [Block::Text(words)] = message.blocks.as_slice() else { panic!("{message:?}") };
    let labels = message.rows.iter().flat_map(|row| match row {
        ControlRow::Buttons(buttons) => buttons.iter().map(|button| button.label.clone()).collect(),
        ControlRow::Menu(menu) => vec![menu.label.clone()],
    });
    (words.clone(), labels.collect())
}

#[tokio::test]
async fn the_most_urgent_of_a_persons_games_is_first() {
    let mut chat = Chat::new(&["Ada", "Bob", "Cy"], 3);
    let rooms = [
        ("moved", "Bob", "chess pace:1d"),
        ("free", "Cy", "chess"),
        ("slow", "Bob", "chess960 pace:7d"),
        ("quick", "Cy", "chess pace:1d"),
    ];
    for (room, other, terms) in rooms {
        says_in(&mut chat, room, "Ada", &format!("play {other} white {terms}")).await;
        says_in(&mut chat, room, other, "accept").await;
    }
    says_in(&mut chat, "moved", "Ada", "move e4").await;
    let games = chat.service.playing(&id("Ada"), Language::EN).await.expect("a store");
    let told = |game: &RunningGame| (game.channel.clone(), game.opponent.clone(), game.your_turn);
    let expected =
        [("quick", "Cy", true), ("slow", "Bob", true), ("free", "Cy", true), ("moved", "Bob", false)];
    assert_eq!(
        games.iter().map(told).collect::<Vec<_>>(),
        expected.map(|(room, other, turn)| (room_named(room), other.to_owned(), turn))
    );
    assert_eq!(
        games.iter().map(|game| game.variant.as_str()).collect::<Vec<_>>(),
        ["Chess", "Chess960", "Chess", "Chess"]
    );
    assert_eq!(
        games.iter().map(|game| game.deadline.is_some()).collect::<Vec<_>>(),
        [true, true, false, false]
    );
    let later = games[1].deadline.zip(games[0].deadline).map(|(slow, quick)| slow - quick);
    // Games that begin one after the other are some moments apart.
    assert!(later.is_some_and(|later| later.abs_diff(6 * DAY) < 60_000), "{later:?}");
    let german = Language::of("de");
    assert_eq!(chat.service.playing(&id("Cy"), german).await.expect("a store")[0].variant, "Schach");
}

/// A game of one move, and its id.
async fn recorded(chat: &mut Chat) -> String {
    says(chat, "Ada", "play Bob chess white").await;
    says(chat, "Bob", "accept").await;
    says(chat, "Ada", "move e4").await;
    chat.service.playing(&id("Ada"), Language::EN).await.expect("a store").remove(0).game
}

#[tokio::test]
async fn a_game_is_shown_to_whoever_plays_it_and_to_whoever_is_there() {
    let mut chat = Chat::new(&["Ada", "Bob", "Cy"], 3);
    let game = recorded(&mut chat).await;
    for (who, may) in [("test:ada", true), ("test:cy", true), ("elsewhere:cy", false)] {
        let found = chat.service.recorded(&game, &PersonId(who.to_owned())).await.expect("a store");
        assert_eq!(found.is_some(), may, "{who}");
        let Some((place, replay)) = found else { continue };
        assert_eq!((place, replay.plies.len()), (channel(), 1));
        assert!(replay.board.agreed.is_some());
        assert_eq!(chat.service.played(&replay, &viewer(Some("Cy"), Language::EN)).plies.len(), 1);
    }
    for nothing in ["", "nonsense", "aaaaaa"] {
        assert_eq!(chat.service.recorded(nothing, &id("Ada")).await.expect("a store"), None, "{nothing}");
    }
}

/// The running game of Ada, as Cy steps through it.
async fn stepped_through(chat: &Chat) -> RecordedGame {
    let game = chat.service.playing(&id("Ada"), Language::EN).await.expect("a store").remove(0).game;
    let (_, replay) = chat.service.recorded(&game, &id("Cy")).await.expect("a store").expect("a game");
    chat.service.played(&replay, &viewer(Some("Cy"), Language::EN))
}

#[tokio::test]
async fn a_game_is_stepped_through_with_all_that_each_move_does() {
    let mut chat = Chat::new(&["Ada", "Bob", "Cy"], 3);
    says(&mut chat, "Ada", "play Bob chess white touch-move").await;
    says(&mut chat, "Bob", "accept").await;
    for (name, line) in [("Ada", "e4"), ("Bob", "d5"), ("Ada", "exd5"), ("Bob", "a6"), ("Ada", "Bb5")] {
        says(&mut chat, name, &format!("move {line}")).await;
    }
    let game = stepped_through(&chat).await;
    assert_eq!(game.unseen, None);
    assert!(game.running && game.terms.starts_with("Touch-move: "), "{}", game.terms);
    assert_eq!((game.start.len(), game.endless), (32, false));
    assert_eq!(game.plies.iter().map(|ply| ply.made.ply).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert!(game.plies.iter().all(|ply| ply.window.is_none()), "the board has edges");
    assert_eq!((game.seats.white.captured.as_slice(), game.seats.black.captured.len()), (&["P"][..], 0));
    let place = |piece: &LivePiece| piece.at.clone();
    let [.., taking, _, check] = game.plies.as_slice() else { panic!("{:?}", game.plies) };
    assert_eq!((taking.took.as_slice(), taking.side.as_str()), (&["P"][..], "white"));
    assert_eq!(taking.come.iter().map(place).collect::<Vec<_>>(), ["d5"]);
    assert!(taking.gone.contains(&"e4".to_owned()), "{:?}", taking.gone);
    assert_eq!((taking.marks.last.len(), taking.marks.check.len()), (2, 0));
    assert_eq!(
        (check.marks.check.join(" "), check.marks.checkers.join(" ")),
        ("e8".to_owned(), "b5".to_owned())
    );
}

#[tokio::test]
async fn of_a_game_with_hidden_cards_that_runs_the_moves_alone_are_told() {
    let mut chat = Chat::new(&["Ada", "Bob", "Cy"], 3);
    says(&mut chat, "Ada", "play Bob schachen kings facing white").await;
    says(&mut chat, "Bob", "accept").await;
    for (name, made) in [("Ada", "o3"), ("Bob", "n4"), ("Ada", "n3")] {
        answer(&mut chat, name, &format!("move {made}")).await;
        says(&mut chat, name, "pass").await;
    }
    let game = stepped_through(&chat).await;
    assert!(game.endless);
    assert_eq!(game.plies.iter().map(|ply| ply.made.ply).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(game.unseen.is_some_and(|why| why.contains("its cards are still hidden")));
    let told: Vec<&str> = game.plies.iter().map(|ply| ply.made.says.as_str()).collect();
    assert_eq!(told, ["1. o3", "1… n4", "2. n3"]);
    assert!(game.plies.iter().all(|ply| ply.come.is_empty() && ply.gone.is_empty()), "{:?}", game.plies);
    assert!(game.start.iter().any(|piece| piece.at == "n3"), "as it stands now: {:?}", game.start);
}

#[tokio::test]
async fn a_game_whose_pieces_are_not_chosen_yet_cannot_be_stepped_through() {
    let mut chat = Chat::new(&["Ada", "Bob", "Cy"], 3);
    says(&mut chat, "Ada", "setup free-chosen 2 white Bob send").await;
    says(&mut chat, "Bob", "accept").await;
    let game = chat.service.playing(&id("Ada"), Language::EN).await.expect("a store").remove(0).game;
    assert_eq!(chat.service.recorded(&game, &id("Ada")).await.expect("a store"), None);
}

#[tokio::test]
async fn what_is_usual_in_a_place_stands_in_the_form() {
    let mut chat = Chat::new(&["Ada"], 3);
    let place = CommunityId("test:house".to_owned());
    let mut event =
        chat.event("Ada", Language::EN, true, UserAction::Line("settings server game chess960".to_owned()));
    event.place = Some(place.clone());
    chat.service.handle(&event).await;
    let reading = || ReaderProfile::from(Language::EN);
    let game = |fields: &[StartField]| {
        let mut games = fields.iter().filter(|field| field.is_game);
        games.next().map(|field| field.default)
    };
    let usual = chat.service.start_fields(reading(), None).await;
    let chosen = chat.service.start_fields(reading(), Some(&place)).await;
    assert_eq!(game(&usual), Some(Some("chess")));
    assert_eq!(game(&chosen), Some(Some("chess960")));
    assert_eq!(usual.len(), chosen.len());
}

#[tokio::test]
async fn the_form_has_a_field_for_whatever_can_be_agreed_and_none_for_the_computer() {
    let chat = Chat::new(&["Ada"], 3);
    let fields = chat.service.start_fields(ReaderProfile::from(Language::EN), None).await;
    let told: Vec<_> =
        fields.iter().map(|field| (field.help.key, field.default, field.only_with.as_slice())).collect();
    let expected: [(&str, Option<&str>, &[&str]); 9] = [
        ("opponent", None, &[]),
        ("variant", Some("chess"), &[]),
        ("colour", Some("random"), &[]),
        ("pace", None, &[]),
        ("promotion", Some("captured"), &["grand"]),
        ("kings", Some("rotated"), &["schachen"]),
        ("touch-move", Some("no-touch-move"), &[]),
        ("auto-claim", Some("no-auto-claim"), &[]),
        ("timeout", Some("ask"), &[]),
    ];
    assert_eq!(told, expected);
}

#[tokio::test]
async fn a_refusal_says_which_field_it_is_about() {
    let mut chat = Chat::new(&["Ada", "Bob", "Cy"], 3);
    for (line, key) in [
        ("play Zoe chess", Some("opponent")),
        ("play Bob chess pace:never", Some("pace")),
        ("play Bob chess all", Some("promotion")),
        ("play Bob chess timeout:strict", Some("timeout")),
        ("play Bob chess kings:facing", Some("kings")),
    ] {
        let Reply::Private(notice) = answer(&mut chat, "Ada", line).await else { panic!("{line}") };
        assert_eq!(chat.service.start_field_of(&notice), key, "{line}: {notice:?}");
    }
    let Reply::Private(notice) = answer(&mut chat, "Ada", "resign").await else { panic!() };
    assert_eq!(chat.service.start_field_of(&notice), None);
}
