//! Tests of `/games due`, the games in which a person is to move: the most urgent one first, and
//! only their own.

use adoube_bot::{Block, ChannelId, Language, Message, Notice, Reply, UserAction};

use crate::support::{Chat, delivered, incoming, person};

const DAY: u64 = 24 * 3600 * 1000;

struct Club {
    chat: Chat,
    events: usize,
}

impl Club {
    fn new() -> Self {
        Self { chat: Chat::new(&["Ada", "Bob", "Eve"], 5), events: 0 }
    }

    async fn says(&mut self, room: &str, name: &str, language: &str, line: &str) -> Reply {
        self.events += 1;
        let event = incoming(
            &format!("test:{}", self.events),
            &ChannelId(format!("test:{room}")),
            name,
            UserAction::Line(line.to_owned()),
        );
        let event = adoube_bot::ChatEvent { language: Language::of(language), ..event };
        self.chat.service.handle(&event).await.reply
    }

    /// A game against Bob in which this person begins.
    async fn begin(&mut self, room: &str, name: &str, pace: &str) {
        self.says(room, name, "en", &format!("play Bob white chess {pace}")).await;
        assert_eq!(self.says(room, "Bob", "en", "accept").await, Reply::Public, "{room} {pace}");
    }

    async fn due(&mut self, name: &str, language: &str) -> (Vec<String>, Vec<Option<String>>) {
        let word = if language == "de" { "partien fällig" } else { "games due" };
        let reply = self.says("hall", name, language, word).await;
        let Reply::Private(notice) = reply else { panic!("{reply:?}") };
        let message = self.chat.read(&notice, Some(name), Language::of(language));
        (texts(&message), places(&message))
    }
}

fn texts(message: &Message) -> Vec<String> {
    let lines = |block: &Block| match block {
        Block::Text(text) => vec![text.clone()],
        Block::Channels(games) => games.iter().map(|game| game.text.clone()).collect(),
        other => panic!("{other:?}"),
    };
    message.blocks.iter().flat_map(lines).collect()
}

fn places(message: &Message) -> Vec<Option<String>> {
    let Some(Block::Channels(games)) = message.blocks.get(1) else { return Vec::new() };
    games.iter().map(|game| game.channel.as_ref().map(|channel| channel.0.clone())).collect()
}

#[tokio::test]
async fn the_most_urgent_game_is_first() {
    let mut club = Club::new();
    assert_eq!(club.due("Ada", "en").await.0, ["You are not to move anywhere. /games lists all your games."]);
    for (room, pace) in [("slow", "pace:7d"), ("free", ""), ("hall", "pace:1d"), ("long", "pace:1d+7d")] {
        club.begin(room, "Ada", pace).await;
    }
    club.begin("others", "Eve", "pace:1h").await;
    club.begin("moved", "Ada", "pace:1h").await;
    assert_eq!(club.says("moved", "Ada", "en", "move e4").await, Reply::Public);
    let (texts, places) = club.due("Ada", "en").await;
    assert!(texts[0].starts_with("It is your turn in 4 games") && texts.len() == 5, "{texts:?}");
    let test = |room: &str| Some(format!("test:{room}"));
    assert_eq!(places, [None, test("slow"), test("long"), test("free")]);
    assert!(
        texts[1].contains("against Bob, Chess; your time ends: ") && texts[1].ends_with(", here"),
        "{texts:?}"
    );
    assert!(texts[4].ends_with("against Bob, Chess"), "{texts:?}");
    let (german, _) = club.due("Bob", "de").await;
    assert!(
        german[0] == "Du bist in 1 Partie am Zug:" && german[1].contains("deine Zeit endet: "),
        "{german:?}"
    );
    // The same for pages, which show the time themselves.
    let playing = club.chat.service.playing(&person("Ada").id, Language::EN).await.expect("memory");
    let rooms: Vec<&str> = playing.iter().map(|game| &game.channel.0["test:".len()..]).collect();
    assert_eq!(rooms, ["hall", "slow", "long", "free", "moved"]);
    let left = |place: usize| playing[place].deadline.map(|at| (at - 1_767_323_045_000) / DAY);
    assert_eq!([left(0), left(1), left(2), left(3), left(4)], [Some(1), Some(7), Some(8), None, None]);
}

#[tokio::test]
async fn many_games_are_counted() {
    let mut club = Club::new();
    for room in 0..23 {
        club.begin(&format!("room{room}"), "Ada", if room % 2 == 0 { "pace:3d" } else { "" }).await;
    }
    let (texts, places) = club.due("Ada", "en").await;
    assert_eq!((texts.len(), places.len()), (22, 20), "{texts:?}");
    assert_eq!(
        (texts[0].as_str(), texts[21].as_str()),
        ("It is your turn in 23 games, the most urgent first:", "There are 3 more.")
    );
    let (german, _) = club.due("Ada", "de").await;
    assert_eq!(german[21], "Dazu kommen noch 3 Partien.");
    assert!(texts[1..=12].iter().all(|line| line.contains("your time ends")), "{texts:?}");
    assert!(texts[13..=20].iter().all(|line| !line.contains("your time ends")), "{texts:?}");
}

#[tokio::test]
async fn a_private_reminder_names_ten_games_with_a_pace_at_most() {
    let mut club = Club::new();
    for (room, pace) in [("hall", "pace:1d"), ("free", "")] {
        club.begin(room, "Ada", pace).await;
    }
    for room in 0..12 {
        club.begin(&format!("room{room}"), "Ada", "pace:7d").await;
    }
    club.says("hall", "Ada", "en", "remind private").await;
    club.chat.clock.pass(DAY - DAY / 8);
    club.chat.service.run_due_jobs().await.expect("memory");
    let posted = delivered(&club.chat.service, &ChannelId("test:hall".to_owned())).await;
    let reminders = posted.iter().filter_map(|delivery| match &delivery.notice {
        Notice::Reminder(reminder) => Some(reminder),
        _ => None,
    });
    let [reminder] = &reminders.collect::<Vec<_>>()[..] else { panic!("{posted:?}") };
    assert_eq!(reminder.games.len(), 10);
    for pair in reminder.games.windows(2) {
        assert!(pair[0].game != pair[1].game && pair[0].deadline <= pair[1].deadline, "{reminder:?}");
    }
}
