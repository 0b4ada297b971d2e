//! Makes stores with very many games, which takes minutes, and keeps them on disk for the next run.
//! Not here: what a game's rows are (`template`).

use std::{
    env,
    error::Error,
    fs,
    path::PathBuf,
    sync::Arc,
    time::{Instant, SystemTime, UNIX_EPOCH},
};

use adoube_store::{MAX_PAGE_ROWS, RestoreStep, SledStore, Store, StoreRow};
use tokio::task::JoinSet;

use crate::template::Template;

/// Steps of restoring that are under way at the same time.
const TOGETHER: usize = 8;
/// How long a store is used, in milliseconds: later its games begin to be due.
const FRESH: u64 = 10 * 24 * 60 * 60 * 1000;
/// Bytes of the rows restored at once.
const BYTES: usize = 256 * 1024;

/// A store with so many games.
pub struct Kept {
    pub folder: PathBuf,
    pub games: u64,
    /// When its games were played, in milliseconds since 1970.
    pub played_at: u64,
}

impl Kept {
    /// The one there is, or a new one.
    pub async fn of(games: u64) -> Result<Self, Box<dyn Error>> {
        let (place, note) = (place(), note(games));
        let noted = fs::read_to_string(note).ok().and_then(|text| text.trim().parse().ok());
        match noted.filter(|at| now().is_ok_and(|now| now.saturating_sub(*at) < FRESH)) {
            Some(played_at) => Ok(Self { folder: place.join(games.to_string()), games, played_at }),
            None => Self::anew(games).await,
        }
    }

    /// A new one, in the place of the one there was.
    pub async fn anew(games: u64) -> Result<Self, Box<dyn Error>> {
        let (place, played_at) = (place(), now()?);
        let folder = place.join(games.to_string());
        fs::create_dir_all(&place)?;
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        let kept = Self { folder, games, played_at };
        kept.fill().await?;
        fs::write(note(games), played_at.to_string())?;
        Ok(kept)
    }

    async fn fill(&self) -> Result<(), Box<dyn Error>> {
        let template = Template::play(self.played_at).await?;
        let began = Instant::now();
        let store = Arc::new(SledStore::open(&self.folder)?);
        store.restore(RestoreStep::Begin).await?;
        let (mut pile, mut bytes, mut under_way) = (Vec::new(), 0, JoinSet::new());
        for number in 0..self.games {
            for row in template.rows(number)? {
                let size = bytes_of(&row);
                if pile.len() == MAX_PAGE_ROWS || bytes + size > BYTES {
                    let (store, rows) = (Arc::clone(&store), std::mem::take(&mut pile));
                    bytes = 0;
                    if under_way.len() == TOGETHER
                        && let Some(done) = under_way.join_next().await
                    {
                        done??;
                    }
                    under_way.spawn(async move { store.restore(RestoreStep::Rows(rows)).await });
                }
                bytes += size;
                pile.push(row);
            }
        }
        while let Some(done) = under_way.join_next().await {
            done??;
        }
        store.restore(RestoreStep::Rows(pile)).await?;
        store.restore(RestoreStep::End).await?;
        store.close().await?;
        println!("{:>9} games: filled in {:.1?}", self.games, began.elapsed());
        Ok(())
    }

    /// Megabytes of its log.
    pub fn size(&self) -> u64 {
        fs::metadata(self.folder.join("sled/db")).map_or(0, |log| log.len() / 1_000_000)
    }
}

/// Where they are.
fn place() -> PathBuf {
    env::var_os("ADOUBE_GAMES")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/million"), PathBuf::from)
}

/// The file that says when such a store was made.
fn note(games: u64) -> PathBuf {
    place().join(format!("{games}.played"))
}

/// Milliseconds since 1970.
fn now() -> Result<u64, Box<dyn Error>> {
    Ok(u64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis())?)
}

fn bytes_of(row: &StoreRow) -> usize {
    match row {
        StoreRow::Record { key, record, .. } => key.len() + record.value.len(),
        StoreRow::Answer { id, answer, .. } => id.as_str().len() + answer.len(),
    }
}
