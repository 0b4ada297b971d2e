//! Starts a primary and a synchronous standby, and promotes the standby when the primary is killed.

use std::io;

use crate::{Binaries, ServerOptions, TestServer, process_tree::free_port, server::url};

/// A primary and its synchronous standby, on two ports that stay the same after a failover.
#[derive(Debug)]
pub struct ReplicatedPair {
    primary: TestServer,
    standby: Option<TestServer>,
    /// In the order in which the url names them.
    ports: [u16; 2],
}

impl ReplicatedPair {
    /// Starts both servers.
    ///
    /// # Errors
    /// As [`TestServer::start`].
    pub fn start(binaries: &Binaries, options: &ServerOptions) -> io::Result<Self> {
        let primary = TestServer::start(binaries, options)?;
        let standby = primary.standby(Some(free_port()?))?;
        let ports = [primary.port(), standby.port()];
        Ok(Self { primary, standby: Some(standby), ports })
    }

    /// The URL of a database on both servers. Clients connect to the one that takes writes.
    pub fn url(&self, database: &str) -> String {
        url(&self.ports, database)
    }

    /// The server that takes writes.
    pub fn primary(&self) -> &TestServer {
        &self.primary
    }

    /// Kills the primary and promotes the standby. There is no standby afterwards, until [`ReplicatedPair::mend`].
    ///
    /// # Errors
    /// As [`TestServer::kill`] and [`TestServer::promote`]; without a standby.
    pub fn fail_over(&mut self) -> io::Result<()> {
        let standby = self.standby.take().ok_or_else(|| io::Error::other("there is no standby"))?;
        self.primary.kill()?;
        standby.promote()?;
        // Dropping the old primary removes its folder.
        self.primary = standby;
        Ok(())
    }

    /// Starts a new standby after a failover.
    ///
    /// # Errors
    /// As [`TestServer::standby`].
    pub fn mend(&mut self) -> io::Result<()> {
        let free = self.ports.into_iter().find(|port| *port != self.primary.port());
        self.standby = Some(self.primary.standby(free)?);
        Ok(())
    }
}
