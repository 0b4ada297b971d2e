//! Tests of `/settings`: people choose for all their games, moderators for a server or a room; by
//! words and by buttons, in both languages, and a choice has its effect everywhere.

use std::sync::Arc;

use adoube_bot::{
    Block, ChannelId, ChatEvent, CommunityId, ControlRow, Decision, Language, Menu, Message, Notice, Person,
    PersonId, ReaderProfile, Reply, ThreadPolicy, UserAction, Viewer,
};
use adoube_store::{Key, KeyRange, Store};

use crate::support::{self, Chat, channel, conflicting_store::Overtaking, person};

const DE: Language = Language::of("de");

struct Table {
    chat: Chat,
}

impl Table {
    fn new() -> Self {
        Self { chat: Chat::new(&["Ada", "Bob", "Cy"], 7) }
    }

    /// Somebody does something, in English, on a server.
    async fn does(&mut self, name: &str, moderator: bool, action: UserAction) -> Decision {
        let event = self.chat.event(name, Language::EN, moderator, action);
        self.chat.service.handle(&ChatEvent { place: Some(server()), ..event }).await
    }

    async fn says(&mut self, name: &str, line: &str) -> Message {
        let decision = self.does(name, false, UserAction::Line(line.to_owned())).await;
        self.shown(name, decision)
    }

    async fn moderates(&mut self, line: &str) -> Message {
        let decision = self.does("Mod", true, UserAction::Line(line.to_owned())).await;
        self.shown("Mod", decision)
    }

    async fn presses(&mut self, name: &str, moderator: bool, id: &str, value: Option<&str>) -> Message {
        let action = UserAction::Press { id: id.to_owned(), value: value.map(str::to_owned) };
        let decision = self.does(name, moderator, action).await;
        self.shown(name, decision)
    }

    fn shown(&self, name: &str, decision: Decision) -> Message {
        let (Reply::Private(notice) | Reply::Replace(notice)) = decision.reply else {
            panic!("nothing is said to {name}")
        };
        self.read(name, &notice, decision.reading)
    }

    fn read(&self, name: &str, notice: &Notice, ReaderProfile { language, taste }: ReaderProfile) -> Message {
        let hearing = adoube_bot::MessageAccess::Everything;
        let viewer = Viewer { person: Some(person(name).id), language, hearing, taste };
        self.chat.service.present(notice, &viewer)
    }

    async fn reading(&self, name: &str) -> ReaderProfile {
        self.chat.service.reading(&person(name).id, Language::EN).await
    }
}

fn server() -> CommunityId {
    CommunityId("test:guild/1".to_owned())
}

fn text(message: &Message) -> String {
    let blocks = message.blocks.iter().map(|block| match block {
        Block::Heading(text) | Block::Text(text) | Block::Code(text) => text.clone(),
        Block::List(lines) => lines.join("\n"),
        Block::Channels(items) => items
            .iter()
            .filter_map(|item| Some(item.channel.as_ref()?.0.clone()))
            .collect::<Vec<_>>()
            .join("\n"),
    });
    blocks.collect::<Vec<_>>().join("\n")
}

fn menus(message: &Message) -> Vec<&Menu> {
    fn menu(row: &ControlRow) -> Option<&Menu> {
        match row {
            ControlRow::Menu(menu) => Some(menu),
            ControlRow::Buttons(_) => None,
        }
    }
    message.rows.iter().filter_map(menu).collect()
}

fn buttons(message: &Message) -> Vec<&str> {
    let buttons = message.rows.iter().flat_map(|row| match row {
        ControlRow::Buttons(buttons) => buttons.as_slice(),
        ControlRow::Menu(_) => &[],
    });
    buttons.map(|button| button.id.as_str()).collect()
}

#[tokio::test]
async fn every_setting_is_chosen_by_words_of_both_languages() {
    for (line, told) in [
        ("settings language german", "Gespeichert. Sprache: Deutsch"),
        ("settings language deutsch", "Gespeichert. Sprache: Deutsch"),
        ("settings language:de", "Gespeichert. Sprache: Deutsch"),
        ("einstellungen sprache englisch", "Saved. Language: English"),
        ("settings german", "Gespeichert. Sprache: Deutsch"),
        ("settings language auto", "Saved. Language: automatic"),
        ("settings theme slate", "Saved. Board style: Slate"),
        ("einstellungen farben schiefer", "Saved. Board style: Slate"),
        ("settings theme default", "Saved. Board style: automatic"),
        ("settings letters english", "Saved. Piece letters: English (N for the Knight)"),
        ("settings letters own", "Saved. Piece letters: those of my language"),
        ("settings letters default", "Saved. Piece letters: those of my language"),
        ("settings letters en", "Saved. Piece letters: English (N for the Knight)"),
        ("settings letters deutsch", "Saved. Piece letters: Deutsch"),
        (
            "settings letters fairy-stockfish",
            "Saved. Piece letters: as in Fairy-Stockfish and PyChess (A Cardinal, C Marshal)",
        ),
        (
            "einstellungen buchstaben pychess",
            "Saved. Piece letters: as in Fairy-Stockfish and PyChess (A Cardinal, C Marshal)",
        ),
        ("settings hints on", "Saved. Show movable pieces: on"),
        ("settings movable off", "Saved. Show movable pieces: off"),
        ("settings words on", "Saved. Boards in words too: on"),
        ("einstellungen worte aus", "Saved. Boards in words too: off"),
        ("settings reminders private", "Saved. Reminders: in private"),
        ("settings reminders here", "Saved. Reminders: where the game is"),
        ("einstellungen erinnerungen aus", "Saved. Reminders: none"),
        ("settings protection off", "Saved. Vacation protects from losing on time: off"),
        ("settings protection an", "Saved. Vacation protects from losing on time: on"),
    ] {
        let said = Table::new().says("Ada", line).await;
        assert_eq!(text(&said), told, "{line}");
        assert_eq!(buttons(&said), ["settings.own"], "{line}");
    }
}

#[tokio::test]
async fn every_setting_is_chosen_by_a_button_or_a_menu() {
    let mut table = Table::new();
    let page = table.says("Ada", "settings").await;
    assert!(page.rows.len() <= 5 && text(&page).contains("Language: automatic"), "{}", text(&page));
    let ids: Vec<&str> = menus(&page).iter().map(|menu| menu.id.as_str()).collect();
    assert_eq!(ids, ["settings.language", "settings.theme", "settings.reminders"]);
    assert_eq!(
        buttons(&page),
        [
            "settings.letters.english",
            "settings.hints.on",
            "settings.protection.off",
            "settings.challengers.nobody"
        ]
    );
    for (id, value, told) in [
        ("settings.theme", Some("contrast"), "Board style: High contrast"),
        ("settings.theme", Some("auto"), "Board style: automatic"),
        ("settings.reminders", Some("private"), "Reminders: in private"),
        ("settings.letters.english", None, "Piece letters: English (N for the Knight)"),
        ("settings.letters.fairy-stockfish", None, "Piece letters: as in Fairy-Stockfish and PyChess"),
        ("settings.letters.own", None, "Piece letters: those of my language"),
        ("settings.letters.english", None, "Piece letters: English (N for the Knight)"),
        ("settings.hints.on", None, "Show movable pieces: on"),
        ("settings.protection.off", None, "Vacation protects from losing on time: off"),
        ("settings.language", Some("de"), "Sprache: Deutsch"),
        ("settings.language", Some("auto"), "Language: automatic"),
    ] {
        let page = table.presses("Ada", false, id, value).await;
        assert!(text(&page).contains(told), "{id}: {}", text(&page));
    }
    // Pressed again, or after a restart, it means the same.
    let again = table.presses("Ada", false, "settings.hints.on", None).await;
    assert!(text(&again).contains("Show movable pieces: on"));
    for (id, value) in
        [("settings.language", Some("xx")), ("settings.theme", None), ("settings.pace", Some("1s"))]
    {
        let said = table.presses("Ada", true, id, value).await;
        assert!(!text(&said).contains("settings"), "{id}: {}", text(&said));
    }
    assert_eq!(table.reading("Bob").await, Language::EN.into(), "nobody else's");
}

#[tokio::test]
async fn what_is_wrong_says_what_to_do() {
    let mut table = Table::new();
    for (line, told) in [
        ("settings language klingon", "You can say: English, Deutsch, auto"),
        ("settings theme pink", "You can say: wood, slate, contrast, print, auto"),
        ("settings reminders 7", "You can say: here, private, off"),
        ("settings server pace 3d+7d", "Only moderators of this server"),
        ("settings server", "Only moderators of this server"),
    ] {
        let said = text(&table.says("Ada", line).await);
        assert!(said.contains(told), "{line}: {said}");
    }
    for (line, told) in [
        ("settings server idle 3", "You can say: 7-365, never"),
        ("settings server pace 1m", "5 minutes"),
        ("settings server threads maybe", "You can say: always, busy, never"),
    ] {
        let said = text(&table.moderates(line).await);
        assert!(said.contains(told), "{line}: {said}");
    }
    // Of what every setting may be it has to be said which one is meant.
    let said = text(&table.says("Ada", "settings auto").await);
    assert!(!said.contains("Saved"), "{said}");
    // Where two talk alone there is nothing to moderate.
    let event = table.chat.event("Ada", Language::EN, true, UserAction::Line("settings server".to_owned()));
    let decision = table.chat.service.handle(&event).await;
    assert!(text(&table.shown("Ada", decision)).contains("just the two of us"));
}

#[tokio::test]
async fn servers_have_settings_of_their_own() {
    let mut table = Table::new();
    for (line, told) in [
        ("settings server game schachen", "Saved. Game when none is named: Schachen"),
        ("settings server game default", "Saved. Game when none is named: Chess"),
        ("settings server game grand chess", "Saved. Game when none is named: Grand Chess"),
        ("settings server game chess", "Saved. Game when none is named: Chess"),
        ("settings server pace 3d+7d", "3 days per move and 7 days in reserve"),
        ("settings server pace none", "no time limit"),
        ("settings server pace 10m", "10 min per move"),
        ("settings server pace default", "no time limit"),
        ("einstellungen server bedenkzeit 2t", "2 days per move"),
        ("settings server timeout strict", "Saved. When time runs out: "),
        ("settings server timeout default", "Saved. When time runs out: "),
        ("settings server threads always", "Saved. Threads for games: always"),
        ("settings server threads default", "Saved. Threads for games: "),
        ("settings server reminders off", "Saved. Reminders here: off"),
        ("settings server idle 14", "ended after 14 days"),
        ("settings server idle default", "ended after 60 days"),
        ("settings server idle 2 weeks", "ended after 14 days"),
        ("settings server idle never", "never ends by itself"),
        ("settings server channels here", "in 1 channel only"),
    ] {
        let said = text(&table.moderates(line).await);
        assert!(said.contains(told), "{line}: {said}");
    }
    for (line, lists) in [("channels here", true), ("game chess", false)] {
        let said = table.moderates(&format!("settings server {line}")).await;
        let listed = said.blocks.iter().any(|block| matches!(block, Block::Channels(_)));
        assert_eq!(listed, lists, "{line}: {said:?}");
    }
    let everywhere = |page: &Message| buttons(page).contains(&"settings.everywhere");
    assert!(everywhere(&table.moderates("settings server").await));
    assert!(!everywhere(&Table::new().moderates("settings server").await), "it is so already");
    let page = table.moderates("settings server").await;
    assert!(page.rows.len() <= 5, "{} rows", page.rows.len());
    assert!(text(&page).contains("Chess") && text(&page).contains("test:lobby"), "{}", text(&page));
    let own = table.moderates("settings").await;
    assert!(buttons(&own).contains(&"settings.place"));
    assert!(!buttons(&table.says("Ada", "settings").await).contains(&"settings.place"));
    let refused = table.presses("Ada", false, "settings.place", None).await;
    assert!(text(&refused).contains("Only moderators"));
    for (id, value, told) in [
        ("settings.game", Some("schachen"), "Game when none is named: Schachen"),
        ("settings.game", Some("auto"), "Game when none is named: Chess"),
        ("settings.other", Some("view.white"), "Boards for everyone: seen by White"),
        ("settings.other", Some("view.mover"), "Boards for everyone: seen by the side to move"),
        ("settings.pace", Some("none"), "no time limit"),
        ("settings.pace", Some("5d"), "5 days per move"),
        ("settings.idle", Some("never"), "never ends"),
        ("settings.other", Some("threads.never"), "Threads for games: never"),
        ("settings.other", Some("timeout.ask"), "When time runs out"),
        ("settings.remind.on", None, "Reminders here: on"),
        ("settings.disallow", None, "in every channel"),
        ("settings.allow", None, "in 1 channel only"),
        ("settings.everywhere", None, "in every channel"),
    ] {
        let page = table.presses("Mod", true, id, value).await;
        assert!(text(&page).contains(told), "{id}: {}", text(&page));
    }
    // The button is for what is not so now.
    for (pressed, next) in [("off", "on"), ("on", "off")] {
        let page = table.presses("Mod", true, &format!("settings.remind.{pressed}"), None).await;
        assert!(buttons(&page).contains(&format!("settings.remind.{next}").as_str()), "{page:?}");
    }
}

#[tokio::test]
async fn what_a_server_chose_counts_where_games_begin() {
    let mut table = Table::new();
    for line in ["game chess", "pace 3d+7d", "timeout strict", "idle 14", "channels here"] {
        table.moderates(&format!("settings server {line}")).await;
    }
    let elsewhere = ChannelId("test:elsewhere".to_owned());
    let event = table.chat.event("Ada", Language::EN, false, UserAction::Line("play bob".to_owned()));
    let event = ChatEvent { place: Some(server()), channel: elsewhere.clone(), ..event };
    let decision = table.chat.service.handle(&event).await;
    let said = table.shown("Ada", decision);
    assert!(text(&said).contains("No games begin in this channel") && text(&said).contains("test:lobby"));
    let decision = table.does("Ada", false, UserAction::Line("play bob".to_owned())).await;
    assert_eq!(decision.reply, Reply::Public);
    let posted = table.chat.posted().await;
    assert!(matches!(&posted[..], [Notice::Challenge(_)]), "{posted:?}");
    let said = text(&table.read("Bob", &posted[0], Language::EN.into()));
    assert!(said.contains("3 days per move and 7 days in reserve"), "{said}");
    assert!(!said.contains("/play chess"), "what is usual here needs no explanation: {said}");
    // Whoever says otherwise plays otherwise.
    table.does("Ada", false, UserAction::Line("withdraw".to_owned())).await;
    table.chat.posted().await;
    table.does("Ada", false, UserAction::Line("play grand pace:none".to_owned())).await;
    let posted = table.chat.posted().await;
    let said = text(&table.read("Bob", &posted[0], Language::EN.into()));
    assert!(said.contains("Grand Chess") && !said.contains("per move"), "{said}");
    // Whoever says how Pawns promote means the game in which that can be said.
    table.does("Ada", false, UserAction::Line("withdraw".to_owned())).await;
    table.chat.posted().await;
    table.does("Ada", false, UserAction::Line("play all".to_owned())).await;
    let posted = table.chat.posted().await;
    assert!(text(&table.read("Bob", &posted[0], Language::EN.into())).contains("Grand Chess"));
}

#[tokio::test]
async fn a_server_names_so_many_channels_and_those_it_has_named_stay_named() {
    let mut table = Table::new();
    for (number, told) in (0..=25).map(|number| (number, number < 25)).chain([(24, true)]) {
        let line = UserAction::Line("settings server channels here".to_owned());
        let event = table.chat.event("Mod", Language::EN, true, line);
        let channel = ChannelId(format!("test:{number}"));
        let decision =
            table.chat.service.handle(&ChatEvent { place: Some(server()), channel, ..event }).await;
        let said = text(&table.shown("Mod", decision));
        assert_eq!(said.contains("Saved") || said.contains("channels only"), told, "{number}: {said}");
    }
}

#[tokio::test]
async fn where_a_server_wants_no_reminders_nobody_is_reminded() {
    for (wanted, is_reminded) in [("on", true), ("off", false)] {
        let mut table = Table::new();
        table.moderates(&format!("settings server reminders {wanted}")).await;
        for (name, line) in [("Ada", "play bob chess white pace:1d"), ("Bob", "accept")] {
            let decision = table.does(name, false, UserAction::Line(line.to_owned())).await;
            assert_eq!(decision.reply, Reply::Public, "{line}");
        }
        table.chat.posted().await;
        table.chat.clock.pass(20 * 60 * 60 * 1000);
        table.chat.service.run_due_jobs().await.expect("memory");
        let posted = table.chat.posted().await;
        assert_eq!(
            posted.iter().any(|notice| matches!(notice, Notice::Reminder(_))),
            is_reminded,
            "{wanted}"
        );
    }
}

#[tokio::test]
async fn threads_are_the_servers_where_there_are_any() {
    for (threads, wanted, opened) in [
        (ThreadPolicy::WhenBusy, "always", true),
        (ThreadPolicy::Always, "never", false),
        (ThreadPolicy::Never, "always", false),
    ] {
        let mut table = Table::new();
        table.moderates(&format!("settings server threads {wanted}")).await;
        for (name, line) in [("Ada", "play bob chess"), ("Bob", "accept")] {
            let event = table.chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
            let event = ChatEvent { place: Some(server()), threads, ..event };
            assert_eq!(table.chat.service.handle(&event).await.reply, Reply::Public);
        }
        let posted = table.chat.posted().await;
        let opens = posted.iter().any(|notice| matches!(notice, Notice::OpenThread { .. }));
        assert_eq!(opens, opened, "{threads:?} {wanted}");
    }
}

#[tokio::test]
async fn people_read_and_type_as_they_chose() {
    let mut table = Table::new();
    table.says("Ada", "settings language german").await;
    table.says("Bob", "settings language german").await;
    table.says("Bob", "settings letters english").await;
    for (name, line) in [("Ada", "play bob chess white"), ("Bob", "accept")] {
        table.does(name, false, UserAction::Line(line.to_owned())).await;
    }
    table.chat.posted().await;
    let decision = table.does("Ada", false, UserAction::Text("Sf3".to_owned())).await;
    assert_eq!(decision.reply, Reply::Public, "German letters");
    let board = table.chat.posted().await.remove(0);
    assert!(text(&table.read("Ada", &board, table.reading("Ada").await)).contains("Sf3"));
    assert!(text(&table.read("Bob", &board, table.reading("Bob").await)).contains("Nf3"));
    assert!(text(&table.read("Bob", &board, table.reading("Bob").await)).contains("Springer"));
    let decision = table.does("Bob", false, UserAction::Text("Nf6".to_owned())).await;
    assert_eq!(decision.reply, Reply::Public, "English letters");
    table.says("Ada", "settings theme slate").await;
    let look = table.says("Ada", "board").await;
    assert_eq!(look.theme, Some(adoube_render::ThemeKey::Slate));
    let lines = table.chat.service.suggest(&channel(), &person("Ada"), Language::EN, "move S").await;
    assert!(lines.iter().any(|found| found.line.contains("Sc3")), "{lines:?}");
}

#[tokio::test]
async fn what_is_chosen_for_a_server_is_kept_however_often_others_choose_meanwhile() {
    for times in [0, 1, 3, 500] {
        let of_places = KeyRange::prefix(Key::new().text("place"));
        let store = Overtaking::store(adoube_store::Table::Meta, of_places);
        let mut table = Table { chat: Chat::with_store(&["Ada"], 7, Arc::clone(&store) as Arc<dyn Store>) };
        table.moderates("settings server game chess").await;
        store.overtake(times);
        let said = text(&table.moderates("settings server pace 5d").await);
        assert!(said.contains("5 days per move"), "{times}: {said}");
        assert_eq!(store.overtake(0), 0, "{times}");
        let page = text(&table.moderates("settings server").await);
        assert!(page.contains("Chess") && page.contains("5 days per move"), "{times}: {page}");
    }
}

#[tokio::test]
async fn a_hundred_choices_at_once_are_all_kept() {
    let chat = Chat::new(&["Ada"], 7);
    let action = || UserAction::Line("settings language german".to_owned());
    let handled = (0..100).map(|number| {
        let name = format!("P{number}");
        let event = support::incoming(&format!("test:many-{number}"), &channel(), &name, action());
        let service = chat.service.clone();
        tokio::spawn(async move { service.handle(&event).await.reading.language })
    });
    for handled in handled.collect::<Vec<_>>() {
        assert_eq!(handled.await.expect("a task"), DE);
    }
    for number in 0..100 {
        let reading = chat.service.reading(&person(&format!("P{number}")).id, Language::EN).await;
        assert_eq!(reading.language, DE, "{number}");
    }
    // One person in many channels at once loses nothing either.
    let lines = [
        "settings theme slate",
        "settings letters english",
        "settings hints on",
        "settings language english",
    ];
    let handled = lines.iter().enumerate().map(|(number, line)| {
        let event = support::incoming(
            &format!("test:one-{number}"),
            &ChannelId(format!("test:{number}")),
            "Ada",
            UserAction::Line((*line).to_owned()),
        );
        let service = chat.service.clone();
        tokio::spawn(async move { service.handle(&event).await })
    });
    for handled in handled.collect::<Vec<_>>() {
        handled.await.expect("a task");
    }
    let ReaderProfile { language, taste } = chat.service.reading(&person("Ada").id, DE).await;
    assert_eq!(
        (language, taste.hints, taste.theme),
        (Language::EN, true, Some(adoube_render::ThemeKey::Slate))
    );
    let nobody = Person { id: PersonId("test:stranger".to_owned()), name: "?".to_owned() };
    assert_eq!(chat.service.reading(&nobody.id, DE).await, DE.into());
}
