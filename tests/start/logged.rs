//! Tests that no log holds secrets, at any level: what people write, hidden cards, passwords and
//! tokens, also of the libraries underneath. Not here: what is logged instead, and what the program
//! itself says of a game (`leaks` of the bot).

use std::{
    fmt::Write as _,
    fs::{self, File},
    path::Path,
    sync::mpsc,
};

use adoube_postgres_cluster::{SKIPPED, shared};
use adoube_testing::TEST_TIMEOUT;

use crate::{
    adoube,
    bot::Bot,
    folder,
    person::Person,
    running::{ends_at, in_time, records, started},
};

/// A word that nobody says by chance.
const SAID: &str = "xylophone";

/// A program that logs all it can to a file, and the lines it says.
fn start(here: &Path, database: Option<&str>) -> (Bot, mpsc::Receiver<String>) {
    let mut command = adoube(here);
    command.env("ADOUBE_LOG__LEVEL", "trace").envs(database.map(|url| ("ADOUBE_STORE__URL", url)));
    command.stderr(File::create(here.join("log")).expect("a file"));
    let (child, said) = started(command);
    let line = said.recv_timeout(TEST_TIMEOUT).expect("it says where it is");
    let host = line.split_once("http://").and_then(|(_, rest)| rest.split_whitespace().next());
    let host = host.unwrap_or_else(|| panic!("no address in {line:?}")).to_owned();
    (Bot { child, host }, said)
}

/// Plays a game with cards and talks; everything of it that must stand in no log.
async fn secrets(bot: &Bot, here: &Path, exports: &[&str]) -> Vec<String> {
    let origin = format!("http://{}", bot.host);
    let session = ureq::post(format!("{origin}/session")).header("Origin", &origin).send_empty();
    let session = session.expect("a session");
    let cookie = session.headers().get("set-cookie").and_then(|value| value.to_str().ok()).expect("a cookie");
    let cookie = cookie.split(';').next().expect("a cookie").to_owned();
    ureq::get(&origin).header("Cookie", &cookie).call().expect("the page");
    let mut ada = Person::enter(bot, "Ada").await;
    let mut bob = Person::enter(bot, "Bob").await;
    ada.command(&format!("a {SAID} in the attic")).await;
    ada.command("/play Bob schachen white").await;
    in_time("a challenge", bob.press("Accept")).await;
    let rows = records(here, exports);
    let deal = rows.iter().map(|row| &row["value"]["game"]["deal"]).find(|deal| deal.is_object());
    let deal = deal.expect("a game with cards");
    let hidden = ["cards", "nonce"].map(|part| deal[part].as_str().expect("a text").to_owned());
    let own = cookie.split_once('=').expect("a value").1.to_owned();
    hidden.into_iter().chain([own, SAID.to_owned()]).collect()
}

/// The ways in which libraries write what they were given.
fn forms(secret: &str) -> [String; 3] {
    let numbers: Vec<String> = secret.bytes().map(|byte| byte.to_string()).collect();
    let mut hexadecimal = String::new();
    for byte in secret.bytes() {
        let _ = write!(hexadecimal, "{byte:02x}");
    }
    [secret.to_owned(), numbers.join(", "), hexadecimal]
}

async fn check(database: Option<&str>) {
    let here = folder();
    let (mut bot, said) = start(here.path(), database);
    let exports: &[&str] = match database {
        Some(url) => &["store", "export", "--url", url],
        None => &["--data", "data", "store", "export"],
    };
    let secrets = secrets(&bot, here.path(), exports).await;
    assert!(ends_at("TERM", &mut bot.child, &said).success());
    let log = fs::read_to_string(here.path().join("log")).expect("a log");
    assert!(log.contains("TRACE"), "much is logged");
    for secret in secrets {
        for form in forms(&secret) {
            let line = log.lines().find(|line| line.contains(&form));
            let shown = line.map(|line| line.chars().take(300).collect::<String>());
            assert_eq!(shown, None, "{secret} is in the log");
        }
    }
}

#[tokio::test]
async fn nothing_that_is_said_or_hidden_with_records_in_a_folder() {
    check(None).await;
}

#[tokio::test]
async fn nothing_that_is_said_or_hidden_with_records_in_a_database() {
    let Some(server) = shared() else {
        println!("{SKIPPED}");
        return;
    };
    check(Some(&server.new_database())).await;
}
