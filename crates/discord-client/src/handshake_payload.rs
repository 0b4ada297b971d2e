//! Payloads of the first messages of the gateway, HELLO and READY. Not here: how they are handled
//! (`shard`).

use serde::Deserialize;

use crate::{ApplicationId, UserId, lenient::lenient};

#[derive(Deserialize)]
pub(crate) struct GatewayHello {
    pub(crate) heartbeat_interval: u64,
}

#[derive(Deserialize)]
pub(crate) struct GatewayReady {
    pub(crate) session_id: String,
    #[serde(default, deserialize_with = "lenient")]
    pub(crate) resume_gateway_url: Option<String>,
    pub(crate) user: ReadyUser,
    #[serde(default, deserialize_with = "lenient")]
    pub(crate) application: Option<ReadyApplication>,
    #[serde(default)]
    pub(crate) guilds: Vec<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
pub(crate) struct ReadyUser {
    pub(crate) id: UserId,
    #[serde(default, deserialize_with = "lenient")]
    pub(crate) username: String,
}

#[derive(Deserialize)]
pub(crate) struct ReadyApplication {
    pub(crate) id: ApplicationId,
}
