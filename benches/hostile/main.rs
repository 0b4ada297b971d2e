//! Benchmark of the web chat under attack: two people play and a third opens the page, first
//! without an attack, then while a thousand connections and more from other addresses of this
//! machine attack. Prints times, their ratio within the run and the program's largest memory;
//! asserts nothing. Linux only, for its many loopback addresses.
//!
//!     cargo bench --bench hostile -- silent [--addresses 20] [--connections 1200]
//!
//! Attacks: silent, slow, unread, idle, join, pictures, channels, newcomers, writers; `all` does one after the other.

mod attack;
#[path = "../../tests/crash/bot.rs"]
#[allow(dead_code, reason = "nobody is killed here")]
mod bot;
mod connection;
mod honest;
#[path = "../../tests/web/support.rs"]
#[allow(dead_code, reason = "the browsers of the tests can do more")]
mod support;

use std::{env, error::Error, fs, path::Path, time::Duration};

use attack::{Attack, Force};
use bot::Bot;
use honest::{Honest, Times};

/// How long an attack goes on before times are taken.
const WARMING: Duration = Duration::from_secs(3);

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let number = |name: &str, default: usize| {
        let at = arguments.iter().position(|argument| argument == name);
        at.and_then(|at| arguments.get(at + 1)?.parse().ok()).unwrap_or(default)
    };
    let wanted = arguments.first().map_or("all", String::as_str);
    let attacks: Vec<Attack> =
        Attack::ALL.into_iter().filter(|attack| wanted == "all" || attack.name() == wanted).collect();
    if attacks.is_empty() {
        let names = Attack::ALL.map(Attack::name).join(", ");
        return Err(format!("no attack {wanted}; there are all, {names}").into());
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    for attack in attacks {
        let force = Force {
            addresses: number("--addresses", 20).clamp(1, 250) as u8,
            connections: number("--connections", 1200),
        };
        runtime.block_on(run(attack, force))?;
    }
    Ok(())
}

async fn run(attack: Attack, force: Force) -> Result<(), Box<dyn Error>> {
    let data = tempfile::tempdir()?;
    let bot = Bot::start(data.path());
    let address = bot.host.parse()?;
    println!("{}: {} connections from {} addresses", attack.name(), force.connections, force.addresses);
    let mut honest = Honest::enter(address).await?;
    let quiet = honest.play().await;
    quiet.print("in peace", None);
    let hostile = attack.begin(address, force).await?;
    tokio::time::sleep(WARMING).await;
    let (size, before) = (bytes_in(data.path())?, hostile.done());
    let started = std::time::Instant::now();
    let attacked = honest.play().await;
    let lasted = started.elapsed().as_secs_f64();
    attacked.print("attacked", Some(&quiet));
    let grown = bytes_in(data.path())?.saturating_sub(size) as f64 / lasted;
    let done = (hostile.done() - before) as f64 / lasted;
    println!(
        "  attackers did {done:.0}/s; folder grew {:.1} KiB/s; largest memory {}",
        grown / 1024.0,
        peak(bot.child.id())?
    );
    drop(hostile);
    Ok(())
}

fn bytes_in(folder: &Path) -> Result<u64, std::io::Error> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // Files come and go while the program runs.
        let Ok(about) = entry.metadata() else { continue };
        bytes += if about.is_dir() { bytes_in(&entry.path())? } else { about.len() };
    }
    Ok(bytes)
}

/// The largest memory of a process so far, as the system says it.
fn peak(process: u32) -> Result<String, std::io::Error> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("unknown");
    Ok(peak.trim().to_owned())
}

impl Times {
    fn print(&self, when: &str, quiet: Option<&Self>) {
        for (what, times, before) in [
            ("a move shown", &self.moves, quiet.map(|quiet| &quiet.moves)),
            ("page opened ", &self.pages, quiet.map(|quiet| &quiet.pages)),
        ] {
            let ratio = before.map_or_else(String::new, |before| {
                let of = |percent| times.percentile(percent) / before.percentile(percent);
                format!("  ratio {:.1} / {:.1}", of(50), of(99))
            });
            println!(
                "  {when} {what} p50 {:7.1} ms  p99 {:7.1} ms  of {:3}, failed {}{ratio}",
                times.percentile(50),
                times.percentile(99),
                times.count(),
                times.failed(),
            );
        }
    }
}
