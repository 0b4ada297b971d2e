//! Test of a program over a database that refuses writes: its readiness check tells load balancers.
//! Not here: which refusals there are (`crates/store/tests/database_faults`).

use std::{
    io::{Read as _, Write as _},
    os::unix::net::UnixStream,
    path::Path,
    time::Instant,
};

use adoube_postgres_cluster::{SKIPPED, shared};
use adoube_testing::TEST_TIMEOUT;

use crate::{Running, adoube, folder};

/// What load balancers are told.
fn ready(path: &Path) -> String {
    let mut stream = UnixStream::connect(path).expect("it listens");
    stream.set_read_timeout(Some(TEST_TIMEOUT)).expect("a limit");
    stream.write_all(b"GET /ready HTTP/1.0\r\n\r\n").expect("it is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

fn becomes(path: &Path, words: &str) {
    let begun = Instant::now();
    loop {
        let answer = ready(path);
        if answer.contains(words) {
            return;
        }
        assert!(begun.elapsed() < TEST_TIMEOUT, "never {words}: {answer}");
    }
}

#[test]
fn ready_follows_rights_that_are_taken_away_and_given_back() {
    let Some(server) = shared() else {
        println!("{SKIPPED}");
        return;
    };
    let url = server.new_database();
    let database = url.rsplit('/').next().expect("a name");
    let role = format!("starter_{database}");
    let say = |what: &str| server.sql(database, &what.replace("ROLE", &role)).expect("the server does it");
    say("CREATE USER ROLE PASSWORD 'starter'");
    say(&format!("GRANT CREATE ON DATABASE {database} TO ROLE"));
    let here = folder();
    let mut command = adoube(here.path());
    let url = format!("postgres://{role}:starter@127.0.0.1:{}/{database}", server.port());
    command.env("ADOUBE_STORE__URL", url).env("ADOUBE_WEB__LISTEN", "unix:web.sock");
    let _program = Running::start(command);
    let path = here.path().join("web.sock");
    becomes(&path, " 200 ");
    for rights in ["SELECT, INSERT, UPDATE, DELETE", "SELECT", "INSERT", "UPDATE", "DELETE"] {
        println!("{rights}");
        say(&format!("REVOKE {rights} ON ALL TABLES IN SCHEMA adoube FROM ROLE"));
        becomes(&path, " 503 ");
        assert!(ready(&path).contains("store: the records take no writes now"));
        say(&format!("GRANT {rights} ON ALL TABLES IN SCHEMA adoube TO ROLE"));
        becomes(&path, " 200 ");
    }
}
