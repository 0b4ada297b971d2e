//! Ports for programs that are told where to listen, and may be started again there. Not here: listeners of tests' own, which take
//! any port and keep it.

use std::{
    hash::{BuildHasher, RandomState},
    iter,
    net::{Ipv4Addr, TcpListener},
};

/// Below those that systems give to whoever asks for any port: what is free here stays free until the program starts, and
/// while it is stopped.
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
