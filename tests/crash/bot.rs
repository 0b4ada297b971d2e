//! Runs the program as a process of its own, on a data folder and a port, and kills it.

use std::{
    io::{BufRead, BufReader, Read},
    path::Path,
    process::{Child, Stdio},
    time::Duration,
};

/// A running program.
pub struct Bot {
    /// Its process.
    pub child: Child,
    /// Host and port of its web chat.
    pub host: String,
}

impl Bot {
    /// Starts it on a port the system chooses, and waits until it says where it is.
    pub fn start(data: &Path) -> Self {
        Self::start_on(data, 0)
    }

    /// Starts it on this port.
    pub fn start_on(data: &Path, port: u16) -> Self {
        Self::start_with(data, port, None)
    }

    /// The same with its records in the database at this address, if one is given.
    pub fn start_with(data: &Path, port: u16, database: Option<&str>) -> Self {
        let mut child = spawn(data, port, database);
        let stdout = child.stdout.take().expect("its output is piped");
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line).expect("it says something");
        let host = line.split_once("http://").and_then(|(_, rest)| rest.split_whitespace().next());
        let host = host.unwrap_or_else(|| panic!("no address in {line:?}")).to_owned();
        Self { child, host }
    }

    /// Starts it and ends it as `kill -9` does after so long; whether it was still starting.
    pub async fn start_shortly(data: &Path, life: Duration) -> bool {
        let mut bot = Self { child: spawn(data, 0, None), host: String::new() };
        tokio::time::sleep(life).await;
        bot.kill();
        let mut said = String::new();
        let stdout = bot.child.stdout.as_mut().expect("its output is piped");
        stdout.read_to_string(&mut said).expect("it has ended");
        !said.contains("http://")
    }

    /// Ends it as `kill -9` does.
    pub fn kill(&mut self) {
        self.child.kill().expect("it was running");
        self.child.wait().expect("it has ended");
    }
}

fn spawn(data: &Path, port: u16, database: Option<&str>) -> Child {
    adoube_testing::adoube!()
        .arg("--data")
        .arg(data)
        .current_dir(data)
        .env("ADOUBE_WEB__PORT", port.to_string())
        .env("ADOUBE_LOG__LEVEL", "warn")
        .envs(database.map(|url| ("ADOUBE_STORE__URL", url)))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

impl Drop for Bot {
    fn drop(&mut self) {
        // Killed already, or left over by a failed test.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
