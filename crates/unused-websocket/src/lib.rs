//! Empty on purpose: serenity's feature for TLS of requests brings along the WebSocket library of serenity's gateway, which
//! adoube does not use. That library has a TLS of 2024 with known advisories (RUSTSEC-2026-0049, -0098, -0099, -0104); with
//! this crate in its place neither is built or shipped. The gateway's connections are in `adoube-discord-client`.
