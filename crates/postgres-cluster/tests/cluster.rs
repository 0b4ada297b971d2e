//! Tests of the test servers themselves: acknowledged data is there after a kill, the standby takes
//! over, the proxy cuts connections, and nothing is left behind when the process ends. Not here:
//! the store of adoube.

use std::{
    env, fs,
    io::{self, BufRead, BufReader, Read},
    net::TcpStream,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use adoube_postgres_cluster::{Binaries, Proxy, ReplicatedPair, SKIPPED, ServerOptions, TestServer, shared};

fn binaries() -> Option<Binaries> {
    let found = Binaries::find();
    if found.is_none() {
        println!("{SKIPPED}");
    }
    found
}

/// What other processes do, they tell nobody.
fn until(what: &str, done: impl Fn() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_secs(240), "waited in vain until {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn what_a_server_was_told_is_there_after_it_was_killed() {
    let Some(binaries) = binaries() else { return };
    let mut server = TestServer::start(&binaries, &ServerOptions::new()).expect("a server");
    let url = server.new_database();
    let database = url.rsplit('/').next().expect("a name").to_owned();
    server.sql(&database, "CREATE TABLE a (n int)").expect("a table");
    for round in 1..=3 {
        server.sql(&database, &format!("INSERT INTO a VALUES ({round})")).expect("a row");
        server.kill().expect("it is killed");
        server.sql(&database, "SELECT 1").expect_err("nobody is there");
        server.restart().expect("it starts again");
        assert_eq!(server.sql(&database, "SELECT count(*) FROM a").expect("a number"), round.to_string());
    }
    server.restart().expect("it is stopped and starts again");
    assert_eq!(server.url(&database), url);
    let folder = server.folder().to_owned();
    assert!(folder.exists());
    drop(server);
    assert!(!folder.exists(), "{} is left behind", folder.display());
}

#[test]
fn who_follows_takes_over_again_and_again() {
    let Some(binaries) = binaries() else { return };
    let mut pair = ReplicatedPair::start(&binaries, &ServerOptions::new()).expect("a pair");
    let url = pair.url("postgres");
    pair.primary().sql("postgres", "CREATE TABLE a (n int)").expect("a table");
    for round in 1..=2 {
        pair.primary().sql("postgres", &format!("INSERT INTO a VALUES ({round})")).expect("a row");
        let before = pair.primary().port();
        pair.fail_over().expect("the standby takes over");
        assert_ne!(pair.primary().port(), before);
        let count = || pair.primary().sql("postgres", "SELECT count(*) FROM a").expect("a number");
        assert_eq!(count(), round.to_string());
        assert_eq!(pair.primary().sql("postgres", "SELECT pg_is_in_recovery()").expect("a word"), "f");
        pair.mend().expect("another one follows");
        assert_eq!(pair.url("postgres"), url);
    }
}

#[test]
fn all_tests_of_a_process_share_a_server() {
    let Some(server) = shared() else { return println!("{SKIPPED}") };
    assert_eq!(server.port(), shared().expect("the same").port());
    assert_ne!(server.new_database(), server.new_database());
}

#[test]
fn the_proxy_is_silent_loses_and_cuts() {
    let Some(server) = shared() else { return println!("{SKIPPED}") };
    let binaries = Binaries::find().expect("they were found before");
    let proxy = Proxy::before(server.port()).expect("a proxy");
    let ask = || {
        let mut psql = binaries.client("psql");
        psql.args(["-X", "-A", "-q", "-t", "-d", &proxy.url("postgres"), "-c", "SELECT 7"]);
        psql.output().expect("psql runs").status.success()
    };
    assert!(ask());
    proxy.go_away();
    assert!(!ask());
    proxy.recover();
    proxy.lose_next_answer();
    assert!(!ask());
    assert!(ask());
    proxy.cut_every(2);
    assert!(!ask());
    proxy.recover();

    proxy.silence();
    let mut waiting = TcpStream::connect(("127.0.0.1", proxy.port())).expect("it is taken");
    // A wish to speak with TLS is answered with one letter.
    io::Write::write_all(&mut waiting, &[0, 0, 0, 8, 4, 210, 22, 47]).expect("it is sent");
    waiting.set_read_timeout(Some(Duration::from_millis(50))).expect("a limit");
    waiting.read_exact(&mut [0]).expect_err("nothing comes");
    proxy.recover();
    waiting.set_read_timeout(Some(Duration::from_secs(240))).expect("a limit");
    waiting.read_exact(&mut [0]).expect("what was held back comes");
    until("there is one connection", || proxy.connections() == 1);
    proxy.cut();
    assert_eq!(waiting.read(&mut [0]).unwrap_or(0), 0);
    until("there is no connection", || proxy.connections() == 0);
}

/// Not a test of its own: the process that is killed.
#[test]
#[ignore = "run by the test below"]
fn start_a_server_and_wait() {
    let Some(server) = shared() else { return };
    println!("\nfolder {}", server.folder().display());
    let _ = io::stdin().read_to_end(&mut Vec::new());
    assert!(env::var_os("ADOUBE_TEST_PANIC").is_none(), "as it was told to");
}

#[test]
fn nothing_is_left_behind_whatever_becomes_of_the_process() {
    if binaries().is_none() {
        return;
    }
    for end in ["killed", "panic", "done"] {
        let mut child = Command::new(env::current_exe().expect("this program has a path"));
        child.args(["--exact", "start_a_server_and_wait", "--ignored", "--nocapture"]);
        if end == "panic" {
            child.env("ADOUBE_TEST_PANIC", "1");
        }
        let mut child = child
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the other process starts");
        let lines = BufReader::new(child.stdout.as_mut().expect("its output is piped")).lines();
        let mut lines = lines.map_while(Result::ok);
        let folder = lines.find_map(|line| line.strip_prefix("folder ").map(str::to_owned));
        let folder = folder.expect("it says where the server is");
        assert!(Path::new(&folder).join("data/postmaster.pid").exists());
        if end == "killed" {
            child.kill().expect("it is killed");
        }
        drop(child.stdin.take());
        let _ = child.wait();
        until("the folder is gone", || !Path::new(&folder).exists());
        // The one who removed it names it too, until it ends.
        until(&format!("nobody names the folder, {end}"), || {
            !processes().iter().any(|words| words.contains(&folder))
        });
    }
}

/// The words of all processes that run.
fn processes() -> Vec<String> {
    let entries = fs::read_dir("/proc").expect("the system tells of its processes").flatten();
    entries.filter_map(|entry| fs::read_to_string(entry.path().join("cmdline")).ok()).collect()
}
