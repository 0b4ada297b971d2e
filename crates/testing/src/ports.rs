//! Finds free ports for programs that tests start, and start again, on the same port.

use std::{
    hash::{BuildHasher, RandomState},
    iter,
    net::{Ipv4Addr, TcpListener},
};

/// The first port of the range. It is below the ephemeral ports, so a free port stays free while the program is stopped.
const FIRST: u16 = 20_000;
const COUNT: u64 = 12_000;
const TRIES: usize = 100;

/// A port on which nobody listens.
///
/// # Panics
/// When all that are tried are taken.
pub fn free() -> u16 {
    let is_free = |port: &u16| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok();
    let mut drawn =
        iter::repeat_with(|| FIRST + (RandomState::new().hash_one(()) % COUNT) as u16).take(TRIES);
    drawn.find(is_free).expect("a free port")
}
