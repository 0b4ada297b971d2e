//! Tests of the store commands as operators use them: backups of a running program, and moves from
//! store to store. Not here: what an export looks like, and how a store keeps a snapshot
//! (`adoube-store`).

#![cfg(unix)]

mod copying;
mod damage;
mod database;
mod halfway;
mod piped;
mod running;

use std::{fs, io::Write as _, os::unix::net::UnixStream};

use running::{Running, ask, folder, names, refused, run};

#[test]
fn a_running_program_is_exported_and_its_export_is_whole() {
    let here = folder();
    let bot = Running::start(here.path(), "data");
    for round in 0..3 {
        bot.write(40);
        let said = run(here.path(), &["--data", "data", "store", "export", "backup.jsonl"]);
        let backup = fs::read_to_string(here.path().join("backup.jsonl")).expect("a file");
        let rows = backup.lines().count() - 2;
        assert!(said.contains(&format!("{rows} rows written")), "{said}");
        assert!(backup.ends_with(&format!("{{\"end\":{rows}}}\n")));
        let copy = format!("copy{round}");
        run(here.path(), &["--data", &copy, "store", "import", "backup.jsonl"]);
        run(here.path(), &["--data", &copy, "store", "export", "again.jsonl"]);
        assert_eq!(fs::read_to_string(here.path().join("again.jsonl")).expect("a file"), backup);
    }
}

#[test]
fn the_socket_is_its_owners_alone_and_gone_at_the_end() {
    use std::os::unix::fs::PermissionsExt as _;
    let here = folder();
    let socket = here.path().join("data/export.socket");
    let bot = Running::start(here.path(), "data");
    let mode = fs::metadata(&socket).expect("it is there").permissions().mode() & 0o777;
    assert_eq!(mode, 0o600);
    bot.stop();
    assert!(!socket.exists());
    // A killed one leaves it behind; it is in nobody's way, neither of an export nor of the next start.
    Running::start(here.path(), "data").kill();
    assert!(socket.exists());
    run(here.path(), &["--data", "data", "store", "export", "backup.jsonl"]);
    let bot = Running::start(here.path(), "data");
    run(here.path(), &["--data", "data", "store", "export", "backup.jsonl"]);
    bot.stop();
    assert_eq!(names(&here.path().join("data")), ["lock", "sled", "witness"]);
}

#[test]
fn whoever_asks_for_anything_else_or_hangs_about_is_in_nobodys_way() {
    let here = folder();
    let bot = Running::start(here.path(), "data");
    let socket = here.path().join("data/export.socket");
    let long = vec![b'x'; 100_000];
    let nonsense: [&[u8]; 5] = [b"\n", b"everything\n", b"\xff\xfe\n", &long, b"export"];
    for asked in nonsense {
        let answer = ask(&socket, asked);
        assert!(answer.is_empty() || answer.starts_with("!there is nothing but an export"), "{answer}");
    }
    // Two who asked and read no further.
    let mut idle: Vec<UnixStream> =
        (0..2).map(|_| UnixStream::connect(&socket).expect("it listens")).collect();
    for stream in &mut idle {
        stream.write_all(b"export\n").expect("it reads");
        running::wait_for_answer(stream);
    }
    let said = refused(here.path(), &["--data", "data", "store", "export", "backup.jsonl"]);
    assert!(said.contains("two exports or copies of these records are under way"), "{said}");
    bot.write(5);
    drop(idle);
    // That they are gone is noticed when they are next written to.
    let export = || run_or_not(here.path());
    assert!((0..200).any(|_| export()), "there is room again");
    assert_eq!(names(here.path()), ["backup.jsonl", "data"]);
    bot.stop();
}

fn run_or_not(here: &std::path::Path) -> bool {
    running::output(here, &["--data", "data", "store", "export", "backup.jsonl"]).0
}

#[test]
fn a_folder_with_a_long_path_is_exported_and_checked_as_any_other() {
    let here = folder();
    // Longer than the address of a socket can be, and longer than most are.
    for letters in [90, 120, 900] {
        let parts: Vec<String> = (0..=letters / 90).map(|part| format!("{part}").repeat(80)).collect();
        let data = here.path().join(format!("{letters}")).join(parts.join("/"));
        let data = data.to_str().expect("text");
        let bot = Running::start(here.path(), data);
        bot.write(3);
        run(here.path(), &["--data", data, "store", "export", "backup.jsonl"]);
        let said = run(here.path(), &["--data", data, "store", "check"]);
        assert!(said.contains("all of them whole") && said.contains("adoube is running"), "{said}");
        bot.stop();
        assert_eq!(names(data.as_ref()), ["lock", "sled", "witness"]);
    }
}
