//! Tests of a database that is not there when the program starts: the program waits as long as is
//! configured, and only where that can help. Not here: a database that goes away later
//! (`tests/failover`).

use std::{
    io::{BufRead as _, BufReader},
    process::{Command, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
};

use adoube_postgres_cluster::{Binaries, SKIPPED, ServerOptions, TestServer};
use adoube_testing::TEST_TIMEOUT;

use crate::{adoube, complaint_of, folder, running};

/// What is said once while it waits.
const WAITING: &str = "it is called again and again";

fn server() -> Option<TestServer> {
    let Some(binaries) = Binaries::find() else {
        println!("{SKIPPED}");
        return None;
    };
    Some(TestServer::start(&binaries, &ServerOptions::new()).expect("a server"))
}

/// The program with its records there, which waits so long.
fn program(here: &std::path::Path, url: &str, seconds: &str) -> Command {
    let mut command = adoube(here);
    command.env("ADOUBE_STORE__URL", url).env("ADOUBE_STORE__WAIT_SECONDS", seconds);
    command.stderr(Stdio::piped());
    command
}

/// Lines of the log as they come.
fn lines(from: impl std::io::Read + Send + 'static) -> Receiver<String> {
    let (tell, told) = mpsc::channel();
    let lines = BufReader::new(from).lines();
    thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| tell.send(line)));
    told
}

#[test]
fn a_database_that_is_down_is_waited_for_and_that_is_said_once() {
    let (here, Some(mut server)) = (folder(), server()) else { return };
    let url = server.new_database();
    server.stop().expect("it stops");
    let (mut child, said) = running::started(program(here.path(), &url, "600"));
    let logged = lines(child.stderr.take().expect("its log"));
    let first = logged.recv_timeout(TEST_TIMEOUT).expect("it says so");
    assert!(first.contains(WAITING) && first.contains("600"), "{first}");
    server.restart().expect("it starts again");
    let ready = said.recv_timeout(TEST_TIMEOUT).expect("it starts");
    assert!(ready.contains("adoube is ready"), "{ready}");
    assert!(running::ends_at("TERM", &mut child, &said).success());
    let again: Vec<String> = logged.iter().filter(|line| line.contains("again and again")).collect();
    assert!(again.is_empty(), "{again:?}");
}

#[test]
fn who_waits_ends_in_order_when_asked_to() {
    let (here, Some(mut server)) = (folder(), server()) else { return };
    let url = server.new_database();
    server.stop().expect("it stops");
    for signal in ["TERM", "INT"] {
        let (mut child, said) = running::started(program(here.path(), &url, "600"));
        let logged = lines(child.stderr.take().expect("its log"));
        let first = logged.recv_timeout(TEST_TIMEOUT).expect("it says so");
        assert!(first.contains(WAITING), "{first}");
        assert!(running::ends_at(signal, &mut child, &said).success(), "{signal}");
    }
    let said = complaint_of(&mut program(here.path(), &url, "1"));
    assert!(said.contains("it was waited for 1 s (store.wait_seconds)"), "{said}");
    let said = complaint_of(&mut program(here.path(), &url, "0"));
    assert!(!said.contains("waited") && !said.contains("again and again"), "{said}");
}

#[test]
fn what_waiting_does_not_help_is_an_error_at_once() {
    let (here, Some(server)) = (folder(), server()) else { return };
    server.sql("postgres", "CREATE ROLE stranger").expect("a role");
    let port = server.port();
    let cases = [
        (server.url("nowhere"), "database \"nowhere\" does not exist"),
        (format!("postgres://stranger@127.0.0.1:{port}/postgres"), "is not permitted to log in"),
        (format!("{}?sslmode=require", server.url("postgres")), "server does not support TLS"),
        ("mysql://ada:tops3cret@h/d".to_owned(), "it begins with mysql://; it is not a postgres:// address"),
        ("/var/lib/tops3cret".to_owned(), "it is not a postgres:// address"),
    ];
    for (url, words) in cases {
        let said = complaint_of(&mut program(here.path(), &url, "600"));
        assert!(said.contains(words) && !said.contains("again and again"), "{said}");
        assert!(!said.contains("tops3cret"), "{said}");
    }
    let mut copy = adoube(here.path());
    let said = complaint_of(copy.args(["store", "copy", "mysql://ada:tops3cret@h/d", "elsewhere"]));
    assert!(said.contains("it is not a postgres:// address") && !said.contains("tops3cret"), "{said}");
}
