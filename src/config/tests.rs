//! Tests of the configuration: error messages of unusable files and environments, which source
//! wins, and what is printed.

use std::fs;

use super::*;

/// A file of this text and an environment of these variables.
fn read(text: &str, variables: &[(&str, &str)]) -> Result<LoadedConfig, ConfigError> {
    merge(file::parse(Path::new("config.toml"), text), environment(variables, None).read())
}

fn environment(variables: &[(&str, &str)], credentials: Option<&Path>) -> Environment {
    let variables = variables.iter().map(|(name, text)| ((*name).to_owned(), Some((*text).to_owned())));
    Environment::new(variables.collect(), credentials.map(Path::to_owned))
}

fn complaint(text: &str, variables: &[(&str, &str)]) -> String {
    match read(text, variables) {
        Ok(_) => panic!("{text:?} {variables:?} can be used"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn what_is_wrong_in_a_file_is_named_with_its_line_and_what_it_can_be() {
    for (text, said) in [
        (
            "[web]\nport = 99999",
            "config.toml, line 2: web.port cannot be 99999: it is a whole number from 0 to 65535",
        ),
        (
            "[web]\n\nport = \"8424\"",
            "config.toml, line 3: web.port cannot be \"8424\": it is a whole number from 0 to 65535",
        ),
        (
            "[web]\nport = 1.5",
            "config.toml, line 2: web.port cannot be 1.5: it is a whole number from 0 to 65535",
        ),
        ("web.port = -1", "config.toml, line 1: web.port cannot be -1: it is a whole number from 0 to 65535"),
        (
            "web = { port = true }",
            "config.toml, line 1: web.port cannot be true: it is a whole number from 0 to 65535",
        ),
        ("[data]\npath = 5", "config.toml, line 2: data.path cannot be 5: it is text, in quotes"),
        (
            "[data]\npath = \"\"",
            "config.toml, line 2: data.path cannot be \"\": it names no folder; take the key out for the usual one",
        ),
        (
            "[data]\npath = 2020-01-01",
            "config.toml, line 2: data.path cannot be 2020-01-01: it is text, in quotes",
        ),
        (
            "[computer]\nenabled = \"true\"",
            "config.toml, line 2: computer.enabled cannot be \"true\": it is true or false",
        ),
        ("[computer]\nenabled = 1", "config.toml, line 2: computer.enabled cannot be 1: it is true or false"),
        (
            "[computer]\nthreads = 0",
            "config.toml, line 2: computer.threads cannot be 0: it is a whole number of at least 1",
        ),
        (
            "[computer]\nlevel = 300",
            "config.toml, line 2: computer.level cannot be 300: it is a whole number from 1 to 10",
        ),
        (
            "[computer]\nlevel = \"3\"",
            "config.toml, line 2: computer.level cannot be \"3\": it is a whole number from 1 to 10",
        ),
        (
            "[games]\nvacation_days = -1",
            "config.toml, line 2: games.vacation_days cannot be -1: it is a whole number from 0 to 60",
        ),
        (
            "[store]\nconnections = 0",
            "config.toml, line 2: store.connections cannot be 0: it is a whole number of at least 1",
        ),
        (
            "[store]\nschema = \"a b\"",
            "config.toml, line 2: store.schema cannot be \"a b\": \"a b\" is no name of a schema: letters, digits and underscores, at most 63",
        ),
        (
            "[web]\nhosts = \"a.example\"",
            "config.toml, line 2: web.hosts cannot be \"a.example\": it is a list, in brackets",
        ),
        (
            "[web]\nhosts = [\"a.example\", 5]",
            "config.toml, line 2: web.hosts[1] cannot be 5: it is text, in quotes",
        ),
        (
            "[discord]\nguilds = [1, 0]",
            "config.toml, line 2: discord.guilds[1] cannot be 0: it is a whole number of at least 1",
        ),
        (
            "[log]\nformat = \"xml\"",
            "config.toml, line 2: log.format cannot be \"xml\": it is one of \"text\", \"json\"",
        ),
        (
            "[log]\nlevel = \"loud\"",
            "config.toml, line 2: log.level cannot be \"loud\": it is one of error, warn, info, debug, trace, off, also by part of the program, such as \"adoube=debug,warn\"",
        ),
        ("[web]\nprot = 1", "config.toml, line 2: there is no key web.prot; [web] has "),
        (
            "[web.port]\nx = 1",
            "config.toml, line 1: web.port cannot be as it is: it is a whole number from 0 to 65535",
        ),
        ("\n[wbe]\nport = 1", "config.toml, line 2: there is no section [wbe], only data, store, "),
        ("[wbe]", "config.toml, line 1: there is no section [wbe], only data, store, "),
        ("port = 1", "config.toml, line 1: port cannot be 1: keys stand in a section, such as [web]"),
        (
            "[[web]]\nport = 1",
            "config.toml, line 1: web cannot be a list: keys stand in a section, such as [web]",
        ),
        ("[web]\nport = \n", "config.toml, line 2, column 8: "),
        ("[web]\nport = 1\nport = 2\n", "config.toml, line 3, column 1: "),
        ("# schön\nx = \"äö\" oh", "config.toml, line 2, column 10: "),
    ] {
        let complaint = complaint(text, &[]);
        assert!(complaint.starts_with(said), "{text:?}:\n{complaint}\n{said}");
    }
}

#[test]
fn everything_that_is_wrong_is_named_at_once() {
    let text = "[web]\nport = 99999\nprot = 1\n[log]\nformat = \"json\"\n[data]\npath = 5\n[wbe]\n";
    let error = read(text, &[("ADOUBE_COMPUTER__LEVEL", "11")]).err().expect("errors");
    let said = error.to_string();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "the configuration has 5 errors:");
    for (line, words) in lines[1..].iter().zip([
        "  environment variable ADOUBE_COMPUTER__LEVEL: computer.level cannot be \"11\"",
        "  config.toml, line 2: web.port",
        "  config.toml, line 3: there is no key web.prot",
        "  config.toml, line 7: data.path",
        "  config.toml, line 8: there is no section [wbe]",
    ]) {
        assert!(line.starts_with(words), "{line}\n{words}");
    }
    assert_eq!(error.format, LogFormat::Json, "the format can be read all the same");
}

#[test]
fn secrets_stand_in_no_complaint() {
    for (text, variables) in [
        ("[discord]\ntoken = 1234567890", &[][..]),
        ("[discord]\ntoken = [\"1234567890\"]", &[]),
        ("[discord]\ntoken = \"1234567890", &[]),
        ("[discord]\ntoken = 1234567890 \"", &[]),
        ("[store]\nurl = \"mysql://ada:1234567890@h/d\"", &[]),
        ("", &[("ADOUBE_STORE__URL", "mysql://ada:1234567890@h/d")]),
        ("", &[("ADOUBE_STORE__URL", "postgres://ada:1234567890@h:x/d")]),
        ("", &[("ADOUBE_STORE__URL", "1234567890")]),
        ("", &[("ADOUBE_DISCORD__TOKN", "1234567890")]),
    ] {
        let said = complaint(text, variables);
        assert!(!said.contains("1234567890"), "{text} {variables:?}: {said}");
    }
}

#[test]
fn an_address_of_another_database_is_none() {
    for url in ["mysql://x", "mysql://u@h/d", "http://h/d", "sqlite:x", "x", ""] {
        let said = complaint("", &[("ADOUBE_STORE__URL", url)]);
        assert!(
            said.contains("store.url") && said.contains("it is not a postgres:// address"),
            "{url}: {said}"
        );
    }
    for url in ["postgres://u@h/d", "postgresql://h/d?sslmode=prefer", "host=h dbname=d"] {
        assert!(read("", &[("ADOUBE_STORE__URL", url)]).is_ok(), "{url}");
    }
}

#[test]
fn names_of_hosts_have_nothing_around_them() {
    let said = complaint("[web]\nhosts = [\"a.example\", \"https://chess.example.org/\"]", &[]);
    assert!(said.contains("config.toml, line 2: web.hosts"), "{said}");
    assert!(
        said.contains("\"https://chess.example.org/\" is no name of a host; write \"chess.example.org\""),
        "{said}"
    );
}

#[test]
fn variables_have_the_type_of_their_key_and_win() {
    let text = "[web]\nport = 1\nhosts = [\"a.example\"]\n[computer]\nthreads = 2\n";
    let variables = [
        ("ADOUBE_WEB__PORT", "2"),
        ("ADOUBE_WEB__HOSTS", "b.example, c.example"),
        ("ADOUBE_COMPUTER__ENABLED", "False"),
        ("ADOUBE_DISCORD__TOKEN", "007"),
        ("ADOUBE_DISCORD__GUILDS", "1,2"),
        ("ADOUBE_STORE__SCHEMA", "5"),
    ];
    let LoadedConfig { config, .. } = read(text, &variables).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(config.web.port, Some(2));
    assert_eq!(config.web.hosts, ["b.example", "c.example"]);
    assert_eq!(config.computer.threads.map(std::num::NonZero::get), Some(2));
    assert!(!config.computer.enabled);
    assert_eq!(config.discord.token().map(adoube_platform::secret::Secret::expose), Some("007"));
    assert_eq!(config.discord.guilds.len(), 2);
    assert_eq!(config.store.schema, "5");
    for (name, text, said) in [
        (
            "ADOUBE_WEB__PORT",
            "many",
            "environment variable ADOUBE_WEB__PORT: web.port cannot be \"many\": it is a whole number from 0 to 65535",
        ),
        (
            "ADOUBE_DISCORD__GUILDS",
            "1,here",
            "environment variable ADOUBE_DISCORD__GUILDS: discord.guilds[1] cannot be \"here\": it is a whole number",
        ),
        (
            "ADOUBE_WEB__PROT",
            "1",
            "environment variable ADOUBE_WEB__PROT: there is no key web.prot; [web] has",
        ),
        ("ADOUBE_WBE__PORT", "1", "environment variable ADOUBE_WBE__PORT: there is no section [wbe], only "),
        (
            "ADOUBE_WEB__PORT_FILE",
            "x",
            "environment variable ADOUBE_WEB__PORT_FILE: there is no key web.port_file",
        ),
        ("ADOUBE__PORT", "1", "environment variable ADOUBE__PORT belongs to no key"),
    ] {
        let complaint = complaint("", &[(name, text)]);
        assert!(complaint.starts_with(said), "{complaint}\n{said}");
    }
}

#[test]
fn a_section_in_a_section_is_read_from_file_and_variables_together() {
    let text = "[web.security]\ncontact = [\"mailto:a@example.org\"]\n";
    let expires = ("ADOUBE_WEB__SECURITY__EXPIRES", "2027-06-30T00:00:00Z");
    let loaded = read(text, &[expires]).unwrap_or_else(|error| panic!("{error}"));
    assert!(loaded.config.web.security.is_some());
    let line = "security = { contact = [\"mailto:a@example.org\"], expires = \"2027-06-30T00:00:00Z\" } # environment";
    assert!(loaded.show().contains(line), "{}", loaded.show());
    let contact = ("ADOUBE_WEB__SECURITY__CONTACT", "mailto:a@example.org, tel:1");
    assert_eq!(
        read(text, &[contact, expires]).ok().map(|loaded| loaded.config.web.security.is_some()),
        Some(true)
    );
    let said = complaint(text, &[]);
    assert!(said.starts_with("config.toml, line 1: web.security cannot be as it is: "), "{said}");
    let said = complaint("[web.security]\ncontct = []\n", &[]);
    assert!(
        said.starts_with(
            "config.toml, line 1: there is no key web.security.contct; [web.security] has contact, expires"
        ),
        "{said}"
    );
}

#[test]
fn variables_that_others_set_are_warned_of_and_have_no_effect() {
    let of_others = [
        ("ADOUBE_PORT", "tcp://10.0.0.1:8424"),
        ("ADOUBE_PORT_8424_TCP", "tcp://10.0.0.1:8424"),
        ("ADOUBE_SERVICE_HOST", "10.0.0.1"),
        ("ADOUBE_SERVICE_PORT_HTTP", "8424"),
        ("ADOUBE_X", "7"),
    ];
    let loaded = read("", &of_others).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(loaded.config, Config::default());
    for ((name, _), warning) in of_others.iter().zip(&loaded.warnings) {
        assert!(warning.contains(name), "{warning}");
    }
    assert_eq!(loaded.warnings.len(), of_others.len());
    let of_tests = [("ADOUBE_FRESH_SEED", "1"), ("ADOUBE_SEED", "7"), ("ADOUBE_TEST_FOLDER", "x")];
    assert_eq!(read("", &of_tests).map(|loaded| loaded.warnings).ok(), Some(Vec::new()));
}

#[test]
fn secrets_come_from_files_as_well() {
    let folder = tempfile::tempdir().expect("a folder");
    let put = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("a file");
        path.to_str().expect("text").to_owned()
    };
    let token = put("token", b"abc\r\n");
    let loaded = read("[discord]\ntoken = \"other\"", &[("ADOUBE_DISCORD__TOKEN_FILE", &token)]);
    let loaded = loaded.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(loaded.config.discord.token().map(adoube_platform::secret::Secret::expose), Some("abc"));
    let shown = loaded.show();
    let line =
        format!("token = \"(hidden)\" # file {token} of environment variable ADOUBE_DISCORD__TOKEN_FILE");
    assert!(shown.contains(&line) && !shown.contains("abc"), "{shown}");

    for (path, reason) in [
        (folder.path().join("nothing").to_str().expect("text").to_owned(), "No such file"),
        (folder.path().to_str().expect("text").to_owned(), "directory"),
        (put("empty", b"\n"), "it is empty"),
        (put("bytes", b"\xff\xfe"), "it is not UTF-8"),
        ("/dev/zero".to_owned(), "is larger than"),
    ] {
        let said = complaint("", &[("ADOUBE_DISCORD__TOKEN_FILE", &path)]);
        let is_named = said.contains(&path) && said.contains("ADOUBE_DISCORD__TOKEN_FILE");
        assert!(is_named && said.contains(reason), "{said}");
    }
    let both = [("ADOUBE_DISCORD__TOKEN", "x"), ("ADOUBE_DISCORD__TOKEN_FILE", token.as_str())];
    let said = complaint("", &both);
    assert!(
        said.starts_with(
            "discord.token is given twice, by environment variable ADOUBE_DISCORD__TOKEN and by file"
        ),
        "{said}"
    );
    let empty = [("ADOUBE_DISCORD__TOKEN", ""), ("ADOUBE_DISCORD__TOKEN_FILE", token.as_str())];
    assert!(read("", &empty).is_ok(), "an empty variable is none");
    let unset = [("ADOUBE_DISCORD__TOKEN", "x"), ("ADOUBE_DISCORD__TOKEN_FILE", "")];
    assert!(read("", &unset).is_ok(), "an empty variable names no file");
}

#[test]
fn the_service_manager_passes_secrets_as_credentials() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("discord.token"), "abc\n").expect("a file");
    fs::write(folder.path().join("of-others"), "x").expect("a file");
    let with = |variables: &[(&str, &str)]| {
        merge(FileSettings::default(), environment(variables, Some(folder.path())).read())
    };
    let loaded = with(&[]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(loaded.config.discord.token().map(adoube_platform::secret::Secret::expose), Some("abc"));
    let said =
        with(&[("ADOUBE_DISCORD__TOKEN", "x")]).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(said.starts_with("discord.token is given twice"), "{said}");
}

/// Whoever adds a secret adds its key to the list; without that it stands in complaints and comes from no file.
#[test]
fn every_secret_is_known_as_one() {
    let shown = serde_json::to_value(Config::default()).expect("a configuration");
    for (section, keys) in shown.as_object().expect("sections") {
        for name in keys.as_object().expect("keys").keys() {
            let key = ConfigKey { section: section.clone(), name: name.clone() };
            let value = Value::Variable("postgres://h/d".to_owned());
            let entry = ConfigEntry { key: key.clone(), value, origin: ValueOrigin::Variable(String::new()) };
            let Ok(config) = whole(&BTreeMap::from([(key.clone(), entry)])) else { continue };
            let is_hidden = serde_json::to_value(&config).expect("a configuration")[section][name]
                == adoube_platform::secret::HIDDEN;
            assert_eq!(is_hidden, SECRETS.contains(&key.to_string().as_str()), "{key}");
        }
    }
}

#[test]
fn what_is_shown_is_toml_that_can_be_read_again_and_says_where_values_come_from() {
    let text = "[web]\nmoderators = [\"Ada # \\\"x\\\"\"]\n";
    let variables = [("ADOUBE_WEB__PORT", "2"), ("ADOUBE_STORE__URL", "postgres://ada:tops3cret@h/d")];
    let loaded = read(text, &variables).unwrap_or_else(|error| panic!("{error}"));
    let shown = loaded.show();
    for line in [
        "port = 2 # environment variable ADOUBE_WEB__PORT",
        "level = \"info\" # default",
        "# path is not set",
        "url = \"(hidden)\" # environment variable ADOUBE_STORE__URL",
    ] {
        assert!(shown.lines().any(|shown| shown == line), "{line}\n{shown}");
    }
    assert!(shown.contains(" # config.toml, line 2") && !shown.contains("tops3cret"), "{shown}");
    // The address that is hidden is none.
    let without: Vec<&str> = shown.lines().filter(|line| !line.contains("(hidden)")).collect();
    let without = without.join("\n");
    let again = read(&without, &[]).unwrap_or_else(|error| panic!("{error}\n{shown}"));
    assert_eq!(again.config.web, loaded.config.web);
    assert_eq!(again.config.computer, loaded.config.computer);
}

#[cfg(not(feature = "matrix"))]
#[test]
fn settings_for_matrix_need_a_program_with_it() {
    for (text, variables) in
        [("[matrix]", &[][..]), ("[matrix]\nuser = 5", &[]), ("", &[("ADOUBE_MATRIX__USER", "x")])]
    {
        assert!(complaint(text, variables).contains("--features matrix"), "{text}");
    }
}
