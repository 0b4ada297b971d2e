//! Servers of the chat door: one client on standard input and output, or several on a socket.

pub(crate) mod address;
mod admission;
mod connection;
pub(crate) mod listener;
mod request_loop;
pub(crate) mod standard_streams;
