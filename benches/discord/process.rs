//! Starts and observes the bot's process from outside: its output, its processor time, its memory.
//! Not here: what the bot does (`bot`).

use std::{
    collections::HashMap,
    error::Error,
    fs,
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, ChildStdin, Command, Stdio},
    sync::{Arc, Mutex, mpsc},
    time::Duration,
};

use crate::{bot, fake::Fake};

/// Ticks in a second, in what Linux says about processes.
const TICKS: f64 = 100.0;
/// How long the bot may take to be there.
const PATIENCE: Duration = Duration::from_secs(120);

/// How things stand at a moment.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// Seconds on the processor so far, the bot's and ours.
    pub bot: f64,
    pub ours: f64,
    /// The bot's largest memory so far, in bytes.
    pub peak: u64,
}

/// When events were durable, by the interaction's id: nanoseconds since 1970.
pub type Durable = Arc<Mutex<HashMap<u64, u128>>>;

pub struct Process {
    child: Child,
    input: ChildStdin,
    durable: Durable,
    /// Seconds on the processor for one board and one durable batch.
    pub floor: f64,
}

impl Process {
    pub async fn start(fake: &Arc<Fake>, folder: &Path) -> Result<Self, Box<dyn Error>> {
        fs::write(folder.join("authority.pem"), &fake.authority)?;
        let mut child = Command::new(std::env::current_exe()?)
            .env(bot::DISCORD, fake.requests.to_string())
            .env(bot::FOLDER, folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = child.stdin.take().ok_or("no standard input")?;
        let output = BufReader::new(child.stdout.take().ok_or("no standard output")?);
        let (durable, (found, floor)) = (Durable::default(), mpsc::channel());
        let noted = Arc::clone(&durable);
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let mut words = line.split(' ');
                match (words.next(), words.next(), words.next()) {
                    (Some("floor"), Some(seconds), None) => drop(found.send(seconds.parse().unwrap_or(0.0))),
                    (Some("durable"), Some(event), Some(at)) => note(&noted, event, at),
                    _ => {}
                }
            }
        });
        let floor = tokio::task::spawn_blocking(move || floor.recv_timeout(PATIENCE)).await??;
        fake.until("the commands", |state| state.commands.get(&0).map(|_| ())).await;
        fake.until("an IDENTIFY", |state| (state.identified > 0).then_some(())).await;
        Ok(Self { child, input, durable, floor })
    }

    pub fn standing(&self) -> Result<Standing, Box<dyn Error>> {
        let id = self.child.id().to_string();
        Ok(Standing { bot: seconds(&id)?, ours: seconds("self")?, peak: peak(&id)? })
    }

    pub fn durable(&self) -> &Durable {
        &self.durable
    }

    pub async fn stop(self) -> Result<(), Box<dyn Error>> {
        let Self { mut child, input, .. } = self;
        drop(input);
        let status = tokio::task::spawn_blocking(move || child.wait()).await??;
        if status.success() { Ok(()) } else { Err(format!("the bot ended with {status}").into()) }
    }
}

fn note(durable: &Durable, event: &str, at: &str) {
    let id = event.rsplit(':').next().and_then(|id| id.parse().ok());
    if let (Some(id), Ok(at), Ok(mut durable)) = (id, at.parse(), durable.lock()) {
        durable.insert(id, at);
    }
}

/// Seconds a process was on the processor, all its threads together.
pub fn seconds(process: &str) -> Result<f64, Box<dyn Error>> {
    let text = fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The name, in brackets, may contain anything.
    let (_, fields) = text.rsplit_once(')').ok_or("no such fields")?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    Ok((ticks(11) + ticks(12)) / TICKS)
}

fn peak(process: &str) -> Result<u64, Box<dyn Error>> {
    let text = fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no such field")?;
    let kibibytes: u64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kibibytes * 1024)
}
