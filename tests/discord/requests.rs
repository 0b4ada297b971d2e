//! Tests of the fake Discord itself, by Discord's documentation: threads, permissions, deadlines,
//! forms and limits. Not here: what the bot asks for.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    fake::{FOR_ALL, Fake, IN_A_CHANNEL, Interaction, direct, permissions},
    support::{ADA, BOB, CARLA, CHESS, ELSEWHERE, GO, World},
};

/// Status and code of an answer.
async fn asked(fake: &Fake, method: &str, path: &str, body: &Value) -> (u16, u64) {
    let (status, told) = fake.ask(method, path, body).await;
    (status, told["code"].as_u64().unwrap_or_default())
}

fn allow(world: &World, may: u64) {
    world.fake.change(|state| state.channels.get_mut(&CHESS).expect("it").permissions = may);
}

/// An interaction of this age that nobody has answered.
fn interaction(world: &World, channel: u64, aged: Duration) -> (u64, String) {
    world.fake.change(|state| {
        let id = state.id();
        let token = format!("token-{id}");
        let interaction = Interaction { id, user: ADA, channel, aged, ..Interaction::default() };
        state.interactions.insert(token.clone(), interaction);
        (id, token)
    })
}

#[tokio::test]
async fn a_thread_begins_once_sleeps_and_wakes() {
    let world = World::without_bot().await;
    let fake = &world.fake;
    let message = world.says(ADA, CHESS, "A game?");
    let (begin, posts) =
        (format!("channels/{CHESS}/messages/{message}/threads"), format!("channels/{message}/messages"));
    let named = json!({ "name": "Ada – Bob", "auto_archive_duration": 1440 });
    let (status, thread) = fake.ask("POST", &begin, &named).await;
    assert_eq!((status, &thread["id"], &thread["type"]), (201, &json!(message.to_string()), &json!(11)));
    assert_eq!(thread["parent_id"], CHESS.to_string());
    assert_eq!(asked(fake, "POST", &begin, &named).await, (400, 160_004));
    let (_, first) = fake.ask("POST", &posts, &json!({ "content": "1. e4" })).await;
    let first = first["id"].as_str().expect("an id").to_owned();
    let archived =
        |state: &crate::fake::State| state.channels[&message].thread.as_ref().expect("it").archived;
    assert_eq!(
        asked(fake, "PATCH", &format!("channels/{message}"), &json!({ "archived": true })).await.0,
        200
    );
    assert!(archived(&fake.state()));
    let edit = format!("channels/{message}/messages/{first}");
    assert_eq!(asked(fake, "PATCH", &edit, &json!({ "content": "1. d4" })).await, (400, 50083));
    assert_eq!(
        asked(fake, "PUT", &format!("channels/{message}/thread-members/{BOB}"), &json!({})).await,
        (400, 50083)
    );
    assert_eq!(asked(fake, "POST", &posts, &json!({ "content": "1… e5" })).await.0, 200);
    assert!(!archived(&fake.state()), "what is written wakes it");
    assert_eq!(asked(fake, "PATCH", &edit, &json!({ "content": "1. d4" })).await.0, 200);
    assert_eq!(
        asked(fake, "PUT", &format!("channels/{message}/thread-members/{BOB}"), &json!({})).await.0,
        204
    );
    world.fake.change(|state| state.channels.get_mut(&CHESS).expect("it").deleted = true);
    assert_eq!(asked(fake, "POST", &posts, &json!({ "content": "2. Nf3" })).await, (404, 10003));
}

#[tokio::test]
async fn permissions_decide() {
    let world = World::without_bot().await;
    let fake = &world.fake;
    let message = world.says(ADA, CHESS, "A game?");
    let (posts, begin) =
        (format!("channels/{CHESS}/messages"), format!("channels/{CHESS}/messages/{message}/threads"));
    let words = json!({ "content": "e4" });
    let named = json!({ "name": "Ada – Bob" });
    let without = |may: u64| permissions::USUAL & !may;
    for (may, path, body, answer) in [
        (without(permissions::VIEW_CHANNEL), &posts, &words, (403, 50001)),
        (without(permissions::SEND_MESSAGES), &posts, &words, (403, 50013)),
        (without(permissions::CREATE_PUBLIC_THREADS), &begin, &named, (403, 50013)),
        (without(permissions::VIEW_CHANNEL), &begin, &named, (403, 50001)),
        (without(permissions::SEND_MESSAGES), &begin, &named, (201, 0)),
    ] {
        allow(&world, may);
        assert_eq!(asked(fake, "POST", path, body).await, answer, "{may:b} {path}");
    }
    let thread = format!("channels/{message}/messages");
    for (may, answer) in [
        (without(permissions::SEND_MESSAGES), (200, 0)),
        (without(permissions::SEND_MESSAGES_IN_THREADS), (403, 50013)),
    ] {
        allow(&world, may);
        assert_eq!(asked(fake, "POST", &thread, &words).await, answer, "{may:b}");
    }
    allow(&world, without(permissions::EMBED_LINKS));
    let (status, told) =
        fake.ask("POST", &posts, &json!({ "content": "e4", "embeds": [{ "title": "x" }] })).await;
    assert_eq!((status, &told["embeds"]), (200, &json!([])), "without a word they are left out");
    let one = |channel: u64| format!("channels/{channel}/messages/{message}");
    assert_eq!(asked(fake, "GET", &one(CHESS), &Value::Null).await.0, 200);
    assert_eq!(asked(fake, "PATCH", &one(GO), &words).await, (404, 10008), "it is not in that channel");
    assert_eq!(asked(fake, "DELETE", &one(CHESS), &Value::Null).await, (403, 50013), "it is somebody else's");
    let reply = json!({ "content": "e5", "message_reference": { "message_id": message.to_string() } });
    allow(&world, without(permissions::READ_MESSAGE_HISTORY));
    assert_eq!(asked(fake, "POST", &posts, &reply).await, (400, 160_002));
    allow(&world, permissions::USUAL);
    assert_eq!(fake.ask("POST", &posts, &reply).await.1["mentions"][0]["id"], ADA.to_string());
    let nothing = json!({ "content": "e5", "message_reference": { "message_id": "1" } });
    assert_eq!(asked(fake, "POST", &posts, &nothing).await, (400, 50035));
    assert_eq!(asked(fake, "POST", &format!("channels/{ELSEWHERE}/messages"), &words).await, (403, 50001));
    assert_eq!(asked(fake, "POST", "channels/1/messages", &words).await, (404, 10003));
    assert_eq!(
        asked(fake, "PATCH", &format!("channels/{CHESS}/messages/{message}"), &words).await,
        (403, 50005)
    );
    assert_eq!(asked(fake, "POST", &format!("channels/{}/messages", direct(BOB)), &words).await.0, 200);
    assert_eq!(asked(fake, "GET", "nothing/like/this", &Value::Null).await, (404, 0));
}

#[tokio::test]
async fn answers_have_three_seconds_and_further_ones_a_quarter_of_an_hour() {
    let world = World::without_bot().await;
    let fake = &world.fake;
    let answer = json!({ "type": 4, "data": { "content": "Yes." } });
    let words = json!({ "content": "Indeed." });
    let (id, token) = interaction(&world, CHESS, Duration::from_millis(3100));
    let callback = format!("interactions/{id}/{token}/callback");
    assert_eq!(asked(fake, "POST", &callback, &answer).await, (404, 10062));
    let (id, token) = interaction(&world, CHESS, Duration::from_millis(2900));
    let (callback, further) =
        (format!("interactions/{id}/{token}/callback"), format!("webhooks/100/{token}"));
    let original = format!("webhooks/100/{token}/messages/@original");
    assert_eq!(asked(fake, "POST", &further, &words).await, (404, 10015), "there is no first answer");
    assert_eq!(asked(fake, "POST", &callback, &answer).await, (204, 0));
    assert_eq!(asked(fake, "POST", &callback, &answer).await, (400, 40060));
    let age = |seconds| {
        let aged = Duration::from_secs(seconds);
        fake.change(|state| state.interactions.get_mut(&token).expect("it").aged = aged);
    };
    for (seconds, answers) in [(899, [200, 200, 200]), (901, [401, 401, 401])] {
        age(seconds);
        let told = [
            asked(fake, "POST", &further, &words).await,
            asked(fake, "PATCH", &original, &words).await,
            asked(fake, "GET", &original, &Value::Null).await,
        ];
        assert_eq!(told.map(|(status, _)| status), answers, "{seconds}");
        assert!(told.iter().all(|(status, code)| *status == 200 || *code == 50027), "{told:?}");
    }
}

#[tokio::test]
async fn where_the_bot_is_a_guest_it_answers_six_times() {
    let world = World::without_bot().await;
    let (id, token) = interaction(&world, ELSEWHERE, Duration::ZERO);
    let answer = json!({ "type": 4, "data": { "content": "Yes." } });
    asked(&world.fake, "POST", &format!("interactions/{id}/{token}/callback"), &answer).await;
    let further = format!("webhooks/100/{token}");
    for answer in [(200, 0), (200, 0), (200, 0), (200, 0), (200, 0), (400, 40094)] {
        assert_eq!(asked(&world.fake, "POST", &further, &json!({ "content": "Indeed." })).await, answer);
    }
}

#[tokio::test]
async fn forms_that_are_wrong_are_refused() {
    let world = World::without_bot().await;
    let button = |id: &str| json!({ "type": 2, "style": 1, "label": "Move", "custom_id": id });
    let row = |controls: Value| json!({ "type": 1, "components": controls });
    let many = |count: u32| (0..count).map(|number| button(&number.to_string())).collect::<Value>();
    let rows =
        |count: u32| (0..count).map(|number| row(json!([button(&number.to_string())]))).collect::<Value>();
    let option = |number: u32| json!({ "label": "e4", "value": number.to_string() });
    let menu = |count: u32| {
        json!([row(
            json!([{ "type": 3, "custom_id": "m", "options": (0..count).map(option).collect::<Value>() }])
        )])
    };
    let words = |count: usize| "x".repeat(count);
    for (body, code) in [
        (json!({ "content": words(2000) }), 0),
        (json!({ "content": words(2001) }), 50035),
        (json!({}), 50006),
        (json!({ "content": "" }), 50006),
        (json!({ "embeds": [{ "description": words(4096) }] }), 0),
        (json!({ "embeds": [{ "description": words(4096) }, { "description": words(1905) }] }), 50035),
        (json!({ "components": rows(5) }), 0),
        (json!({ "components": rows(6) }), 50035),
        (json!({ "components": [row(many(5))] }), 0),
        (json!({ "components": [row(many(6))] }), 50035),
        (json!({ "components": [row(json!([]))] }), 50035),
        (json!({ "components": [row(json!([button("a"), button("a")]))] }), 50035),
        (json!({ "components": [row(json!([button(&words(100))]))] }), 0),
        (json!({ "components": [row(json!([button(&words(101))]))] }), 50035),
        (json!({ "components": menu(25) }), 0),
        (json!({ "components": menu(26) }), 50035),
        (json!({ "components": menu(0) }), 50035),
        (json!({ "content": "x", "nonce": words(26) }), 50035),
    ] {
        let told = asked(&world.fake, "POST", &format!("channels/{CHESS}/messages"), &body).await;
        assert_eq!(told, (if code == 0 { 200 } else { 400 }, code), "{body}");
    }
}

#[tokio::test]
async fn limits_are_told_before_they_are_reached_and_answers_do_not_count() {
    let world = World::without_bot().await;
    let fake = &world.fake;
    // The windows are long, so that no machine is too slow for them.
    let hour = Duration::from_secs(3600);
    fake.change(|state| {
        state.faults.limit = Some(crate::fake::Limit { window: hour, ..IN_A_CHANNEL });
        state.faults.limit_for_all = Some(crate::fake::Limit { window: hour, ..FOR_ALL });
    });
    let words = json!({ "content": "e4" });
    let posts = format!("channels/{CHESS}/messages");
    for _ in 0..IN_A_CHANNEL.count {
        assert_eq!(asked(fake, "POST", &posts, &words).await.0, 200);
    }
    let (status, told) = fake.ask("POST", &posts, &words).await;
    assert_eq!((status, &told["global"]), (429, &json!(false)));
    assert_eq!(asked(fake, "POST", &format!("channels/{}/messages", direct(CARLA)), &words).await.0, 200);
    let left = FOR_ALL.count - IN_A_CHANNEL.count - 2;
    for _ in 0..left {
        assert_eq!(asked(fake, "GET", "users/@me", &Value::Null).await.0, 200);
    }
    let (status, told) = fake.ask("GET", "users/@me", &Value::Null).await;
    assert_eq!((status, &told["global"]), (429, &json!(true)));
    let (id, token) = interaction(&world, CHESS, Duration::ZERO);
    let answer = json!({ "type": 4, "data": { "content": "Yes." } });
    assert_eq!(asked(fake, "POST", &format!("interactions/{id}/{token}/callback"), &answer).await.0, 204);
    assert_eq!(asked(fake, "POST", &format!("webhooks/100/{token}"), &words).await.0, 200);
}
