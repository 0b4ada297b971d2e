//! The HTTP server: listening sockets, request checks, routes, and the page's files.

pub(crate) mod accept_language;
pub(crate) mod assets;
pub(crate) mod bind;
pub(crate) mod guard;
pub(crate) mod health;
pub(crate) mod listener;
pub(crate) mod own_task;
pub(crate) mod page_texts;
pub(crate) mod pages;
pub(crate) mod peer;
pub(crate) mod proxies;
pub(crate) mod proxy_faults;
pub(crate) mod request_admission;
pub(crate) mod router;
pub(crate) mod routes;
pub(crate) mod security_txt;
