//! Tests of two programs over one store, beside messages: rooms, links, names, seats, access, and
//! news for people who look at another channel; each done at one program and looked at or repeated
//! at the other. Not here: messages and games (`two`).

use adoube_bot::{
    Audience, ChannelId, ChatEvent, CommunityId, IdempotencyKey, Language, Person, PersonId, ThreadPolicy,
    UserAction,
};
use adoube_store::{Key, Table};
use hyper::StatusCode;
use serde_json::{Value, json};

use super::{
    support::{Answer, Browser, Socket, fresh_id, is_board},
    two::{apart, stop, two},
};

pub async fn made(browser: &Browser, name: &str, is_private: bool) -> Answer {
    browser.post("/channels", &json!({ "seat": 1, "name": name, "private": is_private })).await
}

pub async fn opened(browser: &Browser, link: &Value) -> Answer {
    let path = link.as_str().unwrap().replace("/invite/", "/invites/");
    browser.post(&path, &json!({ "seat": 1 })).await
}

/// Follows a channel at once.
pub async fn inside(browser: &Browser, channel: &str) -> Socket {
    let mut socket = browser.socket().await;
    channel.clone_into(&mut socket.channel);
    socket.watch(None).await;
    socket.until("entries").await;
    socket
}

#[tokio::test]
async fn a_room_that_is_made_at_one_server_is_there_at_the_other_at_once() {
    let servers = two().await;
    let (anna, bert) = (servers[0].person("Anna").await, servers[1].person("Bert").await);
    let mut listening = bert.enter().await;
    assert_eq!(made(&anna, "den", false).await.status, StatusCode::OK);
    let mut there = inside(&bert, "den").await;
    while !listening.until("channels").await["names"].to_string().contains("den") {}
    let mut here = inside(&anna, "den").await;
    here.done("hello").await;
    there.entry(|entry| entry["text"] == "hello").await;
    // Of two who want the same name at the same moment one has it.
    let (one, other) = tokio::join!(made(&anna, "nook", false), made(&bert, "nook", false));
    let statuses = [one.status, other.status];
    assert!(statuses.contains(&StatusCode::OK) && statuses.contains(&StatusCode::CONFLICT), "{statuses:?}");
    stop(servers).await;
}

#[tokio::test]
async fn limits_on_channels_hold_for_both_servers_together() {
    let servers = two().await;
    let anna = servers[0].person("Anna").await;
    let there = anna.at(&servers[1]);
    let mut making = Vec::new();
    for number in 0..8 {
        let browser = if number % 2 == 0 { anna.clone() } else { there.clone() };
        making
            .push(tokio::spawn(async move { made(&browser, &format!("den-{number}"), false).await.status }));
    }
    let mut granted = 0;
    for status in making {
        granted += usize::from(status.await.unwrap() == StatusCode::OK);
    }
    assert_eq!(granted, 4);
    stop(servers).await;
}

#[tokio::test]
async fn who_is_let_in_or_sent_away_at_one_server_is_so_at_the_other() {
    let servers = two().await;
    let (anna, bert) = (servers[0].person("Anna").await, servers[1].person("Bert").await);
    let room = made(&anna, "friday", true).await.json()["name"].as_str().unwrap().to_owned();
    let about = format!("/channels/{room}/members");
    let link = anna.get(&format!("{about}?seat=1")).await.json()["link"].clone();
    assert_eq!(opened(&bert, &link).await.status, StatusCode::OK);
    let mut his_tab = inside(&bert.at(&servers[0]), &room).await;
    let mut his_page = inside(&bert, &room).await;
    let answer = anna.post(&about, &json!({ "seat": 1, "without": "Bert" })).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    let mut host = inside(&anna, &room).await;
    host.done("among ourselves").await;
    for socket in [&mut his_page, &mut his_tab] {
        loop {
            let message = socket.next().await.unwrap();
            assert!(!message.to_string().contains("among ourselves"), "{message}");
            if message["gone"] == room.as_str() {
                break;
            }
        }
    }
    assert_eq!(opened(&bert, &link).await.status, StatusCode::GONE);
    stop(servers).await;
}

#[tokio::test]
async fn a_seat_behind_a_link_is_one_persons_whoever_comes_where() {
    let servers = two().await;
    let anna = servers[0].person("Anna").await;
    let mut white = anna.enter().await;
    white.done("/play chess white").await;
    let link = anna.at(&servers[1]).post("/invites", &json!({ "seat": 1, "channel": "lobby" })).await;
    let link = link.json()["href"].clone();
    let (bert, carl) = (servers[0].person("Bert").await, servers[1].person("Carl").await);
    let (one, other) = tokio::join!(opened(&bert, &link), opened(&carl, &link));
    let statuses = [one.status, other.status];
    assert!(statuses.contains(&StatusCode::OK) && statuses.contains(&StatusCode::GONE), "{statuses:?}");
    white.entry(is_board).await;
    // The form, sent to one server and then to the other: one room.
    let wish = json!({ "seat": 1, "id": fresh_id(), "channel": "lobby", "by_link": true, "values": {} });
    let dora = servers[1].person("Dora").await;
    let (first, again) = (dora.post("/start", &wish).await, dora.at(&servers[0]).post("/start", &wish).await);
    assert_eq!((first.status, first.json()), (StatusCode::OK, again.json()));
    stop(servers).await;
}

#[tokio::test]
async fn a_name_is_one_persons_at_both_servers() {
    let servers = two().await;
    let mut people = Vec::new();
    for number in 0..6 {
        let mut browser = servers[number % 2].browser();
        browser.open_session().await;
        people.push(browser);
    }
    let asking = people.into_iter().map(|browser| {
        tokio::spawn(async move {
            let wish = json!({ "seat": 1, "name": "Eve" });
            (browser.post("/person", &wish).await.status, browser)
        })
    });
    let mut holders = Vec::new();
    for asked in asking {
        let (status, browser) = asked.await.unwrap();
        holders.extend((status == StatusCode::OK).then_some(browser));
    }
    assert_eq!(holders.len(), 1);
    // Who logged in at one is known at the other, also by another name since.
    let eve = &holders[0];
    let mut tab = eve.at(&servers[0]).enter().await;
    let elsewhere = eve.at(&servers[1]);
    elsewhere.call("Ada").await;
    assert_eq!(tab.until("person").await["person"]["name"], "Ada");
    tab.done("it is me").await;
    let mut socket = elsewhere.socket().await;
    socket.watch(None).await;
    let page = socket.until("entries").await;
    assert_eq!(page["entries"][0]["by"], json!({ "name": "Ada", "you": true }), "{page}");
    stop(servers).await;
}

#[tokio::test]
async fn what_concerns_somebody_reaches_them_at_the_other_server_wherever_they_look() {
    let servers = two().await;
    let [(anna, mut white), (_, mut black)] = apart(&servers, "chess").await;
    assert_eq!(made(&anna, "den", false).await.status, StatusCode::OK);
    // Where Black is, too: what White does reaches her own page by another way than what Black does.
    let mut elsewhere = anna.at(&servers[1]).socket().await;
    elsewhere.channel = "den".to_owned();
    elsewhere.watch(None).await;
    while elsewhere.until("games").await["games"][0]["your_turn"] != true {}
    white.done("e4").await;
    while elsewhere.until("games").await["games"][0]["your_turn"] != false {}
    black.done("e5").await;
    while elsewhere.until("games").await["games"][0]["your_turn"] != true {}
    let carl = servers[0].person("Carl").await;
    carl.enter().await.done("@Anna, your move").await;
    let told = elsewhere.until("called").await;
    assert_eq!((&told["channel"], &told["text"]), (&json!("lobby"), &json!("Carl: @Anna, your move")));
    stop(servers).await;
}

#[tokio::test]
async fn a_hundred_rooms_are_read_at_one_server_and_written_at_the_other() {
    let servers = two().await;
    let mut rooms = Vec::new();
    for number in 0..100 {
        let (writer, reader) = (&servers[number % 2], &servers[(number + 1) % 2]);
        // Each person makes four rooms at most, and each address sixteen.
        let mut browser = writer.browser();
        browser.from = std::net::Ipv4Addr::new(127, 0, 2, (number / 4 + 1) as u8);
        browser.open_session().await;
        browser.call(&format!("Maker{number}")).await;
        let room = made(&browser, &format!("den-{number}"), true).await.json()["name"].clone();
        let room = room.as_str().unwrap().to_owned();
        let there = inside(&browser.at(reader), &room).await;
        rooms.push((inside(&browser, &room).await, there));
    }
    for round in 0..3 {
        let said = rooms.iter_mut().enumerate().map(|(number, (here, there))| async move {
            let text = format!("{round} in {number}");
            here.done(&text).await;
            let heard = there.entries_until(|entry| entry["text"] == text.as_str()).await;
            assert_eq!(heard.len(), 1, "{heard:?}");
        });
        futures_util::future::join_all(said).await;
    }
    stop(servers).await;
}

#[tokio::test]
async fn what_a_process_that_died_left_lying_is_said_by_the_other() {
    let servers = two().await;
    let [_white, (_, mut black)] = apart(&servers, "chess").await;
    let [one, other] = servers;
    let key = Key::new().text("name").text("anna");
    let record = one.store.get(Table::Web, key.as_ref()).await.unwrap().unwrap();
    let holder: Value = serde_json::from_slice(&record.value).unwrap();
    let service = one.service.clone();
    one.halt().await;
    // It decides, and is gone before it tells anybody.
    let decision = service
        .handle(&ChatEvent {
            event: IdempotencyKey::new("web-done:dead").unwrap(),
            channel: ChannelId("web:lobby".to_owned()),
            place: Some(CommunityId("web:lobby".to_owned())),
            person: Person {
                id: PersonId(holder["person"].as_str().unwrap().to_owned()),
                name: "Anna".to_owned(),
            },
            language: Language::default(),
            moderator: false,
            threads: ThreadPolicy::Never,
            audience: Audience::SenderOnly,
            action: UserAction::Text("e4".to_owned()),
            also: Vec::new(),
            ongoing: None,
        })
        .await;
    drop(decision);
    let heard = black.entries_until(is_board).await;
    assert_eq!(heard.iter().filter(|entry| is_board(entry)).count(), 1);
    black.done("e5").await;
    other.halt().await;
}
