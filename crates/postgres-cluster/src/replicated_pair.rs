//! Two servers, of which one follows the other and takes over when that one dies. Not here: what one of them does.

use std::io;

use crate::{Binaries, ServerOptions, TestServer, process_tree::free_port, server::url};

/// A primary and its synchronous standby, on two ports that stay the same whichever is which.
#[derive(Debug)]
pub struct ReplicatedPair {
    primary: TestServer,
    standby: Option<TestServer>,
    /// In the order in which the url names them.
    ports: [u16; 2],
}

impl ReplicatedPair {
    /// Makes both.
    ///
    /// # Errors
    /// As [`TestServer::start`].
    pub fn start(binaries: &Binaries, options: &ServerOptions) -> io::Result<Self> {
        let primary = TestServer::start(binaries, options)?;
        let standby = primary.standby(Some(free_port()?))?;
        let ports = [primary.port(), standby.port()];
        Ok(Self { primary, standby: Some(standby), ports })
    }

    /// A database of both; whoever connects looks for the one that takes writes.
    pub fn url(&self, database: &str) -> String {
        url(&self.ports, database)
    }

    /// The one that takes writes.
    pub fn primary(&self) -> &TestServer {
        &self.primary
    }

    /// The primary dies by SIGKILL, and the standby takes over. There is none afterwards ([`ReplicatedPair::mend`]).
    ///
    /// # Errors
    /// As [`TestServer::kill`] and [`TestServer::promote`]; without a standby.
    pub fn fail_over(&mut self) -> io::Result<()> {
        let standby = self.standby.take().ok_or_else(|| io::Error::other("there is no standby"))?;
        self.primary.kill()?;
        standby.promote()?;
        // The dead one's folder vanishes with it.
        self.primary = standby;
        Ok(())
    }

    /// Makes a new standby where the last one was lost.
    ///
    /// # Errors
    /// As [`TestServer::standby`].
    pub fn mend(&mut self) -> io::Result<()> {
        let free = self.ports.into_iter().find(|port| *port != self.primary.port());
        self.standby = Some(self.primary.standby(free)?);
        Ok(())
    }
}
