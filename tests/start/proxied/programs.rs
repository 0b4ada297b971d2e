//! Starts real web servers in front of the program, with the configurations that `docs/proxies.md`
//! shows: only addresses, ports and the place of the certificate differ. Not here: what people do
//! through them (`visitor`).

use std::{
    fs,
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use adoube_testing::{TEST_TIMEOUT, ports};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio_rustls::rustls::pki_types::CertificateDer;

use crate::folder;

/// The page that shows the configurations.
const PAGE: &str = include_str!("../../../docs/proxies.md");
/// Where the program is, in the configurations.
const PROGRAM: &str = "127.0.0.1:8424";
/// The name of the page's host.
pub const HOST: &str = "play.example.org";

/// A web server that `docs/proxies.md` is about and that can be run here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Nginx,
    Caddy,
    HaProxy,
}

/// Where the page lies, and what the web server does with the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// At the top of the host.
    Top,
    /// Below `/chess/`, which the web server leaves in the addresses.
    PathLeft,
    /// Below `/chess/`, which the web server takes away.
    PathTaken,
}

impl Layout {
    /// What stands before each path.
    pub fn base(self) -> &'static str {
        match self {
            Self::Top => "",
            Self::PathLeft | Self::PathTaken => "/chess",
        }
    }
}

/// The code blocks of the page in this language.
pub fn blocks(language: &str) -> Vec<&'static str> {
    let start = format!("```{language}\n");
    let blocks = PAGE.split(start.as_str()).skip(1);
    blocks.filter_map(|rest| rest.split_once("```")).map(|(block, _)| block).collect()
}

/// The text with each of these parts, which must be there, put in the place of the other.
fn edited(text: &str, edits: &[(&str, &str)]) -> String {
    edits.iter().fold(text.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "docs/proxies.md has no {old:?} in\n{text}");
        text.replace(old, new)
    })
}

impl Kind {
    /// The program, if it is on this machine; otherwise says that the test is left out.
    pub fn find(self) -> Option<PathBuf> {
        let (name, package) = match self {
            Self::Nginx => ("nginx", "nginx-light"),
            Self::Caddy => ("caddy", "caddy"),
            Self::HaProxy => ("haproxy", "haproxy"),
        };
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::env::split_paths(&path).chain(["/usr/sbin".into(), "/usr/local/sbin".into()]);
        let found = folders.map(|folder| folder.join(name)).find(|program| program.is_file());
        if found.is_none() {
            println!("skipped: no {name} here (Debian: apt-get install {package})");
        }
        found
    }

    /// The configuration of the page for this layout.
    fn documented(self, layout: Layout) -> String {
        let [whole, below] = match self {
            Self::Nginx => blocks("nginx"),
            Self::Caddy => blocks("caddyfile"),
            Self::HaProxy => blocks("haproxy"),
        }
        .try_into()
        .expect("one block for the top of a host, one for below a path");
        if layout == Layout::Top {
            return whole.to_owned();
        }
        let below = match self {
            Self::Nginx => {
                edited(whole, &[("    location / {\n        proxy_pass http://127.0.0.1:8424;\n", below)])
            }
            Self::Caddy => below.to_owned(),
            Self::HaProxy => edited(whole, &[("    default_backend adoube\n", below)]),
        };
        if layout == Layout::PathLeft {
            return below;
        }
        let taken = match self {
            Self::Nginx => [("proxy_pass http://127.0.0.1:8424;", "proxy_pass http://127.0.0.1:8424/;")],
            Self::Caddy => [(
                "reverse_proxy /chess/* 127.0.0.1:8424",
                "handle_path /chess/* {\n\t\treverse_proxy 127.0.0.1:8424\n\t}",
            )],
            Self::HaProxy => [(
                "    option httpchk\n",
                "    option httpchk\n    http-request replace-path /chess/?(.*) /\\1\n",
            )],
        };
        edited(&below, &taken)
    }
}

/// A running web server.
pub struct Proxy {
    process: Child,
    /// Where it answers plain HTTP; nothing where its configuration does not say so.
    pub plain: Option<SocketAddr>,
    /// Where it answers over TLS.
    pub tls: SocketAddr,
    /// What it says it is.
    pub certificate: CertificateDer<'static>,
    folder: TempDir,
}

impl Proxy {
    /// Starts it in front of the program at this address, after these edits of the documented configuration.
    pub async fn start(
        (kind, program): (Kind, &Path),
        layout: Layout,
        upstream: &str,
        edits: &[(&str, &str)],
    ) -> Self {
        let folder = folder();
        let here = folder.path();
        let key = rcgen::generate_simple_self_signed([HOST.to_owned()]).expect("a certificate");
        let (certificate, secret) = (key.cert.pem(), key.signing_key.serialize_pem());
        for (name, text) in [
            ("certificate.pem", &certificate),
            ("key.pem", &secret),
            ("both.pem", &format!("{certificate}{secret}")),
        ] {
            fs::write(here.join(name), text).expect("a file");
        }
        let (plain, tls) = (ports::free(), ports::free());
        let documented = edited(&kind.documented(layout), edits);
        let mut command =
            kind.command(program, here, &edited(&documented, &[(PROGRAM, upstream)]), (plain, tls));
        let log = fs::File::create(here.join("log")).expect("a file");
        let process =
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().expect("it starts");
        let at = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let mut proxy = Self {
            process,
            plain: (kind != Kind::Caddy).then(|| at(plain)),
            tls: at(tls),
            certificate: key.cert.der().clone(),
            folder,
        };
        proxy.answers(kind).await;
        proxy
    }

    async fn answers(&mut self, kind: Kind) {
        let begun = Instant::now();
        while TcpStream::connect(self.tls).await.is_err() {
            let log = || fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
            assert!(begun.elapsed() < TEST_TIMEOUT, "{kind:?} does not answer: {}", log());
            let ended = self.process.try_wait().expect("its state");
            assert_eq!(ended, None, "{kind:?} has ended: {}", log());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Kind {
    /// The command that runs this configuration in a folder, on these ports for plain HTTP and for TLS.
    fn command(self, program: &Path, here: &Path, text: &str, (plain, tls): (u16, u16)) -> Command {
        let mut command = Command::new(program);
        command.current_dir(here);
        match self {
            Self::Nginx => {
                fs::write(here.join("adoube.conf"), nginx(text, plain, tls)).expect("a file");
                // One process, which ends with its test; nothing outside the folder.
                let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
                    .map(|kind| format!("{kind}_temp_path {kind};\n"))
                    .concat();
                let whole = format!(
                    "daemon off;\nmaster_process off;\npid nginx.pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}include adoube.conf;\n}}\n"
                );
                fs::write(here.join("nginx.conf"), whole).expect("a file");
                command.arg("-p").arg(here).args(["-e", "stderr", "-c", "nginx.conf"]);
            }
            Self::Caddy => {
                let site =
                    format!("https://{HOST}:{tls} {{\n\tbind 127.0.0.1\n\ttls certificate.pem key.pem\n");
                let text = edited(text, &[("play.example.org {\n", &site)]);
                let whole = format!("{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{text}");
                fs::write(here.join("Caddyfile"), whole).expect("a file");
                command.args(["run", "--config", "Caddyfile", "--adapter", "caddyfile"]);
                for home in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"] {
                    command.env(home, here);
                }
            }
            Self::HaProxy => {
                let plain = format!("bind 127.0.0.1:{plain}");
                let tls = format!("bind 127.0.0.1:{tls} ssl crt both.pem");
                let edits = [
                    ("bind :80", plain.as_str()),
                    ("bind :443 ssl crt /etc/haproxy/certs/play.example.org.pem", &tls),
                ];
                fs::write(here.join("haproxy.cfg"), edited(text, &edits)).expect("a file");
                command.args(["-db", "-f", "haproxy.cfg"]);
            }
        }
        command
    }
}

/// The configuration of nginx on these ports.
fn nginx(text: &str, plain: u16, tls: u16) -> String {
    let (plain, tls) = (format!("listen 127.0.0.1:{plain};"), format!("listen 127.0.0.1:{tls} ssl"));
    edited(
        text,
        &[
            ("listen [::]:80;", ""),
            ("listen [::]:443 ssl http2;", ""),
            ("listen 80;", &plain),
            ("listen 443 ssl", &tls),
            ("/etc/letsencrypt/live/play.example.org/fullchain.pem", "certificate.pem"),
            ("/etc/letsencrypt/live/play.example.org/privkey.pem", "key.pem"),
        ],
    )
}
