//! HTTP route handlers: they read the request, call a service and form the response.

pub(crate) mod admission;
pub(crate) mod art;
pub(crate) mod book;
pub(crate) mod health;
pub(crate) mod invites;
pub(crate) mod members;
pub(crate) mod moves;
pub(crate) mod pages;
pub(crate) mod pictures;
pub(crate) mod requests;
pub(crate) mod start;
pub(crate) mod well_known;
