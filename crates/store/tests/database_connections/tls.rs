//! Tests that each TLS mode (`sslmode`) and certificate lets in the same clients as `psql`. Not
//! here: the server (`world`).

use adoube_store::{PostgresSettings, PostgresStore, Store};

use crate::world::{KINDS, World};

/// Whether the store opens, and whether its connections are encrypted; else why not.
async fn open(world: &World, database: &str, options: &str) -> Result<bool, String> {
    let settings = PostgresSettings::new(&world.url(database, options)).map_err(|error| error.to_string())?;
    let store = PostgresStore::open(&settings).await.map_err(|error| error.to_string())?;
    let asked = "SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
                 WHERE application_name = 'adoube'";
    let is_encrypted = world.server.sql("postgres", asked).expect("it answers") == "t";
    store.close().await.expect("it closes");
    let gone = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'adoube'";
    while world.server.sql("postgres", gone).expect("it answers") != "0" {}
    Ok(is_encrypted)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_mode_lets_in_whom_psql_lets_in() {
    let Some(world) = World::new() else { return };
    for kind in KINDS {
        world.show(kind);
        let own = format!("&sslrootcert={}", world.file(&format!("{kind}.crt")));
        let authority = format!("&sslrootcert={}", world.file("authority.crt"));
        let stranger = format!("&sslrootcert={}", world.file("stranger.crt"));
        for mode in ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"] {
            for root in ["", &own, &authority, &stranger] {
                let verifies = mode.starts_with("verify") || (mode == "require" && !root.is_empty());
                if !verifies && ![own.as_str(), ""].contains(&root) {
                    continue;
                }
                if verifies && root.is_empty() {
                    // `psql` looks for a file at home, we ask the system's authorities.
                    let refused = open(&world, "open", &format!("&sslmode={mode}")).await;
                    let said = refused.expect_err("nobody knows it");
                    let reasons =
                        ["not believed", "no trusted authorities", "a kind of key that is not known"];
                    assert!(reasons.iter().any(|reason| said.contains(reason)), "{said}");
                    continue;
                }
                // What rustls cannot verify; encrypted without a proof it works.
                let is_beyond = verifies && ["version-1", "strange-key"].contains(&kind);
                let options = format!("&sslmode={mode}{root}");
                let expected = world.psql(&world.url("open", &options)) && !is_beyond;
                let opened = open(&world, "open", &options).await;
                assert_eq!(opened.is_ok(), expected, "{kind} {options}: {opened:?}");
                match opened {
                    Ok(is_encrypted) => {
                        assert_eq!(is_encrypted, !["disable", "allow"].contains(&mode), "{kind} {options}");
                    }
                    // Of a kind of key that is not offered, the server ends the handshake.
                    Err(said) => assert!(said.contains("not believed") || kind == "strange-key", "{said}"),
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_the_server_wants_it_one_way_the_weak_modes_take_that_way() {
    let Some(world) = World::new() else { return };
    world.show("snakeoil");
    for (database, is_encrypted) in [("encrypted", true), ("plain", false)] {
        for mode in ["disable", "allow", "prefer", "require"] {
            let options = format!("&sslmode={mode}");
            let expected = world.psql(&world.url(database, &options)).then_some(is_encrypted);
            let opened = open(&world, database, &options).await;
            assert_eq!(opened.clone().ok(), expected, "{database} {mode}: {opened:?}");
            if let Err(said) = opened {
                assert!(said.contains("no pg_hba.conf entry"), "{said}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_shows_its_certificate() {
    let Some(world) = World::new() else { return };
    world.show("signed");
    let of = |certificate: &str, key: &str| {
        format!(
            "&sslmode=verify-full&sslrootcert={}&sslcert={}&sslkey={}",
            world.file("authority.crt"),
            world.file(certificate),
            world.file(key)
        )
    };
    assert_eq!(open(&world, "certs", &of("client.crt", "client.key")).await, Ok(true));
    let cases = [
        (format!("&sslmode=verify-full&sslrootcert={}", world.file("authority.crt")), "certificate"),
        (of("foreign-client.crt", "foreign-client.key"), "sslcert"),
        (of("client.crt", "foreign-client.key"), "cannot be used together"),
        (of("client.crt", "open-client.key"), "chmod 600"),
        (of("client.crt", "locked-client.key"), "it is encrypted"),
        (of("client.crt", "client.crt"), "sslkey"),
        (of("client.key", "client.key"), "there is no certificate in it"),
        (of("client.crt", "absent.key"), "No such file"),
        (of("absent.crt", "client.key"), "No such file"),
    ];
    for (options, reason) in cases {
        let said = open(&world, "certs", &options).await.expect_err("it is refused");
        assert!(said.contains(reason), "{options}: {said}");
    }
}
