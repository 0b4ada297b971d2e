//! Test of a program whose network to the database is cut while it is about to write: another
//! program takes over its work, and its late write is refused. Not here: programs and databases
//! that die (`main.rs`).

use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use adoube_postgres_cluster::{Proxy, ServerOptions, TestServer};
use adoube_testing::TEST_TIMEOUT;
use serde_json::{Value, json};

use crate::{
    CONNECTIONS, binaries,
    program::{Answer, Pool, Program},
    turn,
};

const CHANNEL: &str = "net:table";

/// Between two looks.
const LOOKS: Duration = Duration::from_millis(50);

/// Somebody does something, said again until it is answered.
fn does(program: &Program, number: u32, who: &str, what: (&str, &str)) -> Value {
    loop {
        let answer = program.ask(json!({
            "do": "event",
            "event": format!("net:{number}"),
            "channel": CHANNEL,
            "person": { "id": format!("net:{who}"), "name": who },
            what.0: what.1,
            "show": { "hears": "everything" },
        }));
        match answer {
            Answer::Done(answer) => {
                assert_eq!(answer["reply"], "posted", "{who}, {what:?}: {answer}");
                return answer;
            }
            Answer::Refused(error) => assert_eq!(error["code"], "trouble", "{error}"),
            Answer::Gone => panic!("the program is gone"),
        }
    }
}

/// The first delivery, waited for.
fn first(program: &Program) -> (String, String) {
    let start = Instant::now();
    loop {
        assert!(start.elapsed() < TEST_TIMEOUT, "nothing is delivered");
        if let Answer::Done(found) = program.ask(json!({ "do": "outbox", "platform": "net" }))
            && let Some(delivery) = found["deliveries"].as_array().and_then(|all| all.first())
        {
            return (text(&delivery["key"]), text(&delivery["message"]["text"]));
        }
        thread::sleep(LOOKS);
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Says that it was posted, until that is answered; the text of the next one, or why not.
fn done(program: &Program, key: &str) -> Result<String, String> {
    loop {
        match program.ask(json!({ "do": "done", "key": key })) {
            Answer::Done(done) => return Ok(text(&done["next"]["message"]["text"])),
            Answer::Refused(error) if error["code"] == "trouble" => {}
            Answer::Refused(error) => return Err(text(&error["code"])),
            Answer::Gone => panic!("the program is gone"),
        }
    }
}

#[test]
fn what_a_program_that_was_cut_off_writes_late_is_refused() {
    let (Some(binaries), _turn) = (binaries(), turn()) else { return };
    let server = TestServer::start(&binaries, &ServerOptions::new()).expect("a server");
    let url = server.new_database();
    let proxy = Proxy::before(server.port()).expect("a proxy");
    let behind = proxy.url(url.rsplit('/').next().expect("a name"));
    let pool = Pool::start(vec![behind, url], CONNECTIONS);
    let [cut_off, other] = [0, 1].map(|index| pool.exactly(index).expect("it runs"));
    does(&cut_off, 1, "Ada", ("command", "play chess white"));
    does(&cut_off, 2, "Bob", ("command", "accept"));
    // The challenge; what comes next it holds when the network is cut.
    assert!(done(&cut_off, &first(&cut_off).0).is_ok());
    let (key, begins) = first(&cut_off);
    assert!(begins.contains("The game begins"), "{begins}");
    proxy.silence();
    let late = {
        let (cut_off, key) = (Arc::clone(&cut_off), key.clone());
        thread::spawn(move || done(&cut_off, &key))
    };
    let start = Instant::now();
    does(&other, 3, "Ada", ("said", "e4"));
    println!("the other one plays on after {:.2} s", start.elapsed().as_secs_f64());
    let (taken, _) = first(&other);
    println!("the other one delivers after {:.2} s", start.elapsed().as_secs_f64());
    assert_eq!(taken, key, "it goes on where the first one was");
    let next = done(&other, &key).expect("it is posted");
    assert!(next.contains("Ada played 1. e4"), "{next}");
    // Now arrives what was held back, and it is said again, as nobody waited for its answer.
    proxy.recover();
    assert_eq!(late.join().expect("it is answered").expect_err("another one has posted it"), "not-waiting");
    let (key, still) = first(&other);
    assert!(still.contains("Ada played 1. e4"), "what waits is as it was: {still}");
    assert_eq!(done(&other, &key).expect("it is posted"), "");
    // What it knows is not what it was when it was cut off.
    does(&cut_off, 4, "Bob", ("said", "e5"));
    let (_, last) = first(&other);
    assert!(last.contains("Bob played 1… e5"), "{last}");
}
