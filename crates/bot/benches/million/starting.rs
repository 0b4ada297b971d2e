//! Measures the time and memory of a start on very many games: the store with the bot in a process
//! of its own, and the whole program.

use std::{
    env,
    error::Error,
    io::{BufRead as _, BufReader},
    process::{Command, Stdio},
    sync::Arc,
    time::Instant,
};

use adoube_store::{SledStore, Store};
use adoube_testing::clock::TestClock;

use crate::{kept::Kept, people, usage};

/// The argument with which this program starts on a store and says what that took.
pub const ALONE: &str = "--alone";

/// Starts on the store in other processes.
pub fn measure(kept: &Kept) -> Result<(), Box<dyn Error>> {
    println!("{:>9} games: {} MB on disk", kept.games, kept.size());
    let status = Command::new(env::current_exe()?).args([ALONE, &kept.games.to_string()]).status()?;
    if !status.success() {
        return Err("the other process failed".into());
    }
    let Some(program) = env::var_os("ADOUBE_PROGRAM") else { return Ok(()) };
    for ended in ["closed", "killed"] {
        let began = Instant::now();
        let mut child = Command::new(&program)
            .arg("--data")
            .arg(&kept.folder)
            // What this bench is told is no setting of the program.
            .env_remove("ADOUBE_GAMES")
            .env_remove("ADOUBE_PROGRAM")
            .env("ADOUBE_WEB__PORT", "0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        if line.is_empty() {
            return Err("the program does not start".into());
        }
        let (took, (now, most)) = (began.elapsed(), usage::memory(&child.id().to_string()));
        println!(
            "{:>9} games: the program is ready in {took:.2?}, {now} MB, {most} MB at most (then it is {ended})",
            kept.games
        );
        if ended == "closed" {
            Command::new("kill").arg(child.id().to_string()).status()?;
        } else {
            child.kill()?;
        }
        child.wait()?;
    }
    Ok(())
}

/// Starts on the store and says what that took.
pub async fn alone(games: u64) -> Result<(), Box<dyn Error>> {
    let kept = Kept::of(games).await?;
    let (began, before) = (Instant::now(), usage::memory("self").0);
    let store = Arc::new(SledStore::open(&kept.folder)?);
    let opened = (began.elapsed(), usage::memory("self"));
    let clock = Arc::new(TestClock::stopped().beginning_at(kept.played_at));
    let service = people::service(store.clone(), clock)?;
    service.end_leases().await?;
    service.begin().await?;
    service.run_due_jobs().await?;
    let (now, most) = usage::memory("self");
    println!(
        "{games:>9} games: store open in {:.2?} ({} MB, {before} MB before, {} MB at most); service ready in {:.2?}, {now} MB, {most} MB at most, {:.2} s of processor time",
        opened.0,
        opened.1.0,
        opened.1.1,
        began.elapsed(),
        usage::processor(),
    );
    let began = Instant::now();
    let mut snapshot = store.snapshot().await?;
    let (mut rows, most_rows) = (0, 200_000);
    loop {
        let page = snapshot.page(adoube_store::MAX_PAGE_ROWS).await?;
        rows += page.len();
        if page.is_empty() || rows >= most_rows {
            break;
        }
    }
    println!(
        "{games:>9} games: {rows} rows of a snapshot of {:?} read in {:.2?}, {} MB then",
        snapshot.rows(),
        began.elapsed(),
        usage::memory("self").0
    );
    let began = Instant::now();
    store.close().await?;
    println!("{games:>9} games: closed in {:.2?}", began.elapsed());
    Ok(())
}
