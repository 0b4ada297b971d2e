//! Starts a PostgreSQL server with certificates and `pg_hba.conf` rules for each way to connect,
//! for the tests of connections. Not here: the clients.

use std::{fs, path::Path, process::Command, time::Instant};

use adoube_postgres_cluster::{Binaries, SKIPPED, ServerOptions, TestServer};
use adoube_testing::TEST_TIMEOUT;
use tempfile::TempDir;

/// A database for each way in.
const RULES: &str = "\
host    postgres   all     127.0.0.1/32 trust
hostssl certs      all     127.0.0.1/32 cert
hostssl encrypted  all     127.0.0.1/32 trust
hostnossl plain    all     127.0.0.1/32 trust
host    open       adoube  127.0.0.1/32 trust
host    all        ada     127.0.0.1/32 scram-sha-256
";
const DATABASES: [&str; 4] = ["certs", "encrypted", "plain", "open"];

/// How `openssl` makes a key that is fast.
const KEY: [&str; 5] = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/// Certificates of servers, by how they are made.
pub(crate) const KINDS: [&str; 6] =
    ["snakeoil", "self-signed", "version-1", "signed", "of-another", "strange-key"];

pub(crate) struct World {
    pub(crate) server: TestServer,
    pub(crate) binaries: Binaries,
    pub(crate) files: TempDir,
}

impl World {
    /// None, and said so, where a program is missing.
    pub(crate) fn new() -> Option<Self> {
        let Some(binaries) = Binaries::find() else {
            println!("{SKIPPED}");
            return None;
        };
        let files = tempfile::tempdir().expect("a folder");
        if !make_certificates(files.path()) {
            println!("skipped: no openssl here");
            return None;
        }
        let read = |name: &str| fs::read(files.path().join(name)).expect("a file");
        let mut options = ServerOptions::new().with_file("rules", RULES).set("hba_file={folder}/rules");
        for name in KINDS.into_iter().chain(["authority"]) {
            for ending in ["crt", "key"] {
                let name = format!("{name}.{ending}");
                options = options.with_file(&name, read(&name));
            }
        }
        let server = TestServer::start(&binaries, &options).expect("a server");
        let folder = server.folder().display();
        for setting in [
            format!("ssl_ca_file = '{folder}/authority.crt'"),
            "password_encryption = 'scram-sha-256'".into(),
        ] {
            server.sql("postgres", &format!("ALTER SYSTEM SET {setting}")).expect("it is set");
        }
        for database in DATABASES {
            server.sql("postgres", &format!("CREATE DATABASE {database}")).expect("a database");
        }
        server.sql("postgres", "CREATE ROLE ada LOGIN SUPERUSER PASSWORD 'lovelace'").expect("a role");
        Some(Self { server, binaries, files })
    }

    /// From now on the server shows this certificate.
    pub(crate) fn show(&self, kind: &str) {
        let folder = self.server.folder().display();
        let settings = [
            format!("ssl_cert_file = '{folder}/{kind}.crt'"),
            format!("ssl_key_file = '{folder}/{kind}.key'"),
            "ssl = on".to_owned(),
        ];
        for setting in settings {
            self.server.sql("postgres", &format!("ALTER SYSTEM SET {setting}")).expect("it is set");
        }
        self.server.sql("postgres", "SELECT pg_reload_conf()").expect("it reads them");
        let start = Instant::now();
        let shown = "SELECT current_setting('ssl') || current_setting('ssl_cert_file')";
        while self.server.sql("postgres", shown).expect("it answers") != format!("on{folder}/{kind}.crt") {
            assert!(start.elapsed() < TEST_TIMEOUT, "the server does not read its settings");
        }
    }

    /// The address of a database by a name, which certificates are compared with.
    pub(crate) fn url(&self, database: &str, options: &str) -> String {
        let port = self.server.port();
        format!("postgres://adoube@localhost:{port}/{database}?hostaddr=127.0.0.1{options}")
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.files.path().join(name).display().to_string()
    }

    /// Whether `psql` gets in.
    pub(crate) fn psql(&self, url: &str) -> bool {
        let mut psql = self.binaries.client("psql");
        let output = psql.args(["-X", "-w", "-d", url, "-c", "SELECT 1"]).output().expect("psql runs");
        output.status.success()
    }
}

fn make_certificates(folder: &Path) -> bool {
    let openssl = |arguments: &[&str]| {
        let output = Command::new("openssl").args(arguments).current_dir(folder).output();
        output.map(|output| assert!(output.status.success(), "{arguments:?}: {output:?}")).is_ok()
    };
    if !openssl(&["version"]) {
        return false;
    }
    let signed_by_itself = |name: &str, subject: &str, more: &[&str]| {
        let (crt, key) = (format!("{name}.crt"), format!("{name}.key"));
        let mut arguments =
            vec!["req", "-x509", "-days", "3", "-subj", subject, "-out", &crt, "-keyout", &key];
        arguments.extend(KEY);
        arguments.extend(more);
        openssl(&arguments)
    };
    let signed = |name: &str, subject: &str, names: &str| {
        let (crt, key, csr) = (format!("{name}.crt"), format!("{name}.key"), format!("{name}.csr"));
        let mut arguments = vec!["req", "-new", "-subj", subject, "-out", &csr, "-keyout", &key];
        arguments.extend(KEY);
        openssl(&arguments);
        fs::write(folder.join("names"), format!("subjectAltName={names}\nbasicConstraints=CA:FALSE\n"))
            .expect("a file");
        let authority = ["-CA", "authority.crt", "-CAkey", "authority.key", "-CAcreateserial"];
        let mut arguments =
            vec!["x509", "-req", "-days", "3", "-in", &csr, "-out", &crt, "-extfile", "names"];
        arguments.extend(authority);
        openssl(&arguments)
    };
    signed_by_itself("authority", "/CN=An authority", &[]);
    signed_by_itself("stranger", "/CN=Another authority", &[]);
    // As Debian's package `ssl-cert` makes them.
    let leaf = ["-addext", "basicConstraints=critical,CA:FALSE", "-addext", "subjectAltName=DNS:localhost"];
    signed_by_itself("snakeoil", "/CN=localhost", &leaf);
    // As the manual of PostgreSQL makes them.
    signed_by_itself("self-signed", "/CN=localhost", &[]);
    // As `openssl x509` makes them without extensions.
    let mut request =
        vec!["req", "-new", "-subj", "/CN=localhost", "-out", "version-1.csr", "-keyout", "version-1.key"];
    request.extend(KEY);
    openssl(&request);
    let by_itself = ["-signkey", "version-1.key", "-days", "3", "-out", "version-1.crt"];
    openssl(&[&["x509", "-req", "-in", "version-1.csr"], by_itself.as_slice()].concat());
    signed("signed", "/CN=localhost", "DNS:localhost");
    signed("of-another", "/CN=localhost", "DNS:db.example.org");
    // A curve that not every library verifies.
    let strange = ["req", "-x509", "-days", "3", "-subj", "/CN=localhost", "-nodes", "-newkey", "ec"];
    let curve =
        ["-pkeyopt", "ec_paramgen_curve:secp521r1", "-out", "strange-key.crt", "-keyout", "strange-key.key"];
    openssl(&[strange.as_slice(), curve.as_slice()].concat());
    signed("client", "/CN=adoube", "DNS:client");
    signed_by_itself("foreign-client", "/CN=adoube", &[]);
    fs::copy(folder.join("client.key"), folder.join("open-client.key")).expect("a copy");
    let locked =
        ["ec", "-aes128", "-passout", "pass:secret", "-in", "client.key", "-out", "locked-client.key"];
    openssl(&locked);
    for (name, mode) in [
        ("client.key", 0o600),
        ("foreign-client.key", 0o600),
        ("locked-client.key", 0o600),
        ("open-client.key", 0o644),
    ] {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(folder.join(name), fs::Permissions::from_mode(mode)).expect("its mode");
    }
    true
}
