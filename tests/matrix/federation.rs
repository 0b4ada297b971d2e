//! Starts two homeservers that federate, over a connection that can be cut. Not here: one of them
//! (`synapse`), and what people do there (`federated`).

use std::{fs, sync::Arc};

use serde_json::json;
use tempfile::TempDir;
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    sync::watch,
};

use crate::synapse::Synapse;

/// One where the bot is, and another one.
pub struct Federation {
    pub near: Arc<Synapse>,
    pub far: Arc<Synapse>,
    open: watch::Sender<bool>,
    _certificate: TempDir,
}

impl Federation {
    /// Nothing where there is no Synapse.
    pub async fn start() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
        let [certificate, key] = ["certificate.pem", "key.pem"].map(|name| folder.path().join(name));
        fs::write(&certificate, made.cert.pem()).expect("a file");
        fs::write(&key, made.signing_key.serialize_pem()).expect("a file");
        let ways = [TcpListener::bind("127.0.0.1:0").await, TcpListener::bind("127.0.0.1:0").await];
        let [near, far] = ways.map(|way| way.expect("a port"));
        // Others find a server by its name alone: the port is that of the way to it.
        let [one, other] =
            [&near, &far].map(|way| format!("localhost:{}", way.local_addr().expect("an address").port()));
        let open = watch::Sender::new(true);
        let start = |name: &str, way: TcpListener| {
            let (server, port) = Synapse::among_others(json!({
                "server_name": name,
                "federation_domain_whitelist": [one, other],
                "tls_certificate_path": certificate,
                "tls_private_key_path": key,
                "federation_custom_ca_list": [certificate],
                "ip_range_blacklist": [],
                // A server that was out of reach is asked again whenever there is something to tell it.
                "federation": {
                    "destination_min_retry_interval": 1, "destination_max_retry_interval": 1,
                    "max_long_retries": 0, "max_short_retries": 0,
                },
            }))?;
            tokio::spawn(lead(way, port, open.subscribe()));
            Some(server)
        };
        let (near, far) = (start(&one, near)?, start(&other, far)?);
        Some(Self { near, far, open, _certificate: folder })
    }

    /// From now on neither reaches the other.
    pub fn cut(&self) {
        self.open.send_replace(false);
    }

    /// They reach each other again, and find that out when one has something new to say.
    pub fn heal(&self) {
        self.open.send_replace(true);
    }
}

/// Takes whoever calls to a server, as long as the way is open.
async fn lead(way: TcpListener, port: u16, open: watch::Receiver<bool>) {
    while let Ok((caller, _)) = way.accept().await {
        if *open.borrow() {
            tokio::spawn(carry(caller, port, open.clone()));
        }
    }
}

async fn carry(mut caller: TcpStream, port: u16, mut open: watch::Receiver<bool>) {
    let Ok(mut server) = TcpStream::connect(("127.0.0.1", port)).await else { return };
    tokio::select! {
        _ = copy_bidirectional(&mut caller, &mut server) => {}
        _ = open.wait_for(|open| !open) => {}
    }
}
