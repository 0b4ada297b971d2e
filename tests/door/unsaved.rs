//! Test of the chat door while the database is away: people read that nothing can be saved now, in
//! their language, and nothing is lost. Not here: how the store finds its database again
//! (`adoube-store`).

use adoube_postgres_cluster::{Binaries, SKIPPED, ServerOptions, TestServer};
use serde_json::json;

use crate::program::Program;

#[test]
fn while_the_database_is_away_people_read_that_nothing_can_be_saved() {
    let Some(binaries) = Binaries::find() else {
        println!("{SKIPPED}");
        return;
    };
    let mut server = TestServer::start(&binaries, &ServerOptions::new()).expect("PostgreSQL starts");
    let mut command = adoube_testing::adoube!();
    command.env("ADOUBE_STORE__URL", server.new_database());
    let mut program = Program::of(command, &["--clock", "input", "--seed", "7"]);
    let mut does = |name: &str, line: &str, language: &str| {
        let show = json!({"language": language});
        program.event("irc:room", name, &json!({"command": line}), &show)["message"]["text"].clone()
    };
    does("Ada", "play chess white", "en");
    server.kill().expect("it can be killed");
    let english = "Nothing can be saved right now: the bot's disk is full or broken, or its database is out of reach. \
                   Your games are safe. Please try again in a few minutes.";
    assert_eq!(does("Bob", "accept", "en"), english);
    let german = "Gerade lässt sich nichts speichern: Die Festplatte des Bots ist voll oder gestört, oder seine Datenbank ist \
                  nicht erreichbar. Deine Partien sind sicher. Bitte versuche es in ein paar Minuten noch einmal.";
    assert_eq!(does("Bob", "annehmen", "de"), german);
    server.restart().expect("it starts again");
    does("Bob", "accept", "en");
    assert!(does("Ada", "board", "en").as_str().is_some_and(|text| text.contains("Ada (White)")));
}
