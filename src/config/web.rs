//! The section `[web]`: where the web chat listens, and who may use it. Not here: the web chat (`adapter::web`).

use std::net::{IpAddr, Ipv4Addr};

use serde::Deserialize;

use crate::adapter::web::{ProxyRange, SecurityTxt, SiteUrl};

/// The web chat.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WebConfig {
    /// The address to listen on.
    pub listen: IpAddr,
    /// The port to begin with; the next free one is taken. 0 lets the system choose.
    pub port: u16,
    /// Names people may use for this server besides its address, such as `chess.example.org`.
    pub hosts: Vec<String>,
    /// Names or ids of people who may abort the games of others.
    pub moderators: Vec<String>,
    /// Addresses and networks of web servers in front of this one, which say where a request comes from.
    pub proxies: Vec<ProxyRange>,
    /// The address that people open, where a web server stands in front of this one.
    pub url: Option<SiteUrl>,
    /// Whom to tell of a hole in the program's security.
    pub security: Option<SecurityTxt>,
}

impl Default for WebConfig {
    fn default() -> Self {
        Self {
            listen: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 8424,
            hosts: Vec::new(),
            moderators: Vec::new(),
            proxies: Vec::new(),
            url: None,
            security: None,
        }
    }
}
