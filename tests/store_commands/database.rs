//! Tests of the store commands with records in a database: copies either way, interrupted; export,
//! import, check, and what `salvage` says. Not here: how the store in a database behaves
//! (`adoube-store`).

use std::{
    fs,
    path::Path,
    process::{Output, Stdio},
};

use adoube_postgres_cluster::{SKIPPED, shared};

use crate::{
    copying::{export_of, exported, filled},
    halfway::Halfway,
    running::{folder, refused, run},
};

/// The address of an empty database, with a password that nobody may see; none where there is no PostgreSQL.
fn database() -> Option<String> {
    let Some(server) = shared() else {
        println!("{SKIPPED}");
        return None;
    };
    let url = server.new_database();
    // The servers of tests ask nobody for a password, so any will do.
    let (scheme, rest) = url.split_once("://").expect("an address");
    let (user, place) = rest.split_once('@').expect("somebody's");
    Some(format!("{scheme}://{}:tops3cret@{place}", user.split(':').next().expect("a user")))
}

/// A command that is told of the database by the environment, as nobody sees that.
fn configured(here: &Path, url: &str, arguments: &[&str]) -> (bool, String) {
    let mut command = adoube_testing::adoube!();
    command.current_dir(here).args(arguments).env("ADOUBE_STORE__URL", url).env("ADOUBE_WEB__PORT", "0");
    let Output { status, stderr, .. } = command.stdin(Stdio::null()).output().expect("the program runs");
    let said = String::from_utf8_lossy(&stderr).into_owned();
    assert!(!said.contains("tops3cret"), "{said}");
    (status.success(), said)
}

#[test]
fn records_move_into_a_database_and_back() {
    let Some(url) = database() else { return };
    let here = folder();
    let export = export_of(120);
    filled(here.path(), "data", &export);
    // Killed at some points first; the program does not run on what is there then.
    for told in [2, 300, 1500] {
        let halfway = Halfway::hold(&here.path().join("data"));
        let mut command = adoube_testing::adoube!();
        command.current_dir(here.path()).args(["store", "copy", "data", &url]).stderr(Stdio::null());
        let mut copy = command.spawn().expect("the program starts");
        let mut asker = halfway.wait();
        asker.tell(&export, told);
        // A row that comes is one the copy was ready for: the database is marked by then.
        asker.wait_until_read();
        copy.kill().expect("it can be killed");
        copy.wait().expect("it ends");
    }
    let unfinished = "`adoube store copy` from there to here once more goes on where it stopped";
    for arguments in [&["--data", "files"][..], &["store", "check"], &["store", "export", "half.jsonl"]] {
        let arguments: Vec<&str> = arguments.to_vec();
        let (is_done, said) = configured(here.path(), &url, &arguments);
        assert!(!is_done && said.contains(unfinished), "{said}");
    }
    let (is_done, said) = configured(here.path(), &url, &["store", "copy", "data", "configured"]);
    assert!(is_done && said.contains("copied and compared: both are the same"), "{said}");
    assert!(said.contains("it was begun before"), "{said}");
    let (is_done, said) = configured(here.path(), &url, &["store", "copy", "configured", "back"]);
    assert!(is_done && said.contains("may be in use"), "{said}");
    assert!(exported(here.path(), "back") == export);
    let other = database().expect("there is one");
    let said = run(here.path(), &["store", "copy", &url, &other]);
    assert!(said.contains("both are the same") && !said.contains("tops3cret"), "{said}");
    let said = refused(here.path(), &["store", "copy", "data", &other]);
    assert!(
        said.contains("there are records where the copy is to go") && !said.contains("tops3cret"),
        "{said}"
    );
    let said = refused(here.path(), &["store", "copy", &url, &url]);
    assert!(said.contains("the same one"), "{said}");
}

#[test]
fn every_command_for_records_does_what_it_can_in_a_database() {
    let Some(url) = database() else { return };
    let here = folder();
    // Reading makes no tables.
    for command in [&["export", "none.jsonl"][..], &["check"]] {
        let said = refused(here.path(), &[&["store"], command, &["--url", &url]].concat());
        assert!(said.contains("there are no records of adoube in 127.0.0.1"), "{said}");
        assert!(!said.contains("tops3cret"), "{said}");
    }
    let said = refused(here.path(), &["store", "copy", &url, "copy"]);
    assert!(
        said.contains("there are no records of adoube in") && !here.path().join("copy").exists(),
        "{said}"
    );
    let export = export_of(30);
    fs::write(here.path().join("origin.jsonl"), &export).expect("a file");
    let rows = export.lines().count() - 2;
    assert!(
        run(here.path(), &["store", "import", "--url", &url, "origin.jsonl"])
            .contains(&format!("{rows} rows read"))
    );
    let said = refused(here.path(), &["store", "import", "--url", &url, "origin.jsonl"]);
    assert!(said.contains("not empty"), "{said}");
    run(here.path(), &["store", "export", "--url", &url, "again.jsonl"]);
    assert!(fs::read_to_string(here.path().join("again.jsonl")).expect("a file") == export);
    let (is_done, said) = configured(here.path(), &url, &["store", "check"]);
    assert!(is_done && said.contains(&format!("{rows} rows checked, all of them whole")), "{said}");
    let (is_done, said) = configured(here.path(), &url, &["store", "salvage", "whole.jsonl"]);
    assert!(!is_done && said.contains("`adoube store check` reads all its records"), "{said}");
    // A folder that is named goes before what is configured.
    filled(here.path(), "data", &export_of(2));
    let (is_done, said) = configured(here.path(), &url, &["--data", "data", "store", "check"]);
    assert!(is_done && !said.contains(&format!("{rows} rows")), "{said}");
}
