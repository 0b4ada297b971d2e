//! Tests of `adoube store check` on records of real games: what is damaged or missing is named, in
//! a folder and in a database, also beside a running program. Not here: damage of sled's files
//! (`adoube-store`).

use std::{fs, path::Path};

use adoube_postgres_cluster::{SKIPPED, TestServer, shared};

use crate::running::{folder, output, refused, run};

/// Stores in which every kind of thing was played.
const RECORDS: [&str; 3] = ["0.2.0/web", "0.2.0/discord", "0.2.0/matrix"];

fn fixture(name: &str) -> String {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name).with_extension("jsonl");
    fs::read_to_string(path).expect("a fixture")
}

/// A database with these records, and its address.
fn database(here: &Path, records: &str) -> Option<(&'static TestServer, String, String)> {
    let Some(server) = shared() else {
        println!("{SKIPPED}");
        return None;
    };
    let url = server.new_database();
    let name = url.rsplit('/').next().expect("a name").to_owned();
    fs::write(here.join("records.jsonl"), records).expect("a file");
    run(here, &["store", "import", "--url", &url, "records.jsonl"]);
    Some((server, url, name))
}

#[test]
fn the_fixture_store_is_whole() {
    let here = folder();
    for name in RECORDS {
        let records = fixture(name);
        fs::write(here.path().join("records.jsonl"), &records).expect("a file");
        let data = name.replace('/', "-");
        run(here.path(), &["--data", &data, "store", "import", "records.jsonl"]);
        let rows = records.lines().count() - 2;
        let said = run(here.path(), &["--data", &data, "store", "check"]);
        assert!(said.contains(&format!("{rows} rows checked, all of them whole")), "{name}: {said}");
    }
}

/// An export without some of its lines, which an import takes for everything there is.
fn without(records: &str, is_lost: impl Fn(&str) -> bool) -> String {
    let lines: Vec<&str> = records.lines().filter(|line| !is_lost(line)).collect();
    let (_, rows) = lines.split_last().expect("an end");
    format!("{}\n{{\"end\":{}}}\n", rows.join("\n"), rows.len() - 1)
}

#[test]
fn rows_that_are_missing_are_named_by_what_other_rows_say() {
    let here = folder();
    let records = fixture("0.2.0/web");
    let line_of = |table: &str, nth: usize| {
        let head = format!(r#"{{"table":"{table}","#);
        records.lines().filter(|line| line.starts_with(&head)).nth(nth).expect("a row").to_owned()
    };
    for (table, nth, named) in [
        ("event", 3, "its event "),
        ("event", 20, "its event "),
        ("game", 0, "missing: game "),
        ("channel", 1, "missing: "),
        ("deadline", 2, "missing: deadline due/"),
        ("index", 0, "missing: game "),
    ] {
        let lost = line_of(table, nth);
        fs::write(here.path().join("records.jsonl"), without(&records, |line| line == lost)).expect("a file");
        let data = format!("{table}-{nth}");
        run(here.path(), &["--data", &data, "store", "import", "records.jsonl"]);
        let said = refused(here.path(), &["--data", &data, "store", "check"]);
        assert!(said.contains(named), "{lost}\n{said}");
        assert!(said.contains("every row that is there is whole"), "{said}");
    }
}

#[test]
fn damage_in_a_database_is_named() {
    let here = folder();
    let Some((server, url, name)) = database(here.path(), &fixture("0.2.0/web")) else { return };
    let sql = |statement: &str| server.sql(&name, statement).expect("the statement is done");
    let check = || output(here.path(), &["store", "check", "--url", &url]);
    let (is_whole, said) = check();
    assert!(is_whole, "{said}");
    sql("CREATE TABLE before AS TABLE adoube.record");
    let put_back = || sql("DELETE FROM adoube.record; INSERT INTO adoube.record SELECT * FROM before");

    // One bit in each of forty values.
    let keys = sql("UPDATE adoube.record r SET value = set_bit(value, 13, 1 - get_bit(value, 13)) FROM \
         (SELECT kind, key FROM adoube.record ORDER BY md5(key) LIMIT 40) AS chosen \
         WHERE r.kind = chosen.kind AND r.key = chosen.key RETURNING r.kind || ' ' || encode(r.key, 'escape')");
    let (is_whole, said) = check();
    let named = said.lines().filter(|line| line.starts_with("lost: ")).count();
    assert!(!is_whole && named == 40, "{said}");
    for key in keys.lines().filter(|line| line.contains(' ') && !line.starts_with("UPDATE")) {
        assert!(said.contains(&format!("lost: {key}")), "{key}\n{said}");
    }
    put_back();

    // A pawn becomes a queen, wherever the position is kept.
    let of_game = "kind = 'channel' AND position('rnbqkbnr'::bytea in value) > 0";
    let flipped = sql(&format!(
        "WITH changed AS (UPDATE adoube.record SET value = \
         set_bit(value, 8 * (position('/P'::bytea in value)), 1 - get_bit(value, 8 * (position('/P'::bytea in value)))) \
         WHERE {of_game} AND position('/P'::bytea in value) > 0 RETURNING 1) SELECT count(*) FROM changed"
    ));
    let (is_whole, said) = check();
    let named = said.lines().filter(|line| line.starts_with("lost: channel ")).count();
    assert!(!is_whole && named >= 1 && flipped.trim() == named.to_string(), "{flipped}: {said}");
    put_back();

    sql("DELETE FROM adoube.record WHERE (kind, key) IN \
         (SELECT kind, key FROM adoube.record WHERE kind = 'event' ORDER BY md5(key) LIMIT 10)");
    let (is_whole, said) = check();
    let named = said.lines().filter(|line| line.contains(": its event ")).count();
    assert!(!is_whole && named == 10, "{said}");
    let rows = fixture("0.2.0/web").lines().count() - 2;
    assert!(said.contains(&format!("{} of {rows} rows are whole", rows - 10)), "{said}");
    put_back();
    let (is_whole, said) = check();
    assert!(is_whole, "{said}");
}

#[test]
fn a_damaged_file_without_which_sled_does_not_open_is_named_with_the_way_out() {
    let here = folder();
    fs::write(here.path().join("records.jsonl"), fixture("0.2.0/web")).expect("a file");
    run(here.path(), &["--data", "data", "store", "import", "records.jsonl"]);
    run(here.path(), &["--data", "data", "store", "export", "before.jsonl"]);
    let conf = here.path().join("data/sled/conf");
    let mut bytes = fs::read(&conf).expect("sled's settings");
    bytes[20] ^= 4;
    fs::write(&conf, bytes).expect("a file can be written");
    let said = refused(here.path(), &["--data", "data", "store", "check"]);
    assert!(said.contains("sled/conf") && said.contains("adoube store salvage FILE"), "{said}");
    run(here.path(), &["--data", "data", "store", "salvage", "whole.jsonl"]);
    run(here.path(), &["--data", "new", "store", "import", "whole.jsonl"]);
    run(here.path(), &["--data", "new", "store", "check"]);
    let read = |name: &str| fs::read_to_string(here.path().join(name)).expect("a file");
    assert!(read("whole.jsonl") == read("before.jsonl"));
}

/// sled panics on many of these, in threads of its own, too.
#[test]
fn files_that_are_cut_end_in_a_sentence_and_no_panic_is_shown() {
    let here = folder();
    fs::write(here.path().join("records.jsonl"), fixture("0.2.0/web")).expect("a file");
    run(here.path(), &["--data", "whole", "store", "import", "records.jsonl"]);
    let whole = here.path().join("whole");
    let snapshot =
        fs::read_dir(whole.join("sled")).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let snapshot =
        snapshot.map(|name| name.to_string_lossy().into_owned()).find(|name| name.starts_with("snap."));
    let mut told = 0;
    for (file, cuts) in [("db".to_owned(), 12), (snapshot.expect("sled made one"), 3), ("conf".to_owned(), 3)]
    {
        let bytes = fs::read(whole.join("sled").join(&file)).expect("a file");
        let used = bytes.iter().rposition(|byte| *byte != 0).map_or(1, |last| last + 1);
        for cut in 0..cuts {
            let data = format!("{file}-{cut}");
            copy(&whole, &here.path().join(&data));
            let rest = &bytes[..used * cut / cuts + cut * 7];
            fs::write(here.path().join(&data).join("sled").join(&file), rest).expect("a file can be written");
            let (is_whole, said) = output(here.path(), &["--data", &data, "store", "check"]);
            assert!(!said.contains("panicked"), "{data}: {said}");
            let (is_done, said) = output(here.path(), &["--data", &data, "store", "export", "again.jsonl"]);
            assert!(!said.contains("panicked") && !said.contains("stack backtrace"), "{data}: {said}");
            assert!(is_done || !is_whole, "{data}: check calls it whole: {said}");
            told += usize::from(!is_done);
        }
    }
    assert!(told > 5, "only {told} of the cuts do harm");
}

/// Copies a data folder.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry")) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a file can be copied");
        }
    }
}
